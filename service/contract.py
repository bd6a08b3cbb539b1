"""The contract drives the service: `openapi.yaml` is read at start, and every operation in it becomes a route.

The operationId in snake_case is the handler's name, the `$ref` of a request body the schema's; the service does not
start while operations, handlers and schemas are not the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
import yaml
from flask import Response, request
from werkzeug.routing import BaseConverter

from service.exchange import Answer, Call, etag_matches
from service.intake import NOT_THERE, Operation
from service.language import spoken
from service.parameters import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from flask import Flask
    from marshmallow import Schema
    from werkzeug.routing import Map

    from service.settings import Settings

__all__ = ["Answer", "Call", "Contract", "ContractError", "bind", "etag_matches"]

METHODS: Final = ("get", "put", "post", "delete", "patch")
SAFE: Final = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}


class ContractError(Exception):
    """The contract and the program differ, or the contract cannot be read."""


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract: as a document, and as it is served."""

    document: Mapping[str, Any]
    yaml: bytes
    json: bytes

    @classmethod
    def read(cls) -> Self:
        """The contract that this program was installed with: beside this module, or at the root of the project."""
        here = Path(__file__).parent
        for folder in (here, here.parent):
            if (path := folder / "openapi.yaml").exists():
                return cls.of(path.read_bytes())
        raise ContractError(f"there is no openapi.yaml in {here} or in {here.parent}")

    @classmethod
    def of(cls, text: bytes) -> Self:
        """The contract that stands in a text of YAML."""
        document = _document(text)
        return cls(document, text, msgspec.json.encode(document))

    def operations(self) -> Iterator[Operation]:
        """Every operation, in order."""
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    yield self._operation(path, method, item)

    def _operation(self, path: str, method: str, item: Mapping[str, Any]) -> Operation:
        found = item[method]
        if "operationId" not in found:
            raise ContractError(f"{method} {path} has no operationId")
        asked = [*item.get("parameters", ()), *found.get("parameters", ())]
        security = found.get("security", self.document.get("security", ()))
        return Operation(
            name=re.sub("([A-Z])", r"_\1", found["operationId"]).lower(),
            method=method.upper(),
            path=path,
            parameters=tuple(self._parameter(one) for one in asked),
            schema=self._body(found) if "requestBody" in found else None,
            security=frozenset(scheme for schemes in security for scheme in schemes),
        )

    def _parameter(self, node: Mapping[str, Any]) -> Parameter:
        found = self._resolved(node)
        reference = found["schema"].get("$ref", "").rpartition("/")[2]
        schema = self._resolved(found["schema"])
        if schema["type"] == "integer" and not {"minimum", "maximum"} <= schema.keys():
            raise ContractError(f"the parameter {found['name']} has no bounds")
        if found["in"] == "path" and reference not in NOT_THERE:
            raise ContractError(f"nothing says what is not there where {found['name']} is of no use")
        return Parameter(found["name"], found["in"], schema, reference or None, found.get("required", False))

    def _body(self, operation: Mapping[str, Any]) -> str:
        content = self._resolved(operation["requestBody"])["content"]
        reference = content["application/json"]["schema"].get("$ref")
        if reference is None:
            raise ContractError(f"the body of {operation['operationId']} has no $ref")
        return str(reference.rpartition("/")[2])

    def _resolved(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in node:
            target: Any = self.document
            for part in node["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            node = target
        return node


@lru_cache(maxsize=1)
def _document(text: bytes) -> Mapping[str, Any]:
    """The text, read once for all applications of a process: it takes a second."""
    document: Mapping[str, Any] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return document


def bind(
    app: Flask,
    contract: Contract,
    handlers: Mapping[str, Callable[[Call], Answer]],
    schemas: Mapping[str, Schema],
    settings: Settings,
) -> None:
    """Give the app one route per operation of the contract.

    Raises:
        ContractError: operations, handlers and schemas differ; it says in what.
    """
    operations = {operation.name: operation for operation in contract.operations()}
    bodies = {operation.schema for operation in operations.values()} - {None}
    _same("operations", set(operations), "handlers", set(handlers))
    _same("request bodies", bodies, "schemas", set(schemas))
    app.url_map.merge_slashes = False  # one path for one thing, and no redirects
    app.url_map.converters["other_than"] = OtherThan
    for operation in operations.values():
        app.add_url_rule(
            _rule(operation.path, [one.path for one in operations.values()]),
            operation.name,
            _view(operation, handlers[operation.name], schemas.get(operation.schema or ""), settings),
            methods=[operation.method],
            provide_automatic_options=False,
        )

    @app.after_request
    def dress(response: Response) -> Response:
        """Add what every answer has."""
        for name, value in SAFE.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        vary = operations[request.endpoint].vary if request.endpoint in operations else []
        if vary:
            response.vary.update(vary)
        if "Accept-Language" in vary and not response.content_language:
            response.content_language.add(spoken())
        return response


class OtherThan(BaseConverter):
    """A segment of a path that may be anything but one of these names, which have paths of their own."""

    def __init__(self, url_map: Map, *names: str) -> None:
        super().__init__(url_map)
        self.regex = rf"(?!(?:{'|'.join(map(re.escape, names))})$)[^/]+"


def _rule(path: str, paths: Iterable[str]) -> str:
    """A path as Flask has it: what stands for a parameter is not what another path says in that place."""
    given = path.split("/")
    others = [other for one in paths if len(other := one.split("/")) == len(given)]
    parts = []
    for at, part in enumerate(given):
        names = {other[at] for other in others if other[:at] == given[:at] and "{" not in other[at]}
        kind = f"other_than({', '.join(map(repr, sorted(names)))}):" if names else ""
        parts.append(re.sub("{(.*?)}", rf"<{kind}\1>", part))
    return "/".join(parts)


def _same(left: str, lefts: set[Any], right: str, rights: set[Any]) -> None:
    differences = [
        f"{name} is one of the {one} and not of the {other}"
        for one, ones, other, others in ((left, lefts, right, rights), (right, rights, left, lefts))
        for name in sorted(ones - others)
    ]
    if differences:
        raise ContractError("; ".join(differences))


def _view(
    operation: Operation, handler: Callable[[Call], Answer], schema: Schema | None, settings: Settings
) -> Callable[..., Response]:
    def view(**path: str) -> Response:
        call = operation.call(path, schema, settings)
        return handler(call).response(call)

    return view
