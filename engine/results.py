"""What every family says in the same words: steps, outcomes and what cards cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a round ended. `winner` is None when it was blocked; `hands` are the cards left, where they are known.

    `costs` are the points of the cards in `hands`, one for one, before anything doubles or collects them. `fines` are
    what seats paid in the course of the round, part of their `points`. A round that was `broken_off` ended because a
    fine ended the game: its cards are not counted (S.game_end).

    Where the position did not say what a hand holds, that hand is None, and so are points that depend on it. In a game
    that is kept everything is known.
    """

    winner: int | None
    blocked: bool = False
    concealed: bool = False
    broken_off: bool = False
    points: tuple[int | None, ...]
    hands: tuple[tuple[str, ...] | None, ...] | None = None
    costs: tuple[tuple[int, ...] | None, ...] | None = None
    fines: tuple[int, ...] | None = None

    def fits(self, players: int) -> bool:
        """Whether it can be that of so many seats: one of them won, or the round was blocked or broken off.

        Every list then has an entry for each of them, and costs are of cards that are told, one for one.
        """
        lists = (self.points, self.hands, self.costs, self.fines)
        if any(one is not None and len(one) != players for one in lists):
            return False
        if self.winner is not None and self.winner >= players:
            return False
        hands = self.hands or (None,) * players
        costs = self.costs or (None,) * players
        priced = all(
            cost is None or (hand is not None and len(cost) == len(hand))
            for hand, cost in zip(hands, costs, strict=True)
        )
        return priced and [self.winner is not None, self.blocked, self.broken_off].count(True) == 1

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


class Adjustment(msgspec.Struct, frozen=True):
    """Points of a round, often below 0, that no card costs, and the clause by which they come or fall away."""

    clause: str
    points: int


class SeatScore(msgspec.Struct, frozen=True):
    """What a round gives one seat: the points of the cards left in its hand and of the adjustments, summed.

    `cards` is None where nobody told what the hand held or what it cost: then the points stand as they were told.
    """

    seat: int
    points: int
    cards: tuple[CardCost, ...] | None
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def parts(self) -> tuple[CardCost | Adjustment, ...]:
        """All that the points are made of, as far as it was told."""
        return (*(self.cards or ()), *self.adjustments)


class Step(msgspec.Struct, frozen=True):
    """What an accepted action leads to: the new position, and what happened, with nothing hidden."""

    state: Any
    facts: tuple[Any, ...]


class Probe(msgspec.Struct, frozen=True):
    """A position, as the fields that somebody would send, and what the seat on turn does in it: a question to rules."""

    given: Mapping[str, Any]
    actions: tuple[Any, ...]
