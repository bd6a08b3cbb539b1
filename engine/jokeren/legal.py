"""Everything that the player on turn may do, in canonical form.

Melds stand in table order with their jokers declared, with every subset of jokers; cards are laid off one at a time.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import msgspec

from engine.cards import JOKER, JOKER_FOR, RANK, RANKS, SUITS, held
from engine.jokeren.actions import (
    Action,
    Discard,
    Draw,
    LayOff,
    Meld,
    SwapJoker,
    TakeBack,
    TurnDraw,
    TurnLayOff,
    TurnMeld,
)
from engine.jokeren.endings import discard_refusals, emptying_refusals
from engine.jokeren.melds import LARGEST_SET, RUN, SET, SMALLEST, limits, points, settle_set
from engine.jokeren.runs import HIGH_ACE, KING, starts, window
from engine.jokeren.table import extensions, swaps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Cards, TurnAction
    from engine.jokeren.melds import MeldRules
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState


def legal_actions(options: JokerenOptions, state: JokerenState) -> list[Action]:
    """What the seat on turn may do now; nothing once the round is over."""
    if state.outcome is not None:
        return []
    if state.turn.phase == "draw":
        return [Draw(source) for source in ("stock", "discard") if may_draw(options, state, source)]
    hand = state.hands[state.turn.seat]
    found: list[Action] = []
    if may_meld(options, state):
        found += (
            meld for meld in makings(options.melds, hand) if _may_table(options, state, meld.cards, meld=meld)
        )
    if may_touch(options.lay_off, state):
        found += _lay_offs(options, state, hand)
    if may_touch(options.joker_swap, state):
        found += _swaps(options, state, hand)
    found += (Discard(card) for card in dict.fromkeys(hand) if not discard_refusals(options, state, card))
    last = state.turn.actions[-1] if state.turn.actions else None
    if last is not None and not (isinstance(last, TurnDraw) and last.source == "stock"):
        found.append(TakeBack())
    return found


def may_draw(options: JokerenOptions, state: JokerenState, source: str) -> bool:
    """Whether the player on turn can draw from the stock (renewed, if need be) or from the discard pile (J.draw)."""
    if source == "stock":
        return bool(state.stock) or may_renew(options, state)
    early = state.turns_taken[state.turn.seat] + 1 < options.draw_discard_from_turn
    return bool(state.discard) and options.draw_discard != "never" and not early


def may_renew(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether an empty stock can be made anew from the pile under its top card (J.stock_out)."""
    spent = options.max_reshuffles is not None and state.reshuffles >= options.max_reshuffles
    return len(state.discard) > 1 and options.stock_out != "end_round" and not spent


def may_meld(options: JokerenOptions, state: JokerenState) -> bool:
    """Whether the player on turn has opened, or may open in this turn (J.opening)."""
    seat = state.turn.seat
    return state.opened[seat] or state.turns_taken[seat] + 1 >= options.opening_from_turn


def may_touch(when: str, state: JokerenState) -> bool:
    """Whether the player on turn may lay off, or swap jokers, by what the option says (J.layoff_when, J.swap)."""
    if when == "turn_after_opening":
        return state.turn.opened
    return when == "always" or (when == "after_opening" and state.opened[state.turn.seat])


def _may_table(options: JokerenOptions, state: JokerenState, cards: Cards, *, meld: Meld | LayOff) -> bool:
    """Whether the hand may lose these cards; only the last ones are a question (J.out)."""
    if len(cards) < len(state.hands[state.turn.seat]):
        return True
    if options.final_discard == "required":
        return False
    action: TurnAction
    if isinstance(meld, Meld):
        assert meld.kind is not None
        worth = points(options.melds, meld.kind, cards)
        action = TurnMeld(f"m{len(state.table) + 1}", meld.kind, cards, worth)
    else:
        action = TurnLayOff(meld.meld, cards, ())
    turn = msgspec.structs.replace(state.turn, actions=(*state.turn.actions, action))
    return not emptying_refusals(options, state, turn)


