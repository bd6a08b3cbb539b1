"""House rules: the schema of a family's options, read from the fields of its struct, so that nothing is typed twice."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from engine.family import PRESETS
from engine.jokeren.options import JokerenOptions as JokerenStruct
from engine.sjuan.options import SjuanOptions as SjuanStruct
from service.schemas.fields import Choice, Closed, JsonBoolean, JsonInteger, ListOf, One, Strict, Text, Union

if TYPE_CHECKING:
    from marshmallow import Schema, fields


class ByName(Strict):
    """An object whose names have a form, and whose members are all of one kind."""

    wanted = "object_wanted"

    def __init__(self, names: str, member: fields.Field[Any], **settings: Any) -> None:
        super().__init__(**settings)
        self.names = names
        self.member = member

    def _deserialize(self, value: Any, *_: object, **__: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        known = {name: self.member for name in value if re.fullmatch(self.names, name)}
        loaded: dict[str, Any] = Closed.from_dict(known)().load(value)
        return loaded


def schema_of(struct: type[msgspec.Struct]) -> type[Schema]:
    """A schema with one field per field of a struct, none of them required.

    Where a struct omits its defaults, None stands for what is absent; null is no value of such a field.
    """
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType)  # noqa: S101 (it is one)
    absent = struct.__struct_config__.omit_defaults
    return Closed.from_dict(
        {field.name: _field(field.type, nullable=not absent) for field in described.fields},
        name=struct.__name__,
    )


def _field(  # noqa: C901 (one case per type)
    described: inspect.Type, *, nullable: bool = True, **settings: Any
) -> fields.Field[Any]:
    match described:
        case inspect.Metadata(type=inner):
            return _field(inner, nullable=nullable, **settings)
        case inspect.UnionType(types=types):
            (inner,) = (one for one in types if not isinstance(one, inspect.NoneType))
            return _field(inner, allow_none=nullable, **settings)
        case inspect.IntType(ge=int(least), le=int(most)):
            return JsonInteger(least, most, **settings)
        case inspect.BoolType():
            return JsonBoolean(**settings)
        case inspect.StrType(pattern=str(pattern)):
            return Text(pattern, **settings)
        case inspect.LiteralType(values=values):
            return Choice([str(value) for value in values], **settings)
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=int(most)):
            return ListOf(_field(item), minimum=least or 0, maximum=most, **settings)
        case inspect.StructType(cls=struct):
            return One(schema_of(struct), **settings)
        case inspect.DictType(key_type=inspect.StrType(pattern=str(pattern)), value_type=value):
            return ByName(pattern, _field(value), **settings)
        case inspect.DictType(key_type=inspect.LiteralType(values=names), value_type=value):
            members = {str(name): _field(value, required=True) for name in names}
            return One(Closed.from_dict(members), **settings)
    raise TypeError(f"an option cannot be a {described}")


def _presets(family: str) -> tuple[str, ...]:
    return tuple(preset.id for preset in PRESETS.values() if preset.family == family)


JokerenOptions = schema_of(JokerenStruct)
SjuanOptions = schema_of(SjuanStruct)


class JokerenPreset(Choice):
    """The presets of the Jokeren family."""

    values = _presets("jokeren")


class JokerenRuleset(Closed):
    """A preset of the Jokeren family, with house rules."""

    preset = JokerenPreset(required=True)
    options = One(JokerenOptions)


class SjuanPreset(Choice):
    """The presets of the Sjuan family."""

    values = _presets("sjuan")


class SjuanRuleset(Closed):
    """A preset of the Sjuan family, with house rules."""

    preset = SjuanPreset(required=True)
    options = One(SjuanOptions)


class Ruleset(Union):
    """A preset with house rules."""

    type_field = "preset"
    type_schemas = MappingProxyType(
        {preset: JokerenRuleset() for preset in JokerenPreset.values}
        | {preset: SjuanRuleset() for preset in SjuanPreset.values}
    )
