"""What positions of all families have in common: how their rounds ended."""

from __future__ import annotations

from engine.results import Outcome as OutcomeStruct
from service.schemas.fields import Built, JsonBoolean, ListOf
from service.schemas.values import CardCosts, CostsBySeat, Hand, Hands, Points, PointsBySeat, Seat


class Outcome(Built):
    """How a round ended."""

    struct = OutcomeStruct
    winner = Seat(required=True, allow_none=True)
    blocked = JsonBoolean()
    concealed = JsonBoolean()
    broken_off = JsonBoolean()
    points = PointsBySeat(required=True)
    hands = Hands(allow_none=True)
    costs = CostsBySeat(allow_none=True)
    fines = PointsBySeat(allow_none=True)


class PartialOutcome(Built):
    """How a round ended, as far as it is known."""

    struct = OutcomeStruct
    winner = Seat(required=True, allow_none=True)
    blocked = JsonBoolean()
    concealed = JsonBoolean()
    broken_off = JsonBoolean()
    points = ListOf(Points(allow_none=True), minimum=2, maximum=7, required=True)
    hands = ListOf(Hand(allow_none=True), minimum=2, maximum=7, allow_none=True)
    costs = ListOf(CardCosts(allow_none=True), minimum=2, maximum=7, allow_none=True)
    fines = PointsBySeat(allow_none=True)
