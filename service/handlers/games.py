"""Stored games. Each operation is one question to `service.games.Games`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.contract import Answer, Call
    from service.games import Games


def game_handlers(games: Games) -> dict[str, Callable[[Call], Answer]]:
    """The handlers of stored games by operation."""
    return {
        "create_game": games.create,
        "get_game": games.view,
        "delete_game": games.delete,
        "make_move": games.move,
        "list_game_moves": games.legal_moves,
        "get_hint": games.hint,
        "list_events": games.events,
        "deal_round": games.deal,
        "get_scores": games.scores,
        "get_scores_as_csv": games.scores_as_csv,
        "get_scores_as_html": games.scores_as_html,
        "export_game": games.export,
    }
