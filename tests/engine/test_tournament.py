"""Match play: who may begin it, what may stand on a form, who changes it, and the ranking (J.match)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Code, Facts, Outcome, Refused, Ruleset, family_of, match, resolve, standing, tournament
from engine.cards import RANKS, pack
from engine.jokeren.actions import Discard, Draw
from engine.match import Game, Played
from engine.tournament import Change, Deal, Form, Place, Tournament
from tests.engine.strategies import few, law

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

SEED = bytes(range(32))
NOW_MS = 1_700_000_000_000
FREE_KINGS = {"hand_penalties": "table", "penalty_table": {rank: 10 * (rank != "K") for rank in RANKS}}


def rules(**options: Any) -> Ruleset:
    """The preset of match play with house rules."""
    ruleset = resolve("jokeren-kbn", options)
    assert isinstance(ruleset, Ruleset), ruleset
    return ruleset


def asked(players: int, **options: Any) -> Tournament | Refused:
    """What a club is answered that wants to play three match rounds of two deals."""
    return tournament.begin(rules(**options), players, 3, 2, seed=SEED)


@cache
def begun(players: int = 3) -> Tournament:
    """A tournament that has just begun; three players sit at one table."""
    return played(asked(players))


def played(answer: Tournament | Refused) -> Tournament:
    """What was accepted."""
    assert isinstance(answer, Tournament), answer
    return answer


def form(club: Tournament, round_: int = 1, table: int = 1) -> Form:
    """A form that exists."""
    found = tournament.form_of(club, round_, table)
    assert found is not None
    return found


def enter(
    club: Tournament,
    deal: int,
    *points: int,
    blocked: bool = False,
    host: bool = False,
    reason: str | None = None,
) -> Tournament | Refused:
    """A count by hand at the first table."""
    return tournament.enter(club, 1, 1, deal, points, blocked=blocked, host=host, reason=reason, at_ms=NOW_MS)


def entered(club: Tournament, *lines: Sequence[int]) -> Tournament:
    """The first deals of the first table by hand."""
    for deal, points in enumerate(lines, 1):
        club = played(enter(club, deal, *points))
    return club


def confirmed(club: Tournament, *seats: int) -> Tournament:
    """These seats of the first table have confirmed."""
    for seat in seats:
        club = played(tournament.confirm(club, 1, 1, seat))
    return club


def full() -> Tournament:
    """A table whose two deals are in."""
    return entered(begun(), (0, 9, 12), (4, 0, 13))


def signed() -> Tournament:
    """The same with everybody's confirmation."""
    return confirmed(full(), 0, 1, 2)


def at_play() -> Tournament:
    """A table at which a game plays both deals."""
    return played(tournament.attach(begun(), 1, 1, "g1"))


PROVOKED: dict[Code, Callable[[], Any]] = {
    Code.PLAYERS_NOT_SEATABLE: lambda: asked(5),
    Code.MATCH_RULESET_UNFIT: lambda: asked(8, scoring="winner_collects"),
    Code.POINTS_NOT_SEATS: lambda: enter(begun(), 1, 0, 9),
    Code.POINTS_OUT_OF_RANGE: lambda: enter(begun(), 1, 0, 9, 23),
    Code.DEAL_WITHOUT_WINNER: lambda: enter(begun(), 1, 4, 9, 12),
    Code.DEAL_WITH_WINNERS: lambda: enter(begun(), 1, 0, 0, 12),
    Code.BLOCKED_WITH_WINNER: lambda: enter(begun(), 1, 0, 9, 12, blocked=True),
    Code.DEAL_BEING_PLAYED: lambda: enter(at_play(), 1, 0, 9, 12),
    Code.FORM_FULL: lambda: tournament.attach(full(), 1, 1, "g1"),
    Code.FORM_INCOMPLETE: lambda: tournament.confirm(begun(), 1, 1, 0),
    Code.FORM_CONFIRMED: lambda: enter(signed(), 1, 0, 9, 11),
}
"""What provokes each code of match play."""


def told(answer: Any) -> list[tuple[Code, tuple[str | int, ...], Facts]]:
    """Every no of an answer: its code, its place and its figures; all rest on J.match."""
    assert isinstance(answer, Refused)
    assert {no.clause for no in answer.refusals} <= {"J.match", "J.players"}
    return [(no.code, no.where, no.facts) for no in answer.refusals]


