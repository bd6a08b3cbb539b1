"""The clauses of the rulebook as a player reads them: what each says, and whether its sources said it.

A refusal, an option and a test cite a clause by its id (`J.set`); its text is here in three languages.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import msgspec

from engine import texts

if TYPE_CHECKING:
    from collections.abc import Mapping


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One rule.

    `interpretation`: the sources are silent on it or on a part of it, and the text says on which.
    `house_rule`: it holds only for those who choose it.
    `sources`: the documents that say it; none where all of it is an interpretation, or a rule of clubs.
    """

    id: str
    en: str
    nl: str
    sv: str
    interpretation: bool
    house_rule: bool
    sources: tuple[str, ...]


class _Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A clause as it stands in a file, under its id and broken into lines."""

    en: str
    nl: str
    sv: str
    sources: tuple[Literal["000", "001", "002", "004"], ...]
    interpretation: bool = False
    house_rule: bool = False


def _clause(identity: str, written: _Written) -> Clause:
    return Clause(
        id=identity,
        en=_unbroken(written.en),
        nl=_unbroken(written.nl),
        sv=_unbroken(written.sv),
        interpretation=written.interpretation,
        house_rule=written.house_rule,
        sources=written.sources,
    )


def _unbroken(text: str) -> str:
    return " ".join(text.split())


FILES = ("clauses_jokeren.toml", "clauses_sjuan.toml")
"""Where the clauses stand, a file for each family."""

CLAUSES: Mapping[str, Clause] = MappingProxyType(
    {
        identity: _clause(identity, written)
        for name in FILES
        for identity, written in texts.read(name, dict[str, _Written]).items()
    }
)
"""Every clause that is served, by its id, in the order of the rulebook."""


MATCH = "J.match"
"""The clause of match play, which is the same whatever a table plays."""


def clauses_of(prefix: str) -> tuple[Clause, ...]:
    """What games of a family can cite: the clauses whose ids begin so, and that of match play."""
    return tuple(clause for clause in CLAUSES.values() if clause.id.startswith(prefix) or clause.id == MATCH)


def clause_text(identity: str, language: str) -> str:
    """What a clause says, in one of the languages.

    Raises:
        KeyError: there is no such clause or language.
    """
    clause = CLAUSES[identity]
    return {"en": clause.en, "nl": clause.nl, "sv": clause.sv}[language]
