"""How a kept hand is likely to fare: sampled draws, each played as if one knew them, against others who want to go out.

The budget is counted in samples, never in time, so that the same seed gives the same turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import sort_hand
from engine.jokeren.bots.structure import total, unseen_cards
from engine.jokeren.bots.tabling import card_costs
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.search import Demand, Goal, best
from engine.jokeren.table import extensions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.chance import Chance
    from engine.jokeren.actions import Cards, TableMeld
    from engine.jokeren.bots.seen import JokerenSeen
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.pieces import Piece
    from engine.jokeren.search import Arrangement

BUDGET = ((4, 48, 5), (8, 24, 4), (99, 12, 3))
"""For hands of at most so many cards: how many worlds are sampled, and how many draws ahead in each."""
PACE = 1.6
"""How many turns it takes to get rid of a card that is one too many after the draws that were looked at."""
THREATS = (0.33, 0.09, 0.145, 0.03, 0.012, 0.01, 0.004)
"""How often a player who has opened goes out in a turn that begins with 1, 2, 3 ... cards, as greedy bots did."""
FEW, UNOPENED = 3, 0.01
"""The same for a player with more cards than these few who has not opened."""
WIN = 80.0
"""What going out is worth, in penalty points."""
CAUGHT, CAUGHT_LAST = 0.5, 0.1
"""What share of the hand's points is feared when somebody else goes out: the rest can be tabled by then.

In a game of one round next to nothing is: whoever goes out has won, whatever the others are left with.
"""
DENY = 1.0
"""What an unseen card that the table takes is worth to all others together."""


class Outlook:
    """The worlds that a seat samples once in a turn, so that all that it could keep is compared in the same ones."""

    def __init__(self, options: JokerenOptions, known: JokerenSeen, chance: Chance) -> None:
        self.options, self.known = options, known
        self.costs = card_costs(options)
        self.unseen = unseen_cards(options, known)
        self.samples, ahead = next((count, ahead) for most, count, ahead in BUDGET if len(known.hand) <= most)
        could_come = self.unseen.copy()
        others = (cards for seat, cards in enumerate(known.taken) if seat != known.seat)
        could_come.subtract(card for cards in others for card in cards)
        pool = sort_hand((+could_come).elements())
        self.worlds = [tuple(chance.some_of(pool, ahead)) for _ in range(self.samples if pool else 1)]
        self.stays = self._nobody_goes_out()
        self.caught = CAUGHT_LAST if options.rounds == 1 else CAUGHT
        self.even = Goal(dict.fromkeys(self.costs, 1))
        points, kinds = options.opening_for(known.round)
        self.demand = Demand(points=points, kinds=tuple(kind for kind in kinds if kind != "all_cards"))

    def _nobody_goes_out(self) -> float:
        """How likely it is that nobody else goes out in a lap."""
        stays = 1.0
        for seat, count in enumerate(self.known.hand_counts):
            if seat == self.known.seat:
                continue
            if self.known.opened[seat] or count <= FEW:
                stays *= 1 - THREATS[min(max(count, 1), len(THREATS)) - 1]
            else:
                stays *= 1 - UNOPENED
        return stays

    def worth(
        self, hand: Cards, table: Sequence[TableMeld], *, opened: bool, later: int = 1, share: int = 1
    ) -> float:
        """What it is worth to keep a hand at the end of a turn, more is better; `later` is 0 before a draw.

        Every `share`-th of the worlds is looked at.
        """
        worlds = self.worlds[::share]
        caught, worth = self.caught * total(self.costs, hand), 0.0
        for draws in worlds:
            stays = self.stays ** (self._turns(hand, draws, table, opened=opened) - 1 + later)
            worth += stays * WIN - (1 - stays) * caught
        return worth / len(worlds) - DENY * self.taken_by(table)

    def taken_by(self, table: Sequence[TableMeld]) -> int:
        """How many unseen cards the melds of a table take."""
        rules = self.options.melds
        faces = {card for meld in table for card in extensions(rules, meld.kind, meld.cards)}
        return sum(self.unseen.get(face, 0) for face in faces)

    def _turns(self, hand: Cards, draws: Cards, table: Sequence[TableMeld], *, opened: bool) -> float:
        """In how many turns a hand goes out with these draws, played as if one knew them."""
        left = self.left(hand, draws, table, opened=opened)
        if left > len(draws):
            return len(draws) + PACE * (left - len(draws))
        turns = len(draws)
        while turns > 1 and self.left(hand, draws[: turns - 1], table, opened=opened) < turns:
            turns -= 1
        return turns

    def left(self, hand: Cards, draws: Cards, table: Sequence[TableMeld], *, opened: bool) -> int:
        """How many cards stay at least when a hand with all of these draws tables what it can.

        Where it cannot open, that is more cards than can be discarded by then.
        """
        cards = sort_hand((*hand, *draws))
        pieces = self._pieces(cards, table, opened=opened)
        found = best(cards, pieces, self.even)
        assert found is not None
        if opened or found.cost > len(draws) or self._opens(found):
            return found.cost
        opening = best(cards, pieces, self.even, self.demand)
        return len(draws) + 2 if opening is None else opening.cost

    def fitless(self, hand: Cards, table: Sequence[TableMeld], *, opened: bool) -> int:
        """How many cards of a hand, sorted or not, fit nothing at least, whatever an opening demands."""
        cards = sort_hand(hand)
        found = best(cards, self._pieces(cards, table, opened=opened), self.even)
        assert found is not None
        return found.cost

    def _pieces(self, cards: Cards, table: Sequence[TableMeld], *, opened: bool) -> list[Piece]:
        pieces = new_melds(self.options.melds, cards)
        if opened or self.options.lay_off != "turn_after_opening":
            pieces += additions(self.options.melds, cards, table)
        return pieces

    def _opens(self, found: Arrangement) -> bool:
        """Whether an arrangement opens, or needs not to, where no kinds of melds are demanded."""
        melds = [piece for piece in found.pieces if piece.place is None]
        if not melds and self.options.lay_off != "always":
            return False
        return not self.demand.kinds and sum(piece.points for piece in melds) >= self.demand.points
