"""The service: HTTP in, the engine's answers out, games in Redis. It knows no rule.

`openapi.yaml` drives it: `contract` adds one route per operation, `schemas` reads what comes in, `handlers` say what to
answer, `games` and `tournaments` keep the lives of what is stored, `store` says how it is kept, and `redis_link` is the
one module that knows Redis.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from flask import Flask

from service import problems
from service.contract import Contract, bind
from service.games import Games
from service.handlers import rules
from service.handlers.games import game_handlers
from service.handlers.system import system_handlers
from service.handlers.tournaments import tournament_handlers
from service.logs import log_requests
from service.schemas import SCHEMAS
from service.settings import Settings, SettingsError, variable
from service.store import Store
from service.tournaments import Tournaments

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.contract import Answer, Call


def create_app(settings: Settings | None = None) -> Flask:
    """The application, by these settings or those of the environment.

    Raises:
        ContractError: the contract and the code do not agree.
        SettingsError: a setting is wrong.
    """
    settings = settings or Settings.from_env(os.environ)
    if settings.redis_url is None:
        raise SettingsError(f"{variable('redis_url')} is not set; `uitleg serve` starts a Redis of its own")
    app = Flask("service", static_folder=None)
    store = Store(settings.redis_url, threads=settings.threads, idle_seconds=settings.game_ttl)
    app.extensions["store"] = store
    contract = Contract.read()
    problems.register(app)
    bind(app, contract, handlers(contract, store, settings), SCHEMAS, settings)
    log_requests(app)
    return app


def handlers(contract: Contract, store: Store, settings: Settings) -> dict[str, Callable[[Call], Answer]]:
    """Every handler by its name, which is the operationId in snake_case."""
    about_rules = {
        name: one for name, one in vars(rules).items() if getattr(one, "__module__", "") == rules.__name__
    }
    tournaments = Tournaments(store)
    games = Games(store, max_wait=settings.max_wait, before_delete=tournaments.catch_up)
    return {
        **about_rules,
        **game_handlers(games),
        **tournament_handlers(tournaments),
        **system_handlers(contract, store),
    }
