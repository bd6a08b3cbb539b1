"""Bots: they choose the actions of a seat from what it knows (`seen`), and from nothing else.

A bot thinks on the position in which everything that it has not seen is hidden, and every action that it returns was
judged there by the rules. Whatever comes of its plans, its turn ends: it takes back what leads nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.jokeren.actions import Discard, Draw, TakeBack, TurnDraw
from engine.jokeren.bots.at_random import at_random
from engine.jokeren.bots.chance import Chance
from engine.jokeren.bots.expert import expert
from engine.jokeren.bots.greedy import dearest, greedy
from engine.jokeren.bots.seen import JokerenSeen, position_of, seen
from engine.jokeren.bots.tabling import card_costs, played
from engine.jokeren.changes import draw, undo
from engine.jokeren.legal import may_draw
from engine.jokeren.play import way_to_end

if TYPE_CHECKING:
    from engine.jokeren.actions import Action
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

__all__ = ["JokerenSeen", "bot_turn", "seen"]

STYLES = {"random": at_random, "greedy": greedy, "expert": expert}


def bot_turn(options: JokerenOptions, known: JokerenSeen, kind: str, seed: bytes) -> tuple[Action, ...]:
    """What a bot does now: its turn to the end, or as far as a draw from the stock, after which it is asked again.

    Raises:
        KeyError: there is no such kind of bot.
    """
    style, chance = STYLES[kind], Chance(seed)
    state, back = position_of(known), ()
    while True:
        actions = style(options, known, state, chance)
        if actions is None and _only_drawn(state):
            actions = _plain(options, known, state)
        if actions is not None:
            return (*back, *actions)
        state, back = undo(options, state), (*back, TakeBack())


def _only_drawn(state: JokerenState) -> bool:
    return not any(not isinstance(action, TurnDraw) for action in state.turn.actions)


def _plain(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState
) -> tuple[Action, ...] | None:
    """The plainest way to go on from a draw or to one: tabling only what must be, and a discard."""
    if state.turn.phase == "draw":
        if may_draw(options, state, "stock"):
            return (Draw("stock"),)
        rest = _plain(options, known, draw(options, state, "discard"))
        return None if rest is None else (Draw("discard"), *rest)
    way = way_to_end(options, state)
    after: JokerenState | None = state
    for action in way or ():
        assert after is not None
        after = played(options, after, action)
    if way is None or after is None:
        return None
    if after.outcome is not None:
        return way
    return (*way, Discard(dearest(options, known, after, card_costs(options))))
