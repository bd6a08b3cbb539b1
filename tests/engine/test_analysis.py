"""What a hand can do at best: against the naive judge, which plays on in every way, and by example.

It covers J.opening, J.opening_rounds, J.layoff_when, J.out, J.in_one_go, J.values and J.score_kbn as `analyze_hand` asks them.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Code, Refused
from engine.cards import FACES, JOKER, sort_hand
from engine.jokeren import JOKEREN
from engine.jokeren.actions import LayOff, Meld, TableMeld
from engine.jokeren.analysis import analyze_hand
from engine.jokeren.scoring import natural_cost
from tests.engine import naive
from tests.engine.positions import cards, rules, table_melds
from tests.engine.strategies import few
from tests.engine.test_naive import PLACED_OPTIONS, a_meld, near_meld, rulings

if TYPE_CHECKING:
    from engine import Ruleset
    from engine.jokeren.analysis import HandAnalysis
    from engine.jokeren.options import JokerenOptions

OPTIONS = (
    *PLACED_OPTIONS,
    *("joker_discard", "concealed_finish_only", "opening_waived_when_going_out", "hand_penalties"),
    *("joker_penalty", "penalty_table"),
)


def price(options: JokerenOptions, card: str) -> int:
    return options.joker_penalty if card == JOKER else natural_cost(options, card)[0]


def a_question(options: JokerenOptions, rng: Random) -> dict[str, Any]:
    """A small hand in which something may be laid, beside a table where something may be laid off."""
    melds = [a_meld(options, rng) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    near = [card for card in near_meld(rng) if not card.startswith(JOKER)]
    hand = near[:4] + rng.choices(FACES, k=rng.randrange(3)) + [JOKER] * rng.choice((0, 1, 1, 2))
    table = tuple(TableMeld(f"m{at + 1}", 0, meld.kind, meld.cards) for at, meld in enumerate(melds))  # type: ignore[arg-type]
    return {
        "hand": sort_hand(hand[:6]) or ("2C",),
        "table": table,
        "discard": ("3C",),
        "opened": rng.random() < 0.5,
        "drawn": rng.random() < 0.8,
        "goal": rng.choice(("penalty", "cards", "points")),
    }


@few
@given(rulings(OPTIONS, packs=2, jokers=6), st.integers(0, 2**32))
def test_nothing_better_is_found_by_trying_everything(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(2):
        asked = a_question(options, rng)
        found = analyze_hand(options, asked)
        if isinstance(found, Refused):
            assert {no.code for no in found.refusals} == {Code.CARD_TOO_OFTEN}
            continue
        how = {"opened": asked["opened"], "drawn": asked["drawn"]}
        table = tuple((meld.kind, meld.cards) for meld in asked["table"])
        reached = naive.every_turn(options, tuple(sorted(asked["hand"])), table, opened=asked["opened"])
        ends = [one for one in reached if naive.can_end(options, one, **how)]
        if ends:
            assert reaches(options, found, asked) == best_of(options, ends, asked), (asked, found)
        else:
            assert found.left == asked["hand"]
        out = any(naive.goes_out(options, one, **how) for one in reached)
        assert found.can_go_out == out, (asked, found)
        if not asked["opened"]:
            opens = [
                one
                for one in naive.every_turn(options, tuple(sorted(asked["hand"])), (), opened=False)
                if one.melds and one.opened and naive.can_end(options, one, **how)
            ]
            assert found.can_open == bool(opens), (asked, found)
            if opens:
                most = max(sum(points for _, _, points in one.melds) for one in opens)
                assert found.opening_points == most


def reaches(options: JokerenOptions, found: HandAnalysis, asked: dict[str, Any]) -> tuple[int, ...]:
    """How good the arrangement is, the smaller the better."""
    return _measured(options, found.left, found.points_laid, asked["goal"])


def best_of(options: JokerenOptions, ends: list[naive.Laid], asked: dict[str, Any]) -> tuple[int, ...]:
    before = sum(naive.worth(options, meld.kind, meld.cards) for meld in asked["table"])

    def points(one: naive.Laid) -> int:
        lying = sum(naive.worth(options, kind, meld) for kind, meld in one.table)
        return lying - before + sum(worth for _, _, worth in one.melds)

    return min(_measured(options, one.left, points(one), asked["goal"]) for one in ends)


def _measured(options: JokerenOptions, left: tuple[str, ...], points: int, goal: str) -> tuple[int, ...]:
    penalty = sum(price(options, card) for card in left)
    return {
        "penalty": (penalty, len(left)),
        "cards": (len(left), penalty),
        "points": (-points, penalty, len(left)),
    }[goal]


@few
@given(rulings(OPTIONS, packs=2, jokers=6), st.integers(0, 2**32))
def test_what_it_says_can_be_played_and_adds_up(rules: Ruleset, chance: int) -> None:
    """Also the finish, and a card that is an out does what it says."""
    options, rng = rules.resolved, Random(chance)
    asked = {**a_question(options, rng), "drawn": True}
    found = analyze_hand(options, asked)
    if isinstance(found, Refused):
        return
    gone = [card for one in (*found.melds, *found.lay_offs) for card in one.cards]
    assert sort_hand([naive_held(card) for card in gone] + list(found.left)) == asked["hand"]
    for melds, lay_offs in [(found.melds, found.lay_offs)] + (
        [(found.finish.melds, found.finish.lay_offs)] if found.finish else []
    ):
        laid = [Meld(one.cards, one.kind) for one in melds] + [
            LayOff(one.meld, one.cards) for one in lay_offs
        ]
        waived = found.finish is not None and melds == found.finish.melds
        state = position_of(options, asked)
        for action in [] if state is None else laid:
            assert state is not None
            step = JOKEREN.play(options, state, 1, action, key=b"")
            assert not isinstance(step, Refused), (asked, found, action, step)
            state = step.state
        if state is not None and state.outcome is None and not waived:
            assert not [duty for duty in state.turn.duties if duty.code.value.startswith("opening")]
    for out in (found.outs or ())[:3]:
        more = {**asked, "hand": sort_hand((*asked["hand"], out.card)), "drawn": False}
        again = analyze_hand(options, more)
        assert not isinstance(again, Refused)
        assert again.can_open or asked["opened"] or not out.opens


def naive_held(card: str) -> str:
    return JOKER if card.startswith(JOKER) else card


def position_of(options: JokerenOptions, asked: dict[str, Any]) -> Any:
    """The question as a position in mid-turn."""
    free = next(card for card in FACES if card not in asked["hand"])
    seats = {"opened": (True, asked["opened"]), "turns_taken": (9, 9), "tabled": (True, asked["opened"])}
    turn = {"seat": 1, "phase": "play"}
    state = JOKEREN.position(
        options, {"hands": ((free,), asked["hand"]), "turn": turn, "table": asked["table"], **seats}
    )
    return None if isinstance(state, Refused) else state


EXAMPLES = {
    "30 opens, and a card is kept for the discard": (
        "jokeren-13", "10S JS QS 4D 2C", {}, {"can_open": True, "opening_points": 30, "opening_missing": 0,
        "left": ("4D", "2C"), "can_go_out": False, "penalty_left": 6}),
    "27 lacks three": ("jokeren-13", "8H 9H 10H 4D 2C", {},
        {"can_open": False, "opening_points": 27, "opening_missing": 3, "melds": (), "points_laid": 0}),
    "opened, so nothing is said of opening": ("jokeren-13", "8H 9H 10H 4D", {"opened": True},
        {"can_open": None, "opening_points": None, "can_go_out": True, "left": ("4D",)}),
    "the last card must be discarded": ("jokeren-7", "4H 5H 6H", {}, {"can_go_out": False, "left": ("4H", "5H", "6H")}),
    "or it need not": ("jokeren-13", "4H 5H 6H", {"opened": True}, {"can_go_out": True, "left": ()}),
    "before the draw nothing is kept": ("jokeren-7", "4H 5H 6H", {"drawn": False}, {"can_go_out": True, "left": ()}),
    "a joker goes where it is worth most": ("jokeren-13", "QS KS JK 2C", {"goal": "points", "opened": True},
        {"points_laid": 31}),
    "fewest points or fewest cards": ("jokeren-13", "AS AH AD 2D 3D 4D 2C", {"opened": True, "goal": "cards"},
        {"left": ("2C",)}),
    "laid off": ("jokeren-13", "7D 2C", {"opened": True, "table": ("4D 5D 6D",)}, {"left": ("2C",), "can_go_out": True}),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_analysis_by_example(name: str) -> None:
    preset, hand, more, expected = EXAMPLES[name]
    options = rules(preset)
    more = {**more, "table": table_melds(options, more["table"])} if "table" in more else more
    found = analyze_hand(options, {"hand": cards(hand), **more})
    assert not isinstance(found, Refused)
    assert {field: getattr(found, field) for field in expected} == expected


def test_the_cards_that_would_make_it_are_counted() -> None:
    """Outs: of 9H one copy of two lies in the pile; without a pile nobody can count."""
    options = rules("jokeren-13", opening_points=[20])
    asked = {"hand": cards("7H 8H KC 2C"), "table": (), "discard": cards("9H 5S")}
    found = analyze_hand(options, asked)
    assert not isinstance(found, Refused)
    assert {out.card: out.unseen for out in found.outs if out.opens} == {"6H": 2, "9H": 1, "JK": 4}
    assert all(out.unseen is None for out in analyze_hand(options, {"hand": asked["hand"]}).outs)  # type: ignore[union-attr]


def test_of_a_hand_that_no_deal_leads_to_no_outs_are_looked_for() -> None:
    options = rules("jokeren-13")
    hand = FACES[:21]
    found, smaller = (analyze_hand(options, {"hand": cards}) for cards in (hand, hand[:20]))
    assert not isinstance(found, Refused)
    assert not isinstance(smaller, Refused)
    assert found.outs is None
    assert smaller.outs is not None


def test_a_card_that_is_there_too_often_is_refused_j_pack() -> None:
    found = analyze_hand(rules(), {"hand": cards("2C 2C"), "discard": cards("2C")})
    assert isinstance(found, Refused)
    assert found.refusals[0].facts.count == 3


def test_without_a_final_discard_nothing_or_two_cards_stay_j_out() -> None:
    options = rules("jokeren-13", final_discard="forbidden")
    found = analyze_hand(options, {"hand": cards("4H 5H 6H KC"), "opened": True})
    assert not isinstance(found, Refused)
    assert (found.melds, found.can_go_out) == ((), False)


def test_who_goes_out_may_need_no_opening_j_opening() -> None:
    options = rules("jokeren-13", opening_points=[200], opening_waived_when_going_out=True)
    found = analyze_hand(options, {"hand": cards("4H 5H 6H KC")})
    assert not isinstance(found, Refused)
    assert (found.can_open, found.can_go_out, found.left) == (False, True, ("KC",))


def test_a_king_before_a_low_ace_makes_it_worth_more_j_values() -> None:
    options = rules(ace="around")
    table = table_melds(options, ("AS 2S 3S",))
    found = analyze_hand(options, {"hand": cards("KS 2C"), "table": table, "goal": "points"})
    assert not isinstance(found, Refused)
    assert found.points_laid == 20


def test_who_has_tabled_before_finishes_in_no_concealed_way_j_in_one_go() -> None:
    options = rules(concealed_finish_only=True)
    for opened in (False, True):
        found = analyze_hand(options, {"hand": cards("4H 5H 6H KC"), "opened": opened})
        assert not isinstance(found, Refused)
        assert found.can_go_out != opened
