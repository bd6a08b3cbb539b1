"""What the cards left in hand cost, and what a round gives each seat (S.score, S.block, S.game_end)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.cards import FACES, HIDDEN
from engine.penalties import card_points
from engine.results import Adjustment, CardCost, Outcome, SeatScore

if TYPE_CHECKING:
    from engine.sjuan.actions import Cards
    from engine.sjuan.options import SjuanOptions

Ending = Literal["won", "blocked", "broken_off"]


def score(
    options: SjuanOptions,
    hands: tuple[Cards, ...],
    fines: tuple[int, ...],
    *,
    ending: Ending,
    winner: int | None = None,
    unseen: Cards = (),
) -> Outcome:
    """The outcome of a round: every card left costs its points, and fines are added.

    Of a round that a fine broke off only the fines count (S.game_end). Each unknown card of a hand is one of `unseen`.
    """
    known = [HIDDEN not in hand for hand in hands]
    cards = [0 if ending == "broken_off" else _hand_points(options, hand, unseen) for hand in hands]
    return Outcome(
        winner=winner,
        blocked=ending == "blocked",
        broken_off=ending == "broken_off",
        points=tuple(None if left is None else left + fine for left, fine in zip(cards, fines, strict=True)),
        hands=tuple(hand if whole else None for hand, whole in zip(hands, known, strict=True)),
        costs=tuple(
            tuple(card_points(options, card) for card in hand) if whole else None
            for hand, whole in zip(hands, known, strict=True)
        ),
        fines=fines,
    )


def _hand_points(options: SjuanOptions, hand: Cards, unseen: Cards) -> int | None:
    """What a hand costs; None where that depends on cards that nobody told."""
    each = {card_points(options, card) for card in unseen} if HIDDEN in hand else set()
    if len(each) > 1:
        return None
    hidden = each.pop() if each else 0
    return sum(hidden if card == HIDDEN else card_points(options, card) for card in hand)


def score_lines(_: SjuanOptions, outcome: Outcome) -> tuple[SeatScore, ...]:
    """What the outcome of a round gives each seat: each card left, the fines, and what is not counted."""
    return tuple(_score_line(outcome, seat) for seat in range(len(outcome.points)))


def _score_line(outcome: Outcome, seat: int) -> SeatScore:
    hand = outcome.hands[seat] if outcome.hands else None
    costs = outcome.costs[seat] if outcome.costs else None
    cards = None
    if hand is not None and costs is not None:
        cards = tuple(CardCost(card, points, "S.score") for card, points in zip(hand, costs, strict=True))
    fine = outcome.fines[seat] if outcome.fines else 0
    adjustments = [Adjustment("S.must_play", fine)] if fine else []
    if outcome.broken_off and cards:
        adjustments.append(Adjustment("S.game_end", -sum(cost.points for cost in cards)))
    return SeatScore(seat, outcome.points_of(seat), cards, tuple(adjustments))


def most_points(options: SjuanOptions, players: int) -> int:
    """No seat gets more than this in a round without fines: the dearest cards that a hand can hold."""
    costs = sorted((card_points(options, face) for face in FACES), reverse=True)
    return sum(costs[: -(-len(FACES) // players)])


def unfit_for_match(options: SjuanOptions) -> str | None:
    """The option by which a deal may not leave exactly its winner without points, if one does (J.match)."""
    if options.voluntary_pass == "allowed" and options.voluntary_pass_fine:
        return "voluntary_pass_fine"
    return "penalty_table" if any(not card_points(options, face) for face in FACES) else None
