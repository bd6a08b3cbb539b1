"""What a turn owes before it may end: a sufficient opening, the taken discard tabled, freed jokers back on the table.

All of it follows from what was accepted since the turn began, so it is the same for an exported position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine.cards import JOKER, JOKER_FOR, is_joker
from engine.jokeren.actions import Cards, TurnAction, TurnDraw, TurnLayOff, TurnMeld, TurnSwap
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
    taken = _taken_card(options, turn.actions)
    if taken is not None and taken != JOKER and not _is_tabled(options, turn, taken):
        owed.append(_taken_duty(options, turn, taken))
    if taken == JOKER or (
        options.freed_joker == "same_turn" and any(isinstance(action, TurnSwap) for action in turn.actions)
    ):
        owed += _jokers_owed(options, turn, taken)
    return tuple(owed)


def _taken_card(options: JokerenOptions, actions: tuple[TurnAction, ...]) -> str | None:
    """The card that was taken from the pile in this turn and has to be tabled in it (J.taken)."""
    first = actions[0] if actions else None
    took = isinstance(first, TurnDraw) and first.source == "discard" and options.draw_discard == "must_table"
    return first.card if took else None  # type: ignore[union-attr]


def _only_in_new_melds(options: JokerenOptions, turn: Turn) -> bool:
    """Whether a taken card must lie in a meld of this turn: always for who had not opened (J.taken_opening)."""
    return options.taken_discard_use == "new_meld" or not turn.opened


def _is_tabled(options: JokerenOptions, turn: Turn, card: str) -> bool:
    """Whether a natural card, or its twin, has gone from the hand to where a taken card may lie."""
    places = TurnMeld if _only_in_new_melds(options, turn) else TurnMeld | TurnLayOff | TurnSwap
    return any(isinstance(action, places) and card in action.cards for action in turn.actions)


def _taken_duty(options: JokerenOptions, turn: Turn, card: str) -> Duty:
    if not turn.opened:
        return Duty(code=Code.TAKEN_CARD_NOT_IN_OPENING, clause="J.taken_opening", card=card)
    anywhere = options.taken_discard_use == "any"
    code = Code.TAKEN_CARD_NOT_TABLED if anywhere else Code.TAKEN_CARD_NOT_IN_MELD
    return Duty(code=code, clause="J.taken", card=card)


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
        demands = sorted((one for one in kinds if one.startswith(kind)), key=least, reverse=True)
        for demand in demands:
            if sizes and sizes[0] >= least(demand):
                sizes.pop(0)
            else:
                missing.append(demand)
    return tuple(missing)


def least(demand: str) -> int:
    """The fewest cards in a meld that is demanded so: `"run:4"` needs four, `"set"` three (J.opening_rounds)."""
    _, _, size = demand.partition(":")
    return int(size or 3)


class _Owing(NamedTuple):
    """A joker that must be tabled: freed from `source` by the turn's action `when`, or (None) taken from the pile."""

    source: str | None
    when: int


class _Tabled(msgspec.Struct):
    """A joker that went onto the table in this turn; `until` is when it was swapped out again."""

    meld: str
    label: str
    until: int | None = None


def _jokers_owed(options: JokerenOptions, turn: Turn, taken: str | None) -> list[Duty]:
    """The jokers, freed or taken from the pile, that no assignment of those tabled this turn puts where they may go.

    Jokers are alike (J.freed): any that was tabled in time will do for any.
    """
    freed, tabled = _joker_moves(options, turn.actions)
    new = {meld.meld for meld in melds_of(turn.actions)}
    must_go_back = options.freed_joker == "same_turn"
    owing: list[_Owing] = [_Owing(source, when) for source, when in freed] if must_go_back else []
    if taken == JOKER:
        owing.append(_Owing(None, 0))
    assigned: dict[int, int] = {}

    def may_be(joker: _Owing, place: _Tabled) -> bool:
        if joker.source is None:
            stays = place.until is None or must_go_back
            return stays and (place.meld in new or not _only_in_new_melds(options, turn))
        if place.until is not None and place.until <= joker.when:
            return False
        destination = options.freed_joker_destination
        return destination == "any" or (
            place.meld in new if destination == "new_meld" else place.meld != joker.source
        )

    def assign(number: int, seen: set[int]) -> bool:
        for at, place in enumerate(tabled):
            if at not in seen and may_be(owing[number], place):
                seen.add(at)
                if at not in assigned or assign(assigned[at], seen):
                    assigned[at] = number
                    return True
        return False

    return [
        Duty(code=Code.FREED_JOKER_NOT_TABLED, clause="J.freed", card=JOKER, meld=joker.source)
        if joker.source is not None
        else _taken_duty(options, turn, JOKER)
        for number, joker in enumerate(owing)
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
