"""What schemathesis is told of games: the tokens of those that it creates go with the requests to them."""

from __future__ import annotations

import random
from typing import Any

import schemathesis

TOKENS: dict[str, list[str]] = {}
HOST_ONLY = {"deleteGame", "exportGame"}


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    """Remember who may ask for a game that was created."""
    if case.operation.definition.raw.get("operationId") == "createGame" and response.status_code == 201:
        made = response.json()
        TOKENS[made["game"]["id"]] = [made["host_token"], *(seat["token"] for seat in made["seats"])]


@schemathesis.auth()
class TokenOfTheGame:
    """A token of the game that is asked for: the host's where only that will do, else any."""

    def get(self, case: Any, _context: Any) -> str | None:
        tokens = TOKENS.get(str((case.path_parameters or {}).get("id")))
        if not tokens:
            return None
        if case.operation.definition.raw.get("operationId") in HOST_ONLY:
            return tokens[0]
        return random.choice(tokens)

    def set(self, case: Any, data: str | None, _context: Any) -> None:
        if data is not None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    """Leave out an entity tag that has lost its quotes, as it does where a token is left out to see what happens.

    A malformed header is told before a missing token (422, then 401), and that check knows 401 alone.
    """
    headers = case.headers or {}
    if "Authorization" not in headers:
        case.headers = {
            name: text for name, text in headers.items() if name != "If-Match" or '"' in text or text == "*"
        }
