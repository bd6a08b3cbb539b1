"""Who may do what: every operation by every asker, and which of them an operator's API key guards."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine import match, resolve
from service import create_app
from service.access import derive_id, derive_tokens
from service.settings import Settings
from tests.service.client import PATHS, Api, Json, Table
from tests.service.test_games import DRAW

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKERS = ("nobody", "host", "on_turn", "not_on_turn", "another_game", "its_host", "garbage", "no_bearer")
TABLE = """
getGame          200  200  200  200  401  401  401  401
deleteGame       401  204  403  403  401  401  401  401
makeMove         401  403  200  409  401  401  401  401
listGameMoves    401  403  200  200  401  401  401  401
getHint          401  403  200  200  401  401  401  401
listEvents       200  200  200  200  401  401  401  401
dealRound        401  409  409  409  401  401  401  401
getScores        200  200  200  200  401  401  401  401
getScoresAsCsv   200  200  200  200  401  401  401  401
getScoresAsHtml  200  200  200  200  401  401  401  401
exportGame       401  200  403  403  401  401  401  401
createGame       201  201  201  201  201  201  201  201
createTournament 201  201  201  201  201  201  201  201
listRulesets     200  200  200  200  200  200  200  200
getRuleset       200  200  200  200  200  200  200  200
createDeal       200  200  200  200  200  200  200  200
validateMelds    200  200  200  200  200  200  200  200
validateMove     200  200  200  200  200  200  200  200
listMoves        200  200  200  200  200  200  200  200
scoreRound       200  200  200  200  200  200  200  200
analyzeHand      200  200  200  200  200  200  200  200
resolveRuleset   200  200  200  200  200  200  200  200
compareRulesets  200  200  200  200  200  200  200  200
getLiveness      200  200  200  200  200  200  200  200
getReadiness     200  200  200  200  200  200  200  200
getContractYaml  200  200  200  200  200  200  200  200
getContractJson  200  200  200  200  200  200  200  200
"""
ROWS = {operation: list(map(int, row)) for operation, *row in map(str.split, TABLE.strip().splitlines())}
GUARDED = {
    "createGame",
    "createTournament",
    "listRulesets",
    "getRuleset",
    "createDeal",
    "validateMelds",
    "validateMove",
    "listMoves",
    "scoreRound",
    "analyzeHand",
    "resolveRuleset",
    "compareRulesets",
}
KEY, SECOND_KEY = "the-key-of-an-operator", "and-another-one"
RULES = {"preset": "jokeren-7"}


def position() -> Json:
    """A dealt round as a request has it; seat 1 is on turn."""
    rules: Any = resolve("jokeren-7", {})
    state: Json = msgspec.to_builtins(match.deal(rules, 2, number=1, dealer=0, key=b"k" * 32))
    return state


BODIES: dict[str, Json] = {
    "makeMove": {"actions": [DRAW]},
    "createGame": {"ruleset": RULES, "players": [{"name": "Anna"}, {"name": "Bram"}]},
    "createTournament": {"name": "Club", "ruleset": RULES, "players": ["Anna", "Bram", "Cees"], "rounds": 3},
    "createDeal": {"ruleset": RULES, "players": 2},
    "validateMelds": {"ruleset": RULES, "melds": [{"cards": ["4S", "5S", "6S"]}]},
    "validateMove": {"ruleset": RULES, "state": position(), "seat": 1, "actions": [DRAW]},
    "listMoves": {"ruleset": RULES, "state": position(), "seat": 1},
    "scoreRound": {"ruleset": RULES, "hands": [["AS"], []], "winner": 1},
    "analyzeHand": {"ruleset": RULES, "hand": ["4S", "5S", "6S", "KC"]},
    "resolveRuleset": {"ruleset": RULES},
    "compareRulesets": {"left": RULES, "right": RULES},
}


@pytest.fixture(scope="module")
def api(redis_url: str) -> Iterator[Api]:
    """The service where no API key is demanded."""
    app = create_app(Settings(redis_url=redis_url))
    yield Api(app.test_client())
    app.extensions["store"].close()


@pytest.fixture(scope="module")
def guarded(redis_url: str) -> Iterator[Api]:
    """The service of an operator who demands one of two keys."""
    digests = frozenset(sha256(key.encode()).hexdigest() for key in (KEY, SECOND_KEY))
    app = create_app(Settings(redis_url=redis_url, api_keys=digests))
    yield Api(app.test_client())
    app.extensions["store"].close()


def ask(api: Api, operation: str, table: Table, headers: Json) -> Any:
    """Send the operation, about this game where it is about one."""
    path = (
        {"id": "jokeren-7" if operation == "getRuleset" else table.id}
        if "{id}" in PATHS[operation][1]
        else {}
    )
    return api(operation, BODIES.get(operation), headers=headers, **path)


def authorization(asker: str, table: Table, other: Table) -> Json:
    """What an asker sends; seat 1 is on turn."""
    texts = {
        "host": f"Bearer {table.host}",
        "on_turn": f"bearer {table.seats[1]}",
        "not_on_turn": f"Bearer {table.seats[0]}",
        "another_game": f"Bearer {other.seats[1]}",
        "its_host": f"Bearer {other.host}",
        "garbage": "Bearer utg_" + "x" * 43,
        "no_bearer": f"Basic {table.host}",
    }
    return {"Authorization": texts[asker]} if asker in texts else {}


def test_the_table_is_about_every_operation() -> None:
    """Those of match play have a table of their own."""
    elsewhere = {name for name, (_, _, described) in PATHS.items() if described["tags"] == ["Tournaments"]}
    assert set(ROWS) - elsewhere == set(PATHS) - elsewhere
    assert all(len(row) == len(ASKERS) for row in ROWS.values())


@pytest.mark.parametrize("operation", ROWS)
def test_every_asker_gets_what_the_table_says(api: Api, operation: str) -> None:
    for asker, status in zip(ASKERS, ROWS[operation], strict=True):
        table, other = api.create(2), api.create(2)
        response = ask(api, operation, table, authorization(asker, table, other))
        assert response.status_code == status, (asker, response.text)
        if status == 401:
            code = "token_required" if asker == "nobody" else "token_unknown"
            assert response.json["code"] == code
            assert response.headers["WWW-Authenticate"].startswith("Bearer")
        if status == 403:
            assert response.json["code"] == ("seat_only" if asker == "host" else "host_only")
        if status in {401, 403, 409}:
            assert table.view()["version"] == 1


@pytest.mark.parametrize("operation", ROWS)
def test_an_api_key_is_demanded_for_new_games_and_questions_about_the_rules_alone(
    guarded: Api, api: Api, operation: str
) -> None:
    table = api.create(2)  # the same store, where no key is demanded
    host = authorization("host", table, table)
    if operation in GUARDED:
        refused = {"api_key_required": {}, "api_key_unknown": {"X-API-Key": KEY + "x"}}
        for code, headers in refused.items():
            response = ask(guarded, operation, table, host | headers)
            assert (response.status_code, response.json["code"]) == (401, code)
            assert response.headers["WWW-Authenticate"].startswith("ApiKey")
        for key in (KEY, SECOND_KEY):
            assert ask(guarded, operation, table, {"X-API-Key": key}).status_code == ROWS[operation][0]
        return
    for headers in ({}, {"X-API-Key": "of nobody"}):
        asker = "on_turn" if operation in {"makeMove", "listGameMoves", "getHint"} else "host"
        table = api.create(2)
        response = ask(guarded, operation, table, headers | authorization(asker, table, table))
        assert response.status_code == ROWS[operation][ASKERS.index(asker)]


def test_the_same_idempotency_key_of_two_operators_customers_is_two_games(guarded: Api) -> None:
    """A game belongs to whoever created it: by another API key its key and its tokens are not to be had."""
    made = [
        guarded("createGame", BODIES["createGame"], key="the-same-key-of-both", headers={"X-API-Key": key})
        for key in (KEY, SECOND_KEY, KEY)
    ]
    assert [response.status_code for response in made] == [201] * 3
    assert made[0].json == made[2].json
    assert made[0].json["game"]["id"] != made[1].json["game"]["id"]
    assert made[0].json["host_token"] != made[1].json["host_token"]


def test_a_seat_is_known_by_its_own_token_alone(api: Api) -> None:
    """And is shown its own hand: four tokens, four hands, none of them another's."""
    table = api.create(4)
    hands = [tuple(table.view(seat)["round"]["hand"]) for seat in range(4)]
    exported = api("exportGame", id=table.id, token=table.host).json
    assert hands == [tuple(hand) for hand in exported["state"]["hands"]]
    assert len({table.host, *table.seats}) == 5
    for mistyped in (table.seats[0][:-1], table.seats[0] + "A", table.seats[0].swapcase(), " "):
        assert api("getGame", id=table.id, token=mistyped).status_code == 401


def test_tokens_and_ids_follow_from_the_key_and_cannot_be_told_from_one_another() -> None:
    one, same, other = (derive_tokens(key, b"salt", 3) for key in ("a" * 16, "a" * 16, "b" * 16))
    assert one == same
    assert derive_tokens("a" * 16, b"tlas", 3) != one
    everything = [one.host, *one.players, other.host, *other.players]
    assert len(set(everything)) == len(everything)
    assert {len(token) for token in everything} == {47}
    ids = {derive_id("game", key, scope) for key in ("a" * 16, "b" * 16) for scope in ("", "x", "y")}
    assert len(ids) == 6
