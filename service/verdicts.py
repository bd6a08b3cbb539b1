"""Answers to questions about the rules that no stored game is behind: the structs, and how the engine fills them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from engine import (
    PRESETS,
    OptionField,
    Reading,
    Refused,
    Ruleset,
    SeatScore,
    clauses,
    family_of,
    fields,
    inquiry,
    match,
    option_texts,
    resolve,
)
from engine.shuffle import commitment, round_key
from service import advice
from service.advice import RepairTold
from service.problems import Problem, ServiceCode, Violation, violations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Preset


class RulesetSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A preset in a list."""

    id: str
    family: str
    name: str
    min_players: int
    max_players: int
    options: Any


class RulesetList(msgspec.Struct, frozen=True):
    """A page of presets."""

    rulesets: tuple[RulesetSummary, ...]
    next: str | None


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the rulebook in the reader's language."""

    id: str
    text: str
    interpretation: bool
    house_rule: bool


class RulesetDetail(msgspec.Struct, frozen=True, kw_only=True):
    """A preset with its options and clauses."""

    id: str
    family: str
    name: str
    min_players: int
    max_players: int
    options: tuple[OptionField, ...]
    clauses: tuple[Clause, ...]


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """A dealt round, with all that it takes to check the shuffle."""

    seed: str
    key: str
    commitment: str
    state: Any


class MeldVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict on a meld."""

    valid: bool
    kind: str | None
    cards: tuple[str, ...] | None
    points: int | None
    readings: tuple[Reading, ...]
    violations: list[Violation]


class MeldsVerdict(msgspec.Struct, frozen=True):
    """One result per meld, and whether all of them together open."""

    results: list[MeldVerdict]
    opening: Any


class MoveVerdict(msgspec.Struct, frozen=True):
    """Whether actions are legal, and the position after them; where they are not, why, and how that can be mended."""

    legal: bool
    violations: list[Violation]
    repairs: list[RepairTold]
    state: Any


class RoundScores(msgspec.Struct, frozen=True):
    """The points of a round, one entry per seat."""

    scores: tuple[SeatScore, ...]


def ruleset_list(limit: int, cursor: str | None) -> RulesetList:
    """A page of presets in their order; the cursor is the id of the last one before it."""
    ids = list(PRESETS)
    if cursor is not None and cursor not in ids:
        raise Problem.of(
            ServiceCode.INVALID_VALUE, source="query", pointer="cursor", field="cursor", value=cursor
        )
    first = 0 if cursor is None else ids.index(cursor) + 1
    page = ids[first : first + limit]
    summaries = tuple(_summary(PRESETS[one]) for one in page)
    return RulesetList(summaries, page[-1] if first + limit < len(ids) else None)


def _summary(preset: Preset) -> RulesetSummary:
    options: Any = preset.options
    return RulesetSummary(
        id=preset.id,
        family=preset.family,
        name=preset.name,
        min_players=options.min_players,
        max_players=options.max_players,
        options=options,
    )


def ruleset_detail(preset_id: str, language: str) -> RulesetDetail:
    """A preset with what each option may be, and the clauses of its family, both in the reader's language."""
    preset = PRESETS.get(preset_id)
    if preset is None:
        raise Problem.of(ServiceCode.RULESET_UNKNOWN, source="path", pointer="id", value=preset_id)
    summary = _summary(preset)
    family = family_of(preset_id)
    return RulesetDetail(
        id=summary.id,
        family=summary.family,
        name=summary.name,
        min_players=summary.min_players,
        max_players=summary.max_players,
        options=tuple(
            msgspec.structs.replace(field, description=option_texts.description(family.id, field, language))
            for field in fields(preset.options)
        ),
        clauses=tuple(
            Clause(
                id=clause.id,
                text=clauses.clause_text(clause.id, language),
                interpretation=clause.interpretation,
                house_rule=clause.house_rule,
            )
            for clause in clauses.clauses_of(family.clause_prefix)
        ),
    )


