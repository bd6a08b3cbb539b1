"""Options as data: their fields, bounds and clauses, and how a preset and house rules become one ruleset."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine import FAMILIES, PRESETS, OptionField, Refused, Ruleset, fields, resolve
from engine.clauses import CLAUSES

SEVEN = {field.name: field for field in fields(PRESETS["jokeren-7"].options)}
VALUES = [
    ("packs", 0, 1, 2, 3),
    ("jokers", -1, 0, 6, 7),
    ("hand_size", 2, 3, 15, 16),
    ("min_players", 1, 2, 4, 8),
    ("draw_discard_from_turn", 0, 1, 10, 11),
    ("opening_from_turn", 0, 1, 10, 11),
    ("ace_low_points", -1, 0, 50, 51),
    ("ace_high_points", -1, 0, 50, 51),
    ("joker_opening_points", -1, 0, 50, 51),
    ("min_naturals", -1, 0, 4, 5),
    ("max_jokers_per_meld", -1, 0, 6, 7),
    ("min_cards_between_jokers", -1, 0, 4, 5),
    ("concealed_finish_factor", 0, 1, 4, 5),
    ("max_reshuffles", -1, 0, 10, 11),
    ("max_turns", 9, 10, 1000, 1001),
    ("joker_penalty", -1, 0, 100, 101),
    ("rounds", 0, 1, 100, 101),
    ("points_limit", 0, 1, 10_000, 10_001),
]
"""Per number: what is just too low, the least, the most, and what is just too high."""


def chosen(**options: Any) -> Ruleset | Refused:
    """`jokeren-7` with house rules."""
    return resolve("jokeren-7", {"hand_size": 3, "packs": 2, **options})


@pytest.mark.parametrize(("name", "low", "least", "most", "high"), VALUES, ids=[name for name, *_ in VALUES])
def test_the_bounds_of_a_number(name: str, low: int, least: int, most: int, high: int) -> None:
    for value in (least, most):
        answer = chosen(**{name: value})
        assert isinstance(answer, Ruleset)
        assert getattr(answer.resolved, name) == value
    for value in (low, high, str(least), 1.5):
        with pytest.raises(msgspec.ValidationError, match=re.escape(f"$.{name}")):
            chosen(**{name: value})
    assert SEVEN[name].minimum == least
    assert (SEVEN[name].maximum or 0) >= most


@pytest.mark.parametrize(
    "field", [field for field in SEVEN.values() if field.values], ids=lambda field: field.name
)
def test_a_choice_is_one_of_its_values(field: OptionField) -> None:
    for value in field.values or ():
        more = {"penalty_table": dict.fromkeys(RANKS, 5)} if value == "table" else {}
        assert isinstance(chosen(**{field.name: value}, **more), Ruleset)
    with pytest.raises(msgspec.ValidationError):
        chosen(**{field.name: "something else"})


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@pytest.mark.parametrize(
    "wrong",
    [
        {"no_such_option": 1},
        {"opening_points": []},
        {"opening_points": [201]},
        {"opening_points": 30},
        {"opening_melds": [["pair"]]},
        {"opening_melds": [["set:2"]]},
        {"by_players": {"8": {}}},
        {"by_players": {"2": {"rounds": 3}}},
        {"penalty_table": {"1": 5}},
        {"upcard": "yes"},
        {"packs": None},
    ],
    ids=str,
)
def test_what_no_option_can_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        chosen(**wrong)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))
def test_every_option_says_what_it_is(preset: Any) -> None:
    described = fields(preset.options)
    assert {field.name for field in described} == set(preset.options.__struct_fields__)
    for field in described:
        assert field.clause in CLAUSES
        assert field.description.endswith(".")
        assert field.type in {"boolean", "choice", "integer", "list", "object"}
        assert (field.values is not None) == (field.type == "choice")
        assert (field.minimum is not None) == (field.type == "integer")
        assert field.nullable or field.default is not None


def test_a_nullable_number_keeps_its_bounds() -> None:
    field = SEVEN["max_reshuffles"]
    assert (field.type, field.minimum, field.maximum, field.nullable, field.default) == (
        "integer",
        0,
        10,
        True,
        None,
    )


@pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))
def test_a_preset_stands_by_itself_and_its_values_as_house_rules_change_nothing(preset: Any) -> None:
    plain = resolve(preset.id, {})
    assert isinstance(plain, Ruleset)
    assert plain.resolved == preset.options
    every = resolve(preset.id, msgspec.to_builtins(preset.options))
    assert isinstance(every, Ruleset)
    assert every.rules_hash == plain.rules_hash


def test_the_hash_names_the_resolved_rules() -> None:
    plain, same, other = chosen(), chosen(rounds=8), chosen(rounds=9)
    assert isinstance(plain, Ruleset)
    assert isinstance(same, Ruleset)
    assert isinstance(other, Ruleset)
    assert plain.rules_hash == same.rules_hash != other.rules_hash
    assert re.fullmatch("sha256:[0-9a-f]{64}", plain.rules_hash)
    assert same.options == {"hand_size": 3, "packs": 2, "rounds": 8}


def test_a_kept_joker_has_no_destination_unless_one_was_asked_for_j_freed() -> None:
    kept = chosen(freed_joker="keep")
    assert isinstance(kept, Ruleset)
    assert kept.resolved.freed_joker_destination == "any"
    answer = chosen(freed_joker="keep", freed_joker_destination="other_meld")
    assert isinstance(answer, Refused)
    assert answer.refusals[0].facts.value == "other_meld"


def test_every_conflict_is_named_at_once() -> None:
    answer = resolve("jokeren-7", {"rounds": None, "hand_penalties": "table", "packs": 1, "hand_size": 15})
    assert isinstance(answer, Refused)
    assert [no.code for no in answer.refusals] == ["no_end", "penalty_table_missing", "pack_too_small"]


@pytest.mark.parametrize(
    ("options", "needed", "there"),
    [
        ({"hand_size": 13, "jokers": 0}, 53, 52),
        ({"hand_size": 13, "jokers": 0, "upcard": False}, None, None),
        ({"hand_size": 13, "jokers": 0, "starter_extra_card": True, "upcard": False}, 53, 52),
        ({"hand_size": 13, "jokers": 0, "by_players": {"4": {"packs": 2}}}, None, None),
        ({"hand_size": 3, "by_players": {"4": {"hand_size": 15}}}, 61, 54),
        ({"hand_size": 3, "packs": 2, "by_players": {"4": {"packs": 1, "jokers": 0, "hand_size": 14}}}, 57, 52),
    ],
)  # fmt: skip
def test_the_pack_must_do_for_every_number_of_players_j_pack(
    options: dict[str, Any], needed: int | None, there: int | None
) -> None:
    answer = resolve("jokeren-7", options)
    if needed is None:
        assert isinstance(answer, Ruleset)
    else:
        assert isinstance(answer, Refused)
        facts = answer.refusals[0].facts
        assert (facts.required, facts.count, facts.players) == (needed, there, 4)


def test_an_unknown_preset() -> None:
    with pytest.raises(KeyError):
        resolve("canasta", {})


def test_two_clubs_are_expressible_but_for_what_needs_a_solver() -> None:
    """A club in the federation's line, and "Amerikaans Jokeren" as a contract game of seven rounds."""
    federation = resolve(
        "jokeren-7",
        {
            "packs": 2,
            "hand_size": 13,
            "min_players": 3,
            "opening_points": [40],
            "joker_penalty": 5,
            "hand_penalties": "one_each",
            "lay_off": "turn_after_opening",
            "opening_from_turn": 2,
            "freed_joker": "same_turn",
            "min_cards_between_jokers": 2,
            "joker_declaration": "required",
        },
    )
    contract = resolve(
        "jokeren-7",
        {
            "rounds": 7,
            "opening_melds": [["run"], ["set"], ["run:4"], ["set:4"], ["run:5"], ["run:6"], ["all_cards"]],
            "hand_penalties": "table",
            "penalty_table": {**dict.fromkeys(RANKS, 5), **dict.fromkeys(("J", "Q", "K"), 10)},
            "joker_penalty": 20,
        },
    )
    assert isinstance(federation, Ruleset)
    assert isinstance(contract, Ruleset)
    assert contract.resolved.opening_for(7) == (0, ("all_cards",))


def test_a_family_is_found_by_its_presets() -> None:
    assert {preset.id for family in FAMILIES for preset in family.presets} == set(PRESETS)
