"""Every way in which the rules say no is provoked, and carries the figures that its sentence needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine import Code, Outcome, Refused, inquiry, match, resolve
from engine.cards import pack
from engine.clauses import CLAUSES
from engine.jokeren.actions import DrawSeen, TableMeld, TurnLayOff, TurnMeld, TurnSwap
from engine.sentences import SENTENCES, sentence
from engine.sjuan.actions import Pass, Play
from engine.texts import LANGUAGES
from tests.engine import sjuan
from tests.engine.positions import JOKEREN, ME, action, given, play, position, rules, ruleset
from tests.engine.sjuan import position as rows
from tests.engine.sjuan import ruleset as rows_rules
from tests.engine.test_house_rules import CASES
from tests.engine.test_tournament import PROVOKED as OF_MATCH_PLAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.sjuan.actions import Action
    from tests.engine.test_house_rules import Case

SEED = bytes(32)
OVER = Outcome(winner=0, points=(0, 9))


def played(case: Case) -> Any:
    """What a play under house rules is answered."""
    options = rules(**case.options)
    return play(options, position(options, case.hand, table=case.table, **case.more), case.play, seat=ME)


def judged(hand: str = "2C 3C", **fields: Any) -> Any:
    """What a position is answered that differs from a good one in these fields, those of its turn included."""
    options = rules()
    whole = given(options, hand)
    in_turn = {name: fields.pop(name) for name in ("seat", "phase", "actions") if name in fields}
    return JOKEREN.position(options, {**whole, **fields, "turn": {**whole["turn"], **in_turn}})


def drawn(card: str, **fields: Any) -> Any:
    """What is answered to who says that this card came from the stock."""
    whole = given(rules(), "2C 3C", phase="draw", stock="8C")
    state = JOKEREN.position(rules(), whole | fields, asker=ME)
    if isinstance(state, Refused):
        return state
    return JOKEREN.play(rules(), state, ME, DrawSeen("stock", card), key=SEED)


def game(**options: Any) -> match.Game:
    """A game of two that has just begun."""
    begun = match.start(ruleset(**options), 2, seed=SEED)
    assert isinstance(begun, match.Played)
    return begun.game


def ended(**options: Any) -> match.Game:
    """The same after its first round."""
    begun = game(**options)
    turn = msgspec.structs.replace(begun.state.turn, phase="over")
    return msgspec.structs.replace(begun, state=msgspec.structs.replace(begun.state, outcome=OVER, turn=turn))


def scored(*hands: tuple[str, ...], winner: int | None, **more: Any) -> Any:
    """What a round that ended so is answered."""
    return JOKEREN.score_round(rules(), {"hands": hands, "winner": winner, **more})


def in_rows(hand: str, lies: str, asked: Action, **options: Any) -> Any:
    """What an action of seat 0 is answered in a round of Sjuan; the others hold low diamonds and spades."""
    return inquiry.after(rows_rules(**options), rows(f"{hand} | 2D 3D | 2S 3S", lies), 0, [asked], key=SEED)


RUN = TableMeld("m1", 0, "run", ("4H", "5H", "6H"))
PROVOKED: dict[Code, Callable[[], Any]] = {
    **{Code(case.code): (lambda case=case: played(case)) for case in reversed(CASES) if case.code},
    **OF_MATCH_PLAY,
    Code.GAME_OVER: lambda: match.play(ended(rounds=1), 0, [action("draw stock")]),
    Code.ROUND_NOT_OVER: lambda: match.deal_next(game()),
    Code.DRAW_MUST_BE_LAST: lambda: match.play(game(), 1, [action("draw stock"), action("discard 2C")]),
    Code.PLAYERS_OUT_OF_RANGE: lambda: match.start(ruleset(), 5, seed=SEED),
    Code.PACK_TOO_SMALL: lambda: resolve("jokeren-7", {"hand_size": 15}),
    Code.NO_END: lambda: resolve("jokeren-7", {"rounds": None}),
    Code.MIN_PLAYERS_ABOVE_MAX: lambda: resolve("jokeren-7", {"min_players": 5}),
    Code.FREED_JOKER_DESTINATION_IDLE: lambda: resolve(
        "jokeren-7", {"freed_joker": "keep", "freed_joker_destination": "new_meld"}
    ),
    Code.PENALTY_TABLE_MISSING: lambda: resolve("jokeren-7", {"hand_penalties": "table"}),
    Code.DRAWN_CARD_OTHER: lambda: drawn("8D"),
    Code.DRAWN_CARD_IMPOSSIBLE: lambda: drawn("2C", stock=None, stock_count=9),
    Code.CARD_TOO_OFTEN: lambda: judged("2C 2C"),
    Code.STATE_PART_UNKNOWN: lambda: judged(stock=None, stock_count=9),
    Code.STATE_COUNTS_WRONG: lambda: judged(stock_count=9),
    Code.STATE_UNKNOWN_TOO_MANY: lambda: drawn("8C", stock=None, stock_count=52),
    Code.STATE_HAND_TOO_LARGE: lambda: judged(hands=(pack(1, 0)[:30], ["2C"])),
    Code.HANDS_NOT_PLAYERS: lambda: match.start_from(ruleset(), 3, given(rules(), "2C"), seed=SEED),
    Code.SEAT_UNKNOWN: lambda: judged(seat=2),
    Code.STATE_MELD_INVALID: lambda: judged(table=(TableMeld("m1", 0, "run", ("KH", "AH", "2H")),)),
    Code.STATE_MELD_IDS: lambda: judged(table=(TableMeld("m2", 0, "run", RUN.cards),)),
    Code.STATE_PHASE_WRONG: lambda: judged(phase="over"),
    Code.STATE_LISTS_LENGTH: lambda: judged(opened=(True,)),
    Code.STATE_TURN_INCONSISTENT: lambda: judged(actions=(TurnMeld("m1", "run", RUN.cards, 15),)),
    Code.STATE_OUTCOME_WRONG: lambda: judged(past_rounds=(Outcome(winner=0, blocked=True, points=(0, 9)),)),
    Code.WINNER_HAS_CARDS: lambda: scored(("2C",), ("3C",), winner=1),
    Code.NOT_IN_THIS_GAME: lambda: match.play(game(), 1, [Pass()]),
    Code.OPENING_CARD_FIRST: lambda: in_rows("7C 7D", "", Play("7D")),
    Code.SUIT_NOT_OPEN: lambda: in_rows("9H", "7C", Play("9H")),
    Code.NOT_NEXT_IN_SUIT: lambda: in_rows("10C", "7C", Play("10C")),
    Code.EIGHT_BEFORE_SIX: lambda: in_rows("6C", "7C", Play("6C"), eight_before_six=True),
    Code.PASS_BEFORE_OPENING: lambda: in_rows("7C", "", Pass()),
    Code.STATE_LAYOUT_INVALID: lambda: inquiry.position(sjuan.ruleset(), sjuan.given("KH", "7C 9C")),
    Code.MUST_PLAY: lambda: in_rows("8C", "7C", Pass()),
}
"""What provokes each code; those of a single play come from the cases of the house rules."""


@pytest.mark.parametrize("code", [code for code in Code if code in SENTENCES])
def test_every_code_is_provoked_and_can_be_said(code: Code) -> None:
    answer = PROVOKED[code]()
    assert isinstance(answer, Refused)
    refusal = next(no for no in answer.refusals if no.code == code)
    assert refusal.clause in CLAUSES
    told = msgspec.to_builtins(refusal.facts)
    assert set(SENTENCES[code].facts) <= set(told)
    for language in LANGUAGES:
        assert "{" not in sentence(code, refusal.facts, language)


def test_no_code_is_left_out() -> None:
    assert set(PROVOKED) == set(Code)


@pytest.mark.parametrize(
    ("answer", "code", "where"),
    [
        (lambda: judged(dealer=3), Code.SEAT_UNKNOWN, ("dealer",)),
        (lambda: judged(table=(TableMeld("m1", 2, "run", RUN.cards),)), Code.SEAT_UNKNOWN, ("table", 0, "owner")),
        (lambda: judged(hands=((), ("2C",))), Code.STATE_OUTCOME_WRONG, ("hands", 0)),
        (lambda: judged(hands=(("2C",),) * 5), Code.PLAYERS_OUT_OF_RANGE, ("hands",)),
        (lambda: judged(outcome=OVER), Code.STATE_PHASE_WRONG, ("turn", "phase")),
        (lambda: judged(outcome=OVER, phase="over"), Code.WINNER_HAS_CARDS, ("outcome", "winner")),
        (lambda: judged(phase="draw"), Code.STATE_PHASE_WRONG, ("turn", "phase")),
        (
            lambda: judged(past_rounds=(Outcome(winner=0, points=(0, 9), hands=((),)),)),
            Code.STATE_OUTCOME_WRONG,
            ("past_rounds", 0),
        ),
        (lambda: judged(past_rounds=(Outcome(winner=7, points=(0, 9)),)), Code.STATE_OUTCOME_WRONG, ("past_rounds", 0)),
        (
            lambda: judged(round=1, past_rounds=(Outcome(winner=0, points=(0, 9)),)),
            Code.STATE_COUNTS_WRONG,
            ("past_rounds",),
        ),
        (lambda: scored(("2C",), (), winner=2), Code.SEAT_UNKNOWN, ("winner",)),
        (lambda: scored((), winner=0), Code.PLAYERS_OUT_OF_RANGE, ("hands",)),
        (lambda: scored(("2C",), (), winner=1, opened=(True,)), Code.STATE_LISTS_LENGTH, ("opened",)),
        (lambda: scored(("2C", "2C"), (), winner=1), Code.CARD_TOO_OFTEN, ("hands",)),
        (
            lambda: match.start_from(ruleset(), 2, given(rules(), "2C 2C"), seed=SEED),
            Code.CARD_TOO_OFTEN,
            ("state", "hands"),
        ),
        (lambda: match.start(ruleset(), 2, seed=SEED, dealer=2), Code.SEAT_UNKNOWN, ("dealer",)),
    ],
)  # fmt: skip
def test_a_refusal_says_where(answer: Callable[[], Any], code: Code, where: tuple[str | int, ...]) -> None:
    found = answer()
    assert isinstance(found, Refused)
    assert (code, where) in {(no.code, no.where) for no in found.refusals}


@pytest.mark.parametrize(
    "actions",
    [
        (TurnLayOff("m1", ("7H",), ("4H", "5H", "6H")),),
        (TurnLayOff("m7", ("6H",), ("4H", "5H", "6H")),),
        (TurnSwap("m1", ("6H",), ("4H", "5H", "JK:6H")),),
        (TurnSwap("m1", (), ("4H", "5H", "6H")),),
        (TurnMeld("m1", "run", ("4H", "5H", "6H"), 16),),
        (TurnMeld("m2", "run", ("4H", "5H", "6H"), 15),),
        (TurnMeld("m1", "run", ("4H", "5H", "6H"), 15),) * 2,
    ],
)
def test_a_turn_that_does_not_explain_the_position_is_not_believed_j_turn(actions: tuple[Any, ...]) -> None:
    answer = judged(table=(msgspec.structs.replace(RUN, owner=ME),), actions=actions)
    assert [no.code for no in answer.refusals] == [Code.STATE_TURN_INCONSISTENT]


def test_the_action_that_is_refused_is_named() -> None:
    started = match.start_from(ruleset(), 2, given(rules(), "4H 5H 6H 9C 2C"), seed=SEED)
    assert isinstance(started, match.Played)
    answer = match.play(started.game, ME, [action("meld 4H 5H 6H"), action("discard KS")])
    assert isinstance(answer, Refused)
    assert [no.action for no in answer.refusals] == [1]
