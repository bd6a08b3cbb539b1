"""What can be odd about options that stand together: every code is provoked, and told in every language."""

from __future__ import annotations

from string import Formatter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from engine import Examined, Refused, Ruleset, examine, resolve
from engine.clauses import CLAUSES
from engine.findings import Finding, RoundRange, WarningCode, WarningFacts
from engine.sentences import WARNINGS, warning
from engine.texts import LANGUAGES
from tests.engine.strategies import GAMES, law, rulesets

FREE = {
    "hand_penalties": "table",
    "penalty_table": dict.fromkeys(("A", *map(str, range(2, 11)), "J", "Q", "K"), 0),
    "joker_penalty": 0,
}
ALWAYS = (RoundRange(1, None),)
PROVOKED: dict[WarningCode, dict[str, Any]] = {
    WarningCode.OPTION_IDLE: {"joker_swap": "never", "set_joker_swap": "both_missing"},
    WarningCode.PLAYERS_ENTRY_IDLE: {"by_players": {"7": {"packs": 2}}},
    WarningCode.ROUND_ENTRIES_IDLE: {"rounds": 2, "opening_points": [0, 10, 20]},
    WarningCode.OPENING_KIND_IMPOSSIBLE: {"opening_melds": [["set:5"]]},
    WarningCode.OPENING_CARDS_IMPOSSIBLE: {"opening_melds": [["set", "set", "set"]]},
    WarningCode.OPENING_POINTS_IMPOSSIBLE: {"opening_points": [200]},
    WarningCode.OPENING_ALTERNATIVE_IMPOSSIBLE: {"opening_points": [30], "opening_alternative": "three_sets"},
    WarningCode.OPENING_RARE: {"opening_points": [60]},
    WarningCode.ROUND_ALWAYS_BLOCKED: {"opening_melds": [["set:5"]]},
    WarningCode.FINISH_IMPOSSIBLE: {
        "hand_size": 5,
        "opening_melds": [["set"]],
        "lay_off": "turn_after_opening",
        "concealed_finish_only": True,
    },
    WarningCode.ROUND_TOO_SHORT: {"opening_from_turn": 10, "max_turns": 10},
    WarningCode.GAME_NEVER_ENDS: {**FREE, "tie_break": "extra_round"},
    WarningCode.TOTALS_ALWAYS_EQUAL: FREE,
    WarningCode.POINTS_LIMIT_UNREACHABLE: {"points_limit": 10_000},
}
"""What provokes each code."""


def odd(preset: str = "jokeren-7", **options: Any) -> tuple[Finding, ...]:
    """What is odd about a preset with house rules that stand together."""
    answer = examine(preset, options)
    assert answer.refusals == ()
    return answer.findings


def of(code: WarningCode, **options: Any) -> list[Finding]:
    """The findings of one code."""
    return [one for one in odd(**options) if one.code == code]


