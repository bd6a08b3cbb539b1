"""Bots of Sjuan: what they know, that they play by the rules on little knowledge, how strong they are, what they advise.

S.play, S.must_play: the laws that hold for the bots of every family stand in `test_bots.py`.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine import Refused, bots, match, standing
from engine.cards import FACES, RANKS, sort_hand
from engine.chance import Chance
from engine.hints import HintCode
from engine.results import Outcome
from engine.sentences import HINTS, hint_sentence
from engine.sjuan.actions import CardPlayed, Pass, Passed, Play
from engine.sjuan.bots.expert import played_out
from engine.sjuan.bots.seen import seen
from engine.sjuan.bots.stakes import Stakes
from engine.sjuan.bots.waiting import BIT, bits, faces, fits_on, mask, waiting
from engine.sjuan.bots.worlds import Worlds, shown
from engine.sjuan.layout import Layout, fitting, with_card
from engine.texts import LANGUAGES
from tests.engine.sjuan import KEY, SJUAN, position, rules, ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Game
    from engine.sjuan.state import SjuanState

CLUBS = "7C 8C 9C 10C JC QC"
FREE = {"voluntary_pass": "allowed"}
FINED = {"voluntary_pass": "allowed", "voluntary_pass_fine": 1}
RULES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "ace high": {"ace": "high", "hand_penalties": "pips"},
    "eight before six": {"eight_before_six": True, "opening_card": "7H", "rounds": 3},
    "a pass at a fine": {**FINED, "points_limit": 3},
    "a pass for nothing": FREE,
    "nothing costs": {"hand_penalties": "table", "penalty_table": dict.fromkeys(RANKS, 0)},
}


def seeded(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def started(players: int, *parts: object, **options: Any) -> Game:
    asked = ruleset(**{"min_players": 2, "max_players": 7, **options})
    begun = match.start(asked, players, seed=seeded(*parts))
    assert isinstance(begun, match.Played)
    return begun.game


def rounds_played(kinds: list[bots.Kind], game: Game) -> Iterator[tuple[Game, list[Any]]]:
    """The positions of a round that these bots play, one for each seat, with the facts before each."""
    facts: list[Any] = []
    while game.state.outcome is None:
        yield game, facts
        seat = game.state.turn.seat
        played = bots.play_turn(game, seat, kinds[seat], seed=seeded(game.log_length), facts=facts)
        assert played.game.state.turn.number == game.state.turn.number + (played.game.state.outcome is None)
        game, facts = played.game, [*facts, *played.facts]


# ---- what waits for what


@pytest.mark.parametrize("options", RULES.values(), ids=list(RULES))
def test_what_waits_for_a_card_fits_once_it_lies(options: dict[str, Any]) -> None:
    """S.play, S.ace, S.must_play: the same as the layout says, card after card."""
    ruled, rng = rules(**options), Random(7)
    waits, layout = waiting(ruled), with_card(ruled, Layout(), ruled.opening_card)
    fits = fits_on(ruled, layout)
    while fits:
        card = rng.choice(list(bits(fits)))
        layout = with_card(ruled, layout, faces(card)[0])
        fits = fits & ~card | waits.opens[card]
        assert set(faces(fits)) == fitting(ruled, layout)
    assert len(layout.cards) == len(FACES)


def test_far_cards_wait_too() -> None:
    beyond = {name: waiting(rules(**RULES[name])).beyond for name in RULES}
    assert faces(beyond["as it is"][BIT["4H"]]) == ("AH", "2H", "3H")
    assert faces(beyond["ace high"][BIT["QH"]]) == ("AH", "KH")
    assert faces(beyond["eight before six"][BIT["8H"]]) == sort_hand(
        f"{rank}H" for rank in ["A", "2", "3", "4", "5", "6", "9", "10", "J", "Q", "K"]
    )
    assert beyond["as it is"][BIT["7H"]].bit_count() == 12


def test_what_others_wait_for_is_kept_and_what_leads_to_dear_cards_goes() -> None:
    hand = mask(("7H", "6C", "3C", "KD"))
    waits = waiting(rules())
    assert faces(waits.order(hand)[0]) == ("6C",)
    assert faces(waits.order(hand)[-1]) == ("7H",)
    dear = waiting(rules(hand_penalties="pips"))
    assert dear.points(hand) == 7 + 6 + 3 + 10
    assert faces(dear.order(mask(("2C", "KD")))[0]) == ("KD",)


# ---- what a seat knows


def test_what_was_seen_holds_no_hand_of_others() -> None:
    state = position("9C KH | 2D 3D | 2S 3S")
    known = seen(state, [match.RoundDealt, Passed(1, 0), CardPlayed(0, "7C")])
    assert known.happened == (Passed(1, 0), CardPlayed(0, "7C"))
    assert (known.hand, known.hand_counts) == (("KH", "9C"), (2, 2, 2))
    assert not {"2D", "3D", "2S", "3S"} & set(str(known).split("'"))


def test_past_rounds_make_the_totals() -> None:
    *_, (before, _) = rounds_played(["greedy"] * 3, started(3, "totals"))
    over = bots.play_turn(before, before.state.turn.seat, "greedy", seed=b"").game
    dealt = match.deal_next(over)
    assert isinstance(dealt, match.Played)
    assert seen(dealt.game.state).totals == over.state.outcome.points


HEARD = [
    *(CardPlayed(0, "7C"), CardPlayed(1, "8C"), Passed(2, 0)),
    *(CardPlayed(0, "7H"), CardPlayed(1, "6H"), Passed(2, 1)),
]


@pytest.mark.parametrize(
    ("options", "lacks"),
    [({}, "7S 7H 7D 9C 6C 8H 5H"), (FINED, "7S 7H 7D 9C 6C"), (FREE, "")],
    ids=["forced", "at a fine", "for nothing"],
)
def test_a_pass_tells_what_a_player_lacks(options: dict[str, Any], lacks: str) -> None:
    """S.must_play: unless he may pass for nothing, or paid for it."""
    ruled = rules(**options)
    facts = HEARD if options else [*HEARD[:-1], Passed(2, 0)]
    state = position("9C KH | 2D 3D | 2S 3S", "7C 8C, 6H 7H", ruleset(**options))
    told = shown(ruled, seen(state, facts), waiting(ruled))
    assert told[2].lacks == mask(lacks.split())
    assert told[0].choices[-1].fits == BIT["7C"]
    assert [faces(choice.card) for choice in told[1].choices] == [("6H",), ("8C",)]
    assert set(faces(told[1].choices[0].fits)) == {"6H", "8H", "6C", "9C", "7S", "7D"}


def test_sampled_deals_hold_every_card_once_and_what_is_known() -> None:
    """Also with cards that are in nobody's hand, and those that a pass excludes."""
    ruled = rules()
    state = position("9C KH | 2D 3D | 2S 3S", "7C 8C, 6H 7H")
    known = seen(state, [*HEARD[:-1], Passed(2, 0)])
    deals = list(Worlds(ruled, known, waiting(ruled), Chance(b"deals")).sampled(30))
    assert len(deals) == 30
    assert len({tuple(hands) for hands in deals}) > 20
    for hands in deals:
        assert [hand.bit_count() for hand in hands] == [2, 2, 2, 52 - 4 - 6]
        assert sum(hands) == mask(FACES) & ~mask(state.layout.cards)
        assert hands[0] == mask(("9C", "KH"))
        assert not hands[2] & mask(("7S", "7D", "9C", "6C", "8H", "5H"))


