"""What the service answers where the contract gives an example, with chance, clock and tokens held still."""

from __future__ import annotations

import secrets
import time
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from service import access, creation
from service.access import Tokens
from service.outcomes import Health
from service.store import Store
from service.tournament_records import read_forms
from tests.contract.document import COMPONENTS, REFUSALS, Json
from tests.contract.match_play import MATCH_PROBLEMS, TOKENS, TOURNAMENT, evening
from tests.contract.provoke import meet, send

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.service.client import Api

    Examples = dict[str, Any]

GAME = "q5Zk0cXv3nT8mWbYd2RfLg"
SEED = "8907a20554f00dc9b9d12eddebfb75c5c5e21da1cf2c267f3f9d4df6426d1700"
HOST = "utg_example-of-the-token-of-the-host"
SEATS = tuple(f"utg_example-of-the-token-of-seat-{seat}" for seat in range(7))
EVENING = datetime.fromisoformat("2026-12-05T19:30:00Z")

EXAMPLES: Examples = {name: example["value"] for name, example in COMPONENTS["examples"].items()}
"""Every example of the contract by its name."""

JUDGED = {
    "RulesetResolved": ("resolveRuleset", "RulesetToResolve"),
    "OddRulesetResolved": ("resolveRuleset", "OddRulesetToResolve"),
    "ContradictoryRulesetResolved": ("resolveRuleset", "ContradictoryRulesetToResolve"),
    "RulesetsCompared": ("compareRulesets", "RulesetsToCompare"),
    "DealtRound": ("createDeal", "DealWithSeed"),
    "MeldsJudged": ("validateMelds", "MeldsToJudge"),
    "MoveLegal": ("validateMove", "MoveToJudge"),
    "MoveIllegal": ("validateMove", "IllegalMoveToJudge"),
    "MovePartlyKnownLegal": ("validateMove", "MovePartlyKnown"),
    "LegalMovesInPosition": ("listMoves", "PositionToPlay"),
    "HandAnalyzed": ("analyzeHand", "HandToAnalyze"),
    "HandWithTableAnalyzed": ("analyzeHand", "HandWithTableToAnalyze"),
    "RoundScored": ("scoreRound", "RoundToScore"),
    "SjuanDealt": ("createDeal", "SjuanToDeal"),
    "PassIllegal": ("validateMove", "PassToJudge"),
    "LegalMovesOnRows": ("listMoves", "RowsToPlay"),
    "SjuanScored": ("scoreRound", "SjuanToScore"),
}
"""Answers that follow from one request: its operation and its example."""

TWO = EXAMPLES["NewGame"]
THREE = EXAMPLES["NewGameOfSjuan"]
AT_VERSION_1 = {"operation": "makeMove", "game": TWO}
DRAW = {"type": "draw", "source": "stock"}


def _position(hand: list[str], *actions: Json, table: list[Json], **options: Any) -> Json:
    """A move of Bram, who has drawn, in a game that begins from a position."""
    state = {
        "family": "jokeren",
        "turn": {"seat": 1, "phase": "play"},
        "hands": [["KS", "4H"], hand],
        "stock": ["8S", "2C"],
        "discard": ["3S"],
        "table": table,
    }
    ruleset = {"preset": "jokeren-7", "options": options}
    game = TWO | {"ruleset": ruleset, "state": state}
    return {"operation": "makeMove", "as": "seat 1", "game": game, "body": {"actions": list(actions)}}


