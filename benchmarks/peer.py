"""One measurement of a peer; `benchmarks/peers.py` runs this with the interpreter that has the peers and not us.

It takes the name of a measurement and a seed, and prints the steps per second of CPU time as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 1.0


def rlcard(seed: int) -> Callable[[], int]:
    """`gin-rummy` as its users run it: `env.run` makes the view and the legal list for each step of a random agent."""
    from rlcard import make  # noqa: PLC0415 (each measurement loads its own peer)
    from rlcard.agents import RandomAgent  # noqa: PLC0415

    env = make("gin-rummy", config={"seed": seed})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return play


def openspiel(seed: int, *, with_view: bool = True) -> Callable[[], int]:
    """`gin_rummy`, the legal list of each step and its player's view, by the fastest of the ways that it has for one.

    What chance does (the deal, the card that is drawn) is no step, but takes its time.
    """
    from open_spiel.python.observation import make_observation  # noqa: PLC0415
    from pyspiel import load_game  # noqa: PLC0415

    game, rng = load_game("gin_rummy"), random.Random(seed)
    observation = make_observation(game)

    def play() -> int:
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            # Chance is even in this game, and its outcomes are quickest to have as its legal actions.
            chance = state.is_chance_node()
            if with_view and not chance:
                observation.set_from(state, state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += not chance
        return steps

    return play


MEASUREMENTS: dict[str, Callable[[int], Callable[[], int]]] = {
    "rlcard": rlcard,
    "openspiel": openspiel,
    "openspiel_bare": lambda seed: openspiel(seed, with_view=False),
}


def measure(play: Callable[[], int]) -> dict[str, Any]:
    """Steps per second of CPU time over whole games, after one to warm up."""
    play()
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        steps += play()
    return {"rate": steps / spent}


if __name__ == "__main__":
    _, name, seed = sys.argv
    print(json.dumps(measure(MEASUREMENTS[name](int(seed)))))
