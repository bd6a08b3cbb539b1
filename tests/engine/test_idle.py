"""Options that nothing reads under others: the same play goes the same way, whatever an idle option says.

The cases are drawn from the table of idle options itself, so a wrong row of it fails here.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from engine import examine, match, standing
from engine.clauses import CLAUSES
from engine.jokeren import JOKEREN
from engine.jokeren.idle import IDLE, PACK, Idle
from engine.jokeren.options import JokerenOptions
from engine.sentences import warning
from engine.texts import LANGUAGES
from tests.engine.strategies import GAMES, Setting, house_rules, law, option_values, resolved, walk

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

DESCRIBED = inspect.type_info(JokerenOptions)
assert isinstance(DESCRIBED, inspect.StructType)
VALUES = {field.name: option_values(field.type) for field in DESCRIBED.fields}

LIVELY: dict[str, Any] = {
    "packs": 2,
    "jokers": 6,
    "hand_size": 8,
    "min_players": 2,
    "max_players": 3,
    "opening_points": [0],
    "opening_melds": [],
    "lay_off": "always",
    "joker_swap": "always",
    "max_turns": 30,
}
"""House rules under which much happens in a round that does not last long."""

TELLING: dict[str, tuple[Any, ...]] = {
    "packs": (1,),
    "jokers": (0, 1, 2),
    "opening_points": ([0],),
    "opening_melds": ([], [["all_cards"]], [["set", "set:3"], ["set"]]),
    "min_naturals": (2, 3, 4),
    "max_jokers_per_meld": (0, 1, 2),
    "max_reshuffles": (0,),
    "joker_penalty_unplayable": (None, 25),
    "joker_penalty": (25,),
    "rounds": (1,),
}
"""Values that make other options idle, where chance would seldom hit upon them."""


LOOK = settings(law, max_examples=400, phases=[Phase.generate])
"""A look for one case of many, as it comes."""


class Case(msgspec.Struct, frozen=True):
    """A game under options of which one is idle, and the same options with another value of that one."""

    setting: Setting
    other: Any


@st.composite
def cases(draw: st.DrawFn, row: Idle, name: str) -> Case:
    """Games in which a row of the table makes this option idle."""
    preset = draw(st.sampled_from(sorted(preset.id for preset in JOKEREN.presets)))
    overrides = draw(house_rules(preset).map(dict))
    for lasting in ("max_turns", "min_players", "max_players", "hand_size"):
        overrides.pop(lasting, None)
    overrides = {**LIVELY, **overrides} | {one: draw(values(one, name)) for one in row.because}
    rules = resolved(preset, overrides)
    plain = msgspec.to_builtins(rules.resolved)
    idle = (
        VALUES[name]
        .map(lambda value: msgspec.convert({**plain, name: value}, JokerenOptions))
        .filter(row.when)
    )
    own, other = draw(idle), draw(idle)
    assume(own != other)
    players = draw(st.integers(own.min_players, own.max_players))
    setting = Setting(
        msgspec.structs.replace(rules, resolved=own),
        players,
        draw(st.binary(min_size=32, max_size=32)),
        draw(st.integers(0, 2**32)),
    )
    return Case(setting, msgspec.structs.replace(rules, resolved=other))


def values(name: str, idle: str) -> SearchStrategy[Any]:
    """Values of an option that may make the other one idle."""
    if name == "by_players":
        each = {str(players): st.fixed_dictionaries({idle: VALUES[idle]}) for players in (2, 3)}
        return st.fixed_dictionaries(each)
    return st.sampled_from(TELLING[name]) if name in TELLING else VALUES[name]


def seen(game: match.Game) -> bytes:
    """Everything that anybody is shown of a game."""
    views = [match.round_view(game, seat) for seat in (*range(game.players), None)]
    return msgspec.json.encode([views, standing.status(game), standing.totals(game), standing.winners(game)])


def goes_another_way(case: Case) -> bool:
    """Whether the game, played by chance, is another one under the other value of the option."""
    twin = msgspec.structs.replace(case.setting, rules=case.other).start()
    if seen(twin) != seen(case.setting.start()):
        return True
    for moment in walk(case.setting, rounds=2):
        if moment.before.state.round != twin.state.round:
            dealt = match.deal_next(twin)
            if not isinstance(dealt, match.Played):
                return True
            twin = dealt.game
        if match.legal_actions(twin, moment.seat) != moment.listed:
            return True
        played = match.play(twin, moment.seat, [moment.action])
        if not isinstance(played, match.Played) or played.facts != moment.played.facts:
            return True
        twin = played.game
        if seen(twin) != seen(moment.played.game):
            return True
    return False


PAIRS = [
    pytest.param(row, name, id=f"{name}-{'-'.join(row.because)}-{at}")
    for at, row in enumerate(IDLE)
    for name in row.options
]


@pytest.mark.parametrize(("row", "name"), PAIRS)
def test_the_same_play_goes_the_same_way_whatever_an_idle_option_says(row: Idle, name: str) -> None:
    @settings(law, max_examples=max(2, GAMES // 20))
    @given(cases(row, name))
    def holds(case: Case) -> None:
        assert not goes_another_way(case)

    holds()


WRONG = [
    Idle(("joker_discard",), lambda o: o.joker_swap == "never", ("joker_swap",)),
    Idle(("set_joker_swap",), lambda o: o.set_suits == "distinct", ("set_suits",)),
    Idle(("full_set_joker_locked",), lambda o: o.joker_declaration == "required", ("joker_declaration",)),
    Idle(("freed_joker",), lambda o: o.joker_swap == "always", ("joker_swap",)),
    Idle(("joker_penalty",), lambda o: o.hand_penalties == "one_each", ("hand_penalties",)),
    Idle(("taken_discard_use",), lambda o: o.draw_discard == "must_table", ("draw_discard",)),
    Idle(("min_naturals",), lambda o: o.jokers == 0, ("jokers",)),
    Idle(("jokers_may_outnumber",), lambda o: o.min_naturals == 1, ("min_naturals",)),
    Idle(("dealer_rotation",), lambda o: o.rounds == 8, ()),
    Idle(("set_suits",), lambda o: o.packs == 1, ("packs",)),
    Idle(("ace_low_points",), lambda o: o.ace == "low_or_high", ("ace",)),
]
"""Rows that are not so."""


@pytest.mark.parametrize("row", WRONG, ids=[row.options[0] for row in WRONG])
def test_a_row_that_is_not_so_would_be_found_out(row: Idle) -> None:
    assert find(cases(row, row.options[0]), goes_another_way, settings=LOOK, random=Random(0))


def test_every_idle_option_is_told_with_what_makes_it_so() -> None:
    answer = examine(
        "jokeren-7", {"joker_swap": "never", "set_joker_swap": "both_missing", "freed_joker": "keep"}
    )
    told = [(one.facts.option, one.options, one.clause) for one in answer.findings]
    assert told == [
        ("set_joker_swap", ("set_joker_swap", "joker_swap"), "J.swap"),
        ("freed_joker", ("freed_joker", "joker_swap"), "J.freed"),
    ]


def test_a_value_that_nobody_set_falls_away_silently() -> None:
    assert examine("jokeren-7", {"joker_swap": "never"}).findings == ()
    assert examine("jokeren-13", {"jokers": 0}).findings == ()


def test_an_option_is_told_once_whatever_makes_it_idle() -> None:
    answer = examine("jokeren-7", {"jokers": 0, "joker_swap": "never", "set_joker_swap": "declared"})
    assert [one.facts.option for one in answer.findings] == ["joker_swap", "set_joker_swap"]


@pytest.mark.parametrize("name", PACK)
def test_an_option_of_the_pack_is_idle_where_every_number_of_players_has_its_own(name: str) -> None:
    each = {str(players): {name: 3 if name == "hand_size" else 1} for players in (2, 3, 4)}
    value = {"hand_size": 4, "packs": 2, "jokers": 3}[name]
    (told,) = examine("jokeren-7", {"by_players": each, name: value}).findings
    assert told.options == (name, "by_players")
    del each["3"]
    left = examine("jokeren-7", {"by_players": each, name: value}).findings
    assert [one for one in left if one.facts.option == name] == []


def test_jokers_by_the_number_of_players_are_counted_and_named() -> None:
    some = {"2": {"jokers": 2}}
    assert examine("jokeren-7", {"jokers": 0, "by_players": some, "joker_penalty": 9}).findings == ()
    none = {"2": {"jokers": 0}, "3": {"jokers": 0}}
    (told,) = examine("jokeren-7", {"jokers": 0, "by_players": none, "joker_penalty": 9}).findings
    assert told.options == ("joker_penalty", "jokers", "by_players")
    every = {str(players): {"jokers": 0} for players in (2, 3, 4)}
    (told,) = examine("jokeren-7", {"by_players": every, "joker_penalty": 9}).findings
    assert told.options == ("joker_penalty", "by_players")


@pytest.mark.parametrize(("row", "name"), PAIRS)
def test_an_idle_option_has_a_clause_and_a_sentence(row: Idle, name: str) -> None:
    assert {name, *row.because} <= VALUES.keys()
    holding = find(cases(row, name), lambda _: True, settings=LOOK, random=Random(0))
    options = holding.setting.rules.resolved
    asked = dict.fromkeys(options.__struct_fields__)  # whatever they were before
    (told,) = [one for one in JOKEREN.oddities(options, asked) if one.facts.option == name]
    assert told.clause in CLAUSES
    for language in LANGUAGES:
        said = warning(told.code, told.facts, language)
        assert name in said
        assert all(one.option in said and one.value in said for one in told.facts.because or ())
