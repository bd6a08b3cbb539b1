"""Games in Redis: the one module that knows there is such a thing.

A game has a version, an opaque state, an opaque meta (fixed at creation) and an append-only log of opaque entries; the
entry with ``seq`` n stands at index n - 1. All keys of a game share one hash tag, so that a cluster keeps it on one
node, and all expire once nothing was committed for the idle time.

Every effect is one script, all or nothing, that leaves a record under an idempotency key: the caller's (``Once``) or
one of its own. So a call whose reply was lost is sent again, for at most two seconds, and happens once. After that
``StoreUnavailable`` says that the outcome is not known.
"""

from __future__ import annotations

import random
import re
import secrets
import threading
import time
from contextlib import suppress
from hashlib import sha1
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from redis import exceptions
from redis.backoff import NoBackoff
from redis.connection import BlockingConnectionPool
from redis.retry import Retry

from service.outcomes import (
    Committed,
    Deleted,
    Gone,
    Health,
    Loaded,
    Once,
    Replayed,
    Stale,
    Stored,
    StoreUnavailable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


CONNECT_SECONDS: Final = 0.3
ANSWER_SECONDS: Final = (
    0.5  # below any failover time: a woken old primary finds nobody waiting for its answer
)
POOL_SECONDS: Final = 0.2
BUDGET_SECONDS: Final = 2.0
PAUSE_SECONDS: Final = (0.02, 0.4)  # the first and the longest pause between two attempts, before jitter
LISTEN_SECONDS: Final = 0.25  # how long a stopping worker waits for its listeners
RECORD_MS: Final = 24 * 3600 * 1000
NONCE_MS: Final = 60 * 1000  # longer than any retry of ours
NONCE_BYTES: Final = 16
OLDEST_SERVER: Final = (7, 0)  # sharded publish and scripts with flags

GAME_ID: Final = re.compile(
    r"[A-Za-z0-9_-]{16,64}"
)  # no brace, so that the hash tag is the id and nothing else

PASSING: Final = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ReadOnlyError,
    exceptions.TryAgainError,
    exceptions.ClusterDownError,
    exceptions.MasterDownError,
)


class Script:
    """A Lua script of this package, addressed by its digest."""

    def __init__(self, name: str) -> None:
        self.text = resources.files(__package__).joinpath("lua", f"{name}.lua").read_bytes()
        self.digest = sha1(self.text, usedforsecurity=False).hexdigest()


LOAD: Final = Script("load")
COMMIT: Final = Script("commit")
DELETE: Final = Script("delete")


