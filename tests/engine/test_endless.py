"""Rounds that nobody can win, games that never end, limits that nobody reaches, by clause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import family_of, resolve, standing
from engine.findings import RoundRange, WarningCode
from engine.jokeren import openings
from engine.jokeren.oddities import short_rounds
from tests.engine.strategies import GAMES, Setting, house_rules, law, resolved, walk
from tests.engine.test_oddities import ALWAYS, FREE, PROVOKED, odd, of


@settings(law, max_examples=max(20, GAMES // 4))
@given(st.data())
def test_what_is_told_of_rounds_is_so_by_any_house_rules(data: st.DataObject) -> None:
    """J.blocked: in a round that is told to end blocked nobody opens, or it is over before the turn that is told."""
    preset = data.draw(st.sampled_from(sorted(preset.id for preset in family_of("jokeren-7").presets)))
    rules = resolved(preset, {"max_turns": 30, **data.draw(house_rules(preset, BEARING))})
    players = data.draw(st.integers(rules.resolved.min_players, rules.resolved.max_players))
    told = [
        one
        for one in (*openings.unmet_demands(rules.resolved), *short_rounds(rules.resolved))
        if one.code in {WarningCode.ROUND_ALWAYS_BLOCKED, WarningCode.ROUND_TOO_SHORT}
        and players in (one.facts.player_counts or ())
        and (one.facts.rounds is None or one.facts.rounds[0].first == 1)
    ]
    assume(told)
    last = [*walk(Setting(rules, players, data.draw(st.binary(min_size=32, max_size=32)), 0))][-1:]
    for moment in last:  # none where nobody can as much as begin
        state = moment.played.game.state
        assert state.outcome.blocked
        for one in told:
            if one.code == WarningCode.ROUND_ALWAYS_BLOCKED:
                assert not any(state.opened)
            else:
                assert sum(state.turns_taken) <= (one.facts.count or 0)


BEARING = (
    "opening_melds",
    "opening_points",
    "opening_from_turn",
    "hand_size",
    "final_discard",
    "min_naturals",
    "finish_from",
    "draw_discard",
    "draw_discard_from_turn",
    "stock_out",
    "max_reshuffles",
)
"""The options on which it depends whether a round can be won."""


ONE_GO = PROVOKED[WarningCode.FINISH_IMPOSSIBLE]


@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        ({}, ALWAYS),
        ({"opening_melds": [["set"], ["run"]]}, (RoundRange(1, 1),)),
        ({"opening_melds": [["set"], ["set:5"]]}, (RoundRange(1, 1),)),
        ({"opening_melds": [["set:5"]]}, None),
        ({"opening_melds": [["set:5"]], "opening_waived_when_going_out": True}, None),
        ({"final_discard": "forbidden"}, None),
        ({"final_discard": "optional"}, None),
        ({"hand_size": 6}, None),
        ({"lay_off": "after_opening"}, None),
        ({"concealed_finish_only": False}, None),
        ({"set_joker_swap": "both_missing"}, None),
        ({"set_joker_swap": "both_missing", "joker_swap": "never"}, ALWAYS),
        ({"opening_waived_when_going_out": True}, None),
        ({"hand_size": 9, "opening_melds": [["set:4", "set:4"]]}, ALWAYS),
        ({"hand_size": 9, "opening_melds": [["set:4"]], "opening_alternative": "three_sets"}, None),
    ],
)
def test_going_out_in_one_go_takes_an_opening_that_uses_up_the_hand_j_in_one_go(
    options: dict[str, Any], rounds: tuple[RoundRange, ...] | None
) -> None:
    found = of(WarningCode.FINISH_IMPOSSIBLE, **{**ONE_GO, **options})
    assert [one.facts.rounds for one in found] == ([] if rounds is None else [rounds])
    if rounds:
        rules = resolve("jokeren-7", {**ONE_GO, **options, "max_turns": 30})
        for chance in range(4):
            last = [*walk(Setting(rules, 2, bytes(32), chance))][-1]
            assert last.played.game.state.outcome.blocked


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"opening_from_turn": 10, "max_turns": 20, "max_players": 3}, {3: (20, 28)}),
        ({"opening_from_turn": 10, "max_turns": 19, "max_players": 2}, {}),
        ({"opening_from_turn": 10, "max_turns": 18, "max_players": 2}, {2: (18, 19)}),
        # nothing to draw: no stock, no discard
        ({"hand_size": 13, "min_players": 4, "jokers": 0, "upcard": False}, {4: (0, 1)}),
        ({"hand_size": 15, "by_players": {"4": {"hand_size": 13}}, "max_players": 4, "jokers": 0, "upcard": False}, {4: (0, 1)}),
        # the discard alone goes round once where the stock is out for good
        ({"hand_size": 13, "min_players": 4, "jokers": 1, "opening_from_turn": 2}, {4: (4, 5)}),
        ({"hand_size": 13, "min_players": 4, "jokers": 1, "opening_from_turn": 2, "draw_discard": "never"}, {4: (0, 5)}),
        ({"hand_size": 13, "min_players": 4, "jokers": 1}, {}),
        # three cards of stock, never renewed
        ({"hand_size": 13, "min_players": 4, "jokers": 4, "draw_discard": "never", "stock_out": "end_round"}, {}),
        ({"hand_size": 13, "min_players": 4, "jokers": 4, "draw_discard": "never", "stock_out": "end_round", "finish_from": "all_others_played"}, {4: (3, 4)}),
        ({"hand_size": 13, "min_players": 4, "jokers": 4, "draw_discard": "never", "max_reshuffles": 0, "finish_from": "second_turn"}, {4: (3, 5)}),
        ({"hand_size": 13, "min_players": 4, "jokers": 4, "draw_discard": "never", "max_reshuffles": 1, "finish_from": "second_turn"}, {}),
        ({"hand_size": 13, "min_players": 4, "jokers": 4, "draw_discard": "must_table", "max_reshuffles": 0, "opening_from_turn": 2}, {4: (3, 5)}),
        ({"hand_size": 12, "min_players": 4, "jokers": 0, "starter_extra_card": True, "draw_discard": "never", "max_reshuffles": 0, "opening_from_turn": 2}, {4: (3, 5)}),
    ],
)  # fmt: skip
def test_rounds_that_are_over_before_anybody_may_go_out_j_blocked(
    options: dict[str, Any], told: dict[int, tuple[int, int]]
) -> None:
    found = of(WarningCode.ROUND_TOO_SHORT, **options)
    facts = {one.facts.player_counts: (one.facts.count, one.facts.required) for one in found}
    assert facts == {(players,): figures for players, figures in told.items()}
    rules = resolve("jokeren-7", options)
    for players, (turns, _) in told.items():
        for chance in range(6):
            setting = Setting(rules, players, bytes(32), chance)
            state = setting.start().state
            for moment in walk(setting):
                state = moment.played.game.state
            assert state.outcome.blocked
            assert sum(state.turns_taken) <= turns


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (FREE, WarningCode.TOTALS_ALWAYS_EQUAL),
        ({**FREE, "rounds": None, "points_limit": 50}, WarningCode.GAME_NEVER_ENDS),
        ({**FREE, "tie_break": "extra_round"}, WarningCode.GAME_NEVER_ENDS),
        ({**FREE, "joker_penalty": 5}, None),
        ({**FREE, "joker_penalty_unplayable": 5}, None),
        ({**FREE, "joker_penalty": 5, "jokers": 0}, WarningCode.TOTALS_ALWAYS_EQUAL),
        ({**FREE, "penalty_table": {**FREE["penalty_table"], "K": 1}}, None),  # type: ignore[dict-item]
        ({**FREE, "hand_penalties": "one_each"}, None),
        ({"scoring": "winner_collects", "opening_points": [200]}, WarningCode.TOTALS_ALWAYS_EQUAL),
        ({"scoring": "winner_collects", "opening_points": [0, 200]}, None),
        ({"scoring": "penalties", "opening_points": [200]}, None),
        (
            {"scoring": "winner_collects", "opening_points": [200], "rounds": None, "points_limit": 50},
            WarningCode.GAME_NEVER_ENDS,
        ),
    ],
)
def test_games_in_which_no_total_changes_j_game_end(
    options: dict[str, Any], code: WarningCode | None
) -> None:
    ends = {WarningCode.GAME_NEVER_ENDS, WarningCode.TOTALS_ALWAYS_EQUAL}
    assert [one.code for one in odd(**options) if one.code in ends] == ([code] if code else [])
    if code:
        for chance in range(4):
            setting = Setting(resolve("jokeren-7", {**options, "max_turns": 20}), 2, bytes(32), chance)
            for moment in walk(setting, rounds=2):
                assert set(standing.totals(moment.played.game)) == {0}


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"rounds": 2, "jokers": 0}, 2 * (4 * 11 + 4 * 10)),
        ({"rounds": 2, "joker_penalty": 30}, 2 * (2 * 30 + 4 * 11 + 2 * 10)),
        ({"rounds": 2, "joker_penalty": 0, "joker_penalty_unplayable": 30}, 2 * (2 * 30 + 4 * 11 + 2 * 10)),
        ({"rounds": 2, "jokers": 0, "concealed_finish_factor": 3}, 3 * 2 * (4 * 11 + 4 * 10)),
        ({"rounds": 2, "jokers": 0, "scoring": "winner_collects"}, 3 * 2 * (4 * 11 + 4 * 10)),
        ({"rounds": 3, "hand_penalties": "one_each", "jokers": 0}, 3 * 8),
    ],
)
def test_limits_that_all_rounds_together_do_not_reach_j_game_end(options: dict[str, Any], most: int) -> None:
    (told,) = of(WarningCode.POINTS_LIMIT_UNREACHABLE, points_limit=most + 1, **options)
    assert (told.facts.maximum, told.facts.required, told.facts.count) == (most, most + 1, options["rounds"])
    assert of(WarningCode.POINTS_LIMIT_UNREACHABLE, points_limit=most, **options) == []


def test_a_limit_without_a_number_of_rounds_is_reached_some_day() -> None:
    assert odd(rounds=None, points_limit=10_000) == ()
