"""Who sits where in each match round (J.match): tables of four and three, with as few repeated meetings as can be.

A pattern in which hardly anybody meets twice is the start, and a tabu search mends what is left. The seed gives both
their chance and their budget is counted in steps, so the same request gives the same seating everywhere.

A table is a set of players, kept as the bits of a number: player 5 sits at it if bit 5 is set. A plan holds, for each
round and player, the table at which that player sits.
"""

from __future__ import annotations

import hmac
from functools import reduce
from itertools import chain, combinations, permutations, product
from operator import or_
from typing import TYPE_CHECKING

from engine.shuffle import choose, numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Plan = list[list[int]]

FULL, SHORT = 4, 3
"""How many sit at a table of either size."""
STEPS, BARRED = 15_000, 2
"""Of the search: how many there are at most, and for about how many of them two players do not swap back."""
REPEAT = 10_000
"""What a repeated meeting costs; more than all that uneven turns at tables of three can."""
PASSES = 4
"""How often every table is seated anew."""
FIELD_OF_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The products of the field of four elements, in which a sum is an exclusive or."""


def table_sizes(players: int) -> tuple[int, ...] | None:
    """The sizes of the tables, fours first and as many as can be; None where so many cannot be seated."""
    tables = -(-players // FULL)
    threes = FULL * tables - players
    if players < SHORT or threes > tables:
        return None
    return (FULL,) * (tables - threes) + (SHORT,) * threes


def nearest_seatable(players: int) -> tuple[int, ...]:
    """The numbers nearest to this one that can be seated: itself where it can, else one or two."""
    if players < SHORT:
        return (SHORT,)
    return (players - 1, players + 1) if table_sizes(players) is None else (players,)


def seating(players: int, rounds: int, *, seed: bytes) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each round the tables, fours first, and for each table its players in the order of their seats.

    Few repeated meetings come first; then everybody sits at a table of three about as often as others, and in each
    seat.

    Raises:
        ValueError: so many cannot be seated.
    """
    if table_sizes(players) is None:
        raise ValueError(f"{players} players cannot be seated at tables of three and four")
    stream = numbers(hmac.digest(seed, b"seating", "sha256"))
    return _seats(_search(_pattern(_drawn(range(players), stream), rounds), stream), stream)


def repeated_meetings(rounds: Iterable[Iterable[Iterable[int]]]) -> int:
    """How often two players sit together again, over all pairs of them."""
    tables = chain.from_iterable(rounds)
    meetings = [pair for table in tables for pair in combinations(sorted(table), 2)]
    return len(meetings) - len(set(meetings))


def _drawn(items: Iterable[int], stream: Iterator[int]) -> list[int]:
    """The items in an order that chance gives."""
    return sorted(items, key=lambda _: next(stream))


