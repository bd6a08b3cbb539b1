"""What the store keeps of a tournament, and how it becomes the engine's value again.

`TournamentMeta` is fixed when the tournament is created: who plays, and who sits where. `Forms` change; every change
adds an `Act` to the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from engine.tournament import Deal, Form, Tournament
from service.records import SeedSource, pack, ruleset_of

if TYPE_CHECKING:
    from service.outcomes import Stored

By = int | Literal["host"]
"""Who did something: a player by number, or the host."""


class TournamentMeta(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes in a tournament. Tokens are kept as their SHA-256, those of the players in their order."""

    created_ms: int
    name: str
    players: tuple[str, ...]
    seats: tuple[tuple[tuple[int, ...], ...], ...]
    deals: int
    preset: str
    options: dict[str, Any]
    resolved: bytes
    rules_hash: str
    seed: bytes
    seed_source: SeedSource
    host: bytes
    tokens: tuple[bytes, ...]


class Forms(msgspec.Struct, frozen=True, kw_only=True):
    """What changes in a tournament; `games` counts by match round and table the games that were begun there."""

    forms: tuple[tuple[Form, ...], ...]
    games: tuple[tuple[int, ...], ...]


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that was done, on record; `by` is None where it followed from a game."""

    type: Literal["created", "entered", "taken_over", "game_begun", "game_gone", "confirmed"]
    by: By | None = None
    round: int | None = None
    table: int | None = None
    deal: int | None = None
    line: Deal | None = None
    reason: str | None = None
    game: str | None = None


def read_tournament_meta(stored: Stored) -> TournamentMeta:
    """The fixed part of a stored tournament."""
    return _META.decode(stored.meta)


def read_forms(stored: Stored) -> Forms:
    """The changing part of a stored tournament."""
    return _FORMS.decode(stored.state)


def tournament_of(meta: TournamentMeta, forms: Forms) -> Tournament:
    """A stored tournament as the engine has it."""
    return Tournament(ruleset=ruleset_of(meta), seats=meta.seats, deals=meta.deals, forms=forms.forms)


def write_forms(forms: Forms) -> bytes:
    """The changing part, as the store keeps it."""
    return pack(forms)


_META = msgspec.msgpack.Decoder(TournamentMeta)
_FORMS = msgspec.msgpack.Decoder(Forms)
