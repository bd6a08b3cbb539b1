"""Who sits where: the seats that bots play, and their turns within the request that made them theirs."""

from __future__ import annotations

import time
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from engine import bots
from engine.match import Played, RoundDealt
from engine.standing import status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bots import Kind
    from engine.hints import Hint
    from engine.match import Game

SECONDS: Final = 2.0
"""How long a request plays for bots; what is left then is played by the next one."""
FACTS: Final = 400
"""How many facts a request may add to the log by bots; an answer holds no more than 500 events."""
MEMORY: Final = bots.MEMORY


def bot_on_turn(game: Game, kinds: Sequence[Kind | None]) -> Kind | None:
    """Which bot has to play now, if one has."""
    if not any(kinds) or status(game) != "playing":
        return None
    seat: int = game.state.turn.seat
    return kinds[seat]


def with_bots(played: Played, kinds: Sequence[Kind | None], *, seed: bytes, known: Sequence[Any]) -> Played:
    """What was played, with the turns of the bots that come next; `known` are the facts of the log before it.

    Each bot sees what its seat may see. Its chance follows from the seed of the game, which nobody knows while it runs.
    """
    game, facts = played.game, list(played.facts)
    deadline = time.monotonic() + SECONDS
    while (kind := bot_on_turn(game, kinds)) and time.monotonic() < deadline and len(facts) < FACTS:
        chance = sha256(b"bot:%d:" % game.log_length + seed).digest()
        turn = bots.play_turn(
            game, game.state.turn.seat, kind, seed=chance, facts=_of_this_round([*known, *facts])
        )
        if turn.game is game:  # a position that was given may leave nothing to do
            break
        game, facts = turn.game, [*facts, *turn.facts]
    return Played(game, tuple(facts))


def hint(game: Game, seat: int, game_id: str, known: Sequence[Any]) -> Hint | None:
    """What is advised to a seat that is on turn; the same for the same position."""
    if status(game) != "playing" or game.state.turn.seat != seat:
        return None
    chance = sha256(b"hint:%d:" % game.log_length + game_id.encode()).digest()
    return bots.hint(game, seed=chance, facts=_of_this_round(list(known)))


def _of_this_round(facts: list[Any]) -> list[Any]:
    dealt = [at for at, fact in enumerate(facts) if isinstance(fact, RoundDealt)]
    return facts[dealt[-1] + 1 :] if dealt else facts
