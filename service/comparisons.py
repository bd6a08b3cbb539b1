"""Two rulesets side by side, in the reader's language: the structs of the answer, and how the engine fills them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine import Code, Refused, comparison, family_of, option_texts
from engine.family import refuse_game
from engine.options import clause_of
from service.problems import Problem, Violation, violations
from service.verdicts import resolved

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Ruleset


class WitnessVerdict(msgspec.Struct, frozen=True):
    """What one of the two rulesets says of a move, and the points of the round where the move ends it."""

    legal: bool
    violations: list[Violation]
    points: tuple[int | None, ...] | None


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """A position and a move on which two rulesets disagree."""

    state: Any
    seat: int
    actions: tuple[Any, ...]
    left: WitnessVerdict
    right: WitnessVerdict


class OptionDifference(msgspec.Struct, frozen=True, kw_only=True):
    """An option in which two rulesets differ."""

    option: str
    left: Any
    right: Any
    clause: str
    message: str
    witness: Witness | None


class Comparison(msgspec.Struct, frozen=True):
    """Everything in which two rulesets differ."""

    differences: tuple[OptionDifference, ...]


def compare(body: Mapping[str, Any], language: str) -> Comparison:
    """The options in which two rulesets differ, each with what it changes and, where one is found, a witness.

    Raises:
        Problem: 409, the house rules of one cannot stand together, or the two have no options in common.
    """
    left, right = (resolved(body[side], where=side) for side in ("left", "right"))
    family = family_of(left.preset)
    if family_of(right.preset) is not family:
        where = ("right", "preset")
        raise Problem.refused(refuse_game(Code.NOT_IN_THIS_GAME, family, where=where, value=right.preset))
    return Comparison(tuple(_told(one, left, language) for one in comparison.compare(left, right)))


def _told(found: comparison.Difference, left: Ruleset, language: str) -> OptionDifference:
    family, witness = family_of(left.preset).id, found.witness
    return OptionDifference(
        option=found.option,
        left=found.left,
        right=found.right,
        clause=clause_of(left.resolved, found.option),
        message=option_texts.difference(family, found.option, found.left, found.right, language),
        witness=None
        if witness is None
        else Witness(
            state=witness.state,
            seat=witness.seat,
            actions=witness.actions,
            left=_verdict(witness.left, language),
            right=_verdict(witness.right, language),
        ),
    )


def _verdict(judged: comparison.Judgement, language: str) -> WitnessVerdict:
    said = [] if judged.legal else violations(Refused(judged.refusals), language)
    return WitnessVerdict(judged.legal, said, judged.points)
