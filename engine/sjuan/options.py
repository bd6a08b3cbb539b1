"""The options of Sjuan: one field each, with its bounds, its clause and the sentence that explains it.

The defaults are those of the preset `sjuan`.
"""

from functools import cached_property
from typing import Annotated, Literal

import msgspec

from engine.cards import RANKS
from engine.options import Options, rule
from engine.sjuan.actions import Cards
from engine.sjuan.layout import rows_after

Points = Annotated[int, msgspec.Meta(ge=0, le=50)]


class SjuanOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Every way in which the games of the family differ."""

    min_players: Annotated[int, rule("S.players", "The fewest players.", ge=2, le=7)] = 3
    max_players: Annotated[int, rule("S.players", "The most players.", ge=2, le=7)] = 6
    opening_card: Annotated[
        Literal["7S", "7H", "7D", "7C"],
        rule("S.start", "The seven that is played first, and by whose holder."),
    ] = "7C"
    ace: Annotated[
        Literal["low", "high"],
        rule("S.ace", "Where the ace lies in its suit: below the two, or above the king."),
    ] = "low"
    eight_before_six: Annotated[
        bool, rule("S.must_play", "In each suit the eight must lie before the six can be played.")
    ] = False
    voluntary_pass: Annotated[
        Literal["forbidden", "allowed"],
        rule("S.must_play", "Whether a player who could play a card may pass all the same."),
    ] = "forbidden"
    voluntary_pass_fine: Annotated[
        int,
        rule("S.must_play", "The points that a pass costs a player who could have played.", ge=0, le=50),
    ] = 0
    hand_penalties: Annotated[
        Literal["pips", "one_each", "table"],
        rule(
            "S.score", "What a card left in hand costs: its pips, one point, or what the penalty table says."
        ),
    ] = "one_each"
    penalty_table: Annotated[
        dict[Literal[RANKS], Points] | None,  # type: ignore[valid-type]
        rule("S.score", "The points of each rank, where the hand penalties follow a table."),
    ] = None
    dealer_rotation: Annotated[
        Literal["left", "winner"],
        rule("S.dealer", "Who deals the next round: the player to the left, or the winner."),
    ] = "winner"
    rounds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=100)] | None,
        rule("S.game_end", "Rounds in a game; null is no limit."),
    ] = None
    points_limit: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None,
        rule("S.game_end", "The total at which a game ends; null is no limit."),
    ] = 50
    tie_break: Annotated[
        Literal["shared", "extra_round"],
        rule("S.game_end", "Equal totals share the win, or play an extra round."),
    ] = "shared"

    @cached_property
    def rows_after(self) -> dict[str | Cards, dict[str, Cards]]:
        """What every row can grow to, made once for all steps of all games under these options."""
        return rows_after(self)
