"""What mends a refused list of actions: every repair is accepted whole, is something else, and shows nothing hidden."""

from __future__ import annotations

import re
from random import Random
from string import Formatter
from time import process_time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given

from engine import Refused, match
from engine.cards import HIDDEN, JOKER, held
from engine.clauses import CLAUSES
from engine.jokeren.actions import Discard, Draw, DrawSeen, LayOff, Meld, SwapJoker
from engine.jokeren.repairs.trial import size_of_change
from engine.refusals import Code, Facts, at_action
from engine.repairs import Repair, RepairCode
from engine.sentences import REPAIRS, repair_sentence
from engine.texts import LANGUAGES
from tests.engine.positions import JOKEREN, KEY, ME, action, position, rules, ruleset
from tests.engine.positions import given as given_position
from tests.engine.strategies import Setting, choose, few, games, plausible
from tests.engine.test_laws import another_world, packed
from tests.engine.test_refused import some, unknown_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engine.strategies import Moment


def sent(moment: Moment, rng: Random) -> list[Any]:
    """A few actions of the seat on turn, as it might ask them: legal ones first, and then one that might be meant."""
    game, state, seat = moment.before, moment.before.state, moment.seat
    actions: list[Any] = []
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        listed = game.family.legal_actions(game.options, state)
        forward = [one for one in listed if not game.family.takes_back(one)]
        if not forward:
            break
        actions.append(choose(game.family, forward, rng))
        if actions[-1] == Draw("stock"):
            break
        state = game.family.play(game.options, state, seat, actions[-1], key=game.key).state
        if state.outcome is not None or state.turn.seat != seat:
            state = game.state
            break
    listed = game.family.legal_actions(game.options, state)
    actions.append(plausible(game.family, state, listed, rng))
    if rng.random() < 0.4:
        actions.append(Discard(rng.choice(game.state.hands[seat])))
    return actions


def asked(game: match.Game, seat: int, actions: list[Any]) -> tuple[Repair, ...] | None:
    """The repairs of a list that a game refuses, None where it does not."""
    refused = match.play(game, seat, actions)
    if not isinstance(refused, Refused):
        return None
    return game.family.repairs(game.options, game.state, seat, actions, refused, key=game.key)


@few
@given(games())
def test_every_repair_is_accepted_whole_and_is_something_else(setting: Setting) -> None:
    rng = Random(setting.chance)
    for moment in some(setting):
        actions = sent(moment, rng)
        mended = asked(moment.before, moment.seat, actions) or ()
        lists = [repair.actions for repair in mended]
        assert len(mended) <= 3
        assert len(set(lists)) == len(lists)
        sizes = [size_of_change(tuple(actions), one) for one in lists]
        assert sizes == sorted(sizes)
        for repair in mended:
            assert repair.actions
            assert list(repair.actions) != actions
            assert isinstance(match.play(moment.before, moment.seat, repair.actions), match.Played), repair
            for language in LANGUAGES:
                assert "{" not in repair_sentence(repair.code, repair.facts, language)


def slips(right: Any, state: Any, rng: Random) -> Iterator[Any]:
    """An action as it might be asked by a slip: a card too many or too few, another card or meld, a joker unsaid."""
    spare = list(state.hands[state.turn.seat])
    if isinstance(right, Discard):
        yield Discard(rng.choice(spare))
    if not isinstance(right, Meld | LayOff | SwapJoker):
        return
    for card in right.cards:
        spare.remove(held(card))
    cards, other = list(right.cards), rng.choice(spare or [JOKER])
    at = rng.randrange(len(cards))
    with_cards = [(*cards, other), (*cards[:at], other, *cards[at + 1 :]), tuple(map(held, cards))]
    with_cards += [(*cards[:at], *cards[at + 1 :])] if len(cards) > 1 else []
    for slipped in with_cards:
        yield msgspec.structs.replace(right, cards=tuple(slipped))
    if isinstance(right, Meld):
        yield Meld(tuple(map(held, cards)))
    else:
        yield type(right)(rng.choice(state.table).id, right.cards)
        yield (LayOff if isinstance(right, SwapJoker) else SwapJoker)(right.meld, right.cards)


def discards_after(moment: Moment, right: Any) -> list[Any]:
    """How the turn may end when an action was done; nothing where it ends by itself, or goes on with what it showed."""
    played = match.play(moment.before, moment.seat, [right])
    if not isinstance(played, match.Played) or moment.before.family.reveals_hidden(right):
        return []
    return [one for one in match.legal_actions(played.game, moment.seat) if isinstance(one, Discard)]


