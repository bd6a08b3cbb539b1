"""How a round begins, and who deals the next one (S.deal, S.start, S.dealer)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import pack, sort_hand
from engine.shuffle import shuffle
from engine.sjuan.layout import Layout
from engine.sjuan.state import SjuanState, Turn

if TYPE_CHECKING:
    from engine.results import Outcome
    from engine.sjuan.options import SjuanOptions


def deal(
    options: SjuanOptions,
    players: int,
    *,
    number: int,
    dealer: int,
    key: bytes,
    past_rounds: tuple[Outcome, ...] = (),
) -> SjuanState:
    """The whole pack dealt, one card at a time from the dealer's left, so that the first seats get one more (S.deal).

    The holder of the opening card is on turn (S.start).
    """
    cards = shuffle(pack(1, 0), key)
    hands = tuple(sort_hand(cards[(seat - dealer - 1) % players :: players]) for seat in range(players))
    starter = next(seat for seat, hand in enumerate(hands) if options.opening_card in hand)
    return SjuanState(
        round=number,
        dealer=dealer,
        turn=Turn(seat=starter, phase="play"),
        hands=hands,
        layout=Layout(),
        passes=0,
        fines=(0,) * players,
        past_rounds=past_rounds,
        outcome=None,
    )


def next_dealer(options: SjuanOptions, state: SjuanState) -> int:
    """The winner of the round, or the player to the dealer's left: after a block, or by the option (S.dealer)."""
    winner = state.outcome.winner if state.outcome is not None else None
    if options.dealer_rotation == "winner" and winner is not None:
        return winner
    return (state.dealer + 1) % len(state.hands)
