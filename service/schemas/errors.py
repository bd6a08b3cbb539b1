"""What a schema finds wrong: faults instead of sentences, each at its place in the body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from marshmallow import ValidationError

from service.faults import Fault, ServiceCode, clipped, fault, json_pointer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OF_THE_WHOLE: Final = "_schema"
"""Under what marshmallow keeps what is wrong with an object itself, and nothing else."""


def wrong(code: ServiceCode, says: str = "", **facts: Any) -> ValidationError:
    """A value is not what its schema wants; where it stands is added later."""
    return ValidationError([fault(code, says=says, **facts)])


def faults_of(error: ValidationError) -> list[Fault]:
    """Everything that is wrong with a body, in its order, each with its JSON Pointer."""
    return list(_placed(error.messages, ()))


def _placed(messages: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for part, inner in _ordered(messages):
            whole = part == OF_THE_WHOLE and not _is_unknown(inner)
            yield from _placed(inner, path if whole else (*path, part))
        return
    for found in messages:
        yield _at(found, path)


def _at(found: Fault, path: tuple[str | int, ...]) -> Fault:
    """The fault at its place; its `field` is the nearest name, with places in lists after it."""
    if not path:
        return msgspec.structs.replace(found, says="body_object_wanted")
    named = max(at for at, part in enumerate(path) if isinstance(part, str))
    field = str(path[named]) + "".join(f"[{place}]" for place in path[named + 1 :])
    facts = msgspec.structs.replace(found.facts, field=clipped(field))
    return msgspec.structs.replace(found, pointer=json_pointer(path), facts=facts)


def _ordered(messages: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    """Known fields as declared, then unknown ones by name: marshmallow has those in no order."""
    known = [item for item in messages.items() if not _is_unknown(item[1])]
    return known + sorted(item for item in messages.items() if _is_unknown(item[1]))


def _is_unknown(messages: Any) -> bool:
    return isinstance(messages, list) and messages[0].code == ServiceCode.UNKNOWN_FIELD
