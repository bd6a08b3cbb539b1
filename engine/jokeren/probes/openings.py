"""Openings made to measure: melds that meet what two rulesets ask, or lie between what they ask (J.opening)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import RANK, RANKS, SUITS
from engine.jokeren.actions import Meld
from engine.jokeren.duties import THREE_SETS, least
from engine.jokeren.melds import LARGEST_SET, RUN, SET, points
from engine.jokeren.probes.staging import laid, meld, probe
from engine.jokeren.runs import KING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.jokeren.probes.staging import Stage
    from engine.results import Probe

MOST_LOOKS = 10_000
"""The melds that are looked at to make up the openings of one option's probes."""
ORDINARY_RUN = 5
"""The longest run that an opening holds unless a longer one is asked for."""
ABOUT = 12
"""How far above a threshold an opening may be that is meant to meet it: the next sum of melds is no farther."""
ALL_CARDS = "all_cards"


class Worth(NamedTuple):
    """A meld and its worth."""

    meld: Meld
    faces: frozenset[str]
    points: int


@lru_cache(maxsize=4)
def _natural_melds(smallest: int) -> tuple[Worth, ...]:
    """Melds of natural cards of one pack, without aces, and what they are worth under any rules; dear ones first."""
    ranks = range(2, KING + 1)
    sets = [
        Meld(tuple(RANKS[rank - 1] + suit for suit in SUITS[:size]), SET)
        for rank in ranks
        for size in range(smallest, LARGEST_SET + 1)
    ]
    runs = [
        Meld(tuple(RANKS[rank - 1] + suit for rank in range(low, low + length)), RUN)
        for suit in SUITS
        for length in range(smallest, len(ranks) + 1)
        for low in ranks[: len(ranks) + 1 - length]
    ]
    worth = [
        Worth(one, frozenset(one.cards), sum(min(RANK[card], 10) for card in one.cards))
        for one in (*sets, *runs)
    ]
    return tuple(sorted(worth, key=lambda one: -one.points))


@lru_cache(maxsize=64)
def _that_meet(smallest: int, kind: str) -> tuple[Worth, ...]:
    """The melds that meet a demand, cheap ones first."""
    found = [
        one
        for one in _natural_melds(smallest)
        if kind.startswith(str(one.meld.kind)) and len(one.faces) >= least(kind)
    ]
    return tuple(reversed(found))


@lru_cache(maxsize=16)
def _to_fill_up(smallest: int, fill: str | None) -> tuple[Worth, ...]:
    """Melds that nobody asked for, of one kind or of both, dear ones first."""
    return tuple(
        one
        for one in _natural_melds(smallest)
        if fill in {None, one.meld.kind} and len(one.faces) <= ORDINARY_RUN
    )


def opening(
    stage: Stage, kinds: Iterable[str], low: int, high: int, *, without: str = "", fill: str | None = None
) -> tuple[Meld, ...] | None:
    """Natural melds worth `low` to `high` together, one of its own for each of these kinds; None if none are found.

    `without` are cards that they may not need, `fill` the kind of the melds that nobody asked for.
    """
    asked = sorted((one for one in kinds if one != ALL_CARDS), key=least, reverse=True)
    choices = [*(_that_meet(stage.smallest, one) for one in asked), _to_fill_up(stage.smallest, fill)]

    def find(at: int, first: int, low: int, high: int, used: frozenset[str]) -> tuple[Meld, ...] | None:
        filling = at == len(asked)
        if filling and low <= 0:
            return ()
        for place, one in enumerate(choices[at][first:], first):
            if next(stage.looks) >= MOST_LOOKS:
                return None
            if one.points > high or not used.isdisjoint(one.faces):
                continue
            following = (at, place + 1) if filling else (at + 1, 0)
            rest = find(*following, low - one.points, high - one.points, used | one.faces)
            if rest is not None:
                return (one.meld, *rest)
        return None

    return find(0, 0, low, high, frozenset(without.split()))


def _kinds(stage: Stage, number: int) -> tuple[str, ...]:
    """The kinds of melds that do for both rulesets in a round."""
    left, right = (Counter(one.opening_for(number)[1]) for one in stage.both)
    return tuple((left | right).elements())


