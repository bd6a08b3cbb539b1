"""Forms and rankings for a spreadsheet, and as pages to print."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from tests.service.client import NAMES
from tests.service.club import FOUR, Club

if TYPE_CHECKING:
    from tests.service.client import Api


@pytest.fixture
def club(api: Api) -> Club:
    """Seven players at a table of four and one of three, for three match rounds of two deals."""
    return Club(api)


def rows(text: str) -> list[dict[str, str]]:
    """A CSV by the names of its columns."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


class Cells(HTMLParser):
    """The texts of a page's table, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, _: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in {"td", "th"}

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data.strip()


def test_a_form_for_a_spreadsheet_has_a_row_for_each_deal_and_seat(club: Club) -> None:
    """Empty where a deal is not in, and with the name under which it is saved."""
    club.enter(FOUR)
    answer = club("getScoreFormAsCsv")
    names = [seat["name"] for seat in club.form()["seats"]]
    found = rows(answer.text)
    assert [row["player"] for row in found] == names * 2
    assert [(row["deal"], row["points"], row["total"]) for row in found] == [
        *(("1", str(points), str(points)) for points in FOUR),
        *[("2", "", "")] * 4,
    ]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="form-{club.id}-1-1.csv"'
    assert answer.headers["ETag"] == '"2"'


def test_a_ranking_for_a_spreadsheet_has_a_row_for_each_player(club: Club) -> None:
    club.fill(FOUR, FOUR)
    answer = club.api("getStandingsAsCsv", id=club.id)
    ranking = club.standings()["standings"]
    assert [
        (row["rank"], row["player"], row["round_1"], row["round_2"], row["total"], row["deals"])
        for row in rows(answer.text)
    ] == [
        (
            str(place["rank"]),
            place["name"],
            "" if place["rounds"][0] is None else str(place["rounds"][0]),
            "",
            str(place["total"]),
            str(place["deals"]),
        )
        for place in ranking
    ]


def test_a_name_that_is_a_formula_or_a_tag_is_only_a_name(api: Api) -> None:
    club = Club(
        api, players=["=1+1", "<script>alert(1)</script>", "Cees & Co", "@Dirk"], name='<b>"Club"</b>'
    )
    texts = {row["player"] for row in rows(club("getScoreFormAsCsv").text)}
    assert texts == {"'=1+1", "<script>alert(1)</script>", "Cees & Co", "'@Dirk"}
    for page in (club("getScoreFormAsHtml").text, api("getStandingsAsHtml", id=club.id).text):
        assert "<script" not in page
        assert "<b>" not in page
        assert "Cees &amp; Co" in page


def test_a_blank_form_can_be_filled_in_with_a_pencil(club: Club) -> None:
    """A row for each deal, a column for each player, then the totals and the signatures: all of it empty."""
    cells = Cells(club("getScoreFormAsHtml").text).rows
    assert cells[0] == ["Deal", *(seat["name"] for seat in club.form()["seats"])]
    assert cells[1:] == [[first, "", "", "", ""] for first in ("1", "2", "Total", "Signature")]


def test_a_form_that_was_played_is_printed_with_its_counts_and_changes(club: Club) -> None:
    club.enter(FOUR)
    club.enter([5, 30, 11, 7], deal=2, blocked=True)
    club.confirm()
    club.enter([13, 0, 25, 8], reason="One card was forgotten")
    cells = Cells(club("getScoreFormAsHtml").text).rows
    assert cells[1:5] == [
        ["1", "13", "0", "25", "8"],
        ["2 (blocked)", "5", "30", "11", "7"],
        ["Total", "18", "30", "36", "15"],
        ["Signature", *["confirmed"] * 4],
    ]
    assert cells[6][:4] == ["1", "12 / 0 / 25 / 8", "13 / 0 / 25 / 8", "One card was forgotten"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", cells[6][4])


@pytest.mark.parametrize(
    ("language", "form", "ranking"),
    [
        ("en", "Signature", "Provisional"),
        ("nl", "Handtekening", "Voorlopig"),
        ("sv", "Underskrift", "Prelimin"),
    ],
)
def test_pages_are_in_the_readers_language(club: Club, language: str, form: str, ranking: str) -> None:
    """One tag for each language, and nothing from elsewhere."""
    for answer, word in (
        (club("getScoreFormAsHtml", language=language), form),
        (club.api("getStandingsAsHtml", id=club.id, language=language), ranking),
    ):
        assert word in answer.text
        assert answer.headers["Content-Language"] == language
        assert answer.headers["ETag"].startswith(f'"1-{language}-')
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    tag = club("getScoreFormAsHtml", language=language).headers["ETag"]
    assert club("getScoreFormAsHtml", language=language, if_none_match=tag).status_code == 304


def test_a_page_of_another_release_is_not_the_page_that_was_kept(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its style would not pass the policy that comes with a 304."""
    kept = club("getScoreFormAsHtml").headers["ETag"]
    monkeypatch.setattr("service.printing.STYLE", "body { color: #000; }")
    assert club("getScoreFormAsHtml", if_none_match=kept).status_code == 200


def test_a_page_of_the_ranking_has_every_player(club: Club) -> None:
    club.fill(FOUR, FOUR)
    cells = Cells(club.api("getStandingsAsHtml", id=club.id).text).rows
    assert cells[0] == [
        "Place",
        "Player",
        "Match round 1",
        "Match round 2",
        "Match round 3",
        "Total",
        "Deals",
    ]
    assert sorted(row[1] for row in cells[1:]) == sorted(NAMES)
    assert [row[0] for row in cells[1:]] == [str(place["rank"]) for place in club.standings()["standings"]]
