"""Sending what an example of `x-refusals` says, to a service of which is true what it needs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from service.outcomes import Stale, StoreUnavailable
from service.store import Store
from tests.service.client import PATHS, Table, check

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from werkzeug.test import TestResponse

    from tests.contract.document import Json
    from tests.service.client import Api

MISTAKES = 400
UNFORESEEN = 500
"""What the contract promises of no operation."""


def send(api: Api, example: Json, *, language: str = "en") -> TestResponse:
    """Send what an example says, as whom and after what it says; the answer is held against the contract."""
    if "request" in example:
        method, path = example["request"].split(" ")
        return api.client.open(path, method=method, headers={"Accept-Language": language})
    method, template, described = PATHS[example["operation"]]
    path = example.get("path", {})
    headers = {"Content-Type": "application/json"} if "body" in example or "raw" in example else {}
    headers |= {"Accept-Language": language} | example.get("headers", {})
    token = None
    if "game" in example:
        table = Table(api, api("createGame", example["game"]).json)
        path = {"id": table.id}
        token = token_of(table, example.get("as", "public"))
    elif "tournament" in example:
        created = api("createTournament", example["tournament"]).json
        path = {"id": created["tournament"]["id"]} | path
        for step in example.get("before", ()):
            who = token_at_table(created, step["path"], step["as"])
            done = api(step["operation"], step["body"], token=who, id=path["id"], **step["path"])
            assert done.status_code < MISTAKES, done.json
        token = token_at_table(created, path, example.get("as", "public"))
    headers = ({"Authorization": f"Bearer {token}"} if token else {}) | headers
    if "first" in example:
        api.client.open(template.format(**path), method=method, headers=headers, json=example["first"])
    response = api.client.open(
        template.format(**path),
        method=method,
        headers=headers,
        query_string=example.get("query"),
        data=example.get("raw", json.dumps(example["body"]) if "body" in example else None),
        environ_overrides={"CONTENT_LENGTH": headers["Content-Length"]}
        if "Content-Length" in headers
        else {},
    )
    if response.status_code != UNFORESEEN:
        check(example["operation"], described, response)
    return response


def token_at_table(created: Json, path: Json, who: str) -> str | None:
    """The token of the host, of `seat 1` of a table, of a player who sits `elsewhere`, or none for the public."""
    if who in {"host", "public"}:
        return created["host_token"] if who == "host" else None
    players = created["tournament"]["rounds"][path["round"] - 1]["tables"][path["table"] - 1]["players"]
    tokens = [player["token"] for player in created["players"]]
    others = (token for player, token in enumerate(tokens) if player not in players)
    return next(others) if who == "elsewhere" else tokens[players[int(who.removeprefix("seat "))]]


def token_of(table: Table, who: str) -> str | None:
    """The token of the host, of `seat 1`, or none for the public."""
    tokens = {"host": table.host, "public": None} | {
        f"seat {at}": seat for at, seat in enumerate(table.seats)
    }
    return tokens[who]


def meet(need: str | None, patch: pytest.MonkeyPatch) -> None:
    """Make true of the service what an example needs; the one that demands API keys is another service."""

    def broken(error: Exception) -> Callable[..., Any]:
        def fail(*_: object, **__: object) -> Any:
            raise error

        return fail

    match need:
        case None | "UITLEG_API_KEYS":
            pass
        case "a store that does not answer":
            patch.setattr(Store, "load", broken(StoreUnavailable()))
        case "a fault of ours":
            patch.setattr(Store, "load", broken(RuntimeError(need)))
        case "others that move all the time":
            patch.setattr(Store, "commit", lambda *_, **__: Stale(1))
            patch.setattr("service.keeping.RACE_SECONDS", 0)
        case _:
            raise ValueError(f"nothing meets the need of {need}")
