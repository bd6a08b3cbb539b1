"""The plain values of the contract, named as its components."""

from __future__ import annotations

from engine import bots
from engine.refusals import Code
from engine.standing import MOST_ROUNDS
from service.faults import ServiceCode
from service.schemas.fields import Card, Choice, JsonInteger, ListOf, TableCard, Text


class Seat(JsonInteger):
    """A place at the table."""

    minimum, maximum = 0, 6


class Points(JsonInteger):
    """Points that somebody has."""

    minimum, maximum = 0, 1_000_000


class RoundNumber(JsonInteger):
    """The number of a round, from 1."""

    minimum, maximum = 1, MOST_ROUNDS


class MeldId(Text):
    """The id of a meld on the table."""

    pattern = "^m[1-9][0-9]?$"


class ClauseId(Text):
    """The id of a clause of the rulebook."""

    pattern = r"^[A-Z]\.[a-z_]+$"
    longest = 40


class MeldDemand(Text):
    """A kind of meld that an opening must hold."""

    pattern = "^(set|run)(:[3-9]|:1[0-4])?$|^all_cards$"


class Seed(Text):
    """32 bytes in hex."""

    pattern = "^[0-9a-f]{64}$"


class PlayerName(Text):
    """The name of a player."""

    pattern = r"^[^\x00-\x20\x7F-\xA0][^\x00-\x1F\x7F-\x9F]*$"
    shortest, longest = 1, 40


class MeldKind(Choice):
    """A set or a run."""

    values = ("set", "run")


class DrawSource(Choice):
    """Where a card is drawn from."""

    values = ("stock", "discard")


class Bot(Choice):
    """Who plays a seat that nobody takes."""

    values = bots.KINDS


class Goal(Choice):
    """What is to be best."""

    values = ("penalty", "cards", "points")


class Phase(Choice):
    """How far a turn is."""

    values = ("draw", "play", "over")


class ErrorCode(Choice):
    """What can be wrong."""

    values = (*Code, *ServiceCode)


class Hand(ListOf):
    """The cards of a player."""

    item = Card
    maximum = 30


class AnalyzedHand(Hand):
    """The cards of a player who asks what to do with them: one at least."""

    minimum = 1


class Hands(ListOf):
    """The cards of every player."""

    item = Hand
    minimum, maximum = 2, 7


class MeldCards(ListOf):
    """Cards that somebody lays."""

    item = TableCard
    minimum, maximum = 1, 30


class TableMeldCards(ListOf):
    """Cards that lie as a meld."""

    item = TableCard
    minimum, maximum = 3, 14


class PointsBySeat(ListOf):
    """The points of every player."""

    item = Points
    minimum, maximum = 2, 7


class CardCosts(ListOf):
    """What the cards of a hand cost, one for one."""

    item = Points
    maximum = 30


class CostsBySeat(ListOf):
    """What the cards of every player cost."""

    item = CardCosts
    minimum, maximum = 2, 7
