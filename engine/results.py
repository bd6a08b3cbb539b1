"""What every family says in the same words: steps, outcomes and what cards cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a round ended. `winner` is None when it was blocked; `hands` are the cards left, where they are known.

    Where the position did not say what a hand holds, that hand is None, and so are points that depend on it. In a game
    that is kept everything is known.
    """

    winner: int | None
    blocked: bool = False
    concealed: bool = False
    points: tuple[int | None, ...]
    hands: tuple[tuple[str, ...] | None, ...] | None = None

    def points_of(self, seat: int) -> int:
        """What the round gives a seat, where every hand is known."""
        points = self.points[seat]
        assert points is not None
        return points


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


class Probe(msgspec.Struct, frozen=True):
    """A position, as the fields that somebody would send, and what the seat on turn does in it: a question to rules."""

    given: Mapping[str, Any]
    actions: tuple[Any, ...]
