"""What is asked of a position that somebody gives, whatever the family: players, seats, unknown hands, outcomes.

A family says by which clauses of its rulebook it refuses what cannot be (`Clauses`), and adds what is its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.cards import HIDDEN
from engine.refusals import Code, Facts, Refusal

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from engine.results import Outcome

Path = tuple[str | int, ...]


class Clauses(NamedTuple):
    """The clauses of a family on who plays, with which cards, in what order, and how a round ends and is scored."""

    players: str
    pack: str
    deal: str
    turn: str
    end: str
    score: str


def no(code: Code, clause: str, *where: str | int, **facts: Any) -> Refusal:
    """One refusal of a part of a position."""
    return Refusal(code=code, clause=clause, facts=Facts(**facts), where=where)


def unknown_refusals(
    clauses: Clauses, given: Mapping[str, Any], asker: int | None, *, piles: Iterable[str] = ()
) -> Iterator[Refusal]:
    """What is None and must not be: the hand of `asker`, and everything where nobody asks, since a game is to begin."""
    for seat, hand in enumerate(given["hands"]):
        if hand is None and asker in {None, seat}:
            yield no(Code.STATE_PART_UNKNOWN, clauses.turn, "hands", seat, field=f"hands[{seat}]")
    for name in piles:
        if asker is None and given.get(name, ()) is None:
            yield no(Code.STATE_PART_UNKNOWN, clauses.turn, name, field=name)
    outcome = given.get("outcome")
    if asker is None and outcome is not None and None in outcome.points:
        yield no(Code.STATE_PART_UNKNOWN, clauses.turn, "outcome", "points", field="points")


def hand_count_refusals(clauses: Clauses, given: Mapping[str, Any]) -> Iterator[Refusal]:
    """`hand_counts` is needed where a hand is None, and says of the others what they show."""
    hands, counts = given["hands"], given.get("hand_counts")
    if counts is None:
        if None in hands:
            yield no(Code.STATE_COUNTS_WRONG, clauses.deal, "hand_counts", field="hand_counts")
    elif len(counts) != len(hands):
        yield from list_refusals(clauses, given, ("hand_counts",), len(hands))
    else:
        for seat, hand in enumerate(hands):
            if hand is not None and len(hand) != counts[seat]:
                yield no(Code.STATE_COUNTS_WRONG, clauses.deal, "hand_counts", seat, field="hand_counts")


def with_hidden(given: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The hands, with `HIDDEN` for each card of one that is None."""
    counts = given.get("hand_counts", ())
    return [(HIDDEN,) * counts[seat] if hand is None else hand for seat, hand in enumerate(given["hands"])]


def player_refusals(clauses: Clauses, options: Any, players: int) -> Iterator[Refusal]:
    """So many hands must be those of players who can play together."""
    least, most = options.min_players, options.max_players
    if not least <= players <= most:
        facts = {"players": players, "minimum": least, "maximum": most}
        yield no(Code.PLAYERS_OUT_OF_RANGE, clauses.players, "hands", **facts)


def seat_refusals(
    clauses: Clauses, given: Mapping[str, Any], players: int, more: Iterable[tuple[int, Path]] = ()
) -> Iterator[Refusal]:
    """The seat on turn, the dealer's, and whatever `more` seats are named must be there."""
    turn, dealer = (given["turn"]["seat"], ("turn", "seat")), (given.get("dealer", 0), ("dealer",))
    for seat, where in (turn, dealer, *more):
        if seat >= players:
            yield no(Code.SEAT_UNKNOWN, clauses.turn, *where, seat=seat, players=players)


def list_refusals(
    clauses: Clauses, given: Mapping[str, Any], names: Iterable[str], players: int
) -> Iterator[Refusal]:
    """A list that has an entry for each seat must have so many."""
    for name in names:
        if name in given and len(given[name]) != players:
            facts = {"field": name, "count": len(given[name]), "players": players}
            yield no(Code.STATE_LISTS_LENGTH, clauses.deal, name, **facts)


def card_refusals(clauses: Clauses, pack: Counter[str], shown: Counter[str]) -> Iterator[Refusal]:
    """No card may be there more often than the pack has it, unknown ones included; some may be missing."""
    known = shown.copy()
    unknown = known.pop(HIDDEN, 0)
    for card, count in known.items():
        if count > pack[card]:
            yield no(Code.CARD_TOO_OFTEN, clauses.pack, "hands", card=card, count=count, maximum=pack[card])
    left = (pack - known).total()
    if unknown > left:
        yield no(Code.STATE_UNKNOWN_TOO_MANY, clauses.pack, "hands", count=unknown, maximum=left)


def phase_refusals(clauses: Clauses, state: Any, *, impossible: bool) -> Iterator[Refusal]:
    """A round is over exactly when it has an outcome, and nobody plays on without cards.

    `impossible` says what the family has against the phase beside that.
    """
    turn, over = state.turn, state.outcome is not None
    if over != (turn.phase == "over") or impossible:
        yield no(Code.STATE_PHASE_WRONG, clauses.turn, "turn", "phase", value=turn.phase)
    for seat, hand in enumerate(state.hands):
        if not hand and not over:
            yield no(Code.STATE_OUTCOME_WRONG, clauses.end, "hands", seat, seat=seat)


def outcome_refusals(clauses: Clauses, state: Any, possible: Callable[[Outcome], bool]) -> Iterator[Refusal]:
    """Each round that is over was won by one seat, blocked or broken off, and gives every seat its points.

    `possible` says whether a family ends any round so. A position may leave out earlier rounds; it has no more of them
    than its number says.
    """
    players = len(state.hands)
    if len(state.past_rounds) >= state.round:
        yield no(Code.STATE_COUNTS_WRONG, clauses.end, "past_rounds", field="past_rounds")
    outcomes: list[tuple[Outcome, Path]] = [
        (outcome, ("past_rounds", at)) for at, outcome in enumerate(state.past_rounds)
    ]
    if state.outcome is not None:
        outcomes.append((state.outcome, ("outcome",)))
        winner = state.outcome.winner
        if winner is not None and winner < players and state.hands[winner]:
            facts = {"seat": winner, "count": len(state.hands[winner])}
            yield no(Code.WINNER_HAS_CARDS, clauses.score, "outcome", "winner", **facts)
    for outcome, where in outcomes:
        if not possible(outcome) or not outcome.fits(players):
            yield no(Code.STATE_OUTCOME_WRONG, clauses.end, *where, seat=outcome.winner)


def scored_refusals(clauses: Clauses, options: Any, given: Mapping[str, Any]) -> Iterator[Refusal]:
    """A round to be scored was played by so many as can play; its winner is one of them and holds no card."""
    hands, winner, players = given["hands"], given["winner"], len(given["hands"])
    yield from player_refusals(clauses, options, players)
    if winner is not None and winner >= players:
        yield no(Code.SEAT_UNKNOWN, clauses.turn, "winner", seat=winner, players=players)
    elif winner is not None and hands[winner]:
        count = len(hands[winner])
        yield no(Code.WINNER_HAS_CARDS, clauses.score, "hands", winner, seat=winner, count=count)
