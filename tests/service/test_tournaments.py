"""Match play by hand: who sits where, entering and confirming, corrections, the ranking, versions and repetition."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.client import NAMES, Api
from tests.service.club import FOUR, REQUEST, SEED, Club
from tests.service.test_games import code

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask


@pytest.fixture
def club(api: Api) -> Club:
    """Seven players at a table of four and one of three, for three match rounds of two deals."""
    return Club(api)


# Creating


def test_everybody_is_seated_at_fours_and_threes_in_every_match_round(club: Club) -> None:
    view = club.view()
    assert [player["name"] for player in view["players"]] == list(NAMES)
    for round_ in view["rounds"]:
        seated = [player for table in round_["tables"] for player in table["players"]]
        assert sorted(seated) == list(range(7))
        assert [len(table["players"]) for table in round_["tables"]] == [4, 3]
        assert all(table["status"] == "open" and not any(table["totals"]) for table in round_["tables"])
    assert (view["status"], view["version"], view["deals"], view["seed_source"]) == (
        "playing",
        1,
        2,
        "caller",
    )


def test_sixteen_players_meet_nobody_twice(api: Api) -> None:
    club = Club(api, players=[f"Player {number}" for number in range(16)], rounds=4)
    tables = [table["players"] for round_ in club.rounds for table in round_["tables"]]
    meetings = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    assert len(meetings) == len(set(meetings)) == 4 * 4 * 6


def test_the_same_seed_seats_alike_and_every_match_round_has_seven_deals_unless_it_says_otherwise(
    api: Api,
) -> None:
    body = {name: value for name, value in REQUEST.items() if name != "deals"}
    made = [api("createTournament", body).json["tournament"] for _ in range(2)]
    assert made[0]["rounds"] == made[1]["rounds"]
    assert made[0]["id"] != made[1]["id"]
    assert {one["deals"] for one in made} == {7}


def test_a_repeated_create_gives_the_same_tournament_and_tokens(api: Api, raw: Any) -> None:
    """And no token lies in the store in clear; another body under the same key is refused."""
    key = str(uuid.uuid4())
    first, again = (api("createTournament", REQUEST, key=key) for _ in range(2))
    assert first.json == again.json
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    where = f"/v1/tournaments/{first.json['tournament']['id']}"
    assert again.headers["Location"] == first.headers["Location"] == where
    for other in ({"rounds": 4}, {"players": list(NAMES[:5])}):
        response = api("createTournament", REQUEST | other, key=key)
        assert code(response) == (422, "idempotency_key_reused")

    tokens = [first.json["host_token"], *(player["token"] for player in first.json["players"])]
    assert len(set(tokens)) == 8
    held = b"".join(raw.dump(name) + name for name in raw.scan_iter("*"))
    assert not [token for token in tokens if token.encode() in held or token[4:].encode() in held]


@pytest.mark.parametrize(
    ("fields", "refusal", "pointer"),
    [
        ({"players": list(NAMES[:5])}, (409, "players_not_seatable"), "/players"),
        (
            {"ruleset": {"preset": "jokeren-7", "options": {"joker_penalty": 0}}},
            (409, "match_ruleset_unfit"),
            "/ruleset",
        ),
        ({"ruleset": {"preset": "jokeren-7", "options": {"rounds": None}}}, (409, "no_end"), "/ruleset"),
        ({"players": [*NAMES[:3], NAMES[0]]}, (422, "invalid_value"), "/players/3"),
        ({"players": list(NAMES[:2])}, (422, "out_of_range"), "/players"),
        ({"rounds": 5}, (422, "out_of_range"), "/rounds"),
        ({"deals": 0}, (422, "out_of_range"), "/deals"),
        ({"name": ""}, (422, "out_of_range"), "/name"),
        ({"host": "Anna"}, (422, "unknown_field"), "/host"),
    ],
)
def test_what_cannot_be_played_is_refused(
    api: Api, fields: dict[str, Any], refusal: tuple[int, str], pointer: str
) -> None:
    response = api("createTournament", REQUEST | fields)
    assert code(response) == refusal
    assert response.json["violations"][0]["pointer"].startswith(pointer)


def test_the_nearest_numbers_that_can_be_seated_are_told(api: Api) -> None:
    refused = api("createTournament", REQUEST | {"players": list(NAMES[:5])}).json
    assert refused["violations"][0]["params"] == {"players": 5, "nearest": [4, 6]}


# Forms


def test_a_deal_is_entered_by_a_seat_or_the_host_and_summed(club: Club) -> None:
    first = club.enter(FOUR, token=club.seats()[3])
    second = club.enter([5, 30, 11, 7], deal=2, blocked=True)
    assert first.json["deals"][0] == {
        "deal": 1,
        "points": FOUR,
        "blocked": False,
        "game": None,
        "totals": FOUR,
    }
    assert second.json["deals"][1]["blocked"] is True
    assert second.json["deals"][1]["totals"] == second.json["totals"] == [17, 30, 36, 15]
    assert (first.json["status"], second.json["status"]) == ("open", "complete")
    assert club.form() == second.json
    assert (first.headers["ETag"], second.headers["ETag"]) == ('"2"', '"3"')


@pytest.mark.parametrize(
    ("points", "blocked", "refusal"),
    [
        ([12, 0, 25], False, "points_not_seats"),
        ([12, 0, 25, 900_000], False, "points_out_of_range"),
        ([12, 3, 25, 8], False, "deal_without_winner"),
        ([12, 0, 25, 0], False, "deal_with_winners"),
        ([12, 0, 25, 8], True, "blocked_with_winner"),
    ],
)
def test_a_count_that_cannot_be_is_refused_with_the_clause(
    club: Club, points: list[int], *, blocked: bool, refusal: str
) -> None:
    response = club.enter(points, blocked=blocked)
    assert code(response) == (409, refusal)
    assert response.json["violations"][0]["clause"] == "J.match"
    assert club.form()["deals"][0]["points"] is None


@pytest.mark.parametrize("points", [[12, 0, 25, -8], [12, 0], [1, 2, 0, 3, 4], "12", [12, 0, 25, 1.5]])
def test_a_count_that_is_none_does_not_meet_the_schema(club: Club, points: Any) -> None:
    assert club.enter(points).status_code == 422
    assert club.view()["version"] == 1


def test_what_stands_there_already_changes_nothing(club: Club) -> None:
    first, again = club.enter(FOUR), club.enter(FOUR)
    assert first.json == again.json
    assert again.headers["ETag"] == '"2"'


def test_every_seat_confirms_and_then_the_form_is_closed_but_for_the_host(club: Club) -> None:
    club.fill([0, 14, 9], [21, 0, 7], table=2)
    seats = club.seats(table=2)
    for number, token in enumerate(seats):
        form = club("confirmForm", {"totals": [21, 14, 16]}, table=2, token=token).json
        assert [seat["confirmed"] for seat in form["seats"]] == [at <= number for at in range(3)]
    assert form["status"] == "confirmed"

    refused = club.enter([12, 0, 7], deal=2, table=2, token=seats[0])
    assert code(refused) == (409, "form_confirmed")
    corrected = club.enter([12, 0, 7], deal=2, table=2, reason="A joker was counted twice").json
    assert (corrected["status"], corrected["totals"]) == ("confirmed", [12, 14, 16])
    change = corrected["changes"][0]
    assert change | {"at": None} == {
        "deal": 2,
        "before": {"points": [21, 0, 7], "blocked": False, "game": None},
        "after": {"points": [12, 0, 7], "blocked": False, "game": None},
        "reason": "A joker was counted twice",
        "at": None,
    }


def test_a_correction_before_all_have_confirmed_asks_everybody_again(club: Club) -> None:
    club.fill([0, 14, 9], [21, 0, 7], table=2)
    club("confirmForm", {}, table=2, token=club.seats(table=2)[0])
    form = club.enter([0, 14, 8], table=2, token=club.seats(table=2)[1]).json
    assert not any(seat["confirmed"] for seat in form["seats"])
    assert form["changes"] == []


def test_totals_that_were_not_seen_are_not_confirmed(club: Club) -> None:
    """Each that differs is told, with both figures; so is a wrong number of them."""
    club.fill([0, 14, 9], [21, 0, 7], table=2)
    token = club.seats(table=2)[0]
    refused = club("confirmForm", {"totals": [21, 13, 15]}, table=2, token=token)
    assert code(refused) == (409, "totals_changed")
    told = [(one["pointer"], one["params"]) for one in refused.json["violations"]]
    assert told == [
        ("/totals/1", {"seat": 1, "points": 13, "required": 14}),
        ("/totals/2", {"seat": 2, "points": 15, "required": 16}),
    ]
    many = club("confirmForm", {"totals": [21, 14, 16, 0]}, table=2, token=token)
    assert code(many) == (409, "totals_changed")
    assert many.json["violations"][0]["params"] == {"count": 4, "players": 3}
    assert not any(seat["confirmed"] for seat in club.form(table=2)["seats"])


def test_a_form_with_a_deal_missing_is_not_confirmed(club: Club) -> None:
    club.enter(FOUR)
    response = club("confirmForm", {"totals": [0, 0, 0, 0]}, token=club.seats()[0])
    assert code(response) == (409, "form_incomplete")


@pytest.mark.parametrize(
    ("where", "pointer"),
    [
        ({"round_": 4}, "round"),
        ({"round_": 9}, "round"),
        ({"table": 3}, "table"),
        ({"table": 51}, "table"),
        ({"table": 0}, "table"),
        ({"table": "first"}, "table"),
        ({"deal": 3}, "deal"),
        ({"deal": 21}, "deal"),
    ],
)
def test_what_the_tournament_does_not_have_is_not_there(
    club: Club, where: dict[str, Any], pointer: str
) -> None:
    """Whether the number could be one or not, and before anybody asks whose the token is."""
    response = club("enterDeal", {"points": FOUR}, **{"deal": 1} | where)
    assert code(response) == (404, "form_unknown")
    assert response.json["violations"][0]["pointer"] == pointer


def test_a_game_is_no_tournament_and_a_tournament_no_game(api: Api, club: Club) -> None:
    table = api.create(2)
    assert code(api("getTournament", id=table.id)) == (404, "tournament_unknown")
    assert code(api("getTournament", id="x")) == (404, "tournament_unknown")
    assert code(api("getGame", id=club.id)) == (404, "game_unknown")
    assert code(api("deleteGame", id=club.id, token=club.host)) == (404, "game_unknown")
    assert code(api("listEvents", id=club.id)) == (404, "game_unknown")


# The ranking


def test_the_ranking_counts_what_is_in_and_is_final_when_all_is_confirmed(api: Api) -> None:
    club = Club(api, deals=1)
    four, three = (club.rounds[0]["tables"][at]["players"] for at in (0, 1))
    club.fill(FOUR)
    ranking = club.standings()
    by_player = {place["player"]: place for place in ranking["standings"]}
    assert ranking["final"] is False
    assert [by_player[player]["rounds"] for player in four] == [[points, None, None] for points in FOUR]
    assert all(by_player[player]["rounds"] == [None] * 3 for player in three)

    sums = dict.fromkeys(range(7), 0)
    for round_ in (1, 2, 3):
        for table, counts in ((1, FOUR), (2, [0, 14, 9])):
            club.fill(counts, round_=round_, table=table)
            club.confirm(round_, table)
            for player, points in zip(
                club.rounds[round_ - 1]["tables"][table - 1]["players"], counts, strict=True
            ):
                sums[player] += points
    ranking = club.standings()
    assert (ranking["final"], club.view()["status"]) == (True, "finished")
    assert {place["player"]: place["total"] for place in ranking["standings"]} == sums
    totals = [place["total"] for place in ranking["standings"]]
    assert totals == sorted(totals)
    assert [place["rank"] for place in ranking["standings"]] == [
        1 + sum(other < total for other in totals) for total in totals
    ]


# Versions and repetition


def test_versions_are_honoured(club: Club) -> None:
    assert club.enter(FOUR, if_match='"1"').status_code == 200
    stale = club.enter([8, 0, 25, 8], if_match='"1"')
    assert code(stale) == (412, "version_old")
    assert (stale.json["version"], stale.json["events"], stale.json["reset"]) == (2, [], True)
    assert stale.headers["ETag"] == '"2"'
    assert club.enter([8, 0, 25, 8], if_match='"2"').status_code == 200
    assert code(club.play(if_match='"2"')) == (412, "version_old")
    assert code(club("confirmForm", {}, token=club.seats()[0], if_match='"2"')) == (412, "version_old")
    for operation in ("getTournament", "getStandings"):
        assert club.api(operation, id=club.id, if_none_match='"3"').status_code == 304
        assert club.api(operation, id=club.id, if_none_match='"2"').headers["ETag"] == '"3"'
    assert club("getScoreForm", if_none_match='"3"').status_code == 304
    answer = club("getScoreForm")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert set(answer.headers["Vary"].split(", ")) == {"Authorization", "Accept-Language"}


def test_a_repeated_confirmation_is_answered_as_the_first(club: Club) -> None:
    club.fill([0, 14, 9], [21, 0, 7], table=2)
    one, other = club.seats(table=2)[:2]
    key = str(uuid.uuid4())
    first = club("confirmForm", {}, table=2, token=one, key=key)
    club("confirmForm", {}, table=2, token=other)
    again = club("confirmForm", {}, table=2, token=one, key=key)
    assert (first.data, first.headers["ETag"]) == (again.data, again.headers["ETag"])
    assert again.headers["Idempotent-Replayed"] == "true"
    reused = club("confirmForm", {"totals": [21, 14, 16]}, table=2, token=one, key=key)
    assert code(reused) == (422, "idempotency_key_reused")


def test_many_who_write_at_once_all_get_their_line(app: Flask) -> None:
    """Twenty deals in twenty threads: each is on the form, and the versions are without a gap."""
    club = Club(Api(app.test_client()), deals=20)

    def enter(deal: int) -> int:
        club_of_its_own = Api(app.test_client())
        body = {"points": [deal, 0, 25, 8]}
        where = {"id": club.id, "round": 1, "table": 1, "deal": deal}
        return club_of_its_own("enterDeal", body, token=club.host, **where).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(enter, range(1, 21))) == {200}
    form = club.form()
    assert [line["points"][0] for line in form["deals"]] == list(range(1, 21))
    assert form["version"] == 21


def test_of_two_who_know_the_same_version_one_is_first(app: Flask) -> None:
    club = Club(Api(app.test_client()))

    def enter(points: int) -> int:
        where = {"id": club.id, "round": 1, "table": 1, "deal": 1}
        body = {"points": [points, 0, 25, 8]}
        return (
            Api(app.test_client())("enterDeal", body, token=club.host, if_match='"1"', **where)
        ).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(enter, range(1, 9))) == [200] + [412] * 7


def test_a_look_costs_one_round_trip_and_a_change_two(club: Club) -> None:
    """And one for each game at the tables that are asked for; a request that does not meet the contract none."""
    store = club.api.client.application.extensions["store"]

    def cost(ask: Callable[[], Any]) -> int:
        before: int = store.round_trips
        ask()
        return int(store.round_trips - before)

    assert cost(club.view) == cost(club.form) == cost(club.standings) == 1
    assert cost(lambda: club.enter(FOUR)) == 2
    assert cost(lambda: club.enter(FOUR)) == 1
    assert cost(lambda: club.enter([1])) == 0
    assert cost(lambda: club.play(table=2)) == 3
    assert (cost(club.view), cost(club.form), cost(lambda: club.form(table=2))) == (2, 1, 2)


# On record


def test_every_change_is_on_record(club: Club) -> None:
    """By whom, and what it was; nothing that was refused, and nothing that changed nothing."""
    seats = club.seats(table=2)
    club.enter([0, 14, 9], table=2, token=seats[0])
    club.enter([0, 14, 9], table=2)
    club.enter([0, 0, 9], table=2)
    club.enter([21, 0, 7], deal=2, table=2)
    club("confirmForm", {}, table=2, token=seats[1])
    log = club.log()
    player = club.tokens.index
    assert [(act.type, act.by) for act in log] == [
        ("created", "host"),
        ("entered", player(seats[0])),
        ("entered", "host"),
        ("confirmed", player(seats[1])),
    ]
    assert (log[1].round, log[1].table, log[1].deal) == (1, 2, 1)
    assert log[1].line is not None
    assert log[1].line.points == (0, 14, 9)


def test_nothing_that_is_hidden_is_in_any_answer(api: Api, club: Club) -> None:
    club.fill(FOUR, FOUR)
    club.confirm()
    meta, _ = club.stored()
    assert meta.seed.hex() == SEED
    looks: dict[str, Callable[[str | None], Any]] = {
        "tournament": lambda token: api("getTournament", id=club.id, token=token),
        "form": lambda token: club("getScoreForm", token=token),
        "ranking": lambda token: api("getStandings", id=club.id, token=token),
    }
    for look in looks.values():
        for token in (None, club.host, club.tokens[0]):
            text = look(token).text
            assert not [one for one in (SEED, club.host, *club.tokens) if one in text]
