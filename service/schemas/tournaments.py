"""The bodies of requests about match play."""

from __future__ import annotations

from typing import Any

from service.schemas.fields import Closed, JsonBoolean, JsonInteger, ListOf, One, Text
from service.schemas.options import Ruleset
from service.schemas.values import Bot, PlayerName, Points, Seed


class TournamentName(Text):
    """The name of a tournament."""

    pattern = PlayerName.pattern
    shortest, longest = 1, 100


class Reason(Text):
    """Why a form was changed, in the words of who did it."""

    pattern = PlayerName.pattern
    shortest, longest = 1, 200


class TournamentPlayers(ListOf):
    """Who plays; a form tells players by their names, so no two have the same."""

    item = PlayerName
    minimum, maximum = 3, 200
    distinct = True


class MatchRounds(JsonInteger):
    """How many match rounds there are."""

    minimum, maximum = 3, 4


class DealNumber(JsonInteger):
    """The number of a deal on a form, from 1."""

    minimum, maximum = 1, 20


class FormPoints(ListOf):
    """The points of a deal."""

    item = Points
    minimum, maximum = 3, 4


class SumOfPoints(JsonInteger):
    """The points of several deals together."""

    minimum, maximum = 0, 80_000_000


class FormTotals(ListOf):
    """The totals of a form."""

    item = SumOfPoints
    minimum, maximum = 3, 4


class TableBots(ListOf):
    """Which bot plays for each seat of a table."""

    minimum, maximum = 1, 4

    def __init__(self, **settings: Any) -> None:
        super().__init__(Bot(allow_none=True), **settings)


class TournamentRequest(Closed):
    """Create a tournament."""

    name = TournamentName(required=True)
    ruleset = One(Ruleset, required=True)
    players = TournamentPlayers(required=True)
    rounds = MatchRounds(required=True)
    deals = DealNumber()
    seed = Seed()


class DealEntry(Closed):
    """The count of a deal."""

    points = FormPoints(required=True)
    blocked = JsonBoolean()
    reason = Reason()


class FormConfirmation(Closed):
    """Confirm a form."""

    totals = FormTotals()


class TableGameRequest(Closed):
    """Play the open deals of a table here."""

    bots = TableBots()
    seed = Seed()
