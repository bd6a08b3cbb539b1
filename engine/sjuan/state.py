"""A position of a round of Sjuan, whole, and what of it a seat may see."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.results import Outcome
from engine.sjuan.actions import Cards
from engine.sjuan.layout import Layout

Phase = Literal["play", "over"]


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Whose turn it is; a turn is one action, and `number` counts them."""

    seat: int
    phase: Phase
    number: int = 1


class SjuanState(msgspec.Struct, frozen=True, kw_only=True, tag="sjuan", tag_field="family"):
    """A whole position, hands sorted.

    `passes` counts those in succession up to now (S.block), `fines` the points that each seat has paid in this round.
    """

    round: int
    dealer: int
    turn: Turn
    hands: tuple[Cards, ...]
    layout: Layout
    passes: int
    fines: tuple[int, ...]
    past_rounds: tuple[Outcome, ...]
    outcome: Outcome | None


class SjuanPartialState(msgspec.Struct, frozen=True, kw_only=True, tag="sjuan", tag_field="family"):
    """A position as far as somebody knows it: a hand that is unknown is None, and the counts are there."""

    round: int
    dealer: int
    turn: Turn
    hands: tuple[Cards | None, ...]
    hand_counts: tuple[int, ...]
    layout: Layout
    passes: int
    fines: tuple[int, ...]
    past_rounds: tuple[Outcome, ...]
    outcome: Outcome | None


class SjuanRoundView(msgspec.Struct, frozen=True, kw_only=True, tag="sjuan", tag_field="family"):
    """What one seat, or the public, sees of a round. Built up from nothing: no field can hold another's hand.

    `hands` and `key` are null until the round is over.
    """

    number: int
    dealer: int
    turn: Turn
    hand: Cards | None
    layout: Layout
    passes: int
    fines: tuple[int, ...]
    commitment: str | None
    key: str | None
    hands: tuple[Cards, ...] | None
    outcome: Outcome | None


def view(state: SjuanState, seat: int | None, *, commitment: str | None, key: str | None) -> SjuanRoundView:
    """The round as a seat sees it; `seat` None is the public. The key is shown only when the round is over."""
    over = state.outcome is not None
    return SjuanRoundView(
        number=state.round,
        dealer=state.dealer,
        turn=state.turn,
        hand=None if seat is None else state.hands[seat],
        layout=state.layout,
        passes=state.passes,
        fines=state.fines,
        commitment=commitment,
        key=key if over else None,
        hands=state.hands if over else None,
        outcome=state.outcome,
    )
