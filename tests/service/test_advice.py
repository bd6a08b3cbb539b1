"""What goes with a no and before a move: repairs, what is not available and why, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.service.client import Table

if TYPE_CHECKING:
    from tests.service.client import Api

DRAW = {"type": "draw", "source": "stock"}


def position(hand: list[str], *, table: list[Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A position in which seat 1 has drawn."""
    return {
        "family": "jokeren",
        "turn": {"seat": 1, "phase": "play"},
        "hands": [["KS", "4H"], hand],
        "stock": ["8S", "2C"],
        "discard": ["3S"],
        "table": table or [],
        **fields,
    }


def begun(api: Api, state: dict[str, Any], *, preset: str = "jokeren-7", **options: Any) -> Table:
    """A game that begins from a position."""
    body = {
        "ruleset": {"preset": preset, "options": options},
        "players": [{"name": "Anna"}, {"name": "Bram"}],
        "state": state,
    }
    response = api("createGame", body)
    assert response.status_code == 201, response.json
    return Table(api, response.json)


def test_a_refused_move_says_how_to_mend_it_in_three_languages_and_the_repair_is_accepted(api: Api) -> None:
    table = begun(api, position(["7S", "JK", "JK", "4C"]))
    meld = {"type": "meld", "cards": ["7S", "JK", "JK"]}
    told = [table.move(1, meld, language=language).json for language in ("en", "nl", "sv")]
    assert {problem["code"] for problem in told} == {"meld_ambiguous"}
    repairs = told[0]["repairs"]
    assert 1 <= len(repairs) <= 3
    assert len({problem["repairs"][0]["message"] for problem in told}) == 3
    assert all(problem["repairs"][0]["actions"] == repairs[0]["actions"] for problem in told)
    assert table.move(1, *repairs[0]["actions"]).status_code == 200


def test_points_that_are_missing_are_made_up(api: Api) -> None:
    hand = ["8H", "9H", "10H", "5S", "5H", "5D", "KC"]
    table = begun(api, position(hand, opened=[True, False]), opening_points=[30])
    refused = table.move(1, {"type": "meld", "cards": ["8H", "9H", "10H"]}, {"type": "discard", "card": "KC"})
    assert refused.json["code"] == "opening_below_threshold"
    repair = refused.json["repairs"][0]
    assert {"type": "meld", "cards": ["5S", "5H", "5D"], "kind": "set"} in repair["actions"]
    assert table.move(1, *repair["actions"]).status_code == 200


def test_a_stateless_verdict_has_repairs_too_and_a_legal_move_none(api: Api) -> None:
    asked = {"ruleset": {"preset": "jokeren-7"}, "state": position(["7S", "4C", "9D"]), "seat": 1}
    wrong = api("validateMove", asked | {"actions": [{"type": "discard", "card": "KH"}]}).json
    assert not wrong["legal"]
    assert wrong["repairs"]
    right = api("validateMove", asked | {"actions": wrong["repairs"][0]["actions"]}).json
    assert (right["legal"], right["repairs"]) == (True, [])


def test_what_is_not_available_is_listed_with_its_reason(api: Api) -> None:
    melds = [{"id": "m1", "owner": 0, "kind": "run", "cards": ["4D", "5D", "6D"]}]
    state = position(["7D", "KC", "9S"], table=melds)
    table = begun(api, state)
    plain = api("listGameMoves", id=table.id, token=table.seats[1]).json
    assert plain["refused"] is None
    told = api("listGameMoves", id=table.id, token=table.seats[1], query={"refused": "true"}).json
    assert told["actions"] == plain["actions"]
    codes = {
        (one["action"]["type"], *one["action"].get("cards", ()), one["action"].get("source")): one[
            "violations"
        ][0]["code"]
        for one in told["refused"]
    }
    assert codes["draw", "stock"] == "already_drawn"
    assert codes["lay_off", "KC", None] == "does_not_fit"
    assert ("lay_off", "7D", None) not in codes
    asked = {"ruleset": {"preset": "jokeren-7"}, "state": state, "seat": 1}
    assert api("listMoves", asked).json["refused"] is None
    assert api("listMoves", asked | {"refused": True}).json["refused"] == told["refused"]


@pytest.mark.parametrize(
    ("preset", "language"), [("jokeren-7", "en"), ("jokeren-13", "nl"), ("jokeren-kbn", "sv")]
)
def test_hints_can_be_followed_until_the_game_is_over(api: Api, preset: str, language: str) -> None:
    """Action by action, so that an opening of several melds is finished as it was begun."""
    rules = {"preset": preset, "options": {"rounds": 1, "max_turns": 60}}
    table = api.create(3, ruleset=rules, seed="5eed" * 16)
    for _ in range(500):
        view = table.view()
        if view["status"] == "finished":
            break
        seat = view["round"]["turn"]["seat"]
        hint = api("getHint", id=table.id, token=table.seats[seat], language=language).json["hint"]
        assert hint["message"]
        assert api("getHint", id=table.id, token=table.seats[seat - 1]).json == {"hint": None}
        assert table.move(seat, hint["action"]).status_code == 200
    assert table.view()["status"] == "finished"
    assert api("getHint", id=table.id, token=table.seats[0]).json == {"hint": None}


OPENINGS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "two melds make 30": ("jokeren-13", {}, ["8H", "8D", "8C", "5S", "6S", "7S", "2D", "KC"]),
    "all goes down at once": (
        "jokeren-13",
        {"final_discard": "forbidden"},
        ["8H", "8D", "8C", "5S", "6S", "7S"],
    ),
    "a set and a run": (
        "jokeren-7",
        {"opening_melds": [["set", "run"]]},
        ["8H", "8D", "8C", "5S", "6S", "7S", "KC"],
    ),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_a_turn_of_several_melds_is_advised_to_its_end(api: Api, name: str) -> None:
    preset, options, hand = OPENINGS[name]
    state = position(hand, opened=[True, False], turns_taken=[5, 5], stock=["3D", "QC", "JS"])
    table = begun(api, state, preset=preset, **options)
    for _ in range(len(hand)):
        hint = api("getHint", id=table.id, token=table.seats[1]).json["hint"]
        if hint is None:
            break
        assert hint["action"]["type"] != "take_back"
        assert table.move(1, hint["action"]).status_code == 200
    assert table.view()["round"]["turn"]["seat"] == 0 or table.view()["status"] != "playing"
    assert len(table.view()["round"]["table"]) == 2


def test_the_host_and_the_public_get_no_hint(api: Api) -> None:
    table = api.create(2)
    assert api("getHint", id=table.id, token=table.host).status_code == 403
    assert api("getHint", id=table.id).status_code == 401
