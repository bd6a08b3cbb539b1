"""What can be tabled in a turn: exact arrangements of melds and lay-offs, after swaps of jokers or without.

Every way that comes out of here was played on the position by the rules themselves, and a turn can be ended after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine.cards import HAND_CARDS, JOKER, held
from engine.jokeren.actions import LayOff
from engine.jokeren.duties import melds_of
from engine.jokeren.endings import discard_refusals, finish_refusals
from engine.jokeren.legal import joker_swaps, may_meld, may_touch
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.play import play
from engine.jokeren.scoring import natural_cost
from engine.jokeren.search import ANYTHING, Demand, Goal, best
from engine.jokeren.solver import openings, still_demanded
from engine.refusals import Code
from engine.results import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.jokeren.actions import Action
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.pieces import Piece
    from engine.jokeren.state import JokerenState

OWED = 100_000
"""What a card costs that must be tabled in this turn: more than all others together."""
GOES_ON = 2
"""How many cards must stay where the round goes on: one to discard, and one more."""
MOST_SWAPS = 2
"""How many swaps of jokers are looked at in succession."""


class Tabling(NamedTuple):
    """What a seat tables, and the position after it."""

    actions: tuple[Action, ...]
    state: JokerenState

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards that stay in the hand, the one to discard among them."""
        return self.state.hands[self.state.turn.seat]

    @property
    def goes_out(self) -> bool:
        """Whether the round ends with it."""
        return self.state.outcome is not None


def card_costs(options: JokerenOptions) -> dict[str, int]:
    """What each card costs whoever is left with it, and one more, so that no card is left for nothing."""
    costs = {card: 1 + natural_cost(options, card)[0] for card in HAND_CARDS if card != JOKER}
    return {**costs, JOKER: 1 + options.joker_penalty}


def tablings(options: JokerenOptions, state: JokerenState, costs: Mapping[str, int]) -> list[Tabling]:
    """Nothing, and the cheapest for the hand by every way to open or to go on: those after which the turn can end."""
    return [way for way in _explored(options, state, costs, MOST_SWAPS) if can_end(options, way.state)]


def cheapest(ways: Iterable[Tabling], costs: Mapping[str, int]) -> Tabling | None:
    """The way that leaves the cheapest hand, going out before all; the first among equals; None of none."""
    return min(
        ways,
        key=lambda way: (not way.goes_out, sum(costs[card] for card in way.hand), len(way.actions)),
        default=None,
    )


