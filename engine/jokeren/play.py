"""Judging and doing one action: a position and an action in, a new position and what happened, or a refusal, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import JOKER, first_missing, held, is_joker, with_cards, without_cards
from engine.jokeren.actions import (
    Action,
    Discard,
    Discarded,
    Draw,
    Drawn,
    DrawSeen,
    JokerSwapped,
    LaidOff,
    LayOff,
    Meld,
    Melded,
    SwapJoker,
    TableMeld,
    TakeBack,
    TakenBack,
    TurnDraw,
    TurnLayOff,
    TurnMeld,
    TurnSwap,
)
from engine.jokeren.changes import acted, draw, find_meld, undo, with_hand, with_meld
from engine.jokeren.endings import discard_refusals, emptying_refusals, finish_refusals
from engine.jokeren.legal import legal_actions, may_meld, may_renew, may_touch
from engine.jokeren.melds import LARGEST_SET, SET, judge
from engine.jokeren.rounds import end_turn, finish, may_end, renew_stock
from engine.jokeren.table import lay_off, swaps
from engine.jokeren.unknown import with_top_shown
from engine.refusals import Code, Refused, refuse
from engine.results import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.jokeren.actions import Cards, Fact
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

MOST_WAYS = 1000
"""The positions that are looked at for a way to end a turn; a hand that has one shows it much sooner."""


def play(
    options: JokerenOptions, state: JokerenState, seat: int, action: Action | DrawSeen, *, key: bytes
) -> Step | Refused:
    """One action of a seat; `key` is the round's, by which a stock that has run out is shuffled.

    The position given is unchanged. A refusal names every open duty at the end of a turn, otherwise the first reason.
    """
    if state.outcome is not None:
        return refuse(Code.ROUND_OVER, "J.out", round=state.round)
    if seat != state.turn.seat:
        return refuse(Code.NOT_YOUR_TURN, "J.turn", seat=seat, on_turn=state.turn.seat)
    if state.turn.phase == "draw" and not isinstance(action, (Draw, DrawSeen, TakeBack)):
        return refuse(Code.DRAW_FIRST, "J.turn")
    match action:
        case Draw() | DrawSeen():
            return _draw(options, state, action, key)
        case Meld():
            return _meld(options, state, action)
        case LayOff():
            return _lay_off(options, state, action)
        case SwapJoker():
            return _swap_joker(options, state, action)
        case Discard():
            return _discard(options, state, action)
        case TakeBack():
            return _take_back(options, state)


def _draw(
    options: JokerenOptions, state: JokerenState, action: Draw | DrawSeen, key: bytes
) -> Step | Refused:
    turn, seat = state.turn, state.turn.seat
    if turn.phase != "draw":
        return refuse(Code.ALREADY_DRAWN, "J.turn")
    facts: list[Fact] = []
    if action.source == "discard":
        own_turn = state.turns_taken[seat] + 1
        if options.draw_discard == "never":
            return refuse(Code.DISCARD_DRAW_FORBIDDEN, "J.draw")
        if own_turn < options.draw_discard_from_turn:
            return refuse(
                Code.DISCARD_DRAW_TOO_EARLY, "J.draw", turn=own_turn, from_turn=options.draw_discard_from_turn
            )
        if not state.discard:
            return refuse(Code.DISCARD_PILE_EMPTY, "J.draw")
    elif not state.stock and not may_renew(options, state):
        return refuse(Code.STOCK_EMPTY, "J.stock_out")
    among = None
    if action.source == "stock" and not state.stock:
        among = state.discard[:-1]
        state, reshuffled = renew_stock(options, state, key, elsewhere=isinstance(action, DrawSeen))
        facts.append(reshuffled)
    shown = with_top_shown(options, state, action, among, key)
    if isinstance(shown, Refused):
        return shown
    state = draw(options, shown, action.source)
    drawn = state.turn.actions[-1]
    assert isinstance(drawn, TurnDraw)
    if drawn.source == "stock" and not may_end(options, state):
        # A draw from the stock cannot be taken back, so there is nothing that this player could still do.
        state = finish(options, state, winner=None)
    return Step(state, (*facts, Drawn(seat, drawn.source, drawn.card)))


def _meld(options: JokerenOptions, state: JokerenState, action: Meld) -> Step | Refused:
    seat = state.turn.seat
    missing = _not_held(state, map(held, action.cards))
    if missing is not None:
        return missing
    read = judge(options.melds, action.cards, action.kind)
    if isinstance(read, Refused):
        return read
    if not may_meld(options, state):
        own_turn = state.turns_taken[seat] + 1
        return refuse(Code.OPENING_TOO_EARLY, "J.opening", turn=own_turn, from_turn=options.opening_from_turn)
    meld = TableMeld(f"m{len(state.table) + 1}", seat, read.kind, read.cards)  # type: ignore[arg-type]
    done = TurnMeld(meld.id, meld.kind, meld.cards, read.points)
    return _table(options, state, done, (*state.table, meld), Melded(seat, meld, read.points))


def _lay_off(options: JokerenOptions, state: JokerenState, action: LayOff) -> Step | Refused:
    refused = _touch_refused(
        state, options.lay_off, Code.LAY_OFF_BEFORE_OPENING, Code.LAY_OFF_NEXT_TURN, "J.layoff_when"
    )
    if refused is not None:
        return refused
    place, meld = find_meld(state, action.meld)
    if meld is None:
        return refuse(Code.MELD_UNKNOWN, "J.layoff", meld=action.meld)
    missing = _not_held(state, map(held, action.cards))
    if missing is not None:
        return missing
    laid = lay_off(options.melds, meld.id, meld.kind, meld.cards, action.cards)
    if isinstance(laid, Refused):
        return laid
    called, after = laid
    table = with_meld(state.table, place, after)
    done = TurnLayOff(meld.id, called, meld.cards)
    return _table(options, state, done, table, LaidOff(state.turn.seat, meld.id, called, after))


def _swap_joker(options: JokerenOptions, state: JokerenState, action: SwapJoker) -> Step | Refused:
    if options.joker_swap == "never":
        return refuse(Code.SWAP_FORBIDDEN, "J.swap")
    refused = _touch_refused(
        state, options.joker_swap, Code.SWAP_BEFORE_OPENING, Code.SWAP_NEXT_TURN, "J.swap"
    )
    if refused is not None:
        return refused
    place, meld = find_meld(state, action.meld)
    if meld is None:
        return refuse(Code.MELD_UNKNOWN, "J.layoff", meld=action.meld)
    missing = _not_held(state, action.cards)
    if missing is not None:
        return missing
    offered = swaps(options.melds, meld.kind, meld.cards)
    cards = next((cards for cards in offered if sorted(cards) == sorted(action.cards)), None)
    if cards is None:
        return _no_swap(options, meld, action.cards, offered)
    freed, after = offered[cards]
    hand = with_cards(without_cards(state.hands[state.turn.seat], cards), (JOKER,))
    done = TurnSwap(meld.id, cards, meld.cards)
    swapped = acted(options, state, hand, with_meld(state.table, place, after), (*state.turn.actions, done))
    return Step(swapped, (JokerSwapped(state.turn.seat, meld.id, cards, freed, after),))


def _no_swap(options: JokerenOptions, meld: TableMeld, cards: Cards, offered: Iterable[Cards]) -> Refused:
    """Why these cards free no joker of the meld."""
    if (
        meld.kind == SET
        and options.full_set_joker_locked
        and len(meld.cards) == LARGEST_SET
        and any(map(is_joker, meld.cards))
    ):
        return refuse(Code.FULL_SET_LOCKED, "J.swap", meld=meld.id)
    both = next((pair for pair in offered if len(pair) > 1 and set(cards) < set(pair)), None)
    if both is not None:
        return refuse(Code.SWAP_NEEDS_BOTH, "J.swap", meld=meld.id, cards=both)
    return refuse(Code.NO_SUCH_JOKER, "J.swap", meld=meld.id, cards=cards)


def _discard(options: JokerenOptions, state: JokerenState, action: Discard) -> Step | Refused:
    seat = state.turn.seat
    missing = _not_held(state, (action.card,))
    if missing is not None:
        return missing
    refusals = discard_refusals(options, state, action.card)
    if refusals:
        return Refused(tuple(refusals))
    hands = with_hand(state, without_cards(state.hands[seat], (action.card,)))
    discarded = msgspec.structs.replace(state, hands=hands, discard=(*state.discard, action.card))
    return Step(end_turn(options, discarded), (Discarded(seat, action.card),))


def _take_back(options: JokerenOptions, state: JokerenState) -> Step | Refused:
    if not state.turn.actions:
        return refuse(Code.NOTHING_TO_TAKE_BACK, "J.takeback")
    last = state.turn.actions[-1]
    if isinstance(last, TurnDraw) and last.source == "stock":
        return refuse(Code.STOCK_DRAW_STAYS, "J.takeback")
    return Step(undo(options, state), (TakenBack(state.turn.seat),))


def can_end_turn(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether some way of tabling cards ends a turn, or lets it be ended, in which only a draw was made (J.blocked)."""
    return way_to_end(options, state) is not None


