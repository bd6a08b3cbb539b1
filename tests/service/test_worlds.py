"""Two games that differ only in what a seat cannot know answer that seat with the very same bytes."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine.cards import sort_hand
from engine.jokeren.actions import TurnDraw
from service.records import read_game, read_meta, write_game
from tests.service.client import NAMES, PATHS

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from redis import Redis

    from engine.jokeren.state import JokerenState
    from service.store import Store

Json = Any
DRAW = {"type": "draw", "source": "stock"}
TAKE = {"type": "draw", "source": "discard"}
POSITIONS, PLAYERS = 14, 3
GONE_BY = {"X-Request-Id", "Date"}


class World:
    """One game that can be set back to a position, so that requests can be sent to it again and again."""

    def __init__(self, client: FlaskClient, store: Store, raw: Redis, seed: str) -> None:
        self._client, self._raw, self._store = client, raw, store
        body = {
            "ruleset": {"preset": "jokeren-7"},
            "players": [{"name": name} for name in NAMES[:PLAYERS]],
            "seed": seed,
        }
        made = client.post("/v1/games", json=body).json
        self.id = made["game"]["id"]
        self.tokens = [*(one["token"] for one in made["seats"]), None, made["host_token"]]
        self.version = 1

    def ask(
        self, operation: str, token: str | None, **sent: Json
    ) -> tuple[int, bytes, list[tuple[str, str]]]:
        """Status, body and headers; what names the request itself is left aside."""
        method, path, _ = PATHS[operation]
        headers = sent.pop("headers", {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        answer = self._client.open(path.format(id=self.id), method=method, headers=headers, **sent)
        return (
            answer.status_code,
            answer.data,
            sorted(item for item in answer.headers if item[0] not in GONE_BY),
        )

    def move(self, seat: int, action: Json) -> Json:
        """An action that is accepted."""
        status, body, _ = self.ask("makeMove", self.tokens[seat], json={"actions": [action]})
        assert status == 200, body
        return json.loads(body)

    def state(self) -> JokerenState:
        """The whole position."""
        stored = self._store.load(self.id).game
        assert stored is not None
        return read_game(read_meta(stored), stored).state

    def keep(self) -> dict[bytes, bytes]:
        """Everything that the store has of the game."""
        return {key: self._raw.dump(key) for key in self._raw.scan_iter(f"uitleg:{{{self.id}}}:*")}

    def put(self, kept: dict[bytes, bytes], other: JokerenState | None = None) -> None:
        """Set the game back, or to another position with all else equal."""
        for key in self._raw.scan_iter(f"uitleg:{{{self.id}}}:*"):
            self._raw.delete(key)
        for key, value in kept.items():
            self._raw.restore(key, 0, value, replace=True)
        if other is None:
            return
        stored = self._store.load(self.id).game
        assert stored is not None
        game = msgspec.structs.replace(read_game(read_meta(stored), stored), state=other)
        self._raw.hset(f"uitleg:{{{self.id}}}:game", "state", write_game(game))


def another(state: JokerenState, seat: int | None, rng: random.Random) -> JokerenState:
    """A position that this seat cannot tell from the first: the cards that it does not see lie otherwise."""
    unseen = [card for at, hand in enumerate(state.hands) if at != seat for card in hand] + list(state.stock)
    rng.shuffle(unseen)
    hands = tuple(
        hand if at == seat else sort_hand(unseen.pop() for _ in hand) for at, hand in enumerate(state.hands)
    )
    turn = state.turn
    first = turn.actions[0] if turn.actions else None
    if (
        turn.seat != seat
        and isinstance(first, TurnDraw)
        and first.source == "stock"
        and len(turn.actions) == 1
    ):
        drawn = TurnDraw("stock", rng.choice(hands[turn.seat]))
        turn = msgspec.structs.replace(turn, actions=(drawn,))
    return msgspec.structs.replace(state, hands=hands, stock=tuple(unseen), turn=turn)


def attempts(state: JokerenState, seat: int | None, rng: random.Random) -> list[list[Json]]:
    """Moves that a seat may try: of every type, legal and not, with its own cards and with others'."""
    hand = list(state.hands[seat]) if seat is not None else ["AS", "9H", "JK"]
    some = rng.sample(hand, min(3, len(hand)))
    meld = state.table[0].id if state.table else "m1"
    lays = [{"type": "lay_off", "meld": meld, "cards": [card]} for card in (some[0], "5C", "JK")]
    return [
        [TAKE],
        [DRAW, {"type": "discard", "card": some[0]}],
        [DRAW, {"type": "discard", "card": "7C"}],
        [TAKE, {"type": "meld", "cards": some}],
        [{"type": "meld", "cards": some}],
        [{"type": "meld", "cards": ["7S", "JK", "JK"]}],
        *([one] for one in lays),
        [{"type": "swap_joker", "meld": meld, "cards": [card]} for card in some if card != "JK"] or [TAKE],
        [{"type": "discard", "card": "QH"}],
        [{"type": "take_back"}],
    ]


