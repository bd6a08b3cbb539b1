"""Sjuan through the API, from its deal to its winner: what Jokeren has, the other family has too."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.engine.strategies import cards_in
from tests.service.client import NAMES, Json, Table

if TYPE_CHECKING:
    from tests.service.client import Api

SEED = "5eed" * 16
LANGUAGES = ("en", "nl", "sv")
PASS = {"type": "pass"}
ROWS = {"C": ["7C", "8C"], "D": [], "H": ["7H"], "S": []}


def play(card: str) -> Json:
    """The action that lays a card."""
    return {"type": "play", "card": card}


BY_CHOICE = {"voluntary_pass": "allowed", "voluntary_pass_fine": 5}
"""House rules by which who could play may pass, and pays for it."""


def rules(**options: Any) -> Json:
    """The preset with house rules."""
    return {"preset": "sjuan", "options": options}


def create(api: Api, players: int = 3, *, state: Json | None = None, **options: Any) -> Table:
    """A new game, dealt from a seed that is known or from a position."""
    begun = {"seed": SEED} if state is None else {"state": state}
    return api.create(players, ruleset=rules(**options), **begun)


def position(*hands: list[str], seat: int = 0, **fields: Any) -> Json:
    """A position in which two rows are open."""
    return {
        "family": "sjuan",
        "turn": {"seat": seat, "phase": "play"},
        "hands": list(hands),
        "layout": ROWS,
    } | fields


def play_round(table: Table, rng: random.Random) -> Json:
    """Play at random until the round is over; what everybody sees then."""
    while (view := table.view())["status"] == "playing":
        seat = view["round"]["turn"]["seat"]
        action = rng.choice(table.moves(seat))
        response = table.move(seat, action)
        assert response.status_code == 200, (action, response.json)
    return view


# ---- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options", "limit"), [(5, {}, 50), (3, {"points_limit": 12}, 12)])
def test_a_whole_game_is_played_to_its_limit(api: Api, players: int, options: Json, limit: int) -> None:
    """The winner of a round deals the next one; at the limit the game is over and the lowest total wins."""
    table, rng = create(api, players, **options), random.Random(players)
    totals = [0] * players
    while (view := play_round(table, rng))["status"] == "round_over":
        outcome = view["round"]["outcome"]
        dealt = api("dealRound", id=table.id, token=table.host)
        assert dealt.json["game"]["round"]["dealer"] == outcome["winner"]
        assert max(view["scores"]["totals"]) < limit
        totals = view["scores"]["totals"]
    outcome = view["round"]["outcome"]
    assert outcome["points"] == [len(hand) for hand in view["round"]["hands"]]
    assert view["scores"]["totals"] == [
        total + points for total, points in zip(totals, outcome["points"], strict=True)
    ]

    sheet, totals = api("getScores", id=table.id).json, view["scores"]["totals"]
    assert max(totals) >= limit
    assert sheet["winners"] == [seat for seat in range(players) if totals[seat] == min(totals)]
    assert [line["seats"][0]["total"] for line in sheet["rounds"]][-1] == totals[0]
    assert (view["seed"], view["seed_source"]) == (SEED, "caller")
    for refused in (api("dealRound", id=table.id, token=table.host), table.move(0, PASS)):
        assert (refused.status_code, refused.json["code"]) == (409, "game_over")
        assert refused.json["violations"][0]["clause"] == "S.game_end"


def test_every_seat_sees_its_own_hand_and_nobody_anothers(api: Api) -> None:
    """Nor in what its move answers, nor in an event; when the round is over all hands are shown."""
    table, rng = create(api, 4), random.Random(1)
    views = [table.view(seat) for seat in range(4)]
    hands = [view["round"]["hand"] for view in views]
    assert sorted(card for hand in hands for card in hand) == sorted(
        f"{rank}{suit}" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in "SHDC"
    )
    host = api("getGame", id=table.id, token=table.host).json
    for view in (table.view(), host):
        assert (view["round"]["hand"], view["round"]["hands"], view["round"]["key"]) == (None, None, None)
    for _ in range(12):
        seat = table.on_turn()
        answer = table.move(seat, rng.choice(table.moves(seat))).json
        shown = set(cards_in([answer["game"]["round"], answer["events"]]))
        mine = set(table.view(seat)["round"]["hand"])
        laid = set(cards_in(table.view()["round"]["layout"]))
        assert shown == mine | laid
    view = play_round(table, rng)
    assert [len(hand) for hand in view["round"]["hands"]] == [one["cards"] for one in view["players"]]
    assert view["round"]["key"]


def test_events_tell_everybody_the_same(api: Api) -> None:
    """A card that is laid and a pass are seen by all; no card is turned up, and the next number comes next."""
    table = create(api, 5)
    end = play_round(table, random.Random(2))
    told = [
        api("listEvents", id=table.id, token=token, query={"limit": 500}).json["events"]
        for token in (None, table.host, *table.seats)
    ]
    assert all(events == told[0] for events in told)
    dealt, *played, ended = told[0]
    assert dealt["hand_counts"] == [10, 11, 11, 10, 10]  # the dealer is seat 0; the first two from its left
    assert dealt["upcard"] is None
    assert {event["type"] for event in played} == {"played", "passed"}
    assert all(event["fine"] == 0 for event in played if event["type"] == "passed")
    assert played[0]["card"] == "7C"
    assert sum(event["type"] == "played" for event in played) == 52 - sum(end["round"]["outcome"]["points"])
    assert (ended["type"], ended["hands"]) == ("round_ended", end["round"]["hands"])
    assert [event["seq"] for event in told[0]] == list(range(1, len(told[0]) + 1))


def test_a_game_that_was_exported_goes_on(api: Api) -> None:
    """From its position every seat has what it had, and the same moves lead to the same end."""
    table, rng = create(api, 3), random.Random(3)
    for _ in range(20):
        seat = table.on_turn()
        table.move(seat, rng.choice(table.moves(seat)))
    export = api("exportGame", id=table.id, token=table.host).json
    other = create(api, 3, state=export["state"])

    assert export["start"] is None
    assert other.view()["round"]["commitment"] is None
    for seat in range(3):
        ours, theirs = table.view(seat)["round"], other.view(seat)["round"]
        assert {**ours, "commitment": None} == theirs
    again = random.Random(4)
    ends = play_round(table, random.Random(4))["round"], play_round(other, again)["round"]
    assert ends[0]["outcome"] == ends[1]["outcome"]
    assert api("exportGame", id=other.id, token=other.host).json["start"] == export["state"]


def test_a_repeated_move_is_made_once(api: Api) -> None:
    """With the same key; and a version that is old is refused with what was missed."""
    table = create(api)
    seat = table.on_turn()
    first = table.move(seat, play("7C"), key="a-key-of-a-caller", if_match='"1"')
    again = table.move(seat, play("7C"), key="a-key-of-a-caller", if_match='"1"')
    assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")
    old = table.move((seat + 1) % 3, PASS, if_match='"1"')
    assert (old.status_code, old.json["events"]) == (412, first.json["events"])


# ---- What is refused -----------------------------------------------------------------------------

UNOPENED = {"layout": {}}
REFUSED: dict[str, tuple[Json, list[str], Json, Json, str]] = {
    "opening_card_first": ({}, ["7C", "7D"], UNOPENED, play("7D"), "S.start"),
    "pass_before_opening": ({}, ["7C", "7D"], UNOPENED, PASS, "S.start"),
    "suit_not_open": ({}, ["4S", "6C"], {}, play("4S"), "S.play"),
    "not_next_in_suit": ({}, ["10C", "6C"], {}, play("10C"), "S.play"),
    "eight_before_six": ({"eight_before_six": True}, ["6H", "9C"], {}, play("6H"), "S.must_play"),
    "must_play": ({}, ["6C", "2D"], {}, PASS, "S.must_play"),
    "card_not_in_hand": ({}, ["6C", "2D"], {}, play("9C"), "S.play"),
    "not_your_turn": ({}, ["6C", "2D"], {"turn": {"seat": 1, "phase": "play"}}, play("6C"), "S.play"),
    "not_in_this_game": ({}, ["6C", "2D"], {}, {"type": "discard", "card": "6C"}, "S.play"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_has_its_clause_and_three_sentences(api: Api, code: str) -> None:
    """The game refuses as the stateless verdict does, and is as it was; each repair is accepted."""
    options, hand, fields, action, clause = REFUSED[code]
    state = position(hand, ["KS", "9H"], ["QS", "AD"], **fields)
    table = create(api, state=state, **options)
    asked = {"ruleset": rules(**options), "state": state, "seat": 0, "actions": [action]}
    clauses = {one["id"]: one for one in api("getRuleset", id="sjuan").json["clauses"]}

    told = set()
    for language in LANGUAGES:
        answer = table.move(0, action, language=language)
        (violation,) = answer.json["violations"]
        assert (answer.status_code, answer.json["code"], violation["clause"]) == (409, code, clause)
        assert violation["pointer"].startswith("/actions/0")
        assert violation["interpretation"] == clauses[clause]["interpretation"]
        verdict = api("validateMove", asked, language=language).json
        assert (verdict["legal"], verdict["violations"]) == (False, [violation])
        assert verdict["repairs"] == answer.json["repairs"]
        told.add(violation["message"])
    assert len(told) == 3
    assert table.view()["version"] == 1
    for repair in verdict["repairs"]:
        assert api("validateMove", asked | {"actions": repair["actions"]}).json["legal"]


def test_one_card_a_turn(api: Api) -> None:
    """A second action of a request is another's turn, and all of the request is refused."""
    table = create(api, state=position(["6C", "9C"], ["KS"], ["QS"]))
    answer = table.move(0, play("6C"), play("9C"))
    assert (answer.status_code, answer.json["code"]) == (409, "not_your_turn")
    assert answer.json["violations"][0]["pointer"].startswith("/actions/1")
    assert table.view()["round"]["layout"]["C"] == ["7C", "8C"]


