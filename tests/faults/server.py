"""`uitleg serve` as it runs for real: started and ended here, its processes known by their ids."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

PATIENCE = 20.0
NAMES = ("Anna", "Bram", "Cees", "Dirk")
DRAW = {"type": "draw", "source": "stock"}


class Reply(NamedTuple):
    """An answer as it came: header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Game(NamedTuple):
    """A game with its tokens, whatever server holds it."""

    id: str
    host: str
    seats: list[str]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"


def ask(
    port: int, method: str, path: str, body: object = None, *, timeout: float = 15, **headers: str
) -> Reply:
    """One request on a connection of its own; `If_Match` is sent as `If-Match`, `token` as a bearer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        return ask_on(connection, method, path, body, **headers)
    finally:
        connection.close()


def ask_on(
    connection: http.client.HTTPConnection, method: str, path: str, body: object = None, **headers: str
) -> Reply:
    """One request on a connection that is kept."""
    sent = {name.replace("_", "-"): text for name, text in headers.items() if name != "token"}
    if "token" in headers:
        sent["Authorization"] = f"Bearer {headers['token']}"
    data = None if body is None else json.dumps(body)
    connection.request(
        method, path, data, sent if data is None else {"Content-Type": "application/json"} | sent
    )
    answer = connection.getresponse()
    read = answer.read()
    return Reply(answer.status, {name.lower(): text for name, text in answer.getheaders()}, read)


def create(port: int, players: int = 2, **fields: Any) -> Game:
    """A new game."""
    body = {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": name} for name in NAMES[:players]]}
    reply = ask(port, "POST", "/v1/games", body | fields)
    assert reply.status == 201, reply.body
    made = reply.json
    return Game(made["game"]["id"], made["host_token"], [seat["token"] for seat in made["seats"]])


def eventually(holds: Callable[[], Any], *, seconds: float = PATIENCE) -> float:
    """Wait until it holds, for so long at most, and say how long it took."""
    begin = time.monotonic()
    while not holds():
        assert time.monotonic() - begin < seconds, "it does not come true"
        time.sleep(0.02)
    return time.monotonic() - begin


def children(pid: int) -> list[int]:
    """The processes that a process has started; none of one that is no more."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


class Server:
    """The command, on a port of its own; leaving the context ends all that it started."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self._settings = {"UITLEG_DATA_DIR": str(folder / "data"), "UITLEG_WORKERS": "3", **settings}
        self._below: set[int] = set()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        for pid in self._below:  # ours, and by now only what was left by a kill that a test made
            if not gone(pid):
                os.kill(pid, signal.SIGKILL)

    def start(self) -> None:
        """Start it, and wait until it says that it can be asked."""
        before = self.said().count("Ctrl-C")
        with (self.folder / "out").open("a") as out, (self.folder / "err").open("a") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "service.cli", "serve", "--port", str(self.port)],
                env=os.environ | self._settings,
                stdout=out,
                stderr=err,
            )
        eventually(lambda: self.said().count("Ctrl-C") > before or self.process.poll() is not None)
        assert self.process.poll() is None, self.complained()
        eventually(lambda: len(self.workers()) == int(self._settings["UITLEG_WORKERS"]))
        self._below |= set(self.below())

    def stop(self) -> int:
        """Stop it as a user would; its exit code."""
        self._below |= set(self.below())
        self.process.terminate()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def said(self) -> str:
        """What it printed so far."""
        path = self.folder / "out"
        return path.read_text() if path.exists() else ""

    def complained(self) -> str:
        """Its log so far."""
        return (self.folder / "err").read_text()

    def master(self) -> int:
        """The gunicorn that starts the workers: the command itself where the Redis is somebody else's."""
        if "UITLEG_REDIS_URL" in self._settings:
            return self.process.pid
        return next(pid for pid in children(self.process.pid) if not _is_redis(pid))

    def workers(self) -> list[int]:
        """The processes that answer requests."""
        return children(self.master())

    def redis(self) -> int:
        """The Redis of its own."""
        return next(pid for pid in children(self.process.pid) if _is_redis(pid))

    def below(self) -> list[int]:
        """All that it has started."""
        return [pid for child in children(self.process.pid) for pid in (child, *children(child))]

    def ready(self) -> bool:
        """Whether it can be asked for games."""
        try:
            return ask(self.port, "GET", "/health/ready").status == 200
        except OSError:
            return False

    def ask(self, method: str, path: str, body: object = None, **how: Any) -> Reply:
        """One request to it."""
        return ask(self.port, method, path, body, **how)


def _is_redis(pid: int) -> bool:
    try:
        return "redis.sock" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False
