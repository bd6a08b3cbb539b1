"""Values as the examples of the contract are written: in one line where they fit, else one line for each member."""

from __future__ import annotations

import json
import re
import textwrap
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH = 118
MANY = 12
TOGETHER = "\N{NO-BREAK SPACE}"
HEX = re.compile("[0-9a-f]{64}")


def member(name: str, value: Any, indent: int) -> list[str]:
    """A member of an object, its name at this indent."""
    start = " " * indent + f"{name}:"
    if isinstance(value, str) and value.endswith("\n"):
        return [f"{start} |", *textwrap.indent(value, " " * (indent + 2)).splitlines()]
    line = f"{start} {_scalar(value) if isinstance(value, str) else _flow(value)}"
    if len(line) <= WIDTH:
        return [line]
    match value:
        case str():
            return [f"{start} >-", *_filled(value, indent + 2)]
        case dict() if len(value) >= MANY and all(map(_short, value.values())):
            return [f"{start} {{", *_filled(", ".join(_together(_pairs(value))) + "}", indent + 2)]
        case dict():
            return [start, *(line for key, one in value.items() for line in member(key, one, indent + 2))]
        case list() if all(map(_short, value)):
            return [f"{start} [", *_filled(", ".join(_together(map(_flow, value))) + "]", indent + 2)]
    return [start, *(line for one in value for line in _item(one, indent + 2))]


def _item(value: Any, indent: int) -> list[str]:
    line = " " * indent + f"- {_flow(value)}"
    if len(line) <= WIDTH or not isinstance(value, dict):
        return [line]
    lines = [line for key, one in value.items() for line in member(key, one, indent + 2)]
    return [" " * indent + "- " + lines[0].lstrip(), *lines[1:]]


def _filled(text: str, indent: int) -> list[str]:
    margin = " " * indent
    lines = textwrap.wrap(text, WIDTH - indent, break_long_words=False, break_on_hyphens=False)
    return [margin + line.replace(TOGETHER, " ") for line in lines]


def _together(parts: Iterable[str]) -> list[str]:
    return [part.replace(" ", TOGETHER) for part in parts]


def _pairs(value: dict[str, Any]) -> list[str]:
    return [f"{name}: {_flow(one)}" for name, one in value.items()]


def _short(value: Any) -> bool:
    return not isinstance(value, dict | list) or len(_flow(value)) < MANY


def _flow(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(_pairs(value)) + "}"
        case list():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case str() if set(value) & set("{}[],"):
            return _quoted(value)
        case str():
            return _scalar(value)
    return json.dumps(value)


def _scalar(text: str) -> str:
    if HEX.fullmatch(text):
        return _quoted(text)
    return str(yaml.safe_dump(text, width=10**6, allow_unicode=True)).removesuffix("...\n").rstrip("\n")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
