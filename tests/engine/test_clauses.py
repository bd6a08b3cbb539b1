"""The texts of the clauses: there for every clause, in three languages, and fit to be read by a player."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import engine.clauses
from engine import FAMILIES, Family, texts
from engine.clauses import CLAUSES, Clause, clause_text, clauses_of

# fmt: off
SERVED = [
    "J.pack", "J.players", "J.deal", "J.upcard", "J.starter", "J.starter_extra",
    "J.turn", "J.draw", "J.taken", "J.taken_opening", "J.discard", "J.takeback",
    "J.set", "J.run", "J.ace", "J.joker", "J.declare", "J.values",
    "J.opening", "J.opening_rounds", "J.three_sets", "J.layoff_when",
    "J.layoff", "J.swap", "J.freed",
    "J.out", "J.first_lap", "J.in_one_go", "J.stock_out", "J.blocked",
    "J.score", "J.score_kbn", "J.double", "J.collect", "J.game_end",
    "J.match",
    "S.players", "S.pack", "S.deal", "S.start", "S.play", "S.must_play", "S.ace", "S.end", "S.block", "S.score",
    "S.game_end", "S.dealer",
]
# fmt: on

ALL_CLAUSES = [pytest.param(clause, id=identity) for identity, clause in CLAUSES.items()]


def cited_clauses() -> set[str]:
    """Every clause id that stands as a text of its own in the code of the engine."""
    modules = Path(engine.clauses.__file__).parent.rglob("*.py")
    nodes = [node for module in modules for node in ast.walk(ast.parse(module.read_text("utf-8")))]
    constants = {node.value for node in nodes if isinstance(node, ast.Constant)}
    return {text for text in constants if isinstance(text, str) and re.fullmatch(r"[JS]\.[a-z_]+", text)}


def test_clauses_stand_in_the_order_of_the_rulebook() -> None:
    assert list(CLAUSES) == SERVED


def test_every_clause_that_the_engine_cites_has_a_text() -> None:
    cited = cited_clauses()
    assert cited
    assert cited - set(CLAUSES) == set()


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("clause", ALL_CLAUSES)
def test_a_text_is_a_few_whole_sentences(clause: Clause, language: str) -> None:
    text = clause_text(clause.id, language)
    assert 2 <= len(re.findall(r"[.!](?: |$)", text)) <= 6
    assert text[0].isupper()
    assert text.endswith(".")
    assert "  " not in text
    assert "\n" not in text


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("clause", ALL_CLAUSES)
def test_a_text_speaks_of_no_placeholder_file_number_or_option(clause: Clause, language: str) -> None:
    assert re.findall(r"[{}<>`_]|\b00\d\b|\bTODO\b", clause_text(clause.id, language)) == []


def test_no_text_equals_another() -> None:
    every = [clause_text(identity, language) for identity in CLAUSES for language in texts.LANGUAGES]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("clause", ALL_CLAUSES)
def test_what_no_document_says_is_marked(clause: Clause) -> None:
    assert clause.sources or clause.interpretation or clause.house_rule
    assert list(clause.sources) == sorted(set(clause.sources))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_family_cites_clauses_of_its_own_and_that_of_match_play(family: Family) -> None:
    """J.match: it holds whatever a table plays."""
    own = {clause.id for clause in clauses_of(family.clause_prefix)}
    assert own == {one for one in CLAUSES if one.startswith(family.clause_prefix)} | {"J.match"}


HOUSE_RULE = {"en": "house rule", "nl": "huisregel", "sv": "husregel"}


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("identity", [identity for identity, clause in CLAUSES.items() if clause.house_rule])
def test_a_house_rule_says_that_it_is_one(identity: str, language: str) -> None:
    assert HOUSE_RULE[language] in clause_text(identity, language).split(",", maxsplit=1)[0][:40]


def test_the_house_rules_are_these() -> None:
    marked = {identity for identity, clause in CLAUSES.items() if clause.house_rule}
    assert marked == {"J.starter_extra", "J.opening_rounds", "J.three_sets", "J.double", "J.collect"}


def test_an_unknown_clause_or_language_has_no_text() -> None:
    with pytest.raises(KeyError):
        clause_text("J.nothing", "en")
    with pytest.raises(KeyError):
        clause_text("J.set", "fr")
