"""The whole contract, bound to handlers that only remember: what comes through to a handler, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Flask

from service import problems
from service.contract import Answer, Call, Contract, bind
from service.schemas import SCHEMAS
from service.settings import Settings
from tests.contract.document import OPERATIONS, component, faults
from tests.service.client import snake

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

GAME = "q5Zk0cXv3nT8mWbYd2RfLg"
MOVES = f"/v1/games/{GAME}/moves"
KEY = "an-example-of-a-key"
CONTRACT = Contract.read()


class Answers(dict[str, Answer]):
    """What the handlers answer, by operation; `calls` are the calls that they got."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []

    def handler(self, name: str) -> Callable[[Call], Answer]:
        def handle(call: Call) -> Answer:
            self.calls.append(call)
            return self.get(name, Answer({}))

        return handle


def application(answers: Answers, **settings: Any) -> FlaskClient:
    """A client of the whole contract, with handlers that only remember."""
    app = Flask("bound", static_folder=None)
    problems.register(app)
    handlers = {snake(name): answers.handler(snake(name)) for name in OPERATIONS}
    bind(app, CONTRACT, handlers, SCHEMAS, Settings(**settings))
    return app.test_client()


def post(client: FlaskClient, path: str, raw: bytes | str, **headers: str) -> TestResponse:
    """Send a body as JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(path, data=raw, headers={"Content-Type": "application/json"} | named)


def refusal(response: TestResponse) -> tuple[int, str, str, str]:
    """The status of a problem, and the code, source and pointer of the first thing that is wrong."""
    assert faults(component("Problem"), response.json) == []
    first = response.json["violations"][0]
    return response.status_code, first["code"], first["source"], first["pointer"]
