"""The server that a demo plays on: one that runs, or one that is started for it and stopped again."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def on_a_server(url: str | None, play: Callable[[httpx.Client], Any]) -> int:
    """Let something be played against a server; what comes back is the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without ♥ shows a question mark
    try:
        with _server(url) as base, httpx.Client(base_url=base, timeout=30) as client:
            play(client)
    except httpx.HTTPStatusError as error:
        print(f"uitleg: {_complaint(error.response)}", file=sys.stderr)
        return 1
    except json.JSONDecodeError:
        print(f"uitleg: {url or 'the server'} does not answer in JSON; is that an uitleg?", file=sys.stderr)
        return 1
    except (httpx.TransportError, httpx.InvalidURL) as error:
        print(f"uitleg: no answer from {url or 'the server for the demo'}: {error}", file=sys.stderr)
        return 1
    return 0


def explained(what: str, answer: httpx.Response) -> Iterator[str]:
    """A no that was provoked, as lines: what was tried, the status and the code, and each violation with its clause."""
    problem = answer.json()
    yield f"    ! {what}: {answer.status_code} {problem['code']}"
    for violation in problem["violations"]:
        clause = f" ({violation['clause']})" if violation["clause"] else ""
        yield f"      “{violation['message']}”{clause}"


def _complaint(answer: httpx.Response) -> str:
    """What a server says that does not play along: its problem's sentence, or the status of whatever it is."""
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"{answer.url} answers {answer.status_code} {answer.reason_phrase}; is that an uitleg?"


@contextmanager
def _server(url: str | None) -> Iterator[str]:
    """The base URL of the server to play on; one that is started here is stopped again, and its games forgotten."""
    if url is not None:
        yield ("" if "://" in url else "http://") + url.rstrip("/")
        return
    with socket.socket() as door, tempfile.TemporaryDirectory() as folder:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
        door.close()
        own = {
            "UITLEG_DATA_DIR": folder,
            "UITLEG_PORT": str(port),
            "UITLEG_WORKERS": "1",
            "UITLEG_LOG_LEVEL": "warning",
        }
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("UITLEG_")
        } | own
        server = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"], env=environment, stdout=subprocess.DEVNULL
        )
        try:
            _await(f"http://127.0.0.1:{port}/health/ready", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(30)


def _await(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if httpx.get(url).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    sys.exit("uitleg: the server for the demo did not start")