@pytest.mark.parametrize("players", [3, 4, 7, 16])
def test_everybody_sits_at_a_table_with_an_empty_form_in_every_match_round_j_match(players: int) -> None:
    club = begun(players)
    assert len(club.seats) == len(club.forms) == 3
    for tables, forms in zip(club.seats, club.forms, strict=True):
        assert len({player for table in tables for player in table}) == sum(map(len, tables)) == players
        assert {len(table) for table in tables} <= {3, 4}
        assert [len(one.confirmed) for one in forms] == [len(table) for table in tables]
        assert {(one.deals, one.status, sum(one.totals)) for one in forms} == {((None, None), "open", 0)}
    assert not club.finished


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (5, {}, [(Code.PLAYERS_NOT_SEATABLE, ("players",), Facts(players=5, nearest=(4, 6)))]),
        (
            7,
            {"min_players": 4},
            [(Code.PLAYERS_OUT_OF_RANGE, ("ruleset",), Facts(players=3, minimum=4, maximum=4))],
        ),
        (
            7,
            {"min_players": 2, "max_players": 2},
            [
                (Code.PLAYERS_OUT_OF_RANGE, ("ruleset",), Facts(players=3, minimum=2, maximum=2)),
                (Code.PLAYERS_OUT_OF_RANGE, ("ruleset",), Facts(players=4, minimum=2, maximum=2)),
            ],
        ),
        (
            2,
            {"scoring": "winner_collects"},
            [
                (Code.MATCH_RULESET_UNFIT, ("ruleset",), Facts(option="scoring")),
                (Code.PLAYERS_NOT_SEATABLE, ("players",), Facts(players=2, nearest=(3,))),
            ],
        ),
    ],
)
def test_who_cannot_begin_is_told_every_reason_j_match(
    players: int, options: dict[str, Any], expected: list[Any]
) -> None:
    assert told(asked(players, **options)) == expected


@pytest.mark.parametrize(
    ("options", "unfit"),
    [
        ({}, None),
        ({"scoring": "winner_collects"}, "scoring"),
        (FREE_KINGS, "penalty_table"),
        (FREE_KINGS | {"hand_penalties": "pips"}, None),
        ({"joker_penalty": 0}, "joker_penalty"),
        ({"joker_penalty_unplayable": 0}, "joker_penalty_unplayable"),
        ({"joker_penalty_unplayable": None}, None),
        ({"joker_penalty": 0, "joker_penalty_unplayable": 0, "jokers": 0}, None),
    ],
)
def test_rules_by_which_a_loser_may_be_at_zero_are_unfit_j_match(
    options: dict[str, Any], unfit: str | None
) -> None:
    answer = asked(16, **options)
    if unfit is None:
        assert isinstance(answer, Tournament)
    else:
        assert told(answer) == [(Code.MATCH_RULESET_UNFIT, ("ruleset",), Facts(option=unfit))]


@pytest.mark.parametrize(
    ("points", "blocked", "expected"),
    [
        ((0, 9, 22), False, []),
        ((3, 9, 22), True, []),
        ((3, 9, 12), False, [(Code.DEAL_WITHOUT_WINNER, ("points",), Facts())]),
        ((0, 9, 0), False, [(Code.DEAL_WITH_WINNERS, ("points",), Facts(count=2))]),
        ((0, 0, 0), True, [(Code.BLOCKED_WITH_WINNER, ("blocked",), Facts(count=3))]),
        ((), False, [(Code.POINTS_NOT_SEATS, ("points",), Facts(count=0, players=3))]),
        ((3, 9, 12, 99), False, [(Code.POINTS_NOT_SEATS, ("points",), Facts(count=4, players=3))]),
        (
            (-1, 9, 23),
            False,
            [
                (Code.DEAL_WITHOUT_WINNER, ("points",), Facts()),
                (Code.POINTS_OUT_OF_RANGE, ("points", 0), Facts(seat=0, points=-1, minimum=0, maximum=22)),
                (Code.POINTS_OUT_OF_RANGE, ("points", 2), Facts(seat=2, points=23, minimum=0, maximum=22)),
            ],
        ),
        (
            (0, 99),
            True,
            [
                (Code.POINTS_NOT_SEATS, ("points",), Facts(count=2, players=3)),
                (Code.POINTS_OUT_OF_RANGE, ("points", 1), Facts(seat=1, points=99, minimum=0, maximum=22)),
            ],
        ),
    ],
)
def test_a_count_is_taken_or_refused_with_all_that_is_wrong_j_match(
    *, points: tuple[int, ...], blocked: bool, expected: list[Any]
) -> None:
    answer = enter(begun(), 1, *points, blocked=blocked)
    if expected:
        assert told(answer) == expected
    else:
        assert form(played(answer)).deals == (Deal(points=points, blocked=blocked), None)


