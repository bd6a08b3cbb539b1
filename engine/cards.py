"""Cards as people write them: `"10H"`, `"AS"`, `"JK"` for a joker, `"JK:6D"` for a joker that stands for a card.

A card is its text, on the wire, in the store and in here: nothing is converted at the edge, and whatever is printed
reads as a card. Two copies of a card are equal, so a hand is a multiset, kept in the order of the pack.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = "JK"
JOKER_FOR = "JK:"
HIDDEN = "??"
"""A card of which only is known that it is there; nobody can send it, and no answer holds it."""

FACES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 faces in canonical order: S H D C, each from A to K."""

RANK: dict[str, int] = {face: number % 13 + 1 for number, face in enumerate(FACES)}
"""The rank of a face, 1 (ace) to 13 (king)."""

SUIT: dict[str, str] = {face: face[-1] for face in FACES}
"""The suit of a face."""

HAND_CARDS: frozenset[str] = frozenset({*FACES, JOKER})
"""Every text that may be a card of a hand."""

ORDER: dict[str, int] = {card: number for number, card in enumerate((*FACES, JOKER, HIDDEN))}
"""Where a card of a hand stands in a sorted hand; jokers come last, and what nobody knows after them."""

TABLE_CARDS: frozenset[str] = frozenset({*FACES, JOKER, *(JOKER_FOR + face for face in FACES)})
"""Every text that may lie on the table or in a meld."""

FACE: dict[str, str] = {**{face: face for face in FACES}, **{JOKER_FOR + face: face for face in FACES}}
"""The face that a natural card shows or a declared joker stands for; an undeclared joker has none."""

BY_SUIT_AND_RANK: dict[str, tuple[str, ...]] = {
    suit: ("", *(rank + suit for rank in RANKS), "A" + suit) for suit in SUITS
}
"""Faces of a suit by position in a run: 1 the low ace, 13 the king, 14 the high ace."""


def is_joker(card: str) -> bool:
    """Say whether a card of a hand or of the table is a joker, declared or not."""
    return card.startswith(JOKER)


def held(card: str) -> str:
    """The card as a hand holds it: `"JK:6D"` is a `"JK"` there."""
    return JOKER if card.startswith(JOKER) else card


def pack(packs: int, jokers: int) -> list[str]:
    """The whole pack in canonical order: each pack S H D C from A to K, then the jokers (J.pack)."""
    return [*FACES * packs, *[JOKER] * jokers]


def sort_hand(cards: Iterable[str]) -> tuple[str, ...]:
    """A hand in the order of the pack."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def with_cards(hand: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """The sorted hand with more cards in it."""
    grown = list(hand)
    for card in cards:
        insort(grown, card, key=ORDER.__getitem__)
    return tuple(grown)


def without_cards(hand: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """The sorted hand without these cards.

    Raises:
        ValueError: a card is not there, or not often enough.
    """
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def first_missing(hand: Sequence[str], cards: Iterable[str]) -> str | None:
    """The first of these cards that the hand does not hold (as often as they need it), or None."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return card
        left.remove(card)
    return None
