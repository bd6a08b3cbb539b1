"""The wire to Redis: connections, scripts sent until they are answered, the news of a channel, health.

What a script does is not known here. It must be safe to send again: a call whose reply was lost is repeated, for at
most two seconds. After that `StoreUnavailable` says that the outcome is not known.
"""

from __future__ import annotations

import random
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

from service.outcomes import Health, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CONNECT_SECONDS: Final = 0.3
ANSWER_SECONDS: Final = (
    0.5  # below any failover time: a woken old primary finds nobody waiting for its answer
)
POOL_SECONDS: Final = 0.2
BUDGET_SECONDS: Final = 2.0
PAUSE_SECONDS: Final = (0.02, 0.4)  # the first and the longest pause between two attempts, before jitter
LISTEN_SECONDS: Final = 0.25  # how long a stopping worker waits for its listeners
OLDEST_SERVER: Final = (7, 0)  # sharded publish and scripts with flags

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


class RedisLink:
    """One per process, shared by its threads; connections are made at first use, so after the fork."""

    def __init__(self, url: str, *, threads: int) -> None:
        self._pool: Any = BlockingConnectionPool.from_url(
            url,
            max_connections=threads + 2,
            timeout=POOL_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),  # we retry here, and the script knows its own repetition
            protocol=2,
        )
        self._waiters = threading.Semaphore(max(0, threads - 2))
        self._stopping = threading.Event()
        self._down = False
        self.round_trips = 0  # exact in a single thread

    def call(self, script: Script, name: str, keys: Sequence[str], args: Sequence[Any]) -> list[Any]:
        """Send a script until it is answered; a store that is known to be down is tried once, so nobody queues.

        The script is given an echo and the `name` of what it is about, and answers with both before the rest.
        """
        deadline = time.monotonic() + (0 if self._down else BUDGET_SECONDS - ANSWER_SECONDS)
        pause, longest = PAUSE_SECONDS
        while True:
            try:
                reply = self._attempt(script, name, keys, args)
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

    def command(self, *command: str) -> Any:
        """Send one command once."""
        try:
            return self._exchange(*command)
        except exceptions.RedisError as error:
            raise StoreUnavailable(str(error)) from error

    def listen(self, channel: str, *, seconds: float, until: Callable[[], bool]) -> None:
        """Return once there is news on a channel, and at the latest when the time is over.

        `until` is asked after the subscription whether there is nothing left to wait for: what came before makes no
        noise. It also returns at once when too many listen already, and soon when the worker is stopping.
        """
        if not self._waiters.acquire(blocking=False):
            return
        try:
            self._listen(channel, time.monotonic() + seconds, until)
        finally:
            self._waiters.release()

    def stop(self) -> None:
        """End all waits, and let no new one begin. Safe to call from a signal handler."""
        self._stopping.set()

    def close(self) -> None:
        """Give up all connections."""
        self.stop()
        self._pool.disconnect()

    def health(self) -> Health:
        """Ask the server what it is and how it keeps data."""
        lines = self.command("INFO").decode().splitlines()
        info = dict(line.split(":", 1) for line in lines if ":" in line)
        return _examined(info, self._appendfsync() if info.get("aof_enabled") == "1" else "off")

    def _listen(self, channel: str, deadline: float, until: Callable[[], bool]) -> None:
        # A connection of its own: it takes none from the commits, and no message of an earlier wait is left on it.
        listener = self._pool.connection_class(**self._pool.connection_kwargs)
        try:
            with suppress(*PASSING):  # whoever cannot listen wakes early, and hears of it when he reads
                listener.send_command("SSUBSCRIBE", channel)
                listener.read_response()
                if until():
                    return
                while not self._stopping.is_set() and (left := deadline - time.monotonic()) > 0:
                    if listener.can_read(timeout=min(left, LISTEN_SECONDS)):
                        return
        finally:
            listener.disconnect()

    def _attempt(self, script: Script, name: str, keys: Sequence[str], args: Sequence[Any]) -> list[Any]:
        echo = secrets.token_hex(8)
        expected = [echo.encode(), name.encode()]
        tail = (len(keys), *keys, echo, name, *args)
        try:
            reply = self._exchange("EVALSHA", script.digest, *tail, echo=expected)
        except exceptions.NoScriptError:
            reply = self._exchange("EVAL", script.text, *tail, echo=expected)
        rest: list[Any] = reply[2:]
        return rest

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
            return str(self.command("CONFIG", "GET", "appendfsync")[1].decode())
        except StoreUnavailable:
            return "unknown"


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
