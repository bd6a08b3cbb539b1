"""`uitleg demo sjuan`: a game of Sjuan.

Every card is the one that the API advises, and the reason that it gives is printed beside it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from service.demos.game import NAMES, GameDemo, Json, show

if TYPE_CHECKING:
    from collections.abc import Iterator


class SjuanDemo(GameDemo):
    """One game of Sjuan."""

    preset = "sjuan"

    def _take_turn(self, seat: int) -> None:
        """Play what is advised, on one line with its reason."""
        view = self._ask("GET", "", token=self._tokens[seat])
        round_ = view["round"]
        if round_["turn"]["number"] == 1:
            self._say(f"Round {round_['number']}: {NAMES[round_['dealer']]} has dealt.")
        moves = self._ask("GET", "/moves?refused=true", token=self._tokens[seat])
        next(self._tricks)(self, seat, moves)
        self._refused_now(seat, moves)
        hint = self._ask("GET", "/hint", token=self._tokens[seat])["hint"]
        update = self._ask("POST", "/moves", token=self._tokens[seat], body={"actions": [hint["action"]]})
        after = update["game"]
        rows = " ".join(
            f"[{show([*dict.fromkeys((row[0], row[-1]))])}]"
            for row in after["round"]["layout"].values()
            if row
        )
        left = after["players"][seat]["cards"]
        self._say(f"  {NAMES[seat]:<5} {_said(update['events'][0]):<12} {hint['message']}")
        self._say(f"        {rows}  [{left} left]")

    def _provocations(self) -> Iterator[Any]:
        """What is tried on purpose at the beginning of the first turns, then nothing more."""
        tricks = [SjuanDemo._other_card_first, SjuanDemo._out_of_turn, SjuanDemo._two_cards]
        return itertools.chain(tricks, itertools.repeat(lambda *_: None))

    def _other_card_first(self, seat: int, moves: Json) -> None:
        action = moves["refused"][0]["action"]
        self._provoke(seat, f"begins with {show(action['card'])}", [action], language="sv")

    def _out_of_turn(self, seat: int, _moves: Json) -> None:
        self._provoke((seat + 1) % len(NAMES), "passes while it is not the turn", [{"type": "pass"}])

    def _two_cards(self, seat: int, moves: Json) -> None:
        two = [moves["actions"][0], moves["refused"][0]["action"]]
        self._provoke(seat, "plays two cards at once", two, language="nl")

    def _refused_now(self, seat: int, moves: Json) -> None:
        """Try once each what the list says is refused, so that every reason is seen."""
        for one in moves["refused"]:
            code = one["violations"][0]["code"]
            if self._first(code):
                card = one["action"].get("card")
                self._provoke(seat, f"plays {show(card)}" if card else "passes", [one["action"]])


def _said(event: Json) -> str:
    return f"plays {show(event['card'])}" if event["type"] == "played" else "passes"
