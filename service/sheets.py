"""The score sheet of a game for a spreadsheet, and as a page to print."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine import PRESETS
from engine.clauses import clause_text
from engine.sentences import card_name, series
from service.printing import csv_answer, in_a_sentence, page_answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.standing import RoundScore, SeatResult
    from service.exchange import Answer
    from service.language import Language
    from service.views import ScoreSheet

COLUMNS: Final = (
    "round",
    "seat",
    "player",
    "winner",
    "blocked",
    "concealed",
    "broken_off",
    "points",
    "total",
    "cards",
    "adjustments",
)
"""One row for each round and seat. What can be true is 1 or 0, so that it can be summed."""

SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def as_csv(game_id: str, sheet: ScoreSheet, *, version: int) -> Answer:
    """The rounds that are over, a row for each seat; `cards` is `unknown` where nobody told what they cost."""
    names = _names(sheet)
    rows = (_row(one, line, names[line.seat]) for one in sheet.rounds for line in one.seats)
    return csv_answer(COLUMNS, rows, f"scores-{game_id}.csv", version=version)


def _row(one: RoundScore, line: SeatResult, name: str) -> tuple[str | int, ...]:
    cards = [f"{cost.card} {cost.points} {cost.clause}" for cost in line.cards or ()]
    return (
        one.number,
        line.seat,
        name,
        int(line.seat == one.winner),
        int(one.blocked),
        int(one.concealed),
        int(one.broken_off),
        line.points,
        line.total,
        "unknown" if line.cards is None else "; ".join(cards),
        "; ".join(f"{one.clause} {one.points}" for one in line.adjustments),
    )


def as_page(
    game_id: str, sheet: ScoreSheet, language: Language, *, preset: str, current: int, version: int
) -> Answer:
    """Standing and rounds, every card that was left with what it cost, and the clauses that say so.

    `current` is the number of the round that is being played, or was last.
    """
    names, winners = _names(sheet), sheet.winners or ()
    return page_answer(
        "scores.html",
        language,
        version=version,
        game=game_id,
        ruleset=PRESETS[preset].name,
        current=current,
        sheet=sheet,
        names=names,
        winners=series([in_a_sentence(names[seat]) for seat in winners], language),
        in_a_sentence=in_a_sentence,
        suits=SUITS,
        card_name=partial(card_name, language=language),
        clauses={clause: clause_text(clause, language) for clause in sorted(set(_cited(sheet)))},
    )


def _names(sheet: ScoreSheet) -> list[str]:
    return [place.name for place in sorted(sheet.standing, key=lambda place: place.seat)]


def _cited(sheet: ScoreSheet) -> Iterator[str]:
    for one in sheet.rounds:
        for line in one.seats:
            yield from (part.clause for part in line.parts)
