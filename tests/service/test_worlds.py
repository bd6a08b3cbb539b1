"""Nobody learns what he may not: two games that differ only in that answer him with the same bytes.

Ids, times and commitments are held equal. Also here: nothing hidden is looked at where it need not be.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine import match, standing
from engine.cards import HAND_CARDS
from engine.jokeren import JOKEREN
from service import access, creation, records
from service.records import write_entries
from tests.service.test_games import DRAW, TAKE
from tests.service.worlds import (
    HOST,
    HOUSE_RULES,
    ID,
    NAMES,
    NOW_MS,
    SEATS,
    Question,
    World,
    other_world,
    played,
    questions,
    seats_of,
    stock_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask.testing import FlaskClient
    from redis import Redis

    from tests.service.client import Api, Json

POSITIONS = 10
"""So many positions in each of the tests of pairs."""
PHASES = {"jokeren-7": {"draw", "play", "over"}, "sjuan": {"play", "over"}}

Seen = tuple[int, list[tuple[str, str]], bytes]


@pytest.fixture
def shown() -> SimpleNamespace:
    """Up to which round keys come of `seed` in both worlds, since they were shown."""
    return SimpleNamespace(round=0, seed=b"")


@pytest.fixture
def client(app: Flask, monkeypatch: pytest.MonkeyPatch, shown: SimpleNamespace) -> FlaskClient:
    """A client of the service, where it is always the same moment and every commitment is the same."""
    store, real = app.extensions["store"], match.round_key
    load = store.load
    monkeypatch.setattr(store, "load", lambda *ids, **how: replace(load(*ids, **how), now_ms=NOW_MS))
    monkeypatch.setattr(match, "_commitment", lambda _seed, _number: "c0" * 32)
    monkeypatch.setattr(
        match, "_round_key", lambda seed, number: real(shown.seed if number <= shown.round else seed, number)
    )
    return app.test_client()


def sent(client: FlaskClient, question: Question) -> Seen:
    """The answer, whole; where the question has a key, that to its repetition too."""
    more = {} if question.body is None else {"data": question.body, "content_type": "application/json"}
    seen: list[Any] = []
    for _ in range(1 + ("Idempotency-Key" in question.headers)):
        response = client.open(question.path, method=question.method, headers=question.headers, **more)
        seen += [response.status_code, sorted(response.headers.items()), response.data]
    return tuple(seen)


def shows_hands(seen: Seen) -> bool:
    """Whether the move ended the round, so that the hands may be known from now on."""
    return seen[0] == 200 and b'"status":"playing"' not in seen[2]


def compared(
    client: FlaskClient, question: Question, left: Callable[[], None], right: Callable[[], None]
) -> str | None:
    """Ask in both worlds; what was answered, or None where it shows what from then on may be known."""
    left()
    here = sent(client, question)
    right()
    there = sent(client, question)
    if (
        question.path.endswith("/moves")
        and question.method == "POST"
        and (shows_hands(here) or shows_hands(there))
    ):
        return None
    assert here == there, question
    return f"{question.method} {question.path.split(ID)[1].partition('?')[0]} {here[0]}"


def askers(world: World, rng: Random) -> list[tuple[int | None, str | None]]:
    """The public, the host, the seat on turn and another one."""
    seats = {world.game.state.turn.seat, rng.randrange(world.game.players)}
    return [(None, None), (None, HOST), *((seat, SEATS[seat]) for seat in sorted(seats))]


@pytest.mark.parametrize(
    ("preset", "chance"), [*product(["jokeren-7"], range(6)), *product(["sjuan"], range(2))]
)
def test_an_asker_gets_the_same_bytes_whatever_is_hidden_from_it(
    client: FlaskClient, raw: Redis, shown: SimpleNamespace, chance: int, preset: str
) -> None:
    """Every operation with its headers, refusals and repetitions, for public, host and seats."""
    rng, answered, phases, alike = Random(chance), Counter[str](), Counter[str](), 0
    counts = seats_of(preset)
    for number in range(POSITIONS):
        shown.round, shown.seed = 99, rng.randbytes(32)  # the keys that the log will hold in both worlds
        moves = 9999 if number == 0 else rng.choice((0, 1, 5, 20, 60, 150, 300))
        players = counts[number % len(counts)]
        world = played(rng, preset, players=players, moves=moves, to_the_end=number == 0)
        over = world.game.state.outcome is not None
        shown.round = world.game.state.round - (not over)
        phases[world.game.state.turn.phase] += 1
        for seat, token in askers(world, rng):
            other = other_world(world, seat, rng)
            same_top = other_world(world, seat, rng, same_top=True)
            alike += not over and other.game.state == world.game.state
            for question in questions(world, token, rng):
                if question.shows_top and not stock_of(world.game.state):
                    continue  # the pile is shuffled with a hidden key, and the card that it gives is shown
                there = same_top if question.shows_top else other
                found = compared(
                    client, question, lambda world=world: world.put(raw), lambda there=there: there.put(raw)
                )
                answered[found or "hands shown"] += 1
    print(dict(phases), sum(answered.values()), "answers compared:", dict(sorted(answered.items())))
    assert alike < POSITIONS / 2  # of few hidden cards chance may make the same deal
    assert set(phases) == PHASES[preset]
    assert {"GET  200", "POST /moves 200", "POST /moves 409", "POST /moves 412", "GET  304"} <= set(answered)


@pytest.mark.parametrize(
    ("preset", "leak", "path"),
    [
        ("jokeren-7", (JOKEREN, "fact_view", lambda fact, _seat: fact), "/events"),
        ("jokeren-7", (match, "round_view", lambda game, _seat: game.state.hands[0]), ""),
        ("jokeren-7", (standing, "totals", lambda game: (len(str(game.state.hands)), 0)), "/scores"),
        ("sjuan", (match, "round_view", lambda game, _seat: game.state.hands[0]), ""),
    ],
    ids=["a card in an event", "a hand in a view", "a figure that follows from hands", "a hand of Sjuan"],
)
def test_the_comparison_sees_a_leak(
    client: FlaskClient, raw: Redis, monkeypatch: pytest.MonkeyPatch, preset: str, leak: Any, path: str
) -> None:
    rng = Random(1)
    world = played(rng, preset, players=seats_of(preset)[0], moves=21)
    other = other_world(world, None, rng)
    monkeypatch.setattr(*leak)
    question = Question("GET", f"/v1/games/{ID}{path}", {"X-Request-Id": "request-of-a-world"})
    with pytest.raises(AssertionError):
        compared(client, question, lambda: world.put(raw), lambda: other.put(raw))


@pytest.mark.parametrize("preset", HOUSE_RULES)
def test_games_created_from_two_such_positions_are_told_apart_by_nobody(
    client: FlaskClient, raw: Redis, monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    """Made through the API with `state`: what was answered to that, without the tokens, is the public view."""
    monkeypatch.setattr(creation, "secrets", SimpleNamespace(token_bytes=bytes, token_urlsafe="x".__mul__))
    monkeypatch.setattr(
        creation, "time", SimpleNamespace(time=lambda: NOW_MS / 1000, monotonic=time.monotonic)
    )
    monkeypatch.setattr(access, "derive_id", lambda _kind, _key, _scope: ID)
    monkeypatch.setattr(
        access, "derive_tokens", lambda _key, _salt, seats: access.Tokens(HOST, SEATS[:seats])
    )
    rng, answered = Random(5), Counter[str]()
    while sum(answered.values()) < POSITIONS * 50:
        players = rng.choice(seats_of(preset))
        world = played(rng, preset, players=players, moves=rng.choice((0, 1, 8, 30, 75)))
        if world.game.state.outcome is not None:
            continue
        seat, token = rng.choice(askers(world, rng))
        other = other_world(world, seat, rng)
        same_top = other_world(world, seat, rng, same_top=True)
        assert create(client, raw, world) == create(client, raw, other)
        begun = World(world.game, write_entries([None], first_seq=1, version=1, now_ms=NOW_MS))
        for question in questions(begun, token, rng):
            if question.shows_top and not stock_of(world.game.state):
                continue
            there = same_top if question.shows_top else other
            found = compared(
                client,
                question,
                lambda world=world: create(client, raw, world),
                lambda there=there: create(client, raw, there),
            )
            answered[found or "hands shown"] += 1
    print(sum(answered.values()), "answers compared:", dict(sorted(answered.items())))
    assert {"GET  200", "POST /moves 200", "POST /moves 409", "POST /moves 412"} <= set(answered)


def create(client: FlaskClient, raw: Redis, world: World) -> bytes:
    """Make a game from the position of a world, where there was another; the answer."""
    if keys := raw.keys(f"uitleg:{{{ID}}}:*"):
        raw.delete(*keys)
    players = [{"name": name} for name in NAMES[: world.game.players]]
    rules = world.game.ruleset
    ruleset = {"preset": rules.preset, "options": rules.options}
    body = {"ruleset": ruleset, "players": players, "state": world.game.state}
    response = client.post("/v1/games", data=msgspec.json.encode(body), content_type="application/json")
    assert response.status_code == 201, response.json
    return response.data


class _Untouchable(tuple[str, ...]):
    """Cards that may be counted, and that must not be looked at."""

    __slots__ = ()

    def _touched(self, *_: object) -> Any:
        raise AssertionError("somebody looked at hidden cards")

    __getitem__ = __iter__ = __contains__ = __eq__ = __hash__ = __add__ = index = count = _touched


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Makes every game that is loaded raise when somebody looks at its stock, or at a hand of others than `seat`."""
    guard, real = SimpleNamespace(seat=None), records.read_state

    def read_state(preset: str, packed: Any) -> Any:
        state = real(preset, packed)
        hands = tuple(
            hand if seat == guard.seat else _Untouchable(hand) for seat, hand in enumerate(state.hands)
        )
        stock = {"stock": _Untouchable(state.stock)} if hasattr(state, "stock") else {}
        return msgspec.structs.replace(state, hands=hands, **stock)

    monkeypatch.setattr(records, "read_state", read_state)
    return guard


