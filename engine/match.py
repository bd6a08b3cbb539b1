"""Rounds into a game: who deals, what the totals are, when it ends and who has won.

A `Game` is everything that play needs and nothing that only a server knows (names, tokens, times). Every accepted
request gives a new game and the facts that happened, numbered on from the log; the log replays to the game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from engine import inquiry
from engine.family import Family, ask, family_of, mend, refuse_game
from engine.options import Ruleset
from engine.refusals import Code, Refused, at_action
from engine.results import Outcome, Step
from engine.shuffle import commitment, round_key
from engine.standing import status, totals, winners

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.repairs import Repair


class RoundDealt(msgspec.Struct, frozen=True, tag="round_dealt", kw_only=True):
    """A round was dealt; `commitment` is null where it began from a position that was given."""

    seat: None
    round: int
    dealer: int
    hand_counts: tuple[int, ...]
    upcard: str | None
    commitment: str | None


class RoundEnded(msgspec.Struct, frozen=True, tag="round_ended", kw_only=True):
    """A round ended: the cards left are shown, and the key with which the deal can be checked."""

    seat: int | None
    outcome: Outcome
    hands: tuple[tuple[str, ...], ...]
    key: str | None


class GameEnded(msgspec.Struct, frozen=True, tag="game_ended", kw_only=True):
    """The game ended with these totals; equal ones share the win."""

    seat: None
    totals: tuple[int, ...]
    winners: tuple[int, ...]


_round_key = lru_cache(maxsize=1024)(round_key)  # every step of a round asks for the same one


@lru_cache(maxsize=1024)
def _commitment(seed: bytes, number: int) -> str:
    """What was published of a round's key; every view of the round asks for it."""
    return commitment(round_key(seed, number))


MATCH_FACTS: tuple[type, ...] = (RoundDealt, RoundEnded, GameEnded)


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two requests.

    `given_round` is the number of the round that began from a given position, if one did; `log_length` counts the
    facts so far, and `turn_seqs` the ones that this turn's actions left, for what is taken back.
    """

    ruleset: Ruleset
    seed: bytes
    state: Any
    given_round: int | None = None
    log_length: int = 0
    turn_seqs: tuple[int, ...] = ()

    @property
    def family(self) -> Family:
        """The family that the game is of."""
        return family_of(self.ruleset.preset)

    @property
    def options(self) -> Any:
        """The options in force."""
        return self.ruleset.resolved

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.state.hands)

    @property
    def key(self) -> bytes:
        """The key of the round that is being played; secret until it is over."""
        return _round_key(self.seed, self.state.round)

    @property
    def dealt_with(self) -> bytes | None:
        """That key where it dealt the round; None where the round began from a given position."""
        return None if self.state.round == self.given_round else self.key


class Played(msgspec.Struct, frozen=True):
    """A game after a request that was accepted, and what happened in it, in order."""

    game: Game
    facts: tuple[Any, ...]


def deal(ruleset: Ruleset, players: int, *, number: int, dealer: int, key: bytes) -> Any:
    """A dealt round as a position, or Refused where so many cannot play or the dealer is none of them (J.players)."""
    family, options = family_of(ruleset.preset), ruleset.resolved
    if not options.min_players <= players <= options.max_players:
        facts = {"players": players, "minimum": options.min_players, "maximum": options.max_players}
        return refuse_game(Code.PLAYERS_OUT_OF_RANGE, family, where=("players",), **facts)
    if dealer >= players:
        return refuse_game(Code.SEAT_UNKNOWN, family, where=("dealer",), seat=dealer, players=players)
    return family.deal(options, players, number=number, dealer=dealer, key=key)


def start(ruleset: Ruleset, players: int, *, seed: bytes, dealer: int = 0) -> Played | Refused:
    """A new game with its first round dealt."""
    state = deal(ruleset, players, number=1, dealer=dealer, key=round_key(seed, 1))
    return state if isinstance(state, Refused) else _dealt(Game(ruleset=ruleset, seed=seed, state=state))


def start_from(ruleset: Ruleset, players: int, given: Mapping[str, Any], *, seed: bytes) -> Played | Refused:
    """A new game that goes on from a given position; its round has no commitment, since no key of ours dealt it."""
    if len(given["hands"]) != players:
        where, count = ("state", "hands"), len(given["hands"])
        family = family_of(ruleset.preset)
        return refuse_game(Code.HANDS_NOT_PLAYERS, family, where=where, count=count, players=players)
    state = inquiry.position(ruleset, given)
    if isinstance(state, Refused):
        return state
    return _dealt(
        Game(
            ruleset=ruleset,
            seed=seed,
            state=state,
            given_round=state.round,
            turn_seqs=(0,) * family_of(ruleset.preset).done_in_turn(state),
        )
    )


def play(game: Game, seat: int, actions: Sequence[Any]) -> Played | Refused:
    """A seat's actions, all or none; a refusal names the first action that is refused.

    An action that shows a hidden card must be the last one. That is judged before any card is looked at, so that
    nobody learns one by a guess that is then undone.
    """
    family = game.family
    if game.state.outcome is not None and status(game) == "finished":
        return refuse_game(Code.GAME_OVER, family)
    for at in range(len(actions) - 1):
        if family.reveals_hidden(actions[at]):
            return at_action(refuse_game(Code.DRAW_MUST_BE_LAST, family), at)
    options, key = game.options, game.key
    happened: tuple[Any, ...] = ()
    for at, action in enumerate(actions):
        step = ask(family, options, game.state, seat, action, key=key)
        if isinstance(step, Refused):
            return at_action(step, at)
        game, facts = _advance(game, step, undoes=family.takes_back(action))
        happened += facts
    return Played(game, happened)


def deal_next(game: Game) -> Played | Refused:
    """The next round, once one is over and the game is not."""
    state, family = game.state, game.family
    if status(game) == "finished":
        return refuse_game(Code.GAME_OVER, family)
    if state.outcome is None:
        return refuse_game(Code.ROUND_NOT_OVER, family, round=state.round)
    number = state.round + 1
    dealt = family.deal(
        game.options,
        game.players,
        number=number,
        dealer=family.next_dealer(game.options, state),
        key=round_key(game.seed, number),
        past_rounds=(*state.past_rounds, state.outcome),
    )
    return _dealt(msgspec.structs.replace(game, state=dealt, turn_seqs=()))


def replay(played: Played, facts: Iterable[Any]) -> Game:
    """The game that a log leads to from a start; the facts that are consequences are not needed.

    Raises:
        ValueError: the log is not one of a game that began so.
    """
    game = played.game
    for fact in facts:
        action = game.family.action_of(fact)
        if isinstance(fact, RoundDealt):
            step = deal_next(game)
        elif action is not None:
            step = play(game, fact.seat, [action])
        else:
            continue
        if isinstance(step, Refused):
            message = f"the log does not replay: {step.refusals[0].code}"
            raise ValueError(message)  # noqa: TRY004 (the log is wrong, not a type)
        game = step.game
    return game


def legal_actions(game: Game, seat: int) -> list[Any]:
    """What a seat may do now; nothing when it is not its turn."""
    return inquiry.legal_actions(game.ruleset, game.state, seat)


def refused_actions(game: Game, seat: int) -> list[tuple[Any, Refused]]:
    """The plausible actions that a seat may not do now, each with its refusal."""
    return game.family.refused_actions(game.options, game.state, seat)


def repairs(game: Game, seat: int, actions: Sequence[Any], refused: Refused) -> tuple[Repair, ...]:
    """How the actions that `play` refused could be mended; nothing a seat cannot see bears on it."""
    return mend(game.family, game.options, game.state, seat, actions, refused, key=game.key)


def round_commitment(game: Game) -> str | None:
    """What was published of the round's key when it was dealt; None for a given position."""
    number = game.state.round
    return None if number == game.given_round else _commitment(game.seed, number)


