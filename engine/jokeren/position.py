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
from engine.jokeren.unknown import filled_in, shown
from engine.refusals import Code, Facts, Refusal, Refused
from engine.results import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.jokeren.actions import TurnAction
    from engine.jokeren.options import JokerenOptions

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
    found = [*_sizes(state), *_phase(options, state), *_outcomes(state, players)]
    if not found and not _turn_stands(options, state):
        found = [_no(Code.STATE_TURN_INCONSISTENT, "J.turn", "turn", "actions")]
    return Refused(tuple(found)) if found else state


def _no(code: Code, clause: str, *where: str | int, **facts: Any) -> Refusal:
    return Refusal(code=code, clause=clause, facts=Facts(**facts), where=where)


def _shape(options: JokerenOptions, given: Mapping[str, Any], players: int) -> Iterator[Refusal]:
    """The number of players, the seats that are named, and the lists that have one entry per seat."""
    yield from player_refusals(options, players)
    seats: list[tuple[int, tuple[str | int, ...]]] = [
        (given["turn"]["seat"], ("turn", "seat")),
        (given.get("dealer", 0), ("dealer",)),
    ]
    seats += [(meld.owner, ("table", at, "owner")) for at, meld in enumerate(given.get("table", ()))]
    for seat, where in seats:
        if seat >= players:
            yield _no(Code.SEAT_UNKNOWN, "J.turn", *where, seat=seat, players=players)
    for name in ("opened", "tabled", "turns_taken"):
        if name in given and len(given[name]) != players:
            yield _no(
                Code.STATE_LISTS_LENGTH, "J.deal", name, field=name, count=len(given[name]), players=players
            )


def player_refusals(options: JokerenOptions, players: int) -> Iterator[Refusal]:
    """So many hands must be those of players who can play together (J.players)."""
    if not options.min_players <= players <= options.max_players:
        yield _no(
            Code.PLAYERS_OUT_OF_RANGE,
            "J.players",
            "hands",
            players=players,
            minimum=options.min_players,
            maximum=options.max_players,
        )


def table_of(
    options: JokerenOptions, melds: tuple[TableMeld, ...]
) -> tuple[tuple[TableMeld, ...], list[Refusal]]:
    """The melds in table order, and why those are refused that cannot lie there."""
    table, found = [], []
    for at, meld in enumerate(melds):
        if meld.id != f"m{at + 1}":
            found.append(
                _no(Code.STATE_MELD_IDS, "J.layoff", "table", at, "id", meld=meld.id, value=f"m{at + 1}")
            )
        read = judge(options.melds, meld.cards, meld.kind)
        if isinstance(read, Refused):
            found += [_no(Code.STATE_MELD_INVALID, "J.run", "table", at, "cards", meld=meld.id)]
            found += [msgspec.structs.replace(no, where=("table", at, "cards")) for no in read.refusals]
        else:
            table.append(msgspec.structs.replace(meld, cards=read.cards))
    return tuple(table), found


def count_refusals(options: JokerenOptions, given: Mapping[str, Any], players: int) -> Iterator[Refusal]:
    """No card may be there more often than the pack has it, unknown ones included; some may be missing (J.pack)."""
    packs, jokers, _ = options.pack_for(players)
    there = Counter(pack(packs, jokers))
    piles = (given.get("stock", ()), given.get("discard", ()))
    used = shown(given["hands"], *piles, given.get("table", ()))
    unknown, left = used.pop(HIDDEN, 0), (there - used).total()
    for card, count in used.items():
        if count > there[card]:
            yield _no(Code.CARD_TOO_OFTEN, "J.pack", "hands", card=card, count=count, maximum=there[card])
    if unknown > left:
        yield _no(Code.STATE_UNKNOWN_TOO_MANY, "J.pack", "hands", count=unknown, maximum=left)


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
    number, hand_left = given.get("round", 1), len(hands[seat])
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
        past_rounds=tuple(given.get("past_rounds", ())),
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
            yield _no(
                Code.STATE_HAND_TOO_LARGE, "J.deal", *where, seat=seat, count=most, maximum=LARGEST_HAND
            )


def _phase(options: JokerenOptions, state: JokerenState) -> Iterator[Refusal]:
    """A round is over exactly when it has an outcome, a draw is first and possible, nobody plays on without cards."""
    turn, over = state.turn, state.outcome is not None
    blocked = turn.phase == "draw" and (turn.actions or begin_turn(options, state).outcome is not None)
    if over != (turn.phase == "over") or blocked:
        yield _no(Code.STATE_PHASE_WRONG, "J.turn", "turn", "phase", value=turn.phase)
    for seat, hand in enumerate(state.hands):
        if not hand and not over:
            yield _no(Code.STATE_OUTCOME_WRONG, "J.out", "hands", seat, seat=seat)


def _outcomes(state: JokerenState, players: int) -> Iterator[Refusal]:
    """Each round that is over names one winner or was blocked, and gives every seat its points."""
    outcomes = [(one, ("past_rounds", at)) for at, one in enumerate(state.past_rounds)]
    if state.outcome is not None:
        outcomes.append((state.outcome, ("outcome",)))  # type: ignore[arg-type]
        winner = state.outcome.winner
        if winner is not None and winner < players and state.hands[winner]:
            yield _no(
                Code.WINNER_HAS_CARDS,
                "J.score",
                "outcome",
                "winner",
                seat=winner,
                count=len(state.hands[winner]),
            )
    for outcome, where in outcomes:
        lists = [outcome.points, *([] if outcome.hands is None else [outcome.hands])]
        blocked = outcome.winner is None
        unknown = outcome.winner is not None and outcome.winner >= players
        if unknown or blocked != outcome.blocked or any(len(one) != players for one in lists):
            yield _no(Code.STATE_OUTCOME_WRONG, "J.out", *where, seat=outcome.winner)


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