def test_a_guess_that_follows_a_draw_is_refused_before_the_stock_is_looked_at(
    api: Api, guarded: SimpleNamespace
) -> None:
    """Whatever follows it: cards that may be drawn, a meld, a taking back. The draw alone does look."""
    table = api.create(2)
    guarded.seat = seat = table.on_turn()
    hand = table.view(seat)["round"]["hand"]
    guesses: list[Json] = [{"type": "discard", "card": card} for card in ("AS", "10H", "JK", hand[0])]
    guesses += [{"type": "meld", "cards": [*hand[:2], card]} for card in ("AS", "7D", "JK")]
    guesses += [
        {"type": "lay_off", "meld": "m1", "cards": ["AS"]},
        {"type": "swap_joker", "meld": "m1", "cards": ["AS"]},
        {"type": "take_back"},
        DRAW,
        TAKE,
    ]
    answers = set()
    for guess in guesses:
        for actions in ([DRAW, guess], [DRAW, guess, guess], [TAKE, DRAW, guess]):
            response = table.move(seat, *actions, key="the-key-of-an-attack", if_match='"1"')
            answers.add((response.status_code, response.json["code"], response.json["detail"]))
    assert {answer[:2] for answer in answers} == {(409, "draw_must_be_last")}
    assert len(answers) == 1
    assert table.view()["version"] == 1
    with pytest.raises(AssertionError, match="internal_error"):  # the contract has no 500, and this is one
        table.move(seat, DRAW)


