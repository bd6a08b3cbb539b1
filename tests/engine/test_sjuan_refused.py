"""What a seat may not play or pass in Sjuan, told with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.results import Outcome
from tests.engine.sjuan import OTHERS, SJUAN, position, ruleset

if TYPE_CHECKING:
    from engine.sjuan.state import SjuanState


def told(state: SjuanState, seat: int = 0, **options: Any) -> dict[str, str]:
    """What is refused, and why."""
    refused = SJUAN.refused_actions(ruleset(**options).resolved, state, seat)
    assert all(len(answer.refusals) == 1 for _, answer in refused)
    return {
        getattr(action, "card", "pass"): f"{answer.refusals[0].code} {answer.refusals[0].clause}"
        for action, answer in refused
    }


@pytest.mark.parametrize(
    ("hand", "lies", "options", "expected"),
    [
        pytest.param(
            "7D 7C KC", "", {},
            {"7D": "opening_card_first S.start", "KC": "opening_card_first S.start", "pass": "pass_before_opening S.start"},
            id="the opening card and nothing else",
        ),
        pytest.param(
            "7D 8H 9C 10C", "7C 8C", {},
            {"8H": "suit_not_open S.play", "10C": "not_next_in_suit S.play", "pass": "must_play S.must_play"},
            id="a seven and the next card fit",
        ),
        pytest.param("8H 10C", "7C 8C", {}, {"8H": "suit_not_open S.play", "10C": "not_next_in_suit S.play"}, id="nothing fits"),
        pytest.param(
            "9C 10C", "7C 8C", {"voluntary_pass": "allowed"}, {"10C": "not_next_in_suit S.play"}, id="a pass is allowed"
        ),
        pytest.param(
            "6C 8C", "7C", {"eight_before_six": True},
            {"6C": "eight_before_six S.must_play", "pass": "must_play S.must_play"},
            id="the six waits for the eight",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_played_now_is_told_with_its_reason(
    hand: str, lies: str, options: dict[str, Any], expected: dict[str, str]
) -> None:
    assert told(position(hand, lies, ruleset(**options)), **options) == expected


def test_who_is_not_on_turn_is_told_so_of_every_card_and_the_pass_s_play() -> None:
    state = position(f"9C | {OTHERS}")
    assert told(state, 1) == dict.fromkeys(("2D", "3D", "pass"), "not_your_turn S.play")


def test_when_a_round_is_over_nothing_more_is_played_s_end() -> None:
    outcome = Outcome(winner=None, blocked=True, points=(1, 2, 2))
    state = position(f"9C | {OTHERS}", phase="over", outcome=outcome)
    assert told(state) == dict.fromkeys(("9C", "pass"), "round_over S.end")
