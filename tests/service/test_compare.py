"""compareRulesets: what two families must settle before they play, and moves that show it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from engine import PRESETS, option_texts
from engine.cards import RANKS
from engine.options import fields
from engine.texts import LANGUAGES

if TYPE_CHECKING:
    from tests.service.client import Api

Json = dict[str, Any]

SEVEN: Json = {"preset": "jokeren-7"}
CLUB: Json = {
    "preset": "jokeren-kbn",
    "options": {
        "draw_discard": "must_table",
        "lay_off": "turn_after_opening",
        "opening_from_turn": 2,
        "min_cards_between_jokers": 2,
    },
}
"""A club in the federation's line."""
CONTRACT: Json = {
    "preset": "jokeren-7",
    "options": {
        "rounds": 7,
        "opening_melds": [["run"], ["set"], ["run:4"], ["set:4"], ["run:5"], ["run:6"], ["all_cards"]],
        "hand_penalties": "table",
        "penalty_table": {**dict.fromkeys(RANKS, 5), **dict.fromkeys(("J", "Q", "K"), 10)},
        "joker_penalty": 20,
        "joker_penalty_unplayable": 10,
    },
}
""""Amerikaans Jokeren"."""
OTHERWISE: Json = {
    "preset": "jokeren-13",
    "options": {
        "starter_extra_card": True, "joker_upcard": "replace", "taken_discard_use": "new_meld",
        "draw_discard_from_turn": 3, "opening_alternative": "three_sets", "opening_from_turn": 2,
        "opening_waived_when_going_out": True, "ace_low_points": 5, "ace_high_points": 15, "joker_opening_points": 0,
        "lay_off": "turn_after_opening", "set_suits": "any", "ace": "around", "min_naturals": 2,
        "max_jokers_per_meld": 1, "min_cards_between_jokers": 3, "jokers_may_outnumber": False,
        "joker_swap": "never", "full_set_joker_locked": True, "freed_joker": "keep", "joker_discard": False,
        "final_discard": "forbidden", "finish_from": "second_turn", "concealed_finish_only": True,
        "concealed_finish_factor": 2, "stock_out": "turn_over", "max_reshuffles": 1, "max_turns": 100,
        "hand_penalties": "one_each", "joker_penalty": 50, "joker_penalty_unplayable": 3,
        "joker_playable_if": "opened", "scoring": "winner_collects", "rounds": None, "points_limit": 500,
        "tie_break": "extra_round",
    },
}  # fmt: skip
"""Nearly every option otherwise."""
RULESETS = {
    "seven": SEVEN,
    "thirteen": {"preset": "jokeren-13"},
    "kbn": {"preset": "jokeren-kbn"},
    "club": CLUB,
    "contract": CONTRACT,
    "otherwise": OTHERWISE,
}


@pytest.mark.parametrize("left", RULESETS)
@pytest.mark.parametrize("right", RULESETS)
def test_a_witness_is_judged_by_validate_move_as_it_stands(api: Api, left: str, right: str) -> None:
    """A client can show either family its own verdict, word for word."""
    sides = {"left": RULESETS[left], "right": RULESETS[right]}
    began = time.process_time()
    answer = api("compareRulesets", sides)
    assert time.process_time() - began < 0.5
    assert answer.status_code == 200
    assert (answer.json["differences"] == []) is (left == right)
    for witness in filter(None, (one["witness"] for one in answer.json["differences"])):
        for side, ruleset in sides.items():
            move = {name: witness[name] for name in ("state", "seat", "actions")}
            verdict = api("validateMove", {"ruleset": ruleset, **move})
            assert verdict.status_code == 200, verdict.json
            said = {name: verdict.json[name] for name in ("legal", "violations")}
            outcome = verdict.json["state"] and verdict.json["state"]["outcome"]
            assert {**said, "points": outcome and outcome["points"]} == witness[side]
        assert witness["left"] != witness["right"]