def test_a_game_that_is_kept_takes_no_draw_that_names_its_card(api: Api, guarded: SimpleNamespace) -> None:
    """Whatever the card, the one that lies there included: the same answer, before the game is looked at."""
    table = api.create(2)
    guarded.seat = seat = table.on_turn()
    answers = set()
    for card in HAND_CARDS:
        for before in ([], [TAKE], [TAKE, {"type": "take_back"}]):
            response = table.move(seat, *before, DRAW | {"card": card})
            pointer = response.json["violations"][0]["pointer"]
            answers.add((response.status_code, response.json["code"], response.json["detail"], pointer[-5:]))
    assert [(status, code, where) for status, code, _, where in answers] == [(422, "unknown_field", "/card")]
    assert table.view()["version"] == 1


@pytest.mark.parametrize("preset", HOUSE_RULES)
def test_no_question_and_no_refusal_looks_at_what_is_hidden(
    client: FlaskClient, raw: Redis, guarded: SimpleNamespace, preset: str
) -> None:
    """Not at the stock, and not at another's hand: so neither an answer nor the time it takes can depend on them."""
    rng, looked, counts = Random(11), Counter[int](), seats_of(preset)
    for number in range(POSITIONS):
        players = counts[number % len(counts)]
        world = played(rng, preset, players=players, moves=rng.choice((0, 1, 8, 30, 75)))
        if world.game.state.outcome is not None:
            continue
        for guarded.seat, token in askers(world, rng):
            for question in questions(world, token, rng):
                world.put(raw)
                status = sent(client, question)[0]
                legal = question.body is not None and status in {
                    200,
                    500,
                }  # a legal move writes all cards down
                assert legal or status < 500, question
                looked[status] += 1
    assert looked[409] > 100
    assert looked[200] > 100
