"""A request held against its operation: 413, 415, 400, 422, then 404 and 401, or the `Call` that a handler gets."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from flask import request
from marshmallow import ValidationError

from service import body
from service.exchange import Call
from service.faults import Fault, ServiceCode
from service.language import spoken
from service.parameters import Parameter, read_all, unknown_in_query
from service.problems import Problem
from service.schemas.errors import faults_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marshmallow import Schema

    from service.settings import Settings

NOT_THERE: Final = {
    "GameId": ServiceCode.GAME_UNKNOWN,
    "RulesetId": ServiceCode.RULESET_UNKNOWN,
    "TournamentId": ServiceCode.TOURNAMENT_UNKNOWN,
    "MatchRoundNumber": ServiceCode.FORM_UNKNOWN,
    "TableNumber": ServiceCode.FORM_UNKNOWN,
    "DealNumber": ServiceCode.FORM_UNKNOWN,
}
"""What is not there when a part of the path cannot be one, by the name of its schema."""

BEARER: Final = frozenset({"gameToken", "tournamentToken"})
"""The schemes of security whose token stands in the header Authorization."""

NO_BODY: Final = sha256(b"").hexdigest()
"""The fingerprint where no body is read."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the contract: `schema` names the body's, `security` the schemes that it knows."""

    name: str
    method: str
    path: str
    parameters: tuple[Parameter, ...]
    schema: str | None
    security: frozenset[str]

    @property
    def vary(self) -> list[str]:
        """The request headers that its answer depends on."""
        tokens = ["Authorization"] if self.security & BEARER else []
        return tokens + [one.name for one in self.parameters if one.name == "Accept-Language"]

    def call(self, path: Mapping[str, str], schema: Schema | None, settings: Settings) -> Call:
        """The request that is being answered, as its handler gets it.

        Raises:
            Problem: it does not meet the contract.
        """
        value, fingerprint = (None, NO_BODY) if schema is None else body.read(_raw(settings.max_body))
        params, faults = read_all(one for one in self.parameters if one.place == "query")
        headers, in_headers = read_all(one for one in self.parameters if one.place == "header")
        faults += unknown_in_query(self.parameters) + in_headers
        if schema is not None:
            value, in_body = _loaded(schema, value)
            faults += in_body
        if faults:
            raise Problem(422, faults)
        params |= {one.name: _named(one, path[one.name]) for one in self.parameters if one.place == "path"}
        key = _api_key(settings.api_keys) if "apiKey" in self.security else ""
        token = _token() if self.security & BEARER else None
        return Call(
            operation=self.name,
            path=request.path,
            params=params,
            body=value,
            fingerprint=fingerprint,
            token=token,
            scope=token or key,
            idempotency_key=headers.get("Idempotency-Key"),
            if_match=headers.get("If-Match"),
            if_none_match=headers.get("If-None-Match"),
            language=spoken(),
        )


def _raw(most: int) -> bytes:
    """The bytes of a body that says that it is JSON; one that is empty and says nothing is left to its reader.

    Of a body whose length nobody announced werkzeug gives as much as it may, and no error: so it may give one byte
    more than is taken.
    """
    request.max_content_length = most + 1
    announced = request.content_length or 0
    raw = request.get_data(cache=False) if announced <= most else b""
    if max(announced, len(raw)) > most:
        raise Problem.of(ServiceCode.BODY_TOO_LARGE, maximum=most)
    if raw or request.content_type:
        _check_media_type()
    return raw


def _check_media_type() -> None:
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype != "application/json" or charset != "utf-8":
        raise _unsupported("Content-Type", "application/json")
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in {"", "identity"}:
        raise _unsupported("Content-Encoding", "identity")


def _unsupported(header: str, allowed: str) -> Problem:
    return Problem.of(ServiceCode.UNSUPPORTED_MEDIA_TYPE, source="header", pointer=header, allowed=(allowed,))


def _loaded(schema: Schema, value: Any) -> tuple[Any, list[Fault]]:
    try:
        return schema.load(value), []
    except ValidationError as error:
        return None, faults_of(error)


def _named(parameter: Parameter, text: str) -> Any:
    """What the path names; an id that cannot be one is the id of nothing."""
    value = parameter.read(text)
    if isinstance(value, Fault):
        code = NOT_THERE[parameter.component or ""]
        facts: dict[str, Any] = {"value": text} if code is ServiceCode.RULESET_UNKNOWN else {}
        raise Problem.of(code, source="path", pointer=parameter.name, **facts)
    return value


def _token() -> str | None:
    """The bearer token; empty, which none is, where the header holds something else."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _api_key(digests: frozenset[str]) -> str:
    """The API key, where the operator demands one.

    Raises:
        Problem: 401, there is none or it is not known.
    """
    if not digests:
        return ""
    key = request.headers.get("X-API-Key")
    if key is None:
        raise Problem.of(ServiceCode.API_KEY_REQUIRED, source="header", pointer="X-API-Key")
    digest = sha256(key.encode("latin-1")).hexdigest()
    if not any([hmac.compare_digest(digest, known) for known in digests]):  # noqa: C419 (all, whichever it is)
        raise Problem.of(ServiceCode.API_KEY_UNKNOWN, source="header", pointer="X-API-Key")
    return key
