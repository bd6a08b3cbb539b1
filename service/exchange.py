"""A request as a handler sees it, and an answer as a handler gives it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import Response, request

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.language import Language

TAG: Final = re.compile(r'(W/)?"([^"]*)"')
encode: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request that meets the contract.

    `params` are those of the path and the query, `body` is what its schema made of it, `fingerprint` what the body
    said. `token` is None where none was sent, and empty where what was sent is no bearer token: no game has that one.
    `scope` names the caller as far as it is known: by its token, or by its API key where the operation takes one.
    """

    operation: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    fingerprint: str = ""
    token: str | None = None
    scope: str = ""
    idempotency_key: str | None = None
    if_match: str | None = None
    if_none_match: str | None = None
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Answer:
    """What to answer: `body` is encoded as JSON, unless it is bytes; None is no body at all.

    `version` is that of a game and becomes the entity tag, together with the `variant` where one version reads in
    several ways, such as languages; `link_next` is where the next page is; `headers` are any others that it has.
    """

    body: Any = None
    status: int = 200
    version: int | None = None
    location: str | None = None
    link_next: str | None = None
    replayed: bool = False
    content_type: str = "application/json"
    variant: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self, call: Call) -> Response:
        """The answer as HTTP has it: 304 where the caller has this version already."""
        tag = self._tag
        unchanged = (
            tag is not None
            and call.if_none_match is not None
            and request.method in {"GET", "HEAD"}
            and etag_matches(call.if_none_match, tag, weak=True)
        )
        response = Response(status=304) if unchanged else self._whole()
        if tag is not None:
            response.set_etag(tag)
            response.headers["Cache-Control"] = "private, no-cache"
        response.headers.update(self.headers)
        return response

    @property
    def _tag(self) -> str | None:
        if self.version is None:
            return None
        return f"{self.version}-{self.variant}" if self.variant else str(self.version)

    def _whole(self) -> Response:
        if self.body is None:
            response = Response(status=self.status)
            del response.headers["Content-Type"]
        else:
            body = self.body if isinstance(self.body, bytes) else encode(self.body)
            response = Response(body, self.status, content_type=self.content_type)
        if self.location is not None:
            response.headers["Location"] = self.location
        if self.link_next is not None:
            response.headers["Link"] = f'<{self.link_next}>; rel="next"'
        if self.replayed:
            response.headers["Idempotent-Replayed"] = "true"
        return response


def etag_matches(header: str, version: int | str, *, weak: bool = False) -> bool:
    """Whether a header of entity tags holds this version, or one of its variants; `*` holds every one.

    A weak tag (`W/"17"`) counts for reading (`weak`, If-None-Match) and never for writing (If-Match): RFC 9110, 8.8.3.
    """
    if header.strip() == "*":
        return True
    return any(tag == str(version) and (weak or not marked) for marked, tag in TAG.findall(header))
