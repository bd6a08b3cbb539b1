"""The options of the Jokeren family: one field each, with its bounds, its clause and the sentence that explains it.

The defaults are those of `jokeren-7`.
"""

from functools import cached_property
from typing import Annotated, Literal

import msgspec

from engine.cards import RANKS
from engine.jokeren.melds import MeldRules, meld_rules
from engine.options import Options, rule

Points = Annotated[int, msgspec.Meta(ge=0, le=50)]
MeldDemand = Annotated[str, msgspec.Meta(pattern=r"^((set|run)(:([3-9]|1[0-4]))?|all_cards)$")]
Players = Annotated[str, msgspec.Meta(pattern="^[2-7]$")]


class PackByPlayers(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What differs for one number of players; what is absent stays as the options have it."""

    packs: Annotated[int, msgspec.Meta(ge=1, le=2)] | None = None
    jokers: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    hand_size: Annotated[int, msgspec.Meta(ge=3, le=15)] | None = None


class JokerenOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Every way in which the games of the family differ."""

    packs: Annotated[int, rule("J.pack", "Packs of 52 cards.", ge=1, le=2)] = 1
    jokers: Annotated[int, rule("J.pack", "Jokers in all packs together.", ge=0, le=6)] = 2
    hand_size: Annotated[int, rule("J.deal", "Cards that each player is dealt.", ge=3, le=15)] = 7
    by_players: Annotated[
        dict[Players, PackByPlayers],
        rule("J.pack", "Other packs, jokers or hand sizes for some numbers of players."),
    ] = {}  # noqa: RUF012 (msgspec gives each its own)
    min_players: Annotated[int, rule("J.players", "The fewest players.", ge=2, le=7)] = 2
    max_players: Annotated[int, rule("J.players", "The most players.", ge=2, le=7)] = 4
    starter_extra_card: Annotated[
        bool,
        rule("J.starter_extra", "The starter is dealt one card more and does not draw on the first turn."),
    ] = False
    upcard: Annotated[bool, rule("J.upcard", "A card is turned up to begin the discard pile.")] = True
    joker_upcard: Annotated[
        Literal["keep", "replace"],
        rule("J.upcard", "What becomes of a joker that is turned up: it stays, or another card is turned."),
    ] = "keep"
    dealer_rotation: Annotated[
        Literal["left", "winner"],
        rule("J.starter", "Who deals the next round: the player to the left, or the winner."),
    ] = "left"
    draw_discard: Annotated[
        Literal["never", "free", "not_same_discard", "must_table"],
        rule(
            "J.draw",
            "The top discard may be drawn never, freely, if another card is discarded, or to table it in this turn.",
        ),
    ] = "not_same_discard"
    taken_discard_use: Annotated[
        Literal["any", "new_meld"],
        rule(
            "J.taken", "Where a taken discard that must be tabled goes: anywhere, or in a meld of this turn."
        ),
    ] = "any"
    draw_discard_from_turn: Annotated[
        int, rule("J.draw", "The turn of a player from which the discard may be drawn.", ge=1, le=10)
    ] = 1
    opening_points: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=200)], ...],
        rule(
            "J.opening",
            "What the opening melds must be worth together, by round; the last entry repeats.",
            min_length=1,
            max_length=20,
        ),
    ] = (0,)
    opening_melds: Annotated[
        tuple[Annotated[tuple[MeldDemand, ...], msgspec.Meta(max_length=6)], ...],
        rule(
            "J.opening_rounds",
            "Which melds the opening must hold, by round (set, run, set:4, run:5 or all_cards); the last repeats.",
            max_length=20,
        ),
    ] = ()
    opening_alternative: Annotated[
        Literal["none", "three_sets"],
        rule("J.three_sets", "What opens whatever it is worth: nothing, or three sets."),
    ] = "none"
    opening_from_turn: Annotated[
        int, rule("J.opening", "The turn of a player from which opening is allowed.", ge=1, le=10)
    ] = 1
    opening_waived_when_going_out: Annotated[
        bool, rule("J.opening", "Nothing is demanded of the melds of a player who goes out in the same turn.")
    ] = False
    ace_low_points: Annotated[int, rule("J.values", "An ace that lies low in a run.", ge=0, le=50)] = 1
    ace_high_points: Annotated[int, rule("J.values", "An ace elsewhere on the table.", ge=0, le=50)] = 11
    joker_opening_points: Annotated[
        Points | None,
        rule("J.values", "A joker on the table; null counts it as the card that it stands for."),
    ] = None
    lay_off: Annotated[
        Literal["always", "after_opening", "turn_after_opening"],
        rule(
            "J.layoff_when",
            "When cards may be laid off: always, once opened, or from the turn after the opening.",
        ),
    ] = "always"
    set_suits: Annotated[
        Literal["distinct", "any"], rule("J.set", "Whether the cards of a set must differ in suit.")
    ] = "distinct"
    ace: Annotated[
        Literal["low_or_high", "low", "high", "both_ends", "around"],
        rule(
            "J.ace",
            "Where an ace may lie in a run: low or high, only one of them, at both ends, or in between too.",
        ),
    ] = "low_or_high"
    min_naturals: Annotated[int, rule("J.joker", "The fewest natural cards in a meld.", ge=0, le=4)] = 1
    max_jokers_per_meld: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=6)] | None,
        rule("J.joker", "The most jokers in a meld; null is no limit."),
    ] = None
    min_cards_between_jokers: Annotated[
        int, rule("J.joker", "The fewest cards between two jokers of a run.", ge=0, le=4)
    ] = 0
    jokers_may_outnumber: Annotated[
        bool, rule("J.joker", "Whether a meld may hold more jokers than natural cards.")
    ] = True
    joker_declaration: Annotated[
        Literal["required", "optional"],
        rule("J.declare", "Whether a player who lays a joker must say which card it stands for."),
    ] = "optional"
    joker_swap: Annotated[
        Literal["never", "always", "after_opening", "turn_after_opening"],
        rule(
            "J.swap",
            "When a joker may be swapped: never, always, once opened, or from the turn after the opening.",
        ),
    ] = "always"
    set_joker_swap: Annotated[
        Literal["declared", "either_missing", "both_missing"],
        rule(
            "J.swap",
            "What frees an undeclared joker of a set: nothing, either missing suit, or both together.",
        ),
    ] = "either_missing"
    full_set_joker_locked: Annotated[bool, rule("J.swap", "A joker in a set of four is never swapped.")] = (
        False
    )
    freed_joker: Annotated[
        Literal["same_turn", "keep"],
        rule("J.freed", "What becomes of a freed joker: it is tabled in the same turn, or may be kept."),
    ] = "same_turn"
    freed_joker_destination: Annotated[
        Literal["any", "other_meld", "new_meld"],
        rule("J.freed", "Where a freed joker goes: anywhere, on another meld, or in a meld of this turn."),
    ] = "other_meld"
    joker_discard: Annotated[bool, rule("J.discard", "Whether a joker may be discarded.")] = True
    final_discard: Annotated[
        Literal["required", "optional", "forbidden"],
        rule("J.out", "Whether going out takes a final discard, may have one, or must do without."),
    ] = "required"
    finish_from: Annotated[
        Literal["any_turn", "all_others_played", "second_turn"],
        rule(
            "J.first_lap",
            "When a player may go out: in any turn, once all others had one, or from the second turn.",
        ),
    ] = "any_turn"
    concealed_finish_only: Annotated[
        bool, rule("J.in_one_go", "Only who tabled nothing in an earlier turn may go out.")
    ] = False
    concealed_finish_factor: Annotated[
        int,
        rule(
            "J.double",
            "What the others' points are multiplied by when a player goes out in one go.",
            ge=1,
            le=4,
        ),
    ] = 1
    stock_out: Annotated[
        Literal["reshuffle", "turn_over", "end_round"],
        rule(
            "J.stock_out",
            "What happens to an empty stock: the pile is shuffled, turned over, or it stays empty.",
        ),
    ] = "reshuffle"
    max_reshuffles: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=10)] | None,
        rule("J.stock_out", "How often the stock is renewed in a round; null is no limit."),
    ] = None
    max_turns: Annotated[
        int, rule("J.blocked", "The turns after which a round ends blocked.", ge=10, le=1000)
    ] = 1000
    hand_penalties: Annotated[
        Literal["pips", "one_each", "table"],
        rule(
            "J.score", "What a card left in hand costs: its pips, one point, or what the penalty table says."
        ),
    ] = "pips"
    penalty_table: Annotated[
        dict[Literal[RANKS], Points] | None,  # type: ignore[valid-type]
        rule("J.score", "The points of each rank, where the hand penalties follow a table."),
    ] = None
    joker_penalty: Annotated[int, rule("J.score", "What a joker left in hand costs.", ge=0, le=100)] = 25
    joker_penalty_unplayable: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=100)] | None,
        rule("J.score_kbn", "What a joker costs that could not have been laid; null makes no difference."),
    ] = None
    joker_playable_if: Annotated[
        Literal["could_be_laid", "opened"],
        rule(
            "J.score_kbn",
            "When a joker counts as one that could have been laid: if it really could, or once its player has opened.",
        ),
    ] = "could_be_laid"
    scoring: Annotated[
        Literal["penalties", "winner_collects"],
        rule(
            "J.collect",
            "Who gets the points: the losers as penalties (lowest wins), or the winner (highest wins).",
        ),
    ] = "penalties"
    rounds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=100)] | None,
        rule("J.game_end", "Rounds in a game; null is no limit."),
    ] = 8
    points_limit: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None,
        rule("J.game_end", "The total at which a game ends; null is no limit."),
    ] = None
    tie_break: Annotated[
        Literal["shared", "extra_round"],
        rule("J.game_end", "Equal totals share the win, or play an extra round."),
    ] = "shared"

    @cached_property
    def melds(self) -> MeldRules:
        """The part of the rules that judges melds, shared by all options that agree on it."""
        return meld_rules(
            set_suits=self.set_suits,
            ace=self.ace,
            min_naturals=self.min_naturals,
            max_jokers=self.max_jokers_per_meld,
            min_between=self.min_cards_between_jokers,
            may_outnumber=self.jokers_may_outnumber,
            declaration=self.joker_declaration,
            set_joker_swap=self.set_joker_swap,
            full_set_locked=self.full_set_joker_locked,
            ace_low_points=self.ace_low_points,
            ace_high_points=self.ace_high_points,
            joker_points=self.joker_opening_points,
        )

    def pack_for(self, players: int) -> tuple[int, int, int]:
        """Packs, jokers and hand size for a number of players (J.pack)."""
        own = self.by_players.get(str(players), PackByPlayers())
        return (
            self.packs if own.packs is None else own.packs,
            self.jokers if own.jokers is None else own.jokers,
            self.hand_size if own.hand_size is None else own.hand_size,
        )

    def opening_for(self, number: int) -> tuple[int, tuple[str, ...]]:
        """The points and the kinds of melds that an opening in round `number` needs (J.opening, J.opening_rounds)."""
        points = self.opening_points[min(number, len(self.opening_points)) - 1]
        kinds = self.opening_melds[min(number, len(self.opening_melds)) - 1] if self.opening_melds else ()
        return points, kinds
