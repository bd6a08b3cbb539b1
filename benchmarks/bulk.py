"""What a request for 1,000 melds costs beside one for 10 of the same kinds, over HTTP.

Both are asked in turns of one server; what counts is CPU time per request of all its processes, and its ratio.
"""

from __future__ import annotations

import http.client
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.moves import cpu_seconds, post, served
from engine.cards import FACES, JOKER, JOKER_FOR, RANKS, SUITS
from service.embedded import EmbeddedServer

if TYPE_CHECKING:
    from collections.abc import Callable

FEW, MANY, ROUNDS = 10, 1000, 7
REQUESTS = {FEW: 800, MANY: 20}
"""So many of each in a round that both take about the same time."""
JOKERS = 0.3
"""The part of sets and runs that have one."""


def a_set(rng: random.Random) -> list[str]:
    """Three or four cards of a rank, one now and then a joker."""
    rank = rng.choice(RANKS)
    cards = [rank + suit for suit in rng.sample(SUITS, rng.choice((3, 3, 4)))]
    return [JOKER, *cards[1:]] if rng.random() < JOKERS else cards


def a_run(rng: random.Random) -> list[str]:
    """Three to six cards in a row, one now and then a joker that says what it is, or leaves it to its place."""
    length, suit = rng.choice((3, 3, 3, 4, 4, 5, 6)), rng.choice(SUITS)
    start = rng.randrange(len(RANKS) - length + 1)
    cards = [rank + suit for rank in RANKS[start : start + length]]
    if rng.random() < JOKERS:
        at = rng.randrange(length)
        cards[at] = rng.choice((JOKER, JOKER_FOR + cards[at]))
    return cards


def near_miss(rng: random.Random) -> list[str]:
    """A set or a run in which a card is another one, as a finger slips."""
    cards = rng.choice((a_set, a_run))(rng)
    cards[rng.randrange(len(cards))] = rng.choice(FACES)
    return cards


def any_cards(rng: random.Random) -> list[str]:
    """Three cards of a hand, as one asks who tries all of them."""
    return rng.sample([*FACES, JOKER, JOKER], 3)


KINDS: tuple[Callable[[random.Random], list[str]], ...] = (a_set, a_run, near_miss, any_cards)


def request(rng: random.Random, count: int) -> dict[str, Any]:
    """The body of a request for so many melds: each kind in its turn."""
    first = rng.randrange(len(KINDS))
    melds = [KINDS[number % len(KINDS)](rng) for number in range(first, first + count)]
    return {"ruleset": {"preset": "jokeren-7"}, "melds": [{"cards": cards} for cards in melds]}


def measure(
    connection: http.client.HTTPConnection, pid: int, count: int, rng: random.Random
) -> tuple[float, float]:
    """Milliseconds of the server's CPU time, and of waiting, per request for so many melds."""
    bodies = [request(rng, count) for _ in range(REQUESTS[count])]
    before, waited = cpu_seconds(pid), 0.0
    for body in bodies:
        began = time.monotonic()
        post(connection, "/v1/melds/validate", body)
        waited += time.monotonic() - began
    return 1000 * (cpu_seconds(pid) - before) / len(bodies), 1000 * waited / len(bodies)


def main() -> None:
    """Ask for few and for many in turns, and print the medians and their ratios."""
    rng = random.Random(1)
    found: dict[int, list[tuple[float, float]]] = {FEW: [], MANY: []}
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedServer(Path(folder), appendfsync="everysec") as redis,
        served("service", redis.url) as (pid, port),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for _ in range(ROUNDS):
            for count, rows in found.items():
                rows.append(measure(connection, pid, count, rng))
    for count, rows in found.items():
        cpu, waited = (statistics.median(column) for column in zip(*rows, strict=True))
        print(
            f"validateMelds of {count:>5,}: {cpu:.2f} ms of CPU time, {waited:.2f} ms until answered (medians of {ROUNDS})"
        )
    cpu, waited = (
        statistics.median(
            many[column] / few[column] for few, many in zip(found[FEW], found[MANY], strict=True)
        )
        for column in (0, 1)
    )
    print(f"{MANY:,} melds cost {cpu:.1f} times the CPU time of {FEW}, and {waited:.1f} times the wait")


if __name__ == "__main__":
    main()
