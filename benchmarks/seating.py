"""How few repeated meetings a seating has and how long it takes, beside a long search and, for few players, beside the fewest.

The long search is simulated annealing from a random start; the fewest come from a look at every plan that there is.
Neither has anything of the engine's but the sizes of the tables.
"""

from __future__ import annotations

import math
import os
import random
import time
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from engine.seating import repeated_meetings, seating, table_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES, ROUNDS = range(8, 201), (3, 4)
SEEDS = tuple(b"seating %d" % number for number in range(5))
SWAPS, HOT, COLD = 400_000, 1.0, 0.12
"""Of the annealing: how many swaps it tries, and what temperature it begins and ends with."""
EXHAUSTIBLE = 12
"""Up to so many players every plan can be looked at in seconds."""


def annealed(players: int, rounds: int, rng: random.Random, swaps: int = SWAPS) -> int:
    """The fewest repeated meetings that simulated annealing finds: swaps of two players in a round, worse ones ever less often."""
    sizes = table_sizes(players)
    assert sizes is not None
    plan = [dealt(rng.sample(range(players), players), sizes) for _ in range(rounds)]
    met = [[0] * players for _ in range(players)]
    for table in (table for tables in plan for table in tables):
        for one, other in permutations(table, 2):
            met[one][other] += 1
    cost = least = repeated_meetings(plan)
    for tried in range(swaps):
        if least == 0:
            break
        tables = rng.choice(plan)
        here, there = rng.sample(tables, 2) if len(tables) > 1 else (tables[0], tables[0])
        at, to = rng.randrange(len(here)), rng.randrange(len(there))
        change = exchange(met, here, there, at, to)
        heat = HOT * (COLD / HOT) ** (tried / swaps)
        if change > 0 and rng.random() >= math.exp(-change / heat):
            exchange(met, here, there, at, to)
        else:
            cost += change
            least = min(least, cost)
    return least


def dealt(order: list[int], sizes: tuple[int, ...]) -> list[list[int]]:
    """The players in this order at tables of these sizes."""
    left = iter(order)
    return [[next(left) for _ in range(size)] for size in sizes]


def exchange(met: list[list[int]], here: list[int], there: list[int], at: int, to: int) -> int:
    """Let two players change tables and count their meetings anew; how many more are repeated."""
    change = 0
    for table, place in ((here, at), (there, to)):
        for other in table[:place] + table[place + 1 :]:
            change -= met[table[place]][other] > 1
            met[table[place]][other] -= 1
            met[other][table[place]] -= 1
    here[at], there[to] = there[to], here[at]
    for table, place in ((here, at), (there, to)):
        for other in table[:place] + table[place + 1 :]:
            change += met[table[place]][other] > 0
            met[table[place]][other] += 1
            met[other][table[place]] += 1
    return change


def rounds_of(players: frozenset[int], sizes: tuple[int, ...]) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to seat these players at tables of these sizes."""
    if not sizes:
        yield ()
        return
    first = min(players)
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(sorted(players - {first}), size - 1):
            table = frozenset((first, *others))
            for tables in rounds_of(players - table, tuple(rest)):
                yield (table, *tables)


def shape(one: tuple[frozenset[int], ...], other: tuple[frozenset[int], ...]) -> tuple[int, ...]:
    """How two rounds lie to each other, whoever the players are: how many each table of one shares with each of the other."""
    return min(
        tuple(len(mine & theirs) for mine in first for theirs in second)
        for first in permutations(one)
        for second in permutations(other)
    )


def fewest(players: int, rounds: int) -> int:
    """The fewest repeated meetings that any plan of three or four rounds has.

    Which players sit where in the first round does not matter, and of the second only how it lies to the first does.
    What follows is tried in full, but for third rounds after which even four new tables would not be better.
    """
    sizes = table_sizes(players)
    assert sizes is not None
    all_rounds = list(rounds_of(frozenset(range(players)), sizes))
    meetings = [
        sum(1 << one * players + other for table in tables for one, other in combinations(sorted(table), 2))
        for tables in all_rounds
    ]
    seconds = {shape(all_rounds[0], tables): met for tables, met in zip(all_rounds, meetings, strict=True)}
    each, most = meetings[0].bit_count(), 0
    for second in seconds.values():
        pairs = meetings[0] | second
        thirds = sorted(((pairs | third) for third in meetings), key=int.bit_count, reverse=True)
        if rounds == 3:
            most = max(most, thirds[0].bit_count())
            continue
        for third in thirds:
            if third.bit_count() + each <= most:
                break
            most = max(most, *((third | fourth).bit_count() for fourth in meetings))
    return rounds * each - most


def main() -> None:
    """Print a line for each size that has repeated meetings, and then the worst of all."""
    print(
        f"seating, {len(SEEDS)} seeds each, and annealing with {SWAPS:,} swaps; load {os.getloadavg()[0]:.1f}"
    )
    rng, ours, long, worst, slowest = random.Random(1), 0, 0, 1.0, (0.0, 0, 0)
    for rounds in ROUNDS:
        for players in SIZES:
            found = []
            for seed in SEEDS:
                began = time.process_time()
                found.append(repeated_meetings(seating(players, rounds, seed=seed)))
                slowest = max(slowest, (time.process_time() - began, players, rounds))
            searched = annealed(players, rounds, rng)
            ours, long = ours + max(found), long + searched
            worst = max(worst, max(found) / searched if searched else 1.0 + max(found))
            if max(found) or searched:
                least = f", fewest of all plans {fewest(players, rounds)}" if players <= EXHAUSTIBLE else ""
                print(
                    f"{players:>4} players, {rounds} rounds: {min(found)} to {max(found)}, annealing {searched}{least}",
                    flush=True,
                )
    print(
        f"{SIZES[0]} to {SIZES[-1]} players: {ours} repeated meetings in all, annealing {long}; at most {worst:.2f} times as many"
    )
    seconds, players, rounds = slowest
    print(f"the slowest took {seconds:.2f} s of CPU time ({players} players, {rounds} rounds)")


if __name__ == "__main__":
    main()
