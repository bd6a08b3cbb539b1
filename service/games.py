"""The life of a stored game: load it, see who asks, ask the engine, commit.

A change costs two round trips: one reads the game together with the answer kept under the request's idempotency key,
the other commits the new state, its facts and the answer, if the version is still the same. A lost race begins again
with the new position, so the log is always an order in which the requests were legal.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine import Refused
from engine import match as rules
from engine.match import Game, Played
from service import access, advice, creation, seats, views
from service.access import Asker
from service.contract import Answer, etag_matches
from service.outcomes import Committed, Deleted, Gone, Once, Replayed, Stale, Stored
from service.problems import Problem, ServiceCode
from service.records import (
    Meta,
    Remembered,
    pack,
    read_entries,
    read_fact,
    read_game,
    read_meta,
    write_entries,
    write_game,
)
from service.replays import digest, replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.contract import Call
    from service.outcomes import Loaded
    from service.store import Store

RACE_SECONDS: Final = 2.0
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


class Games:
    """The stored games of this service."""

    def __init__(self, store: Store, *, max_wait: int) -> None:
        self._store = store
        self._max_wait = max_wait

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
        """Remove the game; the host alone may. A version that was demanded is looked at again where it has changed."""
        while True:
            at = self._open(call)
            access.require_host(at.asker)
            self._check_version(call, at)
            expected = None if call.if_match in {None, "*"} else at.stored.version
            match self._store.delete(call.params["id"], expected=expected):
                case Deleted():
                    return Answer(None, status=204)
                case Gone():
                    raise Problem.of(ServiceCode.GAME_UNKNOWN, source="path", pointer="id")

    def move(self, call: Call) -> Answer:
        """The asking seat's actions, all or none."""

        def decide(at: Opened) -> Played | Refused:
            seat, actions = access.require_seat(at.asker), call.body["actions"]
            played = rules.play(at.game, seat, actions)
            if isinstance(played, Refused):
                mended = advice.repairs(rules.repairs(at.game, seat, actions, played), call.language)
                raise Problem.refused(played, extra={"repairs": mended})
            return played

        return self._change(call, access.require_seat, decide)

    def deal(self, call: Call) -> Answer:
        """The next round."""
        return self._change(call, access.require_player, lambda at: rules.deal_next(at.game))

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
        self._commit(call, at, self._with_bots(at, Played(at.game, ())), None, loaded.now_ms)
        return self._opened(call, self._store.load(call.params["id"], after=after, limit=limit))

    def _with_bots(self, at: Opened, played: Played) -> Played:
        """What was played, and the turns of the bots that come next."""
        if not seats.bot_on_turn(played.game, at.meta.bots):
            return played
        stored = self._store.load(at.id, after=-seats.MEMORY).game
        entries = read_entries(stored.entries if stored else ())
        known = [read_fact(at.game.family, entry) for entry in entries if entry.seq <= at.game.log_length]
        return seats.with_bots(played, at.meta.bots, seed=at.meta.seed, known=known)

    def _opened(self, call: Call, loaded: Loaded) -> Opened:
        stored = loaded.game
        if stored is None:
            raise Problem.of(ServiceCode.GAME_UNKNOWN, source="path", pointer="id")
        meta = read_meta(stored)
        return Opened(
            call.params["id"], stored, meta, read_game(meta, stored), access.identify(meta, call.token)
        )

    def _change(
        self, call: Call, may: Callable[[Asker], Any], decide: Callable[[Opened], Played | Refused]
    ) -> Answer:
        """Decide on the present position and commit; where another request was faster, decide again."""
        kept_under = digest(call, call.idempotency_key) if call.idempotency_key else None
        deadline = time.monotonic() + RACE_SECONDS
        while True:
            loaded = self._store.load(call.params["id"], once=kept_under)
            at = self._opened(call, loaded)
            may(at.asker)
            if loaded.record is not None:
                return replay(call, loaded.record)
            self._check_version(call, at)
            played = decide(at)
            if isinstance(played, Refused):
                raise Problem.refused(played)
            played = self._with_bots(at, played)
            outcome, record = self._commit(call, at, played, kept_under, loaded.now_ms)
            match outcome:
                case Committed():
                    return Answer(record.body, version=record.version)
                case Replayed():
                    return replay(call, outcome.record)
                case Gone():
                    raise Problem.of(ServiceCode.GAME_UNKNOWN, source="path", pointer="id")
            if time.monotonic() > deadline:
                raise Problem.of(ServiceCode.BUSY, source="path", pointer="id")

    def _commit(
        self, call: Call, at: Opened, played: Played, kept_under: str | None, now_ms: int
    ) -> tuple[Committed | Replayed | Stale | Gone, Remembered]:
        """Store a change together with its answer, rendered before so that a repetition gets the very same."""
        game_id, version = call.params["id"], at.stored.version + 1
        entries = write_entries(
            played.facts, first_seq=at.game.log_length + 1, version=version, now_ms=now_ms
        )
        view = views.game_view(game_id, at.meta, played.game, version, at.asker)
        body = encode(views.GameUpdate(view, views.events(played.game, entries, at.asker)))
        record = Remembered(fingerprint=call.fingerprint, body=body, version=version)
        outcome = self._store.commit(
            game_id,
            expected=at.stored.version,
            state=write_game(played.game),
            entries=[pack(entry) for entry in entries],
            once=Once(kept_under, pack(record)) if kept_under else None,
        )
        return outcome, record

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
