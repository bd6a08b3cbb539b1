"""Small positions and plays as a person writes them down: `"4H 5H 6H"` for cards, `"meld 4H 5H 6H; discard 9C"`.

Unless a test says otherwise there are two players, seat 1 is on turn, a card was drawn, everybody has opened and has
had a turn, and nothing else lies anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import Refused, Ruleset, Step, family_of, resolve
from engine.cards import FACES, held
from engine.jokeren.actions import Discard, Draw, LayOff, Meld, SwapJoker, TableMeld, TakeBack
from engine.jokeren.melds import judge

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.jokeren.actions import Action
    from engine.jokeren.options import JokerenOptions
    from engine.jokeren.state import JokerenState

JOKEREN = family_of("jokeren-7")
ME = 1
KEY = bytes(32)


def ruleset(preset: str = "jokeren-7", **options: Any) -> Ruleset:
    """A preset with house rules."""
    found = resolve(preset, options)
    assert isinstance(found, Ruleset), found
    return found


def rules(preset: str = "jokeren-7", **options: Any) -> JokerenOptions:
    """The options of a preset with house rules."""
    resolved: JokerenOptions = ruleset(preset, **options).resolved
    return resolved


def cards(text: str) -> tuple[str, ...]:
    """`"4H JK:5H"` as cards."""
    return tuple(text.split())


def given(options: JokerenOptions, hand: str, *, table: Iterable[str] = (), **fields: Any) -> dict[str, Any]:
    """The fields of a position; melds are `"JS QS KS"`, owned by seat 0, or `"set: 7S JK JK"`."""
    melds = table_melds(options, table)
    used = {*cards(hand), *(held(card) for meld in melds for card in meld.cards)}
    used |= {card for name in ("stock", "discard", "other") for card in cards(fields.get(name, ""))}
    used |= {name[3:] for name in used}
    free = next(card for card in FACES if card not in used)
    hands = [cards(fields.pop("other", free)), cards(hand)]
    turn = {"seat": ME, "phase": fields.pop("phase", "play")}
    turn |= {name: fields.pop(name) for name in ("actions",) if name in fields}
    for name in ("stock", "discard"):
        fields[name] = cards(fields.get(name, ""))
    every = {"turns_taken": (1, 1), "opened": (True, True), "tabled": (False, False), **fields}
    return {"hands": hands, "turn": turn, "table": melds, **every}


def table_melds(options: JokerenOptions, table: Iterable[str]) -> tuple[TableMeld, ...]:
    """Melds of seat 0 on the table."""
    return tuple(_meld(options, at, text) for at, text in enumerate(table))


def _meld(options: JokerenOptions, at: int, text: str) -> TableMeld:
    kind, _, written = text.rpartition(": ")
    read = judge(options.melds, cards(written), kind or None)
    assert not isinstance(read, Refused), read
    return TableMeld(f"m{at + 1}", 0, read.kind, read.cards)  # type: ignore[arg-type]


def position(options: JokerenOptions, hand: str, *, table: Iterable[str] = (), **fields: Any) -> JokerenState:
    """A position, judged whole."""
    state = JOKEREN.position(options, given(options, hand, table=table, **fields))
    assert not isinstance(state, Refused), state
    found: JokerenState = state
    return found


def action(text: str) -> Action:
    """`draw stock`, `meld 4H 5H 6H`, `meld set 7S JK JK`, `lay m1 8D`, `swap m1 6D`, `discard 9C`, `back`."""
    verb, *rest = text.split()
    match verb:
        case "draw":
            return Draw(rest[0])  # type: ignore[arg-type]
        case "meld" if rest and rest[0] in {"set", "run"}:
            return Meld(tuple(rest[1:]), rest[0])  # type: ignore[arg-type]
        case "meld":
            return Meld(tuple(rest))
        case "lay":
            return LayOff(rest[0], tuple(rest[1:]))
        case "swap":
            return SwapJoker(rest[0], tuple(rest[1:]))
        case "discard":
            return Discard(rest[0])
    assert verb == "back"
    return TakeBack()


def play(
    options: JokerenOptions, state: JokerenState, text: str, *, seat: int | None = None
) -> JokerenState | Refused:
    """The position after some actions of the seat on turn, or the first refusal."""
    for one in filter(None, (part.strip() for part in text.split(";"))):
        on_turn = state.turn.seat if seat is None else seat
        step = JOKEREN.play(options, state, on_turn, action(one), key=KEY)
        if isinstance(step, Refused):
            return step
        assert isinstance(step, Step)
        state = step.state
    return state


def no(answer: Any) -> tuple[tuple[str, str], ...]:
    """The codes and clauses of a refusal; none where it is none."""
    return tuple((no.code.value, no.clause) for no in answer.refusals) if isinstance(answer, Refused) else ()
