"""Whether a turn may end, and whether its player may go out (J.discard, J.out, J.first_lap, J.in_one_go)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import JOKER, held, is_joker
from engine.jokeren.actions import TurnDraw, TurnSwap
from engine.jokeren.duties import duties
from engine.refusals import Code, Facts, Refusal

if TYPE_CHECKING:
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import Duty, JokerenState, Turn


def discard_refusals(options: JokerenOptions, state: JokerenState, card: str) -> list[Refusal]:
    """Why this card of the hand may not end the turn: the card itself first, then all open duties."""
    return _barred(options, state).get(card, []) + _end_refusals(options, state)


def discards(options: JokerenOptions, state: JokerenState) -> list[str]:
    """The cards of the hand that may end the turn."""
    if _end_refusals(options, state):
        return []
    barred = _barred(options, state)
    return [card for card in dict.fromkeys(state.hands[state.turn.seat]) if card not in barred]


def _barred(options: JokerenOptions, state: JokerenState) -> dict[str, list[Refusal]]:
    """The cards that may not be this turn's discard, whatever it owes, and why (J.discard, J.taken, J.out)."""
    hand = state.hands[state.turn.seat]
    barred: dict[str, list[Refusal]] = {}
    if not options.joker_discard:
        barred[JOKER] = [Refusal(code=Code.JOKER_DISCARD_FORBIDDEN, clause="J.discard")]
    taken = _taken_card(options, state) if options.draw_discard == "not_same_discard" else None
    if taken is not None:
        no = Refusal(code=Code.TAKEN_CARD_DISCARDED, clause="J.taken", facts=Facts(card=taken))
        barred[taken] = [*barred.get(taken, []), no]
    if len(hand) == 1 and options.final_discard == "forbidden":
        no = Refusal(code=Code.FINAL_DISCARD_FORBIDDEN, clause="J.out", facts=Facts(card=hand[0]))
        barred[hand[0]] = [*barred.get(hand[0], []), no]
    return barred


def _end_refusals(options: JokerenOptions, state: JokerenState) -> list[Refusal]:
    """Why no card of the hand may end the turn: its open duties, or with the last card what forbids going out."""
    turn, hand = state.turn, state.hands[state.turn.seat]
    if len(hand) > 1:
        return [refusal_of(duty) for duty in turn.duties]
    return finish_refusals(options, state) + _owed_at_finish(options, state, turn)


def emptying_refusals(options: JokerenOptions, state: JokerenState, turn: Turn) -> list[Refusal]:
    """Why the turn may not table the last card of the hand; `turn` is the turn with that action in it."""
    if options.final_discard == "required":
        return [Refusal(code=Code.LAST_CARD_MUST_BE_DISCARDED, clause="J.out")]
    return finish_refusals(options, state) + _owed_at_finish(options, state, turn)


def _owed_at_finish(options: JokerenOptions, state: JokerenState, turn: Turn) -> list[Refusal]:
    owed = duties(options, turn, round_number=state.round, hand_left=0, going_out=True)
    return [refusal_of(duty) for duty in owed]


def finish_refusals(options: JokerenOptions, state: JokerenState) -> list[Refusal]:
    """Why the player on turn may not go out in this turn, whatever the cards (J.first_lap, J.in_one_go)."""
    seat = state.turn.seat
    others = [count for other, count in enumerate(state.turns_taken) if other != seat]
    too_early = (options.finish_from == "all_others_played" and min(others) < 1) or (
        options.finish_from == "second_turn" and state.turns_taken[seat] < 1
    )
    found = []
    if too_early:
        found.append(
            Refusal(code=Code.FINISH_TOO_EARLY, clause="J.first_lap", facts=Facts(turn=_turn_of(state)))
        )
    if options.concealed_finish_only and state.tabled[seat]:
        found.append(Refusal(code=Code.FINISH_NOT_CONCEALED, clause="J.in_one_go"))
    return found


def _turn_of(state: JokerenState) -> int:
    return state.turns_taken[state.turn.seat] + 1


def _taken_card(options: JokerenOptions, state: JokerenState) -> str | None:
    """The card taken from the pile in this turn, where to discard it would give back that very one (J.taken).

    Cards that look alike are alike: where the player holds a twin, the twin goes. A freed joker is one only if it may
    be kept; otherwise it is owed to the table.
    """
    turn = state.turn
    first = turn.actions[0] if turn.actions else None
    if not isinstance(first, TurnDraw) or first.source != "discard" or first.card is None:
        return None
    card = first.card
    count = state.hands[turn.seat].count(card)
    for action in turn.actions[1:]:
        count += sum(held(tabled) == card for tabled in action.cards)  # type: ignore[union-attr]
        if isinstance(action, TurnSwap) and is_joker(card) and options.freed_joker == "same_turn":
            count -= 1
    return card if count == 1 else None


def refusal_of(duty: Duty) -> Refusal:
    """An open duty as the reason why the turn cannot end."""
    facts = Facts(
        card=duty.card, meld=duty.meld, points=duty.points, required=duty.required, kinds=duty.kinds
    )
    return Refusal(code=duty.code, clause=duty.clause, facts=facts)
