"""A request is held against the contract, in the order that the contract states."""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec
import pytest

from service.store import STORED_ID
from tests.contract.document import component, faults
from tests.service.bound import GAME, KEY, MOVES, Answers, application, post, refusal

if TYPE_CHECKING:
    from flask.testing import FlaskClient

DEAL = '{"ruleset": {"preset": "jokeren-7"}, "players": %s}'


def test_a_handler_gets_what_was_asked(client: FlaskClient, answers: Answers) -> None:
    """The body as its schema loads it, the headers by their names, the query with its defaults."""
    raw = b'{"actions": [{"type": "discard", "card": "4C"}]}'
    post(
        client,
        f"/v1/games/{GAME}/moves",
        raw,
        Authorization="bearer utg_abc",
        Idempotency_Key=KEY,
        If_Match='"17"',
        Accept_Language="nl-BE, en;q=0.5",
    )
    (call,) = answers.calls

    assert (call.operation, call.path) == ("make_move", f"/v1/games/{GAME}/moves")
    assert (dict(call.params), call.token, call.scope) == ({"id": GAME}, "utg_abc", "utg_abc")
    assert msgspec.to_builtins(call.body) == json.loads(raw)
    assert (call.idempotency_key, call.if_match, call.if_none_match) == (KEY, '"17"', None)
    assert call.language == "nl"


def test_the_query_is_read_as_the_contract_has_it(client: FlaskClient, answers: Answers) -> None:
    client.get(f"/v1/games/{GAME}/events?wait=25&after=0")
    (call,) = answers.calls

    assert call.params == {"id": GAME, "after": 0, "wait": 25, "limit": 100}
    assert call.token is None
    assert call.fingerprint == sha256(b"").hexdigest()


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic dTpw", "utg_abc", "", "Token utg_abc"])
def test_what_is_no_bearer_token_is_a_token_that_no_game_has(
    client: FlaskClient, answers: Answers, header: str
) -> None:
    """It is not the public: whoever sends something wants to be known."""
    client.get(f"/v1/games/{GAME}", headers={"Authorization": header})

    assert answers.calls[0].token == ""


def test_a_body_that_nobody_asked_for_is_not_read(client: FlaskClient, answers: Answers) -> None:
    """Dealing the next round takes none."""
    for raw in (b"", b"{}", b"not JSON", b"x" * 1_000_000):
        assert client.post(f"/v1/games/{GAME}/rounds", data=raw).status_code == 200

    assert {call.fingerprint for call in answers.calls} == {sha256(b"").hexdigest()}


# ---- parameters

BAD_PARAMETERS = {
    "an unknown one": ("/v1/rulesets?limit=5&verbose=1", {}, "unknown_field", "query", "verbose"),
    "an unknown one where there are none": ("/health/live?x", {}, "unknown_field", "query", "x"),
    "a known one in capitals": ("/v1/rulesets?Limit=5", {}, "unknown_field", "query", "Limit"),
    "one twice": ("/v1/rulesets?limit=5&limit=5", {}, "invalid_value", "query", "limit"),
    "too small": ("/v1/rulesets?limit=0", {}, "out_of_range", "query", "limit"),
    "too large": ("/v1/rulesets?limit=101", {}, "out_of_range", "query", "limit"),
    "far too large": ("/v1/rulesets?limit=" + "9" * 6000, {}, "out_of_range", "query", "limit"),
    "negative": (f"/v1/games/{GAME}/events?after=-1", {}, "out_of_range", "query", "after"),
    "not a number": ("/v1/rulesets?limit=ten", {}, "wrong_type", "query", "limit"),
    "a number with a point": ("/v1/rulesets?limit=1.0", {}, "wrong_type", "query", "limit"),
    "a number with a space": ("/v1/rulesets?limit=%205", {}, "wrong_type", "query", "limit"),
    "a number with a sign": ("/v1/rulesets?limit=%2B5", {}, "wrong_type", "query", "limit"),
    "a number with a zero before it": ("/v1/rulesets?limit=05", {}, "wrong_type", "query", "limit"),
    "a number with an underscore": ("/v1/rulesets?limit=1_0", {}, "wrong_type", "query", "limit"),
    "Arabic digits": ("/v1/rulesets?limit=\u0665", {}, "wrong_type", "query", "limit"),
    "nothing": ("/v1/rulesets?limit=", {}, "wrong_type", "query", "limit"),
    "a form that it has not": ("/v1/rulesets?cursor=a.b", {}, "invalid_value", "query", "cursor"),
    "a line feed at its end": ("/v1/rulesets?cursor=ab%0A", {}, "invalid_value", "query", "cursor"),
    "too long": ("/v1/rulesets?cursor=" + "a" * 201, {}, "out_of_range", "query", "cursor"),
    "a tag without quotes": (
        f"/v1/games/{GAME}",
        {"If-None-Match": "17"},
        "invalid_value",
        "header",
        "If-None-Match",
    ),
    "an empty tag header": (
        f"/v1/games/{GAME}",
        {"If-None-Match": ""},
        "invalid_value",
        "header",
        "If-None-Match",
    ),
    "a long language": (
        "/v1/rulesets",
        {"Accept-Language": "a" * 201},
        "out_of_range",
        "header",
        "Accept-Language",
    ),
}


