"""Every no is a problem that meets the contract, in the language of whoever asks, and shows nothing that it may not."""

from __future__ import annotations

import logging
import string
from io import BytesIO
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from flask import Flask, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import Conflict
from werkzeug.http import parse_accept_header

from engine import Code, Refused
from engine.refusals import Facts, Refusal
from engine.sentences import SENTENCES
from service.faults import TEXTS, ServiceCode
from service.language import LANGUAGES, preferred
from service.outcomes import StoreUnavailable
from service.problems import Problem, register, violations
from tests.contract.document import REFUSALS, SCHEMAS, component, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

FACTS: dict[str, Any] = {
    "field": "hands",
    "value": "10h",
    "allowed": ("set", "run"),
    "minimum": 1,
    "maximum": 7,
    "count": 9,
    "version": 5,
    "seat": 1,
    "points": 12,
    "required": 14,
}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.fixture
def app() -> Flask:
    """An application with one path per trouble."""
    app = Flask("troubles", static_folder=None)
    register(app)

    @app.post("/body")
    def body() -> str:
        request.max_content_length = 100
        return str(len(request.get_data()))

    @app.get("/thing/<name>")
    def thing(name: str) -> NoReturn:
        match name:
            case "store":
                raise StoreUnavailable
            case "fault":
                raise RuntimeError("seat 1 holds the AS")
            case "conflict":
                raise Conflict
        raise Problem.of(ServiceCode[name.upper()], source="query", pointer="name", **FACTS)

    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of the application."""
    return app.test_client()


def test_the_codes_of_the_contract_are_those_of_the_engine_and_of_the_service() -> None:
    assert set(SCHEMAS["ErrorCode"]["enum"]) == {*Code, *ServiceCode}
    assert {code: code.status for code in ServiceCode} == {
        code: REFUSALS[code]["status"] for code in ServiceCode
    }


def test_every_code_has_a_title_and_a_sentence() -> None:
    """And no sentence is of a code that there is not."""
    for code in ServiceCode:
        assert code in TEXTS.titles or str(code.status) in TEXTS.titles
        assert code in TEXTS.sentences
    for name, said in TEXTS.sentences.items():
        assert ServiceCode(said.code or name)


@pytest.mark.parametrize("name", TEXTS.sentences)
def test_a_sentence_names_the_same_facts_in_every_language(name: str) -> None:
    said = TEXTS.sentences[name]

    assert placeholders(said.en) == placeholders(said.nl) == placeholders(said.sv)
    assert placeholders(said.en) <= set(Facts.__struct_fields__)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ServiceCode)
def test_a_problem_meets_the_contract(client: FlaskClient, code: ServiceCode, language: str) -> None:
    """In every language, with the status of its code and the headers that go with it."""
    response = client.get(f"/thing/{code}", headers={"Accept-Language": language})
    body = response.json

    assert faults(component("Problem"), body) == []
    assert response.content_type == "application/problem+json"
    assert (response.status_code, body["status"], body["code"]) == (code.status, code.status, code)
    assert body["type"] == f"urn:uitleg:problem:{code}"
    assert body["instance"] == f"/thing/{code}"
    assert body["detail"] == TEXTS.sentences[code].text(language).format(**FACTS | {"allowed": "set, run"})
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]
    assert ("WWW-Authenticate" in response.headers) == (code.status == 401)
    assert ("Retry-After" in response.headers) == (code.status == 503)


def test_what_the_request_is_to_blame_for_is_pointed_at(client: FlaskClient) -> None:
    (violation,) = client.get("/thing/invalid_value").json["violations"]

    assert violation == {
        "code": "invalid_value",
        "clause": None,
        "interpretation": False,
        "message": "“10h” is not a value that “hands” can have.",
        "source": "query",
        "pointer": "name",
        "params": FACTS | {"allowed": ["set", "run"]},
    }
    assert client.get("/thing/busy").json["violations"] == []


def test_an_old_version_comes_with_the_present_one(app: Flask) -> None:
    """In the body, as the contract has it, and as the entity tag."""
    extra = {"version": 5, "events": [], "reset": True}
    problem = Problem.of(ServiceCode.VERSION_OLD, source="header", pointer="If-Match", version=5, extra=extra)
    with app.test_request_context("/v1/games/x/moves"):
        response = problem.response("en")

    assert faults(component("VersionProblem"), response.json) == []
    assert (response.status_code, response.headers["ETag"]) == (412, '"5"')


def refusal(code: Code, **more: Any) -> Refusal:
    return Refusal(code=code, clause=SENTENCES[code].clause, **more)


def test_a_refusal_by_the_rules_is_a_409_with_all_its_reasons(app: Flask) -> None:
    """Each with its clause, whether that is an interpretation, its figures and where it stands in the body."""
    refused = Refused(
        (
            refusal(Code.OPENING_BELOW_THRESHOLD, action=2, facts=Facts(points=27, required=30)),
            refusal(Code.CARD_NOT_IN_HAND, action=2, where=("cards", 0), facts=Facts(card="4C")),
        )
    )
    with app.test_request_context("/v1/games/x/moves"):
        response = Problem.refused(refused).response("en")

    body: Any = response.json
    assert faults(component("Problem"), body) == []
    assert (response.status_code, body["code"]) == (409, "opening_below_threshold")
    assert body["detail"] == body["violations"][0]["message"]
    assert [one["pointer"] for one in body["violations"]] == ["/actions/2", "/actions/2/cards/0"]
    assert [one["clause"] for one in body["violations"]] == ["J.opening", "J.turn"]
    assert body["violations"][0]["params"] == {"points": 27, "required": 30}


def test_a_refusal_stands_where_what_was_judged_stands() -> None:
    """Below the base, with the names escaped as a JSON Pointer wants it."""
    refused = Refused((refusal(Code.NO_END, where=("a/b", "c~d", 0), facts=Facts(options=("rounds",))),))

    (told,) = violations(refused, "nl", base=("ruleset", "options"))

    assert told.pointer == "/ruleset/options/a~1b/c~0d/0"
    assert told.interpretation


def test_texts_of_the_caller_are_repeated_up_to_a_length(app: Flask) -> None:
    """The contract bounds every text of an answer."""
    long = "x" * 5000
    with app.test_request_context("/" + "é" * 5000):
        response = Problem.of(ServiceCode.INVALID_VALUE, field=long, value=long, pointer="/" + long).response(
            "en"
        )

    assert faults(component("Problem"), response.json) == []


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("NL-be", "nl"),
        ("nl_BE", "nl"),
        ("nl-BE, en;q=0.5", "nl"),
        ("en;q=0.5, sv-FI;q=0.8", "sv"),
        ("de, fr;q=0.9", "en"),
        ("de, sv;q=0.1", "sv"),
        ("*", "en"),
        ("en;q=0, *", "nl"),
        ("nl;q=0", "en"),
        ("nl;q=x", "en"),
        (";;;,,=", "en"),
    ],
)
def test_the_language_is_the_best_that_is_spoken_here(header: str, language: str) -> None:
    assert preferred(parse_accept_header(header, LanguageAccept)) == language


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What is logged."""
    with caplog.at_level(logging.ERROR):
        yield caplog


