"""How a game or a tournament begins: its tokens derived, stored once however often it is asked for."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine import Refused
from engine import match as rules
from service import access, seats, views
from service.contract import Answer
from service.outcomes import Once, Replayed, Stale
from service.problems import Problem
from service.records import Meta, Remembered, pack, write_entries, write_game
from service.replays import digest, key_reused, remembered
from service.verdicts import resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.bots import Kind as BotKind
    from engine.match import Played
    from service.access import Tokens
    from service.contract import Call
    from service.records import Entry, SeedSource
    from service.store import Kind, Store

Begun = TypeVar("Begun")

encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True, kw_only=True)
class New:
    """A new thing as it is kept, and the part of the answer in which no token stands."""

    meta: bytes
    state: bytes
    entries: Sequence[Entry]
    body: bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """What was created, now or before under the same key: where it is, and its tokens."""

    id: str
    body: msgspec.Raw
    tokens: Tokens
    replayed: bool


def create(store: Store, call: Call) -> Answer:
    """A new game, and the tokens by which its host and its seats are known."""
    seed, source = seed_of(call.body)
    played = or_key_reused(store, call, "game", lambda: _begun(call.body, seed))
    bots = tuple(player.get("bot") for player in call.body["players"])
    played = seats.with_bots(played, bots, seed=seed, known=())
    names = tuple(player["name"] for player in call.body["players"])

    def make(game_id: str, tokens: Tokens, now_ms: int) -> New:
        host, others = digests_of(tokens)
        meta = meta_of(
            played, names=names, bots=bots, seed_source=source, host=host, seats=others, now_ms=now_ms
        )
        return new_game(game_id, meta, played, access.PUBLIC)

    kept = keep(store, call, "game", played.game.players, make)
    told = tuple(
        views.SeatToken(seat, None if bots[seat] else token) for seat, token in enumerate(kept.tokens.players)
    )
    created = views.CreatedGame(kept.body, kept.tokens.host, told)
    return Answer(created, status=201, version=1, location=f"/v1/games/{kept.id}", replayed=kept.replayed)


def meta_of(  # noqa: PLR0913 (a game is all of these)
    played: Played,
    *,
    names: tuple[str, ...],
    bots: tuple[BotKind | None, ...],
    seed_source: SeedSource,
    host: bytes,
    seats: tuple[bytes, ...],
    now_ms: int,
    tournament: str | None = None,
) -> Meta:
    """What never changes in a game that begins so; `host` and `seats` are the digests of tokens."""
    game = played.game
    return Meta(
        created_ms=now_ms,
        names=names,
        preset=game.ruleset.preset,
        options=game.ruleset.options,
        resolved=pack(game.ruleset.resolved),
        rules_hash=game.ruleset.rules_hash,
        seed=game.seed,
        seed_source=seed_source,
        host=host,
        seats=seats,
        bots=bots,
        start=pack(game.state) if game.given_round else None,
        tournament=tournament,
    )


def new_game(game_id: str, meta: Meta, played: Played, asker: access.Asker) -> New:
    """A game as it is kept at first, and as its asker sees it."""
    return New(
        meta=pack(meta),
        state=write_game(played.game),
        entries=write_entries(played.facts, first_seq=1, version=1, now_ms=meta.created_ms),
        body=encode(views.game_view(game_id, meta, played.game, 1, asker)),
    )


def seed_of(body: Mapping[str, Any]) -> tuple[bytes, SeedSource]:
    """The seed that a request gives, or one of chance; and which of the two it is."""
    if "seed" in body:
        return bytes.fromhex(body["seed"]), "caller"
    return secrets.token_bytes(32), "server"


def digests_of(tokens: Tokens) -> tuple[bytes, tuple[bytes, ...]]:
    """What is kept of the tokens of the host and of the others."""
    return access.digest_of(tokens.host), tuple(map(access.digest_of, tokens.players))


def keep(store: Store, call: Call, kind: Kind, players: int, make: Callable[[str, Tokens, int], New]) -> Kept:
    """Store what `make` makes of an id, tokens and the time in ms, once for a key and a body.

    Raises:
        Problem: 422, the key made another one.
    """
    key = call.idempotency_key or secrets.token_urlsafe(32)
    salt = secrets.token_bytes(16)
    name = access.derive_id(kind, key, call.scope)
    tokens = access.derive_tokens(key, salt, players)
    new = make(name, tokens, int(time.time() * 1000))
    record = Remembered(fingerprint=call.fingerprint, body=new.body, version=1, salt=salt)
    outcome = store.create(
        name,
        state=new.state,
        meta=new.meta,
        entries=[pack(entry) for entry in new.entries],
        once=Once(digest(call, key), pack(record)),
    )
    if isinstance(outcome, Stale):  # the key made one longer ago than answers are kept
        raise key_reused()
    replayed = isinstance(outcome, Replayed)
    if isinstance(outcome, Replayed):
        record = remembered(call, outcome.record)
        tokens = access.derive_tokens(key, record.salt, players)
    return Kept(name, msgspec.Raw(record.body), tokens, replayed)


def or_key_reused(store: Store, call: Call, kind: Kind, begin: Callable[[], Begun]) -> Begun:
    """What begins; where it may not, a key that has made another one already is named before the reason."""
    try:
        return begin()
    except Problem:
        if call.idempotency_key:
            name = access.derive_id(kind, call.idempotency_key, call.scope)
            loaded = store.load(name, once=digest(call, call.idempotency_key))
            if loaded.record is not None:
                remembered(call, loaded.record)
        raise


def _begun(body: Mapping[str, Any], seed: bytes) -> Played:
    """A new game as a request asks for it: dealt, or going on from a position.

    Raises:
        Problem: 409, the rules say no.
    """
    ruleset, players = resolved(body["ruleset"]), len(body["players"])
    if "state" in body:
        played = rules.start_from(ruleset, players, body["state"], seed=seed)
    else:
        played = rules.start(ruleset, players, seed=seed, dealer=body.get("dealer", 0))
    if isinstance(played, Refused):
        raise Problem.refused(played)
    return played