def test_whoever_could_have_played_it_with_profit_is_seldom_dealt_it() -> None:
    """Seat 1 laid the eight of clubs with the seven of hearts free: it hardly holds the sevens' followers with them."""
    ruled = rules()
    state = position("9C KH | 2D 3D 4D 5D | 2S 3S", "7C 8C")
    waits = waiting(ruled)
    heard = [CardPlayed(0, "7C"), CardPlayed(1, "8C"), Passed(2, 0)]
    follows = mask(("7H", "6H", "5H", "4H"))
    counts = []
    for facts in ([], heard):
        worlds = Worlds(ruled, seen(state, facts), waits, Chance(b"likely")).sampled(400)
        counts.append(sum(bool(hands[1] & BIT["7H"] and hands[1] & follows & ~BIT["7H"]) for hands in worlds))
    assert counts[1] * 2 < counts[0]


def test_with_one_other_player_and_no_card_missing_there_is_one_deal() -> None:
    game = started(2, "two")
    (only,) = Worlds(game.options, seen(game.state), waiting(game.options), Chance(b"")).sampled(9)
    assert only[:2] == [mask(hand) for hand in game.state.hands] or only[:2][::-1] == [
        mask(hand) for hand in game.state.hands
    ]


def test_more_places_than_cards_are_left_empty() -> None:
    """As in no position that is accepted."""
    ruled = rules()
    known = seen(position("9C KH | 2D 3D | 2S 3S"))
    fields = {name: getattr(known, name) for name in known.__struct_fields__} | {"hand_counts": (2, 40, 40)}
    hands = next(Worlds(ruled, type(known)(**fields), waiting(ruled), Chance(b"")).sampled(1))
    assert sum(hand.bit_count() for hand in hands) == 51


