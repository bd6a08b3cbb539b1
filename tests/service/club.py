"""A club that plays a tournament through the API: everybody's tokens, and what the tests of match play do with them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from service.records import read_entries
from service.tournament_records import Act, read_forms, read_tournament_meta
from tests.service.client import NAMES

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from service.tournament_records import Forms, TournamentMeta
    from tests.service.client import Api, Json

SEED = "5eed" * 16
REQUEST: Json = {
    "name": "Club evening",
    "ruleset": {"preset": "jokeren-7"},
    "players": list(NAMES),
    "rounds": 3,
    "deals": 2,
    "seed": SEED,
}
FOUR = [12, 0, 25, 8]
"""The count of a deal at a table of four."""
PATIENCE = 20


class Club:
    """A tournament of seven, unless it is told otherwise: a table of four and one of three in every match round."""

    def __init__(self, api: Api, **fields: Any) -> None:
        self.api = api
        response = api("createTournament", REQUEST | fields)
        assert response.status_code == 201, response.json
        created = response.json
        self.id = created["tournament"]["id"]
        self.rounds = created["tournament"]["rounds"]
        self.host = created["host_token"]
        self.tokens = [player["token"] for player in created["players"]]

    def __call__(
        self, operation: str, body: object = None, *, round_: int = 1, table: int = 1, **how: Any
    ) -> TestResponse:
        """A request about a table, the first one of the first match round unless it is told otherwise."""
        return self.api(operation, body, id=self.id, round=round_, table=table, **how)

    def seats(self, round_: int = 1, table: int = 1) -> list[str]:
        """The tokens of a table, seat by seat."""
        return [self.tokens[player] for player in self.rounds[round_ - 1]["tables"][table - 1]["players"]]

    def stranger(self, round_: int = 1, table: int = 1) -> str:
        """The token of a player who does not sit there."""
        return next(token for token in self.tokens if token not in self.seats(round_, table))

    def enter(
        self, points: list[int], *, deal: int = 1, token: str | None = None, **how: Any
    ) -> TestResponse:
        """A count, by the host unless it is told otherwise."""
        body: Json = {"points": points}
        body |= {name: how.pop(name) for name in ("blocked", "reason") if name in how}
        return self("enterDeal", body, deal=deal, token=token or self.host, **how)

    def fill(self, *counts: list[int], **where: Any) -> None:
        """The counts of a table, from the first deal on."""
        for deal, points in enumerate(counts, 1):
            assert self.enter(points, deal=deal, **where).status_code == 200

    def confirm(self, round_: int = 1, table: int = 1) -> Json:
        """Every seat of a table confirms; the form after it."""
        form: Json = {}
        for token in self.seats(round_, table):
            response = self("confirmForm", {}, round_=round_, table=table, token=token)
            assert response.status_code == 200, response.json
            form = response.json
        return form

    def play(self, body: Json | None = None, **how: Any) -> TestResponse:
        """A game at a table, by the host unless it is told otherwise."""
        return self("playDeals", body or {}, token=how.pop("token", self.host), **how)

    def begin(self, body: Json | None = None, **how: Any) -> str:
        """The id of a game at a table."""
        response = self.play(body, **how)
        assert response.status_code == 201, response.json
        game: str = response.json["game"]["id"]
        return game

    def play_out(self, **where: Any) -> str:
        """The id of a game at a table of four whose first round bots have played to its end."""
        game = self.begin({"bots": ["greedy"] * 4}, **where)
        for _ in range(PATIENCE):  # a request plays for bots for two seconds, and the next one goes on
            if self.api("getGame", id=game, token=self.host).json["status"] != "playing":
                return game
        raise AssertionError("the bots are still playing")

    def form(self, **where: Any) -> Json:
        """The form of a table, as everybody sees it."""
        form: Json = self("getScoreForm", **where).json
        return form

    def view(self, token: str | None = None) -> Json:
        """The tournament, as somebody sees it."""
        view: Json = self.api("getTournament", id=self.id, token=token).json
        return view

    def standings(self) -> Json:
        """The ranking."""
        ranking: Json = self.api("getStandings", id=self.id).json
        return ranking

    def stored(self) -> tuple[TournamentMeta, Forms]:
        """What the store keeps, decoded."""
        stored = self._store().load(self.id).stored
        return read_tournament_meta(stored), read_forms(stored)

    def log(self) -> list[Act]:
        """What was done so far."""
        stored = self._store().load(self.id, after=0).stored
        return [msgspec.msgpack.decode(entry.fact, type=Act) for entry in read_entries(stored.entries)]

    def _store(self) -> Any:
        return self.api.client.application.extensions["store"].of("tournament")


def play_round(api: Api, game: str, seats: list[str]) -> None:
    """Play at random until the round is over, discarding when that is possible."""
    rng = random.Random(4)
    while (view := api("getGame", id=game).json)["status"] == "playing":
        token = seats[view["round"]["turn"]["seat"]]
        moves = api("listGameMoves", id=game, token=token).json["actions"]
        ends = [move for move in moves if move["type"] in {"discard", "play"}]
        choice = rng.choice(ends if ends and rng.random() < 0.5 else moves)
        response = api("makeMove", {"actions": [choice]}, id=game, token=token)
        assert response.status_code == 200, response.json
