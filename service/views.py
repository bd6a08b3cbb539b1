"""What a stored game looks like to who asks: the answers' structs, named as the contract's components.

Each is built up from what its asker may see; none can hold what it may not.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from engine import Ruleset, match, standing
from service.access import PUBLIC, Asker
from service.records import read_entries, read_fact, read_state

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.match import Game
    from service.records import Entry, Meta

Event = dict[str, Any]


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a player."""

    seat: int
    name: str
    bot: str | None
    cards: int
    opened: bool
    total: int


class Scores(msgspec.Struct, frozen=True):
    """The totals by seat, and who has won."""

    totals: tuple[int, ...]
    winners: tuple[int, ...] | None


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its asker may see it."""

    id: str
    version: int
    status: str
    created_at: str
    ruleset: Ruleset
    you: Asker
    players: tuple[PlayerView, ...]
    round: Any
    scores: Scores
    seed: str | None
    seed_source: str


class SeatToken(msgspec.Struct, frozen=True):
    """The token of a seat; a bot has none."""

    seat: int
    token: str | None


class CreatedGame(msgspec.Struct, frozen=True):
    """The new game and its tokens."""

    game: msgspec.Raw
    host_token: str
    seats: tuple[SeatToken, ...]


class GameUpdate(msgspec.Struct, frozen=True):
    """The game after a request, and what happened in it."""

    game: GameView
    events: list[Event]


class EventPage(msgspec.Struct, frozen=True):
    """What happened after a number of the log, and where to go on."""

    events: list[Event]
    next: int
    reset: bool


class Standing(msgspec.Struct, frozen=True):
    """A place in the standing; equal totals share a rank."""

    seat: int
    name: str
    total: int
    rank: int


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds that are over, the totals and the standing."""

    rounds: tuple[standing.RoundScore, ...]
    totals: tuple[int, ...]
    standing: tuple[Standing, ...]
    winners: tuple[int, ...] | None
    status: str


class GameExport(msgspec.Struct, frozen=True, kw_only=True):
    """Everything, for the host."""

    game: GameView
    state: Any
    start: Any
    log: list[Event]
    seed: str


def game_view(game_id: str, meta: Meta, game: Game, version: int, asker: Asker) -> GameView:
    """The game as its asker may see it; the seed holds every round's key, so it is shown only when all is over."""
    status, totals = standing.status(game), standing.totals(game)
    opened = game.family.opened(game.state)
    return GameView(
        id=game_id,
        version=version,
        status=status,
        created_at=moment(meta.created_ms),
        ruleset=game.ruleset,
        you=asker,
        players=tuple(
            PlayerView(
                seat=seat,
                name=name,
                bot=meta.bots[seat] if meta.bots else None,
                cards=len(game.state.hands[seat]),
                opened=opened[seat],
                total=totals[seat],
            )
            for seat, name in enumerate(meta.names)
        ),
        round=match.round_view(game, asker.seat),
        scores=Scores(totals, standing.winners(game)),
        seed=meta.seed.hex() if status == "finished" else None,
        seed_source=meta.seed_source,
    )


def events(game: Game, entries: Iterable[Entry], asker: Asker) -> list[Event]:
    """Entries of the log as their asker may know them."""
    family = game.family
    return [_event(entry, family.fact_view(read_fact(family, entry), asker.seat)) for entry in entries]


def _event(entry: Entry, fact: Any) -> Event:
    told = msgspec.to_builtins(fact)
    return {
        "seq": entry.seq,
        "version": entry.version,
        "at": moment(entry.at_ms),
        "type": told.pop("type"),
        **told,
    }


def score_sheet(meta: Meta, game: Game) -> ScoreSheet:
    """The score sheet, which holds what everybody may see."""
    totals, ranks = standing.totals(game), standing.ranks(game)
    places = sorted(
        (Standing(seat, name, totals[seat], ranks[seat]) for seat, name in enumerate(meta.names)),
        key=lambda place: (place.rank, place.seat),
    )
    return ScoreSheet(
        rounds=standing.sheet(game),
        totals=totals,
        standing=tuple(places),
        winners=standing.winners(game),
        status=standing.status(game),
    )


def game_export(game_id: str, meta: Meta, game: Game, version: int, log: Iterable[bytes]) -> GameExport:
    """Everything there is of a game, with nothing hidden."""
    family = game.family
    return GameExport(
        game=game_view(game_id, meta, game, version, PUBLIC),
        state=game.state,
        start=None if meta.start is None else read_state(meta.preset, meta.start),
        log=[_event(entry, read_fact(family, entry)) for entry in read_entries(log)],
        seed=meta.seed.hex(),
    )


def moment(milliseconds: int) -> str:
    """A time as the wire has it: RFC 3339, UTC, to the millisecond."""
    when = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
