"""The best that can be tabled from a hand in one turn: exact, over all new melds and all lay-offs at once.

The cards of the hand are decided face by face, rank by rank: a card goes down with a piece of which it is
the first, or what is left of its face stays. What remains to be decided is the same after many beginnings, so each
remainder is solved once, and no further than it can still matter. Among equals the choice is stable: a card goes down
rather than stay, with the first of the pieces that were given.

Every card has a share in the points on the table that is never too small. What is lost against it is what counts: by a
piece that is worth less than the shares of its cards, and with all that it costs by a card that stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engine.cards import JOKER, RANK
from engine.jokeren.owed import NOTHING, Account, Owed, meets
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


class _Shares(NamedTuple):
    """What a card can be worth on the table at most: an ace, a joker, and what others can beyond their pips."""

    ace: int = 0
    joker: int = 0
    more: int = 0

    def of(self, pips: int, others: int, aces: int, jokers: int) -> int:
        """The shares of so many cards together, the others with so many pips."""
        return pips + others * self.more + aces * self.ace + jokers * self.joker


_Choice = tuple[int, int, int, int, int, int, int, Piece]
"""A piece as the search looks at it: once, twice and taken, its jokers, the bit of its place, its share, its loss."""

_Found = tuple[int, Any]
"""What a remainder loses, and its pieces as a chain (piece, chain)."""

ENDLESS = 1 << 62
MANY = 100
"""From so many pieces on a hand is searched for a small loss first."""


def best(hand: Cards, pieces: Iterable[Piece], goal: Goal, demand: Demand = ANYTHING) -> Arrangement | None:
    """The cheapest that a sorted hand can table at once; None where the demand cannot be met.

    The goal has a cost for every card of the hand, none of them negative.
    """
    search = _Search(hand, list(pieces), goal, demand)
    if demand.points > search.ahead or search.account.contradicts():
        return None
    account, found = search.account, search.whole(NOTHING, 0)
    if found is not None and (demand.points or demand.kinds):
        lacking = reduce(account.after, _chain(found), account.all)
        if lacking.points or lacking.kinds:
            found = search.whole(account.all, found[0])
    if found is None:
        return None
    return Arrangement(found[0] - goal.per_point * search.ahead, tuple(_chain(found)))


def _shares(pieces: Iterable[Piece]) -> _Shares:
    """Shares that no piece exceeds: what it is worth beyond the pips is its jokers', else its aces', else anybody's."""
    ace = joker = more = 0
    for piece in pieces:
        if piece.aces and not piece.jokers:
            ace = max(ace, -(-(piece.points - piece.pips) // piece.aces))
    for piece in pieces:
        above = piece.points - piece.pips - piece.aces * ace
        if above > 0 and piece.jokers:
            joker = max(joker, -(-above // piece.jokers))
        elif above > 0:
            more = max(more, -(-above // (len(piece.naturals) - piece.aces)))
    return _Shares(ace, joker, more)


class _Search:
    """One hand and the pieces that it may be laid out in; a remainder is what is undecided of it, and what is owed."""

    def __init__(self, hand: Cards, pieces: list[Piece], goal: Goal, demand: Demand) -> None:
        account = self.account = Account(demand)
        self.counted = bool(account.most_counted)
        self.known: dict[tuple[int, int, int, Owed], tuple[int, _Found | None]] = {}
        self.beginning: dict[int, list[_Choice]] = {}
        self.wild: list[_Choice] = []
        self.needed: dict[tuple[tuple[str, ...], int], int] = {}
        per_point, shares = goal.per_point, _Shares()
        if per_point or demand.points:
            shares = _shares(pieces)
        used = 0
        for piece in pieces:
            faces = piece.once | piece.twice >> 1
            used |= faces
            others = len(piece.naturals) - piece.aces
            share = shares.of(piece.pips, others, piece.aces, piece.jokers)
            loss = per_point and per_point * (share - piece.points)
            place = 0 if piece.place is None else 1 << piece.place
            choices = self.beginning.setdefault(faces & -faces, []) if faces else self.wild
            choices.append((piece.once, piece.twice, piece.taken, piece.jokers, place, share, loss, piece))
        self.rest, self.jokers = counted(hand) & used * 3, hand.count(JOKER)
        self.joker_cost = per_point * shares.joker + (goal.costs[JOKER] if self.jokers else 0)
        self.ahead, self.unused = self.jokers * shares.joker, [0, 0]
        self.staying: dict[int, tuple[int, int]] = {}
        for card in hand[: len(hand) - self.jokers]:
            if used & ONE[card]:
                rank = RANK[card]
                share = shares.ace if rank == 1 else min(rank, 10) + shares.more
                self.ahead += share
                self.staying[ONE[card]] = share, goal.costs[card] + per_point * share
            else:
                self.unused[0] += 1
                self.unused[1] += goal.costs[card]
        costs = [cost for _, cost in self.staying.values()] + [self.joker_cost] * (self.jokers > 0)
        self.cheapest = min(costs, default=0)

    def whole(self, owed: Owed, least: int) -> _Found | None:
        """What the hand loses at best, its pieces; it is known to be `least` or more.

        Cards that no piece takes stay from the start. Much to choose from is searched for a small loss first.
        """
        count, cost = self.unused
        owed = self.account.stays(owed, count)
        many = sum(map(len, self.beginning.values())) > MANY
        total = sum(cost for _, cost in self.staying.values())
        lost = max(least - cost, self.account.lacking(owed) * self.cheapest)
        for limit in (*(lost + 1 + (total >> shift) for shift in (60, 5, 3) if many), ENDLESS):
            found = self._solve(self.rest, self.jokers, 0, owed, self.ahead, limit)
            if found is not None:
                return found[0] + cost, found[1]
        return None

    def _solve(self, rest: int, jokers: int, used: int, owed: Owed, ahead: int, limit: int) -> _Found | None:
        """The best for a remainder, if it loses less than the limit.

        A remainder is the undecided naturals as counts, the jokers, the melds that took something as bits, and what is
        owed; `ahead` are the shares of its cards.
        """
        if (self.counted or owed.points or owed.kinds) and self._hopeless(rest, jokers, owed, ahead, limit):
            return None
        if not rest:
            return self._place_jokers(0, jokers, used, owed, limit)
        key = rest, jokers, used, owed
        failed, best = self.known.get(key, (0, None))
        if best is not None or limit <= failed:
            return best if best is not None and best[0] < limit else None
        there = (rest | rest >> 1) & ONCE
        first = there & -there
        below = limit
        for once, twice, taken, wild, place, share, loss, piece in self.beginning.get(first, ()):
            if (
                there & once == once
                and rest & twice == twice
                and wild <= jokers
                and loss < below
                and not used & place
            ):
                after = self.account.after(owed, piece)
                found = self._solve(
                    rest - taken, jokers - wild, used | place, after, ahead - share, below - loss
                )
                if found is not None:
                    below = loss + found[0]
                    best = below, (piece, found[1])
                    if not below:
                        break
        count = 2 if rest & first << 1 else 1
        share, cost = self.staying[first]
        if count * cost < below:
            after = self.account.stays(owed, count)
            found = self._solve(
                rest - count * first, jokers, used, after, ahead - count * share, below - count * cost
            )
            if found is not None:
                best = count * cost + found[0], found[1]
        self.known[key] = limit, best
        return best

    def _hopeless(self, rest: int, jokers: int, owed: Owed, ahead: int, limit: int) -> bool:
        """Whether a remainder lacks points or jokers, or the cards that have to stay are too many or too dear."""
        return (
            owed.points > ahead
            or (bool(owed.kinds) and self._jokers_needed(owed.kinds, rest & -rest) > jokers)
            or self.account.lacking(owed) * self.cheapest >= limit
            or self.account.too_many(owed)
        )

    def _jokers_needed(self, kinds: tuple[str, ...], lowest: int) -> int:
        """The fewest jokers with which melds of these kinds can be laid, where this is the lowest bit of the rest."""
        needed = self.needed.get((kinds, lowest))
        if needed is None:
            later = [choices for face, choices in self.beginning.items() if lowest and 2 * face >= lowest]
            pieces = [choice[-1] for choices in (*later, self.wild) for choice in choices]
            melds = [piece for piece in pieces if piece.place is None]
            fewest = [
                min((one.jokers for one in melds if meets(one, kind)), default=ENDLESS) for kind in kinds
            ]
            needed = self.needed[kinds, lowest] = sum(fewest)
        return needed

    def _place_jokers(self, at: int, jokers: int, used: int, owed: Owed, limit: int) -> _Found | None:
        """The best for jokers alone, from a piece of nothing else on; a new meld of them can be laid twice."""
        if at == len(self.wild) or not jokers:
            lost = jokers * self.joker_cost
            met = lost < limit and self.account.met(self.account.stays(owed, 0, jokers))
            return (lost, ()) if met else None
        key = -at - 1, jokers, used, owed
        failed, best = self.known.get(key, (0, None))
        if best is not None or limit <= failed:
            return best if best is not None and best[0] < limit else None
        _, _, _, needed, place, _, loss, piece = self.wild[at]
        below = limit
        if needed <= jokers and loss < limit and not used & place:
            again = at + 1 if place else at
            found = self._place_jokers(
                again, jokers - needed, used | place, self.account.after(owed, piece), limit - loss
            )
            if found is not None:
                below = loss + found[0]
                best = below, (piece, found[1])
        found = self._place_jokers(at + 1, jokers, used, owed, below)
        best = best if found is None else found
        self.known[key] = limit, best
        return best


def _chain(found: _Found) -> list[Piece]:
    """The pieces that were found."""
    pieces, chain = [], found[1]
    while chain:
        piece, chain = chain
        pieces.append(piece)
    return pieces
