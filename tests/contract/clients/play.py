"""A client as a user would write one, on code generated from openapi.yaml.

It creates a game and plays a card; then it plays a round of Sjuan.
"""

from __future__ import annotations

import sys
from uuid import uuid4

from uitleg_client import AuthenticatedClient, Client
from uitleg_client.api.games import create_game, get_game, list_game_moves, make_move
from uitleg_client.models import (
    CreatedGame,
    Discard,
    Draw,
    Drawn,
    DrawSource,
    GameMoveRequest,
    GameRequest,
    GameUpdate,
    GameView,
    JokerenPreset,
    JokerenRuleset,
    LegalMoves,
    MoveProblem,
    Play,
    Player,
    SjuanPreset,
    SjuanRoundView,
    SjuanRuleset,
)

address = sys.argv[1]

created = create_game.sync(
    client=Client(address),
    body=GameRequest(JokerenRuleset(JokerenPreset.JOKEREN_7), [Player("Anna"), Player("Bram")]),
    idempotency_key=str(uuid4()),
)
assert isinstance(created, CreatedGame), created
bram = AuthenticatedClient(address, created.seats[1].token)
game = created.game.id
assert created.game.round_.turn.seat == 1

draw = GameMoveRequest([Draw("draw", DrawSource.STOCK)])
first = make_move.sync(game, client=bram, body=draw, if_match='"1"')
assert isinstance(first, GameUpdate), first
(event,) = first.events
assert isinstance(event, Drawn)
assert event.card in first.game.round_.hand

again = make_move.sync(game, client=bram, body=draw)
assert isinstance(again, MoveProblem), again
assert (again.code, again.violations[0].clause) == ("already_drawn", "J.turn")

moves = list_game_moves.sync(game, client=bram)
assert isinstance(moves, LegalMoves), moves
last = [action for action in moves.actions if isinstance(action, Discard)][-1]
end = make_move.sync(game, client=bram, body=GameMoveRequest([last]))
assert isinstance(end, GameUpdate), end
seen = get_game.sync(game, client=Client(address))
assert isinstance(seen, GameView), seen
assert seen.round_.discard.top == last.card
print(f"Bram did discard {last.card}; {seen.players[1].cards} cards are left")

names = ["Anna", "Bram", "Cees"]
rules = SjuanRuleset(SjuanPreset.SJUAN)
begun = create_game.sync(client=Client(address), body=GameRequest(rules, [Player(name) for name in names]))
assert isinstance(begun, CreatedGame), begun
view, done = begun.game, []
while view.round_.outcome is None:
    assert isinstance(view.round_, SjuanRoundView)
    seat = AuthenticatedClient(address, begun.seats[view.round_.turn.seat].token)
    moves = list_game_moves.sync(view.id, client=seat)
    assert isinstance(moves, LegalMoves), moves
    moved = make_move.sync(view.id, client=seat, body=GameMoveRequest(moves.actions[:1]))
    assert isinstance(moved, GameUpdate), moved
    view, done = moved.game, [*done, moves.actions[0]]
assert done[0] == Play("play", "7C")
assert "7C" in view.round_.layout.c
print(f"{names[view.round_.outcome.winner]} won a round of Sjuan")
