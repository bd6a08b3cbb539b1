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

from engine import Refused, bots, family_of, match, standing
from engine.hints import HintCode
from engine.jokeren.actions import Discarded, Drawn, JokerSwapped, LaidOff, Melded, TableMeld, TakenBack
from engine.jokeren.bots.seen import seen_to_take
from engine.jokeren.bots.tabling import laid
from engine.jokeren.pieces import new_melds
from engine.sentences import HINTS, hint_sentence
from engine.texts import LANGUAGES
from tests.engine.positions import ME, play, position, rules, ruleset
from tests.engine.positions import given as given_position
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
JOKEREN = family_of("jokeren-7")


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


def test_a_made_up_turn_that_cannot_be_ended_is_left_alone() -> None:
    """J.discard: nothing but jokers that may not be discarded, and no table to lay them on."""
    asked = ruleset("jokeren-7", joker_discard=False)
    begun = match.start_from(asked, 2, given_position(asked.resolved, "JK JK", other="AC"), seed=bytes(32))
    assert isinstance(begun, match.Played)
    for kind in bots.KINDS:
        assert bots.play_turn(begun.game, ME, kind, seed=b"") == match.Played(begun.game, ())
    assert bots.hint(begun.game, seed=b"") is None


NO_JOKERS_GO = {"joker_discard": False, "max_jokers_per_meld": 0}
ODD = {
    "only what must be tabled": (
        "jokeren-13",
        NO_JOKERS_GO,
        "JK 9H",
        ["10H JH QH"],
        {"phase": "draw", "discard": "KH"},
    ),
    "the pile alone": ("jokeren-7", {}, "4H 5H KC", [], {"phase": "draw", "discard": "6H"}),
    "a freed joker in a new meld": (
        "jokeren-7",
        {"freed_joker_destination": "new_meld"},
        "6H 9S 9D 2C 4C",
        ["5H JK 7H", "10S JS QS"],
        {},
    ),
    "no lay-offs in the turn of the opening": (
        "jokeren-13",
        {"lay_off": "turn_after_opening"},
        "QS QH QC KD KH KC 9H 2C",
        ["8H 7H 6H"],
        {"opened": (True, False)},
    ),
    "lay-offs, but no opening": ("jokeren-13", {}, "KH 9H 2C", ["10H JH QH"], {"opened": (True, False)}),
}
"""Turns that chance seldom brings: ruleset, options, hand, table, and what else there is."""


@pytest.mark.parametrize("kind", bots.KINDS)
@pytest.mark.parametrize("case", ODD.values(), ids=list(ODD))
def test_a_bot_ends_an_odd_turn(
    kind: bots.Kind, case: tuple[str, dict[str, Any], str, list[str], dict[str, Any]]
) -> None:
    """J.taken, J.freed, J.layoff_when, J.stock_out."""
    preset, options, hand, table, fields = case
    asked = ruleset(preset, **options)
    given = given_position(asked.resolved, hand, table=table, other="2S 3D", **fields)
    begun = match.start_from(asked, 2, given, seed=bytes(32))
    assert isinstance(begun, match.Played)
    after = bots.play_turn(begun.game, ME, kind, seed=b"").game.state
    assert after.outcome is not None or after.turn.seat != ME


def test_what_the_rules_refuse_is_no_way_to_table() -> None:
    held = position(rules(), "2C 3C 9D", other="AC")
    assert laid(rules(), held, new_melds(rules().melds, ("4H", "5H", "6H"))) is None


TOOK = [Drawn(0, "discard", "9D"), Discarded(0, "KC"), Drawn(1, "stock", None), Discarded(1, "2C")]
SWAPPED = [Drawn(1, "stock", None), JokerSwapped(1, "m1", ("5H",), "JK:5H", ("4H", "5H", "6H"))]


