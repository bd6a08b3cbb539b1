"""A real Redis for every test process: that of the wheel, or the one that REDIS_SERVER names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import redis

from service.embedded import EmbeddedServer
from service.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def redis_binary() -> Path | None:
    """The server to test with; None for the one that the service would start itself."""
    return Path(os.environ["REDIS_SERVER"]) if "REDIS_SERVER" in os.environ else None


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory, redis_binary: Path | None) -> Iterator[str]:
    """The URL of a server that lives as long as the test run."""
    with EmbeddedServer(tmp_path_factory.mktemp("redis"), binary=redis_binary) as server:
        yield server.url


@pytest.fixture
def raw(redis_url: str) -> Iterator[redis.Redis]:
    """A client that sees the keys as they are, on an empty database."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
        yield client


@pytest.fixture
def store(redis_url: str, raw: redis.Redis) -> Iterator[Store]:  # noqa: ARG001 - raw empties the database
    """A store on an empty database."""
    store = Store(redis_url, threads=4, idle_seconds=3600)
    yield store
    store.close()
