"""Bots: whatever the house rules, they finish rounds by legal play, from what their seat knows and nothing else.

J.turn: a bot acts on its turn, with cards of its own hand. J.takeback: what leads nowhere it takes back. The laws look
at random games as those of `test_laws`.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given

from engine import bots, match
from tests.engine.strategies import Setting, games, law, walk
from tests.engine.test_laws import another_world, packed

if TYPE_CHECKING:
    from engine.match import Game, Played


def seeded(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def turns(setting: Setting, kinds: list[bots.Kind]) -> list[tuple[Game, Played]]:
    """A round in which the seats are played by bots, each game before a turn with what was played in it."""
    game, facts, found = setting.start(), [], []
    while game.state.outcome is None:
        seat = game.state.turn.seat
        seed = seeded(setting.chance, game.state.turn.number)
        played = bots.play_turn(game, seat, kinds[seat % len(kinds)], seed=seed, facts=facts)
        found.append((game, played))
        game = played.game
        facts += played.facts
    return found


@pytest.mark.parametrize("kind", bots.KINDS)
@law
@given(setting=games())
def test_a_bot_ends_every_turn_whatever_the_rules(kind: bots.Kind, setting: Setting) -> None:
    """Every action was accepted, or `play_turn` would have failed; each turn goes on to the next seat's."""
    for before, played in turns(setting, [kind]):
        after = played.game.state
        assert after.outcome is not None or after.turn.number == before.state.turn.number + 1


@pytest.mark.parametrize("kind", bots.KINDS)
@law
@given(setting=games())
def test_a_bot_goes_on_from_the_middle_of_any_turn(kind: bots.Kind, setting: Setting) -> None:
    """J.takeback: also where somebody else has tabled what leads nowhere."""
    rng = Random(setting.chance)
    for moment in walk(setting):
        if rng.random() < 0.2:
            game = moment.before
            played = bots.play_turn(game, moment.seat, kind, seed=seeded(setting.chance))
            after = played.game.state
            assert after.outcome is not None or after.turn.number == game.state.turn.number + 1


@pytest.mark.parametrize("kind", bots.KINDS)
@law
@given(setting=games())
def test_what_a_seat_cannot_know_does_not_move_its_bot(kind: bots.Kind, setting: Setting) -> None:
    """Two positions that the seat cannot tell apart, the same seed: the same actions."""
    rng = Random(setting.chance)
    facts: list[Any] = []
    for before, played in turns(setting, ["greedy", kind]):
        if rng.random() < 0.3:
            state, family = before.state, before.family
            other = another_world(state, state.turn.seat, rng)
            told = [family.fact_view(fact, state.turn.seat) for fact in facts]
            known = [family.seen(one, told) for one in (state, other)]
            assert packed(known[0]) == packed(known[1])
            answers = [family.bot_turn(before.options, one, kind, seeded(setting.chance)) for one in known]
            assert packed(answers[0]) == packed(answers[1])
        facts += played.facts