@pytest.mark.parametrize(
    ("facts", "taken"),
    [
        ([], ((), ())),
        (TOOK, (("9D",), ())),
        (
            [*TOOK, Drawn(0, "discard", "2C"), TakenBack(0), Drawn(0, "stock", None), Discarded(0, "3C")],
            (("9D",), ()),
        ),
        ([*TOOK, Drawn(0, "discard", "2C"), Discarded(0, "9D")], (("2C",), ())),
        ([*TOOK, Drawn(0, "stock", None), LaidOff(0, "m1", ("9D",), ("9D",)), Discarded(0, "3C")], ((), ())),
        (
            [
                *TOOK,
                Drawn(0, "stock", None),
                Melded(0, TableMeld("m1", 0, "set", ("9S", "9H", "9D")), 27),
                Discarded(0, "3C"),
            ],
            ((), ()),
        ),
        ([*SWAPPED, Discarded(1, "3C")], ((), ("JK",))),
        ([*SWAPPED, LaidOff(1, "m1", ("JK:7H",), ("4H", "5H", "6H", "JK:7H")), Discarded(1, "3C")], ((), ())),
    ],
)
def test_what_was_taken_from_the_pile_is_remembered_until_it_is_parted_with(
    facts: list[Any], taken: tuple[tuple[str, ...], ...]
) -> None:
    """J.draw: everybody sees what is taken from the pile, and what goes to the table or back."""
    assert seen_to_take(facts, 2) == taken


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
    assert won(["expert", "greedy", "greedy", "greedy"], 24, preset) > 0.25


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
    assert set(HINTS) == set(HintCode)
    assert {code for code in HintCode if HINTS[code].clause.startswith(JOKEREN.clause_prefix)} == set(ADVICE)


@pytest.mark.parametrize("phase", ["draw", "play"])
def test_with_a_hand_that_no_deal_leads_to_a_bot_plays_plainly_and_gives_no_hint(phase: str) -> None:
    options = {"packs": 2, "jokers": 6}
    hand = " ".join([*(rank + suit for rank in ("5", "6", "7", "8", "9") for suit in "SHDC"), "JK JK"])
    given = given_position(rules(**options), hand, phase=phase, stock="2D 3D", discard="KC")
    started = match.start_from(ruleset(**options), 2, given, seed=seeded("large"))
    assert isinstance(started, match.Played)
    assert bots.hint(started.game, seed=seeded(phase)) is None
    turn = bots.play_turn(started.game, ME, "expert", seed=seeded(phase))
    assert turn.game.state.turn.seat != ME
    assert not turn.game.state.table


HALF = {
    "points": ("jokeren-13", {}, "8H 8D 8C 2D KC 5S 6S 7S"),
    "kinds": ("jokeren-7", {"opening_melds": [["set", "run"]]}, "8H 8D 8C 2D KC 5S 6S 7S"),
    "two of a kind, of which one is larger": (
        "jokeren-7",
        {"opening_melds": [["run:4", "run"]]},
        "8H 9H 10H 2D KC 4S 5S 6S 7S",
    ),
    "the larger one first": (
        "jokeren-7",
        {"opening_melds": [["run:4", "run"]]},
        "8H 9H 10H JH 2D KC 5S 6S 7S",
    ),
    "nothing may stay": ("jokeren-13", {"final_discard": "forbidden"}, "8H 8D 8C 5S 6S 7S"),
    "waived": (
        "jokeren-13",
        {"opening_points": [200], "opening_waived_when_going_out": True},
        "8H 8D 8C KC 5S 6S 7S",
    ),
}


@pytest.mark.parametrize("kind", ["greedy", "expert"])
@pytest.mark.parametrize("name", HALF)
def test_an_opening_is_finished_as_it_was_begun(name: str, kind: bots.Kind) -> None:
    """J.opening: melds of this turn count, whoever laid them."""
    preset, options, hand = HALF[name]
    rules_of = ruleset(preset, **options)
    given = given_position(
        rules_of.resolved, hand, opened=(True, False), turns_taken=(3, 3), stock="3D QC", discard="JC"
    )
    started = match.start_from(rules_of, 2, given, seed=seeded(name))
    assert isinstance(started, match.Played)
    first = next(
        action for action in match.legal_actions(started.game, ME) if len(getattr(action, "cards", ())) > 2
    )
    begun = match.play(started.game, ME, [first])
    assert isinstance(begun, match.Played)
    turn = bots.play_turn(begun.game, ME, kind, seed=seeded(kind))
    assert len(turn.game.state.table) == 2
    assert set(first.cards) <= set(turn.game.state.table[0].cards)
