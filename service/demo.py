"""`uitleg demo`: four players play a whole game over HTTP, and a person can follow it.

It knows no rule: every move is chosen from what the API lists as legal, and every refusal is provoked on purpose and
printed as the API explains it. The same seed gives the same game.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from typing import TYPE_CHECKING, Any, TextIO

from service.demo_player import ambiguous, choose
from service.demo_server import explained, on_a_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

Json = dict[str, Any]

NAMES = ("Anna", "Bram", "Cees", "Dirk")
PRESET = "jokeren-7"
SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")


def show(cards: list[str] | str) -> str:
    """Cards as a person reads them: `10♥`, `Joker`, `Joker=6♦`."""
    if isinstance(cards, str):
        joker, colon, face = cards.partition(":")
        if joker == "JK":
            return "Joker" + (f"={show(face)}" if colon else "")
        return cards[:-1] + cards[-1].translate(SYMBOLS)
    return " ".join(map(show, cards))


def run(url: str | None, *, rounds: int, seed: str) -> int:
    """Play one game against a running server, or one that is started for it; what comes back is the exit code."""
    return on_a_server(url, lambda client: Demo(client).play(rounds=rounds, seed=seed))


class Demo:
    """One game, played over HTTP with a token for each seat."""

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
            "ruleset": {"preset": PRESET, "options": {"rounds": rounds}},
            "players": [{"name": name} for name in NAMES],
            "seed": seed,
        }
        answer = self._client.post("/v1/games", json=body)
        answer.raise_for_status()
        created = answer.json()
        self._path = answer.headers["Location"]
        self._host = created["host_token"]
        self._tokens = [seat["token"] for seat in created["seats"]]
        self._say(f"A game of {PRESET} over {rounds} round{'s' * (rounds > 1)}: {', '.join(NAMES)}.")
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

    def _take_turn(self, seat: int) -> None:
        """Draw, table what can be tabled, discard; one line for all of it."""
        view = self._ask("GET", "", token=self._tokens[seat])
        round_ = view["round"]
        if round_["turn"]["number"] == 1:
            top = round_["discard"]["top"]
            self._say(
                f"Round {round_['number']}: {NAMES[round_['dealer']]} has dealt, {show(top)} is turned up."
            )
        told: list[str] = []
        tried: list[Json] = []
        next(self._tricks)(self, seat, round_)
        while view["status"] == "playing" and view["round"]["turn"]["seat"] == seat:
            actions = self._ask("GET", "/moves", token=self._tokens[seat])["actions"]
            self._leave_open(seat, actions)
            action = choose(actions, view["round"], tried)
            tried.append(action)
            update = self._ask("POST", "/moves", token=self._tokens[seat], body={"actions": [action]})
            if action["type"] == "swap_joker" and self._first("freed"):
                discard = {"type": "discard", "card": "JK"}
                self._provoke(seat, "discards the joker just freed", [discard], language="sv")
            told += [said for event in update["events"] if (said := _sentence(event))]
            view = update["game"]
        left = view["players"][seat]["cards"]
        self._say(f"  {NAMES[seat]:<5} {', '.join(told)}  [{left} left]")

    def _provocations(self) -> Iterator[Any]:
        """What is tried on purpose at the beginning of the first turns, then nothing more."""
        tricks = [Demo._out_of_turn, Demo._peek, Demo._bad_meld, Demo._before_drawing, Demo._public_moves]
        return itertools.chain(tricks, itertools.repeat(lambda *_: None))

    def _out_of_turn(self, seat: int, _round: Json) -> None:
        other = (seat + 1) % len(NAMES)
        action = {"type": "draw", "source": "stock"}
        self._provoke(other, "draws while it is not the turn", [action])

    def _peek(self, seat: int, round_: Json) -> None:
        card = round_["hand"][0]
        actions = [{"type": "draw", "source": "stock"}, {"type": "discard", "card": card}]
        self._provoke(seat, "draws from the stock and goes on blindly in one request", actions)

    def _bad_meld(self, seat: int, round_: Json) -> None:
        melds = [{"cards": list(three)} for three in itertools.combinations(round_["hand"], 3)]
        asked = {"ruleset": {"preset": PRESET}, "melds": melds}
        judged = self._client.post("/v1/melds/validate", json=asked).raise_for_status().json()["results"]
        meld = next(meld for meld, verdict in zip(melds, judged, strict=True) if not verdict["valid"])
        actions: list[Json] = [{"type": "draw", "source": "discard"}, {"type": "meld", **meld}]
        self._provoke(seat, f"lays [{show(meld['cards'])}] as a meld", actions)

    def _before_drawing(self, seat: int, round_: Json) -> None:
        self._provoke(
            seat, "discards before drawing", [{"type": "discard", "card": round_["hand"][-1]}], language="nl"
        )

    def _public_moves(self, _seat: int, _round: Json) -> None:
        answer = self._send("GET", "/moves")
        self._explain("Somebody without a token asks for the legal moves", answer)

    def _leave_open(self, seat: int, actions: list[Json]) -> None:
        """Ask once each for a meld and a lay-off that more than one legal action could mean."""
        for action in ambiguous(actions):
            if self._first(action["type"]):
                where = f"on {action['meld']}" if "meld" in action else "as a meld"
                self._provoke(seat, f"lays [{show(action['cards'])}] {where}, whatever it means", [action])

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


def _sentence(event: Json) -> str:
    match event["type"]:
        case "drawn":
            return f"takes {show(event['card'])} from the pile" if event["source"] == "discard" else "draws"
        case "melded":
            return f"melds [{show(event['meld']['cards'])}]"
        case "laid_off":
            return f"lays {show(event['cards'])} on {event['meld']}: [{show(event['result'])}]"
        case "joker_swapped":
            return f"swaps {show(event['cards'])} for the joker of {event['meld']}"
        case "taken_back":
            return "takes that back"
        case "discarded":
            return f"discards {show(event['card'])}"
        case "reshuffled":
            return f"has the pile of {event['count']} shuffled"
    return ""
