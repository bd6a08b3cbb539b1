"""`uitleg simulate`: the table, whatever the number of processes, and what it says to who asks for what cannot be."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from service import cli, simulate
from service.simulate import Asked, play_game, wilson

if TYPE_CHECKING:
    from pytest import CaptureFixture, MonkeyPatch  # noqa: PT013 (types alone)

ASKED = ["simulate", "--ruleset", "jokeren-7", "--games", "8", "--bots", "greedy,random"]
ROW = re.compile(r"(\w+) +(\d) +([\d.]+)% +([\d.]+)% - ([\d.]+)% +([\d.]+) ± ([\d.]+) +[\d.]+, \d+")


def printed(capsys: CaptureFixture[str], *arguments: str) -> str:
    assert cli.main([*ASKED, *arguments]) == 0
    return capsys.readouterr().out


def without_times(table: str) -> list[str]:
    return [line.rpartition("  ")[0] for line in table.splitlines()]


def test_the_table_has_a_row_for_each_bot_and_the_shares_add_up(capsys: CaptureFixture[str]) -> None:
    rows = ROW.findall(printed(capsys, "--jobs", "1"))
    assert [row[:2] for row in rows] == [("greedy", "1"), ("random", "1")]
    assert sum(float(row[2]) for row in rows) == pytest.approx(100, abs=0.1)
    for _, _, won, low, high, *_ in rows:
        assert float(low) <= float(won) <= float(high)


def test_processes_change_nothing_and_a_seed_does(capsys: CaptureFixture[str]) -> None:
    alone = without_times(printed(capsys, "--jobs", "1"))
    assert without_times(printed(capsys, "--jobs", "2")) == alone
    assert without_times(printed(capsys, "--jobs", "1", "--seed", "another")) != alone


def test_a_deal_is_played_from_every_seat() -> None:
    """With the same bot in both seats each deal ends alike, the players having changed places."""
    asked = Asked("jokeren-7", '{"rounds": 1, "draw_discard": "never"}', ("greedy", "greedy"), "seed")
    first, second = play_game(asked, 0), play_game(asked, 1)
    assert first.points == second.points[::-1]
    assert first.wins == second.wins[::-1]


def test_whole_games_are_played_where_the_options_say_so() -> None:
    one = play_game(Asked("jokeren-7", '{"rounds": 1}', ("greedy", "random"), "seed"), 0)
    three = play_game(Asked("jokeren-7", '{"rounds": 3}', ("greedy", "random"), "seed"), 0)
    assert sum(map(len, three.seconds)) > sum(map(len, one.seconds))
    assert sum(one.wins) == sum(three.wins) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "greedy,clever"], "there is no bot 'clever'"),
        (["--bots", "greedy"], "This game is for 2 to 4 players, not for 1."),
        (["--options", "{"], "--options"),
        (["--options", "[]"], "must be a JSON object"),
        (["--options", '{"rounds": 0}'], "--options"),
        (["--options", '{"rounds": null}'], "."),
    ],
)
def test_what_cannot_be_played_is_said(capsys: CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert cli.main([*ASKED, "--jobs", "1", *arguments]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert all(line.startswith("uitleg: ") for line in told.err.splitlines())
    assert not told.out


def test_no_games_are_no_number(capsys: CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main([*ASKED, "--games", "0"])
    assert stopped.value.code == 2
    assert "--games" in capsys.readouterr().err


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_for_terminals(
    capsys: CaptureFixture[str], monkeypatch: MonkeyPatch, *, terminal: bool
) -> None:
    shown = StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: terminal)
    monkeypatch.setattr(simulate.sys, "stderr", shown)
    out = printed(capsys, "--jobs", "1")
    assert ("8/8 games" in shown.getvalue()) is terminal
    assert "\r" not in out


def test_wilsons_interval() -> None:
    """The textbook's figures, and no share outside 0 to 1."""
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=5e-4)
    assert wilson(0.0, 10)[0] == pytest.approx(0)
    assert wilson(1.0, 10)[1] == pytest.approx(1)
