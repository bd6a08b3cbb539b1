"""A bot's turn: what its style chooses, and, whatever comes of that, an end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.jokeren.actions import Discard, Draw, TakeBack, TurnDraw
from engine.jokeren.bots.at_random import at_random
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


MOST_CARDS = 20
"""The largest hand that a bot thinks about; no deal leads to one of more than seventeen cards."""


def bot_turn(options: JokerenOptions, known: JokerenSeen, kind: str, seed: bytes) -> tuple[Action, ...]:
    """What a bot does now: its turn to the end, or as far as a draw from the stock, after which it is asked again.

    With a hand that no deal leads to it does not think, since that could take seconds.
    Where a turn cannot be ended from where somebody has led it, the last actions are taken back one by one. Nothing is
    done where it cannot be ended at all, as no turn begins but a position that was made up may say.

    Raises:
        KeyError: there is no such kind of bot.
    """
    style, chance = STYLES[kind], Chance(seed)
    if len(known.hand) > MOST_CARDS:
        style = _unthinking
    state = position_of(known)
    back: tuple[Action, ...] = ()
    while True:
        actions = style(options, known, state, chance)
        if actions is None and all(isinstance(action, TurnDraw) for action in state.turn.actions):
            actions = _plain(options, known, state)
        if actions is not None:
            return (*back, *actions)
        last = state.turn.actions[-1] if state.turn.actions else None
        if last is None or (isinstance(last, TurnDraw) and last.source == "stock"):
            return ()  # a draw from the stock stays (J.takeback)
        state, back = undo(options, state), (*back, TakeBack())


def _unthinking(
    options: JokerenOptions, known: JokerenSeen, state: JokerenState, chance: Chance
) -> tuple[Action, ...] | None:
    """The plainest turn, after a draw from the stock where there is one."""
    del chance
    if state.turn.phase == "draw" and may_draw(options, state, "stock"):
        return (Draw("stock"),)
    return _plain(options, known, state)


def _plain(options: JokerenOptions, known: JokerenSeen, state: JokerenState) -> tuple[Action, ...] | None:
    """The plainest turn after a draw, or from the one that is left without a stock: only what must be tabled."""
    if state.turn.phase == "draw":
        there = may_draw(options, state, "discard")
        rest = _plain(options, known, draw(options, state, "discard")) if there else None
        return None if rest is None else (Draw("discard"), *rest)
    way = way_to_end(options, state)
    if way is None:
        return None
    for action in way:
        after = played(options, state, action)
        assert after is not None
        state = after
    ended = state.outcome is not None
    return way if ended else (*way, Discard(dearest(options, known, state, card_costs(options))))
