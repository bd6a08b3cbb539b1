"""Openings out of reach: demands that no hand meets, and those that few hands meet, by clause."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine import examine, resolve
from engine.cards import JOKER, pack, sort_hand
from engine.findings import RoundRange, WarningCode
from engine.jokeren import chances, openings
from engine.jokeren.solver import can_open
from tests.engine.strategies import Setting, walk
from tests.engine.test_oddities import ALWAYS, odd, of

if TYPE_CHECKING:
    from engine.findings import Finding


def kinds(*asked: str, **options: Any) -> set[WarningCode]:
    """The codes for a demand of kinds where seven cards are dealt."""
    return {one.code for one in odd(opening_melds=[list(asked)], **options)} - {WarningCode.OPENING_RARE}


KIND = {WarningCode.OPENING_KIND_IMPOSSIBLE, WarningCode.ROUND_ALWAYS_BLOCKED}
CARDS = {WarningCode.OPENING_CARDS_IMPOSSIBLE, WarningCode.ROUND_ALWAYS_BLOCKED}
LARGE = {"hand_size": 15, "max_players": 2}


@pytest.mark.parametrize(
    ("asked", "options", "codes"),
    [
        (("set:4",), {}, set()),
        (("set:5",), {}, KIND),
        (("run:7",), {}, set()),
        (("run:8",), {}, CARDS),
        (("run:8",), {"final_discard": "optional"}, set()),
        (("run:9",), {"final_discard": "optional"}, CARDS),
        (("run:13",), LARGE, set()),
        (("run:14",), LARGE, KIND),
        (("run:14",), {**LARGE, "ace": "both_ends"}, set()),
        (("run:14",), {**LARGE, "ace": "both_ends", "jokers": 0}, KIND),
        (("run:14",), {**LARGE, "ace": "both_ends", "max_jokers_per_meld": 0}, KIND),
        (("run:14",), {**LARGE, "ace": "both_ends", "jokers": 0, "packs": 2}, set()),
        (("set", "set:4"), {}, set()),
        (("set:4", "set:4"), {}, CARDS),
        (("set", "set"), {"min_naturals": 4}, CARDS),
        (("run",), {"min_naturals": 4, "hand_size": 3}, CARDS),
        (("all_cards",), {}, set()),
        (("all_cards",), {"hand_size": 3}, set()),
        (("all_cards", "set"), {"hand_size": 5}, CARDS),
        (("all_cards", "set"), {"hand_size": 5, "final_discard": "optional"}, set()),
        (("all_cards", "set"), {"hand_size": 5, "final_discard": "forbidden"}, set()),
        (("all_cards", "set", "set"), {"hand_size": 8, "final_discard": "forbidden", "max_players": 4}, set()),
        (("set:5",), {"opening_waived_when_going_out": True}, {WarningCode.OPENING_KIND_IMPOSSIBLE}),
        (("set:5",), {"hand_size": 9, "opening_alternative": "three_sets"}, {WarningCode.OPENING_KIND_IMPOSSIBLE}),
        (
            ("set:5",),
            {"hand_size": 8, "opening_alternative": "three_sets"},
            {*KIND, WarningCode.OPENING_ALTERNATIVE_IMPOSSIBLE},
        ),
    ],
)  # fmt: skip
def test_demands_that_no_hand_meets_j_opening_rounds(
    asked: tuple[str, ...], options: dict[str, Any], codes: set[WarningCode]
) -> None:
    assert kinds(*asked, **options) == codes


def test_no_meld_is_small_enough_for_the_hand_j_joker() -> None:
    (found,) = of(WarningCode.ROUND_ALWAYS_BLOCKED, hand_size=3, min_naturals=4)
    assert found.options == ("min_naturals", "hand_size", "final_discard")
    assert of(WarningCode.ROUND_ALWAYS_BLOCKED, hand_size=3, min_naturals=4, final_discard="optional") == []


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 5 * 11 + 11 + 10),
        ({"final_discard": "optional"}, 6 * 11 + 2 * 10),
        ({"jokers": 0}, 4 * 11 + 3 * 10),
        ({"max_jokers_per_meld": 0}, 4 * 11 + 3 * 10),
        ({"joker_opening_points": 50}, 2 * 50 + 4 * 11 + 10),
        ({"ace_low_points": 20}, 6 * 20 + 10),
        ({"ace_low_points": 20, "ace": "high"}, 5 * 11 + 11 + 10),
    ],
)
def test_the_dearest_cards_of_the_pack_bound_an_opening_j_values(options: dict[str, Any], most: int) -> None:
    (told,) = of(WarningCode.OPENING_POINTS_IMPOSSIBLE, opening_points=[most + 1], **options)
    assert (told.facts.maximum, told.facts.required) == (most, most + 1)
    assert of(WarningCode.OPENING_POINTS_IMPOSSIBLE, opening_points=[most], **options) == []


def test_nobody_opens_a_round_that_is_told_to_end_blocked() -> None:
    options = {"opening_melds": [["set:4", "set:4"]], "max_turns": 40}
    assert of(WarningCode.ROUND_ALWAYS_BLOCKED, **options)
    rules = resolve("jokeren-7", options)
    for chance in range(8):
        last = [*walk(Setting(rules, 2, bytes(32), chance))][-1].played.game.state
        assert last.outcome.blocked
        assert not any(last.opened)


def test_rounds_with_one_demand_are_told_together_and_to_the_end() -> None:
    points = [0, 200, 200, 0, 200]
    (told,) = of(WarningCode.OPENING_POINTS_IMPOSSIBLE, opening_points=points)
    assert told.facts.rounds == (RoundRange(2, 3), RoundRange(5, None))
    (told,) = of(WarningCode.OPENING_POINTS_IMPOSSIBLE, opening_points=points, rounds=5)
    assert told.facts.rounds == (RoundRange(2, 3), RoundRange(5, 5))
    (told,) = of(WarningCode.OPENING_POINTS_IMPOSSIBLE, opening_points=points, rounds=4)
    assert told.facts.rounds == (RoundRange(2, 3),)
    (told,) = of(
        WarningCode.OPENING_POINTS_IMPOSSIBLE, opening_points=points, rounds=4, tie_break="extra_round"
    )
    assert told.facts.rounds == (RoundRange(2, 3), RoundRange(5, None))
    (told,) = of(WarningCode.OPENING_POINTS_IMPOSSIBLE, opening_points=[200])
    assert told.facts.rounds == ALWAYS


def test_a_demand_that_fits_only_some_numbers_of_players_is_told_of_the_others_j_pack() -> None:
    (told,) = of(
        WarningCode.OPENING_CARDS_IMPOSSIBLE,
        hand_size=13,
        packs=2,
        by_players={"3": {"hand_size": 6}},
        opening_melds=[["run:7"]],
    )
    assert told.facts.player_counts == (3,)
    assert "by_players" in told.options


def share(told: Finding) -> float:
    assert told.facts.share is not None
    return told.facts.share


@pytest.mark.parametrize(
    "options",
    [
        {"opening_points": [50]},
        {"opening_melds": [["set", "run"]]},
        {"hand_size": 13, "packs": 2, "jokers": 4, "opening_points": [70], "opening_melds": [["run:5"]]},
    ],
)
def test_a_rare_opening_is_told_with_the_share_of_other_hands_too(options: dict[str, Any]) -> None:
    (told,) = of(WarningCode.OPENING_RARE, **options)
    rules = examine("jokeren-7", options).options
    packs, jokers, hand_size = rules.pack_for(2)
    assert told.facts.count == hand_size + 1
    chance, cards = Random(12345), pack(packs, jokers)
    hands = [sort_hand(chance.sample(cards, hand_size + 1)) for _ in range(1500)]
    other = 100 * sum(can_open(rules, hand, 1) for hand in hands) / len(hands)
    assert abs(share(told) - other) < 2.5
    assert share(told) < chances.RARE


def test_a_share_is_that_of_all_the_hands_that_were_tried() -> None:
    (told,) = of(WarningCode.OPENING_RARE, opening_points=[50])
    rules = examine("jokeren-7", {"opening_points": [50]}).options
    hands = chances._random_hands(rules, openings.tables(rules)[0])
    opened = sum(can_open(rules, hand, 1) for hand in hands)
    assert (told.facts.samples, share(told)) == (len(hands), round(100 * opened / len(hands), 1))


def test_an_opening_that_many_hands_make_is_not_told() -> None:
    assert of(WarningCode.OPENING_RARE, opening_points=[20]) == []


def test_what_is_looked_at_has_a_bound_and_is_shared_out_among_the_demands() -> None:
    many = {
        "hand_size": 15, "jokers": 6, "max_players": 2, "ace": "around", "set_suits": "any", "rounds": 20,
        "opening_points": [130 + at for at in range(20)],
    }  # fmt: skip
    found = of(WarningCode.OPENING_RARE, **many)
    assert 0 < len(found) < 20
    for one in found:
        assert chances.FEWEST_HANDS <= (one.facts.samples or 0) <= chances.MOST_HANDS // len(found)
    rules = examine("jokeren-7", many).options
    hands = chances._random_hands(rules, openings.tables(rules)[0])
    effort = sum(3 * chances.EFFORT[hand.count(JOKER)] for hand in hands[:-1])
    assert effort < chances.MOST_EFFORT


def test_as_many_hands_as_are_wanted_are_enough() -> None:
    rules = examine("jokeren-7", {"jokers": 0, "hand_size": 3}).options
    hands = chances._random_hands(rules, openings.tables(rules)[0])
    assert len(hands) == chances.MOST_HANDS


def test_it_is_the_fewest_players_whose_hands_are_tried_j_pack() -> None:
    (told,) = of(WarningCode.OPENING_RARE, by_players={"2": {"hand_size": 4}}, opening_points=[40])
    assert (told.facts.count, told.facts.player_counts) == (5, (2,))