# ---- what a round is worth


def test_a_win_is_worth_most_and_a_tie_half_of_it() -> None:
    known = seen(position("9C KH | 2D 3D | 2S 3S", "7C", ruleset(**FINED), fines=(1, 0, 0)))
    last = Stakes(rules(rounds=1), known, 1.0)
    won, tied, lost = (last.worth(points) for points in ((0, 3, 3), (1, 2, 3), (2, 2, 3)))
    assert won > 1 > tied > 0.5 > lost > 0
    assert Stakes(rules(points_limit=3), known, 1.0).reaches_limit((2, 0, 0))
    assert not Stakes(rules(points_limit=3), known, 1.0).reaches_limit((1, 2, 2))
    on = Stakes(rules(rounds=2, points_limit=None), known, 1.0)
    assert not on.reaches_limit((99, 0, 0))
    assert on.worth((0, 3, 3)) > on.worth((2, 3, 3)) > on.worth((2, 0, 3))


def test_a_round_is_played_out_by_whoever_can() -> None:
    waits = waiting(rules())
    hands = [mask(("9C", "KH")), mask(("8C", "2D")), mask(("6C", "5C"))]
    orders, fits = [waits.order(hand) for hand in hands], mask(("8C", "6C"))
    left = list(hands)
    assert played_out(waits.opens, left, orders, fits, 1, 0) == 2
    assert [faces(hand) for hand in left] == [("KH",), ("2D",), ()]
    left = [hands[0], hands[1], mask(("6C", "KD"))]
    assert played_out(waits.opens, left, orders, fits, 1, 0) is None
    assert [faces(hand) for hand in left] == [("KH",), ("2D",), ("KD",)]


# ---- play


@pytest.mark.parametrize("options", RULES.values(), ids=list(RULES))
@pytest.mark.parametrize("players", [2, 4, 7])
def test_bots_play_whole_rounds(players: int, options: dict[str, Any]) -> None:
    """`play_turn` fails where an action is refused. A hint is an action that is accepted, with its sentences."""
    kinds: list[bots.Kind] = [bots.KINDS[seat % 3] for seat in range(players)]
    for game, facts in rounds_played(kinds, started(players, "rounds", **options)):
        if game.state.turn.seat:
            continue
        told = bots.hint(game, seed=b"hint", facts=facts)
        assert told is not None
        assert not isinstance(match.play(game, 0, [told.action]), Refused)
        for language in LANGUAGES:
            assert hint_sentence(told.code, told.facts, language).endswith(".")


@pytest.mark.parametrize("kind", bots.KINDS)
def test_the_same_seed_gives_the_same_turn_whatever_others_hold(kind: bots.Kind) -> None:
    rng = Random(3)
    game = started(4, "same")
    for before, facts in rounds_played(["greedy"] * 4, game):
        state: SjuanState = before.state
        if state.turn.number % 5:
            continue
        seat, others = (
            state.turn.seat,
            [card for at, hand in enumerate(state.hands) if at != state.turn.seat for card in hand],
        )
        rng.shuffle(others)
        swapped = tuple(
            hand if at == seat else sort_hand(others.pop() for _ in hand)
            for at, hand in enumerate(state.hands)
        )
        other = type(state)(
            **{name: getattr(state, name) for name in state.__struct_fields__} | {"hands": swapped}
        )
        known = [SJUAN.seen(one, facts) for one in (state, other)]
        assert known[0] == known[1]
        assert SJUAN.bot_turn(before.options, known[0], kind, b"s") == SJUAN.bot_turn(
            before.options, known[1], kind, b"s"
        )


@pytest.mark.parametrize("kind", bots.KINDS)
def test_what_is_forced_is_done(kind: bots.Kind) -> None:
    """S.start, S.must_play: the opening card, and a pass where nothing fits."""
    for hands, lies, action in (
        ("7C 9D | 2D 3D | 2S 3S", "", Play("7C")),
        ("KC 4D | 2D 3D | 2S 3S", "7C", Pass()),
    ):
        assert tuple(SJUAN.bot_turn(rules(), SJUAN.seen(position(hands, lies)), kind, b"")) == (action,)


