"""Every option of the rulebook in small positions: what each value allows, and what it refuses and by which code.

An id names the clause and the values in force.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import PRESETS, fields
from tests.engine.positions import ME, no, play, position, rules

NEW = {"opened": (True, False)}
FIRST = {**NEW, "turns_taken": (0, 0)}
SECOND = {**NEW, "turns_taken": (1, 1)}


class Case(msgspec.Struct, frozen=True):
    """Under these options a play is accepted (no code) or refused with one."""

    clause: str
    options: dict[str, Any]
    hand: str
    play: str
    code: str = ""
    table: tuple[str, ...] = ()
    more: dict[str, Any] = {}

    @property
    def id(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.clause} {chosen or 'as in jokeren-7'}: {self.play}{' is ' + self.code if self.code else ''}"


PILE = {"phase": "draw", "stock": "2D", "discard": "3C 9D"}
MUST = {"draw_discard": "must_table"}
KING_RUN = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
ONE, BOTH = ("9S 9H JK",), ("9S 9H JK:9D",)
RUN = ("5D JK:6D 7D",)
EMPTY_STOCK = {"phase": "draw", "discard": "3C 9D"}
TABLED = {"tabled": (False, True)}
# fmt: off
CASES = [
    # the turn
    Case("J.turn", {}, "4H 5H 6H 2C", "meld 4H 5H 6H", "draw_first", more=PILE),
    Case("J.turn", {}, "4H 5H", "draw stock; draw discard", "already_drawn", more=PILE),
    Case("J.turn", {}, "4H 5H", "discard 4S", "card_not_in_hand"),
    Case("J.turn", {}, "4H 5H 6H 2C", "meld 4H 4H 4H", "card_not_in_hand"),
    Case("J.turn", {}, "4H 5H 6H 7D 2C 2D", "meld 4H 5H 6H; lay m1 7H; discard 2C", "card_not_in_hand"),
    Case("J.turn", {}, "4H 5H 6H 7D 8D 2C", "lay m1 7D; meld 4H 5H 6H; lay m1 8D; discard 2C", "", ("4D 5D 6D",), TABLED),
    Case("J.turn", {}, "4H 9C", "discard 4H; discard 9C", "not_your_turn", more={"stock": "2D 3D"}),
    Case("J.out", {}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C; draw stock", "round_over", more={"stock": "2D 3D"}),
    # J.draw
    Case("J.draw", {"draw_discard": "never"}, "4H", "draw stock", more=PILE),
    Case("J.draw", {"draw_discard": "never"}, "4H", "draw discard", "discard_draw_forbidden", more=PILE),
    Case("J.draw", {"draw_discard": "free"}, "4H", "draw discard; discard 9D", more=PILE),
    Case("J.draw", {"draw_discard": "free"}, "4H", "draw discard", "discard_pile_empty", more={**PILE, "discard": ""}),
    Case("J.draw", {"draw_discard": "free"}, "4H", "draw discard; discard 3C", "card_not_in_hand", more=PILE),
    Case("J.taken", {"draw_discard": "not_same_discard"}, "4H", "draw discard; discard 4H", more=PILE),
    Case("J.taken", {"draw_discard": "not_same_discard"}, "4H", "draw discard; discard 9D", "taken_card_discarded", more=PILE),
    Case("J.taken", {"packs": 2}, "9D 4H", "draw discard; discard 9D", more=PILE),
    Case("J.taken", {"packs": 2}, "9D 9S 9H 4H", "draw discard; meld 9D 9S 9H; discard 9D", more=PILE),
    Case("J.taken", {}, "4H 5H", "draw discard; back; draw stock; discard 4H", more=PILE),
    Case("J.draw", {"draw_discard_from_turn": 2}, "4H", "draw discard", "discard_draw_too_early", more={**PILE, "turns_taken": (0, 0)}),
    Case("J.draw", {"draw_discard_from_turn": 2}, "4H", "draw discard", more={**PILE, "turns_taken": (0, 1)}),
    # J.taken and J.taken_opening where what is taken must be tabled
    Case("J.taken", MUST, "9S 9H 4H 2C", "draw discard; meld 9S 9H 9D; discard 4H", more=PILE),
    Case("J.taken", MUST, "4H 2C", "draw discard; lay m1 9D; discard 4H", "", ("6D 7D 8D",), PILE),
    Case("J.taken", MUST, "4H 2C 9S 9H", "draw discard; swap m1 9D; meld 9S 9H JK; discard 4H", "", ("8D JK:9D 10D",), PILE),
    Case("J.taken", MUST, "4H 2C", "draw discard; discard 4H", "taken_card_not_tabled", ("6D 7D 8D",), PILE),
    Case("J.taken", MUST, "4H 2C", "draw discard; discard 9D", "taken_card_not_tabled", ("6D 7D 8D",), PILE),
    Case("J.taken", MUST, "4H 2C", "draw discard; back; draw stock; discard 4H", more=PILE),
    Case("J.taken", {**MUST, "packs": 2}, "9D 4H 2C", "draw discard; lay m1 9D; discard 9D", "", ("6D 7D 8D",), PILE),
    Case("J.taken", MUST, "4H 2C", "draw discard; lay m1 JK; discard 4H", "", ("9S 9H 9D",), {**PILE, "discard": "JK"}),
    Case("J.taken", MUST, "4H 2C", "draw discard; discard 4H", "taken_card_not_tabled", ("9S 9H 9D",), {**PILE, "discard": "JK"}),
    Case("J.taken", MUST, "JK 4H 2C", "draw discard; lay m1 JK; discard JK", "", ("9S 9H 9D",), {**PILE, "discard": "JK"}),
    Case("J.taken", {**MUST, "freed_joker": "keep"}, "6D 2C", "draw discard; lay m1 JK:8D; swap m1 6D; discard 2C", "", RUN, {**PILE, "discard": "JK"}),
    Case("J.taken", {**MUST, "freed_joker": "keep"}, "8D 2C", "draw discard; lay m1 JK:8D; swap m1 8D; discard 2C", "taken_card_not_tabled", RUN, {**PILE, "discard": "JK"}),
    Case("J.taken", MUST, "6D 2C 3C", "draw discard; swap m1 6D; lay m2 JK; discard 2C", "taken_card_not_tabled", (*RUN, "AS 2S 3S"), {**PILE, "discard": "JK"}),
    Case("J.taken", MUST, "6D 2C 3C", "draw discard; swap m1 6D; lay m2 JK JK:5S; discard 2C", "", (*RUN, "AS 2S 3S"), {**PILE, "discard": "JK"}),
    Case("J.taken", {**MUST, "taken_discard_use": "any"}, "4H 2C", "draw discard; lay m1 9D; discard 4H", "", ("6D 7D 8D",), PILE),
    Case("J.taken", {**MUST, "taken_discard_use": "any"}, "4H 2C", "draw discard; discard 4H", "taken_card_not_tabled", ("6D 7D 8D",), PILE),
    Case("J.taken", {**MUST, "taken_discard_use": "new_meld"}, "4H 2C", "draw discard; lay m1 9D; discard 4H", "taken_card_not_in_meld", ("6D 7D 8D",), PILE),
    Case("J.taken", {**MUST, "taken_discard_use": "new_meld"}, "4H 2C", "draw discard; lay m1 JK; discard 4H", "taken_card_not_in_meld", ("9S 9H 9D",), {**PILE, "discard": "JK"}),
    Case("J.taken", {**MUST, "taken_discard_use": "new_meld"}, "9S 9H 4H 2C", "draw discard; meld 9S 9H 9D; discard 4H", more=PILE),
    Case("J.taken", {**MUST, "taken_discard_use": "new_meld"}, "9S 9H 4H 2C", "draw discard; meld 9S 9H JK; discard 4H", more={**PILE, "discard": "JK"}),
    Case("J.taken_opening", MUST, "9S 9H 4H 2C", "draw discard; meld 9S 9H 9D; discard 4H", more={**PILE, **NEW}),
    Case("J.taken_opening", MUST, "4H 2C", "draw discard; lay m1 9D; discard 4H", "taken_card_not_in_opening", ("6D 7D 8D",), {**PILE, **NEW}),
    Case("J.taken_opening", MUST, "4S 5S 6S 4H 2C", "draw discard; meld 4S 5S 6S; lay m1 9D; discard 4H", "taken_card_not_in_opening", ("6D 7D 8D",), {**PILE, **NEW}),
    Case("J.taken_opening", MUST, "4S 5S 6S 9H 9C 4H 2C", "draw discard; meld 4S 5S 6S; meld 9H 9C 9D; discard 4H", more={**PILE, **NEW}),
    Case("J.taken_opening", {**MUST, "opening_points": [30]}, "9S 9H 4H 2C", "draw discard; meld 9S 9H 9D; discard 4H", "opening_below_threshold", more={**PILE, **NEW}),
    Case("J.taken_opening", MUST, "4H 2C", "draw discard; lay m1 JK; discard 4H", "taken_card_not_in_opening", ("9S 9H 9D",), {**PILE, **NEW, "discard": "JK"}),
    # J.discard, J.takeback
    Case("J.discard", {"joker_discard": True}, "JK 4H", "discard JK"),
    Case("J.discard", {"joker_discard": True}, "6D 2C 3C", "swap m1 6D; discard JK", "freed_joker_not_tabled", RUN),
    Case("J.discard", {"joker_discard": False}, "JK 4H", "discard JK", "joker_discard_forbidden"),
    Case("J.discard", {"joker_discard": False}, "JK 4H", "discard 4H"),
    Case("J.takeback", {}, "4H 5H 6H 2C", "meld 4H 5H 6H; back; discard 4H"),
    Case("J.takeback", {}, "4H 5H", "back", "nothing_to_take_back"),
    Case("J.takeback", {}, "4H 5H", "draw stock; back", "stock_draw_stays", more=PILE),
    Case("J.takeback", {}, "4H 5H", "back", "nothing_to_take_back", more=PILE),
    Case("J.taken", {"freed_joker": "keep"}, "6D 3C", "draw discard; swap m1 6D; discard JK", "", RUN, {**PILE, "discard": "JK"}),
    Case("J.taken", {"freed_joker": "same_turn"}, "6D 3C", "draw discard; swap m1 6D; lay m2 JK; discard JK", "taken_card_discarded",
         (*RUN, "AS 2S 3S"), {**PILE, "discard": "JK"}),
    # J.set, J.run, J.ace
    Case("J.set", {}, "7S 7H 2C", "meld 7S 7H", "meld_too_small"),
    Case("J.set", {}, "7S 7H 8D 2C", "meld set 7S 7H 8D", "set_mixed_ranks"),
    Case("J.set", {"set_suits": "distinct"}, "7S 7H 7D 7C 2C", "meld 7S 7H 7D 7C"),
    Case("J.set", {"set_suits": "distinct", "packs": 2}, "7S 7S 7D 2C", "meld 7S 7S 7D", "set_same_suit"),
    Case("J.set", {"set_suits": "any", "packs": 2}, "7S 7S 7D 2C", "meld 7S 7S 7D"),
    Case("J.set", {"set_suits": "any", "packs": 2}, "7S 7S 7D 2C", "meld 7S 7S 7D; lay m1 7D", "card_not_in_hand"),
    Case("J.set", {"set_suits": "any", "packs": 2}, "7S 7S 7D 7D 7C 2C", "meld 7S 7S 7D 7D 7C", "set_too_large"),
    Case("J.set", {"set_suits": "any", "packs": 2}, "7S 2C", "lay m1 7S", "", ("7S 7H 7D",)),
    Case("J.set", {"set_suits": "distinct", "packs": 2}, "7S 2C", "lay m1 7S", "does_not_fit", ("7S 7H 7D",)),
    Case("J.run", {}, "7S 8S 9H 2C", "meld run 7S 8S 9H", "run_mixed_suits"),
    Case("J.run", {}, "7S 9S 8S 2C", "meld 7S 9S 8S"),
    Case("J.run", {}, "7S JK 8S 2C", "meld 7S JK 8S", "run_not_consecutive"),
    Case("J.run", {"packs": 2}, "7S 7S 8S 9S 2C", "meld 7S 7S 8S 9S", "run_not_consecutive"),
    Case("J.run", {}, "4C 9D KS 2C", "meld 4C 9D KS", "not_a_meld"),
    Case("J.run", {}, f"{KING_RUN} AS 2C", f"meld {KING_RUN} AS"),
    Case("J.run", {}, f"{KING_RUN} AS 2C", f"meld 2S AS {KING_RUN[3:]}", "meld_ambiguous"),
    Case("J.ace", {"ace": "low_or_high"}, "AS KS QS 2C", "meld AS KS QS"),
    Case("J.ace", {"ace": "low_or_high"}, "AS KS 2S 2C", "meld KS AS 2S", "run_round_the_corner"),
    Case("J.ace", {"ace": "low_or_high", "packs": 2}, f"AS {KING_RUN} AS 2C", f"meld AS {KING_RUN} AS", "run_too_long"),
    Case("J.ace", {"ace": "low"}, "AS 2S 3S 2C", "meld AS 2S 3S"),
    Case("J.ace", {"ace": "low"}, "AS KS QS 2C", "meld AS KS QS", "run_ace_side"),
    Case("J.ace", {"ace": "low"}, "AS 2C", "lay m1 AS", "does_not_fit", ("QS KS JK:JS",)),
    Case("J.ace", {"ace": "low"}, "AS AH AD 2C", "meld AS AH AD"),
    Case("J.ace", {"ace": "high"}, "AS KS QS 2C", "meld AS KS QS"),
    Case("J.ace", {"ace": "high"}, "AS 2S 3S 2C", "meld AS 2S 3S", "run_ace_side"),
    Case("J.ace", {"ace": "high"}, "AS 2C", "lay m1 AS", "does_not_fit", ("2S 3S 4S",)),
    Case("J.ace", {"ace": "both_ends", "packs": 2}, f"AS {KING_RUN} AS 2C", f"meld AS {KING_RUN} AS"),
    Case("J.ace", {"ace": "both_ends", "packs": 2}, "AS 2C", "lay m1 AS", "", (f"AS {KING_RUN}",)),
    Case("J.ace", {"ace": "both_ends"}, "KS AS 2S 2C", "meld KS AS 2S", "run_round_the_corner"),
    Case("J.ace", {"ace": "around"}, "KS AS 2S 2C", "meld KS AS 2S"),
    Case("J.ace", {"ace": "around"}, "2S 2C", "lay m1 2S", "", ("QS KS AS",)),
    Case("J.ace", {"ace": "around", "packs": 2}, f"AS {KING_RUN} AS 2C", f"meld AS {KING_RUN} AS", "run_too_long"),
    # J.joker, J.declare
    Case("J.joker", {}, "JK JK 5S 2C", "meld set JK JK 5S"),
    Case("J.joker", {"jokers": 3}, "JK JK JK 2C", "meld JK JK JK", "too_few_naturals"),
    Case("J.joker", {"min_naturals": 0, "jokers": 3}, "JK JK JK 2C", "meld JK:7S JK:7H JK:7D"),
    Case("J.joker", {"min_naturals": 2}, "7S JK JK 2C", "meld set 7S JK JK", "too_few_naturals"),
    Case("J.joker", {"min_naturals": 2}, "7S 8S JK 2C", "meld 7S 8S JK"),
    Case("J.joker", {"max_jokers_per_meld": 1}, "5S JK JK 8S 2C", "meld 5S JK JK 8S", "too_many_jokers"),
    Case("J.joker", {"max_jokers_per_meld": 1}, "5S JK 7S 2C", "meld 5S JK 7S"),
    Case("J.joker", {"max_jokers_per_meld": 1}, "JK 2C", "lay m1 JK:8S", "too_many_jokers", ("5S JK:6S 7S",)),
    Case("J.joker", {"max_jokers_per_meld": 0}, "5S JK 7S 2C", "meld 5S JK 7S", "too_many_jokers"),
    Case("J.joker", {"min_cards_between_jokers": 2}, "5S JK JK 8S 2C", "meld 5S JK JK 8S", "jokers_too_close"),
    Case("J.joker", {"min_cards_between_jokers": 2}, "5S JK 7S 8S JK 2C", "meld 5S JK 7S 8S JK"),
    Case("J.joker", {"min_cards_between_jokers": 2}, "5S 5H JK JK 2C", "meld 5S 5H JK JK"),
    Case("J.joker", {"jokers_may_outnumber": False}, "7S JK JK 2C", "meld set 7S JK JK", "jokers_outnumber"),
    Case("J.joker", {"jokers_may_outnumber": False}, "7S 7H JK JK 2C", "meld 7S 7H JK JK"),
    Case("J.joker", {"jokers_may_outnumber": True}, "7S JK JK 2C", "meld set 7S JK JK"),
    Case("J.declare", {"joker_declaration": "optional"}, "9S 9H JK 2C", "meld 9S 9H JK"),
    Case("J.declare", {"joker_declaration": "optional"}, "7S JK JK 2C", "meld 7S JK JK", "meld_ambiguous"),
    Case("J.declare", {"joker_declaration": "required"}, "9S 9H JK 2C", "meld 9S 9H JK:9D"),
    Case("J.declare", {"joker_declaration": "required"}, "9S 10S JK KS 2C", "meld 9S 10S JK", "joker_undeclared"),
    Case("J.declare", {"joker_declaration": "required"}, "JK 2C", "lay m1 JK", "joker_undeclared", ("9S 9H 9D",)),
    Case("J.declare", {}, "JK 8S 2C", "lay m1 JK 8S", "lay_off_ambiguous", ("5S 6S 7S",)),
    Case("J.declare", {}, "JK 9S 2C", "lay m1 JK 9S", "", ("5S 6S 7S",)),
    # J.opening, J.opening_rounds, J.three_sets
    Case("J.opening", {"opening_points": [30]}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H; discard 4D", "opening_below_threshold", more=NEW),
    Case("J.opening", {"opening_points": [27]}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H; discard 4D", more=NEW),
    Case("J.opening", {"opening_points": [30]}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H; discard 4D"),
    Case("J.opening", {"opening_points": [30]}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H; back; discard 4D", more=NEW),
    Case("J.opening", {"opening_points": [0, 40]}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H; discard 4D", "opening_below_threshold", more={**NEW, "round": 3}),
    Case("J.opening", {"opening_points": [0, 40]}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H; discard 4D", more=NEW),
    Case("J.opening", {"opening_from_turn": 2}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H", "opening_too_early", more=FIRST),
    Case("J.opening", {"opening_from_turn": 2}, "8H 9H 10H 4D 2C", "meld 8H 9H 10H", more=SECOND),
    Case("J.opening", {"opening_points": [50], "opening_waived_when_going_out": True}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", more=NEW),
    Case("J.opening", {"opening_points": [50], "opening_waived_when_going_out": True}, "4H 5H 6H 9C 2C", "meld 4H 5H 6H; discard 9C", "opening_below_threshold", more=NEW),
    Case("J.opening", {"opening_points": [50], "opening_waived_when_going_out": False}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", "opening_below_threshold", more=NEW),
    Case("J.opening", {"opening_points": [50], "opening_waived_when_going_out": True, "final_discard": "optional"}, "4H 5H 6H", "meld 4H 5H 6H", more=NEW),
    Case("J.opening", {"opening_points": [15], "opening_waived_when_going_out": False, "final_discard": "optional"}, "4H 5H 6H", "meld 4H 5H 6H", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["set", "run"]]}, "7S 7H 7D 4H 5H 6H 2C 3C", "meld 7S 7H 7D; meld 4H 5H 6H; discard 2C", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["set", "run"]]}, "7S 7H 7D 4H 5H 6H 2C", "meld 7S 7H 7D; discard 2C", "opening_melds_missing", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["set", "set:4"]]}, "7S 7H 7D 4S 4H 4D 4C 2C 3C", "meld 4S 4H 4D 4C; meld 7S 7H 7D; discard 2C", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["set:4", "set:4"]]}, "7S 7H 7D 4S 4H 4D 4C 2C 3C", "meld 4S 4H 4D 4C; meld 7S 7H 7D; discard 2C", "opening_melds_missing", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["run:4"]]}, "4H 5H 6H 2C", "meld 4H 5H 6H; discard 2C", "opening_melds_missing", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["run:4"]]}, "4H 5H 6H 7H 8H 2C 3C", "meld 4H 5H 6H 7H 8H; discard 2C", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["set"], ["run"]]}, "4H 5H 6H 2C 3C", "meld 4H 5H 6H; discard 2C", more={**NEW, "round": 5}),
    Case("J.opening_rounds", {"opening_melds": [["set"]], "opening_points": [30]}, "7S 7H 7D 2C 3C", "meld 7S 7H 7D; discard 2C", "opening_below_threshold", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["all_cards"]]}, "4H 5H 6H 2C 3C", "meld 4H 5H 6H; discard 2C", "opening_melds_missing", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["all_cards"]]}, "4H 5H 6H 2C", "meld 4H 5H 6H; discard 2C", more=NEW),
    Case("J.opening_rounds", {"opening_melds": [["all_cards"]], "final_discard": "optional"}, "4H 5H 6H", "meld 4H 5H 6H", more=NEW),
    Case("J.three_sets", {"opening_points": [50], "opening_alternative": "three_sets"}, "2S 2H 2D 3S 3H 3D 4S 4H 4D 4C 2C", "meld 2S 2H 2D; meld 3S 3H 3D; meld 4S 4H 4D; discard 4C", more=NEW),
    Case("J.three_sets", {"opening_points": [50], "opening_alternative": "none"}, "2S 2H 2D 3S 3H 3D 4S 4H 4D 4C 2C", "meld 2S 2H 2D; meld 3S 3H 3D; meld 4S 4H 4D; discard 4C", "opening_below_threshold", more=NEW),
    Case("J.three_sets", {"opening_points": [50], "opening_alternative": "three_sets"}, "2S 2H 2D 3S 3H 3D 4S 5S 6S 4C 2C", "meld 2S 2H 2D; meld 3S 3H 3D; meld 4S 5S 6S; discard 4C", "opening_below_threshold", more=NEW),
    Case("J.three_sets", {"opening_alternative": "none"}, "2S 2H 2D 3C 4C", "meld 2S 2H 2D; discard 4C", more=NEW),
    # J.values
    Case("J.values", {"opening_points": [20], "ace_low_points": 15}, "AS 2S 3S 2C 3C", "meld AS 2S 3S; discard 2C", more=NEW),
    Case("J.values", {"opening_points": [20]}, "AS 2S 3S 2C 3C", "meld AS 2S 3S; discard 2C", "opening_below_threshold", more=NEW),
    Case("J.values", {"opening_points": [30], "ace_high_points": 9}, "AS QS KS 2C 3C", "meld AS QS KS; discard 2C", "opening_below_threshold", more=NEW),
    Case("J.values", {"opening_points": [30]}, "AS AH AD 2C 3C", "meld AS AH AD; discard 2C", more=NEW),
    Case("J.values", {"opening_points": [30], "joker_opening_points": 20}, "5S 5H JK 2C 3C", "meld 5S 5H JK; discard 2C", more=NEW),
    Case("J.values", {"opening_points": [30], "joker_opening_points": 0}, "KS KH JK 2C 3C", "meld KS KH JK; discard 2C", "opening_below_threshold", more=NEW),
    Case("J.values", {"opening_points": [30], "joker_opening_points": None}, "KS KH JK 2C 3C", "meld KS KH JK; discard 2C", more=NEW),
    # J.layoff_when, J.layoff
    Case("J.layoff", {}, "4S 8S 2C 3C", "lay m1 4S 8S 2C", "does_not_fit", ("5S 6S 7S",)),
    Case("J.layoff_when", {"lay_off": "always"}, "7D 2C 3C", "lay m1 7D; discard 2C", "", ("4D 5D 6D",), NEW),
    Case("J.layoff_when", {"lay_off": "always"}, "9D 2C 3C", "lay m1 9D", "does_not_fit", ("4D 5D 6D",), NEW),
    Case("J.layoff_when", {"lay_off": "after_opening"}, "7D 2C 3C", "lay m1 7D", "lay_off_before_opening", ("4D 5D 6D",), NEW),
    Case("J.layoff_when", {"lay_off": "after_opening"}, "7S 7H 7D 7C 2C", "meld 7S 7H 7C; lay m1 7D", "", ("4D 5D 6D",), NEW),
    Case("J.layoff_when", {"lay_off": "after_opening", "opening_points": [30]}, "7S 7H 7D 7C 2C", "meld 7S 7H 7C; lay m1 7D", "lay_off_before_opening", ("4D 5D 6D",), NEW),
    Case("J.layoff_when", {"lay_off": "turn_after_opening"}, "7S 7H 7D 7C 2C", "meld 7S 7H 7C; lay m1 7D", "lay_off_next_turn", ("4D 5D 6D",), NEW),
    Case("J.layoff_when", {"lay_off": "turn_after_opening"}, "7D 2C 3C", "lay m1 7D", "lay_off_before_opening", ("4D 5D 6D",), NEW),
    Case("J.layoff_when", {"lay_off": "turn_after_opening"}, "7D 2C 3C", "lay m1 7D", "", ("4D 5D 6D",)),
    Case("J.layoff", {}, "7D 2C", "lay m2 7D", "meld_unknown", ("4D 5D 6D",)),
    Case("J.layoff", {"packs": 2, "jokers": 2}, "JK 2C", "lay m1 JK", "meld_full", ("7S 7H 7D 7C",)),
    Case("J.layoff", {"packs": 2}, "AS 2C", "lay m1 AS", "meld_full", (f"AS {KING_RUN}",)),
    Case("J.layoff", {"packs": 2}, "2S 2C", "lay m1 2S", "does_not_fit", ("QS KS AS",)),
    Case("J.layoff", {}, "7D 3D 8D 2C", "lay m1 8D 3D 7D", "", ("4D 5D 6D",)),
    Case("J.layoff", {}, "7D 8D 2C", "lay m1 8D", "does_not_fit", ("4D 5D 6D",)),
    Case("J.layoff", {}, "7D 2C", "lay m1", "does_not_fit", ("4D 5D 6D",)),
    Case("J.layoff", {}, "7C 2C", "lay m1 7C", "does_not_fit", ("4D 5D 6D",)),
    # J.swap, J.freed
    Case("J.swap", {"joker_swap": "never"}, "6D 8D 2C", "swap m1 6D", "swap_forbidden", RUN),
    Case("J.swap", {"joker_swap": "never"}, "6D 8D 2C", "lay m1 8D", "", RUN),
    Case("J.swap", {"joker_swap": "always"}, "6D 2C 3C", "swap m1 6D", "", RUN, NEW),
    Case("J.swap", {"joker_swap": "always"}, "6C 2C 3C", "swap m1 6C", "no_such_joker", RUN, NEW),
    Case("J.swap", {"joker_swap": "always"}, "6D 2C 3C", "swap m2 6D", "meld_unknown", RUN),
    Case("J.swap", {"joker_swap": "always"}, "6C 2C 3C", "swap m1 6D", "card_not_in_hand", RUN),
    Case("J.swap", {"joker_swap": "after_opening"}, "6D 2C 3C", "swap m1 6D", "swap_before_opening", RUN, NEW),
    Case("J.swap", {"joker_swap": "after_opening"}, "6D 7S 7H 7C 3C", "meld 7S 7H 7C; swap m1 6D", "", RUN, NEW),
    Case("J.swap", {"joker_swap": "turn_after_opening"}, "6D 7S 7H 7C 3C", "meld 7S 7H 7C; swap m1 6D", "swap_next_turn", RUN, NEW),
    Case("J.swap", {"joker_swap": "turn_after_opening"}, "6D 2C 3C", "swap m1 6D", "swap_before_opening", RUN, NEW),
    Case("J.swap", {"joker_swap": "turn_after_opening"}, "6D 2C 3C", "swap m1 6D", "", RUN),
    Case("J.swap", {"set_joker_swap": "declared"}, "9D 2C 3C", "swap m1 9D", "no_such_joker", ONE),
    Case("J.swap", {"set_joker_swap": "declared"}, "9D 2C 3C", "swap m1 9D", "", BOTH),
    Case("J.swap", {"set_joker_swap": "either_missing"}, "9C 2C 3C", "swap m1 9C", "", ONE),
    Case("J.swap", {"set_joker_swap": "either_missing"}, "9C 2C 3C", "swap m1 9C", "no_such_joker", BOTH),
    Case("J.swap", {"set_joker_swap": "both_missing"}, "9C 2C 3C", "swap m1 9C", "swap_needs_both", ONE),
    Case("J.swap", {"set_joker_swap": "both_missing"}, "9C 9D 3C", "swap m1 9C 9D", "", ONE),
    Case("J.swap", {"set_joker_swap": "both_missing"}, "9D 2C 3C", "swap m1 9D", "", BOTH),
    Case("J.swap", {"full_set_joker_locked": True}, "9D 2C 3C", "swap m1 9D", "full_set_locked", ("9S 9H 9C JK",)),
    Case("J.swap", {"full_set_joker_locked": True}, "9D 2C 3C", "swap m1 9D", "", BOTH),
    Case("J.swap", {"full_set_joker_locked": True}, "6D 2C 3C", "swap m1 6D", "", ("4D 5D JK 7D",)),
    Case("J.swap", {"full_set_joker_locked": False}, "9D 2C 3C", "swap m1 9D", "", ("9S 9H 9C JK",)),
    Case("J.freed", {"freed_joker": "same_turn"}, "6D 2C 3C", "swap m1 6D; discard 2C", "freed_joker_not_tabled", RUN),
    Case("J.freed", {"freed_joker": "same_turn"}, "6D 2C 3C", "swap m1 6D; lay m2 JK; discard 2C", "", (*RUN, "AS 2S 3S")),
    Case("J.freed", {"freed_joker": "same_turn"}, "6D JK 2C 3C", "swap m1 6D; lay m2 JK; discard JK", "", (*RUN, "AS 2S 3S")),
    Case("J.freed", {"freed_joker": "same_turn"}, "6D JK 2C 3C", "lay m2 JK; swap m1 6D; discard JK", "", (*RUN, "AS 2S 3S")),
    Case("J.freed", {"freed_joker": "keep"}, "6D 2C 3C", "swap m1 6D; discard 2C", "", RUN),
    Case("J.freed", {"freed_joker": "keep"}, "6D 2C 3C", "swap m1 6D; discard JK", "", RUN),
    Case("J.freed", {"freed_joker": "keep"}, "6D 2C 3C", "swap m1 6D; discard 6D", "card_not_in_hand", RUN),
    Case("J.freed", {"freed_joker_destination": "any"}, "6D 2C 3C", "swap m1 6D; lay m1 JK:8D; discard 2C", "", RUN),
    Case("J.freed", {"freed_joker_destination": "any"}, "6D 2C 3C", "swap m1 6D; discard 2C", "freed_joker_not_tabled", RUN),
    Case("J.freed", {"freed_joker_destination": "other_meld"}, "6D 2C 3C", "swap m1 6D; lay m1 JK:8D; discard 2C", "freed_joker_not_tabled", RUN),
    Case("J.freed", {"freed_joker_destination": "other_meld"}, "6D 2C 3C", "swap m1 6D; lay m2 JK; discard 2C", "", (*RUN, "AS 2S 3S")),
    Case("J.freed", {"freed_joker_destination": "new_meld"}, "6D 2C 3C", "swap m1 6D; lay m2 JK; discard 2C", "freed_joker_not_tabled", (*RUN, "AS 2S 3S")),
    Case("J.freed", {"freed_joker_destination": "new_meld"}, "6D 7H 7C 2C 3C", "swap m1 6D; meld 7H 7C JK; discard 2C", "", RUN),
    Case("J.freed", {"freed_joker_destination": "new_meld"}, "6D 7S 7H 7C 2C 3C", "meld 7S 7H 7C; swap m1 6D; lay m2 JK; discard 2C", "", RUN),
    Case("J.freed", {"freed_joker_destination": "any"}, "JK 9D 2C 3C", "lay m1 JK; swap m1 9D; discard JK", "", ONE),
    Case("J.freed", {"freed_joker_destination": "any"}, "JK 9D 2C 3C", "swap m1 9D; lay m1 JK; discard JK", "", ONE),
    Case("J.freed", {"freed_joker_destination": "any"}, "JK 8D 2C 3C", "lay m1 JK:8D; swap m1 8D; discard 2C", "freed_joker_not_tabled", RUN),
    # J.out, J.first_lap, J.in_one_go
    Case("J.out", {"final_discard": "required"}, "4H 5H 6H", "meld 4H 5H 6H", "last_card_must_be_discarded"),
    Case("J.out", {"final_discard": "required"}, "7D", "lay m1 7D", "last_card_must_be_discarded", ("4D 5D 6D",)),
    Case("J.out", {"final_discard": "required"}, "7D 2C", "lay m1 7D; discard 2C", "", ("4D 5D 6D",)),
    Case("J.out", {"final_discard": "required", "joker_discard": False}, "7D JK", "lay m1 7D; discard JK", "joker_discard_forbidden", ("4D 5D 6D",)),
    Case("J.out", {"final_discard": "optional"}, "4H 5H 6H", "meld 4H 5H 6H"),
    Case("J.out", {"final_discard": "optional"}, "7D", "lay m1 7D", "", ("4D 5D 6D",)),
    Case("J.out", {"final_discard": "optional"}, "7D 2C", "lay m1 7D; discard 2C", "", ("4D 5D 6D",)),
    Case("J.out", {"final_discard": "optional", "opening_points": [40]}, "4H 5H 6H", "meld 4H 5H 6H", "opening_below_threshold", more=NEW),
    Case("J.out", {"final_discard": "forbidden"}, "4H 5H 6H", "meld 4H 5H 6H"),
    Case("J.out", {"final_discard": "forbidden"}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", "final_discard_forbidden"),
    Case("J.first_lap", {"finish_from": "any_turn"}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", more=FIRST),
    Case("J.first_lap", {"finish_from": "any_turn"}, "4H 5H 6H", "meld 4H 5H 6H", "last_card_must_be_discarded", more=FIRST),
    Case("J.first_lap", {"finish_from": "all_others_played"}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", "finish_too_early", more=FIRST),
    Case("J.first_lap", {"finish_from": "all_others_played"}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", more={**NEW, "turns_taken": (1, 0)}),
    Case("J.first_lap", {"finish_from": "all_others_played", "final_discard": "optional"}, "4H 5H 6H", "meld 4H 5H 6H", "finish_too_early", more=FIRST),
    Case("J.first_lap", {"finish_from": "second_turn"}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", "finish_too_early", more={**NEW, "turns_taken": (1, 0)}),
    Case("J.first_lap", {"finish_from": "second_turn"}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", more={**NEW, "turns_taken": (0, 1)}),
    Case("J.in_one_go", {"concealed_finish_only": True}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", "finish_not_concealed", more=TABLED),
    Case("J.in_one_go", {"concealed_finish_only": True}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C"),
    Case("J.in_one_go", {"concealed_finish_only": False}, "4H 5H 6H 9C", "meld 4H 5H 6H; discard 9C", more=TABLED),
    Case("J.in_one_go", {"concealed_finish_only": True, "final_discard": "optional"}, "4H 5H 6H", "meld 4H 5H 6H", "finish_not_concealed", more=TABLED),
    # J.stock_out
    Case("J.stock_out", {"stock_out": "reshuffle"}, "4H", "draw stock", more=EMPTY_STOCK),
    Case("J.stock_out", {"stock_out": "reshuffle"}, "4H", "draw stock", "stock_empty", more={**EMPTY_STOCK, "discard": "9D"}),
    Case("J.stock_out", {"stock_out": "turn_over"}, "4H", "draw stock", more=EMPTY_STOCK),
    Case("J.stock_out", {"stock_out": "turn_over"}, "4H", "draw stock", "stock_empty", more={**EMPTY_STOCK, "discard": "9D"}),
    Case("J.stock_out", {"stock_out": "end_round"}, "4H", "draw stock", "stock_empty", more=EMPTY_STOCK),
    Case("J.stock_out", {"stock_out": "end_round"}, "4H", "draw discard", more=EMPTY_STOCK),
    Case("J.stock_out", {"max_reshuffles": 1}, "4H", "draw stock", more=EMPTY_STOCK),
    Case("J.stock_out", {"max_reshuffles": 1}, "4H", "draw stock", "stock_empty", more={**EMPTY_STOCK, "reshuffles": 1}),
]
# fmt: on


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES])
def test_a_play_under_house_rules(case: Case) -> None:
    options = rules(**case.options)
    state = position(options, case.hand, table=case.table, **case.more)
    answer = no(play(options, state, case.play, seat=ME))
    assert [code for code, _ in answer][:1] == ([case.code] if case.code else [])


CHOICES = [
    pytest.param(field.name, value, id=f"{field.clause} {field.name}={value}")
    for field in fields(PRESETS["jokeren-7"].options)
    for value in (field.values or ())
    if field.clause not in {"J.upcard", "J.starter", "J.score", "J.score_kbn", "J.collect", "J.game_end"}
]
"""Values of options that bear on a play; the others are in test_rounds.py and test_match.py."""


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_every_choice_has_a_play_that_it_allows_and_one_that_it_does_not(name: str, value: str) -> None:
    outcomes = {bool(case.code) for case in CASES if case.options.get(name) == value}
    assert False in outcomes
    assert outcomes == {True, False} or (name, value) == ("opening_alternative", "none")
