"""Measurements of the exact search and of the other solvers; `benchmarks/solver.py` runs this where all of them are.

It takes a case and who is to solve it, in turns if there are several, and prints the medians as JSON in microseconds.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.solver import HANDS
from engine import resolve
from engine.cards import FACES, JOKER, pack, sort_hand
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.search import best
from tests.engine import templates
from tests.engine.questions import a_dense_hand, a_hand, a_table, house_rules, of_opened
from tests.engine.second_solver import by_cp_sat, by_highs, model

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.engine.questions import Asked

PRESET = "jokeren-13"
GOAL = "penalty"
ONES = (1 << 52) - 1


def questions(case: str, count: int) -> list[Asked]:
    """Fresh hands, always the same ones, of a player who has opened."""
    options: Any = resolve(PRESET, {}).resolved  # type: ignore[union-attr]
    rng, found = Random(case), []
    for _ in range(count):
        if case == "dense":
            hand = a_dense_hand(rng, 20, rng.randrange(5))
        else:
            hand = sort_hand(rng.sample(pack(options.packs, options.jokers), 14 if case == "14" else 20))
        table = a_table(rng, options, rng.randrange(3, 7)) if case == "table" else ()
        found.append(of_opened(options, hand, table, GOAL))
    return found


def by_engine(asked: Asked) -> Callable[[], int | None]:
    """The exact search, with all the pieces that it chooses from."""

    def solve() -> int | None:
        melds = new_melds(asked.options.melds, asked.hand, kinds=())
        found = best(asked.hand, melds + additions(asked.options.melds, asked.hand, asked.table), asked.goal)
        return None if found is None else found.cost

    return solve


def by_model(
    asked: Asked, solver: Callable[[Any], int | None], *, fast: bool = False
) -> Callable[[], int | None]:
    """Another solver: the templates of the pack that fit the hand, the model, and its solution.

    The fit is found one by one, or `fast` by NumPy. What the table takes is found before the clock runs.
    """
    laid_off = templates.lay_offs(
        asked.options, asked.hand, [(meld.kind, meld.cards) for meld in asked.table]
    )
    every, columns = _of_the_pack()

    def solve() -> int | None:
        there = Counter(asked.hand)
        cards, jokers = ~_bits(there), there[JOKER]
        if fast:
            lacking = (columns[0] & (cards & ONES)) | (columns[1] & (cards >> 52 & ONES))
            fit = [every[at][-1] for at in ((lacking == 0) & (columns[2] <= jokers)).nonzero()[0]]
        else:
            fit = [one for needs, wild, one in every if not needs & cards and wild <= jokers]
        return solver(model(asked.hand, fit + laid_off, asked.goal.costs, asked.goal.per_point, asked.demand))

    return solve


@cache
def _of_the_pack() -> tuple[list[tuple[int, int, templates.Template]], list[Any]]:
    """All new melds of a pack with the cards and the jokers that each needs, and the same as columns."""
    import numpy as np  # noqa: PLC0415 (only the peers have it)

    options: Any = resolve(PRESET, {}).resolved  # type: ignore[union-attr]
    found = templates.new_melds(options, Counter(pack(options.packs, options.jokers)))
    every = [(_bits(Counter(one.naturals)), one.jokers, one) for one in found]
    rows = [(needs & ONES, needs >> 52, wild) for needs, wild, _ in every]
    return every, [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]


def _bits(counts: Counter[str]) -> int:
    """The faces that are there as bits, and above them those that are there twice."""
    return sum(
        1 << at + 52 * (times - 1) for at, face in enumerate(FACES) for times in range(1, counts[face] + 1)
    )


def medians(case: str, names: list[str]) -> dict[str, float]:
    """The time that each takes for a hand; they must agree."""
    made: dict[str, Callable[[Asked], Callable[[], int | None]]] = {
        "engine": by_engine,
        "cp_sat": lambda asked: by_model(asked, by_cp_sat),
        "cp_sat_fast": lambda asked: by_model(asked, by_cp_sat, fast=True),
        "highs": lambda asked: by_model(asked, by_highs),
    }
    spent: dict[str, list[float]] = {name: [] for name in names}
    for name in names:
        made[name](questions("14", 1)[0])()
    for asked in questions(case, HANDS):
        costs = set()
        for name in names:
            solve = made[name](asked)
            began = time.process_time_ns()
            costs.add(solve())
            spent[name].append((time.process_time_ns() - began) / 1000)
        assert len(costs) == 1, (asked, costs)
    return {name: statistics.median(times) for name, times in spent.items()}


def cold(seed: int) -> dict[str, float]:
    """The first hand of this process: of 20 cards, every other one dense with four jokers."""
    rng = Random(seed)
    hand = a_dense_hand(rng, 20, 4) if seed % 2 else a_hand(rng, 20, 4)
    asked = of_opened(resolve(PRESET, {}).resolved, hand, (), GOAL)  # type: ignore[union-attr]
    solve = by_engine(asked)
    began = time.process_time()
    solve()
    return {"solving": time.process_time() - began, "with imports": time.process_time()}


def memory(count: int) -> dict[str, float]:
    """Megabytes that this process takes after 1,000 random hands and after all, the rules changing with each hundred."""
    rng, before = Random(1), 0.0
    for number in range(count):
        if number % 100 == 0:
            options = house_rules(rng)
            tables = [a_table(rng, options, 4) for _ in range(5)]
        size, jokers = rng.randrange(10, 21), rng.choice((0, 0, 1, 2, 3))
        hand = a_dense_hand(rng, size, jokers) if number % 10 == 0 else a_hand(rng, size, jokers)
        by_engine(of_opened(options, hand, rng.choice(tables), GOAL))()
        if number == HANDS:
            before = _megabytes()
    return {"before": before, "most": _megabytes()}


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    case, *names = sys.argv[1:]
    measured = {"cold": lambda: cold(int(names[0])), "memory": lambda: memory(int(names[0]))}
    print(json.dumps(measured[case]() if case in measured else medians(case, names)))
