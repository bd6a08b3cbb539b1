"""What is odd about options that stand together: idle ones, games without an end, limits out of reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import FACES
from engine.oddities import Idle, idle_options, limit_out_of_reach, without_points
from engine.penalties import card_points
from engine.sjuan.scoring import most_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.findings import Finding
    from engine.sjuan.options import SjuanOptions


def _no_passes(options: SjuanOptions) -> bool:
    return options.voluntary_pass == "forbidden"


IDLE: tuple[Idle, ...] = (
    # S.dealer
    Idle(("dealer_rotation",), lambda o: o.rounds == 1 and o.tie_break == "shared", ("rounds", "tie_break")),
    # S.must_play
    Idle(("voluntary_pass_fine",), _no_passes, ("voluntary_pass",)),
    # S.score
    Idle(("penalty_table",), lambda o: o.hand_penalties != "table", ("hand_penalties",)),
    # S.game_end: only a fine reaches the limit before the end of a round
    Idle(("points_limit",), lambda o: o.rounds == 1 and _no_passes(o), ("rounds", "voluntary_pass")),
    Idle(
        ("points_limit",),
        lambda o: o.rounds == 1 and not o.voluntary_pass_fine,
        ("rounds", "voluntary_pass_fine"),
    ),
)
"""When an option is idle, and which options make it so; of several rows for an option the first that holds counts."""


def oddities(options: SjuanOptions, overrides: Mapping[str, Any]) -> list[Finding]:
    """Everything that is odd about options that can stand together; `overrides` are those that somebody set."""
    return [*idle_options(IDLE, options, overrides), *_totals(options)]


def _totals(options: SjuanOptions) -> Iterator[Finding]:
    """Games in which nobody ever gets a point, and limits that nobody can reach where nobody is fined (S.game_end)."""
    fine = 0 if _no_passes(options) else options.voluntary_pass_fine
    if fine:
        return
    players = tuple(range(options.min_players, options.max_players + 1))
    if not any(card_points(options, face) for face in FACES):
        unfined = "voluntary_pass" if _no_passes(options) else "voluntary_pass_fine"
        yield without_points(options, ("hand_penalties", "penalty_table", unfined), players)
    yield from limit_out_of_reach(options, max(most_points(options, count) for count in players))
