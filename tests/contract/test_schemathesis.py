"""Schemathesis against the service as it runs for real; `schemathesis.toml` and `hooks.py` say how."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.faults.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SECONDS = os.environ.get("FUZZ_SECONDS")
"""How long to go on, each time from another seed; without it, as much as `schemathesis.toml` says, from one seed."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, UITLEG_WORKERS="2", UITLEG_MAX_WAIT="1", UITLEG_LOG_LEVEL="error") as server:
        yield server


@pytest.mark.fuzz
@pytest.mark.skipif(sys.platform != "linux", reason="the server of these tests looks for processes in /proc")
def test_schemathesis_finds_nothing(server: Server) -> None:
    """All phases and all checks, over two workers and a Redis."""
    how = ["--max-time", SECONDS] if SECONDS else ["--generation-deterministic"]
    program = Path(sys.executable).with_name("schemathesis")
    run = subprocess.run(
        [program, "run", "openapi.yaml", "--url", f"http://127.0.0.1:{server.port}", *how],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )

    assert run.returncode == 0
    assert '"level": "error"' not in server.complained()
