"""The store on a real Redis: all or nothing, once, and never a word that is not true."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from redis.connection import AbstractConnection
from redis.crc import key_slot
from redis.exceptions import ConnectionError as RedisConnectionError

from service.embedded import EmbeddedServer
from service.outcomes import Committed, Deleted, Gone, Once, Replayed, Stale, Stored, StoreUnavailable
from service.store import LOGS, Store, channel_of, keys_of

from .proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import redis

    from service.store import Kind

GAME = "Zx3-game_0123456789ab"
OTHER = "Zx3-game_other6789abc"


@pytest.fixture
def game(store: Store) -> str:
    """A game at version 1 with one entry in its log."""
    assert store.create(GAME, state=b"s1", meta=b"m", entries=[b"e1"]) == Committed(1)
    return GAME


@pytest.fixture
def proxy(redis_url: str) -> Iterator[Proxy]:
    with Proxy(redis_url.removeprefix("unix://")) as between:
        yield between


@pytest.fixture
def far(proxy: Proxy) -> Iterator[Store]:
    """A store that reaches Redis through the proxy."""
    store = Store(proxy.url, threads=4, idle_seconds=3600)
    yield store
    store.close()


def stored(
    store: Store, game_id: str = GAME, *, after: int | None = None, limit: int | None = None
) -> Stored:
    game = store.load(game_id, after=after, limit=limit).stored
    assert game is not None
    return game


# What it keeps


def test_a_game_is_read_as_it_was_committed(store: Store, game: str) -> None:
    state = bytes(range(256)) * 20
    assert store.commit(game, expected=1, state=state, entries=[b"e2", b"\x00\xff", b""]) == Committed(2)
    assert stored(store, after=0) == Stored(2, state, b"m", 4, [b"e1", b"e2", b"\x00\xff", b""])


def test_the_log_is_read_in_parts_and_only_on_demand(store: Store, game: str) -> None:
    store.commit(game, expected=1, state=b"s", entries=[b"e2", b"e3", b"e4"])
    assert stored(store).entries == []
    assert stored(store, after=1, limit=2).entries == [b"e2", b"e3"]
    assert stored(store, after=3).entries == [b"e4"]
    assert stored(store, after=4).entries == stored(store, after=99, limit=5).entries == []
    assert stored(store, after=0, limit=0).entries == []


def test_what_is_not_there(store: Store) -> None:
    assert store.load(GAME).stored is None
    assert store.commit(GAME, expected=1, state=b"s", entries=[b"e"]) == Gone()
    assert store.delete(GAME) == Gone()


def test_an_id_that_could_leave_its_slot_is_refused(store: Store) -> None:
    for bad in ("short", "x" * 65, "{" + GAME, GAME + "}", GAME + "\n", "é" * 20, ""):
        with pytest.raises(ValueError, match="not an id"):
            store.load(bad)


@pytest.mark.parametrize("kind", LOGS)
def test_all_keys_of_a_thing_share_a_slot(kind: Kind) -> None:
    random = Random(1)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
    for _ in range(10_000):
        name = "".join(random.choices(letters, k=random.randint(16, 64)))
        keys = [*keys_of(kind, name, secrets.token_hex(8)), channel_of(name)]
        assert {key_slot(key.encode()) for key in keys} == {key_slot(name.encode())}


def test_an_id_of_one_kind_is_nothing_among_another(store: Store, game: str) -> None:
    """Also where both have the same id, each has its own state and its own log."""
    tournaments = store.of("tournament")
    assert tournaments.load(game, after=0).stored is None
    assert tournaments.commit(game, expected=1, state=b"x", entries=[b"x"]) == Gone()
    assert tournaments.delete(game) == Gone()
    assert tournaments.create(game, state=b"t1", meta=b"tm", entries=[b"t"]) == Committed(1)
    assert stored(store, after=0) == Stored(1, b"s1", b"m", 1, [b"e1"])
    assert stored(tournaments, after=0) == Stored(1, b"t1", b"tm", 1, [b"t"])
    assert tournaments.delete(game) == Deleted()
    assert stored(store).state == b"s1"


def test_all_kinds_share_one_link(store: Store, game: str) -> None:
    before = store.round_trips
    store.of("tournament").load(game)
    assert store.round_trips == before + 1


def test_the_time_is_that_of_the_server(store: Store, raw: redis.Redis) -> None:
    seconds, micros = raw.time()
    assert 0 <= store.load(GAME).now_ms - (seconds * 1000 + micros // 1000) < 2000


def test_everything_expires_after_the_idle_time_and_a_commit_renews_it(
    store: Store, game: str, raw: redis.Redis
) -> None:
    keys = keys_of("game", game)
    assert all(3_590_000 < raw.pttl(key) <= 3_600_000 for key in keys)
    for key in keys:
        raw.pexpire(key, 5000)
    store.load(game)
    assert all(raw.pttl(key) <= 5000 for key in keys)
    store.commit(game, expected=1, state=b"s", entries=[b"e"], once=Once("k", b"r"))
    assert all(raw.pttl(key) > 3_590_000 for key in keys)
    assert all(0 < raw.pttl(key) <= 24 * 3600 * 1000 for key in raw.scan_iter())


# One effect, at one version, once


def test_only_the_expected_version_is_followed(store: Store, game: str) -> None:
    assert store.commit(game, expected=1, state=b"s2", entries=[b"e2"]) == Committed(2)
    assert store.commit(game, expected=1, state=b"x", entries=[b"x"]) == Stale(2)
    assert store.commit(game, expected=3, state=b"x", entries=[b"x"]) == Stale(2)
    assert stored(store, after=0) == Stored(2, b"s2", b"m", 2, [b"e1", b"e2"])


def test_the_same_key_gives_the_first_record_whatever_follows(store: Store, game: str) -> None:
    once = Once("key", b"first answer")
    assert store.load(game, once="key").record is None
    assert store.commit(game, expected=1, state=b"s2", entries=[b"e2"], once=once) == Committed(2)
    assert store.load(game, once="key").record == b"first answer"
    again = Once("key", b"second answer")
    assert store.commit(game, expected=1, state=b"x", entries=[b"x"], once=again) == Replayed(b"first answer")
    assert store.commit(game, expected=2, state=b"x", entries=[b"x"], once=again) == Replayed(b"first answer")
    assert store.commit(game, expected=2, state=b"s3", entries=[], once=Once("other", b"")) == Committed(3)
    assert store.load(game, once="other").record == b""


def test_the_record_outlives_the_game(store: Store, game: str) -> None:
    store.commit(game, expected=1, state=b"s", entries=[b"e"], once=Once("key", b"r"))
    assert store.delete(game) == Deleted()
    loaded = store.load(game, once="key", after=0)
    assert (loaded.stored, loaded.record) == (None, b"r")
    assert store.commit(game, expected=2, state=b"x", entries=[], once=Once("key", b"x")) == Replayed(b"r")


def test_a_created_game_is_created_once(store: Store) -> None:
    once = Once("key", b"tokens")
    assert store.create(GAME, state=b"a", meta=b"m", entries=[b"e1"], once=once) == Committed(1)
    assert store.create(GAME, state=b"b", meta=b"n", entries=[b"x"], once=once) == Replayed(b"tokens")
    assert store.create(GAME, state=b"b", meta=b"n", entries=[b"x"]) == Stale(1)
    assert stored(store, after=0) == Stored(1, b"a", b"m", 1, [b"e1"])


def test_a_new_game_begins_with_a_new_log(store: Store, raw: redis.Redis) -> None:
    raw.rpush(keys_of("game", GAME)[1], "left over")
    store.create(GAME, state=b"a", meta=b"m", entries=[b"e1"])
    assert stored(store, after=0).entries == [b"e1"]


def test_deleting_takes_game_and_log_and_honours_the_version(
    store: Store, game: str, raw: redis.Redis
) -> None:
    assert store.delete(game, expected=7) == Stale(1)
    assert store.delete(game, expected=1) == Deleted()
    assert raw.exists(*keys_of("game", game)) == 0


def test_of_many_at_once_one_wins(store: Store, game: str) -> None:
    def commit(number: int) -> object:
        once = Once(f"key {number}", b"")
        return store.commit(game, expected=1, state=b"%d" % number, entries=[b"e"], once=once)

    with ThreadPoolExecutor(16) as pool:
        outcomes = list(pool.map(commit, range(64)))
    assert outcomes.count(Committed(2)) == 1
    assert outcomes.count(Stale(2)) == 63


def test_of_many_with_one_key_all_hear_the_same(store: Store, game: str) -> None:
    def commit(number: int) -> object:
        return store.commit(game, expected=1, state=b"s", entries=[b"e"], once=Once("key", b"%d" % number))

    with ThreadPoolExecutor(16) as pool:
        outcomes = list(pool.map(commit, range(64)))
    assert outcomes.count(Committed(2)) == 1
    assert len({outcome.record for outcome in outcomes if isinstance(outcome, Replayed)}) == 1
    assert stored(store).log_length == 2


def test_a_move_costs_two_round_trips(store: Store, game: str) -> None:
    store.commit(game, expected=1, state=b"s", entries=[])  # the scripts are known now
    before = store.round_trips
    assert store.load(game, once="key", after=0).stored
    store.commit(game, expected=2, state=b"s", entries=[b"e", b"f"], once=Once("key", b"r"))
    assert store.round_trips - before == 2


# Nothing half done


@pytest.mark.parametrize("foreign", range(3))
def test_a_key_of_another_type_stays_untouched_and_so_does_the_game(
    store: Store, game: str, raw: redis.Redis, foreign: int
) -> None:
    keys = keys_of("game", game, "key")
    raw.delete(keys[foreign])
    raw.sadd(keys[foreign], "foreign")
    before = {key: raw.dump(key) for key in keys}
    with pytest.raises(StoreUnavailable, match="WRONGTYPE"):
        store.commit(game, expected=1, state=b"s", entries=[b"e"], once=Once("key", b"r"))
    assert {key: raw.dump(key) for key in keys} == before


def test_a_full_memory_refuses_commits_whole_and_still_reads_and_deletes(
    store: Store, game: str, raw: redis.Redis
) -> None:
    raw.config_set("maxmemory", "1mb")
    try:
        with pytest.raises(StoreUnavailable, match="maxmemory"):
            store.commit(game, expected=1, state=b"s2", entries=[b"e2"])
        assert stored(store, after=0) == Stored(1, b"s1", b"m", 1, [b"e1"])
        assert store.delete(game) == Deleted()
    finally:
        raw.config_set("maxmemory", "0")


def test_scripts_that_the_server_forgot_are_sent_again(store: Store, game: str, raw: redis.Redis) -> None:
    for version in range(1, 6):
        raw.script_flush()
        assert store.commit(game, expected=version, state=b"s", entries=[]) == Committed(version + 1)


def test_the_scripts_stay_in_one_slot_of_a_cluster(tmp_path: Path, redis_binary: Path | None) -> None:
    with EmbeddedServer(tmp_path, binary=redis_binary, extra={"cluster-enabled": "yes"}) as server:
        store = Store(server.url, threads=4, idle_seconds=60)
        store.link.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        deadline = time.monotonic() + 10
        while (
            b"cluster_state:ok" not in store.link.command("CLUSTER", "INFO") and time.monotonic() < deadline
        ):
            time.sleep(0.05)
        assert store.create(GAME, state=b"s", meta=b"m", entries=[b"e"]) == Committed(1)
        assert store.commit(
            GAME, expected=1, state=b"s", entries=[b"e"], once=Once("key", b"r")
        ) == Committed(2)
        store.wait(GAME, after=0, seconds=1)
        assert store.delete(GAME) == Deleted()
        store.close()


# Lost, late and foreign replies


@pytest.mark.parametrize("keyed", [False, True], ids=["without a key", "with a key"])
def test_lost_replies_double_nothing_and_nobody_is_told_wrongly(
    far: Store,
    proxy: Proxy,
    game: str,
    keyed: bool,  # noqa: FBT001 - a case
) -> None:
    random = Random(7)
    effects = (b"committed", b"replayed", b"stale")
    proxy.mangle = lambda reply: (
        None if any(effect in reply for effect in effects) and random.random() < 0.3 else reply
    )
    for version in range(1, 101):
        once = Once(str(version), b"r") if keyed else None
        assert far.commit(game, expected=version, state=b"s", entries=[b"e"], once=once) == Committed(
            version + 1
        )
    assert proxy.connections > 10
    proxy.mangle = lambda reply: reply
    assert stored(far).log_length == 101


def test_a_delete_whose_reply_was_lost_is_not_reported_as_gone(far: Store, proxy: Proxy, game: str) -> None:
    far.load(game)
    losses = iter([True])
    proxy.mangle = lambda reply: None if b"committed" in reply and next(losses, False) else reply
    assert far.delete(game) == Deleted()


@pytest.mark.usefixtures("game")
def test_the_reply_to_another_call_is_not_taken(far: Store, proxy: Proxy) -> None:
    old: list[bytes] = []

    def swap(reply: bytes) -> bytes:
        if b"s1" in reply:
            old.append(reply)
            return old[0] if len(old) == 2 else reply
        return reply

    proxy.mangle = swap
    assert stored(far).state == b"s1"
    connections = proxy.connections
    assert stored(far).state == b"s1"
    assert len(old) == 3
    assert proxy.connections == connections + 1


def test_a_silent_server_is_given_up_in_time_and_then_not_waited_for(
    far: Store, proxy: Proxy, game: str
) -> None:
    assert far.load(game).stored
    proxy.silent.set()
    for longest in (2.3, 0.9, 0.9):
        begin = time.monotonic()
        with pytest.raises(StoreUnavailable):
            far.load(game)
        assert time.monotonic() - begin < longest
    proxy.silent.clear()
    assert far.load(game).stored


def test_a_server_that_is_not_there_is_given_up_in_time() -> None:
    store = Store("redis://127.0.0.1:1", threads=4, idle_seconds=60)
    begin = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.load(GAME)
    assert time.monotonic() - begin < 2.3
    begin = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.load(GAME)
    with pytest.raises(StoreUnavailable):
        store.ping()
    assert time.monotonic() - begin < 0.5


class Interrupted(BaseException):
    """Raised in the middle of a call, and foreseen by nobody."""


class Interruptions:
    """Now and then an exception before or after a command is sent, before or after its reply is read.

    `half_way` is the connection of the latest one, unless it was only greeting the server, which is the library's own.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._random, self._greeting, self.armed = Random(3), False, False
        self.half_way: AbstractConnection | None = None
        for name, wrap in (
            ("connect", self._greets),
            ("send_command", self._breaks),
            ("read_response", self._breaks),
        ):
            monkeypatch.setattr(AbstractConnection, name, wrap(getattr(AbstractConnection, name)))

    def _greets(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **how: Any) -> Any:
            self._greeting = True
            try:
                return method(*args, **how)
            finally:
                self._greeting = False

        return call

    def _breaks(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(connection: AbstractConnection, *args: Any, **how: Any) -> Any:
            self._perhaps(connection)
            answer = method(connection, *args, **how)
            self._perhaps(connection)
            return answer

        return call

    def _perhaps(self, connection: AbstractConnection) -> None:
        if self.armed and self._random.random() < 0.1:
            self.half_way = None if self._greeting else connection
            raise Interrupted


def test_an_interrupted_call_leaves_no_reply_for_the_next(
    store: Store, raw: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an exception that nobody foresaw; a connection on which a reply may still come is not used again."""
    for name in (GAME, OTHER):
        store.create(name, state=name.encode(), meta=b"m", entries=[])
    between = Interruptions(monkeypatch)
    interrupted = 0
    for number in range(1000):
        name = (GAME, OTHER)[number % 2]
        try:
            between.armed = True
            state = stored(store, name).state
        except Interrupted:
            interrupted += 1
            assert between.half_way is None or not between.half_way.is_connected
        else:
            assert state == name.encode()
        finally:
            between.armed = False
    assert 100 < interrupted < 900
    assert raw.ping()


def test_more_threads_than_connections_all_get_their_turn(redis_url: str, game: str) -> None:
    small = Store(redis_url, threads=2, idle_seconds=60)
    with ThreadPoolExecutor(16) as pool:
        assert all(loaded.stored for loaded in pool.map(lambda _: small.load(game), range(400)))
    small.close()


# Waiting for news


def test_a_commit_wakes_the_waiting(store: Store, game: str) -> None:
    begin = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        waits = [pool.submit(store.wait, game, after=1, seconds=10) for _ in range(2)]
        time.sleep(0.3)
        assert not any(wait.done() for wait in waits)
        store.commit(game, expected=1, state=b"s", entries=[b"e"])
        for wait in waits:
            wait.result(timeout=2)
    assert time.monotonic() - begin < 2


def test_what_came_before_the_wait_is_not_waited_for(store: Store, game: str) -> None:
    begin = time.monotonic()
    store.wait(game, after=0, seconds=10)
    store.wait(OTHER, after=0, seconds=10)
    assert time.monotonic() - begin < 1


def test_without_news_the_wait_ends_on_time(store: Store, game: str) -> None:
    begin = time.monotonic()
    store.wait(game, after=1, seconds=0.4)
    assert 0.4 <= time.monotonic() - begin < 1.4


def test_deleting_wakes_the_waiting(store: Store, game: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        wait = pool.submit(store.wait, game, after=1, seconds=10)
        time.sleep(0.2)
        store.delete(game)
        wait.result(timeout=2)


def test_all_but_two_threads_may_wait_and_commits_go_on(store: Store, game: str) -> None:
    with ThreadPoolExecutor(3) as pool:
        waits = [pool.submit(store.wait, game, after=1, seconds=10) for _ in range(2)]
        time.sleep(0.2)
        pool.submit(store.wait, game, after=1, seconds=10).result(timeout=1)
        assert not any(wait.done() for wait in waits)
        assert store.commit(game, expected=1, state=b"s", entries=[b"e"]) == Committed(2)


def test_a_stopping_worker_lets_the_waiting_go(store: Store, game: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        wait = pool.submit(store.wait, game, after=1, seconds=20)
        time.sleep(0.1)
        store.stop()
        wait.result(timeout=1)


def test_a_listener_that_cannot_listen_wakes_at_once() -> None:
    Store("redis://127.0.0.1:1", threads=4, idle_seconds=60).wait(GAME, after=0, seconds=5)


def test_waits_leave_no_connection_and_no_subscription(store: Store, game: str, raw: redis.Redis) -> None:
    store.load(game)
    before = len(raw.client_list())
    for _ in range(20):
        store.wait(game, after=1, seconds=0.01)
    deadline = time.monotonic() + 2
    while len(raw.client_list()) > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(raw.client_list()) == before
    assert raw.pubsub_shardchannels() == []


# What the server is


def test_health_names_the_server_and_what_is_unsafe(store: Store, raw: redis.Redis) -> None:
    store.ping()
    health = store.health()
    assert health.server.startswith(("Valkey ", "Redis "))
    assert (health.persistence, health.problems) == ("everysec", ())
    raw.config_set("maxmemory-policy", "allkeys-lru")
    raw.config_set("appendfsync", "no")
    try:
        health = store.health()
        assert health.persistence == "no"
        assert [problem.split()[0] for problem in health.problems] == ["appendfsync", "maxmemory-policy"]
        raw.config_set("appendonly", "no")
        health = store.health()
        assert health.persistence == "off"
        assert any("appendonly is off" in problem for problem in health.problems)
    finally:
        raw.config_set("maxmemory-policy", "noeviction")
        raw.config_set("appendfsync", "everysec")
        raw.config_set("appendonly", "yes")


@pytest.mark.filterwarnings(
    "ignore:.*multi-threaded, use of fork:DeprecationWarning"
)  # the fork is the point
def test_a_store_made_before_the_fork_serves_after_it(store: Store) -> None:
    for name in (GAME, OTHER):
        store.create(name, state=name.encode(), meta=b"m", entries=[])

    def read(name: str) -> None:
        for _ in range(300):
            assert stored(store, name).state == name.encode()

    forks = [get_context("fork").Process(target=read, args=(name,)) for name in (GAME, OTHER) * 2]
    for fork in forks:
        fork.start()
    read(GAME)
    for fork in forks:
        fork.join()
    assert [fork.exitcode for fork in forks] == [0] * 4


def test_errors_of_the_client_library_do_not_come_through() -> None:
    with pytest.raises(StoreUnavailable) as caught:
        Store("redis://127.0.0.1:1", threads=4, idle_seconds=60).ping()
    assert isinstance(caught.value.__cause__, RedisConnectionError)