@pytest.mark.parametrize(
    ("preset", "most"),
    [
        ("jokeren-7", 2 * 25 + 4 * 11 + 2 * 10),
        ("jokeren-13", 4 * 25 + 8 * 11 + 20),
        ("jokeren-kbn", 22),
        ("sjuan", 18),
    ],
)
def test_the_dearest_hand_is_the_most_that_can_be_entered_j_score(preset: str, most: int) -> None:
    ruleset = resolve(preset, {})
    assert isinstance(ruleset, Ruleset)
    club = played(tournament.begin(ruleset, 3, 3, 2, seed=SEED))
    assert isinstance(enter(club, 1, 0, most, 1), Tournament)
    assert [code for code, _, _ in told(enter(club, 1, 0, most + 1, 1))] == [Code.POINTS_OUT_OF_RANGE]


PENALTIES = st.fixed_dictionaries(
    {
        "hand_penalties": st.sampled_from(["pips", "one_each", "table"]),
        "penalty_table": st.fixed_dictionaries({rank: st.integers(0, 1) for rank in RANKS}),
        "joker_penalty": st.integers(0, 3),
        "joker_penalty_unplayable": st.none() | st.integers(0, 3),
        "scoring": st.sampled_from(["penalties", "penalties", "penalties", "winner_collects"]),
        "concealed_finish_factor": st.integers(1, 4),
        "jokers": st.integers(0, 6),
    }
)


@law
@given(options=PENALTIES, players=st.integers(3, 4), concealed=st.booleans(), chance=st.randoms())
def test_where_rules_are_fit_a_round_leaves_its_winner_alone_at_zero_j_match(
    *, options: dict[str, Any], players: int, concealed: bool, chance: Random
) -> None:
    """J.score, J.score_kbn, J.double, J.collect: and however dear the hands, nobody gets more than the most."""
    ruleset = rules(**options)
    family = family_of(ruleset.preset)
    cards = pack(2, options["jokers"])
    chance.shuffle(cards)
    hands = [[], *(cards[14 * seat :][: chance.randint(1, 14)] for seat in range(1, players))]
    scores = family.score_round(ruleset.resolved, {"hands": hands, "winner": 0, "concealed": concealed})
    assert not isinstance(scores, Refused)
    assert max(score.points for score in scores) <= family.most_points(ruleset.resolved, players)
    if family.unfit_for_match(ruleset.resolved) is None:
        assert [score.seat for score in scores if not score.points] == [0]


def test_a_form_is_open_then_complete_then_confirmed_j_match() -> None:
    """Its columns are added up; a confirmation is given once, and only when all deals are in."""
    club = entered(begun(), (0, 9, 12))
    assert (form(club).status, form(club).open_deals, form(club).totals) == ("open", (2,), (0, 9, 12))
    assert told(tournament.confirm(club, 1, 1, 0)) == [(Code.FORM_INCOMPLETE, (), Facts(count=1))]
    club = full()
    assert (form(club).status, form(club).totals) == ("complete", (4, 9, 25))
    club = confirmed(club, 0, 2, 2)
    assert (form(club).status, form(club).confirmed) == ("complete", (True, False, True))
    assert form(confirmed(club, 1)).status == "confirmed"


