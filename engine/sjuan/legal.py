"""What the seat on turn may do (S.play, S.must_play)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES
from engine.sjuan.actions import Action, Cards, Pass, Play
from engine.sjuan.layout import fitting

if TYPE_CHECKING:
    from engine.sjuan.options import SjuanOptions
    from engine.sjuan.state import SjuanState

PLAYS = {face: Play(face) for face in FACES}
PASS = Pass()


def playable(options: SjuanOptions, state: SjuanState, seat: int) -> Cards:
    """The cards of a seat that fit, in the order of its hand."""
    fits = fitting(options, state.layout)
    return tuple([card for card in state.hands[seat] if card in fits])


def legal_actions(options: SjuanOptions, state: SjuanState) -> list[Action]:
    """Everything that the seat on turn may do: its cards that fit, then a pass where it may pass."""
    fits = fitting(options, state.layout)
    actions: list[Action] = [PLAYS[card] for card in state.hands[state.turn.seat] if card in fits]
    if not actions or (options.voluntary_pass == "allowed" and not state.layout.empty):
        actions.append(PASS)
    return actions
