"""Bots: whatever the house rules, they finish rounds by legal play, from what their seat knows and nothing else.

J.turn: a bot acts on its turn, with cards of its own hand. J.takeback: what leads nowhere it takes back. The laws look
at random games as those of `test_laws`: weaker bots begin them, the one under test goes on.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from engine import FAMILIES, Refused, bots, match, standing
from engine.hints import HintCode
from engine.sentences import HINTS, hint_sentence
from engine.texts import LANGUAGES
from tests.engine.positions import play, position, rules, ruleset
from tests.engine.strategies import GAMES, games, law, walk
from tests.engine.test_laws import another_world, packed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Game, Played
    from tests.engine.strategies import Setting

few = settings(law, max_examples=max(GAMES // 10, 1))
"""A round of bots takes as long as many of random play."""
LED = 40
"""How many turns others play at most before the bot under test sits down in every seat."""
TURNS: dict[bots.Kind, int] = {"random": 60, "greedy": 60, "expert": 10}
"""How many turns of each kind are looked at in a round."""
(JOKEREN,) = FAMILIES


def seeded(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def turns(setting: Setting, kind: bots.Kind) -> Iterator[tuple[Game, list[Any], Played]]:
    """Turns of a bot in a round that others began: the game before each, the facts so far, and what was played."""
    game, facts = setting.start(), list[Any]()
    first = setting.chance % LED
    while game.state.outcome is None and game.state.turn.number <= first + TURNS[kind]:
        number = game.state.turn.number
        chosen = kind if number > first else bots.KINDS[number % 2]
        seed = seeded(setting.chance, number)
        played = bots.play_turn(game, game.state.turn.seat, chosen, seed=seed, facts=facts)
        if number > first:
            yield game, facts, played
        game, facts = played.game, [*facts, *played.facts]


@pytest.mark.parametrize("kind", bots.KINDS)
@few
@given(setting=games())
def test_a_bot_ends_every_turn_whatever_the_rules(kind: bots.Kind, setting: Setting) -> None:
    """Every action was accepted, or `play_turn` would have failed; each turn goes on to the next seat's."""
    for before, _, played in turns(setting, kind):
        after = played.game.state
        assert after.outcome is not None or after.turn.number == before.state.turn.number + 1


@pytest.mark.parametrize("kind", bots.KINDS)
@few
@given(setting=games())
def test_a_bot_goes_on_from_the_middle_of_any_turn(kind: bots.Kind, setting: Setting) -> None:
    """J.takeback: also where somebody else has tabled what leads nowhere."""
    rng = Random(setting.chance)
    for at, moment in enumerate(walk(setting)):
        if at > LED:
            break
        if rng.random() < 0.2:
            game = moment.before
            played = bots.play_turn(game, moment.seat, kind, seed=seeded(setting.chance))
            after = played.game.state
            assert after.outcome is not None or after.turn.number == game.state.turn.number + 1


@pytest.mark.parametrize("kind", bots.KINDS)
@few
@given(setting=games())
def test_what_a_seat_cannot_know_does_not_move_its_bot(kind: bots.Kind, setting: Setting) -> None:
    """Two positions that the seat cannot tell apart, the same seed: the same actions, and the same hint."""
    rng = Random(setting.chance)
    for before, facts, _ in turns(setting, kind):
        state, family = before.state, before.family
        told = [family.fact_view(fact, state.turn.seat) for fact in facts]
        other = another_world(state, state.turn.seat, rng)
        known = [family.seen(one, told) for one in (state, other)]
        assert packed(known[0]) == packed(known[1])
        seed = seeded(setting.chance)
        here, there = (family.bot_turn(before.options, one, kind, seed) for one in known)
        assert packed(here) == packed(there)
        if kind == "expert" and rng.random() < 0.2:
            hints = [family.hint(before.options, one, seed) for one in known]
            assert packed(hints[0]) == packed(hints[1])


@few
@given(setting=games())
def test_a_hint_is_a_legal_action_with_a_sentence(setting: Setting) -> None:
    for before, facts, _ in turns(setting, "expert"):
        told = bots.hint(before, seed=seeded(setting.chance), facts=facts)
        assert told is not None
        assert not isinstance(match.play(before, before.state.turn.seat, [told.action]), Refused)
        for language in LANGUAGES:
            assert hint_sentence(told.code, told.facts, language).endswith(".")


@pytest.mark.parametrize("kind", bots.KINDS)
def test_the_same_seed_gives_the_same_turns(kind: bots.Kind) -> None:
    setting_rules = ruleset("jokeren-13", rounds=1)
    ended = []
    for _ in range(2):
        started = match.start(setting_rules, 3, seed=bytes(32))
        assert isinstance(started, match.Played)
        game = started.game
        while game.state.outcome is None:
            seed = seeded(game.state.turn.number)
            game = bots.play_turn(game, game.state.turn.seat, kind, seed=seed).game
        ended.append(game)
    assert ended[0] == ended[1]


