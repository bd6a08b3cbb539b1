"""Actions and positions of the Sjuan family: loading gives the engine's values."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.sjuan import actions, layout
from engine.standing import MOST_ROUNDS
from service.schemas.fields import Built, Card, Choice, Closed, JsonInteger, ListOf, One
from service.schemas.positions import Outcome, PartialOutcome
from service.schemas.values import Hand, RoundNumber, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marshmallow import Schema


class Play(Built):
    """Lay a card in its suit."""

    struct = actions.Play
    type = Choice(["play"], required=True)
    card = Card(required=True)


class Pass(Built):
    """Lay nothing in this turn."""

    struct = actions.Pass
    type = Choice(["pass"], required=True)


ACTIONS: Mapping[str, Schema] = MappingProxyType({"play": Play(), "pass": Pass()})
"""What a player of the family asks for, by type."""


class SuitRow(ListOf):
    """The cards of one suit on the table."""

    item = Card
    maximum = 13


class Layout(Built):
    """The cards on the table."""

    struct = layout.Layout
    C = SuitRow()
    D = SuitRow()
    H = SuitRow()
    S = SuitRow()


class SjuanPhase(Choice):
    """Whether a turn is being played."""

    values = ("play", "over")


class SjuanTurn(Closed):
    """Whose turn it is."""

    seat = Seat(required=True)
    phase = SjuanPhase(required=True)
    number = JsonInteger(1, 1001)


class Fine(JsonInteger):
    """What a seat has paid in a round."""

    minimum, maximum = 0, 100_000


class Fines(ListOf):
    """What every player has paid in a round."""

    item = Fine
    minimum, maximum = 2, 7


class SjuanState(Closed):
    """A position of a Sjuan round, as far as somebody gives it."""

    family = Choice(["sjuan"], required=True)
    round = RoundNumber()
    dealer = Seat()
    turn = One(SjuanTurn, required=True)
    hands = ListOf(Hand(), minimum=2, maximum=7, required=True)
    layout = One(Layout)
    passes = JsonInteger(0, 7)
    fines = Fines()
    past_rounds = ListOf(One(Outcome), maximum=MOST_ROUNDS - 1)
    outcome = One(Outcome, allow_none=True)


class SjuanPartialState(SjuanState):
    """A position of a Sjuan round, as far as somebody knows it."""

    hands = ListOf(Hand(allow_none=True), minimum=2, maximum=7, required=True)
    hand_counts = ListOf(JsonInteger(0, 30), maximum=7)
    outcome = One(PartialOutcome, allow_none=True)
