"""Clients that play on through every fault, and write down each move that the server has acknowledged."""

from __future__ import annotations

import http.client
import threading
import time
from typing import Any
from uuid import uuid4

from tests.faults.server import DRAW, Game, ask_on, create

COMES_AGAIN = 503
PAUSE = 0.05


class Player(threading.Thread):
    """Plays one game with all its seats: draws, discards that card; deals where a round is over.

    Every request has a key and is sent with it until it is answered, as the contract tells a client to do.
    """

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.game: Game = create(port)
        self.acknowledged: list[Any] = []
        self.repeated = 0
        self.refused: list[tuple[int, bytes]] = []
        self._stop_playing = threading.Event()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)

    def run(self) -> None:
        """Play until told to stop; a refusal ends it, for in this game none is to be expected."""
        try:
            self._play()
        finally:
            self._connection.close()

    def _play(self) -> None:
        seat = 1
        while not self._stop_playing.is_set() and not self.refused:
            drawn = self.sent("moves", seat, {"actions": [DRAW]})
            if drawn is None:
                return
            discard = {"type": "discard", "card": drawn["events"][-1]["card"]}
            done = self.sent("moves", seat, {"actions": [discard]})
            if done is None:
                return
            seat = 1 - seat
            if done["game"]["status"] == "finished":
                return
            if done["game"]["status"] == "round_over":
                dealt = self.sent("rounds", seat)
                seat = dealt["game"]["round"]["turn"]["seat"] if dealt else seat

    def sent(self, what: str, seat: int, body: object = None) -> Any:
        """The answer to a request, however often it has to be sent."""
        headers = {"token": self.game.seats[seat], "Idempotency_Key": str(uuid4())}
        while True:
            try:
                reply = ask_on(self._connection, "POST", f"{self.game.path}/{what}", body, **headers)
            except (OSError, http.client.HTTPException):
                self._connection.close()
            else:
                if reply.status == 200:
                    self.acknowledged.append(reply.json)
                    return reply.json
                if reply.status != COMES_AGAIN:
                    self.refused.append((reply.status, reply.body))
                    return None
            self.repeated += 1
            time.sleep(PAUSE)

    def stop(self) -> None:
        """Let the request that is under way be answered, and no other follow."""
        self._stop_playing.set()