@few
@given(games())
def test_no_repair_is_larger_than_the_slip(setting: Setting) -> None:
    """Who lays the whole hand where a card must be kept means to go out, and is told how, which is one more change."""
    rng = Random(setting.chance)
    for moment in some(setting):
        right = rng.choice(moment.listed)
        ends = discards_after(moment, right)
        then = [rng.choice(ends)] if ends and rng.random() < 0.5 else []
        for wrong in slips(right, moment.before.state, rng):
            refused = match.play(moment.before, moment.seat, [wrong, *then])
            if isinstance(refused, Refused) and refused.refusals[0].code != Code.LAST_CARD_MUST_BE_DISCARDED:
                best = (asked(moment.before, moment.seat, [wrong, *then]) or (None,))[0]
                assert best is not None, (wrong, right, then)
                size = size_of_change((wrong, *then), best.actions)
                assert size <= size_of_change((wrong, *then), (right, *then)), (wrong, right, then, best)


@few
@given(games())
def test_what_a_seat_cannot_know_changes_no_repair(setting: Setting) -> None:
    rng = Random(setting.chance)
    for moment in some(setting):
        game, seat, actions = moment.before, moment.seat, sent(moment, rng)
        here = packed(asked(game, seat, actions))
        other = msgspec.structs.replace(game, state=another_world(game.state, seat, rng))
        assert packed(asked(other, seat, actions)) == here
        refused, state = match.play(game, seat, actions), unknown_world(game.state, seat)
        if isinstance(refused, Refused):
            told = game.family.repairs(game.options, state, seat, actions, refused, key=game.key)
            assert packed(told) == here


@few
@given(games())
def test_who_is_not_on_turn_is_offered_nothing_j_turn(setting: Setting) -> None:
    for moment in some(setting):
        seat = (moment.seat + 1) % setting.players
        assert asked(moment.before, seat, [moment.action]) == ()


NEW = {"opened": (True, False)}
PILE = {"phase": "draw", "stock": "2D 3D", "discard": "3C 9D"}
MUST = {"draw_discard": "must_table"}
FIRST = {**NEW, "turns_taken": (0, 0)}
RUN, SPADES = ("5D JK:6D 7D",), ("5D JK:6D 7D", "4S 5S 6S")
DIAMONDS = ("6D 7D 8D",)
LOW, HIGH = ("5D 6D 7D",), ("2S 3S 4S", "5D 6D 7D")


class Row(msgspec.Struct, frozen=True):
    """A list that is refused with a code, and what mends it best: the code of the repair and the whole list."""

    refusal: str
    hand: str
    sent: str
    repair: str
    mended: str
    options: dict[str, Any] = {}
    table: tuple[str, ...] = ()
    more: dict[str, Any] = {}

    @property
    def id(self) -> str:
        return f"{self.refusal}: {self.sent} -> {self.repair}"


