"""A position that somebody gives: what it leaves out is filled in, and what cannot be is refused."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import HIDDEN, pack, sort_hand
from engine.jokeren.actions import (
    Draw,
    LayOff,
    Meld,
    SwapJoker,
    TableMeld,
    TurnDraw,
    TurnLayOff,
    TurnMeld,
    TurnSwap,
)
from engine.jokeren.changes import undo
from engine.jokeren.duties import duties, melds_of, opening_owed
from engine.jokeren.melds import judge
from engine.jokeren.play import play
from engine.jokeren.rounds import begin_turn
from engine.jokeren.state import JokerenState, Turn
from engine.jokeren.unknown import CLAUSES, filled_in, shown
from engine.positions import (
    card_refusals,
    list_refusals,
    no,
    outcome_refusals,
    phase_refusals,
    player_refusals,
    seat_refusals,
)
from engine.refusals import Code, Refused
from engine.results import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.jokeren.actions import TurnAction
    from engine.jokeren.options import JokerenOptions
    from engine.refusals import Refusal
    from engine.results import Outcome

LARGEST_HAND = 30
"""The most cards that a hand of a given position may come to hold; no game leads to so many."""


def position(
    options: JokerenOptions, given: Mapping[str, Any], *, asker: int | None = None
) -> JokerenState | Refused:
    """A position from the fields that were given, or every reason why it cannot be.

    `given` holds the fields of `JokerenPartialState` that somebody set, its `turn` likewise as a mapping. Missing
    fields get their evident defaults; `turn.number` and `turn.duties` always follow from the rest. Hands of others
    than `asker`, and the stock, may be None; with no asker the position must be whole.
    """
    filled = filled_in(given, asker)
    if isinstance(filled, Refused):
        return filled
    given = filled
    hands = tuple(sort_hand(hand) for hand in given["hands"])
    players = len(hands)
    found = list(_shape(options, given, players))
    if found:
        return Refused(tuple(found))
    table, found = table_of(options, given.get("table", ()))
    found += count_refusals(options, given, players)
    if found:
        return Refused(tuple(found))
    state = _completed(options, given, hands, table)
    found = [*_sizes(state), *_phase(options, state), *outcome_refusals(CLAUSES, state, _never_fined)]
    if not found and not _turn_stands(options, state):
        found = [no(Code.STATE_TURN_INCONSISTENT, "J.turn", "turn", "actions")]
    return Refused(tuple(found)) if found else state


def _shape(options: JokerenOptions, given: Mapping[str, Any], players: int) -> Iterator[Refusal]:
    """The number of players, the seats that are named, and the lists that have one entry per seat."""
    owners = [(meld.owner, ("table", at, "owner")) for at, meld in enumerate(given.get("table", ()))]
    yield from player_refusals(CLAUSES, options, players)
    yield from seat_refusals(CLAUSES, given, players, owners)
    yield from list_refusals(CLAUSES, given, ("opened", "tabled", "turns_taken"), players)


def table_of(
    options: JokerenOptions, melds: tuple[TableMeld, ...]
) -> tuple[tuple[TableMeld, ...], list[Refusal]]:
    """The melds in table order, and why those are refused that cannot lie there."""
    table, found = [], []
    for at, meld in enumerate(melds):
        if meld.id != f"m{at + 1}":
            found.append(
                no(Code.STATE_MELD_IDS, "J.layoff", "table", at, "id", meld=meld.id, value=f"m{at + 1}")
            )
        read = judge(options.melds, meld.cards, meld.kind)
        if isinstance(read, Refused):
            found += [no(Code.STATE_MELD_INVALID, "J.run", "table", at, "cards", meld=meld.id)]
            found += [msgspec.structs.replace(one, where=("table", at, "cards")) for one in read.refusals]
        else:
            table.append(msgspec.structs.replace(meld, cards=read.cards))
    return tuple(table), found


def count_refusals(options: JokerenOptions, given: Mapping[str, Any], players: int) -> Iterator[Refusal]:
    """No card may be there more often than the pack has it, unknown ones included; some may be missing (J.pack)."""
    packs, jokers, _ = options.pack_for(players)
    piles = (given.get("stock", ()), given.get("discard", ()))
    used = shown(given["hands"], *piles, given.get("table", ()))
    yield from card_refusals(CLAUSES, Counter(pack(packs, jokers)), used)


def _completed(
    options: JokerenOptions,
    given: Mapping[str, Any],
    hands: tuple[tuple[str, ...], ...],
    table: tuple[TableMeld, ...],
) -> JokerenState:
    players, asked = len(hands), given["turn"]
    seat, actions = asked["seat"], tuple(asked.get("actions", ()))
    opened = tuple(given.get("opened", (False,) * players))
    turns_taken = tuple(given.get("turns_taken", (0,) * players))
    past_rounds = tuple(given.get("past_rounds", ()))
    number, hand_left = given.get("round", len(past_rounds) + 1), len(hands[seat])
    melds = melds_of(actions)
    just_now = melds and not opening_owed(options, melds, round_number=number, hand_left=hand_left)
    turn = Turn(
        seat=seat,
        phase=asked["phase"],
        number=sum(turns_taken) + 1,
        opened=asked.get("opened", opened[seat] and not just_now),
        actions=actions,
    )
    if turn.phase != "over":
        owed = duties(options, turn, round_number=number, hand_left=hand_left)
        turn = msgspec.structs.replace(turn, duties=owed)
    return JokerenState(
        round=number,
        dealer=given.get("dealer", (seat - 1) % players),
        turn=turn,
        hands=hands,
        stock=tuple(given.get("stock", ())),
        discard=tuple(given.get("discard", ())),
        table=table,
        opened=opened,
        tabled=tuple(given.get("tabled", opened)),
        turns_taken=turns_taken,
        reshuffles=given.get("reshuffles", 0),
        idle_turns=given.get("idle_turns", 0),
        past_rounds=past_rounds,
        outcome=given.get("outcome"),
    )


def _sizes(state: JokerenState) -> Iterator[Refusal]:
    """No hand may come to hold more than any game leads to, with a card drawn and all of this turn back in it."""
    turn = state.turn
    for seat, hand in enumerate(state.hands):
        if turn.phase == "play" and seat == turn.seat:
            tabled = [action for action in turn.actions if not isinstance(action, TurnDraw)]
            freed = sum(isinstance(action, TurnSwap) for action in tabled)
            most = len(hand) + sum(len(action.cards) for action in tabled) - freed
        else:
            most = len(hand) + (turn.phase != "over")
        if most > LARGEST_HAND:
            where = ("hands", seat)
            yield no(Code.STATE_HAND_TOO_LARGE, "J.deal", *where, seat=seat, count=most, maximum=LARGEST_HAND)


def _phase(options: JokerenOptions, state: JokerenState) -> Iterator[Refusal]:
    """A draw comes first in a turn and must be possible."""
    turn = state.turn
    blocked = turn.phase == "draw" and (turn.actions or begin_turn(options, state).outcome is not None)
    yield from phase_refusals(CLAUSES, state, impossible=bool(blocked))


def _never_fined(outcome: Outcome) -> bool:
    """Whether a round can have ended so in this family: no clause of it fines anybody."""
    return not outcome.broken_off and not any(outcome.fines or ())


def _turn_stands(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether undoing the turn's actions and doing them again gives the same position, so that they can be trusted."""
    if state.outcome is not None or HIDDEN in state.hands[state.turn.seat]:
        return True  # nothing more is played, or it is the turn of a seat that is not asked about
    if not state.turn.actions:
        return state.turn.opened == state.opened[state.turn.seat]
    if any(isinstance(action, TurnDraw) and action.card is None for action in state.turn.actions):
        return False
    before = state
    try:
        while before.turn.actions:
            before = undo(options, before)
    except (ValueError, IndexError):
        return False
    again = before
    for action in state.turn.actions:
        step = play(options, again, state.turn.seat, _asked(action), key=b"")
        if not isinstance(step, Step) or step.state.outcome is not None:
            return False
        again = step.state
    return again == state


def _asked(action: TurnAction) -> Draw | Meld | LayOff | SwapJoker:
    """The action of which this is what the turn remembers."""
    match action:
        case TurnDraw():
            return Draw(action.source)
        case TurnMeld():
            return Meld(action.cards, action.kind)
        case TurnLayOff():
            return LayOff(action.meld, action.cards)
        case TurnSwap():
            return SwapJoker(action.meld, action.cards)
