"""Real servers for the tests of faults: everything that they start is ended by its process id."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.faults.bursts import Burst
from tests.faults.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They look for processes in /proc."""
    if sys.platform != "linux":
        for item in items:
            if "faults" in item.path.parts:
                item.add_marker(pytest.mark.skip(reason="it looks for processes in /proc"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with three workers and a Redis of its own, for all tests of a module that leave it well."""
    with Server(tmp_path_factory.mktemp("serve")) as server:
        yield server


@pytest.fixture(scope="session")
def burst() -> Iterator[Burst]:
    """What sends many requests at one moment from several processes."""
    burst = Burst()
    yield burst
    burst.close()
