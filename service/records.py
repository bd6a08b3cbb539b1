"""What the store keeps of a game, and how it becomes the engine's values again.

The store itself sees bytes. `Meta` is fixed when a game is created, `Saved` changes with every move, an `Entry` is one
fact of the log, and `Remembered` is an answer kept under an idempotency key.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from engine import Ruleset, family_of
from engine.bots import Kind
from engine.match import MATCH_FACTS, Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine import Family
    from service.outcomes import Stored
    from service.tournament_records import TournamentMeta


SeedSource = Literal["server", "caller"]


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes in a game. Tokens are kept as their SHA-256; `start` is the position it was created from.

    `bots` says of each seat which bot plays it, if one does, and `tournament` at whose table the game is played.
    """

    created_ms: int
    names: tuple[str, ...]
    preset: str
    options: dict[str, Any]
    resolved: bytes
    rules_hash: str
    seed: bytes
    seed_source: SeedSource
    host: bytes
    seats: tuple[bytes, ...]
    start: bytes | None
    bots: tuple[Kind | None, ...] = ()
    tournament: str | None = None


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """What changes in a game."""

    state: msgspec.Raw
    given_round: int | None
    log_length: int
    turn_seqs: tuple[int, ...]


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One fact of the log, with nothing hidden, the version that it came with and when."""

    seq: int
    version: int
    at_ms: int
    fact: msgspec.Raw


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that is given again: `fingerprint` is that of the body, `salt` what tokens are derived with.

    `location` is where the thing is that was made, if one was.
    """

    fingerprint: str
    body: bytes
    version: int
    salt: bytes = b""
    location: str | None = None


def ruleset_of(meta: Meta | TournamentMeta) -> Ruleset:
    """The ruleset that a game or a tournament was created with, whatever its preset has become since."""
    return Ruleset(
        preset=meta.preset,
        options=meta.options,
        resolved=_options(meta.preset, meta.resolved),
        rules_hash=meta.rules_hash,
    )


@lru_cache(maxsize=256)
def _options(preset: str, resolved: bytes) -> Any:
    return msgspec.msgpack.decode(resolved, type=family_of(preset).options_type)


def read_meta(stored: Stored) -> Meta:
    """The fixed part of a stored game."""
    return _META.decode(stored.meta)


def read_game(meta: Meta, stored: Stored) -> Game:
    """A stored game as the engine plays it."""
    saved = _SAVED.decode(stored.state)
    return Game(
        ruleset=ruleset_of(meta),
        seed=meta.seed,
        state=read_state(meta.preset, saved.state),
        given_round=saved.given_round,
        log_length=saved.log_length,
        turn_seqs=saved.turn_seqs,
    )


def read_state(preset: str, packed: bytes | msgspec.Raw) -> Any:
    """A position of the preset's family."""
    return _decoder(family_of(preset).state_type).decode(packed)


def write_game(game: Game) -> bytes:
    """The changing part of a game, as the store keeps it."""
    saved = Saved(
        state=msgspec.Raw(pack(game.state)),
        given_round=game.given_round,
        log_length=game.log_length,
        turn_seqs=game.turn_seqs,
    )
    return pack(saved)


def write_entries(facts: Sequence[Any], *, first_seq: int, version: int, now_ms: int) -> list[Entry]:
    """The facts of one request as entries of the log, numbered on from it."""
    return [Entry(first_seq + at, version, now_ms, msgspec.Raw(pack(fact))) for at, fact in enumerate(facts)]


def read_entries(packed: Iterable[bytes]) -> list[Entry]:
    """Entries as the log keeps them."""
    return [_ENTRY.decode(entry) for entry in packed]


def read_fact(family: Family, entry: Entry) -> Any:
    """The fact of an entry."""
    return _fact_decoder(family.id, family.fact_types).decode(entry.fact)


def read_remembered(packed: bytes) -> Remembered:
    """A kept answer."""
    return _REMEMBERED.decode(packed)


@lru_cache(maxsize=16)
def _decoder(state_type: type) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(state_type)


@lru_cache(maxsize=16)
def _fact_decoder(_family: str, fact_types: tuple[type, ...]) -> msgspec.msgpack.Decoder[Any]:
    union = fact_types[0]
    for one in (*fact_types[1:], *MATCH_FACTS):
        union = union | one  # type: ignore[assignment]
    return msgspec.msgpack.Decoder(union)


pack = msgspec.msgpack.Encoder().encode
_META = msgspec.msgpack.Decoder(Meta)
_SAVED = msgspec.msgpack.Decoder(Saved)
_ENTRY = msgspec.msgpack.Decoder(Entry)
_REMEMBERED = msgspec.msgpack.Decoder(Remembered)