# fmt: off
ROWS = [
    # whose turn it is, and draws
    Row("not_your_turn", "4H 5H 6H 2C 3C", "discard 2C; meld 4H 5H 6H", "discard_last", "meld 4H 5H 6H; discard 2C", more={"stock": "2D"}),
    Row("not_your_turn", "4H 5H 6H 2C 3C", "discard 2C; draw stock", "stop_at_end", "discard 2C", more={"stock": "2D"}),
    Row("not_your_turn", "4H 2C 3C", "discard 2C; discard 3C", "leave_out", "discard 3C", more={"stock": "2D"}),
    Row("round_over", "2C", "discard 2C; draw stock", "stop_at_end", "discard 2C", more={"stock": "2D"}),
    Row("draw_first", "4H 5H 6H 2C", "meld 4H 5H 6H", "draw_from_discard", "draw discard; meld 4H 5H 6H", more=PILE),
    Row("draw_first", "4H 5H 6H 2C", "meld 4H 5H 6H; discard 2C", "draw_from_stock", "draw stock", {"draw_discard": "never"}, more=PILE),
    Row("draw_first", "4H 5H 6H 2C", "meld 4H 5H 6H; draw discard; discard 2C", "draw_from_discard", "draw discard; meld 4H 5H 6H; discard 2C", more=PILE),
    Row("already_drawn", "4H 5H", "draw discard; draw discard; discard 4H", "draw_once", "draw discard; discard 4H", more=PILE),
    Row("already_drawn", "4H 5H 2C", "draw stock; discard 2C", "draw_once", "discard 2C", more={"stock": "2D"}),
    Row("discard_draw_forbidden", "4H 5H", "draw discard; discard 4H", "draw_from_stock", "draw stock", {"draw_discard": "never"}, more=PILE),
    Row("discard_draw_too_early", "4H 5H", "draw discard", "draw_from_stock", "draw stock", {"draw_discard_from_turn": 4}, more=PILE),
    Row("discard_pile_empty", "4H 5H", "draw discard", "draw_from_stock", "draw stock", more={**PILE, "discard": ""}),
    Row("stock_empty", "4H 5H", "draw stock; discard 4H", "draw_from_discard", "draw discard; discard 4H", more={"phase": "draw", "discard": "9D"}),
    Row("draw_must_be_last", "4H 5H", "draw stock; discard 4H", "stop_after_draw", "draw stock", more=PILE),
    Row("draw_must_be_last", "4H 5H", "draw stock; discard 4H", "draw_once", "discard 4H", more={"stock": "2D"}),
    Row("nothing_to_take_back", "4H 5H", "back; discard 4H", "leave_out_take_back", "discard 4H"),
    Row("stock_draw_stays", "4H 5H", "draw stock; back; discard 4H", "leave_out_take_back", "draw stock; discard 4H", more=PILE),
    Row("card_not_in_hand", "4H 5H 6H 7H 2C", "lay m1 7H; meld 4H 5H 6H 7H; discard 2C", "leave_out", "lay m1 7H; meld run 4H 5H 6H; discard 2C", table=("7S 7D 7C",)),
    Row("card_not_in_hand", "4H 5H JK 2C", "meld 4H 5H 6H; discard 2C", "lay_instead", "meld run 4H 5H JK:6H; discard 2C"),
    Row("card_not_in_hand", "9D JK", "lay m1 9D; discard 9D", "declare_joker", "lay m1 JK:9D; discard 9D", {"joker_discard": False}, DIAMONDS),
    Row("card_not_in_hand", "JK 4C 5C 2C", "lay m1 JK:9D; meld 4C 5C JK; discard 2C", "leave_out", "meld 4C 5C JK; discard 2C", table=DIAMONDS),
    Row("card_not_in_hand", "4H KD 2C", "discard 9S", "discard_instead", "discard KD"),
    # melds
    Row("meld_too_small", "7S 8S 9S 2C", "meld 7S 8S; discard 2C", "add_cards", "meld run 7S 8S 9S; discard 2C"),
    Row("meld_too_small", "8D 9D 2C", "meld 8D 9D; discard 2C", "lay_off_instead", "lay m1 8D 9D; discard 2C", table=LOW),
    Row("set_too_large", "7S 7H 7D 7C JK 2C", "meld 7S 7H 7D 7C JK; discard 2C", "leave_out", "meld set 7S 7H 7D 7C; discard 2C"),
    Row("set_mixed_ranks", "7S 7H 8D 7C 2C", "meld set 7S 7H 8D; discard 2C", "lay_instead", "meld set 7S 7H 7C; discard 2C"),
    Row("set_same_suit", "9S 9H 9D 9D 2C", "meld 9S 9H 9D 9D; discard 2C", "leave_out", "meld set 9S 9H 9D; discard 2C", {"packs": 2}),
    Row("run_mixed_suits", "7S 8S 9H 9S 2C", "meld run 7S 8S 9H; discard 2C", "lay_instead", "meld run 7S 8S 9S; discard 2C"),
    Row("run_not_consecutive", "4H 5H 6H 7H 2C", "meld 4H 5H 7H; discard 2C", "add_cards", "meld run 4H 5H 6H 7H; discard 2C"),
    Row("run_not_consecutive", "4H 5H 6H 8H 2C", "meld 4H 5H 6H 8H; discard 2C", "leave_out", "meld run 4H 5H 6H; discard 2C"),
    Row("run_not_consecutive", "4H 5H 7H JK 2C", "meld 4H 5H 7H; discard 2C", "add_cards", "meld run 4H 5H JK:6H 7H; discard 2C"),
    Row("run_round_the_corner", "QH KH AH 2H 2C", "meld QH KH AH 2H; discard 2C", "leave_out", "meld run QH KH AH; discard 2C"),
    Row("run_ace_side", "10H JH QH KH AH 2C", "meld JH QH KH AH; discard 2C", "leave_out", "meld run JH QH KH; discard 2C", {"ace": "low"}),
    Row("not_a_meld", "4C 5C 6C KS 2C", "meld 4C 5C KS; discard 2C", "lay_instead", "meld run 4C 5C 6C; discard 2C"),
    Row("joker_undeclared", "9S 9H JK 2C", "meld 9S 9H JK; discard 2C", "declare_joker", "meld set 9S 9H JK:9D; discard 2C", {"joker_declaration": "required"}),
    Row("joker_undeclared", "JK 3C 2C", "lay m1 JK; discard 2C", "declare_joker", "lay m1 JK:9C; discard 2C", {"joker_declaration": "required"}, ("9S 9H 9D",)),
    Row("meld_ambiguous", "7S JK JK 2C", "meld 7S JK JK; discard 2C", "name_kind", "meld set 7S JK JK; discard 2C"),
    Row("too_few_naturals", "JK JK JK 7S 2C", "meld JK JK JK; discard 2C", "add_cards", "meld run 7S JK:8S JK:9S JK:10S; discard 2C", {"jokers": 3}),
    Row("too_many_jokers", "5S JK JK 8S 7S 2C", "meld 5S JK JK 8S; discard 2C", "lay_instead", "meld run 5S JK:6S 7S 8S; discard 2C", {"max_jokers_per_meld": 1}),
    Row("jokers_too_close", "5S JK JK 8S 7S 2C", "meld run 5S JK JK 8S; discard 2C", "add_cards", "meld run 5S JK:6S 7S 8S JK:9S; discard 2C", {"min_cards_between_jokers": 2}),
    Row("jokers_outnumber", "7S JK JK 8S 2C", "meld run 7S JK JK; discard 2C", "add_cards", "meld run 7S 8S JK:9S JK:10S; discard 2C", {"jokers_may_outnumber": False}),
    # opening
    Row("opening_too_early", "8D 9D 10D 2C", "meld 8D 9D 10D; discard 2C", "lay_off_instead", "lay m1 8D 9D 10D; discard 2C", {"opening_from_turn": 3}, LOW, NEW),
    Row("opening_below_threshold", "4H 5H 6H 8S 8H 8D 2C", "meld 4H 5H 6H; discard 2C", "complete_opening", "meld 4H 5H 6H; meld set 8S 8H 8D; discard 2C", {"opening_points": [30]}, more=NEW),
    Row("opening_below_threshold", "8H 9H 10H JH 2C", "meld 8H 9H 10H; discard 2C", "add_cards", "meld run 8H 9H 10H JH; discard 2C", {"opening_points": [30]}, more=NEW),
    Row("opening_melds_missing", "4H 5H 6H 8S 8H 8D 2C", "meld 4H 5H 6H; discard 2C", "lay_as_well", "meld 4H 5H 6H; meld set 8S 8H 8D; discard 2C", {"opening_melds": [["set"]]}, more=NEW),
    Row("lay_off_before_opening", "8D 2C 4H 5H 6H", "lay m1 8D; meld 4H 5H 6H; discard 2C", "open_first", "meld 4H 5H 6H; lay m1 8D; discard 2C", {"lay_off": "after_opening"}, LOW, NEW),
    Row("lay_off_before_opening", "8D 9D 10D JD 2C 4H 5H 6H", "lay m1 8D 9D 10D JD", "lay_first", "meld run 4H 5H 6H; lay m1 8D 9D 10D JD", {"lay_off": "after_opening"}, LOW, NEW),
    Row("swap_before_opening", "6D 2C 4H 5H 6H", "swap m1 6D", "lay_first", "meld run 4H 5H 6H; swap m1 6D", {"joker_swap": "after_opening"}, RUN, NEW),
    Row("lay_off_next_turn", "8D 2C 4H 5H 6H", "meld 4H 5H 6H; lay m1 8D; discard 2C", "leave_out", "meld 4H 5H 6H; discard 2C", {"lay_off": "turn_after_opening"}, LOW, NEW),
    Row("swap_next_turn", "6D 2C 4H 5H 6H", "meld 4H 5H 6H; swap m1 6D; discard 2C", "leave_out", "meld 4H 5H 6H; discard 2C", {"joker_swap": "turn_after_opening"}, RUN, NEW),
    # laying off and swapping
    Row("meld_unknown", "8D 2C", "lay m7 8D; discard 2C", "lay_off_instead", "lay m2 8D; discard 2C", table=HIGH),
    Row("meld_full", "JK 2C", "lay m1 JK; discard 2C", "lay_off_instead", "lay m2 JK:4C; discard 2C", table=("7S 7H 7D 7C", "5C 6C 7C"), options={"packs": 2}),
    Row("does_not_fit", "8D 2C", "lay m1 8D; discard 2C", "lay_off_instead", "lay m2 8D; discard 2C", table=HIGH),
    Row("does_not_fit", "8D 9D 2C", "lay m1 9D; discard 2C", "add_cards", "lay m1 8D 9D; discard 2C", table=LOW),
    Row("does_not_fit", "8D 10D 2C", "lay m1 8D 10D; discard 2C", "leave_out", "lay m1 8D; discard 2C", table=LOW),
    Row("does_not_fit", "6D 2C", "lay m1 6D", "swap_instead", "swap m1 6D", table=RUN),
    Row("lay_off_ambiguous", "JK 2C", "lay m1 JK; discard 2C", "declare_joker", "lay m1 JK:10S; discard 2C", table=("JS QS KS",)),
    Row("swap_forbidden", "6D KH 2C", "swap m1 6D; discard 2C", "lay_off_instead", "lay m2 6D; discard 2C", {"joker_swap": "never"}, (*RUN, "6S 6H 6C")),
    Row("no_such_joker", "6D 8D 2C", "swap m1 8D", "swap_instead", "swap m1 6D", table=RUN),
    Row("full_set_locked", "9D KH 2C", "swap m1 9D; discard 2C", "lay_off_instead", "lay m2 9D; discard 2C", {"full_set_joker_locked": True}, ("9S 9H JK:9D 9C", "6D 7D 8D")),
    Row("swap_needs_both", "9D 9C 4D", "swap m1 9D", "swap_instead", "swap m1 9D 9C", {"set_joker_swap": "both_missing"}, ("9S 9H JK",)),
    # what is owed, and what may not be discarded
    Row("freed_joker_not_tabled", "6D 2C 3C", "swap m1 6D; discard 2C", "lay_off_as_well", "swap m1 6D; lay m2 JK:3S; discard 2C", table=SPADES),
    Row("freed_joker_not_tabled", "6D 2C 3C", "swap m1 6D; lay m1 JK:8D; discard 2C", "lay_off_instead", "swap m1 6D; lay m2 JK:3S; discard 2C", table=SPADES),
    Row("freed_joker_not_tabled", "6D KS QS 3C 2C", "swap m1 6D; discard 2C", "leave_out", "discard 2C", table=RUN),
    Row("taken_card_discarded", "4H 5H 6H 2C", "draw discard; discard 9D", "discard_instead", "draw discard; discard 2C", more=PILE),
    Row("taken_card_not_tabled", "4H 2C", "draw discard; discard 4H", "lay_off_as_well", "draw discard; lay m1 9D; discard 4H", MUST, DIAMONDS, PILE),
    Row("taken_card_not_tabled", "4H 2C", "draw discard; discard 9D", "lay_off_instead", "draw discard; lay m1 9D", MUST, DIAMONDS, PILE),
    Row("taken_card_not_tabled", "4H 2C", "draw discard; discard 4H", "swap_as_well", "draw discard; swap m1 9D; discard 4H", {**MUST, "freed_joker": "keep"}, ("8D JK:9D 10D",), PILE),
    Row("taken_card_not_tabled", "4H 2C", "draw discard; discard 4H", "draw_stock_instead", "draw stock", MUST, more=PILE),
    Row("taken_card_not_in_meld", "9S 9H 4H 2C", "draw discard; lay m1 9D; discard 4H", "lay_instead", "draw discard; meld set 9S 9H 9D; discard 4H", {**MUST, "taken_discard_use": "new_meld"}, DIAMONDS, PILE),
    Row("taken_card_not_in_meld", "9S 9H 4H 2C", "draw discard; discard 4H", "draw_stock_instead", "draw stock", {**MUST, "taken_discard_use": "new_meld"}, more=PILE),
    Row("taken_card_not_in_opening", "9S 9H 4H 2C 5S 6S", "draw discard; discard 4H", "draw_stock_instead", "draw stock", MUST, more={**PILE, **NEW}),
    Row("joker_discard_forbidden", "JK KH 2H", "discard JK", "discard_instead", "discard KH", {"joker_discard": False}),
    # going out
    Row("last_card_must_be_discarded", "4H 5H 6H 7H", "meld 4H 5H 6H 7H", "keep_for_discard", "meld 5H 6H 7H; discard 4H"),
    Row("last_card_must_be_discarded", "8D 9D", "lay m1 8D 9D", "leave_out", "lay m1 8D", table=LOW),
    Row("last_card_must_be_discarded", "8D", "lay m1 8D", "keep_for_discard", "discard 8D", table=LOW),
    Row("final_discard_forbidden", "4H 5H 6H 7H", "meld 4H 5H 6H; discard 7H", "lay_off_instead", "meld 4H 5H 6H; lay m1 7H", {"final_discard": "forbidden"}),
    Row("finish_too_early", "4H 5H 6H 7H 2C", "meld 4H 5H 6H 7H; discard 2C", "leave_out", "meld 5H 6H 7H; discard 2C", {"finish_from": "all_others_played"}, more={"turns_taken": (0, 0)}),
    Row("finish_not_concealed", "8D 9D 2C", "lay m1 8D 9D; discard 2C", "leave_out", "lay m1 8D; discard 2C", {"concealed_finish_only": True}, LOW, {"tabled": (False, True)}),
]
# fmt: on

