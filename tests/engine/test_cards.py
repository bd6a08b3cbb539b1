"""Cards as text: the pack in its order, hands as sorted multisets, jokers with and without a face (J.pack)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    FACE,
    FACES,
    JOKER,
    ORDER,
    RANK,
    SUIT,
    TABLE_CARDS,
    first_missing,
    held,
    is_joker,
    pack,
    sort_hand,
    with_cards,
    without_cards,
)

hands = st.lists(st.sampled_from([*FACES, JOKER]), max_size=15)


def test_the_pack_is_in_canonical_order() -> None:
    assert FACES[:3] == ("AS", "2S", "3S")
    assert FACES[9] == "10S"
    assert [FACES[at] for at in (12, 13, 26, 39, 51)] == ["KS", "AH", "AD", "AC", "KC"]
    assert pack(2, 3) == [*FACES, *FACES, JOKER, JOKER, JOKER]


def test_ranks_and_suits() -> None:
    assert [RANK[face] for face in ("AS", "10H", "JD", "KC")] == [1, 10, 11, 13]
    assert {SUIT[face] for face in FACES} == set("SHDC")


def test_what_may_lie_on_the_table() -> None:
    assert len(TABLE_CARDS) == 52 + 1 + 52
    assert {"JK", "JK:6D", "10S"} <= TABLE_CARDS
    assert TABLE_CARDS.isdisjoint({"jk", "JK:", "JK:JK", "1S", "10s", "TS", ""})


@pytest.mark.parametrize(
    ("card", "joker", "in_hand", "face"),
    [
        ("6D", False, "6D", "6D"),
        ("JK", True, "JK", None),
        ("JK:6D", True, "JK", "6D"),
        ("JD", False, "JD", "JD"),
    ],
)
def test_a_joker_and_its_face(card: str, joker: bool, in_hand: str, face: str | None) -> None:  # noqa: FBT001
    assert is_joker(card) == joker
    assert held(card) == in_hand
    assert FACE.get(card) == face


@given(hands, hands)
def test_a_hand_is_a_sorted_multiset(hand: list[str], more: list[str]) -> None:
    sorted_hand = sort_hand(hand)
    assert Counter(sorted_hand) == Counter(hand)
    assert sorted(sorted_hand, key=ORDER.__getitem__) == list(sorted_hand)
    grown = with_cards(sorted_hand, more)
    assert grown == sort_hand([*hand, *more])
    assert without_cards(grown, more) == sorted_hand
    assert first_missing(grown, more) is None


def test_a_card_that_is_not_there() -> None:
    assert first_missing(("4H", "4H"), ("4H", "4H", "4H")) == "4H"
    assert first_missing(("4H",), ("JK", "4H")) == "JK"
    with pytest.raises(ValueError, match="not in list"):
        without_cards(("4H",), ("5H",))
