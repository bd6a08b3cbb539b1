"""What the cards left in hand cost, and what a round gives each seat (J.score, J.score_kbn, J.double, J.collect)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import HIDDEN, JOKER, RANK, RANKS, sort_hand
from engine.jokeren.actions import Cards, TableMeld
from engine.jokeren.solver import most_jokers
from engine.results import CardCost, Outcome

if TYPE_CHECKING:
    from engine.jokeren.options import JokerenOptions

PICTURE, ACE = 10, 11


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a round stands when it ends; `winner` None is a blocked round, `concealed` a finish in one go (J.double).

    `opened` and `may_open` say of each seat whether it has opened, or might in a turn of its own (J.score_kbn);
    `unseen` are the cards of which each unknown one of a hand is one.
    """

    round: int
    hands: tuple[Cards, ...]
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    may_open: tuple[bool, ...]
    winner: int | None
    concealed: bool
    unseen: Cards = ()


def card_costs(options: JokerenOptions, ended: Ended, seat: int) -> tuple[CardCost, ...]:
    """What each card costs that a seat is left with, and by which clause."""
    hand = ended.hands[seat]
    placeable = _placeable_jokers(options, ended, seat)
    costs = []
    for card in hand:
        if card != JOKER:
            costs.append(CardCost(card, *natural_cost(options, card)))
        elif options.joker_penalty_unplayable is None:
            costs.append(CardCost(card, options.joker_penalty, "J.score"))
        else:
            placed = placeable > 0
            placeable -= 1
            points = options.joker_penalty if placed else options.joker_penalty_unplayable
            costs.append(CardCost(card, points, "J.score_kbn"))
    return tuple(costs)


def _placeable_jokers(options: JokerenOptions, ended: Ended, seat: int) -> int:
    """How many jokers of a hand count as ones that could have been laid (J.score_kbn)."""
    hand, opened = ended.hands[seat], ended.opened[seat]
    if options.joker_penalty_unplayable is None or JOKER not in hand:
        return 0
    if options.joker_playable_if == "opened":
        return len(hand) if opened else 0
    return most_jokers(
        options,
        sort_hand(hand),
        ended.table,
        opened=opened,
        may_open=ended.may_open[seat],
        round_number=ended.round,
    )


def natural_cost(options: JokerenOptions, card: str) -> tuple[int, str]:
    """What a card that is no joker costs in any hand, and by which clause."""
    if options.hand_penalties == "one_each":
        return 1, "J.score_kbn"
    if options.penalty_table is not None and options.hand_penalties == "table":
        return options.penalty_table[RANKS[RANK[card] - 1]], "J.score"
    return ACE if RANK[card] == 1 else min(RANK[card], PICTURE), "J.score"


def score(options: JokerenOptions, ended: Ended) -> Outcome:
    """The outcome of a round.

    A concealed finish multiplies what the others' hands cost (J.double). Where the winner collects, the winner gets
    that sum and nobody else anything (J.collect).
    """
    winner, seats = ended.winner, range(len(ended.hands))
    factor = options.concealed_finish_factor if ended.concealed else 1
    costs = [0 if seat == winner else _hand_cost(options, ended, seat, factor) for seat in seats]
    if options.scoring == "winner_collects":
        known = [cost for cost in costs if cost is not None]
        collected = sum(known) if len(known) == len(costs) else None
        costs = [collected if seat == winner else 0 for seat in seats]
    return Outcome(
        winner=winner,
        blocked=winner is None,
        concealed=ended.concealed,
        points=tuple(costs),
        hands=tuple(None if HIDDEN in hand else hand for hand in ended.hands),
    )


def _hand_cost(options: JokerenOptions, ended: Ended, seat: int, factor: int) -> int | None:
    """What a seat is left with, times the factor; None where it depends on cards that nobody told."""
    hand = ended.hands[seat]
    if HIDDEN not in hand:
        return factor * sum(cost.points for cost in card_costs(options, ended, seat))
    each = {_certain_cost(options, card, opened=ended.opened[seat]) for card in ended.unseen}
    only = each.pop()
    return None if each or only is None else factor * only * len(hand)


def _certain_cost(options: JokerenOptions, card: str, *, opened: bool) -> int | None:
    """What a card costs in any hand; None for a joker of which the hand decides whether it could have been laid."""
    if card != JOKER:
        return natural_cost(options, card)[0]
    if options.joker_penalty_unplayable is None:
        return options.joker_penalty
    if options.joker_playable_if == "opened":
        return options.joker_penalty if opened else options.joker_penalty_unplayable
    return None
