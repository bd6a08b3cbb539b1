"""Questions about a position that no stored game is behind: may it be, what is legal in it, what comes of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.family import ask, family_of, mend, refuse_game
from engine.refusals import Code, Refused, at_action

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.options import Ruleset
    from engine.repairs import Repair


def position(ruleset: Ruleset, given: Mapping[str, Any], *, seat: int | None = None) -> Any:
    """The position of which `given` are the fields that somebody set, or Refused.

    What a `seat` that is asked about does not see may be None in them; where none is asked about all must be known.
    It is refused, too, where that seat does not sit there.
    """
    family = family_of(ruleset.preset)
    said = given.get("family", family.id)
    if said != family.id:
        return refuse_game(Code.NOT_IN_THIS_GAME, family, where=("state", "family"), value=said)
    state = family.position(ruleset.resolved, given, asker=seat)
    if isinstance(state, Refused):
        inside = (msgspec.structs.replace(no, where=("state", *no.where)) for no in state.refusals)
        return Refused(tuple(inside))
    players = len(state.hands)
    if seat is not None and seat >= players:
        return refuse_game(Code.SEAT_UNKNOWN, family, where=("seat",), seat=seat, players=players)
    return state


def legal_actions(ruleset: Ruleset, state: Any, seat: int) -> list[Any]:
    """What a seat may do in a position; nothing when it is not its turn, or the round is over."""
    if state.outcome is not None or state.turn.seat != seat:
        return []
    return family_of(ruleset.preset).legal_actions(ruleset.resolved, state)


def after(ruleset: Ruleset, state: Any, seat: int, actions: Sequence[Any], *, key: bytes) -> Any:
    """The position after a seat's actions, or the refusal of the first that is refused; `key` is the round's.

    Unlike in a game that is kept, actions may follow a draw from the stock: who sent the position knows the stock, or
    says which card came, or leaves it to the key to pick one of those that can be there.
    """
    family = family_of(ruleset.preset)
    for at, action in enumerate(actions):
        step = ask(family, ruleset.resolved, state, seat, action, key=key)
        if isinstance(step, Refused):
            return at_action(step, at)
        state = step.state
    return state


def repairs(
    ruleset: Ruleset, state: Any, seat: int, actions: Sequence[Any], refused: Refused, *, key: bytes
) -> tuple[Repair, ...]:
    """How actions that `after` refused could be mended."""
    return mend(family_of(ruleset.preset), ruleset.resolved, state, seat, actions, refused, key=key)
