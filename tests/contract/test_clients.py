"""Clients that generators make of the contract compile, and play against the running service."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.server import Server

HERE = Path(__file__).parent
CONTRACT = HERE.parents[1] / "openapi.yaml"
PROGRAMS = HERE / "clients"
ONLY_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="the server of these tests looks for processes in /proc"
)


def run(*command: str | Path, folder: Path) -> str:
    """What a command prints; it must do well."""
    tools = [str(HERE / "node_modules" / ".bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": os.pathsep.join(tools)},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def play(folder: Path, *command: str | Path) -> None:
    """Let a client play against a service of its own."""
    (folder / "server").mkdir()
    with Server(folder / "server", UITLEG_WORKERS="2") as server:
        said = run(*command, f"http://127.0.0.1:{server.port}", folder=folder)
    assert "7 cards are left" in said
    assert "won a round of Sjuan" in said


@ONLY_LINUX
@pytest.mark.node
def test_a_typescript_client_compiles_strictly_and_plays(tmp_path: Path) -> None:
    """By openapi-typescript and openapi-fetch: `type` tells actions and events apart."""
    for name in ("play.ts", "node.d.ts", "tsconfig.json"):
        shutil.copy(PROGRAMS / name, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(HERE / "node_modules")

    run("openapi-typescript", CONTRACT, "--output", "api.d.ts", folder=tmp_path)
    run("tsc", "--project", ".", folder=tmp_path)

    play(tmp_path, "node", "play.js")


@ONLY_LINUX
def test_a_python_client_is_generated_and_plays(tmp_path: Path) -> None:
    """By openapi-python-client: every operation and every union is there, but for the contract as YAML."""
    said = run(
        *("openapi-python-client", "generate", "--path", CONTRACT, "--output-path", "generated"),
        folder=tmp_path,
    )
    warnings = [line for line in said.splitlines() if line.startswith("WARNING")]
    assert warnings in ([], ["WARNING parsing GET /openapi.yaml within service."])
    (tmp_path / "generated" / "uitleg_client").rename(tmp_path / "uitleg_client")
    shutil.copy(PROGRAMS / "play.py", tmp_path)

    play(tmp_path, sys.executable, "play.py")