@pytest.mark.parametrize("code", WarningCode)
def test_every_code_is_provoked_and_can_be_said(code: WarningCode) -> None:
    found = of(code, **PROVOKED[code])
    assert found
    said = WARNINGS[code]
    for one in found:
        assert one.clause in CLAUSES
        assert set(msgspec.to_builtins(one.facts)) == set(said.facts)
        assert set(one.options) <= set(msgspec.to_builtins(examine("jokeren-7", {}).options))
        assert len({warning(code, one.facts, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_code_has_its_sentence_with_the_same_figures_in_every_language() -> None:
    assert list(WARNINGS) == list(WarningCode) == list(PROVOKED)
    for said in WARNINGS.values():
        named = [
            {name for _, name, _, _ in Formatter().parse(said.template(one)) if name} for one in LANGUAGES
        ]
        assert named[0] == named[1] == named[2] <= set(said.facts)
        assert said.clause in CLAUSES
        assert said.example.endswith(".")


def test_the_presets_are_not_odd() -> None:
    for preset in ("jokeren-7", "jokeren-13", "jokeren-kbn"):
        assert odd(preset) == ()


def test_options_that_contradict_each_other_are_told_with_every_value_and_without_a_hash() -> None:
    answer = examine("jokeren-7", {"rounds": None, "opening_melds": [["set:5"]]})
    assert isinstance(answer, Examined)
    assert (answer.options.rounds, answer.rules_hash, answer.findings) == (None, None, ())
    assert Refused(answer.refusals) == resolve("jokeren-7", {"rounds": None})


def test_what_falls_away_has_fallen_away() -> None:
    answer = examine("jokeren-7", {"freed_joker": "keep"})
    assert answer.options.freed_joker_destination == "any"
    assert answer.rules_hash == getattr(resolve("jokeren-7", {"freed_joker": "keep"}), "rules_hash", None)


@settings(law, max_examples=max(20, GAMES // 4))
@given(rulesets())
def test_any_house_rules_are_looked_at_and_the_answer_can_be_said(rules: Ruleset) -> None:
    answer = examine(rules.preset, rules.options)
    assert (answer.options, answer.rules_hash) == (rules.resolved, rules.rules_hash)
    for one in answer.findings:
        assert set(msgspec.to_builtins(one.facts)) == set(WARNINGS[one.code].facts)
        for language in LANGUAGES:
            assert not {"None", "RoundRange"} & set(warning(one.code, one.facts, language).split())


def test_entries_for_players_and_rounds_that_there_are_not() -> None:
    (told,) = of(WarningCode.PLAYERS_ENTRY_IDLE, by_players={"7": {}, "3": {"packs": 2}, "5": {"packs": 2}})
    assert (told.facts.player_counts, told.facts.minimum, told.facts.maximum) == ((5, 7), 2, 4)
    assert of(WarningCode.PLAYERS_ENTRY_IDLE, by_players={"4": {"packs": 2}}) == []
    lists = {"opening_points": [0, 1, 2], "opening_melds": [[], ["set"], []]}
    assert len(of(WarningCode.ROUND_ENTRIES_IDLE, rounds=2, **lists)) == 2
    assert of(WarningCode.ROUND_ENTRIES_IDLE, rounds=3, **lists) == []
    assert of(WarningCode.ROUND_ENTRIES_IDLE, rounds=2, tie_break="extra_round", **lists) == []
    assert of(WarningCode.ROUND_ENTRIES_IDLE, rounds=None, points_limit=20, **lists) == []


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (ALWAYS, ("every round", "elke ronde", "varje giv")),
        ((RoundRange(2, 2),), ("round 2", "ronde 2", "giv 2")),
        ((RoundRange(2, 4),), ("rounds 2 to 4", "ronde 2 tot en met 4", "giv 2 till 4")),
        (
            (RoundRange(1, 1), RoundRange(3, None)),
            (
                "round 1 and every round from 3 on",
                "ronde 1 en elke ronde vanaf ronde 3",
                "giv 1 och varje giv från och med giv 3",
            ),
        ),
    ],
)
def test_rounds_are_told_in_words(rounds: tuple[RoundRange, ...], said: tuple[str, str, str]) -> None:
    facts = WarningFacts(player_counts=(2,), rounds=rounds)
    for language, words in zip(LANGUAGES, said, strict=True):
        assert f" {words}" in warning(WarningCode.ROUND_ALWAYS_BLOCKED, facts, language)


def test_figures_are_told_in_words() -> None:
    facts = WarningFacts(
        rounds=ALWAYS, kinds=(), required=0, count=8, share=0.4, samples=120, player_counts=(2,)
    )
    assert warning(WarningCode.OPENING_RARE, facts, "nl") == (
        "In elke ronde kan maar 0,4% van de handen van 8 kaarten, de getrokken kaart meegeteld, uitkomen "
        "(120 handen geprobeerd)."
    )
    several = WarningFacts(option="by_players", player_counts=(2, 3, 5, 6, 7), minimum=4, maximum=4)
    assert " 2 to 3 and 5 to 7 players" in warning(WarningCode.PLAYERS_ENTRY_IDLE, several, "en")
