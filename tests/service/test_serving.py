"""`uitleg serve` as a user runs it: what it says, what it survives, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from service.cli import main
from service.serving import gunicorn_options
from service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0
GAME = {"ruleset": {"preset": "jokeren-7"}, "players": [{"name": "Anna"}, {"name": "Bram"}]}

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


@contextmanager
def serving(
    folder: Path, port: int, **settings: str
) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """Run the command until the end of the block; what it says goes to ``folder``/out and err."""
    env = {**os.environ, "UITLEG_DATA_DIR": str(folder / "data"), "UITLEG_WORKERS": "2", **settings}
    with (
        (folder / "out").open("w") as out,
        (folder / "err").open("w") as err,
        subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve", "--port", str(port)],
            env=env,
            stdout=out,
            stderr=err,
        ) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client,
    ):
        try:
            wait_for(lambda: "Ctrl-C" in (folder / "out").read_text(), process)
            yield process, client
        finally:
            process.terminate()
            process.wait(PATIENCE)


def wait_for(holds: Any, process: subprocess.Popen[bytes] | None = None) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        assert process is None or process.poll() is None
        time.sleep(0.05)


def ready(client: httpx.Client) -> bool:
    try:
        return client.get("/health/ready").status_code == 200
    except httpx.TransportError:
        return False


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_it_says_where_it_is_what_may_be_lost_and_what_to_try(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port):
        said = (tmp_path / "out").read_text()
    assert f"keeps its games in {tmp_path / 'data'}" in said
    assert f"is at http://127.0.0.1:{port}\n" in said
    assert "a power cut up to about the last second" in said
    assert f"curl http://127.0.0.1:{port}/openapi.yaml" in said
    assert "uitleg demo" in said


def test_with_a_redis_of_the_users_it_starts_none(tmp_path: Path, port: int, redis_url: str) -> None:
    with serving(tmp_path, port, UITLEG_REDIS_URL=redis_url) as (_, client):
        assert ready(client)
        said = (tmp_path / "out").read_text()
    assert f"at {redis_url}," in said
    assert not (tmp_path / "data").exists()


def test_a_redis_that_is_away_is_said_without_its_password_and_the_service_waits_for_it(
    tmp_path: Path, port: int
) -> None:
    with serving(tmp_path, port, UITLEG_REDIS_URL="redis://anna:word@127.0.0.1:1") as (_, client):
        assert "no answer from redis://127.0.0.1:1" in (tmp_path / "out").read_text()
        assert client.get("/health/live").status_code == 200
        assert client.get("/health/ready").status_code == 503
    assert "word" not in (tmp_path / "out").read_text() + (tmp_path / "err").read_text()


@on_linux
def test_told_to_stop_it_ends_long_polls_at_once_and_leaves_nothing(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port) as (process, client), ThreadPoolExecutor(1) as pool:
        made = client.post("/v1/games", json=GAME)
        assert made.status_code == 201
        last = client.get(f"/v1/games/{made.json()['game']['id']}/events").json()["next"]
        poll = pool.submit(
            client.get, f"/v1/games/{made.json()['game']['id']}/events", params={"after": last, "wait": 20}
        )
        time.sleep(0.5)
        below = [pid for child in children(process.pid) for pid in (child, *children(child))]
        begin = time.monotonic()
        process.terminate()
        assert poll.result().status_code == 200
        assert process.wait(PATIENCE) == 0
        assert time.monotonic() - begin < 5
        assert len(below) >= 4  # the Redis, gunicorn and its workers
        assert all(gone(pid) for pid in below)


@on_linux
def test_its_redis_killed_comes_back_with_everything(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port) as (process, client):
        game = client.post("/v1/games", json=GAME).json()["game"]
        (redis,) = [
            pid for pid in children(process.pid) if "redis" in Path(f"/proc/{pid}/cmdline").read_text()
        ]
        os.kill(redis, signal.SIGKILL)
        wait_for(lambda: ready(client))
        assert client.get(f"/v1/games/{game['id']}").json()["version"] == game["version"]


@on_linux
def test_killed_itself_it_takes_all_with_it_and_a_second_start_goes_on(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port) as (process, client):
        game = client.post("/v1/games", json=GAME).json()["game"]
        below = [pid for child in children(process.pid) for pid in (child, *children(child))]
        process.kill()
        process.wait()
        wait_for(lambda: all(gone(pid) for pid in below))
    with serving(tmp_path, port) as (_, client):
        assert client.get(f"/v1/games/{game['id']}").json()["version"] == game["version"]


def test_a_taken_port_and_a_taken_folder_are_said(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, port) as (process, _):
        second = [sys.executable, "-m", "service.cli", "serve", "--port", str(port)]
        for folder, said in (
            (tmp_path / "data", f"in use by another uitleg, process {process.pid}:"),
            (tmp_path / "other", f"cannot listen on 127.0.0.1:{port}: Address already in use"),
        ):
            env = {**os.environ, "UITLEG_DATA_DIR": str(folder)}
            run = subprocess.run(
                second, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
            assert run.returncode != 0
            assert said in run.stderr
            assert "Traceback" not in run.stderr


def test_wrong_settings_are_named_and_nothing_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UITLEG_THREADS", "many")
    assert main(["serve"]) == 2
    assert (
        capsys.readouterr().err == "uitleg: UITLEG_THREADS must be a whole number from 1 to 256, not 'many'\n"
    )


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--version"])
    assert done.value.code == 0
    assert capsys.readouterr().out.startswith("uitleg 0.")


def test_gunicorn_is_told_the_settings() -> None:
    options = gunicorn_options(Settings(host="::1", port=9000, workers=3, threads=5))
    assert (options["bind"], options["workers"], options["threads"]) == ("[::1]:9000", 3, 5)
    assert options["control_socket_disable"]


def test_a_gunicorn_of_the_users_takes_our_configuration(redis_url: str, port: int) -> None:
    command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "--check-config"]
    env = {**os.environ, "UITLEG_REDIS_URL": redis_url, "UITLEG_PORT": str(port)}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    del env["UITLEG_REDIS_URL"]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert "UITLEG_REDIS_URL must be set" in run.stderr
