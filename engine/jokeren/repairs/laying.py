"""Repairs of what is put on the table: other melds, other places, jokers that say what they are, and opening first."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from engine.cards import JOKER, held, with_cards
from engine.jokeren.actions import LayOff, Meld, SwapJoker
from engine.jokeren.pieces import additions
from engine.jokeren.repairs.fitting import FAR, jokers_of, near_melds, openers, unlike, ways
from engine.jokeren.repairs.trial import cards_of, distance, left_of, renumbered
from engine.jokeren.table import swaps
from engine.refusals import Code
from engine.repairs import RepairCode, mended

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Cards, TableMeld
    from engine.jokeren.repairs.trial import Tabling, Trial
    from engine.refusals import Reading
    from engine.repairs import Repair

MOST_WAYS = 3
"""Ways onto one meld that are tried."""
NOT_OPENED = {Code.LAY_OFF_BEFORE_OPENING, Code.SWAP_BEFORE_OPENING}


def other_melds(trial: Trial, at: int, action: Meld, readings: tuple[Reading, ...]) -> Iterator[Repair]:
    """Each way to read a meld that is refused, and melds of the hand near to it."""
    state = trial.before(at)
    assert state is not None
    for one in readings:
        if one.stands:
            yield _as_other(trial, at, action, Meld(one.cards, one.kind))  # type: ignore[arg-type]
    for meld in near_melds(trial.options.melds, state.hands[trial.seat], action):
        yield _as_other(trial, at, action, meld)


def larger_melds(trial: Trial, at: int, spare: Cards) -> Iterator[Repair]:
    """The melds that were laid up to this place, with cards that are still spare in each."""
    for place, action in enumerate(trial.actions[:at]):
        if isinstance(action, Meld):
            hand = with_cards(spare, map(held, action.cards))
            for meld in near_melds(trial.options.melds, hand, action):
                if not Counter(map(held, action.cards)) - Counter(map(held, meld.cards)):
                    yield _as_other(trial, place, action, meld)


def _as_other(trial: Trial, at: int, action: Meld | LayOff, other: Meld | LayOff) -> Repair:
    """The list with another meld, or lay-off on the same one, and what tells it from what was sent."""
    actions = trial.instead(at, other)
    ours, theirs = Counter(map(held, action.cards)), Counter(map(held, other.cards))
    if ours == theirs:
        said = jokers_of(tuple((Counter(other.cards) - Counter(action.cards)).elements()))
        if said or isinstance(other, LayOff):
            return mended(RepairCode.DECLARE_JOKER, actions, cards=said or other.cards)
        return mended(RepairCode.NAME_KIND, actions, kinds=(other.kind,))
    if not theirs - ours:
        return mended(RepairCode.LEAVE_OUT, actions, cards=_named(action.cards, ours - theirs))
    if not ours - theirs:
        return mended(RepairCode.ADD_CARDS, actions, cards=_named(other.cards, theirs - ours))
    if isinstance(other, LayOff):
        return mended(RepairCode.LAY_OFF_INSTEAD, actions, cards=other.cards, meld=other.meld)
    return mended(RepairCode.LAY_INSTEAD, actions, cards=other.cards)


def _named(cards: Cards, chosen: Counter[str]) -> Cards:
    """Those of the cards that a hand would hold so, as they are called; the last ones where it matters."""
    left, found = Counter(chosen), []
    for card in reversed(cards):
        if left[held(card)]:
            left[held(card)] -= 1
            found.append(card)
    return tuple(reversed(found))


def other_places(trial: Trial, at: int, action: Tabling) -> Iterator[Repair]:
    """Where else on the table cards go: on the same meld with jokers said, on another one, or in a joker's place."""
    state = trial.before(at)
    assert state is not None
    there = None if isinstance(action, Meld) else action.meld
    if isinstance(action, LayOff):
        yield from _one_less(trial, at, action)
    table = sorted(state.table, key=lambda meld: meld.id != there)
    laid = (repair for meld in table for repair in _laid_off(trial, at, action, meld))
    swapped = (repair for meld in table for repair in _swapped(trial, at, action, meld))
    yield from chain(swapped, laid) if isinstance(action, SwapJoker) else chain(laid, swapped)
    if isinstance(action, LayOff):
        yield from _others_there(trial, at, action)


