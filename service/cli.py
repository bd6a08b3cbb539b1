"""The command ``uitleg``."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

from service.embedded import EmbeddedError
from service.settings import Settings, SettingsError, variable
from service.simulate import add_command as add_simulate

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, and return its exit code."""
    parser = argparse.ArgumentParser(prog="uitleg", description="Jokeren by its rules, over HTTP.")
    parser.add_argument("--version", action="version", version=f"uitleg {version('uitleg')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_serve(commands)
    _add_demo(commands)
    add_simulate(commands)
    arguments = parser.parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except (SettingsError, EmbeddedError) as error:
        for line in str(error).splitlines():
            print(f"uitleg: {line}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _add_serve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve the API",
        description="Serve the API. All settings are environment variables, which the README lists; an option here"
        " goes before its variable.",
    )
    parser.add_argument("--host", help="the address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", help="the port to listen on (default 8000)")
    parser.add_argument(
        "--redis",
        dest="redis_url",
        metavar="URL",
        help="the Redis to keep games in (default: one of its own)",
    )
    parser.set_defaults(run=_serve)


def _serve(arguments: argparse.Namespace) -> int:
    from service.serving import serve  # noqa: PLC0415 - the other commands need no gunicorn

    for name in ("host", "port", "redis_url"):
        if given := getattr(arguments, name):
            os.environ[variable(name)] = given  # every worker reads its settings there
    return serve(Settings.from_env(os.environ))


def _add_demo(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "demo",
        help="play a whole game over HTTP and print it",
        description="Play a whole game over HTTP, four seats with a token each, and print it. The same seed gives the"
        " same game.",
    )
    parser.add_argument(
        "--url",
        help="a server that runs, as http://127.0.0.1:8000 (default: one that is started for the game)",
    )
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds (default 3)")
    parser.add_argument("--seed", default="uitleggen", help="any text (default: uitleggen)")
    parser.set_defaults(run=_demo)


def _demo(arguments: argparse.Namespace) -> int:
    from .demo import run  # noqa: PLC0415 - the other commands need no client

    return run(arguments.url, rounds=arguments.rounds, seed=arguments.seed)


if __name__ == "__main__":
    sys.exit(main())