def round_view(game: Game, seat: int | None) -> Any:
    """The round as a seat, or the public (None), may see it."""
    key = None if game.state.outcome is None else game.dealt_with
    shown = None if key is None else key.hex()
    return game.family.view(game.state, seat, commitment=round_commitment(game), key=shown)


def _dealt(game: Game) -> Played:
    state = game.state
    dealt = RoundDealt(
        seat=None,
        round=state.round,
        dealer=state.dealer,
        hand_counts=tuple(map(len, state.hands)),
        upcard=game.family.upcard(state),
        commitment=round_commitment(game),
    )
    facts = (dealt, *_endings(game))
    return Played(msgspec.structs.replace(game, log_length=game.log_length + len(facts)), facts)


def _advance(game: Game, step: Step, *, undoes: bool) -> tuple[Game, tuple[Any, ...]]:
    """The game after one action, its facts numbered; a fact that undoes another names its number."""
    state, facts, seqs = step.state, step.facts, game.turn_seqs
    if undoes:
        facts = (msgspec.structs.replace(facts[-1], undone=seqs[-1] or None),)
        seqs = seqs[:-1]
    log_length = game.log_length + len(facts)
    if state.turn.number != game.state.turn.number or state.outcome is not None:
        seqs = ()
    elif not undoes:
        seqs = (*seqs, log_length)
    after = msgspec.structs.replace(game, state=state, turn_seqs=seqs, log_length=log_length)
    if state.outcome is None:
        return after, facts
    endings = _endings(after)
    after = msgspec.structs.replace(after, log_length=after.log_length + len(endings))
    return after, (*facts, *endings)


def _endings(game: Game) -> tuple[Any, ...]:
    """What follows from a round that is over: its end, and the game's where it was the last."""
    state = game.state
    if state.outcome is None:
        return ()
    key = None if game.dealt_with is None else game.dealt_with.hex()
    ended = RoundEnded(seat=state.outcome.winner, outcome=state.outcome, hands=state.hands, key=key)
    won = winners(game)
    return (ended,) if won is None else (ended, GameEnded(seat=None, totals=totals(game), winners=won))
