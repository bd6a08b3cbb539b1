"""Match play: a club at tables of 3 and 4, its score forms, their confirmation, and the ranking (J.match).

A tournament is a value, and so is what every operation makes of it; ids of games and times are arguments. Match rounds,
tables and deals are counted from 1, as on the wire; seats of a table from 0. Players are the numbers that the seating
gives them.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import msgspec

from engine.clauses import MATCH
from engine.family import family_of, refuse_game, resolve
from engine.forms import Change, Deal, Form, blank, faults
from engine.options import Ruleset
from engine.refusals import Code, Facts, Refusal, Refused, refuse
from engine.seating import nearest_seatable, seating, table_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.results import Outcome

__all__ = [
    "Change",
    "Deal",
    "Form",
    "Place",
    "Tournament",
    "attach",
    "begin",
    "confirm",
    "detach",
    "enter",
    "form_of",
    "standings",
    "table_ruleset",
    "take_over",
]


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament between two requests: who sits where, and a form for each table; both by match round and table.

    `deals` is how many a match round has. Only `forms` ever changes.
    """

    ruleset: Ruleset
    seats: tuple[tuple[tuple[int, ...], ...], ...]
    deals: int
    forms: tuple[tuple[Form, ...], ...]

    @property
    def finished(self) -> bool:
        """Whether every form is confirmed, so that the ranking is final."""
        return all(form.status == "confirmed" for tables in self.forms for form in tables)


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the ranking: the sum of each match round (None: no deal in yet), and of all `deals` that are in."""

    player: int
    rounds: tuple[int | None, ...]
    total: int
    deals: int
    rank: int


def begin(ruleset: Ruleset, players: int, rounds: int, deals: int, *, seed: bytes) -> Tournament | Refused:
    """A tournament with everybody seated for every match round, or every reason why these rules or players cannot."""
    found = [*_unfit(ruleset), *_unseatable(ruleset, players)]
    if found:
        return Refused(tuple(found))
    seats = seating(players, rounds, seed=seed)
    forms = tuple(tuple(blank(len(table), deals) for table in tables) for tables in seats)
    return Tournament(ruleset=ruleset, seats=seats, deals=deals, forms=forms)


def form_of(tournament: Tournament, round_: int, table: int) -> Form | None:
    """The form of a table, or None where there is no such match round or table."""
    forms = tournament.forms
    if 1 <= round_ <= len(forms) and 1 <= table <= len(forms[round_ - 1]):
        return forms[round_ - 1][table - 1]
    return None


def enter(  # noqa: PLR0913 (an entry is all of these)
    tournament: Tournament,
    round_: int,
    table: int,
    deal: int,
    points: Sequence[int],
    *,
    blocked: bool,
    host: bool,
    reason: str | None = None,
    at_ms: int,
) -> Tournament | Refused:
    """The count of a deal by hand, for the first time or anew.

    A game's deals wait for the game. Before all have confirmed, anybody may correct a line, and everybody confirms
    again; after it only the host, and then the form stays confirmed and the change is on record. What stands there
    already, or came from a game just so, changes nothing.

    Raises:
        KeyError: there is no such match round, table or deal.
    """
    form = _form(tournament, round_, table)
    if not 1 <= deal <= len(form.deals):
        raise KeyError(deal)
    before = form.deals[deal - 1]
    if form.status == "confirmed" and not host:
        return refuse(Code.FORM_CONFIRMED, MATCH)
    if before is None and form.game is not None:
        return _being_played(form)
    players, ruleset = len(form.confirmed), tournament.ruleset
    most = family_of(ruleset.preset).most_points(ruleset.resolved, players)
    if found := tuple(faults(points, players, blocked=blocked, most=most)):
        return Refused(found)
    after = Deal(points=tuple(points), blocked=blocked)
    if before is not None and (before.points, before.blocked) == (after.points, after.blocked):
        return tournament
    lines = (*form.deals[: deal - 1], after, *form.deals[deal:])
    if before is not None and form.status == "confirmed":
        change = Change(deal=deal, before=before, after=after, reason=reason, at_ms=at_ms)
        return _with(tournament, round_, table, deals=lines, changes=(*form.changes, change))
    return _with(tournament, round_, table, deals=lines, confirmed=(False,) * players)


def confirm(tournament: Tournament, round_: int, table: int, seat: int) -> Tournament | Refused:
    """A seat confirms the columns of the others, once all deals are in; to do so twice changes nothing.

    Raises:
        KeyError: there is no such match round, table or seat.
    """
    form = _form(tournament, round_, table)
    if not 0 <= seat < len(form.confirmed):
        raise KeyError(seat)
    if form.open_deals:
        return refuse(Code.FORM_INCOMPLETE, MATCH, count=len(form.open_deals))
    confirmed = (*form.confirmed[:seat], True, *form.confirmed[seat + 1 :])
    return _with(tournament, round_, table, confirmed=confirmed)


def attach(tournament: Tournament, round_: int, table: int, game: str) -> Tournament | Refused:
    """A game begins that plays the open deals.

    Raises:
        KeyError: there is no such match round or table.
    """
    form = _form(tournament, round_, table)
    if not form.open_deals:
        return refuse(Code.FORM_FULL, MATCH, count=len(form.deals))
    if form.game is not None:
        return _being_played(form)
    return _with(tournament, round_, table, game=game)


def detach(tournament: Tournament, round_: int, table: int) -> Tournament:
    """The game at the table is no more; the deals that were taken over from it stay.

    Raises:
        KeyError: there is no such match round or table.
    """
    return _with(tournament, round_, table, game=None, taken=0)


def take_over(tournament: Tournament, round_: int, table: int, outcomes: Sequence[Outcome]) -> Tournament:
    """The rounds of the attached game that are over, from its first one on, fill the deals that were open, in order.

    Rounds that stand in the form already are not taken again, also where their lines were corrected since. With the
    last open deal the game has done its work and is let go.

    Raises:
        KeyError: there is no such match round or table.
    """
    form = _form(tournament, round_, table)
    if form.game is None:
        return tournament
    lines, new = list(form.deals), outcomes[form.taken :]
    for number, outcome in zip(form.open_deals, new, strict=False):
        points = tuple(outcome.points_of(seat) for seat in range(len(form.confirmed)))
        lines[number - 1] = Deal(points=points, blocked=outcome.blocked, game=form.game)
    if None not in lines:
        return _with(tournament, round_, table, deals=tuple(lines), game=None, taken=0)
    return _with(tournament, round_, table, deals=tuple(lines), taken=form.taken + len(new))


def table_ruleset(tournament: Tournament, open_deals: int) -> Ruleset | Refused:
    """What a game at a table is played by: the tournament's rules for as many rounds as deals are open.

    A limit does not end it and a tie does not prolong it, since every deal counts for the form. What rises by round
    begins anew with the first of them (interpretation).
    """
    ruleset = tournament.ruleset
    whole = {"rounds": open_deals, "points_limit": None, "tie_break": "shared"}
    return resolve(ruleset.preset, ruleset.options | whole)


def standings(tournament: Tournament) -> tuple[Place, ...]:
    """The ranking: lowest sum first, equal sums sharing the better rank, among them the lower number first.

    It counts every deal that is in, so it is provisional until the tournament is `finished`. A deal counts the same at
    a table of 3 as at a table of 4 (interpretation).
    """
    columns: dict[int, list[tuple[int, int]]] = {}
    for tables, forms in zip(tournament.seats, tournament.forms, strict=True):
        for players, form in zip(tables, forms, strict=True):
            played = len(form.deals) - len(form.open_deals)
            for player, total in zip(players, form.totals, strict=True):
                columns.setdefault(player, []).append((played, total))
    sums = {player: sum(total for _, total in rounds) for player, rounds in columns.items()}
    ascending = sorted(sums.values())
    return tuple(
        Place(
            player=player,
            rounds=tuple(total if played else None for played, total in columns[player]),
            total=sums[player],
            deals=sum(played for played, _ in columns[player]),
            rank=1 + bisect_left(ascending, sums[player]),
        )
        for player in sorted(sums, key=lambda player: (sums[player], player))
    )


def _unfit(ruleset: Ruleset) -> Iterator[Refusal]:
    """Why nobody could fill a form by these rules: a line has one zero, and the lowest sum wins."""
    option = family_of(ruleset.preset).unfit_for_match(ruleset.resolved)
    if option is not None:
        facts = Facts(option=option)
        yield Refusal(code=Code.MATCH_RULESET_UNFIT, clause=MATCH, facts=facts, where=("ruleset",))


def _unseatable(ruleset: Ruleset, players: int) -> Iterator[Refusal]:
    """Why so many cannot sit at tables of 3 and 4, or these rules not be played at such tables."""
    sizes = table_sizes(players)
    if sizes is None:
        facts = Facts(players=players, nearest=nearest_seatable(players))
        yield Refusal(code=Code.PLAYERS_NOT_SEATABLE, clause=MATCH, facts=facts, where=("players",))
        return
    family, options = family_of(ruleset.preset), ruleset.resolved
    for size in sorted(set(sizes)):
        if not options.min_players <= size <= options.max_players:
            bounds = {"minimum": options.min_players, "maximum": options.max_players}
            no = refuse_game(Code.PLAYERS_OUT_OF_RANGE, family, where=("ruleset",), players=size, **bounds)
            yield from no.refusals


def _form(tournament: Tournament, round_: int, table: int) -> Form:
    form = form_of(tournament, round_, table)
    if form is None:
        raise KeyError((round_, table))
    return form


def _with(tournament: Tournament, round_: int, table: int, **changes: object) -> Tournament:
    """The tournament with one form changed."""
    form = msgspec.structs.replace(_form(tournament, round_, table), **changes)
    tables = tournament.forms[round_ - 1]
    tables = (*tables[: table - 1], form, *tables[table:])
    forms = (*tournament.forms[: round_ - 1], tables, *tournament.forms[round_:])
    return msgspec.structs.replace(tournament, forms=forms)


def _being_played(form: Form) -> Refused:
    return refuse(Code.DEAL_BEING_PLAYED, MATCH, count=len(form.open_deals))
