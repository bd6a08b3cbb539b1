"""What the expert would do in a seat's place, and why: from what the seat knows, and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.hints import Hint, HintCode, HintFacts
from engine.penalties import card_points
from engine.sjuan.actions import Play
from engine.sjuan.bots.turns import prospect
from engine.sjuan.bots.waiting import BIT, PACK, faces, fits_on, mask, waiting

if TYPE_CHECKING:
    from engine.sjuan.bots.expert import Prospect
    from engine.sjuan.bots.seen import SjuanSeen
    from engine.sjuan.options import SjuanOptions


def hint(options: SjuanOptions, known: SjuanSeen, seed: bytes) -> Hint | None:
    """The expert's action, and its reason. The same seed gives the same hint."""
    found = prospect(options, known, Chance(seed))
    code, facts = _Reasons(options, known).of(found)
    return Hint(action=found.action, code=code, facts=facts)


class _Reasons:
    """What speaks for an action in a position: which cards fit, and which wait for them, in the hand or not."""

    def __init__(self, options: SjuanOptions, known: SjuanSeen) -> None:
        self.options, self.known = options, known
        self.beyond = waiting(options).beyond
        self.hand = mask(known.hand)
        self.can = self.hand & fits_on(options, known.layout)
        self.unseen = PACK & ~self.hand & ~mask(known.layout.cards)

    def of(self, found: Prospect) -> tuple[HintCode, HintFacts]:
        """The reason for the action, the plainest first."""
        if not isinstance(found.action, Play):
            return self._passing()
        card = found.action.card
        if self.known.layout.empty:
            return HintCode.OPENING_CARD, HintFacts(card=card)
        if len(self.known.hand) == 1:
            return HintCode.LAST_CARD, HintFacts(card=card)
        if self.can == BIT[card]:
            return HintCode.ONLY_CARD, HintFacts(card=card)
        return self._choosing(card, found)

    def _passing(self) -> tuple[HintCode, HintFacts]:
        if not self.can:
            return HintCode.NOTHING_FITS, HintFacts()
        cards, fine = faces(self.can), self.options.voluntary_pass_fine
        if fine:
            return HintCode.PAY_FINE, HintFacts(cards=cards, count=self._waits_for(self.can), points=fine)
        return HintCode.PASS_FREELY, HintFacts(cards=cards, count=self._waits_for(self.can))

    def _choosing(self, card: str, found: Prospect) -> tuple[HintCode, HintFacts]:
        """Why this card of several: for one's own cards, against the others', for its points, or by how it fares."""
        bit, rest = BIT[card], self.can & ~BIT[card]
        own = self.beyond[bit] & self.hand
        if own:
            return HintCode.OPEN_WAY, HintFacts(card=card, cards=faces(own))
        waits = self._waits_for(rest)
        if self._waits_for(bit) < waits:
            return HintCode.KEEP_CLOSED, HintFacts(card=card, cards=faces(rest), count=waits)
        points = card_points(self.options, card)
        if points > max(card_points(self.options, other) for other in faces(rest)):
            return HintCode.PLAY_DEAREST, HintFacts(card=card, points=points)
        return HintCode.FARES_BEST, HintFacts(card=card, wins=found.wins, deals=found.deals)

    def _waits_for(self, cards: int) -> int:
        """How many cards that the seat does not see wait for these."""
        waiting_for = 0
        for card in faces(cards):
            waiting_for |= self.beyond[BIT[card]]
        return (waiting_for & self.unseen).bit_count()
