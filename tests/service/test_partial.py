"""Questions of who knows only a part: over HTTP, from a game that is kept, with what a seat sees of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.cards import FACES, JOKER

if TYPE_CHECKING:
    from tests.service.client import Api, Json, Table

RULES = {"preset": "jokeren-7"}


def state(**more: Any) -> Json:
    """A position of two: seat 0 is to draw, and knows neither the other hand nor the stock."""
    return {
        "family": "jokeren",
        "turn": {"seat": 0, "phase": "draw"},
        "hands": [["7H", "9C", "KS"], None],
        "hand_counts": [3, 5],
        "stock": None,
        "stock_count": 20,
        "discard": ["2C", "3C", "QC"],
        **more,
    }


def move(api: Api, position: Json, *actions: Json, **more: Any) -> Json:
    body = {"ruleset": RULES, "state": position, "seat": 0, "actions": list(actions), **more}
    response = api("validateMove", body)
    assert response.status_code == 200, response.json
    return response.json


def moves(api: Api, position: Json, seat: int = 0) -> Any:
    return api("listMoves", {"ruleset": RULES, "state": position, "seat": seat})


DRAW = {"type": "draw", "source": "stock"}


class Watcher:
    """What one seat has seen of a round: its view, the pile that it watched grow, and what all have said they did."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.discard: list[str] = []
        self.turns_taken = [0, 0]
        self.reshuffles = 0
        self.after = 0

    def watch(self) -> None:
        """Read the events that have come."""
        page = self.table.api(
            "listEvents", id=self.table.id, token=self.table.seats[self.seat], query={"after": self.after}
        ).json
        for event in page["events"]:
            match event["type"]:
                case "round_dealt":
                    self.discard.append(event["upcard"])
                case "drawn" if event["source"] == "discard":
                    self.discard.pop()
                case "reshuffled":
                    self.discard = self.discard[-1:]
                    self.reshuffles += 1
                case "discarded":
                    self.discard.append(event["card"])
                    self.turns_taken[event["seat"]] += 1
                case "taken_back" if self.table.view()["round"]["discard"]["count"] > len(self.discard):
                    self.discard.append(self.table.view()["round"]["discard"]["top"])
        self.after = page["next"]

    def position(self) -> Json:
        """The position as this seat knows it, from its view of the game."""
        view = self.table.view(self.seat)
        round_ = view["round"]
        return {
            "family": "jokeren",
            "round": round_["number"],
            "dealer": round_["dealer"],
            "turn": round_["turn"],
            "hands": [round_["hand"] if seat == self.seat else None for seat in range(2)],
            "hand_counts": [player["cards"] for player in view["players"]],
            "stock": None,
            "stock_count": round_["stock"]["count"],
            "discard": [*self.discard],
            "table": round_["table"],
            "opened": [player["opened"] for player in view["players"]],
            "turns_taken": self.turns_taken,
            "reshuffles": self.reshuffles,
        }


@pytest.mark.parametrize("seed", range(3))
def test_a_service_that_holds_what_its_user_sees_is_told_what_the_game_says(api: Api, seed: int) -> None:
    """A round at a kept table: for both seats the moves of the game, and the position after what is done in it."""
    rng = random.Random(seed)
    table = api.create(2, seed=rng.randbytes(32).hex())
    watchers = [Watcher(table, seat) for seat in range(2)]
    for _ in range(40):
        for watcher in watchers:
            watcher.watch()
            asked = moves(api, watcher.position(), watcher.seat)
            assert (asked.status_code, asked.json["actions"]) == (200, table.moves(watcher.seat)), asked.json
        seat = table.on_turn()
        before = watchers[seat].position()
        action = rng.choice(table.moves(seat))
        done = table.move(seat, action).json
        if done["game"]["status"] != "playing":
            break
        drawn = next((event for event in done["events"] if event["type"] == "drawn"), None)
        named = action | ({"card": drawn["card"]} if drawn else {})
        told = move(api, before, named, seat=seat)["state"]
        watchers[seat].watch()
        assert told | watchers[seat].position() == told