def can_end(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether the turn has ended, or can be by a discard."""
    return state.outcome is not None or any(True for _ in discards(options, state))


def discards(options: JokerenOptions, state: JokerenState) -> Iterator[str]:
    """Every card of the hand by which the turn can be ended (J.discard)."""
    hand = state.hands[state.turn.seat]
    return (card for card in dict.fromkeys(hand) if not discard_refusals(options, state, card))


def _explored(
    options: JokerenOptions, state: JokerenState, costs: Mapping[str, int], swaps: int
) -> Iterator[Tabling]:
    """Ways with at most so many swaps, which come before all the rest or after an opening."""
    yield Tabling((), state)
    starts = [Tabling((), state)]
    for way in _arranged(options, state, costs):
        yield way
        if way.state.opened != state.opened and not way.goes_out:
            starts.append(way)
    for start in starts if swaps and options.joker_swap != "never" else ():
        if not may_touch(options.joker_swap, start.state):
            continue
        for swap in joker_swaps(options, start.state, start.hand):
            swapped = played(options, start.state, swap)
            for way in () if swapped is None else _explored(options, swapped, costs, swaps - 1):
                yield Tabling((*start.actions, swap, *way.actions), way.state)


def _arranged(options: JokerenOptions, state: JokerenState, costs: Mapping[str, int]) -> Iterator[Tabling]:
    hand = state.hands[state.turn.seat]
    if any(duty.card for duty in state.turn.duties):
        owed = [duty.card for duty in state.turn.duties if duty.card]
        costs = {card: cost + OWED * owed.count(card) for card, cost in costs.items()}
    for pieces, demand in ways(options, state):
        found = best(hand, pieces, Goal(costs), demand)
        if found is not None and found.pieces:
            way = laid(options, state, found.pieces)
            yield from () if way is None else (way,)


def ways(options: JokerenOptions, state: JokerenState) -> Iterator[tuple[list[Piece], Demand]]:
    """The pieces that may be tabled together from here on, with what is demanded of them and of what stays."""
    seat = state.turn.seat
    hand = state.hands[seat]
    melds = new_melds(options.melds, hand) if may_meld(options, state) else []
    at_once = may_touch(options.lay_off, state)
    may_follow = at_once or (options.lay_off == "after_opening" and not state.opened[seat])
    lay_offs = (
        list(_allowed(options, state, additions(options.melds, hand, state.table))) if may_follow else []
    )
    kept = list(left_over(options, state))
    if state.opened[seat] or at_once:
        for keep in kept:
            yield ([*melds, *lay_offs] if state.opened[seat] else lay_offs), merged(ANYTHING, keep)
    if state.opened[seat] or not melds:
        return
    for demand in openings(options, state.round):
        still = still_demanded(demand, melds_of(state.turn.actions))
        for keep in kept:
            yield [*melds, *lay_offs], merged(still, keep)
    if options.opening_waived_when_going_out:
        out = Demand(most_left=int(options.final_discard != "forbidden"))
        going_out = [keep for keep in kept if keep.least_left < GOES_ON]
        for keep in going_out:
            yield [*melds, *(lay_offs if at_once else ())], merged(out, keep)


def left_over(options: JokerenOptions, state: JokerenState) -> Iterator[Demand]:
    """How many cards must stay so that the turn can be ended (J.out, J.first_lap): going out first, where it may be."""
    may_finish = not finish_refusals(options, state)
    if may_finish and options.final_discard == "forbidden":
        yield Demand(most_left=0)
    if may_finish and options.final_discard != "forbidden":
        yield Demand(least_left=int(options.final_discard == "required"))
    else:
        yield Demand(least_left=GOES_ON)


def merged(demand: Demand, keep: Demand) -> Demand:
    """Both demands, of which the second says only what stays."""
    if keep.most_left is not None:
        return msgspec.structs.replace(demand, most_left=keep.most_left)
    return msgspec.structs.replace(demand, least_left=keep.least_left)


def _allowed(options: JokerenOptions, state: JokerenState, lay_offs: Iterable[Piece]) -> Iterator[Piece]:
    """The lay-offs by which no card goes where it does not do what the turn owes (J.taken, J.freed)."""
    nowhere: set[str] = set()
    elsewhere: set[str | None] = set()
    for duty in state.turn.duties:
        if duty.code in {Code.TAKEN_CARD_NOT_IN_OPENING, Code.TAKEN_CARD_NOT_IN_MELD}:
            nowhere.add(duty.card or "")
        elif duty.code == Code.FREED_JOKER_NOT_TABLED and options.freed_joker_destination == "new_meld":
            nowhere.add(JOKER)
        elif duty.code == Code.FREED_JOKER_NOT_TABLED and options.freed_joker_destination == "other_meld":
            elsewhere.add(duty.meld)
    for piece in lay_offs:
        assert isinstance(piece.lies, LayOff)
        cards = {held(card) for card in piece.lies.cards}
        if cards.isdisjoint(nowhere) and not (JOKER in cards and piece.lies.meld in elsewhere):
            yield piece


def laid(options: JokerenOptions, state: JokerenState, pieces: Iterable[Piece]) -> Tabling | None:
    """The pieces laid one by one, new melds first; None where the rules refuse one of them."""
    actions: list[Action] = []
    for piece in sorted(pieces, key=lambda piece: piece.place is not None):
        after = played(options, state, piece.lies)
        if after is None:
            return None
        actions.append(piece.lies)
        state = after
    return Tabling(tuple(actions), state)


def played(options: JokerenOptions, state: JokerenState, action: Action) -> JokerenState | None:
    """The position after an action of the seat on turn that draws nothing unseen; None where it is refused."""
    step = play(options, state, state.turn.seat, action, key=b"")
    return step.state if isinstance(step, Step) else None