HOPELESS = {
    Code.GAME_OVER: "no action of a round is asked",
    Code.ROUND_NOT_OVER: "no action of a round is asked",
    Code.RUN_TOO_LONG: "more cards than a small position holds",
    Code.DRAWN_CARD_OTHER: "asked of positions alone, below",
    Code.DRAWN_CARD_IMPOSSIBLE: "asked of positions alone, below",
}
"""Codes of play without a row, and why."""


def refused_as(own: Any, state: Any, actions: list[Any], *, kept: bool = False) -> Refused:
    """What a list is answered; `kept`: in a game, where a draw from the stock must be the last action."""
    for at, one in enumerate(actions):
        if kept and one == Draw("stock") and at < len(actions) - 1:
            return at_action(Refused((match.refuse_game(Code.DRAW_MUST_BE_LAST, JOKEREN).refusals[0],)), at)
    for at, one in enumerate(actions):
        step = JOKEREN.play(own, state, ME, one, key=KEY)
        if isinstance(step, Refused):
            return at_action(step, at)
        state = step.state
    pytest.fail("nothing is refused")


def actions_of(text: str) -> list[Any]:
    return [action(part.strip()) for part in text.split(";")]


def mended(row: Row) -> tuple[Repair, ...]:
    own = rules(**row.options)
    state = position(own, row.hand, table=row.table, **row.more)
    actions = actions_of(row.sent)
    refused = refused_as(own, state, actions, kept=row.refusal == "draw_must_be_last")
    assert refused.refusals[0].code == row.refusal
    answer: tuple[Repair, ...] = JOKEREN.repairs(own, state, ME, actions, refused, key=KEY)
    return answer


