"""The log: one JSON object per line, and nothing in it that a player or a thief could use.

Tokens, keys and seeds are runs of 43 letters and more; whatever is that long is not written, wherever it comes from.
Of an exception only the type and the places are written, since its text may speak of cards.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from flask import g, request

if TYPE_CHECKING:
    from flask import Flask, Response

REQUESTS: Final = logging.getLogger("uitleg.requests")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{40,}|(?<=Bearer )\S+")
REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,39}")
SERVER_ERROR: Final = 500


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON; what it carries in ``fields`` become fields of the line."""

    def format(self, record: logging.LogRecord) -> str:
        """Render the record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        line = {name: SECRET.sub("…", text) if isinstance(text, str) else text for name, text in line.items()}
        if record.exc_info and (kind := record.exc_info[0]):
            frames = traceback.extract_tb(record.exc_info[2])
            line["exception"] = kind.__qualname__
            line["frames"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line, ensure_ascii=False)


def configuration(level: str) -> dict[str, Any]:
    """What ``logging.config`` is told: everything goes to stderr, in one form."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": f"{__name__}.{JsonLines.__name__}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"level": level.upper(), "handlers": ["stderr"]},
        "loggers": {"gunicorn.error": {"handlers": [], "propagate": True}},
    }


def log_requests(app: Flask) -> None:
    """Write a line per request, and answer each with an ``X-Request-Id``: the caller's own, if it has a decent one."""

    @app.before_request
    def begin() -> None:
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        g.begin = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        health = request.path.startswith("/health/")
        level = logging.DEBUG if health else logging.INFO
        REQUESTS.log(
            logging.ERROR if response.status_code == SERVER_ERROR else level,
            "%s %s %s",
            request.method,
            request.path,
            response.status_code,
            extra={
                "fields": {
                    "request_id": g.request_id,
                    "operation": request.endpoint,
                    "status": response.status_code,
                    "ms": round((time.perf_counter() - g.begin) * 1000, 1),
                }
            },
        )
        return response
