"""The service on a real Redis, whose every answer is held against the contract."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from service import create_app
from service.settings import Settings
from tests.service.client import Api

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager


@pytest.fixture(scope="session")
def serving(redis_url: str) -> Callable[..., AbstractContextManager[Api]]:
    """Serve by some settings for a while."""

    @contextmanager
    def serve(**settings: Any) -> Iterator[Api]:
        app = create_app(Settings(redis_url=redis_url, **settings))
        yield Api(app.test_client())
        app.extensions["store"].close()

    return serve


@pytest.fixture(scope="session")
def api(serving: Callable[..., AbstractContextManager[Api]]) -> Iterator[Api]:
    """A client of the service as it comes."""
    with serving() as api:
        yield api


@pytest.fixture(scope="session")
def guarded(serving: Callable[..., AbstractContextManager[Api]]) -> Iterator[Api]:
    """A client of a service that demands an API key."""
    with serving(api_keys=frozenset({"0" * 64})) as api:
        yield api
