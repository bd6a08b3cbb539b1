"""How a round is dealt, how its stock runs out, how it is blocked, and what it costs."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import Outcome, Reading, Refused, match
from engine.cards import FACES, JOKER, pack
from engine.jokeren.actions import Draw, Meld, TurnDraw
from engine.jokeren.makings import makings
from engine.jokeren.melds import points
from engine.jokeren.rounds import begin_turn
from engine.shuffle import shuffle
from tests.engine.positions import JOKEREN, KEY, ME, action, cards, given, no, play, position, rules, ruleset

SEED = bytes(range(32))
NEVER = {"draw_discard": "never"}
AT_DRAW = {"phase": "draw"}
JOKERS = {"joker_discard": False, "jokers": 6}
"""A hand of nothing but jokers can end its turn only on the table."""


def deal(players: int = 3, *, dealer: int = 0, key: bytes = KEY, **options: Any) -> Any:
    """A dealt round."""
    return JOKEREN.deal(rules(**options), players, number=1, dealer=dealer, key=key)


def after(state: Any, text: str, **options: Any) -> Any:
    """The position after a play, which is accepted."""
    answer = play(rules(**options), state, text)
    assert not isinstance(answer, Refused), answer
    return answer


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left_j_deal() -> None:
    order = shuffle(pack(1, 2), KEY)
    dealt = deal(dealer=1)
    assert [sorted(hand) for hand in dealt.hands] == [sorted(order[at:21:3]) for at in (1, 2, 0)]
    assert dealt.discard == (order[21],)
    assert dealt.stock == order[22:]
    assert (dealt.turn.seat, dealt.turn.phase, dealt.turn.number) == (2, "draw", 1)


@pytest.mark.parametrize(("options", "counts"), [
    ({}, (7, 54)),
    ({"packs": 2, "jokers": 4, "hand_size": 13}, (13, 108)),
    ({"by_players": {"3": {"packs": 2, "jokers": 0, "hand_size": 9}}}, (9, 104)),
    ({"by_players": {"2": {"packs": 2, "jokers": 0, "hand_size": 9}}}, (7, 54)),
    ({"by_players": {"3": {"jokers": 6}}}, (7, 58)),
])  # fmt: skip
def test_the_pack_and_the_hands_j_pack(options: dict[str, Any], counts: tuple[int, int]) -> None:
    dealt = deal(**options)
    assert {len(hand) for hand in dealt.hands} == {counts[0]}
    assert sum(map(len, dealt.hands)) + len(dealt.stock) + len(dealt.discard) == counts[1]


def joker_up(**options: Any) -> Any:
    """A deal in which a joker is turned up, if it may be."""
    for number in range(10_000):
        key = number.to_bytes(32)
        if shuffle(pack(1, 2), key)[21] == JOKER:
            return deal(key=key, **options)
    raise AssertionError


def test_a_joker_that_is_turned_up_j_upcard() -> None:
    assert joker_up(joker_upcard="keep").discard == (JOKER,)
    replaced = joker_up(joker_upcard="replace")
    assert replaced.discard[0] != JOKER
    assert replaced.stock[-1] == JOKER
    bare = deal(upcard=False)
    assert bare.discard == ()
    assert len(bare.stock) == 33


def test_a_joker_is_turned_up_where_nothing_else_is_left_j_upcard() -> None:
    options = {"hand_size": 13, "jokers": 1, "joker_upcard": "replace"}
    key = next(key for at in range(999) if shuffle(pack(1, 1), key := at.to_bytes(32))[52] == JOKER)
    assert deal(4, key=key, **options).discard == (JOKER,)


def test_the_stock_is_turned_over_j_stock_out() -> None:
    state = position(rules(stock_out="turn_over"), "4H", phase="draw", discard="2C 3C 4C 5C")
    drawn = after(state, "draw stock", stock_out="turn_over")
    assert drawn.turn.actions[0].card == "2C"
    assert (drawn.stock, drawn.discard, drawn.reshuffles) == (("3C", "4C"), ("5C",), 1)


def test_the_stock_is_not_renewed_before_somebody_has_to_draw_j_stock_out() -> None:
    state = position(rules(), "4H", phase="draw", stock="9D", discard="2C 3C")
    drawn = after(state, "draw stock; discard 4H")
    assert drawn.stock == ()
    assert len(drawn.discard) == 3


@pytest.mark.parametrize(
    ("options", "hand", "text", "more"),
    [
        ({"stock_out": "end_round", **NEVER}, "4H 5H", "discard 4H", {"discard": "2C 3C"}),
        ({"max_reshuffles": 0, **NEVER}, "4H 5H", "discard 4H", {"discard": "2C 3C"}),
        ({**NEVER}, "4H 5H", "discard 4H", {}),
        ({"max_turns": 10}, "4H 5H", "discard 4H", {"turns_taken": (4, 5), "stock": "2C 3C"}),
        ({"stock_out": "end_round"}, "4H 5H", "draw discard; discard 4H", {"discard": "2C", "idle_turns": 1, **AT_DRAW}),
        ({**JOKERS, **NEVER}, "4H 5H", "discard 4H", {"stock": "JK JK", "other": "JK"}),
        ({**JOKERS}, "4H 5H", "discard 4H", {"stock": "JK JK", "other": "JK"}),
        ({**JOKERS, "draw_discard": "free"}, "4H 5H", "discard 4H; draw stock", {"stock": "JK JK", "other": "JK"}),
        ({**JOKERS, **NEVER, "stock_out": "turn_over"}, "4H 5H", "discard 4H; draw stock",
         {"discard": "JK 3C", "other": "JK"}),
    ],
)  # fmt: skip
def test_a_round_ends_blocked_j_blocked(
    options: dict[str, Any], hand: str, text: str, more: dict[str, Any]
) -> None:
    final = after(position(rules(**options), hand, **more), text, **options)
    assert final.turn.phase == "over"
    assert (final.outcome.winner, final.outcome.blocked, final.outcome.concealed) == (None, True, False)
    assert JOKEREN.legal_actions(rules(**options), final) == []


@pytest.mark.parametrize(
    ("options", "hand", "text", "more"),
    [
        ({"stock_out": "end_round"}, "4H 5H", "discard 4H", {"discard": "2C 3C"}),
        ({"max_turns": 10}, "4H 5H", "discard 4H", {"turns_taken": (4, 4), "stock": "2C 3C"}),
        ({"stock_out": "end_round"}, "4H 5H", "draw discard; discard 4H", {"discard": "2C", **AT_DRAW}),
        ({"stock_out": "end_round"}, "4H 5H", "draw discard; lay m1 2C; discard 4H",
         {"discard": "2C", "idle_turns": 1, **AT_DRAW, "table": ("3C 4C 5C",)}),
        ({}, "4H 5H", "draw discard; discard 4H", {"discard": "2C", "stock": "3C", "idle_turns": 1, **AT_DRAW}),
        ({**JOKERS}, "4H 5H", "discard 4H", {"stock": "9C JK", "other": "JK"}),
        ({**JOKERS, "draw_discard": "free"}, "4H 5H", "discard 4H", {"stock": "JK JK", "other": "JK"}),
        ({**JOKERS, "draw_discard": "free"}, "4H 5H", "discard 4H; draw discard", {"stock": "JK JK", "other": "JK"}),
        ({**JOKERS, "final_discard": "optional"}, "4H 5H", "discard 4H; draw stock",
         {"stock": "JK JK", "other": "JK", "table": ("3C 4C 5C",)}),
        ({**JOKERS, "final_discard": "optional", "min_naturals": 0}, "4H 5H", "discard 4H; draw stock",
         {"stock": "JK JK", "other": "JK JK"}),
        ({**JOKERS, **NEVER}, "4H 5H", "discard 4H", {"discard": "JK 3C", "other": "JK"}),
    ],
)  # fmt: skip
def test_a_round_goes_on_while_it_can_j_blocked(
    options: dict[str, Any], hand: str, text: str, more: dict[str, Any]
) -> None:
    going = after(position(rules(**options), hand, **more), text, **options)
    assert going.outcome is None
    assert JOKEREN.legal_actions(rules(**options), going)


@pytest.mark.parametrize(
    ("options", "table"),
    [
        ({}, ("7S 7H 7D",)),
        ({"max_jokers_per_meld": 2}, ("3C 4C 5C",)),
        ({"opening_points": [9]}, ("7S 7H 7D",)),
    ],
)
def test_jokers_of_which_some_find_no_place_block_j_blocked(
    options: dict[str, Any], table: tuple[str, ...]
) -> None:
    whole = {**JOKERS, **NEVER, "final_discard": "optional", **options}
    state = position(rules(**whole), "4H 5H", other="JK JK", stock="JK JK", table=table)
    drawn = after(state, "discard 4H", **whole)
    assert drawn.outcome.blocked


@pytest.mark.parametrize(
    "options", [{"max_jokers_per_meld": 0}, {"finish_from": "second_turn"}, {"opening_from_turn": 2}]
)
def test_jokers_that_cannot_be_tabled_block_j_blocked(options: dict[str, Any]) -> None:
    whole = {**JOKERS, **NEVER, "final_discard": "optional", "lay_off": "after_opening", **options}
    state = position(
        rules(**whole),
        "4H 5H",
        other="JK JK",
        stock="JK JK",
        table=("3C 4C 5C",),
        turns_taken=(0, 0),
        opened=(False, False),
    )
    assert after(state, "discard 4H", **whole).outcome.blocked


def test_a_starter_who_begins_with_nothing_but_jokers_blocks_the_round_j_starter_extra() -> None:
    chosen = rules(**JOKERS, hand_size=3, starter_extra_card=True)
    for hand, blocked in (("JK JK JK JK", True), ("JK JK JK 4H", False)):
        state = position(chosen, hand, turns_taken=(0, 0))
        assert (begin_turn(chosen, state).outcome is not None) == blocked


def test_a_swap_alone_is_neither_a_meld_nor_a_lay_off_j_double() -> None:
    options = {"freed_joker": "keep", "concealed_finish_factor": 3}
    state = position(rules(**options), "6D 2C 3C", table=("5D JK:6D 7D",), stock="2D 3D")
    assert after(state, "swap m1 6D; discard 2C", **options).tabled == (False, False)
    state = position(rules(**options), "8D 2C 3C", table=("5D JK:6D 7D",), stock="2D 3D")
    assert after(state, "lay m1 8D; discard 2C", **options).tabled == (False, True)


@pytest.mark.parametrize(
    ("options", "tabled", "cost", "points"),
    [
        ({}, False, 9, (9, 0)),
        ({"concealed_finish_factor": 2}, False, 9, (18, 0)),
        ({"concealed_finish_factor": 2}, True, 9, (9, 0)),
        ({"scoring": "winner_collects"}, True, 9, (0, 9)),
        ({"scoring": "winner_collects", "concealed_finish_factor": 2}, False, 9, (0, 18)),
        ({"hand_penalties": "one_each"}, True, 1, (1, 0)),
        ({"hand_penalties": "table", "penalty_table": dict.fromkeys(
            ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), 5)}, True, 5, (5, 0)),
    ],
)  # fmt: skip
def test_what_going_out_gives_j_score(
    options: dict[str, Any],
    tabled: bool,  # noqa: FBT001 (a column of the table)
    cost: int,
    points: tuple[int, ...],
) -> None:
    """J.double and J.collect as well; a final discard does not spoil a finish in one go."""
    state = position(rules(**options), "4H 5H 6H KC", other="9C", tabled=(True, tabled))
    final = after(state, "meld 4H 5H 6H; discard KC", **options)
    assert final.outcome == Outcome(
        winner=ME, concealed=not tabled, points=points, hands=(("9C",), ()), costs=((cost,), ())
    )


@pytest.mark.parametrize(
    ("options", "total"), [({}, 36), ({"joker_penalty": 0}, 11), ({"hand_penalties": "one_each"}, 26)]
)
def test_a_blocked_round_counts_for_all_j_blocked(options: dict[str, Any], total: int) -> None:
    chosen = {**options, **NEVER}
    final = after(position(rules(**chosen), "4H 5H", other="AS JK"), "discard 4H", **chosen)
    assert final.outcome.points[0] == total
    assert final.outcome.points[1] > 0
    assert no(play(rules(**chosen), final, "draw stock")) == (("round_over", "J.out"),)


def test_what_a_round_that_ended_so_costs_j_score() -> None:
    scores = JOKEREN.score_round(rules(concealed_finish_factor=2), {
        "hands": (cards("JK AS 6D"), ()), "winner": 1, "concealed": True, "opened": (True, True)})  # fmt: skip
    assert not isinstance(scores, Refused)
    assert [(score.seat, score.points) for score in scores] == [(0, 84), (1, 0)]
    assert [(cost.card, cost.points, cost.clause) for cost in scores[0].cards] == [
        ("JK", 25, "J.score"), ("AS", 11, "J.score"), ("6D", 6, "J.score")]  # fmt: skip


def test_melds_are_judged_alone_and_together_as_an_opening_j_opening() -> None:
    chosen = rules(opening_points=[40], opening_melds=[["run", "all_cards"]])
    melds = [
        Meld(cards("8H 9H 10H")),
        Meld(cards("5S 5H 5D")),
        Meld(cards("7S JK JK")),
        Meld(cards("KH AH 2H")),
    ]
    judged, opening = JOKEREN.judge_melds(chosen, melds, round_number=1)
    assert [isinstance(one.verdict, Reading) for one in judged] == [True, True, False, False]
    assert [len(one.readings) for one in judged] == [1, 1, 2, 0]
    assert (opening.points, opening.required, opening.met) == (42, 40, True)
    assert not JOKEREN.judge_melds(chosen, melds[:1], round_number=1)[1].met
    assert not JOKEREN.judge_melds(chosen, [], round_number=1)[1].met


def test_three_jokers_alone_are_every_meld_where_no_natural_is_asked_for_j_joker() -> None:
    chosen = rules(min_naturals=0, jokers=4)
    listed = JOKEREN.legal_actions(chosen, position(chosen, "JK JK JK 2C 3H"))
    melds = [one for one in listed if isinstance(one, Meld)]
    assert Meld(("JK:7S", "JK:7H", "JK:7D"), "set") in melds
    assert Meld(("JK:JC", "JK:QC", "JK:KC"), "run") in melds
    assert all(points(chosen.melds, one.kind or "", one.cards) for one in melds)


def test_one_ace_and_a_joker_at_both_ends_are_two_melds_j_ace() -> None:
    chosen = rules(ace="both_ends")
    row = " ".join(face for face in FACES if face[-1] == "S")
    listed = JOKEREN.legal_actions(chosen, position(chosen, f"{row} JK JK 2C"))
    whole = {one.cards[0] + one.cards[-1] for one in listed if isinstance(one, Meld) and len(one.cards) == 14}
    assert whole == {"ASJK:AS", "JK:ASAS", "JK:ASJK:AS"}


def begun(text: str = "4H 5H 6H 9C 2C", **fields: Any) -> match.Game:
    """A game that goes on from a given position."""
    played = match.start_from(ruleset(), 2, given(rules(), text, **fields), seed=SEED)
    assert isinstance(played, match.Played)
    return played.game


def test_a_given_round_has_no_commitment_and_no_key_the_next_one_has() -> None:
    game = begun()
    assert match.round_commitment(game) is None
    done = match.play(game, ME, [action("meld 4H 5H 6H"), action("discard 9C")])
    assert isinstance(done, match.Played)
    assert [type(fact).__name__ for fact in done.facts] == ["Melded", "Discarded"]
    out = begun("4H 5H 6H 9C")
    ended = match.play(out, ME, [action("meld 4H 5H 6H"), action("discard 9C")])
    assert isinstance(ended, match.Played)
    assert ended.facts[-1].key is None
    assert match.round_view(ended.game, None).key is None
    following = match.deal_next(ended.game)
    assert isinstance(following, match.Played)
    assert following.facts[0].commitment == match.round_commitment(following.game)


def test_an_action_from_before_the_log_is_taken_back_without_a_number_j_takeback() -> None:
    game = begun()
    laid = match.play(game, ME, [action("meld 4H 5H 6H")])
    assert isinstance(laid, match.Played)
    state = laid.game.state
    exported = {name: getattr(state, name) for name in state.__struct_fields__}
    exported["turn"] = {name: getattr(state.turn, name) for name in state.turn.__struct_fields__}
    again = match.start_from(ruleset(), 2, exported, seed=SEED)
    assert isinstance(again, match.Played)
    assert [match.play(one, ME, [action("back")]).facts[0].undone for one in (laid.game, again.game)] == [
        2,
        None,
    ]  # type: ignore[union-attr]


def test_who_opened_in_this_turn_follows_from_its_melds_where_it_is_not_said_j_layoff_when() -> None:
    chosen = rules(opening_points=[30], lay_off="turn_after_opening")
    for hand, play_first, opened in (
        ("4H 5H 6H 2C", "meld 4H 5H 6H", True),
        ("QH KH AH 2C", "meld QH KH AH", False),
    ):
        laid = play(chosen, position(chosen, hand), play_first)
        assert not isinstance(laid, Refused)
        told = {name: getattr(laid, name) for name in laid.__struct_fields__}
        told["turn"] = {"seat": ME, "phase": "play", "actions": laid.turn.actions}
        answer = JOKEREN.position(chosen, told)
        assert answer.turn.opened == opened


def test_a_position_whose_turn_could_not_have_begun_is_refused_j_blocked() -> None:
    chosen = rules(**NEVER)
    answer = JOKEREN.position(chosen, given(chosen, "4H", phase="draw", discard="2C"))
    assert no(answer) == (("state_phase_wrong", "J.turn"),)


def test_who_had_opened_when_the_turn_began_must_agree_j_turn() -> None:
    told = given(rules(), "4H", phase="draw", stock="2C")
    told["turn"] = {**told["turn"], "opened": False}
    assert no(JOKEREN.position(rules(), told)) == (("state_turn_inconsistent", "J.turn"),)


def test_who_has_opened_j_opening() -> None:
    assert JOKEREN.opened(position(rules(), "4H", opened=(False, True))) == (False, True)


def test_a_turn_with_a_hidden_draw_is_no_position_j_turn() -> None:
    told = given(rules(), "4H 5H")
    told["turn"] = {**told["turn"], "actions": (TurnDraw("stock", None),)}
    assert no(JOKEREN.position(rules(), told)) == (("state_turn_inconsistent", "J.turn"),)


def test_a_log_of_another_game_does_not_replay() -> None:
    game = begun()
    done = match.play(game, ME, [action("discard 9C")])
    assert isinstance(done, match.Played)
    with pytest.raises(ValueError, match="card_not_in_hand"):
        match.replay(match.Played(begun("4H 5H"), ()), done.facts)


def test_what_is_over_is_shown_to_all_and_what_is_hidden_is_not_j_draw() -> None:
    chosen = rules()
    drawn = after(position(chosen, "4H 5H", phase="draw", stock="9D 2D"), "draw stock")
    seen = [JOKEREN.view(drawn, seat, commitment=None, key="k") for seat in (0, ME, None)]
    assert [one.turn.actions[0].card for one in seen] == [None, "9D", None]
    assert [one.key for one in seen] == [None] * 3
    assert b"9D" not in msgspec.json.encode(seen[0])
    final = after(position(chosen, "4H 5H 6H KC", other="9C"), "meld 4H 5H 6H; discard KC")
    assert JOKEREN.view(final, None, commitment=None, key="k").hands == (("9C",), ())
    assert JOKEREN.view(final, None, commitment=None, key="k").key == "k"
    assert JOKEREN.reveals_hidden(Draw("stock"))
    assert not JOKEREN.reveals_hidden(Draw("discard"))


def test_the_search_for_a_way_to_table_all_jokers_gives_up_j_blocked() -> None:
    """Five jokers on twelve runs go in a great many ways, and the card that was taken never goes with them."""
    whole = {**JOKERS, "packs": 2, "final_discard": "optional", "min_naturals": 2, "stock_out": "end_round"}
    runs = [
        f"{low}{suit} {middle}{suit} {high}{suit}"
        for suit in "SHC"
        for low, middle, high in (("3", "4", "5"), ("8", "9", "10"))
    ]
    state = position(rules(**whole), "QD 4D", other="JK JK JK JK JK", table=runs * 2)
    assert after(state, "discard QD", **whole).outcome.blocked


def test_a_set_lies_in_order_after_a_swap_j_swap() -> None:
    """By suit, and of two alike the joker first: a position that is given back is the same one."""
    options = rules(set_suits="any", min_naturals=0, packs=2, jokers=3)
    state = position(options, "QC 2C 3C", table=["set: JK:QS JK:QC JK:QC"])
    after = play(options, state, "swap m1 QC")
    assert after.table[0].cards == ("JK:QS", "JK:QC", "QC")


def test_one_ace_does_not_lie_at_both_ends_j_ace() -> None:
    options = rules(ace="both_ends", hand_size=15, max_players=2, packs=2)
    hand = tuple(face for face in FACES if face[-1] == "S")
    longest = max(len(meld.cards) for meld in makings(options.melds, hand))
    assert longest == 13
    assert max(len(meld.cards) for meld in makings(options.melds, ("AS", *hand))) == 14
