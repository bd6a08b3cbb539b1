"""What is odd about options that stand together: idle ones, openings out of reach, rounds and games without an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES
from engine.findings import Finding, WarningCode, WarningFacts
from engine.jokeren.chances import rare_openings
from engine.jokeren.idle import idle_entries, idle_options, packs_of
from engine.jokeren.match_play import dearest_joker, most_points
from engine.jokeren.openings import Table, demands, ranges, tables, unmet_demands
from engine.oddities import limit_out_of_reach, without_points
from engine.penalties import card_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from engine.jokeren.options import JokerenOptions


def oddities(options: JokerenOptions, overrides: Mapping[str, Any]) -> list[Finding]:
    """Everything that is odd about options that can stand together; `overrides` are those that somebody set."""
    unmet = list(unmet_demands(options))
    return [
        *idle_options(options, overrides),
        *idle_entries(options, overrides),
        *unmet,
        *rare_openings(options),
        *short_rounds(options),
        *_totals(options, unmet),
    ]


def short_rounds(options: JokerenOptions) -> Iterator[Finding]:
    """Rounds that end before anybody may go out: `max_turns` are over, or nobody can draw any more (J.blocked)."""
    for table in tables(options):
        for players in table.players:
            first = (options.opening_from_turn - 1) * players + 1
            if options.finish_from == "all_others_played":
                first = max(first, players)
            if options.finish_from == "second_turn":
                first = max(first, players + 1)
            turns = _turns(options, table, players, first)
            if turns < first:
                yield Finding(
                    code=WarningCode.ROUND_TOO_SHORT,
                    clause="J.blocked",
                    options=_of_turns(options, first, spent=turns == options.max_turns),
                    facts=WarningFacts(player_counts=(players,), count=turns, required=first),
                )


def _turns(options: JokerenOptions, table: Table, players: int, most: int) -> int:
    """How many turns there can be, `most` at most, before anybody goes out.

    The discard is drawn wherever it may be, so that the stock lasts. Once the stock is out for good that goes on for a
    lap, unless somebody may lay cards.
    """
    dealt = players * table.hand_size + options.upcard + options.starter_extra_card
    stock, pile, renewals, idle = table.packs * 52 + table.jokers - dealt, int(options.upcard), 0, 0
    for turn in range(min(most, options.max_turns)):
        own_turn = turn // players + 1
        early = own_turn < options.opening_from_turn
        renewable = (
            pile > 1
            and options.stock_out != "end_round"
            and (options.max_reshuffles is None or renewals < options.max_reshuffles)
        )
        may_take = pile > 0 and options.draw_discard != "never" and own_turn >= options.draw_discard_from_turn
        if idle >= players:
            return turn
        if turn == 0 and options.starter_extra_card:
            pile += 1
        elif may_take and not (early and options.draw_discard == "must_table"):
            idle += early and not stock and not renewable
        elif stock or renewable:
            if not stock:
                stock, pile, renewals = pile - 1, 1, renewals + 1
            stock, pile = stock - 1, pile + 1
        else:
            return turn
    return min(most, options.max_turns)


def _of_turns(options: JokerenOptions, first: int, *, spent: bool) -> tuple[str, ...]:
    """The options because of which nobody goes out in time: what makes it late, and what ends the round before."""
    late = "opening_from_turn" if options.opening_from_turn > 1 else "finish_from"
    if first == 1:
        return ("packs", "jokers", "hand_size", "by_players", "upcard")
    return (late, "max_turns") if spent else (late, "draw_discard", "stock_out", "max_reshuffles")


def _totals(options: JokerenOptions, unmet: list[Finding]) -> Iterator[Finding]:
    """Games in which nobody ever gets a point, and limits that nobody can reach (J.score, J.collect, J.game_end)."""
    natural = max(card_points(options, face) for face in FACES)
    for table in tables(options):
        because: tuple[str, ...] = ()
        if not natural and not (table.jokers and dearest_joker(options)):
            because = ("hand_penalties", "penalty_table", *(("joker_penalty",) if table.jokers else ()))
        elif options.scoring == "winner_collects" and _always_blocked(options, table, unmet):
            because = ("scoring", *dict.fromkeys(name for one in unmet for name in one.options))
        if because:
            yield without_points(options, because, table.players)
    yield from limit_out_of_reach(
        options, max(most_points(options, players) for players in packs_of(options))
    )


def _always_blocked(options: JokerenOptions, table: Table, unmet: list[Finding]) -> bool:
    """Whether nobody can go out in any round, so that nobody collects anything."""
    every = ranges(options, [number for demand in demands(options) for number in demand.rounds])
    return any(
        one.code == WarningCode.ROUND_ALWAYS_BLOCKED
        and (one.facts.player_counts, one.facts.rounds) == (table.players, every)
        for one in unmet
    )
