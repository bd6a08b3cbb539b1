"""A position that somebody gives: what it leaves out is filled in, and what cannot be is refused."""

from __future__ import annotations

from collections import Counter
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from engine.cards import BY_SUIT_AND_RANK, HIDDEN, SUITS, pack, sort_hand
from engine.positions import (
    Clauses,
    card_refusals,
    hand_count_refusals,
    list_refusals,
    no,
    outcome_refusals,
    phase_refusals,
    player_refusals,
    seat_refusals,
    unknown_refusals,
    with_hidden,
)
from engine.refusals import Code, Refused
from engine.sjuan.layout import EIGHT, SEVEN, SIX, Layout, ends
from engine.sjuan.play import reaches_limit
from engine.sjuan.state import SjuanState, Turn
from engine.sjuan.unknown import unseen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.refusals import Refusal
    from engine.results import Outcome
    from engine.sjuan.actions import Cards
    from engine.sjuan.options import SjuanOptions

CLAUSES = Clauses(
    players="S.players", pack="S.pack", deal="S.deal", turn="S.play", end="S.end", score="S.score"
)
PACK = Counter(pack(1, 0))
"""The cards of a game (S.pack)."""


def position(
    options: SjuanOptions, given: Mapping[str, Any], *, asker: int | None = None
) -> SjuanState | Refused:
    """A position from the fields that were given, or every reason why it cannot be.

    `given` holds the fields of `SjuanPartialState` that somebody set, its `turn` likewise as a mapping. Missing fields
    get their evident defaults: the dealer is the player before the one on turn, the round the one after `past_rounds`,
    and `turn.number` counts the cards of the layout and the last passes; how often was passed before them nothing else
    says, so a given number is kept.
    Hands of others than `asker` may be None; with no asker the position must be whole.
    """
    found = [*unknown_refusals(CLAUSES, given, asker), *hand_count_refusals(CLAUSES, given)]
    if found:
        return Refused(tuple(found))
    hands = tuple(sort_hand(hand) for hand in with_hidden(given))
    found = list(_shape(options, given, len(hands)))
    if found:
        return Refused(tuple(found))
    state = _completed(given, hands)
    found = [
        *_rows(options, state.layout),
        *card_refusals(CLAUSES, PACK, Counter([*state.layout.cards, *chain(*hands)])),
        *_phase(state),
        *_opening(options, state),
        *_number(state),
        *fine_refusals(options, state.fines, len(state.layout.cards)),
        *outcome_refusals(CLAUSES, state, _never_concealed),
    ]
    if not found and state.outcome is None:
        found = list(_ended_by_fine(options, state))
    return Refused(tuple(found)) if found else state


def _shape(options: SjuanOptions, given: Mapping[str, Any], players: int) -> Iterator[Refusal]:
    """The number of players, the seats that are named, and the list that has one entry per seat."""
    yield from player_refusals(CLAUSES, options, players)
    yield from seat_refusals(CLAUSES, given, players)
    yield from list_refusals(CLAUSES, given, ("fines",), players)


def _completed(given: Mapping[str, Any], hands: tuple[Cards, ...]) -> SjuanState:
    players, asked = len(hands), given["turn"]
    layout, passes, past = given.get("layout", Layout()), given.get("passes", 0), given.get("past_rounds", ())
    done = len(layout.cards) + passes
    number = asked.get("number", done + (asked["phase"] != "over"))
    return SjuanState(
        round=given.get("round", len(past) + 1),
        dealer=given.get("dealer", (asked["seat"] - 1) % players),
        turn=Turn(seat=asked["seat"], phase=asked["phase"], number=number),
        hands=hands,
        layout=layout,
        passes=passes,
        fines=tuple(given.get("fines", (0,) * players)),
        past_rounds=tuple(past),
        outcome=given.get("outcome"),
    )


