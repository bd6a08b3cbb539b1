"""Positions made for a question: what two rulesets have in common, and cards to fill up with.

A position is written down as `"4H 5H 6H"` for cards. Seat 1 is on turn and seat 0 has dealt; unless it is said
otherwise a card was drawn, everybody has opened, and everybody has had so many turns that nothing comes too early.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import FACES, JOKER, JOKER_FOR, held
from engine.jokeren.actions import Discard, LayOff, Meld, SwapJoker, TableMeld
from engine.jokeren.melds import RUN, SET, SMALLEST
from engine.jokeren.options import JokerenOptions
from engine.results import Probe

if TYPE_CHECKING:
    from engine.jokeren.actions import Action, Cards, DrawSeen, Kind

ME = 1
"""The seat that is on turn."""
STRIDE = 7
"""From one spare card to the next, in the order of the pack."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Two rulesets, and what a position must be like to be possible under both; `looks` counts a search on it."""

    left: JokerenOptions
    right: JokerenOptions
    players: int
    jokers: int
    looks: Iterator[int]

    @property
    def both(self) -> tuple[JokerenOptions, JokerenOptions]:
        """The two rulesets."""
        return self.left, self.right

    @property
    def settled(self) -> int:
        """So many turns a player has had when nothing is too early any more and the round is not over yet."""
        late = max(max(one.opening_from_turn, one.draw_discard_from_turn, 2) for one in self.both)
        return min(late, *((one.max_turns - 1) // self.players for one in self.both))

    @property
    def smallest(self) -> int:
        """The fewest natural cards that are a meld under both."""
        return max(SMALLEST, *(one.min_naturals for one in self.both))

    @property
    def rounds(self) -> range:
        """The rounds in which openings may differ."""
        lists = [len(one.opening_points) for one in self.both] + [len(one.opening_melds) for one in self.both]
        return range(1, max(lists) + 1)


def stage_of(left: JokerenOptions, right: JokerenOptions) -> Stage | None:
    """The stage with as many jokers and packs as two rulesets share; None where nobody can play under both."""
    tables = [
        (*map(min, zip(left.pack_for(players)[:2], right.pack_for(players)[:2], strict=True)), -players)
        for players in range(
            max(left.min_players, right.min_players), min(left.max_players, right.max_players) + 1
        )
    ]
    if not tables:
        return None
    _, jokers, players = max(tables, key=lambda table: (table[1], table[0], table[2]))
    return Stage(left=left, right=right, players=-players, jokers=jokers, looks=count())


def cards(text: str) -> Cards:
    """`"4H JK:5H"` as cards."""
    return tuple(text.split())


def meld(text: str) -> Meld:
    """Lay these cards, as a set where they show one rank and as a run where not."""
    return Meld(cards(text), _kind(text))


def lay_off(name: str, text: str) -> LayOff:
    """Lay these cards on a meld."""
    return LayOff(name, cards(text))


def swap(name: str, text: str) -> SwapJoker:
    """Put these cards in the place of a joker."""
    return SwapJoker(name, cards(text))


def laid(*actions: Action) -> str:
    """The cards of the hand that melds and lay-offs take."""
    return " ".join(held(card) for action in actions for card in getattr(action, "cards", ()))


def spare(*used: str) -> Iterator[str]:
    """Faces that none of these texts holds, so far apart that no two of them go together."""
    there = {card.removeprefix(JOKER_FOR) for text in used for card in text.split()}
    apart = (FACES[at * STRIDE % len(FACES)] for at in range(1, len(FACES)))
    return (face for face in apart if face not in there)


def probe(
    stage: Stage,
    hand: str,
    *actions: Action | DrawSeen,
    table: tuple[str, ...] = (),
    over: int = 2,
    ends: bool = True,
    **fields: Any,
) -> Probe:
    """A position with these cards in hand, `over` more to keep or to discard, and these actions.

    With `ends` the turn ends by a discard of one of the cards that are over. A meld of the table is `"JS QS KS"`.
    `turns` are those that the seat and each other one have had, `other` is the hand of seat 0; `opened` and
    `others_opened` say it where it is not so that whoever has had a turn has opened. `phase`, `stock`, `discard` and
    whatever else a position has may be given.
    """
    piles = [fields.pop(name, None) for name in ("stock", "discard", "other")]
    unused = spare(hand, *table, *filter(None, piles))
    mine = cards(hand) + tuple(islice(unused, over))
    stock, discard, other = (
        cards(pile) if pile is not None else tuple(islice(unused, many))
        for pile, many in zip(piles, (3, 1, 3), strict=True)
    )
    more = [tuple(islice(unused, 3)) for _ in range(stage.players - 2)]
    own, others = fields.pop("turns", (stage.settled, stage.settled))
    opened = fields.pop("opened", own > 0)
    given = {
        "hands": (other, mine, *more),
        "turn": {"seat": ME, "phase": fields.pop("phase", "play")},
        "stock": stock,
        "discard": discard,
        "table": tuple(TableMeld(f"m{at}", 0, _kind(one), cards(one)) for at, one in enumerate(table, 1)),
        "dealer": ME if own < others else 0,
        "opened": _but_mine(stage, fields.pop("others_opened", others > 0), opened),
        "tabled": _but_mine(stage, others > 0, opened),
        "turns_taken": _but_mine(stage, others, own),
        **fields,
    }
    return Probe(given, (*actions, Discard(mine[-1])) if ends else actions)


def _kind(text: str) -> Kind:
    ranks = {card.removeprefix(JOKER_FOR)[:-1] for card in text.split() if card != JOKER}
    return SET if len(ranks) == 1 else RUN


def _but_mine(stage: Stage, others: object, mine: object) -> tuple[Any, ...]:
    return tuple(mine if seat == ME else others for seat in range(stage.players))