def _laid_off(trial: Trial, at: int, action: Tabling, meld: TableMeld) -> Iterator[Repair]:
    """The cards of an action laid off on a meld of the table."""
    for way in ways(trial.options.melds, meld.kind, meld.cards, action.cards)[:MOST_WAYS]:
        actions = trial.instead(at, LayOff(meld.id, way))
        if isinstance(action, LayOff) and meld.id == action.meld:
            yield mended(RepairCode.DECLARE_JOKER, actions, cards=jokers_of(way) or way)
        else:
            yield mended(RepairCode.LAY_OFF_INSTEAD, actions, cards=way, meld=meld.id)


def _swapped(trial: Trial, at: int, action: Tabling, meld: TableMeld) -> Iterator[Repair]:
    """A joker of a meld swapped for the cards of an action; or for others, where it was to be swapped for these."""
    state = trial.before(at)
    assert state is not None
    hand = Counter(state.hands[trial.seat])
    same = isinstance(action, SwapJoker) and meld.id == action.meld
    for cards in swaps(trial.options.melds, meld.kind, meld.cards):
        if not Counter(cards) - hand and (same or set(action.cards) <= set(cards)):
            actions = trial.instead(at, SwapJoker(meld.id, cards))
            yield mended(RepairCode.SWAP_INSTEAD, actions, cards=cards, meld=meld.id)


def _one_less(trial: Trial, at: int, action: LayOff) -> Iterator[Repair]:
    """A lay-off without one of its cards."""
    cards = action.cards
    for number, card in enumerate(cards) if len(cards) > 1 else ():
        fewer = LayOff(action.meld, cards[:number] + cards[number + 1 :])
        yield mended(RepairCode.LEAVE_OUT, trial.instead(at, fewer), cards=(card,))


def _others_there(trial: Trial, at: int, action: LayOff) -> Iterator[Repair]:
    """What else the hand can lay off on the same meld: more cards, or others."""
    state = trial.before(at)
    assert state is not None
    table = [meld for meld in state.table if meld.id == action.meld]
    found = [piece.lies for piece in additions(trial.options.melds, state.hands[trial.seat], table)]
    for other in sorted(found, key=lambda other: unlike(action.cards, other.cards)):
        if distance(action.cards, other.cards) <= FAR:
            yield _as_other(trial, at, action, other)


def open_first(trial: Trial, at: int) -> Iterator[Repair]:
    """What needs an opening after it: the melds that the list lays later come first, or others of the hand."""
    state, actions = trial.before(at), trial.actions
    assert state is not None
    rest = actions[at:]
    last = max((place for place, action in enumerate(rest) if isinstance(action, Meld)), default=None)
    if last is not None:
        melds = [action for action in rest[:last] if isinstance(action, Meld)]
        others = [action for action in rest[:last] if not isinstance(action, Meld)]
        moved = tuple(card for action in others for card in cards_of(action))
        sorted_out = (*actions[:at], *melds, rest[last], *others, *rest[last + 1 :])
        yield mended(RepairCode.OPEN_FIRST, sorted_out, cards=moved)
        return
    hand = left_of(state.hands[trial.seat], rest)
    others_held = len(state.hands[trial.seat]) - len(hand)
    first = len(state.table) + 1
    for chosen in openers(trial.options, hand, [], round_number=state.round, others=others_held):
        laid = [piece.lies for piece in chosen]
        later = [renumbered(action, first, len(laid)) for action in rest]
        cards = tuple(card for meld in laid for card in meld.cards)
        yield mended(RepairCode.LAY_FIRST, (*actions[:at], *laid, *later), cards=cards)


def table_card(trial: Trial, at: int, card: str, *, as_well: bool) -> Iterator[Repair]:
    """A card of the hand put on a meld of the table: before a discard as well, or in its place."""
    state, rules = trial.before(at), trial.options.melds
    assert state is not None
    rest = trial.actions[at:] if as_well else trial.actions[at + 1 :]
    code = RepairCode.LAY_OFF_AS_WELL if as_well else RepairCode.LAY_OFF_INSTEAD
    for meld in state.table:
        for way in ways(rules, meld.kind, meld.cards, (card,))[:MOST_WAYS]:
            laid = (*trial.actions[:at], LayOff(meld.id, way), *rest)
            yield mended(code, laid, cards=way, meld=meld.id)
    code = RepairCode.SWAP_AS_WELL if as_well else RepairCode.SWAP_INSTEAD
    for meld in state.table:
        if card != JOKER and (card,) in swaps(rules, meld.kind, meld.cards):
            swapped = (*trial.actions[:at], SwapJoker(meld.id, (card,)), *rest)
            yield mended(code, swapped, cards=(card,), meld=meld.id)