def resolved(asked: Mapping[str, Any], *, where: str = "ruleset") -> Ruleset:
    """The ruleset that a request names; `where` is its place in the body.

    Raises:
        Problem: 409, its house rules cannot stand together.
    """
    ruleset = resolve(asked["preset"], asked.get("options", {}))
    if isinstance(ruleset, Refused):
        raise Problem.refused(ruleset, base=(where, "options"))
    return ruleset


def deal(body: Mapping[str, Any]) -> Deal:
    """A shuffled and dealt round."""
    ruleset = resolved(body["ruleset"])
    seed = bytes.fromhex(body["seed"]) if "seed" in body else secrets.token_bytes(32)
    number = body.get("round", 1)
    key = round_key(seed, number)
    state = match.deal(ruleset, body["players"], number=number, dealer=body.get("dealer", 0), key=key)
    if isinstance(state, Refused):
        raise Problem.refused(state)
    return Deal(seed=seed.hex(), key=key.hex(), commitment=commitment(key), state=state)


def judge_melds(body: Mapping[str, Any], language: str) -> MeldsVerdict:
    """A verdict on each meld, and on all of them as an opening."""
    ruleset = resolved(body["ruleset"])
    found = family_of(ruleset.preset).judge_melds(
        ruleset.resolved, body["melds"], round_number=body.get("round", 1)
    )
    if isinstance(found, Refused):
        raise Problem.refused(found)
    judged, opening = found
    results = [_verdict(one, at, language) for at, one in enumerate(judged)]
    return MeldsVerdict(results, opening)


def _verdict(judged: Any, at: int, language: str) -> MeldVerdict:
    read = judged.verdict
    if isinstance(read, Refused):
        said = violations(read, language, base=("melds", at))
        return MeldVerdict(
            valid=False, kind=None, cards=None, points=None, readings=judged.readings, violations=said
        )
    return MeldVerdict(
        valid=True,
        kind=read.kind,
        cards=read.cards,
        points=read.points,
        readings=judged.readings,
        violations=[],
    )


def analyze_hand(body: Mapping[str, Any]) -> Any:
    """What a hand can do at best."""
    ruleset = resolved(body["ruleset"])
    found = family_of(ruleset.preset).analyze_hand(ruleset.resolved, body)
    if isinstance(found, Refused):
        raise Problem.refused(found)
    return found


def judge_move(body: Mapping[str, Any], language: str) -> MoveVerdict:
    """Whether a seat may do these actions one after the other.

    By chance are shuffled a stock that runs out, and picked a card that is drawn and that nobody knows.
    """
    ruleset, state = _position(body)
    seat, actions, key = body["seat"], body["actions"], secrets.token_bytes(32)
    after = inquiry.after(ruleset, state, seat, actions, key=key)
    if isinstance(after, Refused):
        mended = inquiry.repairs(ruleset, state, seat, actions, after, key=key)
        return MoveVerdict(
            legal=False,
            violations=violations(after, language),
            repairs=advice.repairs(mended, language),
            state=None,
        )
    told = family_of(ruleset.preset).told(after)
    return MoveVerdict(legal=True, violations=[], repairs=[], state=told)


def legal_moves(body: Mapping[str, Any], language: str) -> advice.LegalMoves:
    """What a seat may do in a position, and where `refused` asks for it what it may not."""
    ruleset, state = _position(body)
    seat, wanted = body["seat"], body.get("refused", False)
    refused = family_of(ruleset.preset).refused_actions(ruleset.resolved, state, seat) if wanted else None
    return advice.legal_moves(inquiry.legal_actions(ruleset, state, seat), refused, language)


def _position(body: Mapping[str, Any]) -> tuple[Ruleset, Any]:
    ruleset = resolved(body["ruleset"])
    state = inquiry.position(ruleset, body["state"], seat=body["seat"])
    if isinstance(state, Refused):
        raise Problem.refused(state)
    return ruleset, state


def score_round(body: Mapping[str, Any]) -> RoundScores:
    """What the hands of a finished round cost."""
    ruleset = resolved(body["ruleset"])
    scores = family_of(ruleset.preset).score_round(ruleset.resolved, body)
    if isinstance(scores, Refused):
        raise Problem.refused(scores)
    return RoundScores(scores)
