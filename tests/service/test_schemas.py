"""Bodies and answers are what the contract says: its components and the program's, held against each other."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from marshmallow import Schema, ValidationError

from engine import FAMILIES, PRESETS, family_of, inquiry, resolve
from engine.cards import FACES, JOKER, JOKER_FOR, RANKS, SUITS
from engine.jokeren import actions
from engine.jokeren.state import JokerenPartialState
from engine.options import fields as options_of
from engine.results import Outcome
from engine.sjuan.actions import Pass, Play
from engine.sjuan.layout import Layout
from engine.sjuan.state import SjuanPartialState
from service import comparisons, exchange, problems, records, resolution, tournament_views, verdicts, views
from service.handlers import system
from service.schemas import SCHEMAS
from service.schemas.errors import faults_of
from service.schemas.families import Action, ActionToJudge, PartialState, State
from service.schemas.fields import Card, Choice, JsonInteger, TableCard
from service.schemas.options import Ruleset
from tests.contract.document import CONTENTS, component, deref, table
from tests.contract.document import SCHEMAS as COMPONENTS
from tests.service.comparison import Comparison

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]


def requests() -> Iterator[tuple[str, str]]:
    """The body of every request, by the name of its component."""
    for where, content in CONTENTS.items():
        if " request " in where:
            yield where, content["schema"]["$ref"].rpartition("/")[2]


@pytest.mark.parametrize(("where", "name"), list(requests()))
def test_a_body_is_its_component(where: str, name: str) -> None:
    """Every object, field, bound, choice and null of it, at every depth."""
    comparison = Comparison()

    comparison.schema(name, component(name), SCHEMAS[name])

    assert comparison.differences == [], where


def test_the_comparison_sees_what_differs() -> None:
    """It would be worth nothing otherwise."""
    comparison = Comparison()

    class Draw(Schema):
        type = Choice(["drawn"])
        source = Choice(["stock", "discard"], required=True, allow_none=True)
        more = JsonInteger(0, 1)

    comparison.schema("Draw", component("Draw"), Draw())

    assert [line.partition(":")[0] for line in comparison.differences] == [
        "Draw properties",
        "Draw required",
        "Draw.type",
        "Draw.source null",
    ]


def test_the_cards_are_those_of_the_contract() -> None:
    """Whatever else looks like one, case included, is none."""
    parts = product(
        ("", JOKER, JOKER_FOR, "jk:"), ("", *RANKS, "0", "1", "11", "a", "T"), ("", *SUITS, "s", "X")
    )
    candidates = {"".join(part) for part in parts} | {f"{FACES[0]}\n", f" {JOKER}"}
    for kind, name in ((Card, "Card"), (TableCard, "TableCard")):
        promised = {text for text in candidates if re.fullmatch(COMPONENTS[name]["pattern"], text)}
        assert promised == {text for text in candidates if text in kind.cards}
        assert len(promised) == {"Card": 53, "TableCard": 105}[name]


def test_an_option_of_the_engine_is_one_of_the_schema() -> None:
    """The presets' own values are taken as they are."""
    for preset in PRESETS.values():
        values = {option.name: option.default for option in options_of(preset.options)}
        asked = as_json({"preset": preset.id, "options": values})

        assert Ruleset().load(asked) == asked


def test_every_action_of_the_engine_has_its_schema() -> None:
    """And every schema is that of an action; only a draw that names its card has two forms."""
    tags = [
        type_.__struct_config__.tag
        for family in FAMILIES
        for type_ in family.action_types
        if type_ is not actions.DrawSeen
    ]

    assert sorted(tags) == sorted(Action.type_schemas) == sorted(ActionToJudge.type_schemas)