IN_ROWS = {
    Code.OPENING_CARD_FIRST,
    Code.SUIT_NOT_OPEN,
    Code.NOT_NEXT_IN_SUIT,
    Code.EIGHT_BEFORE_SIX,
    Code.PASS_BEFORE_OPENING,
    Code.MUST_PLAY,
}


@pytest.mark.parametrize("row", [pytest.param(row, id=row.id) for row in ROWS])
def test_the_best_repair(row: Row) -> None:
    best, *_ = mended(row)
    assert (best.code, list(best.actions)) == (row.repair, actions_of(row.mended))


def test_every_refusal_of_play_has_a_row_and_every_repair_is_offered() -> None:
    """What is judged before anything is played (positions, rulesets, scores) has no actions to mend.

    Those of Sjuan stand in `test_sjuan_repairs`.
    """
    asked_of_play = [
        code for code in list(Code)[: list(Code).index(Code.PLAYERS_OUT_OF_RANGE)] if code not in IN_ROWS
    ]
    assert {row.refusal for row in ROWS}.isdisjoint(HOPELESS)
    assert {row.refusal for row in ROWS} | HOPELESS.keys() == set(asked_of_play)
    offered = {repair.code for row in ROWS for repair in mended(row)}
    elsewhere = {
        RepairCode.DRAW_UNNAMED,
        RepairCode.TAKE_BACK,
        RepairCode.PLAY_INSTEAD,
        RepairCode.PASS_INSTEAD,
    }
    assert offered | elsewhere == set(RepairCode)


