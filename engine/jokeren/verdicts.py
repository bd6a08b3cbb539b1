"""Answers away from any game: melds judged by themselves and as an opening, and the score of a round that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.jokeren.actions import TurnMeld
from engine.jokeren.duties import opening_owed
from engine.jokeren.melds import readings, verdict
from engine.jokeren.position import count_refusals, table_of
from engine.jokeren.scoring import Ended, score, score_lines
from engine.jokeren.unknown import CLAUSES
from engine.positions import list_refusals, scored_refusals
from engine.refusals import Reading, Refused, foreign

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from engine.jokeren.actions import Meld
    from engine.jokeren.melds import MeldRules
    from engine.jokeren.options import JokerenOptions
    from engine.results import SeatScore

SCORED = ("ruleset", "hands", "winner", "round", "table", "opened", "concealed")
"""What a request to score a round may say in this family."""


class MeldJudged(msgspec.Struct, frozen=True):
    """A verdict on one meld: how it would lie, or why not, and every way in which it can be read."""

    verdict: Reading | Refused
    readings: tuple[Reading, ...]


class OpeningVerdict(msgspec.Struct, frozen=True):
    """What melds are worth together, what an opening needs, and whether its demands of points and kinds are met."""

    points: int
    required: int
    met: bool


def judge_melds(
    options: JokerenOptions, melds: Sequence[Meld], *, round_number: int
) -> tuple[tuple[MeldJudged, ...], OpeningVerdict]:
    """Each meld by itself, and all valid ones together as the opening of a round.

    Melds alone do not say how many cards stay in hand, so a demand for all cards is taken as met.
    """
    judged = tuple(_judged(options.melds, meld) for meld in melds)
    valid = [one.verdict for one in judged if isinstance(one.verdict, Reading)]
    laid = [TurnMeld("m1", read.kind, read.cards, read.points) for read in valid]  # type: ignore[arg-type]
    required, _ = options.opening_for(round_number)
    met = bool(laid) and not opening_owed(options, laid, round_number=round_number, hand_left=0)
    return judged, OpeningVerdict(sum(read.points for read in valid), required, met)


def _judged(rules: MeldRules, meld: Meld) -> MeldJudged:
    found = readings(rules, meld.cards, meld.kind)
    return MeldJudged(verdict(rules, meld.cards, meld.kind, found), tuple(found))


def score_round(options: JokerenOptions, given: Mapping[str, Any]) -> tuple[SeatScore, ...] | Refused:
    """The scores of a round that ended with these `hands` and this `winner` (None: blocked), or why it cannot have.

    `concealed` says that the winner went out in one go (J.double). By `table`, `opened` (nobody, if left out) and
    `round` (the first) it is judged which jokers could have been laid; everybody is taken to be free to open by now.
    """
    players = len(given["hands"])
    table, found = table_of(options, given.get("table", ()))
    found += [
        *foreign(given, SCORED, CLAUSES.turn),
        *scored_refusals(CLAUSES, options, given),
        *list_refusals(CLAUSES, given, ("opened",), players),
        *count_refusals(options, given, players),
    ]
    if found:
        return Refused(tuple(found))
    ended = Ended(
        round=given.get("round", 1),
        hands=tuple(tuple(hand) for hand in given["hands"]),
        table=table,
        opened=tuple(given.get("opened", (False,) * players)),
        may_open=(True,) * players,
        winner=given["winner"],
        concealed=given.get("concealed", False),
    )
    return score_lines(options, score(options, ended))
