"""The score sheet as JSON, for a spreadsheet and as a page: the same figures in each, whatever the players are called."""

from __future__ import annotations

import csv
import io
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

from engine import standing
from engine.clauses import clause_text
from engine.sentences import card_name
from service.printing import WORDS, csv_text, in_a_sentence, page_text, said
from tests.service.client import Json, Table

if TYPE_CHECKING:
    from tests.service.client import Api

LANGUAGES = ("en", "nl", "sv")
TEMPLATES = Path(__file__).parents[2] / "service" / "templates"
OUT = ({"type": "meld", "cards": ["4H", "5H", "6H"]}, {"type": "discard", "card": "KC"})
ROUND = {
    "family": "jokeren",
    "round": 3,
    "turn": {"seat": 1, "phase": "play"},
    "hands": [["9C", "JK", "AS"], ["4H", "5H", "6H", "KC"], ["2D", "10S"]],
    "discard": ["7D"],
    "stock": ["8D", "3C"],
    "past_rounds": [
        {
            "winner": None,
            "blocked": True,
            "points": [10, 2, 3],
            "hands": [["KS"], ["2H"], ["3S"]],
            "costs": [[10], [2], [3]],
        },
        {"winner": 2, "points": [5, 50, 0]},
    ],
}
"""The third round, before seat 1 goes out in one go; of the second nobody told the cards."""

NAMES = ("=1+1", '<b>"Bram" & co</b>', "-Cees, de Håkan")


