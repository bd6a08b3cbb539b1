"""A stored tournament that was found, its tables, and who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from service import tournament_views
from service.access import Participant
from service.faults import fault
from service.outcomes import Stored
from service.problems import Problem, ServiceCode
from service.tournament_records import By, Forms, TournamentMeta, tournament_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.tournament import Form, Tournament
    from service.faults import Fault
    from service.tournament_views import ScoreForm


class Spot(NamedTuple):
    """A table in a match round, both counted from 1."""

    round: int
    table: int

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Spot:
        """The one that a path names."""
        return cls(params["round"], params["table"])


class Opened(msgspec.Struct, frozen=True):
    """A stored tournament that was found, and who asks for it."""

    id: str
    stored: Stored
    meta: TournamentMeta
    forms: Forms
    asker: Participant

    @property
    def tournament(self) -> Tournament:
        """As the engine has it."""
        return tournament_of(self.meta, self.forms)

    @property
    def by(self) -> By | None:
        """Who asks, as the log has it."""
        return "host" if self.asker.role == "host" else self.asker.player

    def players(self, spot: Spot) -> tuple[int, ...]:
        """Who sits at a table, seat by seat."""
        return self.meta.seats[spot.round - 1][spot.table - 1]

    def form(self, spot: Spot) -> Form:
        """The form of a table."""
        return self.forms.forms[spot.round - 1][spot.table - 1]

    def form_view(self, spot: Spot) -> ScoreForm:
        """The form of a table as everybody sees it."""
        return tournament_views.score_form(self.id, self.meta, self.forms, self.stored.version, *spot)

    def spots(self, params: Mapping[str, Any]) -> Iterable[Spot]:
        """The table that a path names, or all of them."""
        if "table" in params:
            return [Spot.of(params)]
        return [
            Spot(round_, table)
            for round_, forms in enumerate(self.forms.forms, 1)
            for table, _ in enumerate(forms, 1)
        ]


def check_place(meta: TournamentMeta, params: Mapping[str, Any]) -> None:
    """Refuse (404) a path to a match round, a table or a deal that this tournament does not have."""
    if "table" not in params:
        return
    round_, table = Spot.of(params)
    tables = meta.seats[round_ - 1] if round_ <= len(meta.seats) else ()
    there = {
        "round": bool(tables),
        "table": table <= len(tables),
        "deal": params.get("deal", 1) <= meta.deals,
    }
    for name, known in there.items():
        if not known:
            raise Problem.of(ServiceCode.FORM_UNKNOWN, source="path", pointer=name)


def check_totals(seen: Sequence[int], totals: Sequence[int]) -> None:
    """Refuse to confirm other columns than those that the player has seen."""
    faults = list(_differences(seen, totals))
    if faults:
        raise Problem(ServiceCode.TOTALS_CHANGED.status, faults)


def _differences(seen: Sequence[int], totals: Sequence[int]) -> Iterator[Fault]:
    code = ServiceCode.TOTALS_CHANGED
    if len(seen) != len(totals):
        yield fault(code, says="totals_not_seats", pointer="/totals", count=len(seen), players=len(totals))
        return
    for seat, (points, required) in enumerate(zip(seen, totals, strict=True)):
        if points != required:
            yield fault(code, pointer=f"/totals/{seat}", seat=seat, points=points, required=required)
