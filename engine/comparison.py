"""Two rulesets of a family side by side: the options that differ, and a position and actions on which each shows.

A witness isolates its option: the two rulesets disagree on it, and so do one of them and that same ruleset with nothing
but this option taken from the other. It is looked for among the probes that the family makes for the option: so many,
and for the same two rulesets the same ones every time.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from engine import inquiry
from engine.family import Family, family_of, resolve
from engine.refusals import Refusal, Refused

if TYPE_CHECKING:
    from engine.options import Ruleset
    from engine.refusals import Code
    from engine.results import Probe

MOST_PROBES = 40
"""The probes of one option that are looked at."""


class Judgement(msgspec.Struct, frozen=True):
    """What a ruleset says of actions: why not, or nothing, and then the points of the round if they end it."""

    refusals: tuple[Refusal, ...] = ()
    points: tuple[int, ...] | None = None

    @property
    def legal(self) -> bool:
        """Whether all actions are accepted."""
        return not self.refusals

    def differs(self, other: Judgement) -> bool:
        """Whether one is legal and the other is not, or the round ends otherwise."""
        return (self.legal, self.points) != (other.legal, other.points)

    @property
    def codes(self) -> list[Code]:
        """What is wrong; nothing where it is legal."""
        return [one.code for one in self.refusals]


class Isolation(IntEnum):
    """Whether two rulesets disagree because of one option: not, for the first of several reasons, or for that alone."""

    NONE, FIRST, WHOLE = range(3)


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """A position that may be under both rulesets, and actions of a seat on which they disagree."""

    state: Any
    seat: int
    actions: tuple[Any, ...]
    left: Judgement
    right: Judgement


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """An option that differs, with both values; `witness` is None where no probe shows the difference."""

    option: str
    left: Any
    right: Any
    witness: Witness | None


def compare(left: Ruleset, right: Ruleset) -> tuple[Difference, ...]:
    """The options whose resolved values differ, in the order of declaration.

    Raises:
        ValueError: the two are not of one family.
    """
    family = family_of(left.preset)
    if family_of(right.preset) is not family:
        raise ValueError(f"{left.preset} and {right.preset} have no options in common")
    values = [(name, getattr(left.resolved, name), getattr(right.resolved, name)) for name in _names(family)]
    return tuple(
        Difference(option=name, left=one, right=other, witness=_witness(family, left, right, name))
        for name, one, other in values
        if one != other
    )


def _names(family: Family) -> tuple[str, ...]:
    return family.options_type.__struct_fields__  # type: ignore[attr-defined, no-any-return]


def _witness(family: Family, left: Ruleset, right: Ruleset, option: str) -> Witness | None:
    """The first probe of the option on which both disagree because of it, best of all for no other reason beside."""
    one, other = _changed(left, option, right), _changed(right, option, left)
    best, found = Isolation.NONE, None
    for probe in islice(family.probes(left.resolved, right.resolved, option), MOST_PROBES):
        first, second = judge(left, probe), judge(right, probe)
        if first is None or second is None or not first.differs(second):
            continue
        shown = max(_isolation(one, probe, first, second), _isolation(other, probe, second, first))
        if shown > best:
            seat = probe.given["turn"]["seat"]
            state = inquiry.position(left, probe.given, seat=seat)
            found = Witness(state=state, seat=seat, actions=probe.actions, left=first, right=second)
            best = shown
        if best is Isolation.WHOLE:
            break
    return found


def _changed(ruleset: Ruleset, option: str, other: Ruleset) -> Ruleset | None:
    """The ruleset with one option taken from another; None where that cannot stand together."""
    value = msgspec.to_builtins(getattr(other.resolved, option))
    changed = resolve(ruleset.preset, {**ruleset.options, option: value})
    return None if isinstance(changed, Refused) else changed


def _isolation(changed: Ruleset | None, probe: Probe, own: Judgement, others: Judgement) -> Isolation:
    """How far the one changed option alone turns a ruleset's own judgement into the other's."""
    now = None if changed is None else judge(changed, probe)
    if now is None or not own.differs(now) or now.codes[:1] != others.codes[:1]:
        return Isolation.NONE
    return Isolation.WHOLE if now.codes == others.codes else Isolation.FIRST


def judge(ruleset: Ruleset, probe: Probe) -> Judgement | None:
    """What a ruleset says of a probe; None where the position cannot be under it."""
    seat = probe.given["turn"]["seat"]
    state = inquiry.position(ruleset, probe.given, seat=seat)
    if isinstance(state, Refused):
        return None
    after = inquiry.after(ruleset, state, seat, probe.actions, key=bytes(32))
    if isinstance(after, Refused):
        return Judgement(after.refusals)
    return Judgement(points=None if after.outcome is None else after.outcome.points)