def test_all_ways_to_read_a_joker_are_offered_j_declare() -> None:
    own = rules(joker_declaration="required")
    state = position(own, "9S 9H JK JK 2C")
    actions = [Meld(("9S", "9H", "JK")), Discard("2C")]
    told = JOKEREN.repairs(own, state, ME, actions, refused_as(own, state, actions), key=KEY)
    assert [repair.facts.cards for repair in told[:2]] == [("JK:9D",), ("JK:9C",)]


def test_melds_of_an_earlier_request_are_taken_back_j_takeback() -> None:
    own = rules(opening_points=[30])
    state = position(own, "4H 5H 6H 8S 2C", **NEW)
    laid = JOKEREN.play(own, state, ME, Meld(("4H", "5H", "6H")), key=KEY).state
    actions = [Discard("2C")]
    told = JOKEREN.repairs(own, laid, ME, actions, refused_as(own, laid, actions), key=KEY)
    assert [(repair.code, list(repair.actions), repair.facts) for repair in told] == [
        ("take_back", actions_of("back; discard 2C"), Facts(count=1))
    ]


def test_a_taken_card_of_an_earlier_request_is_given_back_j_taken() -> None:
    own = rules(**MUST)
    state = position(own, "4H 5H 8S 2C", **PILE)
    drawn = JOKEREN.play(own, state, ME, Draw("discard"), key=KEY).state
    actions = [Discard("2C")]
    told = JOKEREN.repairs(own, drawn, ME, actions, refused_as(own, drawn, actions), key=KEY)
    assert [(repair.code, list(repair.actions)) for repair in told] == [
        ("draw_stock_instead", actions_of("back; draw stock"))
    ]


