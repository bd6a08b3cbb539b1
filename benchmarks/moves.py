"""What a move costs over HTTP, beside a bare Flask handler under the same gunicorn doing the same two round trips.

Both serve in turns in one run, on one Redis of their own; what counts is CPU time per move of all server processes and
its ratio, since moves per second share the machine with the clients.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from service.embedded import EmbeddedServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLIENTS, SECONDS, TURNS = 4, 3.0, 3
SERVERS = {"service": "service:create_app()", "bare": "benchmarks.bare:create_app()"}
TICKS = os.sysconf("SC_CLK_TCK")
START = """
import sys
from service import serving
from service.settings import Settings
import os
options = serving.gunicorn_options
serving.gunicorn_options = lambda settings: {**options(settings), "wsgi_app": sys.argv[1]}
serving.serve(Settings.from_env(os.environ))
"""


def post(connection: http.client.HTTPConnection, path: str, body: object, token: str | None = None) -> dict:  # type: ignore[type-arg]
    """One request on a kept connection; a refusal ends the benchmark."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status < 300, (answer.status, text)
    return json.loads(text) if text.startswith(b"{") else {}


def play_service(connection: http.client.HTTPConnection, until: float) -> int:
    """Draw from the stock and discard that card, seat after seat; a new game where one is over."""
    moves = 0
    while time.monotonic() < until:
        body = {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}, {"name": "Bram"}]}
        created = post(connection, "/v1/games", body)
        path = f"/v1/games/{created['game']['id']}/moves"
        seat = created["game"]["round"]["turn"]["seat"]
        for _ in range(400):
            if time.monotonic() >= until:
                break
            token = created["seats"][seat]["token"]
            drawn = post(connection, path, {"actions": [{"type": "draw", "source": "stock"}]}, token)
            card = drawn["events"][-1]["card"]
            post(connection, path, {"actions": [{"type": "discard", "card": card}]}, token)
            seat, moves = 1 - seat, moves + 2
    return moves


def play_bare(connection: http.client.HTTPConnection, until: float) -> int:
    """The same requests to the bare handler."""
    name, moves = uuid.uuid4().hex, 0
    post(connection, f"/v1/games/{name}", {})
    while time.monotonic() < until:
        post(connection, f"/v1/games/{name}/moves", {"actions": [{"type": "draw", "source": "stock"}]})
        moves += 1
    return moves


PLAY: dict[str, Callable[[http.client.HTTPConnection, float], int]] = {
    "service": play_service,
    "bare": play_bare,
}


def client(name: str, port: int, until: float, moves: multiprocessing.Queue[int]) -> None:
    """One client process: plays until the time is over and tells how many moves were accepted."""
    moves.put(PLAY[name](http.client.HTTPConnection("127.0.0.1", port), until))


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and its children that live."""
    total = 0.0
    for one in [pid, *children(pid)]:
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def served(name: str, redis_url: str) -> Iterator[tuple[int, int]]:
    """A running server: its process and its port."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    environment = os.environ | {
        "UITLEG_REDIS_URL": redis_url,
        "UITLEG_PORT": str(port),
        "UITLEG_LOG_LEVEL": "warning",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", START, SERVERS[name]], env=environment, stdout=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        time.sleep(0.5)
        yield process.pid, port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def measure(name: str, pid: int, port: int) -> tuple[float, float]:
    """Moves a second, and milliseconds of CPU time per move, with all clients at once."""
    moves: multiprocessing.Queue[int] = multiprocessing.Queue()
    before, began = cpu_seconds(pid), time.monotonic()
    clients = [
        multiprocessing.Process(target=client, args=(name, port, began + SECONDS, moves))
        for _ in range(CLIENTS)
    ]
    for one in clients:
        one.start()
    for one in clients:
        one.join(SECONDS + 30)
    total = sum(moves.get() for _ in clients)
    return total / (time.monotonic() - began), 1000 * (cpu_seconds(pid) - before) / total


def main() -> None:
    """Serve both in turns, and print the medians and their ratio."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in SERVERS}
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedServer(Path(folder), appendfsync="everysec") as redis,
        served("service", redis.url) as service,
        served("bare", redis.url) as bare,
    ):
        for _ in range(TURNS):
            found["service"].append(measure("service", *service))
            found["bare"].append(measure("bare", *bare))
    for name, rows in found.items():
        rate, cost = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{name:>8}: {rate:,.0f} moves/s, {cost:.2f} ms of CPU time per move (medians of {TURNS})")
    ratio = statistics.median(
        one[1] / other[1] for one, other in zip(found["service"], found["bare"], strict=True)
    )
    print(f"a move costs {ratio:.2f} times the CPU time of the bare handler's")


if __name__ == "__main__":
    main()