@pytest.mark.parametrize(("path", "headers", *"csp"), BAD_PARAMETERS.values(), ids=list(BAD_PARAMETERS))
def test_a_bad_parameter_is_a_422(
    client: FlaskClient, path: str, headers: dict[str, str], c: str, s: str, p: str
) -> None:
    """It names the parameter, and where it stands."""
    assert refusal(client.get(path, headers=headers)) == (422, c, s, p)


@pytest.mark.parametrize(
    "key",
    ["short", "", "x" * 256, "a key with some spaces", "ключ-ключ-ключ-ключ".encode().decode("latin-1")],
)
def test_a_bad_idempotency_key_is_a_422(client: FlaskClient, key: str) -> None:
    """And is not repeated in the answer: it is a secret."""
    response = client.post(f"/v1/games/{GAME}/rounds", headers={"Idempotency-Key": key})

    assert refusal(response)[::3] == (422, "Idempotency-Key")
    assert len(key) < 16 or key not in response.text


@pytest.mark.parametrize(
    "game", ["a" * 15, "a" * 16, "a" * 64, "a" * 65, GAME, GAME + "\n", "{" + GAME + "}"]
)
def test_an_id_of_a_game_is_one_that_the_store_takes(
    client: FlaskClient, answers: Answers, game: str
) -> None:
    """No other comes through to it."""
    client.get(f"/v1/games/{quote(game)}")

    assert len(answers.calls) == bool(STORED_ID.fullmatch(game))


@pytest.mark.parametrize("game", ["a.b", "é", "a" * 65, "a b", "%0A", "{}", "a'b"])
def test_an_id_that_cannot_be_one_is_that_of_nothing(client: FlaskClient, game: str) -> None:
    """404, and not 422."""
    assert refusal(client.get(f"/v1/games/{game}")) == (404, "game_unknown", "path", "id")
    assert refusal(client.get(f"/v1/rulesets/{game}")) == (404, "ruleset_unknown", "path", "id")


@pytest.mark.parametrize(
    "path", ["/v1/games/", "//v1/rulesets", "/v1/rulesets/", "/V1/rulesets", "/v1", "/v1/games/a/b"]
)
def test_a_path_is_as_the_contract_writes_it(client: FlaskClient, path: str) -> None:
    """There are no second names and no redirects."""
    response = client.get(path)

    assert (response.status_code, response.json["code"]) == (404, "path_unknown")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("PUT", "/v1/games", "POST"),
        ("OPTIONS", "/v1/rulesets", "GET, HEAD"),
        ("GET", "/v1/rulesets/compare", "POST"),
        ("OPTIONS", "/v1/rulesets/compare", "POST"),
        ("POST", "/v1/rulesets/compared", "GET, HEAD"),
        ("PATCH", f"/v1/games/{GAME}", "DELETE, GET, HEAD"),
        ("GET", f"/v1/games/{GAME}/rounds", "POST"),
    ],
)
def test_a_method_that_a_path_does_not_have_is_a_405(
    client: FlaskClient, method: str, path: str, allow: str
) -> None:
    response = client.open(path, method=method)

    assert (response.status_code, response.headers["Allow"]) == (405, allow)
    assert faults(component("Problem"), response.json) == []


# ---- bodies


def test_everything_that_is_wrong_with_a_request_is_told_at_once(client: FlaskClient) -> None:
    response = post(client, f"{MOVES}?x=1", '{"y": 1}', If_Match="17")

    assert [(one["source"], one["pointer"]) for one in response.json["violations"]] == [
        ("query", "x"),
        ("header", "If-Match"),
        ("body", "/actions"),
        ("body", "/y"),
    ]


def test_no_more_is_told_than_the_contract_allows(client: FlaskClient) -> None:
    response = post(client, "/v1/deals", json.dumps({f"x{number}": 1 for number in range(500)}))

    assert faults(component("Problem"), response.json) == []
    assert len(response.json["violations"]) == 100