class Page(HTMLParser):
    """A page as its reader sees it: the text, the tables by rows of cells, and what it would load or run."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.language, self.tags, self.attributes, self.style = "", [], [], ""
        self.tables: list[list[list[str]]] = []
        self.captions: list[str] = []
        self.inside: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.inside.append(tag)
        if tag == "html":
            self.language = dict(attrs)["lang"] or ""
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"th", "td"}:
            self.tables[-1][-1].append("")
            assert tag == "td" or dict(attrs)["scope"] in {"row", "col", "colgroup"}
        if tag == "meta":
            self.inside.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.inside.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.inside[-1:] == ["style"]:
            self.style += data
            return
        self.words.append(data)
        if "caption" in self.inside and data.strip():
            self.captions.append(data)
        if {"td", "th"} & set(self.inside):
            cell = self.tables[-1][-1].pop() + data
            self.tables[-1][-1].append(" ".join(cell.split()) + (" " if cell.endswith((" ", "\n")) else ""))


def played(api: Api, **options: Any) -> Table:
    """A game of which three rounds are over, by these house rules; `past` are the rounds before the last."""
    past = options.pop("past", ROUND["past_rounds"])
    body = {
        "ruleset": {"preset": "jokeren-7", "options": options},
        "players": [{"name": name} for name in NAMES],
        "state": ROUND | {"round": len(past) + 1, "past_rounds": past},
    }
    response = api("createGame", body)
    assert response.status_code == 201, response.json
    table = Table(api, response.json)
    assert table.move(1, *OUT).status_code == 200
    return table


@pytest.fixture
def table(api: Api) -> Table:
    """A game of which three rounds are over and more are to come, with a double finish."""
    return played(api, concealed_finish_factor=2)


def sheet(table: Table) -> Json:
    """The sheet as JSON."""
    return table.api("getScores", id=table.id).json


def rows(table: Table) -> list[dict[str, str]]:
    """The sheet as a spreadsheet reads it."""
    text = table.api("getScoresAsCsv", id=table.id).data.decode()
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def page(table: Table, language: str = "en") -> Page:
    """The sheet as it is printed."""
    return Page(table.api("getScoresAsHtml", id=table.id, language=language).text)


def test_the_sheet_says_what_every_card_costs_and_by_which_clause(table: Table) -> None:
    blocked, untold, last = sheet(table)["rounds"]

    assert [one["number"] for one in (blocked, untold, last)] == [1, 2, 3]
    assert blocked["blocked"]
    assert blocked["seats"][0]["cards"] == [{"card": "KS", "points": 10, "clause": "J.score"}]
    assert [(line["cards"], line["adjustments"]) for line in untold["seats"]] == [(None, [])] * 3
    assert (last["winner"], last["concealed"], last["broken_off"]) == (1, True, False)
    assert last["seats"][0] == {
        "seat": 0,
        "points": 90,
        "cards": [
            {"card": "AS", "points": 11, "clause": "J.score"},
            {"card": "9C", "points": 9, "clause": "J.score"},
            {"card": "JK", "points": 25, "clause": "J.score"},
        ],
        "adjustments": [{"clause": "J.double", "points": 45}],
        "total": 105,
    }
    assert last["seats"][1] == {"seat": 1, "points": 0, "cards": [], "adjustments": [], "total": 52}
    assert sheet(table)["totals"] == [105, 52, 27]


def test_costs_that_do_not_add_up_explain_nothing(api: Api) -> None:
    """A position may come from other rules; its points stand as they were told."""
    past = [{"winner": 1, "points": [7, 0, 3], "hands": [["9C"], [], ["3S"]], "costs": [[9], [], [3]]}]
    table = played(api, past=past)

    assert [line["cards"] for line in sheet(table)["rounds"][0]["seats"]] == [
        None,
        [],
        [{"card": "3S", "points": 3, "clause": "J.score"}],
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"costs": [[9], []]},
        {"costs": [[9], [], [1]]},
        {"costs": [[9], [], []], "hands": None},
        {"fines": [1, 2]},
        {"fines": [1, 0, 0]},
        {"winner": None, "broken_off": True},
    ],
)
def test_an_outcome_that_cannot_be_is_refused(api: Api, wrong: Json) -> None:
    """Costs are of cards that are told, one for one, and nobody is fined in Jokeren."""
    past = {"winner": 1, "points": [9, 0, 0], "hands": [["9C"], [], []]} | wrong
    body = {
        "ruleset": {"preset": "jokeren-7"},
        "players": [{"name": name} for name in NAMES],
        "state": ROUND | {"round": 2, "past_rounds": [past]},
    }
    response = api("createGame", body)

    assert (response.status_code, response.json["code"]) == (409, "state_outcome_wrong")
    assert response.json["violations"][0]["pointer"] == "/state/past_rounds/0"


def test_an_exported_game_keeps_its_sheet(table: Table) -> None:
    exported = table.api("exportGame", id=table.id, token=table.host).json
    ruleset = {name: exported["game"]["ruleset"][name] for name in ("preset", "options")}
    players = [{"name": name} for name in NAMES]
    body = {"ruleset": ruleset, "players": players, "state": exported["state"]}
    again = Table(table.api, table.api("createGame", body).json)

    assert sheet(again) == sheet(table)


def test_a_spreadsheet_has_the_figures_of_the_sheet(table: Table) -> None:
    """A row for each round and seat; what is true is 1."""
    found, whole = rows(table), sheet(table)
    lines = [(one, line) for one in whole["rounds"] for line in one["seats"]]

    assert len(found) == len(lines) == 9
    for row, (one, line) in zip(found, lines, strict=True):
        cards = [" ".join(map(str, cost.values())) for cost in line["cards"] or ()]
        assert row == {
            "round": str(one["number"]),
            "seat": str(line["seat"]),
            "player": row["player"],
            "winner": str(int(line["seat"] == one["winner"])),
            "blocked": str(int(one["blocked"])),
            "concealed": str(int(one["concealed"])),
            "broken_off": str(int(one["broken_off"])),
            "points": str(line["points"]),
            "total": str(line["total"]),
            "cards": "unknown" if line["cards"] is None else "; ".join(cards),
            "adjustments": "; ".join(f"{part['clause']} {part['points']}" for part in line["adjustments"]),
        }
    assert found[6]["cards"] == "AS 11 J.score; 9C 9 J.score; JK 25 J.score"
    assert found[6]["adjustments"] == "J.double 45"


def test_no_name_is_a_formula_in_a_spreadsheet(table: Table) -> None:
    assert [row["player"] for row in rows(table)][:3] == ["'=1+1", NAMES[1], "'-Cees, de Håkan"]
    assert csv_text(["a"], [["@x"], ["+1"], ["\tx"], ["\uff1dx"], [-1], [None], ["a-b"]]) == (
        "a\r\n'@x\r\n'+1\r\n'\tx\r\n'\uff1dx\r\n-1\r\n\"\"\r\na-b\r\n"
    )
    semicolons = csv_text(
        ["a"], [["x;=1+1;y"], ['x;""-2'], ["KH 1; -2; a;b"]]
    )  # where those part the cells of a row
    assert semicolons.split("\r\n")[1:4] == ["x;'=1+1;y", '"x;""""\'-2"', "KH 1; -2; a;b"]


