"""What can be wrong with a request, as values: the codes of the service, and one fault with its figures and its place.

A fault knows no language; `message` renders it. The sentences stand in `texts/problems.toml` and, for refusals by the
rules, in the engine.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Literal, Self

import msgspec

from engine.refusals import NO_FACTS, Facts
from engine.sentences import sentence
from service import texts
from service.texts import Said

if TYPE_CHECKING:
    from collections.abc import Iterable

Source = Literal["body", "query", "header", "path"]

CLIP: Final = 200  # the longest text that a fact repeats


class ServiceCode(StrEnum):
    """What the service itself says no to, in one stable word, and the status it answers with."""

    status: int

    def __new__(cls, code: str, status: int) -> Self:
        """Make a member of its code and its status."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.status = status
        return member

    NOT_JSON = "not_json", 400
    BODY_TOO_LARGE = "body_too_large", 413
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type", 415
    MISSING_FIELD = "missing_field", 422
    UNKNOWN_FIELD = "unknown_field", 422
    WRONG_TYPE = "wrong_type", 422
    INVALID_VALUE = "invalid_value", 422
    OUT_OF_RANGE = "out_of_range", 422
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused", 422
    API_KEY_REQUIRED = "api_key_required", 401
    API_KEY_UNKNOWN = "api_key_unknown", 401
    TOKEN_REQUIRED = "token_required", 401
    TOKEN_UNKNOWN = "token_unknown", 401
    HOST_ONLY = "host_only", 403
    SEAT_ONLY = "seat_only", 403
    OTHER_TABLE = "other_table", 403
    GAME_UNKNOWN = "game_unknown", 404
    TOURNAMENT_UNKNOWN = "tournament_unknown", 404
    FORM_UNKNOWN = "form_unknown", 404
    RULESET_UNKNOWN = "ruleset_unknown", 404
    PATH_UNKNOWN = "path_unknown", 404
    METHOD_NOT_ALLOWED = "method_not_allowed", 405
    TOTALS_CHANGED = "totals_changed", 409
    VERSION_OLD = "version_old", 412
    STORE_UNAVAILABLE = "store_unavailable", 503
    BUSY = "busy", 503
    INTERNAL_ERROR = "internal_error", 500


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `texts/problems.toml` holds."""

    titles: dict[str, Said]
    sentences: dict[str, Said]


TEXTS: Final = texts.read("problems.toml", Texts)


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong, in no language yet. `says` names its sentence, `clause` the rule, if one says no."""

    code: str
    says: str
    clause: str | None = None
    source: Source = "body"
    pointer: str = ""
    facts: Facts = NO_FACTS

    def message(self, language: str) -> str:
        """The sentence, with its figures."""
        if self.clause is not None:
            return sentence(self.code, self.facts, language)
        figures = msgspec.to_builtins(self.facts)
        if self.facts.allowed is not None:
            figures["allowed"] = ", ".join(self.facts.allowed)
        return TEXTS.sentences[self.says].text(language).format_map(figures)


def clipped(text: str) -> str:
    """The text, shortened to what a fact repeats."""
    return text if len(text) <= CLIP else text[: CLIP - 1] + "…"


def fault(
    code: ServiceCode, *, says: str = "", source: Source = "body", pointer: str = "", **facts: Any
) -> Fault:
    """A fault of the service's own codes; texts of the caller are repeated up to a length."""
    for name in ("field", "value"):
        text = facts.get(name)
        if isinstance(text, str):
            facts[name] = clipped(text)
    return Fault(code=code, says=says or code, source=source, pointer=pointer, facts=Facts(**facts))


def json_pointer(parts: Iterable[str | int]) -> str:
    """The parts as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
