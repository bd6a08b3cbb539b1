"""What a seat on turn knows of a round, and nothing else: the only thing that a bot is given.

It is built up from nothing, and no field of it can hold another's hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import HIDDEN
from engine.sjuan.actions import CardPlayed, Cards, Fact, Passed
from engine.sjuan.layout import Layout
from engine.sjuan.state import SjuanState, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable


class SjuanSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the seat on turn knows it: its own cards, what lies open, and what everybody saw happen.

    `totals` are the points of the rounds before this one, `happened` what was played and passed in it, oldest first, as
    far as it was told.
    """

    seat: int
    round: int
    turn: Turn
    hand: Cards
    hand_counts: tuple[int, ...]
    layout: Layout
    passes: int
    fines: tuple[int, ...]
    totals: tuple[int, ...]
    happened: tuple[Fact, ...]


def seen(state: SjuanState, facts: Iterable[Any] = ()) -> SjuanSeen:
    """What the seat on turn knows of a position; `facts` are what it saw happen in the round, in order."""
    seat = state.turn.seat
    return SjuanSeen(
        seat=seat,
        round=state.round,
        turn=state.turn,
        hand=state.hands[seat],
        hand_counts=tuple(map(len, state.hands)),
        layout=state.layout,
        passes=state.passes,
        fines=state.fines,
        totals=tuple(sum(one.points[at] or 0 for one in state.past_rounds) for at in range(len(state.hands))),
        happened=tuple(fact for fact in facts if isinstance(fact, CardPlayed | Passed)),
    )


def position_of(known: SjuanSeen) -> SjuanState:
    """The position as far as the seat knows it, in which every card that it has not seen is hidden."""
    hands: list[Cards] = [(HIDDEN,) * count for count in known.hand_counts]
    hands[known.seat] = known.hand
    return SjuanState(
        round=known.round,
        dealer=known.seat,
        turn=known.turn,
        hands=tuple(hands),
        layout=known.layout,
        passes=known.passes,
        fines=known.fines,
        past_rounds=(),
        outcome=None,
    )
