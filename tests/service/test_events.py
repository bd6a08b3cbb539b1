"""The log as a client follows it: waiting for what happens, paging through what happened."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from service import create_app
from service.settings import Settings
from tests.service.client import Api, Table
from tests.service.test_games import DRAW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

THREADS = 6
WAITING = THREADS - 2
PROMPTLY = 0.5


class Timed(threading.Thread):
    """A request on a thread of its own, with the moments when it was sent and answered."""

    def __init__(self, app: Flask, table: Table, seat: int | None = None, **query: int) -> None:
        super().__init__(daemon=True)
        self._api, self._table, self._query = Api(app.test_client()), table, query
        self._token = None if seat is None else table.seats[seat]
        self._answer: Future[Any] = Future()
        self.start()

    def run(self) -> None:
        self.begin = time.monotonic()
        try:
            answer = self._api("listEvents", id=self._table.id, token=self._token, query=self._query)
        except BaseException as error:  # noqa: BLE001 - the test that waits for it shall hear of it
            self._answer.set_exception(error)
        else:
            self.end = time.monotonic()
            self._answer.set_result(answer)

    def answer(self) -> Any:
        """What was answered."""
        return self._answer.result(30)

    @property
    def answered(self) -> bool:
        return self._answer.done()


@pytest.fixture(scope="module")
def app(redis_url: str) -> Iterator[Flask]:
    """The application with few threads."""
    app = create_app(Settings(redis_url=redis_url, threads=THREADS))
    yield app
    app.extensions["store"].close()


@pytest.fixture
def api(app: Flask) -> Api:
    """A client of it."""
    return Api(app.test_client())


def turns(table: Table, count: int) -> None:
    """So many turns: a draw, and the drawn card discarded."""
    for _ in range(count):
        seat = table.on_turn()
        drawn = table.move(seat, DRAW).json["events"][-1]["card"]
        assert table.move(seat, {"type": "discard", "card": drawn}).status_code == 200


def settled() -> None:
    """Give those who were sent to wait the time to begin."""
    time.sleep(0.3)


def test_who_waits_hears_of_a_move_within_half_a_second_and_in_his_own_view(app: Flask, api: Api) -> None:
    table = api.create(2)
    waiting = [Timed(app, table, seat, after=1, wait=20) for seat in (0, 1, None)]
    settled()
    assert not any(one.answered for one in waiting)
    moved = time.monotonic()
    drawn = table.move(1, DRAW).json["events"]
    pages = [one.answer().json for one in waiting]
    assert max(one.end for one in waiting) - moved < PROMPTLY
    assert [page["next"] for page in pages] == [2, 2, 2]
    assert pages[1]["events"] == drawn
    assert pages[0]["events"] == pages[2]["events"] == [drawn[0] | {"card": None}]


def test_a_move_of_another_process_wakes_too(app: Flask, api: Api, redis_url: str) -> None:
    """News go by Redis, whichever worker the move came to."""
    table = api.create(2)
    elsewhere = create_app(Settings(redis_url=redis_url))
    waiting = Timed(app, table, after=1, wait=20)
    settled()
    moved = time.monotonic()
    there = Table(Api(elsewhere.test_client()), {"game": {"id": table.id}, "host_token": "", "seats": []})
    there.seats = table.seats
    assert there.move(1, DRAW).status_code == 200
    assert [event["type"] for event in waiting.answer().json["events"]] == ["drawn"]
    assert waiting.end - moved < PROMPTLY
    elsewhere.extensions["store"].close()


def test_all_but_two_threads_may_wait_and_who_comes_later_is_answered_at_once(app: Flask, api: Api) -> None:
    table = api.create(2)
    waiting = [Timed(app, table, after=1, wait=20) for _ in range(WAITING)]
    settled()
    later = [Timed(app, table, after=1, wait=20) for _ in range(3)]
    for one in later:
        assert one.answer().json == {"events": [], "next": 1, "reset": False}
        assert one.end - one.begin < PROMPTLY
    assert not any(one.answered for one in waiting)
    table.move(1, DRAW)
    assert [one.answer().json["next"] for one in waiting] == [2] * WAITING
    free_again = Timed(app, table, after=2, wait=20)
    settled()
    assert not free_again.answered
    table.move(1, {"type": "discard", "card": table.view(1)["round"]["hand"][0]})
    assert free_again.answer().json["next"] == 3


def test_moves_go_on_while_as_many_wait_as_may(app: Flask, api: Api) -> None:
    """Waiting readers take no connection to Redis from those who play."""
    table, other = api.create(2), api.create(2)
    waiting = [Timed(app, other, after=1, wait=20) for _ in range(WAITING)]
    settled()
    begin = time.monotonic()
    turns(table, 5)
    assert time.monotonic() - begin < 5
    assert not any(one.answered for one in waiting)
    other.move(1, DRAW)
    for one in waiting:
        assert one.answer().json["next"] == 2


def test_a_move_of_another_game_wakes_nobody(app: Flask, api: Api) -> None:
    table, other = api.create(2), api.create(2)
    waiting = Timed(app, table, after=1, wait=1)
    settled()
    other.move(1, DRAW)
    assert waiting.answer().json["events"] == []
    assert waiting.end - waiting.begin >= 1


def test_a_game_that_is_deleted_while_somebody_waits_is_gone_at_once(app: Flask, api: Api) -> None:
    table = api.create(2)
    waiting = Timed(app, table, after=1, wait=20)
    settled()
    deleted = time.monotonic()
    assert api("deleteGame", id=table.id, token=table.host).status_code == 204
    assert (waiting.answer().status_code, waiting.answer().json["code"]) == (404, "game_unknown")
    assert waiting.end - deleted < PROMPTLY


def test_nobody_waits_longer_than_the_operator_grants(redis_url: str) -> None:
    app = create_app(Settings(redis_url=redis_url, max_wait=1))
    table = Api(app.test_client()).create(2)
    waiting = Timed(app, table, after=1, wait=25)
    assert waiting.answer().json["events"] == []
    assert 1 <= waiting.end - waiting.begin < 2
    app.extensions["store"].close()
    app = create_app(Settings(redis_url=redis_url, max_wait=0))
    never = Timed(app, table, after=1, wait=25)
    never.answer()
    assert never.end - never.begin < PROMPTLY
    app.extensions["store"].close()


def test_who_is_behind_or_ahead_of_the_log_does_not_wait(app: Flask, api: Api) -> None:
    table = api.create(2)
    turns(table, 1)
    behind, ahead = Timed(app, table, after=1, wait=20), Timed(app, table, after=99, wait=20)
    assert [event["seq"] for event in behind.answer().json["events"]] == [2, 3]
    assert ahead.answer().json == {"events": [], "next": 3, "reset": True}
    assert max(behind.end - behind.begin, ahead.end - ahead.begin) < PROMPTLY


@pytest.mark.parametrize("limit", [1, 7, 100, 500])
def test_a_long_log_is_read_in_pages_without_a_gap(api: Api, limit: int) -> None:
    """Each page goes on where the one before it ended, and all of them together are the log."""
    table = api.create(2)
    turns(table, 60)
    exported = api("exportGame", id=table.id, token=table.host).json["log"]
    after, pages = 0, []
    while (
        page := api(
            "listEvents", id=table.id, token=table.seats[0], query={"after": after, "limit": limit}
        ).json
    )["events"]:
        assert len(page["events"]) <= limit
        assert page["next"] == page["events"][-1]["seq"] == after + len(page["events"])
        assert page["reset"] is False
        pages.append(page)
        after = page["next"]
    assert len(pages) == -(-len(exported) // limit)
    read = [event for page in pages for event in page["events"]]
    assert [event["seq"] for event in read] == list(range(1, len(exported) + 1))
    assert [event["at"] for event in read] == sorted(event["at"] for event in read)
    for event, whole in zip(read, exported, strict=True):
        hidden = event["type"] == "drawn" and event["source"] == "stock" and event["seat"] != 0
        assert event == (whole | {"card": None} if hidden else whole)


def test_who_follows_with_waiting_misses_nothing_while_others_play(app: Flask, api: Api) -> None:
    """Three readers, one of them with small pages, through sixty turns: the same log, in order, once."""
    table, last = api.create(2), threading.Event()

    def follow(seat: int | None, limit: int) -> list[int]:
        client, after, seen = Api(app.test_client()), 0, []
        token = None if seat is None else table.seats[seat]
        while True:
            done = last.is_set()
            page = client(
                "listEvents", id=table.id, token=token, query={"after": after, "limit": limit, "wait": 1}
            ).json
            seen += [event["seq"] for event in page["events"]]
            after = page["next"]
            if done and not page["events"]:
                return seen

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(follow, *how) for how in ((0, 2), (1, 100), (None, 500))]
        turns(table, 60)
        last.set()
        seen = [reader.result(30) for reader in readers]
    assert seen == [list(range(1, len(seen[0]) + 1))] * 3
    assert len(seen[0]) >= 121


def test_a_version_that_was_missed_by_more_than_a_hundred_events_begins_anew(api: Api) -> None:
    """Up to a hundred missed events come with the refusal; beyond that only the word that they do."""
    table = api.create(2)
    turns(table, 60)
    seat, version = table.on_turn(), table.view()["version"]
    events = api("listEvents", id=table.id, token=table.seats[seat], query={"limit": 500}).json["events"]
    for meant in (0, 1, version - 101, version - 100, version - 99, version - 1, version + 1):
        problem = table.move(seat, DRAW, if_match=f'"{meant}"').json
        missed = [event for event in events if event["version"] > meant]
        reset = len(missed) > 100 or meant >= version
        assert problem["version"] == version
        assert problem["reset"] is reset, meant
        assert problem["events"] == ([] if reset else missed)
