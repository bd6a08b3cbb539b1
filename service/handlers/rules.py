"""Questions about the rules: nothing is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service import comparisons, resolution, verdicts
from service.contract import Answer

if TYPE_CHECKING:
    from service.contract import Call


def list_rulesets(call: Call) -> Answer:
    """The presets, a page at a time."""
    limit = call.params["limit"]
    page = verdicts.ruleset_list(limit, call.params.get("cursor"))
    following = None if page.next is None else f"/v1/rulesets?limit={limit}&cursor={page.next}"
    return Answer(page, link_next=following)


def get_ruleset(call: Call) -> Answer:
    """One preset, with its options and clauses."""
    return Answer(verdicts.ruleset_detail(call.params["id"], call.language))


def resolve_ruleset(call: Call) -> Answer:
    """House rules, checked before a game is made."""
    return Answer(resolution.resolution(call.body, call.language))


def compare_rulesets(call: Call) -> Answer:
    """In what two rulesets differ."""
    return Answer(comparisons.compare(call.body, call.language))


def create_deal(call: Call) -> Answer:
    """A shuffled and dealt round."""
    return Answer(verdicts.deal(call.body))


def validate_melds(call: Call) -> Answer:
    """A verdict on each meld."""
    return Answer(verdicts.judge_melds(call.body, call.language))


def analyze_hand(call: Call) -> Answer:
    """The best that a hand can lay."""
    return Answer(verdicts.analyze_hand(call.body))


def validate_move(call: Call) -> Answer:
    """Whether actions are legal in a position."""
    return Answer(verdicts.judge_move(call.body, call.language))


def list_moves(call: Call) -> Answer:
    """Every legal action in a position."""
    return Answer(verdicts.legal_moves(call.body, call.language))


def score_round(call: Call) -> Answer:
    """What the cards left in hand cost."""
    return Answer(verdicts.score_round(call.body))
