"""Sets and runs: which cards make one, how their jokers can be read, and what they are worth.

A *reading* is one way to understand cards as a meld: its kind, its cards in table order with every joker declared (the
open jokers of a set stay `"JK"`), and its points.
"""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Final

import msgspec

from engine.cards import FACE, FACES, JOKER, JOKER_FOR, RANK, RANKS, SUITS, is_joker
from engine.jokeren.explain import explain
from engine.jokeren.runs import HIGH_ACE, KING, run_arrangements
from engine.refusals import Code, Reading, Refused, refuse

SET: Final = "set"
RUN: Final = "run"
SMALLEST, LARGEST_SET = 3, 4


class MeldRules(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The options that judge melds (J.set, J.run, J.ace, J.joker, J.declare, J.values, J.swap).

    Two of them are the same only if they are one object, so that what is remembered per rules is found fast.
    """

    set_suits: str
    ace: str
    min_naturals: int
    max_jokers: int | None
    min_between: int
    may_outnumber: bool
    declaration: str
    set_joker_swap: str
    full_set_locked: bool
    ace_low_points: int
    ace_high_points: int
    joker_points: int | None

    @property
    def distinct(self) -> bool:
        """Whether the suits of a set must differ."""
        return self.set_suits == "distinct"

    @property
    def must_declare(self) -> bool:
        """Whether every joker must say what it stands for."""
        return self.declaration == "required"

    @property
    def longest_run(self) -> int:
        """The most cards in a run (J.ace)."""
        return HIGH_ACE if self.ace == "both_ends" else KING


meld_rules = lru_cache(maxsize=1024)(MeldRules)


def limits(rules: MeldRules, kind: str, cards: tuple[str, ...]) -> Refused | None:
    """What forbids the jokers of a meld that is otherwise one (J.joker), or None."""
    places = [place for place, card in enumerate(cards) if card[:2] == JOKER]
    jokers, naturals = len(places), len(cards) - len(places)
    if naturals < rules.min_naturals:
        return refuse(Code.TOO_FEW_NATURALS, "J.joker", count=naturals, minimum=rules.min_naturals)
    if rules.max_jokers is not None and jokers > rules.max_jokers:
        return refuse(Code.TOO_MANY_JOKERS, "J.joker", count=jokers, maximum=rules.max_jokers)
    if jokers > naturals and not rules.may_outnumber:
        return refuse(Code.JOKERS_OUTNUMBER, "J.joker", count=jokers, maximum=naturals)
    if kind == RUN and rules.min_between:
        between = min((after - before - 1 for before, after in pairwise(places)), default=None)
        if between is not None and between < rules.min_between:
            return refuse(Code.JOKERS_TOO_CLOSE, "J.joker", count=between, minimum=rules.min_between)
    return None


def points(rules: MeldRules, kind: str, cards: tuple[str, ...]) -> int:
    """What a meld in table order is worth on the table (J.values)."""
    known = next((FACE[card] for card in cards if card != JOKER), None)
    total = 0
    for place, card in enumerate(cards):
        if rules.joker_points is not None and is_joker(card):
            total += rules.joker_points
            continue
        rank = RANK[FACE.get(card, known) or FACES[0]]
        if rank > 1:
            total += min(rank, 10)
        else:
            low = kind == RUN and place == 0
            total += rules.ace_low_points if low else rules.ace_high_points
    return total


def reading(rules: MeldRules, kind: str, cards: tuple[str, ...]) -> Reading:
    """A meld in table order as a reading, with its points and whether its jokers may be so."""
    return Reading(kind, cards, points(rules, kind, cards), limits(rules, kind, cards) is None)


def settle_set(rules: MeldRules, cards: list[str]) -> tuple[str, ...]:
    """A set in table order: by suit, its open jokers last; where only so many suits are left they are the jokers'."""
    closed = sorted(
        (card for card in cards if card != JOKER), key=lambda card: (SUITS.index(FACE[card][-1]), card)
    )
    jokers = len(cards) - len(closed)
    if rules.distinct and jokers and len(cards) == LARGEST_SET and closed:
        closed += [JOKER_FOR + face for face in missing_faces(closed)]
        return tuple(sorted(closed, key=lambda card: SUITS.index(FACE[card][-1])))
    return (*closed, *[JOKER] * jokers)


def missing_faces(cards: list[str] | tuple[str, ...]) -> list[str]:
    """The faces of the set's rank whose suits no card of it shows or stands for."""
    shown = [FACE[card] for card in cards if card != JOKER]
    rank = shown[0][:-1]
    return [rank + suit for suit in SUITS if rank + suit not in shown]


def _set_readings(rules: MeldRules, cards: tuple[str, ...]) -> list[Reading]:
    shown = [FACE[card] for card in cards if card != JOKER]
    undeclared = [card for card in cards if card == JOKER]
    if len(cards) > LARGEST_SET or len({RANK[face] for face in shown}) > 1:
        return []
    if rules.distinct and len(set(shown)) < len(shown):
        return []
    if not undeclared or (shown and not rules.must_declare):
        return [reading(rules, SET, settle_set(rules, list(cards)))]
    declared = [card for card in cards if card != JOKER]
    ranks = [shown[0][:-1]] if shown else list(RANKS)
    found = []
    for rank in ranks:
        faces = [rank + suit for suit in SUITS if not (rules.distinct and rank + suit in shown)]
        choose = combinations if rules.distinct else combinations_with_replacement
        for chosen in choose(faces, len(undeclared)):
            whole = [*declared, *(JOKER_FOR + face for face in chosen)]
            found.append(reading(rules, SET, settle_set(rules, whole)))
    return found


def _run_readings(rules: MeldRules, cards: tuple[str, ...]) -> list[Reading]:
    found = run_arrangements(rules.ace, cards)
    if len(found) > 1 and JOKER not in cards:
        place = _place_of_ace(cards)
        as_sent = [arranged for arranged in found if _place_of_ace(arranged) == place]
        found = as_sent or found
    return [reading(rules, RUN, arranged) for arranged in found]


def _place_of_ace(cards: tuple[str, ...]) -> int:
    return next(place for place, card in enumerate(cards) if RANK[FACE[card]] == 1)


def readings(rules: MeldRules, cards: tuple[str, ...], kind: str | None = None) -> list[Reading]:
    """Every way in which cards can be read as a meld of this kind (of either, where none is named)."""
    if len(cards) < SMALLEST or (rules.min_naturals and all(map(is_joker, cards))):
        return []
    sets = _set_readings(rules, cards) if kind != RUN else []
    runs = _run_readings(rules, cards) if kind != SET else []
    return sets + runs


def judge(rules: MeldRules, cards: tuple[str, ...], kind: str | None = None) -> Reading | Refused:
    """The one reading of these cards as a meld, or why they are none.

    Where several readings would stand none is guessed; a joker that must be declared is not guessed either (J.declare).
    """
    return verdict(rules, cards, kind, readings(rules, cards, kind))


def verdict(
    rules: MeldRules, cards: tuple[str, ...], kind: str | None, found: list[Reading]
) -> Reading | Refused:
    """What `judge` says of cards whose readings have been found."""
    if not found:
        return explain(rules, cards, kind)
    standing = [one for one in found if one.stands]
    if rules.must_declare and JOKER in cards:
        return refuse(Code.JOKER_UNDECLARED, "J.declare", cards=cards, readings=tuple(found))
    if len(standing) > 1:
        return refuse(Code.MELD_AMBIGUOUS, "J.declare", cards=cards, readings=tuple(found))
    if not standing:
        refused = limits(rules, found[0].kind, found[0].cards)
        assert refused is not None
        return refused
    return standing[0]
