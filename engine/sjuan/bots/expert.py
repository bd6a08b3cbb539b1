"""The expert bot: it plays sampled deals to their end, each of its actions in the same ones, and compares.

The budget is counted in deals, never in time, so that the same seed gives the same turn.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.sjuan.actions import Play
from engine.sjuan.bots.stakes import Stakes
from engine.sjuan.bots.waiting import BIT, PACK, fits_on, waiting
from engine.sjuan.bots.worlds import Worlds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.chance import Chance
    from engine.sjuan.actions import Action
    from engine.sjuan.bots.seen import SjuanSeen
    from engine.sjuan.options import SjuanOptions

GAMES, MOST_DEALS = 300, 80
"""How many rounds are played to their end at about, and in how many deals at most."""
DOUBT = 1.0
"""An action must be better than what a greedy bot does by so many standard errors to be chosen instead."""


class Prospect(NamedTuple):
    """An action, and how it fares: in so many of the sampled deals the seat goes out first."""

    action: Action
    wins: int
    deals: int


class Expert:
    """The rounds that a seat can play in its thoughts from where it is."""

    def __init__(self, options: SjuanOptions, known: SjuanSeen, chance: Chance) -> None:
        self.options, self.known = options, known
        self.waits = waiting(options)
        self.fits = fits_on(options, known.layout)
        self.worlds = Worlds(options, known, self.waits, chance)
        self.stakes = Stakes(options, known, self.waits.points(PACK) / PACK.bit_count())

    def best(self, actions: Sequence[Action]) -> Prospect:
        """The best of the actions, of which the first is what a greedy bot does."""
        deals = max(1, min(MOST_DEALS, GAMES // len(actions)))
        wins = [0] * len(actions)
        gains: list[list[float]] = [[] for _ in actions]
        for hands in self.worlds.sampled(deals):
            orders = [self.waits.order(hand) for hand in hands[: len(self.known.hand_counts)]]
            first = 0.0
            for at, action in enumerate(actions):
                winner, worth = self._played(action, hands, orders)
                wins[at] += winner == self.known.seat
                first = first if at else worth
                gains[at].append(worth - first)
        best = max(range(len(actions)), key=lambda at: _sure(gains[at]))
        return Prospect(actions[best], wins[best], len(gains[best]))

    def _played(
        self, action: Action, dealt: Sequence[int], orders: Sequence[Sequence[int]]
    ) -> tuple[int | None, float]:
        """Who goes out first in a deal after an action, if anybody does, and what that is worth."""
        seat, hands = self.known.seat, list(dealt[: len(self.known.hand_counts)])
        fines, passes, fits = [0] * len(hands), 0, self.fits
        if isinstance(action, Play):
            card = BIT[action.card]
            hands[seat] ^= card
            fits = fits & ~card | self.waits.opens[card]
        else:
            fines[seat], passes = self.options.voluntary_pass_fine, self.known.passes + 1
            if fines[seat] and self.stakes.reaches_limit(fines):
                return None, self.stakes.worth(fines)
        winner = played_out(self.waits.opens, hands, orders, fits, (seat + 1) % len(hands), passes)
        points = self.waits.points
        return winner, self.stakes.worth(
            [points(hand) + fine for hand, fine in zip(hands, fines, strict=True)]
        )


def _sure(gains: Sequence[float]) -> float:
    """What is gained on the average, less what is in doubt."""
    mean = sum(gains) / len(gains)
    return mean - DOUBT * sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)


def played_out(
    opens: Mapping[int, int],
    hands: list[int],
    orders: Sequence[Sequence[int]],
    fits: int,
    seat: int,
    passes: int,
) -> int | None:
    """The winner of a round that everybody plays on in the order of his cards, whoever can; None where it is blocked.

    The hands are changed to what is left of them.
    """
    players = len(hands)
    while passes < players:
        can = hands[seat] & fits
        if can:
            card = next(filter(can.__and__, orders[seat])) if can & (can - 1) else can
            hands[seat] ^= card
            fits = fits ^ card | opens[card]
            if not hands[seat]:
                return seat
            passes = 0
        else:
            passes += 1
        seat = seat + 1 if seat + 1 < players else 0
    return None
