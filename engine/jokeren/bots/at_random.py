"""The random bot: any legal turn, a kind of action first and then one of the kind, as long as the turn can be ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.jokeren.actions import Discard, Draw, TakeBack
from engine.jokeren.bots.tabling import played
from engine.jokeren.changes import draw
from engine.jokeren.legal import legal_actions

if TYPE_CHECKING:
    from engine.chance import Chance
    from engine.jokeren.actions import Action
    from engine.jokeren.bots.seen import JokerenSeen
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

TRIES = 3
"""How many turns it thinks of before it takes the plain way."""


def at_random(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState, chance: Chance
) -> tuple[Action, ...] | None:
    """What it does from this position on until it sees a card or its turn ends; None where it only met dead ends."""
    del known
    if state.turn.phase != "draw":
        return _played_out(options, state, chance)
    draws = [action for action in legal_actions(options, state) if isinstance(action, Draw)]
    if draws and chance.one_of(draws).source == "discard":
        rest = _played_out(options, draw(options, state, "discard"), chance)
        if rest is not None:
            return (Draw("discard"), *rest)
    stock = Draw("stock")
    return (stock,) if stock in draws else None


def _played_out(options: JokerenOptions, state: JokerenState, chance: Chance) -> tuple[Action, ...] | None:
    """A turn to its end; what leads to a dead end was never played."""
    for _ in range(TRIES):
        actions: list[Action] = []
        after: JokerenState | None = state
        while after is not None and after.outcome is None:
            forward = [one for one in legal_actions(options, after) if not isinstance(one, TakeBack)]
            if not forward:
                break
            kind = chance.one_of(sorted({type(action).__name__ for action in forward}))
            action = chance.one_of([action for action in forward if type(action).__name__ == kind])
            actions.append(action)
            if isinstance(action, Discard):
                return tuple(actions)
            after = played(options, after, action)
        if after is not None and after.outcome is not None:
            return tuple(actions)
    return None
