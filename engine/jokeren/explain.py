"""Why cards are not a meld: the most telling reason, with its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BY_SUIT_AND_RANK, FACE, JOKER, RANK, is_joker
from engine.jokeren.runs import run_arrangements
from engine.refusals import Code, Refused, refuse

if TYPE_CHECKING:
    from engine.jokeren.melds import MeldRules


def explain(rules: MeldRules, cards: tuple[str, ...], kind: str | None) -> Refused:
    """Refuse cards that have no reading, by the kind that was named or else the one that they come closest to."""
    shown = [FACE[card] for card in cards if card != JOKER]
    if len(cards) < 3:  # noqa: PLR2004 (J.set and J.run both begin at three)
        clause = "J.set" if kind == "set" else "J.run"
        return refuse(Code.MELD_TOO_SMALL, clause, count=len(cards), minimum=3, cards=cards)
    naturals = [card for card in cards if not is_joker(card)]
    if len(naturals) < rules.min_naturals:
        return refuse(Code.TOO_FEW_NATURALS, "J.joker", count=len(naturals), minimum=rules.min_naturals)
    one_rank = len({RANK[face] for face in shown}) == 1
    one_suit = len({face[-1] for face in shown}) == 1
    if kind == "set" or (kind is None and one_rank and not one_suit):
        return _explain_set(rules, cards, shown, one_rank=one_rank)
    if kind == "run" or one_suit:
        return _explain_run(rules, cards, shown, one_suit=one_suit)
    return refuse(Code.NOT_A_MELD, "J.run", cards=cards)


def _explain_set(rules: MeldRules, cards: tuple[str, ...], shown: list[str], *, one_rank: bool) -> Refused:
    if not one_rank:
        return refuse(Code.SET_MIXED_RANKS, "J.set", cards=cards)
    twice = next((face for face in shown if shown.count(face) > 1), None)
    if rules.distinct and twice is not None:
        return refuse(Code.SET_SAME_SUIT, "J.set", cards=cards, card=twice)
    return refuse(Code.SET_TOO_LARGE, "J.set", cards=cards, count=len(cards), maximum=4)


def _explain_run(rules: MeldRules, cards: tuple[str, ...], shown: list[str], *, one_suit: bool) -> Refused:
    if not one_suit:
        return refuse(Code.RUN_MIXED_SUITS, "J.run", cards=cards)
    if len(cards) > rules.longest_run:
        return refuse(Code.RUN_TOO_LONG, "J.ace", cards=cards, count=len(cards), maximum=rules.longest_run)
    if run_arrangements("both_ends", cards):
        ends_high = rules.ace == "low"
        return refuse(Code.RUN_ACE_SIDE, "J.ace", cards=cards, value="low" if ends_high else "high")
    if run_arrangements("around", cards):
        return refuse(Code.RUN_ROUND_THE_CORNER, "J.ace", cards=cards)
    return refuse(Code.RUN_NOT_CONSECUTIVE, "J.run", cards=cards, missing=_gaps(shown))


def _gaps(shown: list[str]) -> tuple[str, ...]:
    """The faces that lie between the lowest and the highest of these and are not among them, the ace taken low."""
    ranks = sorted({RANK[face] for face in shown})
    by_rank = BY_SUIT_AND_RANK[shown[0][-1]]
    return tuple(by_rank[rank] for rank in range(ranks[0], ranks[-1]) if rank not in ranks)
