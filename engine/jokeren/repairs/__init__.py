"""The smallest changes that make a refused list of actions legal as a whole.

Whatever is proposed was played: a repair is a list of which every action is accepted. Nothing is proposed because of a
card that the seat cannot see: a draw from the stock that is put into a list ends it, and where a list goes on after one
whose card the asker cannot have known, only stopping there is proposed.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.jokeren.actions import Discard, Draw, DrawSeen, LayOff, Meld, SwapJoker, TakeBack
from engine.jokeren.repairs.ending import kept_for_discard, other_end, undone
from engine.jokeren.repairs.laying import NOT_OPENED, open_first, other_melds, other_places
from engine.jokeren.repairs.trial import STOCK, Trial, size_of_change
from engine.jokeren.repairs.turns import (
    blind_draw,
    draw_first,
    draw_otherwise,
    keep_card,
    left_out,
    stop_at_end,
)
from engine.refusals import Code
from engine.repairs import MOST_REPAIRS, RepairCode, mended

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.repairs.trial import Actions, Asked
    from engine.jokeren.state import JokerenState
    from engine.refusals import Refused
    from engine.repairs import Repair

ENDED = {Code.NOT_YOUR_TURN, Code.ROUND_OVER}


def repairs(
    options: JokerenOptions,
    state: JokerenState,
    seat: int,
    actions: Sequence[Asked],
    refused: Refused,
    *,
    key: bytes,
) -> tuple[Repair, ...]:
    """Up to three changes of the list that make all of it legal, the smallest first; none where nothing small does.

    `refused` is the answer to these actions in this position, which names the one that is refused; `key` the round's.
    """
    at = refused.refusals[0].action
    if at is None or state.outcome is not None or state.turn.seat != seat:
        return ()
    sent = tuple(actions)
    trial = Trial(options, state, seat, sent, key)
    knows = _goes_on(sent) and refused.refusals[0].code != Code.DRAW_MUST_BE_LAST
    proposed: dict[Actions, Repair] = {}
    for repair in _proposals(trial, at, refused):
        if repair.actions and repair.actions != sent and (knows or not _goes_on(repair.actions)):
            proposed.setdefault(repair.actions, repair)
    ranked = sorted(proposed.values(), key=lambda repair: size_of_change(sent, repair.actions))
    return tuple(islice((repair for repair in ranked if trial.stands(repair.actions)), MOST_REPAIRS))


def _goes_on(actions: Actions) -> bool:
    """Whether something follows a draw from the stock, and so might show by a guess what was drawn.

    No game allows that; whoever asks about a position may, and knows the card, or is told to stop there.
    """
    return any(one == STOCK or isinstance(one, DrawSeen) for one in actions[:-1])


def _proposals(trial: Trial, at: int, refused: Refused) -> Iterator[Repair]:
    """Lists that may stand, the better one first where two of them change as much."""
    code = refused.refusals[0].code
    blind = at if code == Code.DRAW_MUST_BE_LAST else blind_draw(trial, at)
    if blind is not None:
        yield mended(RepairCode.STOP_AFTER_DRAW, trial.actions[: blind + 1])
        yield mended(RepairCode.DRAW_ONCE, (action for action in trial.actions if action != STOCK))
    elif code in ENDED:
        yield from stop_at_end(trial, at)
    elif code == Code.DRAW_FIRST:
        yield from draw_first(trial, at)
    else:
        yield from _of_action(trial, at, refused) if trial.before(at) is not None else ()


def _of_action(trial: Trial, at: int, refused: Refused) -> Iterator[Repair]:
    """Repairs by what kind of action is refused, and then the list without it or without what came before it."""
    first, action = refused.refusals[0], trial.actions[at]
    match action:
        case Draw() | DrawSeen():
            yield from draw_otherwise(trial, at, action, first.code)
            return
        case TakeBack():
            yield mended(RepairCode.LEAVE_OUT_TAKE_BACK, trial.instead(at))
            return
        case Meld():
            if first.code == Code.LAST_CARD_MUST_BE_DISCARDED:
                yield from kept_for_discard(trial, at)
            else:
                yield from other_melds(trial, at, action, first.facts.readings or ())
                yield from other_places(trial, at, action)
        case LayOff() | SwapJoker():
            if first.code == Code.LAST_CARD_MUST_BE_DISCARDED:
                yield from kept_for_discard(trial, at)
            elif first.code in NOT_OPENED:
                yield from open_first(trial, at)
            yield from other_places(trial, at, action)
        case Discard():
            yield from other_end(trial, at, action, refused)
    if first.code == Code.CARD_NOT_IN_HAND:
        yield from keep_card(trial, at, first.facts.card)
    yield from undone(trial, at, refused)
    yield from left_out(trial, at)