def test_a_bot_plays_only_its_own_turn_and_no_round_that_is_over() -> None:
    started = match.start(ruleset("jokeren-7", rounds=1), 2, seed=bytes(32))
    assert isinstance(started, match.Played)
    game = started.game
    other = 1 - game.state.turn.seat
    assert bots.play_turn(game, other, "greedy", seed=b"") == match.Played(game, ())
    while game.state.outcome is None:
        game = bots.play_turn(game, game.state.turn.seat, "greedy", seed=b"").game
    assert bots.play_turn(game, other, "greedy", seed=b"") == match.Played(game, ())
    assert bots.hint(game, seed=b"") is None


def won(kinds: list[bots.Kind], games: int, preset: str) -> float:
    """The share of rounds that the first of the bots wins, each deal played from every seat."""
    setting_rules, players, share = ruleset(preset, rounds=1), len(kinds), 0.0
    for number in range(games):
        deal, shift = divmod(number, players)
        started = match.start(setting_rules, players, seed=seeded(deal))
        assert isinstance(started, match.Played)
        game = started.game
        while game.state.outcome is None:
            seat = game.state.turn.seat
            seed = seeded(number, game.log_length)
            game = bots.play_turn(game, seat, kinds[(seat - shift) % players], seed=seed).game
        winners = standing.winners(game)
        assert winners
        share += (shift in winners) / len(winners)
    return share / games


@pytest.mark.parametrize("preset", ["jokeren-7", "jokeren-13", "jokeren-kbn"])
def test_greedy_beats_three_at_random(preset: str) -> None:
    """One of four equals would win 25 %; in 1,000 games it is far more than 60 %."""
    assert won(["greedy", "random", "random", "random"], 40, preset) > 0.45


@pytest.mark.parametrize("preset", ["jokeren-7", "jokeren-13", "jokeren-kbn"])
def test_the_expert_beats_one_greedy(preset: str) -> None:
    """Equals would win 25 %; in 1,000 games it is well above 30 %."""
    assert won(["expert", "greedy", "greedy", "greedy"], 40, preset) > 0.25


ADVICE = {
    HintCode.GO_OUT: ("jokeren-7", "4H 5H 6H 9C", {}, ""),
    HintCode.DRAW_STOCK: (
        "jokeren-7",
        "4H 9S KC 2D",
        {"phase": "draw", "stock": "2C 3C", "discard": "6D"},
        "",
    ),
    HintCode.TAKE_DISCARD: (
        "jokeren-7",
        "4H 5H KC KS 9D 2D",
        {"phase": "draw", "stock": "2C 3C", "discard": "6H"},
        "",
    ),
    HintCode.OPEN: ("jokeren-13", "10H JH QH 3S 7D", {"opened": (True, False), "other": "AC"}, ""),
    HintCode.MELD: ("jokeren-13", "QS QH QC 3S 7D 9H", {"other": "AC"}, ""),
    HintCode.LAY_OFF: ("jokeren-13", "KH 3S 7D 9C", {"table": ["10H JH QH"], "other": "AC"}, ""),
    HintCode.SWAP_JOKER: ("jokeren-7", "6H 9S 9D 2C 4C", {"table": ["5H JK 7H"], "other": "AC KC"}, ""),
    HintCode.HOLD_BACK: (
        "jokeren-13",
        "QS QH QC 3S 7D 9H 2C",
        {"other": "AC 2D 3D 4H 5H 6S 7S 8S 9C JC KC KD"},
        "",
    ),
    HintCode.DISCARD_DEAREST: ("jokeren-7", "KC 4H 5H 8D 8S", {"other": "AC AD AS"}, ""),
    HintCode.KEEP_CHANCES: ("jokeren-7", "2S JH QH", {"other": "AC AD AS"}, ""),
    HintCode.TAKE_BACK: ("jokeren-13", "8H 9H 10H 3S 7D", {"opened": (True, False)}, "meld 8H 9H 10H"),
}
"""A position for each reason to advise: ruleset, hand, what else there is, and what was done already."""


@pytest.mark.parametrize(("code", "case"), ADVICE.items(), ids=str)
def test_advice(code: HintCode, case: tuple[str, str, dict[str, Any], str]) -> None:
    preset, hand, fields, done = case
    state = play(rules(preset), position(rules(preset), hand, **fields), done)
    told = JOKEREN.hint(rules(preset), JOKEREN.seen(state), b"seed")
    assert told.code == code
    assert not isinstance(JOKEREN.play(rules(preset), state, 1, told.action, key=b""), Refused)


def test_every_reason_to_advise_has_its_sentence_and_its_position() -> None:
    assert set(HINTS) == set(HintCode) == set(ADVICE)
