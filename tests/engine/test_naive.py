"""The engine against the naive second implementation, over random cards, tables, turns and house rules.

It covers J.set, J.run, J.ace, J.joker, J.declare, J.values, J.layoff, J.swap, J.freed, J.taken, J.taken_opening,
J.opening, J.opening_rounds, J.three_sets, J.score, J.score_kbn, J.double and J.collect.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from engine import Reading, Refused, Ruleset, Step
from engine.cards import FACES, JOKER, JOKER_FOR, pack, sort_hand
from engine.jokeren import JOKEREN
from engine.jokeren.actions import Discard, SwapJoker, TableMeld, TakeBack, TurnMeld
from engine.jokeren.duties import opening_owed
from engine.jokeren.melds import judge, readings
from engine.jokeren.scoring import Ended, card_costs, score
from engine.jokeren.solver import most_jokers
from engine.jokeren.table import extensions, lay_off, swaps
from tests.engine import naive
from tests.engine.strategies import choose, house_rules, law, resolved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

CASES = 100
"""Random cards per random ruleset."""

MELD_OPTIONS = (
    *(
        "set_suits",
        "ace",
        "min_naturals",
        "max_jokers_per_meld",
        "min_cards_between_jokers",
        "jokers_may_outnumber",
    ),
    *("joker_declaration", "set_joker_swap", "full_set_joker_locked", "ace_low_points", "ace_high_points"),
    "joker_opening_points",
)
OPENING_OPTIONS = (
    "opening_points",
    "opening_melds",
    "opening_alternative",
    "final_discard",
    "joker_opening_points",
)
SCORE_OPTIONS = (
    *("hand_penalties", "penalty_table", "joker_penalty", "scoring", "concealed_finish_factor"),
    *("ace_low_points", "ace_high_points"),
)
OWED_OPTIONS = (
    *("set_suits", "ace", "joker_declaration", "set_joker_swap", "freed_joker", "freed_joker_destination"),
    *("final_discard", "opening_points", "opening_melds", "draw_discard", "taken_discard_use"),
)
PLACED_OPTIONS = (
    *MELD_OPTIONS,
    *("opening_points", "opening_melds", "opening_alternative", "final_discard", "lay_off"),
)
chances = st.integers(0, 2**32)


def rulings(names: tuple[str, ...], **fixed: Any) -> st.SearchStrategy[Ruleset]:
    """Rulesets that differ in these options."""
    return house_rules("jokeren-7", names).map(lambda chosen: resolved("jokeren-7", {**chosen, **fixed}))


def near_meld(rng: Random) -> tuple[str, ...]:
    """A few cards that are a meld or nearly: a set or a run with some cards turned into jokers, changed or moved."""
    if rng.random() < 0.4:
        rank = rng.choice(FACES)[:-1]
        cards = [rank + suit for suit in rng.sample("SHDC", rng.choice((2, 3, 3, 3, 4, 4)))]
    else:
        start, length = rng.randrange(13), rng.choice((2, 3, 3, 4, 5, 6, 12, 13, 14))
        suit = rng.randrange(4) * 13
        cards = [FACES[suit + (start + at) % 13] for at in range(length)]
        if rng.random() < 0.2:
            cards = [FACES[suit + at % 13] for at in range(length)]
    for at, card in enumerate(cards):
        chance = rng.random()
        if chance < 0.15:
            cards[at] = JOKER
        elif chance < 0.3:
            cards[at] = JOKER_FOR + card
        elif chance < 0.36:
            cards[at] = rng.choice(
                (rng.choice(FACES), JOKER_FOR + rng.choice(FACES), card[:-1] + rng.choice("SHDC"))
            )
    if rng.random() < 0.25:
        cards.append(rng.choice((JOKER, JOKER, rng.choice(FACES), rng.choice(cards))))
    if rng.random() < 0.3:
        rng.shuffle(cards)
    return tuple(cards)


def a_meld(options: JokerenOptions, rng: Random) -> Reading:
    """A meld that can lie on the table."""
    while True:
        found = judge(options.melds, near_meld(rng))
        if isinstance(found, Reading):
            return found


@law
@given(rulings(MELD_OPTIONS), chances)
def test_melds_and_their_readings(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES):
        cards, kind = near_meld(rng), rng.choice((None, None, "set", "run"))
        found = {
            (one.kind, one.cards, one.points, one.stands) for one in readings(options.melds, cards, kind)
        }
        expected = naive.readings(options, cards, kind)
        assert found == {(one.kind, one.cards, one.points, not one.broken) for one in expected}, cards
        assert len(readings(options.melds, cards, kind)) == len(found)
        verdict, second = judge(options.melds, cards, kind), naive.judge(options, cards, kind)
        if isinstance(verdict, Reading):
            assert isinstance(second, naive.Reading), cards
            assert verdict == Reading(second.kind, second.cards, second.points, stands=True)
        elif second is None:
            assert not found
        else:
            assert isinstance(second, frozenset), cards
            assert verdict.refusals[0].code in second, cards


@law
@given(rulings(MELD_OPTIONS), chances)
def test_lay_offs_of_one_card(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES // 10):
        meld = a_meld(options, rng)
        taken = extensions(options.melds, meld.kind, meld.cards)
        for card in (*FACES, *(JOKER_FOR + face for face in FACES), JOKER):
            found, expected = taken.get(card), naive.laid_off(options, meld.kind, meld.cards, card)
            assert (found is None) == (expected is None), (meld, card)
            if found is not None and expected is not None:
                assert found[1] == expected[1], (meld, card)
                assert found[0] == expected[0] or meld.kind == "set", (meld, card)


@law
@given(rulings(MELD_OPTIONS), chances)
def test_lay_offs_of_several_cards(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES // 4):
        meld = a_meld(options, rng)
        added = tuple(near_cards(meld, rng))
        found = lay_off(options.melds, "m1", meld.kind, meld.cards, added)
        ways = naive.all_laid_off(options, meld.kind, meld.cards, added)
        codes = {no.code for no in found.refusals} if isinstance(found, Refused) else set()
        if len({declared for declared, _ in ways}) > 1:
            assert codes == {"lay_off_ambiguous"}, (meld, added)
        elif ways:
            assert not isinstance(found, Refused), (meld, added)
            assert found[1] in {after for _, after in ways}, (meld, added)
        else:
            assert codes, (meld, added)
            assert codes != {"lay_off_ambiguous"}, (meld, added)


def near_cards(meld: Reading, rng: Random) -> Iterator[str]:
    """One to three cards that may go onto a meld, among them the next ones at either end of a run."""
    shown = [card for card in meld.cards if card != JOKER]
    first, last = (FACES.index(card.removeprefix(JOKER_FOR)) for card in (shown[0], shown[-1]))
    near = [FACES[(first - at) % 52] for at in (1, 2)] + [FACES[(last + at) % 52] for at in (1, 2)]
    near += [shown[0].removeprefix(JOKER_FOR)[:-1] + suit for suit in "SHDC"]
    near += [FACES[first // 13 * 13], JOKER, JOKER]
    for card in rng.sample(near, rng.choice((1, 2, 2, 3))):
        yield JOKER_FOR + card if card != JOKER and rng.random() < 0.2 else card


@law
@given(rulings(MELD_OPTIONS), chances)
def test_swaps(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES // 10):
        meld = a_meld(options, rng)
        found = {
            tuple(sorted(cards)): after
            for cards, (_, after) in swaps(options.melds, meld.kind, meld.cards).items()
        }
        expected = {}
        for cards in ((face,) for face in FACES):
            expected[cards] = naive.swapped(options, meld.kind, meld.cards, cards)
        same_rank = [
            face for face in FACES if meld.kind == "set" and any(face[:-1] in card for card in meld.cards)
        ]
        for cards in combinations(same_rank, 2):
            expected[tuple(sorted(cards))] = naive.swapped(options, meld.kind, meld.cards, cards)
        assert found == {cards: after for cards, after in expected.items() if after is not None}, meld


@law
@given(rulings(OPENING_OPTIONS), chances)
def test_openings(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES // 4):
        melds = [a_meld(options, rng) for _ in range(rng.randrange(1, 4))]
        laid = [TurnMeld("m1", meld.kind, meld.cards, meld.points) for meld in melds]  # type: ignore[arg-type]
        number, left = rng.randrange(1, 5), rng.randrange(3)
        owed = opening_owed(options, laid, round_number=number, hand_left=left)
        told = [(meld.kind, len(meld.cards), meld.points) for meld in melds]
        lacks = naive.opening_lacks(options, number, told, left)
        assert [duty.code.value for duty in owed] == {-1: ["opening_below_threshold"], 0: []}.get(
            lacks, ["opening_melds_missing"]
        )
        if lacks > 0:
            assert len(owed[0].kinds or ()) == lacks


def joker_table(options: JokerenOptions, rng: Random) -> JokerenState | None:
    """A turn before its draw with jokers on the table and in hand, and cards with which to swap them or to meld."""
    melds = [a_meld(options, rng) for _ in range(rng.randrange(2, 5))]
    left = pack(2, 6)
    try:
        for card in (card for meld in melds for card in meld.cards):
            left.remove(JOKER if card.startswith(JOKER) else card)
    except ValueError:
        return None
    wanted = [
        face for meld in melds for cards in swaps(options.melds, meld.kind, meld.cards) for face in cards
    ]
    hand = rng.sample(left, 5) + [JOKER] * rng.randrange(2)
    hand += rng.sample(wanted, min(len(wanted), 3))
    table = tuple(TableMeld(f"m{at + 1}", 0, meld.kind, meld.cards) for at, meld in enumerate(melds))  # type: ignore[arg-type]
    turn = {"seat": 1, "phase": "draw"}
    piles = {"stock": (rng.choice(left),), "discard": (rng.choice((*hand, JOKER)),)}
    seats = {"opened": (True, rng.random() < 0.7), "turns_taken": (1, 1)}
    given = {"hands": (("2C",), sort_hand(hand)), "turn": turn, "table": table, **piles, **seats}
    state = JOKEREN.position(options, given)
    return None if isinstance(state, Refused) else state


TO_BE_TABLED = {
    "freed_joker_not_tabled",
    "taken_card_not_tabled",
    "taken_card_not_in_meld",
    "taken_card_not_in_opening",
}


@law
@given(rulings(OWED_OPTIONS, packs=2, jokers=6), chances)
def test_what_must_be_tabled_before_the_turn_ends(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES // 10):
        state = joker_table(options, rng)
        before = {meld.id: meld.cards for meld in state.table} if state else {}
        opened = state is not None and state.turn.opened
        for _ in range(9 if state else 0):
            assert state is not None
            listed = JOKEREN.legal_actions(options, state)
            moves = [one for one in listed if not isinstance(one, Discard | TakeBack)]
            if not moves:
                break
            often = [one for one in moves if isinstance(one, SwapJoker)]
            action = rng.choice(often) if often and rng.random() < 0.5 else choose(JOKEREN, moves, rng)
            step = JOKEREN.play(options, state, 1, action, key=b"")
            assert isinstance(step, Step)
            state = step.state
            if state.outcome is not None:
                break
            owed = [duty for duty in state.turn.duties if duty.code in TO_BE_TABLED]
            expected = naive.tabling_owed(options, before, list(state.turn.actions), opened=opened)
            assert len(owed) == expected, state.turn.actions


@law
@given(rulings(PLACED_OPTIONS, packs=2, jokers=6), chances)
def test_jokers_that_could_have_been_laid(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES // 50):
        melds = [a_meld(options, rng) for _ in range(rng.choice((0, 1, 1, 2)))]
        near = [card for card in near_meld(rng) if not card.startswith(JOKER)]
        cards = near[:3] + rng.choices(FACES, k=rng.randrange(2)) + [JOKER] * rng.randrange(1, 4)
        hand, opened = sort_hand(cards), rng.random() < 0.5
        table = [TableMeld(f"m{at + 1}", 0, meld.kind, meld.cards) for at, meld in enumerate(melds)]  # type: ignore[arg-type]
        found = most_jokers(options, hand, table, opened=opened, may_open=True, round_number=1)
        lying = tuple((meld.kind, meld.cards) for meld in melds)
        assert found == naive.most_jokers(options, tuple(sorted(hand)), lying, opened=opened), (hand, table)


@law
@given(rulings(SCORE_OPTIONS), chances)
def test_penalties_and_scores(rules: Ruleset, chance: int) -> None:
    options, rng = rules.resolved, Random(chance)
    for _ in range(CASES):
        hands = [
            tuple(rng.choices((*FACES, JOKER, JOKER), k=rng.randrange(1, 8)))
            for _ in range(rng.randrange(2, 7))
        ]
        winner = rng.choice((None, *range(len(hands))))
        if winner is not None:
            hands[winner] = ()
        ended = Ended(
            round=1,
            hands=tuple(hands),
            table=(),
            opened=(True,) * len(hands),
            may_open=(True,) * len(hands),
            winner=winner,
            concealed=winner is not None and rng.random() < 0.5,
        )
        points = score(options, ended).points
        assert list(points) == naive.round_points(options, hands, winner, concealed=ended.concealed)
        for seat, hand in enumerate(hands):
            assert [cost.points for cost in card_costs(options, ended, seat)] == [
                naive.penalty(options, card) for card in hand
            ]
