"""The cards on the table: a row for each suit, and which cards fit next (S.play, S.ace, S.must_play)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import msgspec

from engine.cards import BY_SUIT_AND_RANK, RANK

if TYPE_CHECKING:
    from engine.sjuan.actions import Cards
    from engine.sjuan.options import SjuanOptions

SIX, SEVEN, EIGHT, KING = 6, 7, 8, 13


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """The row of each suit from its lowest card to its highest; every row that has a card has its seven."""

    clubs: tuple[str, ...] = msgspec.field(default=(), name="C")
    diamonds: tuple[str, ...] = msgspec.field(default=(), name="D")
    hearts: tuple[str, ...] = msgspec.field(default=(), name="H")
    spades: tuple[str, ...] = msgspec.field(default=(), name="S")

    @property
    def empty(self) -> bool:
        """Whether nothing has been played yet."""
        return not (self.clubs or self.diamonds or self.hearts or self.spades)

    @property
    def cards(self) -> Cards:
        """Every card that was played, row by row."""
        return (*self.clubs, *self.diamonds, *self.hearts, *self.spades)

    def row(self, suit: str) -> Cards:
        """The row of a suit, by its letter."""
        cards: Cards = getattr(self, ROW_OF[suit])
        return cards


ROW_OF = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
"""The field of each suit's row, by the letter of the suit."""


def place(options: SjuanOptions, card: str) -> int:
    """Where a card stands in its suit: 1 is an ace that is low, 14 one that is high (S.ace)."""
    rank = RANK[card]
    return KING + 1 if rank == 1 and options.ace == "high" else rank


def ends(options: SjuanOptions) -> tuple[int, int]:
    """The lowest and the highest place of a suit (S.ace)."""
    return (2, KING + 1) if options.ace == "high" else (1, KING)


def rows_after(options: SjuanOptions) -> dict[str | Cards, dict[str, Cards]]:
    """For each row, or the letter of a suit that has none: each card that fits on it, and the row that it then is.

    That the opening card comes first is no matter of a row (S.play, S.ace, S.must_play).
    """
    lowest, highest = ends(options)
    after: dict[str | Cards, dict[str, Cards]] = {}
    for suit, faces in BY_SUIT_AND_RANK.items():
        after[suit] = {faces[SEVEN]: (faces[SEVEN],)}
        for low, high in product(range(lowest, SEVEN + 1), range(SEVEN, highest + 1)):
            grown = after[faces[low : high + 1]] = {}
            if low > lowest and not (options.eight_before_six and high == SEVEN):
                grown[faces[low - 1]] = faces[low - 1 : high + 1]
            if high < highest:
                grown[faces[high + 1]] = faces[low : high + 2]
    return after


def fitting(options: SjuanOptions, layout: Layout) -> set[str]:
    """Every card that could be played next, whoever holds it."""
    if layout.empty:
        return {options.opening_card}
    after = options.rows_after
    return {
        *after[layout.clubs or "C"],
        *after[layout.diamonds or "D"],
        *after[layout.hearts or "H"],
        *after[layout.spades or "S"],
    }


def with_card(options: SjuanOptions, layout: Layout, card: str) -> Layout | None:
    """The layout with a card more, or None where it does not fit (S.start, S.play)."""
    suit = card[-1]
    name = ROW_OF[suit]
    row: Cards = getattr(layout, name)
    if not row and layout.empty and card != options.opening_card:
        return None
    grown = options.rows_after[row or suit].get(card)
    return None if grown is None else msgspec.structs.replace(layout, **{name: grown})