def test_a_correction_before_all_have_confirmed_asks_everybody_again_j_match() -> None:
    """Who enters what stands there already changes nothing."""
    club = confirmed(full(), 0, 2)
    assert enter(club, 1, 0, 9, 12) is club
    corrected = form(played(enter(club, 1, 0, 9, 11)))
    assert (corrected.status, corrected.confirmed, corrected.totals) == ("complete", (False,) * 3, (4, 9, 24))
    assert corrected.changes == ()


def test_a_confirmed_form_is_changed_by_the_host_alone_and_on_record_j_match() -> None:
    club = signed()
    assert told(enter(club, 1, 0, 9, 11)) == [(Code.FORM_CONFIRMED, (), Facts())]
    assert enter(club, 1, 0, 9, 12, host=True) is club
    assert told(enter(club, 1, 1, 9, 12, host=True)) == [(Code.DEAL_WITHOUT_WINNER, ("points",), Facts())]
    club = played(enter(club, 1, 1, 9, 12, blocked=True, host=True, reason="misread"))
    club = played(enter(club, 2, 5, 0, 13, host=True))
    assert (form(club).status, form(club).totals) == ("confirmed", (6, 9, 25))
    first = Deal(points=(0, 9, 12)), Deal(points=(1, 9, 12), blocked=True)
    second = Deal(points=(4, 0, 13)), Deal(points=(5, 0, 13))
    assert form(club).changes == (
        Change(deal=1, before=first[0], after=first[1], reason="misread", at_ms=NOW_MS),
        Change(deal=2, before=second[0], after=second[1], reason=None, at_ms=NOW_MS),
    )


OVER = (
    Outcome(winner=1, points=(7, 0, 3)),
    Outcome(winner=None, blocked=True, points=(13, 13, 13)),
    Outcome(winner=0, points=(0, 1, 1)),
)


def test_a_game_fills_the_open_deals_in_order_and_is_let_go_j_match() -> None:
    club = played(tournament.attach(played(enter(begun(), 2, 0, 9, 12)), 1, 1, "g1"))
    assert told(tournament.attach(club, 1, 1, "g2")) == [(Code.DEAL_BEING_PLAYED, (), Facts(count=1))]
    assert told(enter(club, 1, 0, 9, 12, host=True)) == [(Code.DEAL_BEING_PLAYED, (), Facts(count=1))]
    assert tournament.take_over(club, 1, 1, ()) == club
    over = form(tournament.take_over(club, 1, 1, OVER))
    assert over.deals == (Deal(points=(7, 0, 3), game="g1"), Deal(points=(0, 9, 12)))
    assert (over.status, over.game) == ("complete", None)
    assert told(tournament.attach(full(), 1, 1, "g2")) == [(Code.FORM_FULL, (), Facts(count=2))]


def test_a_round_is_taken_over_once_also_where_it_was_corrected_since_j_match() -> None:
    one = tournament.take_over(at_play(), 1, 1, OVER[:1])
    assert tournament.take_over(one, 1, 1, OVER[:1]) == one
    assert tournament.take_over(one, 1, 1, ()) == one
    assert enter(one, 1, 7, 0, 3) is one
    corrected = tournament.take_over(played(enter(one, 1, 8, 0, 3)), 1, 1, OVER[:2])
    assert form(corrected).deals == (Deal(points=(8, 0, 3)), Deal(points=(13,) * 3, blocked=True, game="g1"))
    assert tournament.take_over(corrected, 1, 1, OVER) is corrected


def test_a_game_that_is_no_more_leaves_its_deals_and_another_plays_the_rest_j_match() -> None:
    alone = tournament.detach(tournament.take_over(at_play(), 1, 1, OVER[:1]), 1, 1)
    assert (form(alone).open_deals, form(alone).game) == ((2,), None)
    assert isinstance(enter(alone, 2, 0, 9, 12), Tournament)
    again = played(tournament.attach(alone, 1, 1, "g2"))
    lines = form(tournament.take_over(again, 1, 1, OVER[2:])).deals
    assert lines == (Deal(points=(7, 0, 3), game="g1"), Deal(points=(0, 1, 1), game="g2"))


def playing(answer: Played | Refused) -> Game:
    """The game after what was accepted."""
    assert isinstance(answer, Played), answer
    return answer.game


