"""The expert bot: it compares what it could keep in sampled worlds, and lays no more than serves it.

Melds that it holds back cannot be lost, and nobody can lay off on them; what they cost if somebody else goes out first
is weighed against that. Whatever ends the round in its favour it plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.cards import JOKER, without_cards
from engine.jokeren.actions import Discard, Draw
from engine.jokeren.bots.outlook import Outlook
from engine.jokeren.bots.structure import loose, waits_for
from engine.jokeren.bots.tabling import discards, tablings
from engine.jokeren.changes import draw
from engine.jokeren.legal import may_draw
from engine.jokeren.table import extensions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.chance import Chance
    from engine.jokeren.actions import Action, Cards
    from engine.jokeren.bots.seen import JokerenSeen
    from engine.jokeren.bots.tabling import Tabling
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

DISCARDS, FINALISTS = 5, 3
"""How many cards to discard are looked at with each way to table, and how many ends of a turn in every world."""
FIRST_LOOK = 3
"""In how many of the worlds every end of a turn is looked at: in one of so many."""
OUT_WORTH = 1.5
"""What an unseen card that helps is worth against the points of a card that waits for it."""
GIFT = 6.0
"""What it costs to discard a card that the next player can table at once."""
OUT = 1_000.0
"""What it is worth to go out at once: more than any prospect."""


class End(NamedTuple):
    """The end of a turn: what it is worth, what is done until then, what is discarded and what is kept, if anything."""

    worth: float
    actions: tuple[Action, ...]
    way: Tabling
    card: str | None = None
    kept: Cards = ()


def expert(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState, chance: Chance
) -> tuple[Action, ...] | None:
    """What it does from this position on until it sees a new card or its turn ends; None where it finds no way."""
    outlook = Outlook(options, known, chance)
    if state.turn.phase != "draw":
        end = best_end(options, state, outlook)
        return None if end is None else end.actions
    end = taking(options, state, outlook)
    if end is not None:
        return (Draw("discard"), *end.actions)
    return (Draw("stock"),) if may_draw(options, state, "stock") else None


def taking(options: JokerenOptions, state: JokerenState, outlook: Outlook) -> End | None:
    """The turn after taking the discard, where it fits and is worth more than a card of the stock, or the only draw."""
    if not may_draw(options, state, "discard"):
        return None
    if not may_draw(options, state, "stock"):
        return best_end(options, draw(options, state, "discard"), outlook)
    hand, table, opened = state.hands[state.turn.seat], state.table, state.opened[state.turn.seat]
    with_it = (*hand, state.discard[-1])
    if outlook.fitless(with_it, table, opened=opened) > outlook.fitless(hand, table, opened=opened):
        return None
    end = best_end(options, draw(options, state, "discard"), outlook)
    if end is None or end.worth <= outlook.worth(hand, table, opened=opened, later=0):
        return None
    return end


def best_end(options: JokerenOptions, state: JokerenState, outlook: Outlook) -> End | None:
    """The best end of a turn in which a card was drawn; None where none was found."""
    ways = dict[object, "Tabling"]()
    for costs in (outlook.costs, {**outlook.costs, JOKER: 0}):
        for way in tablings(options, state, costs):
            if way.goes_out:
                return End(OUT, way.actions, way)
            ways.setdefault((way.hand, way.state.table), way)
    ends = [end for way in ways.values() for end in _ends(options, way, outlook)]
    last = next((end for end in ends if not end.kept), None)
    if last is not None:
        return last._replace(worth=OUT)
    if len(ends) > FINALISTS:
        ends = sorted(
            (_judged(options, end, outlook, share=FIRST_LOOK) for end in ends),
            key=lambda end: end.worth,
            reverse=True,
        )
    return max(
        (_judged(options, end, outlook) for end in ends[:FINALISTS]), key=lambda end: end.worth, default=None
    )


def _ends(options: JokerenOptions, way: Tabling, outlook: Outlook) -> Iterator[End]:
    """A way to table with each of the discards that are worth a look: the dear ones that help little."""
    allowed = list(discards(options, way.state))
    spare = loose(options, way.state, outlook.costs, way.hand)
    free = [card for card in allowed if card in spare and card != JOKER] or allowed

    def burden(card: str) -> float:
        helps = OUT_WORTH * waits_for(card, way.hand, outlook.unseen) if card != JOKER else OUT
        return outlook.costs[card] - helps

    for card in sorted(free, key=burden, reverse=True)[:DISCARDS]:
        yield End(0.0, (*way.actions, Discard(card)), way, card, without_cards(way.hand, (card,)))


def _judged(options: JokerenOptions, end: End, outlook: Outlook, *, share: int = 1) -> End:
    state = end.way.state
    opened = state.opened[state.turn.seat]
    worth = outlook.worth(end.kept, state.table, opened=opened, share=share)
    gift = GIFT if end.card is not None and is_gift(options, state, end.card) else 0.0
    return end._replace(worth=worth - gift)


def is_gift(options: JokerenOptions, state: JokerenState, card: str) -> bool:
    """Whether the next player could take this card from the pile and lay it off at once."""
    following = (state.turn.seat + 1) % len(state.hands)
    early = state.turns_taken[following] + 1 < options.draw_discard_from_turn
    barred = options.draw_discard == "never" or early
    if barred or not (state.opened[following] or options.lay_off == "always"):
        return False
    return any(card in extensions(options.melds, meld.kind, meld.cards) for meld in state.table)
