"""The sentences of the refusals: one per code in three languages, with every figure in its place."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import msgspec
import pytest

import engine.sentences
from engine.cards import FACES, TABLE_CARDS
from engine.clauses import CLAUSES
from engine.refusals import Code, Facts, Reading
from engine.sentences import SENTENCES, Number, Sentence, card_name, sentence
from engine.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLE = Facts(
    card="QS",
    cards=("5D", "JK", "JK:7D"),
    meld="m3",
    kind="run",
    kinds=("set", "run:4"),
    seat=2,
    on_turn=0,
    points=27,
    required=30,
    turn=1,
    from_turn=3,
    count=2,
    minimum=3,
    maximum=4,
    players=5,
    nearest=(4, 6),
    rank="Q",
    suit="S",
    missing=("9D", "9C"),
    readings=(
        Reading(kind="set", cards=("7S", "JK", "JK"), points=21, stands=True),
        Reading(kind="run", cards=("7S", "JK:8S", "JK:9S"), points=24, stands=False),
    ),
    option="penalty_table",
    options=("rounds", "points_limit"),
    value="low",
    field="opened",
)
"""A value for every fact that a sentence of the engine may need."""

ALL_SENTENCES = [pytest.param(code, said, id=code) for code, said in SENTENCES.items()]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def refusals_in_the_code() -> Iterator[tuple[Code, set[str]]]:
    """Every call in the engine that makes a refusal or a duty with its facts written out: code and facts."""
    for module in sorted(Path(engine.sentences.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and all(keyword.arg for keyword in node.keywords):
                named = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
                match named.get("code", node.args[0] if node.args else None), named.get("facts"):
                    case ast.Attribute(value=ast.Name(id="Code"), attr=name), None:
                        yield Code[name], set(named)
                    case ast.Attribute(value=ast.Name(id="Code"), attr=name), ast.Call(keywords=facts):
                        yield Code[name], {fact.arg for fact in facts if fact.arg}


def test_every_code_has_its_sentence_and_no_other_has() -> None:
    assert set(SENTENCES) == set(Code)


@pytest.mark.parametrize(("code", "said"), ALL_SENTENCES)
def test_a_sentence_rests_on_a_clause_and_on_known_facts(code: str, said: Sentence) -> None:
    assert said.clause in CLAUSES
    assert set(said.facts) <= set(msgspec.to_builtins(SAMPLE)), code


@pytest.mark.parametrize(("code", "said"), ALL_SENTENCES)
def test_an_example_is_one_line(code: str, said: Sentence) -> None:
    assert re.fullmatch(r"\S.*\.", said.example), code


@pytest.mark.parametrize(("code", "said"), ALL_SENTENCES)
def test_a_sentence_names_the_same_facts_in_every_language(code: str, said: Sentence) -> None:
    named = [placeholders(said.template(language)) for language in LANGUAGES]
    assert named[0] == named[1] == named[2], code
    assert named[0] <= set(said.facts), code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", Code)
def test_every_code_is_said_in_every_language(code: Code, language: str) -> None:
    said = sentence(code, SAMPLE, language)
    assert re.findall(r"[{}|]|None|\bJK\b", said) == []
    assert said[0] == said[0].upper()
    assert said.endswith(".")


def test_no_sentence_equals_another() -> None:
    every = [sentence(code, SAMPLE, language) for code in Code for language in LANGUAGES]
    assert len(set(every)) == len(every)


def test_every_refusal_in_the_code_carries_the_facts_of_its_sentence() -> None:
    carried = list(refusals_in_the_code())
    assert carried
    assert [(code, facts) for code, facts in carried if not facts.issuperset(SENTENCES[code].facts)] == []


@pytest.mark.parametrize("code", [code for code, said in SENTENCES.items() if placeholders(said.en)])
def test_a_sentence_without_its_facts_is_an_error(code: str) -> None:
    with pytest.raises(KeyError):
        sentence(code, Facts(), "en")


def test_an_unknown_code_or_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        sentence("no_such_code", {}, "en")
    with pytest.raises(KeyError):
        sentence(Code.DRAW_FIRST, {}, "fr")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The opening is worth 27 points and needs 30."),
        ("nl", "De eerste uitleg is 27 punten waard; om uit te komen zijn er 30 nodig."),
        ("sv", "Öppningen är värd 27 poäng; det behövs 30 för att öppna."),
    ],
)
def test_figures_stand_in_the_sentence(language: str, said: str) -> None:
    assert sentence(Code.OPENING_BELOW_THRESHOLD, {"points": 27, "required": 30}, language) == said


def test_facts_may_come_as_values_or_as_plain_data() -> None:
    plain = msgspec.to_builtins(SAMPLE)
    for code in Code:
        assert sentence(code, plain, "en") == sentence(code, SAMPLE, "en")


def test_seats_are_counted_as_on_the_wire() -> None:
    assert sentence(Code.NOT_YOUR_TURN, SAMPLE, "en") == "It is not the turn of seat 2: seat 0 is on turn."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "as a set, the seven of spades, a joker and a joker (21 points); "
                "as a run, the seven of spades, a joker standing for the eight of spades "
                "and a joker standing for the nine of spades (24 points), which these rules do not allow."
            ),
        ),
        (
            "nl",
            (
                "als een setje, schoppenzeven, een joker en een joker (21 punten); "
                "als een rij, schoppenzeven, een joker als schoppenacht "
                "en een joker als schoppennegen (24 punten), wat volgens deze regels niet mag."
            ),
        ),
        (
            "sv",
            (
                "som ett set, spader sju, en joker och en joker (21 poäng); "
                "som en svit, spader sju, en joker som spader åtta "
                "och en joker som spader nio (24 poäng), vilket de här reglerna inte tillåter."
            ),
        ),
    ],
)
def test_readings_are_told_one_after_another(language: str, said: str) -> None:
    assert sentence(Code.MELD_AMBIGUOUS, SAMPLE, language).endswith(said)


@pytest.mark.parametrize(
    ("kinds", "language", "said"),
    [
        (("run",), "en", "a run."),
        (("set", "set", "run:4"), "en", "a set, a set and a run of at least 4 cards."),
        (("set", "run:5"), "nl", "een setje en een rij van minstens 5 kaarten."),
        (("run:5", "set"), "sv", "en svit på minst 5 kort och ett set."),
        (("all_cards",), "en", "all your cards in one go."),
        (("all_cards",), "nl", "al je kaarten in één keer."),
        (("all_cards",), "sv", "alla dina kort på en gång."),
    ],
)
def test_kinds_of_melds_are_told_in_words(kinds: tuple[str, ...], language: str, said: str) -> None:
    assert sentence(Code.OPENING_MELDS_MISSING, {"kinds": kinds}, language).endswith(f" {said}")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        pytest.param("low", ("is low only.", "alleen laag.", "bara lågt."), id="low"),
        pytest.param("high", ("is high only.", "alleen hoog.", "bara högt."), id="high"),
    ],
)
def test_the_side_of_an_ace_has_words_in_every_language(value: str, said: tuple[str, str, str]) -> None:
    for language, ending in zip(LANGUAGES, said, strict=True):
        assert sentence(Code.RUN_ACE_SIDE, {"value": value}, language).endswith(ending)


def test_a_value_without_words_is_told_as_it_is() -> None:
    assert "“draw”" in sentence(Code.STATE_PHASE_WRONG, {"value": "draw"}, "en")


@pytest.mark.parametrize(
    ("card", "en", "nl", "sv"),
    [
        ("QS", "the queen of spades", "schoppenvrouw", "spader dam"),
        ("KH", "the king of hearts", "hartenheer", "hjärter kung"),
        ("JD", "the jack of diamonds", "ruitenboer", "ruter knekt"),
        ("AC", "the ace of clubs", "klaveraas", "klöver ess"),
        ("10H", "the ten of hearts", "hartentien", "hjärter tio"),
        ("2D", "the two of diamonds", "ruitentwee", "ruter två"),
        ("8C", "the eight of clubs", "klaveracht", "klöver åtta"),
        ("JK", "a joker", "een joker", "en joker"),
        (
            "JK:6D",
            "a joker standing for the six of diamonds",
            "een joker als ruitenzes",
            "en joker som ruter sex",
        ),
    ],
)
def test_a_card_has_its_name(card: str, en: str, nl: str, sv: str) -> None:
    assert [card_name(card, language) for language in LANGUAGES] == [en, nl, sv]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    assert len({card_name(face, language) for face in FACES}) == len(FACES)
    assert len({card_name(card, language) for card in TABLE_CARDS}) == len(TABLE_CARDS)


def test_a_number_brings_the_noun_for_one_or_for_many() -> None:
    assert [f"{Number(count):card|cards}" for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert f"{Number(3)}" == "3"