def idle(game: Game) -> Draw | Discard:
    """The seat on turn draws, or discards what it has drawn."""
    turn = game.state.turn
    return Draw("stock") if turn.phase == "draw" else Discard(game.state.hands[turn.seat][0])


def test_a_game_at_a_table_plays_every_open_deal_j_match() -> None:
    """Neither a limit ends it before, nor does a tie prolong it; every other house rule is kept."""
    club = played(asked(3, rounds=None, points_limit=1, tie_break="extra_round", max_turns=10, jokers=0))
    ruleset = tournament.table_ruleset(club, 2)
    assert isinstance(ruleset, Ruleset)
    game = playing(match.start(ruleset, 3, seed=SEED))
    club = played(tournament.attach(club, 1, 1, "g1"))
    for _ in range(2):
        while game.state.outcome is None:
            game = playing(match.play(game, game.state.turn.seat, [idle(game)]))
        club = tournament.take_over(club, 1, 1, standing.outcomes(game))
        if standing.status(game) != "finished":
            game = playing(match.deal_next(game))
    assert standing.status(game) == "finished"
    assert form(club).totals == standing.totals(game)
    assert form(club).deals == tuple(Deal(points=(13,) * 3, blocked=True, game="g1") for _ in range(2))


def test_there_are_no_other_forms_deals_and_seats() -> None:
    club = begun()
    assert [tournament.form_of(club, *at) for at in ((0, 1), (4, 1), (1, 0), (1, 2))] == [None] * 4
    for unknown in (
        lambda: tournament.attach(club, 4, 1, "g1"),
        lambda: enter(club, 0, 0, 9, 12),
        lambda: enter(club, 3, 0, 9, 12),
        lambda: tournament.confirm(full(), 1, 1, -1),
        lambda: tournament.confirm(full(), 1, 1, 3),
    ):
        with pytest.raises(KeyError):
            unknown()


def test_the_lowest_sum_is_first_and_equal_sums_share_the_rank_j_match() -> None:
    """It is the same at a table of three and of four, and final when every form is confirmed."""
    club = begun(4)
    for round_, points in ((1, (0, 9, 4, 4)), (3, (0, 1, 1, 1))):
        column = dict(zip(club.seats[0][0], points, strict=True))
        line = [column[player] for player in club.seats[round_ - 1][0]]
        club = played(tournament.enter(club, round_, 1, 1, line, blocked=False, host=False, at_ms=0))
    first, last, *tied = club.seats[0][0]
    assert tournament.standings(club) == (
        Place(player=first, rounds=(0, None, 0), total=0, deals=2, rank=1),
        *(Place(player=player, rounds=(4, None, 1), total=5, deals=2, rank=2) for player in sorted(tied)),
        Place(player=last, rounds=(9, None, 1), total=10, deals=2, rank=4),
    )
    assert not club.finished


def test_a_tournament_is_finished_when_every_form_is_confirmed_j_match() -> None:
    club = begun(7)
    for round_, tables in enumerate(club.forms, 1):
        for table, one in enumerate(tables, 1):
            assert not club.finished
            for deal in (1, 2):
                line = range(len(one.confirmed))
                club = played(
                    tournament.enter(club, round_, table, deal, line, blocked=False, host=True, at_ms=0)
                )
            for seat in range(len(one.confirmed)):
                club = played(tournament.confirm(club, round_, table, seat))
    assert club.finished
    assert {(place.deals, None in place.rounds) for place in tournament.standings(club)} == {(6, False)}


SEATS, POINTS = st.integers(0, 2), st.lists(st.integers(-1, 23), min_size=2, max_size=4)
COUNTS = st.one_of(st.permutations([0, 9, 12]), st.permutations([0, 9, 12]), POINTS)
OPERATIONS = st.one_of(
    st.tuples(st.just("enter"), st.integers(1, 2), COUNTS, st.booleans(), st.booleans()),
    st.tuples(st.just("confirm"), SEATS),
    st.tuples(st.just("confirm"), SEATS),
    st.tuples(st.just("attach"), st.sampled_from(["g1", "g2"])),
    st.tuples(st.just("detach")),
    st.tuples(st.just("take_over"), st.integers(0, 3)),
)


