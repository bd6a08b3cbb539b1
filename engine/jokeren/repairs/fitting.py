"""Cards that could be laid where others do not fit: melds near to one, ways onto a meld, melds that open."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from typing import TYPE_CHECKING

from engine.cards import FACE, JOKER, held, is_joker
from engine.jokeren.actions import Meld, TurnMeld
from engine.jokeren.duties import opening_owed
from engine.jokeren.makings import groups, of_group
from engine.jokeren.melds import points
from engine.jokeren.pieces import new_melds
from engine.jokeren.repairs.trial import distance
from engine.jokeren.search import Goal, best
from engine.jokeren.solver import openings, still_demanded
from engine.jokeren.table import extensions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Cards
    from engine.jokeren.melds import MeldRules
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.pieces import Piece

FAR = 2
"""A meld that differs in more cards than this is another meld."""
MOST_NEAR = 12
MOST_OPENERS = 4
MOST_PAIRED = 60
MOST_SEARCHED = 1000
"""A hand that holds more melds is not searched for an opening of three of them, which could take a second."""


def near_melds(rules: MeldRules, hand: Cards, sent: Meld) -> list[Meld]:
    """The melds of a sorted hand that are nearest to what was sent: first those that differ in fewest cards.

    Other cards are named in the best way only; for the same cards every way counts to say what their jokers are.
    """
    wanted = Counter(map(held, sent.cards))
    naturals, few = wanted.keys() - {JOKER}, len(sent.cards) - wanted[JOKER] <= FAR
    jokers = hand.count(JOKER)
    usable = hand[: len(hand) - jokers] + (JOKER,) * min(jokers, wanted[JOKER] + 1)
    melds = (
        meld
        for group in groups(rules, usable)
        if few or not naturals.isdisjoint(group[2])
        for meld in of_group(rules, *group)
        if abs(len(meld.cards) - len(sent.cards)) <= FAR and _missing(wanted, meld.cards) <= FAR
    )
    ranked = [((distance(sent.cards, meld.cards), *_differences(rules, sent, meld)), meld) for meld in melds]
    found = sorted((one for one in ranked if one[0][0] <= FAR), key=lambda one: one[0])
    near: dict[object, Meld] = {}
    for _, meld in found:
        cards = Counter(map(held, meld.cards))
        near.setdefault(meld if cards == wanted else (meld.kind, frozenset(cards.items())), meld)
    return list(near.values())[:MOST_NEAR]


def _missing(wanted: Counter[str], cards: Cards) -> int:
    """How many of these cards are not wanted; asked of thousands of melds."""
    left = dict(wanted)
    missing = 0
    for card in cards:
        own = held(card)
        if left.get(own):
            left[own] -= 1
        else:
            missing += 1
    return missing


def unlike(one: Cards, other: Cards) -> int:
    """How many cards of a hand are in one of them only."""
    ours, theirs = Counter(map(held, one)), Counter(map(held, other))
    return (ours - theirs).total() + (theirs - ours).total()


def _differences(rules: MeldRules, sent: Meld, meld: Meld) -> tuple[int, ...]:
    """What tells melds apart that are equally far: all cards, the kind, faces, what jokers were said to be, points."""
    faces = Counter(map(FACE.get, sent.cards)) - Counter(map(FACE.get, meld.cards))
    said = Counter(sent.cards) - Counter(meld.cards)
    other_kind = sent.kind not in {None, meld.kind}
    assert meld.kind is not None
    worth = points(rules, meld.kind, meld.cards)
    return unlike(sent.cards, meld.cards), other_kind, faces.total(), said.total(), -worth


def ways(rules: MeldRules, kind: str, cards: Cards, added: Cards) -> list[Cards]:
    """Every way in which cards of a hand go down on a meld together, each joker said to be what it is then."""
    reached: dict[tuple[Cards, Cards], Cards] = {(cards, tuple(map(held, added))): ()}
    for _ in added:
        further: dict[tuple[Cards, Cards], Cards] = {}
        for (now, left), called in reached.items():
            for sent, (_, after) in extensions(rules, kind, now).items():
                if held(sent) in left and sent != JOKER:
                    place = left.index(held(sent))
                    rest = left[:place] + left[place + 1 :]
                    further.setdefault((after, rest), (*called, sent))
        reached = further
    return list(reached.values())


def openers(
    options: JokerenOptions,
    hand: Cards,
    laid: list[TurnMeld],
    *,
    round_number: int,
    others: int,
    taken: str | None = None,
) -> Iterator[tuple[Piece, ...]]:
    """Melds of a sorted hand that make an opening of what was `laid`, the fewest cards first: one, two, or as found.

    So many `others` stay in hand beside these. One of the melds holds the card that was `taken`, where there is one.
    """
    pieces = sorted(new_melds(options.melds, hand), key=size)

    def opens(*chosen: Piece) -> bool:
        melds = [*laid, *(TurnMeld("", piece.kind, piece.lies.cards, piece.points) for piece in chosen)]  # type: ignore[arg-type]
        left = len(hand) + others - sum(map(size, chosen))
        return not opening_owed(options, melds, round_number=round_number, hand_left=left)

    singles = [(piece,) for piece in pieces if holds(piece, taken) and opens(piece)]
    if singles:
        yield from singles[:MOST_OPENERS]
        return
    paired = (
        (one, other)
        for one, other in combinations(pieces[:MOST_PAIRED], 2)
        if (holds(one, taken) or holds(other, taken)) and _apart(hand, one, other) and opens(one, other)
    )
    pairs = list(islice(paired, MOST_OPENERS))
    searched = pieces if len(pieces) <= MOST_SEARCHED else []
    yield from pairs or _as_many_as_needed(options, hand, searched, laid, round_number)


def _as_many_as_needed(
    options: JokerenOptions, hand: Cards, pieces: list[Piece], laid: list[TurnMeld], round_number: int
) -> Iterator[tuple[Piece, ...]]:
    """An opening of three or more melds, if there is one."""
    for opening in openings(options, round_number):
        demand = still_demanded(opening, laid)
        arranged = best(hand, pieces, Goal(dict.fromkeys(hand, 0)), demand)
        if arranged is not None and arranged.pieces:
            yield arranged.pieces


def size(piece: Piece) -> int:
    """How many cards go down together."""
    return len(piece.naturals) + piece.jokers


def holds(piece: Piece, card: str | None) -> bool:
    """Whether a card of the hand is among those that go down, where one has to be."""
    return card is None or card in piece.naturals or (card == JOKER and piece.jokers > 0)


def _apart(hand: Cards, one: Piece, other: Piece) -> bool:
    """Whether a hand has the cards of both."""
    used = Counter((*one.naturals, *other.naturals))
    used[JOKER] = one.jokers + other.jokers
    return not used - Counter(hand)


def jokers_of(cards: Cards) -> Cards:
    """The jokers among cards, as they were sent."""
    return tuple(card for card in cards if is_joker(card))
