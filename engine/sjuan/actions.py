"""What a player can ask for, and what the log says happened: two unions by `type`, `Action` and `Fact`."""

import msgspec

Cards = tuple[str, ...]


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Lay one card in its suit (S.play; *lägga*)."""

    card: str


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Lay nothing in this turn (S.must_play; *passa*)."""


Action = Play | Pass


class CardPlayed(msgspec.Struct, frozen=True, tag="played"):
    """A seat laid a card."""

    seat: int
    card: str


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat passed; `fine` are the points that it cost, 0 where no card fitted."""

    seat: int
    fine: int


Fact = CardPlayed | Passed
