"""Killed in the middle of traffic, it has every acknowledged move when it is back, and nothing twice."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from service.embedded import EmbeddedServer
from tests.faults.order import assert_one_order
from tests.faults.players import Player
from tests.faults.server import DRAW, PATIENCE, Game, Server, create, eventually, gone

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PLAYERS = 4
TRAFFIC = 20
"""So many moves are acknowledged before the next kill, and after the last."""


def kill_the_workers(server: Server) -> None:
    """All at once; gunicorn starts others."""
    before = server.workers()
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: len(set(server.workers()) - set(before)) == len(before))


def kill_its_redis(server: Server) -> None:
    """The service starts it again."""
    before = server.redis()
    os.kill(before, signal.SIGKILL)
    eventually(lambda: gone(before))


def kill_gunicorn(server: Server) -> None:
    """The command ends with it; whoever started that starts it again."""
    below = server.below()
    os.kill(server.master(), signal.SIGKILL)
    server.process.wait(PATIENCE)
    eventually(lambda: all(map(gone, below)))
    server.start()


def kill_the_command(server: Server) -> None:
    """It takes all with it, and is started again."""
    below = server.below()
    server.process.kill()
    server.process.wait(PATIENCE)
    eventually(lambda: all(map(gone, below)))
    server.start()


def kill_everything(server: Server) -> None:
    """All of its processes at once; it is started again."""
    below = server.below()
    for pid in (server.process.pid, *below):
        os.kill(pid, signal.SIGKILL)
    server.process.wait(PATIENCE)
    eventually(lambda: all(map(gone, below)))
    server.start()


def test_killed_in_traffic_it_loses_no_acknowledged_move_and_doubles_none(tmp_path: Path) -> None:
    """The workers, its Redis, gunicorn, the command and all of them in turn, written to disk at every move.

    All players repeat what was not answered with its key, so in the end each request has changed its game once: the
    versions are the acknowledged ones, one after the other, and the log holds what each answer said.
    """
    faults: list[Callable[[Server], None]] = [
        kill_the_workers,
        kill_its_redis,
        kill_gunicorn,
        kill_its_redis,
        kill_the_command,
        kill_everything,
    ]
    with Server(tmp_path, UITLEG_APPENDFSYNC="always") as server:
        players = [Player(server.port) for _ in range(PLAYERS)]
        for player in players:
            player.start()
        for fault in faults:
            more_traffic(players)
            fault(server)
            eventually(server.ready)
        more_traffic(players)
        for player in players:
            player.stop()
        for player in players:
            player.join(PATIENCE)
            assert not player.is_alive()
            assert not player.refused
        for player in players:
            assert_all_there(server, player)
        assert sum(player.repeated for player in players) > 0
        log = server.complained()
    secrets = [token for player in players for token in (player.game.host, *player.game.seats)]
    assert not [token for token in secrets if token in log or token[4:] in log]
    acknowledged = sum(len(player.acknowledged) for player in players)
    repeated = sum(player.repeated for player in players)
    print(
        f"{len(faults)} kills, {acknowledged} moves acknowledged, {repeated} sent again, none lost, none twice"
    )


def more_traffic(players: list[Player]) -> None:
    """Wait until every player has got further."""
    before = [len(player.acknowledged) for player in players]
    eventually(
        lambda: all(
            len(player.acknowledged) >= count + TRAFFIC or player.refused
            for player, count in zip(players, before, strict=True)
        )
    )
    assert not any(player.refused for player in players), [player.refused for player in players]


def assert_all_there(server: Server, player: Player) -> None:
    """What every answer said stands in the log, and the log holds nothing else but the deal."""
    exported = assert_one_order(server, player.game, 2)
    versions = [answer["game"]["version"] for answer in player.acknowledged]
    assert versions == list(range(2, exported["game"]["version"] + 1))
    told = [event for answer in player.acknowledged for event in answer["events"]]
    assert told == exported["log"][1:]


def test_a_game_goes_on_after_a_clean_stop_and_start(tmp_path: Path) -> None:
    """With its tokens and what was answered under keys; the same game, in the middle of a turn."""
    with Server(tmp_path, UITLEG_WORKERS="2") as server:
        game = create(server.port)
        token, key = game.seats[1], str(uuid4())
        drawn = move(server, game, token, DRAW, key)
        before = server.ask("GET", game.path, token=token)
        assert server.stop() == 0
        server.start()
        assert server.ask("GET", game.path, token=token).body == before.body
        assert move(server, game, token, DRAW, key).body == drawn.body
        card = drawn.json["events"][0]["card"]
        assert move(server, game, token, {"type": "discard", "card": card}, str(uuid4())).status == 200
        assert len(assert_one_order(server, game, 2)["log"]) == 3


def move(server: Server, game: Game, token: str, action: Any, key: str) -> Any:
    """One action of a seat."""
    return server.ask("POST", f"{game.path}/moves", {"actions": [action]}, token=token, Idempotency_Key=key)


def test_while_redis_is_away_it_lives_says_so_in_time_and_comes_back(tmp_path: Path) -> None:
    """Somebody who waits for events hears of it too, and a move is done once when it is sent again."""
    with (
        EmbeddedServer(tmp_path / "redis") as redis,
        Server(tmp_path, UITLEG_REDIS_URL=redis.url, UITLEG_WORKERS="2") as server,
        ThreadPoolExecutor(1) as pool,
    ):
        game = create(server.port)
        poll = pool.submit(server.ask, "GET", f"{game.path}/events?after=1&wait=20")
        time.sleep(0.5)
        redis.process.kill()
        redis.process.wait()

        key = str(uuid4())
        asked: list[tuple[str, str, Any]] = [
            ("GET", game.path, None),
            ("POST", f"{game.path}/moves", {"actions": [DRAW]}),
            ("GET", f"{game.path}/events?after=1&wait=5", None),
            ("POST", "/v1/games", {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}] * 2}),
            ("DELETE", game.path, None),
        ]
        for method, path, body in asked * 2:
            begin = time.monotonic()
            token = game.host if method == "DELETE" else game.seats[1]
            reply = server.ask(method, path, body, token=token, Idempotency_Key=key)
            assert time.monotonic() - begin < 3, path
            assert (reply.status, reply.headers["retry-after"]) == (503, "1"), path
            assert reply.json["code"] == "store_unavailable"
            assert reply.headers["content-type"] == "application/problem+json"
            assert server.ask("GET", "/health/live").status == 200
            assert server.ask("GET", "/health/ready").status == 503
        assert server.ask("GET", "/v1/rulesets").status == 200  # what needs no store goes on
        assert poll.result(PATIENCE).status == 503

        redis.restart()
        assert eventually(server.ready) < 3
        reply = move(server, game, game.seats[1], DRAW, key)
        assert (reply.status, reply.json["game"]["version"]) == (200, 2)
        assert len(assert_one_order(server, game, 2)["log"]) == 2


@pytest.mark.parametrize("who", ["the command", "gunicorn"])
def test_told_to_stop_while_many_wait_it_answers_them_all_and_ends(tmp_path: Path, who: str) -> None:
    """Each waiting reader gets an empty page at once, not a connection that breaks."""
    with Server(tmp_path, UITLEG_WORKERS="2", UITLEG_THREADS="6") as server, ThreadPoolExecutor(6) as pool:
        game = create(server.port)
        path = f"{game.path}/events?after=1&wait=20"
        polls = [pool.submit(server.ask, "GET", path, timeout=30) for _ in range(6)]
        time.sleep(1)
        waiting = [poll for poll in polls if not poll.done()]
        assert len(waiting) >= 4  # at most four of them wait in each of the two workers
        below, begin = server.below(), time.monotonic()
        os.kill(server.process.pid if who == "the command" else server.master(), signal.SIGTERM)
        for poll in polls:
            reply = poll.result(PATIENCE)
            assert (reply.status, reply.json["events"]) == (200, [])
        assert server.process.wait(PATIENCE) == 0
        assert time.monotonic() - begin < 5
        assert all(map(gone, below))


def test_a_worker_that_is_killed_takes_no_other_request_with_it(tmp_path: Path) -> None:
    """A long poll in the other worker goes on, and the place of the dead one is taken."""
    with Server(tmp_path, UITLEG_WORKERS="2") as server, ThreadPoolExecutor(4) as pool:
        game = create(server.port)
        polls = [pool.submit(server.ask, "GET", f"{game.path}/events?after=1&wait=10") for _ in range(4)]
        time.sleep(0.5)
        victim = server.workers()[0]
        os.kill(victim, signal.SIGKILL)
        eventually(lambda: len(set(server.workers()) - {victim}) == 2)
        eventually(server.ready)
        assert move(server, game, game.seats[1], DRAW, str(uuid4())).status == 200
        survived = [poll.result(PATIENCE) for poll in polls if poll.exception(PATIENCE) is None]
        assert all([event["type"] for event in reply.json["events"]] == ["drawn"] for reply in survived)
