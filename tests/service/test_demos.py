"""What `uitleg demo` shows beside Jokeren: a game of Sjuan, and a tournament of forty players, by bots through the API.

CI plays the tournament with fewer deals; `DEALS=7 python -m pytest tests/service/test_demos.py` plays all of it.
"""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import httpx
import pytest

from service.cli import main
from service.demos.sjuan import SjuanDemo
from service.demos.tournament import TournamentDemo
from tests.faults.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.service.client import Json

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


@pytest.fixture(params=[200, 501])
def another_server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a web server that is no uitleg: it answers every request with the same page."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(request.param)
            self.end_headers()
            self.wfile.write(b"<p>no uitleg</p>")

        def log_message(self, *_: object) -> None:
            """Keep quiet: the test looks at what is written to stderr."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("kind", [[], ["sjuan"], ["tournament"]])
def test_another_server_is_told_from_an_uitleg_in_one_line(
    kind: list[str], another_server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", *kind, "--url", another_server]) == 1
    assert re.fullmatch(r"uitleg: .* is that an uitleg\?\n", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], ("uitleggen", 4)),
        (["--seed", "before", "--rounds", "0"], ("before", 0)),
        (["--seed", "before", "tournament", "--seed", "after"], ("after", 4)),
    ],
)
def test_options_count_before_the_kind_of_demo_and_after_it(
    given: list[str], expected: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Json] = []
    monkeypatch.setattr("service.demos.tournament.run", lambda **options: asked.append(options) or 0)
    kind = [] if "tournament" in given else ["tournament"]
    assert main(["demo", "--url", "http://127.0.0.1:1", *given, *kind]) == 0
    assert [(one["url"], one["seed"], one["rounds"]) for one in asked] == [("http://127.0.0.1:1", *expected)]
