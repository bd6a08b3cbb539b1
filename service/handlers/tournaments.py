"""Stored tournaments. Each operation is one question to `service.tournaments.Tournaments`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.contract import Answer, Call
    from service.tournaments import Tournaments


def tournament_handlers(tournaments: Tournaments) -> dict[str, Callable[[Call], Answer]]:
    """The handlers of match play by operation."""
    return {
        "create_tournament": tournaments.create,
        "get_tournament": tournaments.view,
        "get_score_form": tournaments.form,
        "get_score_form_as_csv": tournaments.form_as_csv,
        "get_score_form_as_html": tournaments.form_as_html,
        "enter_deal": tournaments.enter,
        "play_deals": tournaments.play,
        "confirm_form": tournaments.confirm,
        "get_standings": tournaments.standings,
        "get_standings_as_csv": tournaments.standings_as_csv,
        "get_standings_as_html": tournaments.standings_as_html,
    }
