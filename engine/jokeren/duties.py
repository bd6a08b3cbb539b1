"""What a turn owes before it may end: a sufficient opening, and freed jokers back on the table.

All of it follows from what was accepted since the turn began, so it is the same for an exported position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.cards import JOKER, JOKER_FOR, is_joker
from engine.jokeren.actions import Cards, TurnAction, TurnLayOff, TurnMeld, TurnSwap
from engine.jokeren.state import Duty
from engine.refusals import Code

if TYPE_CHECKING:
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import Turn

THREE_SETS = 3


def duties(
    options: JokerenOptions, turn: Turn, *, round_number: int, hand_left: int, going_out: bool = False
) -> tuple[Duty, ...]:
    """The open duties of a turn whose player holds `hand_left` cards; `going_out`: as the turn that ends the round."""
    owed: list[Duty] = []
    melds = melds_of(turn.actions)
    waived = going_out and options.opening_waived_when_going_out
    if melds and not turn.opened and not waived:
        owed += opening_owed(options, melds, round_number=round_number, hand_left=hand_left)
    if options.freed_joker == "same_turn" and any(isinstance(action, TurnSwap) for action in turn.actions):
        owed += _jokers_owed(options, turn.actions)
    return tuple(owed)


def melds_of(actions: tuple[TurnAction, ...]) -> list[TurnMeld]:
    """The melds that were laid in this turn."""
    return [action for action in actions if isinstance(action, TurnMeld)]


def opening_owed(
    options: JokerenOptions, melds: list[TurnMeld], *, round_number: int, hand_left: int
) -> tuple[Duty, ...]:
    """What these opening melds lack of the round's demand (J.opening, J.opening_rounds, J.three_sets); none if met."""
    if (
        options.opening_alternative == "three_sets"
        and sum(meld.kind == "set" for meld in melds) >= THREE_SETS
    ):
        return ()
    required, kinds = options.opening_for(round_number)
    points = sum(meld.points for meld in melds)
    if points < required:
        code = Code.OPENING_BELOW_THRESHOLD
        return (Duty(code=code, clause="J.opening", points=points, required=required),)
    missing = _kinds_missing(options, melds, kinds, hand_left)
    if missing:
        return (Duty(code=Code.OPENING_MELDS_MISSING, clause="J.opening_rounds", kinds=missing),)
    return ()


def _kinds_missing(
    options: JokerenOptions, melds: list[TurnMeld], kinds: tuple[str, ...], hand_left: int
) -> tuple[str, ...]:
    """The demanded kinds that no meld of its own meets; `all_cards` leaves at most the card to discard."""
    missing = []
    if "all_cards" in kinds and hand_left > (options.final_discard != "forbidden"):
        missing.append("all_cards")
    for kind in ("set", "run"):
        sizes = sorted((len(meld.cards) for meld in melds if meld.kind == kind), reverse=True)
        demands = sorted((one for one in kinds if one.startswith(kind)), key=_least, reverse=True)
        for demand in demands:
            if sizes and sizes[0] >= _least(demand):
                sizes.pop(0)
            else:
                missing.append(demand)
    return tuple(missing)


def _least(demand: str) -> int:
    _, _, size = demand.partition(":")
    return int(size or 3)


class _Tabled(msgspec.Struct):
    """A joker that went onto the table in this turn; `until` is when it was swapped out again."""

    meld: str
    label: str
    until: int | None = None


def _jokers_owed(options: JokerenOptions, actions: tuple[TurnAction, ...]) -> list[Duty]:
    """The freed jokers that no assignment of the jokers tabled this turn puts back where they may go (J.freed)."""
    freed, tabled = _joker_moves(options, actions)
    new = {meld.meld for meld in melds_of(actions)}
    taken: dict[int, int] = {}

    def may_be(number: int, place: _Tabled) -> bool:
        source, when = freed[number]
        if place.until is not None and place.until <= when:
            return False
        destination = options.freed_joker_destination
        return destination == "any" or (
            place.meld in new if destination == "new_meld" else place.meld != source
        )

    def assign(number: int, seen: set[int]) -> bool:
        for at, place in enumerate(tabled):
            if at not in seen and may_be(number, place):
                seen.add(at)
                if at not in taken or assign(taken[at], seen):
                    taken[at] = number
                    return True
        return False

    return [
        Duty(code=Code.FREED_JOKER_NOT_TABLED, clause="J.freed", card=JOKER, meld=source)
        for number, (source, _) in enumerate(freed)
        if not assign(number, set())
    ]


def _joker_moves(
    options: JokerenOptions, actions: tuple[TurnAction, ...]
) -> tuple[list[tuple[str, int]], list[_Tabled]]:
    """The jokers that came free in this turn (from which meld, when), and those that were tabled in it.

    A joker that joins an open one in a set makes both of them declared, and nobody can say which is which.
    """
    freed: list[tuple[str, int]] = []
    tabled: list[_Tabled] = []
    for when, action in enumerate(actions):
        match action:
            case TurnMeld() | TurnLayOff():
                joins = isinstance(action, TurnLayOff) and JOKER in action.before and options.melds.distinct
                labels = [JOKER if joins else card for card in action.cards if is_joker(card)]
                tabled += [_Tabled(action.meld, label) for label in labels]
            case TurnSwap():
                _swap_out(action, when, tabled)
                freed.append((action.meld, when))
    return freed, tabled


def _swap_out(swap: TurnSwap, when: int, tabled: list[_Tabled]) -> None:
    """End the stay of the joker that this swap frees, if it was tabled in this turn; another one goes before it."""
    here = [place for place in tabled if place.meld == swap.meld and place.until is None]
    label = freed_label(swap.cards, swap.before)
    same = [place for place in here if place.label == label != JOKER]
    if same and len(same) == swap.before.count(label):
        same[0].until = when
    elif here and not same and len(here) == sum(map(is_joker, swap.before)):
        here[0].until = when


def freed_label(cards: Cards, before: Cards) -> str:
    """What the joker was called that these cards free from a meld."""
    declared = JOKER_FOR + cards[0] if len(cards) == 1 else JOKER
    return declared if declared in before else JOKER
