"""A whole game, played over HTTP by four players with a token each, so that a person can follow it.

It knows no rule: every move is chosen from what the API lists as legal, and every refusal is provoked on purpose and
printed as the API explains it. The same seed gives the same game.
"""

from __future__ import annotations

import hashlib
import sys
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, TextIO

from service.demos.server import explained, on_a_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

Json = dict[str, Any]

NAMES = ("Anna", "Bram", "Cees", "Dirk")
SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")


def show(cards: list[str] | str) -> str:
    """Cards as a person reads them: `10♥`, `Joker`, `Joker=6♦`."""
    if isinstance(cards, str):
        joker, colon, face = cards.partition(":")
        if joker == "JK":
            return "Joker" + (f"={show(face)}" if colon else "")
        return cards[:-1] + cards[-1].translate(SYMBOLS)
    return " ".join(map(show, cards))


class GameDemo(ABC):
    """One game of a preset."""

    preset: ClassVar[str]

    @classmethod
    def run(cls, url: str | None, *, rounds: int, seed: str) -> int:
        """Play one against a running server, or one that is started for it; what comes back is the exit code."""
        return on_a_server(url, lambda client: cls(client).play(rounds=rounds, seed=seed))

    def __init__(self, client: httpx.Client, out: TextIO = sys.stdout) -> None:
        self._client = client
        self._out = out
        self._path = ""
        self._host = ""
        self._tokens: list[str] = []
        self._tricks = self._provocations()
        self._shown: set[str] = set()

    def play(self, *, rounds: int, seed: str) -> Json:
        """Play a game to its end; what comes back is its score sheet."""
        self._create(rounds, hashlib.sha256(seed.encode()).hexdigest())
        while True:
            game = self._ask("GET", "")
            if game["status"] == "playing":
                self._take_turn(game["round"]["turn"]["seat"])
                continue
            self._tell_round(game)
            if game["status"] == "finished":
                return self._tell_end()
            self._ask("POST", "/rounds", token=self._host)

    def _create(self, rounds: int, seed: str) -> None:
        body = {
            "ruleset": {"preset": self.preset, "options": {"rounds": rounds}},
            "players": [{"name": name} for name in NAMES],
            "seed": seed,
        }
        answer = self._client.post("/v1/games", json=body)
        answer.raise_for_status()
        created = answer.json()
        self._path = answer.headers["Location"]
        self._host = created["host_token"]
        self._tokens = [seat["token"] for seat in created["seats"]]
        self._say(f"A game of {self.preset} over {rounds} round{'s' * (rounds > 1)}: {', '.join(NAMES)}.")
        self._say(
            f"It lies at {self._client.base_url}{self._path}; each player has a token and sees no other hand.\n"
        )

    def _ask(self, method: str, path: str, *, token: str | None = None, body: Json | None = None) -> Json:
        answer = self._send(method, path, token=token, body=body)
        answer.raise_for_status()
        told: Json = answer.json()
        return told

    def _send(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        body: Json | None = None,
        language: str = "en",
    ) -> httpx.Response:
        headers = {"Accept-Language": language}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return self._client.request(method, self._path + path, json=body, headers=headers)

    @abstractmethod
    def _take_turn(self, seat: int) -> None:
        """Play a turn, or a part of it, and print it."""

    @abstractmethod
    def _provocations(self) -> Iterator[Any]:
        """What is tried on purpose at the beginning of the first turns, then nothing more."""

    def _first(self, what: str) -> bool:
        new = what not in self._shown
        self._shown.add(what)
        return new

    def _provoke(self, seat: int, what: str, actions: list[Json], *, language: str = "en") -> None:
        token = self._tokens[seat]
        answer = self._send("POST", "/moves", token=token, body={"actions": actions}, language=language)
        self._explain(f"{NAMES[seat]} {what}", answer)

    def _explain(self, what: str, answer: httpx.Response) -> None:
        for line in explained(what, answer):
            self._say(line)

    def _tell_round(self, game: Json) -> None:
        outcome = game["round"]["outcome"]
        who = "Nobody" if outcome["winner"] is None else NAMES[outcome["winner"]]
        self._say(f"  {who} wins round {game['round']['number']}. Left in hand:")
        for seat, hand in enumerate(outcome["hands"]):
            self._say(f"    {NAMES[seat]:<5} {outcome['points'][seat]:>4}  {show(hand)}".rstrip())
        self._say("")

    def _tell_end(self) -> Json:
        sheet = self._ask("GET", "/scores")
        self._say("Score sheet")
        self._say("  round " + "".join(f"{name:>7}" for name in NAMES))
        for line in sheet["rounds"]:
            self._say(f"  {line['number']:>5} " + "".join(f"{seat['points']:>7}" for seat in line["seats"]))
        self._say("  total " + "".join(f"{total:>7}" for total in sheet["totals"]))
        winners = " and ".join(NAMES[seat] for seat in sheet["winners"])
        self._say(f"\n{winners} {'share' if len(sheet['winners']) > 1 else 'has'} the lowest total and won.")
        return sheet

    def _say(self, line: str) -> None:
        print(line, file=self._out, flush=True)
