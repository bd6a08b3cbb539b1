"""Chance for bots, from a seed that the caller gives: the same seed, the same choices, in any version of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.shuffle import choose, numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

Item = TypeVar("Item")


class Chance:
    """A stream of unbiased choices (the stream of `engine.shuffle`)."""

    def __init__(self, seed: bytes) -> None:
        self._numbers = numbers(seed)

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of them, each as likely as another."""
        return items[choose(self._numbers, len(items))]

    def some_of(self, items: Sequence[Item], count: int) -> list[Item]:
        """So many of them in a chance order, all of them where there are fewer."""
        pool = list(items)
        count = min(count, len(pool))
        for at in range(count):
            other = at + choose(self._numbers, len(pool) - at)
            pool[at], pool[other] = pool[other], pool[at]
        return pool[:count]