def _pattern(order: Sequence[int], rounds: int) -> Plan:
    """Four groups with a place for each table, of which each moves on at its own pace.

    Two of one group never meet, and two of different groups do again only if the difference of their paces times that
    of two rounds is a multiple of the number of tables. Where there are too few players the last group has gaps, which
    make the tables of three.
    """
    tables = -(-len(order) // FULL)
    threes = FULL * tables - len(order)
    gaps = {(FULL - 1, gap * tables // threes) for gap in range(threes)}
    chairs = [chair for chair in product(range(FULL), range(tables)) if chair not in gaps]
    plan = []
    for number in range(rounds):
        at = {p: _table(len(order), *chair, number) for p, chair in zip(order, chairs, strict=True)}
        seated = [0] * tables
        for player, table in at.items():
            seated[table] |= 1 << player
        plan.append([seated[at[player]] for player in range(len(order))])
    return plan


def _table(players: int, group: int, place: int, number: int) -> int:
    """The table of a chair in a round of the pattern.

    Four tables have the lines of the affine plane of order four, since 2 times 2 is a multiple of 4 and no product in
    the field: four rounds, and the groups themselves are a fifth.
    """
    tables = -(-players // FULL)
    if tables == FULL and number < FULL:
        return place ^ FIELD_OF_FOUR[group][number]
    if players == FULL * FULL and number == FULL:
        return group
    return (place + group * number) % tables


def _search(plan: Plan, stream: Iterator[int]) -> Plan:
    """The best plan that a tabu search comes upon.

    A step takes a player who meets somebody again, and swaps it with the player of another table of the round with
    whom it costs least, also where that is more than it was, but does not undo what was just done.
    """
    best, threes = [*plan], _turns_at_threes(plan)
    cost = least = _cost(plan, threes)
    barred: dict[tuple[int, int], int] = {}
    for step in range(STEPS):
        if least == _evenly(sum(threes), len(threes)):
            break
        number = choose(stream, len(plan))
        met = _met_elsewhere(plan, number)
        movers = _movers(plan[number], met, threes, repeated=cost >= REPEAT)
        if not movers:
            continue
        mover = movers[choose(stream, len(movers))]
        swaps = [
            (change, other)
            for change, other in _swaps(plan[number], met, threes, mover)
            if cost + change < least or barred.get((number, 1 << mover | 1 << other), 0) <= step
        ]
        if not swaps:
            continue
        change = min(swaps)[0]
        others = [other for worth, other in swaps if worth == change]
        other = others[choose(stream, len(others))]
        turns = _is_short(plan[number][other]) - _is_short(plan[number][mover])
        threes[mover] += turns
        threes[other] -= turns
        plan[number] = _swapped(plan[number], mover, other)
        barred[number, 1 << mover | 1 << other] = step + 1 + BARRED + choose(stream, BARRED)
        cost += change
        if cost < least:
            best, least = [*plan], cost
    return best


def _is_short(table: int) -> bool:
    """Whether it is a table of three."""
    return table.bit_count() == SHORT


def _turns_at_threes(plan: Plan) -> list[int]:
    """How often each player sits at a table of three."""
    return [sum(map(_is_short, tables)) for tables in zip(*plan, strict=True)]


def _union(tables: Iterable[int]) -> int:
    """All who sit at one of the tables."""
    together: int = reduce(or_, tables)
    return together


def _cost(plan: Plan, threes: Sequence[int]) -> int:
    """What a plan costs: its repeated meetings first, then the squares of the turns at tables of three."""
    pairs = sum(table.bit_count() - 1 for tables in plan for table in tables)
    different = sum(_union(tables).bit_count() - 1 for tables in zip(*plan, strict=True))
    return REPEAT * (pairs - different) // 2 + sum(count**2 for count in threes)


def _evenly(turns: int, players: int) -> int:
    """The cost of a plan without repeated meetings in which all take turns at tables of three evenly."""
    each, more = divmod(turns, players)
    return (players - more) * each**2 + more * (each + 1) ** 2


def _met_elsewhere(plan: Plan, number: int) -> list[int]:
    """Whom each player meets in the other rounds, itself included."""
    return list(map(_union, zip(*plan[:number], *plan[number + 1 :], strict=True)))


def _movers(tables: list[int], met: list[int], threes: list[int], *, repeated: bool) -> list[int]:
    """Who meets somebody again in this round; where no one does, who sits at a table of three too often."""
    if repeated:
        # Everybody has met at least itself.
        return [p for p, table in enumerate(tables) if (met[p] & table).bit_count() > 1]
    often = min(threes) + 1
    return [p for p, table in enumerate(tables) if threes[p] > often and _is_short(table)]


def _swaps(tables: list[int], met: list[int], threes: list[int], mover: int) -> Iterator[tuple[int, int]]:
    """With whom a player can change tables, each with what the plan would cost more."""
    here, known = tables[mover], met[mover]
    left, size = here & ~(1 << mover), here.bit_count()
    again = (known & left).bit_count()
    for other, there in enumerate(tables):
        if there == here:
            continue
        rest, theirs = there & ~(1 << other), met[other]
        meetings = (known & rest).bit_count() - again
        meetings += (theirs & left).bit_count() - (theirs & rest).bit_count()
        change = REPEAT * meetings
        if there.bit_count() != size:
            change += 2 + 2 * (threes[mover] - threes[other]) * (1 if size == FULL else -1)
        yield change, other


def _swapped(tables: list[int], one: int, other: int) -> list[int]:
    """The round after two players have changed tables."""
    both = 1 << one | 1 << other
    here, there = tables[one], tables[other]
    after = {here: here ^ both, there: there ^ both}
    swapped = [after.get(table, table) for table in tables]
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped


def _seats(plan: Plan, stream: Iterator[int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of each round with their players in seats: each in every seat about as often, above all the first."""
    rounds = [_tables(tables, stream) for tables in plan]
    had = [[0] * FULL for _ in chain.from_iterable(rounds[0])] if rounds else []
    for passes, tables in product(range(PASSES), rounds):
        for at, table in enumerate(tables):
            if passes > 0:
                _count(had, table, -1)
            tables[at] = min(permutations(table), key=lambda seats: _weariness(had, seats))
            _count(had, tables[at], 1)
    return tuple(map(tuple, rounds))


def _tables(tables: list[int], stream: Iterator[int]) -> list[tuple[int, ...]]:
    """The tables of a round, fours first, and who sits at them, in an order that chance gives."""
    different = sorted(_drawn(dict.fromkeys(tables), stream), key=int.bit_count, reverse=True)
    return [tuple(_drawn((p for p in range(len(tables)) if table >> p & 1), stream)) for table in different]


def _weariness(had: list[list[int]], seats: tuple[int, ...]) -> int:
    """How often those at a table had the seats that they get; the first one, who deals first, counts twice."""
    return had[seats[0]][0] + sum(had[player][seat] for seat, player in enumerate(seats))


def _count(had: list[list[int]], seats: tuple[int, ...], change: int) -> None:
    """Note the seats at a table as had, or as not."""
    for seat, player in enumerate(seats):
        had[player][seat] += change
