"""The settings: one environment variable each, read once, refused with its name when it is wrong."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PREFIX: Final = "UITLEG_"
UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}


class SettingsError(ValueError):
    """What is wrong with the settings, one line for each variable."""


def _setting(
    parse: Callable[[str], Any],
    shown: str,
    meaning: str,
    *,
    default: Callable[[], Any] | None = None,
    secret: bool = False,
) -> Any:
    """Declare a setting whose default comes from ``default``, or else from reading what is ``shown``."""
    return field(
        default_factory=default or (lambda: parse(shown)),
        repr=not secret,
        metadata={"parse": parse, "shown": shown, "meaning": meaning, "secret": secret},
    )


def _integer(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return parse


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return text

    return parse


def _duration(text: str) -> int:
    if not (found := re.fullmatch(r"([1-9][0-9]{0,8})([smhd])", text)):
        raise ValueError("a number with a unit: 90d, 12h, 30m or 45s")
    return int(found[1]) * UNITS[found[2]]


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]+", text):
        raise ValueError("a host name or an address")
    return text


def _url(text: str) -> str:
    if urlsplit(text).scheme not in {"redis", "rediss", "unix"}:
        raise ValueError("a URL like redis://host:6379/0, rediss://… or unix:///path")
    return text


def _digests(text: str) -> frozenset[str]:
    digests = [part.strip().lower() for part in text.split(",") if part.strip()]
    if not all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in digests):
        raise ValueError("SHA-256 digests in hex, with commas between")
    return frozenset(digests)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _data_home() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "uitleg"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How this service runs. The variable of a setting is ``UITLEG_`` and its name in capitals."""

    host: str = _setting(_host, "127.0.0.1", "The address to listen on; `0.0.0.0` for all.")
    port: int = _setting(_integer(1, 65535), "8000", "The port to listen on.")
    redis_url: str | None = _setting(
        _url,
        "",
        "The Redis (7.0 or later) or Valkey to keep games in. Without it the service starts one of its own.",
        default=lambda: None,
        secret=True,
    )
    data_dir: Path = _setting(
        Path,
        "~/.local/share/uitleg",
        "Where a Redis of its own keeps its data. `make run` sets it to `data`.",
        default=_data_home,
    )
    appendfsync: str = _setting(
        _one_of("everysec", "always"),
        "everysec",
        "When a Redis of its own forces data to disk. After a power cut `everysec` may have lost about the last second"
        " of acknowledged moves, `always` none; both keep all when the program is killed.",
    )
    game_ttl: int = _setting(
        _duration,
        "90d",
        "How long a game or a tournament is kept after the last change (`90d`, `12h`, `30m`).",
    )
    workers: int = _setting(_integer(1, 512), "one per core", "Worker processes.", default=_cores)
    threads: int = _setting(
        _integer(1, 256), "8", "Threads per worker; all but two may be waiting for events."
    )
    max_wait: int = _setting(_integer(0, 25), "25", "The longest wait, in seconds, that `listEvents` grants.")
    max_body: int = _setting(
        _integer(1024, 16 * 1024 * 1024), "262144", "The largest request body, in bytes."
    )
    api_keys: frozenset[str] = _setting(
        _digests,
        "",
        "SHA-256 digests, in hex with commas between, of the keys of which `X-API-Key` must be one. Without them nobody"
        " is asked for a key.",
        secret=True,
    )
    log_level: str = _setting(
        _one_of("debug", "info", "warning", "error"),
        "info",
        "What goes to the log, which is JSON lines on stderr.",
    )

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """Read the settings; an empty variable is one that is not set. SettingsError names all that is wrong."""
        known = {variable(name): spec for name, spec in _specs().items()}
        values, errors = {}, []
        for name, text in environ.items():
            if not name.startswith(PREFIX):
                continue
            if name not in known:
                close = get_close_matches(name, known, n=1, cutoff=0.85)
                errors.append(f"{name} is not a setting" + (f"; {close[0]} is" if close else ""))
            elif text:
                try:
                    values[name.removeprefix(PREFIX).lower()] = known[name]["parse"](text)
                except ValueError as error:
                    found = "" if known[name]["secret"] else f", not {text!r}"
                    errors.append(f"{name} must be {error}{found}")
        if errors:
            raise SettingsError("\n".join(errors))
        return cls(**values)


def variable(name: str) -> str:
    """The environment variable of the setting ``name``."""
    return PREFIX + name.upper()


def rows() -> list[tuple[str, str, str]]:
    """Each setting's variable, its default as it is written and its meaning, for the documentation."""
    return [(variable(name), spec["shown"], spec["meaning"]) for name, spec in _specs().items()]


def _specs() -> dict[str, Mapping[str, Any]]:
    return {each.name: each.metadata for each in fields(Settings)}
