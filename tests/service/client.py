"""The API as a client uses it: every answer is held against the contract before a test sees it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import jsonschema_rs  # noqa: F401 (what checks the answers)

from tests.contract.document import DOCUMENT, METHODS, deref, faults

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

Json = dict[str, Any]
NAMES = ("Anna", "Bram", "Cees", "Dirk", "Eef", "Fien", "Gijs")

PATHS = {
    item[method]["operationId"]: (method.upper(), path, item[method])
    for path, item in DOCUMENT["paths"].items()
    for method in METHODS
    if method in item
}


def snake(name: str) -> str:
    """An operationId as a handler is called."""
    return re.sub("([A-Z])", r"_\1", name).lower()


class Api:
    """One method per request: `api("getGame", id=…, token=…)` answers the response, checked."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def __call__(  # noqa: PLR0913 (one argument per part of a request)
        self,
        operation: str,
        body: object = None,
        *,
        token: str | None = None,
        key: str | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
        language: str | None = None,
        query: Json | None = None,
        headers: Json | None = None,
        **path: str,
    ) -> TestResponse:
        """Send a request, check the answer against what the contract says of this operation and status."""
        method, template, described = PATHS[operation]
        sent = {
            "Authorization": f"Bearer {token}" if token else None,
            "Idempotency-Key": key,
            "If-Match": if_match,
            "If-None-Match": if_none_match,
            "Accept-Language": language,
            **(headers or {}),
        }
        given = {name: value for name, value in sent.items() if value is not None}
        data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        response = self.client.open(
            template.format(**path), method=method, headers=given, query_string=query, **data
        )
        check(operation, described, response)
        return response

    def create(self, players: int = 2, **fields: Any) -> Table:
        """A new game with everybody's tokens."""
        body = {
            "ruleset": {"preset": "jokeren-7"},
            "players": [{"name": name} for name in NAMES[:players]],
        } | fields
        response = self("createGame", body)
        assert response.status_code == 201, response.json
        return Table(self, response.json)


class Table:
    """A game with its tokens, and what its seats can do."""

    def __init__(self, api: Api, created: Json) -> None:
        self.api = api
        self.id = created["game"]["id"]
        self.host = created["host_token"]
        self.seats = [seat["token"] for seat in created["seats"]]

    def view(self, seat: int | None = None) -> Json:
        """The game as a seat, or the public, sees it."""
        token = None if seat is None else self.seats[seat]
        return self.api("getGame", id=self.id, token=token).json

    def on_turn(self) -> int:
        """Whose turn it is."""
        return self.view()["round"]["turn"]["seat"]

    def moves(self, seat: int) -> list[Json]:
        """What a seat may do."""
        return self.api("listGameMoves", id=self.id, token=self.seats[seat]).json["actions"]

    def move(self, seat: int, *actions: Json, **how: Any) -> TestResponse:
        """A seat's actions in one request."""
        return self.api("makeMove", {"actions": list(actions)}, id=self.id, token=self.seats[seat], **how)


def check(operation: str, described: Json, response: TestResponse) -> None:
    """Fail unless the contract lists this status, media type, headers and body for the operation."""
    status = str(response.status_code)
    assert status in described["responses"], (operation, status, response.text)
    answer = deref(described["responses"][status])
    for name, header in answer.get("headers", {}).items():
        if deref(header).get("required"):
            assert name in response.headers, (operation, status, name)
    content = answer.get("content", {})
    if not content:
        assert response.data == b"", (operation, status)
        return
    assert response.mimetype in content, (operation, status, response.mimetype)
    if response.mimetype.endswith("json"):
        wrong = faults(content[response.mimetype]["schema"], response.json)
        assert not wrong, (operation, status, wrong[:3])
