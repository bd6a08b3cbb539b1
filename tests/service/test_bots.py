"""Seats that bots play: within the request that made it their turn, and nobody learns more from it than from a player."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest

from service import seats
from tests.service.client import Table

if TYPE_CHECKING:
    from tests.service.client import Api

DRAW = {"type": "draw", "source": "stock"}
SEED = "b07" + "0" * 61
THREE = [{"name": "Anna"}, {"name": "Bram", "bot": "greedy"}, {"name": "Cleo", "bot": "expert"}]


def new(api: Api, **fields: Any) -> Table:
    """A game in which bots play all seats but the first."""
    asked = {"ruleset": {"preset": "jokeren-7"}, "players": THREE} | fields
    return Table(api, api("createGame", asked).json)


def turn(table: Table, seat: int = 0) -> Any:
    """A plain turn: draw, and discard what can be."""
    assert table.move(seat, DRAW).status_code == 200
    discard = next(move for move in table.moves(seat) if move["type"] == "discard")
    return table.move(seat, discard)


def test_a_bot_has_no_token_and_everybody_sees_that_it_is_one(api: Api) -> None:
    table = new(api, seed=SEED)
    assert [token is None for token in table.seats] == [False, True, True]
    assert [player["bot"] for player in table.view(0)["players"]] == [None, "greedy", "expert"]
    assert [player["bot"] for player in table.view()["players"]] == [None, "greedy", "expert"]


@pytest.mark.parametrize("preset", ["jokeren-7", "jokeren-13", "jokeren-kbn"])
def test_bots_have_moved_when_the_answer_comes(api: Api, preset: str) -> None:
    """Anna deals, so both play before her when the game is made, and again after each turn of hers."""
    table = new(api, seed=SEED, ruleset={"preset": preset})
    assert table.view(0)["round"]["turn"]["seat"] == 0
    before = table.view(0)["version"]
    told = turn(table)
    if told.json["game"]["status"] == "playing":
        assert told.json["game"]["round"]["turn"]["seat"] == 0
    assert told.json["game"]["version"] == before + 2
    seen = told.json["events"]
    assert {event["seat"] for event in seen if event["type"] == "discarded"} == {0, 1, 2}
    assert {event["version"] for event in seen} == {before + 2}
    assert all(
        event["card"] is None
        for event in seen
        if event["type"] == "drawn" and event["seat"] and event["source"] == "stock"
    )


def test_a_whole_game_with_bots_ends_and_its_log_is_whole(api: Api) -> None:
    rules = {"preset": "jokeren-7", "options": {"rounds": 2}}
    table = new(api, seed=SEED, ruleset=rules)
    while table.view()["status"] != "finished":
        if table.view()["status"] == "round_over":
            assert api("dealRound", id=table.id, token=table.host).status_code == 200
        else:
            turn(table)
    log = api("exportGame", id=table.id, token=table.host).json["log"]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert [event["type"] for event in log].count("round_ended") == 2


def test_a_game_of_bots_alone_plays_by_itself(api: Api) -> None:
    players = [{"name": name, "bot": "random"} for name in ("Anna", "Bram")]
    table = new(api, players=players, seed=SEED, ruleset={"preset": "jokeren-7", "options": {"rounds": 1}})
    assert table.view()["version"] == table.view()["version"] == 1  # nobody thinks for who has no token
    while api("getGame", id=table.id, token=table.host).json["status"] == "playing":
        pass  # each look plays for a while
    assert table.view()["status"] == "finished"


def test_what_bots_had_no_time_for_they_play_at_the_next_call(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "SECONDS", 0)
    table = new(api, seed=SEED)
    made = api("exportGame", id=table.id, token=table.host).json
    assert (made["game"]["version"], made["game"]["round"]["turn"]["seat"]) == (2, 1)
    monkeypatch.setattr(seats, "SECONDS", 2)
    assert table.view()["version"] == 2
    assert table.view(0)["round"]["turn"]["seat"] == 0
    assert table.view() == table.view()


def test_a_repeated_request_gives_the_same_answer_bots_included(api: Api) -> None:
    table = new(api, seed=SEED)
    key = {"Idempotency-Key": str(uuid.uuid4())}
    assert table.move(0, DRAW).status_code == 200
    discard = next(move for move in table.moves(0) if move["type"] == "discard")
    first, second = (table.move(0, discard, headers=key) for _ in range(2))
    assert first.data == second.data
    assert second.headers["Idempotent-Replayed"] == "true"


def test_the_same_seed_and_moves_give_the_same_game(api: Api) -> None:
    told = []
    for _ in range(2):
        table = new(api, seed=SEED)
        turn(table)
        log = api("exportGame", id=table.id, token=table.host).json["log"]
        told.append([{name: value for name, value in event.items() if name != "at"} for event in log])
    assert told[0] == told[1]


def test_an_unknown_bot_is_refused(api: Api) -> None:
    response = api(
        "createGame",
        {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}, {"name": "Bram", "bot": "deep"}]},
    )
    assert response.status_code == 422
    assert response.json["violations"][0]["pointer"] == "/players/1/bot"
