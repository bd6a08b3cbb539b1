"""Hands that the others may hold, as far as a seat can tell: sampled from what was seen of their play.

A pass says which cards a player lacks. A card that was played says more: whoever plays much as a greedy bot does would
have played another one, had it served his hand better. Deals in which fewer of the plays seen would have been odd are
likelier, and a walk through the deals, two cards changing hands at each step (Metropolis), visits them more often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.sjuan.actions import CardPlayed
from engine.sjuan.bots.waiting import BIT, PACK, bits, fits_on, mask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.chance import Chance
    from engine.sjuan.bots.seen import SjuanSeen
    from engine.sjuan.bots.waiting import Waiting
    from engine.sjuan.options import SjuanOptions

ODDS = 6
"""A play that would be odd in a deal makes the deal so many times less likely."""
MOST_WORSE = 5
"""So many odd plays more are as bad as any number."""
FIRST_STEPS, STEPS = 100, 15
"""How many steps of the walk come before the first deal, and between a deal and the next."""


class Choice(NamedTuple):
    """A card that a player chose: what fitted then, the card, and all that he played from then on."""

    fits: int
    card: int
    later: int


class Shown(NamedTuple):
    """What a seat has shown of its hand: the cards that it lacks, all that it played, and how it chose."""

    lacks: int
    played: int
    choices: tuple[Choice, ...]


def shown(options: SjuanOptions, known: SjuanSeen, waits: Waiting) -> list[Shown]:
    """What each seat has shown by its play, looked through from the latest fact back to the first."""
    nothing = Shown(0, 0, ())
    seats = [nothing for _ in known.hand_counts]
    fits = fits_on(options, known.layout)
    free_pass = options.voluntary_pass == "allowed" and not options.voluntary_pass_fine
    for fact in reversed(known.happened):
        before = seats[fact.seat]
        if isinstance(fact, CardPlayed):
            card = BIT[fact.card]
            first = fact.card == options.opening_card  # nothing else fitted then (S.start)
            fits = card if first else fits & ~waits.opens[card] | card
            played = before.played | card
            seats[fact.seat] = Shown(before.lacks, played, (*before.choices, Choice(fits, card, played)))
        elif not fact.fine and not free_pass:
            seats[fact.seat] = before._replace(lacks=before.lacks | fits)
    return seats


class Worlds:
    """The deals that a seat can think of; a seat more holds the cards that are in nobody's hand, if any are missing."""

    def __init__(self, options: SjuanOptions, known: SjuanSeen, waits: Waiting, chance: Chance) -> None:
        self._waits, self._chance = waits, chance
        self.own, self.seat = mask(known.hand), known.seat
        self.unseen = PACK & ~self.own & ~mask(known.layout.cards)
        counts = [0 if at == known.seat else count for at, count in enumerate(known.hand_counts)]
        self._counts = [*counts, max(0, self.unseen.bit_count() - sum(counts))]
        self._shown = [*shown(options, known, waits), Shown(0, 0, ())]
        self._holders = [seat for seat, count in enumerate(self._counts) if count]

    def sampled(self, most: int) -> Iterator[list[int]]:
        """So many deals, each as the hands of all seats; one where only one can be."""
        hands = self._dealt()
        if len(self._holders) < 2:  # noqa: PLR2004 (nobody to change cards with)
            yield hands
            return
        odd = [self._oddities(seat, hand) for seat, hand in enumerate(hands)]
        steps = FIRST_STEPS
        for _ in range(most):
            if any(one.choices for one in self._shown):
                for _ in range(steps):
                    self._step(hands, odd)
                steps = STEPS
            else:
                hands = self._dealt()
            yield list(hands)

    def _dealt(self) -> list[int]:
        """The unseen cards dealt by chance, those first that most seats lack, each to one that may hold it, if any."""
        places = [seat for seat, count in enumerate(self._counts) for _ in range(count)]
        places = self._chance.some_of(places, len(places))
        lacks = [one.lacks for one in self._shown]
        hands = [0] * len(self._counts)
        hands[self.seat] = self.own
        for card in sorted(bits(self.unseen), key=lambda bit: -sum(lack & bit > 0 for lack in lacks)):
            seat = next((one for one in places if not lacks[one] & card), places[0])
            places.remove(seat)
            hands[seat] |= card
        return hands

    def _step(self, hands: list[int], odd: list[int]) -> None:
        """Two cards of two seats change places, if that makes fewer plays odd, and sometimes if it makes more so."""
        one, other = self._chance.some_of(self._holders, 2)
        gives = self._chance.one_of(list(bits(hands[one])))
        takes = self._chance.one_of(list(bits(hands[other])))
        if self._shown[one].lacks & takes or self._shown[other].lacks & gives:
            return
        both = gives | takes
        new = self._oddities(one, hands[one] ^ both), self._oddities(other, hands[other] ^ both)
        worse = sum(new) - odd[one] - odd[other]
        if worse <= 0 or self._chance.one_of(range(ODDS ** min(worse, MOST_WORSE))) == 0:
            hands[one] ^= both
            hands[other] ^= both
            odd[one], odd[other] = new

    def _oddities(self, seat: int, hand: int) -> int:
        """How many of a seat's plays would have been odd with this hand: another card would have served it better."""
        _, played, choices = self._shown[seat]
        whole, keenness, odd = hand | played, self._waits.keenness, 0
        for fits, card, later in choices:
            instead = (hand | later) & fits & ~card
            if instead:
                keen = keenness(whole, card)
                odd += any(keenness(whole, one) > keen for one in bits(instead))
        return odd
