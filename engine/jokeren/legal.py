"""Everything that the player on turn may do, in canonical form.

Melds stand in table order with their jokers declared, with every subset of jokers; cards are laid off one at a time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.cards import held
from engine.jokeren.actions import (
    Action,
    Discard,
    Draw,
    LayOff,
    Meld,
    SwapJoker,
    TakeBack,
    TurnDraw,
    TurnLayOff,
    TurnMeld,
)
from engine.jokeren.endings import discards, emptying_refusals
from engine.jokeren.makings import makings
from engine.jokeren.melds import points
from engine.jokeren.table import extensions, swaps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Cards, TurnAction
    from engine.jokeren.melds import MeldRules
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState


def legal_actions(options: JokerenOptions, state: JokerenState) -> list[Action]:
    """What the seat on turn may do now; nothing once the round is over."""
    if state.outcome is not None:
        return []
    if state.turn.phase == "draw":
        return [Draw(source) for source in ("stock", "discard") if may_draw(options, state, source)]
    hand = state.hands[state.turn.seat]
    found: list[Action] = []
    if may_meld(options, state):
        found += [
            meld
            for meld in makings(options.melds, hand)
            if len(meld.cards) < len(hand) or _may_table_all(options, state, meld)
        ]
    if may_touch(options.lay_off, state):
        found += _lay_offs(options, state, hand)
    if may_touch(options.joker_swap, state):
        found += joker_swaps(options, state, hand)
    found += map(Discard, discards(options, state))
    last = state.turn.actions[-1] if state.turn.actions else None
    if last is not None and not (isinstance(last, TurnDraw) and last.source == "stock"):
        found.append(TakeBack())
    return found


def may_draw(options: JokerenOptions, state: JokerenState, source: str) -> bool:
    """Whether the player on turn can draw from the stock (renewed, if need be) or from the discard pile (J.draw)."""
    if source == "stock":
        return bool(state.stock) or may_renew(options, state)
    early = state.turns_taken[state.turn.seat] + 1 < options.draw_discard_from_turn
    return bool(state.discard) and options.draw_discard != "never" and not early


def may_renew(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether an empty stock can be made anew from the pile under its top card (J.stock_out)."""
    spent = options.max_reshuffles is not None and state.reshuffles >= options.max_reshuffles
    return len(state.discard) > 1 and options.stock_out != "end_round" and not spent


def may_meld(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether the player on turn has opened, or may open in this turn (J.opening)."""
    seat = state.turn.seat
    return state.opened[seat] or state.turns_taken[seat] + 1 >= options.opening_from_turn


def may_touch(when: str, state: JokerenState) -> bool:
    """Whether the player on turn may lay off, or swap jokers, by what the option says (J.layoff_when, J.swap)."""
    if when == "turn_after_opening":
        return state.turn.opened
    return when == "always" or (when == "after_opening" and state.opened[state.turn.seat])


def _may_table_all(options: JokerenOptions, state: JokerenState, meld: Meld | LayOff) -> bool:
    """Whether the hand may lose its last cards to this meld (J.out)."""
    cards = meld.cards
    if options.final_discard == "required":
        return False
    action: TurnAction
    if isinstance(meld, Meld):
        assert meld.kind is not None
        worth = points(options.melds, meld.kind, cards)
        action = TurnMeld(f"m{len(state.table) + 1}", meld.kind, cards, worth)
    else:
        action = TurnLayOff(meld.meld, cards, ())
    turn = msgspec.structs.replace(state.turn, actions=(*state.turn.actions, action))
    return not emptying_refusals(options, state, turn)


def _lay_offs(options: JokerenOptions, state: JokerenState, hand: Cards) -> Iterator[LayOff]:
    for meld in state.table:
        for card, of_hand in _canonical(options.melds, meld.kind, meld.cards):
            if of_hand in hand:
                action = LayOff(meld.id, (card,))
                if len(hand) > 1 or _may_table_all(options, state, action):
                    yield action


@lru_cache(maxsize=1 << 16)
def _canonical(rules: MeldRules, kind: str, cards: Cards) -> tuple[tuple[str, str], ...]:
    """Every single card that a meld takes, as it will be called there, and that card as a hand holds it."""
    taken = extensions(rules, kind, cards).items()
    return tuple((sent, held(sent)) for sent, (called, _) in taken if sent == called)


def joker_swaps(options: JokerenOptions, state: JokerenState, hand: Cards) -> Iterator[SwapJoker]:
    """Every swap for which a hand has the cards, whether or not it is the time for one (J.swap)."""
    own = set(hand)
    for meld in state.table:
        for cards in swaps(options.melds, meld.kind, meld.cards):
            if own.issuperset(cards):
                yield SwapJoker(meld.id, cards)
