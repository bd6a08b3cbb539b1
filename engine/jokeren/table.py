"""What the melds on the table take: lay-offs and joker swaps, and what they become (J.layoff, J.swap)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from engine.cards import FACE, JOKER, JOKER_FOR, RANK, SUITS, is_joker
from engine.jokeren.melds import LARGEST_SET, RUN, SET, limits, missing_faces, reading, settle_set
from engine.jokeren.runs import KING, starts, window
from engine.refusals import Code, Refused, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.melds import MeldRules

Cards = tuple[str, ...]


def position(cards: Cards) -> int:
    """The position at which a run on the table starts; an ace in front is low."""
    return RANK[FACE[cards[0]]]


@lru_cache(maxsize=1 << 14)
def extensions(rules: MeldRules, kind: str, cards: Cards) -> dict[str, tuple[str, Cards]]:
    """Every single card that a meld takes: as it may be sent → as it will be called, and the meld after it.

    A joker without a declaration is among them only where it can be but one thing.
    """
    grown = _set_extensions(rules, cards) if kind == SET else _run_extensions(rules, cards)
    return {sent: (called, after) for sent, called, after in grown if limits(rules, kind, after) is None}


def _set_extensions(rules: MeldRules, cards: Cards) -> Iterator[tuple[str, str, Cards]]:
    if len(cards) >= LARGEST_SET:
        return
    rank = FACE[cards[0]][:-1]
    faces = missing_faces(cards) if rules.distinct else [rank + suit for suit in SUITS]
    for face in faces:
        yield face, face, settle_set(rules, [*cards, face])
    first = JOKER_FOR + faces[0]
    for face in faces:
        joker = JOKER_FOR + face
        yield joker, first if rules.distinct and JOKER in cards else joker, settle_set(rules, [*cards, joker])
    if not rules.must_declare:
        yield JOKER, first if rules.distinct else JOKER, settle_set(rules, [*cards, JOKER])


def _run_extensions(rules: MeldRules, cards: Cards) -> Iterator[tuple[str, str, Cards]]:
    places = _run_places(rules, cards)
    for face, above in places.items():
        for card in (face, JOKER_FOR + face):
            yield card, card, (*cards, card) if above else (card, *cards)
    if len(places) == 1 and not rules.must_declare:
        (face, above), card = next(iter(places.items())), JOKER_FOR + next(iter(places))
        yield JOKER, card, (*cards, card) if above else (card, *cards)


def _run_places(rules: MeldRules, cards: Cards) -> dict[str, bool]:
    """The faces that may come next to a run → whether above it; an ace that fits both ends goes high (J.layoff)."""
    start, length, suit = position(cards), len(cards), FACE[cards[0]][-1]
    allowed = starts(rules.ace, length + 1)
    below = start - 1 or KING if rules.ace == "around" else start - 1
    places = {}
    if below in allowed:
        places[window(suit, below, 1)[0]] = False
    if start in allowed:
        places[window(suit, start + length, 1)[0]] = True
    return places


def lay_off(
    rules: MeldRules, meld: str, kind: str, cards: Cards, added: Cards
) -> tuple[Cards, Cards] | Refused:
    """Lay cards on a meld: how they are called, in the order in which they go down, and the meld after them."""
    if len(cards) >= (LARGEST_SET if kind == SET else rules.longest_run):
        return refuse(Code.MELD_FULL, "J.layoff", meld=meld, count=len(cards))
    if kind == RUN and JOKER in added:
        declared = _declare(rules, meld, cards, added)
        if isinstance(declared, Refused):
            return declared
        added = declared
    if rules.must_declare and JOKER in added:
        return _undeclared_on_set(rules, cards, added)
    placed = _one_by_one(rules, kind, cards, added) if added else None
    return placed or _misfit(rules, meld, kind, cards, added)


def _one_by_one(rules: MeldRules, kind: str, cards: Cards, added: Cards) -> tuple[Cards, Cards] | None:
    """An order in which all go down one at a time, the meld standing after each: as sent if possible, jokers last."""
    dead_ends: set[tuple[Cards, Cards]] = set()

    def place(cards: Cards, left: Cards) -> tuple[Cards, Cards] | None:
        if not left:
            return (), cards
        if (cards, left) in dead_ends:
            return None
        takes = extensions(rules, kind, cards)
        for card in dict.fromkeys(left):
            if card in takes:
                called, after = takes[card]
                at = left.index(card)
                rest = place(after, left[:at] + left[at + 1 :])
                if rest is not None:
                    return (called, *rest[0]), rest[1]
        dead_ends.add((cards, left))
        return None

    return place(cards, tuple(sorted(added, key=is_joker)))


def _declare(rules: MeldRules, meld: str, cards: Cards, added: Cards) -> Cards | Refused:
    """The added cards with every joker declared, where they leave but one way to be read (J.declare)."""
    known = Counter(FACE[card] for card in added if card != JOKER)
    start, suit = position(cards), FACE[cards[0]][-1]
    ways: dict[Cards, Cards] = {}
    for below in range(len(added) + 1):
        first = start - below
        if rules.ace == "around":
            first = (first - 1) % KING + 1
        if first not in starts(rules.ace, len(cards) + len(added)):
            continue
        faces = window(suit, first, len(cards) + len(added))
        needed = Counter(faces[:below] + faces[below + len(cards) :])
        if not known - needed:
            jokers = tuple(sorted((needed - known).elements(), key=RANK.__getitem__))
            ways[jokers] = faces
    if not ways:
        return _misfit(rules, meld, RUN, cards, added)
    declared = [(*(c for c in added if c != JOKER), *(JOKER_FOR + face for face in way)) for way in ways]
    if len(declared) > 1 or rules.must_declare:
        placed = [_one_by_one(rules, RUN, cards, way) for way in declared]
        found = tuple(reading(rules, RUN, one[1]) for one in placed if one)
        code = Code.JOKER_UNDECLARED if rules.must_declare else Code.LAY_OFF_AMBIGUOUS
        if found and (len(found) > 1 or rules.must_declare):
            return refuse(code, "J.declare", meld=meld, cards=added, readings=found)
        return next((way for way, one in zip(declared, placed, strict=True) if one), declared[0])
    return declared[0]


def _undeclared_on_set(rules: MeldRules, cards: Cards, added: Cards) -> Refused:
    faces = missing_faces(cards) if rules.distinct else [FACE[cards[0]][:-1] + suit for suit in SUITS]
    after = (settle_set(rules, [*cards, JOKER_FOR + face]) for face in faces)
    found = tuple(reading(rules, SET, one) for one in after)
    return refuse(Code.JOKER_UNDECLARED, "J.declare", cards=added, readings=found)


def _misfit(rules: MeldRules, meld: str, kind: str, cards: Cards, added: Cards) -> Refused:
    """Why cards do not go onto a meld: a limit on jokers where only that is in the way, else that they do not fit."""
    free = _set_extensions(rules, cards) if kind == SET else _run_extensions(rules, cards)
    if len(added) == 1:
        for sent, _, after in free:
            refused = limits(rules, kind, after)
            if sent == added[0] and refused is not None:
                return refused
    return refuse(Code.DOES_NOT_FIT, "J.layoff", meld=meld, cards=added)


@lru_cache(maxsize=1 << 14)
def swaps(rules: MeldRules, kind: str, cards: Cards) -> dict[Cards, tuple[str, Cards]]:
    """Every swap that a meld allows: the natural cards it takes → the joker that comes free, and the meld after it."""
    if kind == SET and len(cards) == LARGEST_SET and rules.full_set_locked:
        return {}
    found: dict[Cards, tuple[str, Cards]] = {}
    for place, card in enumerate(cards):
        if is_joker(card) and card != JOKER:
            after = (*cards[:place], FACE[card], *cards[place + 1 :])
            found.setdefault((FACE[card],), (card, settle_set(rules, list(after)) if kind == SET else after))
    if JOKER in cards:
        for naturals, swapped in _open_swaps(rules, cards):
            found.setdefault(naturals, swapped)
    return found


def _open_swaps(rules: MeldRules, cards: Cards) -> Iterator[tuple[Cards, tuple[str, Cards]]]:
    """What frees an open joker of a set: a card that it may stand for, or two when only both make sure of it."""
    rest = list(cards)
    rest.remove(JOKER)
    rank = FACE[cards[0]][:-1]
    faces = missing_faces(cards) if rules.distinct else [rank + suit for suit in SUITS]
    if rules.set_joker_swap == "either_missing":
        for face in faces:
            yield (face,), (JOKER, settle_set(rules, [*rest, face]))
    elif rules.set_joker_swap == "both_missing" and rules.distinct:
        for pair in combinations(faces, 2):
            yield pair, (JOKER, settle_set(rules, [*rest, *pair]))
