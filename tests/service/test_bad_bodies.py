"""Bodies that a kind reader would take, and a strict one refuses: each with its code and its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.service.bound import MOVES, Answers, post, refusal

if TYPE_CHECKING:
    from flask.testing import FlaskClient

DEAL = '{"ruleset": {"preset": "jokeren-7"}, "players": %s}'
MELD = '{"ruleset": {"preset": "jokeren-7"}, "melds": [{"cards": %s}]}'
OPTION = '{"ruleset": {"preset": "jokeren-7", "options": {%s}}, "players": 2}'
MOVE = '{"actions": %s}'
GAMES = '{"ruleset": {"preset": "jokeren-7"}, "players": %s}'
STATE = '{"ruleset": {"preset": "jokeren-7"}, "seat": 0, "state": {"family": "jokeren", "turn": %s, "hands": [[], []]}}'
SHOWN = "/v1/melds/validate"
LIST = "/v1/moves/list"

BAD_BODIES: dict[str, tuple[str, str, str, str]] = {
    "players as a text": ("/v1/deals", DEAL % '"2"', "wrong_type", "/players"),
    "players as a fraction": ("/v1/deals", DEAL % "2.5", "wrong_type", "/players"),
    "players as true": ("/v1/deals", DEAL % "true", "wrong_type", "/players"),
    "players as null": ("/v1/deals", DEAL % "null", "wrong_type", "/players"),
    "players as a list": ("/v1/deals", DEAL % "[2]", "wrong_type", "/players"),
    "players as an object": ("/v1/deals", DEAL % "{}", "wrong_type", "/players"),
    "one player": ("/v1/deals", DEAL % "1", "out_of_range", "/players"),
    "minus two players": ("/v1/deals", DEAL % "-2", "out_of_range", "/players"),
    "1e15 players": ("/v1/deals", DEAL % "1e15", "out_of_range", "/players"),
    "1e308 players": ("/v1/deals", DEAL % "1e308", "out_of_range", "/players"),
    "players twice": ("/v1/deals", DEAL % '2, "players": 3', "not_json", ""),
    "NaN players": ("/v1/deals", DEAL % "NaN", "not_json", ""),
    "1e400 players": ("/v1/deals", DEAL % "1e400", "not_json", ""),
    "a list for a body": ("/v1/deals", "[]", "wrong_type", ""),
    "a text for a body": ("/v1/deals", '"x"', "wrong_type", ""),
    "null for a body": ("/v1/deals", "null", "wrong_type", ""),
    "nothing for a body": ("/v1/deals", "", "not_json", ""),
    "an empty body": ("/v1/deals", "{}", "missing_field", "/ruleset"),
    "an unknown field": ("/v1/deals", DEAL % '2, "x": 1', "unknown_field", "/x"),
    "a field in capitals": ("/v1/deals", DEAL % '2, "Dealer": 1', "unknown_field", "/Dealer"),
    "an empty name": ("/v1/deals", DEAL % '2, "": 1', "unknown_field", "/"),
    "a name with a slash": ("/v1/deals", DEAL % '2, "a/b~": 1', "unknown_field", "/a~1b~0"),
    "a name of marshmallow's": ("/v1/deals", DEAL % '2, "_schema": 1', "unknown_field", "/_schema"),
    "a name of 5,000 letters": (
        "/v1/deals",
        DEAL % f'2, "{"x" * 5000}": 1',
        "unknown_field",
        "/" + "x" * 999,
    ),
    "a seed in capitals": ("/v1/deals", DEAL % f'2, "seed": "{"A" * 64}"', "invalid_value", "/seed"),
    "a seed with a line feed": ("/v1/deals", DEAL % f'2, "seed": "{"a" * 64}\\n"', "invalid_value", "/seed"),
    "a seed that is null": ("/v1/deals", DEAL % '2, "seed": null', "wrong_type", "/seed"),
    "a ruleset as a text": ("/v1/deals", '{"ruleset": "jokeren-7", "players": 2}', "wrong_type", "/ruleset"),
    "no preset": ("/v1/deals", '{"ruleset": {}, "players": 2}', "missing_field", "/ruleset/preset"),
    "an unknown preset": (
        "/v1/deals",
        '{"ruleset": {"preset": "poker"}, "players": 2}',
        "invalid_value",
        "/ruleset/preset",
    ),
    "a preset as a list": (
        "/v1/deals",
        '{"ruleset": {"preset": []}, "players": 2}',
        "wrong_type",
        "/ruleset/preset",
    ),
    "an unknown option": ("/v1/deals", OPTION % '"opening": 40', "unknown_field", "/ruleset/options/opening"),
    "an option as a text": ("/v1/deals", OPTION % '"packs": "1"', "wrong_type", "/ruleset/options/packs"),
    "an option as 1": ("/v1/deals", OPTION % '"upcard": 1', "wrong_type", "/ruleset/options/upcard"),
    "an option as yes": ("/v1/deals", OPTION % '"upcard": "yes"', "wrong_type", "/ruleset/options/upcard"),
    "an option out of bounds": ("/v1/deals", OPTION % '"packs": 3', "out_of_range", "/ruleset/options/packs"),
    "an option that is null": ("/v1/deals", OPTION % '"packs": null', "wrong_type", "/ruleset/options/packs"),
    "a choice in capitals": ("/v1/deals", OPTION % '"ace": "LOW"', "invalid_value", "/ruleset/options/ace"),
    "no opening points": (
        "/v1/deals",
        OPTION % '"opening_points": []',
        "out_of_range",
        "/ruleset/options/opening_points",
    ),
    "opening points as a number": (
        "/v1/deals",
        OPTION % '"opening_points": 40',
        "wrong_type",
        "/ruleset/options/opening_points",
    ),
    "opening points with a fraction": (
        "/v1/deals",
        OPTION % '"opening_points": [40, 0.5]',
        "wrong_type",
        "/ruleset/options/opening_points/1",
    ),
    "a demand that is none": (
        "/v1/deals",
        OPTION % '"opening_melds": [["set:2"]]',
        "invalid_value",
        "/ruleset/options/opening_melds/0/0",
    ),
    "a pack for nine players": (
        "/v1/deals",
        OPTION % '"by_players": {"9": {}}',
        "unknown_field",
        "/ruleset/options/by_players/9",
    ),
    "packs that are null": (
        "/v1/deals",
        OPTION % '"by_players": {"2": {"packs": null}}',
        "wrong_type",
        "/ruleset/options/by_players/2/packs",
    ),
    "a penalty table with a hole": (
        "/v1/deals",
        OPTION % f'"penalty_table": {json.dumps(dict.fromkeys("A23456789JQ", 1) | {"10": 1})}',
        "missing_field",
        "/ruleset/options/penalty_table/K",
    ),
    "a card in small letters": (SHOWN, MELD % '["10h"]', "invalid_value", "/melds/0/cards/0"),
    "a ten as T": (SHOWN, MELD % '["9H", "TH"]', "invalid_value", "/melds/0/cards/1"),
    "a card with a space": (SHOWN, MELD % '["AS "]', "invalid_value", "/melds/0/cards/0"),
    "a card with a line feed": (SHOWN, MELD % '["AS\\n"]', "invalid_value", "/melds/0/cards/0"),
    "a joker for a joker": (SHOWN, MELD % '["JK:JK"]', "invalid_value", "/melds/0/cards/0"),
    "a card as a number": (SHOWN, MELD % "[10]", "wrong_type", "/melds/0/cards/0"),
    "a card as a list": (SHOWN, MELD % '[["AS"]]', "wrong_type", "/melds/0/cards/0"),
    "cards as one text": (SHOWN, MELD % '"AS"', "wrong_type", "/melds/0/cards"),
    "cards as an object": (SHOWN, MELD % '{"0": "AS"}', "wrong_type", "/melds/0/cards"),
    "no cards": (SHOWN, MELD % "[]", "out_of_range", "/melds/0/cards"),
    "31 cards": (SHOWN, MELD % json.dumps(["AS"] * 31), "out_of_range", "/melds/0/cards"),
    "a kind that is null": (SHOWN, MELD % '["AS"], "kind": null', "wrong_type", "/melds/0/kind"),
    "a meld with a type": (SHOWN, MELD % '["AS"], "type": "meld"', "unknown_field", "/melds/0/type"),
    "no actions": (MOVES, MOVE % "[]", "out_of_range", "/actions"),
    "61 actions": (MOVES, MOVE % json.dumps([{"type": "take_back"}] * 61), "out_of_range", "/actions"),
    "an action as a text": (MOVES, MOVE % '["draw"]', "wrong_type", "/actions/0"),
    "an action that is null": (MOVES, MOVE % "[null]", "wrong_type", "/actions/0"),
    "an action without a type": (MOVES, MOVE % '[{"card": "4C"}]', "missing_field", "/actions/0/type"),
    "an unknown action": (MOVES, MOVE % '[{"type": "fold"}]', "invalid_value", "/actions/0/type"),
    "an action of type null": (MOVES, MOVE % '[{"type": null}]', "wrong_type", "/actions/0/type"),
    "an action of type object": (MOVES, MOVE % '[{"type": {}}]', "wrong_type", "/actions/0/type"),
    "an action with a field too many": (
        MOVES,
        MOVE % '[{"type": "take_back"}, {"type": "take_back", "meld": "m1"}]',
        "unknown_field",
        "/actions/1/meld",
    ),
    "a joker declared in a discard": (
        MOVES,
        MOVE % '[{"type": "discard", "card": "JK:6D"}]',
        "invalid_value",
        "/actions/0/card",
    ),
    "a meld by its number": (
        MOVES,
        MOVE % '[{"type": "lay_off", "meld": 1, "cards": ["6D"]}]',
        "wrong_type",
        "/actions/0/meld",
    ),
    "three cards for a joker": (
        MOVES,
        MOVE % '[{"type": "swap_joker", "meld": "m1", "cards": ["6D", "6C", "6S"]}]',
        "out_of_range",
        "/actions/0/cards",
    ),
    "a bot": (
        "/v1/games",
        GAMES % '[{"name": "A", "bot": "x"}, {"name": "B"}]',
        "invalid_value",
        "/players/0/bot",
    ),
    "a player without a name": (
        "/v1/games",
        GAMES % '[{"name": "A"}, {}]',
        "missing_field",
        "/players/1/name",
    ),
    "an empty player": (
        "/v1/games",
        GAMES % '[{"name": ""}, {"name": "B"}]',
        "out_of_range",
        "/players/0/name",
    ),
    "a name of control characters": (
        "/v1/games",
        GAMES % '[{"name": "A\\u0000"}, {"name": "B"}]',
        "invalid_value",
        "/players/0/name",
    ),
    "a name that begins with a space": (
        "/v1/games",
        GAMES % '[{"name": "A"}, {"name": " B"}]',
        "invalid_value",
        "/players/1/name",
    ),
    "a name that ends with a line feed": (
        "/v1/games",
        GAMES % '[{"name": "A\\n"}, {"name": "B"}]',
        "invalid_value",
        "/players/0/name",
    ),
    "one name": ("/v1/games", GAMES % '[{"name": "A"}]', "out_of_range", "/players"),
    "names alone": ("/v1/games", GAMES % '["Anna", "Bram"]', "wrong_type", "/players/0"),
    "a dealer and a position": (
        "/v1/games",
        GAMES % '[{"name": "A"}, {"name": "B"}], "dealer": 0, "state":'
        ' {"family": "jokeren", "turn": {"seat": 0, "phase": "draw"}, "hands": [[], []]}',
        "unknown_field",
        "/dealer",
    ),
    "a position of a family that there is not": (
        LIST,
        STATE.replace('"family": "jokeren"', '"family": "whist"') % "{}",
        "invalid_value",
        "/state/family",
    ),
    "a turn without a phase": (LIST, STATE % '{"seat": 0}', "missing_field", "/state/turn/phase"),
    "a seat as true": (LIST, STATE % '{"seat": true, "phase": "draw"}', "wrong_type", "/state/turn/seat"),
    "seat 7": (LIST, STATE % '{"seat": 7, "phase": "draw"}', "out_of_range", "/state/turn/seat"),
    "seat minus 1": (LIST, STATE % '{"seat": -1, "phase": "draw"}', "out_of_range", "/state/turn/seat"),
    "an action of the turn that is none": (
        LIST,
        STATE % '{"seat": 0, "phase": "draw", "actions": [{"type": "discard", "card": "4C"}]}',
        "invalid_value",
        "/state/turn/actions/0/type",
    ),
    "a winner that is left out": (
        "/v1/rounds/score",
        '{"ruleset": {"preset": "jokeren-7"}, "hands": [["AS"], []]}',
        "missing_field",
        "/winner",
    ),
}


@pytest.mark.parametrize(("path", "raw", "code", "pointer"), BAD_BODIES.values(), ids=list(BAD_BODIES))
def test_a_bad_body_is_told_where_and_why(
    client: FlaskClient, answers: Answers, path: str, raw: str, code: str, pointer: str
) -> None:
    """No handler ever sees it."""
    status = 400 if code == "not_json" else 422

    assert refusal(post(client, path, raw)) == (status, code, "body", pointer)
    assert answers.calls == []


GOOD_BODIES = {
    "2.0 players": ("/v1/deals", DEAL % "2.0"),
    "2e0 players": ("/v1/deals", DEAL % "2e0"),
    "a dealer of -0": ("/v1/deals", DEAL % '2, "dealer": -0'),
    "no limit": ("/v1/deals", OPTION % '"rounds": null, "points_limit": 100'),
    "an option for some players": ("/v1/deals", OPTION % '"by_players": {"2": {"packs": 2}, "7": {}}'),
    "names beyond Latin": ("/v1/games", GAMES % '[{"name": "Åsa 🃏"}, {"name": "\\u00c9mile"}]'),
    "a blocked round": (
        "/v1/rounds/score",
        '{"ruleset": {"preset": "jokeren-7"}, "hands": [[], []], "winner": null}',
    ),
    "1,000 melds": (
        SHOWN,
        json.dumps({"ruleset": {"preset": "jokeren-7"}, "melds": [{"cards": ["AS"] * 30}] * 1000}),
    ),
}


@pytest.mark.parametrize(("path", "raw"), GOOD_BODIES.values(), ids=list(GOOD_BODIES))
def test_a_good_body_is_taken(client: FlaskClient, answers: Answers, path: str, raw: str) -> None:
    assert post(client, path, raw).status_code == 200
    assert len(answers.calls) == 1
