"""A tournament of forty players, played by bots through the API from its creation to its standings (J.match).

CI plays it with fewer deals; `DEALS=7 python -m pytest tests/service/test_demo_tournament.py` plays all of it.
"""

from __future__ import annotations

import io
import os
import re
import sys
from typing import TYPE_CHECKING

import httpx
import pytest

from service.demo_tournament import TournamentDemo
from tests.faults.server import Server

if TYPE_CHECKING:
    from pathlib import Path

DEALS = int(os.environ.get("DEALS", "2"))
PLAYERS, ROUNDS = 40, 4


@pytest.mark.skipif(sys.platform != "linux", reason="the server of these tests looks for processes in /proc")
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
    assert re.findall(r"^    ! .*: (\d+ \w+)$", told, re.MULTILINE) == [
        "409 players_not_seatable",
        "409 deal_with_winners",
        "409 deal_without_winner",
        "409 form_confirmed",
    ]