def _rows(options: SjuanOptions, layout: Layout) -> Iterator[Refusal]:
    """Each row is a part of its suit around the seven, low to high; the opening card was the first of all."""
    for suit in SUITS:
        row = layout.row(suit)
        wrong = _misplaced(options, row, suit) if row else None
        if wrong is not None:
            yield no(Code.STATE_LAYOUT_INVALID, "S.play", "layout", suit, card=wrong)
    if not layout.empty and not layout.row(options.opening_card[-1]):
        where = ("layout", options.opening_card[-1])
        yield no(Code.STATE_LAYOUT_INVALID, "S.start", *where, card=options.opening_card)


def _misplaced(options: SjuanOptions, row: Cards, suit: str) -> str | None:
    """A card that cannot lie so in the row of a suit, or is missing in it, if there is one (S.ace, S.must_play)."""
    faces, (lowest, highest) = BY_SUIT_AND_RANK[suit], ends(options)
    whole = faces[lowest : highest + 1]
    first = whole.index(row[0]) if row[0] in whole else 0
    for card, fits in zip_longest(row, whole[first : first + len(row)]):
        if card != fits:
            return card
    if faces[SEVEN] not in row:
        return faces[SEVEN]
    if options.eight_before_six and faces[SIX] in row and faces[EIGHT] not in row:
        return faces[EIGHT]
    return None


def _phase(state: SjuanState) -> Iterator[Refusal]:
    """Fewer have passed in succession than would end the round (S.block); only the winner is left without cards."""
    over, players = state.outcome is not None, len(state.hands)
    yield from phase_refusals(CLAUSES, state, impossible=state.passes >= players + over)
    if state.outcome is not None:
        yield from empty_hand_refusals(state.hands, state.outcome.winner)


def empty_hand_refusals(hands: Sequence[Sequence[str]], winner: int | None) -> Iterator[Refusal]:
    """The first empty hand ends a round, so that nobody but its winner is left without cards (S.end)."""
    for seat, hand in enumerate(hands):
        if not hand and seat != winner:
            yield no(Code.STATE_OUTCOME_WRONG, CLAUSES.end, "hands", seat, seat=seat)


def _opening(options: SjuanOptions, state: SjuanState) -> Iterator[Refusal]:
    """While nothing lies nobody can have passed, and who holds the opening card is on turn (S.start)."""
    if not state.layout.empty or state.outcome is not None:
        return
    if state.passes:
        yield no(Code.STATE_COUNTS_WRONG, "S.start", "passes", field="passes")
    hand, card = state.hands[state.turn.seat], options.opening_card
    if card not in hand and not (HIDDEN in hand and card in unseen(state)):
        yield no(Code.STATE_LAYOUT_INVALID, "S.start", "turn", "seat", card=card)


def _number(state: SjuanState) -> Iterator[Refusal]:
    """So many turns the layout takes at least, and at most: after each card all but one can have passed (S.block)."""
    cards, done = len(state.layout.cards), state.turn.number - (state.outcome is None)
    least = cards + state.passes
    if not least <= done <= least + max(0, cards - 1) * (len(state.hands) - 1):
        yield no(Code.STATE_COUNTS_WRONG, "S.play", "turn", "number", field="turn.number")


def fine_refusals(options: SjuanOptions, fines: Sequence[int], cards: int) -> Iterator[Refusal]:
    """Each fine was paid for so many passes, at most one after each card, where a pass can cost one (S.must_play)."""
    price = options.voluntary_pass_fine if options.voluntary_pass == "allowed" else 0
    if any(fine not in range(0, price * cards + 1, price or 1) for fine in fines):
        yield no(Code.STATE_COUNTS_WRONG, "S.must_play", "fines", field="fines")


def _ended_by_fine(options: SjuanOptions, state: SjuanState) -> Iterator[Refusal]:
    """A fine that reaches the limit ends the game, so that nobody plays on after it (S.game_end)."""
    if any(fine and reaches_limit(options, state, seat) for seat, fine in enumerate(state.fines)):
        yield no(Code.STATE_COUNTS_WRONG, "S.game_end", "fines", field="fines")


def _never_concealed(outcome: Outcome) -> bool:
    """Whether a round can have ended so in this family: nobody keeps cards from the table to go out at once."""
    return not outcome.concealed
