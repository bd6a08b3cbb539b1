"""The Jokeren family: Dutch rummy with jokers, its games told apart by options alone.

`JOKEREN` answers the questions of `engine.family.Family`; each module holds one part of the answer.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from engine.jokeren import bots, legal, match_play, play, position, probes, refused, repairs, rounds, unknown
from engine.jokeren.actions import (
    Action,
    Discard,
    Discarded,
    Draw,
    Drawn,
    DrawSeen,
    Fact,
    JokerSwapped,
    LaidOff,
    LayOff,
    Meld,
    Melded,
    SwapJoker,
    TakeBack,
    TakenBack,
)
from engine.jokeren.analysis import analyze_hand
from engine.jokeren.consistency import conflicts, settle
from engine.jokeren.oddities import oddities
from engine.jokeren.options import JokerenOptions
from engine.jokeren.presets import PRESETS
from engine.jokeren.scoring import score_lines
from engine.jokeren.state import JokerenState, view
from engine.jokeren.verdicts import judge_melds, score_round
from engine.refusals import Code

CLAUSES = {
    Code.PLAYERS_OUT_OF_RANGE: "J.players",
    Code.HANDS_NOT_PLAYERS: "J.deal",
    Code.SEAT_UNKNOWN: "J.turn",
    Code.DRAW_MUST_BE_LAST: "J.draw",
    Code.NOT_IN_THIS_GAME: "J.turn",
    Code.ROUND_NOT_OVER: "J.game_end",
    Code.GAME_OVER: "J.game_end",
}
"""What a game of the family rests on when it says no (`Family.clause`)."""


class Jokeren:
    """The family's answers."""

    id = "jokeren"
    clause_prefix = "J."
    presets = PRESETS
    options_type = JokerenOptions
    state_type = JokerenState
    action_types: tuple[type, ...] = (*get_args(Action), DrawSeen)
    fact_types: tuple[type, ...] = get_args(Fact)

    settle = staticmethod(settle)
    conflicts = staticmethod(conflicts)
    oddities = staticmethod(oddities)
    deal = staticmethod(rounds.deal)
    position = staticmethod(position.position)
    told = staticmethod(unknown.told)
    play = staticmethod(play.play)
    legal_actions = staticmethod(legal.legal_actions)
    refused_actions = staticmethod(refused.refused_actions)
    repairs = staticmethod(repairs.repairs)
    view = staticmethod(view)
    judge_melds = staticmethod(judge_melds)
    score_round = staticmethod(score_round)
    score_lines = staticmethod(score_lines)
    analyze_hand = staticmethod(analyze_hand)
    probes = staticmethod(probes.probes)
    seen = staticmethod(bots.seen)
    bot_turn = staticmethod(bots.bot_turn)
    hint = staticmethod(bots.hint)
    most_points = staticmethod(match_play.most_points)
    unfit_for_match = staticmethod(match_play.unfit_for_match)

    def clause(self, code: Code) -> str:
        """The clause by which a game says no with this code."""
        return CLAUSES[code]

    def reveals_hidden(self, action: Action) -> bool:
        """A draw from the stock shows a card that nobody knew."""
        return isinstance(action, Draw) and action.source == "stock"

    def takes_back(self, action: Action) -> bool:
        """Whether the action undoes the one before it (J.takeback)."""
        return isinstance(action, TakeBack)

    def done_in_turn(self, state: JokerenState) -> int:
        """Everything that was done since the turn began (J.takeback)."""
        return len(state.turn.actions)

    def action_of(self, fact: Any) -> Action | None:
        """The action that a fact of the log is the trace of, or None where it is a consequence."""
        match fact:
            case Drawn():
                return Draw(fact.source)
            case Melded():
                return Meld(fact.meld.cards, fact.meld.kind)
            case LaidOff():
                return LayOff(fact.meld, fact.cards)
            case JokerSwapped():
                return SwapJoker(fact.meld, fact.cards)
            case Discarded():
                return Discard(fact.card)
            case TakenBack():
                return TakeBack()
        return None

    def fact_view(self, fact: Any, seat: int | None) -> Any:
        """The fact as a seat, or the public, may know it: a card drawn from the stock is its seat's alone."""
        if isinstance(fact, Drawn) and fact.source == "stock" and fact.seat != seat:
            return msgspec.structs.replace(fact, card=None)
        return fact

    def opened(self, state: JokerenState) -> tuple[bool, ...]:
        """Which seats have opened (J.opening)."""
        return state.opened

    def points_so_far(self, state: JokerenState) -> tuple[int, ...]:
        """Points come at the end of a round alone (J.score)."""
        return (0,) * len(state.hands)

    def upcard(self, state: JokerenState) -> str | None:
        """The card that begins the discard pile (J.upcard)."""
        return state.discard[-1] if state.discard else None

    def next_dealer(self, options: JokerenOptions, state: JokerenState) -> int:
        """The player to the dealer's left, or the winner where the option says so (J.starter)."""
        if (
            options.dealer_rotation == "winner"
            and state.outcome is not None
            and state.outcome.winner is not None
        ):
            return state.outcome.winner
        return (state.dealer + 1) % len(state.hands)

    def most_turns(self, options: JokerenOptions, _: int) -> int:
        """After so many turns a round ends blocked (J.blocked)."""
        return options.max_turns

    def highest_wins(self, options: JokerenOptions) -> bool:
        """Where the winner of a round collects, the highest total wins (J.collect)."""
        return options.scoring == "winner_collects"


JOKEREN = Jokeren()
