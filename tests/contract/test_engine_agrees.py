"""The contract and the engine say the same: options, codes, clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine import FAMILIES, findings, jokeren, refusals, results, sjuan
from engine.bots import KINDS
from engine.findings import WarningCode
from engine.hints import HintCode
from engine.options import fields
from engine.refusals import Code
from engine.repairs import RepairCode
from engine.sentences import SENTENCES
from engine.sentences import WARNINGS as ODDITIES
from tests.contract.document import REFUSALS, SCHEMAS, WARNINGS, deref, table

if TYPE_CHECKING:
    from engine import Family
    from engine.options import OptionField

BY_FAMILY = {family.id: family for family in FAMILIES}
OPTIONS = {
    f"{family.options_type.__name__}.{field.name}": (family, field)
    for family in FAMILIES
    for field in fields(family.presets[0].options)
}
STRUCTS = {
    name: struct
    for module in (
        *(findings, refusals, results),
        *(jokeren.actions, jokeren.state, sjuan.actions, sjuan.layout, sjuan.state),
    )
    for name, struct in vars(module).items()
    if isinstance(struct, type)
    and issubclass(struct, msgspec.Struct)
    and struct.__module__ == module.__name__
    and name in SCHEMAS
} | {"Turn": jokeren.state.Turn, "SjuanTurn": sjuan.state.Turn}
EVENT = {"seq", "version", "at"}
"""What the service adds to a fact of the engine to make it an event."""

NOTES = {"description", "x-clause", "x-defaults"}


def as_json(value: object) -> object:
    """Give the value as a client would read it."""
    return msgspec.json.decode(msgspec.json.encode(value))


@table(STRUCTS)
def test_a_value_that_has_a_component_has_its_fields(name: str, entry: type[msgspec.Struct]) -> None:
    """What the engine calls by the name of a component is that component, its tag included."""
    tag = entry.__struct_config__.tag_field
    own = {*entry.__struct_encode_fields__, *([tag] if tag else [])}
    promised = set(SCHEMAS[name]["properties"])

    assert promised in (own, own | EVENT)


@table(OPTIONS)
def test_an_option_is_the_same_in_both(name: str, entry: tuple[Family, OptionField]) -> None:
    """Its sentence, its clause, its bounds, its values, and what every preset has."""
    component, _, own = name.partition(".")
    option, (family, field) = SCHEMAS[component]["properties"][own], entry
    schema = deref(option)

    assert option["description"] == field.description
    assert option["x-clause"] == field.clause
    assert (schema.get("minimum"), schema.get("maximum")) == (field.minimum, field.maximum)
    assert set(schema.get("enum", ())) == set(field.values or ())
    assert option["x-defaults"] == {
        preset.id: as_json(getattr(preset.options, own)) for preset in family.presets
    }


@table(BY_FAMILY)
def test_the_contract_offers_the_options_of_the_engine_and_no_others(name: str, entry: Family) -> None:
    """In the same order."""
    promised = list(SCHEMAS[entry.options_type.__name__]["properties"])

    assert promised == [field.name for field in fields(entry.presets[0].options)], name


@table(BY_FAMILY)
def test_resolved_options_are_the_options_with_every_value(name: str, entry: Family) -> None:
    """They are the same options with the same bounds, and all of them are required."""
    component = entry.options_type.__name__
    given, resolved = SCHEMAS[component], SCHEMAS[f"Resolved{component}"]
    bare = {
        name: {word: option[word] for word in option if word not in NOTES}
        for name, option in given["properties"].items()
    }

    assert resolved["properties"] == bare
    assert resolved["required"] == list(bare), name
    assert "required" not in given


def test_the_families_and_presets_of_the_contract_are_those_of_the_engine() -> None:
    """Nothing is promised that cannot be played, and nothing is hidden."""
    promised = {family: SCHEMAS[f"{family.title()}Preset"]["enum"] for family in SCHEMAS["Family"]["enum"]}

    assert promised == {family.id: [preset.id for preset in family.presets] for family in FAMILIES}


def test_repairs_hints_and_bots_are_those_of_the_engine() -> None:
    """Closed lists, in the same order."""
    assert SCHEMAS["RepairCode"]["enum"] == [code.value for code in RepairCode]
    assert SCHEMAS["HintCode"]["enum"] == [code.value for code in HintCode]
    assert SCHEMAS["Bot"]["enum"] == list(KINDS)


def test_the_codes_with_a_clause_are_those_of_the_engine() -> None:
    """Every other code is the service's own and rests on no clause."""
    clauses = {code: refusal["clause"] for code, refusal in REFUSALS.items() if refusal["clause"]}

    assert clauses == {code.value: SENTENCES[code].clause for code in Code}


def test_the_codes_of_warnings_are_those_of_the_engine() -> None:
    """Each with its clause, in the same order."""
    clauses = [(code, told["clause"]) for code, told in WARNINGS.items()]

    assert clauses == [(code.value, ODDITIES[code].clause) for code in WarningCode]
