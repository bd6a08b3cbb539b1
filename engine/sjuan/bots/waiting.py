"""Which cards wait for which: the pack as bits, so that bots can play a round to its end many times in a moment.

Every card but a seven waits for one other card of its suit (S.play, S.must_play). Once a card lies, the cards that
wait for it fit; that is all that play changes, so that a set of cards that fit is as good as a layout.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import BY_SUIT_AND_RANK, FACES, SUITS
from engine.penalties import card_points
from engine.sjuan.layout import EIGHT, SEVEN, SIX, ends, fitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.sjuan.actions import Cards
    from engine.sjuan.layout import Layout
    from engine.sjuan.options import SjuanOptions

BIT: Mapping[str, int] = {face: 1 << at for at, face in enumerate(FACES)}
FACE: Mapping[int, str] = {bit: face for face, bit in BIT.items()}
PACK = (1 << len(FACES)) - 1
OWN = 12
"""What a card of the own hand weighs that waits for a card, against one that somebody else may hold."""


def mask(cards: Iterable[str]) -> int:
    """Cards as a set of bits; what is no card of the pack, as a hidden one, is left out."""
    return sum({BIT[card] for card in cards if card in BIT})


def bits(cards: int) -> Iterator[int]:
    """The bits of a set, each alone, in the order of the pack."""
    while cards:
        bit = cards & -cards
        yield bit
        cards ^= bit


def faces(cards: int) -> Cards:
    """A set of bits as cards."""
    return tuple(FACE[bit] for bit in bits(cards))


class Waiting(NamedTuple):
    """For each card those that fit once it lies, and all that wait for it, near and far; and what cards cost."""

    opens: Mapping[int, int]
    beyond: Mapping[int, int]
    prices: tuple[tuple[int, int], ...]

    def points(self, cards: int) -> int:
        """What cards cost that are left in a hand (S.score)."""
        return sum(price * (cards & priced).bit_count() for price, priced in self.prices)

    def keenness(self, hand: int, bit: int) -> int:
        """How much it serves a hand to play a card: for what can leave it then, that card and those that wait.

        Each counts for one, as a turn, and for its points. Of equals the one comes last for which most others wait.
        """
        beyond = self.beyond[bit]
        own = hand & (beyond | bit)
        return OWN * (own.bit_count() + self.points(own)) - beyond.bit_count()

    def order(self, hand: int) -> list[int]:
        """The cards of a hand, those first that it serves most to play.

        It stays the same for the whole round: what waits for a card in the hand cannot leave it before that card does.
        """
        return sorted(bits(hand), key=lambda bit: -self.keenness(hand, bit))


def waiting(options: SjuanOptions) -> Waiting:
    """Which cards wait for which by these options, and what they cost."""
    opens, beyond = _chains(ends(options), eight_first=options.eight_before_six)
    priced: dict[int, int] = {}
    for face, bit in BIT.items():
        price = card_points(options, face)
        priced[price] = priced.get(price, 0) | bit
    return Waiting(opens, beyond, tuple(priced.items()))


def fits_on(options: SjuanOptions, layout: Layout) -> int:
    """The cards that could be played next, whoever holds them."""
    return mask(fitting(options, layout))


@lru_cache(maxsize=4)
def _chains(suit_ends: tuple[int, int], *, eight_first: bool) -> tuple[Mapping[int, int], Mapping[int, int]]:
    lowest, highest = suit_ends
    opens, beyond = dict.fromkeys(BIT.values(), 0), dict.fromkeys(BIT.values(), 0)
    for suit in SUITS:
        row = [BIT.get(face, 0) for face in BY_SUIT_AND_RANK[suit]]
        for place in (*range(lowest, SEVEN), *range(EIGHT, highest + 1)):
            before = _before(place, eight_first=eight_first)
            opens[row[before]] |= row[place]
            beyond[row[before]] |= row[place]
            while before != SEVEN:
                before = _before(before, eight_first=eight_first)
                beyond[row[before]] |= row[place]
    return opens, beyond


def _before(place: int, *, eight_first: bool) -> int:
    """The place of the card for which the one at this place waits."""
    if place == SIX and eight_first:
        return EIGHT
    return place + 1 if place < SEVEN else place - 1
