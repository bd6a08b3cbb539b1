"""Two rulesets side by side: what differs, in words, and a witness for every option that bears on a round."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import FAMILIES, Refused, Ruleset, comparison, family_of, fields, inquiry, option_texts, resolve
from engine.cards import RANKS
from engine.comparison import compare
from engine.jokeren import probes
from engine.jokeren.probes import PROBES, openings, staging
from engine.texts import LANGUAGES
from tests.engine.strategies import few, games, house_rules, rulesets, walk

if TYPE_CHECKING:
    from engine import OptionField
    from engine.comparison import Difference, Witness
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.probes.staging import Stage
    from engine.results import Probe
    from tests.engine.strategies import Setting

OPTIONS = {
    family.id: {field.name: field for field in fields(family.presets[0].options)} for family in FAMILIES
}
JOKEREN = family_of("jokeren-7")
PIPS = dict(zip(RANKS, (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))

DEALS = {"packs", "jokers", "hand_size", "by_players", "starter_extra_card", "upcard", "joker_upcard"}
GAMES = {"min_players", "max_players", "dealer_rotation", "rounds", "tie_break"}
UNSEEN = {"jokeren": DEALS | GAMES | {"points_limit"}, "sjuan": GAMES}
"""Options that say how a round comes about, or what comes of several: no position shows them."""

READ_UNDER: dict[str, dict[str, Any]] = {
    "voluntary_pass_fine": {"voluntary_pass": "allowed"},
    "points_limit": {"rounds": 8, "voluntary_pass": "allowed", "voluntary_pass_fine": 3},
    "taken_discard_use": {"draw_discard": "must_table"},
    "draw_discard_from_turn": {"draw_discard": "free"},
    "opening_alternative": {"opening_points": [40]},
    "opening_waived_when_going_out": {"opening_points": [40]},
    "ace_low_points": {"opening_points": [60]},
    "ace_high_points": {"opening_points": [60]},
    "joker_opening_points": {"opening_points": [60]},
    "min_naturals": {"jokers": 6},
    "max_jokers_per_meld": {"jokers": 6},
    "set_joker_swap": {"joker_declaration": "optional"},
    "hand_penalties": {"penalty_table": {**PIPS, "A": 15}},
    "penalty_table": {"hand_penalties": "table", "penalty_table": PIPS},
    "joker_playable_if": {"joker_penalty_unplayable": 1},
}
"""What an option needs beside it to change anything."""

VALUES: dict[str, list[Any]] = {
    "opening_points": [[0], [30], [31], [50, 0], [0, 0, 75], [120], [200]],
    "opening_melds": [
        [["set"]], [["run:4"]], [["set:4", "run:5"]], [["all_cards"]], [["set"], ["run"]], [["run:7"]],
        [["set", "set", "set"]], [[], ["set", "run", "run"]],
    ],
    "penalty_table": [dict.fromkeys(RANKS, 5), {**PIPS, "K": 11}, {**PIPS, "2": 20, "3": 0}],
    "by_players": [{"2": {"hand_size": 9}}],
}  # fmt: skip

IMPOSSIBLE = {"max_jokers_per_meld": 6}
"""A limit for which no witness exists: no pack has a seventh joker."""


def _under(preset: str, option: str) -> dict[str, Any]:
    """What an option needs beside it, as far as the family has such options."""
    needed = READ_UNDER.get(option, {})
    return {name: value for name, value in needed.items() if name in OPTIONS[family_of(preset).id]}


def _values(field: OptionField) -> list[Any]:
    """Values that an option may have: all of a choice, the bounds and the neighbours of a number."""
    if field.name in VALUES:
        return VALUES[field.name]
    if field.type == "boolean":
        return [False, True]
    if field.values:
        return list(field.values)
    least, most, default = field.minimum, field.maximum, field.default
    assert least is not None
    assert most is not None
    near = [] if default is None else [default - 1, default + 1]
    numbers = dict.fromkeys((least, least + 1, least + 2, most - 1, most, *near))
    return [*(one for one in numbers if least <= one <= most), *([None] if field.nullable else [])]


def _pair(preset: str, option: str, value: Any) -> tuple[Ruleset | Refused, Ruleset | Refused]:
    """A preset in which the option is read, and the same with one value changed."""
    under = _under(preset, option)
    return resolve(preset, under), resolve(preset, {**under, option: value})


PAIRS = [
    pytest.param(*pair, field.name, value, id=f"{preset} {field.name}={value}")
    for family in FAMILIES
    for preset in (one.id for one in family.presets)
    for field in OPTIONS[family.id].values()
    for value in _values(field)
    for pair in [_pair(preset, field.name, value)]
    if not isinstance(pair[1], Refused)
]
"""Every preset beside itself with one option changed, where that can stand together."""


def check(left: Ruleset, right: Ruleset, witness: Witness) -> None:
    """The position may be under both, and each says of the move what the witness says, by whatever way it is asked."""
    assert witness.left.differs(witness.right)
    for rules, said in ((left, witness.left), (right, witness.right)):
        state = inquiry.position(rules, _given(witness.state), seat=witness.seat)
        assert not isinstance(state, Refused), state
        for key in (bytes(32), bytes(range(32))):
            after = inquiry.after(rules, state, witness.seat, witness.actions, key=key)
            if isinstance(after, Refused):
                assert after.refusals == said.refusals
            else:
                assert said.legal
                assert said.points == (after.outcome and after.outcome.points)


def _given(state: Any) -> dict[str, Any]:
    return {**msgspec.structs.asdict(state), "turn": msgspec.structs.asdict(state.turn)}


@pytest.mark.parametrize(("left", "right", "option", "value"), PAIRS)
def test_every_change_that_bears_on_a_round_has_a_witness(
    left: Ruleset, right: Ruleset, option: str, value: Any
) -> None:
    found = {one.option: one for one in compare(left, right)}
    if left.resolved == right.resolved:
        assert found == {}
        return
    beside = {"freed_joker_destination"} if option == "freed_joker" else set()
    assert {option} <= found.keys() <= {option, *beside}
    one = found[option]
    assert (one.left, one.right) == (getattr(left.resolved, option), getattr(right.resolved, option))
    unseen = UNSEEN[family_of(left.preset).id]
    possible = option not in unseen and (option not in IMPOSSIBLE or value != IMPOSSIBLE[option])
    assert (one.witness is not None) is possible
    if one.witness is not None:
        check(left, right, one.witness)


@pytest.mark.parametrize("left", [preset.id for preset in JOKEREN.presets])
@pytest.mark.parametrize("right", [preset.id for preset in JOKEREN.presets])
def test_presets_differ_in_the_order_of_their_options_and_each_way_round(left: str, right: str) -> None:
    one, other = resolve(left, {}), resolve(right, {})
    assert isinstance(one, Ruleset)
    assert isinstance(other, Ruleset)
    forth, back = compare(one, other), compare(other, one)
    names = [
        name for name in OPTIONS["jokeren"] if getattr(one.resolved, name) != getattr(other.resolved, name)
    ]
    assert [found.option for found in forth] == [found.option for found in back] == names
    for found, mirrored in zip(forth, back, strict=True):
        assert (found.left, found.right) == (mirrored.right, mirrored.left)
        assert (found.witness is None) is (mirrored.witness is None)
        if found.witness is not None:
            check(one, other, found.witness)
    assert forth == compare(one, other)


@few
@given(rulesets(), rulesets())
def test_a_witness_isolates_its_option_whatever_else_differs(left: Ruleset, right: Ruleset) -> None:
    if family_of(left.preset) is not family_of(right.preset):
        return
    for found in compare(left, right):
        if found.witness is not None:
            check(left, right, found.witness)
            assert any(_turns(found, *pair) for pair in ((left, right), (right, left)))


def _turns(found: Difference, own: Ruleset, other: Ruleset) -> bool:
    """Whether the one option alone, taken from the other ruleset, changes what a ruleset says of the witness."""
    value = msgspec.to_builtins(getattr(other.resolved, found.option))
    changed = resolve(own.preset, {**own.options, found.option: value})
    if isinstance(changed, Refused):
        return False
    assert found.witness is not None
    said = []
    for rules in (own, changed):
        state = inquiry.position(rules, _given(found.witness.state), seat=found.witness.seat)
        if isinstance(state, Refused):
            return False
        after = inquiry.after(rules, state, found.witness.seat, found.witness.actions, key=bytes(32))
        said.append("no" if isinstance(after, Refused) else after.outcome and after.outcome.points)
    return bool(said[0] != said[1])


@few
@given(games(), st.data())
def test_where_play_comes_upon_a_difference_a_witness_is_found(setting: Setting, data: st.DataObject) -> None:
    """A random game under one ruleset: a move that one changed option allows or forbids means that there is one."""
    left = setting.rules
    family = family_of(left.preset).id
    option = data.draw(st.sampled_from(sorted(OPTIONS[family].keys() - UNSEEN[family])))
    right = resolve(left.preset, {**left.options, **data.draw(house_rules(left.preset, (option,)))})
    if isinstance(right, Refused):
        return
    found = compare(left, right)
    if not any(one.witness is None for one in found):
        return
    for moment, _ in zip(walk(setting), range(60), strict=False):
        state = inquiry.position(right, _given(moment.before.state))
        if not isinstance(state, Refused):
            assert set(moment.listed) == set(inquiry.legal_actions(right, state, moment.seat))


KINDS = [f"{kind}:{size}" for kind in ("set", "run") for size in range(3, 15)] + ["set", "run", "all_cards"]


def demanding(chance: int) -> dict[str, Any]:
    """House rules that ask much of openings, and other things in every round."""
    rng = Random(chance)
    return {
        "opening_points": [rng.choice([0, 1, 17, 40, 99, 150, 200]) for _ in range(20)],
        "opening_melds": [[rng.choice(KINDS) for _ in range(rng.randrange(7))] for _ in range(20)],
        "min_naturals": rng.randrange(5),
        "final_discard": rng.choice(["required", "optional", "forbidden"]),
        "jokers": rng.randrange(7),
    }


@pytest.mark.parametrize("chance", range(8))
def test_nothing_that_is_asked_of_openings_keeps_the_search_busy(
    chance: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many melds are looked at and so many probes are judged for an option, and no more."""
    left, right = (resolve("jokeren-7", demanding(2 * chance + side)) for side in (0, 1))
    assert isinstance(left, Ruleset)
    assert isinstance(right, Ruleset)
    stages: list[Stage] = []
    judged = 0

    def stage(*both: JokerenOptions) -> Stage | None:
        made = staging.stage_of(*both)
        stages.extend([] if made is None else [made])
        return made

    def judge(rules: Ruleset, probe: Probe) -> comparison.Judgement | None:
        nonlocal judged
        judged += 1
        return judge_itself(rules, probe)

    judge_itself = comparison.judge
    monkeypatch.setattr(probes, "stage_of", stage)
    monkeypatch.setattr(comparison, "judge", judge)
    found = compare(left, right)
    assert judged <= len(found) * comparison.MOST_PROBES * 4
    for name in PROBES:
        made = list(probes.probes(left.resolved, right.resolved, name))
        assert len(made) < 1000
    assert stages
    for one in stages:
        assert next(one.looks) <= openings.MOST_LOOKS + 1000


