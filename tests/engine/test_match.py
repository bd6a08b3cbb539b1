"""Rounds into games: who deals and starts, totals, limits, ties and the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import Outcome, Refused, Ruleset, match, resolve, standing
from engine.jokeren.actions import Discard, Draw
from engine.match import Game, Played

SEED = bytes(range(32))
EXTRA = {"rounds": 2, "tie_break": "extra_round"}
LIMIT = {"rounds": None, "points_limit": 50}
COLLECTS = {"scoring": "winner_collects"}


def rules(**options: Any) -> Ruleset:
    """The preset with house rules."""
    resolved = resolve("jokeren-7", options)
    assert isinstance(resolved, Ruleset), resolved
    return resolved


def begun(players: int = 2, dealer: int = 0, **options: Any) -> Game:
    """A game with its first round dealt."""
    played = match.start(rules(**options), players, seed=SEED, dealer=dealer)
    assert isinstance(played, Played), played
    return played.game


def over(
    game: Game, winner: int | None, points: tuple[int, ...], past: tuple[tuple[int, ...], ...] = ()
) -> Game:
    """The game as if this round had ended so, after others that gave these points."""
    earlier = tuple(Outcome(winner=one.index(0), points=one) for one in past)
    outcome = Outcome(winner=winner, blocked=winner is None, points=points)
    turn = msgspec.structs.replace(game.state.turn, phase="over")
    state = msgspec.structs.replace(
        game.state, round=len(past) + 1, past_rounds=earlier, outcome=outcome, turn=turn
    )
    return msgspec.structs.replace(game, state=state)


def code(answer: Any) -> str:
    """The code of a refusal."""
    assert isinstance(answer, Refused)
    return answer.refusals[0].code


@pytest.mark.parametrize("players", [1, 5])
def test_too_few_or_too_many_players_are_refused(players: int) -> None:
    """J.players: two to four."""
    assert code(match.start(rules(), players, seed=SEED)) == "players_out_of_range"
    assert isinstance(match.start(rules(min_players=2, max_players=5), 5, seed=SEED), Played)


def test_the_dealer_must_sit_at_the_table() -> None:
    assert code(match.start(rules(), 2, seed=SEED, dealer=2)) == "seat_unknown"


def test_the_player_left_of_the_dealer_starts_and_the_deal_moves_left() -> None:
    """J.starter."""
    game = begun(3, dealer=2)
    assert game.state.turn.seat == 0
    following = match.deal_next(over(game, 1, (5, 0, 5)))
    assert isinstance(following, Played)
    assert (following.game.state.dealer, following.game.state.turn.seat) == (0, 1)


@pytest.mark.parametrize(("winner", "dealer"), [(2, 2), (None, 1)])
def test_the_winner_deals_where_the_option_says_so(winner: int | None, dealer: int) -> None:
    """J.starter: after a blocked round the deal moves left."""
    following = match.deal_next(over(begun(3, dealer_rotation="winner"), winner, (5, 5, 0)))
    assert isinstance(following, Played)
    assert following.game.state.dealer == dealer


def test_the_starter_may_get_a_card_more_and_does_not_draw() -> None:
    """J.starter_extra: the first turn begins by melding or discarding; the next player draws as always."""
    game = begun(3, starter_extra_card=True)
    assert [len(hand) for hand in game.state.hands] == [7, 8, 7]
    assert game.state.turn.phase == "play"
    assert code(match.play(game, 1, [Draw("stock")])) == "already_drawn"
    played = match.play(game, 1, [Discard(game.state.hands[1][0])])
    assert isinstance(played, Played)
    assert played.game.state.turn.phase == "draw"


def test_a_joker_that_is_turned_up_may_go_under_the_stock() -> None:
    """J.upcard: over many deals no joker lies there, and every card is still in the game."""
    for number in range(60):
        seed = number.to_bytes(32)
        kept, replaced = (
            match.start(rules(jokers=6, joker_upcard=how), 4, seed=seed) for how in ("keep", "replace")
        )
        assert isinstance(kept, Played)
        assert isinstance(replaced, Played)
        states = kept.game.state, replaced.game.state
        assert states[1].discard != ("JK",)
        assert sorted(states[0].discard + states[0].stock) == sorted(states[1].discard + states[1].stock)


@pytest.mark.parametrize(
    ("options", "past", "points", "status", "winners"),
    [
        pytest.param({"rounds": 2}, (), (0, 9), "round_over", None, id="J.game_end one of two rounds"),
        pytest.param(
            {"rounds": 2}, ((0, 9),), (8, 0), "finished", (0,), id="J.game_end the lowest total wins"
        ),
        pytest.param(
            {"rounds": 2}, ((0, 9),), (9, 0), "finished", (0, 1), id="J.game_end equal totals share"
        ),
        pytest.param(
            {"rounds": 2, "tie_break": "extra_round"},
            ((0, 9),),
            (9, 0),
            "round_over",
            None,
            id="J.game_end extra",
        ),
        pytest.param(
            {"rounds": 2, "tie_break": "extra_round"},
            ((0, 9), (9, 0)),
            (1, 0),
            "finished",
            (1,),
            id="J.game_end extra round decides",
        ),
        pytest.param(
            {"rounds": None, "points_limit": 50},
            ((0, 9),),
            (0, 40),
            "round_over",
            None,
            id="J.game_end below",
        ),
        pytest.param(
            {"rounds": None, "points_limit": 50},
            ((0, 9),),
            (0, 41),
            "finished",
            (0,),
            id="J.game_end reached",
        ),
        pytest.param(
            {"rounds": 1, "scoring": "winner_collects"},
            (),
            (0, 9),
            "finished",
            (1,),
            id="J.collect the highest wins",
        ),
        *[
            pytest.param(
                options,
                past,
                points,
                "round_over" if winners is None else "finished",
                winners,
                id=f"J.game_end {name}",
            )
            for name, options, past, points, winners in [
                ("another extra round while they are equal", EXTRA, ((0, 9), (9, 0), (0, 4)), (4, 0), None),
                ("extra rounds until they differ", EXTRA, ((0, 9), (9, 0), (0, 4), (4, 0)), (0, 1), (0,)),
                ("no extra round for losers who are equal", EXTRA, ((0, 9, 9),), (0, 5, 5), (0,)),
                ("an extra round for two winners of three", EXTRA, ((0, 9, 30),), (9, 0, 1), None),
                ("a blocked extra round decides as well", EXTRA, ((0, 9), (9, 0)), (3, 2), (1,)),
                ("the limit in the last round", {"rounds": 2, "points_limit": 50}, ((0, 9),), (0, 41), (0,)),
                (
                    "the limit before the last round",
                    {"rounds": 3, "points_limit": 50},
                    ((0, 9),),
                    (0, 41),
                    (0,),
                ),
                (
                    "the last round before the limit",
                    {"rounds": 2, "points_limit": 50},
                    ((0, 9),),
                    (0, 40),
                    (0,),
                ),
                (
                    "an extra round at the limit",
                    LIMIT | {"tie_break": "extra_round"},
                    ((0, 50, 9),),
                    (9, 0, 0),
                    None,
                ),
                (
                    "an extra round after the limit",
                    LIMIT | {"tie_break": "extra_round"},
                    ((0, 50, 9), (9, 0, 0)),
                    (1, 0, 0),
                    (2,),
                ),
                ("several above the limit", LIMIT, ((0, 49, 48),), (4, 3, 0), (0,)),
                ("all share at the limit", LIMIT, ((0, 50),), (50, 0), (0, 1)),
                ("the highest wins at the limit", LIMIT | COLLECTS, ((0, 20, 30),), (0, 0, 20), (2,)),
                ("the highest share", COLLECTS | {"rounds": 2}, ((0, 20, 0),), (20, 0, 0), (0, 1)),
                ("an extra round for the highest", COLLECTS | EXTRA, ((0, 20, 0),), (20, 0, 0), None),
                ("no extra round for the lowest", COLLECTS | EXTRA, ((0, 20, 0),), (0, 20, 0), (1,)),
            ]
        ],
    ],
)
def test_a_game_ends_when_the_rules_say_so(
    options: dict[str, Any], past: Any, points: Any, status: str, winners: Any
) -> None:
    game = over(begun(len(points), **options), points.index(0) if 0 in points else None, points, past)
    assert standing.status(game) == status
    assert standing.winners(game) == winners
    assert standing.totals(game) == tuple(map(sum, zip(*past, points, strict=True)))


def test_eight_rounds_are_a_game() -> None:
    """J.game_end: the preset's number."""
    game = begun()
    seven = ((0, 1),) * 6
    assert standing.status(over(game, 0, (0, 1), seven)) == "round_over"
    assert standing.status(over(game, 0, (0, 1), (*seven, (0, 1)))) == "finished"


