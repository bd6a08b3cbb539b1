"""The parameters of a request, read and checked as the contract describes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import request

from service.faults import Fault, ServiceCode, Source, clipped, fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

INTEGER: Final = re.compile(r"-?(0|[1-9][0-9]*)")
MOST_DIGITS: Final = 17  # more than any bound has, its sign included
BOOLEANS: Final = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an operation: `place` is where it stands, `component` its schema's name, if that has one."""

    name: str
    place: Source
    schema: Mapping[str, Any]
    component: str | None
    required: bool

    def read(self, text: str) -> Any:
        """The value that a text stands for, or the Fault that it has."""
        match self.schema["type"]:
            case "integer":
                return self._integer(text)
            case "boolean" if text in BOOLEANS:
                return BOOLEANS[text]
            case "boolean":
                return self.fault(ServiceCode.WRONG_TYPE, "boolean_wanted")
        return self._text(text)

    def _integer(self, text: str) -> int | Fault:
        if not INTEGER.fullmatch(text):
            return self.fault(ServiceCode.WRONG_TYPE, "integer_wanted")
        least, most = self.schema["minimum"], self.schema["maximum"]
        if len(text) <= MOST_DIGITS and least <= int(text) <= most:
            return int(text)
        return self.fault(ServiceCode.OUT_OF_RANGE, "out_of_range", minimum=least, maximum=most)

    def _text(self, text: str) -> str | Fault:
        schema, count = self.schema, len(text)
        least, most = schema.get("minLength", 0), schema.get("maxLength", count)
        if not least <= count <= most:
            figures = {"count": count, "minimum": least, "maximum": most}
            return self.fault(ServiceCode.OUT_OF_RANGE, "length_out_of_range", **figures)
        if "enum" in schema and text not in schema["enum"]:
            allowed = tuple(schema["enum"])
            return self.fault(ServiceCode.INVALID_VALUE, "not_a_choice", value=text, allowed=allowed)
        if "pattern" in schema and not re.fullmatch(schema["pattern"], text):
            return self.fault(ServiceCode.INVALID_VALUE, "wrong_form")
        return text

    def fault(self, code: ServiceCode, says: str, **facts: Any) -> Fault:
        """What is wrong with it. The value is repeated only where it is one of a few: a header may hold a secret."""
        return fault(code, says=says, source=self.place, pointer=self.name, field=self.name, **facts)


def unknown_in_query(parameters: Iterable[Parameter]) -> list[Fault]:
    """What the query holds that no parameter is."""
    known = {one.name for one in parameters if one.place == "query"}
    return [
        fault(
            ServiceCode.UNKNOWN_FIELD,
            says="unknown_parameter",
            source="query",
            pointer=clipped(name),
            field=name,
        )
        for name in request.args
        if name not in known
    ]


def read_all(parameters: Iterable[Parameter]) -> tuple[dict[str, Any], list[Fault]]:
    """The values by name, defaults filled in, and everything that is wrong with them."""
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for parameter in parameters:
        texts = _texts(parameter)
        if len(texts) > 1:
            faults.append(parameter.fault(ServiceCode.INVALID_VALUE, "parameter_twice"))
        elif not texts:
            if parameter.required:
                faults.append(parameter.fault(ServiceCode.MISSING_FIELD, "missing_field"))
            elif "default" in parameter.schema:
                values[parameter.name] = parameter.schema["default"]
        elif isinstance(value := parameter.read(texts[0]), Fault):
            faults.append(value)
        else:
            values[parameter.name] = value
    return values, faults


def _texts(parameter: Parameter) -> list[str]:
    given = request.args if parameter.place == "query" else request.headers
    return given.getlist(parameter.name)