@pytest.mark.parametrize("option", PROBES)
def test_a_probe_is_a_question_that_rules_can_be_asked(option: str) -> None:
    """Each may be under one of the presets at least, but for those that need a second pack or more jokers."""
    rules = [resolve(preset.id, {"jokers": 6, "packs": 2}) for preset in JOKEREN.presets]
    seven, thirteen, _ = (preset.options for preset in JOKEREN.presets)
    asked = list(probes.probes(seven, thirteen, option))
    assert len({(str(one.given), one.actions) for one in asked}) == len(asked)
    for probe in asked:
        assert any(comparison.judge(one, probe) for one in rules if isinstance(one, Ruleset)), probe


def test_two_families_have_nothing_to_compare() -> None:
    jokeren, sjuan = resolve("jokeren-7", {}), resolve("sjuan", {})
    assert isinstance(jokeren, Ruleset)
    assert isinstance(sjuan, Ruleset)
    with pytest.raises(ValueError, match="no options in common"):
        compare(jokeren, sjuan)


def test_rulesets_that_nobody_can_play_together_have_no_witness() -> None:
    two, three = resolve("jokeren-7", {"max_players": 2}), resolve("jokeren-kbn", {})
    assert isinstance(two, Ruleset)
    assert isinstance(three, Ruleset)
    assert [one.witness for one in compare(two, three) if one.witness] == []


