"""What is odd about options that can stand together: a code from one closed list, the clause, and the figures.

A finding is no refusal: such a game can be played. The sentences in three languages stand in `texts/warnings.toml`; a
test holds that list and this one equal.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class WarningCode(StrEnum):
    """What is odd, in one stable word."""

    OPTION_IDLE = "option_idle"
    PLAYERS_ENTRY_IDLE = "players_entry_idle"
    ROUND_ENTRIES_IDLE = "round_entries_idle"

    OPENING_KIND_IMPOSSIBLE = "opening_kind_impossible"
    OPENING_CARDS_IMPOSSIBLE = "opening_cards_impossible"
    OPENING_POINTS_IMPOSSIBLE = "opening_points_impossible"
    OPENING_ALTERNATIVE_IMPOSSIBLE = "opening_alternative_impossible"
    OPENING_RARE = "opening_rare"

    ROUND_ALWAYS_BLOCKED = "round_always_blocked"
    FINISH_IMPOSSIBLE = "finish_impossible"
    ROUND_TOO_SHORT = "round_too_short"

    GAME_NEVER_ENDS = "game_never_ends"
    TOTALS_ALWAYS_EQUAL = "totals_always_equal"
    POINTS_LIMIT_UNREACHABLE = "points_limit_unreachable"


class RoundRange(msgspec.Struct, frozen=True):
    """Rounds in succession, from 1; `last` is None where they go on to the end of the game."""

    first: int
    last: int | None


class OptionValue(msgspec.Struct, frozen=True):
    """An option and the value that it has, as JSON writes it but for the quotes of a word."""

    option: str
    value: str


class WarningFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """The figures behind a finding. Every field is optional; a code always carries the same ones.

    `share` is in per cent, to a tenth, of `samples` hands of `count` cards.
    """

    option: str | None = None
    because: tuple[OptionValue, ...] | None = None
    player_counts: tuple[int, ...] | None = None
    rounds: tuple[RoundRange, ...] | None = None
    kinds: tuple[str, ...] | None = None
    count: int | None = None
    required: int | None = None
    minimum: int | None = None
    maximum: int | None = None
    share: float | None = None
    samples: int | None = None


class Finding(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """One odd thing: what it is, by which clause, the options that make it so, and its figures."""

    code: WarningCode
    clause: str
    options: tuple[str, ...]
    facts: WarningFacts


def option_values(options: msgspec.Struct, names: tuple[str, ...]) -> tuple[OptionValue, ...]:
    """Options with the values that they have, as a finding tells them."""
    values = ((name, msgspec.to_builtins(getattr(options, name))) for name in names)
    return tuple(
        OptionValue(name, value if isinstance(value, str) else msgspec.json.encode(value).decode())
        for name, value in values
    )
