"""What holds in every game of every family, whatever the house rules and however it is played.

Each law looks at so many random games (`LAWS`; `make laws` looks at many more). J.pack, S.pack: no card appears or
vanishes. J.turn, S.play and J.takeback: only the player on turn acts, and what was done in a turn can be undone. J.blocked,
S.block: every round ends.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Union

import msgspec
from hypothesis import given

from engine import Refused, Step, match
from engine.cards import FACE, sort_hand
from tests.engine.strategies import Setting, cards_in, games, law, plausible, walk

if TYPE_CHECKING:
    from tests.engine.strategies import Moment

ANYTHING = {"turn", "past_rounds", "outcome"}
"""The parts of a state that tell of cards which lie elsewhere in it."""


def packed(value: Any) -> bytes:
    return msgspec.json.encode(value)


def whereabouts(state: Any) -> Counter[str]:
    parts = {name: part for name, part in msgspec.to_builtins(state).items() if name not in ANYTHING}
    return Counter(cards_in(parts))


def played(moment: Moment, state: Any, action: Any) -> Step | Refused:
    game = moment.before
    return game.family.play(game.options, state, moment.seat, action, key=game.key)


def canonical(moment: Moment, step: Step) -> Any:
    """The one action that what happened is the trace of."""
    asked = [moment.before.family.action_of(fact) for fact in step.facts]
    (only,) = [action for action in asked if action is not None]
    return only


@law
@given(games())
def test_every_card_is_in_one_place_at_all_times(setting: Setting) -> None:
    whole = whereabouts(setting.start().state)
    for moment in walk(setting):
        assert whereabouts(moment.played.game.state) == whole


@law
@given(games())
def test_what_is_listed_is_accepted_and_is_its_own_canonical_form(setting: Setting) -> None:
    for moment in walk(setting):
        forms = [packed(action) for action in moment.listed]
        assert len(set(forms)) == len(forms)
        for action in moment.listed:
            step = played(moment, moment.before.state, action)
            assert isinstance(step, Step), (action, step)
            assert canonical(moment, step) == action


@law
@given(games())
def test_what_is_accepted_is_listed_in_its_canonical_form(setting: Setting) -> None:
    rng = Random(setting.chance)
    for moment in walk(setting):
        state = moment.before.state
        offered = set[bytes]().union(*map(shapes, moment.listed))
        for _ in range(8):
            action = plausible(moment.before.family, state, moment.listed, rng)
            step = played(moment, state, action)
            if isinstance(step, Refused):
                assert action not in moment.listed, (action, step)
                assert shapes(action).isdisjoint(offered), (action, step)
            elif canonical(moment, step) not in moment.listed:
                one_by_one(moment, action, step)


def shapes(action: Any) -> set[bytes]:
    """An action without the order of its cards, as either kind where it names none; none where the order matters.

    It matters with an undeclared joker, and with all thirteen ranks: it says where the ace lies.
    """
    cards = getattr(action, "cards", None)
    if cards is not None and ("JK" in cards or len({FACE[card][:-1] for card in cards if card in FACE}) > 12):
        return set()
    changes: dict[str, Any] = {} if cards is None else {"cards": tuple(sorted(cards))}
    kinds = [{"kind": kind} for kind in ("set", "run")] if getattr(action, "kind", "") is None else [{}]
    return {packed(msgspec.structs.replace(action, **changes, **kind)) for kind in kinds}


def one_by_one(moment: Moment, action: Any, step: Step) -> None:
    """Several cards were accepted at once: then each of them is listed when its turn comes, with the same result."""
    family, state = moment.before.family, moment.before.state
    whole = canonical(moment, step)
    assert len(whole.cards) > 1, (action, whole)
    for card in whole.cards:
        single = msgspec.structs.replace(whole, cards=(card,))
        assert single in family.legal_actions(moment.before.options, state), (action, single)
        after = played(moment, state, single)
        assert isinstance(after, Step)
        state = after.state
    assert (state.hands, state.table, state.outcome) == (
        step.state.hands,
        step.state.table,
        step.state.outcome,
    )


@law
@given(games())
def test_only_the_seat_on_turn_acts(setting: Setting) -> None:
    for moment in walk(setting):
        for seat in range(setting.players):
            if seat != moment.seat:
                assert match.legal_actions(moment.before, seat) == []
                assert isinstance(match.play(moment.before, seat, [moment.action]), Refused)


@law
@given(games())
def test_a_log_replays_to_the_game_also_through_the_codecs(setting: Setting) -> None:
    first = setting.start()
    game, log = first, []
    for moment in walk(setting, rounds=2):
        if moment.before.state.round != game.state.round:
            dealt = match.deal_next(game)
            assert isinstance(dealt, match.Played)
            log += dealt.facts
        log += moment.played.facts
        game = moment.played.game
    assert match.replay(match.Played(first, ()), log) == game
    union = Union[(*game.family.fact_types, *match.MATCH_FACTS)]
    for codec in (msgspec.json, msgspec.msgpack):
        read = codec.decode(codec.encode(log), type=list[union])  # type: ignore[valid-type]
        assert read == log
        assert match.replay(match.Played(first, ()), read) == game
        assert codec.decode(codec.encode(game.state), type=game.family.state_type) == game.state


@law
@given(games())
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(setting: Setting) -> None:
    """J.draw: another's hand and the order of the stock are hidden; the discard pile was seen by all."""
    rng = Random(setting.chance)
    for moment in walk(setting):
        game, state = moment.before, moment.before.state
        for seat in (*range(setting.players), None):
            other = msgspec.structs.replace(game, state=another_world(state, seat, rng))
            assert packed(match.round_view(game, seat)) == packed(match.round_view(other, seat))
            if seat == moment.seat:
                assert packed(match.legal_actions(other, seat)) == packed(moment.listed)
                same_answers(moment, other.state, rng)
            elif seat is not None and game.family.reveals_hidden(moment.action):
                assert_same_seen(moment, other, seat)