def way_to_end(options: JokerenOptions, state: JokerenState) -> tuple[Meld | LayOff | SwapJoker, ...] | None:
    """What to table, often nothing, so that a turn ends or can be ended in which only a draw was made; None for no way.

    Where nothing is owed and no card may be discarded at once, none may be later: what is left are jokers or the card
    taken. The search gives up after so many positions: made-up tables have millions of ways that all lead nowhere.
    """
    no_other_way = options.final_discard == "required" or finish_refusals(options, state)
    if no_other_way and not state.turn.duties and not _may_discard(legal_actions(options, state)):
        return None
    drawn = state.turn.actions[-1] if state.turn.actions else None
    taken = drawn.card if isinstance(drawn, TurnDraw) else None
    seen: set[tuple[object, ...]] = set()

    def uses_what_was_taken_then_adds(action: Meld | LayOff | SwapJoker) -> tuple[bool, bool]:
        return taken not in action.cards, isinstance(action, Meld)

    def ends(state: JokerenState) -> tuple[Meld | LayOff | SwapJoker, ...] | None:
        known = (state.hands[state.turn.seat], state.table, state.turn.duties)
        if state.outcome is not None:
            return ()
        if known in seen or len(seen) >= MOST_WAYS:
            return None
        seen.add(known)
        actions = legal_actions(options, state)
        if _may_discard(actions):
            return ()
        tabling = [action for action in actions if isinstance(action, Meld | LayOff | SwapJoker)]
        for action in sorted(tabling, key=uses_what_was_taken_then_adds):
            step = play(options, state, state.turn.seat, action, key=b"")
            assert isinstance(step, Step)
            after = ends(step.state)
            if after is not None:
                return (action, *after)
        return None

    return ends(state)


