"""What the store says: values that know nothing of how it is kept."""

from __future__ import annotations

from dataclasses import dataclass


class StoreUnavailable(Exception):  # noqa: N818 - a state of the store rather than a fault of the caller
    """Redis gave no answer in time. Whether the effect took place is not known; asking again is safe."""


@dataclass(frozen=True, slots=True)
class Once:
    """An idempotency key (its digest) and what to answer when it comes again within a day."""

    digest: str
    record: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """A game or a tournament as it was at one moment; ``entries`` only where the log was asked for."""

    version: int
    state: bytes
    meta: bytes
    log_length: int
    entries: list[bytes]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is kept (None if there is nothing), the record under the idempotency key, and the store's own time."""

    stored: Stored | None
    record: bytes | None
    now_ms: int


@dataclass(frozen=True, slots=True)
class Committed:
    """It took place, and this is the version now."""

    version: int


@dataclass(frozen=True, slots=True)
class Replayed:
    """Nothing took place now: the same idempotency key had its effect before, and this is its record."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing took place: the version is another one than expected."""

    version: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing took place: there is no such thing."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """The thing and its log are no more."""


@dataclass(frozen=True, slots=True)
class Health:
    """What serves the store, when it writes to disk (``always``, ``everysec``, ``no``, ``off``), what is unsafe."""

    server: str
    persistence: str
    problems: tuple[str, ...]