PROVOKED: dict[str, Json] = {
    "NotJsonProblem": {"operation": "createGame", "raw": '{"ruleset": {}, "ruleset": {}}'},
    "ApiKeyRequiredProblem": {"operation": "createGame", "body": TWO, "needs": "UITLEG_API_KEYS"},
    "ApiKeyUnknownProblem": {
        "operation": "createGame",
        "body": TWO,
        "needs": "UITLEG_API_KEYS",
        "headers": {"X-API-Key": "not-a-key"},
    },
    "TokenRequiredProblem": AT_VERSION_1 | {"body": {"actions": [DRAW]}},
    "TokenUnknownProblem": REFUSALS["token_unknown"]["example"],
    "HostOnlyProblem": REFUSALS["host_only"]["example"],
    "SeatOnlyProblem": REFUSALS["seat_only"]["example"],
    "RulesetUnknownProblem": REFUSALS["ruleset_unknown"]["example"],
    "GameUnknownProblem": {"operation": "getGame", "path": {"id": GAME}},
    "NoEndProblem": {
        "operation": "validateMelds",
        "body": {
            "ruleset": {"preset": "jokeren-7", "options": {"rounds": None}},
            "melds": [{"cards": ["8H", "9H", "10H"]}],
        },
    },
    "DestinationIdleProblem": {
        "operation": "compareRulesets",
        "body": {
            "left": {"preset": "jokeren-7"},
            "right": {
                "preset": "jokeren-7",
                "options": {"freed_joker": "keep", "freed_joker_destination": "new_meld"},
            },
        },
    },
    "NotInThisGameProblem": {
        "operation": "validateMelds",
        "body": {"ruleset": THREE["ruleset"], "melds": [{"cards": ["7S", "7H", "7D"]}]},
    },
    "PlayersOutOfRangeProblem": {
        "operation": "createGame",
        "body": TWO | {"players": [{"name": name} for name in ("Anna", "Bram", "Cees", "Dirk", "Eef")]},
    },
    "PackTooSmallProblem": REFUSALS["pack_too_small"]["example"],
    "CardTooOftenProblem": {
        "operation": "validateMove",
        "body": REFUSALS["card_too_often"]["example"]["body"]
        | {"actions": [{"type": "discard", "card": "4C"}]},
    },
    "WinnerHasCardsProblem": REFUSALS["winner_has_cards"]["example"],
    "NotYourTurnProblem": AT_VERSION_1
    | {"as": "seat 0", "body": {"actions": [{"type": "discard", "card": "5S"}]}},
    "DrawMustBeLastProblem": AT_VERSION_1
    | {"as": "seat 1", "body": {"actions": [DRAW, {"type": "discard", "card": "QD"}]}},
    "MustPlayProblem": {
        "operation": "makeMove",
        "as": "seat 0",
        "game": THREE | {"state": EXAMPLES["RowsToPlay"]["state"]},
        "body": {"actions": [{"type": "pass"}]},
    },
    "MeldAmbiguousProblem": _position(
        ["7S", "JK", "JK", "4C"], {"type": "meld", "cards": ["7S", "JK", "JK"]}, table=[]
    ),
    "OpeningBelowThresholdProblem": _position(
        ["8H", "9H", "10H", "4C", "QC"],
        {"type": "meld", "cards": ["8H", "9H", "10H"]},
        {"type": "discard", "card": "QC"},
        table=[],
        opening_points=[30],
    ),
    "FreedJokerNotTabledProblem": _position(
        ["9S", "9H", "6D", "4C", "QC"],
        *EXAMPLES["IllegalMoveToJudge"]["actions"],
        table=EXAMPLES["IllegalMoveToJudge"]["state"]["table"],
    ),
    "RoundNotOverProblem": REFUSALS["round_not_over"]["example"],
    "GameOverProblem": REFUSALS["game_over"]["example"],
    "BodyTooLargeProblem": {"operation": "validateMelds", "headers": {"Content-Length": "262145"}},
    "UnsupportedMediaTypeProblem": {
        "operation": "createGame",
        "raw": "players=2",
        "headers": {"Content-Type": "text/plain"},
    },
    "UnknownParameterProblem": {"operation": "getLiveness", "query": {"verbose": "true"}},
    "HeaderInvalidProblem": {"operation": "deleteGame", "path": {"id": GAME}, "headers": {"If-Match": "17"}},
    "LimitOutOfRangeProblem": {"operation": "listRulesets", "query": {"limit": "101"}},
    "LimitWrongTypeProblem": {"operation": "listRulesets", "query": {"limit": "all"}},
    "FieldUnknownProblem": {
        "operation": "validateMelds",
        "body": {
            "ruleset": {"preset": "jokeren-7", "options": {"opening_point": [30]}},
            "melds": [{"cards": ["8H", "9H", "10H"]}],
        },
    },
    "FieldMissingProblem": REFUSALS["missing_field"]["example"],
    "CardInvalidProblem": REFUSALS["invalid_value"]["example"],
    "NameMissingProblem": {"operation": "createGame", "body": TWO | {"players": [{"name": "Anna"}, {}]}},
    "ActionInvalidProblem": AT_VERSION_1 | {"as": "seat 1", "body": {"actions": [{"type": "fold"}]}},
    "IdempotencyKeyReusedProblem": REFUSALS["idempotency_key_reused"]["example"],
    "StoreUnavailableProblem": REFUSALS["store_unavailable"]["example"],
    "BusyProblem": REFUSALS["busy"]["example"],
    **MATCH_PROBLEMS,
}
"""Problems, by requests in the form of `x-refusals`."""


