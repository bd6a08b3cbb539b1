"""Stored games through the API: creating, seeing, playing, versions, repetition, events, scores, export."""

from __future__ import annotations

import random
import uuid
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.service.client import Api, Table

DRAW = {"type": "draw", "source": "stock"}
TAKE = {"type": "draw", "source": "discard"}
SEED = "5eed" * 16


def code(response: Any) -> tuple[int, str]:
    """The status and the code of a problem."""
    return response.status_code, response.json["code"]


def play_round(table: Table, rng: random.Random) -> None:
    """Play at random until the round is over, discarding when that is possible."""
    while (view := table.view())["status"] == "playing":
        seat = view["round"]["turn"]["seat"]
        moves = table.moves(seat)
        ends = [move for move in moves if move["type"] == "discard"]
        choice = rng.choice(ends if ends and rng.random() < 0.5 else moves)
        response = table.move(seat, choice)
        assert response.status_code == 200, (choice, response.json)


def test_a_whole_game_is_played_scored_and_finished(api: Api) -> None:
    """Eight rounds are the preset's; a shorter game ends after its own number, and the lowest total wins."""
    table = api.create(3, ruleset={"preset": "jokeren-7", "options": {"rounds": 2}})
    rng = random.Random(4)
    play_round(table, rng)
    assert table.view()["status"] == "round_over"
    dealt = api("dealRound", id=table.id, token=table.seats[2])
    assert dealt.json["game"]["round"]["dealer"] == 1
    play_round(table, rng)

    view, sheet = table.view(), api("getScores", id=table.id).json
    totals = sheet["totals"]
    assert view["status"] == sheet["status"] == "finished"
    assert sheet["winners"] == [seat for seat in range(3) if totals[seat] == min(totals)]
    assert [line["seats"][0]["total"] for line in sheet["rounds"]][-1] == totals[0]
    assert len(view["seed"]) == 64
    assert code(api("dealRound", id=table.id, token=table.host)) == (409, "game_over")
    assert code(table.move(0, DRAW)) == (409, "game_over")


def test_host_seat_and_public_see_what_they_may(api: Api) -> None:
    table = api.create(2)
    seat, host, public = (
        table.view(0),
        api("getGame", id=table.id, token=table.host).json,
        table.view(),
    )
    assert seat["you"] == {"role": "seat", "seat": 0}
    assert host["you"] == {"role": "host", "seat": None}
    assert public["you"] == {"role": "public", "seat": None}
    assert len(seat["round"]["hand"]) == 7
    assert host["round"]["hand"] is public["round"]["hand"] is None
    assert seat["seed"] is host["seed"] is None
    assert seat["round"]["key"] is None


def test_tokens_are_told_from_each_other(api: Api) -> None:
    table, other = api.create(2), api.create(2)
    assert code(api("getGame", id=table.id, token="utg_" + "x" * 43)) == (401, "token_unknown")
    assert code(api("getGame", id=table.id, token=other.host)) == (401, "token_unknown")
    assert code(api("makeMove", {"actions": [DRAW]}, id=table.id)) == (401, "token_required")
    assert code(api("makeMove", {"actions": [DRAW]}, id=table.id, token=table.host)) == (403, "seat_only")
    assert code(api("listGameMoves", id=table.id, token=table.host)) == (403, "seat_only")
    assert code(api("exportGame", id=table.id, token=table.seats[0])) == (403, "host_only")
    assert code(api("deleteGame", id=table.id, token=table.seats[0])) == (403, "host_only")
    assert code(api("getGame", id="x" * 22)) == (404, "game_unknown")


def test_a_repeated_create_gives_the_same_game_and_tokens(api: Api, raw: Any) -> None:
    """And no token lies in the store in clear."""
    key = str(uuid.uuid4())
    body = {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}, {"name": "Bram"}]}
    first, again = api("createGame", body, key=key), api("createGame", body, key=key)
    assert first.json == again.json
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    illegal = {"ruleset": {"preset": "jokeren-7", "options": {"rounds": None}}}
    for other in ({"dealer": 1}, {"dealer": 6}, illegal):
        assert code(api("createGame", body | other, key=key)) == (422, "idempotency_key_reused")

    tokens = [first.json["host_token"], *(seat["token"] for seat in first.json["seats"])]
    held = b"".join(raw.dump(name) + name for name in raw.scan_iter("*"))
    assert not [token for token in tokens if token.encode() in held or token[4:].encode() in held]


def test_a_repeated_move_changes_the_game_once(api: Api) -> None:
    table = api.create(2)
    seat, key = table.on_turn(), str(uuid.uuid4())
    first, again = table.move(seat, DRAW, key=key), table.move(seat, DRAW, key=key)
    assert first.data == again.data
    assert again.headers["ETag"] == first.headers["ETag"] == '"2"'
    assert again.headers["Idempotent-Replayed"] == "true"
    assert table.view()["version"] == 2
    assert code(table.move(seat, TAKE, key=key)) == (422, "idempotency_key_reused")
    assert code(table.move(1 - seat, DRAW, key=key)) == (409, "not_your_turn")  # another token, another key


