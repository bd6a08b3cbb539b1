"""Whole short games as text: every position, what each seat sees, what it may do, what it may not and why.

A transcript changes when what the engine answers changes, or the play of `tests/engine/strategies.py`. After such a
change `RENEW=1 python -m pytest tests/transcripts` writes them anew: read the difference before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine import Refused, Ruleset, match, resolve, standing
from engine.sentences import sentence
from tests.engine.strategies import Setting, plausible, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engine.strategies import Moment

HERE = Path(__file__).parent
SEED = bytes(range(32))
GAMES: dict[str, tuple[str, dict[str, Any], int, int]] = {
    "short-game": ("jokeren-7", {"hand_size": 4, "rounds": 1, "jokers": 6}, 2, 136),
    "house-rules": (
        "jokeren-7",
        {
            "hand_size": 6,
            "rounds": 1,
            "jokers": 6,
            "opening_points": [20],
            "lay_off": "after_opening",
            "joker_declaration": "required",
            "joker_swap": "after_opening",
            "final_discard": "optional",
            "draw_discard": "never",
            "max_turns": 12,
            "stock_out": "turn_over",
        },
        3,
        608,
    ),
    "thirteen": (
        "jokeren-13",
        {"hand_size": 7, "packs": 1, "opening_points": [0], "rounds": 1, "max_turns": 10},
        2,
        7,
    ),
    "tournament": (
        "jokeren-kbn",
        {"hand_size": 6, "packs": 1, "jokers": 6, "rounds": 1, "max_turns": 10},
        3,
        11,
    ),
    "sjuan": (
        "sjuan",
        {
            "rounds": 1,
            "eight_before_six": True,
            "voluntary_pass": "allowed",
            "voluntary_pass_fine": 2,
            "hand_penalties": "pips",
        },
        3,
        78,
    ),
}
"""By name: the preset, the house rules, the number of players, and the chance by which they play."""


def text(value: Any) -> str:
    """A value on one line."""
    return msgspec.json.encode(value).decode()


def transcript(preset: str, options: dict[str, Any], players: int, chance: int) -> Iterator[str]:
    """A game, line by line."""
    rules = resolve(preset, options)
    assert isinstance(rules, Ruleset)
    setting = Setting(rules, players, SEED, chance)
    rng = Random(chance)
    yield f"{preset} with {text(options)}, {players} players, seed {SEED.hex()}"
    game = setting.start()
    yield f"commitment {match.round_commitment(game)}"
    for moment in walk(setting):
        yield ""
        yield from told(moment, rng)
        game = moment.played.game
    yield ""
    yield from position(game)
    yield f"totals {text(standing.totals(game))}, winners {text(standing.winners(game))}"


def told(moment: Moment, rng: Random) -> Iterator[str]:
    """A position, some refusals in it, and what is played."""
    game = moment.before
    yield from position(game)
    for action in moment.listed:
        yield f"  may      {text(action)}"
    for _ in range(4):
        action = plausible(game.family, game.state, moment.listed, rng)
        answer = match.play(game, moment.seat, [action])
        for no in answer.refusals if isinstance(answer, Refused) else ():
            yield f"  may not  {text(action)}: {no.code} ({no.clause}) {sentence(no.code, no.facts, 'en')}"
    yield f"  plays    {text(moment.action)}"
    for fact in moment.played.facts:
        yield f"  happens  {text(fact)}"
        others = (
            text(game.family.fact_view(fact, None)) if type(fact) in game.family.fact_types else text(fact)
        )
        if others != text(fact):
            yield f"  others see {others}"


def position(game: match.Game) -> Iterator[str]:
    """A position as it is, and as everybody sees it."""
    turn = game.state.turn
    yield f"turn {turn.number}, seat {turn.seat}, {turn.phase}"
    yield f"  is       {text(game.state)}"
    for seat in range(game.players):
        yield f"  seat {seat} sees {text(match.round_view(game, seat))}"
    yield f"  all see  {text(match.round_view(game, None))}"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    now = "\n".join(transcript(*GAMES[name])) + "\n"
    path = HERE / f"{name}.txt"
    if "RENEW" in os.environ:
        path.write_text(now, encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == now.splitlines()
