"""Positions of Sjuan that somebody gives: the law that one given back is the same, what is filled in, what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from engine import Refused, SeatScore, Step, family_of, inquiry, resolve
from engine.cards import HIDDEN, RANKS
from engine.refusals import Code
from engine.results import Adjustment, CardCost, Outcome
from engine.sjuan.actions import Pass
from engine.sjuan.layout import Layout
from engine.sjuan.state import SjuanPartialState
from tests.engine.sjuan import KEY, OTHERS, SJUAN, fields_of, given, layout, position, rules, ruleset
from tests.engine.strategies import few, house_rules, resolved

WON = Outcome(winner=0, points=(0, 2, 2))
BLOCKED = Outcome(winner=None, blocked=True, points=(1, 2, 2))
BROKEN_OFF = Outcome(winner=None, broken_off=True, points=(50, 0, 0), fines=(50, 0, 0))


def refused(parts: dict[str, Any], *, seat: int | None = None, **options: Any) -> list[str]:
    """Why a position cannot be: codes, clauses and places."""
    answer = inquiry.position(ruleset(**options), parts, seat=seat)
    assert isinstance(answer, Refused), answer
    return [f"{no.code} {no.clause} /{'/'.join(map(str, no.where))}" for no in answer.refusals]


def known_to(state: Any, seat: int) -> dict[str, Any]:
    """What a seat knows of a position."""
    hands = [hand if at == seat else None for at, hand in enumerate(state.hands)]
    return fields_of(state) | {"hands": hands, "hand_counts": list(map(len, state.hands))}


@few
@drawn(house_rules("sjuan"), st.integers(0, 2**32))
def test_a_position_given_back_is_the_same_position_whole_and_in_part(
    options: dict[str, Any], chance: int
) -> None:
    rules, rng = resolved("sjuan", options), Random(chance)
    own, players = rules.resolved, rng.randint(rules.resolved.min_players, rules.resolved.max_players)
    state = SJUAN.deal(own, players, number=1, dealer=rng.randrange(players), key=rng.randbytes(32))
    while True:
        assert SJUAN.position(own, fields_of(state)) == state
        assert SJUAN.told(state) is state
        seat = rng.randrange(players)
        partial = SJUAN.position(own, known_to(state, seat), asker=seat)
        assert not isinstance(partial, Refused), partial
        told = SJUAN.told(partial)
        assert HIDDEN.encode() not in msgspec.json.encode(told)
        assert SJUAN.position(own, fields_of(told), asker=seat) == partial
        if state.outcome is not None:
            break
        action = rng.choice(SJUAN.legal_actions(own, state))
        step = SJUAN.play(own, state, state.turn.seat, action, key=KEY)
        assert isinstance(step, Step)
        state = step.state


def test_what_is_left_out_gets_its_evident_default() -> None:
    """The dealer sits before the seat on turn; each card that lies and each last pass was a turn."""
    state = position(f"KH 9C | {OTHERS}", "6C 7C 8C", seat=0, passes=1)
    assert state.hands[0] == ("KH", "9C")
    assert (state.round, state.dealer, state.turn.number) == (1, 2, 5)
    assert (state.fines, state.past_rounds, state.outcome) == ((0, 0, 0), (), None)
    bare = {name: part for name, part in given("7C 2H", "").items() if name != "layout"}
    begun = inquiry.position(ruleset(), bare)
    assert (begun.layout, begun.passes, begun.turn.number) == (Layout(), 0, 1)
    over = position(f"2H | {OTHERS}", "7C", phase="over", outcome=BLOCKED, passes=3)
    assert over.turn.number == 4


def test_how_often_was_passed_before_the_last_card_nothing_else_says() -> None:
    """After each of four cards but the last, two of three can have passed and the third has played (S.block)."""
    for number in range(6, 13):
        assert position("KH", "6C 7C 8C 9C", passes=1, number=number).turn.number == number
    for number in (5, 13):
        parts = given("KH", "6C 7C 8C 9C", passes=1, number=number)
        assert refused(parts) == ["state_counts_wrong S.play /state/turn/number"]
    assert refused(given("7C", "", number=2)) == ["state_counts_wrong S.play /state/turn/number"]


def test_a_hand_that_is_unknown_is_answered_so_s_deal() -> None:
    state = position("KH | ?3 | 2S 3S", "6C 7C", asker=0)
    assert state.hands[1] == (HIDDEN,) * 3
    told = SJUAN.told(state)
    assert isinstance(told, SjuanPartialState)
    assert (told.hands, told.hand_counts) == ((("KH",), None, ("2S", "3S")), (1, 3, 2))


def test_whether_an_unknown_hand_begins_depends_on_where_the_opening_card_can_be_s_start() -> None:
    assert position("?2 | 2D 3D | 2S 3S", "", asker=1).turn.seat == 0
    parts = given("?2 | 2D 7C | 2S 3S", "")
    assert refused(parts, seat=1) == ["state_layout_invalid S.start /state/turn/seat"]


ROWS = {
    "a card between is missing": ("7C 9C", {}, "state_layout_invalid S.play /state/layout/C"),
    "high to low": ("8C 7C", {}, "state_layout_invalid S.play /state/layout/C"),
    "twice the same": ("7C 7C", {}, "state_layout_invalid S.play /state/layout/C"),
    "without its seven": ("7C, 8H 9H", {}, "state_layout_invalid S.play /state/layout/H"),
    "a low ace by the high rule": (
        "AC 2C 3C 4C 5C 6C 7C", {"ace": "high"}, "state_layout_invalid S.play /state/layout/C",
    ),
    "a high ace by the low rule": ("7C 8C 9C 10C JC QC KC AC", {}, "state_layout_invalid S.play /state/layout/C"),
    "a six without the eight": ("6C 7C", {"eight_before_six": True}, "state_layout_invalid S.play /state/layout/C"),
    "not the opening card": ("7H", {}, "state_layout_invalid S.start /state/layout/C"),
    "not the opening card of the house": ("7C", {"opening_card": "7S"}, "state_layout_invalid S.start /state/layout/S"),
    "another suit": (Layout(clubs=("7C",), hearts=("7D",)), {}, "state_layout_invalid S.play /state/layout/H"),
    "a joker": (Layout(clubs=("7C", "JK:8C")), {}, "state_layout_invalid S.play /state/layout/C"),
}  # fmt: skip


@pytest.mark.parametrize(("lies", "options", "no"), ROWS.values(), ids=ROWS)
def test_a_row_that_cannot_lie_is_refused(lies: Any, options: dict[str, Any], no: str) -> None:
    assert no in refused(given("KH", lies), **options)


@pytest.mark.parametrize(
    ("lies", "options", "card"),
    [
        ("7C 9C", {}, "9C"),
        ("7C, 8H 9H", {}, "7H"),
        ("6C 7C", {"eight_before_six": True}, "8C"),
        ("7C 8C 9C 10C JC QC KC AC", {}, "AC"),
        ("7H", {}, "7C"),
        ("", {}, "7C"),
    ],
)
def test_a_layout_is_refused_with_the_card_that_is_wrong_or_missing(
    lies: str, options: dict[str, Any], card: str
) -> None:
    answer = inquiry.position(ruleset(**options), given("KH", lies))
    assert [no.facts.card for no in answer.refusals if no.code == Code.STATE_LAYOUT_INVALID] == [card]


@pytest.mark.parametrize(
    ("lies", "options"),
    [
        ("AC 2C 3C 4C 5C 6C 7C", {}),
        ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", {"ace": "high"}),
        ("6C 7C 8C", {"eight_before_six": True}),
        ("7C 8C", {"eight_before_six": True}),
        ("7S, 6H 7H", {"opening_card": "7S"}),
    ],
)
def test_a_row_lies_low_to_high_with_the_ace_where_the_rules_have_it(
    lies: str, options: dict[str, Any]
) -> None:
    assert position("KH", lies, ruleset(**options)).layout == layout(lies)


REFUSED = {
    "too few players": (given("7C | 2D", ""), "players_out_of_range S.players /state/hands"),
    "nobody there": (given("KH", seat=3), "seat_unknown S.play /state/turn/seat"),
    "a dealer who is not there": (given("KH", dealer=3), "seat_unknown S.play /state/dealer"),
    "fines where no pass costs any": (given("KH", fines=(0, 3, 0)), "state_counts_wrong S.must_play /state/fines"),
    "two fines": (given("KH", fines=(0, 0)), "state_lists_length S.deal /state/fines"),
    "a card twice": (given("KH 2D"), "card_too_often S.pack /state/hands"),
    "a card in a hand that lies": (given("KH 7C"), "card_too_often S.pack /state/hands"),
    "a joker": (given("JK"), "card_too_often S.pack /state/hands"),
    "over without an outcome": (given("KH", phase="over"), "state_phase_wrong S.play /state/turn/phase"),
    "an outcome in play": (given("KH", outcome=BLOCKED), "state_phase_wrong S.play /state/turn/phase"),
    "an empty hand in play": (given(f"KH | | {OTHERS}"), "state_outcome_wrong S.end /state/hands/1"),
    "all have passed": (given("KH", passes=3), "state_phase_wrong S.play /state/turn/phase"),
    "more have passed than play": (
        given("KH", phase="over", outcome=BLOCKED, passes=4), "state_phase_wrong S.play /state/turn/phase",
    ),
    "a pass before the first card": (given("7C", "", passes=1), "state_counts_wrong S.start /state/passes"),
    "another holds the opening card": (
        given("KH | 7C | 2S", ""), "state_layout_invalid S.start /state/turn/seat",
    ),
    "the winner holds a card": (
        given("KH", phase="over", outcome=WON), "winner_has_cards S.score /state/outcome/winner",
    ),
    "two empty hands": (given("| | 2S", phase="over", outcome=WON), "state_outcome_wrong S.end /state/hands/1"),
    "an empty hand in a block": (
        given(f"| {OTHERS}", phase="over", outcome=BLOCKED), "state_outcome_wrong S.end /state/hands/0",
    ),
    "a winner in one go": (
        given(f"| {OTHERS}", phase="over", outcome=msgspec.structs.replace(WON, concealed=True)),
        "state_outcome_wrong S.end /state/outcome",
    ),
    "an outcome of two seats": (
        given(f"| {OTHERS}", phase="over", outcome=msgspec.structs.replace(WON, points=(0, 2))),
        "state_outcome_wrong S.end /state/outcome",
    ),
    "a winner who is not there": (
        given("KH", phase="over", outcome=msgspec.structs.replace(WON, winner=7)),
        "state_outcome_wrong S.end /state/outcome",
    ),
    "broken off and won": (
        given(f"| {OTHERS}", phase="over", outcome=msgspec.structs.replace(WON, broken_off=True)),
        "state_outcome_wrong S.end /state/outcome",
    ),
    "costs of two seats": (
        given("KH", past_rounds=(msgspec.structs.replace(WON, costs=((), ())),)),
        "state_outcome_wrong S.end /state/past_rounds/0",
    ),
    "costs of no cards": (
        given("KH", past_rounds=(msgspec.structs.replace(WON, hands=((), ("2D",), ("2S",)), costs=((), (), (1,))),)),
        "state_outcome_wrong S.end /state/past_rounds/0",
    ),
    "fines of two seats": (
        given("KH", past_rounds=(msgspec.structs.replace(WON, fines=(0, 0)),)),
        "state_outcome_wrong S.end /state/past_rounds/0",
    ),
    "more rounds before it than its number says": (
        given("KH", round=2, past_rounds=(WON, BLOCKED)),
        "state_counts_wrong S.end /state/past_rounds",
    ),
    "an unknown hand where nobody asks": (given("KH | ?2 | 2S"), "state_part_unknown S.play /state/hands/1"),
    "unknown points where nobody asks": (
        given("KH", phase="over", outcome=msgspec.structs.replace(BLOCKED, points=(1, None, 2))),
        "state_part_unknown S.play /state/outcome/points",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "no"), REFUSED.values(), ids=REFUSED)
def test_a_position_that_cannot_be_is_refused(parts: dict[str, Any], no: str) -> None:
    found = refused(parts)
    assert no in found
    assert len(set(found)) == len(found)


PARTLY = {
    "the own hand unknown": (given("?1 | 2D | 2S"), "state_part_unknown S.play /state/hands/0"),
    "no counts": (given("KH | ?2 | 2S", hand_counts=None), "state_counts_wrong S.deal /state/hand_counts"),
    "counts of two seats": (given("KH | ?2 | 2S", hand_counts=(1, 2)), "state_lists_length S.deal /state/hand_counts"),
    "another count": (given("KH | ?2 | 2S", hand_counts=(2, 2, 1)), "state_counts_wrong S.deal /state/hand_counts/0"),
    "more than the pack has left": (given("KH | ?51 | 2S"), "state_unknown_too_many S.pack /state/hands"),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "no"), PARTLY.values(), ids=PARTLY)
def test_a_position_that_is_known_in_part_is_refused_where_that_part_cannot_be(
    parts: dict[str, Any], no: str
) -> None:
    assert no in refused(parts, seat=0)


def test_rounds_end_won_blocked_or_broken_off_by_a_fine() -> None:
    won = position(f"| {OTHERS}", "7C", phase="over", outcome=WON)
    assert won.outcome == WON
    assert position("KH", phase="over", passes=3, outcome=BLOCKED).outcome == BLOCKED
    dear = ruleset(voluntary_pass="allowed", voluntary_pass_fine=50)
    again = position("KH", "7C", dear, phase="over", passes=1, fines=(50, 0, 0), outcome=BROKEN_OFF)
    assert again.outcome == BROKEN_OFF
    third = position("KH", past_rounds=(WON, BLOCKED))
    assert (third.past_rounds, third.round) == ((WON, BLOCKED), 3)
    assert position("KH", round=5, past_rounds=(WON,)).round == 5
    unknown = msgspec.structs.replace(BLOCKED, points=(1, None, 2))
    assert position("KH | ?2 | 2S 3S", phase="over", outcome=unknown, asker=0).outcome == unknown


def scored(options: dict[str, Any] | None = None, **parts: Any) -> Any:
    """The scores of a round that ended so."""
    return SJUAN.score_round(ruleset(**(options or {})).resolved, parts)


def test_a_round_that_is_over_is_scored_with_its_fines_s_score() -> None:
    hands = [(), ("KH", "AS"), ("2S",)]
    assert scored(hands=hands, winner=0) == (
        SeatScore(0, 0, ()),
        SeatScore(1, 2, (CardCost("KH", 1, "S.score"), CardCost("AS", 1, "S.score"))),
        SeatScore(2, 1, (CardCost("2S", 1, "S.score"),)),
    )
    fined = {"hand_penalties": "pips", "voluntary_pass": "allowed", "voluntary_pass_fine": 5}
    pips = scored(fined, hands=hands, winner=0, fines=[5, 0, 0], round=3)
    assert [line.points for line in pips] == [5, 21, 2]
    assert pips[0].adjustments == (Adjustment("S.must_play", 5),)
    blocked = scored(hands=[("KH",), ("AS",), ("2S", "3S")], winner=None)
    assert [line.points for line in blocked] == [1, 1, 2]


@pytest.mark.parametrize(
    ("parts", "no"),
    [
        ({"table": ()}, "not_in_this_game S.play /table"),
        ({"opened": (True, True, True)}, "not_in_this_game S.play /opened"),
        ({"concealed": True}, "not_in_this_game S.play /concealed"),
        ({"fines": [0, 0]}, "state_lists_length S.deal /fines"),
        ({"fines": [0, 3, 0]}, "state_counts_wrong S.must_play /fines"),
        ({"winner": 3}, "seat_unknown S.play /winner"),
        ({"winner": 1}, "winner_has_cards S.score /hands/1"),
        ({"winner": None}, "state_outcome_wrong S.end /hands/0"),
        ({"hands": [(), ("KH",)]}, "players_out_of_range S.players /hands"),
        ({"hands": [(), ("KH",), ("KH",)]}, "card_too_often S.pack /hands"),
    ],
)
def test_a_round_that_cannot_have_ended_so_is_not_scored(parts: dict[str, Any], no: str) -> None:
    answer = scored(**{"hands": [(), ("KH",), ("2S",)], "winner": 0, **parts})
    assert isinstance(answer, Refused)
    told = [f"{one.code} {one.clause} /{'/'.join(map(str, one.where))}" for one in answer.refusals]
    assert no in told


def test_no_round_of_the_other_family_is_scored_with_fines() -> None:
    """And each family says so by a clause of its own."""
    jokeren = resolve("jokeren-7", {})
    assert not isinstance(jokeren, Refused)
    answer = family_of("jokeren-7").score_round(
        jokeren.resolved, {"hands": [(), ("KH",)], "winner": 0, "fines": [5, 0]}
    )
    assert isinstance(answer, Refused)
    assert [(no.code, no.clause, no.where) for no in answer.refusals] == [
        (Code.NOT_IN_THIS_GAME, "J.turn", ("fines",))
    ]


@pytest.mark.parametrize(
    ("lies", "fines", "fits"),
    [
        ("7C", (3, 0, 0), True),
        ("7C", (6, 0, 0), False),
        ("7C 8C", (6, 0, 0), True),
        ("7C 8C", (0, 4, 0), False),
    ],
)
def test_nobody_passes_twice_between_two_cards_s_must_play(
    lies: str, fines: tuple[int, ...], *, fits: bool
) -> None:
    """So that fines are bounded by the cards that lie."""
    fined = ruleset(voluntary_pass="allowed", voluntary_pass_fine=3)
    answer = inquiry.position(fined, given("KH", lies, fines=fines))
    assert isinstance(answer, Refused) is not fits


@pytest.mark.parametrize(
    ("past", "fines", "fits"), [(40, (9, 3, 0), True), (41, (9, 3, 0), False), (50, (0, 3, 0), True)]
)
def test_nobody_plays_on_after_a_fine_that_reaches_the_limit(
    past: int, fines: tuple[int, ...], *, fits: bool
) -> None:
    """S.game_end: but an extra round can begin with a total beyond it."""
    fined = ruleset(voluntary_pass="allowed", voluntary_pass_fine=3)
    before = (Outcome(winner=1, points=(past, 0, 0)),)
    answer = inquiry.position(fined, given("KH", "7C 8C 9C", fines=fines, past_rounds=before))
    if fits:
        assert not isinstance(answer, Refused)
    else:
        assert [(no.code, no.clause, no.where[-1]) for no in answer.refusals] == [
            (Code.STATE_COUNTS_WRONG, "S.game_end", "fines")
        ]


def test_what_a_hand_costs_that_nobody_knows_is_told_where_all_cards_cost_the_same_s_score() -> None:
    """S.block: two players are left with cards that the asker does not see."""
    for options, points in (({}, (1, 2, 2)), ({"hand_penalties": "pips"}, (10, None, None))):
        ruled = ruleset(**options, voluntary_pass="allowed")
        state = position("KH | ?2 | ?2", "7C", ruled, asker=0, passes=2)
        step = SJUAN.play(ruled.resolved, state, 0, Pass(), key=KEY)
        assert isinstance(step, Step)
        assert step.state.outcome.points == points
        assert step.state.outcome.hands == (("KH",), None, None)
        assert step.state.outcome.costs == ((points[0],), None, None)


def test_a_score_without_the_cards_that_were_left_says_so_s_score() -> None:
    """And nobody has to open in this family."""
    (line, *_) = SJUAN.score_lines(
        rules(), Outcome(winner=None, broken_off=True, points=(3, 0, 0), fines=(3, 0, 0))
    )
    assert (line.cards, line.adjustments) == (None, (Adjustment("S.must_play", 3),))
    (counted, *_) = SJUAN.score_lines(
        rules(),
        Outcome(
            winner=None,
            broken_off=True,
            points=(3, 0, 0),
            fines=(3, 0, 0),
            hands=(("KH",),) * 3,
            costs=((1,),) * 3,
        ),
    )
    assert counted.adjustments == (Adjustment("S.must_play", 3), Adjustment("S.game_end", -1))
    (plain, *_) = SJUAN.score_lines(rules(), Outcome(winner=1, points=(3, 0, 0)))
    assert (plain.points, plain.cards, plain.adjustments) == (3, None, ())
    assert SJUAN.opened(position("KH")) == (False, False, False)


def test_a_position_of_another_family_is_none_of_this_one() -> None:
    answer = inquiry.position(ruleset(), {**given("KH"), "family": "jokeren"})
    assert isinstance(answer, Refused)
    assert [(no.code, no.where) for no in answer.refusals] == [(Code.NOT_IN_THIS_GAME, ("state", "family"))]


@pytest.mark.parametrize(
    ("options", "unfit"),
    [
        ({}, None),
        ({"voluntary_pass": "allowed"}, None),
        ({"voluntary_pass_fine": 3}, None),
        ({"voluntary_pass": "allowed", "voluntary_pass_fine": 3}, "voluntary_pass_fine"),
        ({"hand_penalties": "table", "penalty_table": dict.fromkeys(RANKS, 1) | {"2": 0}}, "penalty_table"),
    ],
)
def test_rules_under_which_not_exactly_the_winner_is_at_zero_are_no_match_j_match(
    options: dict[str, Any], unfit: str | None
) -> None:
    assert SJUAN.unfit_for_match(rules(**options)) == unfit
    assert SJUAN.most_points(rules(**options), 3) <= 18 * 11
