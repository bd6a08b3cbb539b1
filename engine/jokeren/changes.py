"""How one action changes a position: drawing, tabling, and undoing either. Nothing here asks whether it is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import JOKER, held, with_cards, without_cards
from engine.jokeren.actions import TurnDraw, TurnLayOff, TurnMeld, TurnSwap
from engine.jokeren.duties import duties, melds_of, opening_owed

if TYPE_CHECKING:
    from engine.jokeren.actions import Cards, TableMeld, TurnAction
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState, Turn


def draw(options: JokerenOptions, state: JokerenState, source: str) -> JokerenState:
    """The position after a draw that is allowed, from a pile that has a card."""
    seat = state.turn.seat
    stock, discard = state.stock, state.discard
    if source == "stock":
        card, stock = stock[0], stock[1:]
        action = TurnDraw("stock", card)
    else:
        card, discard = discard[-1], discard[:-1]
        action = TurnDraw("discard", card)
    hand = with_cards(state.hands[seat], (card,))
    turn = msgspec.structs.replace(state.turn, phase="play", actions=(action,))
    if source == "discard":
        turn = _with_duties(options, state, turn, hand)  # it may have to be tabled (J.taken)
    return msgspec.structs.replace(
        state,
        turn=turn,
        hands=with_hand(state, hand),
        stock=stock,
        discard=discard,
    )


def acted(
    options: JokerenOptions,
    state: JokerenState,
    hand: Cards,
    table: tuple[TableMeld, ...],
    actions: tuple[TurnAction, ...],
    *,
    phase: str = "play",
) -> JokerenState:
    """The position with another hand and table; whether the seat has opened and what it owes follow from it."""
    turn, seat = state.turn, state.turn.seat
    melds = melds_of(actions)
    opened = turn.opened or (
        bool(melds) and not opening_owed(options, melds, round_number=state.round, hand_left=len(hand))
    )
    turn = msgspec.structs.replace(turn, phase=phase, actions=actions, duties=())
    return msgspec.structs.replace(
        state,
        turn=_with_duties(options, state, turn, hand),
        hands=with_hand(state, hand),
        table=table,
        opened=(*state.opened[:seat], opened, *state.opened[seat + 1 :]),
    )


def _with_duties(options: JokerenOptions, state: JokerenState, turn: Turn, hand: Cards) -> Turn:
    """A turn that owes nothing yet with what it owes."""
    owed = duties(options, turn, round_number=state.round, hand_left=len(hand))
    return msgspec.structs.replace(turn, duties=owed) if owed else turn


def with_hand(state: JokerenState, hand: Cards) -> tuple[Cards, ...]:
    """All hands, with another one for the seat on turn."""
    seat = state.turn.seat
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def with_meld(table: tuple[TableMeld, ...], place: int, cards: Cards) -> tuple[TableMeld, ...]:
    """The table with other cards in one of its melds."""
    return (*table[:place], msgspec.structs.replace(table[place], cards=cards), *table[place + 1 :])


def find_meld(state: JokerenState, name: str) -> tuple[int, TableMeld | None]:
    """Where a meld lies on the table, and the meld; -1 and None where there is no such one."""
    for place, meld in enumerate(state.table):
        if meld.id == name:
            return place, meld
    return -1, None


def undo(options: JokerenOptions, state: JokerenState) -> JokerenState:
    """The position before the last action of the turn, a draw from the stock included.

    Raises:
        ValueError: the position does not hold what that action put there.
    """
    hand, table = state.hands[state.turn.seat], state.table
    actions, last = state.turn.actions[:-1], state.turn.actions[-1]
    match last:
        case TurnDraw():
            assert last.card is not None
            if last.source == "stock":
                state = msgspec.structs.replace(state, stock=(last.card, *state.stock))
            else:
                state = msgspec.structs.replace(state, discard=(*state.discard, last.card))
            hand = without_cards(hand, (last.card,))
        case TurnMeld():
            hand, table = with_cards(hand, map(held, last.cards)), table[:-1]
        case TurnLayOff():
            hand, table = with_cards(hand, map(held, last.cards)), _restored(state, last)
        case TurnSwap():
            hand, table = with_cards(without_cards(hand, (JOKER,)), last.cards), _restored(state, last)
    phase = "draw" if isinstance(last, TurnDraw) else "play"
    return acted(options, state, hand, table, actions, phase=phase)


def _restored(state: JokerenState, action: TurnLayOff | TurnSwap) -> tuple[TableMeld, ...]:
    place, _ = find_meld(state, action.meld)
    return with_meld(state.table, place, action.before)
