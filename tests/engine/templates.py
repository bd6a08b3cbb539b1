"""Everything that can go onto the table at once, found a second time by the naive judge, for a second solver to choose from.

A template is what one meld takes from a hand, however its cards lie. Nothing here knows the engine.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.engine import naive

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tests.engine.naive import Cards


class Template(NamedTuple):
    """The naturals of a meld or of what is laid off, in some order, its jokers, and its points there.

    `place` is the number of the meld of the table that takes them, None for a new meld.
    """

    naturals: Cards
    jokers: int
    kind: str
    points: int
    place: int | None

    @property
    def size(self) -> int:
        """How many cards it takes."""
        return len(self.naturals) + self.jokers


def new_melds(options: Any, there: Mapping[str, int]) -> list[Template]:
    """Every new meld of cards that are there so often (`"JK"` is a joker); of equal ones the dearest."""
    found: dict[tuple[str, Cards, int], Template] = {}
    for kind, row in _rows(options):
        for cards in _with_jokers(row, there):
            if not naive.broken_limits(options, kind, cards):
                _keep(found, options, kind, cards)
    return list(found.values())


def _rows(options: Any) -> Iterator[tuple[str, Cards]]:
    """Every meld as the faces that it shows."""
    choose = combinations if options.set_suits == "distinct" else combinations_with_replacement
    for rank in naive.RING:
        for size in (3, 4):
            for suits in choose(naive.SUITS, size):
                yield "set", tuple(rank + suit for suit in suits)
    for length in range(3, 15):
        for row in naive.all_runs(options.ace, length):
            yield "run", row


def _with_jokers(row: Cards, there: Mapping[str, int]) -> Iterator[Cards]:
    """The faces with every subset of them played by jokers that the cards there allow."""
    places = range(len(row))
    lacking = [at for at in places if not there.get(row[at], 0)]
    others = [at for at in places if at not in lacking]
    for more in range(min(there.get("JK", 0) - len(lacking), len(others)) + 1):
        for chosen in combinations(others, more):
            wild = {*lacking, *chosen}
            left = Counter(row[at] for at in others if at not in wild)
            if all(there[card] >= count for card, count in left.items()):
                yield tuple("JK:" + row[at] if at in wild else row[at] for at in places)


def _keep(found: dict[tuple[str, Cards, int], Template], options: Any, kind: str, cards: Cards) -> None:
    naturals = tuple(sorted(card for card in cards if not naive.joker(card)))
    one = Template(naturals, len(cards) - len(naturals), kind, naive.worth(options, kind, cards), None)
    key = kind, naturals, one.jokers
    if key not in found or found[key].points < one.points:
        found[key] = one


def lay_offs(options: Any, hand: Cards, table: Sequence[tuple[str, Cards]]) -> list[Template]:
    """Everything that the melds of the table (kind and cards) take from a hand, one card after the other."""
    found: dict[tuple[int, Cards, int], Template] = {}
    for place, (kind, meld) in enumerate(table):
        before = naive.worth(options, kind, meld)
        reached: dict[Cards, Cards] = {meld: hand}
        todo = [meld]
        while todo:
            lying = todo.pop()
            left = reached[lying]
            for card in {*_near(kind, lying), "JK"}:
                after = naive.without(left, ("JK" if naive.joker(card) else card,))
                grown = naive.laid_off(options, kind, lying, card) if after is not None else None
                if grown is None or after is None or grown[1] in reached:
                    continue
                reached[grown[1]] = after
                todo.append(grown[1])
                gone = sorted((Counter(hand) - Counter(after)).elements())
                naturals = tuple(one for one in gone if one != "JK")
                worth = naive.worth(options, kind, grown[1]) - before
                one = Template(naturals, len(gone) - len(naturals), kind, worth, place)
                key = place, naturals, one.jokers
                if key not in found or found[key].points < worth:
                    found[key] = one
    return list(found.values())


def _near(kind: str, meld: Cards) -> Iterable[str]:
    """The cards that could come next to those of a meld, as such and as jokers that stand for them."""
    shown = [one for one in map(naive.face, meld) if one]
    if kind == "set":
        faces = [shown[0][:-1] + suit for suit in naive.SUITS]
    else:
        ring, ends = naive.RING, ((shown[0], -1), (shown[-1], 1))
        faces = [ring[(ring.index(card[:-1]) + step) % 13] + card[-1] for card, step in ends]
    return [*faces, *("JK:" + one for one in faces)]
