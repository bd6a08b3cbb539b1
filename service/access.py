"""Who asks: the host, a seat, a player of a tournament or the public, by a token that lies nowhere in clear.

Tokens are derived from the idempotency key of the request that created the game or the tournament (or from a random
one in its stead) and a salt that the store keeps. So the same request again, and nobody else, gets the same tokens,
while the store holds nothing but their SHA-256.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

import msgspec

from service.problems import Problem, ServiceCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.records import Meta
    from service.store import Kind
    from service.tournament_records import TournamentMeta

PREFIX = "utg_"
"""What every token begins with, so that scanners and log filters know one."""


class Asker(msgspec.Struct, frozen=True):
    """As whom a request is answered; `seat` is None for the host and the public."""

    role: Literal["host", "seat", "public"]
    seat: int | None = None


PUBLIC = Asker("public")


class Participant(msgspec.Struct, frozen=True):
    """As whom a request about a tournament is answered; `player` is None for the host and the public."""

    role: Literal["host", "player", "public"]
    player: int | None = None


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a game or a tournament, in clear: only ever on the way to who created it."""

    host: str
    players: tuple[str, ...]


def derive_tokens(key: str, salt: bytes, players: int) -> Tokens:
    """The tokens of a game or a tournament from its creator's key and its salt."""
    labels = ["host", *(f"seat:{player}" for player in range(players))]
    host, *others = (
        PREFIX + _encoded(hmac.digest(key.encode(), salt + label.encode(), "sha256")) for label in labels
    )
    return Tokens(host, tuple(others))


def derive_id(kind: Kind, key: str, scope: str) -> str:
    """The id of a thing from its creator's key, so that a repeated request meets the same one on any worker."""
    return _encoded(sha256(f"{kind}\0{scope}\0{key}".encode()).digest())[:22]


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


def identify(meta: Meta, token: str | None) -> Asker:
    """Who a token of this game belongs to; no token is the public.

    Raises:
        Problem: 401, the token is not one of this game's.
    """
    role, seat = _holder(token, meta.host, meta.seats)
    return Asker("seat" if role == "player" else role, seat)


def participant(meta: TournamentMeta, token: str | None) -> Participant:
    """Who a token of this tournament belongs to; no token is the public.

    Raises:
        Problem: 401, the token is not one of this tournament's.
    """
    return Participant(*_holder(token, meta.host, meta.tokens))


def _holder(
    token: str | None, host: bytes, players: Sequence[bytes]
) -> tuple[Literal["host", "player", "public"], int | None]:
    if token is None:
        return "public", None
    digest = digest_of(token)
    # All of them are compared, so that the time does not tell which one it is.
    found = [at for at, kept in enumerate((host, *players)) if hmac.compare_digest(digest, kept)]
    if not found:
        raise Problem.of(ServiceCode.TOKEN_UNKNOWN, source="header", pointer="Authorization")
    return ("player", found[0] - 1) if found[0] else ("host", None)


def require_seat(asker: Asker) -> int:
    """The seat that asks; the host does not play.

    Raises:
        Problem: 401 without a token, 403 for the host.
    """
    require_token(asker)
    if asker.seat is None:
        raise Problem.of(ServiceCode.SEAT_ONLY, source="header", pointer="Authorization")
    return asker.seat


def require_host(asker: Asker | Participant) -> None:
    """Demand the host.

    Raises:
        Problem: 401 without a token, 403 for a seat or a player.
    """
    require_token(asker)
    if asker.role != "host":
        raise Problem.of(ServiceCode.HOST_ONLY, source="header", pointer="Authorization")


def require_place(asker: Participant, players: Sequence[int]) -> int:
    """The seat of who asks at a table of these players; the host has none.

    Raises:
        Problem: 401 without a token, 403 for the host and for a player of another table.
    """
    require_token(asker)
    if asker.player is None:
        raise Problem.of(ServiceCode.SEAT_ONLY, source="header", pointer="Authorization")
    if asker.player not in players:
        raise Problem.of(ServiceCode.OTHER_TABLE, source="header", pointer="Authorization")
    return players.index(asker.player)


def require_token(asker: Asker | Participant) -> None:
    """Demand anybody but the public.

    Raises:
        Problem: 401 without a token.
    """
    if asker.role == "public":
        raise Problem.of(ServiceCode.TOKEN_REQUIRED, source="header", pointer="Authorization")


def _encoded(digest: bytes) -> str:
    return urlsafe_b64encode(digest).decode().rstrip("=")
