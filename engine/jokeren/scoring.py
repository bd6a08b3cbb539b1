"""What the cards left in hand cost, and what a round gives each seat (J.score, J.double, J.collect)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import JOKER, RANK, RANKS
from engine.results import CardCost, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.jokeren.actions import Cards
    from engine.jokeren.options import JokerenOptions

PICTURE, ACE = 10, 11


def card_costs(options: JokerenOptions, hand: Sequence[str]) -> tuple[CardCost, ...]:
    """What each card of a hand costs that is left with it, and by which clause."""
    return tuple(CardCost(card, _cost(options, card), "J.score") for card in hand)


def _cost(options: JokerenOptions, card: str) -> int:
    if card == JOKER:
        return options.joker_penalty
    if options.hand_penalties == "one_each":
        return 1
    if options.penalty_table is not None and options.hand_penalties == "table":
        return options.penalty_table[RANKS[RANK[card] - 1]]
    return ACE if RANK[card] == 1 else min(RANK[card], PICTURE)


def score(
    options: JokerenOptions, hands: tuple[Cards, ...], *, winner: int | None, concealed: bool
) -> Outcome:
    """The outcome of a round that ended with these hands; `winner` None is a blocked round.

    A concealed finish multiplies what the others' hands cost (J.double). Where the winner collects, the winner gets
    that sum and nobody else anything (J.collect).
    """
    factor = options.concealed_finish_factor if concealed else 1
    costs = [
        0 if seat == winner else factor * sum(cost.points for cost in card_costs(options, hand))
        for seat, hand in enumerate(hands)
    ]
    if options.scoring == "winner_collects":
        costs = [sum(costs) if seat == winner else 0 for seat in range(len(hands))]
    return Outcome(
        winner=winner, blocked=winner is None, concealed=concealed, points=tuple(costs), hands=hands
    )
