"""What an option is, and how a preset and house rules become one resolved ruleset.

Each family declares its options once, as the fields of a frozen struct: type, bounds, default, the sentence that
explains it and the clause it belongs to. The request schema, the listing, the documentation and the random house rules
of the tests are read from those fields.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

if TYPE_CHECKING:
    from collections.abc import Mapping


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The base of a family's options; `dict` lets a family cache what it derives from them."""


class OptionField(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One option as a reader or a form needs it: `values` for a choice, `minimum` and `maximum` for a number."""

    name: str
    type: str
    values: tuple[str, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    nullable: bool
    default: Any
    clause: str
    description: str


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset that exists by name: a family's options with every value set."""

    id: str
    family: str
    name: str
    options: Options


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A preset with house rules, resolved: every option has its value, and `rules_hash` names the whole."""

    preset: str
    options: dict[str, Any]
    resolved: Any
    rules_hash: str


def rule(clause: str, description: str, **bounds: Any) -> msgspec.Meta:
    """Annotate an option's field with its clause, its sentence and its bounds (those of `msgspec.Meta`)."""
    return msgspec.Meta(description=description, extra={"clause": clause}, **bounds)


def fields(options: Options) -> tuple[OptionField, ...]:
    """Every option of a preset in the order of declaration; the default is the preset's value."""
    info = inspect.type_info(type(options))
    assert isinstance(info, inspect.StructType)
    values = msgspec.to_builtins(options)
    return tuple(_field(field.name, field.type, values[field.name]) for field in info.fields)


def _field(name: str, described: inspect.Type, default: Any) -> OptionField:
    assert isinstance(described, inspect.Metadata)
    schema = described.extra_json_schema or {}
    extra = described.extra or {}
    inner = described.type
    nullable = isinstance(inner, inspect.UnionType) and inner.includes_none
    if isinstance(inner, inspect.UnionType):
        inner = next(one for one in inner.types if not isinstance(one, inspect.NoneType))
    choice = inner.values if isinstance(inner, inspect.LiteralType) else None
    return OptionField(
        name=name,
        type="choice" if choice else _TYPES.get(type(inner), "object"),
        values=tuple(str(value) for value in choice) if choice else None,
        minimum=getattr(inner, "ge", None),
        maximum=getattr(inner, "le", None),
        nullable=nullable,
        default=default,
        clause=extra["clause"],
        description=schema["description"],
    )


_TYPES: dict[type, str] = {
    inspect.IntType: "integer",
    inspect.BoolType: "boolean",
    inspect.ListType: "list",
    inspect.VarTupleType: "list",
}


def clause_of(options: Options, name: str) -> str:
    """The clause that an option belongs to.

    Raises:
        KeyError: there is no such option.
    """
    return _clauses(type(options))[name]


@cache
def _clauses(kind: type[Options]) -> dict[str, str]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {field.name: (getattr(field.type, "extra", None) or {})["clause"] for field in info.fields}


def merge(preset: Preset, overrides: Mapping[str, Any]) -> Options:
    """The preset's options with the overrides in place.

    Raises:
        msgspec.ValidationError: an unknown option, or a value of the wrong type or out of bounds.
    """
    return msgspec.convert({**msgspec.to_builtins(preset.options), **overrides}, type(preset.options))


def resolved_ruleset(preset: Preset, overrides: Mapping[str, Any], resolved: Options) -> Ruleset:
    """The ruleset as a value, with the SHA-256 of its resolved options."""
    canonical = msgspec.json.encode(resolved, order="sorted")
    return Ruleset(
        preset=preset.id,
        options=dict(overrides),
        resolved=resolved,
        rules_hash="sha256:" + sha256(canonical).hexdigest(),
    )
