"""The exact search held against CP-SAT on random hands; `make solver-check` runs it with an interpreter that has both.

Every arrangement that the engine returns is judged once more by the rules, and has to add up.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from engine.cards import JOKER, held
from engine.jokeren.actions import Meld
from engine.jokeren.melds import judge, points
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.search import best
from engine.jokeren.table import lay_off
from engine.refusals import Reading, Refused
from tests.engine import templates
from tests.engine.questions import a_dense_hand, a_hand, a_question
from tests.engine.second_solver import by_cp_sat, model

if TYPE_CHECKING:
    from engine.jokeren.pieces import Piece
    from engine.jokeren.search import Arrangement
    from tests.engine.questions import Asked

RANDOM, DENSE = 10_000, 1_000


def answer(asked: Asked) -> Arrangement | None:
    """What the engine finds."""
    melds = new_melds(asked.options.melds, asked.hand, kinds=asked.demand.kinds)
    laid_off = additions(asked.options.melds, asked.hand, asked.table)
    return best(asked.hand, melds + laid_off, asked.goal, asked.demand)


def all_templates(asked: Asked) -> list[templates.Template]:
    """What may be laid, found by the naive judge."""
    table = [(meld.kind, meld.cards) for meld in asked.table]
    melds = templates.new_melds(asked.options, Counter(asked.hand))
    return melds + templates.lay_offs(asked.options, asked.hand, table)


def faults(asked: Asked, found: Arrangement) -> list[str]:
    """What is wrong with an arrangement by the rules, its cards, and its cost."""
    said = []
    gone: Counter[str] = Counter()
    used = Counter(piece.place for piece in found.pieces if piece.place is not None)
    if any(count > 1 for count in used.values()):
        said.append("a meld of the table takes twice")
    for piece in found.pieces:
        cards = Counter(map(held, piece.lies.cards))
        gone += cards
        if cards != Counter(
            {**Counter(piece.naturals), JOKER: piece.jokers} if piece.jokers else piece.naturals
        ):
            said.append(f"{piece} takes other cards than it says")
        if _worth(asked, piece) != piece.points:
            said.append(f"{piece} is not worth that, or may not be laid")
    if gone - Counter(asked.hand):
        said.append("cards are laid that are not there")
    left = Counter(asked.hand) - gone
    cost = sum(asked.goal.costs[card] * count for card, count in left.items())
    cost -= asked.goal.per_point * sum(piece.points for piece in found.pieces)
    if cost != found.cost:
        said.append(f"it costs {cost}")
    return said


def _worth(asked: Asked, piece: Piece) -> int | None:
    rules = asked.options.melds
    if isinstance(piece.lies, Meld):
        ruled = judge(rules, piece.lies.cards, piece.lies.kind)
        return ruled.points if isinstance(ruled, Reading) else None
    assert piece.place is not None
    meld = asked.table[piece.place]
    after = lay_off(rules, meld.id, meld.kind, meld.cards, piece.lies.cards)
    if isinstance(after, Refused):
        return None
    return points(rules, meld.kind, after[1]) - points(rules, meld.kind, meld.cards)


def differs(asked: Asked) -> str | None:
    """In what the engine and CP-SAT differ, if they do."""
    found = answer(asked)
    given = model(asked.hand, all_templates(asked), asked.goal.costs, asked.goal.per_point, asked.demand)
    expected = by_cp_sat(given)
    cost = None if found is None else found.cost
    said = [] if found is None else faults(asked, found)
    if cost != expected:
        said.append(f"the engine finds {cost}, CP-SAT {expected}")
    return "; ".join(said) if said else None


def questions(count: int, *, dense: bool) -> list[Asked]:
    """So many questions, always the same ones."""
    found = []
    for seed in range(count):
        rng = Random(f"{dense} {seed}")
        if dense:
            hand = a_dense_hand(rng, 20, rng.randrange(5))
        else:
            jokers = rng.randrange(7)
            hand = a_hand(rng, rng.randrange(max(jokers, 1), 21), jokers)
        found.append(a_question(rng, hand))
    return found


def main() -> int:
    """Compare all, print what was compared, and tell whether they differ."""
    wrong = 0
    for name, count, dense in (("random hands", RANDOM, False), ("dense hands of 20", DENSE, True)):
        began, possible = time.process_time(), 0
        for number, asked in enumerate(questions(count, dense=dense), 1):
            said = differs(asked)
            possible += answer(asked) is not None
            if said is not None:
                wrong += 1
                print(f"{asked}\n  {said}", file=sys.stderr)
            if sys.stderr.isatty():
                print(f"\r{name}: {number:,} of {count:,}", end="", file=sys.stderr)
        spent = time.process_time() - began
        print(
            f"\r{name}: {count:,} compared with CP-SAT, {possible:,} can be met, {wrong} differ ({spent:.0f} s)"
        )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
