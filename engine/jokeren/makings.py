"""Every meld that a hand can lay, in canonical form: in table order, with every subset of its jokers in every place."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement
from operator import or_
from typing import TYPE_CHECKING

from engine.cards import JOKER, JOKER_FOR, RANK, RANKS, SUIT, SUITS
from engine.jokeren.actions import Meld
from engine.jokeren.melds import LARGEST_SET, RUN, SET, SMALLEST, limits, settle_set
from engine.jokeren.runs import HIGH_ACE, KING, starts, window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.jokeren.actions import Cards, Kind
    from engine.jokeren.melds import MeldRules


def makings(rules: MeldRules, hand: Cards) -> list[Meld]:
    """Every meld that a sorted hand can lay: sets by rank, then runs by suit."""
    return [meld for group in groups(rules, hand) for meld in of_group(rules, *group)]


def groups(rules: MeldRules, hand: Cards) -> Iterator[tuple[Kind, str, Cards, int]]:
    """The parts of a sorted hand of which melds are made: a kind, its rank or suit, those naturals, and the jokers."""
    if len(hand) < SMALLEST:
        return
    jokers = hand.count(JOKER)
    naturals = hand[: len(hand) - jokers]
    by_rank: dict[int, list[str]] = defaultdict(list)
    by_suit: dict[str, list[str]] = defaultdict(list)
    for card in naturals:
        by_rank[RANK[card]].append(card)
        by_suit[SUIT[card]].append(card)
    if jokers >= SMALLEST and not rules.min_naturals:
        by_rank = {rank: by_rank[rank] for rank in range(1, KING + 1)}
        by_suit = {suit: by_suit[suit] for suit in SUITS}
    needed = SMALLEST - jokers
    for rank in sorted(rank for rank, cards in by_rank.items() if len(cards) >= needed):
        yield SET, RANKS[rank - 1], tuple(by_rank[rank]), jokers
    for suit, cards in by_suit.items():
        if len(cards) >= needed:
            yield RUN, suit, tuple(cards), jokers


@lru_cache(maxsize=1 << 13)
def of_group(rules: MeldRules, kind: Kind, name: str, naturals: Cards, jokers: int) -> tuple[Meld, ...]:
    """Every meld of one of the groups: a kind, its rank or suit by name, the naturals, and the jokers."""
    if kind == SET:
        melds = (_meld(rules, SET, cards) for cards in _sets(rules, name, naturals, jokers))
    else:
        melds = (run_meld(rules, *way) for way in run_ways(rules, name, naturals, jokers))
    return tuple(meld for meld in melds if meld is not None)


@lru_cache(maxsize=1 << 14)
def _meld(rules: MeldRules, kind: Kind, cards: Cards) -> Meld | None:
    """These cards in table order as a meld, unless their jokers may not lie so."""
    return Meld(cards, kind) if limits(rules, kind, cards) is None else None


def _sets(rules: MeldRules, rank: str, cards: Cards, jokers: int) -> Iterable[Cards]:
    """Every set of a rank from these naturals and so many jokers, each joker open or declared."""
    return dict.fromkeys(
        settle_set(rules, whole)
        for chosen, wild in set_ways(rules, cards, jokers)
        for whole in _joker_choices(rules, rank, chosen, wild)
    )


def set_ways(rules: MeldRules, cards: Cards, jokers: int) -> Iterator[tuple[Cards, int]]:
    """The naturals of every set of a rank, and how many jokers lie with them."""
    naturals = tuple(dict.fromkeys(cards)) if rules.distinct else cards
    for size in (SMALLEST, LARGEST_SET):
        for wild in range(min(jokers, size) + 1):
            for chosen in dict.fromkeys(combinations(naturals, size - wild)):
                yield chosen, wild


def set_meld(rules: MeldRules, rank: str, chosen: Cards, wild: int) -> Meld | None:
    """The first such meld in the order of the list; how its jokers are called makes no difference to its worth."""
    return _meld(rules, SET, settle_set(rules, next(_joker_choices(rules, rank, chosen, wild))))


def _joker_choices(rules: MeldRules, rank: str, chosen: Cards, wild: int) -> Iterator[list[str]]:
    """The set with its jokers declared in every way, and left open where that says enough."""
    faces = [rank + suit for suit in SUITS if not rules.distinct or rank + suit not in chosen]
    choose = combinations if rules.distinct else combinations_with_replacement
    for declared in range(wild + 1):
        open_jokers = wild - declared
        if open_jokers and (rules.must_declare or not (chosen or declared)):
            continue
        for called in choose(faces, declared):
            yield [*chosen, *(JOKER_FOR + face for face in called), *[JOKER] * open_jokers]


def run_ways(rules: MeldRules, suit: str, cards: Cards, jokers: int) -> Iterator[tuple[Cards, int]]:
    """The faces of every run of a suit, and the places of its jokers as bits: every subset that the hand allows."""
    own, aces = set(cards), cards.count("A" + suit)
    ranks = _as_bits(own)
    for faces, needed in _windows(rules.ace, suit):
        if (needed & ~ranks).bit_count() > jokers:
            continue
        if len(faces) > len(cards) + jokers:
            break
        present = [1 << place for place, face in enumerate(faces) if face in own]
        lacking = (1 << len(faces)) - 1 - sum(present)
        for extra in range(_most_wild(rules, len(faces), jokers) - lacking.bit_count() + 1):
            for chosen in combinations(present, extra):
                wild = lacking + sum(chosen)
                if len(faces) < HIGH_ACE or 2 - (wild & 1) - (wild >> KING) <= aces:
                    yield faces, wild


def _most_wild(rules: MeldRules, length: int, jokers: int) -> int:
    """No run of this length may hold more jokers (J.joker)."""
    most = min(jokers, length - rules.min_naturals)
    if not rules.may_outnumber:
        most = min(most, length // 2)
    return most if rules.max_jokers is None else min(most, rules.max_jokers)


@lru_cache(maxsize=1 << 14)
def run_meld(rules: MeldRules, faces: Cards, wild: int) -> Meld | None:
    """A run with jokers at these places, unless they may not lie so."""
    cards = tuple(JOKER_FOR + face if wild >> place & 1 else face for place, face in enumerate(faces))
    return _meld.__wrapped__(rules, RUN, cards)


@cache
def _windows(ace: str, suit: str) -> tuple[tuple[Cards, int], ...]:
    """The faces of every run of a suit, the shorter ones first, and the different ones among them."""
    runs = (
        window(suit, start, length)
        for length in range(SMALLEST, HIGH_ACE + 1)
        for start in starts(ace, length)
    )
    return tuple((faces, _as_bits(faces)) for faces in runs)


def _as_bits(faces: Iterable[str]) -> int:
    """The ranks among faces as bits."""
    return reduce(or_, (1 << RANK[face] for face in faces), 0)
