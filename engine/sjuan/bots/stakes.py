"""What the end of a round is worth to a seat: its share in the win of the game, as far as totals tell (S.game_end)."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.sjuan.bots.seen import SjuanSeen
    from engine.sjuan.options import SjuanOptions

SPREAD = 5.0
"""A lead of so many cards makes a player so much likelier to win as e is more than 1."""


class Stakes:
    """How points of a round change what the game is worth; `price` is what a card costs on the average."""

    def __init__(self, options: SjuanOptions, known: SjuanSeen, price: float) -> None:
        self._seat = known.seat
        self._before = tuple(map(sum, zip(known.totals, known.fines, strict=True)))
        self._last = options.rounds is not None and known.round >= options.rounds
        self._limit = options.points_limit
        self._spread = SPREAD * max(price, 1.0)

    def reaches_limit(self, points: Sequence[int]) -> bool:
        """Whether the total of a seat reaches the limit with these points."""
        return self._limit is not None and max(self._totals(points)) >= self._limit

    def worth(self, points: Sequence[int]) -> float:
        """From 0 to 2: the chance to win the game from here on, twice where the game goes on.

        Where it ends the win itself counts, and beside it how near it was: in few sampled deals that says more. An
        extra round for a tie is as good as a shared win.
        """
        totals = self._totals(points)
        own, least = totals[self._seat], min(totals)
        weights = [exp((least - total) / self._spread) for total in totals]
        chance = weights[self._seat] / sum(weights)
        if not (self._last or self.reaches_limit(points)):
            return 2 * chance
        return chance + (1 / totals.count(least) if own == least else 0.0)

    def _totals(self, points: Sequence[int]) -> list[int]:
        return [before + got for before, got in zip(self._before, points, strict=True)]
