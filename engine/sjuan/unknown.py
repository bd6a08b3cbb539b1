"""Positions of which somebody knows only a part: which cards nobody has shown, and how such a position is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES, HIDDEN
from engine.sjuan.state import SjuanPartialState

if TYPE_CHECKING:
    from engine.sjuan.actions import Cards
    from engine.sjuan.state import SjuanState


def unseen(state: SjuanState) -> Cards:
    """The cards of the pack that the position does not show, in its order: each unknown one is one of them."""
    shown = {*state.layout.cards, *(card for hand in state.hands for card in hand)}
    return tuple(face for face in FACES if face not in shown)


def told(state: SjuanState) -> SjuanState | SjuanPartialState:
    """The position as it was asked about: a hand that is unknown is None, with the numbers of cards beside it."""
    if not any(HIDDEN in hand for hand in state.hands):
        return state
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    fields["hands"] = tuple(None if HIDDEN in hand else hand for hand in state.hands)
    fields["hand_counts"] = tuple(map(len, state.hands))
    return SjuanPartialState(**fields)
