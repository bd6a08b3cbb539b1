"""What match play asks of the family: how dear a hand can be, and whether a deal leaves one seat at zero (J.match)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES
from engine.jokeren.idle import most_jokers
from engine.penalties import card_points

if TYPE_CHECKING:
    from engine.jokeren.options import JokerenOptions


def most_points(options: JokerenOptions, players: int) -> int:
    """No seat gets more than this in a round: the dearest cards that a hand can hold, doubled or collected."""
    packs, jokers, hand_size = options.pack_for(players)
    costs = [card_points(options, face) for face in FACES] * packs + [dearest_joker(options)] * jokers
    hand = sum(sorted(costs, reverse=True)[: hand_size + 1])
    hands = players - 1 if options.scoring == "winner_collects" else 1
    return hand * hands * options.concealed_finish_factor


def dearest_joker(options: JokerenOptions) -> int:
    """The most that a joker costs which is left in hand (J.score, J.score_kbn)."""
    return max(options.joker_penalty, options.joker_penalty_unplayable or 0)


def unfit_for_match(options: JokerenOptions) -> str | None:
    """The option because of which a deal may not leave its winner, and no other seat, at zero; None where none does.

    Where the winner collects, the others are at zero (J.collect). Elsewhere a loser is at zero whose last cards cost
    nothing, and everybody has at least one card left; a joker can only be that card where the pack holds jokers.
    """
    if options.scoring == "winner_collects":
        return "scoring"
    if not all(card_points(options, face) for face in FACES):
        return "penalty_table"
    if most_jokers(options):
        if not options.joker_penalty:
            return "joker_penalty"
        if options.joker_penalty_unplayable == 0:
            return "joker_penalty_unplayable"
    return None
