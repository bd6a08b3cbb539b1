"""Openings that cannot be made: demands that no hand meets, and rounds that nobody can win because of them.

Before anybody has opened nothing lies on the table, so a player holds `hand_size` cards and the one drawn, and lays
some of them in new melds. Who cannot open cannot go out either: such a round always ends blocked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.cards import FACES, RANK
from engine.findings import Finding, RoundRange, WarningCode, WarningFacts
from engine.jokeren.duties import THREE_SETS, least
from engine.jokeren.idle import packs_of, three_sets_do
from engine.jokeren.melds import LARGEST_SET, RUN, SET, SMALLEST
from engine.jokeren.runs import HIGH_ACE, KING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.jokeren.options import JokerenOptions

ALL_CARDS: Final = "all_cards"
PICTURE: Final = 10


class Demand(NamedTuple):
    """What an opening needs: points, kinds of melds, and in which rounds, the last one standing for those after it."""

    points: int
    kinds: tuple[str, ...]
    rounds: tuple[int, ...]


class Table(NamedTuple):
    """Numbers of players that play with the same pack and as many cards each."""

    players: tuple[int, ...]
    packs: int
    jokers: int
    hand_size: int


def tables(options: JokerenOptions) -> list[Table]:
    """The packs that are played with, each with its numbers of players; that of the fewest players comes first."""
    by_pack: dict[tuple[int, int, int], list[int]] = {}
    for players, own in packs_of(options).items():
        by_pack.setdefault(own, []).append(players)
    return [Table(tuple(players), *own) for own, players in by_pack.items()]


def demands(options: JokerenOptions) -> list[Demand]:
    """The different demands of a game, each with its rounds (J.opening_rounds)."""
    found: dict[tuple[int, tuple[str, ...]], list[int]] = {}
    for number in range(1, _last_demand(options) + 1):
        found.setdefault(options.opening_for(number), []).append(number)
    return [Demand(*demand, tuple(rounds)) for demand, rounds in found.items()]


def _last_demand(options: JokerenOptions) -> int:
    """The last round with a demand of its own; the rounds after it have the same."""
    last = max(len(options.opening_points), len(options.opening_melds))
    final = _final_round(options)
    return last if final is None else min(last, final)


def _final_round(options: JokerenOptions) -> int | None:
    """The last round that a game can have, where there is one (J.game_end)."""
    return options.rounds if options.tie_break == "shared" else None


def ranges(options: JokerenOptions, rounds: Iterable[int]) -> tuple[RoundRange, ...]:
    """Rounds with demands of their own, in ranges; the last of them goes on to the end of the game."""
    last, final = _last_demand(options), _final_round(options)
    found: list[tuple[int, int]] = []
    for number in sorted(rounds):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(
        RoundRange(first, None if end == last and (end != final or first == 1) else end)
        for first, end in found
    )


def unmet_demands(options: JokerenOptions) -> Iterator[Finding]:
    """Demands that no hand can meet, and the rounds that nobody can win because of them."""
    for table in tables(options):
        three_sets = options.opening_alternative == "three_sets"
        helps = three_sets and can_lay(options, table, (SET,) * THREE_SETS)
        if three_sets and not helps and not three_sets_do(options):
            yield _three_sets_too_many(options, table)
        waived = options.opening_waived_when_going_out and can_lay(options, table, (ALL_CARDS,))
        because: list[str] = []
        blocked: list[int] = []
        unwon: list[int] = []
        for demand in demands(options):
            found = list(unmet(options, table, demand))
            yield from found
            because += (name for one in found for name in one.options)
            if found or not can_lay(options, table, demand.kinds):
                blocked += demand.rounds
            ways = [demand.kinds, *([(SET,) * THREE_SETS] if helps else []), *([()] if waived else [])]
            if _in_one_go(options) and not any(can_lay(options, table, (*way, ALL_CARDS)) for way in ways):
                unwon += demand.rounds
        if helps or waived:
            blocked = []
        if unwon := [number for number in unwon if number not in blocked]:
            yield Finding(
                code=WarningCode.FINISH_IMPOSSIBLE,
                clause="J.in_one_go",
                options=("concealed_finish_only", "lay_off", "opening_melds", *_of_hands(options)),
                facts=WarningFacts(player_counts=table.players, rounds=ranges(options, unwon)),
            )
        if blocked:
            yield Finding(
                code=WarningCode.ROUND_ALWAYS_BLOCKED,
                clause="J.blocked",
                options=tuple(dict.fromkeys(because)) or ("min_naturals", *_of_hands(options)),
                facts=WarningFacts(player_counts=table.players, rounds=ranges(options, blocked)),
            )


def unmet(options: JokerenOptions, table: Table, demand: Demand) -> Iterator[Finding]:
    """Why a demand cannot be met from any hand, if it cannot."""
    facts: dict[str, Any] = {"player_counts": table.players, "rounds": ranges(options, demand.rounds)}
    too_large = tuple(kind for kind in demand.kinds if least(kind) > _largest(options, table, kind))
    most, worth = most_laid(options, table), most_points(options, table)
    if too_large:
        runs = any(kind.startswith(RUN) for kind in too_large)
        yield Finding(
            code=WarningCode.OPENING_KIND_IMPOSSIBLE,
            clause="J.ace" if runs else "J.set",
            options=("opening_melds", "ace") if runs else ("opening_melds",),
            facts=WarningFacts(kinds=too_large, **facts),
        )
    elif demand.kinds and not can_lay(options, table, demand.kinds):
        yield Finding(
            code=WarningCode.OPENING_CARDS_IMPOSSIBLE,
            clause="J.opening_rounds",
            options=("opening_melds", *_of_hands(options)),
            facts=WarningFacts(kinds=demand.kinds, count=most, **facts),
        )
    if demand.points > worth:
        yield Finding(
            code=WarningCode.OPENING_POINTS_IMPOSSIBLE,
            clause="J.opening",
            options=("opening_points", *_of_hands(options)),
            facts=WarningFacts(required=demand.points, maximum=worth, count=most, **facts),
        )


def _in_one_go(options: JokerenOptions) -> bool:
    """Whether a player goes out by new melds of one turn alone, however the others play (J.in_one_go)."""
    early = options.joker_swap in {"always", "after_opening"} and options.set_joker_swap == "both_missing"
    return options.concealed_finish_only and options.lay_off == "turn_after_opening" and not early


def _three_sets_too_many(options: JokerenOptions, table: Table) -> Finding:
    return Finding(
        code=WarningCode.OPENING_ALTERNATIVE_IMPOSSIBLE,
        clause="J.three_sets",
        options=("opening_alternative", *_of_hands(options)),
        facts=WarningFacts(
            player_counts=table.players,
            required=THREE_SETS * _smallest(options),
            count=most_laid(options, table),
        ),
    )


def _of_hands(options: JokerenOptions) -> tuple[str, ...]:
    """The options by which so many cards can be laid."""
    return ("hand_size", *(["by_players"] if options.by_players else []), "final_discard")


def most_laid(options: JokerenOptions, table: Table) -> int:
    """The most cards that a turn can lay from a dealt hand and the card drawn; one may have to stay (J.out)."""
    return table.hand_size + (options.final_discard != "required")


def most_points(options: JokerenOptions, table: Table) -> int:
    """No more than this can be laid in a turn: the dearest cards of the pack, as many as can be laid (J.values)."""
    low = 0 if options.ace == "high" else options.ace_low_points
    ace = max(low, options.ace_high_points)
    values = [ace if RANK[face] == 1 else min(RANK[face], PICTURE) for face in FACES] * table.packs
    joker = max(values) if options.joker_opening_points is None else options.joker_opening_points
    values += [joker] * (0 if options.max_jokers_per_meld == 0 else table.jokers)
    return sum(sorted(values, reverse=True)[: most_laid(options, table)])


def _smallest(options: JokerenOptions) -> int:
    """The fewest cards in a meld (J.joker)."""
    return max(SMALLEST, options.min_naturals)


def _largest(options: JokerenOptions, table: Table, kind: str) -> int:
    """The most cards in a meld of a kind; a run with the ace at both ends has one of them twice (J.set, J.ace)."""
    if kind.startswith(SET):
        return LARGEST_SET
    second_ace = table.packs > 1 or (table.jokers > 0 and options.max_jokers_per_meld != 0)
    return HIGH_ACE if options.ace == "both_ends" and second_ace else KING


def can_lay(options: JokerenOptions, table: Table, kinds: tuple[str, ...]) -> bool:
    """Whether some hand holds melds of these kinds, and can be rid of all its cards where that is demanded.

    Only the sizes are a question: four suits of thirteen ranks have the cards for every choice of melds that fits a
    hand.
    """
    most, smallest = most_laid(options, table), _smallest(options)
    sums = {0}
    for kind in kinds:
        if kind != ALL_CARDS:
            sizes = range(max(least(kind), smallest), _largest(options, table, kind) + 1)
            sums = {total + size for total in sums for size in sizes}
    sums |= {total + more for total in sums for more in range(smallest, most + 1)}
    wanted = range(1, most + 1)
    if ALL_CARDS in kinds:
        wanted = range(most if options.final_discard == "forbidden" else table.hand_size, most + 1)
    return any(total in wanted for total in sums)
