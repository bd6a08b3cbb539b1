"""Renew the examples of answers in openapi.yaml from the service itself: `make examples`."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service import create_app
from service.embedded import EmbeddedServer
from service.settings import Settings
from tests.contract.render import member
from tests.contract.scenes import answers
from tests.service.client import Api

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
INDENT = 6


def renewed(document: str, examples: Mapping[str, Any]) -> str:
    """The document with these values in its examples, all else as it was."""
    for name, value in examples.items():
        text = "\n".join(member("value", value, INDENT))
        block = rf"(?<=\n)(    {name}:\n      summary: .*\n)      value:.*\n(?:       .*\n)*"
        document, count = re.subn(block, lambda found, text=text: f"{found[1]}{text}\n", document)
        if count != 1:
            raise ValueError(f"{name} is not an example of one value with a summary of one line")
    return document


def main() -> None:
    """Ask a service on a Redis of its own, and write what it answers."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as redis:
        apps = [
            create_app(Settings(redis_url=redis.url, api_keys=frozenset(keys))) for keys in ((), ("0" * 64,))
        ]
        examples = answers(*(Api(app.test_client()) for app in apps))
        for app in apps:
            app.extensions["store"].close()
    CONTRACT.write_text(renewed(CONTRACT.read_text("utf-8"), examples), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