def test_what_is_listed_is_what_is_accepted(api: Api) -> None:
    """Every card of the hand and the pass are either legal or refused for a reason."""
    state = position(["6C", "9C", "10C", "7S", "KD"], ["KS"], ["QS"])
    asked = {"ruleset": rules(), "state": state, "seat": 0, "refused": True}
    listed = api("listMoves", asked).json
    refused = {tuple(one["action"].values()): one["violations"][0]["code"] for one in listed["refused"]}

    assert sorted(one["card"] for one in listed["actions"]) == ["6C", "7S", "9C"]
    assert refused == {
        ("play", "10C"): "not_next_in_suit",
        ("play", "KD"): "suit_not_open",
        ("pass",): "must_play",
    }
    assert api("listMoves", asked | {"seat": 1, "refused": False}).json == {"actions": [], "refused": None}
    assert (
        api("listMoves", {"ruleset": rules(), "state": position(["KD"], ["KS"], ["QS"]), "seat": 0}).json[
            "actions"
        ]
    ) == [PASS]


# ---- House rules ---------------------------------------------------------------------------------


def test_a_pass_by_choice_costs_its_fine_at_once(api: Api) -> None:
    """It stands in the event, in the totals and on the sheet; who has nothing that fits pays nothing."""
    state = position(["6C", "2D"], ["KS", "9H"], ["QS", "10D"])
    table = create(api, state=state, **BY_CHOICE)
    assert PASS in table.moves(0)
    (event,) = table.move(0, PASS).json["events"]
    assert (event["type"], event["seat"], event["fine"]) == ("passed", 0, 5)
    (event,) = table.move(1, PASS).json["events"]
    assert event["fine"] == 0
    view = table.view()
    assert view["round"]["fines"] == view["scores"]["totals"] == [5, 0, 0]
    assert [player["total"] for player in view["players"]] == [5, 0, 0]

    (event, ended) = table.move(2, PASS).json["events"]
    assert ended["outcome"] == table.view()["round"]["outcome"]
    assert (ended["outcome"]["blocked"], ended["outcome"]["winner"]) == (True, None)
    assert ended["outcome"]["points"] == [2 + 5, 2, 2]
    assert api("dealRound", id=table.id, token=table.seats[0]).json["game"]["round"]["dealer"] == 0


