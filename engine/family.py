"""What a family of games must answer, the one list of families, and their presets by name.

Everything outside a family's folder asks these questions and never which family it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from engine.findings import Finding
from engine.jokeren import JOKEREN
from engine.options import Options, Preset, Ruleset, merge, resolved_ruleset
from engine.refusals import Code, Refusal, Refused, refuse
from engine.sjuan import SJUAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.hints import Hint
    from engine.repairs import Repair
    from engine.results import Outcome, Probe, SeatScore, Step


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
    def action_types(self) -> tuple[type, ...]:
        """The structs of what can be asked in its rounds."""

    @property
    def fact_types(self) -> tuple[type, ...]:
        """The structs of what can happen in its rounds."""

    def clause(self, code: Code) -> str:
        """The clause of its rulebook by which a game, rather than a round, says no with this code."""

    def settle(self, options: Any, overrides: Mapping[str, Any]) -> Any:
        """The options with what falls away under the others."""

    def conflicts(self, options: Any) -> list[Refusal]:
        """Every reason why options cannot stand together."""

    def oddities(self, options: Any, overrides: Mapping[str, Any]) -> list[Finding]:
        """What is odd about options that can stand together; `overrides` are those that somebody set."""

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

    def position(self, options: Any, given: Mapping[str, Any], *, asker: int | None = None) -> Any:
        """A state from the fields that somebody set, or Refused; an `asker` may leave what it does not see None."""

    def told(self, state: Any) -> Any:
        """The state as it is answered to who asked about it: what it leaves unknown is None."""

    def play(self, options: Any, state: Any, seat: int, action: Any, *, key: bytes) -> Step | Refused:
        """One action of a seat; `key` is the round's."""

    def legal_actions(self, options: Any, state: Any) -> list[Any]:
        """Everything that the seat on turn may do, in canonical form."""

    def refused_actions(self, options: Any, state: Any, seat: int) -> list[tuple[Any, Refused]]:
        """The plausible actions that a seat may not do now, each with its refusal, in a stable order."""

    def repairs(
        self, options: Any, state: Any, seat: int, actions: Sequence[Any], refused: Refused, *, key: bytes
    ) -> tuple[Repair, ...]:
        """The smallest changes, three at most, by which all actions of a refused list are accepted."""

    def reveals_hidden(self, action: Any) -> bool:
        """Whether an action shows its player a card that nobody could know before."""

    def takes_back(self, action: Any) -> bool:
        """Whether an action undoes the one before it."""

    def done_in_turn(self, state: Any) -> int:
        """How many actions of the running turn could be taken back, one after the other."""

    def action_of(self, fact: Any) -> Any:
        """The action that a fact of the log is the trace of, or None where it is a consequence."""

    def view(self, state: Any, seat: int | None, *, commitment: str | None, key: str | None) -> Any:
        """The round as a seat, or the public (None), may see it."""

    def fact_view(self, fact: Any, seat: int | None) -> Any:
        """The fact as a seat, or the public (None), may know it."""

    def opened(self, state: Any) -> tuple[bool, ...]:
        """Which seats have opened."""

    def points_so_far(self, state: Any) -> tuple[int, ...]:
        """The points that each seat has from the round that is being played."""

    def upcard(self, state: Any) -> str | None:
        """The card that lies face up when a round has been dealt."""

    def next_dealer(self, options: Any, state: Any) -> int:
        """Who deals the round after this one."""

    def highest_wins(self, options: Any) -> bool:
        """Whether the highest total wins rather than the lowest."""

    def most_turns(self, options: Any, players: int) -> int:
        """No round has more turns than this."""

    def most_points(self, options: Any, players: int) -> int:
        """No seat gets more points for the cards of a round than this."""

    def unfit_for_match(self, options: Any) -> str | None:
        """The option by which a deal may not leave exactly its winner without points, if one does (J.match)."""

    def judge_melds(
        self, options: Any, melds: Sequence[Any], *, round_number: int
    ) -> tuple[Sequence[Any], Any] | Refused:
        """A verdict on each meld, and on all of them as an opening; Refused where nothing is melded."""

    def analyze_hand(self, options: Any, given: Mapping[str, Any]) -> Any:
        """The best that a hand can lay, and what it lacks to open or to go out; Refused where it cannot be."""

    def score_round(self, options: Any, given: Mapping[str, Any]) -> tuple[SeatScore, ...] | Refused:
        """The scores of a round that ended as given, or why it cannot have ended so."""

    def score_lines(self, options: Any, outcome: Outcome) -> tuple[SeatScore, ...]:
        """What each seat's points of a round that is over are made of; a seat's `cards` are None where nobody told."""

    def probes(self, left: Any, right: Any, option: str) -> Iterable[Probe]:
        """Positions and actions that may show how two options structs differ in this one option; often none."""

    def seen(self, state: Any, facts: Iterable[Any] = ()) -> Any:
        """What the seat on turn knows of a round, and nothing else; `facts` are those of the round as it saw them."""

    def bot_turn(self, options: Any, known: Any, kind: str, seed: bytes) -> Sequence[Any]:
        """What a bot does that knows what was `seen`: its turn to the end, or until a hidden card is shown."""

    def hint(self, options: Any, known: Any, seed: bytes) -> Hint | None:
        """What is advised to the seat that knows what was `seen`: an action, and why; None where it can do nothing."""


