"""Questions about the rules: nothing is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service import verdicts
from service.contract import Answer
from service.views import LegalMoves

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


def create_deal(call: Call) -> Answer:
    """A shuffled and dealt round."""
    return Answer(verdicts.deal(call.body))


def validate_melds(call: Call) -> Answer:
    """A verdict on each meld."""
    return Answer(verdicts.judge_melds(call.body, call.language))


def validate_move(call: Call) -> Answer:
    """Whether actions are legal in a position."""
    return Answer(verdicts.judge_move(call.body, call.language))


def list_moves(call: Call) -> Answer:
    """Every legal action in a position."""
    return Answer(LegalMoves(verdicts.legal_actions(call.body)))


def score_round(call: Call) -> Answer:
    """What the cards left in hand cost."""
    return Answer(verdicts.score_round(call.body))
