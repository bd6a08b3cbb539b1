"""How a game stands: its rounds, its totals, whether it is over and who has won (J.game_end)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.match import Game
    from engine.results import Outcome

Status = Literal["playing", "round_over", "finished"]


def status(game: Game) -> Status:
    """Whether a round is being played, is over, or was the last (J.game_end)."""
    state, options = game.state, game.options
    if state.outcome is None:
        return "playing"
    ended = (options.rounds is not None and state.round >= options.rounds) or (
        options.points_limit is not None and max(totals(game)) >= options.points_limit
    )
    if ended and options.tie_break == "extra_round" and len(_leaders(game)) > 1:
        ended = False
    return "finished" if ended else "round_over"


def outcomes(game: Game) -> tuple[Outcome, ...]:
    """The rounds that are over, in order."""
    current = game.state.outcome
    return game.state.past_rounds if current is None else (*game.state.past_rounds, current)


def totals(game: Game) -> tuple[int, ...]:
    """Each seat's points over all rounds that are over."""
    rounds = outcomes(game)
    return tuple(sum(outcome.points_of(seat) for outcome in rounds) for seat in range(game.players))


def winners(game: Game) -> tuple[int, ...] | None:
    """Who has won, once the game is finished; equal totals share."""
    return _leaders(game) if status(game) == "finished" else None


def ranks(game: Game) -> tuple[int, ...]:
    """Each seat's place by total, 1 the best; equal totals share the better place."""
    sums = totals(game)
    sign = -1 if game.family.highest_wins(game.options) else 1
    return tuple(1 + sum(sign * other < sign * own for other in sums) for own in sums)


def _leaders(game: Game) -> tuple[int, ...]:
    return tuple(seat for seat, rank in enumerate(ranks(game)) if rank == 1)
