"""The bodies of requests."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, validates_schema

from engine.jokeren import actions
from service.faults import ServiceCode
from service.schemas.errors import wrong
from service.schemas.fields import Built, Closed, JsonBoolean, JsonInteger, ListOf, One
from service.schemas.jokeren import Action, State, Table
from service.schemas.options import Ruleset
from service.schemas.values import Hands, MeldCards, MeldKind, PlayerName, RoundNumber, Seat, Seed


class DealRequest(Closed):
    """Deal a round."""

    ruleset = One(Ruleset, required=True)
    players = JsonInteger(2, 7, required=True)
    dealer = Seat()
    round = RoundNumber()
    seed = Seed()


class MeldToJudge(Built):
    """A meld to judge by itself."""

    struct = actions.Meld
    cards = MeldCards(required=True)
    kind = MeldKind()


class MeldsRequest(Closed):
    """Judge melds."""

    ruleset = One(Ruleset, required=True)
    melds = ListOf(One(MeldToJudge), minimum=1, maximum=1000, required=True)
    round = RoundNumber()


class Actions(ListOf):
    """What a player asks for, in order."""

    minimum, maximum = 1, 60

    def __init__(self, **settings: Any) -> None:
        super().__init__(One(Action), **settings)


class MoveRequest(Closed):
    """Judge actions in a position."""

    ruleset = One(Ruleset, required=True)
    state = One(State, required=True)
    seat = Seat(required=True)
    actions = Actions(required=True)


class LegalMovesRequest(Closed):
    """List what is legal in a position."""

    ruleset = One(Ruleset, required=True)
    state = One(State, required=True)
    seat = Seat(required=True)


class RoundScoreRequest(Closed):
    """Score a round."""

    ruleset = One(Ruleset, required=True)
    hands = Hands(required=True)
    winner = Seat(required=True, allow_none=True)
    table = Table()
    opened = ListOf(JsonBoolean(), maximum=7)
    concealed = JsonBoolean()
    round = RoundNumber()


class Player(Closed):
    """Who plays."""

    name = PlayerName(required=True)


class GameRequest(Closed):
    """Create a game."""

    ruleset = One(Ruleset, required=True)
    players = ListOf(One(Player), minimum=2, maximum=7, required=True)
    dealer = Seat()
    seed = Seed()
    state = One(State)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def refuse_two_dealers(self, _: object, original: Any, **__: object) -> None:
        """Refuse a dealer beside a position, which has its own."""
        if isinstance(original, dict) and {"dealer", "state"} <= original.keys():
            raise ValidationError(
                {"dealer": wrong(ServiceCode.UNKNOWN_FIELD, "dealer_beside_state").messages}
            )


class GameMoveRequest(Closed):
    """Move in a game."""

    actions = Actions(required=True)