def test_what_is_answered_can_be_sent_again(api: Api) -> None:
    """A draw, then what comes after it, in two questions as in one."""
    rest = ({"type": "discard", "card": "KS"},)
    drawn = move(api, state(), DRAW | {"card": "8H"})["state"]

    assert drawn["turn"]["actions"] == [{"type": "draw", "source": "stock", "card": "8H"}]
    assert (drawn["hands"], drawn["stock"], drawn["stock_count"]) == (
        [["KS", "7H", "8H", "9C"], None],
        None,
        19,
    )
    assert move(api, drawn, *rest) == move(api, state(), DRAW | {"card": "8H"}, *rest)


def test_a_card_that_nobody_names_is_picked_by_chance(api: Api) -> None:
    """It is one that is not shown, and not always the same."""
    picked = {move(api, state(), DRAW)["state"]["turn"]["actions"][0]["card"] for _ in range(12)}

    assert len(picked) > 1
    assert picked <= {*FACES, JOKER} - {"7H", "9C", "KS", "2C", "3C", "QC"}


def test_a_round_that_ends_is_told_as_far_as_it_is_known(api: Api) -> None:
    last = state(hands=[["9C"], None], hand_counts=[1, 2], turn={"seat": 0, "phase": "play"})

    over = move(api, last, {"type": "discard", "card": "9C"})["state"]

    assert over["outcome"] == {
        "winner": 0,
        "blocked": False,
        "concealed": True,
        "broken_off": False,
        "points": [0, None],
        "hands": [[], None],
        "costs": [[], None],
        "fines": None,
    }
    assert moves(api, over).json["actions"] == []


def test_another_seat_on_turn_may_have_drawn_what_is_not_known(api: Api) -> None:
    """As a view has it; the asker has no moves, and is refused any."""
    drawn = {"type": "draw", "source": "stock", "card": None}
    waiting = state(turn={"seat": 1, "phase": "play", "actions": [drawn]})

    assert moves(api, waiting).json["actions"] == []
    assert [one["code"] for one in move(api, waiting, DRAW)["violations"]] == ["not_your_turn"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"hands": [None, None]}, "/state/hands/0"),
        ({"stock_count": None}, None),
        ({"hand_counts": [3, 31]}, None),
        ({"stock_count": 111}, None),
        ({"hands": [["7H", "9C", "??"], None]}, None),
        ({"hands": [["7H", None], None]}, None),
        ({"hands": [["7H"] * 31, None]}, None),
        ({"past_rounds": [{"winner": 0, "points": [0, None]}]}, None),
    ],
)
def test_what_cannot_be_sent_is_refused(api: Api, change: Json, pointer: str | None) -> None:
    """409 where a part is missing that is needed, 422 where it has no such form."""
    answer = moves(api, state(**change))

    expected = (409, "state_part_unknown") if pointer else (422, answer.json["code"])
    assert (answer.status_code, answer.json["code"]) == expected
    assert pointer in {None, answer.json["violations"][0]["pointer"]}


def test_a_game_is_kept_from_a_whole_position_only(api: Api) -> None:
    """What is null, and the counts, are not of its form."""
    body = {"ruleset": RULES, "players": [{"name": "Anna"}, {"name": "Bram"}], "state": state()}

    refused = api("createGame", body)

    assert refused.status_code == 422
    assert {one["pointer"] for one in refused.json["violations"]} == {
        "/state/hands/1",
        "/state/hand_counts",
        "/state/stock",
        "/state/stock_count",
    }


def test_a_round_is_scored_from_whole_hands_only(api: Api) -> None:
    refused = api("scoreRound", {"ruleset": RULES, "hands": [["7H"], None], "winner": None})

    assert (refused.status_code, refused.json["violations"][0]["pointer"]) == (422, "/hands/1")
