"""Questions about a position that no stored game is behind."""

from __future__ import annotations

from typing import Any

from engine import Refused, Ruleset, inquiry, resolve
from engine.jokeren.actions import Discard, Draw, Meld
from engine.refusals import Code

KEY = bytes(32)
GIVEN: dict[str, Any] = {
    "hands": [["4H", "5H", "6H", "9C"], ["KC"]],
    "stock": ["2D", "3D"],
    "discard": ["QS"],
    "turn": {"seat": 0, "phase": "draw"},
}


def rules() -> Ruleset:
    """The preset as it is."""
    resolved = resolve("jokeren-7", {})
    assert isinstance(resolved, Ruleset)
    return resolved


def test_actions_may_follow_a_stock_draw_of_a_position_that_was_sent() -> None:
    """Who sent it knows the stock; the position given is unchanged."""
    state = inquiry.position(rules(), GIVEN)
    after = inquiry.after(
        rules(), state, 0, [Draw("stock"), Meld(("4H", "5H", "6H")), Discard("2D")], key=KEY
    )
    assert (after.hands[0], after.turn.seat, after.discard) == (("9C",), 1, ("QS", "2D"))
    assert state.stock == ("2D", "3D")


def test_the_first_refused_action_is_named() -> None:
    state = inquiry.position(rules(), GIVEN)
    refused = inquiry.after(rules(), state, 0, [Draw("stock"), Discard("KC"), Discard("9C")], key=KEY)
    assert isinstance(refused, Refused)
    assert [(no.code, no.action) for no in refused.refusals] == [(Code.CARD_NOT_IN_HAND, 1)]


def test_only_the_seat_on_turn_has_legal_actions() -> None:
    state = inquiry.position(rules(), GIVEN)
    assert inquiry.legal_actions(rules(), state, 0) == [Draw("stock"), Draw("discard")]
    assert inquiry.legal_actions(rules(), state, 1) == []


def test_a_position_that_cannot_be_or_a_seat_that_is_not_there_is_refused() -> None:
    """Each with its place in what was asked."""
    wrong = inquiry.position(rules(), GIVEN | {"dealer": 5})
    absent = inquiry.position(rules(), GIVEN, seat=2)
    assert isinstance(wrong, Refused)
    assert isinstance(absent, Refused)
    assert [(no.code, no.clause, no.where) for no in wrong.refusals + absent.refusals] == [
        (Code.SEAT_UNKNOWN, "J.turn", ("state", "dealer")),
        (Code.SEAT_UNKNOWN, "J.turn", ("seat",)),
    ]