def another_world(state: Any, seat: int | None, rng: Random) -> Any:
    """A position that this seat cannot tell from the first: the cards that it does not see lie otherwise."""
    stock = getattr(state, "stock", ())
    places = [list(hand) for at, hand in enumerate(state.hands) if at != seat]
    places.append(list(stock))
    unseen = [card for place in places for card in place]
    rng.shuffle(unseen)
    moved = iter([sorted(unseen.pop() for _ in place) for place in places])
    hands = tuple(hand if at == seat else sort_hand(next(moved)) for at, hand in enumerate(state.hands))
    changes: dict[str, Any] = {"hands": hands}
    if hasattr(state, "stock"):
        changes["stock"] = tuple(rng.sample(rest := next(moved), len(rest)))
    turn = state.turn
    actions = getattr(turn, "actions", ())
    if turn.seat != seat and actions and getattr(actions[0], "source", None) == "stock":
        drawn = msgspec.structs.replace(actions[0], card=rng.choice(hands[turn.seat]))
        changes["turn"] = msgspec.structs.replace(turn, actions=(drawn, *actions[1:]))
    return msgspec.structs.replace(state, **changes)


def same_answers(moment: Moment, other: Any, rng: Random) -> None:
    """Whatever the seat on turn asks, it is told the same in both worlds, until a hidden card is shown."""
    family, state = moment.before.family, moment.before.state
    for _ in range(4):
        action = plausible(family, state, moment.listed, rng)
        here, there = played(moment, state, action), played(moment, other, action)
        if isinstance(here, Refused) or isinstance(there, Refused):
            assert packed(here) == packed(there)
        elif here.state.turn.number == state.turn.number and not family.reveals_hidden(action):
            assert packed(here.facts) == packed(there.facts)
            views = [family.view(one.state, moment.seat, commitment=None, key=None) for one in (here, there)]
            assert here.state.outcome is not None or packed(views[0]) == packed(views[1])


def assert_same_seen(moment: Moment, other: match.Game, seat: int) -> None:
    """A card that is drawn unseen is told to nobody else."""
    family = moment.before.family
    here, there = (
        played(moment, moment.before.state, moment.action),
        played(moment, other.state, moment.action),
    )
    assert isinstance(here, Step)
    assert isinstance(there, Step)
    told = [[packed(family.fact_view(fact, seat)) for fact in step.facts] for step in (here, there)]
    assert told[0] == told[1]
    if here.state.outcome is None and there.state.outcome is None:
        seen = [family.view(step.state, seat, commitment=None, key=None) for step in (here, there)]
        assert packed(seen[0]) == packed(seen[1])


@law
@given(games())
def test_every_round_ends_and_so_does_every_turn(setting: Setting) -> None:
    """J.blocked, S.block: within a bound that is known. Each action of a turn leaves fewer cards that can be used."""
    family = setting.start().family
    last = family.most_turns(setting.rules.resolved, setting.players)
    held_first = 0
    for moment in walk(setting, takes_back=0.0):
        turn = moment.played.game.state.turn
        assert turn.number <= last + (turn.phase == "over")  # blocked as the next one would begin
        if turn.number != moment.before.state.turn.number or not held_first:
            held_first = len(moment.played.game.state.hands[turn.seat])
        assert family.done_in_turn(moment.played.game.state) <= 2 * held_first + 3
    # The walk itself ends only when the round has an outcome.


@law
@given(games())
def test_the_old_position_is_unchanged(setting: Setting) -> None:
    before = packed(setting.start().state)
    for moment in walk(setting):
        assert packed(moment.before.state) == before
        before = packed(moment.played.game.state)


@law
@given(games())
def test_taking_back_is_the_exact_inverse_and_can_be_done_again(setting: Setting) -> None:
    """J.takeback: the last action first, and the position is byte for byte the one before."""
    for moment in walk(setting):
        family, after = moment.before.family, moment.played.game
        if family.takes_back(moment.action) or after.state.outcome is not None:
            continue
        for undoing in filter(family.takes_back, match.legal_actions(after, moment.seat)):
            undone = match.play(after, moment.seat, [undoing])
            assert isinstance(undone, match.Played)
            assert packed(undone.game.state) == packed(moment.before.state)
            again = match.play(undone.game, moment.seat, [moment.action])
            assert isinstance(again, match.Played)
            assert packed(again.game.state) == packed(after.state)


@law
@given(games())
def test_a_position_given_back_is_the_same_position_also_in_mid_turn(setting: Setting) -> None:
    for moment in walk(setting):
        state = moment.played.game.state
        given_back = {name: getattr(state, name) for name in state.__struct_fields__}
        given_back["turn"] = {name: getattr(state.turn, name) for name in state.turn.__struct_fields__}
        assert moment.before.family.position(moment.before.options, given_back) == state
