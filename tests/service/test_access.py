"""Who may do what: every operation of a stored game by every kind of asker."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from service import create_app
from service.settings import Settings
from tests.service.client import Api

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = {"preset": "jokeren-7"}
DRAW = {"actions": [{"type": "draw", "source": "stock"}]}
ASKERS = ("nobody", "host", "on turn", "waiting", "another game's", "garbage")
MATRIX = {
    "getGame": (200, 200, 200, 200, 401, 401),
    "listEvents": (200, 200, 200, 200, 401, 401),
    "getScores": (200, 200, 200, 200, 401, 401),
    "listGameMoves": (401, 403, 200, 200, 401, 401),
    "makeMove": (401, 403, 200, 409, 401, 401),
    "dealRound": (401, 409, 409, 409, 401, 401),
    "exportGame": (401, 200, 403, 403, 401, 401),
    "deleteGame": (401, 204, 403, 403, 401, 401),
}
STATELESS = {
    "createGame": {"ruleset": RULES, "players": [{"name": "Anna"}, {"name": "Bram"}]},
    "createDeal": {"ruleset": RULES, "players": 2},
    "validateMelds": {"ruleset": RULES, "melds": [{"cards": ["AS"]}]},
    "scoreRound": {"ruleset": RULES, "hands": [[], ["AS"]], "winner": 0},
}


@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize("operation", MATRIX)
def test_each_asker_gets_what_is_declared(api: Api, operation: str, asker: str) -> None:
    table = api.create(2)
    seat = table.on_turn()
    token = {
        "nobody": None,
        "host": table.host,
        "on turn": table.seats[seat],
        "waiting": table.seats[1 - seat],
        "another game's": api.create(2).host if asker == "another game's" else None,
        "garbage": "not-a-token-of-any-game",
    }[asker]
    body = DRAW if operation == "makeMove" else None
    assert (
        api(operation, body, id=table.id, token=token).status_code == MATRIX[operation][ASKERS.index(asker)]
    )


@pytest.fixture
def keyed(redis_url: str) -> Iterator[Api]:
    """The service of an operator who demands a key, and knows two."""
    digests = frozenset(sha256(key).hexdigest() for key in (b"first-key", b"second-key"))
    app = create_app(Settings(redis_url=redis_url, api_keys=digests))
    yield Api(app.test_client())
    app.extensions["store"].close()


@pytest.mark.parametrize("operation", STATELESS)
def test_an_operator_can_demand_a_key_for_what_costs(keyed: Api, operation: str) -> None:
    """A game that exists is its players' by their tokens, without a key."""
    body = STATELESS[operation]
    assert keyed(operation, body).json["code"] == "api_key_required"
    assert keyed(operation, body, headers={"X-API-Key": "wrong"}).json["code"] == "api_key_unknown"
    given = keyed(operation, body, headers={"X-API-Key": "second-key"})
    assert given.status_code in {200, 201}
    if operation == "createGame":
        token = given.json["seats"][0]["token"]
        assert keyed("getGame", id=given.json["game"]["id"], token=token).status_code == 200


def test_two_keys_do_not_share_an_idempotency_key(keyed: Api) -> None:
    body, key = STATELESS["createGame"], "the-same-key-by-two-callers"
    made = {
        keyed("createGame", body, key=key, headers={"X-API-Key": name}).json["game"]["id"]
        for name in ("first-key", "second-key")
    }
    assert len(made) == 2
