"""How fast the engine plays at random beside two libraries that play rummy for learning agents.

All play two seats on one core, in turns, and what counts is CPU time. A step is one accepted action for which the full
legal list and the acting seat's view were made. The games differ: these play Gin Rummy, which has no jokers and no
table.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import peer, random_play

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS, SEATS = 7, 2
REQUIREMENTS = ("rlcard==1.2.0", "open_spiel==2.0.2")
NAMES = {
    "rlcard": "RLCard, gin-rummy, env.run",
    "openspiel": "OpenSpiel, gin_rummy, list and view",
    "openspiel_bare": "OpenSpiel, gin_rummy, list only",
}
ROOT = Path(__file__).parent.parent


def interpreter(home: str, requirements: tuple[str, ...]) -> Path:
    """An interpreter of their own that has these; installed at the first run, and when other ones are asked for."""
    python, installed = ROOT / home / "bin" / "python", ROOT / home / ".installed"
    if not installed.exists() or installed.read_text().split() != list(requirements):
        subprocess.run([sys.executable, "-m", "venv", "--clear", ROOT / home], check=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, *requirements], check=True)
        installed.write_text("\n".join(requirements))
    return python


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and those that it starts, on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def measure(python: Path, name: str, seed: int) -> float:
    """Steps per second of CPU time of a peer, in a process of its own."""
    command = [str(python), "-P", peer.__file__, name, str(seed)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(json.loads(answer)["rate"])


def report(ours: str, engine: list[float], rates: dict[str, list[float]]) -> None:
    """Print the medians, and how many times as fast the engine was, as the median of the pairs and their range."""
    print(f"{ours:<38}: {statistics.median(engine):>7,.0f} steps/s of CPU time (medians of {len(engine)})")
    for name, theirs in rates.items():
        ratios = [own / other for own, other in zip(engine, theirs, strict=True)]
        print(
            f"{name:<38}: {statistics.median(theirs):>7,.0f} steps/s; the engine"
            f" {statistics.median(ratios):.2f} times that ({min(ratios):.2f} to {max(ratios):.2f})"
        )


def main() -> None:
    """Let all play in turns, and print the medians and what they are of the engine's."""
    python = interpreter(".peers", REQUIREMENTS)
    engine: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in NAMES}
    with one_core():
        random_play.measure(SEATS, 0)
        for seed in range(1, ROUNDS + 1):
            engine.append(random_play.measure(SEATS, seed))
            for name in NAMES:
                rates[name].append(measure(python, name, seed))
    report(
        f"engine, {random_play.PRESET}, list and view", engine, {NAMES[name]: rates[name] for name in NAMES}
    )


if __name__ == "__main__":
    main()
