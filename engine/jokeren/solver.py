"""What a hand could do if it were its turn, exactly: whether it can open, how many of its jokers it can place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import JOKER
from engine.jokeren.duties import least
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.search import ANYTHING, Demand, Goal, best

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.jokeren.actions import Cards, TableMeld, TurnMeld
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.pieces import Piece


def openings(options: JokerenOptions, round_number: int) -> list[Demand]:
    """The demands of which an opening in this round has to meet one (J.opening, J.opening_rounds, J.three_sets).

    Where neither points nor kinds are demanded, a meld of either kind is.
    """
    points, demanded = options.opening_for(round_number)
    kinds = tuple(kind for kind in demanded if kind != "all_cards")
    found = [Demand(points=points, kinds=kinds)]
    if not points and not kinds:
        found = [Demand(kinds=("set",)), Demand(kinds=("run",))]
    if "all_cards" in demanded:
        most = int(options.final_discard != "forbidden")
        bound = "most_left" if options.lay_off == "always" else "most_unmelded"
        found = [msgspec.structs.replace(one, **{bound: most}) for one in found]
    if options.opening_alternative == "three_sets":
        found.append(Demand(kinds=("set",) * 3))
    return found


def still_demanded(demand: Demand, laid: Iterable[TurnMeld]) -> Demand:
    """What an opening still needs beside the melds of it that lie already; each meets the largest kind that it can."""
    kinds = sorted(demand.kinds, key=least, reverse=True)
    for meld in sorted(laid, key=lambda meld: len(meld.cards), reverse=True):
        met = next(
            (one for one in kinds if one.startswith(meld.kind) and least(one) <= len(meld.cards)), None
        )
        if met is not None:
            kinds.remove(met)
        demand = msgspec.structs.replace(demand, points=max(demand.points - meld.points, 0))
    return msgspec.structs.replace(demand, kinds=tuple(kinds))


def opening_melds(options: JokerenOptions, hand: Cards, round_number: int) -> list[Piece]:
    """The new melds of a sorted hand among which an opening in this round has its best, if it has any."""
    kinds = [kind for demand in openings(options, round_number) for kind in demand.kinds]
    return new_melds(options.melds, hand, kinds=kinds)


def can_open(options: JokerenOptions, hand: Cards, round_number: int) -> bool:
    """Whether a sorted hand, with the card drawn, holds melds that meet the demands of an opening in this round.

    Where a round ends by a discard alone, a card is kept for it.
    """
    pieces, goal = opening_melds(options, hand, round_number), Goal(dict.fromkeys(hand, 0))
    least = int(options.final_discard == "required")
    return any(
        best(hand, pieces, goal, msgspec.structs.replace(demand, least_left=least)) is not None
        for demand in openings(options, round_number)
    )


def most_jokers(
    options: JokerenOptions,
    hand: Cards,
    table: Sequence[TableMeld],
    *,
    opened: bool,
    may_open: bool,
    round_number: int,
) -> int:
    """The most jokers of a sorted hand that can be placed at once by melds and lay-offs, no card drawn (J.score_kbn).

    Who has not opened can place only what an opening and the lay-offs after it can. No card is kept for the discard.
    """
    melds = opening_melds(options, hand, round_number)
    lay_offs = additions(options.melds, hand, table)
    with_jokers = [piece for piece in lay_offs if piece.jokers]
    goal = Goal({**dict.fromkeys(hand, 0), JOKER: 1})
    if opened:
        ways = [([piece for piece in melds if piece.jokers] + with_jokers, ANYTHING)]
    else:
        at_once = [] if options.lay_off == "turn_after_opening" else with_jokers
        ways = [(at_once if options.lay_off == "always" else [], ANYTHING)]
        ways += [(melds + at_once, demand) for demand in openings(options, round_number) if may_open]
    arranged = [best(hand, pieces, goal, demand) for pieces, demand in ways]
    return hand.count(JOKER) - min(found.cost for found in arranged if found is not None)
