"""The bodies of requests."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, validates_schema

from engine.jokeren import actions
from service.faults import ServiceCode
from service.schemas.errors import wrong
from service.schemas.families import Action, ActionToJudge, PartialState, State
from service.schemas.fields import Built, Card, Closed, JsonBoolean, JsonInteger, ListOf, One
from service.schemas.jokeren import Table
from service.schemas.options import Ruleset
from service.schemas.sjuan import Fines
from service.schemas.values import (
    AnalyzedHand,
    Bot,
    Goal,
    Hands,
    MeldCards,
    MeldKind,
    PlayerName,
    RoundNumber,
    Seat,
    Seed,
)


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


class HandRequest(Closed):
    """Analyze a hand."""

    ruleset = One(Ruleset, required=True)
    hand = AnalyzedHand(required=True)
    table = Table()
    discard = ListOf(Card(), maximum=110)
    opened = JsonBoolean()
    drawn = JsonBoolean()
    round = RoundNumber()
    goal = Goal()


class Actions(ListOf):
    """What a player asks for, in order."""

    minimum, maximum = 1, 60

    def __init__(self, **settings: Any) -> None:
        super().__init__(One(Action), **settings)


class ActionsToJudge(ListOf):
    """What is asked of a position, in order."""

    minimum, maximum = 1, 60

    def __init__(self, **settings: Any) -> None:
        super().__init__(One(ActionToJudge), **settings)


class MoveRequest(Closed):
    """Judge actions in a position."""

    ruleset = One(Ruleset, required=True)
    state = One(PartialState, required=True)
    seat = Seat(required=True)
    actions = ActionsToJudge(required=True)


class ResolutionRequest(Closed):
    """A ruleset to look at."""

    ruleset = One(Ruleset, required=True)


class ComparisonRequest(Closed):
    """Two rulesets to compare."""

    left = One(Ruleset, required=True)
    right = One(Ruleset, required=True)


class LegalMovesRequest(Closed):
    """List what is legal in a position."""

    ruleset = One(Ruleset, required=True)
    state = One(PartialState, required=True)
    seat = Seat(required=True)
    refused = JsonBoolean()


class RoundScoreRequest(Closed):
    """Score a round."""

    ruleset = One(Ruleset, required=True)
    hands = Hands(required=True)
    winner = Seat(required=True, allow_none=True)
    table = Table()
    opened = ListOf(JsonBoolean(), maximum=7)
    concealed = JsonBoolean()
    fines = Fines()
    round = RoundNumber()


class Player(Closed):
    """Who plays."""

    name = PlayerName(required=True)
    bot = Bot()


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
