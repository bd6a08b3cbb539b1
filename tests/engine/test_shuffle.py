"""The checkable shuffle: the published vectors, a second implementation of the page, and that it is fair."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine import match, resolve
from engine.cards import pack
from engine.match import Played
from engine.options import Ruleset
from engine.shuffle import choose, commitment, numbers, reshuffle_key, round_key, shuffle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = json.loads((DOCS / "shuffle-vectors.json").read_text())
SEED = bytes.fromhex(VECTORS["seed"])
DEALS, CARDS = 8000, 52
CHI_SQUARE_99 = 2772  # of 51 * 51 degrees of freedom, one in a hundred is above it


def by_the_page(cards: list[str], key: bytes) -> list[str]:
    """The shuffle once more, written from `docs/shuffle.md` alone."""
    blocks = b"".join(hashlib.sha256(key + struct.pack(">Q", counter)).digest() for counter in range(40))
    words = iter(struct.unpack(f">{len(blocks) // 4}I", blocks))
    deck = list(cards)
    for i in reversed(range(1, len(deck))):
        n = i + 1
        x = next(x for x in words if x < n * (2**32 // n))
        deck[i], deck[x % n] = deck[x % n], deck[i]
    return deck


@pytest.mark.parametrize("vector", VECTORS["rounds"], ids=lambda vector: f"round {vector['round']}")
def test_the_vectors_are_what_the_engine_does(vector: dict[str, Any]) -> None:
    key = round_key(SEED, vector["round"])
    stream = numbers(key)
    deck = pack(VECTORS["packs"], VECTORS["jokers"])

    assert key.hex() == vector["key"] == hmac.new(SEED, b"round:%d" % vector["round"], "sha256").hexdigest()
    assert commitment(key) == vector["commitment"] == hashlib.sha256(key).hexdigest()
    assert [next(stream) for _ in range(4)] == vector["numbers"]
    assert list(shuffle(deck, key)) == vector["deck"] == by_the_page(deck, key)
    again = reshuffle_key(key, 1)
    assert again.hex() == vector["reshuffle"]["key"] == hmac.new(key, b"reshuffle:1", "sha256").hexdigest()
    assert list(shuffle(vector["reshuffle"]["pile"], again)) == vector["reshuffle"]["stock"]


def test_the_page_shows_the_first_vector() -> None:
    found = re.search(r"```vector\n(.*)\n```", (DOCS / "shuffle.md").read_text())
    assert found is not None
    assert found[1].split() == VECTORS["rounds"][0]["deck"][:10]


def test_a_game_deals_what_the_vector_says() -> None:
    """J.deal: one at a time from the dealer's left, then the card turned up (J.upcard)."""
    ruleset = resolve("jokeren-7", {})
    assert isinstance(ruleset, Ruleset)
    played = match.start(ruleset, 3, seed=SEED, dealer=2)
    assert isinstance(played, Played)
    deck, state = VECTORS["rounds"][0]["deck"], played.game.state
    assert [sorted(hand) for hand in state.hands] == [sorted(deck[seat:21:3]) for seat in range(3)]
    assert state.discard == (deck[21],)
    assert state.stock == tuple(deck[22:])


def test_a_choice_skips_what_would_bias_it() -> None:
    """2^32 leaves a remainder of 4 by 6: the four highest numbers are skipped."""
    assert choose(iter([2**32 - 1, 2**32 - 4, 2**32 - 5]), 6) == (2**32 - 5) % 6


def positions_of(deal: Callable[[int], Iterator[int]]) -> float:
    """The chi-square of where each card lands, over many deals."""
    counts = [[0] * CARDS for _ in range(CARDS)]
    for number in range(DEALS):
        for place, card in enumerate(deal(number)):
            counts[place][card] += 1
    expected = DEALS / CARDS
    return sum((count - expected) ** 2 / expected for row in counts for count in row)


def test_every_card_lands_everywhere_alike() -> None:
    """And the test can fail: swapping each place with any place, the well-known mistake, is found out."""
    plain = [str(card) for card in range(CARDS)]

    def fair(number: int) -> Iterator[int]:
        return map(int, shuffle(plain, number.to_bytes(32)))

    def naive(number: int) -> Iterator[int]:
        deck, stream = list(range(CARDS)), numbers(number.to_bytes(32))
        for place in range(CARDS):
            other = choose(stream, CARDS)
            deck[place], deck[other] = deck[other], deck[place]
        return iter(deck)

    assert positions_of(fair) < CHI_SQUARE_99
    assert positions_of(naive) > 2 * CHI_SQUARE_99


def test_a_stream_of_numbers_has_no_end() -> None:
    with pytest.raises(AssertionError):
        choose(iter([2**32 - 1]), 3)
