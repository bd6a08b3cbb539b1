"""Openings that few hands can make, by a look at random hands: the same ones every time, and no more than so many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import JOKER, pack, sort_hand
from engine.findings import Finding, WarningCode, WarningFacts
from engine.jokeren.openings import can_lay, demands, ranges, tables, unmet
from engine.jokeren.runs import KING
from engine.jokeren.solver import can_open
from engine.shuffle import choose, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.actions import Cards
    from engine.jokeren.openings import Demand, Table
    from engine.jokeren.options import JokerenOptions

RARE: Final = 5.0
"""An opening is rare that is possible with a smaller share of the hands than this, in per cent."""
MOST_HANDS: Final = 1000
FEWEST_HANDS: Final = 100
"""Hands that are looked at for one demand; where there are too many demands for that, the last ones are left out."""
EFFORT: Final = (1, 3, 8, 18, 45, 100, 200)
"""What it takes to judge a hand, by its jokers, in some tens of microseconds; thrice that where it holds many melds."""
MOST_EFFORT: Final = 9000


def rare_openings(options: JokerenOptions) -> Iterator[Finding]:
    """Demands that few hands meet, by a look at the same random hands every time, for the fewest players."""
    table = tables(options)[0]
    asked = [
        demand
        for demand in demands(options)
        if can_lay(options, table, demand.kinds) and not list(unmet(options, table, demand))
    ]
    hands = _random_hands(options, table)
    asked = asked[: len(hands) // FEWEST_HANDS]
    samples = len(hands) // max(len(asked), 1)
    for demand in asked:
        share = round(100 * _opened(options, hands[:samples], demand) / samples, 1)
        if share < RARE:
            yield Finding(
                code=WarningCode.OPENING_RARE,
                clause="J.opening_rounds" if demand.kinds else "J.opening",
                options=_demanding(options, demand),
                facts=WarningFacts(
                    player_counts=table.players[:1],
                    rounds=ranges(options, demand.rounds),
                    kinds=demand.kinds,
                    required=demand.points,
                    count=table.hand_size + 1,
                    share=share,
                    samples=samples,
                ),
            )


def _random_hands(options: JokerenOptions, table: Table) -> list[Cards]:
    """Dealt hands with the card drawn, as many as there is time for; the same ones whenever they are asked for."""
    many_melds = (
        options.set_suits == "any"
        or options.ace in {"both_ends", "around"}
        or not options.min_naturals
        or table.hand_size > KING
    )
    chance, cards = numbers(b"hands"), pack(table.packs, table.jokers)
    hands: list[Cards] = []
    effort = 0
    while len(hands) < MOST_HANDS and effort < MOST_EFFORT:
        for place in range(table.hand_size + 1):
            other = place + choose(chance, len(cards) - place)
            cards[place], cards[other] = cards[other], cards[place]
        hand = sort_hand(cards[: table.hand_size + 1])
        effort += EFFORT[hand.count(JOKER)] * (3 if many_melds else 1)
        hands.append(hand)
    return hands


def _opened(options: JokerenOptions, hands: list[Cards], demand: Demand) -> int:
    """How many of the hands can open; once they are so many that the share is not small no other is looked at."""
    enough = len(hands) * RARE / 100
    opened = 0
    for hand in hands:
        opened += can_open(options, hand, demand.rounds[0])
        if opened >= enough:
            break
    return opened


def _demanding(options: JokerenOptions, demand: Demand) -> tuple[str, ...]:
    """The options that make this opening what it is."""
    own = [
        name
        for name, set_so in (("opening_points", demand.points), ("opening_melds", demand.kinds))
        if set_so
    ]
    return (*own, "hand_size", *(["by_players"] if options.by_players else []))
