"""What a stored tournament looks like: the answers' structs, named as the contract's components.

Everybody may see all of it; only the tokens and the seed are nobody's, and no struct can hold them but the one that
tells the tokens once.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from engine import Ruleset, tournament
from service.access import Participant
from service.tournament_records import tournament_of
from service.views import moment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.tournament import Change, Deal, Form
    from service.tournament_records import Forms, TournamentMeta


class TournamentPlayer(msgspec.Struct, frozen=True):
    """A player and the number that the tables and the ranking have for it."""

    player: int
    name: str


class MatchTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a match round: who sits there, seat by seat, and how far its form is."""

    table: int
    players: tuple[int, ...]
    status: str
    totals: tuple[int, ...]
    game: str | None


class MatchRound(msgspec.Struct, frozen=True):
    """The tables of a match round."""

    round: int
    tables: tuple[MatchTable, ...]


class TournamentView(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as its asker sees it."""

    id: str
    version: int
    name: str
    created_at: str
    status: str
    ruleset: Ruleset
    deals: int
    players: tuple[TournamentPlayer, ...]
    rounds: tuple[MatchRound, ...]
    seed_source: str
    you: Participant


class PlayerToken(msgspec.Struct, frozen=True):
    """The token of a player."""

    player: int
    token: str


class CreatedTournament(msgspec.Struct, frozen=True):
    """The new tournament and its tokens."""

    tournament: msgspec.Raw
    host_token: str
    players: tuple[PlayerToken, ...]


class FormSeat(msgspec.Struct, frozen=True):
    """A column of a form: whose it is, and whether that player has confirmed the others."""

    seat: int
    player: int
    name: str
    confirmed: bool


class FormDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a form; `points` and `totals` are null while the deal is not in."""

    deal: int
    points: tuple[int, ...] | None
    blocked: bool
    game: str | None
    totals: tuple[int, ...] | None


class FormLine(msgspec.Struct, frozen=True):
    """What a line said before or after a change."""

    points: tuple[int, ...]
    blocked: bool
    game: str | None


class FormChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a confirmed form, by the host."""

    deal: int
    before: FormLine
    after: FormLine
    reason: str | None
    at: str


class ScoreForm(msgspec.Struct, frozen=True, kw_only=True):
    """The score form of a table in a match round."""

    tournament: str
    version: int
    round: int
    table: int
    status: str
    seats: tuple[FormSeat, ...]
    deals: tuple[FormDeal, ...]
    totals: tuple[int, ...]
    game: str | None
    changes: tuple[FormChange, ...]


class TournamentStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the ranking; equal totals share a rank."""

    rank: int
    player: int
    name: str
    rounds: tuple[int | None, ...]
    total: int
    deals: int


class TournamentStandings(msgspec.Struct, frozen=True):
    """The ranking, and whether every form is confirmed."""

    standings: tuple[TournamentStanding, ...]
    final: bool


class TableGame(msgspec.Struct, frozen=True):
    """The game that plays the open deals of a table."""

    game: msgspec.Raw


def tournament_view(
    name: str, meta: TournamentMeta, forms: Forms, version: int, asker: Participant
) -> TournamentView:
    """The tournament, with every table of every match round."""
    whole = tournament_of(meta, forms)
    return TournamentView(
        id=name,
        version=version,
        name=meta.name,
        created_at=moment(meta.created_ms),
        status="finished" if whole.finished else "playing",
        ruleset=whole.ruleset,
        deals=meta.deals,
        players=tuple(TournamentPlayer(player, called) for player, called in enumerate(meta.players)),
        rounds=tuple(
            MatchRound(number, tuple(_tables(seats, tables)))
            for number, (seats, tables) in enumerate(zip(meta.seats, forms.forms, strict=True), 1)
        ),
        seed_source=meta.seed_source,
        you=asker,
    )


def _tables(seats: Iterable[tuple[int, ...]], forms: Iterable[Form]) -> Iterable[MatchTable]:
    for number, (players, form) in enumerate(zip(seats, forms, strict=True), 1):
        yield MatchTable(
            table=number, players=players, status=form.status, totals=form.totals, game=form.game
        )


def score_form(
    name: str, meta: TournamentMeta, forms: Forms, version: int, round_: int, table: int
) -> ScoreForm:
    """The form of a table."""
    form, players = forms.forms[round_ - 1][table - 1], meta.seats[round_ - 1][table - 1]
    return ScoreForm(
        tournament=name,
        version=version,
        round=round_,
        table=table,
        status=form.status,
        seats=tuple(
            FormSeat(seat, player, meta.players[player], form.confirmed[seat])
            for seat, player in enumerate(players)
        ),
        deals=tuple(_lines(form)),
        totals=form.totals,
        game=form.game,
        changes=tuple(map(_change, form.changes)),
    )


def _lines(form: Form) -> Iterable[FormDeal]:
    nothing = (0,) * len(form.confirmed)
    running = accumulate(
        (nothing if line is None else line.points for line in form.deals),
        lambda sums, points: tuple(map(sum, zip(sums, points, strict=True))),
    )
    for number, (line, totals) in enumerate(zip(form.deals, running, strict=True), 1):
        if line is None:
            yield FormDeal(deal=number, points=None, blocked=False, game=None, totals=None)
        else:
            yield FormDeal(
                deal=number, points=line.points, blocked=line.blocked, game=line.game, totals=totals
            )


def _change(change: Change) -> FormChange:
    return FormChange(
        deal=change.deal,
        before=_line(change.before),
        after=_line(change.after),
        reason=change.reason,
        at=moment(change.at_ms),
    )


def _line(line: Deal) -> FormLine:
    return FormLine(line.points, line.blocked, line.game)


def standings(meta: TournamentMeta, forms: Forms) -> TournamentStandings:
    """The ranking over all deals that are in."""
    whole = tournament_of(meta, forms)
    places = tuple(
        TournamentStanding(
            rank=place.rank,
            player=place.player,
            name=meta.players[place.player],
            rounds=place.rounds,
            total=place.total,
            deals=place.deals,
        )
        for place in tournament.standings(whole)
    )
    return TournamentStandings(places, whole.finished)
