"""A position of a Jokeren round, whole, and what of it a seat may see."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.jokeren.actions import Cards, TableMeld, TurnAction, TurnDraw
from engine.refusals import Code
from engine.results import Outcome

Phase = Literal["draw", "play", "over"]


class Duty(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What must be done before the turn can end, with the code by which the end is refused until then."""

    code: Code
    clause: str
    card: str | None = None
    meld: str | None = None
    points: int | None = None
    required: int | None = None
    kinds: tuple[str, ...] | None = None


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Whose turn it is, how far, and what was done in it. `opened`: had the seat opened when the turn began."""

    seat: int
    phase: Phase
    number: int = 1
    opened: bool = False
    actions: tuple[TurnAction, ...] = ()
    duties: tuple[Duty, ...] = ()


class JokerenState(msgspec.Struct, frozen=True, kw_only=True, tag="jokeren", tag_field="family"):
    """A whole position: hands sorted, the next card of the stock first, the top of the discard pile last.

    `tabled` says who had melded or laid off in an earlier turn, `idle_turns` how many turns in succession took the
    discard and tabled nothing while the stock was out (J.blocked).
    """

    round: int
    dealer: int
    turn: Turn
    hands: tuple[Cards, ...]
    stock: Cards
    discard: Cards
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    tabled: tuple[bool, ...]
    turns_taken: tuple[int, ...]
    reshuffles: int
    idle_turns: int
    past_rounds: tuple[Outcome, ...]
    outcome: Outcome | None


class JokerenPartialState(msgspec.Struct, frozen=True, kw_only=True, tag="jokeren", tag_field="family"):
    """A position as far as somebody knows it: a hand or the stock that is unknown is None, and the counts are there."""

    round: int
    dealer: int
    turn: Turn
    hands: tuple[Cards | None, ...]
    hand_counts: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    stock: Cards | None
    stock_count: int | msgspec.UnsetType = msgspec.UNSET
    discard: Cards
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    tabled: tuple[bool, ...]
    turns_taken: tuple[int, ...]
    reshuffles: int
    idle_turns: int
    past_rounds: tuple[Outcome, ...]
    outcome: Outcome | None


class StockView(msgspec.Struct, frozen=True):
    """Of the stock a player sees how many cards it has."""

    count: int


class DiscardView(msgspec.Struct, frozen=True):
    """Of the discard pile a player sees the top card and the size."""

    count: int
    top: str | None


class JokerenRoundView(msgspec.Struct, frozen=True, kw_only=True, tag="jokeren", tag_field="family"):
    """What one seat, or the public, sees of a round. Built up from nothing: no field can hold another's hand.

    `hands` and `key` are null until the round is over.
    """

    number: int
    dealer: int
    turn: Turn
    hand: Cards | None
    stock: StockView
    discard: DiscardView
    table: tuple[TableMeld, ...]
    commitment: str | None
    key: str | None
    hands: tuple[Cards, ...] | None
    outcome: Outcome | None


def view(
    state: JokerenState, seat: int | None, *, commitment: str | None, key: str | None
) -> JokerenRoundView:
    """The round as a seat sees it; `seat` None is the public. The key is shown only when the round is over."""
    over = state.outcome is not None
    return JokerenRoundView(
        number=state.round,
        dealer=state.dealer,
        turn=_turn_view(state.turn, seat),
        hand=None if seat is None else state.hands[seat],
        stock=StockView(len(state.stock)),
        discard=DiscardView(len(state.discard), state.discard[-1] if state.discard else None),
        table=state.table,
        commitment=commitment,
        key=key if over else None,
        hands=state.hands if over else None,
        outcome=state.outcome,
    )


def _turn_view(turn: Turn, seat: int | None) -> Turn:
    """The turn, without the card of a stock draw for all but the seat that drew it."""
    first = turn.actions[0] if turn.actions else None
    if turn.seat == seat or not isinstance(first, TurnDraw) or first.source == "discard":
        return turn
    return msgspec.structs.replace(turn, actions=(TurnDraw("stock", None), *turn.actions[1:]))
