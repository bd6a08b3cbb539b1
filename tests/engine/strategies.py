"""Random rulesets, games and play for the laws, drawn from what the engine itself declares.

Nothing here names an option, an action or a family: a new one is drawn from the day it exists.
"""

from __future__ import annotations

import os
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from msgspec import inspect

from engine import PRESETS, Refused, family_of, match, resolve, standing
from engine.cards import FACES, JOKER, JOKER_FOR, TABLE_CARDS, held

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine import Family, Ruleset

GAMES = int(os.environ.get("LAWS", "200"))
"""Random games per law, so some thousands in all; `LAWS=10000` is a long look, with other games every time."""

law = settings(
    max_examples=GAMES,
    derandomize="LAWS" not in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

few = settings(law, max_examples=max(GAMES // 4, 1))
"""For a law that asks much at every moment of a game."""


class Setting(msgspec.Struct, frozen=True):
    """A game that is about to begin, and the chance by which it is played."""

    rules: Any
    players: int
    seed: bytes
    chance: int

    def start(self) -> match.Game:
        """The game, dealt."""
        started = match.start(self.rules, self.players, seed=self.seed, dealer=self.chance % self.players)
        assert isinstance(started, match.Played)
        return started.game


class Moment(msgspec.Struct, frozen=True):
    """One accepted action of a random game: the game before it, what was legal, and the game after it."""

    before: match.Game
    seat: int
    listed: list[Any]
    action: Any
    played: match.Played


def option_values(described: inspect.Type) -> st.SearchStrategy[Any]:
    """Values that an option of this type may have, as they come off the wire."""
    match_on = {
        inspect.BoolType: lambda _: st.booleans(),
        inspect.NoneType: lambda _: st.none(),
        inspect.IntType: lambda kind: st.integers(kind.ge, min(kind.le, kind.ge + 60)),
        inspect.StrType: lambda kind: st.from_regex(kind.pattern, fullmatch=True).filter(
            lambda text: not text.endswith("\n")
        ),
        inspect.LiteralType: lambda kind: st.sampled_from(kind.values),
        inspect.Metadata: lambda kind: option_values(kind.type),
        inspect.UnionType: lambda kind: st.one_of(*map(option_values, kind.types)),
        inspect.VarTupleType: lambda kind: st.lists(
            option_values(kind.item_type),
            min_size=kind.min_length or 0,
            max_size=min(kind.max_length or 3, 3),
        ),
        inspect.DictType: _dictionaries,
        inspect.StructType: lambda kind: st.fixed_dictionaries(
            {}, optional={field.name: option_values(field.type) for field in kind.fields}
        ),
    }
    return match_on[type(described)](described)


def _dictionaries(kind: inspect.DictType) -> st.SearchStrategy[Any]:
    values = option_values(kind.value_type)
    if isinstance(kind.key_type, inspect.LiteralType):
        return st.fixed_dictionaries(dict.fromkeys(kind.key_type.values, values))
    return st.dictionaries(option_values(kind.key_type), values, max_size=2)


def house_rules(preset: str, names: tuple[str, ...] = ()) -> st.SearchStrategy[dict[str, Any]]:
    """Some options of a preset's family (or all of these) with values that are each allowed; they may conflict."""
    described = inspect.type_info(family_of(preset).options_type)
    assert isinstance(described, inspect.StructType)
    values = {field.name: option_values(field.type) for field in described.fields}
    some = st.just(names) if names else st.lists(st.sampled_from(sorted(values)), max_size=12, unique=True)
    return some.flatmap(lambda chosen: st.fixed_dictionaries({name: values[name] for name in chosen}))


def resolved(preset: str, overrides: dict[str, Any]) -> Ruleset:
    """The ruleset of a preset with house rules; the last ones go until they stand together."""
    overrides = dict(overrides)
    while isinstance(rules := resolve(preset, overrides), Refused):
        overrides.popitem()
    return rules


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A preset with house rules that stand together."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    return resolved(preset, draw(house_rules(preset)))


@st.composite
def games(draw: st.DrawFn) -> Setting:
    """A random ruleset with players, a seed and a chance to play by."""
    rules = draw(rulesets())
    players = draw(st.integers(rules.resolved.min_players, rules.resolved.max_players))
    seed, chance = draw(st.binary(min_size=32, max_size=32)), draw(st.integers(0, 2**32))
    return Setting(rules, players, seed, chance)


def walk(setting: Setting, *, rounds: int = 1, takes_back: float = 0.1) -> Iterator[Moment]:
    """A random legal game of so many rounds at most: a kind of action is chosen first, then one of the kind.

    Where a turn has come to a dead end, all of it is taken back that can be, so that it ends some other way.
    """
    game, rng = setting.start(), Random(setting.chance)
    dead_end = False
    for number in range(rounds):
        if number:
            if standing.status(game) != "round_over":
                return
            dealt = match.deal_next(game)
            assert isinstance(dealt, match.Played)
            game = dealt.game
        while game.state.outcome is None:
            seat = game.state.turn.seat
            listed = match.legal_actions(game, seat)
            backs = [action for action in listed if game.family.takes_back(action)]
            dead_end = bool(backs) and (dead_end or len(backs) == len(listed))
            action = backs[0] if dead_end else choose(game.family, listed, rng, takes_back=takes_back)
            played = match.play(game, seat, [action])
            assert isinstance(played, match.Played), (action, played)
            yield Moment(game, seat, listed, action, played)
            game = played.game


def choose(family: Family, listed: list[Any], rng: Random, *, takes_back: float = 0.1) -> Any:
    """One of the legal actions; what takes an action back is chosen seldom, or where there is nothing else."""
    assert listed, "nothing is legal, and the round is not over"
    forward = [action for action in listed if not family.takes_back(action)]
    if not forward or (len(forward) < len(listed) and rng.random() < takes_back):
        return next(action for action in listed if family.takes_back(action))
    kind = rng.choice(sorted({type(action).__name__ for action in forward}))
    return rng.choice([action for action in forward if type(action).__name__ == kind])


def action_types(family: Family) -> tuple[type, ...]:
    """The structs that a player of this family can send."""
    return get_args(import_module(f"{type(family).__module__}.actions").Action)


def plausible(family: Family, state: Any, listed: list[Any], rng: Random) -> Any:
    """An action that might be meant: a legal one sent in another form, or one made of the cards that are there."""
    if listed and rng.random() < 0.5:
        return _otherwise(rng.choice(listed), rng)
    kind = rng.choice(action_types(family))
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return kind(**{field.name: _field(field, state, rng) for field in described.fields})


def _otherwise(action: Any, rng: Random) -> Any:
    """The action with its cards in another order, jokers undeclared or declared otherwise, or a choice left open."""
    changes: dict[str, Any] = {}
    cards = list(getattr(action, "cards", ()))
    if cards:
        if rng.random() < 0.5:
            rng.shuffle(cards)
        changes["cards"] = tuple(
            rng.choice([JOKER, card, JOKER_FOR + rng.choice(FACES)]) if held(card) == JOKER else card
            for card in cards
        )
    if hasattr(action, "kind") and rng.random() < 0.5:
        changes["kind"] = None
    return msgspec.structs.replace(action, **changes)


def _field(field: inspect.Field, state: Any, rng: Random) -> Any:
    kind = field.type
    if isinstance(kind, inspect.UnionType):
        kind = rng.choice(kind.types)
    if isinstance(kind, inspect.NoneType):
        return None
    if isinstance(kind, inspect.LiteralType):
        return rng.choice(kind.values)
    if field.name == "meld":
        return rng.choice([*(meld.id for meld in state.table), "m99"])
    hand = state.hands[state.turn.seat]
    if isinstance(kind, inspect.StrType):
        return rng.choice([*hand, rng.choice(FACES)])
    return tuple(_cluster(hand, rng))


def _cluster(hand: tuple[str, ...], rng: Random) -> Iterator[str]:
    """A few cards of a hand that resemble one of them, its jokers standing for anything or nothing."""
    first = held(rng.choice(hand))
    alike = [card for card in hand if card == JOKER or card[-1] == first[-1] or card[:-1] == first[:-1]]
    for card in rng.sample(alike, min(len(alike), rng.choice((1, 1, 2, 3, 3, 4, 5)))):
        yield rng.choice([JOKER, JOKER_FOR + rng.choice(FACES)]) if card == JOKER else card


def cards_in(value: Any) -> Iterator[str]:
    """Every card in a value of any shape, as a hand would hold it."""
    if isinstance(value, str):
        if value in TABLE_CARDS:
            yield held(value)
    elif isinstance(value, dict):
        for one in value.values():
            yield from cards_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from cards_in(one)
