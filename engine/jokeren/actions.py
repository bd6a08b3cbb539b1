"""What a player can ask for, what a turn remembers of it, and what the log says happened.

Three unions by `type`: `Action` is asked, `TurnAction` is what was accepted since the turn began (with what it takes to
undo it), `Fact` is what happened, with nothing hidden. `DrawSeen` is asked of positions alone, never of a game.
"""

from typing import Literal

import msgspec

Cards = tuple[str, ...]
Kind = Literal["set", "run"]


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw one card (J.draw; *trekken*)."""

    source: Literal["stock", "discard"]


class DrawSeen(msgspec.Struct, frozen=True, tag="draw"):
    """Draw one card, of which the asker knows what it was: it plays elsewhere, and saw it (J.draw).

    No `Action`, so that no game that is kept can be asked what lies on its stock.
    """

    source: Literal["stock", "discard"]
    card: str


class Meld(msgspec.Struct, frozen=True, tag="meld", omit_defaults=True):
    """Lay a new meld from the hand (*uitleggen*); `kind` decides where the cards alone do not."""

    cards: Cards
    kind: Kind | None = None


class LayOff(msgspec.Struct, frozen=True, tag="lay_off"):
    """Lay cards on a meld of the table (J.layoff; *aanleggen*)."""

    meld: str
    cards: Cards


class SwapJoker(msgspec.Struct, frozen=True, tag="swap_joker"):
    """Put the real card in a joker's place and take the joker (J.swap; *joker ruilen*)."""

    meld: str
    cards: Cards


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """End the turn with one card on the discard pile (J.discard; *afleggen*)."""

    card: str


class TakeBack(msgspec.Struct, frozen=True, tag="take_back"):
    """Take back the last action of this turn (J.takeback)."""


Action = Draw | Meld | LayOff | SwapJoker | Discard | TakeBack


class TurnDraw(msgspec.Struct, frozen=True, tag="draw"):
    """A card was drawn; in a view `card` is null for those who did not see it."""

    source: Literal["stock", "discard"]
    card: str | None


class TurnMeld(msgspec.Struct, frozen=True, tag="meld"):
    """A meld was laid, in table order, worth so many points as it lay."""

    meld: str
    kind: Kind
    cards: Cards
    points: int


class TurnLayOff(msgspec.Struct, frozen=True, tag="lay_off"):
    """Cards were laid off on a meld that was `before`."""

    meld: str
    cards: Cards
    before: Cards


class TurnSwap(msgspec.Struct, frozen=True, tag="swap_joker"):
    """A joker was swapped out of a meld that was `before`."""

    meld: str
    cards: Cards
    before: Cards


TurnAction = TurnDraw | TurnMeld | TurnLayOff | TurnSwap


class TableMeld(msgspec.Struct, frozen=True):
    """A meld on the table, in table order, its jokers saying what they stand for (open jokers of a set are `"JK"`)."""

    id: str
    owner: int
    kind: Kind
    cards: Cards


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A seat drew; who may not see a card of the stock is told none."""

    seat: int
    source: Literal["stock", "discard"]
    card: str | None


class Reshuffled(msgspec.Struct, frozen=True, tag="reshuffled"):
    """The pile under its top card became the stock (J.stock_out)."""

    seat: int
    count: int


class Melded(msgspec.Struct, frozen=True, tag="melded"):
    """A seat laid a meld."""

    seat: int
    meld: TableMeld
    points: int


class LaidOff(msgspec.Struct, frozen=True, tag="laid_off"):
    """A seat laid cards off; `result` is the meld after it."""

    seat: int
    meld: str
    cards: Cards
    result: Cards


class JokerSwapped(msgspec.Struct, frozen=True, tag="joker_swapped"):
    """A seat swapped a joker out; `freed` is what the joker was called there."""

    seat: int
    meld: str
    cards: Cards
    freed: str
    result: Cards


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back"):
    """A seat took its last action back; `undone` is that event's number, null where it lies before this log."""

    seat: int
    undone: int | None = None


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    """A seat discarded and its turn ended."""

    seat: int
    card: str


Fact = Drawn | Reshuffled | Melded | LaidOff | JokerSwapped | TakenBack | Discarded
