"""The rules by example: the worked examples of the rulebook, and every clause and every option in small positions.

An id names what it is about: the number of the example or the option, and the clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.cards import FACES
from engine.jokeren.solver import most_jokers
from tests.engine.positions import JOKEREN, ME, cards, no, play, position, rules, table_melds

if TYPE_CHECKING:
    from engine.results import SeatScore

FULL = " ".join(face for face in FACES if face[-1] == "S")
DRAW_12 = {"phase": "draw", "discard": "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"}
NEW = {"opened": (True, False)}
AT_DRAW = {"phase": "draw", "stock": "2D", "discard": "9D"}


class Example(msgspec.Struct, frozen=True):
    """A worked example: what is played from a hand, and per ruleset None for yes or the clause of the refusal."""

    name: str
    hand: str
    play: str
    answers: tuple[str | None, str | None, str | None]
    table: tuple[str, ...] = ()
    more: dict[str, Any] = {}


NOT_ASKED = "not asked"
# fmt: off
WORKED = [
    Example("1 J.ace", "QH KH AH 2C", "meld QH KH AH", (None, None, None)),
    Example("2 J.values", "AH 2H 3H 2C", "meld AH 2H 3H", (None, None, None)),
    Example("3 J.ace", "KH AH 2H 2C", "meld KH AH 2H", ("J.ace", "J.ace", "J.ace")),
    Example("4 J.ace", "KH JK 2H 2C", "meld KH JK:AH 2H", ("J.ace", "J.ace", "J.ace")),
    Example("5 J.run", "5S JK 9S 2C", "meld 5S JK 9S", ("J.run", "J.run", "J.run")),
    Example("6 J.joker", "5S JK JK 8S 2C", "meld 5S JK:6S JK:7S 8S", (None, None, None)),
    Example("7 J.declare", "7S JK JK 2C", "meld 7S JK JK", ("J.declare", "J.declare", "J.declare")),
    Example("8 J.declare", "9S 9H JK 2C", "meld 9S 9H JK", (None, "J.declare", "J.declare")),
    Example("9 J.set", "9S 9H JK 2C", "meld 9S 9H JK:9H", ("J.set", "J.set", "J.set")),
    Example("10 J.set", "7S 7H 7D 7C JK 2C", "meld 7S 7H 7D 7C JK", ("J.set", "J.set", "J.set")),
    Example("11 J.run", "6S 8S 7S 2C", "meld 6S 8S 7S", (None, None, None)),
    Example("12 J.run", f"{FULL} 2C", f"meld {FULL}", (None, None, None)),
    Example("13 J.opening", "10S JS QS 4D 2C", "meld 10S JS QS; discard 4D",
            (None, None, "J.opening"), more=NEW),
    Example("14 J.opening", "8H 9H 10H 4D 2C", "meld 8H 9H 10H; discard 4D",
            (None, "J.opening", "J.opening"), more=NEW),
    Example("15 J.opening", "8H 9H 10H 5S 5H 5D 4D 2C", "meld 8H 9H 10H; meld 5S 5H 5D; discard 4D",
            (None, None, None), more=NEW),
    Example("16 J.opening", "10S JS QS KS 4D 2C", "meld 10S JS QS KS; discard 4D", (None, None, None), more=NEW),
    Example("17 J.values", "AH JK 3H KS KH KD 4D 2C", "meld AH JK:2H 3H; meld KS KH KD; discard 4D",
            (None, None, "J.opening"), more=NEW),
    Example("18 J.opening", "8H 9H 10H 3C 4D 2C", "meld 8H 9H 10H; lay m1 3C; discard 4D",
            (None, "J.layoff_when", "J.layoff_when"), ("4C 5C 6C",), NEW),
    Example("18 J.opening, the lay-off left out", "8H 9H 10H 3C 4D 2C", "meld 8H 9H 10H; discard 4D",
            (None, "J.opening", "J.opening"), ("4C 5C 6C",), NEW),
    Example("19 J.three_sets", "2S 2H 2D 3S 3H 3D 4S 4H 4D 4C 2C",
            "meld 2S 2H 2D; meld 3S 3H 3D; meld 4S 4H 4D; discard 4C", (None, "J.opening", "J.opening"), more=NEW),
    Example("20 J.taken", "4C 5C", "draw discard; discard 4C", (None, "J.taken", "J.draw"), more=AT_DRAW),
    Example("21 J.taken", "4C 5C", "draw discard; discard 9D", ("J.taken", "J.taken", "J.draw"), more=AT_DRAW),
    Example("22 J.taken_opening", "JS KS 4D 2C", "draw discard; meld JS QS KS; discard 4D",
            (None, None, "J.draw"), more={**NEW, "phase": "draw", "stock": "2D", "discard": "QS"}),
    Example("23 J.taken_opening", "10H JH QH 4D 2H", "draw discard; meld 10H JH QH; lay m1 5C; discard 4D",
            (None, "J.taken_opening", "J.draw"), ("2C 3C 4C",), {**NEW, "phase": "draw", "stock": "2D", "discard": "5C"}),
    Example("24 J.layoff", "8D 2C", "lay m1 8D", (None, None, None), ("5D 6D JK:7D",)),
    Example("25 J.layoff", "7D 2C", "lay m1 7D", ("J.layoff", "J.layoff", "J.layoff"), ("5D 6D JK:7D",)),
    Example("26 J.declare", "9C 2C", "lay m1 9C", (None, NOT_ASKED, NOT_ASKED), ("9S 9H JK",)),
    Example("27 J.swap, 9C laid off", "9C 2C", "lay m1 9C", (None, None, None), ("9S 9H JK:9D",)),
    Example("27 J.swap, 9D laid off", "9D 2C", "lay m1 9D", ("J.layoff", "J.layoff", "J.layoff"),
            ("9S 9H JK:9D",)),
    Example("27 J.swap, 9D swapped", "9D 2C", "swap m1 9D", (None, None, None), ("9S 9H JK:9D",)),
    Example("28 J.freed", "6D 2C 3C", "swap m1 6D; lay m1 JK:8D; discard 2C", ("J.freed", None, None),
            ("5D JK:6D 7D",)),
    Example("29 J.freed", "6D 2C 3C", "swap m1 6D; discard JK", ("J.freed", "J.freed", "J.freed"),
            ("5D JK:6D 7D",)),
    Example("30 J.declare", "JK 2C", "lay m1 JK", ("J.declare", "J.declare", "J.declare"), ("JS QS KS",)),
    Example("31 J.layoff, on the lower", "7S 2C", "lay m1 7S", (None, None, None), ("4S 5S 6S", "8S 9S 10S")),
    Example("31 J.layoff, on the higher", "7S 2C", "lay m2 7S", (None, None, None), ("4S 5S 6S", "8S 9S 10S")),
    Example("32 J.out", "4H 5H 6H", "meld 4H 5H 6H", ("J.out", None, "J.out")),
    Example("33 J.out", "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", (None, None, None)),
    Example("33 J.first_lap", "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", (None, None, "J.first_lap"),
            more={"turns_taken": (0, 0)}),
    Example("34 J.stock_out", "2D 3D", "draw stock", (None, None, None), more=DRAW_12),
]
# fmt: on
COLUMNS = ("jokeren-7", "jokeren-13", "jokeren-kbn")


def worked(number: str, column: str = "jokeren-7") -> Any:
    """The position after a worked example, or its refusal."""
    example = next(one for one in WORKED if one.name.startswith(f"{number} "))
    options = rules(column, min_players=2)
    state = position(options, example.hand, table=example.table, **example.more)
    return play(options, state, example.play)


@pytest.mark.parametrize(
    ("column", "example", "clause"),
    [
        pytest.param(column, example, example.answers[at], id=f"{example.name} {column}")
        for at, column in enumerate(COLUMNS)
        for example in WORKED
        if example.answers[at] is not NOT_ASKED
    ],
)
def test_worked_example(column: str, example: Example, clause: str | None) -> None:
    chosen = rules(column, min_players=2)
    state = position(chosen, example.hand, table=example.table, **example.more)
    answer = play(chosen, state, example.play)
    assert [one for _, one in no(answer)] == ([] if clause is None else [clause])


@pytest.mark.parametrize(
    ("number", "points"), [("1", 31), ("2", 6), ("6", 26), ("13", 30), ("14", 27), ("16", 40)]
)
def test_worked_example_points_j_values(number: str, points: int) -> None:
    example = next(one for one in WORKED if one.name.startswith(f"{number} "))
    options = rules()
    laid = play(options, position(options, example.hand), example.play.partition(";")[0])
    assert laid.turn.actions[-1].points == points


def test_worked_example_7_and_30_name_the_readings_j_declare() -> None:
    readings = {reading.cards for reading in worked("7").refusals[0].facts.readings}
    assert readings == {
        ("7S", "JK", "JK"),
        ("7S", "JK:8S", "JK:9S"),
    }
    for column in COLUMNS:
        found = {reading.cards for reading in worked("30", column).refusals[0].facts.readings}
        assert found == {("JK:10S", "JS", "QS", "KS"), ("JS", "QS", "KS", "JK:AS")}
    assert len(worked("7", "jokeren-13").refusals[0].facts.readings) > 2


def test_worked_example_11_lies_in_order_j_run() -> None:
    assert worked("11").table[-1].cards == ("6S", "7S", "8S")


def test_worked_example_26_says_what_the_joker_is_now_j_declare() -> None:
    assert worked("26").table[0].cards == ("9S", "9H", "JK:9D", "9C")


def test_worked_example_31_merges_nothing_j_layoff() -> None:
    laid = [meld.cards for meld in worked("31").table]
    assert laid == [("4S", "5S", "6S", "7S"), ("8S", "9S", "10S")]


def test_worked_example_33_ends_the_round_j_out() -> None:
    after = worked("33")
    assert after.outcome.winner == ME
    assert after.turn.phase == "over"


def test_worked_example_34_shuffles_eleven_under_the_top_j_stock_out() -> None:
    after = worked("34")
    assert len(after.stock) == 10
    assert after.discard == ("KC",)
    assert sorted((*after.stock, *after.hands[ME])) == sorted(
        cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC 2D 3D")
    )


def test_worked_example_19_opens_where_three_sets_do_j_three_sets() -> None:
    example = next(one for one in WORKED if one.name.startswith("19 "))
    options = rules("jokeren-13", opening_alternative="three_sets")
    assert no(play(options, position(options, example.hand, **example.more), example.play)) == ()


def scored(column: str, hand: str, *, table: tuple[str, ...] = (), opened: bool = False) -> SeatScore:
    """What a seat is scored that is left with a hand when another has gone out."""
    options = rules(column, min_players=2)
    scores = JOKEREN.score_round(
        options,
        {
            "hands": ((), cards(hand)),
            "winner": 0,
            "table": table_melds(options, table),
            "opened": (True, opened),
        },
    )
    found: SeatScore = scores[ME]
    return found


@pytest.mark.parametrize("column", ["jokeren-7", "jokeren-13"])
def test_worked_example_35_counts_42_j_score(column: str) -> None:
    found = scored(column, "JK AS 6D")
    assert found.points == 42
    assert [cost.points for cost in found.cards] == [25, 11, 6]
    assert {cost.clause for cost in found.cards} == {"J.score"}


KBN_SCORES = {
    "36, opened, a run can be extended": ("JK 4C 9D 9H", ("5S 6S 7S",), True, 8),
    "36, opened, nothing on the table and two of a rank in hand": ("JK 4C 9D 9H", (), True, 8),
    "37, not opened, no opening in hand": ("JK 4C 9D 9H", ("5S 6S 7S",), False, 4),
    "38, not opened, 40 in hand": ("JK KS KH KD QS QD", (), False, 10),
    "38, the opening is one short without the joker": ("JK KS KH KD 9S", (), False, 9),
    "one joker goes down, the other finds no place": ("JK JK 9D", (), False, 3),
    "opened, both on one run": ("JK JK 9D", ("5S 6S 7S",), True, 11),
    "opened, one place for two jokers on a set": ("JK JK", ("5S 5H 5D",), True, 6),
    "opened, a set takes one and a run the other": ("JK JK", ("5S 5H 5D", "JS QS KS"), True, 10),
    "opened, all thirteen ranks are down": ("JK 4C", ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",), True, 2),
    "not opened, 39 points": ("JK 10S JS QS 9H", (), False, 9),
    "not opened, one king short of 40": ("JK KS KH 9S", (), False, 4),
    "an ace with a joker high makes 41": ("JK JK AS KS", (), False, 12),
}
"""Hands of the tournament game with what they cost; the table and whether the player has opened decide on the jokers."""


@pytest.mark.parametrize("name", KBN_SCORES)
def test_worked_examples_36_to_38_and_their_neighbours_j_score_kbn(name: str) -> None:
    hand, table, opened, points = KBN_SCORES[name]
    found = scored("jokeren-kbn", hand, table=table, opened=opened)
    assert found.points == points
    assert {cost.clause for cost in found.cards} == {"J.score_kbn"}
    assert [cost.points for cost in found.cards if cost.card != "JK"] == [1] * (
        len(cards(hand)) - cards(hand).count("JK")
    )


def test_twins_and_a_joker_are_a_set_where_suits_may_repeat_j_score_kbn() -> None:
    options = rules(set_suits="any", packs=2)
    hand = cards("2D 2D 10C JK")
    assert most_jokers(options, hand, (), opened=True, may_open=True, round_number=1) == 1
