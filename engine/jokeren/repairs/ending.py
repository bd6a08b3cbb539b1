"""Repairs of the end of a turn: what is owed is tabled before it, another card goes, or one is kept for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import JOKER, held, with_cards, without_cards
from engine.jokeren.actions import Discard, LayOff, Meld
from engine.jokeren.duties import melds_of
from engine.jokeren.endings import discard_refusals
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.repairs.fitting import holds, openers, size
from engine.jokeren.repairs.laying import larger_melds, table_card
from engine.jokeren.repairs.trial import left_of
from engine.jokeren.repairs.turns import draw_stock_instead, keep_card, one_card_less, take_back
from engine.jokeren.scoring import natural_cost
from engine.jokeren.search import Goal, best
from engine.refusals import Code
from engine.repairs import RepairCode, mended

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Cards
    from engine.jokeren.repairs.trial import Trial
    from engine.jokeren.state import JokerenState
    from engine.refusals import Refused
    from engine.repairs import Repair

MOST_OTHERS = 2
"""Other cards to discard that are named; more would say nothing new."""
MOST_LAID = 4
OPENING = {Code.OPENING_BELOW_THRESHOLD, Code.OPENING_MELDS_MISSING, Code.TAKEN_CARD_NOT_IN_OPENING}
TAKEN = {Code.TAKEN_CARD_NOT_TABLED, Code.TAKEN_CARD_NOT_IN_MELD, Code.TAKEN_CARD_NOT_IN_OPENING}
TOO_SOON = {Code.FINISH_TOO_EARLY, Code.FINISH_NOT_CONCEALED}
OWED = {*OPENING, *TAKEN, *TOO_SOON, Code.FREED_JOKER_NOT_TABLED}


def other_end(trial: Trial, at: int, action: Discard, refused: Refused) -> Iterator[Repair]:
    """What lets a turn end that a discard may not end."""
    state = trial.before(at)
    assert state is not None
    hand = state.hands[trial.seat]
    codes = {no.code for no in refused.refusals}
    if action.card in hand:
        kept = without_cards(hand, (action.card,))
        if codes & OPENING:
            yield from _opened(trial, at, state, kept, codes)
        for no in refused.refusals:
            if no.code in TAKEN | {Code.FREED_JOKER_NOT_TABLED} and no.facts.card is not None:
                yield from _tabled(trial, at, no.facts.card, kept, action)
                yield from _tabled_otherwise(trial, at, no.facts.card)
        if Code.FINAL_DISCARD_FORBIDDEN in codes:
            yield from table_card(trial, at, action.card, as_well=False)
    if codes & (TOO_SOON | {Code.FINAL_DISCARD_FORBIDDEN}):
        yield from keep_card(trial, at)
    yield from _other_discards(trial, at, state)


def undone(trial: Trial, at: int, refused: Refused) -> Iterator[Repair]:
    """What is owed need not be owed: what was done before is taken back, or the draw."""
    codes = {no.code for no in refused.refusals}
    if codes & OWED:
        yield from take_back(trial)
    if codes & {*TAKEN, Code.TAKEN_CARD_DISCARDED}:
        yield from draw_stock_instead(trial, at)


def kept_for_discard(trial: Trial, at: int) -> Iterator[Repair]:
    """A card less on the table, and discarded, where the last one must be (J.out)."""
    for place, less, card in one_card_less(trial, at):
        before, between = trial.actions[:place], trial.actions[place + 1 : at + 1]
        played = (*before, *(() if less is None else (less,)), *between, Discard(held(card)))
        yield mended(RepairCode.KEEP_FOR_DISCARD, played, card=held(card))


def _opened(trial: Trial, at: int, state: JokerenState, kept: Cards, codes: set[Code]) -> Iterator[Repair]:
    """Melds of what is left in hand that make the opening, or more cards in those that were laid."""
    required, _ = trial.options.opening_for(state.round)
    laid = melds_of(state.turn.actions)
    taken = None
    if Code.TAKEN_CARD_NOT_IN_OPENING in codes and state.turn.actions:
        taken = getattr(state.turn.actions[0], "card", None)
    found = openers(trial.options, kept, laid, round_number=state.round, others=1, taken=taken)
    for chosen in found:
        melds = [piece.lies for piece in chosen]
        cards = tuple(card for meld in melds for card in meld.cards)
        actions = (*trial.actions[:at], *melds, *trial.actions[at:])
        points = sum(meld.points for meld in laid) + sum(piece.points for piece in chosen)
        if Code.OPENING_BELOW_THRESHOLD in codes:
            facts = {"cards": cards, "points": points, "required": required}
            yield mended(RepairCode.COMPLETE_OPENING, actions, **facts)
        else:
            yield mended(RepairCode.LAY_AS_WELL, actions, cards=cards)
    yield from larger_melds(trial, at, kept)


def _tabled(trial: Trial, at: int, card: str, kept: Cards, action: Discard) -> Iterator[Repair]:
    """A card that is owed to the table, put there before the discard; or in its place, if it is the one discarded."""
    if card in kept:
        yield from table_card(trial, at, card, as_well=True)
        for meld in _melds_with(trial, card, kept):
            laid = (*trial.actions[:at], meld, *trial.actions[at:])
            yield mended(RepairCode.LAY_AS_WELL, laid, cards=meld.cards)
    else:
        yield from _in_place(trial, at, card, with_cards(kept, (action.card,)))


def _tabled_otherwise(trial: Trial, at: int, card: str) -> Iterator[Repair]:
    """A card that is owed to the table and went where it does not count, put elsewhere."""
    for place, action in enumerate(trial.actions[:at]):
        state = trial.before(place)
        if isinstance(action, LayOff) and tuple(map(held, action.cards)) == (card,) and state is not None:
            hand = left_of(state.hands[trial.seat], trial.actions[place + 1 :])
            yield from _in_place(trial, place, card, hand)


def _in_place(trial: Trial, at: int, card: str, hand: Cards) -> Iterator[Repair]:
    """A card of a sorted hand tabled in the place of an action."""
    yield from table_card(trial, at, card, as_well=False)
    for meld in _melds_with(trial, card, hand):
        yield mended(RepairCode.LAY_INSTEAD, trial.instead(at, meld), cards=meld.cards)


def _melds_with(trial: Trial, card: str, hand: Cards) -> list[Meld]:
    """The smallest melds of a sorted hand that hold a card."""
    pieces = [piece for piece in new_melds(trial.options.melds, hand) if holds(piece, card)]
    return [piece.lies for piece in sorted(pieces, key=size)[:MOST_LAID] if isinstance(piece.lies, Meld)]


def _other_discards(trial: Trial, at: int, state: JokerenState) -> Iterator[Repair]:
    """The dearest cards that may go and that nothing can be done with, else one that something can be done with."""
    options, hand = trial.options, state.hands[trial.seat]
    costs = {
        card: options.joker_penalty if card == JOKER else natural_cost(options, card)[0] for card in hand
    }
    pieces = [*new_melds(options.melds, hand), *additions(options.melds, hand, state.table)]
    arranged = best(hand, pieces, Goal(costs))
    used = [] if arranged is None else [held(card) for piece in arranged.pieces for card in piece.lies.cards]
    others = [card for card in dict.fromkeys(hand) if not discard_refusals(options, state, card)]
    others.sort(key=lambda card: (card == JOKER, -costs[card]))
    idle = [card for card in others if card not in used and card != JOKER]
    for card in idle[:MOST_OTHERS] or others[:1]:
        yield mended(RepairCode.DISCARD_INSTEAD, trial.instead(at, Discard(card)), card=card)
