"""What a request costs in Redis: a move two round trips, a read one."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flask import Flask

    from tests.service.client import Api

DRAW = {"type": "draw", "source": "stock"}


def test_a_move_costs_two_round_trips_and_a_read_one(app: Flask, api: Api) -> None:
    """With a version and an idempotency key too; a repetition is answered by the first of them."""
    table, store = api.create(2), app.extensions["store"]
    seat = table.on_turn()

    def spent(operation: str, body: object = None, **how: str) -> int:
        before = store.round_trips
        assert api(operation, body, id=table.id, **how).status_code < 300
        return int(store.round_trips - before)

    key, token = str(uuid.uuid4()), table.seats[seat]
    assert spent("makeMove", {"actions": [DRAW]}, token=token, key=key, if_match='"1"') == 2
    assert spent("makeMove", {"actions": [DRAW]}, token=token, key=key, if_match='"1"') == 1
    card = table.view(seat)["round"]["hand"][0]
    assert spent("makeMove", {"actions": [{"type": "discard", "card": card}]}, token=token) == 2
    for operation in ("getGame", "getScores", "listEvents"):
        assert spent(operation) == 1
    assert spent("listGameMoves", token=token) == 1
    assert spent("exportGame", token=table.host) == 1


@pytest.mark.parametrize("actions", [1, 5])
def test_many_actions_in_one_request_cost_no_more(app: Flask, api: Api, actions: int) -> None:
    table, store = api.create(2), app.extensions["store"]
    take, back = {"type": "draw", "source": "discard"}, {"type": "take_back"}
    moves = ([take, back] * 3)[:actions]
    before = store.round_trips
    seat_before = table.view()["round"]["turn"]["seat"]
    spent = store.round_trips - before
    assert table.move(seat_before, *moves).status_code == 200
    assert store.round_trips - before - spent == 2
