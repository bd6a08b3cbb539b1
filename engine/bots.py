"""Bots in seats: whoever wants a seat played asks here, and never which family it is.

A bot knows what its seat knows and nothing else (`Family.seen`). The same seed gives the same turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from engine import match
from engine.match import Played
from engine.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.hints import Hint
    from engine.match import Game

Kind = Literal["random", "greedy", "expert"]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The bots that there are, the weakest first."""

MEMORY = 100
"""How many of the latest facts of a round a bot remembers; what lies open it sees anyway."""


def play_turn(game: Game, seat: int, kind: Kind, *, seed: bytes, facts: Sequence[Any] = ()) -> Played:
    """A seat's whole turn, or what is left of it, played by a bot; nothing where it is not the seat's turn.

    `facts` are those of the round so far, oldest first; without them it forgets who took what from the pile.
    """
    family, number = game.family, game.state.turn.number
    known = [family.fact_view(fact, seat) for fact in facts[-MEMORY:]]
    happened: list[Any] = []
    while game.state.outcome is None and (game.state.turn.seat, game.state.turn.number) == (seat, number):
        actions = family.bot_turn(game.options, family.seen(game.state, known), kind, seed)
        if not actions:
            break
        step = match.play(game, seat, actions)
        assert not isinstance(step, Refused), (actions, step)
        game = step.game
        happened += step.facts
        known += step.facts
    return Played(game, tuple(happened))


def hint(game: Game, *, seed: bytes, facts: Sequence[Any] = ()) -> Hint | None:
    """What is advised to the seat on turn, from what it knows; None where no turn is being played."""
    if game.state.outcome is not None:
        return None
    family, seat = game.family, game.state.turn.seat
    known = [family.fact_view(fact, seat) for fact in facts[-MEMORY:]]
    return family.hint(game.options, family.seen(game.state, known), seed)
