"""House rules looked at before a game is made: all options, what contradicts itself, what is odd."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from engine import PRESETS
from engine.options import fields
from tests.engine.strategies import house_rules, law

if TYPE_CHECKING:
    from tests.service.client import Api

Json = Any
SECONDS = 2.0
"""What a request may take of a core at most; the hardest take a third of a second where nothing measures coverage."""


def resolve(api: Api, preset: str = "jokeren-7", *, language: str = "en", **options: Json) -> Json:
    """What a ruleset is answered."""
    body = {"ruleset": {"preset": preset, "options": options}}
    response = api("resolveRuleset", body, language=language)
    assert response.status_code == 200, response.json
    return response.json


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_all_its_options_and_has_nothing_odd(preset: str, api: Api) -> None:
    answer = api("resolveRuleset", {"ruleset": {"preset": preset}}).json
    defaults = {field.name: field.default for field in fields(PRESETS[preset].options)}
    assert list(answer["resolved"]) == list(defaults)
    assert (answer["family"], answer["violations"], answer["warnings"]) == (PRESETS[preset].family, [], [])


@pytest.mark.parametrize("preset", PRESETS)
def test_its_own_values_sent_back_are_nothing_odd(preset: str, api: Api) -> None:
    """As a screen with all options sends them."""
    plain = api("resolveRuleset", {"ruleset": {"preset": preset}}).json
    every = api("resolveRuleset", {"ruleset": {"preset": preset, "options": plain["resolved"]}}).json
    assert every == plain


def test_its_hash_is_that_of_a_game_made_of_it(api: Api) -> None:
    ruleset = {"preset": "jokeren-7", "options": {"opening_points": [30]}}
    found = api("resolveRuleset", {"ruleset": ruleset}).json
    view = api.create(ruleset=ruleset).view()
    assert (found["rules_hash"], found["resolved"]) == (
        view["ruleset"]["rules_hash"],
        view["ruleset"]["resolved"],
    )


def test_what_contradicts_itself_is_an_answer_with_every_option_and_no_hash(api: Api) -> None:
    answer = resolve(api, rounds=None, min_players=5, joker_swap="never", set_joker_swap="declared")
    assert answer["rules_hash"] is None
    assert answer["warnings"] == []
    assert [one["code"] for one in answer["violations"]] == ["min_players_above_max", "no_end"]
    assert all(one["pointer"].startswith("/ruleset/options") for one in answer["violations"])
    assert (answer["resolved"]["rounds"], answer["resolved"]["min_players"]) == (None, 5)


def test_it_contradicts_itself_exactly_where_a_deal_is_refused(api: Api) -> None:
    for options in ({"rounds": None}, {"hand_size": 15}, {"hand_penalties": "table"}, {"rounds": 3}):
        refused = api("createDeal", {"ruleset": {"preset": "jokeren-7", "options": options}, "players": 4})
        told = resolve(api, **options)["violations"]
        if refused.status_code == 409:
            assert told == refused.json["violations"]
        else:
            assert told == []


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"rounds": 0}, "/ruleset/options/rounds"),
        ({"opening_points": "30"}, "/ruleset/options/opening_points"),
        ({"opening_melds": [["pair"]]}, "/ruleset/options/opening_melds/0/0"),
        ({"joker_swaps": "never"}, "/ruleset/options/joker_swaps"),
    ],
)
def test_a_value_that_an_option_cannot_have_does_not_meet_the_schema(
    options: Json, pointer: str, api: Api
) -> None:
    response = api("resolveRuleset", {"ruleset": {"preset": "jokeren-7", "options": options}})
    assert (response.status_code, response.json["violations"][0]["pointer"]) == (422, pointer)


def test_a_warning_has_its_figures_and_a_sentence_with_them_in_every_language(api: Api) -> None:
    told = {
        language: resolve(api, language=language, opening_points=[0, 60])["warnings"]
        for language in ("en", "nl", "sv")
    }
    assert len({str([one["params"] for one in found]) for found in told.values()}) == 1
    ((found,), *_) = told.values()
    assert (found["code"], found["options"]) == ("opening_rare", ["opening_points", "hand_size"])
    figures = found["params"]
    assert figures == {
        "player_counts": [2],
        "rounds": [{"first": 2, "last": None}],
        "kinds": [],
        "count": 8,
        "required": 60,
        "share": figures["share"],
        "samples": figures["samples"],
    }
    share = str(figures["share"])
    for language, (one,) in told.items():
        assert (share if language == "en" else share.replace(".", ",")) in one["message"]


def test_the_same_ruleset_gets_the_same_answer(api: Api) -> None:
    assert resolve(api, opening_points=[50]) == resolve(api, opening_points=[50])


def heavy(rng: random.Random) -> Json:
    """Options under which a hand takes long to judge: many cards, many jokers, generous melds, many demands."""
    kinds = ["set", "run", "set:4", "run:4", "run:5", "run:6", "run:7", "all_cards"]
    return {
        "packs": rng.choice([1, 2]),
        "jokers": rng.choice([5, 6]),
        "hand_size": 15,
        "max_players": 2,
        "opening_points": [rng.choice([0, 60, 100, 120, 140, 160]) for _ in range(rng.choice([1, 20]))],
        "opening_melds": [
            [rng.choice(kinds) for _ in range(rng.randrange(4))] for _ in range(rng.choice([1, 20]))
        ],
        "min_naturals": rng.choice([0, 1, 2]),
        "set_suits": rng.choice(["any", "distinct"]),
        "ace": rng.choice(["around", "both_ends"]),
        "lay_off": rng.choice(["always", "after_opening"]),
        "final_discard": rng.choice(["required", "optional", "forbidden"]),
        "opening_alternative": rng.choice(["none", "three_sets"]),
        "joker_opening_points": rng.choice([None, 0, 50]),
        "rounds": 20,
    }


@pytest.mark.parametrize("seed", range(12))
def test_no_options_keep_it_busy_for_long(seed: int, api: Api) -> None:
    options = heavy(random.Random(seed))
    begun = time.process_time()
    resolve(api, **options)
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize("preset", PRESETS)
def test_any_house_rules_get_an_answer_that_the_contract_knows(preset: str, api: Api) -> None:
    @settings(law, max_examples=20)
    @given(house_rules(preset))
    def answered(options: Json) -> None:
        found = resolve(api, preset, **options)
        assert (found["rules_hash"] is None) == bool(found["violations"])
        assert not (found["violations"] and found["warnings"])

    answered()