def test_a_fine_that_reaches_the_limit_ends_the_game_at_once(api: Api) -> None:
    """The round that it breaks off counts for nobody: of it there are the fines only."""
    before = [{"winner": 1, "points": [46, 0, 20]}]
    state = position(["6C", "2D"], ["KS", "9H"], ["QS", "10D"], round=2, past_rounds=before)
    table = create(api, state=state, **BY_CHOICE)
    _, ended, over = table.move(0, PASS).json["events"]

    assert (ended["type"], ended["outcome"]["broken_off"]) == ("round_ended", True)
    assert (ended["outcome"]["winner"], ended["outcome"]["points"]) == (None, [5, 0, 0])
    assert (over["type"], over["totals"], over["winners"]) == ("game_ended", [51, 0, 20], [1])
    sheet = api("getScores", id=table.id).json
    assert (sheet["status"], sheet["totals"], sheet["winners"]) == ("finished", [51, 0, 20], [1])


def test_the_thousandth_round_is_the_last(api: Api) -> None:
    """Whatever the limit; and a position of a round has no more rounds before it than that."""
    before = [{"winner": 1, "points": [1, 0, 1]}] * 2
    state = position(["9C"], ["KS", "9H"], ["QS"], round=1000, past_rounds=before)
    table = create(api, state=state, points_limit=10_000)
    ended = table.move(0, play("9C")).json
    assert [event["type"] for event in ended["events"]] == ["played", "round_ended", "game_ended"]
    assert api("dealRound", id=table.id, token=table.host).json["code"] == "game_over"
    sheet = api("getScores", id=table.id).json
    assert ([line["number"] for line in sheet["rounds"]], sheet["winners"]) == ([998, 999, 1000], [0, 1])

    left_out = api("createGame", {
        "ruleset": rules(), "players": [{"name": name} for name in NAMES[:3]],
        "state": {name: value for name, value in state.items() if name != "round"},
    }).json  # fmt: skip
    assert left_out["game"]["round"]["number"] == 3
    response = api("createGame", {
        "ruleset": rules(), "players": [{"name": name} for name in NAMES[:3]], "state": state | {"round": 2},
    })  # fmt: skip
    assert (response.status_code, response.json["code"]) == (409, "state_counts_wrong")
    assert response.json["violations"][0]["pointer"] == "/state/past_rounds"


