"""Ends of rounds made for a question: who may go out, and what the cards cost that are left (J.out, J.score)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import FACES
from engine.jokeren.probes.openings import melds_to_open
from engine.jokeren.probes.staging import laid, lay_off, meld, probe
from engine.jokeren.scoring import Ended, card_costs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.probes.staging import Stage
    from engine.results import Probe

PLAIN = meld("4H 5H 6H 7H")


def goings_out(stage: Stage, *, concealed: bool | None = None, **fields: Any) -> Iterator[Probe]:
    """A player gets rid of all cards, with a last discard and by tabling them; `concealed` in one go, or not."""
    for over in (1, 0):
        if concealed is not True:
            yield probe(stage, laid(PLAIN), PLAIN, over=over, ends=bool(over), **fields)
        if concealed is not False:
            for number, melds in melds_to_open(stage):
                yield probe(
                    stage, laid(*melds), *melds,
                    over=over, ends=bool(over), opened=False, round=number, **fields,
                )  # fmt: skip


def first_laps(stage: Stage) -> Iterator[Probe]:
    """A player goes out in the own first turn, before or after the others have had theirs (J.first_lap)."""
    for turns in ((0, 0), (0, 1)):
        yield from goings_out(stage, turns=turns)


def left_over(
    stage: Stage, other: str, *, table: tuple[str, ...] = (), opened: bool = True
) -> Iterator[Probe]:
    """The round ends, in each way that there is, and seat 0 holds these cards."""
    fields: dict[str, Any] = {"other": other, "table": table, "others_opened": opened}
    yield probe(stage, "", over=1, **fields)
    if not table:
        yield probe(
            stage, "9C", lay_off("m1", "9C"), over=0, ends=False, **{**fields, "table": ("9S 9H 9D",)}
        )
        yield from goings_out(stage, **fields)
    spent = [one.max_turns - 1 for one in stage.both]
    own, others = turns_before(stage, min(spent))
    yield probe(stage, "", over=3, turns=(own, others), **fields)


def turns_before(stage: Stage, total: int) -> tuple[int, int]:
    """So many turns, shared out over the seat on turn and each of the others."""
    others = total // stage.players
    return total - others * (stage.players - 1), others


def cards_left(stage: Stage) -> Iterator[Probe]:
    """A hand with a card that costs otherwise is left over (J.score)."""
    everything = Ended(
        round=1, hands=(FACES,), table=(), opened=(True,), may_open=(True,), winner=None, concealed=False
    )
    left, right = (card_costs(one, everything, 0) for one in stage.both)
    dear = [one.card for one, other in zip(left, right, strict=True) if one.points != other.points]
    yield from left_over(stage, " ".join([*dear[4:5], "6D", "10C"]))
    yield from left_over(stage, " ".join([*dear[:1], "8D", "3C"]))


def jokers_left(stage: Stage) -> Iterator[Probe]:
    """A joker is left over: one that could have been laid, and ones that could not (J.score_kbn)."""
    for opened in (True, False):
        yield from left_over(stage, "JK 8D", table=("8S 9S 10S JS",), opened=opened)
        yield from left_over(stage, "JK 2C 8D", opened=opened)
        yield from left_over(stage, "JK KS KH KD QS QD", opened=opened)


def any_left(stage: Stage) -> Iterator[Probe]:
    """The round ends, and whoever scores gets points (J.collect, J.double)."""
    yield from left_over(stage, "6D 10C KC")


def doubled(stage: Stage) -> Iterator[Probe]:
    """A player goes out in one go (J.double)."""
    yield from goings_out(stage, concealed=True)


def not_concealed(stage: Stage) -> Iterator[Probe]:
    """A player goes out who had melded in an earlier turn (J.in_one_go)."""
    yield from goings_out(stage, concealed=False)
