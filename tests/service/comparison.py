"""A component of the contract and a schema of the program, walked together."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from marshmallow import RAISE, Schema, fields
from marshmallow_oneofschema import OneOfSchema

from service.schemas.fields import Card, Choice, JsonBoolean, JsonInteger, ListOf, One, Text
from service.schemas.options import ByName
from tests.contract.document import deref

Json = dict[str, Any]

NAMELESS = {JsonInteger, JsonBoolean, Text, Choice, ListOf, One, ByName}
"""Fields that are no component by themselves."""

GENERATED = {"JokerenOptions", "SjuanOptions", "ByPlayers", "PackByPlayers", "PenaltyTable"}
"""Components whose schemas are read from the engine's options; what they hold needs no names."""

DEMANDS = [
    "all_cards",
    *("".join(parts) for parts in product(("set", "run", ""), ("", ":"), map(str, range(20)))),
]
TEXTS = [
    *DEMANDS,
    "set",
    "run",
    "m1",
    "m0",
    "m10",
    "m100",
    "J.out",
    "J.",
    "a" * 64,
    "A" * 64,
    "",
    " ",
    "Anna",
]


class Comparison:
    """Walks a component and a schema together, and collects what differs."""

    def __init__(self) -> None:
        self.differences: list[str] = []

    def expect(self, where: str, found: object, promised: object) -> None:
        if found != promised:
            self.differences.append(f"{where}: {found!r} where the contract has {promised!r}")

    def schema(self, where: str, node: Json, schema: Schema) -> None:
        """An object, or a union of several."""
        name = node.get("$ref", "").rpartition("/")[2]
        if name and name not in GENERATED:
            self.expect(where, type(schema).__name__, name)
        promised = deref(node)
        if isinstance(schema, OneOfSchema):
            self.union(where, promised, schema)
            return
        self.expect(f"{where} unknown", schema.unknown, RAISE)
        self.expect(f"{where} open", promised["additionalProperties"] is not False, promised=False)
        self.expect(f"{where} properties", set(schema.fields), set(promised["properties"]))
        required = {name for name, field in schema.fields.items() if field.required}
        self.expect(f"{where} required", required, set(promised.get("required", ())))
        for name, field in schema.fields.items():
            if name in promised["properties"]:
                self.field(f"{where}.{name}", promised["properties"][name], field)

    def union(self, where: str, promised: Json, schema: OneOfSchema) -> None:
        discriminator = promised["discriminator"]
        self.expect(f"{where} discriminator", schema.type_field, discriminator["propertyName"])
        self.expect(f"{where} keeps it", schema.type_field_remove, promised=False)
        self.expect(f"{where} mapping", set(schema.type_schemas), set(discriminator["mapping"]))
        for kind, branch in schema.type_schemas.items():
            assert isinstance(branch, Schema), "an instance, made once"
            self.schema(f"{where}[{kind}]", {"$ref": discriminator["mapping"][kind]}, branch)

    def field(self, where: str, node: Json, field: fields.Field[Any]) -> None:
        """One value."""
        options = node.get("anyOf", [node])
        inner = next(one for one in options if one != {"type": "null"})
        promised = deref(inner)
        types = promised.get("type")
        nullable = {"type": "null"} in options or (isinstance(types, list) and "null" in types)
        self.expect(f"{where} null", field.allow_none, nullable)
        if "$ref" in inner and type(field) not in NAMELESS:
            self.expect(where, type(field).__name__, inner["$ref"].rpartition("/")[2])
        self.value(where, inner, {**promised, "type": types[0] if isinstance(types, list) else types}, field)

    def value(  # noqa: C901 (one case per kind of field)
        self, where: str, node: Json, promised: Json, field: fields.Field[Any]
    ) -> None:
        bounds: Json = {}
        match field:
            case JsonInteger():
                bounds = {"type": "integer", "minimum": field.minimum, "maximum": field.maximum}
            case JsonBoolean():
                bounds = {"type": "boolean"}
            case Card():
                bounds = {"type": "string"}
            case Choice():
                allowed = promised.get("enum") or [promised["const"]]
                self.expect(where, (promised["type"], set(field.values)), ("string", set(allowed)))
            case Text():
                self.expect(where, promised["type"], "string")
                same_texts(self, where, promised["pattern"], field.pattern)
                if field.longest is not None:
                    bounds = {"minLength": field.shortest or None, "maxLength": field.longest}
            case ListOf():
                bounds = {"type": "array", "minItems": field.minimum or None, "maxItems": field.maximum}
                bounds["uniqueItems"] = field.distinct or None
                self.field(f"{where}[]", promised["items"], field.inner)
            case ByName():
                self.by_name(where, promised, field)
            case One():
                self.schema(where, node, field.schema)
            case _:
                self.differences.append(f"{where}: a field of an unknown kind, {field!r}")
        for word, bound in bounds.items():
            self.expect(f"{where} {word}", bound, promised.get(word))

    def by_name(self, where: str, promised: Json, field: ByName) -> None:
        names = {name for name in map(str, range(100)) if re.fullmatch(field.names, name)}
        self.expect(f"{where} names", names, set(promised["properties"]))
        self.expect(f"{where} required", promised.get("required"), None)
        for name, member in promised["properties"].items():
            self.field(f"{where}.{name}", member, field.member)


def same_texts(comparison: Comparison, where: str, left: str, right: str) -> None:
    """Two patterns that are written differently may not differ in what they take."""
    if left != right:
        for text in TEXTS:
            matches = [re.fullmatch(pattern, text) is not None for pattern in (left, right)]
            comparison.expect(f"{where} {text!r}", *matches)
