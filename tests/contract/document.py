"""The contract, read once: its operations, its bodies, its schemas, and what checks a value against one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Json = dict[str, Any]
Named = tuple[str, Json]

DOCUMENT: Json = yaml.safe_load((Path(__file__).parents[2] / "openapi.yaml").read_text(encoding="utf-8"))
COMPONENTS: Json = DOCUMENT["components"]
SCHEMAS: Json = COMPONENTS["schemas"]
REFUSALS: Json = DOCUMENT["x-refusals"]
WARNINGS: Json = DOCUMENT["x-warnings"]
METHODS = ("get", "put", "post", "delete", "patch")


def deref(value: Json) -> Json:
    """Follow a reference to the component that it names; what is no reference stays as it is."""
    while "$ref" in value:
        target: Any = DOCUMENT
        for part in value["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        value = target
    return value


def _operations() -> Iterator[Named]:
    for item in DOCUMENT["paths"].values():
        shared = item.get("parameters", [])
        for method in METHODS:
            if method in item:
                own = item[method]
                yield own["operationId"], own | {"parameters": shared + own.get("parameters", [])}


OPERATIONS: Json = dict(_operations())
"""Every operation by its id, the parameters of its path among its own."""


def _contents() -> Iterator[Named]:
    for name, operation in OPERATIONS.items():
        bodies = {"request": operation["requestBody"]} if "requestBody" in operation else {}
        for where, body in (bodies | operation["responses"]).items():
            for media_type, content in deref(body).get("content", {}).items():
                yield f"{name} {where} {media_type}", content


CONTENTS: Json = dict(_contents())
"""Every body that is sent or answered, as `operation status media-type`, a request under `request`."""


def _schemas() -> Iterator[Named]:
    for name, schema in SCHEMAS.items():
        yield name, schema
    for name, content in CONTENTS.items():
        yield name, content["schema"]
    for kind in ("parameters", "headers"):
        for name, item in COMPONENTS[kind].items():
            yield f"{kind}/{name}", item["schema"]


def _parts(name: str, schema: Json) -> Iterator[Named]:
    inside: Json = {f"properties/{key}": value for key, value in schema.get("properties", {}).items()}
    for key in ("oneOf", "anyOf", "allOf"):
        inside |= {f"{key}/{number}": one for number, one in enumerate(schema.get(key, []))}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            inside[key] = schema[key]
    for key, value in inside.items():
        yield f"{name}/{key}", value
        yield from _parts(f"{name}/{key}", value)


NESTED: Json = {where: part for name, schema in _schemas() for where, part in _parts(name, schema)}
"""Every schema inside another one, at any depth, by where it stands."""


@cache
def _validator(reference: str) -> jsonschema_rs.Draft202012Validator:
    return _compile({"$ref": reference})


def _compile(schema: Json) -> jsonschema_rs.Draft202012Validator:
    whole = schema | {"components": {"schemas": SCHEMAS}}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def faults(schema: Json, value: object) -> list[str]:
    """Say what is wrong with a value under a schema of the document, formats included."""
    checker = _validator(schema["$ref"]) if schema.keys() == {"$ref"} else _compile(schema)
    return [f"{error.instance_path}: {error.message}" for error in checker.iter_errors(value)]


def component(name: str) -> Json:
    """Refer to a schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def table(named: Mapping[str, object]) -> pytest.MarkDecorator:
    """Run a test once for each entry, under its name."""
    return pytest.mark.parametrize(("name", "entry"), named.items(), ids=list(named))
