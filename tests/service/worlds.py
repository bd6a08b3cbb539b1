"""Pairs of games that differ only in what an asker cannot know, and everything that it may ask of them.

Both are stored under one id with the same times, so that their answers can be compared byte for byte.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engine import PRESETS, match, resolve, standing
from engine.cards import FACES, JOKER, sort_hand
from engine.jokeren.actions import Draw, Drawn, TurnDraw, TurnSwap
from engine.match import Game, Played
from service.access import digest_of
from service.records import Entry, Meta, pack, read_fact, write_entries, write_game
from tests.engine.strategies import choose, plausible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

ID = "two_worlds_of_one_game"
NOW_MS = 1_700_000_000_000
HOST = "utg_" + "h" * 43
SEATS = tuple("utg_" + str(seat) * 43 for seat in range(4))
NAMES = ("Anna", "Bram", "Cees", "Dirk")
LANGUAGES = ("en", "nl", "sv")
HOUSE_RULES: dict[str, tuple[dict[str, Any], ...]] = {
    "jokeren-7": (
        {},
        {"opening_points": [15], "freed_joker": "keep", "joker_discard": False, "lay_off": "after_opening"},
        {"draw_discard": "free", "final_discard": "optional", "stock_out": "turn_over", "hand_size": 5},
    ),
    "sjuan": (
        {},
        {"voluntary_pass": "allowed", "voluntary_pass_fine": 3},
        {"opening_card": "7S", "ace": "high", "eight_before_six": True, "hand_penalties": "pips"},
    ),
}
"""A preset of each family, and what it is played by."""


class World(NamedTuple):
    """A stored game: the engine's, and the log that led to it."""

    game: Game
    entries: tuple[Entry, ...]

    @property
    def version(self) -> int:
        return self.entries[-1].version

    def meta(self) -> bytes:
        """What never changes in it; the seed is this world's own."""
        rules = self.game.ruleset
        return pack(
            Meta(
                created_ms=NOW_MS,
                names=NAMES[: self.game.players],
                preset=rules.preset,
                options=rules.options,
                resolved=pack(rules.resolved),
                rules_hash=rules.rules_hash,
                seed=self.game.seed,
                seed_source="server",
                host=digest_of(HOST),
                seats=tuple(map(digest_of, SEATS[: self.game.players])),
                start=None,
            )
        )

    def put(self, raw: Any) -> None:
        """Store it as it is, whatever became of it, and forget what was answered under keys."""
        keys = raw.keys(f"uitleg:{{{ID}}}:*")
        with raw.pipeline(transaction=False) as pipe:
            if keys:
                pipe.delete(*keys)
            fields = {"version": self.version, "state": write_game(self.game), "meta": self.meta()}
            pipe.hset(f"uitleg:{{{ID}}}:game", mapping=fields)
            pipe.rpush(f"uitleg:{{{ID}}}:log", *map(pack, self.entries))
            pipe.execute()


def seats_of(preset: str) -> range:
    """How many can play in these tests."""
    return range(PRESETS[preset].options.min_players, len(SEATS) + 1)


def stock_of(state: Any) -> tuple[str, ...]:
    """The cards that lie hidden on the table, where the family has such."""
    return getattr(state, "stock", ())


def played(
    rng: Random, preset: str = "jokeren-7", *, players: int, moves: int, to_the_end: bool = False
) -> World:
    """A random game after so many accepted actions, rounds dealt as they end; or when its round has ended."""
    rules = resolve(preset, rng.choice(HOUSE_RULES[preset]))
    done = match.start(rules, players, seed=rng.randbytes(32), dealer=0)  # type: ignore[arg-type]
    assert isinstance(done, Played)
    entries = write_entries(done.facts, first_seq=1, version=1, now_ms=NOW_MS)
    for version in range(2, moves + 2):
        game = done.game
        if to_the_end and game.state.outcome is not None:
            break
        if game.state.outcome is None:
            seat = game.state.turn.seat
            action = choose(game.family, match.legal_actions(game, seat), rng)
            following = match.play(game, seat, [action])
        else:
            following = match.deal_next(game)
        if not isinstance(following, Played) or standing.status(following.game) == "finished":
            break
        done = following
        entries += write_entries(done.facts, first_seq=len(entries) + 1, version=version, now_ms=NOW_MS)
    return World(done.game, tuple(entries))


def other_world(world: World, seat: int | None, rng: Random, *, same_top: bool = False) -> World:
    """The game with everything changed that a seat (None: the public) cannot know, and nothing else.

    Hands of others and the stock are dealt anew out of the same cards, cards that others drew from the stock are other
    ones, and the seed is another. Once a round is over only the seed is left to be hidden.
    """
    game = msgspec.structs.replace(world.game, seed=rng.randbytes(32))
    if game.state.outcome is not None:
        return World(game, world.entries)
    state = game.state
    kept = {each: _known(game) if each == state.turn.seat else [] for each in range(game.players)}
    counts = {each: len(state.hands[each]) - len(kept[each]) for each in kept if each != seat}
    stock = stock_of(state)
    under = 1 if same_top and stock else 0
    pool = list(stock[under:])
    for each in counts:
        pool += (Counter(state.hands[each]) - Counter(kept[each])).elements()
    rng.shuffle(pool)
    hands, dealt = list(state.hands), {}
    for each, count in counts.items():
        dealt[each], pool = pool[:count], pool[count:]
        hands[each] = sort_hand([*kept[each], *dealt[each]])
    rest = {"stock": (*stock[:under], *pool)} if stock else {}
    state = msgspec.structs.replace(state, hands=tuple(hands), **rest)
    state = _other_card_drawn(state, dealt.get(state.turn.seat, []), rng)
    everything = [card for hand in state.hands for card in hand] + list(stock_of(state))
    entries = tuple(_other_draw(game, entry, seat, rng.choice(everything)) for entry in world.entries)
    return World(msgspec.structs.replace(game, state=state), entries)


