"""What is kept, by kinds: games, and tournaments beside them.

A thing has a version, an opaque state, an opaque meta (fixed at creation) and an append-only log of opaque entries; the
entry with ``seq`` n stands at index n - 1. All keys of a thing share one hash tag, so that a cluster keeps it on one
node, and all expire once nothing was committed for the idle time. Its kind is part of its keys: the id of a game is
nothing among the tournaments.

Every effect is one script, all or nothing, that leaves a record under an idempotency key: the caller's (``Once``) or
one of its own. So a call whose reply was lost is sent again (`redis_link`), and happens once.
"""

from __future__ import annotations

import re
import secrets
from copy import copy
from typing import TYPE_CHECKING, Final, Literal, Self

from service.outcomes import Committed, Deleted, Gone, Health, Loaded, Once, Replayed, Stale, Stored
from service.redis_link import RedisLink, Script

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Kind = Literal["game", "tournament"]

RECORD_MS: Final = 24 * 3600 * 1000
NONCE_MS: Final = 60 * 1000  # longer than any retry of ours
NONCE_BYTES: Final = 16

STORED_ID: Final = re.compile(
    r"[A-Za-z0-9_-]{16,64}"
)  # no brace, so that the hash tag is the id and nothing else

LOGS: Final[Mapping[Kind, str]] = {"game": "log", "tournament": "tournament-log"}
"""Under what name the log of a kind is kept."""

LOAD: Final = Script("load")
COMMIT: Final = Script("commit")
DELETE: Final = Script("delete")


class Store:
    """The things of one kind: the games, unless they are `of` another. One link per process serves all kinds."""

    def __init__(self, url: str, *, threads: int, idle_seconds: int) -> None:
        self.link = RedisLink(url, threads=threads)
        self._idle_ms = idle_seconds * 1000
        self._kind: Kind = "game"

    def of(self, kind: Kind) -> Self:
        """The store of another kind, over the same link."""
        other = copy(self)
        other._kind = kind  # noqa: SLF001 (it is one of ours)
        return other

    @property
    def round_trips(self) -> int:
        """How often Redis was asked, by all kinds; exact in a single thread."""
        return self.link.round_trips

    def load(
        self, name: str, *, once: str | None = None, after: int | None = None, limit: int | None = None
    ) -> Loaded:
        """Read a thing, the record under ``once``, and up to ``limit`` entries of the log from ``after`` on.

        ``after`` None asks for no entries, 0 for those from the first, -n for the last n; ``limit`` None for all that
        follow.
        """
        if after is None or limit == 0:
            wanted: tuple[object, object] = ("", "")
        else:
            wanted = (after, -1 if limit is None else after + limit - 1)
        reply = self.link.call(LOAD, name, keys_of(self._kind, name, once), wanted)
        (seconds, micros), record, version, state, meta, length, entries = reply
        return Loaded(
            stored=None if version is None else Stored(int(version), state, meta or b"", length, entries),
            record=None if record is None else record[NONCE_BYTES:],
            now_ms=int(seconds) * 1000 + int(micros) // 1000,
        )

    def create(
        self, name: str, *, state: bytes, meta: bytes, entries: Sequence[bytes], once: Once | None = None
    ) -> Committed | Replayed | Stale:
        """Store a new thing as version 1; Stale if there is one under this id that no record explains."""
        outcome = self._commit(name, 0, meta, state, entries, once)
        return Stale(0) if isinstance(outcome, Gone) else outcome

    def commit(
        self,
        name: str,
        *,
        expected: int,
        state: bytes,
        entries: Sequence[bytes],
        once: Once | None = None,
    ) -> Committed | Replayed | Stale | Gone:
        """Store the state that follows version ``expected``, with the entries that it adds to the log."""
        return self._commit(name, expected, b"", state, entries, once)

    def delete(self, name: str, *, expected: int | None = None) -> Deleted | Stale | Gone:
        """Remove a thing and its log, at version ``expected`` if one is given."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        verdict, value = self.link.call(
            DELETE,
            name,
            keys_of(self._kind, name, nonce.hex()),
            ("" if expected is None else expected, nonce, NONCE_MS, channel_of(name)),
        )
        if verdict != b"stale":
            return Deleted()
        return Stale(int(value)) if int(value) else Gone()

    def wait(self, name: str, *, after: int, seconds: float) -> None:
        """Return once the log may be longer than ``after``, and at the latest when the time is over.

        It also returns at once when too many are waiting already, and soon when the worker is stopping: the caller
        reads the log in any case.
        """

        def nothing_to_wait_for() -> bool:
            stored = self.load(name).stored
            return stored is None or stored.log_length != after

        self.link.listen(channel_of(name), seconds=seconds, until=nothing_to_wait_for)

    def stop(self) -> None:
        """End all waits, and let no new one begin. Safe to call from a signal handler."""
        self.link.stop()

    def close(self) -> None:
        """Give up all connections."""
        self.link.close()

    def ping(self) -> None:
        """Ask once whether the store answers; StoreUnavailable if not."""
        self.link.command("PING")

    def health(self) -> Health:
        """Ask the server what it is and how it keeps data."""
        return self.link.health()

    def _commit(
        self,
        name: str,
        expected: int,
        meta: bytes,
        state: bytes,
        entries: Sequence[bytes],
        once: Once | None,
    ) -> Committed | Replayed | Stale | Gone:
        nonce = secrets.token_bytes(NONCE_BYTES)
        digest, record, life = (
            (once.digest, nonce + once.record, RECORD_MS) if once else (nonce.hex(), nonce, NONCE_MS)
        )
        verdict, value = self.link.call(
            COMMIT,
            name,
            keys_of(self._kind, name, digest),
            (expected, expected + 1, record, life, self._idle_ms, channel_of(name), meta, state, *entries),
        )
        if verdict == b"replayed":  # by an earlier attempt of this very call, if the nonce is ours
            return Committed(expected + 1) if value.startswith(nonce) else Replayed(value[NONCE_BYTES:])
        version = int(value)
        if verdict == b"committed":
            return Committed(version)
        return Stale(version) if version else Gone()


def keys_of(kind: Kind, name: str, once: str | None = None) -> list[str]:
    """The keys of a thing: its state, its log, and the record under an idempotency key, if one is asked for."""
    if not STORED_ID.fullmatch(name):
        raise ValueError(f"not an id: {name!r}")
    keys = [f"uitleg:{{{name}}}:{kind}", f"uitleg:{{{name}}}:{LOGS[kind]}"]
    return keys if once is None else [*keys, f"uitleg:{{{name}}}:once:{once}"]


def channel_of(name: str) -> str:
    """Where the news of a thing is published."""
    return f"uitleg:{{{name}}}:news"
