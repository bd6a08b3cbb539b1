"""Sjuan, the Swedish Sevens: rows grow from the sevens, one card a turn, and who can play must (clauses S.*)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from engine.options import Preset
from engine.refusals import Code, Refused, refuse
from engine.sjuan import (
    bots,
    legal,
    oddities,
    play,
    position,
    probes,
    refused,
    repairs,
    rounds,
    scoring,
    unknown,
    verdicts,
)
from engine.sjuan.actions import Action, CardPlayed, Fact, Pass, Passed, Play
from engine.sjuan.consistency import conflicts, settle
from engine.sjuan.options import SjuanOptions
from engine.sjuan.state import SjuanState, view

if TYPE_CHECKING:
    from collections.abc import Mapping

CLAUSES = {
    Code.PLAYERS_OUT_OF_RANGE: "S.players",
    Code.HANDS_NOT_PLAYERS: "S.deal",
    Code.SEAT_UNKNOWN: "S.play",
    Code.NOT_IN_THIS_GAME: "S.play",
    Code.ROUND_NOT_OVER: "S.game_end",
    Code.GAME_OVER: "S.game_end",
}
"""What a game of the family rests on when it says no (`Family.clause`)."""


class Sjuan:
    """The family's answers."""

    id = "sjuan"
    clause_prefix = "S."
    presets = (Preset(id="sjuan", family="sjuan", name="Sjuan", options=SjuanOptions()),)
    options_type = SjuanOptions
    state_type = SjuanState
    action_types: tuple[type, ...] = get_args(Action)
    fact_types: tuple[type, ...] = get_args(Fact)

    settle = staticmethod(settle)
    conflicts = staticmethod(conflicts)
    oddities = staticmethod(oddities.oddities)
    deal = staticmethod(rounds.deal)
    next_dealer = staticmethod(rounds.next_dealer)
    position = staticmethod(position.position)
    told = staticmethod(unknown.told)
    play = staticmethod(play.play)
    legal_actions = staticmethod(legal.legal_actions)
    refused_actions = staticmethod(refused.refused_actions)
    repairs = staticmethod(repairs.repairs)
    view = staticmethod(view)
    score_round = staticmethod(verdicts.score_round)
    score_lines = staticmethod(scoring.score_lines)
    most_points = staticmethod(scoring.most_points)
    unfit_for_match = staticmethod(scoring.unfit_for_match)
    probes = staticmethod(probes.probes)
    seen = staticmethod(bots.seen)
    bot_turn = staticmethod(bots.bot_turn)
    hint = staticmethod(bots.hint)

    def clause(self, code: Code) -> str:
        """The clause by which a game says no with this code."""
        return CLAUSES[code]

    def reveals_hidden(self, _: Action) -> bool:
        """Every card is in a hand from the deal on: nobody learns one by an action of his own (S.deal)."""
        return False

    def takes_back(self, _: Action) -> bool:
        """A card that is laid stays, and a pass is said."""
        return False

    def done_in_turn(self, _: SjuanState) -> int:
        """A turn is one action, so that none ever stands before another of it (S.play)."""
        return 0

    def action_of(self, fact: Any) -> Action | None:
        """The action that a fact of the log is the trace of, or None where it is a consequence."""
        match fact:
            case CardPlayed():
                return Play(fact.card)
            case Passed():
                return Pass()
        return None

    def fact_view(self, fact: Any, _: int | None) -> Any:
        """What is played lies open, and a pass is heard by all."""
        return fact

    def opened(self, state: SjuanState) -> tuple[bool, ...]:
        """Nobody has to open."""
        return (False,) * len(state.hands)

    def points_so_far(self, state: SjuanState) -> tuple[int, ...]:
        """A fine is paid at once (S.game_end)."""
        return state.fines

    def upcard(self, _: SjuanState) -> str | None:
        """The whole pack is dealt; none lies open (S.deal)."""
        return None

    def highest_wins(self, _: SjuanOptions) -> bool:
        """The lowest total wins (S.game_end)."""
        return False

    def most_turns(self, _: SjuanOptions, players: int) -> int:
        """Every card is played once at most, and fewer than all players pass in succession (S.block)."""
        return 52 * players

    def judge_melds(self, _: SjuanOptions, __: Any, *, round_number: int) -> Refused:  # noqa: ARG002
        """Nothing is melded."""
        return refuse(Code.NOT_IN_THIS_GAME, "S.play", where=("melds",), value="melds")

    def analyze_hand(self, _: SjuanOptions, __: Mapping[str, Any]) -> Refused:
        """A hand has no best way to be laid: it is played a card a turn."""
        return refuse(Code.NOT_IN_THIS_GAME, "S.play", where=("hand",), value="hand")


SJUAN = Sjuan()
