"""House rules of Sjuan: which do nothing, which lead nowhere, and on what position two rulesets part."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import assume, find, given, settings
from hypothesis import strategies as st

from engine import WarningCode, comparison, examine, fields, match, resolve, standing
from engine.cards import FACES, RANKS
from engine.sentences import warning
from engine.sjuan.actions import Pass, Play
from engine.sjuan.oddities import IDLE
from engine.sjuan.probes import PROBES
from engine.texts import LANGUAGES
from tests.engine.sjuan import ruleset
from tests.engine.strategies import GAMES, Setting, house_rules, law, resolved
from tests.engine.test_idle import LOOK, Case, goes_another_way

if TYPE_CHECKING:
    from engine import Finding
    from engine.comparison import Judgement
    from engine.oddities import Idle

FREE = {"hand_penalties": "table", "penalty_table": dict.fromkeys(RANKS, 0)}
FINED = {"voluntary_pass": "allowed", "voluntary_pass_fine": 5}
OF_THE_GAME = {"min_players", "max_players", "dealer_rotation", "rounds", "tie_break"}
"""Options that no position shows: they bear on who plays and on what comes of several rounds."""

# ---- what nothing reads --------------------------------------------------------------------------


def odd(**options: Any) -> list[str]:
    """What is odd about house rules, in a line each; all of it can be said."""
    answer = examine("sjuan", options)
    assert answer.refusals == ()
    for one in answer.findings:
        assert len({warning(one.code, one.facts, language) for language in LANGUAGES}) == len(LANGUAGES)
    return [f"{one.code} {one.clause}: {' '.join(one.options)}" for one in answer.findings]


def test_the_preset_is_not_odd() -> None:
    assert odd() == []


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"rounds": 1, "dealer_rotation": "left"}, ["option_idle S.dealer: dealer_rotation rounds tie_break"]),
        ({"rounds": 1, "dealer_rotation": "left", "tie_break": "extra_round"}, []),
        ({"voluntary_pass_fine": 5}, ["option_idle S.must_play: voluntary_pass_fine voluntary_pass"]),
        (FINED, []),
        (
            {"penalty_table": dict.fromkeys(RANKS, 1)}, ["option_idle S.score: penalty_table hand_penalties"],
        ),
        ({"rounds": 1, "points_limit": 20}, ["option_idle S.game_end: points_limit rounds voluntary_pass"]),
        (
            {"rounds": 1, "points_limit": 20, "voluntary_pass": "allowed"},
            ["option_idle S.game_end: points_limit rounds voluntary_pass_fine"],
        ),
        ({"rounds": 1, "points_limit": 20, **FINED}, []),
        ({"rounds": 2, "points_limit": 36}, []),
        ({"rounds": 2, "points_limit": 37}, ["points_limit_unreachable S.game_end: points_limit rounds"]),
        ({"rounds": 2, "points_limit": 37, **FINED}, []),
        ({"rounds": 2, "points_limit": 37, "min_players": 2}, []),
        (
            FREE, ["game_never_ends S.game_end: hand_penalties penalty_table voluntary_pass rounds tie_break"],
        ),
        (
            {**FREE, "rounds": 5, "points_limit": None, "voluntary_pass": "allowed"},
            ["totals_always_equal S.game_end: hand_penalties penalty_table voluntary_pass_fine"],
        ),
        (
            {**FREE, "rounds": 5, "points_limit": None, "tie_break": "extra_round"},
            ["game_never_ends S.game_end: hand_penalties penalty_table voluntary_pass rounds tie_break"],
        ),
        ({**FREE, **FINED}, []),
    ],
)  # fmt: skip
def test_what_is_odd_is_told_with_the_options_that_make_it_so(
    options: dict[str, Any], told: list[str]
) -> None:
    assert odd(**options) == told


def test_oddities_come_with_their_figures() -> None:
    found: dict[WarningCode, Finding] = {
        one.code: one for one in examine("sjuan", {"rounds": 2, "points_limit": 37}).findings
    }
    facts = found[WarningCode.POINTS_LIMIT_UNREACHABLE].facts
    assert (facts.required, facts.count, facts.maximum) == (37, 2, 36)
    (endless,) = examine("sjuan", FREE).findings
    assert endless.facts.player_counts == (3, 4, 5, 6)


TELLING = {"rounds": 1, "voluntary_pass_fine": 0}
"""Values that make other options idle, where chance would seldom hit upon them."""


@st.composite
def cases(draw: st.DrawFn, row: Idle) -> Case:
    """Games in which a row of the table makes its option idle."""
    (name,) = row.options
    told = {one: TELLING[one] for one in row.because if one in TELLING}
    rules = resolved("sjuan", draw(house_rules("sjuan")) | draw(house_rules("sjuan", row.because)) | told)
    values = house_rules("sjuan", (name,)).map(lambda chosen: resolve("sjuan", {**rules.options, **chosen}))
    own, other = draw(values), draw(values)
    assume(own != other)
    assume(all(hasattr(one, "resolved") and row.when(one.resolved) for one in (own, other)))
    least, most = rules.resolved.min_players, rules.resolved.max_players
    seed, chance = draw(st.binary(min_size=32, max_size=32)), draw(st.integers(0, 2**32))
    return Case(Setting(own, draw(st.integers(least, most)), seed, chance), other)


@pytest.mark.parametrize("row", IDLE, ids=lambda row: f"{row.options[0]}-{'-'.join(row.because)}")
def test_the_same_play_goes_the_same_way_whatever_an_idle_option_says(row: Idle) -> None:
    @settings(law, max_examples=max(2, GAMES // 20))
    @given(cases(row))
    def holds(case: Case) -> None:
        assert not goes_another_way(case)

    holds()


@pytest.mark.parametrize(
    "row",
    [
        IDLE[0]._replace(when=lambda o: o.tie_break == "shared", because=("tie_break",)),
        IDLE[1]._replace(when=lambda o: o.voluntary_pass == "allowed"),
        IDLE[3]._replace(when=lambda o: o.rounds == 1, because=("rounds",)),
    ],
    ids=lambda row: row.options[0],
)
def test_a_row_that_is_not_so_would_be_found_out(row: Idle) -> None:
    assert find(cases(row), goes_another_way, settings=LOOK, random=Random(0))


def test_where_no_card_costs_anything_nobody_gets_a_point() -> None:
    rules = ruleset(**FREE, rounds=1)
    started = match.start(rules, 3, seed=bytes(32), dealer=0)
    assert isinstance(started, match.Played)
    game = started.game
    while game.state.outcome is None:
        played = match.play(game, game.state.turn.seat, match.legal_actions(game, game.state.turn.seat)[:1])
        assert isinstance(played, match.Played)
        game = played.game
    assert (standing.totals(game), standing.winners(game)) == ((0, 0, 0), (0, 1, 2))


# ---- on what two rulesets part -------------------------------------------------------------------


def said(one: Judgement) -> str:
    """What a ruleset says of a witness."""
    if not one.legal:
        return str(one.codes[0].value)
    return "yes" if one.points is None else f"yes {' '.join(map(str, one.points))}"


PASSED = {"voluntary_pass": "allowed"}
PARTING = {
    "another opening card": ("opening_card", {}, {"opening_card": "7S"}, Play("7C"), "yes", "opening_card_first"),
    "an ace beside the two": ("ace", {}, {"ace": "high"}, Play("AC"), "yes", "not_next_in_suit"),
    "a six while the eight is not down": (
        "eight_before_six", {}, {"eight_before_six": True}, Play("6C"), "yes", "eight_before_six",
    ),
    "a pass with a card that fits": ("voluntary_pass", {}, PASSED, Pass(), "must_play", "yes"),
    "a pass that costs something": ("voluntary_pass_fine", PASSED, FINED, Pass(), "yes 1 1 1", "yes 1 6 1"),
    "a card that is dearer": (
        "hand_penalties", {}, {"hand_penalties": "pips"}, Play("8C"), "yes 1 0 1", "yes 11 0 2",
    ),
    "a table that has a rank dearer": (
        "penalty_table",
        {"hand_penalties": "table", "penalty_table": dict.fromkeys(RANKS, 1)},
        {"hand_penalties": "table", "penalty_table": {**dict.fromkeys(RANKS, 1), "Q": 3}},
        Play("8C"), "yes 1 0 1", "yes 3 0 1",
    ),
    "a fine that ends the game": (
        "points_limit", FINED, {**FINED, "points_limit": 100}, Pass(), "yes 0 5 0", "yes",
    ),
    "a fine that ends a game with a limit": (
        "points_limit", {**FINED, "points_limit": None, "rounds": 3}, {**FINED, "points_limit": 3, "rounds": 3},
        Pass(), "yes", "yes 0 5 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("option", "left", "right", "action", "one", "other"), PARTING.values(), ids=PARTING)
def test_a_witness_shows_an_option(
    option: str, left: dict[str, Any], right: dict[str, Any], action: Any, one: str, other: str
) -> None:
    found = {each.option: each for each in comparison.compare(ruleset(**left), ruleset(**right))}
    witness = found[option].witness
    assert witness is not None
    assert (witness.actions, said(witness.left), said(witness.right)) == ((action,), one, other)


def test_every_option_has_its_probes_or_bears_on_no_round() -> None:
    names = {field.name for field in fields(ruleset().resolved)}
    assert names - OF_THE_GAME == PROBES.keys()


@pytest.mark.parametrize("option", PROBES)
@pytest.mark.parametrize("other", ["7C", "7H"])
def test_a_probe_is_a_position_under_both_rulesets_with_no_card_twice(option: str, other: str) -> None:
    house = {"hand_penalties": "pips", "ace": "high", "eight_before_six": True, "opening_card": other}
    left, right = ruleset(**FINED), ruleset(**FINED, **house)
    for probe in left_and_right(left, right, option):
        assert comparison.judge(left, probe) is not None
        assert comparison.judge(right, probe) is not None
        cards = [card for hand in probe.given["hands"] for card in hand]
        assert {*cards} <= {*FACES}
        assert all(probe.given["hands"])


def left_and_right(left: Any, right: Any, option: str) -> list[Any]:
    """The probes of an option: some of each, and none twice."""
    asked = list(comparison.family_of("sjuan").probes(left.resolved, right.resolved, option))
    assert asked
    assert len({msgspec.json.encode((one.given, one.actions)) for one in asked}) == len(asked)
    return asked


@pytest.mark.parametrize("option", [*PROBES, *sorted(OF_THE_GAME)])
def test_rulesets_that_nobody_can_play_together_have_no_probes(option: str) -> None:
    few, many = ruleset(max_players=3), ruleset(min_players=4, ace="high")
    assert not list(comparison.family_of("sjuan").probes(few.resolved, many.resolved, option))
    if option in OF_THE_GAME:
        assert not list(comparison.family_of("sjuan").probes(few.resolved, few.resolved, option))
