"""What every family says in the same words: steps, outcomes and what cards cost."""

from __future__ import annotations

from typing import Any

import msgspec


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a round ended. `winner` is None when it was blocked; `hands` are the cards left, where they are known."""

    winner: int | None
    blocked: bool = False
    concealed: bool = False
    points: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] | None = None


class CardCost(msgspec.Struct, frozen=True):
    """What one card costs that is left in hand, and by which clause."""

    card: str
    points: int
    clause: str


class SeatScore(msgspec.Struct, frozen=True):
    """What a round gives one seat, and what each card left in its hand costs (before any doubling)."""

    seat: int
    points: int
    cards: tuple[CardCost, ...]


class Step(msgspec.Struct, frozen=True):
    """What an accepted action leads to: the new position, and what happened, with nothing hidden."""

    state: Any
    facts: tuple[Any, ...]
