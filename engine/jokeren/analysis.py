"""What a hand can do at best: what to lay, whether it opens or goes out, and the cards that would make it (exactly).

The hand is looked at by itself: swapping jokers out of the table is left aside, and so is in which turn a player may go
out. Among equals less stays in hand: fewer points, then fewer cards, then as `engine.jokeren.search` chooses.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import FACES, JOKER, held, pack, sort_hand, without_cards
from engine.jokeren.actions import Cards, Kind, LayOff, Meld, TableMeld
from engine.jokeren.pieces import Piece, new_melds
from engine.jokeren.position import table_of
from engine.jokeren.scoring import Ended, card_costs, natural_cost
from engine.jokeren.search import Arrangement, Goal, best
from engine.jokeren.table import lay_off
from engine.jokeren.ways import Question, cheapest, endings, finishing_turns, opening_turns, turns
from engine.refusals import Code, Facts, Refusal, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.jokeren.options import JokerenOptions


MOST_FOR_OUTS = 20
"""The largest hand whose outs are looked for; no deal leads to one of more than seventeen cards."""


class MeldToLay(msgspec.Struct, frozen=True):
    """A meld that can be laid, in table order with its jokers declared, and what it is worth there."""

    kind: Kind
    cards: Cards
    points: int


class LayOffToMake(msgspec.Struct, frozen=True):
    """Cards that can be laid off, what they are worth on that meld, and the meld after it."""

    meld: str
    cards: Cards
    points: int
    result: Cards


class Finish(msgspec.Struct, frozen=True):
    """A way to go out: what is laid, and the card that is discarded at the end, if one is."""

    melds: tuple[MeldToLay, ...]
    lay_offs: tuple[LayOffToMake, ...]
    discard: str | None


class Out(msgspec.Struct, frozen=True):
    """A card that would make an opening or a finish possible; `unseen` of it are in nobody's sight."""

    card: str
    unseen: int | None
    opens: bool
    goes_out: bool


class HandAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """The best that a hand can lay, what it lacks to open (null where it has opened), and how it goes out."""

    melds: tuple[MeldToLay, ...]
    lay_offs: tuple[LayOffToMake, ...]
    left: Cards
    points_laid: int
    penalty_left: int
    can_open: bool | None
    opening_points: int | None
    opening_missing: int | None
    can_go_out: bool
    finish: Finish | None
    outs: tuple[Out, ...] | None


def analyze_hand(options: JokerenOptions, given: Mapping[str, Any]) -> HandAnalysis | Refused:
    """What a hand can do at best, or why it cannot be.

    `given` holds `hand` and, where somebody set them, `table`, `discard`, `opened`, `drawn`, `round` and `goal`.
    """
    table, found = table_of(options, given.get("table", ()))
    asked = Question(
        hand=sort_hand(given["hand"]),
        table=table,
        discard=given.get("discard"),
        opened=given.get("opened", False),
        drawn=given.get("drawn", True),
        round=given.get("round", 1),
        goal=given.get("goal", "penalty"),
        knows_table="table" in given,
    )
    found += _too_often(options, asked)
    return Refused(tuple(found)) if found else _analysis(options, asked)


def _largest_pack(options: JokerenOptions) -> Counter[str]:
    """The cards that any number of players may have in play (J.pack)."""
    packs = [options.pack_for(players) for players in range(options.min_players, options.max_players + 1)]
    return Counter(pack(max(one[0] for one in packs), max(one[1] for one in packs)))


def _seen(asked: Question) -> Counter[str]:
    on_table = (held(card) for meld in asked.table for card in meld.cards)
    return Counter([*asked.hand, *(asked.discard or ()), *on_table])


def _too_often(options: JokerenOptions, asked: Question) -> Iterator[Refusal]:
    there = _largest_pack(options)
    for card, count in _seen(asked).items():
        if count > there[card]:
            facts = Facts(card=card, count=count, maximum=there[card])
            yield Refusal(code=Code.CARD_TOO_OFTEN, clause="J.pack", facts=facts, where=("hand",))


def _analysis(options: JokerenOptions, asked: Question) -> HandAnalysis:
    laid = cheapest(asked.hand, turns(options, asked, asked.hand), _goal(options, asked))
    pieces = laid.pieces if laid else ()
    melds, lay_offs = _melds(pieces), _lay_offs(options, asked, pieces)
    left = _left(asked.hand, pieces)
    opens = _opens(options, asked, asked.hand)
    most = None if asked.opened else _most_points(options, asked, opens=opens)
    required, _ = options.opening_for(asked.round)
    finish = _finish(options, asked, asked.hand)
    looked_for = len(asked.hand) <= MOST_FOR_OUTS
    return HandAnalysis(
        melds=melds,
        lay_offs=lay_offs,
        left=left,
        points_laid=sum(piece.points for piece in pieces),
        penalty_left=_penalty(options, asked, left, melds, lay_offs),
        can_open=None if asked.opened else opens,
        opening_points=most,
        opening_missing=None if most is None else 0 if opens else max(required - most, 0),
        can_go_out=finish is not None,
        finish=None if finish is None else _told(options, asked, finish.pieces),
        outs=tuple(_outs(options, asked, opens=asked.opened or opens, goes_out=finish is not None))
        if looked_for
        else None,
    )


