"""How a refused list of actions could be mended: a code from one closed list, the whole list as it would be, the facts.

The sentences in three languages stand in `texts/repairs.toml`; a test holds that list and this one equal.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from engine.refusals import NO_FACTS, Facts

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_REPAIRS = 3
"""The ways to mend one list that are told."""


class RepairCode(StrEnum):
    """What is changed, in one stable word."""

    DRAW_FROM_DISCARD = "draw_from_discard"
    DRAW_FROM_STOCK = "draw_from_stock"
    DRAW_STOCK_INSTEAD = "draw_stock_instead"
    DRAW_UNNAMED = "draw_unnamed"
    DRAW_ONCE = "draw_once"
    STOP_AFTER_DRAW = "stop_after_draw"

    STOP_AT_END = "stop_at_end"
    DISCARD_LAST = "discard_last"

    NAME_KIND = "name_kind"
    DECLARE_JOKER = "declare_joker"
    ADD_CARDS = "add_cards"
    LAY_INSTEAD = "lay_instead"

    COMPLETE_OPENING = "complete_opening"
    LAY_AS_WELL = "lay_as_well"
    LAY_OFF_AS_WELL = "lay_off_as_well"
    SWAP_AS_WELL = "swap_as_well"
    OPEN_FIRST = "open_first"
    LAY_FIRST = "lay_first"

    LAY_OFF_INSTEAD = "lay_off_instead"
    SWAP_INSTEAD = "swap_instead"

    DISCARD_INSTEAD = "discard_instead"
    KEEP_FOR_DISCARD = "keep_for_discard"

    PLAY_INSTEAD = "play_instead"
    PASS_INSTEAD = "pass_instead"

    LEAVE_OUT = "leave_out"
    TAKE_BACK = "take_back"
    LEAVE_OUT_TAKE_BACK = "leave_out_take_back"


class Repair(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """One way to mend: all the actions, each of which is accepted in this order, and what was changed."""

    code: RepairCode
    actions: tuple[Any, ...]
    facts: Facts = NO_FACTS


def mended(code: RepairCode, actions: Iterable[Any], **facts: object) -> Repair:
    """A repair with its facts."""
    return Repair(code=code, actions=tuple(actions), facts=Facts(**facts))  # type: ignore[arg-type]
