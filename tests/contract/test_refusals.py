"""Every code of the closed list is provoked as the contract's example says, and says no in three languages."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Any

import pytest

from engine.texts import LANGUAGES
from service.outcomes import Stale, StoreUnavailable
from service.settings import Settings
from service.store import Store
from tests.contract.document import REFUSALS
from tests.service.client import PATHS, Api, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient

Json = dict[str, Any]


@pytest.fixture
def keyed(redis_url: str) -> Iterator[Flask]:
    """The service of an operator who demands an API key."""
    from service import create_app  # noqa: PLC0415 (it reads the contract, which the other tests do not need)

    app = create_app(Settings(redis_url=redis_url, api_keys=frozenset({"0" * 64})))
    yield app
    app.extensions["store"].close()


@pytest.fixture
def asked(entry: Json, app: Flask, keyed: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client of a server on which holds what the example needs."""
    match entry["example"].get("needs"):
        case None:
            return app.test_client()
        case "UITLEG_API_KEYS":
            return keyed.test_client()
        case "a store that does not answer":

            def silent(*_: object, **__: object) -> None:
                raise StoreUnavailable("it does not answer")

            monkeypatch.setattr(Store, "_call", silent)
        case "others that move all the time":
            monkeypatch.setattr("service.games.RACE_SECONDS", 0)
            monkeypatch.setattr(Store, "commit", lambda *_, **__: Stale(7))
        case "a fault of ours":
            monkeypatch.setattr("service.games.read_meta", lambda _: 1 // 0)
        case other:
            pytest.fail(f"no server for {other}")
    return app.test_client()


def request_of(example: Json, client: FlaskClient, language: str) -> tuple[str, str, Json]:
    """The method, the path and what else is sent, with a game created first where the example has one."""
    headers = {"Accept-Language": language, **example.get("headers", {})}
    ids = dict(example.get("path", {}))
    if "game" in example:
        made = Api(client).__call__("createGame", example["game"]).json
        tokens = {"host": made["host_token"]} | {f"seat {one['seat']}": one["token"] for one in made["seats"]}
        ids.setdefault("id", made["game"]["id"])
        if example.get("as", "public") != "public":
            headers["Authorization"] = f"Bearer {tokens[example['as']]}"
    elif ids.get("id") == "any":
        ids["id"] = (
            Api(client).__call__("createGame", GAME).json["game"]["id"]
            if "fault" in example["needs"]
            else "x" * 22
        )
    if "request" in example:
        method, path = example["request"].split()
    else:
        method, template, _ = PATHS[example["operation"]]
        path = template.format(**ids)
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] += uuid.uuid4().hex
    if "Content-Length" in headers:
        example = example | {"raw": " " * int(headers.pop("Content-Length"))}
    sent: Json = {"headers": headers, "query_string": example.get("query")}
    if "raw" in example or "body" in example:
        sent["data"] = example.get("raw") or json.dumps(example["body"])
        sent["content_type"] = headers.pop("Content-Type", "application/json")
    return method, path, sent


GAME: Json = {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}, {"name": "Bram"}]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", [pytest.param(entry, id=code) for code, entry in REFUSALS.items()])
def test_each_code_is_provoked_by_its_example(entry: Json, asked: FlaskClient, language: str) -> None:
    code = next(code for code, one in REFUSALS.items() if one is entry)
    example = entry["example"]
    method, path, sent = request_of(example, asked, language)
    if "first" in example:
        asked.open(path, method=method, **(sent | {"data": json.dumps(example["first"])}))
    response = asked.open(path, method=method, **sent)
    if response.status_code == 200:
        found = json.loads(response.data)
        said = found.get("violations") or [
            one for verdict in found["results"] for one in verdict["violations"]
        ]
        check(example["operation"], PATHS[example["operation"]][2], response)
    else:
        assert (response.status_code, response.json["code"]) == (entry["status"], code)
        assert response.json["title"]
        assert response.json["detail"]
        said = response.json["violations"]
        if "operation" in example and entry["status"] != 500:
            check(example["operation"], PATHS[example["operation"]][2], response)
    if said:
        assert (said[0]["code"], said[0]["clause"]) == (code, entry["clause"])
        assert "{" not in said[0]["message"]