def _known(game: Game) -> list[str]:
    """The cards that everybody knows to be in the hand on turn.

    They were seen to go there since the turn began and are there yet; or their holder begins the round.
    """
    state = game.state
    done = getattr(state.turn, "actions", ())
    known = [one.card for one in done if isinstance(one, TurnDraw) and one.source == "discard"]
    known += [JOKER for one in done if isinstance(one, TurnSwap)]
    known += [getattr(game.options, "opening_card", "")]
    return list((Counter(known) & Counter(state.hands[state.turn.seat])).elements())


def _other_card_drawn(state: Any, dealt: list[str], rng: Random) -> Any:
    """The position where the turn began with another card of the stock, if its hand has been dealt anew."""
    done = getattr(state.turn, "actions", ())
    first = done[0] if done else None
    if not dealt or not isinstance(first, TurnDraw) or first.source == "discard":
        return state
    actions = (TurnDraw("stock", rng.choice(dealt)), *done[1:])
    return msgspec.structs.replace(state, turn=msgspec.structs.replace(state.turn, actions=actions))


def _other_draw(game: Game, entry: Entry, seat: int | None, card: str) -> Entry:
    fact = read_fact(game.family, entry)
    if isinstance(fact, Drawn) and fact.source == "stock" and fact.seat != seat:
        changed = msgspec.Raw(pack(msgspec.structs.replace(fact, card=card)))
        return Entry(entry.seq, entry.version, entry.at_ms, changed)
    return entry


class Question(NamedTuple):
    """A request: sent in both worlds as it is. `shows_top` is a draw that rightly shows the top of the stock."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None
    shows_top: bool = False


def questions(world: World, token: str | None, rng: Random) -> Iterator[Question]:
    """All that an asker may send, and much that it may not."""
    base = {"X-Request-Id": "request-of-a-world", "Accept-Language": rng.choice(LANGUAGES)}
    if token is not None:
        base["Authorization"] = f"Bearer {token}"
    path, version, length = f"/v1/games/{ID}", world.version, len(world.entries)
    middle = rng.randrange(length + 1)
    for method in ("GET", "HEAD"):
        for where in (
            "",
            "/scores",
            "/moves",
            "/moves?refused=true",
            "/hint",
            "/events",
            f"/events?after={middle}&limit=3&wait=5",
        ):
            after_all = where.endswith("wait=5") and middle == length
            yield Question(method, path + (where if not after_all else "/events?after=0&limit=500"), base)
    for where in ("", "/scores"):
        for tag in (f'"{version}"', f'W/"{version}"', '"0"', "*"):
            yield Question("GET", path + where, base | {"If-None-Match": tag})
    yield Question("GET", f"{path}/events?after={length + 9}", base)
    yield Question("GET", f"{path}/events?after=-1&limit=0", base)
    if token != HOST:
        yield Question("GET", f"{path}/export", base)
        yield Question("DELETE", path, base)
    for tag in (None, f'"{version}"', f'"{max(0, version - 4)}"', '"0"', '"x"'):
        over = (
            standing.status(world.game) == "round_over"
            and token is not None
            and tag in {None, f'"{version}"'}
        )
        if not over:  # it would deal, and show the asker cards that it may know from then on
            yield Question("POST", f"{path}/rounds", base | ({"If-Match": tag} if tag else {}))
    yield from _moves(world, base, rng)


def _moves(world: World, base: dict[str, str], rng: Random) -> Iterator[Question]:
    """Moves: some legal ones, guesses of every kind, each with and without a key and a version."""
    path, state = f"/v1/games/{ID}/moves", world.game.state
    legal = match.legal_actions(world.game, state.turn.seat)
    guesses = [[plausible(world.game.family, state, legal, rng)] for _ in range(5)] if legal else []
    draw = Draw("stock")
    guesses += [
        [draw, plausible(world.game.family, state, legal, rng)] if legal else [draw],
        [Draw("discard"), draw],
        *([one, two] for one, two in pairwise(rng.sample(legal, min(3, len(legal))))),
        *([action] for action in rng.sample(legal, min(4, len(legal)))),
    ]
    versions = [f'"{world.version}"', f'"{rng.randrange(world.version)}"', None, None]
    for number, actions in enumerate(guesses):
        sent = {"If-Match": tag} if (tag := rng.choice(versions)) else {}
        key = {"Idempotency-Key": f"the-key-of-guess-{number}"} if rng.random() < 0.5 else {}
        body = json.dumps({"actions": msgspec.to_builtins(actions)}).encode()
        shows_top = actions[-1] == draw and hasattr(state, "stock")
        yield Question("POST", path, base | sent | key, body, shows_top=shows_top)
    probes = [
        {"type": "draw", "source": "stock", "card": card}
        for card in (*stock_of(state)[:1], rng.choice(FACES))
    ]
    for probe in probes:
        yield Question("POST", path, base, json.dumps({"actions": [probe]}).encode())
    for body in (b'{"actions": [{"type": "discard", "card": "1X"}]}', b'{"actions": []}', b"{"):
        yield Question("POST", path, base, body)
