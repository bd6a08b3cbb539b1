"""Every meld that a hand can lay, in canonical form: in table order, with every subset of its jokers in every place."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from engine.cards import JOKER, JOKER_FOR, RANK, RANKS, SUITS
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
    by_rank: dict[int, list[str]] = {}
    by_suit: dict[str, list[str]] = {}
    for card in naturals:
        by_rank.setdefault(RANK[card], []).append(card)
        by_suit.setdefault(card[-1], []).append(card)
    if jokers >= SMALLEST and not rules.min_naturals:
        by_rank = {rank: by_rank.get(rank, []) for rank in range(1, KING + 1)}
        by_suit = {suit: by_suit.get(suit, []) for suit in SUITS}
    for rank in sorted(by_rank):
        if len(by_rank[rank]) + jokers >= SMALLEST:
            yield SET, RANKS[rank - 1], tuple(by_rank[rank]), jokers
    for suit, cards in by_suit.items():
        if len(cards) + jokers >= SMALLEST:
            yield RUN, suit, tuple(cards), jokers


@lru_cache(maxsize=1 << 14)
def of_group(rules: MeldRules, kind: Kind, name: str, naturals: Cards, jokers: int) -> tuple[Meld, ...]:
    """Every meld of one of the groups: a kind, its rank or suit by name, the naturals, and the jokers."""
    make = _sets if kind == SET else _runs
    melds = (_meld(rules, kind, cards) for cards in make(rules, name, naturals, jokers))
    return tuple(meld for meld in melds if meld is not None)


@lru_cache(maxsize=1 << 16)
def _meld(rules: MeldRules, kind: Kind, cards: Cards) -> Meld | None:
    """These cards in table order as a meld, unless their jokers may not lie so."""
    return Meld(cards, kind) if limits(rules, kind, cards) is None else None


def _sets(rules: MeldRules, rank: str, cards: Cards, jokers: int) -> Iterable[Cards]:
    """Every set of a rank from these naturals and so many jokers, each joker open or declared."""
    found: dict[Cards, None] = {}
    naturals = tuple(dict.fromkeys(cards)) if rules.distinct else cards
    for size in (SMALLEST, LARGEST_SET):
        for wild in range(min(jokers, size) + 1):
            for chosen in dict.fromkeys(combinations(naturals, size - wild)):
                for whole in _joker_choices(rules, rank, chosen, wild):
                    found[settle_set(rules, whole)] = None
    return found


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


def _runs(rules: MeldRules, suit: str, cards: Cards, jokers: int) -> Iterator[Cards]:
    """Every run of a suit from these naturals and so many jokers, the jokers in every place."""
    own, aces = set(cards), cards.count("A" + suit)
    for faces, different in _windows(rules.ace, suit):
        if len(faces) > len(cards) + jokers:
            break
        if len(different - own) > jokers:
            continue
        present = [place for place, face in enumerate(faces) if face in own]
        for extra in range(jokers - len(faces) + len(present) + 1):
            for wild in combinations(present, extra):
                whole = tuple(
                    face if face in own and place not in wild else JOKER_FOR + face
                    for place, face in enumerate(faces)
                )
                if len(faces) < HIGH_ACE or whole.count("A" + suit) <= aces:
                    yield whole


@cache
def _windows(ace: str, suit: str) -> tuple[tuple[Cards, frozenset[str]], ...]:
    """The faces of every run of a suit, the shorter ones first, and the different ones among them."""
    runs = (
        window(suit, start, length)
        for length in range(SMALLEST, HIGH_ACE + 1)
        for start in starts(ace, length)
    )
    return tuple((faces, frozenset(faces)) for faces in runs)
