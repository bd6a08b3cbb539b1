"""For every option that bears on a round, positions and actions on which its values give different answers.

They are what people quarrel about at a table: a card laid off before opening, a joker in a full set, an opening that is
a few points short. What depends on figures, such as an opening, is made to lie between those of the two rulesets.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.cards import JOKER, SUITS
from engine.jokeren.actions import Discard, Draw, DrawSeen
from engine.jokeren.probes import endgames, openings
from engine.jokeren.probes.endgames import turns_before
from engine.jokeren.probes.openings import melds_to_open
from engine.jokeren.probes.staging import cards, laid, lay_off, meld, probe, stage_of, swap
from engine.jokeren.runs import window

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.probes.staging import Stage
    from engine.results import Probe

STOCK, PILE = Draw("stock"), Draw("discard")
RUN, RUN_OF_JOKER, OTHER_RUN = "4D 5D 6D 7D", "4D JK:5D 6D 7D 8D", "4S 5S 6S 7S"
MOST_JOKERS, WIDEST_GAP, LONGEST = 6, 4, 12


def probes(left: JokerenOptions, right: JokerenOptions, option: str) -> Iterator[Probe]:
    """The probes of an option; none for one that bears on deals or on whole games only."""
    stage = stage_of(left, right)
    if stage is not None and option in PROBES:
        yield from PROBES[option](stage)


def _draws_of_the_pile(stage: Stage) -> Iterator[Probe]:
    taken: dict[str, Any] = {"phase": "draw", "discard": "3C 9D"}
    yield probe(stage, "", PILE, over=3, **taken)
    yield probe(stage, "9S 9H 9C", PILE, meld("9S 9H 9D 9C"), **taken)
    yield probe(stage, "4H 5H 7H", PILE, meld("4H 5H 6H 7H"), phase="draw", discard="3C 6H", ends=False)
    yield probe(stage, "4H", PILE, Discard("9D"), ends=False, **taken)


def _uses_of_a_taken_card(stage: Stage) -> Iterator[Probe]:
    yield probe(stage, "", PILE, lay_off("m1", "8D"), table=(RUN,), phase="draw", discard="3C 8D")


def _early_draws(stage: Stage) -> Iterator[Probe]:
    before = min(one.draw_discard_from_turn for one in stage.both) - 1
    yield probe(stage, "4H", PILE, phase="draw", turns=(before, before), ends=False)


def _early_openings(stage: Stage) -> Iterator[Probe]:
    before = min(one.opening_from_turn for one in stage.both) - 1
    yield probe(stage, "4H 5H 6H 7H", meld("4H 5H 6H 7H"), opened=False, turns=(before, before), ends=False)


def _lay_offs(stage: Stage) -> Iterator[Probe]:
    yield probe(stage, "8D", lay_off("m1", "8D"), table=(RUN,), opened=False, ends=False)
    for number, melds in melds_to_open(stage, without=f"{RUN} 8D"):
        yield probe(
            stage, f"8D {laid(*melds)}", *melds, lay_off("m1", "8D"),
            table=(RUN,), opened=False, round=number, ends=False,
        )  # fmt: skip


def _swaps(stage: Stage) -> Iterator[Probe]:
    table = (RUN_OF_JOKER,)
    yield probe(stage, "5D", swap("m1", "5D"), table=table, ends=False)
    yield probe(stage, "5D", swap("m1", "5D"), table=table, opened=False, ends=False)
    for number, melds in melds_to_open(stage, without=f"{RUN} 8D"):
        yield probe(
            stage, f"5D {laid(*melds)}", *melds, swap("m1", "5D"),
            table=table, opened=False, round=number, ends=False,
        )  # fmt: skip


def _swaps_in_sets(stage: Stage) -> Iterator[Probe]:
    table = ("9S 9H JK",)
    yield probe(stage, "9D", swap("m1", "9D"), table=table, ends=False)
    yield probe(stage, "9D 9C", swap("m1", "9D 9C"), table=table, ends=False)


def _swaps_in_full_sets(stage: Stage) -> Iterator[Probe]:
    yield probe(stage, "9D", swap("m1", "9D"), table=("9S 9H 9C JK:9D",), ends=False)


def _freed_jokers(stage: Stage) -> Iterator[Probe]:
    yield probe(stage, "5D", swap("m1", "5D"), table=(RUN_OF_JOKER,))


def _ways_of_freed_jokers(stage: Stage) -> Iterator[Probe]:
    table = (RUN_OF_JOKER, OTHER_RUN)
    for onto in (lay_off("m1", "JK:9D"), lay_off("m2", "JK:8S")):
        yield probe(stage, "5D", swap("m1", "5D"), onto, table=table)


def _discarded_jokers(stage: Stage) -> Iterator[Probe]:
    yield probe(stage, JOKER, Discard(JOKER), ends=False)


def _sets_of_alike(stage: Stage) -> Iterator[Probe]:
    for text in ("7S 7S 7D", "7S 7S 7H 7D", "7S 7H JK:7S", "7S 7H 7D JK:7S"):
        yield probe(stage, _hand(text), meld(text), ends=False)


def _aces(stage: Stage) -> Iterator[Probe]:
    whole = " ".join(window("S", 1, 13))
    for text in ("AS 2S 3S 4S", "JS QS KS AS", "KS AS 2S 3S", f"{whole} AS", f"{whole} JK:AS"):
        yield probe(stage, _hand(text), meld(text), ends=False)


def _jokers_in_melds(stage: Stage) -> Iterator[Probe]:
    """Melds with every number of jokers and of cards between them, and sets with every number of natural cards."""
    for size in (3, 4):
        for naturals in range(size + 1):
            faces = ["7" + suit for suit in SUITS[:size]]
            yield _meld(stage, [*faces[:naturals], *(f"JK:{face}" for face in faces[naturals:])])
    for jokers in range(1, min(stage.jokers, MOST_JOKERS) + 1):
        for gap in range(WIDEST_GAP + 1 if jokers > 1 else 1):
            places = range(1, 2 + (jokers - 1) * (gap + 1), gap + 1)
            length = max(places[-1] + 2, min(2 * jokers + 2, LONGEST))
            if length <= LONGEST:
                run = window("S", 2, length)
                yield _meld(stage, [f"JK:{face}" if at in places else face for at, face in enumerate(run)])


def _undeclared_jokers(stage: Stage) -> Iterator[Probe]:
    yield _meld(stage, cards("9S 10S JK QS KS"))


def _empty_stocks(stage: Stage) -> Iterator[Probe]:
    pile: dict[str, Any] = {"stock": "", "discard": "3C 9D JD"}
    for spent in sorted({0, *(one.max_reshuffles or 0 for one in stage.both)}):
        yield probe(stage, "4H", STOCK, phase="draw", ends=False, reshuffles=spent, **pile)
        yield probe(stage, "4H", over=3, reshuffles=spent, **pile)
    yield probe(stage, "4H", DrawSeen("stock", "9D"), phase="draw", ends=False, **pile)


def _last_turns(stage: Stage) -> Iterator[Probe]:
    yield probe(stage, "4H", over=3, turns=turns_before(stage, min(one.max_turns for one in stage.both) - 1))


def _hand(text: str) -> str:
    return laid(meld(text))


def _meld(stage: Stage, text: list[str] | tuple[str, ...]) -> Probe:
    whole = " ".join(text)
    return probe(stage, _hand(whole), meld(whole), ends=False)


PROBES: Mapping[str, Callable[[Stage], Iterator[Probe]]] = MappingProxyType(
    {
        "draw_discard": _draws_of_the_pile,
        "taken_discard_use": _uses_of_a_taken_card,
        "draw_discard_from_turn": _early_draws,
        "opening_points": openings.crossings,
        "opening_melds": openings.kinds_short,
        "opening_alternative": openings.alternatives,
        "opening_from_turn": _early_openings,
        "opening_waived_when_going_out": openings.waivers,
        "ace_low_points": openings.aces_low,
        "ace_high_points": openings.aces_high,
        "joker_opening_points": openings.jokers_laid,
        "lay_off": _lay_offs,
        "set_suits": _sets_of_alike,
        "ace": _aces,
        "min_naturals": _jokers_in_melds,
        "max_jokers_per_meld": _jokers_in_melds,
        "min_cards_between_jokers": _jokers_in_melds,
        "jokers_may_outnumber": _jokers_in_melds,
        "joker_declaration": _undeclared_jokers,
        "joker_swap": _swaps,
        "set_joker_swap": _swaps_in_sets,
        "full_set_joker_locked": _swaps_in_full_sets,
        "freed_joker": _freed_jokers,
        "freed_joker_destination": _ways_of_freed_jokers,
        "joker_discard": _discarded_jokers,
        "final_discard": endgames.goings_out,
        "finish_from": endgames.first_laps,
        "concealed_finish_only": endgames.not_concealed,
        "concealed_finish_factor": endgames.doubled,
        "stock_out": _empty_stocks,
        "max_reshuffles": _empty_stocks,
        "max_turns": _last_turns,
        "hand_penalties": endgames.cards_left,
        "penalty_table": endgames.cards_left,
        "joker_penalty": endgames.jokers_left,
        "joker_penalty_unplayable": endgames.jokers_left,
        "joker_playable_if": endgames.jokers_left,
        "scoring": endgames.any_left,
    }
)
"""What makes the probes of each option, by its name."""
