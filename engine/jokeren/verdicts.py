"""Answers away from any game: melds judged by themselves and as an opening, and the score of a round that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.jokeren.actions import TurnMeld
from engine.jokeren.duties import opening_owed
from engine.jokeren.melds import readings, verdict
from engine.jokeren.position import count_refusals, player_refusals, table_of
from engine.jokeren.scoring import Ended, card_costs, score
from engine.refusals import Code, Facts, Reading, Refusal, Refused
from engine.results import SeatScore

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from engine.jokeren.actions import Meld
    from engine.jokeren.melds import MeldRules
    from engine.jokeren.options import JokerenOptions


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
    table, found = table_of(options, given.get("table", ()))
    found += [*_score_refusals(options, given), *count_refusals(options, given, len(given["hands"]))]
    if found:
        return Refused(tuple(found))
    players = len(given["hands"])
    ended = Ended(
        round=given.get("round", 1),
        hands=tuple(tuple(hand) for hand in given["hands"]),
        table=table,
        opened=tuple(given.get("opened", (False,) * players)),
        may_open=(True,) * players,
        winner=given["winner"],
        concealed=given.get("concealed", False),
    )
    outcome = score(options, ended)
    return tuple(
        SeatScore(seat, outcome.points_of(seat), card_costs(options, ended, seat)) for seat in range(players)
    )


def _score_refusals(options: JokerenOptions, given: Mapping[str, Any]) -> Iterator[Refusal]:
    hands, winner, players = given["hands"], given["winner"], len(given["hands"])
    yield from player_refusals(options, players)
    if "opened" in given and len(given["opened"]) != players:
        facts = Facts(field="opened", count=len(given["opened"]), players=players)
        yield Refusal(code=Code.STATE_LISTS_LENGTH, clause="J.deal", facts=facts, where=("opened",))
    if winner is not None and winner >= players:
        facts = Facts(seat=winner, players=players)
        yield Refusal(code=Code.SEAT_UNKNOWN, clause="J.turn", facts=facts, where=("winner",))
    elif winner is not None and hands[winner]:
        facts = Facts(seat=winner, count=len(hands[winner]))
        yield Refusal(code=Code.WINNER_HAS_CARDS, clause="J.score", facts=facts, where=("hands", winner))
