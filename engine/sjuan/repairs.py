"""The smallest changes that make a refused list of actions legal as a whole.

A turn is one action (S.play), so that every repair is one action, and each was played.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.cards import RANK
from engine.refusals import Refused
from engine.repairs import MOST_REPAIRS, Repair, RepairCode, mended
from engine.sjuan.actions import Action, Play
from engine.sjuan.layout import place
from engine.sjuan.legal import PASS, PLAYS, playable
from engine.sjuan.play import play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.sjuan.options import SjuanOptions
    from engine.sjuan.state import SjuanState


def repairs(
    options: SjuanOptions,
    state: SjuanState,
    seat: int,
    actions: Sequence[Action],
    refused: Refused,  # noqa: ARG001 (which of the actions is refused does not matter where a turn is one)
    *,
    key: bytes,
) -> tuple[Repair, ...]:
    """Up to three single actions in the place of the list, the nearest first; none for a seat that is not on turn."""
    if state.outcome is not None or state.turn.seat != seat:
        return ()
    proposed: dict[Action, Repair] = {}
    for repair in (*_of_the_list(tuple(actions)), *_others(options, state, actions[0])):
        proposed.setdefault(repair.actions[0], repair)
    stand = (
        repair
        for action, repair in proposed.items()
        if not isinstance(play(options, state, seat, action, key=key), Refused)
    )
    return tuple(islice(stand, MOST_REPAIRS))


def _of_the_list(actions: tuple[Action, ...]) -> Iterator[Repair]:
    """One of several actions: the first, with which the turn ends, or a later one in its place."""
    if len(actions) > 1:
        yield mended(RepairCode.STOP_AT_END, actions[:1])
    for action in actions[1:]:
        others = (other.card for other in actions if isinstance(other, Play) and other != action)
        left_out = tuple(dict.fromkeys(others))
        if left_out:
            yield mended(RepairCode.LEAVE_OUT, (action,), cards=left_out)


def _others(options: SjuanOptions, state: SjuanState, sent: Action) -> Iterator[Repair]:
    """The cards of the hand that fit, those nearest to one that was sent first; a pass where there is none."""
    cards = playable(options, state, state.turn.seat)
    if not cards:
        yield mended(RepairCode.PASS_INSTEAD, (PASS,))
    if isinstance(sent, Play) and sent.card in RANK:
        suit, where = sent.card[-1], place(options, sent.card)
        cards = tuple(sorted(cards, key=lambda card: (card[-1] != suit, abs(place(options, card) - where))))
    for card in cards:
        yield mended(RepairCode.PLAY_INSTEAD, (PLAYS[card],), card=card)
