"""An evening of match play, for the examples of the contract: seven players, one form by hand and one partly played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.access import Tokens
from tests.contract.document import REFUSALS, Json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.service.client import Api

TOURNAMENT = "mB4tW1xYc7eRk9uQzN2hJg"
HOST = "utg_example-of-the-token-of-the-host"
PLAYERS = tuple(f"utg_example-of-the-token-of-player-{player}" for player in range(7))
TOKENS = Tokens(HOST, PLAYERS)

BY_HAND: Json = {"round": 1, "table": 2}
PLAYED: Json = {"round": 1, "table": 1}
AT_THE_TABLE: Json = {"tournament": REFUSALS["other_table"]["example"]["tournament"], "as": "seat 0"}

MATCH_PROBLEMS: dict[str, Json] = {
    "TournamentUnknownProblem": REFUSALS["tournament_unknown"]["example"],
    "FormUnknownProblem": REFUSALS["form_unknown"]["example"],
    "OtherTableProblem": REFUSALS["other_table"]["example"],
    "PlayersNotSeatableProblem": REFUSALS["players_not_seatable"]["example"],
    "MatchRulesetUnfitProblem": REFUSALS["match_ruleset_unfit"]["example"],
    "DealWithoutWinnerProblem": REFUSALS["deal_without_winner"]["example"],
    "DealBeingPlayedProblem": REFUSALS["deal_being_played"]["example"],
    "FormFullProblem": REFUSALS["form_full"]["example"],
    "FormIncompleteProblem": REFUSALS["form_incomplete"]["example"],
    "FormConfirmedProblem": REFUSALS["form_confirmed"]["example"],
    "TotalsChangedProblem": REFUSALS["totals_changed"]["example"],
    "TournamentVersionOldProblem": AT_THE_TABLE
    | {
        "operation": "enterDeal",
        "path": {"round": 1, "table": 1, "deal": 1},
        "headers": {"If-Match": '"7"'},
        "body": {"points": [12, 0, 25, 8]},
    },
    "NameTwiceProblem": {
        "operation": "createTournament",
        "body": AT_THE_TABLE["tournament"] | {"players": ["Anna", "Bram", "Cees", "Anna"]},
    },
    "PointsInvalidProblem": AT_THE_TABLE
    | {
        "operation": "enterDeal",
        "path": {"round": 1, "table": 1, "deal": 1},
        "body": {"points": [12, 0, 25, -8]},
    },
}
"""Problems, by requests in the form of `x-refusals`."""

REQUESTS_AT_TABLES = {"DealToEnter", "DealToCorrect", "DealsToPlay", "DealsToPlayWithBot", "TotalsToConfirm"}
"""Requests that are made of one tournament."""


def evening(
    api: Api,
    examples: Mapping[str, Any],
    at: Callable[[int, int], None],
    play_on: Callable[[str, list[str]], None],
) -> Json:
    """What is answered from the seating to a form that is confirmed; `at` sets the clock, in minutes and seconds."""
    told: Json = {"TournamentCreated": api("createTournament", examples["NewTournament"]).json}
    told["TournamentOfPlayer"] = api("getTournament", id=TOURNAMENT, token=PLAYERS[0]).json
    tables = told["TournamentOfPlayer"]["rounds"][0]["tables"]
    seats = [[PLAYERS[player] for player in table["players"]] for table in tables]

    def ask(operation: str, example: str, token: str, where: Json) -> Json:
        response = api(operation, examples[example], token=token, id=TOURNAMENT, **where)
        assert response.status_code in {200, 201}, response.json
        answer: Json = response.json
        return answer

    at(12, 20)
    told["DealEntered"] = ask("enterDeal", "DealToEnter", seats[0][0], PLAYED | {"deal": 1})
    at(13, 5)
    told["DealsBegun"] = ask("playDeals", "DealsToPlay", seats[0][1], PLAYED)
    play_on(told["DealsBegun"]["game"]["id"], seats[0])
    at(30, 0)
    told["FormWithPlayedDeal"] = api("getScoreForm", id=TOURNAMENT, **PLAYED).json

    for deal, points in enumerate(([0, 14, 9], [21, 0, 7]), 1):
        at(31, deal)
        api("enterDeal", {"points": points}, token=HOST, id=TOURNAMENT, deal=deal, **BY_HAND)
    for second, token in enumerate(seats[1]):
        at(32, second)
        told["FormConfirmed"] = ask("confirmForm", "TotalsToConfirm", token, BY_HAND)
    at(40, 11)
    told["DealCorrected"] = ask("enterDeal", "DealToCorrect", HOST, BY_HAND | {"deal": 2})
    told["StandingsSoFar"] = api("getStandings", id=TOURNAMENT).json
    for name, operation, where in (("Form", "getScoreForm", BY_HAND), ("Standings", "getStandings", {})):
        table = api(f"{operation}AsCsv", id=TOURNAMENT, **where).text
        told[f"{name}AsCsv"] = table.replace("\r\n", "\n")
        told[f"{name}AsHtml"] = api(f"{operation}AsHtml", id=TOURNAMENT, **where).text.partition("<style>")[0]
    return told
