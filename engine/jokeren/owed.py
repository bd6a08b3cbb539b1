"""What a search still owes of a demand: points and kinds of new melds, and how many cards stay in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.jokeren.duties import least

if TYPE_CHECKING:
    from engine.jokeren.pieces import Piece
    from engine.jokeren.search import Demand


class Owed(NamedTuple):
    """What new melds still lack of the demand; how many cards stay so far or were laid off, where that is counted."""

    points: int = 0
    kinds: tuple[str, ...] = ()
    left: int = 0
    naturals: int = 0
    laid_off: int = 0


NOTHING = Owed()


class Account:
    """How what is owed changes under one demand; cards are counted no further than it matters."""

    def __init__(self, demand: Demand) -> None:
        self.demand = demand
        most = (bound + 1 for bound in (demand.most_left, demand.most_unmelded) if bound is not None)
        self.most_counted = max(demand.least_left, demand.least_naturals, *most)
        self.all = Owed(demand.points, tuple(sorted(demand.kinds, key=least, reverse=True)))

    def after(self, owed: Owed, piece: Piece) -> Owed:
        """What is owed when a piece is down; it meets the largest of the demanded kinds that it can meet."""
        points, kinds, left, naturals, laid_off = owed
        if piece.place is not None:
            if self.demand.most_unmelded is None:
                return owed
            size = len(piece.naturals) + piece.jokers
            return Owed(points, kinds, left, naturals, min(laid_off + size, self.most_counted))
        if not points and not kinds:
            return owed
        for at, kind in enumerate(kinds):
            if meets(piece, kind):
                kinds = kinds[:at] + kinds[at + 1 :]
                break
        return Owed(max(points - piece.points, 0), kinds, left, naturals, laid_off)

    def stays(self, owed: Owed, naturals: int, jokers: int = 0) -> Owed:
        """What is owed when so many more cards stay in hand."""
        if not self.most_counted:
            return owed
        return owed._replace(
            left=min(owed.left + naturals + jokers, self.most_counted),
            naturals=min(owed.naturals + naturals, self.demand.least_naturals),
        )

    def contradicts(self) -> bool:
        """Whether more cards must stay than may."""
        must = max(self.demand.least_left, self.demand.least_naturals)
        return any(
            most is not None and must > most for most in (self.demand.most_left, self.demand.most_unmelded)
        )

    def lacking(self, owed: Owed) -> int:
        """How many more cards must stay at least."""
        return max(self.demand.least_left - owed.left, self.demand.least_naturals - owed.naturals, 0)

    def too_many(self, owed: Owed) -> bool:
        """Whether more cards stay already, or were laid off, than may."""
        most, unmelded = self.demand.most_left, self.demand.most_unmelded
        return (most is not None and owed.left > most) or (
            unmelded is not None and owed.left + owed.laid_off > unmelded
        )

    def met(self, owed: Owed) -> bool:
        """Whether nothing is owed any more."""
        return not (owed.points or owed.kinds or self.lacking(owed) or self.too_many(owed))


def meets(piece: Piece, kind: str) -> bool:
    """Whether a new meld is one of a demanded kind."""
    return kind.startswith(piece.kind) and least(kind) <= len(piece.naturals) + piece.jokers
