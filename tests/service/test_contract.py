"""The contract becomes routes, and the service does not start while it and the program differ."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from flask import Flask

from service import create_app
from service.contract import Contract, ContractError, bind
from service.schemas import SCHEMAS
from service.settings import Settings, SettingsError
from tests.contract.document import DOCUMENT, OPERATIONS
from tests.service.client import snake

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

    from tests.service.bound import Answers

CONTRACT = Contract.read()


def changed(change: Callable[[Any], object]) -> Contract:
    document = deepcopy(DOCUMENT)
    change(document)
    return Contract.of(yaml.safe_dump(document).encode())


def test_every_operation_becomes_a_route(client: FlaskClient) -> None:
    """With the path, the method and the name that the contract gives it."""
    rules = {
        (re.sub(r"other_than\([^)]*\):", "", rule.rule), rule.endpoint)
        for rule in client.application.url_map.iter_rules()
    }

    assert rules == {
        (path.replace("{", "<").replace("}", ">"), snake(item[method]["operationId"]))
        for path, item in DOCUMENT["paths"].items()
        for method in item.keys() & {"get", "put", "post", "delete"}
    }


def test_a_parameter_may_have_an_ending(answers: Answers) -> None:
    """What ends so is another operation's, which gets what stands before it."""

    def add(document: Any) -> None:
        item = deepcopy(document["paths"]["/v1/rulesets/{id}"])
        item["get"]["operationId"] = "getRulesetAsCsv"
        document["paths"]["/v1/rulesets/{id}.csv"] = item

    contract = changed(add)
    app = Flask("bound", static_folder=None)
    handlers = {one.name: answers.handler(one.name) for one in contract.operations()}
    bind(app, contract, handlers, SCHEMAS, Settings())
    for name in ("jokeren-7.csv", "jokeren-7"):
        assert app.test_client().get(f"/v1/rulesets/{name}").status_code == 200

    assert [(call.operation, call.params["id"]) for call in answers.calls] == [
        ("get_ruleset_as_csv", "jokeren-7"),
        ("get_ruleset", "jokeren-7"),
    ]


DIFFERENCES: dict[str, tuple[Callable[[Any], object], str]] = {
    "an operation without a handler": (
        lambda document: document["paths"]["/v1/deals"]["post"].update(operationId="dealCards"),
        "deal_cards is one of the operations and not of the handlers",
    ),
    "a handler without an operation": (
        lambda document: document["paths"].pop("/v1/games/{id}/rounds"),
        "deal_round is one of the handlers and not of the operations",
    ),
    "an operation without a name": (
        lambda document: document["paths"]["/v1/deals"]["post"].pop("operationId"),
        "post /v1/deals has no operationId",
    ),
    "a body without a schema": (
        lambda document: body(document).update({"$ref": "#/components/schemas/Deal"}),
        "Deal is one of the request bodies and not of the schemas",
    ),
    "a body without a name": (
        lambda document: (body(document).clear(), body(document).update(type="object")),
        "the body of createDeal has no $ref",
    ),
    "a number without bounds": (
        lambda document: document["components"]["parameters"]["Wait"]["schema"].pop("maximum"),
        "the parameter wait has no bounds",
    ),
    "an id of nothing": (
        lambda document: document["components"]["parameters"]["GameId"].update(schema={"type": "string"}),
        "nothing says what is not there",
    ),
}


def body(document: Any) -> Any:
    return document["paths"]["/v1/deals"]["post"]["requestBody"]["content"]["application/json"]["schema"]


@pytest.mark.parametrize(("change", "message"), DIFFERENCES.values(), ids=list(DIFFERENCES))
def test_the_service_does_not_start_while_contract_and_program_differ(
    answers: Answers, change: Callable[[Any], object], message: str
) -> None:
    handlers = {snake(name): answers.handler(name) for name in OPERATIONS}
    with pytest.raises(ContractError) as refused:
        bind(Flask("bound"), changed(change), handlers, SCHEMAS, Settings())

    assert message in str(refused.value)


def test_the_contract_is_served_as_it_is_read() -> None:
    assert yaml.safe_load(CONTRACT.yaml) == DOCUMENT
    assert json.loads(CONTRACT.json)["paths"].keys() == DOCUMENT["paths"].keys()


def test_an_application_needs_a_redis_and_says_so() -> None:
    """`uitleg serve` always gives it one."""
    with pytest.raises(SettingsError, match="UITLEG_REDIS_URL"):
        create_app(Settings())
