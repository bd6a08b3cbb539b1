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
from engine.jokeren.duties import least
from engine.jokeren.makings import run_meld, run_ways, set_meld, set_ways
from engine.jokeren.melds import RUN, SET, SMALLEST, points
from engine.jokeren.table import extensions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.jokeren.actions import Kind, TableMeld
    from engine.jokeren.melds import MeldRules

BY_RANK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
ONE: dict[str, int] = {face: 1 << 2 * number for number, face in enumerate(BY_RANK)}
"""A face as a count: the counts of a hand add up, two bits for each face, rank by rank.

So a search from the lowest bit on has few cards ahead that were taken before: those of the runs that are under way.
"""

ONCE = sum(ONE.values())
RANK_MASKS = tuple(3 * sum(ONE[rank + suit] for suit in SUITS) for rank in RANKS)
SUIT_MASKS = tuple(3 * sum(ONE[rank + suit] for rank in RANKS) for suit in SUITS)


class Piece(msgspec.Struct, frozen=True):
    """Cards that go onto the table together: the naturals in the order of the pack, the jokers, and how they lie.

    `place` is the meld of the table that takes them, None for a new meld of a `kind`; `points` are their worth there,
    `pips` what the naturals but the `aces` are worth wherever they lie. `taken` is the naturals as counts, `once` and
    `twice` the bits that a count must have which can spare them.
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
    pips: int
    aces: int


def counted(cards: Sequence[str]) -> int:
    """The naturals among cards of a hand as counts."""
    return sum(ONE[card] for card in cards if card != JOKER)


def uncounted(counts: int) -> Cards:
    """The cards of which these are the counts, rank by rank."""
    cards = []
    while counts:
        at = (counts & -counts).bit_length() - 1 >> 1
        count = counts >> 2 * at & 3
        cards += [BY_RANK[at]] * count
        counts -= count << 2 * at
    return tuple(cards)


def present(counts: int) -> int:
    """The first bit of each face that is there."""
    return (counts | counts >> 1) & ONCE


def _piece(cards: Cards, lies: Meld | LayOff, kind: str, worth: int, place: int | None = None) -> Piece:
    naturals = sort_hand(card for card in cards if not is_joker(card))
    ranks = [RANK[card] for card in naturals]
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
        pips=sum(min(rank, 10) for rank in ranks if rank > 1),
        aces=ranks.count(1),
    )


def new_melds(rules: MeldRules, hand: Cards, *, kinds: Sequence[str] | None = None) -> list[Piece]:
    """Every new meld of a sorted hand; of those of a kind that take the same cards the one that is worth most.

    Where the demanded `kinds` are told, runs are left out that two others make up which lie end to end, are worth as
    much, and meet what the long one would.
    """
    counts, jokers = counted(hand), hand.count(JOKER)
    longest = (
        None
        if kinds is None
        else max((least(kind) for kind in kinds if kind.startswith(RUN)), default=SMALLEST)
    )
    needed = 0 if jokers >= SMALLEST and not rules.min_naturals else max(SMALLEST - jokers, 1)
    there = present(counts)
    ring = there | there << 2 * len(FACES)
    rows = there & ring >> 2 * len(SUITS) & ring >> 4 * len(SUITS)
    found: list[Piece] = []
    for rank, mask in zip(RANKS, RANK_MASKS, strict=True):
        if (there & mask).bit_count() + (
            not rules.distinct and (counts & ~ONCE & mask).bit_count()
        ) >= needed:
            found += _sets(rules, rank, counts & mask, jokers)
    for suit, mask in zip(SUITS, SUIT_MASKS, strict=True):
        if rows & mask if not jokers else (there & mask).bit_count() >= needed:
            found += _runs(rules, suit, counts & mask, jokers, longest)
    return found if needed else list(_dearest(found))


def _dearest(pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Of the pieces of a kind that take the same cards the one that is worth most, the first among equals."""
    best: dict[tuple[str, int, int], Piece] = {}
    for piece in pieces:
        key = piece.kind, piece.taken, piece.jokers
        if key not in best or piece.points > best[key].points:
            best[key] = piece
    return best.values()


@lru_cache(maxsize=1 << 13)
def _sets(rules: MeldRules, rank: str, counts: int, jokers: int) -> tuple[Piece, ...]:
    ways = set_ways(rules, uncounted(counts), jokers)
    melds = (set_meld(rules, rank, chosen, wild) for chosen, wild in ways)
    return tuple(_of_meld(rules, meld) for meld in melds if meld is not None)


@lru_cache(maxsize=1 << 13)
def _runs(rules: MeldRules, suit: str, counts: int, jokers: int, longest: int | None) -> tuple[Piece, ...]:
    ways = run_ways(rules, suit, uncounted(counts), jokers)
    runs = (
        _run(rules, faces, wild)
        for faces, wild in ways
        if longest is None or len(faces) < longest + SMALLEST or not _divisible(rules, faces, wild, longest)
    )
    return tuple(_dearest(run for run in runs if run is not None))


@lru_cache(maxsize=1 << 14)
def _run(rules: MeldRules, faces: Cards, wild: int) -> Piece | None:
    meld = run_meld(rules, faces, wild)
    return None if meld is None else _of_meld(rules, meld)


def _of_meld(rules: MeldRules, meld: Meld) -> Piece:
    assert meld.kind is not None
    return _piece(meld.cards, meld, meld.kind, points(rules, meld.kind, meld.cards))


def _divisible(rules: MeldRules, faces: Cards, wild: int, longest: int) -> bool:
    """Whether two runs, one of them still so long, lie end to end as it does, no ace first in the second one."""
    for at in range(SMALLEST, len(faces) - SMALLEST + 1):
        if max(at, len(faces) - at) >= longest and RANK[faces[at]] > 1:
            first, second = _run(rules, faces[:at], wild & (1 << at) - 1), _run(rules, faces[at:], wild >> at)
            if first is not None and second is not None:
                return True
    return False


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
    return SUIT_MASKS[SUITS.index(known[-1])]


@lru_cache(maxsize=1 << 13)
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