class Clock:
    """An evening of which every moment is known."""

    def __init__(self) -> None:
        self.now = EVENING

    def set(self, minutes: int, seconds: int) -> None:
        """So long after the game began."""
        self.now = EVENING + timedelta(minutes=minutes, seconds=seconds)

    def time(self) -> float:
        return self.now.timestamp()

    @staticmethod
    def monotonic() -> float:
        """That clock goes on."""
        return time.monotonic()


class Chance:
    """What comes out of it is known, the seed of a game above all."""

    token_urlsafe = staticmethod(secrets.token_urlsafe)

    @staticmethod
    def token_bytes(count: int) -> bytes:
        return bytes.fromhex(SEED)[:count]


@contextmanager
def still(clock: Clock) -> Iterator[pytest.MonkeyPatch]:
    """Hold still what differs from run to run: ids, tokens, seeds, times and what Redis it is."""
    load = Store.load

    def at_the_clock(*given: Any, **named: Any) -> Any:
        return replace(load(*given, **named), now_ms=round(clock.time() * 1000))

    def tokens(_key: str, _salt: bytes, seats: int) -> Tokens:
        return Tokens(HOST, SEATS[:seats])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "derive_id", lambda kind, *_: {"game": GAME, "tournament": TOURNAMENT}[kind])
        patch.setattr(access, "derive_tokens", tokens)
        patch.setattr(creation, "secrets", Chance)
        patch.setattr(creation, "time", clock)
        patch.setattr(Store, "load", at_the_clock)
        patch.setattr(Store, "health", lambda _: Health("Valkey 9.1.2", "everysec", ()))
        yield patch


def answers(api: Api, guarded: Api) -> Examples:
    """Every example of an answer, by its name, as the service gives it."""
    clock = Clock()
    told = _rules(api) | {name: _judged(api, *how) for name, how in JUDGED.items()}
    with still(clock):
        told |= _service(api)
        _forget(api)
        told |= _game(api, clock)
        _forget(api)
        told |= _game_of_sjuan(api, clock)
        _forget(api)
    with still(clock) as patch:
        patch.setattr(access, "derive_tokens", lambda *_: TOKENS)
        clock.set(0, 0)
        told |= evening(api, EXAMPLES, clock.set, lambda *table: _play_on(api, clock, *table))
        _forget(api)
    for name, example in PROVOKED.items():
        _forget(api)
        with still(Clock()) as patch:
            need = example.get("needs")
            meet(need, patch)
            told[name] = send(guarded if need == "UITLEG_API_KEYS" else api, example).json
    _forget(api)
    return told


def _forget(api: Api) -> None:
    store: Store = api.client.application.extensions["store"]
    tournaments = store.of("tournament")
    tournament = tournaments.load(TOURNAMENT).stored
    forms = [form for tables in read_forms(tournament).forms for form in tables] if tournament else []
    played = {form.game for form in forms} | {line.game for form in forms for line in form.deals if line}
    for game in (GAME, *filter(None, played)):
        store.delete(game)
    tournaments.delete(TOURNAMENT)


def _judged(api: Api, operation: str, example: str) -> Any:
    return api(operation, EXAMPLES[example]).json


def _rules(api: Api) -> Examples:
    """The rulesets; of the options and clauses of one, those that the example has."""
    told: Examples = {"RulesetsOnePage": api("listRulesets").json}
    for name in ("Jokeren7Detail", "SjuanDetail"):
        shown = EXAMPLES[name]
        told[name] = detail = api("getRuleset", id=shown["id"]).json
        for part, key in (("options", "name"), ("clauses", "id")):
            wanted = [one[key] for one in shown[part]]
            detail[part] = [one for one in detail[part] if one[key] in wanted]
    return told


def _service(api: Api) -> Examples:
    """The health of the service, and how its contract begins."""
    whole = api("getContractJson").json
    return {
        "Alive": api("getLiveness").json,
        "Ready": api("getReadiness").json,
        "ContractJson": {"openapi": whole["openapi"], "info": {"title": whole["info"]["title"]}},
    }


