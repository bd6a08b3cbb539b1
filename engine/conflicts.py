"""What options that every family has contradict among themselves, each by the family's own clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import RANKS
from engine.options import clause_of
from engine.refusals import Code, Facts, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator


def common_conflicts(options: Any) -> Iterator[Refusal]:
    """More players at least than at most, no end of the game, a penalty table that is not there."""
    if options.min_players > options.max_players:
        facts = Facts(minimum=options.min_players, maximum=options.max_players)
        yield Refusal(code=Code.MIN_PLAYERS_ABOVE_MAX, clause=clause_of(options, "min_players"), facts=facts)
    if options.rounds is None and options.points_limit is None:
        facts = Facts(options=("rounds", "points_limit"))
        yield Refusal(code=Code.NO_END, clause=clause_of(options, "rounds"), facts=facts)
    if options.hand_penalties == "table" and len(options.penalty_table or ()) < len(RANKS):
        facts = Facts(option="penalty_table")
        clause = clause_of(options, "penalty_table")
        yield Refusal(code=Code.PENALTY_TABLE_MISSING, clause=clause, facts=facts)
