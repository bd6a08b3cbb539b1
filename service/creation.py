"""How a game begins: dealt or given, its tokens derived, stored once however often it is asked for."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

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
    from collections.abc import Mapping

    from engine.match import Played
    from service.contract import Call
    from service.store import Store

encode = msgspec.json.Encoder().encode


def create(store: Store, call: Call) -> Answer:
    """A new game, and the tokens by which its host and its seats are known."""
    seed = bytes.fromhex(call.body["seed"]) if "seed" in call.body else secrets.token_bytes(32)
    try:
        played = _begun(call.body, seed)
    except Problem:
        _refuse_reused_key(store, call)
        raise
    return _store_new(store, call, played, seed)


def _refuse_reused_key(store: Store, call: Call) -> None:
    """Say that a key has made another game already, which goes before what the rules say of this one."""
    if call.idempotency_key:
        game_id = access.derive_game_id(call.idempotency_key, call.scope)
        loaded = store.load(game_id, once=digest(call, call.idempotency_key))
        if loaded.record is not None:
            remembered(call, loaded.record)


def _store_new(store: Store, call: Call, played: Played, seed: bytes) -> Answer:
    body = call.body
    bots = tuple(player.get("bot") for player in body["players"])
    played = seats.with_bots(played, bots, seed=seed, known=())
    game = played.game
    key = call.idempotency_key or secrets.token_urlsafe(32)
    salt = secrets.token_bytes(16)
    game_id = access.derive_game_id(key, call.scope)
    tokens = access.derive_tokens(key, salt, game.players)
    now_ms = int(time.time() * 1000)
    meta = Meta(
        created_ms=now_ms,
        names=tuple(player["name"] for player in body["players"]),
        preset=game.ruleset.preset,
        options=game.ruleset.options,
        resolved=pack(game.ruleset.resolved),
        rules_hash=game.ruleset.rules_hash,
        seed=seed,
        seed_source="caller" if "seed" in body else "server",
        host=access.digest_of(tokens.host),
        seats=tuple(map(access.digest_of, tokens.seats)),
        bots=bots,
        start=pack(game.state) if game.given_round else None,
    )
    view = encode(views.game_view(game_id, meta, game, 1, access.PUBLIC))
    record = Remembered(fingerprint=call.fingerprint, body=view, version=1, salt=salt)
    entries = write_entries(played.facts, first_seq=1, version=1, now_ms=now_ms)
    outcome = store.create(
        game_id,
        state=write_game(game),
        meta=pack(meta),
        entries=[pack(entry) for entry in entries],
        once=Once(digest(call, key), pack(record)),
    )
    if isinstance(outcome, Stale):  # the key made a game longer ago than answers are kept
        raise key_reused()
    replayed = isinstance(outcome, Replayed)
    if isinstance(outcome, Replayed):
        record = remembered(call, outcome.record)
        tokens = access.derive_tokens(key, record.salt, game.players)
    told = tuple(
        views.SeatToken(seat, None if bots[seat] else token) for seat, token in enumerate(tokens.seats)
    )
    created = views.CreatedGame(msgspec.Raw(record.body), tokens.host, told)
    return Answer(created, status=201, version=1, location=f"/v1/games/{game_id}", replayed=replayed)


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
