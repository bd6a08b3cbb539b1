"""A second, naive judge of Sjuan: from the cards that were dealt and what was done since, all of it counted anew.

Slow and plain on purpose, and it shares nothing with the engine but the notation of cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

LOW = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
HIGH = (*LOW[1:], "A")


class Done(NamedTuple):
    """What a seat did in its turn: the card that it played, or None for a pass."""

    seat: int
    card: str | None


class Result(NamedTuple):
    """How a round ended."""

    winner: int | None
    blocked: bool
    broken_off: bool
    points: list[int]


def may_play(options: Any, done: Sequence[Done], card: str) -> bool:
    """Whether a card, in whoever's hand, could be played after all that was done."""
    lying = {one.card for one in done if one.card is not None}
    if not lying:
        return card == options.opening_card
    rank, suit = card[:-1], card[-1]
    if rank == "7":
        return True
    if rank == "6" and options.eight_before_six and "8" + suit not in lying:
        return False
    order = HIGH if options.ace == "high" else LOW
    at = order.index(rank)
    towards_seven = order[at + 1] if at < order.index("7") else order[at - 1]
    return towards_seven + suit in lying


def left(dealt: Sequence[Sequence[str]], done: Sequence[Done], seat: int) -> list[str]:
    """What a seat still holds."""
    return [card for card in dealt[seat] if Done(seat, card) not in done]


def may_do(options: Any, dealt: Sequence[Sequence[str]], done: Sequence[Done], seat: int) -> set[str | None]:
    """The cards that a seat on turn may play, and None where it may pass."""
    cards: set[str | None] = {card for card in left(dealt, done, seat) if may_play(options, done, card)}
    opened = any(one.card is not None for one in done)
    if not cards or (opened and options.voluntary_pass == "allowed"):
        return cards | {None}
    return cards


def fines(options: Any, dealt: Sequence[Sequence[str]], done: Sequence[Done], seat: int) -> int:
    """What a seat paid for passing with a card that it could have played."""
    return sum(
        options.voluntary_pass_fine
        for at, one in enumerate(done)
        if one == Done(seat, None) and may_do(options, dealt, done[:at], seat) != {None}
    )


def cost(options: Any, card: str) -> int:
    """What a card costs that is left."""
    rank = card[:-1]
    if options.hand_penalties == "one_each":
        return 1
    if options.hand_penalties == "table":
        return int(options.penalty_table[rank])
    return {"A": 11, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


def ended(
    options: Any, dealt: Sequence[Sequence[str]], done: Sequence[Done], before: Sequence[int]
) -> Result | None:
    """How the round is over after what was done, or None; `before` are the totals that the seats came with."""
    players = range(len(dealt))
    paid = [fines(options, dealt, done, seat) for seat in players]
    costs = [sum(cost(options, card) for card in left(dealt, done, seat)) for seat in players]
    counted = [left + fine for left, fine in zip(costs, paid, strict=True)]
    last = done[-1]
    if not left(dealt, done, last.seat):
        return Result(last.seat, blocked=False, broken_off=False, points=counted)
    fined = fines(options, dealt, done, last.seat) > fines(options, dealt, done[:-1], last.seat)
    limit = options.points_limit
    if fined and limit is not None and before[last.seat] + paid[last.seat] >= limit:
        return Result(None, blocked=False, broken_off=True, points=paid)
    if len(done) >= len(dealt) and all(one.card is None for one in done[-len(dealt) :]):
        return Result(None, blocked=True, broken_off=False, points=counted)
    return None
