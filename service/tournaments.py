"""The life of a stored tournament: who may do what, what of the games at its tables is taken over, and committing it.

How a change is committed stands in `keeping`. A game at a table is a stored game like any other, and the tournament
keeps its id: whoever reads a form first looks whether rounds of its game are over that do not stand in it yet.
"""

from __future__ import annotations

import hmac
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine import Refused, standing
from engine import tournament as rules
from service import access, creation, table_games, tournament_sheets, tournament_views
from service.access import Participant
from service.contract import Answer, etag_matches
from service.creation import New
from service.keeping import RACE_SECONDS, Change, Decided, Keeper, check_patience
from service.opened import Opened, Spot, check_place, check_totals
from service.problems import Problem, ServiceCode
from service.records import Remembered, pack, read_game, read_meta, write_entries
from service.tournament_records import (
    Act,
    Forms,
    TournamentMeta,
    read_forms,
    read_tournament_meta,
    write_forms,
)
from service.verdicts import resolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.tournament import Form, Tournament
    from service.access import Tokens
    from service.contract import Call
    from service.outcomes import Loaded
    from service.store import Store

DEALS: Final = 7
"""How many a match round has, unless the request says otherwise (J.match)."""

encode = msgspec.json.Encoder().encode


class Tournaments(Keeper[Opened]):
    """The stored tournaments of this service, and the games at their tables."""

    unknown = ServiceCode.TOURNAMENT_UNKNOWN

    def __init__(self, store: Store) -> None:
        super().__init__(store.of("tournament"))
        self._games = store

    def create(self, call: Call) -> Answer:
        """A new tournament with everybody seated, and the tokens by which its host and its players are known."""
        body, (seed, source) = call.body, creation.seed_of(call.body)
        begun = creation.or_key_reused(self._store, call, "tournament", lambda: _begun(body, seed))

        def make(name: str, tokens: Tokens, now_ms: int) -> New:
            host, players = creation.digests_of(tokens)
            meta = TournamentMeta(
                created_ms=now_ms,
                name=body["name"],
                players=tuple(body["players"]),
                seats=begun.seats,
                deals=begun.deals,
                preset=begun.ruleset.preset,
                options=begun.ruleset.options,
                resolved=pack(begun.ruleset.resolved),
                rules_hash=begun.ruleset.rules_hash,
                seed=seed,
                seed_source=source,
                host=host,
                tokens=players,
            )
            forms = Forms(forms=begun.forms, games=tuple((0,) * len(tables) for tables in begun.forms))
            view = tournament_views.tournament_view(name, meta, forms, 1, Participant("public"))
            entries = write_entries([Act(type="created", by="host")], first_seq=1, version=1, now_ms=now_ms)
            return New(meta=pack(meta), state=write_forms(forms), entries=entries, body=encode(view))

        kept = creation.keep(self._store, call, "tournament", len(body["players"]), make)
        told = tuple(tournament_views.PlayerToken(*one) for one in enumerate(kept.tokens.players))
        created = tournament_views.CreatedTournament(kept.body, kept.tokens.host, told)
        return Answer(
            created, status=201, version=1, location=f"/v1/tournaments/{kept.id}", replayed=kept.replayed
        )

    def view(self, call: Call) -> Answer:
        """The tournament, with every table."""
        _, at = self._load(call)
        version = at.stored.version
        return Answer(
            tournament_views.tournament_view(at.id, at.meta, at.forms, version, at.asker), version=version
        )

    def form_as_csv(self, call: Call) -> Answer:
        """The form of a table for a spreadsheet."""
        _, at = self._load(call)
        return tournament_sheets.form_as_csv(at.form_view(Spot.of(call.params)))

    def form_as_html(self, call: Call) -> Answer:
        """The form of a table as a page to print."""
        _, at = self._load(call)
        return tournament_sheets.form_as_page(at, at.form_view(Spot.of(call.params)), call.language)

    def form(self, call: Call) -> Answer:
        """The form of a table."""
        _, at = self._load(call)
        return Answer(at.form_view(Spot.of(call.params)), version=at.stored.version)

    def standings(self, call: Call) -> Answer:
        """The ranking."""
        _, at = self._load(call)
        return Answer(tournament_views.standings(at.meta, at.forms), version=at.stored.version)

    def standings_as_csv(self, call: Call) -> Answer:
        """The ranking for a spreadsheet."""
        _, at = self._load(call)
        return tournament_sheets.ranking_as_csv(at, tournament_views.standings(at.meta, at.forms))

    def standings_as_html(self, call: Call) -> Answer:
        """The ranking as a page to print."""
        _, at = self._load(call)
        ranking = tournament_views.standings(at.meta, at.forms)
        return tournament_sheets.ranking_as_page(at, ranking, call.language)

    def enter(self, call: Call) -> Answer:
        """The count of a deal, by hand."""
        spot, deal, body = Spot.of(call.params), call.params["deal"], call.body
        points, blocked, reason = body["points"], body.get("blocked", False), body.get("reason")

        def may(at: Opened) -> None:
            if at.asker.role != "host":
                access.require_place(at.asker, at.players(spot))

        def decide(at: Opened, now_ms: int) -> Decided | Answer:
            host = at.asker.role == "host"
            after = rules.enter(
                at.tournament, *spot, deal, points, blocked=blocked, host=host, reason=reason, at_ms=now_ms
            )
            line = rules.Deal(points=tuple(points), blocked=blocked)
            act = Act(type="entered", by=at.by, **spot._asdict(), deal=deal, line=line, reason=reason)
            return self._decided(call, at, after, act, now_ms)

        return self._change(call, may, decide)

    def confirm(self, call: Call) -> Answer:
        """The asking player confirms the columns of the others; those that it saw, if it says which."""
        spot = Spot.of(call.params)

        def decide(at: Opened, now_ms: int) -> Decided | Answer:
            seat = access.require_place(at.asker, at.players(spot))
            after = rules.confirm(at.tournament, *spot, seat)
            if not isinstance(after, Refused) and "totals" in call.body:
                check_totals(call.body["totals"], at.form(spot).totals)
            act = Act(type="confirmed", by=at.by, **spot._asdict())
            return self._decided(call, at, after, act, now_ms)

        return self._change(call, lambda at: access.require_place(at.asker, at.players(spot)), decide)

    def play(self, call: Call) -> Answer:
        """A game at a table that plays its open deals, with the tokens that its players have already.

        Whom a bot plays for, and with which seed, is for the host to say: a player could see the cards by it.
        """
        spot = Spot.of(call.params)

        def may(at: Opened) -> None:
            if call.body:
                access.require_host(at.asker)
            elif at.asker.role != "host":
                access.require_place(at.asker, at.players(spot))

        def decide(at: Opened, now_ms: int) -> Decided:
            begun = table_games.begin(self._games, call, at, spot, now_ms)
            act = Act(type="game_begun", by=at.by, **spot._asdict(), game=begun.id)
            record = Remembered(
                fingerprint=call.fingerprint,
                body=encode(tournament_views.TableGame(begun.view)),
                version=begun.version,
                location=f"/v1/games/{begun.id}",
            )
            return _change(at, begun.forms, [act], now_ms), record

        return self._change(call, may, decide)

    def catch_up(self, name: str) -> None:
        """Take over what the games at the tables have come to, before one of them goes."""
        deadline = time.monotonic() + RACE_SECONDS
        while (loaded := self._store.load(name)).stored is not None:
            stored = loaded.stored
            meta = read_tournament_meta(stored)
            at = Opened(name, stored, meta, read_forms(stored), Participant("public"))
            if not self._took_over(at, {}, loaded.now_ms):
                return
            check_patience(deadline)

    def _load(self, call: Call, *, once: str | None = None) -> tuple[Loaded, Opened]:
        """The tournament, with everything in its forms that the games at its tables have come to."""
        deadline = time.monotonic() + RACE_SECONDS
        while True:
            loaded = self._store.load(call.params["id"], once=once)
            stored = self._there(loaded)
            meta = read_tournament_meta(stored)
            check_place(meta, call.params)
            asker = access.participant(meta, call.token)
            at = Opened(call.params["id"], stored, meta, read_forms(stored), asker)
            if loaded.record is not None or not self._took_over(at, call.params, loaded.now_ms):
                return loaded, at
            check_patience(deadline)

    def _took_over(self, at: Opened, params: Mapping[str, Any], now_ms: int) -> bool:
        """Keep what the games at the tables that are asked for have come to; whether there was anything."""
        tournament, acts = self._followed(at, params)
        if acts:
            forms = msgspec.structs.replace(at.forms, forms=tournament.forms)
            self._commit(at.id, at, _change(at, forms, acts, now_ms))
        return bool(acts)

    def _followed(self, at: Opened, params: Mapping[str, Any]) -> tuple[Tournament, list[Act]]:
        """The tournament after the games at the tables that are asked for, and what was done for it."""
        tournament, acts = at.tournament, list[Act]()
        for spot in at.spots(params):
            form = at.form(spot)
            if form.game is None:
                continue
            stored = self._games.load(form.game).stored
            if stored is None:
                tournament = rules.detach(tournament, *spot)
                acts.append(Act(type="game_gone", **spot._asdict(), game=form.game))
                continue
            outcomes = standing.outcomes(read_game(read_meta(stored), stored))
            tournament = rules.take_over(tournament, *spot, outcomes)
            acts += _taken_over(spot, form, tournament.forms[spot.round - 1][spot.table - 1])
        return tournament, acts

    def _decided(
        self, call: Call, at: Opened, after: Tournament | Refused, act: Act, now_ms: int
    ) -> Decided | Answer:
        """A form that was changed, as it is kept and answered; where nothing changes nothing is kept but a key."""
        if isinstance(after, Refused):
            raise Problem.refused(after)
        changed = after.forms != at.forms.forms
        spot, version = Spot.of(call.params), at.stored.version
        if not changed and not call.idempotency_key:
            return Answer(at.form_view(spot), version=version)
        forms = msgspec.structs.replace(at.forms, forms=after.forms)
        view = tournament_views.score_form(at.id, at.meta, forms, version + 1, *spot)
        record = Remembered(fingerprint=call.fingerprint, body=encode(view), version=version + 1)
        return _change(at, forms, [act] if changed else [], now_ms), record

    def _check_version(self, call: Call, at: Opened) -> None:
        version = at.stored.version
        if call.if_match is None or etag_matches(call.if_match, version):
            return
        raise Problem.of(
            ServiceCode.VERSION_OLD,
            says="version_old_tournament",
            source="header",
            pointer="If-Match",
            version=version,
            extra={"version": version, "events": [], "reset": True},
        )


def _change(at: Opened, forms: Forms, acts: Sequence[Act], now_ms: int) -> Change:
    first, version = at.stored.log_length + 1, at.stored.version + 1
    entries = write_entries(acts, first_seq=first, version=version, now_ms=now_ms)
    return Change(state=write_forms(forms), entries=entries)


def _begun(body: Mapping[str, Any], seed: bytes) -> Tournament:
    """A new tournament as a request asks for it.

    Raises:
        Problem: 409, these rules or so many players will not do.
    """
    ruleset, players = resolved(body["ruleset"]), len(body["players"])
    begun = rules.begin(
        ruleset,
        players,
        body["rounds"],
        body.get("deals", DEALS),
        seed=hmac.digest(seed, b"seating", "sha256"),
    )
    if isinstance(begun, Refused):
        raise Problem.refused(begun)
    return begun


def _taken_over(spot: Spot, before: Form, after: Form) -> Iterator[Act]:
    """The lines that a game has filled."""
    for deal, (old, new) in enumerate(zip(before.deals, after.deals, strict=True), 1):
        if old is None and new is not None:
            yield Act(type="taken_over", **spot._asdict(), deal=deal, line=new, game=new.game)
