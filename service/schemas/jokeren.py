"""Actions and positions of the Jokeren family: loading gives the engine's values."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import post_load

from engine.jokeren import actions
from engine.standing import MOST_ROUNDS
from service.schemas.fields import Built, Card, Choice, Closed, JsonBoolean, JsonInteger, ListOf, One, Union
from service.schemas.positions import Outcome, PartialOutcome
from service.schemas.values import (
    ClauseId,
    DrawSource,
    ErrorCode,
    Hand,
    MeldCards,
    MeldDemand,
    MeldId,
    MeldKind,
    Phase,
    Points,
    RoundNumber,
    Seat,
    TableMeldCards,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marshmallow import Schema


class Draw(Built):
    """Draw a card."""

    struct = actions.Draw
    type = Choice(["draw"], required=True)
    source = DrawSource(required=True)


class DrawToJudge(Draw):
    """Draw a card, which may be known."""

    card = Card()

    @post_load
    def build(self, data: Mapping[str, Any], **_: object) -> msgspec.Struct:
        """The struct; with a card it is a draw that somebody saw."""
        return msgspec.convert(data, actions.DrawSeen if "card" in data else actions.Draw)


class Meld(Built):
    """Lay a new meld."""

    struct = actions.Meld
    type = Choice(["meld"], required=True)
    cards = MeldCards(required=True)
    kind = MeldKind()


class LayOff(Built):
    """Lay cards on a meld of the table."""

    struct = actions.LayOff
    type = Choice(["lay_off"], required=True)
    meld = MeldId(required=True)
    cards = MeldCards(required=True)


class SwapJoker(Built):
    """Take a joker for the real card."""

    struct = actions.SwapJoker
    type = Choice(["swap_joker"], required=True)
    meld = MeldId(required=True)
    cards = ListOf(Card(), minimum=1, maximum=2, required=True)


class Discard(Built):
    """End the turn."""

    struct = actions.Discard
    type = Choice(["discard"], required=True)
    card = Card(required=True)


class TakeBack(Built):
    """Take back the last action."""

    struct = actions.TakeBack
    type = Choice(["take_back"], required=True)


ACTIONS: Mapping[str, Schema] = MappingProxyType(
    {
        "draw": Draw(),
        "meld": Meld(),
        "lay_off": LayOff(),
        "swap_joker": SwapJoker(),
        "discard": Discard(),
        "take_back": TakeBack(),
    }
)
"""What a player of the family asks for, by type."""

ACTIONS_TO_JUDGE: Mapping[str, Schema] = MappingProxyType({**ACTIONS, "draw": DrawToJudge()})
"""What is asked of a position that is sent, by type."""


class TurnDraw(Built):
    """A card was drawn in this turn."""

    struct = actions.TurnDraw
    type = Choice(["draw"], required=True)
    source = DrawSource(required=True)
    card = Card(required=True, allow_none=True)


class TurnMeld(Built):
    """A meld was laid in this turn."""

    struct = actions.TurnMeld
    type = Choice(["meld"], required=True)
    meld = MeldId(required=True)
    kind = MeldKind(required=True)
    cards = TableMeldCards(required=True)
    points = Points(required=True)


class TurnLayOff(Built):
    """Cards were laid off in this turn."""

    struct = actions.TurnLayOff
    type = Choice(["lay_off"], required=True)
    meld = MeldId(required=True)
    cards = MeldCards(required=True)
    before = TableMeldCards(required=True)


class TurnSwap(Built):
    """A joker was swapped in this turn."""

    struct = actions.TurnSwap
    type = Choice(["swap_joker"], required=True)
    meld = MeldId(required=True)
    cards = ListOf(Card(), minimum=1, maximum=2, required=True)
    before = TableMeldCards(required=True)


class TurnAction(Union):
    """What was accepted in this turn."""

    type_schemas = MappingProxyType(
        {"draw": TurnDraw(), "meld": TurnMeld(), "lay_off": TurnLayOff(), "swap_joker": TurnSwap()}
    )


class Duty(Closed):
    """What must be done before the turn can end; read and left aside, since it follows from the rest."""

    code = ErrorCode(required=True)
    clause = ClauseId(required=True)
    card = Card()
    meld = MeldId()
    points = Points()
    required = Points()
    kinds = ListOf(MeldDemand(), maximum=6)


class Turn(Closed):
    """Whose turn it is, how far, and what was done in it."""

    seat = Seat(required=True)
    phase = Phase(required=True)
    number = JsonInteger(1, 1001)
    opened = JsonBoolean()
    actions = ListOf(One(TurnAction), maximum=120)
    duties = ListOf(One(Duty), maximum=20)


class TableMeld(Built):
    """A meld on the table."""

    struct = actions.TableMeld
    id = MeldId(required=True)
    owner = Seat(required=True)
    kind = MeldKind(required=True)
    cards = TableMeldCards(required=True)


class Table(ListOf):
    """The melds on the table."""

    maximum = 36

    def __init__(self) -> None:
        super().__init__(One(TableMeld))


class JokerenState(Closed):
    """A position of a Jokeren round, as far as somebody gives it."""

    family = Choice(["jokeren"], required=True)
    round = RoundNumber()
    dealer = Seat()
    turn = One(Turn, required=True)
    hands = ListOf(Hand(), minimum=2, maximum=7, required=True)
    stock = ListOf(Card(), maximum=110)
    discard = ListOf(Card(), maximum=110)
    table = Table()
    opened = ListOf(JsonBoolean(), maximum=7)
    tabled = ListOf(JsonBoolean(), maximum=7)
    turns_taken = ListOf(JsonInteger(0, 1000), maximum=7)
    reshuffles = JsonInteger(0, 1000)
    idle_turns = JsonInteger(0, 1000)
    past_rounds = ListOf(One(Outcome), maximum=MOST_ROUNDS - 1)
    outcome = One(Outcome, allow_none=True)


class JokerenPartialState(JokerenState):
    """A position of a Jokeren round, as far as somebody knows it."""

    hands = ListOf(Hand(allow_none=True), minimum=2, maximum=7, required=True)
    hand_counts = ListOf(JsonInteger(0, 30), maximum=7)
    stock = ListOf(Card(), maximum=110, allow_none=True)
    stock_count = JsonInteger(0, 110)
    outcome = One(PartialOutcome, allow_none=True)