def melds_to_open(stage: Stage, *, without: str = "") -> Iterator[tuple[int, tuple[Meld, ...]]]:
    """A round with melds that open under both rulesets and need none of some cards: the first one that has any."""
    for number in stage.rounds:
        low = max(1, *(one.opening_for(number)[0] for one in stage.both))
        melds = opening(stage, _kinds(stage, number), low, low + ABOUT, without=without)
        if melds:
            yield number, melds
            return


def open_with(stage: Stage, number: int, *melds: Meld) -> Iterator[Probe]:
    """These melds as the opening of a round, with a card to keep; and where all must go, with none."""
    everything = any(ALL_CARDS in one.opening_for(number)[1] for one in stage.both)
    for over in (2, 1, 0) if everything else (2,):
        yield probe(stage, laid(*melds), *melds, over=over, ends=bool(over), opened=False, round=number)


def crossings(stage: Stage, *special: Meld) -> Iterator[Probe]:
    """Openings that are enough for one ruleset and not for the other, with a special meld among them or without one."""
    for number in stage.rounds:
        left, right = (one.opening_for(number)[0] for one in stage.both)
        worth = [sum(points(one.melds, str(each.kind), each.cards) for each in special) for one in stage.both]
        for low, high in dict.fromkeys(_between(left, right, *worth)):
            least_of_all = low if special else max(1, low)
            more = opening(stage, _kinds(stage, number), least_of_all, high, without=laid(*special))
            if more is not None:
                yield from open_with(stage, number, *special, *more)


def _between(left: int, right: int, left_worth: int, right_worth: int) -> Iterator[tuple[int, int]]:
    """What other melds may be worth so that both thresholds, and one of them with what changes it, lie between."""
    needed = left - left_worth, right - right_worth
    mixed = left - right_worth, right - left_worth
    for own in needed:
        for changed in mixed:
            low = max(0, min(needed), min(own, changed))
            high = min(max(needed), max(own, changed)) - 1
            if low <= high:
                yield low, high


def kinds_short(stage: Stage) -> Iterator[Probe]:
    """Openings of the kinds that one ruleset demands, filled up with sets or with runs (J.opening_rounds)."""
    for number in stage.rounds:
        asked = [one.opening_for(number) for one in stage.both]
        low = max(1, *(required for required, _ in asked))
        if asked[0][1] == asked[1][1]:
            continue
        for _, kinds in asked:
            for fill in (SET, RUN):
                melds = opening(stage, kinds, low, low + ABOUT, fill=fill)
                if melds:
                    yield from open_with(stage, number, *melds)


def alternatives(stage: Stage) -> Iterator[Probe]:
    """Three sets that are worth little (J.three_sets)."""
    sets = [Meld(tuple(rank + suit for suit in SUITS[: stage.smallest]), SET) for rank in RANKS[1:]]
    for number in stage.rounds:
        yield from open_with(stage, number, *sets[:THREE_SETS])


def waivers(stage: Stage) -> Iterator[Probe]:
    """A player who goes out with a cheap meld, with a last discard and without (J.opening)."""
    for number in stage.rounds:
        for one in (meld("2H 3H 4H 5H"), meld("2H 2S 2D 2C")):
            for over in (1, 0):
                yield probe(stage, laid(one), one, over=over, ends=bool(over), opened=False, round=number)


def aces_low(stage: Stage) -> Iterator[Probe]:
    """Openings that turn on what an ace is worth that lies low."""
    for text in ("AS 2S 3S", "AS 2S 3S 4S"):
        yield from crossings(stage, meld(text))


def aces_high(stage: Stage) -> Iterator[Probe]:
    """Openings that turn on what an ace is worth elsewhere."""
    for text in ("QS KS AS", "JS QS KS AS", "AS AH AD", "AS AH AD AC"):
        yield from crossings(stage, meld(text))


def jokers_laid(stage: Stage) -> Iterator[Probe]:
    """Openings that turn on what a joker is worth, standing for cheap cards and for dear ones."""
    for text in ("10S JK:JS QS", "2S JK:3S 4S", "5S JK:6S 7S 8S", "2S JK:3S 4S 5S 6S", "10S JK:JS QS KS"):
        yield from crossings(stage, meld(text))
