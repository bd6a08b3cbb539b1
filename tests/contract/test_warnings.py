"""Every way of being odd, told: the ruleset that `x-warnings` gives for a code is answered with that warning."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import pytest

from tests.contract.document import SCHEMAS, WARNINGS

if TYPE_CHECKING:
    from tests.service.client import Api


@pytest.mark.parametrize("code", WARNINGS)
def test_a_warning_is_provoked_as_its_ruleset_says(code: str, api: Api) -> None:
    """It has its clause, names options that there are, and in every language says another whole sentence."""
    options = SCHEMAS["JokerenOptions"]["properties"]
    messages = set()
    for language in SCHEMAS["Language"]["enum"]:
        answer = api("resolveRuleset", {"ruleset": WARNINGS[code]["ruleset"]}, language=language)
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
        found = [one for one in answer.json["warnings"] if one["code"] == code]
        assert found
        for one in found:
            assert one["clause"] == WARNINGS[code]["clause"]
            assert set(one["options"]) <= set(options)
            values = [setting["value"] for setting in one["params"].get("because", ())]
            assert all(value in one["message"] for value in values)
            assert "{" not in reduce(lambda said, value: said.replace(value, ""), values, one["message"])
        messages.add(found[0]["message"])
    assert len(messages) == len(SCHEMAS["Language"]["enum"])