def test_a_meld_that_is_left_out_moves_the_numbers_of_those_behind_it() -> None:
    own = rules()
    state = position(own, "4H 5H 6H 7S 8S 9S 7H 10S 2C")
    actions = actions_of("meld 4H 5H 6H; meld 7S 8S 9S; lay m1 7H; lay m2 10S; discard 4H")
    told = JOKEREN.repairs(own, state, ME, actions, refused_as(own, state, actions), key=KEY)
    assert actions_of("meld 7S 8S 9S; lay m1 10S; discard 4H") in [list(repair.actions) for repair in told]


def test_melds_that_come_first_move_the_numbers_of_those_behind_them() -> None:
    own = rules(lay_off="after_opening")
    state = position(own, "8D 9D 10D JD 4H 5H 6H 2C", table=LOW, **NEW)
    actions = actions_of("lay m1 8D 9D 10D JD; discard 2C")
    told = JOKEREN.repairs(own, state, ME, actions, refused_as(own, state, actions), key=KEY)
    mends = actions_of("meld run 4H 5H 6H; lay m1 8D 9D 10D JD; discard 2C")
    assert list(told[0].actions) == mends


def test_nothing_small_may_help() -> None:
    own = rules()
    for hand, text in (("4H 5H 6H", "meld 4H 5H 6H"), ("4H 9S KD", "meld 4H 9S KD"), ("JK JK 2H", "back")):
        state, actions = position(own, hand), actions_of(text)
        assert JOKEREN.repairs(own, state, ME, actions, refused_as(own, state, actions), key=KEY) == ()


@pytest.mark.parametrize(
    ("stock", "mends"),
    [
        pytest.param(("KD", "2D"), ["draw stock; discard 4H", "draw stock; discard KD"], id="known"),
        pytest.param((HIDDEN, HIDDEN), ["draw stock"], id="unknown"),
    ],
)
def test_what_a_draw_shows_mends_nothing_unless_it_was_known_j_draw(
    stock: tuple[str, ...], mends: list[str]
) -> None:
    own = rules()
    state = msgspec.structs.replace(position(own, "4H 2S", **PILE), stock=stock)
    actions = [Draw("stock"), Discard("9H")]
    told = JOKEREN.repairs(own, state, ME, actions, refused_as(own, state, actions), key=KEY)
    assert sorted(map(packed, [repair.actions for repair in told])) == sorted(
        map(packed, map(actions_of, mends))
    )


@pytest.mark.parametrize(
    ("sent", "mends"),
    [
        pytest.param("draw stock; draw stock; discard KD", ["draw stock"], id="drawn twice"),
        pytest.param("draw stock; discard KD", ["draw stock"], id="a guess of the card"),
        pytest.param(
            "draw discard; back; draw stock; discard KD", ["draw discard; back; draw stock"], id="drawn anew"
        ),
    ],
)
def test_no_repair_in_a_game_tells_what_lies_on_the_stock_j_draw(sent: str, mends: list[str]) -> None:
    own = rules()
    state, actions = position(own, "4H 2S", **{**PILE, "stock": "KD 2D"}), actions_of(sent)
    refused = refused_as(own, state, actions, kept=True)
    told = JOKEREN.repairs(own, state, ME, actions, refused, key=KEY)
    assert [list(repair.actions) for repair in told] == list(map(actions_of, mends))


def test_a_discard_is_not_moved_behind_a_draw_from_the_stock_j_draw() -> None:
    own = rules()
    state = position(own, "4H 2S", **{**PILE, "stock": "KD 2D"})
    taken = JOKEREN.play(own, state, ME, Draw("discard"), key=KEY).state
    actions = actions_of("discard 4H; back; draw stock")
    told = JOKEREN.repairs(own, taken, ME, actions, refused_as(own, taken, actions), key=KEY)
    assert [(repair.code, list(repair.actions)) for repair in told] == [
        ("stop_at_end", actions_of("discard 4H"))
    ]


