"""The plausible actions that a seat may not do now, and why, so that a button can be grey with its reason.

They are each draw, each card of the hand as a discard, each laid off on each meld, and each natural one swapped for a
joker of each meld that has one. Nothing is asked here but of `play`, and nothing is looked at that the seat cannot see.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from engine.cards import JOKER, is_joker
from engine.jokeren.actions import Discard, Draw, LayOff, SwapJoker
from engine.jokeren.endings import discard_refusals
from engine.jokeren.legal import may_draw
from engine.jokeren.play import play
from engine.jokeren.table import extensions
from engine.refusals import Code, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Action, TableMeld
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

SOURCES: tuple[Literal["stock", "discard"], ...] = ("stock", "discard")
UNSAID = {Code.JOKER_UNDECLARED, Code.LAY_OFF_AMBIGUOUS}
"""What is refused so could be meant in a way that is allowed; where it could not, this is not the reason."""


def refused_actions(options: JokerenOptions, state: JokerenState, seat: int) -> list[tuple[Action, Refused]]:
    """Each plausible action that is not available to a seat, with what `play` answers to it.

    In order: draws, lay-offs by meld, swaps by meld, discards, each by the cards of the hand. Whoever is not on turn
    is told so of the draws and the discards. A joker is laid off undeclared where that can be judged.
    """
    hand = tuple(dict.fromkeys(state.hands[seat]))
    on_turn = state.outcome is None and state.turn.seat == seat
    found: list[tuple[Action, Refused]] = []
    for source in SOURCES:
        if not (on_turn and state.turn.phase == "draw" and may_draw(options, state, source)):
            found += _asked(options, state, seat, Draw(source))
    if on_turn:
        found += _lay_offs(options, state, hand)
        found += _swaps(options, state, hand)
    for card in hand:
        if not (on_turn and state.turn.phase == "play" and not discard_refusals(options, state, card)):
            found += _asked(options, state, seat, Discard(card))
    return found


def _asked(
    options: JokerenOptions, state: JokerenState, seat: int, action: Action
) -> Iterator[tuple[Action, Refused]]:
    """The action with its refusal; nothing where it is allowed. No key matters: what is drawn is not asked here."""
    answer = play(options, state, seat, action, key=b"")
    if isinstance(answer, Refused):
        yield action, answer


def _lay_offs(
    options: JokerenOptions, state: JokerenState, hand: tuple[str, ...]
) -> Iterator[tuple[Action, Refused]]:
    for meld in state.table:
        for card in hand:
            if card == JOKER:
                yield from _joker_laid_off(options, state, meld)
            else:
                yield from _asked(options, state, state.turn.seat, LayOff(meld.id, (card,)))


def _joker_laid_off(
    options: JokerenOptions, state: JokerenState, meld: TableMeld
) -> Iterator[tuple[Action, Refused]]:
    """A joker on a meld, where nothing that it could be said to be is allowed there."""
    taken = extensions(options.melds, meld.kind, meld.cards)
    forms = (JOKER, *(sent for sent in taken if is_joker(sent) and sent != JOKER))
    seat = state.turn.seat
    refused = [one for form in forms for one in _asked(options, state, seat, LayOff(meld.id, (form,)))]
    if len(refused) < len(forms):
        return
    unsaid = refused[0][1].refusals[0]
    if unsaid.code not in UNSAID:
        yield refused[0]
    elif len(refused) > 1:
        yield refused[1]
    else:
        for reading in (unsaid.facts.readings or ())[:1]:
            named = Counter(reading.cards) - Counter(meld.cards)
            said = tuple(card for card in named if is_joker(card))
            yield from _asked(options, state, seat, LayOff(meld.id, said[:1]))


def _swaps(
    options: JokerenOptions, state: JokerenState, hand: tuple[str, ...]
) -> Iterator[tuple[Action, Refused]]:
    for meld in state.table:
        if any(map(is_joker, meld.cards)):
            for card in hand:
                if card != JOKER:
                    yield from _asked(options, state, state.turn.seat, SwapJoker(meld.id, (card,)))
