"""The seating of match play: J.match over all numbers of players, and as few repeated meetings as a search of another kind finds."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import combinations

import pytest

from benchmarks.seating import annealed, fewest
from engine.seating import nearest_seatable, repeated_meetings, seating, table_sizes

SEED = b"a seed"
FEW, MANY = range(3, 21), range(21, 201)
SEATABLE = [players for players in (*FEW, *MANY) if players != 5]
NOT_SEATABLE = (-4, 0, 1, 2, 5)
SWAPS = 30_000


@cache
def seated(players: int, rounds: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The seating by the one seed, made once."""
    return seating(players, rounds, seed=SEED)


def ways(players: int) -> list[tuple[int, int]]:
    """All numbers of tables of four and of three that seat so many."""
    return [
        (fours, (players - 4 * fours) // 3)
        for fours in range(players // 4 + 1)
        if (players - 4 * fours) % 3 == 0
    ]


def firsts(plan: tuple[tuple[tuple[int, ...], ...], ...]) -> Counter[int]:
    """How often each player has the first seat."""
    return Counter(table[0] for tables in plan for table in tables)


@pytest.mark.parametrize("players", SEATABLE)
def test_there_are_as_many_fours_as_can_be(players: int) -> None:
    fours, threes = max(ways(players))
    assert table_sizes(players) == (4,) * fours + (3,) * threes
    assert nearest_seatable(players) == (players,)


@pytest.mark.parametrize("players", NOT_SEATABLE)
def test_who_cannot_be_seated_is_told_the_nearest_numbers(players: int) -> None:
    assert table_sizes(players) is None
    away = min(abs(players - other) for other in SEATABLE)
    assert nearest_seatable(players) == tuple(other for other in SEATABLE if abs(players - other) == away)
    with pytest.raises(ValueError, match=str(players)):
        seating(players, 3, seed=SEED)


@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize("players", SEATABLE)
def test_everybody_sits_once_in_each_round_at_tables_of_those_sizes(players: int, rounds: int) -> None:
    plan = seated(players, rounds)
    assert len(plan) == rounds
    for tables in plan:
        assert tuple(map(len, tables)) == table_sizes(players)
        assert sorted(player for table in tables for player in table) == list(range(players))
    assert max(firsts(plan).values()) <= 2


@pytest.mark.parametrize("rounds", [1, 2, 5, 6])
@pytest.mark.parametrize("players", [3, 6, 23])
def test_other_numbers_of_rounds_are_seated_too(players: int, rounds: int) -> None:
    for tables in seating(players, rounds, seed=SEED):
        assert sorted(player for table in tables for player in table) == list(range(players))
        assert tuple(map(len, tables)) == table_sizes(players)


@pytest.mark.parametrize("rounds", [3, 4, 5])
@pytest.mark.parametrize("seed", [b"", b"one", b"another", bytes(32)])
def test_of_sixteen_nobody_meets_twice(rounds: int, seed: bytes) -> None:
    plan = seating(16, rounds, seed=seed)
    pairs = Counter(pair for tables in plan for table in tables for pair in combinations(sorted(table), 2))
    assert set(pairs.values()) == {1}
    assert repeated_meetings(plan) == 0


@pytest.mark.parametrize("rounds", [3, 4])
def test_from_thirteen_players_on_nobody_meets_twice(rounds: int) -> None:
    again = {players: repeated_meetings(seated(players, rounds)) for players in range(13, 201)}
    assert not {players for players, meetings in again.items() if meetings}


@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize("players", range(6, 10))
def test_of_few_players_as_few_meet_again_as_in_the_best_plan_of_all(players: int, rounds: int) -> None:
    for seed in (b"one", b"another"):
        assert repeated_meetings(seating(players, rounds, seed=seed)) == fewest(players, rounds)


@pytest.mark.parametrize(
    ("players", "rounds"), [(8, 4), (11, 3), (11, 4), (12, 3), (12, 4), (14, 4), (18, 3), (25, 4)]
)
def test_a_search_of_another_kind_does_not_find_less(players: int, rounds: int) -> None:
    found = annealed(players, rounds, random.Random(1), swaps=SWAPS)
    assert repeated_meetings(seated(players, rounds)) <= found


@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize("players", [15, *range(40, 201, 9)])
def test_nobody_sits_at_a_table_of_three_twice_while_others_never_do(players: int, rounds: int) -> None:
    plan = seated(players, rounds)
    turns = Counter(player for tables in plan for table in tables if len(table) == 3 for player in table)
    assert max(turns.values(), default=0) <= 1


def test_the_seed_gives_the_seating() -> None:
    for players in (9, 16, 41, 200):
        assert seating(players, 3, seed=b"one") == seating(players, 3, seed=b"one")
        assert seating(players, 3, seed=b"one") != seating(players, 3, seed=b"another")


def test_the_seating_of_a_seed_stays_as_it_is() -> None:
    """A printed schedule can be made again by any later version, on any machine."""
    plans = [seated(players, rounds) for players in (7, 10, 17, 40) for rounds in (3, 4)]
    assert (
        sha256(repr(plans).encode()).hexdigest()
        == "84e8dd4c3d37acebdb58c73572ca89884de7fd6dacc756579f1ac3b590018abf"
    )


@pytest.mark.parametrize(
    ("plan", "again"),
    [
        ([], 0),
        ([[[0, 1, 2]], [[0, 3, 4]]], 0),
        ([[[0, 1, 2]], [[2, 0, 3]]], 1),
        ([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]]], 6),
    ],
)
def test_a_pair_that_sits_together_n_times_meets_again_n_minus_one_times(
    plan: list[list[list[int]]], again: int
) -> None:
    assert repeated_meetings(plan) == again
