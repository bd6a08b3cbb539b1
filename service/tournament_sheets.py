"""The score forms and the ranking of a tournament for a spreadsheet, and as pages to print and to fill in by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import PRESETS
from service.printing import csv_answer, page_answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.exchange import Answer
    from service.language import Language
    from service.opened import Opened
    from service.tournament_views import ScoreForm, TournamentStandings

FORM_COLUMNS: Final = (
    "round",
    "table",
    "deal",
    "seat",
    "player",
    "blocked",
    "points",
    "total",
    "confirmed",
)
"""One row for each deal and seat; points and total are empty while the deal is not in."""


def form_as_csv(form: ScoreForm) -> Answer:
    """A row for each deal and seat."""
    name = f"form-{form.tournament}-{form.round}-{form.table}.csv"
    return csv_answer(FORM_COLUMNS, _form_rows(form), name, version=form.version)


def _form_rows(form: ScoreForm) -> Iterator[tuple[str | int | None, ...]]:
    for line in form.deals:
        for seat in form.seats:
            points = None if line.points is None else line.points[seat.seat]
            total = None if line.totals is None else line.totals[seat.seat]
            where = (form.round, form.table, line.deal, seat.seat, seat.name)
            yield *where, int(line.blocked), points, total, int(seat.confirmed)


def form_as_page(at: Opened, form: ScoreForm, language: Language) -> Answer:
    """The form for paper: a line for each deal, played or not, the totals, and a place to sign."""
    return page_answer(
        "form.html",
        language,
        version=form.version,
        name=at.meta.name,
        ruleset=PRESETS[at.meta.preset].name,
        round=form.round,
        table=form.table,
        form=form,
        begun=any(line.points is not None for line in form.deals),
    )


def ranking_as_csv(at: Opened, ranking: TournamentStandings) -> Answer:
    """A row for each player, best first."""
    rounds = (f"round_{number}" for number, _ in enumerate(at.meta.seats, 1))
    rows = ((place.rank, place.name, *place.rounds, place.total, place.deals) for place in ranking.standings)
    columns = ("rank", "player", *rounds, "total", "deals")
    return csv_answer(columns, rows, f"standings-{at.id}.csv", version=at.stored.version)


def ranking_as_page(at: Opened, ranking: TournamentStandings, language: Language) -> Answer:
    """The ranking for paper."""
    return page_answer(
        "ranking.html",
        language,
        version=at.stored.version,
        name=at.meta.name,
        ruleset=PRESETS[at.meta.preset].name,
        rounds=range(1, len(at.meta.seats) + 1),
        ranking=ranking,
    )
