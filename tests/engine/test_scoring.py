"""What a round's points are made of: cards with their clauses, what is added or taken off, and the running totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given

from engine import CardCost, Outcome, standing
from engine.clauses import CLAUSES
from engine.results import Adjustment
from tests.engine.positions import JOKEREN, rules
from tests.engine.strategies import Setting, games, law, walk
from tests.engine.test_match import begun

if TYPE_CHECKING:
    from engine.results import SeatScore


@law
@given(games())
def test_points_are_the_sum_of_cards_and_adjustments(setting: Setting) -> None:
    """In every family, by whatever house rules; every card left is told, and every clause is one that is served."""
    for moment in walk(setting, rounds=3):
        game = moment.played.game
        if game.state.outcome is None:
            continue
        outcome = game.state.outcome
        for line in game.family.score_lines(game.options, outcome):
            assert line.points == outcome.points[line.seat] == sum(part.points for part in line.parts)
            assert [cost.card for cost in line.cards] == list(game.state.hands[line.seat])
            assert {part.clause for part in line.parts} <= CLAUSES.keys()
            assert all(part.points for part in line.adjustments)
        rounds = standing.sheet(game)
        assert tuple(line.total for line in rounds[-1].seats) == standing.totals(game)
        assert all(line.cards is not None for one in rounds for line in one.seats)


def lines(options: dict[str, Any], **told: Any) -> tuple[SeatScore, ...]:
    """The lines of a round of three that seat 1 won, unless it is told otherwise."""
    given = {
        "winner": 1,
        "points": (0, 0, 0),
        "hands": (("9C", "JK"), (), ("AS",)),
        "costs": ((9, 25), (), (11,)),
    }
    return JOKEREN.score_lines(rules(**options), Outcome(**given | told))


@pytest.mark.parametrize(
    ("options", "told", "adjustments"),
    [
        pytest.param({}, {}, ((), (), ()), id="J.score as they are"),
        pytest.param({}, {"concealed": True}, ((), (), ()), id="J.double not in force"),
        pytest.param(
            {"concealed_finish_factor": 3},
            {"concealed": True},
            ((("J.double", 68),), (), (("J.double", 22),)),
            id="J.double the factor less one",
        ),
        pytest.param(
            {"scoring": "winner_collects"},
            {},
            ((("J.collect", -34),), (("J.collect", 45),), (("J.collect", -11),)),
            id="J.collect what the others lose",
        ),
        pytest.param(
            {"scoring": "winner_collects"},
            {"winner": None, "blocked": True},
            ((("J.collect", -34),), (), (("J.collect", -11),)),
            id="J.collect nobody when blocked",
        ),
        pytest.param(
            {"scoring": "winner_collects", "concealed_finish_factor": 2},
            {"concealed": True},
            (
                (("J.double", 34), ("J.collect", -68)),
                (("J.collect", 90),),
                (("J.double", 11), ("J.collect", -22)),
            ),
            id="J.collect doubled",
        ),
    ],
)
def test_what_is_added_or_taken_off(
    options: dict[str, Any], told: dict[str, Any], adjustments: tuple[Any, ...]
) -> None:
    expected = [tuple(Adjustment(*one) for one in seat) for seat in adjustments]
    assert [line.adjustments for line in lines(options, **told)] == expected


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        ({}, ["J.score", "J.score"]),
        ({"hand_penalties": "one_each"}, ["J.score_kbn", "J.score"]),
        ({"joker_penalty_unplayable": 1}, ["J.score", "J.score_kbn"]),
    ],
)
def test_a_card_costs_by_the_clause_that_prices_it(options: dict[str, Any], clauses: list[str]) -> None:
    """J.score, J.score_kbn: the natural card and the joker each by its own."""
    cards = lines(options)[0].cards
    assert cards == (CardCost("9C", 9, clauses[0]), CardCost("JK", 25, clauses[1]))


@pytest.mark.parametrize("told", [{"hands": None}, {"costs": None}, {"hands": None, "costs": None}])
def test_points_stand_alone_where_nobody_told_the_cards(told: dict[str, Any]) -> None:
    for line in lines({"concealed_finish_factor": 2}, points=(68, 0, 22), concealed=True, **told):
        assert (line.cards, line.adjustments) == (None, ())
        assert line.points == (68, 0, 22)[line.seat]


def test_a_round_to_score_says_what_doubles_it_j_double() -> None:
    options = rules(concealed_finish_factor=2, scoring="winner_collects")
    scores = JOKEREN.score_round(options, {"hands": (("9C",), ()), "winner": 1, "concealed": True})
    assert [(one.points, one.adjustments) for one in scores] == [
        (0, (Adjustment("J.double", 9), Adjustment("J.collect", -18))),
        (18, (Adjustment("J.collect", 18),)),
    ]


def test_a_sheet_numbers_its_rounds_and_adds_them_up() -> None:
    """J.game_end: the rounds that are over, as they were won; what does not add up explains nothing."""
    past = (
        Outcome(winner=0, concealed=True, points=(0, 7), hands=((), ("7C",)), costs=((), (7,))),
        Outcome(winner=None, blocked=True, points=(4, 9), hands=(("4C",), ("8C",)), costs=((4,), (8,))),
    )
    game = begun()
    running = msgspec.structs.replace(
        game, state=msgspec.structs.replace(game.state, round=6, past_rounds=past)
    )
    first, second = standing.sheet(running)

    assert [(one.number, one.winner, one.blocked, one.concealed) for one in (first, second)] == [
        (4, 0, False, True),
        (5, None, True, False),
    ]
    assert [line.total for line in first.seats + second.seats] == [0, 7, 4, 16]
    assert [line.cards for line in second.seats] == [(CardCost("4C", 4, "J.score"),), None]
    assert standing.sheet(game) == ()


@pytest.mark.parametrize(
    ("told", "fits"),
    [
        ({}, True),
        ({"winner": 3}, False),
        ({"winner": None}, False),
        ({"blocked": True}, False),
        ({"winner": None, "blocked": True}, True),
        ({"winner": None, "broken_off": True}, True),
        ({"winner": None, "blocked": True, "broken_off": True}, False),
        ({"winner": 3, "blocked": True}, False),
        ({"hands": None}, False),
        ({"hands": None, "costs": None}, True),
        ({"costs": ((9,), (), (11,))}, False),
        ({"hands": (("9C", "JK"), (), None), "costs": ((9, 25), (), None)}, True),
        ({"hands": (("9C", "JK"), (), None)}, False),
        ({"points": (0, 0)}, False),
        ({"fines": (0, 0)}, False),
        ({"fines": (0, 1, 0)}, True),
    ],
)
def test_an_outcome_fits_its_seats(told: dict[str, Any], fits: bool) -> None:  # noqa: FBT001
    given = {
        "winner": 1,
        "points": (0, 0, 0),
        "hands": (("9C", "JK"), (), ("AS",)),
        "costs": ((9, 25), (), (11,)),
    }
    assert Outcome(**given | told).fits(3) is fits
