"""How fast the best that can be laid is found, beside CP-SAT and HiGHS; `python -m benchmarks.solver check` compares the answers.

What counts is CPU time, model building and the choice of the templates that fit the hand included, all with one worker.
Each solves the hands alone in a process of its own, and then all take turns hand by hand in one process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from typing import Any

from benchmarks import peers

REQUIREMENTS = ("ortools==9.15.6755", "highspy==1.16.0", f"msgspec=={version('msgspec')}")
HANDS, MANY_HANDS = 1_000, 100_000
CASES = {
    "14": "14 cards of two packs",
    "20": "20 cards of two packs",
    "table": "20 cards, 3 to 6 melds on the table",
    "dense": "20 cards of few adjacent ranks, 0 to 4 jokers",
}
SOLVERS = {"cp_sat": "CP-SAT", "highs": "HiGHS", "cp_sat_fast": "CP-SAT, its templates chosen by NumPy"}


def measure(*arguments: str) -> Any:
    """What a process of its own measured."""
    python = peers.interpreter(".solvers", REQUIREMENTS)
    command = [str(python), "-m", "benchmarks.solving", *arguments]
    run = subprocess.run(command, check=True, capture_output=True, text=True, cwd=peers.ROOT)
    return json.loads(run.stdout.splitlines()[-1])


def main() -> None:
    """Print the medians of all and how many times faster the engine is, alone and hand by hand."""
    print(
        f"the best of a hand: microseconds of CPU time, medians of {HANDS:,} hands; load {os.getloadavg()[0]:.1f}"
    )
    for case, name in CASES.items():
        alone = {who: measure(case, who)[who] for who in ("engine", *SOLVERS)}
        turns = measure(case, "engine", *SOLVERS)
        print(f"{name:<46}: alone {alone['engine']:,.0f}, in turns {turns['engine']:,.0f}")
        for who, solver in SOLVERS.items():
            print(
                f"  {solver:<44}: alone {alone[who]:,.0f} ({alone[who] / alone['engine']:.1f} times that),"
                f" in turns {turns[who]:,.0f} ({turns[who] / turns['engine']:.1f} times)"
            )
    cold = [measure("cold", str(seed)) for seed in range(20)]
    spent = ", ".join(
        f"{1000 * max(one[at] for one in cold):.0f} ms {at}" for at in ("solving", "with imports")
    )
    print(f"the first hand of a new process, 20 cards, the longest of {len(cold)}: {spent}")
    memory = measure("memory", str(MANY_HANDS))
    print(
        f"memory after 1,000 hands {memory['before']:.0f} MB, at most {memory['most']:.0f} MB in {MANY_HANDS:,}"
    )


def check() -> int:
    """Hold every answer to CP-SAT's."""
    python = peers.interpreter(".solvers", REQUIREMENTS)
    return subprocess.run(
        [python, "-u", "-m", "tests.engine.solver_check"], check=False, cwd=peers.ROOT
    ).returncode


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["check"] else main())
