"""Many requests at one moment, from several processes: each has a connection that stands before the moment comes."""

from __future__ import annotations

import http.client
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, NamedTuple

from tests.faults.server import Reply, ask_on

PROCESSES = 4
AT_ONCE = 64


class Request(NamedTuple):
    """A POST that will be sent."""

    path: str
    body: Any
    headers: dict[str, str]


def move(path: str, token: str, *actions: Any, **headers: str) -> Request:
    """A seat's actions."""
    return Request(f"{path}/moves", {"actions": list(actions)}, {"token": token, **headers})


class Burst:
    """The processes that send; they are started once and wait for work."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("spawn"))
        for ready in [self._pool.submit(time.sleep, 0.05) for _ in range(PROCESSES)]:
            ready.result(30)

    def __call__(self, port: int, requests: list[Request]) -> list[Reply]:
        """Send all of them at one moment; the answers, in the order of the requests."""
        moment = time.time() + 0.5
        shares = [requests[first::PROCESSES] for first in range(PROCESSES)]
        sent = [self._pool.submit(fire, port, share, moment) for share in shares]
        answers = [each.result(60) for each in sent]
        return [answers[at % PROCESSES][at // PROCESSES] for at in range(len(requests))]

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown()


def fire(port: int, requests: list[Request], moment: float) -> list[Reply]:
    """Send these at the moment, a thread and a connection for each."""

    def one(request: Request) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.connect()
            time.sleep(max(0, moment - time.time()))
            return ask_on(connection, "POST", request.path, request.body, **request.headers)
        finally:
            connection.close()

    with ThreadPoolExecutor(max(1, len(requests))) as pool:
        return list(pool.map(one, requests))
