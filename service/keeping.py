"""What the lives of games and of tournaments have in common: a change is decided on what is stored, and committed.

A change costs two round trips: one reads the thing together with the answer kept under the request's idempotency key,
the other commits the new state, its log and the answer, if the version is still the same. A lost race begins again with
what is there by then, so the log is always an order in which the requests were legal.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, TypeVar

from service.contract import Answer
from service.outcomes import Committed, Gone, Once, Replayed, Stored
from service.problems import Problem, ServiceCode
from service.records import Remembered, pack
from service.replays import answer_of, digest, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.contract import Call
    from service.outcomes import Loaded, Stale
    from service.records import Entry
    from service.store import Store

RACE_SECONDS: Final = 2.0


class Opened(Protocol):
    """What was found."""

    @property
    def stored(self) -> Stored:
        """As it is kept."""


At = TypeVar("At", bound=Opened)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What becomes of a thing: its state, and what that adds to its log."""

    state: bytes
    entries: Sequence[Entry]


Decided = tuple[Change, Remembered]
"""What a request makes of a thing, and its answer, rendered before so that a repetition gets the very same."""


class Keeper(ABC, Generic[At]):
    """Keeps the things of one kind; `unknown` is what it says of an id that none of them has."""

    unknown: ClassVar[ServiceCode]

    def __init__(self, store: Store) -> None:
        self._store = store

    @abstractmethod
    def _load(self, call: Call, *, once: str | None) -> tuple[Loaded, At]:
        """The thing that is asked for, with the record under `once`.

        Raises:
            Problem: 404 or 401, there is no such thing or no such token.
        """

    @abstractmethod
    def _check_version(self, call: Call, at: At) -> None:
        """Refuse (412) a change that was meant for another version."""

    def _there(self, loaded: Loaded) -> Stored:
        if loaded.stored is None:
            raise self._gone()
        return loaded.stored

    def _gone(self) -> Problem:
        return Problem.of(self.unknown, source="path", pointer="id")

    def _change(
        self, call: Call, may: Callable[[At], object], decide: Callable[[At, int], Decided | Answer]
    ) -> Answer:
        """Decide at a moment (in ms) and commit; where another request was faster, decide again.

        `may` refuses who may not ask for it. To decide on an answer alone is to leave everything as it is.
        """
        kept_under = digest(call, call.idempotency_key) if call.idempotency_key else None
        deadline = time.monotonic() + RACE_SECONDS
        while True:
            loaded, at = self._load(call, once=kept_under)
            may(at)
            if loaded.record is not None:
                return replay(call, loaded.record)
            self._check_version(call, at)
            decided = decide(at, loaded.now_ms)
            if isinstance(decided, Answer):
                return decided
            change, record = decided
            once = Once(kept_under, pack(record)) if kept_under else None
            match self._commit(call.params["id"], at, change, once):
                case Committed():
                    return answer_of(record)
                case Replayed(kept):
                    return replay(call, kept)
                case Gone():
                    raise self._gone()
            check_patience(deadline)

    def _commit(
        self, name: str, at: At, change: Change, once: Once | None = None
    ) -> Committed | Replayed | Stale | Gone:
        return self._store.commit(
            name,
            expected=at.stored.version,
            state=change.state,
            entries=[pack(entry) for entry in change.entries],
            once=once,
        )


def check_patience(deadline: float) -> None:
    """Give up (503) when others were faster again and again until now."""
    if time.monotonic() > deadline:
        raise Problem.of(ServiceCode.BUSY, source="path", pointer="id")
