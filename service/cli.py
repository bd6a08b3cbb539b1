"""The command ``uitleg``."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

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
        description="Play a whole game over HTTP, four seats with a token each, and print it. The same seed gives the"
        " same game.",
    )
    _add_demo_options(parser, rounds=3)
    kinds = parser.add_subparsers(metavar="KIND", title="what else can be shown")
    sjuan = kinds.add_parser("sjuan", help="a game of Sjuan instead of Jokeren")
    _add_demo_options(sjuan, rounds=1)
    tournament = kinds.add_parser("tournament", help="match play, with bots in all seats")
    _add_demo_options(tournament, rounds=4)
    tournament.add_argument("--players", type=int, default=40, help="how many (default 40)")
    tournament.add_argument("--deals", type=int, default=7, help="of each match round (default 7)")
    tournament.add_argument("--preset", default="jokeren-kbn", help="what is played (default jokeren-kbn)")
    tournament.add_argument("--bot", default="greedy", help="who plays (default greedy)")
    parser.set_defaults(run=_demo_jokeren)
    sjuan.set_defaults(run=_demo_sjuan)
    tournament.set_defaults(run=_demo_tournament)


def _add_demo_options(parser: argparse.ArgumentParser, *, rounds: int) -> None:
    """What every demo takes, before its kind or after it: the default of a kind must not hide what stands before it."""
    parser.set_defaults(usual={"url": None, "rounds": rounds, "seed": "uitleggen"})
    parser.add_argument(
        "--url",
        default=argparse.SUPPRESS,
        help="a server that runs, as http://127.0.0.1:8000 (default: one that is started for the demo)",
    )
    parser.add_argument(
        "--rounds", type=int, default=argparse.SUPPRESS, help=f"how many rounds (default {rounds})"
    )
    parser.add_argument("--seed", default=argparse.SUPPRESS, help="any text (default: uitleggen)")


def _demo_options(arguments: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(arguments, name, usual) for name, usual in arguments.usual.items()}


def _demo_jokeren(arguments: argparse.Namespace) -> int:
    from service.demos.jokeren import JokerenDemo  # noqa: PLC0415 - the other commands need no client

    return JokerenDemo.run(**_demo_options(arguments))


def _demo_sjuan(arguments: argparse.Namespace) -> int:
    from service.demos.sjuan import SjuanDemo  # noqa: PLC0415 - the other commands need no client

    return SjuanDemo.run(**_demo_options(arguments))


def _demo_tournament(arguments: argparse.Namespace) -> int:
    from service.demos import tournament  # noqa: PLC0415 - the other commands need no client

    return tournament.run(
        **_demo_options(arguments),
        preset=arguments.preset,
        players=arguments.players,
        deals=arguments.deals,
        bot=arguments.bot,
    )


if __name__ == "__main__":
    sys.exit(main())
