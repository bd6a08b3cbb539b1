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
    parser = argparse.ArgumentParser(
        prog="uitleg", description="Jokeren and Sjuan by their rules, over HTTP."
    )
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
    except BrokenPipeError:  # whoever read what is printed has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
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
        help="play a whole game, or a tournament, over HTTP and print it",
        description="Play a whole game over HTTP, four seats with a token each, and print it; or a tournament, with"
        " bots in all seats. The same seed gives the same play.",
    )
    parser.add_argument(
        "what", nargs="?", choices=("game", "tournament"), default="game", help="(default game)"
    )
    parser.add_argument(
        "--url",
        help="a server that runs, as http://127.0.0.1:8000 (default: one that is started for the demo)",
    )
    parser.add_argument(
        "--rounds", type=int, help="how many rounds (a game: default 3; a tournament: 3 or 4, default 4)"
    )
    parser.add_argument("--seed", default="uitleggen", help="any text (default: uitleggen)")
    parser.add_argument("--players", type=int, default=40, help="of a tournament (default 40)")
    parser.add_argument(
        "--deals", type=int, default=7, help="of each match round of a tournament (default 7)"
    )
    parser.add_argument(
        "--preset", default="jokeren-kbn", help="what a tournament plays (default jokeren-kbn)"
    )
    parser.add_argument("--bot", default="greedy", help="who plays a tournament (default greedy)")
    parser.set_defaults(run=_demo)


def _demo(arguments: argparse.Namespace) -> int:
    from . import demo, demo_tournament  # noqa: PLC0415 - the other commands need no client

    if arguments.what == "game":
        return demo.run(arguments.url, rounds=arguments.rounds or 3, seed=arguments.seed)
    return demo_tournament.run(
        arguments.url,
        preset=arguments.preset,
        players=arguments.players,
        rounds=arguments.rounds or 4,
        deals=arguments.deals,
        bot=arguments.bot,
        seed=arguments.seed,
    )


if __name__ == "__main__":
    sys.exit(main())
