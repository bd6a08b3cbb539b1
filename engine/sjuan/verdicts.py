"""The score of a round that is over, away from any game."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

from engine.cards import FACES
from engine.positions import card_refusals, list_refusals, scored_refusals
from engine.refusals import Refused, foreign
from engine.sjuan.position import CLAUSES, PACK, empty_hand_refusals, fine_refusals
from engine.sjuan.scoring import score, score_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.results import SeatScore
    from engine.sjuan.options import SjuanOptions
    from engine.sjuan.scoring import Ending

SCORED = ("ruleset", "hands", "winner", "round", "fines")
"""What a request to score a round may say in this family."""


def score_round(options: SjuanOptions, given: Mapping[str, Any]) -> tuple[SeatScore, ...] | Refused:
    """The scores of a round that ended with these `hands` and this `winner` (None: blocked), or why it cannot have.

    `fines` are what the seats paid in the course of it; nothing, if left out.
    """
    hands, winner = tuple(map(tuple, given["hands"])), given["winner"]
    found = [
        *foreign(given, SCORED, CLAUSES.turn),
        *scored_refusals(CLAUSES, options, given),
        *list_refusals(CLAUSES, given, ("fines",), len(hands)),
        *fine_refusals(options, given.get("fines", (0,)), len(FACES)),
        *empty_hand_refusals(hands, winner),
        *card_refusals(CLAUSES, PACK, Counter(chain(*hands))),
    ]
    if found:
        return Refused(tuple(found))
    fines = tuple(given.get("fines", (0,) * len(hands)))
    ending: Ending = "blocked" if winner is None else "won"
    return score_lines(options, score(options, hands, fines, ending=ending, winner=winner))