def test_what_was_drawn_elsewhere_may_be_left_unsaid_j_draw() -> None:
    own = rules()
    known = position(own, "4H 2S", **PILE)
    unknown = msgspec.structs.replace(known, stock=(HIDDEN,) * 2)
    for state, seen, mends in (
        (known, DrawSeen("discard", "KD"), "draw discard; discard 4H"),
        (known, DrawSeen("stock", "KD"), "draw stock; discard 4H"),
        (unknown, DrawSeen("stock", "4H"), "draw stock"),
    ):
        actions = [seen, Discard("4H")]
        best, *_ = JOKEREN.repairs(own, state, ME, actions, refused_as(own, state, actions), key=KEY)
        assert (best.code, list(best.actions)) == ("draw_unnamed", actions_of(mends))


def test_a_large_hand_and_a_long_list_are_answered_at_once() -> None:
    own = rules("jokeren-13", jokers=6, joker_declaration="optional", max_jokers_per_meld=None)
    hand = "AS 2S 3S 4S 5S 6S 7S 8S 9H 9D 9C JK JK JK JK JK"
    table = ["10S JS QS", "10H JH QH", "10D JD QD", "10C JC QC", "AH 2H 3H", "AD 2D 3D", "AC 2C 3C"]
    state = position(own, hand, table=table, opened=(True, False))
    sends = ("meld AS 3S 5S JK JK; discard 9H", "meld 9H 9D 9C; discard 4S", "lay m1 JK; discard 9H")
    for sent in sends:
        actions = [*actions_of(sent)] + [LayOff("m1", ("KS",))] * 20
        refused = refused_as(own, state, actions)
        JOKEREN.repairs(own, state, ME, actions, refused, key=KEY)
        began = process_time()
        JOKEREN.repairs(own, state, ME, actions, refused, key=KEY)
        assert process_time() - began < 0.2, sent


# ---- the sentences


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


SAMPLE = Facts(card="QS", cards=("5D", "JK:7D"), meld="m3", kinds=("run",), points=27, required=30, count=2)


def test_every_repair_has_its_sentence_and_no_other_has() -> None:
    assert set(REPAIRS) == set(RepairCode)


@pytest.mark.parametrize("code", RepairCode)
def test_a_sentence_says_the_same_in_every_language(code: RepairCode) -> None:
    said = REPAIRS[code]
    assert said.clause in CLAUSES
    assert re.fullmatch(r"\S.*\.", said.example)
    named = [placeholders(said.template(language)) for language in LANGUAGES]
    assert named[0] == named[1] == named[2] == set(said.facts)
    told = [repair_sentence(code, SAMPLE, language) for language in LANGUAGES]
    assert len(set(told)) == len(told)
    for sentence in told:
        assert re.findall(r"[{}|]|None|\bJK\b", sentence) == []
        assert sentence[0] == sentence[0].upper()
        assert sentence.endswith(".")


def test_no_sentence_equals_another() -> None:
    every = [repair_sentence(code, SAMPLE, language) for code in RepairCode for language in LANGUAGES]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("row", [pytest.param(row, id=row.id) for row in ROWS])
def test_a_repair_carries_the_facts_of_its_sentence(row: Row) -> None:
    for repair in mended(row):
        assert set(msgspec.to_builtins(repair.facts)) == set(REPAIRS[repair.code].facts)


MENDED: dict[str, tuple[dict[str, Any], str, str, dict[str, Any]]] = {
    "nothing to draw but the stock": ({}, "4H 5H", "discard 4H", {"phase": "draw", "stock": "2D"}),
    "the round is over": ({"final_discard": "optional"}, "4H 5H 6H", "meld 4H 5H 6H; discard 4H", {}),
    "twice what is there once": ({}, "9S 9H 9D KC", "meld 9S 9S; discard KC", {}),
    "a reading that may not lie so": (
        {"joker_declaration": "required", "min_cards_between_jokers": 2}, "7S JK JK 2C", "meld 7S JK JK; discard 2C", {},
    ),
    "three melds more": (
        {"opening_points": [42]}, "2S 2H 2D 3S 3H 3D 4S 4H 4D 5S 5H 5D KC QC", "meld 2S 2H 2D; discard KC",
        {"opened": (True, False)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MENDED)
def test_whatever_is_proposed_stands(name: str) -> None:
    options, hand, played, more = MENDED[name]
    given_here = given_position(rules(**options), hand, **more)
    started = match.start_from(ruleset(**options), 2, given_here, seed=bytes(32))
    assert isinstance(started, match.Played)
    actions = [action(one.strip()) for one in played.split(";")]
    refused = match.play(started.game, ME, actions)
    assert isinstance(refused, Refused)
    found = match.repairs(started.game, ME, actions, refused)
    assert found
    for repair in found:
        assert isinstance(match.play(started.game, ME, repair.actions), match.Played), repair