@pytest.mark.parametrize("options", [LIMIT, EXTRA])
def test_every_game_ends_with_the_thousandth_round(options: dict[str, Any]) -> None:
    """Also one whose limit nobody reaches, or whose first totals stay equal; then they share."""
    ended = over(begun(**options), None, (1, 1))
    last = {standing.MOST_ROUNDS: "finished", standing.MOST_ROUNDS - 1: "round_over"}
    for number, status in last.items():
        game = msgspec.structs.replace(ended, state=msgspec.structs.replace(ended.state, round=number))
        assert standing.status(game) == status
        assert standing.winners(game) == ((0, 1) if status == "finished" else None)


def test_no_round_is_dealt_too_early_or_too_late() -> None:
    game = begun(rounds=1)
    assert code(match.deal_next(game)) == "round_not_over"
    done = over(game, 0, (0, 1))
    assert code(match.deal_next(done)) == "game_over"
    assert code(match.play(done, 0, [Draw("stock")])) == "game_over"


def test_a_guess_after_a_stock_draw_is_refused_before_the_stock_is_read() -> None:
    """J.draw: the position does not even have one."""
    game = begun()
    blind = msgspec.structs.replace(game, state=msgspec.structs.replace(game.state, stock=None))
    answer = match.play(blind, 1, [Draw("stock"), Discard("AS")])
    assert code(answer) == "draw_must_be_last"
    assert isinstance(answer, Refused)
    assert answer.refusals[0].action == 0


def test_equal_totals_share_a_rank() -> None:
    assert standing.ranks(over(begun(3), 1, (7, 0, 7))) == (2, 1, 2)


def test_a_game_says_what_is_not_available_and_how_a_refused_move_can_be_mended() -> None:
    game = begun()
    seat = game.state.turn.seat
    codes = {type(action).__name__: no.refusals[0].code for action, no in match.refused_actions(game, seat)}
    assert codes == {"Discard": "draw_first"}
    actions = [Discard(game.state.hands[seat][0])]
    refused = match.play(game, seat, actions)
    assert isinstance(refused, Refused)
    repair, *_ = match.repairs(game, seat, actions, refused)
    assert isinstance(match.play(game, seat, repair.actions), match.Played)
