"""The plausible actions that a seat may not do now, and why, so that a button can be grey with its reason.

They are each card of the hand, and a pass. Nothing is asked here but of `play`, and nothing is looked at that the seat
cannot see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.refusals import Refused
from engine.sjuan.legal import PASS, PLAYS, legal_actions
from engine.sjuan.play import play

if TYPE_CHECKING:
    from engine.sjuan.actions import Action
    from engine.sjuan.options import SjuanOptions
    from engine.sjuan.state import SjuanState


def refused_actions(options: SjuanOptions, state: SjuanState, seat: int) -> list[tuple[Action, Refused]]:
    """Each card of a seat that it may not play now, by the order of its hand, then a pass where it may not pass.

    Each comes with what `play` answers to it; whoever is not on turn is told just that of all of them.
    """
    plausible: tuple[Action, ...] = (*(PLAYS[card] for card in state.hands[seat]), PASS)
    on_turn = state.outcome is None and seat == state.turn.seat
    # What is legal is not tried: where it ended the round, all hands would be counted.
    legal = legal_actions(options, state) if on_turn else []
    asked = (
        (action, play(options, state, seat, action, key=b"")) for action in plausible if action not in legal
    )
    return [(action, answer) for action, answer in asked if isinstance(answer, Refused)]
