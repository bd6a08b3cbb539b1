"""What is advised to a player: an action, and why, as a code from one closed list with its figures.

The sentences in three languages stand in `texts/hints.toml`; a test holds that list and this one equal.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class HintCode(StrEnum):
    """Why an action is advised, in one stable word."""

    GO_OUT = "hint_go_out"
    TAKE_DISCARD = "hint_take_discard"
    DRAW_STOCK = "hint_draw_stock"
    OPEN = "hint_open"
    MELD = "hint_meld"
    LAY_OFF = "hint_lay_off"
    SWAP_JOKER = "hint_swap_joker"
    HOLD_BACK = "hint_hold_back"
    DISCARD_DEAREST = "hint_discard_dearest"
    KEEP_CHANCES = "hint_keep_chances"
    TAKE_BACK = "hint_take_back"


class HintFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """The figures behind a hint. Every field is optional; a code always carries the same ones.

    Of the `unseen` cards so many are `helping`: what the seat keeps could table one more card with any of them. `count`
    are cards that are tabled, or could be; `points` what they or a discard are worth.
    """

    card: str | None = None
    cards: tuple[str, ...] | None = None
    meld: str | None = None
    points: int | None = None
    required: int | None = None
    count: int | None = None
    helping: int | None = None
    unseen: int | None = None


class Hint(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """An action of a family's own, and why it is advised."""

    action: Any
    code: HintCode
    facts: HintFacts
