"""`uitleg demo`: a game of Jokeren.

Each turn is a draw, whatever can be tabled, and a discard, on one line.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from service.demos.game import NAMES, GameDemo, Json, show
from service.demos.player import ambiguous, choose

if TYPE_CHECKING:
    from collections.abc import Iterator


class JokerenDemo(GameDemo):
    """One game of Jokeren."""

    preset = "jokeren-7"

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
        tricks = [
            JokerenDemo._out_of_turn,
            JokerenDemo._peek,
            JokerenDemo._bad_meld,
            JokerenDemo._before_drawing,
            JokerenDemo._public_moves,
        ]
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
        asked = {"ruleset": {"preset": self.preset}, "melds": melds}
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
