"""Positions that somebody sends: whatever meets the schema is judged, never an exception."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest
from marshmallow import ValidationError

from engine import PRESETS, Refused, family_of, inquiry, match, resolve, standing
from engine.cards import FACES, TABLE_CARDS
from engine.jokeren.actions import Meld
from engine.texts import LANGUAGES
from service.problems import violations
from service.schemas.families import PartialState, State
from service.schemas.requests import ActionsToJudge
from tests.contract.document import component, faults

Json = Any
CHANGES = 1500
RULES: dict[str, tuple[Json, ...]] = {
    "jokeren-7": (
        {"jokers": 4},
        {"jokers": 4, "joker_discard": False, "scoring": "winner_collects", "stock_out": "turn_over"},
    ),
    "sjuan": (
        {},
        {"voluntary_pass": "allowed", "voluntary_pass_fine": 7, "ace": "high", "eight_before_six": True},
    ),
}
"""A preset of each family, and the house rules that its positions are judged by."""


def as_json(state: Any) -> Json:
    """A state as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(state))


def positions(seed: int, preset: str, rules: Json) -> list[Json]:
    """States of a random game as JSON, in all phases."""
    rng = random.Random(seed)
    ruleset = resolve(preset, rules | {"rounds": 1})
    assert not isinstance(ruleset, Refused)
    players = PRESETS[preset].options.min_players + seed % 3
    played = match.start(ruleset, players, seed=rng.randbytes(32))
    assert not isinstance(played, Refused)
    game, found = played.game, []
    while standing.status(game) != "finished" and len(found) < 150:
        found.append(as_json(game.state))
        seat = game.state.turn.seat
        step = match.play(game, seat, [rng.choice(match.legal_actions(game, seat))])
        assert not isinstance(step, Refused)
        game = step.game
    return [*found, as_json(game.state)]


def changed(value: Json, rng: random.Random) -> Json:
    """The JSON with one thing in it otherwise."""
    value = copy.deepcopy(value)
    places = [value]
    for place in places:
        inner = place.values() if isinstance(place, dict) else place
        places += [one for one in inner if isinstance(one, dict | list) and one]
    place = rng.choice(places)
    key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    match rng.randrange(6):
        case 0 if isinstance(place, list):
            place.append(copy.deepcopy(place[key]))
        case 0 | 1:
            del place[key]
        case 2:
            place[key] = None
        case 3:
            place[key] = rng.choice(
                [0, 1, 2, 6, True, False, "over", "draw", "play", "set", "run", "m1", "m9", []]
            )
        case 4:
            place[key] = rng.choice([*FACES, "JK", "JK:6D", "JK:AS"])
        case _:
            other = rng.choice(places)
            place[key] = copy.deepcopy(rng.choice(list(other.values()) if isinstance(other, dict) else other))
    return value


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", RULES)
def test_a_changed_position_is_refused_or_can_be_played(preset: str, seed: int) -> None:
    """One to three changes at random; what is taken lists its moves, and each of them is accepted."""
    rng, rules = random.Random(seed), RULES[preset][0]
    ruleset = resolve(preset, rules)
    assert not isinstance(ruleset, Refused)
    family, known, schema = family_of(preset), positions(seed, preset, rules), State()
    taken = refused = 0
    for _ in range(CHANGES):
        state = rng.choice(known)
        for _ in range(rng.randint(1, 3)):
            state = changed(state, rng)
        try:
            given = schema.load(state)
        except ValidationError:
            continue
        position = inquiry.position(ruleset, given)
        if isinstance(position, Refused):
            assert all(said.message for language in LANGUAGES for said in violations(position, language))
            refused += 1
            continue
        taken += 1
        for action in inquiry.legal_actions(ruleset, position, position.turn.seat):
            step = family.play(ruleset.resolved, position, position.turn.seat, action, key=bytes(32))
            assert not isinstance(step, Refused), (state, action)
            assert faults(component("State"), as_json(step.state)) == []
        assert family.position(ruleset.resolved, schema.load(as_json(position))) == position
    assert taken > 20
    assert refused > 20


def part_of(state: Json, asker: int) -> Json:
    """What a seat may send of it: other hands and the stock are null."""
    state = copy.deepcopy(state)
    state["hand_counts"] = [len(hand) for hand in state["hands"]]
    state["hands"] = [hand if seat == asker else None for seat, hand in enumerate(state["hands"])]
    if "stock" in state:
        state["stock"], state["stock_count"] = None, len(state["stock"])
    if state["turn"]["seat"] != asker:
        for action in state["turn"].get("actions", ()):
            if action["type"] == "draw" and action["source"] == "stock":
                action["card"] = None
    return state


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", RULES)
def test_a_changed_part_of_a_position_is_refused_or_can_be_played(preset: str, seed: int) -> None:
    """The same where not everything is known, of which some may be told after all."""
    rng = random.Random(seed)
    rules = rng.choice(RULES[preset])
    ruleset = resolve(preset, rules)
    assert not isinstance(ruleset, Refused)
    known, schema, draws = positions(seed, preset, rules), PartialState(), ActionsToJudge()
    asked = draws.deserialize([{"type": "draw", "source": "stock", "card": card} for card in ("4C", "JK")])
    taken = refused = 0
    for _ in range(CHANGES):
        state = rng.choice(known)
        asker = rng.choice([state["turn"]["seat"], rng.randrange(len(state["hands"]))])
        state = part_of(state, asker)
        for _ in range(rng.randint(0, 3)):
            state = changed(state, rng)
        try:
            given = schema.load(state)
        except ValidationError:
            continue
        position = inquiry.position(ruleset, given, seat=asker)
        if isinstance(position, Refused):
            assert all(said.message for language in LANGUAGES for said in violations(position, language))
            refused += 1
            continue
        taken += 1
        legal = inquiry.legal_actions(ruleset, position, asker)
        for action in (*legal, *asked):
            after = inquiry.after(ruleset, position, asker, [action], key=bytes(32))
            assert action in asked or not isinstance(after, Refused), (state, action)
            if not isinstance(after, Refused):
                sent = as_json(family_of(preset).told(after))
                assert faults(component("PartialState"), sent) == []
                assert inquiry.position(ruleset, schema.load(sent), seat=asker) == after, (state, action)
    assert taken > 20
    assert refused > 20


@pytest.mark.parametrize("seed", range(4))
def test_any_cards_are_a_meld_or_have_a_sentence(seed: int) -> None:
    """Cards at random, three faces deep and with jokers, under random rules for melds: the no has its sentence."""
    rng = random.Random(seed)
    faces = sorted(TABLE_CARDS)
    for _ in range(400):
        overrides = {
            "ace": rng.choice(["low_or_high", "low", "high", "both_ends", "around"]),
            "set_suits": rng.choice(["distinct", "any"]),
            "joker_declaration": rng.choice(["required", "optional"]),
            "min_naturals": rng.randrange(4),
            "min_cards_between_jokers": rng.randrange(3),
            "jokers_may_outnumber": rng.random() < 0.5,
        }
        ruleset = resolve("jokeren-7", overrides)
        assert not isinstance(ruleset, Refused)
        few = [*rng.sample(faces, 3), "JK"]
        melds = [
            Meld(tuple(rng.choices(few, k=rng.randint(1, 6))), rng.choice([None, "set", "run"]))
            for _ in range(5)
        ]
        judged, _ = family_of("jokeren-7").judge_melds(ruleset.resolved, melds, round_number=1)
        for one in judged:
            if isinstance(one.verdict, Refused):
                assert all(
                    said.message for language in LANGUAGES for said in violations(one.verdict, language)
                )