def _may_discard(actions: list[Action]) -> bool:
    return any(isinstance(action, Discard) for action in actions)


def _table(
    options: JokerenOptions,
    state: JokerenState,
    done: TurnMeld | TurnLayOff,
    table: tuple[TableMeld, ...],
    fact: Fact,
) -> Step | Refused:
    """Put cards of the hand on the table; with the last ones the round ends or the play is refused (J.out)."""
    hand = without_cards(state.hands[state.turn.seat], map(held, done.cards))
    after = acted(options, state, hand, table, (*state.turn.actions, done))
    if hand:
        return Step(after, (fact,))
    refusals = emptying_refusals(options, state, after.turn)
    if refusals:
        return Refused(tuple(refusals))
    return Step(finish(options, after, winner=state.turn.seat), (fact,))


def _not_held(state: JokerenState, cards: Iterable[str]) -> Refused | None:
    card = first_missing(state.hands[state.turn.seat], cards)
    return None if card is None else refuse(Code.CARD_NOT_IN_HAND, "J.turn", card=card)


def _touch_refused(state: JokerenState, when: str, before: Code, later: Code, clause: str) -> Refused | None:
    """Why the player on turn may not lay off or swap yet, by what the option says of when."""
    if may_touch(when, state):
        return None
    return refuse(later if state.opened[state.turn.seat] else before, clause)
