"""The contract as a document: valid, whole, every example true to its schema, and kind to code generators."""

from __future__ import annotations

import re

import pytest
from openapi_spec_validator import validate

from tests.contract.document import (
    COMPONENTS,
    CONTENTS,
    DOCUMENT,
    NESTED,
    OPERATIONS,
    REFUSALS,
    SCHEMAS,
    WARNINGS,
    Json,
    component,
    deref,
    faults,
    table,
)

OBJECTS: Json = {name: schema for name, schema in SCHEMAS.items() if schema.get("type") == "object"}
UNIONS: Json = {name: schema for name, schema in SCHEMAS.items() if "oneOf" in schema}
PROBLEMS: Json = {name: content for name, content in CONTENTS.items() if name.endswith("problem+json")}

OPEN_OBJECTS = {"ContractDocument"}
"""It is what OpenAPI says that it is."""


def test_the_document_is_valid_openapi() -> None:
    """It meets the specification of OpenAPI 3.1."""
    validate(DOCUMENT)


def test_the_parts_stand_in_the_order_in_which_they_are_read() -> None:
    """What it is, its tags, its paths, its components, every way of saying no, and every way of being odd."""
    parts = ["openapi", "info", "servers", "tags", "paths", "components", "x-refusals", "x-warnings"]
    assert list(DOCUMENT) == parts


# ---- Operations ----------------------------------------------------------------------------------


@table(OPERATIONS)
def test_an_operation_says_what_it_is(name: str, entry: Json) -> None:
    """It has a summary, a description, and one tag, which is described."""
    described = {tag["name"] for tag in DOCUMENT["tags"] if tag["description"]}

    assert entry["summary"], name
    assert entry["description"], name
    assert len(entry["tags"]) == 1
    assert set(entry["tags"]) <= described


@table(OPERATIONS)
def test_an_operation_lists_every_status_that_it_can_answer(name: str, entry: Json) -> None:
    """Its statuses follow from what it takes: a body, a path, conditions, tokens, the store."""
    parameters = {deref(parameter)["name"] for parameter in entry["parameters"]}
    because = {
        "304": "If-None-Match" in parameters,
        "400": "requestBody" in entry,
        "401": entry["security"] != [],
        "404": "id" in parameters,
        "412": "If-Match" in parameters,
        "413": "requestBody" in entry,
        "415": "requestBody" in entry,
        "422": True,
        "503": entry["tags"] in (["Games"], ["Tournaments"]) or name == "getReadiness",
    }
    listed = set(entry["responses"])
    done = {"200", "201", "204"} & listed

    assert len(done) == 1
    assert listed - done - {"403", "409"} == {status for status in because if because[status]}


@table(OPERATIONS)
def test_a_link_leads_to_an_operation_that_takes_what_it_gives(name: str, entry: Json) -> None:
    """Every parameter of a link is one of the operation that it leads to."""
    for response in entry["responses"].values():
        for link in deref(response).get("links", {}).values():
            target = OPERATIONS[deref(link)["operationId"]]
            taken = {f"{deref(one)['in']}.{deref(one)['name']}" for one in target["parameters"]}
            assert set(deref(link)["parameters"]) <= taken, name


@pytest.mark.parametrize(("first", "tag"), [("createGame", "Games"), ("createTournament", "Tournaments")])
def test_what_is_new_leads_to_everything_that_follows(first: str, tag: str) -> None:
    """From a new game or tournament a client finds all that can be done with it."""
    links = OPERATIONS[first]["responses"]["201"]["links"]
    operations = {name for name, operation in OPERATIONS.items() if operation["tags"] == [tag]}

    assert operations - {first} <= set(links)


# ---- Examples ------------------------------------------------------------------------------------


@table(CONTENTS)
def test_every_body_has_named_examples_that_meet_its_schema(name: str, entry: Json) -> None:
    """Every operation has an example of its request and of every status that has a body, and each is true."""
    assert entry["examples"], name
    for example in entry["examples"].values():
        assert deref(example)["summary"]
        assert faults(entry["schema"], deref(example)["value"]) == []


@pytest.mark.parametrize("kind", ["parameters", "headers"])
def test_every_example_of_a_parameter_or_header_meets_its_schema(kind: str) -> None:
    """What stands as an example beside a parameter or a header is one."""
    for name, item in COMPONENTS[kind].items():
        if "example" in item:
            assert faults(item["schema"], item["example"]) == [], name


@table(SCHEMAS)
def test_every_example_of_a_schema_meets_it(name: str, entry: Json) -> None:
    """What stands as an example in a component is one."""
    for example in entry.get("examples", []):
        assert faults(component(name), example) == []