def test_the_eight_goes_before_the_six(api: Api) -> None:
    state = position(["6H", "8H"], ["5H", "9H"], ["QS", "10D"])
    table = create(api, state=state, eight_before_six=True)
    assert table.moves(0) == [play("8H")]
    table.move(0, play("8H"))
    table.move(1, play("9H"))
    table.move(2, PASS)
    (event, _) = table.move(0, play("6H")).json["events"]
    assert event["card"] == "6H"


def test_a_high_ace_lies_above_the_king(api: Api) -> None:
    """And below the two nothing fits; where it is low it is the other way round."""
    clubs = [f"{rank}C" for rank in (*range(2, 11), "J", "Q", "K")]
    state = position(["AC", "2D"], ["KS", "9H"], ["QS", "10D"], layout={"C": clubs})
    for ace, row in (("high", [*clubs, "AC"]), ("low", ["AC", *clubs])):
        table = create(api, state=state, ace=ace)
        assert table.move(0, play("AC")).json["game"]["round"]["layout"]["C"] == row


def test_another_seven_may_open(api: Api) -> None:
    table = create(api, opening_card="7S")
    seat = table.on_turn()
    assert "7S" in table.view(seat)["round"]["hand"]
    assert table.moves(seat) == [play("7S")]


def test_the_deal_may_rotate_and_high_cards_be_dearer(api: Api) -> None:
    table = create(api, dealer_rotation="left", hand_penalties="pips", points_limit=None, rounds=2)
    outcome = play_round(table, random.Random(5))["round"]["outcome"]
    assert sum(outcome["points"]) > sum(map(len, outcome["hands"]))
    assert api("dealRound", id=table.id, token=table.host).json["game"]["round"]["dealer"] == 1