def test_a_quarrel_about_laying_off_is_settled_by_a_move(api: Api) -> None:
    strict = {"preset": "jokeren-7", "options": {"lay_off": "after_opening"}}
    (found,) = api("compareRulesets", {"left": SEVEN, "right": strict}, language="nl").json["differences"]
    witness = found.pop("witness")
    assert found == {
        "option": "lay_off",
        "left": "always",
        "right": "after_opening",
        "clause": "J.layoff_when",
        "message": "Aanleggen mag: links altijd; rechts alleen als je bent uitgekomen.",
    }
    assert [action["type"] for action in witness["actions"]] == ["lay_off"]
    assert witness["state"]["opened"][witness["seat"]] is False
    assert witness["left"] == {"legal": True, "violations": [], "points": None}
    (refused,) = witness["right"]["violations"]
    assert (refused["code"], refused["pointer"]) == ("lay_off_before_opening", "/actions/0")


def test_the_answer_is_the_same_every_time_and_only_its_words_change_with_the_language(api: Api) -> None:
    sides = {"left": SEVEN, "right": OTHERWISE}
    answers = [api("compareRulesets", sides, language=language).json["differences"] for language in LANGUAGES]
    assert answers[0] == api("compareRulesets", sides).json["differences"]
    for one, *others in zip(*answers, strict=True):
        for other in others:
            assert other["message"] != one["message"]
            assert {name: other[name] for name in ("option", "left", "right", "clause")} == {
                name: one[name] for name in ("option", "left", "right", "clause")
            }
            assert (other["witness"] or {}).get("state") == (one["witness"] or {}).get("state")


@pytest.mark.parametrize("side", ["left", "right"])
def test_house_rules_that_cannot_stand_together_are_refused_on_their_side(api: Api, side: str) -> None:
    wrong = {"preset": "jokeren-7", "options": {"rounds": None}}
    answer = api("compareRulesets", {"left": SEVEN, "right": SEVEN, side: wrong})
    assert answer.status_code == 409
    assert [(no["code"], no["pointer"]) for no in answer.json["violations"]] == [
        ("no_end", f"/{side}/options")
    ]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/left", "/right"]),
        ({"left": SEVEN}, ["/right"]),
        ({"left": SEVEN, "right": {"preset": "canasta"}}, ["/right/preset"]),
        ({"left": {"preset": "jokeren-7", "options": {"lay_of": "always"}}, "right": SEVEN}, ["/left/options/lay_of"]),
        ({"left": SEVEN, "right": SEVEN, "middle": SEVEN}, ["/middle"]),
    ],
)  # fmt: skip
def test_a_body_that_does_not_meet_the_schema(api: Api, body: Json, pointers: list[str]) -> None:
    answer = api("compareRulesets", body)
    assert answer.status_code == 422
    assert [no["pointer"] for no in answer.json["violations"]] == pointers


@pytest.mark.parametrize(
    ("left", "right", "clause"), [("jokeren-kbn", "sjuan", "J.turn"), ("sjuan", "jokeren-7", "S.play")]
)
def test_rulesets_of_two_games_have_no_options_in_common(
    api: Api, left: str, right: str, clause: str
) -> None:
    """The second one must be of the game of the first."""
    answer = api("compareRulesets", {"left": {"preset": left}, "right": {"preset": right}})
    (refused,) = answer.json["violations"]
    assert (answer.status_code, refused["code"], refused["clause"]) == (409, "not_in_this_game", clause)
    assert (refused["pointer"], refused["params"]) == ("/right/preset", {"value": right})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruleset_explains_its_options_in_the_reader_s_language(api: Api, language: str) -> None:
    told = {
        one["name"]: one["description"]
        for one in api("getRuleset", id="jokeren-7", language=language).json["options"]
    }
    for field in fields(PRESETS["jokeren-7"].options):
        assert told[field.name] == option_texts.description("jokeren", field, language)
    assert (told["upcard"] == "A card is turned up to begin the discard pile.") is (language == "en")
