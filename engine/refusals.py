"""Every way in which the rules say no: a code from one closed list, the clause it rests on, and the facts.

Refusals are values, not exceptions: a no is an answer. The sentences in three languages stand in
`texts/refusals.toml`; a test holds that list and this one equal.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Container, Iterable


class Code(StrEnum):
    """What is wrong, in one stable word."""

    NOT_YOUR_TURN = "not_your_turn"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"
    ROUND_NOT_OVER = "round_not_over"
    DRAW_FIRST = "draw_first"
    ALREADY_DRAWN = "already_drawn"
    CARD_NOT_IN_HAND = "card_not_in_hand"

    DISCARD_PILE_EMPTY = "discard_pile_empty"
    DISCARD_DRAW_FORBIDDEN = "discard_draw_forbidden"
    DISCARD_DRAW_TOO_EARLY = "discard_draw_too_early"
    STOCK_EMPTY = "stock_empty"
    DRAW_MUST_BE_LAST = "draw_must_be_last"
    DRAWN_CARD_OTHER = "drawn_card_other"
    DRAWN_CARD_IMPOSSIBLE = "drawn_card_impossible"

    MELD_TOO_SMALL = "meld_too_small"
    SET_TOO_LARGE = "set_too_large"
    SET_MIXED_RANKS = "set_mixed_ranks"
    SET_SAME_SUIT = "set_same_suit"
    RUN_MIXED_SUITS = "run_mixed_suits"
    RUN_NOT_CONSECUTIVE = "run_not_consecutive"
    RUN_ROUND_THE_CORNER = "run_round_the_corner"
    RUN_TOO_LONG = "run_too_long"
    RUN_ACE_SIDE = "run_ace_side"
    NOT_A_MELD = "not_a_meld"
    JOKER_UNDECLARED = "joker_undeclared"
    MELD_AMBIGUOUS = "meld_ambiguous"
    TOO_FEW_NATURALS = "too_few_naturals"
    TOO_MANY_JOKERS = "too_many_jokers"
    JOKERS_TOO_CLOSE = "jokers_too_close"
    JOKERS_OUTNUMBER = "jokers_outnumber"

    OPENING_TOO_EARLY = "opening_too_early"
    OPENING_BELOW_THRESHOLD = "opening_below_threshold"
    OPENING_MELDS_MISSING = "opening_melds_missing"
    LAY_OFF_BEFORE_OPENING = "lay_off_before_opening"
    LAY_OFF_NEXT_TURN = "lay_off_next_turn"

    MELD_UNKNOWN = "meld_unknown"
    MELD_FULL = "meld_full"
    DOES_NOT_FIT = "does_not_fit"
    LAY_OFF_AMBIGUOUS = "lay_off_ambiguous"

    SWAP_FORBIDDEN = "swap_forbidden"
    SWAP_BEFORE_OPENING = "swap_before_opening"
    SWAP_NEXT_TURN = "swap_next_turn"
    NO_SUCH_JOKER = "no_such_joker"
    FULL_SET_LOCKED = "full_set_locked"
    SWAP_NEEDS_BOTH = "swap_needs_both"

    FREED_JOKER_NOT_TABLED = "freed_joker_not_tabled"
    TAKEN_CARD_DISCARDED = "taken_card_discarded"
    TAKEN_CARD_NOT_TABLED = "taken_card_not_tabled"
    TAKEN_CARD_NOT_IN_MELD = "taken_card_not_in_meld"
    TAKEN_CARD_NOT_IN_OPENING = "taken_card_not_in_opening"
    JOKER_DISCARD_FORBIDDEN = "joker_discard_forbidden"

    LAST_CARD_MUST_BE_DISCARDED = "last_card_must_be_discarded"
    FINAL_DISCARD_FORBIDDEN = "final_discard_forbidden"
    FINISH_TOO_EARLY = "finish_too_early"
    FINISH_NOT_CONCEALED = "finish_not_concealed"

    OPENING_CARD_FIRST = "opening_card_first"
    SUIT_NOT_OPEN = "suit_not_open"
    NOT_NEXT_IN_SUIT = "not_next_in_suit"
    EIGHT_BEFORE_SIX = "eight_before_six"
    PASS_BEFORE_OPENING = "pass_before_opening"
    MUST_PLAY = "must_play"

    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    STOCK_DRAW_STAYS = "stock_draw_stays"

    PLAYERS_OUT_OF_RANGE = "players_out_of_range"
    PACK_TOO_SMALL = "pack_too_small"
    NO_END = "no_end"
    MIN_PLAYERS_ABOVE_MAX = "min_players_above_max"
    FREED_JOKER_DESTINATION_IDLE = "freed_joker_destination_idle"
    PENALTY_TABLE_MISSING = "penalty_table_missing"

    CARD_TOO_OFTEN = "card_too_often"
    STATE_PART_UNKNOWN = "state_part_unknown"
    STATE_COUNTS_WRONG = "state_counts_wrong"
    STATE_UNKNOWN_TOO_MANY = "state_unknown_too_many"
    STATE_HAND_TOO_LARGE = "state_hand_too_large"
    STATE_LAYOUT_INVALID = "state_layout_invalid"
    NOT_IN_THIS_GAME = "not_in_this_game"
    HANDS_NOT_PLAYERS = "hands_not_players"
    SEAT_UNKNOWN = "seat_unknown"
    STATE_MELD_INVALID = "state_meld_invalid"
    STATE_MELD_IDS = "state_meld_ids"
    STATE_PHASE_WRONG = "state_phase_wrong"
    STATE_LISTS_LENGTH = "state_lists_length"
    STATE_TURN_INCONSISTENT = "state_turn_inconsistent"
    STATE_OUTCOME_WRONG = "state_outcome_wrong"
    WINNER_HAS_CARDS = "winner_has_cards"

    PLAYERS_NOT_SEATABLE = "players_not_seatable"
    MATCH_RULESET_UNFIT = "match_ruleset_unfit"
    POINTS_NOT_SEATS = "points_not_seats"
    POINTS_OUT_OF_RANGE = "points_out_of_range"
    DEAL_WITHOUT_WINNER = "deal_without_winner"
    DEAL_WITH_WINNERS = "deal_with_winners"
    BLOCKED_WITH_WINNER = "blocked_with_winner"
    DEAL_BEING_PLAYED = "deal_being_played"
    FORM_FULL = "form_full"
    FORM_INCOMPLETE = "form_incomplete"
    FORM_CONFIRMED = "form_confirmed"


class Reading(msgspec.Struct, frozen=True):
    """One way in which cards can be read as a meld, and whether it would stand under the rules in force."""

    kind: str
    cards: tuple[str, ...]
    points: int
    stands: bool


class Facts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """The figures behind a refusal. Every field is optional; a code always carries the same ones."""

    card: str | None = None
    cards: tuple[str, ...] | None = None
    meld: str | None = None
    kind: str | None = None
    kinds: tuple[str, ...] | None = None
    seat: int | None = None
    on_turn: int | None = None
    points: int | None = None
    required: int | None = None
    turn: int | None = None
    from_turn: int | None = None
    count: int | None = None
    minimum: int | None = None
    maximum: int | None = None
    players: int | None = None
    nearest: tuple[int, ...] | None = None
    rank: str | None = None
    suit: str | None = None
    missing: tuple[str, ...] | None = None
    readings: tuple[Reading, ...] | None = None
    option: str | None = None
    options: tuple[str, ...] | None = None
    value: str | None = None
    version: int | None = None
    round: int | None = None
    status: str | None = None
    field: str | None = None
    allowed: tuple[str, ...] | None = None


NO_FACTS = Facts()


class Refusal(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """One no: what is wrong, by which clause, with which figures, and where in what was asked.

    `action` is the index of the refused action in a list of actions; `where` the path inside that action or inside
    the value that was judged, as the parts of a JSON Pointer.
    """

    code: Code
    clause: str
    facts: Facts = NO_FACTS
    action: int | None = None
    where: tuple[str | int, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """The answer of an operation that the rules do not allow: at least one refusal, the first one first."""

    refusals: tuple[Refusal, ...]


def at_action(refused: Refused, action: int) -> Refused:
    """The refusal of the action that stands at this place in a list of actions."""
    return Refused(tuple(msgspec.structs.replace(no, action=action) for no in refused.refusals))


def refuse(code: Code, clause: str, *, where: tuple[str | int, ...] = (), **facts: object) -> Refused:
    """Say no for one reason.

    Raises:
        msgspec.ValidationError: the facts are not fields of `Facts`.
    """
    return Refused((Refusal(code=code, clause=clause, facts=Facts(**facts), where=where),))  # type: ignore[arg-type]


def foreign(given: Iterable[str], known: Container[str], clause: str) -> list[Refusal]:
    """A no to each field that a request has and that means nothing in the game that it asks about."""
    return [
        Refusal(code=Code.NOT_IN_THIS_GAME, clause=clause, facts=Facts(value=name), where=(name,))
        for name in given
        if name not in known
    ]