@pytest.mark.parametrize("name", ["fault", "conflict"])
def test_a_fault_of_ours_is_logged_and_not_shown(
    client: FlaskClient, logged: pytest.LogCaptureFixture, name: str
) -> None:
    response = client.get(f"/thing/{name}")

    assert (response.status_code, response.json["code"]) == (500, "internal_error")
    assert faults(component("Problem"), response.json) == []
    assert "AS" not in response.text
    assert logged.records[0].exc_info


def test_a_store_that_does_not_answer_is_a_503(client: FlaskClient) -> None:
    response = client.get("/thing/store")

    assert (response.status_code, response.json["code"]) == (503, "store_unavailable")
    assert response.headers["Retry-After"] == "1"


def test_a_path_that_is_not_there(client: FlaskClient) -> None:
    response = client.get("/nothing/ä?x=1", headers={"Accept-Language": "sv"})

    assert (response.status_code, response.json["code"]) == (404, "path_unknown")
    assert response.json["instance"] == "/nothing/%C3%A4"
    assert response.json["title"] == "Det finns inget på den här sökvägen"


def test_a_method_that_is_not_there(client: FlaskClient) -> None:
    """The header Allow says which are."""
    response = client.delete("/thing/store")

    assert (response.status_code, response.json["code"]) == (405, "method_not_allowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_a_body_that_is_too_large(client: FlaskClient) -> None:
    response = client.post("/body", data=b"x" * 101)

    assert (response.status_code, response.json["code"]) == (413, "body_too_large")
    assert response.json["violations"][0]["params"] == {"maximum": 100}


def test_a_body_that_ends_before_its_length(client: FlaskClient) -> None:
    response = client.post("/body", environ_overrides={"wsgi.input": BytesIO(b"{"), "CONTENT_LENGTH": "50"})

    assert (response.status_code, response.json["code"]) == (400, "not_json")
    assert "ended before" in response.json["detail"]
