"""A bot's turn: one action of those that are legal, chosen in its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.sjuan.actions import Play
from engine.sjuan.bots.expert import Expert, Prospect
from engine.sjuan.bots.seen import position_of
from engine.sjuan.bots.waiting import BIT, mask, waiting
from engine.sjuan.legal import legal_actions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.sjuan.actions import Action
    from engine.sjuan.bots.seen import SjuanSeen
    from engine.sjuan.options import SjuanOptions

    Style = Callable[[SjuanOptions, SjuanSeen, Chance], Action]


def bot_turn(options: SjuanOptions, known: SjuanSeen, kind: str, seed: bytes) -> tuple[Action, ...]:
    """What a bot does now.

    Raises:
        KeyError: there is no such kind of bot.
    """
    return (STYLES[kind](options, known, Chance(seed)),)


def at_random(options: SjuanOptions, known: SjuanSeen, chance: Chance) -> Action:
    """Any legal action."""
    return chance.one_of(legal_actions(options, position_of(known)))


def greedy(options: SjuanOptions, known: SjuanSeen, _: Chance) -> Action:
    """The card that serves the hand most; it passes only where it must."""
    return by_keenness(options, known)[0]


def expert(options: SjuanOptions, known: SjuanSeen, chance: Chance) -> Action:
    """What fares best in the deals that may be."""
    return prospect(options, known, chance).action


STYLES: Mapping[str, Style] = {"random": at_random, "greedy": greedy, "expert": expert}
"""How each kind of bot chooses."""


def by_keenness(options: SjuanOptions, known: SjuanSeen) -> list[Action]:
    """What is legal: the cards that serve the hand most first, a pass last."""
    hand, keenness = mask(known.hand), waiting(options).keenness

    def rank(action: Action) -> tuple[bool, int]:
        if isinstance(action, Play):
            return (False, -keenness(hand, BIT[action.card]))
        return (True, 0)

    return sorted(legal_actions(options, position_of(known)), key=rank)


def prospect(options: SjuanOptions, known: SjuanSeen, chance: Chance) -> Prospect:
    """The expert's action, and how it fares; no deal is looked at where there is no choice, or the last card goes."""
    actions = by_keenness(options, known)
    if len(actions) == 1 or len(known.hand) == 1:
        return Prospect(actions[0], 0, 0)
    return Expert(options, known, chance).best(actions)
