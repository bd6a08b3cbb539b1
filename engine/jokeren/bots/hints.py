"""What the expert would do in a seat's place, and why: from what the seat knows, and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import held, without_cards
from engine.chance import Chance
from engine.hints import Hint, HintCode, HintFacts
from engine.jokeren.actions import Discard, Draw, LayOff, Meld, SwapJoker, TakeBack
from engine.jokeren.bots.outlook import Outlook
from engine.jokeren.bots.seen import position_of
from engine.jokeren.bots.structure import loose, total
from engine.jokeren.bots.tabling import cheapest, played, tablings
from engine.jokeren.bots.turns import MOST_CARDS, bot_turn
from engine.jokeren.changes import draw, undo
from engine.jokeren.duties import melds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.jokeren.actions import Action, Cards
    from engine.jokeren.bots.seen import JokerenSeen
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState


def hint(options: JokerenOptions, known: JokerenSeen, seed: bytes) -> Hint | None:
    """The next action of the expert's turn, and its reason; None where it cannot be ended, or the hand is too large.

    The same seed gives the same hint.
    """
    actions = bot_turn(options, known, "expert", seed) if len(known.hand) <= MOST_CARDS else ()
    if not actions:
        return None
    adviser = _Adviser(options, known, actions, Outlook(options, known, Chance(seed)))
    code, facts = adviser.reason()
    return Hint(action=actions[0], code=code, facts=facts)


class _Adviser:
    """The expert's plan for a turn, and what it comes to."""

    def __init__(
        self, options: JokerenOptions, known: JokerenSeen, actions: Sequence[Action], outlook: Outlook
    ) -> None:
        self.options, self.actions, self.outlook = options, actions, outlook
        self.before = position_of(known)
        self.seat = known.seat
        self.after = self._at_the_end()

    def _at_the_end(self) -> JokerenState:
        """The position after all that the plan tables; a discard that ends the turn, or a draw unseen, is left out."""
        state = self.before
        for action in self.actions:
            match action:
                case TakeBack():
                    state = undo(self.options, state)
                case Draw(source="discard"):
                    state = draw(self.options, state, "discard")
                case Meld() | LayOff() | SwapJoker():
                    after = played(self.options, state, action)
                    assert after is not None
                    state = after
        return state

    def reason(self) -> tuple[HintCode, HintFacts]:
        """Why the first action of the plan is advised."""
        first, hand = self.actions[0], self.before.hands[self.seat]
        if isinstance(first, TakeBack):
            return HintCode.TAKE_BACK, HintFacts()
        if self._goes_out():
            return HintCode.GO_OUT, HintFacts()
        match first:
            case Draw(source="stock"):
                return HintCode.DRAW_STOCK, self._odds(hand, self.before)
            case Draw():
                return HintCode.TAKE_DISCARD, self._taking(hand, self.before.discard[-1])
            case Meld() if self._opens_with() > 0:
                return HintCode.OPEN, self._opening()
            case Meld(cards=cards):
                return HintCode.MELD, HintFacts(cards=cards, points=self._cost(cards))
            case LayOff(meld=meld, cards=cards):
                return HintCode.LAY_OFF, HintFacts(cards=cards, meld=meld, points=self._cost(cards))
            case SwapJoker(meld=meld, cards=cards):
                return HintCode.SWAP_JOKER, HintFacts(cards=cards, meld=meld)
        assert isinstance(first, Discard)
        return self._discarding(first.card)

    def _goes_out(self) -> bool:
        hand, last = self.after.hands[self.seat], self.actions[-1]
        return not hand or (isinstance(last, Discard) and len(hand) == 1)

    def _taking(self, hand: Cards, card: str) -> HintFacts:
        """The card on the pile, and how many cards could be tabled with it, whether or not some are held back."""
        fitless = self.outlook.fitless((*hand, card), self.before.table, opened=self.before.opened[self.seat])
        tabled = sum(len(action.cards) for action in self.actions if isinstance(action, Meld | LayOff))
        return HintFacts(card=card, count=max(tabled, len(hand) + 1 - fitless))

    def _opens_with(self) -> int:
        """The points that are demanded of the opening which the plan makes; 0 for none, or where it makes none."""
        opens = not self.before.opened[self.seat] and self.after.opened[self.seat]
        return self.options.opening_for(self.before.round)[0] if opens else 0

    def _opening(self) -> HintFacts:
        worth = sum(meld.points for meld in melds_of(self.after.turn.actions))
        return HintFacts(points=worth, required=self._opens_with())

    def _discarding(self, card: str) -> tuple[HintCode, HintFacts]:
        state, costs = self.before, self.outlook.costs
        hand = state.hands[self.seat]
        odds = self._odds(without_cards(hand, (card,)), state)
        most = cheapest(tablings(self.options, state, costs), costs)
        held_back = 0 if most is None else len(hand) - len(most.hand)
        if held_back:
            return HintCode.HOLD_BACK, _with(odds, card=card, count=held_back)
        spare = [costs[one] for one in loose(self.options, state, costs, hand)]
        if min(spare, default=0) < costs[card] == max(spare, default=0):
            return HintCode.DISCARD_DEAREST, _with(odds, card=card, points=self._cost((card,)))
        return HintCode.KEEP_CHANCES, _with(odds, card=card)

    def _cost(self, cards: Cards) -> int:
        """What cards would cost that are left in the hand."""
        return total(self.outlook.costs, map(held, cards)) - len(cards)

    def _odds(self, hand: Cards, state: JokerenState) -> HintFacts:
        """How many of the unseen cards leave no more cards that fit nothing than there are."""
        unseen, opened = self.outlook.unseen, state.opened[self.seat]
        still = self.outlook.fitless(hand, state.table, opened=opened)
        helping = sum(
            count
            for card, count in unseen.items()
            if self.outlook.fitless((*hand, card), state.table, opened=opened) <= still
        )
        return HintFacts(helping=helping, unseen=unseen.total())


def _with(odds: HintFacts, *, card: str, count: int | None = None, points: int | None = None) -> HintFacts:
    return HintFacts(card=card, count=count, points=points, helping=odds.helping, unseen=odds.unseen)
