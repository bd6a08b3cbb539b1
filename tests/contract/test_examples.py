"""The examples of the contract are true: its requests are taken, and its answers are what the service answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.contract.document import CONTENTS, OPERATIONS, Json, deref, table
from tests.contract.match_play import REQUESTS_AT_TABLES, TOURNAMENT
from tests.contract.render import member
from tests.contract.scenes import EXAMPLES, GAME, answers

if TYPE_CHECKING:
    from tests.service.client import Api

REQUESTS = {
    example["$ref"].rpartition("/")[2]: name.partition(" ")[0]
    for name, content in CONTENTS.items()
    if " request " in name
    for example in content["examples"].values()
}
"""The examples of requests, and the operation of each."""

PLAYED = {"DrawFromStock", "MeldAndDiscard", "PlaySevenOfClubs"} | REQUESTS_AT_TABLES
"""Requests that are moves of one game, or made of one tournament; `scenes` makes them."""


@pytest.fixture(scope="module")
def told(api: Api, guarded: Api) -> dict[str, Any]:
    """What the service answers where the contract has an example."""
    return answers(api, guarded)


@table({name: value for name, value in EXAMPLES.items() if name not in REQUESTS})
def test_an_answer_is_what_the_service_answers(name: str, entry: Any, told: dict[str, Any]) -> None:
    """With the same cards at the same moment it is the same; `make examples` renews it."""
    assert told[name] == entry


def test_every_answer_that_is_made_has_its_example(told: dict[str, Any]) -> None:
    """Nothing is asked in vain."""
    assert set(told) == EXAMPLES.keys() - REQUESTS.keys()


@table({name: operation for name, operation in REQUESTS.items() if name not in PLAYED})
def test_a_request_is_taken(name: str, entry: str, api: Api) -> None:
    """It is answered with what the operation is for."""
    response = api(entry, EXAMPLES[name])

    assert response.status_code in {200, 201}


@table(OPERATIONS)
def test_examples_are_of_one_game_and_one_tournament(name: str, entry: Json) -> None:
    """The id, wherever an example has one, is the one that the parameters show."""
    kind, known = {"Tournaments": ("tournament", TOURNAMENT)}.get(entry["tags"][0], ("game", GAME))
    for status, response in entry["responses"].items():
        for content in deref(response).get("content", {}).values():
            for example in content.get("examples", {}).values():
                value = deref(example)["value"]
                if isinstance(value, dict) and kind in value:
                    named = value[kind]
                    assert (named if isinstance(named, str) else named["id"]) == known, (name, status)


@table(EXAMPLES)
def test_what_is_renewed_says_the_same(name: str, entry: Any) -> None:
    """An example as `make examples` writes it reads as its value, and no line is too long to read."""
    lines = member("value", entry, 6)

    assert yaml.safe_load("\n".join([*lines, ""])) == {"value": entry}
    assert max(map(len, lines)) <= 120, name
