"""What a hand can put on the table at one stroke: new melds, and what each meld of the table takes.

Of the ways to lay the same cards only one matters to whoever looks for the best: the one that is worth most. Hands are
counted in two bits for each face, so that what a piece takes is one subtraction.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.cards import FACES, JOKER, RANK, RANKS, SUITS, held, is_joker, sort_hand
from engine.jokeren.actions import Cards, LayOff, Meld
from engine.jokeren.makings import of_group
from engine.jokeren.melds import RUN, SET, SMALLEST, points
from engine.jokeren.table import extensions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.jokeren.actions import Kind, TableMeld
    from engine.jokeren.melds import MeldRules

ONE: dict[str, int] = {face: 1 << 2 * number for number, face in enumerate(FACES)}
"""A face as a count: the counts of a hand add up, two bits for each face in the order of the pack."""

ONCE = sum(ONE.values())
SUIT_BITS = 2 * len(RANKS)
SUIT_MASK = (1 << SUIT_BITS) - 1
RANK_MASKS = tuple(
    sum(3 << SUIT_BITS * suit + 2 * rank for suit in range(len(SUITS))) for rank in range(len(RANKS))
)


class Piece(msgspec.Struct, frozen=True):
    """Cards that go onto the table together: the naturals in the order of the pack, the jokers, and how they lie.

    `place` is the meld of the table that takes them, None for a new meld of a `kind`; `points` are their worth there.
    `taken` is the naturals as counts, `once` and `twice` the bits that a count must have which can spare them.
    """

    naturals: Cards
    jokers: int
    lies: Meld | LayOff
    kind: str
    points: int
    place: int | None
    taken: int
    once: int
    twice: int


def counted(cards: Sequence[str]) -> int:
    """The naturals among cards of a hand as counts."""
    return sum(ONE[card] for card in cards if card != JOKER)


def uncounted(counts: int) -> Cards:
    """The cards of which these are the counts, sorted."""
    cards = []
    while counts:
        at = (counts & -counts).bit_length() - 1 >> 1
        count = counts >> 2 * at & 3
        cards += [FACES[at]] * count
        counts -= count << 2 * at
    return tuple(cards)


def present(counts: int) -> int:
    """The first bit of each face that is there."""
    return (counts | counts >> 1) & ONCE


def _piece(cards: Cards, lies: Meld | LayOff, kind: str, worth: int, place: int | None = None) -> Piece:
    naturals = sort_hand(card for card in cards if not is_joker(card))
    taken = counted(naturals)
    return Piece(
        naturals=naturals,
        jokers=len(cards) - len(naturals),
        lies=lies,
        kind=kind,
        points=worth,
        place=place,
        taken=taken,
        once=taken & ONCE,
        twice=taken & ~ONCE,
    )


def new_melds(rules: MeldRules, hand: Cards) -> list[Piece]:
    """Every new meld of a sorted hand; of those of a kind that take the same cards the one that is worth most."""
    counts, jokers = counted(hand), hand.count(JOKER)
    needed = 0 if jokers >= SMALLEST and not rules.min_naturals else max(SMALLEST - jokers, 1)
    there = present(counts)
    found: list[Piece] = []
    for rank, mask in enumerate(RANK_MASKS):
        if (counts & mask).bit_count() >= needed:
            found += _of_group(rules, SET, RANKS[rank], counts & mask, jokers)
    for at, suit in enumerate(SUITS):
        mask = SUIT_MASK << SUIT_BITS * at
        if (there & mask).bit_count() >= needed:
            found += _of_group(rules, RUN, suit, counts & mask, jokers)
    return found


@lru_cache(maxsize=1 << 15)
def _of_group(rules: MeldRules, kind: Kind, name: str, counts: int, jokers: int) -> tuple[Piece, ...]:
    best: dict[tuple[int, int], Piece] = {}
    for meld in of_group(rules, kind, name, uncounted(counts), jokers):
        piece = _of_meld(rules, kind, meld)
        key = piece.taken, piece.jokers
        if key not in best or piece.points > best[key].points:
            best[key] = piece
    return tuple(best.values())


@lru_cache(maxsize=1 << 16)
def _of_meld(rules: MeldRules, kind: Kind, meld: Meld) -> Piece:
    return _piece(meld.cards, meld, kind, points(rules, kind, meld.cards))


def additions(rules: MeldRules, hand: Cards, table: Sequence[TableMeld]) -> list[Piece]:
    """Everything that the melds of the table take from a sorted hand, each however many cards at once."""
    counts, jokers = counted(hand), hand.count(JOKER)
    found: list[Piece] = []
    for place, meld in enumerate(table):
        mask = _reach(meld.cards, meld.kind)
        for added, worth in _growths(rules, meld.kind, meld.cards, counts & mask, jokers):
            found.append(_piece(added, LayOff(meld.id, added), meld.kind, worth, place))
    return found


def _reach(cards: Cards, kind: Kind) -> int:
    """The counts that a meld has to do with: those of its rank or its suit."""
    known = next(card for card in cards if card != JOKER).removeprefix(JOKER + ":")
    if kind == SET:
        return RANK_MASKS[RANK[known] - 1]
    return SUIT_MASK << SUIT_BITS * SUITS.index(known[-1])


@lru_cache(maxsize=1 << 15)
def _growths(
    rules: MeldRules, kind: Kind, cards: Cards, counts: int, jokers: int
) -> tuple[tuple[Cards, int], ...]:
    """The cards by which a meld can grow one by one, in the order in which they go down, and what they are worth."""
    before = points(rules, kind, cards)
    reached: dict[Cards, Cards] = {cards: ()}
    best: dict[tuple[int, int], tuple[Cards, int]] = {}
    for grown, added in _one_by_one(rules, kind, reached, (*uncounted(counts), *[JOKER] * jokers)):
        worth = points(rules, kind, grown) - before
        key = counted([held(card) for card in added]), sum(map(is_joker, added))
        if key not in best or worth > best[key][1]:
            best[key] = added, worth
    return tuple(best.values())


def _one_by_one(
    rules: MeldRules, kind: Kind, reached: dict[Cards, Cards], hand: Cards
) -> Iterator[tuple[Cards, Cards]]:
    """Every larger meld that the hand leads to from what has been reached, and the cards that it took."""
    growing = list(reached)
    for cards in growing:
        for sent, (called, after) in extensions(rules, kind, cards).items():
            added = (*reached[cards], called)
            taken = [held(card) for card in added]
            if sent == called and after not in reached and taken.count(taken[-1]) <= hand.count(taken[-1]):
                reached[after] = added
                growing.append(after)
                yield after, added
