"""Deals that are played here: the game at a table, its tokens, and how its rounds come onto the form."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from service.store import Store
from tests.service.client import Api
from tests.service.club import FOUR, SEED, Club, play_round
from tests.service.test_games import code

if TYPE_CHECKING:
    from flask import Flask


@pytest.fixture
def club(api: Api) -> Club:
    """Seven players at a table of four and one of three, for three match rounds of two deals."""
    return Club(api)


def test_the_open_deals_are_played_with_the_tokens_that_everybody_has(api: Api) -> None:
    """And their rounds come onto the form one by one."""
    club = Club(api, ruleset={"preset": "jokeren-7", "options": {"max_turns": 30}})
    seats = club.seats(table=2)
    begun = club.play(token=seats[1], table=2)
    game = begun.json["game"]
    assert begun.headers["Location"] == f"/v1/games/{game['id']}"
    assert begun.headers["ETag"] == '"1"'
    assert game["you"] == {"role": "seat", "seat": 1}
    assert game["ruleset"]["resolved"]["rounds"] == 2
    assert [player["name"] for player in game["players"]] == [
        seat["name"] for seat in club.form(table=2)["seats"]
    ]
    assert club.form(table=2)["game"] == club.view()["rounds"][0]["tables"][1]["game"] == game["id"]

    play_round(api, game["id"], seats)
    form = club.form(table=2)
    sheet = api("getScores", id=game["id"]).json
    assert form["deals"][0]["points"] == sheet["totals"]
    assert form["deals"][0]["game"] == game["id"]
    assert (form["status"], form["deals"][1]["points"]) == ("open", None)
    assert form["deals"][0]["blocked"] == sheet["rounds"][0]["blocked"]

    assert api("dealRound", id=game["id"], token=club.host).json["game"]["round"]["dealer"] == 1
    play_round(api, game["id"], seats)
    assert api("getGame", id=game["id"]).json["status"] == "finished"
    form = club.form(table=2)
    assert (form["status"], form["game"]) == ("complete", None)
    assert form["totals"] == api("getScores", id=game["id"]).json["totals"]
    assert club.confirm(table=2)["status"] == "confirmed"


def test_the_deal_goes_on_where_the_form_is(api: Api, club: Club) -> None:
    """With one deal in seat 1 deals, and one round is left to play."""
    club.enter(FOUR)
    game = api("getGame", id=club.begin(token=club.seats()[0])).json
    assert (game["round"]["dealer"], game["ruleset"]["resolved"]["rounds"]) == (1, 1)


@pytest.mark.parametrize(
    "look", ["getTournament", "getStandings", "getScoreForm", "confirmForm", "enterDeal"]
)
def test_whoever_asks_first_takes_over_what_was_played(api: Api, look: str) -> None:
    club = Club(api, deals=1)
    game = club.play_out()
    points = api("getScores", id=game).json["totals"]
    match look:
        case "getTournament":
            assert club.view()["rounds"][0]["tables"][0]["totals"] == points
        case "getStandings":
            found = {place["player"]: place["total"] for place in club.standings()["standings"]}
            assert [found[player] for player in club.rounds[0]["tables"][0]["players"]] == points
        case "getScoreForm":
            assert club.form()["totals"] == points
        case "confirmForm":
            answer = club("confirmForm", {"totals": points}, token=club.seats()[0])
            assert answer.json["seats"][0]["confirmed"] is True
        case "enterDeal":
            assert club.enter(FOUR).json["deals"][0]["game"] is None
    assert [act.type for act in club.log()][:3] == ["created", "game_begun", "taken_over"]


def test_what_was_taken_over_is_a_version_of_its_own(api: Api) -> None:
    """A change that was meant for the form before it is refused."""
    club = Club(api, deals=1)
    club.play_out()
    late = club("confirmForm", {}, token=club.seats()[0], if_match='"2"')
    assert code(late) == (412, "version_old")
    assert late.json["version"] == 3


def test_deals_that_are_being_played_are_not_entered_and_not_played_twice(club: Club) -> None:
    club.begin()
    assert code(club.enter(FOUR, token=club.seats()[0])) == (409, "deal_being_played")
    assert code(club.play(token=club.seats()[0])) == (409, "deal_being_played")
    assert club.enter([0, 14, 9], table=2).status_code == 200


def test_a_full_form_has_nothing_left_to_play(club: Club) -> None:
    club.fill(FOUR, FOUR)
    assert code(club.play()) == (409, "form_full")


def test_where_the_game_was_deleted_its_deals_are_open_again_and_another_game_deals_other_cards(
    api: Api, club: Club
) -> None:
    seats = club.seats()
    first = club.begin(token=seats[0])
    hand = api("getGame", id=first, token=seats[0]).json["round"]["hand"]
    assert api("deleteGame", id=first, token=club.host).status_code == 204
    assert club.form()["game"] is None
    assert club.enter(FOUR).status_code == 200
    second = club.begin(token=seats[0])
    assert second != first
    assert api("getGame", id=second, token=seats[0]).json["round"]["hand"] != hand
    assert [act.type for act in club.log()] == ["created", "game_begun", "game_gone", "entered", "game_begun"]


def test_what_a_deleted_game_has_brought_onto_the_form_stays(api: Api, club: Club) -> None:
    game = club.play_out()
    brought = club.form()["deals"][0]
    assert brought["game"] == game
    api("deleteGame", id=game, token=club.host)
    form = club.form()
    assert (form["deals"][0], form["game"]) == (brought, None)


def test_what_nobody_has_read_of_a_deleted_game_stands_on_the_form(api: Api, club: Club) -> None:
    """The host deletes a game whose deals are over, and nobody has looked at the form since."""
    game = club.play_out()
    sheet = api("getScores", id=game).json["rounds"]
    assert api("deleteGame", id=game, token=club.host).status_code == 204
    lines = club.form()["deals"]
    assert [line["points"] for line in lines if line["points"]] == [
        [seat["points"] for seat in round_["seats"]] for round_ in sheet
    ]
    assert len(sheet) > 0


def test_every_player_sees_its_own_hand_and_no_others_token_is_good(api: Api, club: Club) -> None:
    game = club.begin()
    hands = [api("getGame", id=game, token=token).json["round"]["hand"] for token in club.seats()]
    assert len({tuple(hand) for hand in hands}) == 4
    assert api("getGame", id=game, token=club.host).json["you"] == {"role": "host", "seat": None}
    assert code(api("getGame", id=game, token=club.stranger())) == (401, "token_unknown")


@pytest.mark.parametrize("preset", ["jokeren-7", "jokeren-13", "sjuan"])
def test_bots_play_for_whom_the_host_says(api: Api, preset: str) -> None:
    """Four of them play a deal to its end within the request, whatever is played."""
    club = Club(api, deals=1, ruleset={"preset": preset})
    game = api("getGame", id=club.play_out()).json
    assert ([player["bot"] for player in game["players"]], game["status"]) == (["greedy"] * 4, "finished")
    assert club.form()["status"] == "complete"
    one = api("getGame", id=club.begin({"bots": [None, "greedy"]}, table=2)).json
    assert [player["bot"] for player in one["players"]] == [None, "greedy", None]


@pytest.mark.parametrize("body", [{"bots": [None, "expert"]}, {"seed": SEED}, {"bots": [None]}])
def test_bots_and_seeds_are_for_the_host_to_choose(club: Club, body: dict[str, Any]) -> None:
    assert code(club.play(body, token=club.seats()[0])) == (403, "host_only")
    assert club.play(body).status_code == 201


def test_a_bot_for_a_seat_that_is_not_there_is_refused(club: Club) -> None:
    refused = club.play({"bots": [None, None, None, "random"]}, table=2)
    assert code(refused) == (409, "seat_unknown")
    assert refused.json["violations"][0]["pointer"] == "/bots/3"
    assert club.play({"bots": [None, None, None, None]}, table=2).status_code == 201


def test_the_deals_follow_from_the_seed_which_is_told_of_no_tournament(api: Api) -> None:
    """The same seed deals the same cards at the same table, in games that are told apart, and others at another."""
    clubs = [Club(api), Club(api)]
    games = [club.begin() for club in clubs]
    hands = [
        api("getGame", id=game, token=club.seats()[0]).json["round"]["hand"]
        for club, game in zip(clubs, games, strict=True)
    ]
    assert hands[0] == hands[1]
    assert games[0] != games[1]
    exported = api("exportGame", id=games[0], token=clubs[0].host).json
    assert exported["seed"] != SEED
    assert exported["game"]["seed_source"] == "caller"
    second = api("exportGame", id=clubs[0].begin(round_=2), token=clubs[0].host).json
    assert second["seed"] != exported["seed"]

    own = api("exportGame", id=clubs[0].begin({"seed": SEED}, round_=3), token=clubs[0].host).json
    assert own["seed"] == SEED


def test_a_repeated_request_gives_the_same_game(club: Club) -> None:
    key = str(uuid.uuid4())
    first, again = (club.play(key=key) for _ in range(2))
    assert (first.data, first.status_code, first.headers["Location"]) == (
        again.data,
        again.status_code,
        again.headers["Location"],
    )
    assert again.headers["Idempotent-Replayed"] == "true"
    assert code(club.play({"seed": SEED}, key=key)) == (422, "idempotency_key_reused")


def test_after_a_crash_between_the_two_the_same_request_meets_the_same_game(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game was stored and the tournament not: nothing was told of it, and the next request finds it."""
    commit, create, made = Store.commit, Store.create, list[str]()

    def crash(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the machine is gone")

    def created(self: Store, name: str, **how: Any) -> Any:
        made.append(name)
        return create(self, name, **how)

    monkeypatch.setattr(Store, "create", created)
    monkeypatch.setattr(Store, "commit", crash)
    path = f"/v1/tournaments/{club.id}/rounds/1/tables/1/games"
    headers = {"Authorization": f"Bearer {club.host}"}
    assert club.api.client.post(path, json={}, headers=headers).status_code == 500
    monkeypatch.setattr(Store, "commit", commit)
    assert club.form()["game"] is None
    assert club.begin() == made[0] == made[1]
    assert club.form()["game"] == made[0]


def test_of_many_who_begin_at_once_one_game_is_begun(app: Flask) -> None:
    club = Club(Api(app.test_client()))

    def begin(token: str) -> tuple[int, str | None]:
        where = {"id": club.id, "round": 1, "table": 1}
        response = Api(app.test_client())("playDeals", {}, token=token, **where)
        return response.status_code, response.json.get("code")

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(begin, club.seats()))
    assert sorted(answers, key=str) == [(201, None)] + [(409, "deal_being_played")] * 3


def test_many_readers_take_a_round_over_once(app: Flask) -> None:
    club = Club(Api(app.test_client()), deals=1)
    club.play_out()

    def read(_: int) -> int:
        where = {"id": club.id, "round": 1, "table": 1}
        return int(Api(app.test_client())("getScoreForm", **where).json["version"])

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(read, range(16))) == {3}
    assert [act.type for act in club.log()] == ["created", "game_begun", "taken_over"]