def after(club: Tournament, operation: tuple[Any, ...]) -> Tournament | Refused:
    """What an operation at the first table is answered."""
    match operation:
        case ("enter", deal, points, blocked, host):
            return enter(club, deal, *points, blocked=blocked, host=host)
        case ("confirm", seat):
            return tournament.confirm(club, 1, 1, seat)
        case ("attach", game):
            return tournament.attach(club, 1, 1, game)
        case ("detach",):
            return tournament.detach(club, 1, 1)
        case (_, rounds):
            return tournament.take_over(club, 1, 1, OVER[:rounds])


def steps(operations: Sequence[tuple[Any, ...]]) -> Iterator[tuple[tuple[Any, ...], Tournament, Tournament]]:
    """Each operation that was accepted, with the tournament before and after it."""
    club = begun()
    for operation in operations:
        answer = after(club, operation)
        if isinstance(answer, Tournament):
            yield operation, club, answer
            club = answer


@law
@given(st.lists(OPERATIONS, max_size=25))
def test_whatever_is_done_the_laws_of_a_form_hold_j_match(operations: list[tuple[Any, ...]]) -> None:
    """Columns add up, a deal that is in stays in, a confirmed form changes on record only, and all of it is stored."""
    for operation, club, then in steps(operations):
        old, new = form(club), form(then)
        lines = [line for line in new.deals if line is not None]
        assert new.totals == tuple(sum(line.points[seat] for line in lines) for seat in range(3))
        assert all(line.points.count(0) == (not line.blocked) for line in lines)
        assert set(new.open_deals) <= set(old.open_deals)
        assert (new.status == "open") == bool(new.open_deals)
        assert new.open_deals if new.game else not new.taken
        assert not any(new.confirmed) or not new.open_deals
        assert new.changes[: len(old.changes)] == old.changes
        differs = [number for number in (1, 2) if old.deals[number - 1] != new.deals[number - 1]]
        if old.status == "confirmed":
            assert new.status == "confirmed"
            assert [change.deal for change in new.changes[len(old.changes) :]] == differs
            assert all(operation[0] == "enter" and operation[4] for _ in differs)
        else:
            assert new.changes == old.changes
            assert not differs or not any(new.confirmed)
        for change in new.changes[len(old.changes) :]:
            at = change.deal - 1
            assert (change.before, change.after) == (old.deals[at], new.deals[at])
        assert tournament.form_of(then, 2, 1) == tournament.form_of(club, 2, 1)
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(then.forms), type=type_of_forms()) == then.forms


def type_of_forms() -> Any:
    """What the stored part of a tournament is decoded as."""
    return tuple[tuple[Form, ...], ...]


@few
@given(st.lists(OPERATIONS, max_size=25))
def test_to_do_it_twice_is_to_do_it_once_j_match(
    operations: list[tuple[Any, ...]],
) -> None:
    for operation, _, then in steps(operations):
        if operation[0] != "attach":
            assert after(then, operation) == then


@few
@given(st.sampled_from([3, 7, 16]), st.data())
def test_the_ranking_has_everybody_once_at_the_right_rank_j_match(players: int, data: st.DataObject) -> None:
    club = begun(players)
    sums: Counter[int] = Counter(dict.fromkeys(range(players), 0))
    for round_, tables in enumerate(club.seats, 1):
        for table, sitting in enumerate(tables, 1):
            if data.draw(st.booleans()):
                others = st.lists(st.integers(1, 3), min_size=len(sitting) - 1, max_size=len(sitting) - 1)
                line = data.draw(st.permutations([0, *data.draw(others)]))
                club = played(
                    tournament.enter(club, round_, table, 1, line, blocked=False, host=False, at_ms=0)
                )
                sums.update(dict(zip(sitting, line, strict=True)))
    places = tournament.standings(club)
    everybody = {player for table in club.seats[0] for player in table}
    assert len(places) == players
    assert {place.player for place in places} == everybody
    assert [place.total for place in places] == sorted(place.total for place in places)
    for place in places:
        assert place.total == sums[place.player] == sum(one or 0 for one in place.rounds)
        assert place.rank == 1 + sum(other.total < place.total for other in places)
        assert place.deals == sum(one is not None for one in place.rounds)
