"""What goes with a no: how to mend it, and what else cannot be done and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.hints import HintFacts
from engine.refusals import Facts
from engine.sentences import hint_sentence, repair_sentence
from service.problems import Violation, violations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine import Refused
    from engine.hints import Hint
    from engine.repairs import Repair


class RepairTold(msgspec.Struct, frozen=True, kw_only=True):
    """A change of the actions by which all of them are accepted."""

    code: str
    message: str
    actions: tuple[Any, ...]
    params: Facts


class HintTold(msgspec.Struct, frozen=True, kw_only=True):
    """An action that is advised, and why."""

    action: Any
    code: str
    message: str
    params: HintFacts


class Advice(msgspec.Struct, frozen=True):
    """The hint; null where there is none to give."""

    hint: HintTold | None


class RefusedAction(msgspec.Struct, frozen=True):
    """A plausible action that is not available, and why."""

    action: Any
    violations: list[Violation]


class LegalMoves(msgspec.Struct, frozen=True):
    """Every legal next action in its canonical form, and the others where they were asked for."""

    actions: list[Any]
    refused: list[RefusedAction] | None


def repairs(found: Iterable[Repair], language: str) -> list[RepairTold]:
    """The repairs as they are told."""
    return [
        RepairTold(
            code=repair.code,
            message=repair_sentence(repair.code, repair.facts, language),
            actions=repair.actions,
            params=repair.facts,
        )
        for repair in found
    ]


def advised(hint: Hint | None, language: str) -> Advice:
    """A hint as it is told."""
    if hint is None:
        return Advice(None)
    message = hint_sentence(hint.code, hint.facts, language)
    return Advice(HintTold(action=hint.action, code=hint.code, message=message, params=hint.facts))


def legal_moves(
    actions: list[Any], refused: Iterable[tuple[Any, Refused]] | None, language: str
) -> LegalMoves:
    """What a seat may do, and where it was asked for (not None) what it may not."""
    if refused is None:
        return LegalMoves(actions, None)
    return LegalMoves(actions, [RefusedAction(action, violations(no, language)) for action, no in refused])
