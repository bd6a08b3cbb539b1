"""The geometry of runs: consecutive positions of a suit, and every way in which cards lie on them (J.run, J.ace).

Position 1 is the low ace, 13 the king, 14 the high ace; where a run may go round the corner, positions count on.
"""

from __future__ import annotations

from functools import cache

from engine.cards import BY_SUIT_AND_RANK, FACE, JOKER, JOKER_FOR, SUIT, SUITS, is_joker

LOW_ACE, KING, HIGH_ACE = 1, 13, 14


def starts(ace: str, length: int) -> range:
    """The positions at which a run of this length may start, by where the ace may lie (J.ace)."""
    if ace == "around":
        return range(1, KING + 1) if length <= KING else range(0)
    first = 2 if ace == "high" else LOW_ACE
    last = KING if ace == "low" else HIGH_ACE
    if length > KING and ace != "both_ends":
        return range(0)
    return range(first, last - length + 2)


@cache
def window(suit: str, start: int, length: int) -> tuple[str, ...]:
    """The faces at consecutive positions of a suit, round the corner where they pass the high ace."""
    by_rank = BY_SUIT_AND_RANK[suit]
    return tuple(by_rank[(position - 1) % KING + 1] for position in range(start, start + length))


def run_arrangements(ace: str, cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every order and declaration in which cards are a run, the ace lying where `ace` allows it (J.run).

    With an undeclared joker the order in which they were sent stands; otherwise it does not matter.
    """
    suits = {SUIT[FACE[card]] for card in cards if card != JOKER}
    if len(suits) > 1:
        return []
    found = []
    in_order = JOKER in cards
    shown = sorted(FACE[card] for card in cards if card != JOKER)
    for suit in suits or SUITS:
        for start in starts(ace, len(cards)):
            faces = window(suit, start, len(cards))
            if in_order:
                if all(card == JOKER or FACE[card] == face for card, face in zip(cards, faces, strict=True)):
                    found.append(_declared(cards, faces))
            elif shown == sorted(faces):
                found.append(_in_window(cards, faces))
    return found


def _declared(cards: tuple[str, ...], faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        JOKER_FOR + face if is_joker(card) else face for card, face in zip(cards, faces, strict=True)
    )


def _in_window(cards: tuple[str, ...], faces: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    placed = []
    for face in faces:
        card = next(card for card in left if FACE[card] == face)
        left.remove(card)
        placed.append(card)
    return tuple(placed)
