"""What a seat on turn knows of a round, and nothing else: the only thing that a bot is given.

It is built up from nothing, and no field of it can hold another's hand or the order of the stock.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import HIDDEN, JOKER, held
from engine.jokeren.actions import (
    Cards,
    Discarded,
    Drawn,
    JokerSwapped,
    LaidOff,
    Melded,
    TableMeld,
    TakenBack,
)
from engine.jokeren.state import JokerenState, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable


class JokerenSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the seat on turn knows it: its own cards and turn, and what everybody has seen.

    `discard` is the whole pile, the top last, since each card fell in everybody's sight. `taken` are the cards that
    each seat was seen to take from the pile and not to part with since, as far as the facts tell that were given.
    """

    seat: int
    round: int
    dealer: int
    turn: Turn
    hand: Cards
    hand_counts: tuple[int, ...]
    stock_count: int
    discard: Cards
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    tabled: tuple[bool, ...]
    turns_taken: tuple[int, ...]
    reshuffles: int
    idle_turns: int
    taken: tuple[Cards, ...]


def seen(state: JokerenState, facts: Iterable[Any] = ()) -> JokerenSeen:
    """What the seat on turn knows of a position; `facts` are what it saw happen in the round, in order."""
    seat = state.turn.seat
    return JokerenSeen(
        seat=seat,
        round=state.round,
        dealer=state.dealer,
        turn=state.turn,
        hand=state.hands[seat],
        hand_counts=tuple(map(len, state.hands)),
        stock_count=len(state.stock),
        discard=state.discard,
        table=state.table,
        opened=state.opened,
        tabled=state.tabled,
        turns_taken=state.turns_taken,
        reshuffles=state.reshuffles,
        idle_turns=state.idle_turns,
        taken=seen_to_take(facts, len(state.hands)),
    )


def seen_to_take(facts: Iterable[Any], players: int) -> tuple[Cards, ...]:
    """The cards that each seat took from the pile and has neither tabled nor discarded since."""
    holds = [Counter[str]() for _ in range(players)]
    turn: list[tuple[Cards, Cards]] = []
    for fact in facts:
        match fact:
            case Drawn():
                turn = [((fact.card,) if fact.source == "discard" else (), ())]  # type: ignore[list-item]
            case Melded():
                turn.append(((), fact.meld.cards))
            case JokerSwapped():
                turn.append(((JOKER,), fact.cards))
            case LaidOff():
                turn.append(((), fact.cards))
            case TakenBack():
                turn = turn[:-1]
            case Discarded():
                for gained, parted in (*turn, ((), (fact.card,))):
                    holds[fact.seat].update(gained)
                    holds[fact.seat] -= Counter(map(held, parted))
                turn = []
    return tuple(tuple(sorted(one.elements())) for one in holds)


def position_of(known: JokerenSeen) -> JokerenState:
    """The position as far as the seat knows it, in which every card that it has not seen is hidden."""
    hands = [(HIDDEN,) * count for count in known.hand_counts]
    hands[known.seat] = known.hand
    return JokerenState(
        round=known.round,
        dealer=known.dealer,
        turn=known.turn,
        hands=tuple(hands),
        stock=(HIDDEN,) * known.stock_count,
        discard=known.discard,
        table=known.table,
        opened=known.opened,
        tabled=known.tabled,
        turns_taken=known.turns_taken,
        reshuffles=known.reshuffles,
        idle_turns=known.idle_turns,
        past_rounds=(),
        outcome=None,
    )
