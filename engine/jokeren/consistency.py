"""Options together: what falls away under the others, and what contradicts itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.conflicts import common_conflicts
from engine.refusals import Code, Facts, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.jokeren.options import JokerenOptions


def settle(options: JokerenOptions, overrides: Mapping[str, Any]) -> JokerenOptions:
    """The options with what falls away under the others: a kept joker has no destination, unless one was asked for."""
    if options.freed_joker == "keep" and "freed_joker_destination" not in overrides:
        return msgspec.structs.replace(options, freed_joker_destination="any")
    return options


def conflicts(options: JokerenOptions) -> list[Refusal]:
    """Every reason why these options cannot stand together; none if they can."""
    found = list(common_conflicts(options))
    for players in range(options.min_players, options.max_players + 1):
        packs, jokers, hand_size = options.pack_for(players)
        needed = players * hand_size + options.upcard + options.starter_extra_card
        if needed > packs * 52 + jokers:
            facts = Facts(players=players, count=packs * 52 + jokers, required=needed)
            found.append(Refusal(code=Code.PACK_TOO_SMALL, clause="J.pack", facts=facts))
            break
    if options.freed_joker == "keep" and options.freed_joker_destination != "any":
        facts = Facts(option="freed_joker_destination", value=options.freed_joker_destination)
        found.append(Refusal(code=Code.FREED_JOKER_DESTINATION_IDLE, clause="J.freed", facts=facts))
    return found
