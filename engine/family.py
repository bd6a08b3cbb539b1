"""What a family of games must answer, the one list of families, and their presets by name.

Everything outside a family's folder asks these questions and never which family it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from engine.jokeren import JOKEREN
from engine.options import Options, Preset, Ruleset, merge, resolved_ruleset
from engine.refusals import Code, Refusal, Refused, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.results import Outcome, SeatScore, Step


class Family(Protocol):
    """The questions. Options, states, actions, facts and views are the family's own structs."""

    @property
    def id(self) -> str:
        """The family's name on the wire."""

    @property
    def clause_prefix(self) -> str:
        """What the ids of its clauses begin with."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Its rulesets that exist by name."""

    @property
    def options_type(self) -> type:
        """The struct of its options."""

    @property
    def state_type(self) -> type:
        """The struct of its positions."""

    @property
    def fact_types(self) -> tuple[type, ...]:
        """The structs of what can happen in its rounds."""

    def clause(self, code: Code) -> str:
        """The clause of its rulebook by which a game, rather than a round, says no with this code."""

    def settle(self, options: Any, overrides: Mapping[str, Any]) -> Any:
        """The options with what falls away under the others."""

    def conflicts(self, options: Any) -> list[Refusal]:
        """Every reason why options cannot stand together."""

    def deal(
        self,
        options: Any,
        players: int,
        *,
        number: int,
        dealer: int,
        key: bytes,
        past_rounds: tuple[Outcome, ...] = (),
    ) -> Any:
        """A dealt round."""

    def position(self, options: Any, given: Mapping[str, Any]) -> Any:
        """A whole state from the fields that somebody set, or Refused."""

    def play(self, options: Any, state: Any, seat: int, action: Any, *, key: bytes) -> Step | Refused:
        """One action of a seat; `key` is the round's."""

    def legal_actions(self, options: Any, state: Any) -> list[Any]:
        """Everything that the seat on turn may do, in canonical form."""

    def reveals_hidden(self, action: Any) -> bool:
        """Whether an action shows its player a card that nobody could know before."""

    def takes_back(self, action: Any) -> bool:
        """Whether an action undoes the one before it."""

    def action_of(self, fact: Any) -> Any:
        """The action that a fact of the log is the trace of, or None where it is a consequence."""

    def view(self, state: Any, seat: int | None, *, commitment: str | None, key: str | None) -> Any:
        """The round as a seat, or the public (None), may see it."""

    def fact_view(self, fact: Any, seat: int | None) -> Any:
        """The fact as a seat, or the public (None), may know it."""

    def opened(self, state: Any) -> tuple[bool, ...]:
        """Which seats have opened."""

    def upcard(self, state: Any) -> str | None:
        """The card that lies face up when a round has been dealt."""

    def next_dealer(self, options: Any, state: Any) -> int:
        """Who deals the round after this one."""

    def highest_wins(self, options: Any) -> bool:
        """Whether the highest total wins rather than the lowest."""

    def judge_melds(
        self, options: Any, melds: Sequence[Any], *, round_number: int
    ) -> tuple[Sequence[Any], Any]:
        """A verdict on each meld, and on all of them as an opening."""

    def score_round(self, options: Any, given: Mapping[str, Any]) -> tuple[SeatScore, ...] | Refused:
        """The scores of a round that ended as given, or why it cannot have ended so."""


FAMILIES: tuple[Family, ...] = (JOKEREN,)

PRESETS: dict[str, Preset] = {preset.id: preset for family in FAMILIES for preset in family.presets}


def family_of(preset: str) -> Family:
    """The family of a preset.

    Raises:
        KeyError: there is no such preset.
    """
    name = PRESETS[preset].family
    return next(family for family in FAMILIES if family.id == name)


def refuse_game(code: Code, family: Family, *, where: tuple[str | int, ...] = (), **facts: object) -> Refused:
    """A game, rather than one of its rounds, says no: by the clause of its family's rulebook."""
    return refuse(code, family.clause(code), where=where, **facts)


def resolve(preset: str, overrides: Mapping[str, Any]) -> Ruleset | Refused:
    """A preset with house rules as one ruleset, or every reason why they cannot stand together.

    Raises:
        KeyError: there is no such preset.
        msgspec.ValidationError: an unknown option, or a value of the wrong type or out of bounds.
    """
    family = family_of(preset)
    options: Options = family.settle(merge(PRESETS[preset], overrides), overrides)
    conflicts = family.conflicts(options)
    if conflicts:
        return Refused(tuple(conflicts))
    return resolved_ruleset(PRESETS[preset], overrides, options)
