"""What an operation costs in round trips to Redis: a look one, a move two, a question about the rules none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from service import create_app
from service.settings import Settings
from tests.service.client import Api, Table
from tests.service.test_games import DRAW, TAKE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.store import Store


class Counted(Api):
    """A client that counts what its requests cost."""

    def __init__(self, client: Any, store: Store) -> None:
        super().__init__(client)
        self._store = store
        self.cost = 0

    def __call__(self, *args: Any, **how: Any) -> Any:
        before = self._store.round_trips
        response = super().__call__(*args, **how)
        self.cost = self._store.round_trips - before
        return response


@pytest.fixture(scope="module")
def counted(redis_url: str) -> Iterator[Counted]:
    """A client of a service whose scripts Redis knows already, as it does after the first request of all."""
    app = create_app(Settings(redis_url=redis_url))
    store: Store = app.extensions["store"]
    api = Counted(app.test_client(), store)
    table = api.create(2)
    table.move(1, DRAW)
    api("deleteGame", id=table.id, token=table.host)
    yield api
    store.close()


def test_a_move_costs_two(counted: Counted) -> None:
    """With a key, a version, both or neither; for a draw, a discard and what is taken back."""
    table = counted.create(2)
    for number in range(12):
        seat = table.on_turn()
        moves = table.moves(seat)
        version = table.view()["version"]
        how = [{}, {"key": str(uuid4())}, {"if_match": f'"{version}"'}]
        response = table.move(seat, moves[number % len(moves)], **how[number % 3])
        assert response.status_code == 200
        assert counted.cost == 2


def test_many_actions_in_one_request_cost_no_more(counted: Counted) -> None:
    table = counted.create(2)
    assert table.move(1, *[TAKE, {"type": "take_back"}] * 5, TAKE).status_code == 200
    assert counted.cost == 2


def test_a_new_game_costs_one_and_a_new_round_two(counted: Counted) -> None:
    table = counted.create(2, ruleset={"preset": "jokeren-7", "options": {"max_turns": 10}})
    assert counted.cost == 1
    while table.view()["status"] == "playing":
        seat = table.on_turn()
        table.move(seat, table.moves(seat)[0])
        if table.view()["round"]["turn"]["phase"] == "play":
            discard = next(move for move in table.moves(seat) if move["type"] == "discard")
            table.move(seat, discard)
    assert counted("dealRound", id=table.id, token=table.host).status_code == 200
    assert counted.cost == 2


LOOKS: dict[str, Callable[[Counted, Table], Any]] = {
    "a seat's view": lambda api, table: api("getGame", id=table.id, token=table.seats[0]),
    "a view that has not changed": lambda api, table: api("getGame", id=table.id, if_none_match='"1"'),
    "legal moves": lambda api, table: api("listGameMoves", id=table.id, token=table.seats[1]),
    "scores": lambda api, table: api("getScores", id=table.id),
    "events": lambda api, table: api("listEvents", id=table.id),
    "events that are there already": lambda api, table: api("listEvents", id=table.id, query={"wait": 5}),
    "an export": lambda api, table: api("exportGame", id=table.id, token=table.host),
    "a refused move": lambda _, table: table.move(0, DRAW),
    "a token of nobody": lambda api, table: api("getGame", id=table.id, token="utg_x"),
    "a game that is not there": lambda api, _: api("getGame", id="x" * 22),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_look_and_a_refusal_cost_one(counted: Counted, look: Callable[[Counted, Table], Any]) -> None:
    look(counted, counted.create(2))
    assert counted.cost == 1


def test_a_repetition_costs_one_and_an_old_version_two(counted: Counted) -> None:
    table, key = counted.create(2), str(uuid4())
    table.move(1, DRAW, key=key)
    assert table.move(1, DRAW, key=key).headers["Idempotent-Replayed"] == "true"
    assert counted.cost == 1
    assert table.move(1, DRAW, if_match='"1"').status_code == 412
    assert counted.cost == 2


def test_a_request_that_does_not_meet_the_contract_and_a_question_about_the_rules_cost_none(
    counted: Counted,
) -> None:
    table = counted.create(2)
    assert table.move(1, {"type": "fly"}).status_code == 422
    assert counted.cost == 0
    assert counted("getGame", id="x").status_code == 404
    assert counted.cost == 0
    assert counted("getRuleset", id="jokeren-7").status_code == 200
    assert counted.cost == 0
    assert counted("getLiveness").status_code == 200
    assert counted.cost == 0
