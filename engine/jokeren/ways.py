"""What may be laid in a turn by a hand that is looked at by itself, and how the turn can end after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.jokeren.actions import Cards, TableMeld
from engine.jokeren.pieces import Piece, additions, new_melds
from engine.jokeren.search import ANYTHING, Arrangement, Demand, Goal, best
from engine.jokeren.solver import opening_melds, openings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.jokeren.options import JokerenOptions


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A hand with all that bears on what it can lay; `drawn`: the card of this turn is among it."""

    hand: Cards
    table: tuple[TableMeld, ...]
    discard: Cards | None
    opened: bool
    drawn: bool
    round: int
    goal: Literal["penalty", "cards", "points"]
    knows_table: bool


Way = tuple[list[Piece], Demand]
"""Pieces that may be laid, and what is demanded of those that are."""


def turns(options: JokerenOptions, asked: Question, hand: Cards) -> Iterator[Way]:
    """Everything that may be laid in a turn that can be ended."""
    for pieces, demand in _by_opening(options, asked, hand):
        for ending in endings(options, asked):
            yield pieces, both(demand, ending)
    yield from _waived(options, asked, hand, 0)


def finishing_turns(
    options: JokerenOptions, asked: Question, hand: Cards, *, extra: int = 0
) -> Iterator[Way]:
    """Everything that may be laid in a turn in which the player goes out; `extra` cards are gone in turns before."""
    for pieces, demand in _by_opening(options, asked, hand):
        for ending in _finishes(options, asked, extra):
            yield pieces, both(demand, ending)
    yield from _waived(options, asked, hand, extra)


def opening_turns(options: JokerenOptions, asked: Question, hand: Cards, *, extra: int = 0) -> Iterator[Way]:
    """The melds of the hand with each demand of an opening, in a turn that can be ended."""
    melds = opening_melds(options, hand, asked.round)
    for demand in openings(options, asked.round):
        for ending in endings(options, asked, extra=extra):
            yield melds, both(demand, ending)


def cheapest(hand: Cards, ways: Iterable[Way], goal: Goal) -> Arrangement | None:
    """What costs least by the goal over all ways; the first among equals, None where none can be gone."""
    found = (best(hand, pieces, goal, demand) for pieces, demand in ways)
    return min((one for one in found if one is not None), key=lambda one: one.cost, default=None)


def _by_opening(options: JokerenOptions, asked: Question, hand: Cards) -> Iterator[Way]:
    """What may be laid by what has been opened."""
    onto_table = additions(options.melds, hand, asked.table)
    if asked.opened:
        yield new_melds(options.melds, hand, kinds=()) + onto_table, ANYTHING
        return
    melds = opening_melds(options, hand, asked.round)
    at_once = [] if options.lay_off == "turn_after_opening" else onto_table
    for demand in openings(options, asked.round):
        yield melds + at_once, demand
    yield (onto_table if options.lay_off == "always" else []), ANYTHING


def _waived(options: JokerenOptions, asked: Question, hand: Cards, extra: int) -> Iterator[Way]:
    """Where nothing is demanded of who goes out, melds that are no opening do; laying off still waits for one."""
    if options.opening_waived_when_going_out and not asked.opened:
        pieces = new_melds(options.melds, hand, kinds=())
        pieces += additions(options.melds, hand, asked.table) if options.lay_off == "always" else []
        for ending in _finishes(options, asked, extra):
            yield pieces, ending


def endings(options: JokerenOptions, asked: Question, *, extra: int = 0) -> list[Demand]:
    """How many cards must stay so that the turn can be ended, each a demand; `extra` are discarded in turns before."""
    if not asked.drawn:
        return [ANYTHING]
    kept = _kept(options, 2 if _may_not_go_out(options, asked) else 1, extra)
    if options.final_discard == "required" or _may_not_go_out(options, asked):
        return [kept]
    if options.final_discard == "forbidden":
        kept = _kept(options, 2, extra)
    return [Demand(least_left=extra, most_left=extra), kept]


def _finishes(options: JokerenOptions, asked: Question, extra: int) -> list[Demand]:
    """How many cards may stay so that the player goes out (J.out)."""
    if _may_not_go_out(options, asked):
        return []
    by_discard = msgspec.structs.replace(_kept(options, 1, extra), most_left=1 + extra)
    all_down = Demand(least_left=extra, most_left=extra)
    if not asked.drawn:
        return [all_down] if options.final_discard != "forbidden" else []
    return {"required": [by_discard], "forbidden": [all_down], "optional": [all_down, by_discard]}[
        options.final_discard
    ]


def _may_not_go_out(options: JokerenOptions, asked: Question) -> bool:
    """Who has opened has tabled cards in an earlier turn, so only a concealed finish is ruled out (J.in_one_go)."""
    return options.concealed_finish_only and asked.opened


def _kept(options: JokerenOptions, count: int, extra: int) -> Demand:
    """So many cards stay, with one among them that may be discarded in each turn."""
    return Demand(least_left=count + extra, least_naturals=0 if options.joker_discard else 1 + extra)


def both(demand: Demand, ending: Demand) -> Demand:
    """A demand of the melds with one of what stays."""
    bounds = [bound for bound in (demand.most_left, ending.most_left) if bound is not None]
    return msgspec.structs.replace(
        demand,
        least_left=ending.least_left,
        least_naturals=ending.least_naturals,
        most_left=min(bounds, default=None),
    )
