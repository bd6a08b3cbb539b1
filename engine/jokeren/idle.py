"""Which options nothing reads under which others: one table.

An option is idle where the same play goes the same way whatever it says: what is legal, what is seen, how rounds and
games end. The table lists what the other options make so in every position, not what merely never comes about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import oddities
from engine.findings import Finding, WarningCode, WarningFacts
from engine.jokeren.duties import THREE_SETS
from engine.jokeren.melds import LARGEST_SET, SMALLEST
from engine.oddities import Idle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.jokeren.options import JokerenOptions

PACK = ("packs", "jokers", "hand_size")
"""The options that `by_players` can say anew for some numbers of players."""


def packs_of(options: JokerenOptions) -> dict[int, tuple[int, int, int]]:
    """Packs, jokers and hand size for every number of players (J.pack)."""
    counts = range(options.min_players, options.max_players + 1)
    return {players: options.pack_for(players) for players in counts}


def most_packs(options: JokerenOptions) -> int:
    """The most packs with any number of players."""
    return max(packs for packs, _, _ in packs_of(options).values())


def most_jokers(options: JokerenOptions) -> int:
    """The most jokers in the pack with any number of players."""
    return max(jokers for _, jokers, _ in packs_of(options).values())


def three_sets_do(options: JokerenOptions) -> bool:
    """Whether three sets open in every round by its demands alone (J.three_sets)."""
    return not any(options.opening_points) and all(
        len(kinds) <= THREE_SETS and set(kinds) <= {"set", "set:3"} for kinds in options.opening_melds
    )


def _for_all_players(name: str) -> Callable[[JokerenOptions], bool]:
    """Whether `by_players` says an option anew for every number of players."""

    def said(options: JokerenOptions) -> bool:
        given = (options.by_players.get(str(players)) for players in packs_of(options))
        return all(own is not None and getattr(own, name) is not None for own in given)

    return said


def _no_jokers(options: JokerenOptions) -> bool:
    return not most_jokers(options)


def _no_jokers_laid(options: JokerenOptions) -> bool:
    return options.max_jokers_per_meld == 0


def _at_most(options: JokerenOptions, count: int) -> bool:
    """Whether a meld can hold no more jokers than so many because that is the limit."""
    return options.max_jokers_per_meld is not None and options.max_jokers_per_meld <= count


def _only_all_cards(options: JokerenOptions) -> bool:
    """Whether openings demand nothing but to lay all cards, which whoever goes out does."""
    return not any(options.opening_points) and all(
        kind == "all_cards" for kinds in options.opening_melds for kind in kinds
    )


IN_SETS = ("set_joker_swap", "full_set_joker_locked")
AFTER_A_SWAP = ("freed_joker", "freed_joker_destination")
AMONG_JOKERS = ("min_cards_between_jokers", "jokers_may_outnumber")
OF_JOKERS_LAID = (
    "joker_declaration",
    "joker_opening_points",
    "joker_swap",
    *IN_SETS,
    *AFTER_A_SWAP,
    *AMONG_JOKERS,
)
OF_JOKERS_HELD = ("joker_discard", "joker_penalty", "joker_penalty_unplayable", "joker_playable_if")

IDLE: tuple[Idle, ...] = (
    # J.pack, J.upcard, J.starter
    *(Idle((name,), _for_all_players(name), ("by_players",)) for name in PACK),
    Idle(("joker_upcard",), lambda o: not o.upcard, ("upcard",)),
    Idle(("dealer_rotation",), lambda o: o.rounds == 1 and o.tie_break == "shared", ("rounds", "tie_break")),
    # J.draw, J.taken
    Idle(("draw_discard_from_turn",), lambda o: o.draw_discard == "never", ("draw_discard",)),
    Idle(("taken_discard_use",), lambda o: o.draw_discard != "must_table", ("draw_discard",)),
    # J.opening, J.three_sets
    Idle(("opening_alternative",), three_sets_do, ("opening_points", "opening_melds")),
    Idle(("opening_waived_when_going_out",), _only_all_cards, ("opening_points", "opening_melds")),
    # J.values, J.set: one pack without jokers has no card twice
    Idle(("ace_low_points",), lambda o: o.ace == "high", ("ace",)),
    Idle(("set_suits",), lambda o: most_packs(o) == 1 and _no_jokers(o), ("packs", "jokers")),
    Idle(
        ("set_suits",), lambda o: most_packs(o) == 1 and _no_jokers_laid(o), ("packs", "max_jokers_per_meld")
    ),
    # J.joker: no jokers, or none that may be laid; a natural meld has three natural cards by itself
    Idle((*OF_JOKERS_LAID, *OF_JOKERS_HELD, "joker_upcard", "max_jokers_per_meld"), _no_jokers, ("jokers",)),
    Idle(("min_naturals",), lambda o: _no_jokers(o) and o.min_naturals <= SMALLEST, ("jokers",)),
    Idle(OF_JOKERS_LAID, _no_jokers_laid, ("max_jokers_per_meld",)),
    Idle(
        ("min_naturals",),
        lambda o: _no_jokers_laid(o) and o.min_naturals <= SMALLEST,
        ("max_jokers_per_meld",),
    ),
    # J.joker: a limit that no meld can reach; one joker alone; too few to outnumber the naturals that are demanded
    Idle(
        ("max_jokers_per_meld",),
        lambda o: o.max_jokers_per_meld is not None and o.max_jokers_per_meld >= most_jokers(o),
        ("jokers",),
    ),
    Idle(AMONG_JOKERS, lambda o: most_jokers(o) <= 1, ("jokers",)),
    Idle(AMONG_JOKERS, lambda o: _at_most(o, 1), ("max_jokers_per_meld",)),
    Idle(("jokers_may_outnumber",), lambda o: most_jokers(o) <= o.min_naturals, ("jokers", "min_naturals")),
    Idle(
        ("jokers_may_outnumber",),
        lambda o: _at_most(o, o.min_naturals),
        ("max_jokers_per_meld", "min_naturals"),
    ),
    # J.swap, J.freed
    Idle((*IN_SETS, *AFTER_A_SWAP), lambda o: o.joker_swap == "never", ("joker_swap",)),
    Idle(("set_joker_swap",), lambda o: o.joker_declaration == "required", ("joker_declaration",)),
    Idle(IN_SETS, lambda o: o.min_naturals >= LARGEST_SET, ("min_naturals",)),
    Idle(
        ("set_joker_swap",),
        lambda o: o.min_naturals >= LARGEST_SET - 1 and o.set_suits == "distinct",
        ("min_naturals", "set_suits"),
    ),
    Idle(("freed_joker_destination",), lambda o: o.freed_joker == "keep", ("freed_joker",)),
    # J.stock_out
    Idle(("max_reshuffles",), lambda o: o.stock_out == "end_round", ("stock_out",)),
    Idle(("stock_out",), lambda o: o.max_reshuffles == 0, ("max_reshuffles",)),
    # J.score, J.score_kbn
    Idle(("penalty_table",), lambda o: o.hand_penalties != "table", ("hand_penalties",)),
    Idle(("joker_playable_if",), lambda o: o.joker_penalty_unplayable is None, ("joker_penalty_unplayable",)),
    Idle(
        ("joker_playable_if",),
        lambda o: o.joker_penalty_unplayable == o.joker_penalty,
        ("joker_penalty_unplayable", "joker_penalty"),
    ),
    Idle(
        ("joker_penalty",),
        lambda o: (
            _no_jokers_laid(o)
            and o.joker_penalty_unplayable is not None
            and o.joker_playable_if == "could_be_laid"
        ),
        ("max_jokers_per_meld", "joker_penalty_unplayable", "joker_playable_if"),
    ),
    # J.game_end
    Idle(("points_limit",), lambda o: o.rounds == 1, ("rounds",)),
)
"""When an option is idle, and which options make it so; of several rows for an option the first that holds counts."""


def idle_options(options: JokerenOptions, overrides: Mapping[str, Any]) -> Iterator[Finding]:
    """The options that somebody set and that nothing reads, in the order of the table."""
    return oddities.idle_options(IDLE, options, overrides, reasons=_said_anew)


def _said_anew(options: JokerenOptions, because: tuple[str, ...]) -> tuple[str, ...]:
    """The reasons, with `by_players` beside or instead of an option of the pack that it says anew."""
    found: list[str] = []
    for name in because:
        if name not in PACK or not _for_all_players(name)(options):
            found.append(name)
        if name in PACK and _anew_for_some(options, name):
            found.append("by_players")
    return tuple(dict.fromkeys(found))


def _anew_for_some(options: JokerenOptions, name: str) -> bool:
    own = (options.by_players.get(str(players)) for players in packs_of(options))
    return any(one is not None and getattr(one, name) is not None for one in own)


def idle_entries(options: JokerenOptions, overrides: Mapping[str, Any]) -> Iterator[Finding]:
    """Entries for numbers of players that do not play, and for rounds that no game has."""
    least, most = options.min_players, options.max_players
    absent = tuple(sorted(int(count) for count in options.by_players if not least <= int(count) <= most))
    if absent and "by_players" in overrides:
        yield Finding(
            code=WarningCode.PLAYERS_ENTRY_IDLE,
            clause="J.players",
            options=("by_players", "min_players", "max_players"),
            facts=WarningFacts(option="by_players", player_counts=absent, minimum=least, maximum=most),
        )
    for name in ("opening_points", "opening_melds"):
        count = len(getattr(options, name))
        if (
            options.rounds is not None
            and count > options.rounds
            and options.tie_break == "shared"
            and name in overrides
        ):
            yield Finding(
                code=WarningCode.ROUND_ENTRIES_IDLE,
                clause="J.opening_rounds",
                options=(name, "rounds", "tie_break"),
                facts=WarningFacts(option=name, count=count, maximum=options.rounds),
            )