def _goal(options: JokerenOptions, asked: Question) -> Goal:
    """The goal first, then the points that stay in hand, then the cards; jokers at their full price (J.score)."""
    prices = {
        card: options.joker_penalty if card == JOKER else natural_cost(options, card)[0]
        for card in (*asked.hand, JOKER)
    }
    if asked.goal == "cards":
        return Goal({card: 10_000 + points for card, points in prices.items()})
    per_point = 10_000_000 if asked.goal == "points" else 0
    return Goal({card: 1_000 * points + 1 for card, points in prices.items()}, per_point)


def _nothing(hand: Cards) -> Goal:
    """To find out whether something is possible at all."""
    return Goal(dict.fromkeys((*hand, JOKER), 0))


def _opens(options: JokerenOptions, asked: Question, hand: Cards, *, extra: int = 0) -> bool:
    """Whether melds of the hand meet the demands of an opening, so that the turn can be ended."""
    ways = opening_turns(options, asked, hand, extra=extra)
    return any(best(hand, pieces, _nothing(hand), demand) is not None for pieces, demand in ways)


def _most_points(options: JokerenOptions, asked: Question, *, opens: bool) -> int:
    """What the dearest opening is worth, or the dearest melds where none is one."""
    hand = asked.hand
    ways = opening_turns(options, asked, hand)
    if not opens:
        ways = ((new_melds(options.melds, hand, kinds=()), ending) for ending in endings(options, asked))
    found = cheapest(hand, ways, Goal(_nothing(hand).costs, per_point=1))
    return -found.cost if found else 0


def _finish(options: JokerenOptions, asked: Question, hand: Cards, *, extra: int = 0) -> Arrangement | None:
    """A way to go out with this hand, or None."""
    ways = finishing_turns(options, asked, hand, extra=extra)
    found = (best(hand, pieces, _nothing(hand), demand) for pieces, demand in ways)
    return next((one for one in found if one is not None), None)


def _outs(options: JokerenOptions, asked: Question, *, opens: bool, goes_out: bool) -> Iterator[Out]:
    """Each card that makes an opening or a finish possible which is not, when it is drawn next."""
    there, seen = _largest_pack(options), _seen(asked)
    known = asked.knows_table and asked.discard is not None
    next_turn, extra = msgspec.structs.replace(asked, drawn=True), int(asked.drawn)
    for card in (*FACES, JOKER):
        unseen = there[card] - seen[card]
        if unseen < 1 or (opens and goes_out):
            continue
        hand = sort_hand((*asked.hand, card))
        now_opens = not opens and _opens(options, next_turn, hand, extra=extra)
        now_out = not goes_out and _finish(options, next_turn, hand, extra=extra) is not None
        if now_opens or now_out:
            yield Out(card, unseen if known else None, now_opens, now_out)


def _melds(pieces: tuple[Piece, ...]) -> tuple[MeldToLay, ...]:
    return tuple(
        MeldToLay(piece.kind, piece.lies.cards, piece.points)  # type: ignore[arg-type]
        for piece in pieces
        if isinstance(piece.lies, Meld)
    )


def _lay_offs(
    options: JokerenOptions, asked: Question, pieces: tuple[Piece, ...]
) -> tuple[LayOffToMake, ...]:
    found = []
    for piece in pieces:
        if isinstance(piece.lies, LayOff) and piece.place is not None:
            meld = asked.table[piece.place]
            after = lay_off(options.melds, meld.id, meld.kind, meld.cards, piece.lies.cards)
            assert not isinstance(after, Refused)
            found.append(LayOffToMake(meld.id, piece.lies.cards, piece.points, after[1]))
    return tuple(found)


def _left(hand: Cards, pieces: tuple[Piece, ...]) -> Cards:
    return without_cards(hand, (held(card) for piece in pieces for card in piece.lies.cards))


def _told(options: JokerenOptions, asked: Question, pieces: tuple[Piece, ...]) -> Finish:
    left = _left(asked.hand, pieces)
    return Finish(_melds(pieces), _lay_offs(options, asked, pieces), left[0] if left else None)


def _penalty(
    options: JokerenOptions,
    asked: Question,
    left: Cards,
    melds: tuple[MeldToLay, ...],
    lay_offs: tuple[LayOffToMake, ...],
) -> int:
    """What is left would cost if the round ended now, by what then lies on the table (J.score, J.score_kbn)."""
    grown = {one.meld: one.result for one in lay_offs}
    table = [msgspec.structs.replace(meld, cards=grown.get(meld.id, meld.cards)) for meld in asked.table]
    table += [TableMeld("new", 0, meld.kind, meld.cards) for meld in melds]
    ended = Ended(
        round=asked.round,
        hands=(left,),
        table=tuple(table),
        opened=(asked.opened or bool(melds),),
        may_open=(True,),
        winner=None,
        concealed=False,
    )
    return sum(cost.points for cost in card_costs(options, ended, 0))
