"""What Schemathesis is told beside the contract: the tokens of the games that it creates, and moves that are legal."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import httpx
import schemathesis
from schemathesis.core.parameters import ParameterLocation

if TYPE_CHECKING:
    from schemathesis import Case, HookContext, Response
    from schemathesis.auths import AuthContext

Json = dict[str, Any]

HOST_ONLY = {"deleteGame", "exportGame"}
LONGEST_KEY = 255
SEAT_ONLY = {"makeMove", "listGameMoves"}
ROUNDS_OVER: list[Json] = [
    {
        "ruleset": {"preset": "jokeren-7"},
        "players": [{"name": "Anna"}, {"name": "Bram"}],
        "state": {
            "family": "jokeren",
            "turn": {"seat": 1, "phase": "over"},
            "hands": [["4S", "9D"], []],
            "outcome": {"winner": 1, "points": [13, 0]},
        },
    },
    {
        "ruleset": {"preset": "sjuan"},
        "players": [{"name": "Anna"}, {"name": "Bram"}, {"name": "Cees"}],
        "state": {
            "family": "sjuan",
            "turn": {"seat": 1, "phase": "over"},
            "hands": [["4S", "9D"], [], ["KC"]],
            "layout": {"C": ["7C"]},
            "outcome": {"winner": 1, "points": [2, 0, 1]},
        },
    },
]
"""A game of each family whose first round is over."""

CLUB: Json = {
    "name": "Club evening",
    "ruleset": {"preset": "jokeren-7"},
    "players": [f"Player {number}" for number in range(16)],  # so many are seated at once
    "rounds": 3,
    "deals": 1,
}
COUNT: Json = {"points": [12, 0, 25, 8]}
"""The count of a deal at its table."""

http = httpx.Client(timeout=10)
games: dict[str, Json] = {}
"""What `createGame` answered, by the id of the game."""
tournaments: dict[str, Json] = {}
"""What `createTournament` answered, by the id of the tournament."""


@schemathesis.hook
def before_load_schema(_: HookContext, raw_schema: Json) -> None:
    """Name the format of entity tags: out of a pattern Schemathesis makes headers of letters and digits only."""
    raw_schema["components"]["schemas"]["EntityTags"]["format"] = "_if_match_header"


@schemathesis.auth(refresh_interval=None).apply_to(path_regex="^/v1/games/")
class Tokens:
    """Whoever may ask does: the host, the seat on turn, or anybody. About a game that is not ours nobody does."""

    def get(self, case: Case, _: AuthContext) -> str | None:
        name = operation_id(case)
        if name == "dealRound" and is_positive(case, ParameterLocation.PATH) and toss(case):
            case.path_parameters["id"] = round_over(case)
        game = game_of(case)
        if game is None:
            return None
        if name in SEAT_ONLY:
            return seat_on_turn(case, game)
        if name in HOST_ONLY:
            return game["host_token"]
        return game["host_token"] if toss(case) else game["seats"][0]["token"]

    def set(self, case: Case, data: str, _: AuthContext) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.auth(refresh_interval=None).apply_to(path_regex="^/v1/tournaments/")
class TournamentTokens(Tokens):
    """The host, or the first seat where a player must ask; half of the requests are about a tournament just begun."""

    def get(self, case: Case, _: AuthContext) -> str | None:
        if is_positive(case, ParameterLocation.PATH) and toss(case):
            sit_down(case)
        tournament = tournaments.get(str((case.path_parameters or {}).get("id")))
        if tournament is None:
            return None
        if operation_id(case) != "confirmForm":
            return tournament["host_token"]
        first = tournament["tournament"]["rounds"][0]["tables"][0]["players"][0]
        return tournament["players"][first]["token"]


@schemathesis.hook
def before_call(_: HookContext, case: Case, **__: Any) -> None:
    """Let half of the moves be legal, half of the versions the present one, and every idempotency key be used once."""
    headers = case.headers or {}
    if game_of(case) is not None and operation_id(case) == "makeMove" and "Authorization" in headers:
        play(case, headers["Authorization"])
    if not is_positive(case, ParameterLocation.HEADER):
        return
    if game_of(case) is not None and "If-Match" in headers and toss(case):
        present = http.get(address(case))
        headers["If-Match"] = present.headers.get("ETag", headers["If-Match"])
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = (headers["Idempotency-Key"] + case.id)[-LONGEST_KEY:]


@schemathesis.hook
def after_call(_: HookContext, case: Case, response: Response) -> None:
    """Remember a new game or tournament."""
    if operation_id(case) == "createGame" and response.status_code == 201:
        remember(response.json())
    if operation_id(case) == "createTournament" and response.status_code == 201:
        tournaments[response.json()["tournament"]["id"]] = response.json()


def operation_id(case: Case) -> str:
    """The operation that a request is for."""
    name: str = case.operation.definition.raw["operationId"]
    return name


def is_positive(case: Case, location: ParameterLocation) -> bool:
    """Whether this part of a request is meant to meet its schema."""
    part = case.meta.components.get(location) if case.meta else None
    return part is None or part.mode.is_positive


def address(case: Case, rest: str = "") -> str:
    """Where the game of a request is."""
    base = str(case.operation.base_url).rstrip("/")
    return f"{base}/v1/games/{case.path_parameters['id']}{rest}"


def chance(case: Case) -> bytes:
    """What a request decides by, always the same for the same: Hypothesis sends them more than once."""
    headers = {name: text for name, text in (case.headers or {}).items() if name != "Authorization"}
    said = f"{headers} {case.query} {case.body}"
    return sha256(said.encode("utf-8", "replace")).digest()


def toss(case: Case) -> bool:
    """Say yes to half of the requests."""
    return chance(case)[0] % 2 == 0


def game_of(case: Case) -> Json | None:
    """The game that a request is about, where it is one of ours."""
    name = (case.path_parameters or {}).get("id")
    return games.get(name) if isinstance(name, str) else None


def remember(created: Json) -> str:
    """Keep a game with its tokens; its id."""
    name: str = created["game"]["id"]
    games[name] = created
    return name


def round_over(case: Case) -> str:
    """A new game whose first round is over; its id."""
    base = str(case.operation.base_url).rstrip("/")
    over = ROUNDS_OVER[chance(case)[1] % len(ROUNDS_OVER)]
    return remember(http.post(f"{base}/v1/games", json=over).json())


def sit_down(case: Case) -> None:
    """Let a request be about a new tournament: its form is filled if it is to be confirmed, a count is one that can be."""
    base = str(case.operation.base_url).rstrip("/")
    created = http.post(f"{base}/v1/tournaments", json=CLUB).json()
    name = created["tournament"]["id"]
    tournaments[name] = created
    first = {"round": 1, "table": 1, "deal": 1}
    case.path_parameters |= {"id": name} | {key: first[key] for key in first.keys() & case.path_parameters}
    if operation_id(case) == "confirmForm":
        host = {"Authorization": f"Bearer {created['host_token']}"}
        form = f"{base}/v1/tournaments/{name}/rounds/1/tables/1"
        http.put(f"{form}/deals/1", json=COUNT, headers=host).raise_for_status()
    if operation_id(case) == "enterDeal" and is_positive(case, ParameterLocation.BODY):
        case.body = COUNT


def play(case: Case, token: str) -> None:
    """Let a request do what is legal now, unless it is meant to be refused."""
    if is_positive(case, ParameterLocation.BODY) and toss(case):
        legal = http.get(address(case, "/moves"), headers={"Authorization": token}).json()
        if legal.get("actions"):
            case.body = {"actions": legal["actions"][-1:]}


def seat_on_turn(case: Case, game: Json) -> str:
    """The token of the seat on turn; of the first where the game is gone."""
    view = http.get(address(case)).json()
    seat = view["round"]["turn"]["seat"] if "round" in view else 0
    token: str = game["seats"][seat]["token"]
    return token
