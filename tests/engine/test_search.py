"""The exact search against one that tries everything the naive judge finds, on hands that many melds want to have.

It covers J.set, J.run, J.ace, J.joker, J.values, J.layoff, J.opening and J.opening_rounds, as `best` is asked them;
`make solver-check` compares larger hands with CP-SAT.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import JOKER
from engine.jokeren.pieces import new_melds
from engine.jokeren.search import Demand, best
from tests.engine.positions import cards, rules
from tests.engine.questions import a_dense_hand, a_hand, a_question
from tests.engine.solver_check import all_templates, answer, faults

if TYPE_CHECKING:
    from tests.engine.questions import Asked
    from tests.engine.templates import Template

HANDS = 150


def cheapest(asked: Asked) -> int | None:
    """What the best costs, found by trying every set of templates; of equal beginnings one is tried."""
    every = tuple(all_templates(asked))

    @cache
    def on(at: int, left: tuple[str, ...], places: frozenset[int], laid: tuple[Template, ...]) -> int | None:
        if at == len(every):
            return None if lacks(asked.demand, laid, left) else sum(asked.goal.costs[card] for card in left)
        one, found = every[at], [on(at + 1, left, places, laid)]
        rest = Counter(left)
        rest.subtract({JOKER: one.jokers, **Counter(one.naturals)})
        if min(rest.values()) >= 0 and one.place not in places:
            again = at if one.place is None else at + 1
            taken = places if one.place is None else places | {one.place}
            more = on(
                again, tuple(sorted(rest.elements())), taken, (*laid, one) if matters(asked.demand) else ()
            )
            found.append(None if more is None else more - asked.goal.per_point * one.points)
        return min((cost for cost in found if cost is not None), default=None)

    return on(0, tuple(sorted(asked.hand)), frozenset(), ())


def matters(demand: Demand) -> bool:
    """Whether it matters for the demand which melds were laid."""
    return bool(demand.points or demand.kinds or demand.most_unmelded is not None)


def lacks(demand: Demand, laid: tuple[Template, ...], left: tuple[str, ...]) -> bool:
    """Whether the demand is not met by what was laid and what stays."""
    new = [one for one in laid if one.place is None]
    naturals = sum(card != JOKER for card in left)
    off_table = len(left) + sum(one.size for one in laid if one.place is not None)
    return (
        sum(one.points for one in new) < demand.points
        or len(left) < demand.least_left
        or naturals < demand.least_naturals
        or (demand.most_left is not None and len(left) > demand.most_left)
        or (demand.most_unmelded is not None and off_table > demand.most_unmelded)
        or not kinds_met(demand.kinds, new)
    )


def kinds_met(kinds: tuple[str, ...], new: list[Template]) -> bool:
    """Whether each demanded kind has a meld of its own, tried in every way."""
    if not kinds:
        return True
    kind, _, size = kinds[0].partition(":")
    return any(
        one.kind == kind and one.size >= int(size or 3) and kinds_met(kinds[1:], new[:at] + new[at + 1 :])
        for at, one in enumerate(new)
    )


@pytest.mark.parametrize("dense", [False, True])
def test_nothing_cheaper_is_found_by_trying_everything(dense: bool) -> None:  # noqa: FBT001
    compared = met = 0
    for seed in range(HANDS):
        rng = Random(f"search {dense} {seed}")
        size, jokers = rng.randrange(5, 10 if dense else 13), rng.randrange(3)
        asked = a_question(rng, (a_dense_hand if dense else a_hand)(rng, size, jokers))
        if len(all_templates(asked)) > 40:
            continue
        found = answer(asked)
        assert (None if found is None else found.cost) == cheapest(asked), asked
        assert found is None or not faults(asked, found), asked
        compared, met = compared + 1, met + (found is not None)
    assert compared > HANDS // 2
    assert met > compared // 3


def test_two_of_a_face_are_two_cards_of_a_set() -> None:
    """J.set: where the suits of a set may be alike."""
    options = rules("jokeren-13", set_suits="any")
    taken = {piece.naturals for piece in new_melds(options.melds, cards("3H 3H 3D"))}
    assert taken == {("3H", "3H", "3D")}


def test_a_long_run_is_left_out_only_where_two_make_it_up() -> None:
    """J.opening_rounds: a run of seven that is demanded stays among the pieces."""
    options, hand = rules("jokeren-13"), cards("2H 3H 4H 5H 6H 7H 8H")
    sizes = {
        kinds: max(len(piece.naturals) for piece in new_melds(options.melds, hand, kinds=kinds))
        for kinds in (None, (), ("run",), ("run:6",), ("run:7",))
    }
    assert sizes == {None: 7, (): 5, ("run",): 5, ("run:6",): 7, ("run:7",): 7}
    goal = a_question(Random(0), hand, options).goal
    pieces = new_melds(options.melds, hand, kinds=("run:7",))
    found = best(hand, pieces, goal, Demand(kinds=("run:7",)))
    assert found is not None
    assert [piece.naturals for piece in found.pieces] == [hand]
