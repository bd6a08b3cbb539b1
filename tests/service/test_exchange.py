"""An answer has what the contract promises of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.contract import Answer, etag_matches
from tests.service.bound import GAME, Answers, post

if TYPE_CHECKING:
    from flask.testing import FlaskClient

GAMES = '{"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}, {"name": "Bram"}]}'


def test_every_answer_is_safe_to_show(client: FlaskClient) -> None:
    for path in ("/v1/rulesets", "/v1/nothing", f"/v1/games/{GAME}?x=1"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Security-Policy"] == "default-src 'none'"
        assert headers["Cache-Control"] == "no-store"
        assert "Accept-Language" in headers["Vary"]
        assert headers["Content-Language"] == "en"


def test_a_version_is_the_entity_tag(client: FlaskClient, answers: Answers) -> None:
    answers["get_game"] = Answer({"version": 17}, version=17)
    response = client.get(f"/v1/games/{GAME}")

    assert response.json == {"version": 17}
    assert response.headers["ETag"] == '"17"'
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert response.headers["Vary"] == "Authorization, Accept-Language"


@pytest.mark.parametrize("tags", ['"17"', 'W/"17"', "*", '"1", W/"17" , "x,y"'])
def test_what_has_not_changed_is_not_sent_again(client: FlaskClient, answers: Answers, tags: str) -> None:
    """With the headers that it would have had, and without a body."""
    answers["get_game"] = Answer({"version": 17}, version=17)
    response = client.get(f"/v1/games/{GAME}", headers={"If-None-Match": tags})

    assert (response.status_code, response.data) == (304, b"")
    assert response.headers["ETag"] == '"17"'
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert response.headers["Vary"] == "Authorization, Accept-Language"
    assert "Content-Type" not in response.headers


def test_what_has_changed_is_sent(client: FlaskClient, answers: Answers) -> None:
    answers["get_game"] = Answer({"version": 18}, version=18)

    assert client.get(f"/v1/games/{GAME}", headers={"If-None-Match": '"17", "180"'}).status_code == 200


@pytest.mark.parametrize(
    ("header", "strong", "weak"),
    [
        ('"17"', True, True),
        ('W/"17"', False, True),
        ("*", True, True),
        ('"1", "17"', True, True),
        ('"1",W/"17"', False, True),
        ('"170", "7", ""', False, False),
        ('"1,17,7"', False, False),
    ],
)
def test_entity_tags_are_compared_as_http_has_it(header: str, *, strong: bool, weak: bool) -> None:
    """Strongly for writing, weakly for reading."""
    assert etag_matches(header, 17) is strong
    assert etag_matches(header, 17, weak=True) is weak


def test_a_version_may_read_in_several_ways(client: FlaskClient, answers: Answers) -> None:
    """Each has a tag of its own; what else the answer has comes with a 304 too, which replaces what a cache kept."""
    headers = {"Content-Security-Policy": "default-src 'self'"}
    answers["get_game"] = Answer({}, version=17, variant="nl", headers=headers)
    tags = {'"17"': 200, '"17-sv"': 200, '"17-nl"': 304}
    for tag, status in tags.items():
        response = client.get(f"/v1/games/{GAME}", headers={"If-None-Match": tag})

        assert (response.status_code, response.headers["ETag"]) == (status, '"17-nl"')
        assert response.headers["Content-Security-Policy"] == "default-src 'self'"


def test_an_answer_may_have_no_body(client: FlaskClient, answers: Answers) -> None:
    answers["delete_game"] = Answer(status=204)
    response = client.delete(f"/v1/games/{GAME}")

    assert (response.status_code, response.data) == (204, b"")
    assert "Content-Type" not in response.headers


def test_an_answer_may_be_bytes_of_any_type(client: FlaskClient, answers: Answers) -> None:
    answers["get_contract_yaml"] = Answer(b"openapi: 3.1.1", content_type="application/yaml")
    response = client.get("/openapi.yaml")

    assert (response.data, response.content_type) == (b"openapi: 3.1.1", "application/yaml")


def test_an_answer_says_where_things_are(client: FlaskClient, answers: Answers) -> None:
    """The new one, the next page, and whether it was given before."""
    answers["create_game"] = Answer({}, status=201, version=1, location=f"/v1/games/{GAME}", replayed=True)
    answers["list_rulesets"] = Answer({}, link_next="/v1/rulesets?cursor=x")
    created = post(client, "/v1/games", GAMES)

    assert (created.status_code, created.headers["Location"]) == (201, f"/v1/games/{GAME}")
    assert created.headers["Idempotent-Replayed"] == "true"
    assert client.get("/v1/rulesets").headers["Link"] == '</v1/rulesets?cursor=x>; rel="next"'


def test_an_answer_is_in_the_language_of_whoever_asks(client: FlaskClient) -> None:
    response = client.get("/v1/rulesets", headers={"Accept-Language": "sv-FI, en;q=0.4"})

    assert response.headers["Content-Language"] == "sv"


def test_the_head_of_an_answer_can_be_asked_for(client: FlaskClient, answers: Answers) -> None:
    answers["get_game"] = Answer({"version": 17}, version=17)
    response = client.head(f"/v1/games/{GAME}")

    assert (response.status_code, response.data, response.headers["ETag"]) == (200, b"", '"17"')
