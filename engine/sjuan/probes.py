"""For every option that bears on a round, positions and actions on which its values give different answers.

Seat 1 is on turn, and the opening cards of both rulesets lie unless the round begins. A row that goes below its seven
has its eight, so that it can lie whatever is asked for.
"""

from __future__ import annotations

from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import BY_SUIT_AND_RANK, FACES, SUITS
from engine.penalties import card_points
from engine.results import Outcome, Probe
from engine.sjuan.layout import EIGHT, KING, ROW_OF, SEVEN, SIX, Layout
from engine.sjuan.legal import PASS, PLAYS
from engine.sjuan.options import SjuanOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.sjuan.actions import Action, Cards

ME = 1
"""The seat that is on turn."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Two rulesets, and so many players as can play under both."""

    left: SjuanOptions
    right: SjuanOptions
    players: int

    @property
    def both(self) -> tuple[SjuanOptions, SjuanOptions]:
        """The two rulesets."""
        return self.left, self.right

    @property
    def lying(self) -> dict[str, Cards]:
        """The rows of the two opening cards."""
        return {one.opening_card[-1]: (one.opening_card,) for one in self.both}

    @property
    def faces(self) -> Cards:
        """A suit of which the seven lies, by rank."""
        return BY_SUIT_AND_RANK[self.left.opening_card[-1]]

    @property
    def other_faces(self) -> Cards:
        """A suit of which nothing lies, by rank."""
        return BY_SUIT_AND_RANK[next(suit for suit in SUITS if suit not in self.lying)]


def probes(left: SjuanOptions, right: SjuanOptions, option: str) -> Iterator[Probe]:
    """The probes of an option; none for one that bears on deals or on whole games only."""
    players = max(left.min_players, right.min_players)
    if option in PROBES and players <= min(left.max_players, right.max_players):
        yield from PROBES[option](Stage(left=left, right=right, players=players))


def _probe(
    stage: Stage,
    mine: Cards,
    action: Action,
    *,
    rows: Mapping[str, Cards] | None = None,
    other: Cards = (),
    **fields: Any,
) -> Probe:
    """A position with these cards in hand, and this action; `rows` are the layout, `other` is what seat 0 holds."""
    lying = stage.lying if rows is None else rows
    used = {*mine, *other, *chain(*lying.values())}
    spare = (face for face in FACES if face not in used)
    others = [other or (next(spare),), *((next(spare),) for _ in range(stage.players - 2))]
    given = {
        "turn": {"seat": ME, "phase": "play"},
        "hands": (*others[:ME], mine, *others[ME:]),
        "layout": Layout(**{ROW_OF[suit]: row for suit, row in lying.items()}),
        **fields,
    }
    return Probe(given, (action,))


def _first_cards(stage: Stage) -> Iterator[Probe]:
    """Whoever holds both opening cards begins, with one or the other (S.start)."""
    held = tuple(dict.fromkeys(one.opening_card for one in stage.both))
    for card in held:
        yield _probe(stage, (*held, stage.other_faces[KING]), PLAYS[card], rows={})


def _aces(stage: Stage) -> Iterator[Probe]:
    """An ace beside the two, and beside the king (S.ace)."""
    for low, high in ((2, EIGHT), (SEVEN, KING)):
        row = stage.faces[low : high + 1]
        rows = stage.lying | {row[0][-1]: row}
        yield _probe(stage, (stage.faces[1], stage.other_faces[KING]), PLAYS[stage.faces[1]], rows=rows)


def _sixes(stage: Stage) -> Iterator[Probe]:
    """A six while the eight does not lie (S.must_play)."""
    yield _probe(stage, (stage.faces[SIX], stage.faces[KING]), PLAYS[stage.faces[SIX]])


def _passes(stage: Stage) -> Iterator[Probe]:
    """A pass with a card that fits (S.must_play)."""
    yield _probe(stage, (stage.faces[EIGHT],), PASS)


def _last_passes(stage: Stage) -> Iterator[Probe]:
    """A pass with a card that fits, by the last of all to pass: the round is scored, with the fine (S.block)."""
    yield _probe(stage, (stage.faces[EIGHT],), PASS, passes=stage.players - 1)


def _cards_left(stage: Stage) -> Iterator[Probe]:
    """The last card is played, and another seat is left with one of a rank that does not cost the same (S.score)."""
    for left in stage.other_faces[1 : KING + 1]:
        if len({card_points(one, left) for one in stage.both}) > 1:
            yield _probe(stage, (stage.faces[EIGHT],), PLAYS[stage.faces[EIGHT]], other=(left,))


def _limits(stage: Stage) -> Iterator[Probe]:
    """A fine by which the total of a seat reaches one limit and perhaps not the other (S.game_end)."""
    limits = ((one.points_limit, one.voluntary_pass_fine) for one in stage.both)
    totals = (max(0, limit - fine) for limit, fine in limits if limit is not None)
    for total in dict.fromkeys(totals):
        points = tuple(total if seat == ME else 0 for seat in range(stage.players))
        past = Outcome(winner=0, points=points)
        yield _probe(stage, (stage.faces[EIGHT],), PASS, round=2, past_rounds=(past,))


PROBES: Mapping[str, Callable[[Stage], Iterator[Probe]]] = MappingProxyType(
    {
        "opening_card": _first_cards,
        "ace": _aces,
        "eight_before_six": _sixes,
        "voluntary_pass": _passes,
        "voluntary_pass_fine": _last_passes,
        "hand_penalties": _cards_left,
        "penalty_table": _cards_left,
        "points_limit": _limits,
    }
)
"""What makes the probes of each option, by its name."""
