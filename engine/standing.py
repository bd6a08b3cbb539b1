"""How a game stands: its rounds, its totals, whether it is over and who has won (J.game_end)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.results import SeatScore

if TYPE_CHECKING:
    from engine.match import Game
    from engine.results import Outcome

Status = Literal["playing", "round_over", "finished"]

MOST_ROUNDS = 1000
"""A game ends with this round whatever its options say, so that every game ends."""


class SeatResult(SeatScore, frozen=True, kw_only=True):
    """A seat's line on the score sheet: what the round gives it, and its total after the round."""

    total: int


class RoundScore(msgspec.Struct, frozen=True, kw_only=True):
    """A round on the score sheet."""

    number: int
    winner: int | None
    blocked: bool
    concealed: bool
    broken_off: bool
    seats: tuple[SeatResult, ...]


def status(game: Game) -> Status:
    """Whether a round is being played, is over, or was the last (J.game_end)."""
    state, options = game.state, game.options
    if state.outcome is None:
        return "playing"
    if state.round >= MOST_ROUNDS:
        return "finished"
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
    """Each seat's points over all rounds that are over, with those that it has from the running one."""
    rounds = outcomes(game)
    sums = tuple(sum(outcome.points_of(seat) for outcome in rounds) for seat in range(game.players))
    if game.state.outcome is not None:
        return sums
    running = game.family.points_so_far(game.state)
    return tuple(total + points for total, points in zip(sums, running, strict=True))


def sheet(game: Game) -> tuple[RoundScore, ...]:
    """The rounds that are over, in order, each with what every seat's points are made of and its running total."""
    first = game.state.round - len(game.state.past_rounds)
    sums = [0] * game.players
    rounds = []
    for number, outcome in enumerate(outcomes(game), first):
        lines = game.family.score_lines(game.options, outcome)
        sums = [total + line.points for total, line in zip(sums, lines, strict=True)]
        seats = tuple(_result(line, total) for line, total in zip(lines, sums, strict=True))
        rounds.append(
            RoundScore(
                number=number,
                winner=outcome.winner,
                blocked=outcome.blocked,
                concealed=outcome.concealed,
                broken_off=outcome.broken_off,
                seats=seats,
            )
        )
    return tuple(rounds)


def _result(line: SeatScore, total: int) -> SeatResult:
    """The line with its total; what does not add up to the points, as somebody gave them, explains nothing."""
    told = sum(part.points for part in line.parts)
    explained = line.cards is not None and told == line.points
    return SeatResult(
        seat=line.seat,
        points=line.points,
        cards=line.cards if explained else None,
        adjustments=line.adjustments if explained else (),
        total=total,
    )


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