@pytest.mark.parametrize("kind", ["greedy", "expert"])
@pytest.mark.parametrize("fine", [1, 50])
def test_nobody_pays_for_nothing_or_goes_over_the_limit(kind: str, fine: int) -> None:
    """S.game_end: a fine that ends the game loses it."""
    options = {**FINED, "voluntary_pass_fine": fine, "points_limit": 20}
    before = Outcome(winner=1, points=(19, 0, 5))
    state = position("8C QC | 2D 3D | 2S 3S", "7C", ruleset(**options), past_rounds=(before,))
    assert tuple(SJUAN.bot_turn(rules(**options), SJUAN.seen(state), kind, b"")) == (Play("8C"),)


def test_an_unknown_kind_is_none() -> None:
    with pytest.raises(KeyError):
        SJUAN.bot_turn(rules(), SJUAN.seen(position("9C KH")), "deep", b"")


# ---- strength


def won(kinds: list[bots.Kind], games: int) -> float:
    """The share of rounds that the first of the bots wins, each deal played from every seat."""
    share, players = 0.0, len(kinds)
    for number in range(games):
        deal, shift = divmod(number, players)
        game = started(players, deal, rounds=1)
        facts: list[Any] = []
        while game.state.outcome is None:
            seat = game.state.turn.seat
            seed = seeded(number, game.log_length)
            played = bots.play_turn(game, seat, kinds[(seat - shift) % players], seed=seed, facts=facts)
            game, facts = played.game, [*facts, *played.facts]
        share += shift in (standing.winners(game) or ())
    return share / games


def test_greedy_beats_three_at_random() -> None:
    """One of four equals would win 25 %; in 1,000 games it is near 50 %."""
    assert won(["greedy", "random", "random", "random"], 200) > 0.35


def test_the_expert_beats_three_at_random() -> None:
    """One of four equals would win 25 %; so few rounds tell no more."""
    assert won(["expert", "random", "random", "random"], 24) > 0.25


def test_the_expert_holds_its_own_against_three_greedy() -> None:
    """Equals would win 25 %, and whoever played at random some 12 %; so few rounds tell no more than that."""
    assert won(["expert", "greedy", "greedy", "greedy"], 40) > 0.15


# ---- advice

ONLY_HEARTS = ", ".join(" ".join(rank + suit for rank in RANKS) for suit in "CDS")
BLOCK = "7H KH AH | 2H 3H 4H 5H 6H | 8H 9H 10H JH QH"
"""If seat 0 passes nobody can play: the round is blocked, and it has the fewest cards."""
ADVICE: dict[HintCode, tuple[str, str, dict[str, Any]]] = {
    HintCode.OPENING_CARD: ("7C 9D 2H | 2D 3D | 2S 3S", "", {}),
    HintCode.LAST_CARD: ("8C", "7C", {}),
    HintCode.ONLY_CARD: ("8C 2H", "7C", {}),
    HintCode.OPEN_WAY: ("8C QC 7H", "7C", {}),
    HintCode.KEEP_CLOSED: ("KC 7H | 2D 3D 4D | 2S 3S 4S", f"{CLUBS}, 7D", {}),
    HintCode.PLAY_DEAREST: (
        "KC AD | 2H 3H | 2S 3S",
        f"{CLUBS}, 2D 3D 4D 5D 6D 7D",
        {"hand_penalties": "pips"},
    ),
    HintCode.FARES_BEST: ("KC AD 4H | 2H 3H | 2S 3S", f"{CLUBS}, 2D 3D 4D 5D 6D 7D", {}),
    HintCode.NOTHING_FITS: ("KC 4D", "7C", {}),
    HintCode.PAY_FINE: (BLOCK, ONLY_HEARTS, FINED | {"rounds": 1}),
    HintCode.PASS_FREELY: (BLOCK, ONLY_HEARTS, FREE | {"rounds": 1}),
}
"""A position for each reason to advise: hands, layout, options."""


@pytest.mark.parametrize(("code", "case"), ADVICE.items(), ids=str)
def test_advice(code: HintCode, case: tuple[str, str, dict[str, Any]]) -> None:
    hands, lies, options = case
    ruled = rules(**options)
    state = position(hands, lies, ruleset(**options))
    told = SJUAN.hint(ruled, SJUAN.seen(state), b"seed")
    assert told is not None
    assert told.code == code
    assert not isinstance(SJUAN.play(ruled, state, 0, told.action, key=KEY), Refused)


def test_every_reason_to_advise_has_its_position() -> None:
    assert {code for code in HintCode if HINTS[code].clause.startswith(SJUAN.clause_prefix)} == set(ADVICE)
