"""`uitleg simulate`: bots play many games against each other, and a table says who won how often.

Every deal is played once for each seat at the table, the players moving on by a seat each time, so that all of them
have had every hand. The same seed gives the same games, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from hashlib import sha256
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engine import PRESETS, Refused, Ruleset, match, resolve, standing
from engine.bots import KINDS, play_turn
from engine.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.bots import Kind

CONFIDENT = 1.96
"""Standard deviations to either side within which 95 % lie."""
BAR = 30
"""How many characters the progress bar has."""


class SimulateError(ValueError):
    """What was asked for cannot be played; the message says why."""


class Asked(NamedTuple):
    """What is to be played: house rules as JSON, one bot for each seat, and the seed."""

    preset: str
    options: str
    bots: tuple[Kind, ...]
    seed: str


class Result(NamedTuple):
    """How one game went, by the player's place in the list of bots: share of the win, points, seconds for each turn."""

    wins: tuple[float, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


@lru_cache(maxsize=1)
def rules_of(preset: str, options: str) -> Ruleset:
    """The ruleset to play by.

    Raises:
        SimulateError: the options are no JSON object, are none that exist, or cannot stand together.
    """
    try:
        overrides = json.loads(options)
        if not isinstance(overrides, dict):
            raise SimulateError("--options must be a JSON object")
        rules = resolve(preset, overrides)
    except (json.JSONDecodeError, msgspec.ValidationError) as error:
        raise SimulateError(f"--options: {error}") from error
    if isinstance(rules, Refused):
        raise SimulateError(_because(rules))
    return rules


def _because(refused: Refused) -> str:
    return "\n".join(sentence(no.code, no.facts, "en") for no in refused.refusals)


def play_game(asked: Asked, number: int) -> Result:
    """Game `number` from 0: its deal, and the seat at which the first of the bots sits, follow from that.

    Raises:
        SimulateError: so many cannot play, or not by these options.
    """
    players = len(asked.bots)
    deal, shift = divmod(number, players)
    seed = sha256(f"{asked.seed}/{deal}".encode()).digest()
    started = match.start(rules_of(asked.preset, asked.options), players, seed=seed, dealer=deal % players)
    if isinstance(started, Refused):
        raise SimulateError(_because(started))
    game, facts = started.game, list(started.facts)
    seconds: list[list[float]] = [[] for _ in range(players)]
    while (status := standing.status(game)) != "finished":
        if status == "round_over":
            dealt = match.deal_next(game)
            assert not isinstance(dealt, Refused)  # noqa: S101 (a round that is over is followed by one)
            game, facts = dealt.game, list(dealt.facts)
            continue
        seat = game.state.turn.seat
        player = (seat - shift) % players
        own = sha256(f"{asked.seed}/{number}/{game.log_length}".encode()).digest()
        began = time.process_time()
        played = play_turn(game, seat, asked.bots[player], seed=own, facts=facts)
        seconds[player].append(time.process_time() - began)
        game = played.game
        facts += played.facts
    return _result(game, shift, seconds)


def _result(game: match.Game, shift: int, seconds: Sequence[Sequence[float]]) -> Result:
    winners, totals, players = standing.winners(game) or (), standing.totals(game), game.players
    seats = [(player + shift) % players for player in range(players)]
    return Result(
        wins=tuple((seat in winners) / len(winners) for seat in seats),
        points=tuple(totals[seat] for seat in seats),
        seconds=tuple(map(tuple, seconds)),
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the games that the arguments ask for, print the table, and return the exit code."""
    try:
        asked = _asked(arguments)
        rules_of(asked.preset, asked.options)
        results = list(_with_progress(_played(asked, arguments.games, arguments.jobs), arguments.games))
    except SimulateError as error:
        for line in str(error).splitlines():
            print(f"uitleg: {line}", file=sys.stderr)
        return 2
    print("\n".join(table(asked, results)))
    return 0


def _asked(arguments: argparse.Namespace) -> Asked:
    bots = tuple(arguments.bots.split(","))
    unknown = [kind for kind in bots if kind not in KINDS]
    if unknown:
        raise SimulateError(f"there is no bot {unknown[0]!r}; there are {', '.join(KINDS)}")
    return Asked(arguments.ruleset, arguments.options, bots, arguments.seed)


def _played(asked: Asked, games: int, jobs: int | None) -> Iterator[Result]:
    """The games one after another, however many processes play them."""
    workers = min(jobs or os.cpu_count() or 1, games)
    first = play_game(asked, 0)  # whatever cannot be played is told before processes are started
    yield first
    if workers == 1:
        yield from map(play_game, repeat(asked), range(1, games))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(play_game, repeat(asked), range(1, games), chunksize=len(asked.bots))


def _with_progress(results: Iterable[Result], games: int) -> Iterator[Result]:
    """The results as they come, with a bar that grows where somebody looks at a terminal."""
    shown, began = sys.stderr.isatty(), time.monotonic()
    for done, result in enumerate(results, 1):
        if shown:
            bar = "#" * (BAR * done // games)
            left = round((time.monotonic() - began) / done * (games - done))
            line = f"\r[{bar:{BAR}}] {done:,}/{games:,} games, {left // 60}:{left % 60:02} left "
            print(line, end="", file=sys.stderr, flush=True)
        yield result
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def table(asked: Asked, results: Sequence[Result]) -> Iterator[str]:
    """The lines of the table: a row for each kind of bot, its seats together."""
    games = len(results)
    yield f"{games:,} games of {asked.preset}, {len(asked.bots)} seats: {', '.join(asked.bots)}"
    yield ""
    yield (
        f"{'bot':8} {'seats':>5}  {'won':>6}  {'95 % interval':>15}  {'points a seat':>15}"
        "  CPU ms a turn: median, 99.9 %"
    )
    for kind in dict.fromkeys(asked.bots):
        yield row(kind, [at for at, bot in enumerate(asked.bots) if bot == kind], results)


def row(kind: Kind, places: Sequence[int], results: Sequence[Result]) -> str:
    """What one kind of bot did in all the places where it played."""
    won = statistics.fmean(sum(result.wins[at] for at in places) for result in results)
    low, high = wilson(won, len(results))
    points = [statistics.fmean(result.points[at] for at in places) for result in results]
    spread = CONFIDENT * _deviation(points) / math.sqrt(len(points))
    turns = sorted(1000 * took for result in results for at in places for took in result.seconds[at])
    interval, scored = f"{low:.1%} - {high:.1%}", f"{statistics.fmean(points):.1f} ± {spread:.1f}"
    late = turns[min(len(turns) * 999 // 1000, len(turns) - 1)] if turns else 0.0
    median = statistics.median(turns) if turns else 0.0
    return f"{kind:8} {len(places):5}  {won:6.1%}  {interval:>15}  {scored:>15}  {median:.1f}, {late:.0f}"


def _deviation(values: Sequence[float]) -> float:
    return statistics.stdev(values) if len(values) > 1 else 0.0


def wilson(share: float, count: int) -> tuple[float, float]:
    """The interval that holds the true share in 95 of 100 cases (Wilson's), of a share among so many games."""
    square = CONFIDENT**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = CONFIDENT * math.sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    return middle - half, middle + half


def add_command(commands: Any) -> None:
    """Add the command to those of the command line."""
    parser = commands.add_parser(
        "simulate",
        help="let bots play against each other and print who won",
        description="Let bots play many games against each other and print who won how often, with 95 % confidence"
        " intervals. Every deal is played once for each seat, the players moving on by one. The same seed gives the"
        " same games.",
    )
    parser.add_argument("--ruleset", choices=sorted(PRESETS), required=True, help="the preset to play by")
    parser.add_argument(
        "--bots", required=True, metavar="BOT,BOT,...", help=f"a bot for each seat: {', '.join(KINDS)}"
    )
    parser.add_argument("--games", type=_at_least_one, default=1000, help="how many games (default 1000)")
    parser.add_argument(
        "--options",
        default='{"rounds": 1}',
        help='house rules as JSON (default {"rounds": 1}: games of one round)',
    )
    parser.add_argument("--seed", default="uitleg", help="any text (default: uitleg)")
    parser.add_argument("--jobs", type=_at_least_one, help="how many processes (default: one for each core)")
    parser.set_defaults(run=run)


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)
