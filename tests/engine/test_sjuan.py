"""Sjuan as the rulebook has it: the examples as a table, what forced play makes impossible, and a second judge."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Code, Refused, Ruleset, Step, inquiry, match, standing
from engine.cards import FACES, sort_hand
from engine.results import Outcome
from engine.shuffle import round_key, shuffle
from engine.sjuan.actions import Pass, Passed, Play
from tests.engine import naive_sjuan as naive
from tests.engine.sjuan import KEY, OTHERS, SJUAN, layout, position
from tests.engine.sjuan import ruleset as rules
from tests.engine.strategies import Setting, house_rules, law, resolved, walk

if TYPE_CHECKING:
    from engine.sjuan.state import SjuanState


def does(state: SjuanState, what: str, ruleset: Ruleset | None = None) -> Any:
    """The position after a card of the seat on turn, or `pass`; or the code and the clause of the no."""
    action = Pass() if what == "pass" else Play(what)
    after = inquiry.after(ruleset or rules(), state, state.turn.seat, [action], key=KEY)
    if isinstance(after, Refused):
        (no,) = after.refusals
        return no.code.value, no.clause
    return after


@pytest.mark.parametrize(
    ("hand", "lies", "what", "options", "no"),
    [
        pytest.param("7C 7D KH", "", "7C", {}, None, id="S.start the seven of clubs begins"),
        pytest.param("7C 7D KH", "", "7D", {}, "opening_card_first S.start", id="S.start no other seven first"),
        pytest.param("7C 7D KH", "", "KH", {}, "opening_card_first S.start", id="S.start no other card first"),
        pytest.param("7C KH", "", "pass", {}, "pass_before_opening S.start", id="S.start nobody passes before"),
        pytest.param(
            "7C KH", "", "pass", {"voluntary_pass": "allowed"}, "pass_before_opening S.start",
            id="S.start nobody passes before, also where passing is allowed",
        ),
        pytest.param("7C 7H", "", "7H", {"opening_card": "7H"}, None, id="S.start another seven by a house rule"),
        pytest.param("6C 9C", "7C 8C", "6C", {}, None, id="S.play the card below"),
        pytest.param("6C 9C", "7C 8C", "9C", {}, None, id="S.play the card above"),
        pytest.param("5C 10C", "7C 8C", "5C", {}, "not_next_in_suit S.play", id="S.play not one further below"),
        pytest.param("5C 10C", "7C 8C", "10C", {}, "not_next_in_suit S.play", id="S.play not one further above"),
        pytest.param("7D 2C", "7C 8C", "7D", {}, None, id="S.play any seven"),
        pytest.param("8D 9C", "7C 8C", "8D", {}, "suit_not_open S.play", id="S.play no suit without its seven"),
        pytest.param("9C 2H", "7C 8C", "10C", {}, "card_not_in_hand S.play", id="S.play a card of the own hand"),
        pytest.param("7D 2C", "7C 8C", "pass", {}, "must_play S.must_play", id="S.must_play the only card that fits"),
        pytest.param("2C 3H", "7C 8C", "pass", {}, None, id="S.must_play a pass when no card fits"),
        pytest.param(
            "7D 2C", "7C 8C", "pass", {"voluntary_pass": "allowed"}, None, id="S.must_play a pass by a house rule"
        ),
        pytest.param(
            "6C 9H", "7C", "6C", {"eight_before_six": True}, "eight_before_six S.must_play",
            id="S.must_play the eight before the six",
        ),
        pytest.param("6C 9H", "7C 8C", "6C", {"eight_before_six": True}, None, id="S.must_play the eight lies"),
        pytest.param(
            "6C 9H", "7C", "pass", {"eight_before_six": True}, None, id="S.must_play a six that waits does not fit"
        ),
        pytest.param("AC 9H", "2C 3C 4C 5C 6C 7C", "AC", {}, None, id="S.ace low below the two"),
        pytest.param(
            "AC 9H", "7C 8C 9C 10C JC QC KC", "AC", {}, "not_next_in_suit S.play", id="S.ace low, not above the king"
        ),
        pytest.param("AC 9H", "7C 8C 9C 10C JC QC KC", "AC", {"ace": "high"}, None, id="S.ace high above the king"),
        pytest.param(
            "AC 9H", "2C 3C 4C 5C 6C 7C", "AC", {"ace": "high"}, "not_next_in_suit S.play",
            id="S.ace high, not below the two",
        ),
        pytest.param("2C 9H", "3C 4C 5C 6C 7C", "2C", {"ace": "high"}, None, id="S.ace high, the two ends the suit"),
    ],
)  # fmt: skip
def test_a_card_or_a_pass_by_the_rulebook(
    hand: str, lies: str, what: str, options: dict[str, Any], no: str | None
) -> None:
    """S.start, S.play, S.must_play and S.ace; the examples of the rulebook are among them."""
    ruleset = rules(**options)
    state = position(f"{hand} | {OTHERS}", lies, ruleset)
    after = does(state, what, ruleset)
    if no is not None:
        assert " ".join(after) == no
        return
    assert after.turn.seat == 1
    assert (what in after.hands[0]) is False
    assert what == "pass" or what in after.layout.row(what[-1])


def test_a_refusal_names_the_cards_that_would_do() -> None:
    """S.play and S.must_play: the figures of a no."""
    state = position(f"5C 6C 9C 10H | {OTHERS}", "7C 8C")
    facts = {}
    for action in (Play("5C"), Play("10H"), Pass()):
        refused = SJUAN.play(rules().resolved, state, 0, action, key=KEY)
        assert isinstance(refused, Refused)
        facts[refused.refusals[0].code] = refused.refusals[0].facts
    assert facts[Code.NOT_NEXT_IN_SUIT].cards == ("6C", "9C")
    assert facts[Code.SUIT_NOT_OPEN].missing == ("7H",)
    assert facts[Code.MUST_PLAY].cards == ("6C", "9C")


def test_only_the_seat_on_turn_acts_and_never_twice() -> None:
    """S.play: one card a turn."""
    state = position(f"6C 9C | {OTHERS}", "7C 8C")
    twice = inquiry.after(rules(), state, 0, [Play("6C"), Play("9C")], key=KEY)
    assert isinstance(twice, Refused)
    assert [(no.code, no.action) for no in twice.refusals] == [(Code.NOT_YOUR_TURN, 1)]


@pytest.mark.parametrize(
    ("players", "counts"),
    [(3, [17, 18, 17]), (4, [13] * 4), (5, [10, 10, 11, 11, 10]), (6, [8, 8, 9, 9, 9, 9])],
)
def test_the_whole_pack_is_dealt_and_the_first_from_the_dealers_left_have_one_more(
    players: int, counts: list[int]
) -> None:
    """S.players, S.pack, S.deal: seat 1 has dealt but among three, where it is seat 0."""
    dealer = 0 if players == 3 else 1
    state = match.deal(rules(), players, number=1, dealer=dealer, key=KEY)
    assert list(map(len, state.hands)) == counts
    assert sort_hand(card for hand in state.hands for card in hand) == FACES
    assert "7C" in state.hands[state.turn.seat]
    first = shuffle(FACES, KEY)[0]
    assert first in state.hands[(dealer + 1) % players]


def test_the_first_empty_hand_ends_the_round_and_cards_left_cost_a_point_each() -> None:
    """S.end, S.score: hands of 3 and 7 left are 3 and 7 points, a king costs 1, and the winner 0."""
    state = position("9C | KH KD KS | 2C 3C 4C 2D 3D 4D 2S", "7C 8C")
    after = does(state, "9C")
    assert after.turn.phase == "over"
    assert (after.outcome.winner, after.outcome.blocked, after.outcome.points) == (0, False, (0, 3, 7))
    assert after.outcome.costs == ((), (1,) * 3, (1,) * 7)


def test_totals_of_the_rulebooks_example_end_the_game() -> None:
    """S.game_end: totals 44 31 20, hands left 6 2 0: 50 33 20, the game is over and 20 wins."""
    before = Outcome(winner=2, points=(44, 31, 20))
    given_state = {
        "hands": [tuple(hand.split()) for hand in ("2C 3C 4C 2D 3D 4D", "2S 3S", "9C")],
        "turn": {"seat": 2, "phase": "play"},
        "layout": layout("7C 8C"),
        "round": 2,
        "past_rounds": (before,),
    }
    begun = match.start_from(rules(), 3, given_state, seed=KEY)
    assert isinstance(begun, match.Played)
    played = match.play(begun.game, 2, [Play("9C")])
    assert isinstance(played, match.Played)
    assert standing.totals(played.game) == (50, 33, 20)
    assert standing.status(played.game) == "finished"
    assert standing.winners(played.game) == (2,)


TABLE = dict.fromkeys(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10"), 1) | {"J": 2, "Q": 3, "K": 5}


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, (0, 3, 2)),
        ({"hand_penalties": "pips"}, (0, 31, 7)),
        ({"hand_penalties": "table", "penalty_table": TABLE}, (0, 9, 2)),
    ],
)
def test_dearer_high_cards(options: dict[str, Any], points: tuple[int, ...]) -> None:
    """S.score: a king, an ace and a queen on one hand, a two and a five on another."""
    ruleset = rules(**options)
    after = does(position("9C | KH AH QD | 2S 5S", "7C 8C", ruleset), "9C", ruleset)
    assert after.outcome.points == points


def test_a_block_where_everybody_passes_though_somebody_could_play() -> None:
    """S.block with voluntary passes: nobody wins, all score, and nobody who could not play pays a fine."""
    ruleset = rules(voluntary_pass="allowed", voluntary_pass_fine=2)
    state = position("9C 2C | 2D 3D | 2S", "7C 8C", ruleset)
    for _ in range(3):
        state = does(state, "pass", ruleset)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.blocked) == (None, True)
    assert state.outcome.points == (2 + 2, 2, 1)
    assert state.outcome.fines == (2, 0, 0)
    assert SJUAN.next_dealer(ruleset.resolved, state) == (state.dealer + 1) % 3


def test_a_card_between_two_passes_begins_the_count_anew() -> None:
    """S.block: passes in succession."""
    ruleset = rules(voluntary_pass="allowed")
    state = position("9C 2C 3C | 2D 3D | 2S 3S", "7C 8C", ruleset, passes=2)
    assert does(state, "9C", ruleset).passes == 0
    assert does(state, "pass", ruleset).outcome.blocked


def test_a_fine_that_reaches_the_limit_ends_the_game_in_the_middle_of_the_deal() -> None:
    """S.game_end: the cards of that deal are not counted."""
    ruleset = rules(voluntary_pass="allowed", voluntary_pass_fine=3)
    begun = match.start_from(
        ruleset,
        3,
        {
            "hands": [("9C", "2C"), ("2D", "3D"), ("2S",)],
            "turn": {"seat": 0, "phase": "play"},
            "layout": layout("7C 8C"),
            "round": 2,
            "past_rounds": (Outcome(winner=2, points=(47, 31, 0)),),
        },
        seed=KEY,
    )
    assert isinstance(begun, match.Played)
    played = match.play(begun.game, 0, [Pass()])
    assert isinstance(played, match.Played)
    assert played.facts[0] == Passed(0, 3)
    outcome = played.game.state.outcome
    assert (outcome.winner, outcome.blocked, outcome.broken_off, outcome.points) == (
        None,
        False,
        True,
        (3, 0, 0),
    )
    assert standing.totals(played.game) == (50, 31, 0)
    assert standing.winners(played.game) == (2,)
    assert isinstance(match.deal_next(played.game), Refused)


def test_a_fine_counts_at_once() -> None:
    """S.game_end: totals hold the fines of the round that is being played."""
    ruleset = rules(voluntary_pass="allowed", voluntary_pass_fine=3)
    begun = match.start(ruleset, 4, seed=KEY)
    assert isinstance(begun, match.Played)
    game = begun.game
    while True:
        seat = game.state.turn.seat
        listed = match.legal_actions(game, seat)
        wants = Pass() if len(listed) > 1 and Pass() in listed else listed[0]
        played = match.play(game, seat, [wants])
        assert isinstance(played, match.Played)
        game = played.game
        if wants == Pass():
            break
    assert standing.totals(game) == tuple(3 * (at == seat) for at in range(4))


@pytest.mark.parametrize(("rotation", "dealer"), [("winner", 0), ("left", 2)])
def test_the_winner_deals_or_the_deal_goes_round(rotation: str, dealer: int) -> None:
    """S.dealer."""
    ruleset = rules(dealer_rotation=rotation)
    after = does(position("9C | 2D | 2S", "7C 8C", ruleset, dealer=1), "9C", ruleset)
    assert SJUAN.next_dealer(ruleset.resolved, after) == dealer


@law
@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**32))
def test_no_round_is_blocked_while_who_can_play_must(seed: bytes, chance: int) -> None:
    """S.block: some card always fits, whatever is played, with each number of players and where the ace lies."""
    rng = Random(chance)
    ruleset = rules(
        ace=rng.choice(("low", "high")),
        eight_before_six=rng.random() < 0.5,
        opening_card=rng.choice(("7C", "7D", "7H", "7S")),
    )
    setting = Setting(ruleset, rng.randint(3, 6), seed, chance)
    for moment in walk(setting):
        state = moment.played.game.state
        assert state.passes < setting.players
        if state.outcome is None:
            playable = [
                card
                for hand in state.hands
                for card in hand
                if naive.may_play(ruleset.resolved, history(state), card)
            ]
            assert playable
        else:
            assert state.outcome.winner is not None


def history(state: SjuanState) -> list[naive.Done]:
    """Plays that lead to the rows that lie, whoever made them."""
    rows = (state.layout.clubs, state.layout.diamonds, state.layout.hearts, state.layout.spades)
    return [naive.Done(0, card) for row in rows for card in row]


@st.composite
def settings_of_sjuan(draw: st.DrawFn) -> Setting:
    ruleset = resolved("sjuan", draw(house_rules("sjuan")))
    players = draw(st.integers(ruleset.resolved.min_players, ruleset.resolved.max_players))
    return Setting(ruleset, players, draw(st.binary(min_size=32, max_size=32)), draw(st.integers(0, 2**32)))


@law
@given(settings_of_sjuan())
def test_a_naive_second_judge_agrees_at_every_step(setting: Setting) -> None:
    """S.play, S.start, S.must_play, S.ace, S.end, S.block, S.score, S.game_end: what is legal, and how a round ends."""
    options = setting.rules.resolved
    dealt, done, before = setting.start().state.hands, list[naive.Done](), [0] * setting.players
    number = 1
    for moment in walk(setting, rounds=3):
        state = moment.before.state
        if state.round != number:
            number, dealt, done = state.round, state.hands, []
            before = list(standing.totals(moment.before))
        listed = {getattr(action, "card", None) for action in moment.listed}
        assert listed == naive.may_do(options, dealt, done, moment.seat)
        done.append(naive.Done(moment.seat, getattr(moment.action, "card", None)))
        result, outcome = naive.ended(options, dealt, done, before), moment.played.game.state.outcome
        assert (result is None) == (outcome is None)
        if result is not None:
            assert result == (outcome.winner, outcome.blocked, outcome.broken_off, list(outcome.points))


def test_a_deal_can_be_dealt_again_from_its_key() -> None:
    """S.deal: the shuffle of the contract, one card at a time from the dealer's left."""
    key = round_key(KEY, 1)
    begun = match.start(rules(), 4, seed=KEY, dealer=2)
    assert isinstance(begun, match.Played)
    cards = shuffle(FACES, key)
    assert begun.game.state.hands[3] == sort_hand(cards[0::4])
    assert begun.game.state.hands[2] == sort_hand(cards[3::4])


def test_an_action_of_another_game_means_nothing_here() -> None:
    """A no, and never a fault."""
    from engine.jokeren.actions import Discard  # noqa: PLC0415

    state = position(f"6C 9C | {OTHERS}", "7C 8C")
    answer = inquiry.after(rules(), state, 0, [Discard("6C")], key=KEY)
    assert isinstance(answer, Refused)
    assert answer.refusals[0].code == Code.NOT_IN_THIS_GAME
    assert inquiry.repairs(rules(), state, 0, [Discard("6C")], answer, key=KEY) == ()
    assert isinstance(SJUAN.judge_melds(rules().resolved, [], round_number=1), Refused)
    assert isinstance(SJUAN.analyze_hand(rules().resolved, {}), Refused)
    assert isinstance(SJUAN.play(rules().resolved, state, 0, Play("6C"), key=KEY), Step)
