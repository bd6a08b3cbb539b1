"""The greedy bot: it opens as soon as it can, lays what it can, and throws away what is dear and helps little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import JOKER
from engine.jokeren.actions import Discard, Draw
from engine.jokeren.bots.structure import loose, total, unseen_cards, waits_for
from engine.jokeren.bots.tabling import Tabling, can_end, card_costs, cheapest, discards, tablings
from engine.jokeren.changes import draw
from engine.jokeren.legal import may_draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.chance import Chance
    from engine.jokeren.actions import Action, Cards
    from engine.jokeren.bots.seen import JokerenSeen
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

OUT_WORTH = 1.5
"""What an unseen card that helps is worth against the points of a card that waits for it."""


def greedy(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState, chance: Chance
) -> tuple[Action, ...] | None:
    """What it does from this position on until it sees a new card or its turn ends; None where it finds no way."""
    del chance
    costs = card_costs(options)
    if state.turn.phase == "draw":
        return _drawing(options, known, state, costs)
    return _playing(options, known, state, costs)


def _playing(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState, costs: Mapping[str, int]
) -> tuple[Action, ...] | None:
    way = cheapest(tablings(options, state, costs), costs)
    return None if way is None else ended(options, known, way, costs)


def _drawing(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState, costs: Mapping[str, int]
) -> tuple[Action, ...] | None:
    """Take the discard where it goes into a meld and leaves less, else draw from the stock."""
    if may_draw(options, state, "discard"):
        drawn = draw(options, state, "discard")
        way = cheapest(tablings(options, drawn, costs), costs)
        if way is not None:
            forced = not may_draw(options, state, "stock")
            top = state.discard[-1]
            hand = state.hands[state.turn.seat]
            before = loose(options, state, costs, hand)
            after = loose(options, state, costs, drawn.hands[state.turn.seat])
            gain = total(costs, before) - total(costs, after)
            if forced or way.goes_out or (gain > 0 and after.count(top) <= before.count(top)):
                return (Draw("discard"), *ended(options, known, way, costs))
    return (Draw("stock"),) if may_draw(options, state, "stock") else None


def ended(
    options: JokerenOptions, known: JokerenSeen, way: Tabling, costs: Mapping[str, int]
) -> tuple[Action, ...]:
    """The actions of a way to table, with the discard that ends the turn where the round goes on."""
    if way.goes_out:
        return way.actions
    assert can_end(options, way.state)
    return (*way.actions, Discard(dearest(options, known, way.state, costs)))


def dearest(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState, costs: Mapping[str, int]
) -> str:
    """The card to discard: the one that costs most and helps least, of those in no meld if there are any."""
    allowed = list(discards(options, state))
    hand = state.hands[state.turn.seat]
    spare = loose(options, state, costs, hand)
    free = [card for card in allowed if card in spare and card != JOKER]
    unseen = unseen_cards(options, known)
    if free:
        return max(free, key=lambda card: costs[card] - OUT_WORTH * waits_for(card, hand, unseen))
    return min(allowed, key=lambda card: (card == JOKER, _loss(options, state, costs, hand, card)))


def _loss(
    options: JokerenOptions, state: JokerenState, costs: Mapping[str, int], hand: Cards, card: str
) -> int:
    """What is left loose when a card is gone."""
    at = hand.index(card)
    return total(costs, loose(options, state, costs, (*hand[:at], *hand[at + 1 :])))
