"""Repairs of what is done when: draws, where the turn ends, and what is left out or taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import HIDDEN, JOKER, JOKER_FOR, held
from engine.jokeren.actions import Discard, Draw, DrawSeen, LayOff, Meld, TakeBack, TurnDraw
from engine.jokeren.repairs.trial import STOCK, Tabling, cards_of, named, renumbered, with_cards_of
from engine.refusals import Code
from engine.repairs import RepairCode, mended

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Cards
    from engine.jokeren.repairs.trial import Actions, Asked, Trial
    from engine.jokeren.state import JokerenState
    from engine.repairs import Repair

MOST_TAKEN_BACK = 6


def blind_draw(trial: Trial, at: int) -> int | None:
    """The draw from the stock, before this place of the list, of which the asker cannot have known the card."""
    for place, action in enumerate(trial.actions[:at]):
        state = trial.before(place)
        if action == STOCK and state is not None and _is_unknown(state):
            return place
    return None


def _is_unknown(state: JokerenState) -> bool:
    """Whether nobody told what the next card of the stock is; of one that has to be shuffled nobody can."""
    return not state.stock or state.stock[0] == HIDDEN


def draw_first(trial: Trial, at: int) -> Iterator[Repair]:
    """A draw before what was to be done; a draw that comes later in the list comes first."""
    rest = tuple(action for action in trial.actions[at:] if not isinstance(action, Draw | DrawSeen))
    yield from _draw_discard(trial, at, rest)
    yield mended(RepairCode.DRAW_FROM_STOCK, (*trial.actions[:at], STOCK))


def draw_otherwise(trial: Trial, at: int, action: Draw | DrawSeen, code: Code) -> Iterator[Repair]:
    """Another draw than one that is refused. What was to follow a draw from the stock waits until the card was seen."""
    actions = trial.actions
    if code == Code.ALREADY_DRAWN:
        yield mended(RepairCode.DRAW_ONCE, trial.instead(at))
        for place, other in enumerate(actions[:at]):
            if isinstance(other, Draw | DrawSeen):
                yield mended(RepairCode.DRAW_ONCE, (*actions[:place], action))
        return
    state = trial.before(at)
    if code in {Code.DRAWN_CARD_OTHER, Code.DRAWN_CARD_IMPOSSIBLE} and state is not None:
        rest = () if action.source == "stock" and _is_unknown(state) else actions[at + 1 :]
        yield mended(RepairCode.DRAW_UNNAMED, (*actions[:at], Draw(action.source), *rest))
    elif action.source == "stock":
        yield from _draw_discard(trial, at, actions[at + 1 :])
    else:
        yield mended(RepairCode.DRAW_FROM_STOCK, (*actions[:at], STOCK))


def _draw_discard(trial: Trial, at: int, rest: Actions) -> Iterator[Repair]:
    state = trial.before(at)
    if state is not None and state.discard:
        drawn = (*trial.actions[:at], Draw("discard"), *rest)
        yield mended(RepairCode.DRAW_FROM_DISCARD, drawn, card=state.discard[-1])


def stop_at_end(trial: Trial, at: int) -> Iterator[Repair]:
    """What is to be done after the turn, done before its end or not at all."""
    ended, rest = trial.actions[at - 1], trial.actions[at:]
    if isinstance(ended, Discard):
        played = (*trial.actions[: at - 1], *rest)
        if isinstance(rest[-1], Discard):
            yield mended(RepairCode.LEAVE_OUT, played, cards=(ended.card,))
        else:
            yield mended(RepairCode.DISCARD_LAST, (*played, ended), card=ended.card)
    yield mended(RepairCode.STOP_AT_END, trial.actions[:at])


def left_out(trial: Trial, at: int) -> Iterator[Repair]:
    """The list without one of what was tabled up to this place, nor what can no longer be done without it."""
    for place in range(at, -1, -1):
        behind = trial.actions[place + 1 :]
        if isinstance(trial.actions[place], Tabling) and TakeBack() not in behind:
            actions, cards = _without(trial, place)
            yield mended(RepairCode.LEAVE_OUT, actions, cards=cards)


def _without(trial: Trial, place: int) -> tuple[Actions, Cards]:
    """The list without one action and what needs it, and the cards that are left out."""
    action, kept, cards = trial.actions[place], trial.actions[:place], cards_of(trial.actions[place])
    state = trial.before(place)
    gone = len(state.table) + 1 if state is not None and isinstance(action, Meld) else None
    for later in trial.actions[place + 1 :]:
        moved = later
        if gone is not None and getattr(later, "meld", None) != named(gone):
            moved = renumbered(later, gone, -1)
        on_it = gone is not None and getattr(later, "meld", None) == named(gone)
        if isinstance(later, Tabling) and (on_it or not trial.stands((*kept, moved))):
            cards += later.cards
        else:
            kept += (moved,)
    return kept, cards


def one_card_less(trial: Trial, at: int, only: str | None = None) -> Iterator[tuple[int, Asked | None, str]]:
    """Every way to table one card less (or `only` this one) up to a place: where, what is tabled then, the card."""
    for place in range(at, -1, -1):
        action = trial.actions[place]
        cards = action.cards if isinstance(action, Meld | LayOff) else ()
        for number, card in enumerate(cards):
            if only in {None, held(card)}:
                less = with_cards_of(action, cards[:number] + cards[number + 1 :])
                if less is not None or isinstance(action, LayOff):
                    yield place, less, card


def keep_card(trial: Trial, at: int, only: str | None = None) -> Iterator[Repair]:
    """One card less tabled up to this place, so that it stays in hand; or a joker in the place of `only` this one."""
    for place, less, card in one_card_less(trial, at, only):
        if less is not None:
            yield mended(RepairCode.LEAVE_OUT, trial.instead(place, less), cards=(card,))
    for place, action in enumerate(trial.actions[: at + 1]):
        cards = action.cards if isinstance(action, Meld | LayOff) else ()
        if only in cards and only != JOKER:
            joker = f"{JOKER_FOR}{only}"
            named = with_cards_of(action, tuple(joker if card == only else card for card in cards))
            if named is not None:
                yield mended(RepairCode.DECLARE_JOKER, trial.instead(place, named), cards=(joker,))


def take_back(trial: Trial) -> Iterator[Repair]:
    """What was done in this turn before the list began, taken back: no more of it than is needed."""
    state = trial.after(())
    assert state is not None
    for count in range(1, min(len(state.turn.actions), MOST_TAKEN_BACK) + 1):
        actions = (*[TakeBack()] * count, *trial.actions)
        if trial.stands(actions):
            yield mended(RepairCode.TAKE_BACK, actions, count=count)
            return


def draw_stock_instead(trial: Trial, at: int) -> Iterator[Repair]:
    """The card that was taken from the pile given back, and one drawn from the stock."""
    state = trial.after(())
    assert state is not None
    done = state.turn.actions
    if done and isinstance(done[0], TurnDraw) and done[0].source == "discard":
        backs = [TakeBack()] * len(done)
        yield mended(RepairCode.DRAW_STOCK_INSTEAD, (*backs, STOCK), card=done[0].card)
    for place, action in enumerate(trial.actions[:at]):
        before = trial.before(place)
        if isinstance(action, Draw | DrawSeen) and action.source == "discard" and before is not None:
            given_back = (*trial.actions[:place], STOCK)
            yield mended(RepairCode.DRAW_STOCK_INSTEAD, given_back, card=before.discard[-1])