def test_a_spreadsheet_says_what_it_is(table: Table) -> None:
    response = table.api("getScoresAsCsv", id=table.id, language="sv")

    assert response.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert response.headers["Content-Disposition"] == f'attachment; filename="scores-{table.id}.csv"'
    assert response.text.endswith("\r\n")
    assert response.text.count("\n") == response.text.count("\r\n") == 10
    assert response.text == table.api("getScoresAsCsv", id=table.id).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("options", "cited"),
    [({}, {"J.double"}), ({"scoring": "winner_collects"}, {"J.double", "J.collect"})],
)
def test_a_page_has_the_figures_of_the_sheet(
    api: Api, options: dict[str, Any], cited: set[str], language: str
) -> None:
    """Every one of them, in the words of its reader, and the clauses that they come from and no others."""
    table = played(api, concealed_finish_factor=2, **options)
    printed, whole = page(table, language), sheet(table)
    ranking, overview, *rounds = printed.tables

    assert printed.language == language
    assert ranking[1:] == [
        [str(place["rank"]), place["name"], str(place["total"])] for place in whole["standing"]
    ]
    assert overview[2:] == [
        [str(one["number"]), *(str(line[figure]) for line in one["seats"] for figure in ("points", "total"))]
        for one in whole["rounds"]
    ]
    for printed_round, one in zip(rounds, whole["rounds"], strict=True):
        for row, line in zip(printed_round[1:], one["seats"], strict=True):
            assert (row[0], row[2]) == (NAMES[line["seat"]], str(line["points"]))
            assert plain(row[1]) == plain(left(line, language))
    for clause in ("J.score", "J.double", "J.collect", "J.score_kbn"):
        listed = f"{clause} {clause_text(clause, language)}" in printed.text
        assert listed == (clause in cited | {"J.score"})


def left(line: Json, language: Any) -> str:
    """What a line of the page says of a seat's cards."""
    if line["cards"] is None:
        return said(language, "cards_unknown")
    parts = [(card_name(cost["card"], language), cost) for cost in line["cards"]]
    signs = {True: said(language, "added"), False: said(language, "taken_off")}
    parts += [(signs[part["points"] > 0], part) for part in line["adjustments"]]
    told = [
        f"{what}: {said(language, 'line', points=abs(part['points']), clause=part['clause'])}"
        for what, part in parts
    ]
    return " ".join(told) or said(language, "no_cards")


def plain(text: str) -> str:
    """The text without the signs of the suits, which only decorate."""
    return " ".join(re.sub("[♠♥♦♣]", "", text).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_how_every_round_ended(table: Table, language: Any) -> None:
    endings = [
        said(language, "blocked"),
        said(language, "won", name=in_a_sentence(NAMES[2])),
        said(language, "won_concealed", name=in_a_sentence(NAMES[1])),
    ]
    captions = page(table, language).captions

    assert captions[2:] == [
        said(language, "round_ended", round=number, ending=ending) for number, ending in enumerate(endings, 1)
    ]
    assert said(language, "round_over", round=3) in page(table, language).text


def test_a_name_is_text_on_a_page(table: Table) -> None:
    """Nothing of it becomes markup, and the page could load or run nothing if it did."""
    response = table.api("getScoresAsHtml", id=table.id)
    printed = Page(response.text)
    digest = b64encode(sha256(printed.style.encode()).digest()).decode()

    assert not {"b", "script", "img", "link", "a", "form"} & set(printed.tags)
    assert not {"src", "href", "style", "onclick"} & set(printed.attributes)
    assert "url(" not in printed.style
    assert "@page" in printed.style
    assert NAMES[1] in printed.text
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Content-Security-Policy"].split("; ")[:2] == [
        "default-src 'none'",
        f"style-src 'sha256-{digest}'",
    ]


def test_a_page_of_a_game_just_dealt_and_of_one_that_is_over(api: Api) -> None:
    new = api.create(2)
    assert rows(new) == []
    assert sheet(new)["rounds"] == []
    assert "Round 1 is being played. " in page(new).text
    assert said("en", "no_rounds") in page(new).text
    assert len(page(new).tables) == 1

    over = played(api, rounds=3)
    assert sheet(over)["totals"] == [60, 52, 15]
    assert f"The game is over: {in_a_sentence(NAMES[2])} has won." in page(over).text

    tied = played(api, rounds=2, past=[{"winner": 0, "points": [0, 45, 40]}])
    assert sheet(tied)["winners"] == [0, 1]
    both = " and ".join(map(in_a_sentence, NAMES[:2]))
    assert f"The game is over: {both} share the win." in page(tied).text


