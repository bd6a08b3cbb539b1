"""The score form of a table in match play: its lines, who has confirmed it, and what may not stand on it (J.match).

Deals are counted from 1, as on the wire; seats of a table from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.clauses import MATCH
from engine.refusals import Code, Facts, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FormStatus = Literal["open", "complete", "confirmed"]


class Deal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a form: what each seat was left with, and the game it was played in (None: entered by hand)."""

    points: tuple[int, ...]
    blocked: bool = False
    game: str | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a confirmed form that the host corrected, on record; `at_ms` are milliseconds since 1970."""

    deal: int
    before: Deal
    after: Deal
    reason: str | None = None
    at_ms: int


class Form(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The score form of a table in a match round, with a line per deal (None: not played yet).

    `confirmed` says of each seat whether it has confirmed the columns of the others. `game` plays the deals that are
    still open, and `taken` of its rounds stand in the form by now.
    """

    deals: tuple[Deal | None, ...]
    confirmed: tuple[bool, ...]
    changes: tuple[Change, ...] = ()
    game: str | None = None
    taken: int = 0

    @property
    def open_deals(self) -> tuple[int, ...]:
        """The numbers of the deals that are not in yet."""
        return tuple(number for number, line in enumerate(self.deals, 1) if line is None)

    @property
    def status(self) -> FormStatus:
        """Deals are missing, all are in, or all are in and every seat has confirmed."""
        if self.open_deals:
            return "open"
        return "confirmed" if all(self.confirmed) else "complete"

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each seat's column."""
        lines = [line.points for line in self.deals if line is not None]
        return tuple(sum(points[seat] for points in lines) for seat in range(len(self.confirmed)))


def blank(players: int, deals: int) -> Form:
    """The form of a table before its first deal."""
    return Form(deals=(None,) * deals, confirmed=(False,) * players)


def faults(points: Sequence[int], players: int, *, blocked: bool, most: int) -> Iterator[Refusal]:
    """Everything that is wrong with the count of a deal: one seat is at zero, or none where the deal was blocked.

    Nobody is left with more than `most`. Whether a seat is at zero is not asked where there are not as many counts as
    seats: the one that is missing, or is too much, may be it.
    """
    at = ("points",)
    if len(points) != players:
        facts = Facts(count=len(points), players=players)
        yield Refusal(code=Code.POINTS_NOT_SEATS, clause=MATCH, facts=facts, where=at)
    elif zeros := points.count(0):
        facts = Facts(count=zeros)
        if blocked:
            yield Refusal(code=Code.BLOCKED_WITH_WINNER, clause=MATCH, facts=facts, where=("blocked",))
        elif zeros > 1:
            yield Refusal(code=Code.DEAL_WITH_WINNERS, clause=MATCH, facts=facts, where=at)
    elif not blocked:
        yield Refusal(code=Code.DEAL_WITHOUT_WINNER, clause=MATCH, where=at)
    for seat, count in enumerate(points[:players]):
        if not 0 <= count <= most:
            facts = Facts(seat=seat, points=count, minimum=0, maximum=most)
            yield Refusal(code=Code.POINTS_OUT_OF_RANGE, clause=MATCH, facts=facts, where=(*at, seat))
