"""The log: JSON lines with nothing in them that somebody could use."""

from __future__ import annotations

import json
import logging
from secrets import token_hex, token_urlsafe
from typing import Any

import pytest
from flask import Flask

from service.logs import REQUESTS, JsonLines, configuration, log_requests

SECRETS = ["utg_" + token_urlsafe(32), token_hex(32), token_urlsafe(32)]


def line(message: str, *args: object, **more: object) -> dict[str, Any]:
    record = logging.LogRecord("uitleg", logging.INFO, __file__, 1, message, args, None)
    for name, value in more.items():
        setattr(record, name, value)
    text = JsonLines().format(record)
    assert "\n" not in text
    result: dict[str, Any] = json.loads(text)
    return result


def test_a_line_is_one_object_with_its_fields() -> None:
    found = line("moved %s\nand more", 3, fields={"status": 200})
    assert found.pop("time").endswith("+00:00")
    assert found == {"level": "info", "logger": "uitleg", "message": "moved 3\nand more", "status": 200}


@pytest.mark.parametrize("secret", SECRETS, ids=["token", "hex", "base64"])
def test_no_token_key_or_seed_is_written(secret: str) -> None:
    found = line("Authorization: Bearer %s", secret, fields={"path": f"/v1/games/{secret}/x"})
    assert secret not in json.dumps(found)
    assert found["path"] == "/v1/games/…/x"


def test_a_short_bearer_is_not_written_either() -> None:
    assert line("Bearer abc def")["message"] == "Bearer … def"


def test_ids_are_written() -> None:
    game = token_urlsafe(16)
    assert line("GET /v1/games/%s 200", game)["message"] == f"GET /v1/games/{game} 200"


def test_of_an_exception_the_type_and_the_places_are_written_but_not_what_it_says() -> None:
    with pytest.raises(ValueError, match="4H") as caught:
        int("4H")
    found = line("broken", exc_info=(caught.type, caught.value, caught.tb))
    assert found["exception"] == "ValueError"
    assert "test_logs.py" in found["frames"][-1]
    assert "4H" not in json.dumps(found)


def test_the_configuration_is_one_that_logging_takes() -> None:
    config = configuration("warning")
    assert config["root"] == {"level": "WARNING", "handlers": ["stderr"]}
    assert config["formatters"]["json"]["()"] == "service.logs.JsonLines"


@pytest.fixture
def app() -> Flask:
    app = Flask("test", static_folder=None)
    log_requests(app)
    app.add_url_rule("/things/<name>", "get_thing", lambda name: {"name": name})
    app.add_url_rule("/health/live", "get_liveness", lambda: {"status": "ok"})
    return app


def test_a_request_has_a_line_and_an_id(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger=REQUESTS.name):
        response = app.test_client().get("/things/1?token=abc", headers={"Authorization": "Bearer abc"})
    (record,) = caplog.records
    fields = vars(record)["fields"]
    assert record.getMessage() == "GET /things/1 200"
    assert fields["request_id"] == response.headers["X-Request-Id"]
    assert (fields["operation"], fields["status"]) == ("get_thing", 200)
    assert "abc" not in record.getMessage() + str(fields)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("3f2b9c1e-0d5a-4e55-9d0e-7a1f0c2b4d6e", True),
        ("short", False),
        ("x" * 40, False),
        ("a b c d e f", False),
    ],
)
def test_a_decent_id_of_the_caller_is_kept(app: Flask, *, given: str, kept: bool) -> None:
    response = app.test_client().get("/things/1", headers={"X-Request-Id": given})
    assert (response.headers["X-Request-Id"] == given) == kept


def test_health_checks_do_not_fill_the_log(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger=REQUESTS.name):
        app.test_client().get("/health/live")
    assert not caplog.records
