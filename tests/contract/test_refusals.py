"""Every way of saying no, said: the request that `x-refusals` gives for a code is answered with that code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.contract.document import OPERATIONS, REFUSALS, SCHEMAS, Json
from tests.contract.provoke import meet, send

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.service.client import Api

LANGUAGES = SCHEMAS["Language"]["enum"]
JUDGED = 200
"""What a validation answers: the code is among its violations."""


def violations(answer: Any) -> Iterator[Json]:
    """Every violation in an answer, however deep."""
    if isinstance(answer, dict):
        yield from answer.get("violations", ())
        for value in answer.values():
            yield from violations(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from violations(value)


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_provoked_as_its_example_says(
    code: str, api: Api, guarded: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has its status, its code and its clause, and in every language another sentence, with nothing left open."""
    refusal = REFUSALS[code]
    need = refusal["example"].get("needs")
    meet(need, monkeypatch)

    told = set()
    for language in LANGUAGES:
        response = send(guarded if need == "UITLEG_API_KEYS" else api, refusal["example"], language=language)
        found = [(one["code"], one["clause"]) for one in violations(response.json)]
        assert found[:1] in ([], [(code, refusal["clause"])])
        if response.status_code == JUDGED:
            assert found
        else:
            assert (response.status_code, response.json["code"]) == (refusal["status"], code)
            assert response.headers["Content-Language"] == language
        told.add(says(response.json))

    assert len(told) == len(LANGUAGES)


def says(answer: Json) -> str:
    """All the sentences of an answer, each of which is whole."""
    texts = [answer[name] for name in ("title", "detail") if name in answer]
    texts += [one["message"] for one in violations(answer)]
    assert all(text.strip() and not {"{", "}"} & set(text) for text in texts)
    return "\n".join(texts)


def tokens_needed() -> list[str]:
    return [name for name, operation in OPERATIONS.items() if operation["security"] == [{"gameToken": []}]]


@pytest.mark.parametrize("operation", tokens_needed())
def test_an_operation_that_needs_a_token_refuses_without_one(operation: str, api: Api) -> None:
    """No token is 401 `token_required`, another game's is 401 `token_unknown`, and nothing happens."""
    table, other = api.create(), api.create()
    body = {"actions": [{"type": "draw", "source": "stock"}]} if operation == "makeMove" else None

    for token, code in (
        (None, "token_required"),
        (other.host, "token_unknown"),
        (other.seats[1], "token_unknown"),
    ):
        response = api(operation, body, id=table.id, token=token)
        assert (response.status_code, response.json["code"]) == (401, code)
        assert response.headers["WWW-Authenticate"].startswith("Bearer ")
    assert table.view()["version"] == 1
