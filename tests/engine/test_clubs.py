"""Rule pages that Dutch clubs publish, expressed as options with no rule left over, and played from deal to standing.

A purposeful player sits on every chair; what the log then tells is held against what the club's page says.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from engine import match, standing
from engine.cards import JOKER, RANK, RANKS, held, without_cards
from engine.jokeren.actions import Discard, Drawn, LaidOff, Melded
from engine.jokeren.pieces import additions, new_melds
from engine.jokeren.search import Demand, Goal, best
from engine.jokeren.solver import openings
from tests.engine.positions import ruleset

if TYPE_CHECKING:
    from engine import Ruleset
    from engine.jokeren.actions import Action

FEDERATION = {
    "draw_discard": "must_table",
    "lay_off": "turn_after_opening",
    "opening_from_turn": 2,
    "freed_joker": "same_turn",
    "min_cards_between_jokers": 2,
}
"""A club in the federation's line, on top of `jokeren-kbn`."""

AMERICAN = {
    "opening_points": [0],
    "opening_melds": [["run"], ["set"], ["run:4"], ["set:4"], ["run:5"], ["run:6"], ["all_cards"]],
    "rounds": 7,
    "hand_penalties": "table",
    "penalty_table": {**dict.fromkeys(RANKS, 5), **dict.fromkeys(("J", "Q", "K"), 10)},
    "joker_penalty": 20,
    "joker_penalty_unplayable": 10,
}
""""Amerikaans Jokeren", a contract game of seven rounds, on top of `jokeren-13`."""


class Turn(msgspec.Struct, frozen=True):
    """What a seat did in a turn, as the log tells it, and whether it had opened before."""

    round: int
    seat: int
    own_turn: int
    opened_before: bool
    facts: tuple[Any, ...]

    def of(self, kind: type) -> list[Any]:
        """The facts of one kind."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def taken(self) -> str | None:
        """The card that was taken from the pile."""
        return next((fact.card for fact in self.of(Drawn) if fact.source == "discard"), None)


def plan(game: match.Game) -> list[Action] | None:
    """The rest of a turn after its draw: as many cards as can be go down, the dearest of the others goes.

    A card that was taken goes down in any case; None where it cannot.
    """
    state, options = game.state, game.options
    seat, hand = state.turn.seat, state.hands[state.turn.seat]
    taken = state.turn.actions[0].card if state.turn.actions[0].source == "discard" else None
    goal = Goal({card: 100 if card == taken else 1 for card in (*hand, JOKER)})
    pieces, demands = new_melds(options.melds, hand), [Demand()]
    if state.opened[seat]:
        pieces += additions(options.melds, hand, state.table)
    elif state.turns_taken[seat] + 1 >= options.opening_from_turn:
        demands = openings(options, state.round)
    else:
        pieces = []
    early = min(state.turns_taken) == 0
    found = [
        best(hand, pieces, goal, msgspec.structs.replace(demand, least_left=2 if early else 1))
        for demand in demands
    ]
    arranged = min((one for one in found if one), key=lambda one: one.cost, default=None)
    laid = [] if arranged is None else [piece.lies for piece in arranged.pieces]
    gone = [held(card) for action in laid for card in action.cards]
    if taken is not None and taken not in gone:
        return None
    left = without_cards(hand, gone)
    return [*laid, Discard(max(left, key=lambda card: (card != JOKER, RANK.get(card, 0))))]


def turn_of(game: match.Game) -> tuple[match.Game, Turn]:
    """The game after a purposeful turn of the player on turn, and what was done in it."""
    state, seat = game.state, game.state.turn.seat
    for draw in reversed(match.legal_actions(game, seat)):
        drawn = match.play(game, seat, [draw])
        assert isinstance(drawn, match.Played)
        actions = plan(drawn.game)
        if actions is not None:
            played = match.play(drawn.game, seat, actions)
            assert isinstance(played, match.Played), (actions, played)
            facts = (*drawn.facts, *played.facts)
            return played.game, Turn(
                state.round, seat, state.turns_taken[seat] + 1, state.opened[seat], facts
            )
    raise AssertionError("nothing can be drawn, and the round is not over")


def whole_game(rules: Ruleset, players: int, seed: int) -> tuple[match.Game, list[Turn]]:
    """A game played to its end, and its turns."""
    played: Any = match.start(rules, players, seed=seed.to_bytes(32, "big"))
    game, turns = played.game, []
    while standing.status(game) != "finished":
        if standing.status(game) == "round_over":
            played = match.deal_next(game)
            game = played.game
        game, turn = turn_of(game)
        turns.append(turn)
    return game, turns


GAMES = {
    "a club in the federation's line": ("jokeren-kbn", FEDERATION, 4),
    "Amerikaans Jokeren": ("jokeren-13", AMERICAN, 3),
}


@pytest.mark.parametrize("club", GAMES)
def test_a_club_plays_whole_games(club: str) -> None:
    """Every game ends after its rounds, with a winner in most rounds, and its totals are what the rounds gave."""
    preset, options, players = GAMES[club]
    rules = ruleset(preset, **options)
    for seed in range(3):
        game, turns = whole_game(rules, players, seed)
        ended = standing.outcomes(game)
        assert len(ended) == 7
        assert sum(outcome.winner is not None for outcome in ended) >= 3
        assert any(turn.of(LaidOff) for turn in turns)
        assert standing.winners(game) is not None


def test_the_federation_line_keeps_to_its_page() -> None:
    """J.taken, J.taken_opening, J.opening, J.layoff_when and J.joker as the club has them."""
    rules = ruleset("jokeren-kbn", **FEDERATION)
    turns = [turn for seed in range(4) for turn in whole_game(rules, 4, seed)[1]]
    openings_seen = [turn for turn in turns if not turn.opened_before and turn.of(Melded)]
    taken = [turn for turn in turns if turn.taken is not None]
    assert len(openings_seen) > 30
    assert len(taken) > 5
    for turn in openings_seen:
        assert turn.own_turn >= 2
        assert sum(fact.points for fact in turn.of(Melded)) >= 40
        assert not turn.of(LaidOff)
    for turn in taken:
        melds = [card for fact in turn.of(Melded) for card in fact.meld.cards]
        tabled = melds + [card for fact in turn.of(LaidOff) for card in fact.cards]
        assert turn.taken in map(held, tabled if turn.opened_before else melds)
    for fact in (fact for turn in turns for fact in turn.of(Melded) if fact.meld.kind == "run"):
        jokers = [at for at, card in enumerate(fact.meld.cards) if held(card) == JOKER]
        assert all(after - before > 2 for before, after in pairwise(jokers))


def test_amerikaans_jokeren_keeps_to_its_page() -> None:
    """J.opening_rounds: the contract of each round; J.score and J.score_kbn: what is left costs 5, 10, 10 or 20."""
    rules = ruleset("jokeren-13", **AMERICAN)
    met = set()
    for seed in range(4):
        game, turns = whole_game(rules, 3, seed)
        for turn in turns:
            if turn.opened_before or not turn.of(Melded):
                continue
            melds = [fact.meld for fact in turn.of(Melded)]
            (demand,) = AMERICAN["opening_melds"][turn.round - 1]  # type: ignore[index]
            kind, _, size = demand.partition(":")
            assert demand == "all_cards" or any(
                meld.kind == kind and len(meld.cards) >= int(size or 3) for meld in melds
            )
            met.add(turn.round)
        for outcome in standing.outcomes(game):
            for seat, points in enumerate(outcome.points):
                assert (points == 0) == (seat == outcome.winner)
                assert points % 5 == 0
    assert met >= {1, 2, 3, 4, 5, 6}
