"""What may not be done now is told with its reason: every plausible action is legal or refused, and never both."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given

from engine import Refused
from engine.cards import HIDDEN, JOKER, held, is_joker
from engine.jokeren.actions import Discard, Draw, LayOff, SwapJoker
from engine.sjuan.actions import Pass, Play
from tests.engine.positions import JOKEREN, KEY, ME, position, rules
from tests.engine.strategies import Setting, few, games, walk
from tests.engine.test_laws import another_world, packed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engine.strategies import Moment

Told = list[tuple[Any, Refused]]
SOME = 0.3
"""The share of the moments of a game that are looked at."""


def some(setting: Setting) -> Iterator[Moment]:
    """Some moments of a random game."""
    rng = Random(setting.chance)
    return (moment for moment in walk(setting) if rng.random() < SOME)


def told(moment: Moment, state: Any, seat: int) -> Told:
    game = moment.before
    answer: Told = game.family.refused_actions(game.options, state, seat)
    return answer


def unknown_world(state: Any, seat: int) -> Any:
    """The position as this seat can tell it: nothing is known of other hands and the stock but how many cards."""
    hands = tuple(hand if at == seat else (HIDDEN,) * len(hand) for at, hand in enumerate(state.hands))
    stock = {"stock": (HIDDEN,) * len(state.stock)} if hasattr(state, "stock") else {}
    return msgspec.structs.replace(state, hands=hands, **stock)


def plainly(action: Any) -> Any:
    """The action with its cards as a hand holds them: whatever a joker is said to be, it is the same button."""
    cards = getattr(action, "cards", None)
    return action if cards is None else msgspec.structs.replace(action, cards=tuple(map(held, cards)))


def buttons_of_sjuan(state: Any) -> Iterator[Any]:
    """Each card of the hand, and the pass."""
    yield from map(Play, state.hands[state.turn.seat])
    yield Pass()


def buttons_of_jokeren(state: Any) -> Iterator[Any]:
    """Each draw, each card as a discard and on each meld, and each for the joker of a meld."""
    hand = set(state.hands[state.turn.seat])
    yield Draw("stock")
    yield Draw("discard")
    for card in hand:
        yield Discard(card)
        for meld in state.table:
            yield LayOff(meld.id, (card,))
            if card != JOKER and any(map(is_joker, meld.cards)):
                yield SwapJoker(meld.id, (card,))


BUTTONS = {"jokeren": buttons_of_jokeren, "sjuan": buttons_of_sjuan}
"""Everything that an app could show to the seat on turn, written out anew for each family."""


@few
@given(games())
def test_every_button_is_legal_or_refused_and_never_both(setting: Setting) -> None:
    for moment in some(setting):
        state = moment.before.state
        refused = [plainly(action) for action, _ in told(moment, state, moment.seat)]
        legal = {plainly(action) for action in moment.listed}
        assert len(set(refused)) == len(refused)
        assert legal.isdisjoint(refused)
        buttons = {*BUTTONS[moment.before.family.id](state)}
        assert buttons == {*refused} | legal & buttons


@few
@given(games())
def test_what_is_told_is_what_play_answers(setting: Setting) -> None:
    for moment in some(setting):
        game = moment.before
        for seat in range(setting.players):
            for action, refused in told(moment, game.state, seat):
                assert game.family.play(game.options, game.state, seat, action, key=game.key) == refused


@few
@given(games())
def test_who_is_not_on_turn_is_told_so_of_what_begins_and_ends_a_turn_j_turn_s_play(setting: Setting) -> None:
    """Of draws and discards in Jokeren, of cards and the pass in Sjuan."""
    for moment in some(setting):
        state = moment.before.state
        for seat in set(range(setting.players)) - {moment.seat}:
            answers = told(moment, state, seat)
            hand = list(dict.fromkeys(state.hands[seat]))
            always = {
                "jokeren": [Draw("stock"), Draw("discard"), *map(Discard, hand)],
                "sjuan": [*map(Play, hand), Pass()],
            }
            assert [action for action, _ in answers] == always[moment.before.family.id]
            assert {no.code for _, refused in answers for no in refused.refusals} == {"not_your_turn"}


@few
@given(games())
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_told(setting: Setting) -> None:
    rng = Random(setting.chance)
    for moment in some(setting):
        state = moment.before.state
        for seat in range(setting.players):
            for other in (another_world(state, seat, rng), unknown_world(state, seat)):
                assert packed(told(moment, other, seat)) == packed(told(moment, state, seat))


@pytest.mark.parametrize(
    ("options", "hand", "table", "more", "answer"),
    [
        ({}, "4H 9C", ["5H 6H 7H"], {}, {"draw stock": "already_drawn", "draw discard": "already_drawn", "lay m1 9C": "does_not_fit"}),
        ({}, "JK 9C", ["5H 6H 7H"], {}, {"draw stock": "already_drawn", "draw discard": "already_drawn", "lay m1 9C": "does_not_fit"}),
        (
            {"joker_declaration": "required", "max_jokers_per_meld": 1}, "JK 2C", ["9S 9H JK:9D"], {},
            {"draw stock": "already_drawn", "draw discard": "already_drawn", "lay m1 2C": "does_not_fit", "lay m1 JK:9C": "too_many_jokers", "swap m1 2C": "no_such_joker"},
        ),
        (
            {"joker_declaration": "required", "joker_discard": False}, "JK", ["9S 9H 9D"], {},
            {"draw stock": "already_drawn", "draw discard": "already_drawn", "lay m1 JK:9C": "last_card_must_be_discarded", "discard JK": "joker_discard_forbidden"},
        ),
        (
            {"draw_discard": "never"}, "2C", [], {"phase": "draw", "stock": "2D 3D", "discard": "3C"},
            {"draw discard": "discard_draw_forbidden", "discard 2C": "draw_first"},
        ),
        (
            {"joker_swap": "never"}, "9D 2C", ["9S 9H JK"], {"opened": (True, False), "tabled": (False, False)},
            {"draw stock": "already_drawn", "draw discard": "already_drawn", "lay m1 2C": "does_not_fit", "swap m1 2C": "swap_forbidden", "swap m1 9D": "swap_forbidden"},
        ),
        (
            {"set_joker_swap": "both_missing"}, "9D 9C 2C", ["9S 9H JK"], {},
            {"draw stock": "already_drawn", "draw discard": "already_drawn", "lay m1 2C": "does_not_fit", "swap m1 2C": "no_such_joker", "swap m1 9D": "swap_needs_both", "swap m1 9C": "swap_needs_both"},
        ),
    ],
)  # fmt: skip
def test_a_grey_button_has_its_reason(
    options: dict[str, Any], hand: str, table: list[str], more: dict[str, Any], answer: dict[str, str]
) -> None:
    own = rules(**options)
    told = JOKEREN.refused_actions(own, position(own, hand, table=table, **more), ME)
    assert {written(action): refused.refusals[0].code for action, refused in told} == answer


def written(action: Any) -> str:
    """An action as `positions.action` reads it."""
    match action:
        case Draw():
            return f"draw {action.source}"
        case Discard():
            return f"discard {action.card}"
        case LayOff():
            return f"lay {action.meld} {' '.join(action.cards)}"
    return f"swap {action.meld} {' '.join(action.cards)}"


def test_when_the_round_is_over_that_is_the_reason_j_out() -> None:
    options = rules()
    over = JOKEREN.play(options, position(options, "9C", other="2S 3S"), ME, Discard("9C"), key=KEY).state
    answers = JOKEREN.refused_actions(options, over, 0)
    assert [action for action, _ in answers] == [Draw("stock"), Draw("discard"), Discard("2S"), Discard("3S")]
    assert {refused.refusals[0].code for _, refused in answers} == {"round_over"}


def test_a_full_hand_and_a_full_table_are_answered_at_once() -> None:
    options = rules("jokeren-13", joker_declaration="optional", set_joker_swap="either_missing")
    table = [f"{rank}S {rank}H JK" for rank in ("2", "3", "4", "5")]
    table += [f"{rank}D JK:{rank}C {rank}H" for rank in ("6", "7")]
    table += ["8S 9S 10S", "8H 9H 10H", "8D 9D 10D", "8C 9C 10C", "JS QS KS", "JH QH KH"]
    hand = "2D 2C 3D 3C 4D 4C 5D 5C 7S JC QC KC AC AD"
    options = msgspec.structs.replace(options, jokers=6)
    state = position(options, hand, table=table)
    JOKEREN.refused_actions(options, state, ME)
    began = process_time()
    answers = JOKEREN.refused_actions(options, state, ME)
    assert len(answers) > 200
    assert process_time() - began < 0.1
