"""Options together: what falls away under the others, and what contradicts itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.conflicts import common_conflicts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.refusals import Refusal
    from engine.sjuan.options import SjuanOptions


def settle(options: SjuanOptions, _: Mapping[str, Any]) -> SjuanOptions:
    """The options as they are: none falls away under another."""
    return options


def conflicts(options: SjuanOptions) -> list[Refusal]:
    """Every reason why these options cannot stand together; none if they can."""
    return list(common_conflicts(options))
