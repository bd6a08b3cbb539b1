"""A shuffle that anybody can check afterwards.

A game has one secret seed of 32 bytes. Every round has a key derived from it; SHA-256 of that key, the commitment, is
published when the round is dealt and the key when it is over. The deal follows from the key alone, so a client in any
language can deal again and compare. Test vectors stand in `docs/shuffle.md` and are a test.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EIGHT_NUMBERS = Struct(">8I")


def round_key(seed: bytes, number: int) -> bytes:
    """The key of round `number` (from 1): HMAC-SHA-256 of `"round:N"` under the seed."""
    return hmac.digest(seed, b"round:%d" % number, "sha256")


def reshuffle_key(key: bytes, number: int) -> bytes:
    """The key of the round's reshuffle `number` (from 1): HMAC-SHA-256 of `"reshuffle:K"` under the round's key."""
    return hmac.digest(key, b"reshuffle:%d" % number, "sha256")


def commitment(key: bytes) -> str:
    """What is published of a key before it is shown: its SHA-256, in hex."""
    return sha256(key).hexdigest()


def numbers(key: bytes) -> Iterator[int]:
    """The stream of 32-bit numbers: SHA-256(key, counter of 8 bytes big-endian from 0), read as big-endian integers."""
    counter = 0
    while True:
        yield from EIGHT_NUMBERS.unpack(sha256(key + counter.to_bytes(8)).digest())
        counter += 1


def choose(stream: Iterator[int], among: int) -> int:
    """An unbiased choice of 0 to `among` - 1: numbers at or above the last whole multiple of `among` are skipped."""
    limit = among * (2**32 // among)
    for number in stream:
        if number < limit:
            return number % among
    raise AssertionError  # the stream has no end


def shuffle(cards: Sequence[str], key: bytes) -> tuple[str, ...]:
    """The cards in the order that the key gives: Fisher-Yates from the last index down; index 0 is the top."""
    shuffled = list(cards)
    stream = numbers(key)
    for last in range(len(shuffled) - 1, 0, -1):
        other = choose(stream, last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)
