"""Reading a body: JSON that can be understood in one way only, or a 400 that says why.

Python's own reader takes more than RFC 8259 promises to everybody (`NaN`, a name that stands twice, numbers that are
rounded); a body that two readers understand differently is refused here.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from service.problems import Problem, ServiceCode

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_DIGITS: Final = 16  # 2^53, up to which every reader agrees on whole numbers, has 16
DEEPEST: Final = 32
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def read(raw: bytes) -> tuple[Any, str]:
    """What a body says, and its fingerprint: equal for bodies that say the same, whatever their spaces and order.

    Raises:
        Problem: 400, with the reason.
    """
    value = _parse(_text(raw))
    if _deeper_than(DEEPEST, value):
        _refuse("too_deep", maximum=DEEPEST)
    try:
        canonical = msgspec.json.encode(value, order="sorted")
    except UnicodeEncodeError:
        _refuse("half_a_character")
    return value, sha256(canonical).hexdigest()


def _text(raw: bytes) -> str:
    if not raw:
        _refuse("body_empty")
    if raw.startswith(BYTE_ORDER_MARK):
        _refuse("byte_order_mark")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse("not_utf8", count=error.start + 1)


def _parse(text: str) -> Any:
    try:
        return _READER.decode(text)
    except json.JSONDecodeError as error:
        _refuse("not_json", count=error.pos + 1)
    except RecursionError:
        _refuse("too_deep", maximum=DEEPEST)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        _refuse("field_twice", field=next(name for name, count in counts.items() if count > 1))
    return members


def _integer(text: str) -> int:
    _check_digits(text)
    return int(text)


def _real(text: str) -> float:
    significand = text.lower().partition("e")[0]
    _check_digits(text, significand)
    number = float(text)
    if math.isinf(number) or (number == 0 and significand.strip("-0.")):
        _refuse("number_too_extreme", value=text)
    return number


def _check_digits(text: str, significand: str | None = None) -> None:
    if sum(map(str.isdigit, text if significand is None else significand)) > MOST_DIGITS:
        _refuse("number_too_long", value=text, maximum=MOST_DIGITS)


def _constant(text: str) -> NoReturn:
    _refuse("not_a_number", value=text)


_READER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_real, parse_constant=_constant
)


def _deeper_than(limit: int, value: Any) -> bool:
    """Whether lists and objects stand in one another more than so many levels deep."""
    level = _containers([value])
    for _ in range(limit):
        level = [inner for outer in level for inner in _containers(_members(outer))]
    return bool(level)


def _containers(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, dict | list)]


def _members(outer: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return outer.values() if isinstance(outer, dict) else outer


def _refuse(says: str, **facts: Any) -> NoReturn:
    if isinstance(name := facts.get("field"), str):  # it may hold half a character, which no answer can
        facts["field"] = name.encode("utf-8", "replace").decode()
    raise Problem.of(ServiceCode.NOT_JSON, says=says, **facts)
