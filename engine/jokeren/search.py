"""The best that can be tabled from a hand in one turn: exact, over all new melds and all lay-offs at once.

The cards of the hand are decided face by face, in the order of the pack: a card goes down with a piece of which it is
the first, or what is left of its face stays. What remains to be decided is the same after many beginnings, so each
remainder is solved once. Among equals the choice is stable: a card goes down rather than stay, with the first of the
pieces that were given.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engine.cards import FACES, JOKER
from engine.jokeren.duties import least
from engine.jokeren.pieces import ONCE, ONE, Piece, counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.jokeren.actions import Cards


class Demand(msgspec.Struct, frozen=True):
    """What new melds must be worth together and which kinds they must hold, and how many cards may or must stay.

    `least_naturals` are the naturals among those that stay; `most_unmelded` bounds the cards that no new meld takes,
    laid off or not.
    """

    points: int = 0
    kinds: tuple[str, ...] = ()
    least_left: int = 0
    least_naturals: int = 0
    most_left: int | None = None
    most_unmelded: int | None = None


ANYTHING = Demand()


class Goal(msgspec.Struct, frozen=True):
    """What is to be as small as can be: what the cards cost that stay, less so much for each point on the table."""

    costs: Mapping[str, int]
    per_point: int = 0


class Arrangement(msgspec.Struct, frozen=True):
    """Pieces that can be tabled together, and what that costs by the goal."""

    cost: int
    pieces: tuple[Piece, ...]


class _Owed(NamedTuple):
    """What new melds still lack of the demand; how many cards stay so far or were laid off, where that is counted."""

    points: int
    kinds: tuple[str, ...]
    left: int = 0
    naturals: int = 0
    laid_off: int = 0


_Found = tuple[int, Any]
"""What a remainder costs at least, and its pieces as a chain (piece, chain)."""


def best(hand: Cards, pieces: Iterable[Piece], goal: Goal, demand: Demand = ANYTHING) -> Arrangement | None:
    """The cheapest that a sorted hand can table at once; None where the demand cannot be met.

    The goal has a cost for every card of the hand, none of them negative.
    """
    search = _Search(hand, pieces, goal, demand)
    found = search.whole()
    if found is None:
        return None
    cost, chain = found
    chosen = []
    while chain:
        piece, chain = chain
        chosen.append(piece)
    return Arrangement(cost, tuple(chosen))


class _Search:
    """One hand and the pieces that it may be laid out in; a remainder is what is undecided of it, and what is owed."""

    def __init__(self, hand: Cards, pieces: Iterable[Piece], goal: Goal, demand: Demand) -> None:
        self.hand, self.goal, self.demand = hand, goal, demand
        most = (bound + 1 for bound in (demand.most_left, demand.most_unmelded) if bound is not None)
        self.most_counted = max(demand.least_left, demand.least_naturals, *most)
        self.solve, self.place_jokers = cache(self._solve), cache(self._place_jokers)
        self.beginning: dict[int, list[Piece]] = {}
        self.wild: list[Piece] = []
        self.used_faces = 0
        for piece in pieces:
            once = piece.once | piece.twice >> 1
            if once:
                self.beginning.setdefault(once & -once, []).append(piece)
                self.used_faces |= once
            else:
                self.wild.append(piece)

    def whole(self) -> _Found | None:
        """The best for the hand; cards that no piece takes stay from the start."""
        demand, counts, jokers = self.demand, counted(self.hand), self.hand.count(JOKER)
        rest = counts & self.used_faces * 3
        owed = _Owed(demand.points, tuple(sorted(demand.kinds, key=least, reverse=True)))
        cost = 0
        for face in () if rest == counts else dict.fromkeys(self.hand[: len(self.hand) - jokers]):
            if not rest & 3 * ONE[face]:
                count = self.hand.count(face)
                cost += count * self.goal.costs[face]
                owed = self._staying(owed, count)
        found = self.solve(rest, jokers, 0, owed)
        return None if found is None else (cost + found[0], found[1])

    def _solve(self, rest: int, jokers: int, used: int, owed: _Owed) -> _Found | None:
        """The best for a remainder: undecided naturals as counts, and the melds that took something as bits."""
        if not rest:
            return self.place_jokers(0, jokers, used, owed)
        if self._too_many(owed) or (owed.points and owed.points > self._most_points(rest, jokers)):
            return None
        there = (rest | rest >> 1) & ONCE
        first = there & -there
        best: _Found | None = None
        for piece in self.beginning.get(first, ()):
            once = piece.once
            if (
                there & once == once
                and rest & piece.twice == piece.twice
                and piece.jokers <= jokers
                and (piece.place is None or not used >> piece.place & 1)
            ):
                place = 0 if piece.place is None else 1 << piece.place
                after = self._after(owed, piece)
                found = self.solve(rest - piece.taken, jokers - piece.jokers, used | place, after)
                best = self._better(best, found, piece)
                if best is not None and not best[0] and not self.goal.per_point:
                    return best
        count = 2 if rest & first << 1 else 1
        cost = count * self.goal.costs[FACES[(first.bit_length() - 1) >> 1]]
        if best is not None and best[0] <= cost and not self.goal.per_point:
            return best
        found = self.solve(rest - count * first, jokers, used, self._staying(owed, count))
        return self._better(best, None if found is None else (cost + found[0], found[1]), None)

    def _place_jokers(self, at: int, jokers: int, used: int, owed: _Owed) -> _Found | None:
        """The best for jokers alone, from a piece of nothing else on; a new meld of them can be laid twice."""
        if at == len(self.wild) or not jokers:
            if not self._met(self._staying(owed, 0, jokers)):
                return None
            return (jokers * self.goal.costs[JOKER] if jokers else 0), ()
        piece = self.wild[at]
        best = None
        if piece.jokers <= jokers and (piece.place is None or not used >> piece.place & 1):
            again = at if piece.place is None else at + 1
            place = 0 if piece.place is None else 1 << piece.place
            found = self.place_jokers(again, jokers - piece.jokers, used | place, self._after(owed, piece))
            best = self._better(None, found, piece)
        return self._better(best, self.place_jokers(at + 1, jokers, used, owed), None)

    def _better(self, best: _Found | None, found: _Found | None, piece: Piece | None) -> _Found | None:
        """The cheaper of what is known and what was found after a piece; the known one among equals."""
        if found is None:
            return best
        cost, chain = found
        if piece is not None:
            cost, chain = cost - self.goal.per_point * piece.points, (piece, chain)
        return best if best is not None and best[0] <= cost else (cost, chain)

    def _after(self, owed: _Owed, piece: Piece) -> _Owed:
        """What is owed when a piece is down; it meets the largest of the demanded kinds that it can meet."""
        if piece.place is not None:
            counted_off = self.demand.most_unmelded is not None
            return owed._replace(laid_off=owed.laid_off + _size(piece)) if counted_off else owed
        if not owed.points and not owed.kinds:
            return owed
        kinds, size = owed.kinds, _size(piece)
        for at, kind in enumerate(kinds):
            if kind.startswith(piece.kind) and least(kind) <= size:
                kinds = kinds[:at] + kinds[at + 1 :]
                break
        return owed._replace(points=max(owed.points - piece.points, 0), kinds=kinds)

    def _staying(self, owed: _Owed, naturals: int, jokers: int = 0) -> _Owed:
        """What is owed when so many more cards stay in hand; they are counted no further than it matters."""
        if not self.most_counted:
            return owed
        return owed._replace(
            left=min(owed.left + naturals + jokers, self.most_counted),
            naturals=min(owed.naturals + naturals, self.demand.least_naturals),
        )

    def _too_many(self, owed: _Owed) -> bool:
        """Whether more cards stay already, or were laid off, than may."""
        most, unmelded = self.demand.most_left, self.demand.most_unmelded
        return (most is not None and owed.left > most) or (
            unmelded is not None and owed.left + owed.laid_off > unmelded
        )

    def _met(self, owed: _Owed) -> bool:
        return (
            not owed.points
            and not owed.kinds
            and owed.left >= self.demand.least_left
            and owed.naturals >= self.demand.least_naturals
            and not self._too_many(owed)
        )

    def _most_points(self, rest: int, jokers: int) -> int:
        """No new melds of a remainder are worth more: each of their naturals has a share of its meld's points."""
        total = jokers * self.shares[0]
        for first, share in self.shares.items():
            if first and rest & 3 * first:
                total += share * (2 if rest & 2 * first else 1)
        return total

    @cached_property
    def shares(self) -> dict[int, int]:
        """The largest share that a face can have in the points of a meld; at 0 that of a joker among jokers."""
        shares = {0: 0}
        melds = (*self.wild, *(piece for pieces in self.beginning.values() for piece in pieces))
        for piece in melds:
            share = -(-piece.points // (len(piece.naturals) or piece.jokers))
            for first in {ONE[card] for card in piece.naturals} or {0}:
                shares[first] = max(shares.get(first, 0), share)
        return shares


def _size(piece: Piece) -> int:
    return len(piece.naturals) + piece.jokers
