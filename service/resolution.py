"""House rules looked at before a game is made: the structs of the answer, and how the engine fills them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine import Refused, WarningFacts, examine, family_of
from engine.clauses import CLAUSES
from engine.sentences import warning
from service.problems import Violation, violations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Finding


class RulesetWarning(msgspec.Struct, frozen=True, kw_only=True):
    """One odd thing about options that can stand together, as it is told."""

    code: str
    options: tuple[str, ...]
    clause: str
    interpretation: bool
    message: str
    params: WarningFacts


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset with every option, and what is wrong or odd about it; it has a hash if nothing is wrong."""

    family: str
    resolved: Any
    rules_hash: str | None
    violations: list[Violation]
    warnings: list[RulesetWarning]


def resolution(body: Mapping[str, Any], language: str) -> Resolution:
    """Every option of a ruleset with its value, its contradictions, and what is odd about it."""
    asked = body["ruleset"]
    found = examine(asked["preset"], asked.get("options", {}))
    told: list[Violation] = []
    if found.refusals:
        told = violations(Refused(found.refusals), language, base=("ruleset", "options"))
    return Resolution(
        family=family_of(asked["preset"]).id,
        resolved=found.options,
        rules_hash=found.rules_hash,
        violations=told,
        warnings=[_told(one, language) for one in found.findings],
    )


def _told(found: Finding, language: str) -> RulesetWarning:
    return RulesetWarning(
        code=found.code,
        options=found.options,
        clause=found.clause,
        interpretation=CLAUSES[found.clause].interpretation,
        message=warning(found.code, found.facts, language),
        params=found.facts,
    )