# ---- the order of the checks


@pytest.mark.parametrize(
    ("headers", "pointer"),
    [
        ({"Content-Type": "text/plain"}, "Content-Type"),
        ({"Content-Type": "application/json-patch+json"}, "Content-Type"),
        ({"Content-Type": "application/json; charset=latin-1"}, "Content-Type"),
        ({"Content-Type": "application/json, text/plain"}, "Content-Type"),
        ({"Content-Type": ""}, "Content-Type"),
        ({"Content-Type": "application/json", "Content-Encoding": "gzip"}, "Content-Encoding"),
        ({"Content-Type": "application/json", "Content-Encoding": "identity, br"}, "Content-Encoding"),
    ],
)
def test_a_body_is_json_in_utf_8_as_it_is(client: FlaskClient, headers: dict[str, str], pointer: str) -> None:
    response = client.post("/v1/deals", data=DEAL % 2, headers=headers)

    assert refusal(response) == (415, "unsupported_media_type", "header", pointer)


@pytest.mark.parametrize(
    "kind", ['application/json; charset="UTF-8"', "APPLICATION/JSON", "application/json;x=y"]
)
def test_a_media_type_may_be_written_in_several_ways(client: FlaskClient, kind: str) -> None:
    response = client.post(
        "/v1/deals", data=DEAL % 2, headers={"Content-Type": kind, "Content-Encoding": "identity"}
    )

    assert response.status_code == 200


def test_nothing_sent_is_no_json_rather_than_an_unsupported_type(client: FlaskClient) -> None:
    assert refusal(client.post("/v1/deals"))[:2] == (400, "not_json")


def test_a_body_is_measured_first(answers: Answers) -> None:
    """Announced or in chunks, whatever it is: also to the last byte."""
    client = application(answers, max_body=1024)
    fits = (DEAL % 2).ljust(1024)
    chunked = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}

    for raw, statuses in ((fits, (200, 200)), (fits + " ", (413, 413)), (fits * 99, (413, 413))):
        announced = post(client, "/v1/deals", raw)
        unannounced = client.post(
            "/v1/deals",
            headers=chunked,
            environ_overrides={"wsgi.input": BytesIO(raw.encode()), "wsgi.input_terminated": True},
        )
        assert (announced.status_code, unannounced.status_code) == statuses
    response = client.post("/v1/deals", data=b"x" * 1025, headers={"Content-Type": "text/plain"})
    assert refusal(response)[:2] == (413, "body_too_large")
    assert response.json["violations"][0]["params"] == {"maximum": 1024}


def test_a_length_that_is_a_lie_is_a_400(client: FlaskClient) -> None:
    """The server does not wait for what never comes."""
    response = client.post(
        "/v1/deals",
        headers={"Content-Type": "application/json"},
        environ_overrides={"wsgi.input": BytesIO(b"{}"), "CONTENT_LENGTH": "50"},
    )

    assert (response.status_code, response.json["code"]) == (400, "not_json")


def test_the_checks_come_in_their_order(answers: Answers) -> None:
    """415, 400, 422, 404, 401."""
    client = application(answers, api_keys=frozenset({sha256(b"open").hexdigest()}))

    assert client.post("/v1/deals?x=1", data="{", headers={"Content-Type": "text/plain"}).status_code == 415
    assert post(client, "/v1/deals?x=1", "{").status_code == 400
    assert post(client, "/v1/deals?x=1", "{}").status_code == 422
    assert client.get("/v1/rulesets/a.b?x=1").status_code == 422
    assert client.get("/v1/rulesets/a.b").status_code == 404
    assert client.get("/v1/rulesets/jokeren-7").status_code == 401
    assert answers.calls == []


def test_an_operator_may_demand_a_key(answers: Answers) -> None:
    """For what stores nothing and for creating games, and nowhere else."""
    client = application(answers, api_keys=frozenset({sha256(b"open").hexdigest(), "0" * 64}))

    for headers, code in (({}, "api_key_required"), ({"X-API-Key": "shut"}, "api_key_unknown")):
        response = client.get("/v1/rulesets", headers=headers)
        assert refusal(response) == (401, code, "header", "X-API-Key")
        assert "WWW-Authenticate" in response.headers
    assert refusal(client.get("/v1/rulesets", headers={"X-API-Key": "é"}))[1] == "api_key_unknown"
    assert client.get("/v1/rulesets", headers={"X-API-Key": "open"}).status_code == 200
    assert answers.calls[0].scope == "open"
    assert client.get(f"/v1/games/{GAME}").status_code == 200
    assert client.get("/health/live").status_code == 200