@table(PROBLEMS)
def test_a_problem_example_agrees_with_itself(name: str, entry: Json) -> None:
    """Its type and its status are those of its code, and its code is that of its first violation."""
    _, status, _ = name.split(" ")
    for example in entry["examples"].values():
        problem = deref(example)["value"]
        assert problem["type"] == f"urn:uitleg:problem:{problem['code']}"
        assert problem["status"] == REFUSALS[problem["code"]]["status"] == int(status)
        for first in problem["violations"][:1]:
            assert (first["code"], first["message"]) == (problem["code"], problem["detail"])


# ---- Schemas -------------------------------------------------------------------------------------


@table(OBJECTS)
def test_every_object_is_closed(name: str, entry: Json) -> None:
    """No object takes a field that it does not name, but those that must."""
    assert entry["additionalProperties"] is (name in OPEN_OBJECTS)
    assert set(entry.get("required", [])) <= set(entry["properties"])


def test_every_object_and_enum_is_a_named_component() -> None:
    """No schema inside another one, or in a body, is an object or enum of its own: generators need names."""
    inline = [
        where
        for where, part in NESTED.items()
        if "enum" in part or "properties" in part or "object" in part.get("type", ())
    ]
    bodies = [name for name, body in CONTENTS.items() if body["schema"].keys() not in ({"$ref"}, {"type"})]

    assert inline == []
    assert bodies == []


def test_anyof_says_only_that_something_may_be_null() -> None:
    """A choice without a discriminator is a component or null."""
    for where, part in NESTED.items():
        assert "oneOf" not in part, where
        if "anyOf" in part:
            named, null = part["anyOf"]
            assert list(named) == ["$ref"], where
            assert null == {"type": "null"}, where


@table(UNIONS)
def test_every_union_has_a_discriminator_with_a_full_mapping(name: str, entry: Json) -> None:
    """Each member is mapped under every value of its tag, and nothing else is."""
    tag, mapping = entry["discriminator"]["propertyName"], entry["discriminator"]["mapping"]
    expected: dict[str, str] = {}
    for member in entry["oneOf"]:
        tagged = deref(deref(member)["properties"][tag])
        expected |= dict.fromkeys(tagged.get("enum", [tagged.get("const")]), member["$ref"])
        assert tag in deref(member)["required"]

    assert mapping == expected, name


def test_what_makes_a_union_today_or_tomorrow_is_one() -> None:
    """Also where there is one member only, so that a second family breaks no client."""
    by_type = {"Action", "ActionToJudge", "TurnAction", "Event"}
    by_family = {"State", "PartialState", "RoundView", "RulesetSummary", "Resolution"}

    assert set(UNIONS) == by_type | by_family | {"Ruleset", "ResolvedRuleset"}


def test_every_component_is_described() -> None:
    """A reader never meets a name without a sentence."""
    assert [name for name, schema in SCHEMAS.items() if not schema.get("description")] == []


# ---- Refusals ------------------------------------------------------------------------------------


def test_every_code_has_its_refusal_and_every_refusal_its_code() -> None:
    """`ErrorCode` and `x-refusals` are one list in one order."""
    assert list(REFUSALS) == SCHEMAS["ErrorCode"]["enum"]


@table(REFUSALS)
def test_a_refusal_says_when_it_comes_and_gives_a_request_for_it(name: str, entry: Json) -> None:
    """Its request meets the schema, unless it is refused for that very reason."""
    example = entry["example"]
    schema_is_broken = entry["status"] == 422 and "first" not in example

    assert list(entry) == ["clause", "status", "when", "example"], name
    assert re.fullmatch(r"[A-Z].*\.", entry["when"])
    assert "operation" in example or list(example) == ["request"]
    for field in {"game", "first"} & set(example):
        assert faults(component("GameRequest"), example[field]) == []
    if "tournament" in example:
        assert faults(component("TournamentRequest"), example["tournament"]) == []
    if "body" in example:
        body = OPERATIONS[example["operation"]]["requestBody"]["content"]["application/json"]
        assert bool(faults(body["schema"], example["body"])) is schema_is_broken


# ---- Warnings ------------------------------------------------------------------------------------


def test_every_warning_has_its_code_and_every_code_its_warning() -> None:
    """`WarningCode` and `x-warnings` are one list in one order."""
    assert list(WARNINGS) == SCHEMAS["WarningCode"]["enum"]


@table(WARNINGS)
def test_a_warning_says_when_it_comes_and_gives_a_ruleset_for_it(name: str, entry: Json) -> None:
    """Its ruleset meets the schema."""
    assert list(entry) == ["clause", "when", "ruleset"], name
    assert re.fullmatch(r"[A-Z].*\.", entry["when"])
    assert faults(component("Ruleset"), entry["ruleset"]) == []
