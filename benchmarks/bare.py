"""The floor for a move: a bare Flask handler that reads a game and commits one, and knows nothing else.

It makes the same two round trips with the same number of bytes and answers with as much, under the same gunicorn.
"""

from __future__ import annotations

import os

from flask import Flask, Response, request

from service.settings import Settings
from service.store import Store

STATE, META, ENTRY, BODY = b"s" * 900, b"m" * 900, b"e" * 60, b'{"game": "' + b"g" * 3400 + b'"}'


def create_app() -> Flask:
    """The application; `POST /v1/games` makes a game under a name, `POST /v1/games/NAME/moves` commits to it."""
    settings = Settings.from_env(os.environ)
    store = Store(settings.redis_url or "", threads=settings.threads, idle_seconds=settings.game_ttl)
    app = Flask(__name__)
    app.extensions["store"] = store

    @app.post("/v1/games/<name>")
    def create(name: str) -> str:
        store.create(name, state=STATE, meta=META, entries=[ENTRY])
        return name

    @app.post("/v1/games/<name>/moves")
    def move(name: str) -> Response:
        request.get_json()
        game = store.load(name).stored
        assert game is not None
        store.commit(name, expected=game.version, state=STATE, entries=[ENTRY])
        return Response(BODY, content_type="application/json")

    return app