def test_versions_are_honoured(api: Api) -> None:
    table = api.create(2)
    seat = table.on_turn()
    response = api("getGame", id=table.id)
    assert response.headers["ETag"] == '"1"'
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert set(response.headers["Vary"].split(", ")) == {"Authorization", "Accept-Language"}
    assert api("getGame", id=table.id, if_none_match='"1"').status_code == 304
    assert api("getScores", id=table.id, if_none_match='W/"1"').status_code == 304

    assert table.move(seat, DRAW, if_match='"1"').status_code == 200
    stale = table.move(seat, DRAW, if_match='"1"')
    assert code(stale) == (412, "version_old")
    assert (stale.json["version"], stale.json["reset"]) == (2, False)
    assert [event["type"] for event in stale.json["events"]] == ["drawn"]
    other = api("makeMove", {"actions": [DRAW]}, id=table.id, token=table.seats[1 - seat], if_match='"1"')
    assert other.json["events"][0]["card"] is None
    assert code(api("deleteGame", id=table.id, token=table.host, if_match='"1"')) == (412, "version_old")
    assert api("deleteGame", id=table.id, token=table.host, if_match='"2"').status_code == 204
    assert api("getGame", id=table.id).status_code == 404


def test_all_actions_or_none(api: Api) -> None:
    table = api.create(2)
    seat = table.on_turn()
    hand = table.view(seat)["round"]["hand"]
    refused = table.move(seat, TAKE, {"type": "meld", "cards": ["AS", "5H", "9C"]})
    assert refused.status_code == 409
    assert refused.json["violations"][0]["pointer"].startswith("/actions/1")
    assert table.view(seat)["round"]["hand"] == hand
    assert table.view()["version"] == 1


def test_nothing_follows_a_stock_draw_in_one_request(api: Api) -> None:
    """Nobody learns a card by a guess that is then undone: the answer is the same whatever lies on the stock."""
    answers = set()
    for seed in ("00" * 32, "11" * 32, "22" * 32):
        table = api.create(2, seed=seed)
        for card in ("AS", "9H", "JK"):
            response = table.move(table.on_turn(), DRAW, {"type": "discard", "card": card})
            answers.add((code(response), response.json["detail"]))
    assert answers == {((409, "draw_must_be_last"), answers.copy().pop()[1])}


def test_events_are_paged_filtered_and_waited_for(api: Api) -> None:
    table = api.create(2)
    seat = table.on_turn()
    table.move(seat, DRAW)
    own = api("listEvents", id=table.id, token=table.seats[seat]).json
    public = api("listEvents", id=table.id).json
    assert [event["type"] for event in own["events"]] == ["round_dealt", "drawn"]
    assert own["events"][1]["card"] is not None
    assert public["events"][1]["card"] is None
    assert own["next"] == 2
    assert api("listEvents", id=table.id, query={"after": 1, "limit": 1}).json["next"] == 2
    assert api("listEvents", id=table.id, query={"after": 2, "wait": 1}).json == {
        "events": [],
        "next": 2,
        "reset": False,
    }
    assert api("listEvents", id=table.id, query={"after": 99}).json["reset"] is True


def test_an_export_starts_the_same_game_again(api: Api) -> None:
    """In mid-turn too: duties and what may be taken back are the same."""
    table = api.create(2, seed=SEED)
    rng = random.Random(7)
    for _ in range(40):
        seat = table.on_turn()
        table.move(seat, rng.choice(table.moves(seat)))
    exported = api("exportGame", id=table.id, token=table.host).json
    assert exported["seed"] == SEED
    assert len(exported["log"]) == exported["log"][-1]["seq"]

    again = api.create(2, state=exported["state"])
    seat = table.on_turn()
    assert again.view()["round"]["commitment"] is None
    assert again.moves(seat) == table.moves(seat)
    assert api("exportGame", id=again.id, token=again.host).json["state"] == exported["state"]


def test_the_shuffle_can_be_checked(api: Api) -> None:
    """What createDeal deals for the seed is what the game dealt."""
    table = api.create(2, seed=SEED)
    deal = api("createDeal", {"ruleset": {"preset": "jokeren-7"}, "players": 2, "seed": SEED}).json
    assert table.view()["round"]["commitment"] == deal["commitment"]
    assert table.view(0)["round"]["hand"] == deal["state"]["hands"][0]


@pytest.mark.parametrize("language", ["en", "nl", "sv"])
def test_a_no_is_said_in_the_callers_language(api: Api, language: str) -> None:
    table = api.create(2)
    response = table.move(1 - table.on_turn(), DRAW, language=language)
    assert code(response) == (409, "not_your_turn")
    assert response.headers["Content-Language"] == language
    assert response.json["violations"][0]["clause"] == "J.turn"
