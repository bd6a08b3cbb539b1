"""The best arrangement once more, as a model for CP-SAT and for HiGHS: how often each template is used.

The two need `ortools` and `highspy`, which `benchmarks/peers.py` installs into an interpreter of their own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.engine.naive import Cards
    from tests.engine.templates import Template

LARGE = 10**9


class Model(NamedTuple):
    """Whole numbers from 0 to `most`, rows of coefficients with bounds, and what is to be as small as can be."""

    most: list[int]
    weights: list[int]
    constant: int
    rows: list[tuple[list[int], list[int], int, int]]
    """Which numbers, times what, at least, at most."""


def model(
    hand: Cards, templates: Sequence[Template], costs: Mapping[str, int], per_point: int, demand: Any
) -> Model:
    """Everything that `engine.jokeren.search.best` is asked, as a linear model."""
    there = Counter(hand)
    most, weights = [], []
    takes: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    places: dict[int, list[int]] = defaultdict(list)
    for at, one in enumerate(templates):
        most.append(1 if one.place is not None else 2)
        weight = per_point * one.points
        for card, count in (*Counter(one.naturals).items(), ("JK", one.jokers)):
            if count:
                numbers, times = takes[card]
                numbers.append(at)
                times.append(count)
                weight += count * costs[card]
        weights.append(-weight)
        if one.place is not None:
            places[one.place].append(at)
    rows = [(numbers, times, 0, there[card]) for card, (numbers, times) in takes.items()]
    rows += [(numbers, [1] * len(numbers), 0, 1) for numbers in places.values()]
    rows += _demanded(len(hand), there["JK"], templates, demand)
    return Model(most, weights, sum(costs[card] for card in hand), rows)


def _demanded(
    cards: int, jokers: int, templates: Sequence[Template], demand: Any
) -> list[tuple[list[int], list[int], int, int]]:
    every = list(range(len(templates)))
    new = [at for at, one in enumerate(templates) if one.place is None]
    sizes, naturals = [one.size for one in templates], [len(one.naturals) for one in templates]
    rows = []
    if demand.points:
        rows.append((new, [templates[at].points for at in new], demand.points, LARGE))
    for asked in set(demand.kinds):
        kind, _, size = asked.partition(":")
        larger = [one for one in demand.kinds if _size(one, kind) >= int(size or 3)]
        able = [at for at in new if templates[at].kind == kind and sizes[at] >= int(size or 3)]
        rows.append((able, [1] * len(able), len(larger), LARGE))
    if demand.least_left:
        rows.append((every, sizes, 0, cards - demand.least_left))
    if demand.least_naturals:
        rows.append((every, naturals, 0, cards - jokers - demand.least_naturals))
    if demand.most_left is not None:
        rows.append((every, sizes, cards - demand.most_left, LARGE))
    if demand.most_unmelded is not None:
        rows.append((new, [sizes[at] for at in new], cards - demand.most_unmelded, LARGE))
    return rows


def _size(demanded: str, kind: str) -> int:
    """The cards that a demanded meld of this kind needs; none where it is of the other kind."""
    own, _, size = demanded.partition(":")
    return int(size or 3) if own == kind else 0


def by_cp_sat(given: Model) -> int | None:
    """What the best costs, by CP-SAT with one worker; None where there is none."""
    from ortools.sat.python import cp_model  # noqa: PLC0415

    asked = cp_model.CpModel()
    numbers = [asked.new_int_var(0, most, "") for most in given.most]
    if not all(_possible(row) for row in given.rows):
        return None
    for which, times, least, most in (row for row in given.rows if row[0]):
        row = cp_model.LinearExpr.weighted_sum([numbers[at] for at in which], times)
        asked.add_linear_constraint(row, least, most)
    asked.minimize(cp_model.LinearExpr.weighted_sum(numbers, given.weights))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = solver.solve(asked)
    if found == cp_model.INFEASIBLE:
        return None
    assert found == cp_model.OPTIMAL, solver.status_name(found)
    return given.constant + round(solver.objective_value)


def by_highs(given: Model) -> int | None:
    """What the best costs, by HiGHS as a mixed-integer program on one thread."""
    import highspy  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    asked = highspy.HighsLp()
    columns = len(given.most)
    if not columns or not all(_possible(row) for row in given.rows):
        return given.constant if all(_possible(row) for row in given.rows) else None
    asked.num_col_, asked.num_row_ = columns, len(given.rows)
    asked.col_cost_ = np.array(given.weights, dtype=float)
    asked.col_lower_, asked.col_upper_ = np.zeros(columns), np.array(given.most, dtype=float)
    asked.row_lower_ = np.array([row[2] for row in given.rows], dtype=float)
    asked.row_upper_ = np.array([row[3] for row in given.rows], dtype=float)
    asked.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    asked.a_matrix_.start_ = np.cumsum([0, *(len(row[0]) for row in given.rows)])
    asked.a_matrix_.index_ = np.array([at for row in given.rows for at in row[0]])
    asked.a_matrix_.value_ = np.array([time for row in given.rows for time in row[1]], dtype=float)
    asked.integrality_ = [highspy.HighsVarType.kInteger] * columns
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)  # noqa: FBT003
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.passModel(asked)
    solver.run()
    if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    return given.constant + round(solver.getInfo().objective_function_value)


def _possible(row: tuple[list[int], list[int], int, int]) -> bool:
    """Whether the bounds of a row can be kept, by a first look."""
    which, _, least, most = row
    return most >= 0 and (bool(which) or least <= 0)