FAMILIES: tuple[Family, ...] = (JOKEREN, SJUAN)

PRESETS: dict[str, Preset] = {preset.id: preset for family in FAMILIES for preset in family.presets}

_FAMILY_OF: dict[str, Family] = {preset.id: family for family in FAMILIES for preset in family.presets}


def family_of(preset: str) -> Family:
    """The family of a preset.

    Raises:
        KeyError: there is no such preset.
    """
    return _FAMILY_OF[preset]


def refuse_game(code: Code, family: Family, *, where: tuple[str | int, ...] = (), **facts: object) -> Refused:
    """A game, rather than one of its rounds, says no: by the clause of its family's rulebook."""
    return refuse(code, family.clause(code), where=where, **facts)


def ask(family: Family, options: Any, state: Any, seat: int, action: Any, *, key: bytes) -> Step | Refused:
    """What a family answers to one action of a seat; an action of another family's is none of its own."""
    if isinstance(action, family.action_types):
        return family.play(options, state, seat, action, key=key)
    said = type(action).__struct_config__.tag
    return refuse_game(Code.NOT_IN_THIS_GAME, family, where=("type",), value=said)


def mend(
    family: Family,
    options: Any,
    state: Any,
    seat: int,
    actions: Sequence[Any],
    refused: Refused,
    *,
    key: bytes,
) -> tuple[Repair, ...]:
    """How a refused list of actions could be mended; where some are another family's it is not looked for."""
    if not all(isinstance(action, family.action_types) for action in actions):
        return ()
    return family.repairs(options, state, seat, actions, refused, key=key)


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """A preset with house rules, looked at before anybody plays by it: its options, settled, with what is wrong or odd.

    `rules_hash` is None where `refusals` say why the options cannot stand together; only where they can they are odd.
    """

    options: Any
    rules_hash: str | None
    refusals: tuple[Refusal, ...]
    findings: tuple[Finding, ...]


def examine(preset: str, overrides: Mapping[str, Any]) -> Examined:
    """What becomes of a preset with house rules, every contradiction and every oddity told.

    Raises:
        KeyError: there is no such preset.
        msgspec.ValidationError: an unknown option, or a value of the wrong type or out of bounds.
    """
    options = _settled(preset, overrides)
    ruleset = resolve(preset, overrides)
    if isinstance(ruleset, Refused):
        return Examined(options=options, rules_hash=None, refusals=ruleset.refusals, findings=())
    own = PRESETS[preset].options
    changed = {
        name: value for name, value in overrides.items() if getattr(options, name) != getattr(own, name)
    }
    found = family_of(preset).oddities(options, changed)
    return Examined(options=options, rules_hash=ruleset.rules_hash, refusals=(), findings=tuple(found))


def resolve(preset: str, overrides: Mapping[str, Any]) -> Ruleset | Refused:
    """A preset with house rules as one ruleset, or every reason why they cannot stand together.

    Raises:
        KeyError: there is no such preset.
        msgspec.ValidationError: an unknown option, or a value of the wrong type or out of bounds.
    """
    options = _settled(preset, overrides)
    conflicts = family_of(preset).conflicts(options)
    if conflicts:
        return Refused(tuple(conflicts))
    return resolved_ruleset(PRESETS[preset], overrides, options)


def _settled(preset: str, overrides: Mapping[str, Any]) -> Options:
    """The options of a preset with house rules, also where they cannot stand together."""
    settled: Options = family_of(preset).settle(merge(PRESETS[preset], overrides), overrides)
    return settled
