"""What a hand is good for while it is kept: which cards lie in melds that it holds, and what the others wait for."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.cards import BY_SUIT_AND_RANK, JOKER, RANK, RANKS, SUITS, held, pack
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.runs import HIGH_ACE
from engine.jokeren.search import Goal, best

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.jokeren.actions import Cards
    from engine.jokeren.bots.seen import JokerenSeen
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.pieces import Piece
    from engine.jokeren.state import JokerenState


def loose(options: JokerenOptions, state: JokerenState, costs: Mapping[str, int], hand: Cards) -> Cards:
    """The cards that neither melds of the hand nor the table take in the cheapest arrangement, whatever is demanded."""
    left = Counter(hand)
    found = best(hand, placeable(options, state, hand), Goal(costs))
    assert found is not None
    for piece in found.pieces:
        left.subtract([*piece.naturals, *[JOKER] * piece.jokers])
    return tuple(card for card in hand if left[card] > 0)


def placeable(options: JokerenOptions, state: JokerenState, hand: Cards) -> list[Piece]:
    """Everything that the hand could table if nothing were demanded."""
    return [*new_melds(options.melds, hand), *additions(options.melds, hand, state.table)]


def unseen_cards(options: JokerenOptions, known: JokerenSeen) -> Counter[str]:
    """The cards that the seat has not seen, each of which lies in the stock or in another hand."""
    packs, jokers, _ = options.pack_for(len(known.hand_counts))
    left = Counter(pack(packs, jokers))
    left.subtract(known.hand)
    left.subtract(known.discard)
    left.subtract(held(card) for meld in known.table for card in meld.cards)
    return +left


def waits_for(card: str, hand: Cards, unseen: Mapping[str, int]) -> int:
    """How many unseen cards would make a meld of a natural card and one other of the hand."""
    others = set(hand)
    return sum(
        unseen.get(third, 0) for second, thirds in _neighbours(card) if second in others for third in thirds
    )


@lru_cache(maxsize=64)
def _neighbours(card: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each card that goes with this one in a meld of three, and the cards that are the third."""
    rank, suit = RANKS[RANK[card] - 1], card[-1]
    alike = [rank + other for other in SUITS if other != suit]
    found = [(one, tuple(other for other in alike if other != one)) for one in alike]
    line = BY_SUIT_AND_RANK[suit]
    thirds: dict[str, list[str]] = {}
    for start in range(1, HIGH_ACE - 1):
        window = line[start : start + 3]
        for second in window if card in window else ():
            if second != card:
                thirds.setdefault(second, []).extend({*window} - {card, second})
    return (*found, *((second, tuple(three)) for second, three in thirds.items()))


def total(costs: Mapping[str, int], cards: Iterable[str]) -> int:
    """What cards cost together."""
    return sum(costs[card] for card in cards)