class Store:
    """The games. One per process, shared by its threads; connections are made at first use, so after the fork."""

    def __init__(self, url: str, *, threads: int, idle_seconds: int) -> None:
        self._idle_ms = idle_seconds * 1000
        self._pool: Any = BlockingConnectionPool.from_url(
            url,
            max_connections=threads + 2,
            timeout=POOL_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),  # we retry here, with the nonce
            protocol=2,
        )
        self._waiters = threading.Semaphore(max(0, threads - 2))
        self._stopping = threading.Event()
        self._down = False
        self.round_trips = 0  # exact in a single thread

    def load(
        self, game_id: str, *, once: str | None = None, after: int | None = None, limit: int | None = None
    ) -> Loaded:
        """Read a game, the record under ``once``, and up to ``limit`` entries of the log from ``after`` on.

        ``after`` None asks for no entries, 0 for those from the first, -n for the last n; ``limit`` None for all that
        follow.
        """
        if after is None or limit == 0:
            wanted: tuple[object, object] = ("", "")
        else:
            wanted = (after, -1 if limit is None else after + limit - 1)
        reply = self._call(LOAD, game_id, _keys(game_id, once), wanted)
        (seconds, micros), record, version, state, meta, length, entries = reply
        return Loaded(
            game=None if version is None else Stored(int(version), state, meta or b"", length, entries),
            record=None if record is None else record[NONCE_BYTES:],
            now_ms=int(seconds) * 1000 + int(micros) // 1000,
        )

    def create(
        self, game_id: str, *, state: bytes, meta: bytes, entries: Sequence[bytes], once: Once | None = None
    ) -> Committed | Replayed | Stale:
        """Store a new game as version 1; Stale if there is one under this id that no record explains."""
        outcome = self._commit(game_id, 0, meta, state, entries, once)
        return Stale(0) if isinstance(outcome, Gone) else outcome

    def commit(
        self,
        game_id: str,
        *,
        expected: int,
        state: bytes,
        entries: Sequence[bytes],
        once: Once | None = None,
    ) -> Committed | Replayed | Stale | Gone:
        """Store the state that follows version ``expected``, with the entries that it adds to the log."""
        return self._commit(game_id, expected, b"", state, entries, once)

    def delete(self, game_id: str, *, expected: int | None = None) -> Deleted | Stale | Gone:
        """Remove a game and its log, at version ``expected`` if one is given."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        verdict, value = self._call(
            DELETE,
            game_id,
            _keys(game_id, nonce.hex()),
            ("" if expected is None else expected, nonce, NONCE_MS, _channel(game_id)),
        )
        if verdict != b"stale":
            return Deleted()
        return Stale(int(value)) if int(value) else Gone()

    def wait(self, game_id: str, *, after: int, seconds: float) -> None:
        """Return once the log may be longer than ``after``, and at the latest when the time is over.

        It also returns at once when too many are waiting already, and soon when the worker is stopping: the caller
        reads the log in any case.
        """
        if not self._waiters.acquire(blocking=False):
            return
        try:
            self._listen(game_id, after, time.monotonic() + seconds)
        finally:
            self._waiters.release()

    def stop(self) -> None:
        """End all waits, and let no new one begin. Safe to call from a signal handler."""
        self._stopping.set()

    def close(self) -> None:
        """Give up all connections."""
        self.stop()
        self._pool.disconnect()

    def ping(self) -> None:
        """Ask once whether the store answers; StoreUnavailable if not."""
        self._command("PING")

    def health(self) -> Health:
        """Ask the server what it is and how it keeps data."""
        lines = self._command("INFO").decode().splitlines()
        info = dict(line.split(":", 1) for line in lines if ":" in line)
        return _examined(info, self._appendfsync() if info.get("aof_enabled") == "1" else "off")

    def _commit(
        self,
        game_id: str,
        expected: int,
        meta: bytes,
        state: bytes,
        entries: Sequence[bytes],
        once: Once | None,
    ) -> Committed | Replayed | Stale | Gone:
        nonce = secrets.token_bytes(NONCE_BYTES)
        digest, record, life = (
            (once.digest, nonce + once.record, RECORD_MS) if once else (nonce.hex(), nonce, NONCE_MS)
        )
        verdict, value = self._call(
            COMMIT,
            game_id,
            _keys(game_id, digest),
            (expected, expected + 1, record, life, self._idle_ms, _channel(game_id), meta, state, *entries),
        )
        if verdict == b"replayed":  # by an earlier attempt of this very call, if the nonce is ours
            return Committed(expected + 1) if value.startswith(nonce) else Replayed(value[NONCE_BYTES:])
        version = int(value)
        if verdict == b"committed":
            return Committed(version)
        return Stale(version) if version else Gone()

    def _listen(self, game_id: str, after: int, deadline: float) -> None:
        # A connection of its own: it takes none from the commits, and no message of an earlier wait is left on it.
        listener = self._pool.connection_class(**self._pool.connection_kwargs)
        try:
            with suppress(*PASSING):  # whoever cannot listen wakes early, and hears of it when he reads
                listener.send_command("SSUBSCRIBE", _channel(game_id))
                listener.read_response()
                game = self.load(game_id).game  # what came before the subscription makes no noise
                if game is None or game.log_length != after:
                    return
                while not self._stopping.is_set() and (left := deadline - time.monotonic()) > 0:
                    if listener.can_read(timeout=min(left, LISTEN_SECONDS)):
                        return
        finally:
            listener.disconnect()

    def _call(self, script: Script, game_id: str, keys: Sequence[str], args: Sequence[Any]) -> list[Any]:
        """Send a script until it is answered; a store that is known to be down is tried once, so nobody queues."""
        deadline = time.monotonic() + (0 if self._down else BUDGET_SECONDS - ANSWER_SECONDS)
        pause, longest = PAUSE_SECONDS
        while True:
            try:
                reply = self._attempt(script, game_id, keys, args)
            except PASSING as error:
                jitter = random.uniform(0, pause)  # noqa: S311 - no secret
                if time.monotonic() + jitter > deadline:
                    self._down = True
                    raise StoreUnavailable(str(error)) from error
                time.sleep(jitter)
                pause = min(2 * pause, longest)
            except exceptions.RedisError as error:
                raise StoreUnavailable(str(error)) from error
            else:
                self._down = False
                return reply

    def _attempt(self, script: Script, game_id: str, keys: Sequence[str], args: Sequence[Any]) -> list[Any]:
        echo = secrets.token_hex(8)
        expected = [echo.encode(), game_id.encode()]
        tail = (len(keys), *keys, echo, game_id, *args)
        try:
            reply = self._exchange("EVALSHA", script.digest, *tail, echo=expected)
        except exceptions.NoScriptError:
            reply = self._exchange("EVAL", script.text, *tail, echo=expected)
        rest: list[Any] = reply[2:]
        return rest

    def _command(self, *command: str) -> Any:
        try:
            return self._exchange(*command)
        except exceptions.RedisError as error:
            raise StoreUnavailable(str(error)) from error

    def _exchange(self, *command: Any, echo: list[bytes] | None = None) -> Any:
        """Send one command, read its reply. A connection with which anything went wrong is not used again."""
        connection = self._pool.get_connection()
        try:
            self.round_trips += 1
            connection.send_command(*command)
            reply = connection.read_response()
            if echo and reply[:2] != echo:
                raise exceptions.ConnectionError("a reply to another call")  # noqa: TRY301 - seen to below
        except BaseException:
            connection.disconnect()
            raise
        else:
            return reply
        finally:
            self._pool.release(connection)

    def _appendfsync(self) -> str:
        try:
            return str(self._command("CONFIG", "GET", "appendfsync")[1].decode())
        except StoreUnavailable:
            return "unknown"


def _keys(game_id: str, once: str | None = None) -> list[str]:
    if not GAME_ID.fullmatch(game_id):
        raise ValueError(f"not a game id: {game_id!r}")
    keys = [f"uitleg:{{{game_id}}}:game", f"uitleg:{{{game_id}}}:log"]
    return keys if once is None else [*keys, f"uitleg:{{{game_id}}}:once:{once}"]


def _channel(game_id: str) -> str:
    return f"uitleg:{{{game_id}}}:news"


def _examined(info: dict[str, str], persistence: str) -> Health:
    version = tuple(int(part) for part in info["redis_version"].split(".")[:2])
    policy = info.get("maxmemory_policy", "noeviction")
    found = {
        "the server is older than Redis 7.0": version < OLDEST_SERVER,
        "this is a replica, which takes no writes": info.get("role") == "slave",
        "appendonly is off: a restart of the server loses games": persistence == "off",
        "appendfsync is no: a power cut may lose the last half minute of games": persistence == "no",
        f"maxmemory-policy is {policy}: games may be evicted before their time": policy != "noeviction",
    }
    name = (
        f"Valkey {info['valkey_version']}" if "valkey_version" in info else f"Redis {info['redis_version']}"
    )
    return Health(name, persistence, tuple(text for text, holds in found.items() if holds))