# ---- in words ------------------------------------------------------------------------------------


def test_every_option_has_its_probes_or_bears_on_no_round() -> None:
    assert PROBES.keys() == OPTIONS["jokeren"].keys() - UNSEEN["jokeren"]


@pytest.mark.parametrize("family", OPTIONS)
def test_every_option_has_its_texts_and_every_text_its_option(family: str) -> None:
    said = option_texts.option_texts(family)
    assert list(said) == list(OPTIONS[family])
    for name, field in OPTIONS[family].items():
        empty = field.nullable or field.default in ([], {}, ()) or name == "by_players"
        choices = set(field.values or ())
        assert set(said[name].values) == choices | ({option_texts.NONE} if empty else set()), name


@pytest.mark.parametrize("family", OPTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained_in_a_sentence(family: str, language: str) -> None:
    told = [option_texts.description(family, field, language) for field in OPTIONS[family].values()]
    assert len(set(told)) == len(told)
    for sentence in told:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert sentence.isprintable()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("family", "option"), [(family, name) for family in OPTIONS for name in OPTIONS[family]]
)
def test_a_difference_says_what_holds_on_either_side(family: str, option: str, language: str) -> None:
    told, field = set(), OPTIONS[family][option]
    for value in _values(field):
        left, right = (_converted(family, option, one) for one in (field.default, value))
        if left == right:
            continue
        sentence = option_texts.difference(family, option, left, right, language)
        mirrored = option_texts.difference(family, option, right, left, language)
        assert sentence != mirrored
        assert sentence.endswith(".")
        told.add(sentence)
    assert len(told) >= min(1, len(_values(field)))


