"""Every no as `application/problem+json` (RFC 9457): the service's own, the framework's and those of the rules.

A `Problem` is raised anywhere and knows no language; it is rendered when it is answered, for whoever asks.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import quote

import msgspec
from flask import Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import RequestRedirect

from engine.clauses import CLAUSES
from engine.refusals import Facts
from service.faults import TEXTS, Fault, ServiceCode, Source, fault, json_pointer
from service.language import spoken
from service.outcomes import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask import Flask

    from engine.refusals import Refused

__all__ = ["Problem", "ServiceCode", "Violation", "register", "violations"]

POINTER_CLIP: Final = 1000
PATH_CLIP: Final = 2000
HALF_ESCAPE: Final = re.compile("%.?$")
MOST_VIOLATIONS: Final = 100

_LOG: Final = logging.getLogger("uitleg.problems")


NOTHING_TO_POINT_AT: Final = frozenset(
    {
        ServiceCode.PATH_UNKNOWN,
        ServiceCode.METHOD_NOT_ALLOWED,
        ServiceCode.STORE_UNAVAILABLE,
        ServiceCode.BUSY,
        ServiceCode.INTERNAL_ERROR,
    }
)
"""The codes that no part of the request is to blame for: their problems have no violations."""

HEADERS: Final[Mapping[str, Mapping[str, str]]] = {
    ServiceCode.API_KEY_REQUIRED: {"WWW-Authenticate": 'ApiKey realm="uitleg"'},
    ServiceCode.API_KEY_UNKNOWN: {"WWW-Authenticate": 'ApiKey realm="uitleg"'},
    ServiceCode.TOKEN_REQUIRED: {"WWW-Authenticate": 'Bearer realm="uitleg"'},
    ServiceCode.TOKEN_UNKNOWN: {"WWW-Authenticate": 'Bearer realm="uitleg", error="invalid_token"'},
    ServiceCode.STORE_UNAVAILABLE: {"Retry-After": "1"},
    ServiceCode.BUSY: {"Retry-After": "1"},
}
"""The headers that go with a code."""


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong, as it is told."""

    code: str
    clause: str | None
    interpretation: bool
    message: str
    source: Source
    pointer: str
    params: Facts


def violations(refused: Refused, language: str, *, base: Sequence[str | int] = ()) -> list[Violation]:
    """The refusals of the engine as they are told; `base` is where what was judged stands in the body."""
    return [_told(fault, language) for fault in _faults(refused, base)]


class Problem(Exception):  # noqa: N818 (it is what RFC 9457 calls it)
    """An answer that is a no. `extra` are fields of the body beside the standard ones."""

    def __init__(
        self, status: int, faults: Sequence[Fault], *, extra: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(faults[0].code)
        self.status = status
        self.faults = tuple(faults[:MOST_VIOLATIONS])
        self.extra = dict(extra or {})
        self.headers = dict(HEADERS.get(self.code, {}))

    @property
    def code(self) -> str:
        """The code of the first thing that is wrong."""
        return self.faults[0].code

    @classmethod
    def of(
        cls,
        code: ServiceCode,
        *,
        says: str = "",
        status: int | None = None,
        source: Source = "body",
        pointer: str = "",
        extra: Mapping[str, Any] | None = None,
        **facts: Any,
    ) -> Self:
        """One no of the service; `says` names its sentence, where the code has several."""
        found = fault(code, says=says, source=source, pointer=pointer, **facts)
        return cls(code.status if status is None else status, [found], extra=extra)

    @classmethod
    def refused(
        cls, refused: Refused, *, base: Sequence[str | int] = (), extra: Mapping[str, Any] | None = None
    ) -> Self:
        """The rules say no; `base` is where what they judged stands in the body."""
        return cls(409, _faults(refused, base), extra=extra)

    def violations(self, language: str) -> list[Violation]:
        """All that is wrong, as it is told."""
        if self.code in NOTHING_TO_POINT_AT:
            return []
        return [_told(fault, language) for fault in self.faults]

    def response(self, language: str) -> Response:
        """The answer to the request that is being answered."""
        titles = TEXTS.titles
        body = {
            "type": f"urn:uitleg:problem:{self.code}",
            "title": (titles.get(self.code) or titles[str(self.status)]).text(language),
            "status": self.status,
            "detail": self.faults[0].message(language),
            "instance": HALF_ESCAPE.sub("", quote(request.path)[:PATH_CLIP]),
            "code": self.code,
            "violations": self.violations(language),
            **self.extra,
        }
        response = Response(msgspec.json.encode(body), self.status, self.headers)
        response.content_type = "application/problem+json"
        response.content_language.add(language)
        response.vary.add("Accept-Language")
        if "version" in self.extra:
            response.set_etag(str(self.extra["version"]))
        return response


def _faults(refused: Refused, base: Sequence[str | int]) -> list[Fault]:
    return [
        Fault(
            code=no.code,
            says=no.code,
            clause=no.clause,
            pointer=json_pointer((*base, *(() if no.action is None else ("actions", no.action)), *no.where)),
            facts=no.facts,
        )
        for no in refused.refusals
    ]


def _told(fault: Fault, language: str) -> Violation:
    clause = None if fault.clause is None else CLAUSES[fault.clause]
    return Violation(
        code=fault.code,
        clause=fault.clause,
        interpretation=clause is not None and clause.interpretation,
        message=fault.message(language),
        source=fault.source,
        pointer=fault.pointer[:POINTER_CLIP],
        params=fault.facts,
    )


def register(app: Flask) -> None:
    """Answer every exception with a problem: ours, the framework's, the store's and whatever nobody foresaw."""
    app.register_error_handler(Problem, lambda problem: problem.response(spoken()))
    app.register_error_handler(StoreUnavailable, _unavailable)
    app.register_error_handler(HTTPException, _from_http)
    app.register_error_handler(Exception, _unforeseen)


def _unavailable(_: StoreUnavailable) -> Response:
    return Problem.of(ServiceCode.STORE_UNAVAILABLE).response(spoken())


def _from_http(error: HTTPException) -> Response | HTTPException:
    """What the framework refuses: a path or a method that is not there, a body that it would not read."""
    if isinstance(error, RequestRedirect):
        return error
    if isinstance(error, MethodNotAllowed):
        problem = Problem.of(ServiceCode.METHOD_NOT_ALLOWED)
        problem.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return problem.response(spoken())
    match error.code:
        case 400:
            problem = Problem.of(ServiceCode.NOT_JSON, says="body_cut_off")
        case 404:
            problem = Problem.of(ServiceCode.PATH_UNKNOWN)
        case 413:
            problem = Problem.of(ServiceCode.BODY_TOO_LARGE, maximum=request.max_content_length)
        case _:
            return _unforeseen(error)
    return problem.response(spoken())


def _unforeseen(error: Exception) -> Response:
    _LOG.error("a fault of ours", exc_info=error)
    return Problem.of(ServiceCode.INTERNAL_ERROR).response(spoken())
