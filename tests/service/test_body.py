"""A body is read in one way only, or refused with the reason."""

from __future__ import annotations

import json

import pytest

from service.body import read
from service.problems import Problem

REFUSED = {
    "no bytes at all": (b"", "body_empty"),
    "spaces alone": (b" \r\n", "not_json"),
    "cut off": (b'{"a": 1', "not_json"),
    "something after the end": (b'{"a": 1} x', "not_json"),
    "two values": (b"{}{}", "not_json"),
    "a comma too many": (b'{"a": 1,}', "not_json"),
    "single quotes": (b"{'a': 1}", "not_json"),
    "a name without quotes": (b"{a: 1}", "not_json"),
    "a comment": (b"{} // no", "not_json"),
    "a tab in a text": (b'{"a": "\t"}', "not_json"),
    "a zero byte in a text": (b'{"a": "\x00"}', "not_json"),
    "a zero byte after the end": (b"{}\x00", "not_json"),
    "a no-break space around it": ("\u00a0{}".encode(), "not_json"),
    "a leading zero": (b'{"a": 01}', "not_json"),
    "a plus sign": (b'{"a": +1}', "not_json"),
    "a number that begins with its point": (b'{"a": .5}', "not_json"),
    "a number that ends with its point": (b'{"a": 1.}', "not_json"),
    "hexadecimal": (b'{"a": 0x1F}', "not_json"),
    "Arabic digits": ('{"a": \u0661}'.encode(), "not_json"),
    "True as Python has it": (b'{"a": True}', "not_json"),
    "an unknown escape": (b'{"a": "\\x41"}', "not_json"),
    "NaN": (b'{"a": NaN}', "not_a_number"),
    "Infinity": (b'{"a": Infinity}', "not_a_number"),
    "minus Infinity": (b'{"a": -Infinity}', "not_a_number"),
    "NaN by itself": (b"NaN", "not_a_number"),
    "a byte order mark": (b"\xef\xbb\xbf{}", "byte_order_mark"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "not_utf8"),
    "UTF-16 without a mark": ('{"a": 1}'.encode("utf-16-le"), "not_json"),
    "UTF-32": ('{"a": 1}'.encode("utf-32-be"), "not_json"),
    "Latin-1": ('{"a": "é"}'.encode("latin-1"), "not_utf8"),
    "an overlong form": (b'{"a": "\xc0\xaf"}', "not_utf8"),
    "half a character, in bytes": (b'{"a": "\xed\xa0\x80"}', "not_utf8"),
    "half a character, escaped": (b'{"a": "\\ud800"}', "half_a_character"),
    "half a character in a name": (b'{"\\udc00": 1}', "half_a_character"),
    "two halves the wrong way round": (b'{"a": "\\udc00\\ud800"}', "half_a_character"),
    "a name twice": (b'{"a": 1, "a": 1}', "field_twice"),
    "a name twice, once escaped": (b'{"a": 1, "\\u0061": 2}', "field_twice"),
    "a name twice, deep inside": (b'{"a": [{"b": {"c": 1, "d": 2, "c": 3}}]}', "field_twice"),
    "half a character twice": (b'{"\\ud800": 1, "\\ud800": 1}', "field_twice"),
    "17 digits": (b'{"a": 12345678901234567}', "number_too_long"),
    "a thousand digits": (b'{"a": ' + b"9" * 1000 + b"}", "number_too_long"),
    "digits beyond what Python converts": (b'{"a": ' + b"9" * 5000 + b"}", "number_too_long"),
    "a fraction of 17 digits": (b'{"a": 0.1234567890123456}', "number_too_long"),
    "1e400": (b'{"a": 1e400}', "number_too_extreme"),
    "-1E+400": (b'{"a": -1E+400}', "number_too_extreme"),
    "1e-400": (b'{"a": 1e-400}', "number_too_extreme"),
    "33 objects in one another": (b'{"a":' * 32 + b"{}" + b"}" * 32, "too_deep"),
    "33 lists in one another": (b"[" * 33 + b"]" * 33, "too_deep"),
    "lists without an end": (b"[" * 200_000, "too_deep"),
    "objects without an end": (b'{"a":' * 50_000, "too_deep"),
}


@pytest.mark.parametrize(("raw", "says"), REFUSED.values(), ids=list(REFUSED))
def test_what_can_be_misread_is_refused(raw: bytes, says: str) -> None:
    """With 400 and a sentence of its own, in every language."""
    with pytest.raises(Problem) as refused:
        read(raw)

    (fault,) = refused.value.faults
    assert (refused.value.status, fault.code, fault.says) == (400, "not_json", says)
    assert all(fault.message(language) for language in ("en", "nl", "sv"))


READ = {
    "spaces around it": (b'\r\n\t {"a": 1} \n', {"a": 1}),
    "the largest whole number": (b'{"a": 9007199254740991}', {"a": 9007199254740991}),
    "a whole number with a point": (b'{"a": 2.0}', {"a": 2.0}),
    "an exponent": (b'{"a": 1e2}', {"a": 100.0}),
    "zero with an exponent": (b'{"a": 0e400}', {"a": 0.0}),
    "minus zero": (b'{"a": -0}', {"a": 0}),
    "a pair of surrogates": (b'{"a": "\\ud83c\\udccf"}', {"a": "🃏"}),
    "an escaped zero byte": (b'{"a": "\\u0000"}', {"a": "\0"}),
    "text beyond Latin": ('{"é": "☃"}'.encode(), {"é": "☃"}),
    "the same name in two objects": (b'[{"a": 1}, {"a": 1}]', [{"a": 1}, {"a": 1}]),
    "32 lists in one another": (b"[" * 32 + b"]" * 32, json.loads("[" * 32 + "]" * 32)),
    "not an object, which is for the schema to say": (b"3", 3),
}


@pytest.mark.parametrize(("raw", "value"), READ.values(), ids=list(READ))
def test_json_is_read(raw: bytes, value: object) -> None:
    assert read(raw)[0] == value


def test_a_fingerprint_is_that_of_what_is_said() -> None:
    """Spaces, order and escapes do not matter; a value does."""
    first = read(b'{"a": [1, "x"], "b": {"c": null, "d": true}}')[1]
    same = read(b'{"b":{"d":true,"c":null},\n"a":[1,"\\u0078"]}')[1]
    other = read(b'{"a": [1, "y"], "b": {"c": null, "d": true}}')[1]

    assert first == same
    assert first != other


def test_the_place_is_named() -> None:
    """The character from which it is no JSON, counted from 1."""
    with pytest.raises(Problem) as refused:
        read(b'{"a": ?}')

    assert refused.value.faults[0].facts.count == 7
