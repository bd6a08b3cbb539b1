"""Nothing that a player or a thief could use is in a log line or in a header: tokens, keys, seeds, cards."""

from __future__ import annotations

import io
import json
import logging
import re
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine import match
from engine.shuffle import round_key
from service import create_app
from service.logs import JsonLines
from service.outcomes import StoreUnavailable
from service.settings import Settings
from tests.service.client import NAMES, Api, Table
from tests.service.test_games import DRAW, SEED, TAKE

if TYPE_CHECKING:
    from collections.abc import Iterator

API_KEY = "an-api-key-of-an-operator"
KEYS = [f"an-idempotency-key-{number:03}" for number in range(500)]
CARD = re.compile(r"\b(?:(?:10|[2-9AJQK])[SHDC]|JK)\b")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged, at every level, as it would be written."""
    text, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(text), root.level
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


class Overheard(Api):
    """A client that keeps the headers of all answers."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.headers: list[str] = []
        client.application.after_request(self._keep)

    def _keep(self, response: Any) -> Any:
        self.headers += [f"{name}: {text}" for name, text in response.headers.items()]
        return response


def secrets_of(table: Table) -> list[str]:
    """What nobody may find: tokens with and without their prefix, the seed, the keys of rounds, keys of callers."""
    tokens = [table.host, *table.seats]
    rounds = [round_key(bytes.fromhex(SEED), number).hex() for number in range(1, 9)]
    return [*tokens, *(token[4:] for token in tokens), SEED, *rounds, *KEYS, API_KEY]


def play_with_errors(api: Api, table: Table, rng: Random) -> None:
    """A round in which everything goes wrong that can, beside what goes right."""
    keys = iter(KEYS)
    for _ in range(60):
        view = table.view()
        if view["status"] != "playing":
            api("dealRound", id=table.id, token=table.host, key=next(keys))
            continue
        seat = view["round"]["turn"]["seat"]
        hand = table.view(seat)["round"]["hand"]
        table.move((seat + 1) % len(table.seats), DRAW, key=next(keys))  # not its turn
        for word in ("discard", "play"):  # one of them is of another game
            table.move(seat, {"type": word, "card": "10H"}, {"type": "meld", "cards": hand[:3]})
            table.move(seat, {"type": word, "card": hand[0] + "x"})
        table.move(seat, DRAW, {"type": "discard", "card": hand[0]}, if_match='"1"')
        key = next(keys)
        moves = table.moves(seat)
        ends = [move for move in moves if move["type"] in {"draw", "discard", "play"}]
        action = rng.choice(ends or moves)
        table.move(seat, action, key=key)
        table.move(seat, action, key=key)
        table.move(seat, TAKE, {"type": "take_back"}, key=key)  # the key stands for another request
        api("listEvents", id=table.id, token=table.seats[seat])


def break_in(api: Api, table: Table) -> None:
    """Tokens, keys and cards in every place where they do not belong."""
    client, path = api.client, f"/v1/games/{table.id}"
    for token in (table.host, *table.seats):
        client.get(f"/v1/games/{token}")
        client.get(f"{path}/{token}")
        client.get(path, query_string={"token": token, token: "x"})
        client.get(path, headers={"Authorization": token})
        client.get(path, headers={"Authorization": f"Basic {token}"})
        client.get(path, headers={"Authorization": f"Bearer {token}x"})
        client.get(path, headers={"X-Request-Id": token})
        client.post(f"{path}/moves", data=f'{{"token": "{token}", "AS": }}', content_type="application/json")
        client.post(f"{path}/moves", headers={"Idempotency-Key": token[:10], "If-Match": token})
        client.delete(path, headers={"Authorization": f"Bearer {token}", "If-Match": '"1"'})
    client.post("/v1/games", json={"seed": SEED}, headers={"X-API-Key": API_KEY[:-1]})
    client.get(f"/v1/rulesets/{SEED}")
    client.open(path, method="PATCH", headers={"Authorization": f"Bearer {table.host}"})


@pytest.mark.parametrize(("preset", "players"), [("jokeren-7", 2), ("sjuan", 3)])
def test_no_log_line_and_no_header_holds_a_secret_or_a_card(
    redis_url: str, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, preset: str, players: int
) -> None:
    """Nor when the program itself is at fault, with an exception that speaks of cards and of a token."""
    digests = frozenset({sha256(API_KEY.encode()).hexdigest()})
    app = create_app(Settings(redis_url=redis_url, api_keys=digests, max_wait=1))
    api = Overheard(app.test_client())
    body = {
        "ruleset": {"preset": preset},
        "players": [{"name": name} for name in NAMES[:players]],
        "seed": SEED,
    }
    made = api("createGame", body, key=KEYS[-players], headers={"X-API-Key": API_KEY})
    table = Table(api, made.json)
    play_with_errors(api, table, Random(3))
    break_in(api, table)
    api("exportGame", id=table.id, token=table.host)
    said = [table.host, "4H 10D JK", SEED]
    for fault in (ValueError(*said), KeyError(said[0]), StoreUnavailable(*said)):
        monkeypatch.setattr(match, "legal_actions", _raise(fault))
        path, token = f"/v1/games/{table.id}/moves", table.seats[0]
        status = api.client.get(path, headers={"Authorization": f"Bearer {token}"}).status_code
        assert status in {500, 503}
    app.extensions["store"].close()

    lines = log.getvalue().splitlines()
    assert len(lines) > 500
    assert {"error", "info"} <= {json.loads(line)["level"] for line in lines}
    for where, texts in (("log", lines), ("header", api.headers)):
        whole = "\n".join(texts)
        assert not [secret for secret in secrets_of(table) if secret in whole], where
        assert not [text for text in texts if CARD.search(text.replace(table.id, ""))], where


def _raise(fault: Exception) -> Any:
    def raising(*_: object) -> None:
        raise fault

    return raising
