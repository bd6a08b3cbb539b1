"""A bot's turn: what its style chooses, and, whatever comes of that, an end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.jokeren.actions import Discard, Draw, TakeBack, TurnDraw
from engine.jokeren.bots.at_random import at_random
from engine.jokeren.bots.chance import Chance
from engine.jokeren.bots.expert import expert
from engine.jokeren.bots.greedy import dearest, greedy
from engine.jokeren.bots.seen import position_of
from engine.jokeren.bots.tabling import card_costs, played
from engine.jokeren.changes import draw, undo
from engine.jokeren.legal import may_draw
from engine.jokeren.play import way_to_end

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.jokeren.actions import Action
    from engine.jokeren.bots.seen import JokerenSeen
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

    Style = Callable[[JokerenOptions, JokerenSeen, JokerenState, Chance], tuple[Action, ...] | None]

STYLES: Mapping[str, Style] = {"random": at_random, "greedy": greedy, "expert": expert}
"""How each kind of bot goes on from a position; None where it finds no way to end the turn from there."""


def bot_turn(options: JokerenOptions, known: JokerenSeen, kind: str, seed: bytes) -> tuple[Action, ...]:
    """What a bot does now: its turn to the end, or as far as a draw from the stock, after which it is asked again.

    Where a turn cannot be ended from where somebody has led it, the last actions are taken back one by one.

    Raises:
        KeyError: there is no such kind of bot.
    """
    style, chance = STYLES[kind], Chance(seed)
    state = position_of(known)
    back: tuple[Action, ...] = ()
    while True:
        actions = style(options, known, state, chance)
        if actions is None and all(isinstance(action, TurnDraw) for action in state.turn.actions):
            actions = _plain(options, known, state)
        if actions is not None:
            return (*back, *actions)
        state, back = undo(options, state), (*back, TakeBack())


def _plain(options: JokerenOptions, known: JokerenSeen, state: JokerenState) -> tuple[Action, ...] | None:
    """The plainest turn from a draw or to one: the stock where it can be, and only what must be tabled."""
    if state.turn.phase == "draw":
        if may_draw(options, state, "stock"):
            return (Draw("stock"),)
        rest = _plain(options, known, draw(options, state, "discard"))
        return None if rest is None else (Draw("discard"), *rest)
    way = way_to_end(options, state)
    if way is None:
        return None
    for action in way:
        after = played(options, state, action)
        assert after is not None
        state = after
    if state.outcome is not None:
        return way
    return (*way, Discard(dearest(options, known, state, card_costs(options))))
