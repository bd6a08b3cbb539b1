"""The life of a stored game: load it, see who asks, ask the engine, commit.

How a change is committed stands in `keeping`; here is what a change of a game is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine import Refused
from engine import match as rules
from engine.match import Game, Played
from service import access, advice, creation, seats, sheets, views
from service.access import Asker
from service.contract import Answer, etag_matches
from service.keeping import Change, Decided, Keeper
from service.outcomes import Deleted, Gone, Stored
from service.problems import Problem, ServiceCode
from service.records import (
    Meta,
    Remembered,
    read_entries,
    read_fact,
    read_game,
    read_meta,
    write_entries,
    write_game,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.contract import Call
    from service.outcomes import Loaded
    from service.store import Store

MISSED_EVENTS: Final = 100
encode = msgspec.json.Encoder().encode


class Opened(msgspec.Struct, frozen=True):
    """A stored game that was found, and who asks for it."""

    id: str
    stored: Stored
    meta: Meta
    game: Game
    asker: Asker

    def facts(self) -> list[Any]:
        """What the entries that were loaded tell, with nothing hidden."""
        return [read_fact(self.game.family, entry) for entry in read_entries(self.stored.entries)]


class Games(Keeper[Opened]):
    """The stored games of this service."""

    unknown = ServiceCode.GAME_UNKNOWN

    def __init__(self, store: Store, *, max_wait: int, before_delete: Callable[[str], None]) -> None:
        super().__init__(store)
        self._max_wait = max_wait
        self._before_delete = before_delete

    def create(self, call: Call) -> Answer:
        """A new game, and the tokens by which its host and its seats are known."""
        return creation.create(self._store, call)

    def view(self, call: Call) -> Answer:
        """The game as its asker may see it."""
        at = self._open(call)
        version = at.stored.version
        return Answer(
            views.game_view(call.params["id"], at.meta, at.game, version, at.asker), version=version
        )

    def delete(self, call: Call) -> Answer:
        """Remove the game; the host alone may. A version that was demanded is looked at again where it has changed.

        What was played at a table of a tournament stands in its form before the game goes.
        """
        while True:
            at = self._open(call)
            access.require_host(at.asker)
            self._check_version(call, at)
            expected = None if call.if_match in {None, "*"} else at.stored.version
            if at.meta.tournament is not None:
                self._before_delete(at.meta.tournament)
                expected = at.stored.version
            match self._store.delete(call.params["id"], expected=expected):
                case Deleted():
                    return Answer(None, status=204)
                case Gone():
                    raise self._gone()

    def move(self, call: Call) -> Answer:
        """The asking seat's actions, all or none."""

        def decide(at: Opened) -> Played | Refused:
            seat, actions = access.require_seat(at.asker), call.body["actions"]
            played = rules.play(at.game, seat, actions)
            if isinstance(played, Refused):
                mended = advice.repairs(rules.repairs(at.game, seat, actions, played), call.language)
                raise Problem.refused(played, extra={"repairs": mended})
            return played

        return self._play(call, access.require_seat, decide)

    def deal(self, call: Call) -> Answer:
        """The next round."""
        return self._play(call, access.require_token, lambda at: rules.deal_next(at.game))

    def legal_moves(self, call: Call) -> Answer:
        """What the asking seat may do now."""
        at = self._open(call)
        seat = access.require_seat(at.asker)
        refused = rules.refused_actions(at.game, seat) if call.params["refused"] else None
        return Answer(advice.legal_moves(rules.legal_actions(at.game, seat), refused, call.language))

    def hint(self, call: Call) -> Answer:
        """A good action for the asking seat, from what it may see; none where it is not its turn."""
        at = self._open(call, after=-seats.MEMORY)
        seat = access.require_seat(at.asker)
        return Answer(advice.advised(seats.hint(at.game, seat, call.params["id"], at.facts()), call.language))

    def scores(self, call: Call) -> Answer:
        """The score sheet."""
        at = self._open(call)
        return Answer(views.score_sheet(at.meta, at.game), version=at.stored.version)

    def scores_as_csv(self, call: Call) -> Answer:
        """The score sheet for a spreadsheet."""
        at = self._open(call)
        return sheets.as_csv(at.id, views.score_sheet(at.meta, at.game), version=at.stored.version)

    def scores_as_html(self, call: Call) -> Answer:
        """The score sheet as a page to print."""
        at = self._open(call)
        return sheets.as_page(
            at.id,
            views.score_sheet(at.meta, at.game),
            call.language,
            preset=at.meta.preset,
            current=at.game.state.round,
            version=at.stored.version,
        )

    def export(self, call: Call) -> Answer:
        """Everything there is of the game; for the host alone."""
        at = self._open(call, after=0)
        access.require_host(at.asker)
        stored = at.stored
        return Answer(views.game_export(call.params["id"], at.meta, at.game, stored.version, stored.entries))

    def events(self, call: Call) -> Answer:
        """What happened after a number of the log, waiting for it if asked to."""
        after, limit = call.params["after"], call.params["limit"]
        at = self._open(call, after=after, limit=limit)
        wait = min(call.params["wait"], self._max_wait)
        if wait and at.stored.log_length == after:
            self._store.wait(call.params["id"], after=after, seconds=wait)
            at = self._open(call, after=after, limit=limit)
        length = at.stored.log_length
        told = views.events(at.game, read_entries(at.stored.entries), at.asker)
        return Answer(views.EventPage(told, min(after, length) + len(told), reset=after > length))

    def _open(self, call: Call, *, after: int | None = None, limit: int | None = None) -> Opened:
        """The game for a reader; what bots had no time for when they came on turn, they do now if a player reads."""
        loaded = self._store.load(call.params["id"], after=after, limit=limit)
        at = self._opened(call, loaded)
        if at.asker.role == "public" or not seats.bot_on_turn(at.game, at.meta.bots):
            return at
        moved = self._with_bots(at, Played(at.game, ()))
        self._commit(at.id, at, self._decided(call, at, moved, loaded.now_ms)[0])
        return self._opened(call, self._store.load(call.params["id"], after=after, limit=limit))

    def _with_bots(self, at: Opened, played: Played) -> Played:
        """What was played, and the turns of the bots that come next."""
        if not seats.bot_on_turn(played.game, at.meta.bots):
            return played
        stored = self._store.load(at.id, after=-seats.MEMORY).stored
        entries = read_entries(stored.entries if stored else ())
        known = [read_fact(at.game.family, entry) for entry in entries if entry.seq <= at.game.log_length]
        return seats.with_bots(played, at.meta.bots, seed=at.meta.seed, known=known)

    def _load(self, call: Call, *, once: str | None) -> tuple[Loaded, Opened]:
        loaded = self._store.load(call.params["id"], once=once)
        return loaded, self._opened(call, loaded)

    def _opened(self, call: Call, loaded: Loaded) -> Opened:
        stored = self._there(loaded)
        meta = read_meta(stored)
        return Opened(
            call.params["id"], stored, meta, read_game(meta, stored), access.identify(meta, call.token)
        )

    def _play(
        self, call: Call, may: Callable[[Asker], Any], play: Callable[[Opened], Played | Refused]
    ) -> Answer:
        """Do what is asked, then let the bots move that come next."""

        def decide(at: Opened, now_ms: int) -> Decided:
            played = play(at)
            if isinstance(played, Refused):
                raise Problem.refused(played)
            return self._decided(call, at, self._with_bots(at, played), now_ms)

        return self._change(call, lambda at: may(at.asker), decide)

    def _decided(self, call: Call, at: Opened, played: Played, now_ms: int) -> Decided:
        version = at.stored.version + 1
        entries = write_entries(
            played.facts, first_seq=at.game.log_length + 1, version=version, now_ms=now_ms
        )
        view = views.game_view(at.id, at.meta, played.game, version, at.asker)
        body = encode(views.GameUpdate(view, views.events(played.game, entries, at.asker)))
        record = Remembered(fingerprint=call.fingerprint, body=body, version=version)
        return Change(state=write_game(played.game), entries=entries), record

    def _check_version(self, call: Call, at: Opened) -> None:
        """Refuse a change that was meant for another version, and say what the asker has missed."""
        version = at.stored.version
        if call.if_match is None or etag_matches(call.if_match, version):
            return
        first = max(0, at.stored.log_length - MISSED_EVENTS - 1)
        newest = self._open(call, after=first)
        entries = read_entries(newest.stored.entries)
        meant = _version_meant(call.if_match)
        missed = [entry for entry in entries if entry.version > meant]
        reset = meant < 0 or len(missed) > MISSED_EVENTS or meant >= version
        told = [] if reset else views.events(newest.game, missed, newest.asker)
        raise Problem.of(
            ServiceCode.VERSION_OLD,
            source="header",
            pointer="If-Match",
            version=newest.stored.version,
            extra={"version": newest.stored.version, "events": told, "reset": reset},
        )


def _version_meant(if_match: str) -> int:
    """The version that a single strong tag names, -1 for anything else."""
    text = if_match.strip().strip('"')
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1  # noqa: PLR2004 (2^53 has 16)