def test_a_round_that_a_fine_broke_off_counts_no_cards(api: Api) -> None:
    """S.game_end, S.must_play: what is told of it is the same in every form."""
    ruleset = {"preset": "sjuan", "options": {"voluntary_pass": "allowed", "voluntary_pass_fine": 50}}
    state = api("createDeal", {"ruleset": ruleset, "players": 3}).json["state"]
    broken = {
        "winner": None,
        "broken_off": True,
        "points": [50, 0, 0],
        "hands": [["KH"], ["2S"], ["3S", "4S"]],
        "costs": [[1], [1], [1, 1]],
        "fines": [50, 0, 0],
    }
    state |= {"round": 2, "past_rounds": [broken]}
    body = {"ruleset": ruleset, "players": [{"name": name} for name in NAMES], "state": state}
    table = Table(api, api("createGame", body).json)

    assert [line["adjustments"] for line in sheet(table)["rounds"][0]["seats"]] == [
        [{"clause": "S.must_play", "points": 50}, {"clause": "S.game_end", "points": -1}],
        [{"clause": "S.game_end", "points": -1}],
        [{"clause": "S.game_end", "points": -2}],
    ]
    assert [(row["broken_off"], row["points"], row["adjustments"]) for row in rows(table)] == [
        ("1", "50", "S.must_play 50; S.game_end -1"),
        ("1", "0", "S.game_end -1"),
        ("1", "0", "S.game_end -2"),
    ]
    assert page(table, "sv").captions[2] == "Giv 1: avbruten av böter som avslutade spelet"


@pytest.mark.parametrize("operation", ["getScoresAsCsv", "getScoresAsHtml"])
def test_a_sheet_is_sent_again_only_when_it_has_changed(table: Table, operation: str) -> None:
    """And a page also when it is asked for in another language."""
    first = table.api(operation, id=table.id, language="nl")
    tag = first.headers["ETag"]
    same = table.api(operation, id=table.id, language="nl-BE", if_none_match=f'"1", W/{tag}')
    other = table.api(operation, id=table.id, language="sv", if_none_match=tag)

    assert (same.status_code, same.headers["ETag"]) == (304, tag)
    assert first.headers["Cache-Control"] == same.headers["Cache-Control"] == "private, no-cache"
    assert set(first.headers["Vary"].split(", ")) == {"Authorization", "Accept-Language"}
    assert same.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    assert other.status_code == (200 if operation == "getScoresAsHtml" else 304)
    assert table.api("dealRound", id=table.id, token=table.host).status_code == 200
    assert table.api(operation, id=table.id, language="nl", if_none_match=tag).status_code == 200


@pytest.mark.parametrize("operation", ["getScoresAsCsv", "getScoresAsHtml"])
def test_a_no_is_a_problem_whatever_was_asked_for(api: Api, table: Table, operation: str) -> None:
    """In the language of whoever asks."""
    unknown = api(operation, id="x" * 22, language="nl")
    stranger = api(operation, id=table.id, token="utg_" + "x" * 43)

    assert (unknown.status_code, unknown.json["code"]) == (404, "game_unknown")
    assert unknown.mimetype == stranger.mimetype == "application/problem+json"
    assert unknown.headers["Content-Language"] == "nl"
    assert (stranger.status_code, stranger.json["code"]) == (401, "token_unknown")


@pytest.mark.parametrize("key", WORDS)
def test_words_name_the_same_figures_in_every_language(key: str) -> None:
    """And none of them is empty, or the same text as another by an oversight."""
    figures = [set(re.findall(r"{(\w+)", WORDS[key].text(language))) for language in LANGUAGES]

    assert figures[0] == figures[1] == figures[2]
    assert all(WORDS[key].text(language).strip() for language in LANGUAGES)
    assert not WORDS[key].code


@pytest.mark.parametrize("key", WORDS)
def test_words_are_said_somewhere(key: str) -> None:
    """By a page, or under the name of a game's status."""
    pages = "".join(path.read_text("utf-8") for path in TEMPLATES.glob("*.html"))
    assert f'"{key}"' in pages or key in get_args(standing.Status)


def test_a_page_without_a_value_that_it_needs_is_not_made() -> None:
    with pytest.raises(Exception, match="sheet"):
        page_text("scores.html", "en", ruleset="Jokeren 7", game="x")
