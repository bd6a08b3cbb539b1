"""What natural cards left in hand cost, by the options that families have in common (J.score, S.score)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from engine.cards import RANK, RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping

PICTURE, ACE = 10, 11


class Penalties(Protocol):
    """The options by which a card left in hand costs its pips, one point, or what a table says."""

    @property
    def hand_penalties(self) -> Literal["pips", "one_each", "table"]:
        """By what a card costs."""

    @property
    def penalty_table(self) -> Mapping[str, int] | None:
        """The points of each rank, for `table`."""


def card_points(options: Penalties, card: str) -> int:
    """What a card that is no joker costs in any hand."""
    if options.hand_penalties == "one_each":
        return 1
    if options.penalty_table is not None and options.hand_penalties == "table":
        return options.penalty_table[RANKS[RANK[card] - 1]]
    return ACE if RANK[card] == 1 else min(RANK[card], PICTURE)
