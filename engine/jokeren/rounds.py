"""How a round begins, how its turns follow each other, and how it ends (J.deal, J.starter, J.stock_out, J.blocked)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import HIDDEN, JOKER, pack, sort_hand
from engine.jokeren.actions import Reshuffled, TurnDraw, TurnLayOff, TurnMeld
from engine.jokeren.changes import draw
from engine.jokeren.legal import may_draw, may_renew
from engine.jokeren.scoring import Ended, score
from engine.jokeren.state import JokerenState, Turn
from engine.jokeren.unknown import as_jokers, is_known, unseen
from engine.shuffle import reshuffle_key, shuffle

if TYPE_CHECKING:
    from engine.jokeren.options import JokerenOptions
    from engine.results import Outcome


def deal(
    options: JokerenOptions,
    players: int,
    *,
    number: int,
    dealer: int,
    key: bytes,
    past_rounds: tuple[Outcome, ...] = (),
) -> JokerenState:
    """A dealt round: one card at a time from the dealer's left, then the card turned up (J.deal, J.upcard)."""
    packs, jokers, hand_size = options.pack_for(players)
    cards = list(shuffle(pack(packs, jokers), key))
    starter = (dealer + 1) % players
    hands = [
        [cards[lap * players + (seat - starter) % players] for lap in range(hand_size)]
        for seat in range(players)
    ]
    stock = cards[players * hand_size :]
    if options.starter_extra_card:
        hands[starter].append(stock.pop(0))
    discard = [_turn_up(options, stock)] if options.upcard else []
    state = JokerenState(
        round=number,
        dealer=dealer,
        turn=Turn(seat=starter, phase="play" if options.starter_extra_card else "draw"),
        hands=tuple(sort_hand(hand) for hand in hands),
        stock=tuple(stock),
        discard=tuple(discard),
        table=(),
        opened=(False,) * players,
        tabled=(False,) * players,
        turns_taken=(0,) * players,
        reshuffles=0,
        idle_turns=0,
        past_rounds=past_rounds,
        outcome=None,
    )
    return begin_turn(options, state)


def _turn_up(options: JokerenOptions, stock: list[str]) -> str:
    """Turn the top card up; a joker that is replaced goes under the stock (where nothing else is left, it stays)."""
    if options.joker_upcard == "replace" and any(card != JOKER for card in stock):
        while stock[0] == JOKER:
            stock.append(stock.pop(0))
    return stock.pop(0)


def renew_stock(
    options: JokerenOptions, state: JokerenState, key: bytes, *, elsewhere: bool = False
) -> tuple[JokerenState, Reshuffled]:
    """The pile under its top card as the new stock, shuffled under the round's key or turned over (J.stock_out).

    Who asks about a position that is played `elsewhere` did not see that shuffle: the order is then unknown.
    """
    rest, top = state.discard[:-1], state.discard[-1]
    number = state.reshuffles + 1
    if options.stock_out != "reshuffle":
        stock = rest
    elif elsewhere or not is_known(state):
        stock = (HIDDEN,) * len(rest)
    else:
        stock = shuffle(rest, reshuffle_key(key, number))
    renewed = msgspec.structs.replace(state, stock=stock, discard=(top,), reshuffles=number)
    return renewed, Reshuffled(state.turn.seat, len(rest))


def begin_turn(options: JokerenOptions, state: JokerenState) -> JokerenState:
    """The position as the turn begins, or the round blocked where it cannot go on (J.blocked)."""
    players = len(state.hands)
    spent = sum(state.turns_taken) >= options.max_turns
    if spent or state.idle_turns >= players or not _can_go_on(options, state):
        return finish(options, state, winner=None)
    return state


def _can_go_on(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether the turn can be ended after some draw; the starter with a card more has no draw (J.starter_extra)."""
    if state.turn.phase == "play":
        return may_end(options, state)
    if not {JOKER, HIDDEN}.issuperset(state.hands[state.turn.seat]) and may_draw(options, state, "stock"):
        return True  # a natural card can be discarded
    sources = [source for source in ("stock", "discard") if may_draw(options, state, source)]
    if HIDDEN in state.hands[state.turn.seat] or HIDDEN in state.stock[:1]:
        state = as_jokers(options, state)
        if HIDDEN in state.hands[state.turn.seat]:
            return bool(sources)  # it may hold what lets the turn be ended
    return any(can_end_after(options, state, source) for source in sources)


def can_end_after(options: JokerenOptions, state: JokerenState, source: str) -> bool:
    """Whether the turn of a hand of jokers, or one after taking the discard, can be ended after this draw.

    Of a stock that has to be renewed, or that is unknown, nobody knows the first card: a natural one may come.
    """
    if source == "stock" and not state.stock:
        return options.joker_discard or any(card != JOKER for card in state.discard[:-1])
    if source == "stock" and state.stock[0] == HIDDEN:
        return True
    return may_end(options, draw(options, state, source))


def may_end(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether the turn of a player who has done nothing yet but draw can be ended.

    Only a hand of jokers that may not be discarded, and a card that was taken to be tabled, are a question: this asks
    the moves themselves.
    """
    if options.joker_discard and not state.turn.duties:
        return True
    from engine.jokeren.play import can_end_turn  # noqa: PLC0415 (moves end turns, and turns ask the moves)

    return can_end_turn(options, state)


def end_turn(options: JokerenOptions, state: JokerenState) -> JokerenState:
    """The position when the discard is down: the round over if the hand is empty, else the next seat's turn."""
    seat = state.turn.seat
    if not state.hands[seat]:
        return finish(options, state, winner=seat)
    following = (seat + 1) % len(state.hands)
    laid = any(isinstance(action, (TurnMeld, TurnLayOff)) for action in state.turn.actions)
    out = not state.stock and not may_renew(options, state)
    return begin_turn(
        options,
        msgspec.structs.replace(
            state,
            turn=Turn(
                seat=following, phase="draw", number=state.turn.number + 1, opened=state.opened[following]
            ),
            turns_taken=_changed(state.turns_taken, seat, state.turns_taken[seat] + 1),
            tabled=_changed(state.tabled, seat, True) if laid else state.tabled,  # noqa: FBT003
            idle_turns=state.idle_turns + 1 if out and _only_took(state.turn) else 0,
        ),
    )


def _only_took(turn: Turn) -> bool:
    """Whether the discard was taken in a turn, and nothing tabled or swapped."""
    first = turn.actions[0] if len(turn.actions) == 1 else None
    return isinstance(first, TurnDraw) and first.source == "discard"


def _changed(values: tuple, seat: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:seat], value, *values[seat + 1 :])


def finish(options: JokerenOptions, state: JokerenState, *, winner: int | None) -> JokerenState:
    """The round over and scored; a winner who tabled nothing in an earlier turn finished in one go (J.double)."""
    outcome = score(
        options,
        Ended(
            round=state.round,
            hands=state.hands,
            table=state.table,
            opened=state.opened,
            may_open=tuple(taken + 1 >= options.opening_from_turn for taken in state.turns_taken),
            winner=winner,
            concealed=winner is not None and not state.tabled[winner],
            unseen=() if is_known(state) else unseen(options, state),
        ),
    )
    turn = msgspec.structs.replace(state.turn, phase="over", duties=())
    return msgspec.structs.replace(state, turn=turn, outcome=outcome)
