"""Who asks: the host, a seat or the public, by a token that lies nowhere in clear.

Tokens are derived from the idempotency key of the request that created the game (or from a random one in its stead) and
a salt that the store keeps. So the same request again, and nobody else, gets the same tokens, while the store holds
nothing but their SHA-256.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

import msgspec

from service.problems import Problem, ServiceCode

if TYPE_CHECKING:
    from service.records import Meta

PREFIX = "utg_"
"""What every token begins with, so that scanners and log filters know one."""


class Asker(msgspec.Struct, frozen=True):
    """As whom a request is answered; `seat` is None for the host and the public."""

    role: Literal["host", "seat", "public"]
    seat: int | None = None


PUBLIC = Asker("public")


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a game, in clear: only ever on the way to who created it."""

    host: str
    seats: tuple[str, ...]


def derive_tokens(key: str, salt: bytes, seats: int) -> Tokens:
    """The tokens of a game from its creator's key and its salt."""
    labels = ["host", *(f"seat:{seat}" for seat in range(seats))]
    host, *others = (
        PREFIX + _encoded(hmac.digest(key.encode(), salt + label.encode(), "sha256")) for label in labels
    )
    return Tokens(host, tuple(others))


def derive_game_id(key: str, scope: str) -> str:
    """The id of a game from its creator's key, so that a repeated request meets the same game on any worker."""
    return _encoded(sha256(f"game\0{scope}\0{key}".encode()).digest())[:22]


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


def identify(meta: Meta, token: str | None) -> Asker:
    """Who a token of this game belongs to; no token is the public.

    Raises:
        Problem: 401, the token is not one of this game's.
    """
    if token is None:
        return PUBLIC
    digest, found = digest_of(token), None
    if hmac.compare_digest(digest, meta.host):
        found = Asker("host")
    for seat, kept in enumerate(meta.seats):  # all of them, so that the time does not tell which
        if hmac.compare_digest(digest, kept):
            found = Asker("seat", seat)
    if found is None:
        raise Problem.of(ServiceCode.TOKEN_UNKNOWN, source="header", pointer="Authorization")
    return found


def require_seat(asker: Asker) -> int:
    """The seat that asks; the host does not play.

    Raises:
        Problem: 401 without a token, 403 for the host.
    """
    _require_token(asker)
    if asker.seat is None:
        raise Problem.of(ServiceCode.SEAT_ONLY, source="header", pointer="Authorization")
    return asker.seat


def require_host(asker: Asker) -> None:
    """Demand the host.

    Raises:
        Problem: 401 without a token, 403 for a seat.
    """
    _require_token(asker)
    if asker.role != "host":
        raise Problem.of(ServiceCode.HOST_ONLY, source="header", pointer="Authorization")


def require_player(asker: Asker) -> None:
    """Demand the host or a seat.

    Raises:
        Problem: 401 without a token.
    """
    _require_token(asker)


def _require_token(asker: Asker) -> None:
    if asker.role == "public":
        raise Problem.of(ServiceCode.TOKEN_REQUIRED, source="header", pointer="Authorization")


def _encoded(digest: bytes) -> str:
    return urlsafe_b64encode(digest).decode().rstrip("=")