def as_json(value: object) -> Any:
    """The value as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


STRUCTS = {
    name: struct
    for module in (
        *(comparisons, exchange, problems, records, resolution),
        *(tournament_views, verdicts, views, system),
    )
    for name, struct in vars(module).items()
    if isinstance(struct, type)
    and issubclass(struct, msgspec.Struct)
    and struct.__module__ == module.__name__
    and name in COMPONENTS
}
"""The service's own structs; what the engine calls by a component's name is compared elsewhere."""


@table(STRUCTS)
def test_an_answer_has_the_properties_of_its_component(name: str, entry: type[msgspec.Struct]) -> None:
    """What the service calls by the name of a component is that component."""
    tag = entry.__struct_config__.tag_field
    branches = [deref(one) for one in COMPONENTS[name].get("oneOf", [COMPONENTS[name]])]

    for branch in branches:
        assert {*entry.__struct_encode_fields__, *([tag] if tag else [])} == set(branch["properties"])


def test_answers_are_found_by_their_names() -> None:
    assert {"GameView", "PlayerView", "MoveVerdict", "Violation", "ScoreSheet", "Deal"} <= STRUCTS.keys()


@pytest.mark.parametrize(
    "action",
    [
        actions.Draw("stock"),
        actions.Meld(("7S", "JK:8S", "JK"), "run"),
        actions.LayOff("m1", ("JK:6D",)),
        actions.SwapJoker("m12", ("6D", "6C")),
        actions.Discard("4C"),
        actions.TakeBack(),
        Play("7C"),
        Pass(),
    ],
)
def test_an_action_becomes_the_engine_s(action: object) -> None:
    assert Action().load(as_json(action)) == action


def test_a_draw_of_a_position_may_name_its_card() -> None:
    """Every other action is the same in a game and in a question."""
    assert ActionToJudge().load(as_json(actions.DrawSeen("stock", "9C"))) == actions.DrawSeen("stock", "9C")
    assert ActionToJudge().load(as_json(actions.Draw("discard"))) == actions.Draw("discard")
    with pytest.raises(ValidationError):
        Action().load(as_json(actions.DrawSeen("stock", "9C")))


def test_a_ruleset_stays_what_was_asked_for() -> None:
    """Whole numbers as such, and nothing filled in."""
    asked = {"preset": "jokeren-7", "options": {"opening_points": [40.0, 0], "rounds": None}}

    assert Ruleset().load(asked) == {
        "preset": "jokeren-7",
        "options": {"opening_points": [40, 0], "rounds": None},
    }
    assert Ruleset().load({"preset": "jokeren-7"}) == {"preset": "jokeren-7"}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_position_comes_back_as_it_was(preset: str) -> None:
    """What the service gives, it takes; what is inside are the engine's values."""
    ruleset = resolve(preset, {})
    before = (Outcome(winner=0, points=(0, 5, 7)),)
    state = family_of(preset).deal(ruleset.resolved, 3, number=2, dealer=1, key=bytes(32), past_rounds=before)
    given = State().load(as_json(state))

    assert isinstance(given["past_rounds"][0], Outcome)
    assert inquiry.position(ruleset, given) == state


def test_a_row_that_is_left_out_is_empty() -> None:
    body = {
        "family": "sjuan",
        "turn": {"seat": 0, "phase": "play"},
        "hands": [["8C"], ["9C"], ["KS"]],
        "layout": {"C": ["7C"]},
    }

    assert State().load(body)["layout"] == Layout(clubs=("7C",))


def test_what_was_done_in_a_turn_becomes_the_engine_s() -> None:
    done = (
        actions.TurnDraw("stock", "5H"),
        actions.TurnMeld("m1", "set", ("7S", "7H", "JK"), 21),
        actions.TurnLayOff("m1", ("7D",), ("7S", "7H", "JK")),
        actions.TurnSwap("m1", ("7C",), ("7S", "7H", "7D", "JK")),
    )
    table = [actions.TableMeld("m1", 0, "set", ("7S", "7H", "7D", "7C"))]
    body = {
        "family": "jokeren",
        "turn": {
            "seat": 0,
            "phase": "play",
            "actions": done,
            "duties": [{"code": "no_end", "clause": "J.out"}],
        },
        "hands": [["JK"], ["KC"]],
        "table": table,
        "outcome": None,
    }

    given = State().load(as_json(body))

    assert tuple(given["turn"]["actions"]) == done
    assert given["table"] == table
    assert given["outcome"] is None


def test_everything_that_is_wrong_is_told_at_once() -> None:
    """Each with its pointer, known fields in their order before unknown ones by name."""
    body = {
        "zeta": 1,
        "alpha/beta~": 1,
        "_schema": 1,
        "ruleset": {
            "preset": "jokeren-7",
            "options": {"opening_point": [3], "by_players": {"9": {}}, "ace": 1},
        },
        "players": [{"name": "Anna", "age": 9}, {}, 3],
        "dealer": 0,
        "state": {"family": "jokeren", "turn": {"seat": True}, "hands": [["10h", None], []]},
    }

    with pytest.raises(ValidationError) as refused:
        SCHEMAS["GameRequest"].load(body)

    assert [(fault.pointer, fault.says, fault.facts.field) for fault in faults_of(refused.value)] == [
        ("/ruleset/options/by_players/9", "unknown_field", "9"),
        ("/ruleset/options/ace", "text_wanted", "ace"),
        ("/ruleset/options/opening_point", "unknown_field", "opening_point"),
        ("/players/0/age", "unknown_field", "age"),
        ("/players/1/name", "missing_field", "name"),
        ("/players/2", "object_wanted", "players[2]"),
        ("/state/turn/seat", "integer_wanted", "seat"),
        ("/state/turn/phase", "missing_field", "phase"),
        ("/state/hands/0/0", "not_a_card", "hands[0][0]"),
        ("/state/hands/0/1", "text_wanted", "hands[0][1]"),
        ("/_schema", "unknown_field", "_schema"),
        ("/alpha~1beta~0", "unknown_field", "alpha/beta~"),
        ("/dealer", "dealer_beside_state", "dealer"),
        ("/zeta", "unknown_field", "zeta"),
    ]


def test_the_states_of_the_engine_are_those_that_are_read() -> None:
    """No field of a position is without its place in the schema."""
    for family, partial in zip(FAMILIES, (JokerenPartialState, SjuanPartialState), strict=True):
        fields = State.type_schemas[family.id].fields
        assert set(fields) == {*family.state_type.__struct_fields__, "family"}
        assert set(PartialState.type_schemas[family.id].fields) == {*partial.__struct_fields__, "family"}
