"""The game that plays the open deals of a table: made of the tournament's own seed, and played with its tokens."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from engine import Refused, family_of, match
from engine import tournament as rules
from engine.family import refuse_game
from engine.refusals import Code
from service import creation, seats, views
from service.access import Asker
from service.outcomes import Committed
from service.problems import Problem, ServiceCode
from service.records import pack, read_game, read_meta

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bots import Kind
    from engine.match import Played
    from service.contract import Call
    from service.creation import New
    from service.opened import Opened, Spot
    from service.records import Meta
    from service.store import Store
    from service.tournament_records import Forms


@dataclass(frozen=True, slots=True)
class Begun:
    """The game at a table, as who asked for it sees it, and the forms to which it is attached."""

    id: str
    version: int
    view: msgspec.Raw
    forms: Forms


def begin(games: Store, call: Call, at: Opened, spot: Spot, now_ms: int) -> Begun:
    """Store the game, and attach it.

    The two lie apart in the store. The game comes first, under an id that follows from what was asked: the same request
    after a crash meets the game that is there, and nobody knows of one that was never attached.

    Raises:
        Problem: 409, no deal is open or they are being played already.
    """
    attempt = at.forms.games[spot.round - 1][spot.table - 1] + 1
    label = f"{spot.round}:{spot.table}:{attempt}"
    game_id = _derived_id(at, f"{label}:{call.fingerprint}")
    attached = rules.attach(at.tournament, *spot, game_id)
    if isinstance(attached, Refused):
        raise Problem.refused(attached)
    bots = _bots(call.body.get("bots", ()), at, spot)
    seed = bytes.fromhex(call.body["seed"]) if "seed" in call.body else _derived(at, f"game:{label}")
    played = seats.with_bots(_dealt(at, spot, seed), bots, seed=seed, known=())
    players = at.players(spot)
    meta = creation.meta_of(
        played,
        names=tuple(at.meta.players[player] for player in players),
        bots=bots,
        seed_source="caller" if "seed" in call.body else at.meta.seed_source,
        host=at.meta.host,
        seats=tuple(at.meta.tokens[player] for player in players),
        now_ms=now_ms,
        tournament=at.id,
    )
    asker = Asker("host") if at.asker.player is None else Asker("seat", players.index(at.asker.player))
    version, view = _kept(games, game_id, creation.new_game(game_id, meta, played, asker), asker)
    forms = msgspec.structs.replace(at.forms, forms=attached.forms, games=_counted(at.forms, spot))
    return Begun(game_id, version, msgspec.Raw(view), forms)


def _derived(at: Opened, label: str) -> bytes:
    """A secret of the tournament that nobody can tell from the others."""
    return hmac.digest(at.meta.seed, label.encode(), "sha256")


def _derived_id(at: Opened, label: str) -> str:
    """An id that nobody can guess, another one in another tournament of the same seed."""
    return urlsafe_b64encode(_derived(at, f"id:{at.id}:{label}"))[:22].decode()


def _bots(asked: Sequence[Kind | None], at: Opened, spot: Spot) -> tuple[Kind | None, ...]:
    """Whom a bot plays for, of every seat.

    Raises:
        Problem: 409, there is no such seat.
    """
    count = len(at.players(spot))
    for seat, kind in enumerate(asked):
        if kind and seat >= count:
            family = family_of(at.meta.preset)
            raise Problem.refused(
                refuse_game(Code.SEAT_UNKNOWN, family, where=("bots", seat), seat=seat, players=count)
            )
    return (*asked, *[None] * count)[:count]


def _dealt(at: Opened, spot: Spot, seed: bytes) -> Played:
    """A game of as many rounds as deals are open; the deal passes on from seat 0 over those that are in.

    Raises:
        Problem: 409, nobody can play by these rules.
    """
    count, left = len(at.players(spot)), len(at.form(spot).open_deals)
    ruleset = rules.table_ruleset(at.tournament, left)
    if isinstance(ruleset, Refused):
        raise Problem.refused(ruleset)
    played = match.start(ruleset, count, seed=seed, dealer=(at.meta.deals - left) % count)
    if isinstance(played, Refused):
        raise Problem.refused(played)
    return played


def _kept(games: Store, game_id: str, new: New, asker: Asker) -> tuple[int, bytes]:
    """The version and the view of the game: of this one, or of the same that was kept before."""
    entries = [pack(entry) for entry in new.entries]
    if isinstance(games.create(game_id, state=new.state, meta=new.meta, entries=entries), Committed):
        return 1, new.body
    stored = games.load(game_id).stored
    if stored is None:  # it was there a moment ago
        raise Problem.of(ServiceCode.BUSY, source="path", pointer="id")
    meta: Meta = read_meta(stored)
    view = views.game_view(game_id, meta, read_game(meta, stored), stored.version, asker)
    return stored.version, creation.encode(view)


def _counted(forms: Forms, spot: Spot) -> tuple[tuple[int, ...], ...]:
    """How many games were begun at each table, this one among them."""
    return tuple(
        tuple(count + ((round_, table) == spot) for table, count in enumerate(counts, 1))
        for round_, counts in enumerate(forms.games, 1)
    )