# ---- Bots and hints ------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "greedy", "expert"])
def test_bots_play_their_seats(api: Api, bot: str) -> None:
    """They have moved when the answer comes, and the round ends."""
    players = [{"name": "Anna"}, *({"name": name, "bot": bot} for name in NAMES[1:4])]
    table = Table(api, api("createGame", {"ruleset": rules(), "players": players, "seed": SEED}).json)
    while (view := table.view(0))["status"] == "playing":
        assert view["round"]["turn"]["seat"] == 0
        answer = table.move(0, table.moves(0)[0])
        assert answer.status_code == 200
    assert view["round"]["outcome"]["points"] == [len(hand) for hand in view["round"]["hands"]]


def test_a_game_of_bots_alone_is_played_to_its_end(api: Api) -> None:
    players = [{"name": name, "bot": "greedy"} for name in NAMES[:4]]
    created = api("createGame", {"ruleset": rules(rounds=1), "players": players, "seed": SEED}).json
    table = Table(api, created)
    view = api("getGame", id=table.id, token=table.host).json
    assert view["status"] == "finished"
    assert len(view["scores"]["winners"]) >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_a_legal_move_with_its_reason(api: Api, language: str) -> None:
    """And there is none for who is not on turn."""
    table = create(api, 4)
    for _ in range(16):
        seat = table.on_turn()
        other = api("getHint", id=table.id, token=table.seats[(seat + 1) % 4]).json
        assert other == {"hint": None}
        hint = api("getHint", id=table.id, token=table.seats[seat], language=language).json["hint"]
        assert hint["action"] in table.moves(seat)
        assert hint["message"]
        assert table.move(seat, hint["action"]).status_code == 200


# ---- Questions that store nothing ----------------------------------------------------------------


def test_a_deal_gives_the_first_seats_a_card_more(api: Api) -> None:
    """Of five players, from the dealer's left; the holder of the seven of clubs is on turn, and it can be repeated."""
    asked = {"ruleset": rules(), "players": 5, "dealer": 3, "seed": SEED}
    deal = api("createDeal", asked).json
    state = deal["state"]
    assert [len(hand) for hand in state["hands"]] == [11, 10, 10, 10, 11]
    assert "7C" in state["hands"][state["turn"]["seat"]]
    assert state["layout"] == {"C": [], "D": [], "H": [], "S": []}
    assert api("createDeal", asked).json == deal
    refused = api("createDeal", asked | {"players": 7})
    assert (refused.status_code, refused.json["code"]) == (409, "players_out_of_range")
    assert refused.json["violations"][0]["clause"] == "S.players"


def test_a_move_is_judged_where_others_hands_are_unknown(api: Api) -> None:
    """What comes back can be sent again, and says no more than was known."""
    state = position(["6C", "2D"], ["KS", "9H"], ["QS", "10D", "AD"])
    part = state | {"hands": [state["hands"][0], None, None], "hand_counts": [2, 2, 3]}
    asked = {"ruleset": rules(), "seat": 0, "actions": [play("6C")]}
    whole = api("validateMove", asked | {"state": state}).json["state"]
    told = api("validateMove", asked | {"state": part}).json["state"]

    assert told == whole | {"hands": [["2D"], None, None], "hand_counts": [1, 2, 3]}
    assert whole["turn"] == {"seat": 1, "phase": "play", "number": 5}
    again = api("validateMove", {"ruleset": rules(), "state": told, "seat": 0, "actions": [play("2D")]})
    assert again.json["violations"][0]["code"] == "not_your_turn"
    listed = [api("listMoves", {"ruleset": rules(), "state": one, "seat": 0}).json for one in (state, part)]
    assert listed[0] == listed[1]
    unknown = api("listMoves", {"ruleset": rules(), "state": part, "seat": 1})
    assert (unknown.status_code, unknown.json["code"]) == (409, "state_part_unknown")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"layout": {"C": ["7C", "9C"]}}, "state_layout_invalid"),
        ({"layout": {"C": ["8C", "7C"]}}, "state_layout_invalid"),
        ({"layout": {"H": ["7H"]}}, "state_layout_invalid"),
        ({"layout": {"C": ["7C"], "S": ["KS"]}}, "state_layout_invalid"),
        ({"hands": [["6C", "8C"], ["KS"], ["QS"]]}, "card_too_often"),
        ({"hands": [["6C", "JK"], ["KS"], ["QS"]]}, "card_too_often"),
        ({"hands": [["6C"], ["KS"]]}, "players_out_of_range"),
        ({"turn": {"seat": 5, "phase": "play"}}, "seat_unknown"),
        ({"turn": {"seat": 0, "phase": "over"}}, "state_phase_wrong"),
        ({"fines": [0, 0]}, "state_lists_length"),
        ({"layout": {}, "hands": [["6C"], ["7C"], ["QS"]]}, "state_layout_invalid"),
    ],
)
def test_a_position_that_cannot_be_is_refused(api: Api, change: Json, code: str) -> None:
    """In a question and when a game is to begin from it, in every language."""
    state = position(["6C", "2D"], ["KS", "9H"], ["QS", "10D"]) | change
    players = [{"name": name} for name in NAMES[: len(state["hands"])]]
    for language in LANGUAGES:
        for operation, body in (
            ("listMoves", {"ruleset": rules(), "state": state, "seat": 0}),
            ("createGame", {"ruleset": rules(), "players": players, "state": state}),
        ):
            answer = api(operation, body, language=language)
            assert (answer.status_code, answer.json["code"]) == (409, code), answer.json
            assert answer.json["violations"][0]["clause"].startswith("S.")
            assert answer.json["violations"][0]["pointer"].startswith("/state/")