def _lay_offs(options: JokerenOptions, state: JokerenState, hand: Cards) -> Iterator[LayOff]:
    for meld in state.table:
        for sent, (called, _) in extensions(options.melds, meld.kind, meld.cards).items():
            if sent == called and held(sent) in hand:
                action = LayOff(meld.id, (sent,))
                if _may_table(options, state, action.cards, meld=action):
                    yield action


def _swaps(options: JokerenOptions, state: JokerenState, hand: Cards) -> Iterator[SwapJoker]:
    for meld in state.table:
        for cards in swaps(options.melds, meld.kind, meld.cards):
            if all(card in hand for card in cards):
                yield SwapJoker(meld.id, cards)


def makings(rules: MeldRules, hand: Cards) -> list[Meld]:
    """Every meld that a sorted hand can lay: sets by rank, then runs by suit."""
    jokers = hand.count(JOKER)
    naturals = hand[: len(hand) - jokers]
    by_rank: dict[int, list[str]] = {}
    by_suit: dict[str, list[str]] = {}
    for card in naturals:
        by_rank.setdefault(RANK[card], []).append(card)
        by_suit.setdefault(card[-1], []).append(card)
    if jokers >= SMALLEST and not rules.min_naturals:
        by_rank = {rank: by_rank.get(rank, []) for rank in range(1, KING + 1)}
        by_suit = {suit: by_suit.get(suit, []) for suit in SUITS}
    found: list[Meld] = []
    for rank in sorted(by_rank):
        if len(by_rank[rank]) + jokers >= SMALLEST:
            found += _sets(rules, RANKS[rank - 1], tuple(by_rank[rank]), jokers)
    for suit, cards in by_suit.items():
        if len(cards) + jokers >= SMALLEST:
            found += _runs(rules, suit, tuple(cards), jokers)
    return found


@lru_cache(maxsize=1 << 14)
def _sets(rules: MeldRules, rank: str, cards: Cards, jokers: int) -> tuple[Meld, ...]:
    """Every set of a rank from these naturals and so many jokers, each joker open or declared."""
    found: dict[Cards, None] = {}
    naturals = tuple(dict.fromkeys(cards)) if rules.distinct else cards
    for size in (SMALLEST, LARGEST_SET):
        for wild in range(min(jokers, size) + 1):
            for chosen in dict.fromkeys(combinations(naturals, size - wild)):
                for whole in _joker_choices(rules, rank, chosen, wild):
                    found[settle_set(rules, whole)] = None
    return tuple(Meld(cards, SET) for cards in found if limits(rules, SET, cards) is None)


def _joker_choices(rules: MeldRules, rank: str, chosen: Cards, wild: int) -> Iterator[list[str]]:
    """The set with its jokers declared in every way, and left open where that says enough."""
    faces = [rank + suit for suit in SUITS if not rules.distinct or rank + suit not in chosen]
    choose = combinations if rules.distinct else combinations_with_replacement
    for declared in range(wild + 1):
        open_jokers = wild - declared
        if open_jokers and (rules.must_declare or not (chosen or declared)):
            continue
        for called in choose(faces, declared):
            yield [*chosen, *(JOKER_FOR + face for face in called), *[JOKER] * open_jokers]


@lru_cache(maxsize=1 << 14)
def _runs(rules: MeldRules, suit: str, cards: Cards, jokers: int) -> tuple[Meld, ...]:
    """Every run of a suit from these naturals and so many jokers, the jokers in every place."""
    found: dict[Cards, None] = {}
    aces = cards.count("A" + suit)
    for length in range(SMALLEST, min(len(cards) + jokers, rules.longest_run) + 1):
        for start in starts(rules.ace, length):
            faces = window(suit, start, length)
            present = [place for place, face in enumerate(faces) if face in cards]
            absent = length - len(present)
            for extra in range(jokers - absent + 1):
                for wild in combinations(present, extra):
                    whole = tuple(
                        face if place in present and place not in wild else JOKER_FOR + face
                        for place, face in enumerate(faces)
                    )
                    if length < HIGH_ACE or whole.count("A" + suit) <= aces:
                        found[whole] = None
    return tuple(Meld(cards, RUN) for cards in found if limits(rules, RUN, cards) is None)
