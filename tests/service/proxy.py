"""A proxy before a server that loses replies, answers wrongly or says nothing at all, as it is told."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType


class Proxy:
    """Passes bytes between clients and a server at a unix socket's path or a local port.

    ``mangle`` may change or drop (None) a reply.
    A dropped reply closes the connection, after the server has carried the command out.
    """

    def __init__(self, place: str | int) -> None:
        self.place = place
        self.mangle: Callable[[bytes], bytes | None] = lambda reply: reply
        self.silent = threading.Event()
        self.connections = 0
        self._open: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        for each in (self._door, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                self.connections += 1
                server = self._server()
                self._open += [client, server]
                threading.Thread(
                    target=self._pump, args=(client, server, lambda data: data), daemon=True
                ).start()
                threading.Thread(target=self._pump, args=(server, client, self._reply), daemon=True).start()

    def _server(self) -> socket.socket:
        if isinstance(self.place, int):
            return socket.create_connection(("127.0.0.1", self.place))
        server = socket.socket(socket.AF_UNIX)
        server.connect(self.place)
        return server

    def _reply(self, data: bytes) -> bytes | None:
        return b"" if self.silent.is_set() else self.mangle(data)

    @staticmethod
    def _pump(source: socket.socket, sink: socket.socket, change: Callable[[bytes], bytes | None]) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 20):
                if (changed := change(data)) is None:
                    break
                sink.sendall(changed)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
