"""Positions of which somebody knows only a part: the law that it suffices, and the edges of what may be unknown.

J.turn: a seat is told the same whether it sends what it does not see or null. J.draw: a card that nobody knows is the
one that the asker names, or one that can be there. J.stock_out: who did not see a shuffle does not know the order.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given

from engine import Refused, family_of, inquiry
from engine.cards import FACES, HIDDEN, JOKER, pack
from engine.jokeren.actions import (
    Discard,
    Draw,
    DrawSeen,
    LayOff,
    Meld,
    TableMeld,
    TurnDraw,
    TurnMeld,
    TurnSwap,
)
from engine.jokeren.unknown import unseen
from engine.refusals import Code
from engine.results import Outcome
from tests.engine.positions import JOKEREN, cards, ruleset
from tests.engine.strategies import cards_in, few, games, plausible, walk

if TYPE_CHECKING:
    from engine import Ruleset
    from engine.jokeren.state import JokerenState
    from tests.engine.strategies import Moment, Setting

KEY, OTHER_KEY = bytes(32), bytes(range(32))
SOME = 0.25
"""How often is looked at what costs much and differs little from one moment of a game to the next."""

MANY = 200
"""After so many moments of one round only every tenth is looked at, and the last."""


of_the_family = games().filter(lambda setting: family_of(setting.rules.preset) is JOKEREN)


def packed(value: Any) -> bytes:
    return msgspec.json.encode(value)


def fields(state: Any) -> dict[str, Any]:
    """A position as somebody gives it who says everything that there is to say."""
    found = {name: getattr(state, name) for name in state.__struct_fields__}
    found = {name: value for name, value in found.items() if value is not msgspec.UNSET}
    return found | {"turn": {name: getattr(state.turn, name) for name in state.turn.__struct_fields__}}


def known_to(state: JokerenState, seat: int) -> dict[str, Any]:
    """What a seat knows of a position: its own hand, and of the other cards that are hidden only how many they are."""
    found = fields(state) | {
        "hands": [hand if at == seat else None for at, hand in enumerate(state.hands)],
        "hand_counts": list(map(len, state.hands)),
        "stock": None,
        "stock_count": len(state.stock),
    }
    if state.turn.seat != seat:
        found["turn"]["actions"] = tuple(
            TurnDraw("stock", None) if isinstance(one, TurnDraw) and one.source == "stock" else one
            for one in state.turn.actions
        )
    return found


def stripped(state: JokerenState, seat: int, *, stock: bool) -> dict[str, Any]:
    """The answer about a whole position without what the seat does not know of it."""
    found: dict[str, Any] = msgspec.json.decode(packed(state))
    hands = [hand if at == seat or not hand else None for at, hand in enumerate(found["hands"])]
    found |= {"hands": hands, "hand_counts": list(map(len, found["hands"]))}
    if stock and found["stock"]:
        found |= {"stock": None, "stock_count": len(found["stock"])}
    return found


def told(state: Any) -> dict[str, Any]:
    """The answer, as it is written."""
    text = packed(JOKEREN.told(state))
    assert HIDDEN.encode() not in text
    answer: dict[str, Any] = msgspec.json.decode(text)
    return answer


def position(rules: Ruleset, parts: dict[str, Any], seat: int) -> Any:
    """A position that is not refused."""
    state = inquiry.position(rules, parts, seat=seat)
    assert not isinstance(state, Refused), state
    return state


def seen(action: Any, whole: Any) -> Any:
    """The action, and if it drew from the stock the card that came."""
    if not isinstance(action, Draw) or isinstance(whole, Refused):
        return action
    return DrawSeen(action.source, whole.turn.actions[-1].card)


@few
@given(of_the_family)
def test_a_seat_is_answered_the_same_whether_it_sends_what_it_does_not_see_or_null_j_turn(
    setting: Setting,
) -> None:
    """The same list, the same refusals, and the position after it without what was not known; which is taken again."""
    rules, rng = setting.rules, Random(setting.chance)
    for number, moment in enumerate(walk(setting)):
        if number > MANY and number % 10 and moment.played.game.state.outcome is None:
            continue
        state, seat = moment.before.state, moment.seat
        partial = position(rules, known_to(state, seat), seat)
        assert packed(inquiry.legal_actions(rules, partial, seat)) == packed(moment.listed)
        guesses = [plausible(JOKEREN, state, moment.listed, rng) for _ in range(4)]
        for action in (*moment.listed, *guesses):
            whole = inquiry.after(rules, state, seat, [action], key=KEY)
            mine = inquiry.after(rules, partial, seat, [seen(action, whole)], key=OTHER_KEY)
            assert isinstance(mine, Refused) == isinstance(whole, Refused)
            if isinstance(mine, Refused):
                assert packed(mine) == packed(whole)
            else:
                same_but_for_what_is_hidden(rules, seat, whole, mine)
            if action == moment.action and rng.random() < SOME:
                answered(rules, seat, whole, mine)
        if rng.random() < SOME:
            has_no_moves(moment, (seat + rng.randrange(1, setting.players)) % setting.players, rng)


def same_but_for_what_is_hidden(rules: Ruleset, seat: int, whole: JokerenState, mine: JokerenState) -> None:
    if whole.outcome is not None and mine.outcome is None:
        # J.blocked: the hand that would be next cannot end its turn after any draw, and this seat does not see that.
        assert whole.outcome.blocked
        assert whole.turn.seat == mine.turn.seat != seat
        assert not whole.stock or set(whole.hands[whole.turn.seat]) == {JOKER}
        return
    hands = tuple(hand if at == seat else (HIDDEN,) * len(hand) for at, hand in enumerate(whole.hands))
    stock = (HIDDEN,) * len(whole.stock) if HIDDEN in mine.stock else whole.stock
    changes: dict[str, Any] = {"hands": hands, "stock": stock}
    if whole.outcome is not None and mine.outcome is not None:
        unknown = [HIDDEN in hand for hand in hands]
        changes["outcome"] = msgspec.structs.replace(
            whole.outcome,
            points=mine.outcome.points,
            hands=tuple(None if hidden else hand for hidden, hand in zip(unknown, hands, strict=True)),
            costs=tuple(
                None if hidden else cost
                for hidden, cost in zip(unknown, whole.outcome.costs or (), strict=True)
            ),
        )
        same_points(rules, whole, mine)
    assert mine == msgspec.structs.replace(whole, **changes)


def same_points(rules: Ruleset, whole: JokerenState, mine: JokerenState) -> None:
    """Points are those of the whole position, or unknown where they are those of an unknown hand or collect some."""
    assert whole.outcome is not None
    assert mine.outcome is not None
    for seat, points in enumerate(mine.outcome.points):
        collects = rules.resolved.scoring == "winner_collects" and seat == mine.outcome.winner
        unknown = HIDDEN in mine.hands[seat] or collects
        assert points == whole.outcome.points[seat] or (points is None and unknown)


def answered(rules: Ruleset, seat: int, whole: JokerenState, mine: JokerenState) -> None:
    """What is written of it is the whole answer without what the seat does not know, and is taken again as it is."""
    answer, expected = told(mine), stripped(whole, seat, stock=HIDDEN in mine.stock)
    if mine.outcome is not None:
        told_of = zip(answer["hands"], expected["outcome"]["costs"], strict=True)
        expected["outcome"] |= {
            "hands": answer["hands"],
            "costs": [None if hand is None else cost for hand, cost in told_of],
            "points": list(mine.outcome.points),
        }
    if (whole.outcome is None) == (mine.outcome is None):
        assert answer == expected
    assert position(rules, fields(JOKEREN.told(mine)), seat) == mine


def has_no_moves(moment: Moment, seat: int, rng: Random) -> None:
    """A seat that waits has none, with what it knows as with everything."""
    rules, state = moment.before.ruleset, moment.before.state
    partial = position(rules, known_to(state, seat), seat)
    assert inquiry.legal_actions(rules, partial, seat) == []
    action = plausible(JOKEREN, state, moment.listed, rng)
    answers = [inquiry.after(rules, one, seat, [action], key=KEY) for one in (state, partial)]
    assert [no.code for no in answers[0].refusals] == [Code.NOT_YOUR_TURN]
    assert packed(answers[0]) == packed(answers[1])


@few
@given(of_the_family)
def test_an_unnamed_card_is_one_that_can_be_there_j_draw(setting: Setting) -> None:
    """It is among those that the asker does not see, or in the pile that was shuffled; the key alone decides."""
    rules = setting.rules
    for moment in walk(setting):
        state, seat = moment.before.state, moment.seat
        if Draw("stock") not in moment.listed:
            continue
        partial = position(rules, known_to(state, seat), seat)
        packs, jokers, _ = rules.resolved.pack_for(len(state.hands))
        hidden = Counter(pack(packs, jokers)) - Counter(cards_in([partial.hands[seat], partial.discard]))
        hidden -= Counter(cards_in([list(meld.cards) for meld in partial.table]))
        assert unseen(rules.resolved, partial) == tuple(sorted(hidden.elements(), key=[*FACES, JOKER].index))
        possible = Counter(state.discard[:-1]) if not state.stock else hidden
        for key in (KEY, OTHER_KEY, moment.before.seed):
            mine = inquiry.after(rules, partial, seat, [Draw("stock")], key=key)
            assert mine == inquiry.after(rules, partial, seat, [Draw("stock")], key=key)
            card = mine.turn.actions[-1].card
            assert possible[card]
            assert mine == inquiry.after(rules, partial, seat, [DrawSeen("stock", card)], key=KEY)


RUN = TableMeld("m1", 0, "run", ("4H", "5H", "6H"))


def parts(**more: Any) -> dict[str, Any]:
    """A position of two in which seat 0 is to draw and sees its own hand, the pile and the table."""
    return {
        "hands": [cards("7H 9C KS"), None],
        "hand_counts": [3, 5],
        "stock": None,
        "stock_count": 20,
        "discard": cards("2C 3C QC"),
        "table": (RUN,),
        "turn": {"seat": 0, "phase": "draw"},
        **more,
    }


def refusals(parts: dict[str, Any], *, seat: int | None = 0) -> list[tuple[Code, tuple[str | int, ...]]]:
    answer = inquiry.position(ruleset(), parts, seat=seat)
    assert isinstance(answer, Refused), answer
    return [(no.code, no.where[1:]) for no in answer.refusals]


def without(*names: str, **more: Any) -> dict[str, Any]:
    return {name: value for name, value in parts(**more).items() if name not in names}


@pytest.mark.parametrize(
    ("given", "code", "where"),
    [
        (parts(hands=[None, cards("KC")], hand_counts=[3, 1]), Code.STATE_PART_UNKNOWN, ("hands", 0)),
        (without("hand_counts"), Code.STATE_COUNTS_WRONG, ("hand_counts",)),
        (without("stock_count"), Code.STATE_COUNTS_WRONG, ("stock_count",)),
        (parts(hand_counts=[4, 5]), Code.STATE_COUNTS_WRONG, ("hand_counts", 0)),
        (parts(stock=cards("8C")), Code.STATE_COUNTS_WRONG, ("stock_count",)),
        (without("stock"), Code.STATE_COUNTS_WRONG, ("stock_count",)),
        (parts(hand_counts=[3]), Code.STATE_LISTS_LENGTH, ("hand_counts",)),
        (parts(hand_counts=[3, 0]), Code.STATE_OUTCOME_WRONG, ("hands", 1)),
        # 54 cards, of which nine are shown
        (parts(stock_count=41), Code.STATE_UNKNOWN_TOO_MANY, ("hands",)),
        (parts(discard=cards("2C 3C 9C")), Code.CARD_TOO_OFTEN, ("hands",)),
        (parts(hand_counts=[3, 30], stock_count=2), Code.STATE_HAND_TOO_LARGE, ("hands", 1)),
        # a draw of one's own is known
        (
            parts(turn={"seat": 0, "phase": "play", "actions": (TurnDraw("stock", None),)}),
            Code.STATE_TURN_INCONSISTENT,
            ("turn", "actions"),
        ),
        # and so is that of a hand that is given
        (
            parts(
                hands=[cards("7H"), cards("9C KS")],
                hand_counts=[1, 2],
                turn={"seat": 1, "phase": "play", "actions": (TurnDraw("stock", None),)},
            ),
            Code.STATE_TURN_INCONSISTENT,
            ("turn", "actions"),
        ),
    ],
)  # fmt: skip
def test_a_part_that_cannot_be_is_refused_j_deal(
    given: dict[str, Any], code: Code, where: tuple[str | int, ...]
) -> None:
    assert refusals(given) == [(code, where)]


def test_as_many_cards_may_be_unknown_as_are_not_shown_j_pack() -> None:
    state = position(ruleset(), parts(stock_count=40), 0)

    assert (len(state.stock), len(unseen(ruleset().resolved, state))) == (40, 45)


def test_counts_may_stand_beside_what_is_known_if_they_agree_j_deal() -> None:
    both = parts(hands=[cards("7H 9C KS"), cards("KC")], hand_counts=[3, 1], stock=cards("8C"), stock_count=1)

    state = position(ruleset(), both, 0)

    assert JOKEREN.told(state) is state


def test_a_game_is_played_from_a_whole_position_only() -> None:
    """With nobody who asks everything that is null is refused, points included."""
    over = Outcome(winner=1, points=(None, 0))
    assert refusals(parts(outcome=over), seat=None) == [
        (Code.STATE_PART_UNKNOWN, ("hands", 1)),
        (Code.STATE_PART_UNKNOWN, ("stock",)),
        (Code.STATE_PART_UNKNOWN, ("outcome", "points")),
    ]


def test_a_hand_has_room_for_what_may_come_into_it_j_deal() -> None:
    """The card to be drawn, and all that was tabled in this turn; a freed joker goes where it came from."""
    rules = ruleset(packs=2)
    most = pack(1, 0)[16:46]
    turn = {"seat": 0, "phase": "play"}
    laid = TurnMeld("m1", "run", RUN.cards, 15)
    swap = TurnSwap("m1", ("5H",), ("4H", "JK:5H", "6H"))

    def code(**more: Any) -> list[Code]:
        answer = inquiry.position(rules, parts(hand_counts=[len(more["hands"][0]), 5], **more), seat=0)
        return [no.code for no in answer.refusals] if isinstance(answer, Refused) else []

    assert code(hands=[most, None], turn=turn) == []
    assert code(hands=[most[:29], None]) == []
    assert code(hands=[most, None]) == [Code.STATE_HAND_TOO_LARGE]
    melded = {"turn": {**turn, "actions": (laid,)}, "opened": (True, False)}
    assert code(hands=[most[:27], None], **melded) == []
    assert code(hands=[most[:28], None], **melded) == [Code.STATE_HAND_TOO_LARGE]
    assert code(hands=[[*most[:29], JOKER], None], turn={**turn, "actions": (swap,)}) == []
    over = {
        "turn": {"seat": 0, "phase": "over"},
        "outcome": Outcome(winner=None, blocked=True, points=(0, 0)),
    }
    assert code(hands=[most, None], **over) == []


def drawn(rules: Ruleset, given: dict[str, Any], draw: Any, *more: Any, key: bytes = KEY) -> Any:
    return inquiry.after(rules, position(rules, given, 0), 0, [draw, *more], key=key)


def codes(answer: Any) -> list[Code]:
    assert isinstance(answer, Refused), answer
    return [no.code for no in answer.refusals]


@pytest.mark.parametrize("card", ["QC", "7H", "5H"])
def test_a_card_that_lies_elsewhere_cannot_come_from_the_stock_j_draw(card: str) -> None:
    """The top of the pile, a card of the hand, one of the table."""
    assert codes(drawn(ruleset(), parts(), DrawSeen("stock", card))) == [Code.DRAWN_CARD_IMPOSSIBLE]


def test_a_card_may_come_as_often_as_the_pack_has_it_j_draw() -> None:
    rules = ruleset(packs=2)

    after = drawn(rules, parts(), DrawSeen("stock", "7H"))

    assert after.hands[0].count("7H") == 2
    assert codes(drawn(rules, parts(discard=cards("2C 7H QC")), DrawSeen("stock", "7H"))) == [
        Code.DRAWN_CARD_IMPOSSIBLE
    ]


@pytest.mark.parametrize("source", ["stock", "discard"])
def test_where_the_top_is_known_no_other_card_is_drawn_j_draw(source: Any) -> None:
    known = parts(stock=cards("8C 8D"), stock_count=2)
    top = "8C" if source == "stock" else "QC"

    assert codes(drawn(ruleset(), known, DrawSeen(source, "8D"))) == [Code.DRAWN_CARD_OTHER]
    assert drawn(ruleset(), known, DrawSeen(source, top)) == drawn(ruleset(), known, Draw(source))


def test_a_whole_turn_may_be_asked_about_at_once_j_turn() -> None:
    after = drawn(
        ruleset(), parts(), DrawSeen("stock", "8H"), Meld(("7H", "8H", "9H")), Discard("KS")
    )  # the nine is not in the hand

    assert [(no.code, no.action, no.facts.card) for no in after.refusals] == [
        (Code.CARD_NOT_IN_HAND, 1, "9H")
    ]
    after = drawn(ruleset(), parts(), DrawSeen("stock", "8H"), Discard("KS"))
    assert (after.turn.seat, after.hands[0], after.discard[-1]) == (1, cards("7H 8H 9C"), "KS")
    assert told(after)["stock_count"] == 19


def test_a_stock_that_was_shuffled_elsewhere_has_no_order_j_stock_out() -> None:
    """The card comes out of the pile under its top; the others lie there, and nobody knows how."""
    empty = parts(stock_count=0)

    after = told(drawn(ruleset(), empty, DrawSeen("stock", "3C")))

    assert (after["stock"], after["stock_count"], after["discard"]) == (None, 1, ["QC"])
    assert after["hands"][0] == ["3C", "7H", "9C", "KS"] or "3C" in after["hands"][0]
    assert codes(drawn(ruleset(), empty, DrawSeen("stock", "QC"))) == [Code.DRAWN_CARD_IMPOSSIBLE]
    assert codes(drawn(ruleset(), empty, DrawSeen("stock", "8D"))) == [Code.DRAWN_CARD_IMPOSSIBLE]
    picked = {
        drawn(ruleset(), empty, Draw("stock"), key=bytes([n] * 32)).turn.actions[-1].card for n in range(20)
    }
    assert picked == {"2C", "3C"}


def test_a_stock_that_is_shuffled_here_is_shown_to_who_knows_all_j_stock_out() -> None:
    """Unless the card is named, which says that it was shuffled elsewhere."""
    whole = parts(hands=[cards("7H 9C KS"), cards("KC")], stock=(), hand_counts=[3, 1], stock_count=0)
    whole["discard"] = cards("2C 3C 4C 5C QC")

    here, elsewhere = drawn(ruleset(), whole, Draw("stock")), drawn(ruleset(), whole, DrawSeen("stock", "3C"))

    assert len({*here.stock, here.turn.actions[-1].card}) == 4
    assert elsewhere.stock == (HIDDEN,) * 3
    assert (told(elsewhere)["stock_count"], "hand_counts" in told(elsewhere)) == (3, False)


def test_a_pile_that_is_turned_over_keeps_its_known_order_j_stock_out() -> None:
    rules = ruleset(stock_out="turn_over")
    empty = parts(stock_count=0)

    assert codes(drawn(rules, empty, DrawSeen("stock", "3C"))) == [Code.DRAWN_CARD_OTHER]
    after = told(drawn(rules, empty, DrawSeen("stock", "2C")))
    assert (after["stock"], "stock_count" in after) == (["3C"], False)


BY_OPENING = {"hand_penalties": "one_each", "joker_playable_if": "opened"}
LAST_CARD = {
    "hands": [cards("9C"), None, None],
    "hand_counts": [1, 2, 3],
    "turns_taken": [1, 1, 1],
    "tabled": (False,) * 3,
}


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, (0, None, None)),
        ({"scoring": "winner_collects"}, (None, 0, 0)),
        ({"hand_penalties": "one_each"}, (0, None, None)),  # a joker is dearer
        ({"hand_penalties": "one_each", "joker_penalty": 1}, (0, 2, 3)),
        ({"hand_penalties": "one_each", "joker_penalty": 1, "concealed_finish_factor": 2}, (0, 4, 6)),
        ({"hand_penalties": "one_each", "joker_penalty": 1, "scoring": "winner_collects"}, (5, 0, 0)),
        ({"hand_penalties": "one_each", "joker_penalty": 1, "joker_penalty_unplayable": 1}, (0, None, None)),
        (
            {**BY_OPENING, "joker_penalty": 5, "joker_penalty_unplayable": 1},
            (0, None, 3),
        ),  # seat 2 has not opened
        ({**BY_OPENING, "joker_penalty": 1, "joker_penalty_unplayable": 0}, (0, 2, None)),
    ],
)
def test_points_that_depend_on_unknown_cards_are_unknown_j_score(
    options: dict[str, Any], points: tuple[int | None, ...]
) -> None:
    """Those that every card costs alike are not."""
    rules = ruleset(**options)
    state = position(rules, parts(**LAST_CARD, discard=(), table=(RUN,), opened=(True, True, False)), 0)

    after = inquiry.after(
        rules, state, 0, [DrawSeen("stock", "7H"), LayOff("m1", ("7H",)), Discard("9C")], key=KEY
    )

    assert after.outcome.points == points
    assert after.outcome.hands == ((), None, None)
    assert told(after)["hands"] == [[], None, None]
    assert position(rules, fields(JOKEREN.told(after)), 0) == after


def test_a_hand_that_may_hold_another_card_than_jokers_can_go_on_j_blocked() -> None:
    """The stock is out; who takes the one discard must discard another card, and may not discard a joker."""
    rules = ruleset(joker_discard=False, stock_out="end_round")
    given = parts(hands=[cards("9C 8D"), None], hand_counts=[2, 1], discard=(), stock=(), stock_count=0)
    given["turn"] = {"seat": 0, "phase": "play"}

    after = inquiry.after(rules, position(rules, given, 0), 0, [Discard("9C")], key=KEY)
    whole = position(rules, given | {"hands": [cards("9C 8D"), (JOKER,)]}, 0)

    assert (after.outcome, after.turn.seat) == (None, 1)
    assert inquiry.after(rules, whole, 0, [Discard("9C")], key=KEY).outcome.blocked


def test_unknown_cards_that_can_be_jokers_only_are_j_blocked() -> None:
    """All naturals lie open: the next hand holds jokers, and so does the stock."""
    rules = ruleset(joker_discard=False, stock_out="end_round", jokers=3, draw_discard="never", max_players=2)
    naturals = pack(1, 0)
    given: dict[str, Any] = {
        "hands": [tuple(naturals[:2]), None],
        "hand_counts": [2, 1],
        "stock": None,
        "stock_count": 2,
        "discard": tuple(naturals[2:]),
        "table": (),
        "turn": {"seat": 0, "phase": "play"},
    }

    after = inquiry.after(rules, position(rules, given, 0), 0, [Discard("AS")], key=KEY)

    hands, costs = ((naturals[1],), None), ((2,), None)
    assert after.outcome == Outcome(winner=None, blocked=True, points=(2, 25), hands=hands, costs=costs)
    given["discard"] = tuple(naturals[3:])
    after = inquiry.after(rules, position(rules, given, 0), 0, [Discard("AS")], key=KEY)
    assert after.outcome is None


def test_a_hand_of_jokers_goes_on_where_the_unknown_top_may_be_another_card_j_blocked() -> None:
    rules = ruleset(joker_discard=False, draw_discard="never")
    given = parts(hands=[(JOKER,), None], hand_counts=[1, 5])

    assert inquiry.legal_actions(rules, position(rules, given, 0), 0) == [Draw("stock")]
    after = drawn(rules, given, DrawSeen("stock", JOKER))
    assert (after.outcome.blocked, after.outcome.points) == (True, (50, None))
    assert drawn(rules, given, DrawSeen("stock", "8C")).outcome is None