def test_a_round_is_scored_card_by_card(api: Api) -> None:
    """One point each, or by the house rules; the fines are added."""
    hands = [["KS", "AD", "3C"], [], ["7D", "4C", "5C", "6C", "9C", "JC", "QC"]]
    plain = api("scoreRound", {"ruleset": rules(), "hands": hands, "winner": 1}).json["scores"]
    assert [one["points"] for one in plain] == [3, 0, 7]
    assert {card["clause"] for one in plain for card in one["cards"]} == {"S.score"}
    fined = {"ruleset": rules(), "hands": hands, "winner": 1, "fines": [0, 10, 0]}
    dear = api("scoreRound", fined | {"ruleset": rules(hand_penalties="pips", **BY_CHOICE)}).json["scores"]
    assert [one["points"] for one in dear] == [10 + 11 + 3, 10, 7 + 4 + 5 + 6 + 9 + 10 + 10]


JOKEREN = {"preset": "jokeren-7"}
OTHER_STATE = {"family": "jokeren", "turn": {"seat": 0, "phase": "draw"}, "hands": [["4S"], ["KC"]]}
SJUAN_STATE = position(["6C"], ["KS"], ["QS"])
NOT_HERE: dict[str, tuple[str, Json, str]] = {
    "melds": ("validateMelds", {"ruleset": rules(), "melds": [{"cards": ["7S", "7H", "7D"]}]}, "/melds"),
    "a hand": ("analyzeHand", {"ruleset": rules(), "hand": ["7S"]}, "/hand"),
    "a table": (
        "scoreRound",
        {"ruleset": rules(), "hands": [["4S"], [], []], "winner": 1, "table": []},
        "/table",
    ),
    "fines": (
        "scoreRound",
        {"ruleset": JOKEREN, "hands": [["4S"], []], "winner": 1, "fines": [0, 0]},
        "/fines",
    ),
    "a state of Jokeren": (
        "listMoves",
        {"ruleset": rules(), "state": OTHER_STATE, "seat": 0},
        "/state/family",
    ),
    "a state of Sjuan": ("listMoves", {"ruleset": JOKEREN, "state": SJUAN_STATE, "seat": 0}, "/state/family"),
    "a game from a state of Jokeren": (
        "createGame",
        {"ruleset": rules(), "players": [{"name": "Anna"}, {"name": "Bram"}], "state": OTHER_STATE},
        "/state/family",
    ),
    "a game from a state of Sjuan": (
        "createGame",
        {"ruleset": JOKEREN, "players": [{"name": name} for name in NAMES[:3]], "state": SJUAN_STATE},
        "/state/family",
    ),
}


