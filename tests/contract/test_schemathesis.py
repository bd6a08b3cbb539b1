"""The running service keeps what the contract promises: schemathesis, all phases and all checks, finds nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.server import Server

ROOT = Path(__file__).parents[2]
SECONDS = os.environ.get("FUZZ_SECONDS", "75")


@pytest.mark.skipif(sys.platform != "linux", reason="the server of these tests looks for processes in /proc")
def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    """`FUZZ_SECONDS` says for how long it looks; what it prints on a finding has the request to repeat."""
    with Server(tmp_path, UITLEG_MAX_WAIT="1", UITLEG_LOG_LEVEL="warning") as server:
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run", "openapi.yaml"),
                *("--url", f"http://127.0.0.1:{server.port}"),
                *("--max-time", SECONDS, "--generation-deterministic", "--no-color"),
            ],
            cwd=ROOT,
            env=os.environ | {"SCHEMATHESIS_HOOKS": "tests.contract.hooks", "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=float(SECONDS) + 240,
            check=False,
        )
        complaints = [line for line in server.complained().splitlines() if '"level": "error"' in line]
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
    assert complaints == []
