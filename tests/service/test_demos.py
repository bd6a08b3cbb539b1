"""What `uitleg demo` shows beside Jokeren: a game of Sjuan, and a tournament of forty players, by bots through the API.

CI plays the tournament with fewer deals; `DEALS=7 python -m pytest tests/service/test_demos.py` plays all of it.
"""

from __future__ import annotations

import io
import os
import re
import sys
from typing import TYPE_CHECKING

import httpx
import pytest

from service.demos.sjuan import SjuanDemo
from service.demos.tournament import TournamentDemo
from tests.faults.server import Server

if TYPE_CHECKING:
    from pathlib import Path

DEALS = int(os.environ.get("DEALS", "2"))
PLAYERS, ROUNDS = 40, 4


pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the server of these tests looks for processes in /proc"
)


def provoked(told: str) -> list[str]:
    """What was refused, in order."""
    return re.findall(r"^    ! .*: (\d+ \w+)$", told, re.MULTILINE)


def test_a_game_of_sjuan_is_played_as_it_is_advised(tmp_path: Path) -> None:
    out = io.StringIO()
    with (
        Server(tmp_path, UITLEG_WORKERS="1") as server,
        httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client,
    ):
        sheet = SjuanDemo(client, out=out).play(rounds=1, seed="uitleggen")
    told = out.getvalue()
    assert sheet["status"] == "finished"
    assert sheet["totals"][sheet["winners"][0]] == min(sheet["totals"])
    assert {
        "409 opening_card_first",
        "409 pass_before_opening",
        "409 not_your_turn",
        "409 suit_not_open",
        "409 not_next_in_suit",
        "409 must_play",
    } == set(provoked(told))
    assert told.count("  plays ") + told.count("  passes ") == told.count(" left]")


@pytest.mark.parametrize("preset", ["jokeren-kbn", "sjuan"])
def test_forty_players_play_a_tournament_to_its_end(preset: str, tmp_path: Path) -> None:
    out = io.StringIO()
    with (
        Server(tmp_path, UITLEG_WORKERS="1") as server,
        httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client,
    ):
        demo = TournamentDemo(client, bot="greedy", out=out)
        standings = demo.play(preset=preset, players=PLAYERS, rounds=ROUNDS, deals=DEALS, seed="forty")
    assert standings["final"]
    places = standings["standings"]
    assert sorted(place["player"] for place in places) == list(range(PLAYERS))
    assert [place["total"] for place in places] == sorted(place["total"] for place in places)
    for place in places:
        assert place["deals"] == ROUNDS * DEALS
        assert place["total"] == sum(place["rounds"])
        assert place["rank"] == 1 + sum(other["total"] < place["total"] for other in places)
    told = out.getvalue()
    assert told.count("(confirmed)") == ROUNDS * PLAYERS // 4
    assert provoked(told) == [
        "409 players_not_seatable",
        "409 deal_with_winners",
        "409 deal_without_winner",
        "409 form_confirmed",
    ]
