"""Small positions of Sjuan as a person writes them down: `"9C KH | 2D 3D | 2S 3S"` for hands, `"6C 7C, 7D"` for rows.

Unless a test says otherwise seat 0 is on turn and plays, the others hold `OTHERS`, and the seven of clubs lies. A hand
`?3` is one of three cards that nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine import Refused, Ruleset, family_of, inquiry, resolve
from engine.sjuan.actions import Pass, Play
from engine.sjuan.layout import Layout

if TYPE_CHECKING:
    from engine.sjuan.actions import Action
    from engine.sjuan.options import SjuanOptions
    from engine.sjuan.state import SjuanState

SJUAN = family_of("sjuan")
KEY = bytes(32)
OTHERS = "2D 3D | 2S 3S"


def ruleset(**options: Any) -> Ruleset:
    """The preset with house rules."""
    found = resolve("sjuan", options)
    assert isinstance(found, Ruleset), found
    return found


def rules(**options: Any) -> SjuanOptions:
    """The options of the preset with house rules."""
    resolved: SjuanOptions = ruleset(**options).resolved
    return resolved


def cards(text: str) -> tuple[str, ...]:
    """`"9C KH"` as cards."""
    return tuple(text.split())


def layout(text: str) -> Layout:
    """`"6C 7C, 7D"` as rows, each in the suit of its first card."""
    rows = [cards(row) for row in text.split(",") if row.strip()]
    return msgspec.convert({row[0][-1]: row for row in rows}, Layout)


def given(hands: str, lies: str | Layout = "7C", **fields: Any) -> dict[str, Any]:
    """The fields of a position; of the turn `seat`, `phase` and `number` may be said."""
    every = [hand.strip() for hand in (hands if "|" in hands else f"{hands} | {OTHERS}").split("|")]
    turn = {"seat": 0, "phase": "play"}
    turn |= {name: fields.pop(name) for name in ("seat", "phase", "number") if name in fields}
    found: dict[str, Any] = {
        "hands": [None if hand.startswith("?") else cards(hand) for hand in every],
        "turn": turn,
        "layout": layout(lies) if isinstance(lies, str) else lies,
        **fields,
    }
    if None in found["hands"]:
        counts = [int(hand[1:]) if hand.startswith("?") else len(cards(hand)) for hand in every]
        found.setdefault("hand_counts", counts)
    return found


def position(
    hands: str, lies: str = "7C", ruled: Ruleset | None = None, *, asker: int | None = None, **fields: Any
) -> SjuanState:
    """A position that is not refused."""
    state = inquiry.position(ruled or ruleset(), given(hands, lies, **fields), seat=asker)
    assert not isinstance(state, Refused), state
    found: SjuanState = state
    return found


def actions(text: str) -> list[Action]:
    """`"9C KH pass"` as what is asked, one after the other."""
    return [Pass() if word == "pass" else Play(word) for word in text.split()]


def fields_of(state: Any) -> dict[str, Any]:
    """A position as somebody gives it back who was told all of it."""
    found = msgspec.structs.asdict(state)
    return found | {"turn": msgspec.structs.asdict(state.turn)}
