"""How many actions a second the engine plays at random, each with the full legal list and the acting seat's view."""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

from engine import Refused, match, resolve, standing

if TYPE_CHECKING:
    from engine.match import Game

PLAYERS = (2, 4)
ROUNDS, SECONDS, PRESET = 5, 1.0, "jokeren-7"


def play_game(game: Game, rng: random.Random) -> int:
    """Play a game at random to its end; what comes back is the number of accepted actions."""
    actions = 0
    while (status := standing.status(game)) != "finished":
        if status == "round_over":
            step = match.deal_next(game)
        else:
            seat = game.state.turn.seat
            match.round_view(game, seat)
            listed = match.legal_actions(game, seat)
            step = match.play(game, seat, [listed[int(rng.random() * len(listed))]])
            actions += 1
        assert not isinstance(step, Refused)
        game = step.game
    return actions


def measure(players: int, seed: int, preset: str = PRESET) -> float:
    """Actions per second of CPU time over whole games of one round."""
    ruleset = resolve(preset, {"rounds": 1})
    assert not isinstance(ruleset, Refused)
    rng = random.Random(seed)
    actions, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        played = match.start(ruleset, players, seed=rng.randbytes(32))
        assert not isinstance(played, Refused)
        actions += play_game(played.game, rng)
    return actions / spent


def main() -> None:
    """Print one line per number of seats."""
    for players in PLAYERS:
        measure(players, 0)
        rates = [measure(players, seed) for seed in range(1, ROUNDS + 1)]
        print(
            f"engine, random play of {PRESET}, {players} seats: {statistics.median(rates):,.0f} actions/s of CPU time "
            f"(median of {ROUNDS}, {min(rates):,.0f} to {max(rates):,.0f})"
        )


if __name__ == "__main__":
    main()
