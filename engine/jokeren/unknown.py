"""What a position does not say: hands and a stock of which only the number of cards is known.

An unknown card is `HIDDEN` wherever a card may be, so that counts, turns and going out work as with any other. It may
be whatever the pack has and the position does not show.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import HIDDEN, JOKER, held, pack, sort_hand
from engine.jokeren.actions import DrawSeen
from engine.jokeren.state import JokerenPartialState
from engine.positions import Clauses, hand_count_refusals, no, unknown_refusals, with_hidden
from engine.refusals import Code, Refused, refuse
from engine.shuffle import choose, numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.jokeren.actions import Cards, Draw, TableMeld
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState
    from engine.refusals import Refusal

CLAUSES = Clauses(
    players="J.players", pack="J.pack", deal="J.deal", turn="J.turn", end="J.out", score="J.score"
)


def filled_in(given: Mapping[str, Any], asker: int | None) -> Mapping[str, Any] | Refused:
    """The fields of a position with `HIDDEN` for each card of what is None in them, or why that cannot be.

    What `asker` holds must be known; where nobody asks (None), since a game is to be played from it, everything must.
    """
    found = [
        *unknown_refusals(CLAUSES, given, asker, piles=("stock",)),
        *hand_count_refusals(CLAUSES, given),
        *_stock_count_refusals(given),
    ]
    if found:
        return Refused(tuple(found))
    stock = (HIDDEN,) * given["stock_count"] if given.get("stock", ()) is None else given.get("stock", ())
    return {**given, "hands": with_hidden(given), "stock": stock}


def _stock_count_refusals(given: Mapping[str, Any]) -> Iterator[Refusal]:
    """`stock_count` is needed where the stock is None, and else says what it shows."""
    stock, count = given.get("stock", ()), given.get("stock_count")
    if count is None if stock is None else count not in {None, len(stock)}:
        yield no(Code.STATE_COUNTS_WRONG, CLAUSES.deal, "stock_count", field="stock_count")


def shown(
    hands: Iterable[Iterable[str]], stock: Iterable[str], discard: Iterable[str], table: Iterable[TableMeld]
) -> Counter[str]:
    """Every card that a position shows, and how many `HIDDEN` ones it has."""
    found = Counter(card for hand in hands for card in hand)
    found.update(stock)
    found.update(discard)
    found.update(held(card) for meld in table for card in meld.cards)
    return found


def unseen(options: JokerenOptions, state: JokerenState) -> Cards:
    """The cards of the pack that the position does not show, sorted: each unknown one is one of them."""
    packs, jokers, _ = options.pack_for(len(state.hands))
    left = Counter(pack(packs, jokers)) - shown(state.hands, state.stock, state.discard, state.table)
    return sort_hand(left.elements())


def is_known(state: JokerenState) -> bool:
    """Whether a position says where every card lies."""
    return not any(HIDDEN in cards for cards in (state.stock, *state.hands))


def as_jokers(options: JokerenOptions, state: JokerenState) -> JokerenState:
    """The position with its unknown cards as jokers, where they can be nothing else."""
    if any(card != JOKER for card in unseen(options, state)):
        return state
    stock, *hands = (
        tuple(JOKER if card == HIDDEN else card for card in cards) for cards in (state.stock, *state.hands)
    )
    return msgspec.structs.replace(state, stock=stock, hands=tuple(hands))


def with_top_shown(
    options: JokerenOptions,
    state: JokerenState,
    asked: Draw | DrawSeen,
    among: Sequence[str] | None,
    key: bytes,
) -> JokerenState | Refused:
    """The position before a draw with the card known that it gives: an unknown one as named, or as the key picks it.

    It is one of those `among` which the stock was renewed just now, or, where it was not (None), any that is unseen.
    """
    named = asked.card if isinstance(asked, DrawSeen) else None
    top = state.stock[0] if asked.source == "stock" else state.discard[-1]
    if top != HIDDEN:
        return state if named in {None, top} else refuse(Code.DRAWN_CARD_OTHER, "J.draw", card=named)
    possible = unseen(options, state) if among is None else sort_hand(among)
    if named is None:
        named = possible[choose(numbers(key), len(possible))]
    elif named not in possible:
        return refuse(Code.DRAWN_CARD_IMPOSSIBLE, "J.draw", card=named)
    return msgspec.structs.replace(state, stock=(named, *state.stock[1:]))


def told(state: JokerenState) -> JokerenState | JokerenPartialState:
    """The position as it was asked about: what is unknown is None, with the numbers of cards beside it."""
    if is_known(state):
        return state
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    if any(HIDDEN in hand for hand in state.hands):
        fields["hands"] = tuple(None if HIDDEN in hand else hand for hand in state.hands)
        fields["hand_counts"] = tuple(map(len, state.hands))
    if HIDDEN in state.stock:
        fields["stock"], fields["stock_count"] = None, len(state.stock)
    return JokerenPartialState(**fields)
