"""Many at once, from several processes over several workers: a game changes once for each request that is accepted."""

from __future__ import annotations

import http.client
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from service.embedded import EmbeddedServer
from tests.faults.bursts import AT_ONCE, Burst, Request, move
from tests.faults.order import assert_one_order
from tests.faults.server import DRAW, NAMES, Game, Reply, Server, ask_on, create
from tests.service.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Iterator

TAKE = {"type": "draw", "source": "discard"}
REPLAYED = "idempotent-replayed"
MAY_BE_BUSY = 503
"""Without `If-Match` a request that loses every race for two seconds is told to come again."""


def on_turn(server: Server, game: Game) -> int:
    """Whose turn it is."""
    seat: int = server.ask("GET", game.path).json["round"]["turn"]["seat"]
    return seat


def test_connections_are_spread_over_the_workers(server: Server) -> None:
    """Otherwise the tests below would race in one process."""
    before = _sockets(server)
    connections = [
        http.client.HTTPConnection("127.0.0.1", server.port, timeout=10) for _ in range(AT_ONCE // 4)
    ]
    for connection in connections:
        assert ask_on(connection, "GET", "/health/live").status == 200
    more = {pid: count - before[pid] for pid, count in _sockets(server).items()}
    for connection in connections:
        connection.close()
    assert sum(count > 0 for count in more.values()) >= 2, more


def _sockets(server: Server) -> dict[int, int]:
    return {
        pid: sum(str(link.readlink()).startswith("socket:") for link in Path(f"/proc/{pid}/fd").iterdir())
        for pid in server.workers()
    }


def test_the_same_move_64_times_at_once_changes_the_game_once(server: Server, burst: Burst) -> None:
    """All get the same bytes, and all but one hear that they are a repetition."""
    game = create(server.port)
    token, key = game.seats[on_turn(server, game)], str(uuid4())
    replies = burst(server.port, [move(game.path, token, DRAW, Idempotency_Key=key)] * AT_ONCE)
    assert Counter(reply.status for reply in replies) == {200: AT_ONCE}, _problems(replies)
    assert len({reply.body for reply in replies}) == 1
    assert {reply.headers["etag"] for reply in replies} == {'"2"'}
    assert sum(REPLAYED in reply.headers for reply in replies) == AT_ONCE - 1
    log = assert_one_order(server, game, 2)["log"]
    assert [event["type"] for event in log] == ["round_dealt", "drawn"]


def test_of_64_moves_on_one_version_one_wins_and_the_others_hear_what_they_missed(
    server: Server, burst: Burst
) -> None:
    game = create(server.port)
    token = game.seats[on_turn(server, game)]
    requests = [
        move(game.path, token, DRAW, Idempotency_Key=str(uuid4()), If_Match='"1"') for _ in range(AT_ONCE)
    ]
    replies = burst(server.port, requests)
    assert Counter(reply.status for reply in replies) == {200: 1, 412: AT_ONCE - 1}, _problems(replies)
    won = next(reply for reply in replies if reply.status == 200).json
    for lost in (reply for reply in replies if reply.status == 412):
        assert lost.headers["etag"] == '"2"'
        assert lost.json["code"] == "version_old"
        assert (lost.json["version"], lost.json["reset"]) == (2, False)
        assert lost.json["events"] == won["events"]
    assert len(assert_one_order(server, game, 2)["log"]) == 2


def test_64_moves_of_all_seats_without_a_version_are_taken_in_a_legal_order(
    server: Server, burst: Burst
) -> None:
    """Each accepted answer is the log's own: its events stand there under their numbers."""
    game = create(server.port, 4)
    accepted = []
    for _ in range(3):
        replies = burst(server.port, _everything_at_once(server, game))
        assert {reply.status for reply in replies} <= {200, 409, MAY_BE_BUSY}, _problems(replies)
        accepted += [reply.json for reply in replies if reply.status == 200]
    versions = [answer["game"]["version"] for answer in accepted]
    exported = assert_one_order(server, game, 4)
    assert sorted(versions) == list(range(2, exported["game"]["version"] + 1))
    assert len(versions) >= 3
    for answer in accepted:
        for event in answer["events"]:
            assert event == exported["log"][event["seq"] - 1]


def _everything_at_once(server: Server, game: Game) -> list[Request]:
    """Draws and discards of every seat, the seats in turn: what is legal depends on who comes before."""
    requests = []
    for seat, token in enumerate(game.seats):
        hand = server.ask("GET", game.path, token=token).json["round"]["hand"]
        actions = [DRAW, TAKE, DRAW, *({"type": "discard", "card": card} for card in hand)]
        for at in range(AT_ONCE // len(game.seats)):
            key = f"{seat}-{at}-{uuid4()}"
            requests.append(move(game.path, token, actions[at % len(actions)], Idempotency_Key=key))
    return requests


def test_a_game_that_is_created_64_times_at_once_is_one_with_the_same_tokens(
    server: Server, burst: Burst
) -> None:
    body = {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": name} for name in NAMES]}
    replies = burst(server.port, [Request("/v1/games", body, {"Idempotency_Key": str(uuid4())})] * AT_ONCE)
    assert Counter(reply.status for reply in replies) == {201: AT_ONCE}, _problems(replies)
    assert len({reply.body for reply in replies}) == 1
    assert len({reply.headers["location"] for reply in replies}) == 1
    assert sum(REPLAYED in reply.headers for reply in replies) == AT_ONCE - 1
    made = replies[0].json
    game = Game(made["game"]["id"], made["host_token"], [seat["token"] for seat in made["seats"]])
    for seat, token in enumerate(game.seats):
        assert server.ask("GET", game.path, token=token).json["you"] == {"role": "seat", "seat": seat}
    assert len(assert_one_order(server, game, 4)["log"]) == 1


def test_one_key_at_several_games_and_seats_is_several_requests(server: Server, burst: Burst) -> None:
    """No answer of one game, or of one seat, is ever given to another."""
    games, key = [create(server.port, 4) for _ in range(4)], str(uuid4())
    turns = [on_turn(server, game) for game in games]
    places = [(number, seat) for number in range(4) for seat in range(4)] * (AT_ONCE // 16)
    replies = burst(
        server.port,
        [move(games[game].path, games[game].seats[seat], DRAW, Idempotency_Key=key) for game, seat in places],
    )
    for (game, seat), reply in zip(places, replies, strict=True):
        if seat == turns[game]:
            view = reply.json["game"]
            assert (view["id"], view["you"]["seat"], view["version"]) == (games[game].id, seat, 2)
        else:
            assert (reply.status, reply.json["code"]) == (409, "not_your_turn")
    for game in games:
        assert len(assert_one_order(server, game, 4)["log"]) == 2


def test_a_move_whose_answer_is_lost_on_the_way_is_answered_when_it_is_sent_again(server: Server) -> None:
    game = create(server.port)
    token, key = game.seats[on_turn(server, game)], str(uuid4())
    with Proxy(server.port) as between:
        between.mangle = lambda _reply: None
        connection = http.client.HTTPConnection("127.0.0.1", between.port, timeout=10)
        with pytest.raises(ConnectionError):
            ask_on(
                connection,
                "POST",
                f"{game.path}/moves",
                {"actions": [DRAW]},
                token=token,
                Idempotency_Key=key,
            )
        connection.close()
        assert server.ask("GET", game.path).json["version"] == 2
        between.mangle = lambda reply: reply
        connection = http.client.HTTPConnection("127.0.0.1", between.port, timeout=10)
        again = ask_on(
            connection, "POST", f"{game.path}/moves", {"actions": [DRAW]}, token=token, Idempotency_Key=key
        )
        connection.close()
    assert (again.status, again.headers[REPLAYED]) == (200, "true")
    (event,) = again.json["events"]
    assert event["card"] in again.json["game"]["round"]["hand"]
    assert event == assert_one_order(server, game, 2)["log"][1]


@pytest.fixture(scope="module")
def lossy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Proxy]]:
    """A server whose words with Redis pass a proxy."""
    with (
        EmbeddedServer(tmp_path_factory.mktemp("redis")) as redis,
        Proxy(redis.url.removeprefix("unix://")) as between,
        Server(tmp_path_factory.mktemp("lossy"), UITLEG_REDIS_URL=between.url, UITLEG_WORKERS="2") as server,
    ):
        yield server, between


def test_a_reply_of_redis_that_is_lost_once_is_asked_for_again_and_nobody_notices(
    lossy: tuple[Server, Proxy],
) -> None:
    server, between = lossy
    game = create(server.port)
    lost = []

    def lose_the_first(reply: bytes) -> bytes | None:
        if b"committed" in reply and not lost:
            lost.append(reply)
            return None
        return reply

    between.mangle = lose_the_first
    token = game.seats[on_turn(server, game)]
    reply = server.ask("POST", f"{game.path}/moves", {"actions": [DRAW]}, token=token)
    between.mangle = lambda reply: reply
    assert len(lost) == 1
    assert (reply.status, reply.json["game"]["version"]) == (200, 2)
    assert REPLAYED not in reply.headers
    assert len(assert_one_order(server, game, 2)["log"]) == 2


def test_a_move_that_redis_did_and_never_confirmed_is_503_and_its_repetition_the_first_answer(
    lossy: tuple[Server, Proxy],
) -> None:
    """The same for a new game: its tokens come with the second answer."""
    server, between = lossy
    game = create(server.port)
    token, key, body = game.seats[on_turn(server, game)], str(uuid4()), {"actions": [DRAW]}
    new = {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}, {"name": "Bram"}]}

    for path, sent, status in ((f"{game.path}/moves", body, 200), ("/v1/games", new, 201)):
        headers = {"token": token, "Idempotency_Key": key} if status == 200 else {"Idempotency_Key": key}
        between.mangle = lambda reply: None if b"committed" in reply or b"replayed" in reply else reply
        begin = time.monotonic()
        unknown = server.ask("POST", path, sent, **headers)
        took = time.monotonic() - begin
        between.mangle = lambda reply: reply
        assert (unknown.status, unknown.json["code"]) == (503, "store_unavailable")
        assert unknown.headers["retry-after"] == "1"
        assert took < 3
        first, second = (server.ask("POST", path, sent, **headers) for _ in range(2))
        assert (first.status, first.headers[REPLAYED]) == (status, "true")
        assert first.body == second.body
    made = first.json
    seat = server.ask("GET", f"/v1/games/{made['game']['id']}", token=made["seats"][0]["token"])
    assert seat.json["you"] == {"role": "seat", "seat": 0}
    assert len(assert_one_order(server, game, 2)["log"]) == 2


def _problems(replies: list[Reply]) -> Counter[tuple[int, str]]:
    """What was answered, for whoever reads why a test failed."""
    return Counter(
        (reply.status, reply.body[:200].decode() if reply.status != 200 else "") for reply in replies
    )
