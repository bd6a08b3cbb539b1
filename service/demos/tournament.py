"""`uitleg demo tournament`: match play over HTTP, from the names of the players to the standings.

Bots sit in every seat of every table. Their host begins the games, each player confirms the columns of the others, and
some wrong entries are made on purpose and printed as the API explains them. The same seed gives the same tournament.
"""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING, Any, TextIO

from service.demos.server import explained, on_a_server

if TYPE_CHECKING:
    import httpx

Json = dict[str, Any]


def run(url: str | None, *, preset: str, players: int, rounds: int, deals: int, bot: str, seed: str) -> int:
    """Play a tournament against a running server, or one that is started for it; the exit code comes back."""

    def play(client: httpx.Client) -> None:
        demo = TournamentDemo(client, bot=bot)
        demo.play(preset=preset, players=players, rounds=rounds, deals=deals, seed=seed)

    return on_a_server(url, play)


class TournamentDemo:
    """One tournament, played over HTTP with the tokens of its host and of its players."""

    def __init__(self, client: httpx.Client, *, bot: str, out: TextIO = sys.stdout) -> None:
        self._client = client
        self._bot = bot
        self._out = out
        self._path = ""
        self._host = ""
        self._tokens: list[str] = []
        self._names: list[str] = []

    def play(self, *, preset: str, players: int, rounds: int, deals: int, seed: str) -> Json:
        """Play a tournament to its end; what comes back are its standings."""
        self._names = [f"Player {number}" for number in range(1, players + 1)]
        body = {
            "name": "Demo",
            "ruleset": {"preset": preset},
            "players": self._names,
            "rounds": rounds,
            "deals": deals,
            "seed": hashlib.sha256(seed.encode()).hexdigest(),
        }
        self._say(f"{players} players, {rounds} match rounds of {deals} deal{'s' * (deals > 1)} of {preset}.")
        answer = self._client.post("/v1/tournaments", json=body).raise_for_status()
        created = answer.json()
        unseatable = {**body, "players": self._names[:5]}
        self._explain("Five players want a tournament", self._client.post("/v1/tournaments", json=unseatable))
        self._path, self._host = answer.headers["Location"], created["host_token"]
        self._tokens = [player["token"] for player in created["players"]]
        self._wrong_entries(created["tournament"])
        for round_ in created["tournament"]["rounds"]:
            self._say(f"Match round {round_['round']}")
            for table in round_["tables"]:
                self._play_table(f"/rounds/{round_['round']}/tables/{table['table']}", table)
        self._late_change()
        return self._tell_standings()

    def _wrong_entries(self, tournament: Json) -> None:
        """What a club may write by mistake on the form of the first table."""
        table = tournament["rounds"][0]["tables"][0]
        deal, seats = "/rounds/1/tables/1/deals/1", len(table["players"])
        for what, entry in (
            ("A deal is entered with two winners", {"points": [0, 0, *range(3, 3 + seats - 2)]}),
            ("A deal is entered without a winner", {"points": list(range(3, 3 + seats))}),
        ):
            self._explain(what, self._send("PUT", deal, token=self._host, body=entry))

    def _play_table(self, path: str, table: Json) -> None:
        """Bots play the deals of a table, and its players confirm each other's columns."""
        bots = [self._bot] * len(table["players"])
        begun = self._ask("POST", path + "/games", token=self._host, body={"bots": bots})
        self._finish(f"/v1/games/{begun['game']['id']}")
        form: Json = {}
        for player in table["players"]:
            form = self._ask("POST", path + "/confirmations", token=self._tokens[player], body={})
        told = [
            f"{self._names[player]} {total}"
            for player, total in zip(table["players"], form["totals"], strict=True)
        ]
        self._say(f"  table {table['table']:>2}  {', '.join(told)}  ({form['status']})")

    def _finish(self, game: str) -> None:
        """Look at a game until its bots have played it, and deal the rounds that follow."""
        headers = {"Authorization": f"Bearer {self._host}"}
        while True:
            status = self._client.get(game, headers=headers).raise_for_status().json()["status"]
            if status == "finished":
                return
            if status == "round_over":
                self._client.post(game + "/rounds", headers=headers).raise_for_status()

    def _late_change(self) -> None:
        """A player wants to change what all have confirmed."""
        form = self._ask("GET", "/rounds/1/tables/1")
        points = [*reversed(form["deals"][0]["points"])]
        token = self._tokens[form["seats"][0]["player"]]
        answer = self._send("PUT", "/rounds/1/tables/1/deals/1", token=token, body={"points": points})
        self._explain("A player changes a form that all have confirmed", answer)

    def _tell_standings(self) -> Json:
        standings = self._ask("GET", "/standings")
        self._say("Standings" if standings["final"] else "Standings so far")
        for place in standings["standings"]:
            by_round = "".join(f"{'' if points is None else points:>6}" for points in place["rounds"])
            self._say(f"  {place['rank']:>3}  {place['name']:<10} {by_round} {place['total']:>7}")
        return standings

    def _send(
        self, method: str, path: str, *, token: str | None = None, body: Json | None = None
    ) -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return self._client.request(method, self._path + path, json=body, headers=headers)

    def _ask(self, method: str, path: str, *, token: str | None = None, body: Json | None = None) -> Json:
        told: Json = self._send(method, path, token=token, body=body).raise_for_status().json()
        return told

    def _explain(self, what: str, answer: httpx.Response) -> None:
        for line in explained(what, answer):
            self._say(line)

    def _say(self, line: str) -> None:
        print(line, file=self._out, flush=True)
