"""Who may do what in a tournament: every operation by every asker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service import create_app
from service.settings import Settings
from tests.service.client import PATHS, Api
from tests.service.club import FOUR, Club

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.service.client import Json

ASKERS = ("nobody", "host", "at_table", "elsewhere", "another_club", "garbage", "no_bearer")
TABLE = """
getTournament       200  200  200  200  401  401  401
getScoreForm        200  200  200  200  401  401  401
getScoreFormAsCsv   200  200  200  200  401  401  401
getScoreFormAsHtml  200  200  200  200  401  401  401
enterDeal           401  200  200  403  401  401  401
playDeals           401  201  201  403  401  401  401
confirmForm         401  403  409  403  401  401  401
getStandings        200  200  200  200  401  401  401
getStandingsAsCsv   200  200  200  200  401  401  401
getStandingsAsHtml  200  200  200  200  401  401  401
"""
ROWS = {operation: list(map(int, row)) for operation, *row in map(str.split, TABLE.strip().splitlines())}
BODIES: Json = {"enterDeal": {"points": FOUR}, "playDeals": {}, "confirmForm": {}}
CODES = {401: {"token_required", "token_unknown"}, 403: {"seat_only", "other_table"}}


@pytest.fixture(scope="module")
def api(redis_url: str) -> Iterator[Api]:
    """The service where no API key is demanded."""
    app = create_app(Settings(redis_url=redis_url))
    yield Api(app.test_client())
    app.extensions["store"].close()


def authorization(asker: str, club: Club, other: Club) -> Json:
    """What an asker sends."""
    texts = {
        "host": f"Bearer {club.host}",
        "at_table": f"bearer {club.seats()[2]}",
        "elsewhere": f"Bearer {club.stranger()}",
        "another_club": f"Bearer {other.tokens[0]}",
        "garbage": "Bearer utg_" + "x" * 43,
        "no_bearer": f"Basic {club.host}",
    }
    return {"Authorization": texts[asker]} if asker in texts else {}


def test_the_table_is_about_every_operation_of_match_play() -> None:
    known = {name for name, (_, _, described) in PATHS.items() if described["tags"] == ["Tournaments"]}
    assert set(ROWS) == known - {"createTournament"}
    assert all(len(row) == len(ASKERS) for row in ROWS.values())


@pytest.mark.parametrize("operation", ROWS)
def test_every_asker_gets_what_the_table_says(api: Api, operation: str) -> None:
    """And who may not has changed nothing."""
    other = Club(api, players=["Anna", "Bram", "Cees"])
    for asker, status in zip(ASKERS, ROWS[operation], strict=True):
        club = Club(api)
        named = {name: 1 for name in ("round", "table", "deal") if f"{{{name}}}" in PATHS[operation][1]}
        headers = authorization(asker, club, other)
        response = api(operation, BODIES.get(operation), headers=headers, id=club.id, **named)
        assert response.status_code == status, (asker, response.text)
        if status in CODES:
            assert response.json["code"] in CODES[status]
        if status >= 400:
            assert club.view()["version"] == 1


def test_a_token_says_whose_it_is(api: Api) -> None:
    club = Club(api)
    assert club.view()["you"] == {"role": "public", "player": None}
    assert club.view(club.host)["you"] == {"role": "host", "player": None}
    assert [club.view(token)["you"]["player"] for token in club.tokens] == list(range(7))
