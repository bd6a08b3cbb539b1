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
    OPENING_CARD = "hint_opening_card"
    LAST_CARD = "hint_last_card"
    ONLY_CARD = "hint_only_card"
    OPEN_WAY = "hint_open_way"
    KEEP_CLOSED = "hint_keep_closed"
    PLAY_DEAREST = "hint_play_dearest"
    FARES_BEST = "hint_fares_best"
    NOTHING_FITS = "hint_nothing_fits"
    PAY_FINE = "hint_pay_fine"
    PASS_FREELY = "hint_pass_freely"


class HintFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """The figures behind a hint. Every field is optional; a code always carries the same ones.

    Of the `unseen` cards so many are `helping`: what the seat keeps could table one more card with any of them. `count`
    are cards that are tabled, or could be, or unseen ones that have to wait; `points` what cards or a pass are worth or
    cost. In `wins` of the sampled `deals` the seat goes out first.
    """

    card: str | None = None
    cards: tuple[str, ...] | None = None
    meld: str | None = None
    points: int | None = None
    required: int | None = None
    count: int | None = None
    helping: int | None = None
    unseen: int | None = None
    wins: int | None = None
    deals: int | None = None


class Hint(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """An action of a family's own, and why it is advised."""

    action: Any
    code: HintCode
    facts: HintFacts
