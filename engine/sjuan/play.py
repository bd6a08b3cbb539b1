"""Judging and doing one action: a position and an action in, a new position and what happened, or a refusal, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import BY_SUIT_AND_RANK, HIDDEN, without_cards
from engine.refusals import Code, Refused, refuse
from engine.results import Step
from engine.sjuan.actions import CardPlayed, Passed, Play
from engine.sjuan.layout import EIGHT, SEVEN, SIX, with_card
from engine.sjuan.legal import playable
from engine.sjuan.scoring import score
from engine.sjuan.state import Turn
from engine.sjuan.unknown import unseen

if TYPE_CHECKING:
    from engine.sjuan.actions import Action
    from engine.sjuan.options import SjuanOptions
    from engine.sjuan.scoring import Ending
    from engine.sjuan.state import SjuanState


def play(
    options: SjuanOptions,
    state: SjuanState,
    seat: int,
    action: Action,
    *,
    key: bytes,  # noqa: ARG001 (nothing is shuffled in the course of a round)
) -> Step | Refused:
    """One action of a seat. The position given is unchanged."""
    if state.outcome is not None:
        return refuse(Code.ROUND_OVER, "S.end", round=state.round)
    if seat != state.turn.seat:
        return refuse(Code.NOT_YOUR_TURN, "S.play", seat=seat, on_turn=state.turn.seat)
    if isinstance(action, Play):
        return _play(options, state, action.card)
    return _pass(options, state)


def _play(options: SjuanOptions, state: SjuanState, card: str) -> Step | Refused:
    seat, hand = state.turn.seat, state.hands[state.turn.seat]
    if card not in hand:
        return refuse(Code.CARD_NOT_IN_HAND, "S.play", card=card)
    layout = with_card(options, state.layout, card)
    if layout is None:
        return _no_fit(options, state, card)
    left = without_cards(hand, (card,))
    hands = (*state.hands[:seat], left, *state.hands[seat + 1 :])
    facts = (CardPlayed(seat, card),)
    if not left:
        played = msgspec.structs.replace(state, hands=hands, layout=layout, passes=0)
        return Step(_ended(options, played, "won", winner=seat), facts)
    return Step(
        msgspec.structs.replace(state, hands=hands, layout=layout, passes=0, turn=_next_turn(state)), facts
    )


def _no_fit(options: SjuanOptions, state: SjuanState, card: str) -> Refused:
    """Why a card that the player holds cannot be played now."""
    if state.layout.empty:
        return refuse(Code.OPENING_CARD_FIRST, "S.start", card=card, missing=(options.opening_card,))
    suit, row = card[-1], state.layout.row(card[-1])
    faces = BY_SUIT_AND_RANK[suit]
    if not row:
        return refuse(Code.SUIT_NOT_OPEN, "S.play", card=card, missing=(faces[SEVEN],))
    if card == faces[SIX] and row[0] == faces[SEVEN]:
        return refuse(Code.EIGHT_BEFORE_SIX, "S.must_play", card=card, missing=(faces[EIGHT],))
    return refuse(Code.NOT_NEXT_IN_SUIT, "S.play", card=card, cards=tuple(options.rows_after[row]))


def _pass(options: SjuanOptions, state: SjuanState) -> Step | Refused:
    seat, turn = state.turn.seat, state.turn
    if state.layout.empty:
        return refuse(Code.PASS_BEFORE_OPENING, "S.start", missing=(options.opening_card,))
    could_play = playable(options, state, seat)
    if could_play and options.voluntary_pass == "forbidden":
        return refuse(Code.MUST_PLAY, "S.must_play", cards=could_play)
    fine = options.voluntary_pass_fine if could_play else 0
    fines = (*state.fines[:seat], state.fines[seat] + fine, *state.fines[seat + 1 :])
    passed = msgspec.structs.replace(state, passes=state.passes + 1, fines=fines)
    facts = (Passed(turn.seat, fine),)
    if fine and reaches_limit(options, passed, seat):
        return Step(_ended(options, passed, "broken_off"), facts)
    if passed.passes == len(state.hands):
        return Step(_ended(options, passed, "blocked"), facts)
    return Step(msgspec.structs.replace(passed, turn=_next_turn(state)), facts)


def reaches_limit(options: SjuanOptions, state: SjuanState, seat: int) -> bool:
    """Whether the seat's points, its fines in this round included, end the game at once (S.game_end)."""
    total = sum(outcome.points_of(seat) for outcome in state.past_rounds) + state.fines[seat]
    return options.points_limit is not None and total >= options.points_limit


def _next_turn(state: SjuanState) -> Turn:
    turn = state.turn
    return Turn(seat=(turn.seat + 1) % len(state.hands), phase="play", number=turn.number + 1)


def _ended(
    options: SjuanOptions, state: SjuanState, ending: Ending, *, winner: int | None = None
) -> SjuanState:
    hidden = any(HIDDEN in hand for hand in state.hands)
    outcome = score(
        options,
        state.hands,
        state.fines,
        ending=ending,
        winner=winner,
        unseen=unseen(state) if hidden else (),
    )
    turn = msgspec.structs.replace(state.turn, phase="over")
    return msgspec.structs.replace(state, turn=turn, outcome=outcome)
