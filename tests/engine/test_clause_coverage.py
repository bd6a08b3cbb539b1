"""No clause is served without a text in three languages and a test that names it, and none is cited without a text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import PRESETS, fields
from engine.clauses import CLAUSES

TESTS = Path(__file__).parent
ENGINE = TESTS.parents[1] / "engine"
CLAUSE = re.compile(r"\b[JS]\.[a-z_]+\b")


def named_in(folder: Path, *leave_out: str) -> set[str]:
    """Every clause id in the Python files of a folder."""
    files = [path for path in folder.rglob("*.py") if path.name not in leave_out]
    return {clause for path in files for clause in CLAUSE.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=list(CLAUSES))
def test_every_clause_has_its_texts_and_a_test(clause: object) -> None:
    """Tests of the texts themselves do not count."""
    tested = named_in(TESTS, "test_clauses.py", "test_sentences.py", "test_clause_coverage.py")
    assert clause.id in tested  # type: ignore[attr-defined]
    assert clause.en.strip()  # type: ignore[attr-defined]
    assert clause.nl.strip()  # type: ignore[attr-defined]
    assert clause.sv.strip()  # type: ignore[attr-defined]


def test_what_is_cited_exists() -> None:
    assert named_in(ENGINE) - set(CLAUSES) == set()
    assert {field.clause for preset in PRESETS.values() for field in fields(preset.options)} <= set(CLAUSES)