def _game(api: Api, clock: Clock) -> Examples:
    """A game of Anna and Bram, from its creation to the second round."""
    anna, bram = SEATS[:2]
    told: Examples = {"GameCreated": api("createGame", TWO).json}
    told["GameExported"] = api("exportGame", id=GAME, token=HOST).json
    told["GameOfSeat1"] = api("getGame", id=GAME, token=bram).json
    told["LegalDraws"] = api("listGameMoves", id=GAME, token=bram).json
    told["HintToDraw"] = api("getHint", id=GAME, token=bram).json
    told["NoHint"] = api("getHint", id=GAME, token=anna).json

    clock.set(0, 41)
    told["DrawnFromStock"] = api("makeMove", EXAMPLES["DrawFromStock"], id=GAME, token=bram).json
    told["GameOfPublic"] = api("getGame", id=GAME).json
    clock.set(1, 20)
    told["MeldedAndDiscarded"] = api("makeMove", EXAMPLES["MeldAndDiscard"], id=GAME, token=bram).json
    told["EventsOfSeat0"] = api("listEvents", id=GAME, token=anna, query={"after": 1}).json
    told["NoEvents"] = api("listEvents", id=GAME, token=anna, query={"after": 4}).json
    told["NoLegalMoves"] = api("listGameMoves", id=GAME, token=bram).json

    for seconds, action in ((5, DRAW), (40, {"type": "discard", "card": "QH"})):
        clock.set(2, seconds)
        api("makeMove", {"actions": [action]}, id=GAME, token=anna)
    late = api("makeMove", EXAMPLES["DrawFromStock"], id=GAME, token=bram, if_match='"3"')
    told["VersionOldProblem"] = late.json

    _play_on(api, clock, GAME, SEATS)
    told["ScoresAfterOneRound"] = api("getScores", id=GAME).json
    told["ScoresAsCsv"] = api("getScoresAsCsv", id=GAME).text.replace("\r\n", "\n")
    told["ScoresAsHtml"] = api("getScoresAsHtml", id=GAME).text.partition("<style>")[0]
    clock.set(22, 3)
    told["SecondRoundDealt"] = api("dealRound", id=GAME, token=bram).json
    return told


def _game_of_sjuan(api: Api, clock: Clock) -> Examples:
    """A game of Anna, Bram and Cees, until its first card lies."""
    anna, _, cees = SEATS[:3]
    clock.set(0, 0)
    told: Examples = {"GameOfSjuanCreated": api("createGame", THREE).json}
    told["HintToOpen"] = api("getHint", id=GAME, token=cees).json
    clock.set(0, 12)
    told["SevenOfClubsPlayed"] = api("makeMove", EXAMPLES["PlaySevenOfClubs"], id=GAME, token=cees).json
    told["SjuanOfSeat0"] = api("getGame", id=GAME, token=anna).json
    told["LegalCards"] = api("listGameMoves", id=GAME, token=anna).json
    told["EventsOfSjuan"] = api("listEvents", id=GAME, token=anna).json
    return told


def _play_on(api: Api, clock: Clock, game: str, tokens: Sequence[str]) -> None:
    """Play the round to its end: whatever can be laid is laid, then the card that fits the others least goes."""
    moves = 0
    while (view := api("getGame", id=game).json)["status"] == "playing":
        token = tokens[view["round"]["turn"]["seat"]]
        hand = api("getGame", id=game, token=token).json["round"]["hand"]
        actions = api("listGameMoves", id=game, token=token).json["actions"]
        moves += 1
        clock.set(3, 10 * moves)
        api("makeMove", {"actions": [max(actions, key=_worth(hand))]}, id=game, token=token)


def _worth(hand: list[str]) -> Callable[[Json], tuple[int, int]]:
    order = ["take_back", "swap_joker", "discard", "lay_off", "meld", "draw"]
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]

    def near(one: str, other: str) -> bool:
        steps = abs(ranks.index(one[:-1]) - ranks.index(other[:-1]))
        return steps == 0 or (one[-1] == other[-1] and steps <= 2)

    def worth(action: Json) -> tuple[int, int]:
        card, others = action.get("card", "JK"), [one for one in hand if one != "JK"]
        use = len(hand) if card == "JK" else sum(near(card, other) for other in others)
        return order.index(action["type"]), -use

    return worth
