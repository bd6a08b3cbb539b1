"""What the cards left in hand cost, and what a round gives each seat (J.score, J.score_kbn, J.double, J.collect)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import HIDDEN, JOKER, sort_hand
from engine.jokeren.actions import Cards, TableMeld
from engine.jokeren.solver import most_jokers
from engine.penalties import card_points
from engine.results import Adjustment, CardCost, Outcome, SeatScore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.options import JokerenOptions


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
    return _priced(options, hand, _points(options, ended, seat))


def _priced(options: JokerenOptions, hand: Cards, points: tuple[int, ...]) -> tuple[CardCost, ...]:
    """The cards of a hand with what they cost, and the clause that follows from the card and the options."""
    of_joker = "J.score" if options.joker_penalty_unplayable is None else "J.score_kbn"
    return tuple(
        CardCost(card, cost, of_joker if card == JOKER else natural_cost(options, card)[1])
        for card, cost in zip(hand, points, strict=True)
    )


def _points(options: JokerenOptions, ended: Ended, seat: int) -> tuple[int, ...]:
    """What each card of a hand costs; of its jokers the first ones count as those that could have been laid."""
    placeable = _placeable_jokers(options, ended, seat)
    unplayable = options.joker_penalty_unplayable
    points = []
    for card in ended.hands[seat]:
        if card != JOKER:
            points.append(natural_cost(options, card)[0])
            continue
        points.append(options.joker_penalty if unplayable is None or placeable > 0 else unplayable)
        placeable -= 1
    return tuple(points)


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
    clause = "J.score_kbn" if options.hand_penalties == "one_each" else "J.score"
    return card_points(options, card), clause


def score(options: JokerenOptions, ended: Ended) -> Outcome:
    """The outcome of a round.

    A concealed finish multiplies what the others' hands cost (J.double). Where the winner collects, the winner gets
    that sum and nobody else anything (J.collect).
    """
    winner, seats = ended.winner, range(len(ended.hands))
    hands = tuple(None if HIDDEN in hand else hand for hand in ended.hands)
    costs = tuple(None if hands[seat] is None else _points(options, ended, seat) for seat in seats)
    factor = _factor(options, concealed=ended.concealed)
    points = [_hand_cost(options, ended, seat, cost) for seat, cost in enumerate(costs)]
    points = [cost if cost is None else factor * cost for cost in points]
    if options.scoring == "winner_collects":
        known = [cost for cost in points if cost is not None]
        collected = sum(known) if len(known) == len(points) else None
        points = [collected if seat == winner else 0 for seat in seats]
    return Outcome(
        winner=winner,
        blocked=winner is None,
        concealed=ended.concealed,
        points=tuple(points),
        hands=hands,
        costs=costs,
    )


def _factor(options: JokerenOptions, *, concealed: bool) -> int:
    """By what the others' points are multiplied (J.double)."""
    return options.concealed_finish_factor if concealed else 1


def _hand_cost(options: JokerenOptions, ended: Ended, seat: int, costs: tuple[int, ...] | None) -> int | None:
    """What a seat is left with; None where it depends on cards that nobody told."""
    if costs is not None:
        return sum(costs)
    each = {_certain_cost(options, card, opened=ended.opened[seat]) for card in ended.unseen}
    only = each.pop()
    return None if each or only is None else only * len(ended.hands[seat])


def _certain_cost(options: JokerenOptions, card: str, *, opened: bool) -> int | None:
    """What a card costs in any hand; None for a joker of which the hand decides whether it could have been laid."""
    if card != JOKER:
        return natural_cost(options, card)[0]
    if options.joker_penalty_unplayable is None:
        return options.joker_penalty
    if options.joker_playable_if == "opened":
        return options.joker_penalty if opened else options.joker_penalty_unplayable
    return None


def score_lines(options: JokerenOptions, outcome: Outcome) -> tuple[SeatScore, ...]:
    """What the points of each seat are made of: its cards, what doubles them, and what the winner collects.

    Where the outcome does not say what a seat's cards cost, its points stand alone.
    """
    unknown = (None,) * len(outcome.points)
    hands, costs = outcome.hands or unknown, outcome.costs or unknown
    left = [sum(cost or ()) for cost in costs]
    lines = []
    for seat, (hand, cost) in enumerate(zip(hands, costs, strict=True)):
        if hand is None or cost is None:
            lines.append(SeatScore(seat, outcome.points_of(seat), None))
        else:
            adjustments = tuple(_adjustments(options, outcome, left, seat))
            lines.append(SeatScore(seat, outcome.points_of(seat), _priced(options, hand, cost), adjustments))
    return tuple(lines)


def _adjustments(
    options: JokerenOptions, outcome: Outcome, left: list[int], seat: int
) -> Iterator[Adjustment]:
    factor = _factor(options, concealed=outcome.concealed)
    doubled = (factor - 1) * left[seat]
    if doubled:
        yield Adjustment("J.double", doubled)
    if options.scoring == "winner_collects":
        collected = factor * (sum(left) if seat == outcome.winner else -left[seat])
        if collected:
            yield Adjustment("J.collect", collected)
