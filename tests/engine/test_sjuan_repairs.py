"""How refused lists of actions of Sjuan are mended: small changes, each of them played, and nothing that is hidden."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Refused, Repair, Step, inquiry
from engine.cards import FACES, HIDDEN
from engine.sentences import REPAIRS, repair_sentence
from engine.sjuan.actions import Pass, Play
from engine.texts import LANGUAGES
from tests.engine.sjuan import KEY, OTHERS, SJUAN, actions, position, ruleset
from tests.engine.strategies import few, house_rules, resolved

if TYPE_CHECKING:
    from engine.sjuan.actions import Action
    from engine.sjuan.state import SjuanState


def mended(state: SjuanState, sent: list[Action], *, seat: int = 0, **options: Any) -> tuple[Repair, ...]:
    """The repairs of a list that is refused."""
    rules = ruleset(**options)
    refused = inquiry.after(rules, state, seat, sent, key=KEY)
    assert isinstance(refused, Refused)
    return inquiry.repairs(rules, state, seat, sent, refused, key=KEY)


def told(found: tuple[Repair, ...]) -> list[str]:
    """Each repair in a line: what is done then, by what change, and which cards are left out."""
    return [
        " ".join((getattr(one.actions[0], "card", "pass"), one.code, *(one.facts.cards or ())))
        for one in found
    ]


ROWS = {
    "the nearest cards that fit": (
        "10C JC 7D 6C 9C", "7C 8C", "JC", {},
        ["9C play_instead", "6C play_instead", "7D play_instead"],
    ),
    "three at most": (
        "6C 9C 6D 8D QD", "7C 8C, 7D", "QD", {},
        ["8D play_instead", "6D play_instead", "9C play_instead"],
    ),
    "the opening card": ("7C 7D KC", "", "7D", {}, ["7C play_instead"]),
    "the opening card, not a pass": ("7C 7D KC", "", "pass", {}, ["7C play_instead"]),
    "a card that is not in hand": ("9C 2H", "7C 8C", "KS", {}, ["9C play_instead"]),
    "a joker is near to nothing": ("9C 2H", "7C 8C", "JK", {}, ["9C play_instead"]),
    "a high ace": (
        "AC 6C 7D KC", "7C 8C 9C 10C JC QC", "AC", {"ace": "high"},
        ["KC play_instead", "6C play_instead", "7D play_instead"],
    ),
    "a pass where nothing fits": ("10C 2H", "7C 8C", "10C", {}, ["pass pass_instead"]),
    "no pass where it costs a fine": (
        "9C 2H", "7C 8C", "2H", {"voluntary_pass": "allowed", "voluntary_pass_fine": 5}, ["9C play_instead"],
    ),
    "a card for a pass": ("9C 6C 2H", "7C 8C", "pass", {}, ["6C play_instead", "9C play_instead"]),
    "the eight before the six": (
        "6C 8C 2H", "7C", "6C", {"eight_before_six": True}, ["8C play_instead"],
    ),
    "never two cards": (
        "9C 10C 2H", "7C 8C", "9C 10C", {}, ["9C stop_at_end"],
    ),
    "one of two that fit": (
        "9C 6C 2H", "7C 8C", "9C 6C", {}, ["9C stop_at_end", "6C leave_out 9C"],
    ),
    "only the second fits": ("9C 2H 7D", "7C 8C", "2H 9C", {}, ["9C leave_out 2H", "7D play_instead"]),
    "one of three": (
        "9C 6C 7D 2H", "7C 8C", "2H 6C 9C", {},
        ["6C leave_out 2H 9C", "9C leave_out 2H 6C", "7D play_instead"],
    ),
    "a pass and a card": ("9C 2H", "7C 8C", "pass 9C", {}, ["9C play_instead"]),
    "a pass in the place of a card": ("10C 2H", "7C 8C", "2H pass", {}, ["pass leave_out 2H"]),
    "the same card twice": ("9C 2H", "7C 8C", "9C 9C", {}, ["9C stop_at_end"]),
}  # fmt: skip


@pytest.mark.parametrize(("hand", "lies", "sent", "options", "expected"), ROWS.values(), ids=ROWS)
def test_a_refused_list_is_mended_by_one_action(
    hand: str, lies: str, sent: str, options: dict[str, Any], expected: list[str]
) -> None:
    state = position(hand, lies, ruleset(**options))
    found = mended(state, actions(sent), **options)
    assert told(found) == expected
    for one in found:
        assert set(msgspec.to_builtins(one.facts)) == set(REPAIRS[one.code].facts)
        assert len({repair_sentence(one.code, one.facts, language) for language in LANGUAGES}) == 3


def test_who_is_not_on_turn_can_mend_nothing() -> None:
    state = position(f"9C 2H | {OTHERS}")
    assert mended(state, actions("2D"), seat=1) == ()
    step = SJUAN.play(ruleset().resolved, position(f"8C | {OTHERS}"), 0, Play("8C"), key=KEY)
    assert isinstance(step, Step)
    assert step.state.outcome.winner == 0
    assert mended(step.state, actions("8C")) == ()


@few
@given(house_rules("sjuan"), st.integers(0, 2**32))
def test_every_repair_is_accepted_whole_and_rests_on_nothing_hidden(
    options: dict[str, Any], chance: int
) -> None:
    """And wherever a list is refused of the seat on turn there is one."""
    rules, rng = resolved("sjuan", options), Random(chance)
    own, players = rules.resolved, rng.randint(rules.resolved.min_players, rules.resolved.max_players)
    state = SJUAN.deal(own, players, number=1, dealer=0, key=rng.randbytes(32))
    while state.outcome is None:
        seat = state.turn.seat
        sent = [
            rng.choice((Pass(), *map(Play, (*FACES, *state.hands[seat] * 3))))
            for _ in range(rng.randint(1, 3))
        ]
        refused = inquiry.after(rules, state, seat, sent, key=KEY)
        if isinstance(refused, Refused):
            found = inquiry.repairs(rules, state, seat, sent, refused, key=KEY)
            assert 1 <= len(found) <= 3
            assert len({one.actions for one in found}) == len(found)
            for one in found:
                assert not isinstance(inquiry.after(rules, state, seat, one.actions, key=KEY), Refused)
            hands = tuple(
                hand if at == seat else (HIDDEN,) * len(hand) for at, hand in enumerate(state.hands)
            )
            blind = msgspec.structs.replace(state, hands=hands)
            assert inquiry.repairs(rules, blind, seat, sent, refused, key=KEY) == found
        step = SJUAN.play(own, state, seat, rng.choice(SJUAN.legal_actions(own, state)), key=KEY)
        assert isinstance(step, Step)
        state = step.state
