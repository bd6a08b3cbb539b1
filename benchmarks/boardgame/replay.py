"""Whether both games are the same: the engine replays games of boardgame.io, the legal lists compared at each step."""

from __future__ import annotations

from typing import Any

from benchmarks.boardgame import PRESET, SEATS, run
from engine import Refused, match, resolve
from engine.sjuan.actions import Pass, Play

SEED, GAMES = 1, 500


def replay(recorded: dict[str, Any]) -> int:
    """Play a recorded deal from its hands; what comes back is the number of its steps."""
    ruleset = resolve(PRESET, {"rounds": 1})
    assert not isinstance(ruleset, Refused)
    first = {"seat": recorded["steps"][0]["seat"], "phase": "play"}
    given = {"hands": recorded["hands"], "turn": first}
    step = match.start_from(ruleset, SEATS, given, seed=bytes(32))
    for told in recorded["steps"]:
        assert not isinstance(step, Refused), step
        game = step.game
        seat = game.state.turn.seat
        assert seat == told["seat"], told
        legal = {
            action.card if isinstance(action, Play) else None for action in match.legal_actions(game, seat)
        }
        assert legal == set(told["playable"] or [None]), (legal, told)
        action = Pass() if told["played"] is None else Play(told["played"])
        step = match.play(game, seat, [action])
    assert not isinstance(step, Refused), step
    ended, outcome = step.game.state.outcome, recorded["outcome"]
    assert ended is not None
    assert (ended.winner, ended.blocked, list(ended.points)) == tuple(outcome.values()), (ended, outcome)
    return len(recorded["steps"])


def main() -> None:
    """Replay them all; the first difference raises."""
    recorded = run("record", SEED, GAMES)
    steps = sum(map(replay, recorded))
    print(
        f"the engine agrees with boardgame.io's Sjuan in {len(recorded):,} games, at each of {steps:,} steps"
    )
