"""A refused list of actions, on which other lists are tried out; and how much of it another one changes."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from engine.cards import held
from engine.jokeren.actions import (
    Action,
    Discard,
    Draw,
    DrawSeen,
    LayOff,
    Meld,
    SwapJoker,
    TakeBack,
)
from engine.jokeren.endings import discard_refusals
from engine.jokeren.legal import may_draw
from engine.jokeren.play import play
from engine.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.jokeren.actions import Cards
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

Asked = Action | DrawSeen
Tabling = Meld | LayOff | SwapJoker
Actions = tuple[Asked, ...]

STOCK = Draw("stock")
MOST_PLAYS = 300
"""The actions that are played to find repairs of one list; what was played once is remembered."""


class Trial:
    """The list that was refused, the position that it begins from, and what came of every list that was tried."""

    def __init__(
        self, options: JokerenOptions, state: JokerenState, seat: int, actions: Actions, key: bytes
    ) -> None:
        self.options, self.seat, self.actions, self.key = options, seat, actions, key
        self.plays = 0
        self._after: dict[Actions, JokerenState | None] = {(): state}

    def after(self, actions: Actions) -> JokerenState | None:
        """The position after these actions; None where one is refused, or where so much was tried already."""
        done = len(actions)
        while actions[:done] not in self._after:
            done -= 1
        state = self._after[actions[:done]]
        for at in range(done, len(actions)):
            if state is None or self.plays >= MOST_PLAYS:
                return None
            self.plays += 1
            step = play(self.options, state, self.seat, actions[at], key=self.key)
            state = None if isinstance(step, Refused) else step.state
            self._after[actions[: at + 1]] = state
        return state

    def stands(self, actions: Actions) -> bool:
        """Whether all of these actions are accepted.

        A draw from the stock at the end is judged and not made, so that nothing hidden is looked at, and so is a
        discard: what the next player then can do may take long to find out.
        """
        last = actions[-1]
        if not isinstance(last, Discard) and last != STOCK:
            return self.after(actions) is not None
        state = self.after(actions[:-1])
        if state is None or state.outcome is not None or state.turn.seat != self.seat:
            return False
        if not isinstance(last, Discard):
            return state.turn.phase == "draw" and may_draw(self.options, state, "stock")
        return (
            state.turn.phase == "play"
            and last.card in state.hands[self.seat]
            and not discard_refusals(self.options, state, last.card)
        )

    def before(self, at: int) -> JokerenState | None:
        """The position in which the list comes to its action at this place."""
        return self.after(self.actions[:at])

    def instead(self, at: int, *actions: Asked) -> Actions:
        """The list with these actions in the place of one of its own."""
        return (*self.actions[:at], *actions, *self.actions[at + 1 :])


def cards_of(action: Asked) -> Cards:
    """The cards that an action takes from the hand, as they were sent."""
    match action:
        case Meld() | LayOff() | SwapJoker():
            return action.cards
        case Discard():
            return (action.card,)
    return ()


def with_cards_of(action: Asked, cards: Cards) -> Asked | None:
    """A meld or lay-off of other cards; None where there are too few of them, or for another action."""
    least = {Meld: 3, LayOff: 1}.get(type(action), 0)
    return msgspec.structs.replace(action, cards=cards) if least and len(cards) >= least else None


def left_of(hand: Cards, actions: Iterable[Asked]) -> Cards:
    """The cards of a sorted hand that these actions do not need."""
    needed = Counter(held(card) for action in actions for card in cards_of(action))
    left = []
    for card in hand:
        if needed[card]:
            needed[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def named(number: int) -> str:
    """The meld of the table with this number."""
    return f"m{number}"


def renumbered(action: Asked, first: int, by: int) -> Asked:
    """An action on a meld of the table, where the melds from the `first` on have moved by so many."""
    if isinstance(action, LayOff | SwapJoker):
        number = action.meld.removeprefix("m")
        if number.isdecimal() and int(number) >= first:
            return msgspec.structs.replace(action, meld=named(int(number) + by))
    return action


def distance(one: Cards, other: Cards) -> int:
    """How many cards must be changed to make one of the other; 1 where only what jokers stand for, or the order, is."""
    ours, theirs = Counter(map(held, one)), Counter(map(held, other))
    changed = max((ours - theirs).total(), (theirs - ours).total())
    return changed or int(one != other)


def size_of_change(before: Actions, after: Actions) -> int:
    """How many cards, or actions without cards, must be changed or moved to make one list of the other."""
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    row = list(accumulate(map(_weight, after), initial=0))
    for action in before:
        above, row = row, [row[0] + _weight(action)]
        for at, other in enumerate(after):
            exchanged = above[at] + _exchange(action, other)
            row.append(min(exchanged, above[at + 1] + _weight(action), row[at] + _weight(other)))
    reordered = Counter(before) == Counter(
        after
    )  # then each one that moves was counted where it went and came
    return -(-row[-1] // 2) if reordered else row[-1]


def _weight(action: Asked) -> int:
    return max(1, len(cards_of(action)))


def _exchange(action: Asked, other: Asked) -> int:
    """What it takes to make one action of another; to be another kind or to go elsewhere is as much as a card."""
    if action == other:
        return 0
    if isinstance(action, Draw | DrawSeen | TakeBack):
        same = isinstance(action, TakeBack) == isinstance(other, TakeBack)
        return 1 if same and not cards_of(other) else _weight(action) + _weight(other)
    ours, theirs = cards_of(action), cards_of(other)
    if type(action) is type(other) and getattr(action, "meld", None) == getattr(other, "meld", None):
        return max(1, distance(ours, theirs))
    return 1 + distance(tuple(map(held, ours)), tuple(map(held, theirs)))
