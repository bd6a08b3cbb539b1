"""The service on a real Redis, as a client sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service import create_app
from service.settings import Settings
from tests.service.bound import Answers, application
from tests.service.client import Api

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient


@pytest.fixture
def app(redis_url: str) -> Iterator[Flask]:
    """The application; its games are gone when the Redis of the test run is."""
    app = create_app(Settings(redis_url=redis_url))
    yield app
    app.extensions["store"].close()


@pytest.fixture
def api(app: Flask) -> Api:
    """A client whose every answer is held against the contract."""
    return Api(app.test_client())


@pytest.fixture
def answers() -> Answers:
    """What the handlers of `client` answer, and the calls that they got."""
    return Answers()


@pytest.fixture
def client(answers: Answers) -> FlaskClient:
    """A client of the contract, with no game behind it."""
    return application(answers)