def answers(
    world: World, asker: int, moves: list[list[Json]], restore: dict[bytes, bytes], other: Any
) -> list[Any]:
    """What an asker is told by every operation that it may call, each on the same position."""
    token = world.tokens[asker]
    found = []

    def ask(operation: str, **sent: Json) -> None:
        found.append((operation, sent.get("json"), world.ask(operation, token, **sent)))

    ask("getGame")
    ask("getGame", headers={"If-None-Match": '"1"'})
    ask("getGame", headers={"Accept-Language": "sv"})
    ask("listGameMoves")
    ask("getScores")
    ask("listEvents", query_string={"limit": 500})
    ask("listEvents", query_string={"after": 1, "limit": 2})
    ask("dealRound")
    ask("makeMove", json={"actions": [DRAW]}, headers={"If-Match": '"1"'})
    for at, actions in enumerate(moves):
        key = {"Idempotency-Key": f"a-key-of-this-test-{at}"} if at % 2 else {}
        ask("makeMove", json={"actions": actions}, headers={"Accept-Language": "nl"} | key)
        if found[-1][2][0] == 200:
            world.put(restore, other)
    return found


@pytest.mark.parametrize("seed", [3, 4])
def test_what_an_asker_cannot_know_changes_no_byte(
    app: Flask, raw: Redis, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Seats, the public and the host's public view, in all phases of a turn; ids, times and commitments are equal."""
    rng = random.Random(seed)
    store = app.extensions["store"]
    world = World(app.test_client(), store, raw, f"{seed:064x}")
    monkeypatch.setattr("service.views.moment", lambda _: "2026-01-01T00:00:00.000Z")
    compared = 0
    for _ in range(POSITIONS):
        for _ in range(rng.randint(1, 5)):
            seat = world.state().turn.seat
            listed = json.loads(world.ask("listGameMoves", world.tokens[seat])[1])["actions"]
            if not listed:
                break
            world.move(seat, rng.choice(listed))
        state = world.state()
        if state.outcome is not None:
            break
        kept = world.keep()
        for asker in range(PLAYERS + 2):
            seat = asker if asker < PLAYERS else None
            moves = attempts(state, seat, rng)
            here = answers(world, asker, moves, kept, None)
            other = another(state, seat, rng)
            world.put(kept, other)
            there = answers(world, asker, moves, kept, other)
            world.put(kept)
            for one, two in zip(here, there, strict=True):
                assert one == two, (asker, one[:2])
                compared += 1
    assert compared > 400


def test_a_guess_after_a_draw_is_refused_before_the_stock_is_read(app: Flask, raw: Redis) -> None:
    """The very same answer where the stock holds nothing at all, so nothing of it can have been looked at."""
    store = app.extensions["store"]
    world = World(app.test_client(), store, raw, "5" * 64)
    state = world.state()
    kept = world.keep()
    seat = state.turn.seat
    told = []
    for stock in (state.stock, state.stock[::-1], ()):
        world.put(kept, msgspec.structs.replace(state, stock=stock))
        for card in (*state.hands[seat], state.stock[0], state.stock[-1]):
            guess = {"actions": [DRAW, {"type": "discard", "card": card}]}
            told.append(world.ask("makeMove", world.tokens[seat], json=guess))
    assert {json.loads(body)["code"] for _, body, _ in told} == {"draw_must_be_last"}
    assert len({body for _, body, _ in told}) == 1