@pytest.mark.parametrize("what", NOT_HERE)
def test_what_belongs_to_the_other_game_is_refused_with_its_place(api: Api, what: str) -> None:
    operation, body, pointer = NOT_HERE[what]
    answer = api(operation, body)
    assert (answer.status_code, answer.json["code"]) == (409, "not_in_this_game"), answer.json
    assert answer.json["violations"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    ("ruleset", "action"),
    [
        *(
            (rules(), action)
            for action in (
                {"type": "draw", "source": "stock"},
                {"type": "meld", "cards": ["7S", "7H", "7D"]},
                {"type": "lay_off", "meld": "m1", "cards": ["7S"]},
                {"type": "swap_joker", "meld": "m1", "cards": ["7S"]},
                {"type": "discard", "card": "7S"},
                {"type": "take_back"},
            )
        ),
        (JOKEREN, play("7C")),
        (JOKEREN, PASS),
    ],
)
def test_an_action_of_the_other_game_is_refused_wherever_it_is_sent(
    api: Api, ruleset: Json, action: Json
) -> None:
    """By a seat on turn or another, alone or after others; the type is pointed at and nothing mends it."""
    table = api.create(3, ruleset=ruleset)
    for seat in range(3):
        answer = table.move(seat, action)
        assert (answer.status_code, answer.json["code"]) == (409, "not_in_this_game")
        assert answer.json["violations"][0]["pointer"] == "/actions/0/type"
        assert answer.json["violations"][0]["params"] == {"value": action["type"]}
    assert table.view()["version"] == 1
    seat = table.on_turn()
    mine = table.moves(seat)[-1]
    for at, actions in enumerate(([action, mine], [mine, action])):
        answer = table.move(seat, *actions)
        assert (answer.json["code"], answer.json["repairs"]) == ("not_in_this_game", [])
        assert answer.json["violations"][0]["pointer"] == f"/actions/{at}/type"
    deal = api("createDeal", {"ruleset": ruleset, "players": 3}).json["state"]
    asked = {"ruleset": ruleset, "state": deal, "seat": deal["turn"]["seat"], "actions": [action]}
    verdict = api("validateMove", asked).json
    assert [one["code"] for one in verdict["violations"]] == ["not_in_this_game"]


# ---- Rulesets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ruleset_explains_itself(api: Api, language: str) -> None:
    """Its options and its clauses, its own and that of match play, in the language that is asked for."""
    detail = api("getRuleset", id="sjuan", language=language).json
    clauses = {clause["id"] for clause in detail["clauses"]}
    assert (detail["family"], detail["min_players"], detail["max_players"]) == ("sjuan", 3, 6)
    assert {clause[:2] for clause in clauses - {"J.match"}} == {"S."}
    assert "J.match" in clauses
    assert {option["clause"] for option in detail["options"]} <= clauses
    assert all(option["description"] for option in detail["options"])


def test_house_rules_are_looked_at_and_compared(api: Api) -> None:
    odd = api("resolveRuleset", {"ruleset": rules(points_limit=None)}).json
    assert (odd["rules_hash"], [one["code"] for one in odd["violations"]]) == (None, ["no_end"])
    plain = api("resolveRuleset", {"ruleset": rules()}).json
    assert (plain["family"], plain["violations"], plain["resolved"]["opening_card"]) == ("sjuan", [], "7C")
    found = api("compareRulesets", {"left": rules(), "right": rules(ace="high")}).json["differences"]
    assert [(one["option"], one["left"], one["right"], one["clause"]) for one in found] == [
        ("ace", "low", "high", "S.ace")
    ]


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"opening_points": [30]}, "opening_points"),
        ({"opening_card": "8C"}, "opening_card"),
        ({"ace": "both_ends"}, "ace"),
        ({"voluntary_pass_fine": 51}, "voluntary_pass_fine"),
    ],
)
def test_an_option_that_sjuan_does_not_have_does_not_meet_the_schema(
    api: Api, options: Json, pointer: str
) -> None:
    answer = api("resolveRuleset", {"ruleset": rules(**options)})
    assert answer.status_code == 422
    assert answer.json["violations"][0]["pointer"] == f"/ruleset/options/{pointer}"
