"""Random questions to the solver: house rules, a hand, a table, a goal and a demand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine import Refused, resolve
from engine.cards import FACES, JOKER, pack, sort_hand
from engine.jokeren import JOKEREN
from engine.jokeren.actions import TableMeld
from engine.jokeren.analysis import _goal
from engine.jokeren.search import ANYTHING, Demand, Goal
from engine.jokeren.ways import Question
from tests.engine import naive

if TYPE_CHECKING:
    from random import Random

    from engine.jokeren.actions import Cards
    from engine.jokeren.options import JokerenOptions

GOALS = ("penalty", "cards", "points")
KINDS = ("set", "run", "set", "run", "set:4", "run:4", "run:5", "run:7")


class Asked(NamedTuple):
    """What is asked of the solver."""

    options: JokerenOptions
    hand: Cards
    table: tuple[TableMeld, ...]
    goal: Goal
    demand: Demand


def a_question(rng: Random, hand: Cards, options: JokerenOptions | None = None) -> Asked:
    """A hand with everything else by chance."""
    options = options or house_rules(rng)
    opened = rng.random() < 0.4
    melds = rng.randrange(3, 7) if rng.random() < 0.5 else 0
    table = a_table(rng, options, melds)
    asked = of_opened(options, hand, table, rng.choice(GOALS))
    return asked if opened else asked._replace(demand=a_demand(rng, len(hand)))


def of_opened(options: JokerenOptions, hand: Cards, table: tuple[TableMeld, ...], goal: Any) -> Asked:
    """What is asked for a player who has opened, so that nothing is demanded."""
    asked = Question(
        hand=hand, table=table, discard=None, opened=True, drawn=True, round=1, goal=goal, knows_table=True
    )
    return Asked(options, hand, table, _goal(options, asked), ANYTHING)


def house_rules(rng: Random) -> JokerenOptions:
    """A preset with other rules for jokers, aces, sets and points, as far as they stand together."""
    values: dict[str, list[Any]] = {
        "ace": ["low_or_high", "low", "high", "both_ends", "around"],
        "set_suits": ["distinct", "any"],
        "min_naturals": [0, 1, 2, 3],
        "max_jokers_per_meld": [None, None, 0, 1, 2, 3],
        "min_cards_between_jokers": [0, 0, 1, 2],
        "jokers_may_outnumber": [True, False],
        "joker_declaration": ["required", "optional"],
        "ace_low_points": [1, 11, 25],
        "ace_high_points": [1, 11, 15],
        "joker_opening_points": [None, None, 0, 20],
        "hand_penalties": ["pips", "one_each"],
        "joker_penalty": [0, 5, 25, 50],
    }
    chosen = rng.sample(sorted(values), rng.choice((0, 0, 1, 2, 4, 12)))
    found = resolve(
        rng.choice(sorted(preset.id for preset in JOKEREN.presets)),
        {name: rng.choice(values[name]) for name in chosen},
    )
    assert not isinstance(found, Refused)
    options: JokerenOptions = found.resolved  # type: ignore[assignment]
    return options


def a_hand(rng: Random, size: int, jokers: int) -> Cards:
    """Cards of two packs, so many of them jokers."""
    return sort_hand([*rng.sample(pack(2, 0), size - jokers), *[JOKER] * jokers])


def a_dense_hand(rng: Random, size: int, jokers: int) -> Cards:
    """Cards of a few adjacent ranks, so that many melds want the same ones."""
    ranks = -(-(size - jokers) // 8) + rng.randrange(3)
    first = rng.randrange(13)
    wanted = {(first + at) % 13 for at in range(ranks)}
    near = [face for at, face in enumerate(FACES) if at % 13 in wanted]
    return sort_hand([*rng.sample(near * 2, size - jokers), *[JOKER] * jokers])


def a_table(rng: Random, options: JokerenOptions, melds: int) -> tuple[TableMeld, ...]:
    """So many melds as can lie on the table under these rules."""
    table: list[TableMeld] = []
    while len(table) < melds:
        kind, cards = _near_meld(rng, options)
        ruled = naive.judge(options, cards, kind)
        if isinstance(ruled, naive.Reading) and not ruled.broken:
            table.append(TableMeld(f"m{len(table) + 1}", 0, kind, ruled.cards))  # type: ignore[arg-type]
    return tuple(table)


def _near_meld(rng: Random, options: JokerenOptions) -> tuple[str, Cards]:
    kind = rng.choice(("set", "run"))
    if kind == "set":
        rank = rng.choice(naive.RING)
        cards = [rank + suit for suit in rng.sample(naive.SUITS, rng.choice((3, 3, 4)))]
    else:
        cards = list(rng.choice(naive.all_runs(options.ace, rng.choice((3, 3, 4, 5)))))
    for at in range(len(cards)):
        if rng.random() < 0.15:
            cards[at] = "JK:" + cards[at]
    return kind, tuple(cards)


def a_demand(rng: Random, cards: int) -> Demand:
    """What may be demanded of who has not opened, and how many cards may or must stay."""
    most = rng.randrange(cards + 1)
    return Demand(
        points=rng.choice((0, 0, 10, 30, 40, 60, 90)),
        kinds=tuple(rng.choices(KINDS, k=rng.choice((0, 0, 0, 1, 2, 3)))),
        least_left=rng.choice((0, 0, 1, 1, 2)),
        least_naturals=rng.choice((0, 0, 0, 1, 2)),
        most_left=rng.choice((None, None, None, most)),
        most_unmelded=rng.choice((None, None, None, most)),
    )
