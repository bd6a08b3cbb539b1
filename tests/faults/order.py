"""Whether the log of a stored game is one order in which everything in it was legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine import family_of, match, resolve
from engine.match import MATCH_FACTS

if TYPE_CHECKING:
    from tests.faults.server import Game, Server


def export(server: Server, game: Game) -> Any:
    """Everything that the host may know of a game."""
    return server.ask("GET", f"{game.path}/export", token=game.host).json


def replayed(exported: Any, players: int) -> match.Game:
    """What the engine makes of an exported log, one action after the other; an illegal one is a ValueError."""
    rules = resolve("jokeren-7", {})
    started = match.start(rules, players, seed=bytes.fromhex(exported["seed"]))  # type: ignore[arg-type]
    assert isinstance(started, match.Played)
    kinds: Any = (*family_of("jokeren-7").fact_types, *MATCH_FACTS)
    union = kinds[0]
    for kind in kinds[1:]:
        union |= kind
    return match.replay(started, (msgspec.convert(event, union) for event in exported["log"][1:]))


def assert_one_order(server: Server, game: Game, players: int) -> Any:
    """The log has no gap, each version stands in it once and together, and it leads to the position that is kept."""
    exported = export(server, game)
    log = exported["log"]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    versions = [event["version"] for event in log]
    assert versions == sorted(versions)
    assert sorted(set(versions)) == list(range(1, exported["game"]["version"] + 1))
    assert msgspec.to_builtins(replayed(exported, players).state) == _tuples(exported["state"])
    return exported


def _tuples(value: Any) -> Any:
    """JSON as `to_builtins` writes it: tuples for lists."""
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    return {name: _tuples(one) for name, one in value.items()} if isinstance(value, dict) else value