def _converted(family: str, option: str, value: Any) -> Any:
    (kind,) = [one for one in FAMILIES if one.id == family]
    options = kind.presets[0].options
    whole = msgspec.convert({**msgspec.to_builtins(options), option: value}, type(options))
    return getattr(whole, option)


@pytest.mark.parametrize(
    ("option", "left", "right", "language", "sentence"),
    [
        ("lay_off", "always", "after_opening", "en",
         "Cards may be laid off: left always; right only once the player has opened."),
        ("lay_off", "always", "turn_after_opening", "nl",
         "Aanleggen mag: links altijd; rechts pas vanaf de beurt nadat je bent uitgekomen."),
        ("joker_swap", "never", "always", "sv", "En joker får bytas: till vänster aldrig; till höger alltid."),
        ("hand_size", 7, 13, "en", "Cards dealt to each player: left 7; right 13."),
        ("upcard", True, False, "nl", "Er wordt een kaart opengedraaid als begin van de aflegstapel: links ja; rechts nee."),
        ("rounds", 8, None, "sv", "Givar i ett spel: till vänster 8; till höger obegränsat."),
        ("opening_points", [0, 40], [30], "en", "Points needed to open: left 0 in round 1 and 40 from round 2 on; right 30."),
        ("opening_melds", [["run:4", "set"]], [], "en",
         "Melds needed to open: left a run of at least 4 cards and a set; right any."),
        ("opening_melds", [[], ["all_cards"]], [["set"]], "en",
         "Melds needed to open: left any in round 1 and all your cards in one go from round 2 on; right a set."),
        ("by_players", {}, {"2": {"hand_size": 1 + 9, "packs": 1}, "5": {"jokers": 6}}, "en",
         ("Exceptions by the number of players: left none; right with 2 players 1 pack and 10 cards each "
          "and with 5 players 6 jokers.")),
        ("penalty_table", PIPS, {**PIPS, "K": 15, "A": 1}, "en", "The penalty table: left ace 11 and king 10; right ace 1 and king 15."),
        ("penalty_table", None, dict.fromkeys(sorted(RANKS), 5), "nl",
         ("De strafpuntentabel: links geen; rechts aas 5, twee 5, drie 5, vier 5, vijf 5, zes 5, zeven 5, "
          "acht 5, negen 5, tien 5, boer 5, vrouw 5 en heer 5.")),
    ],
)  # fmt: skip
def test_differences_in_words(option: str, left: Any, right: Any, language: str, sentence: str) -> None:
    said = option_texts.difference(
        "jokeren",
        option,
        _converted("jokeren", option, left),
        _converted("jokeren", option, right),
        language,
    )
    assert said == sentence
