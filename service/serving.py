"""Serving the API with gunicorn: on a Redis of the user's, or on one of its own that is looked after here."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from importlib.metadata import version
from logging.config import dictConfig
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlsplit

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.util import import_app

from service import logs
from service.embedded import EmbeddedServer, die_with_parent
from service.outcomes import StoreUnavailable
from service.settings import Settings, variable
from service.store import Store

if TYPE_CHECKING:
    from types import FrameType

    from flask import Flask
    from gunicorn.config import Config
    from gunicorn.workers.base import Worker

GRACEFUL_SECONDS: Final = 25
LOOK_SECONDS: Final = 0.2  # between two looks at the two processes
WHAT_MAY_BE_LOST: Final = {
    "always": "written to disk before the answer: neither a kill nor a power cut loses an acknowledged move",
    "everysec": "written to disk every second: a kill loses nothing, a power cut up to about the last second of"
    f" acknowledged moves ({variable('appendfsync')}=always: nothing)",
    "unknown": "how it writes to disk it does not tell",
}


def gunicorn_options(settings: Settings) -> dict[str, Any]:
    """All that gunicorn is told; ``deploy/gunicorn.conf.py`` gives it the same."""
    linux = sys.platform == "linux"
    return {
        "bind": f"[{settings.host}]:{settings.port}"
        if ":" in settings.host
        else f"{settings.host}:{settings.port}",
        "wsgi_app": "service:create_app()",
        "proc_name": "uitleg",
        "worker_class": "gthread",
        "workers": settings.workers,
        "threads": settings.threads,
        "reuse_port": linux,  # else a few long-lived connections may all end at one worker
        "worker_tmp_dir": "/dev/shm" if linux and os.access("/dev/shm", os.W_OK) else None,  # noqa: S108 - heartbeats, in memory
        "control_socket_disable": True,
        "graceful_timeout": GRACEFUL_SECONDS,
        "loglevel": settings.log_level,
        "logger_class": _Log,
        "on_starting": lambda _server: _refuse_a_taken_port(settings),
        "post_worker_init": lambda worker: _begin(worker, settings),
    }


def serve(settings: Settings) -> int:
    """Serve until told to stop, and return the exit code."""
    if settings.redis_url is None:
        return _serve_on_a_redis_of_its_own(settings)
    _Gunicorn(settings).run()
    return 0


class _Log(Logger):
    """Gunicorn's word in the service's form; of requests the service itself speaks, and without their tokens."""

    def setup(self, cfg: Config) -> None:
        dictConfig(logs.configuration(cfg.loglevel))

    def access(self, *_args: object) -> None:
        pass


class _Gunicorn(BaseApplication):
    def __init__(self, settings: Settings) -> None:
        self._options = gunicorn_options(settings)
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return import_app(self.cfg.wsgi_app)


def _serve_on_a_redis_of_its_own(settings: Settings) -> int:
    """Run the API as a program of its own, on a Redis that is started again should it die, and stopped last."""
    with EmbeddedServer(settings.data_dir, appendfsync=settings.appendfsync) as redis:
        print(f"uitleg keeps its games in {redis.folder}", flush=True)
        api = subprocess.Popen(
            [sys.executable, "-P", "-m", "service.cli", "serve"],
            env={**os.environ, variable("redis_url"): redis.url},
            start_new_session=True,  # a Ctrl-C in the terminal reaches it through us, once
            preexec_fn=die_with_parent(os.getpid()),  # noqa: PLW1509 - there is no thread here
        )
        patience = iter([signal.SIGTERM])

        def pass_on(_signal: int, _frame: FrameType | None) -> None:
            api.send_signal(next(patience, signal.SIGQUIT))  # whoever asks twice does not want to wait

        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, pass_on)
        while api.poll() is None:
            if redis.process.poll() is not None:
                print(
                    f"uitleg: its Redis ended ({redis.process.returncode}); starting it again",
                    file=sys.stderr,
                )
                redis.restart()
            time.sleep(LOOK_SECONDS)
        return api.returncode


def _refuse_a_taken_port(settings: Settings) -> None:
    # With reuse_port a second service would share the port in silence.
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, protocol) as door:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                door.bind(address)
    except OSError as error:
        sys.exit(
            f"uitleg: cannot listen on {settings.host}:{settings.port}: {error.strerror};"
            f" choose another with --host and --port, or {variable('host')} and {variable('port')}"
        )


def _say_where_it_is(settings: Settings) -> None:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104 - compared, not bound
    url = f"http://{host}:{settings.port}"
    lines = [
        f"uitleg {version('uitleg')} is at {url}",
        *_about_the_redis(settings),
        f"  try   curl {url}/v1/rulesets",
        f"        curl {url}/openapi.yaml    (the contract)",
        f"        {_program()} demo    (a whole game, played and printed)",
        "  Ctrl-C stops it",
    ]
    print("\n".join(lines), flush=True)


def _about_the_redis(settings: Settings) -> list[str]:
    store = Store(cast("str", settings.redis_url), threads=1, idle_seconds=settings.game_ttl)
    parts = urlsplit(cast("str", settings.redis_url))
    place = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"  # without its password
    try:
        health = store.health()
    except StoreUnavailable as error:
        return [f"  games: no answer from {place} ({error}); requests get a 503 until there is one"]
    finally:
        store.close()
    kept = WHAT_MAY_BE_LOST.get(health.persistence, "NOT SAFE")
    return [
        f"  games are in {health.server} at {place},",
        f"  {kept}",
        *(f"  warning: {problem}" for problem in health.problems),
    ]


def _program() -> str:
    """How this user calls the command."""
    beside = Path(sys.executable).with_name("uitleg")
    if shutil.which("uitleg") or not beside.exists():
        return "uitleg"
    here = Path.cwd()
    return str(beside.relative_to(here) if beside.is_relative_to(here) else beside)


def _begin(worker: Worker, settings: Settings) -> None:
    _let_the_waiting_go_when_told_to_stop(worker)
    arrange = die_with_parent(worker.ppid)  # gunicorn only lets an orphan end when its clients fall silent,
    if arrange is not None:  # and until then it holds the port
        arrange()
    if worker.age == 1:  # the first of all: the service can be asked now
        _say_where_it_is(settings)


def _let_the_waiting_go_when_told_to_stop(worker: Worker) -> None:
    """End the long polls of a worker on the signals that stop it, so that it need not wait for them."""
    store: Store = cast("Flask", worker.wsgi).extensions["store"]
    leaving = {
        signal.SIGTERM: worker.handle_exit,
        signal.SIGINT: worker.handle_quit,
        signal.SIGQUIT: worker.handle_quit,
    }

    def leave(number: int, frame: FrameType | None) -> None:
        store.stop()
        leaving[signal.Signals(number)](number, frame)

    for each in leaving:
        signal.signal(each, leave)
