"""What is odd about options that every family has: those that nothing reads, games without an end, limits out of reach.

Which options are idle under which others each family lists in a table of its own; it is read here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.findings import Finding, WarningCode, WarningFacts, option_values
from engine.options import clause_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


class Idle(NamedTuple):
    """The `options` do nothing `when` the options say so, `because` of these."""

    options: tuple[str, ...]
    when: Callable[[Any], bool]
    because: tuple[str, ...]


def _as_listed(_: Any, because: tuple[str, ...]) -> tuple[str, ...]:
    return because


def idle_options(
    table: Iterable[Idle],
    options: Any,
    overrides: Mapping[str, Any],
    *,
    reasons: Callable[[Any, tuple[str, ...]], tuple[str, ...]] = _as_listed,
) -> Iterator[Finding]:
    """The options that somebody set and that nothing reads, in the order of the table.

    Of several rows for an option the first that holds counts; `reasons` are those of a row as they are told.
    """
    told: set[str] = set()
    for row in table:
        for name in row.options:
            if name in overrides and name not in told and row.when(options):
                told.add(name)
                because = reasons(options, row.because)
                yield Finding(
                    code=WarningCode.OPTION_IDLE,
                    clause=clause_of(options, name),
                    options=(name, *because),
                    facts=WarningFacts(option=name, because=option_values(options, because)),
                )


def without_points(options: Any, because: tuple[str, ...], player_counts: tuple[int, ...]) -> Finding:
    """With so many players nobody ever gets a point: all share the win in the end, or the game never ends."""
    endless = options.rounds is None or options.tie_break == "extra_round"
    because += ("rounds", "tie_break") if endless else ()
    return Finding(
        code=WarningCode.GAME_NEVER_ENDS if endless else WarningCode.TOTALS_ALWAYS_EQUAL,
        clause=clause_of(options, "rounds"),
        options=because,
        facts=WarningFacts(player_counts=player_counts, because=option_values(options, because)),
    )


def limit_out_of_reach(options: Any, most: int) -> Iterator[Finding]:
    """A limit that all rounds together cannot reach, where no seat gets more points than `most` in one.

    Where there is one round only the limit does nothing, which is told otherwise.
    """
    if options.points_limit is None or options.rounds is None or options.rounds == 1:
        return
    if options.rounds * most < options.points_limit:
        yield Finding(
            code=WarningCode.POINTS_LIMIT_UNREACHABLE,
            clause=clause_of(options, "points_limit"),
            options=("points_limit", "rounds"),
            facts=WarningFacts(
                required=options.points_limit, count=options.rounds, maximum=options.rounds * most
            ),
        )
