"""What a player is told when the rules say no: one sentence per code in three languages, with its figures."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from engine import texts
from engine.cards import JOKER, JOKER_FOR
from engine.refusals import Facts, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Sentence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said for one code: its templates and their facts, the clause, a situation that provokes it."""

    clause: str
    facts: tuple[str, ...]
    example: str
    en: str
    nl: str
    sv: str

    def template(self, language: str) -> str:
        """The template in one of the languages.

        Raises:
            KeyError: there is no such language.
        """
        return {"en": self.en, "nl": self.nl, "sv": self.sv}[language]


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of a card table in one language."""

    card: str
    joker: str
    joker_for: str
    last: str
    at_least: str
    reading: str
    barred: str
    suits: dict[str, str]
    ranks: dict[str, str]
    kinds: dict[str, str]
    values: dict[str, str]


class Number(int):
    """A number that brings its noun: `{points:point|points}` is "1 point" or "27 points"."""

    def __format__(self, nouns: str) -> str:
        """The number alone, or followed by the noun for one or the noun for many."""
        if not nouns:
            return str(int(self))
        one, many = nouns.split("|")
        return f"{int(self)} {one if self == 1 else many}"


SENTENCES: Mapping[str, Sentence] = MappingProxyType(texts.read("refusals.toml", dict[str, Sentence]))
"""What is said for every code of `engine.refusals.Code`."""

WORDS: Mapping[str, Words] = MappingProxyType(texts.read("cards.toml", dict[str, Words]))
"""The words of every language."""


def sentence(code: str, facts: Facts | Mapping[str, object], language: str) -> str:
    """The sentence for a code, with its facts in words.

    Raises:
        KeyError: there is no such code or language, or a fact that the sentence needs is missing.
    """
    said = SENTENCES[code]
    words = WORDS[language]
    known = msgspec.convert(facts, Facts)
    named = {
        fact: _NAMES.get(fact, _plain)(words, value)
        for fact in said.facts
        if (value := getattr(known, fact)) is not None
    }
    text = said.template(language).format_map(named)
    return text[0].upper() + text[1:]


def card_name(card: str, language: str) -> str:
    """The name of a card of a hand or of the table, as it stands in the middle of a sentence."""
    return _card(WORDS[language], card)


def _card(words: Words, card: str) -> str:
    if card == JOKER:
        return words.joker
    if card.startswith(JOKER_FOR):
        return words.joker_for.format(card=_card(words, card.removeprefix(JOKER_FOR)))
    return words.card.format(rank=words.ranks[card[:-1]], suit=words.suits[card[-1]])


def _cards(words: Words, cards: Sequence[str]) -> str:
    return _series(words, [_card(words, card) for card in cards])


def _kind(words: Words, kind: str) -> str:
    """`"run"` is "a run", `"run:4"` "a run of at least 4 cards"."""
    name, _, size = kind.partition(":")
    if not size:
        return words.kinds[name]
    return words.at_least.format(kind=words.kinds[name], size=Number(size))


def _kinds(words: Words, kinds: Sequence[str]) -> str:
    return _series(words, [_kind(words, kind) for kind in kinds])


def _readings(words: Words, readings: Sequence[Reading]) -> str:
    return "; ".join(_reading(words, reading) for reading in readings)


def _reading(words: Words, reading: Reading) -> str:
    said = words.reading.format(
        kind=_kind(words, reading.kind), cards=_cards(words, reading.cards), points=Number(reading.points)
    )
    return said if reading.stands else said + words.barred


def _value(words: Words, value: str) -> str:
    return words.values.get(value, value)


def _plain(_: Words, value: object) -> object:
    return Number(value) if isinstance(value, int) else value


def _series(words: Words, names: Sequence[str]) -> str:
    """Names one after another: "A", "A and B", "A, B and C"; nothing for none."""
    *first, last = names or [""]
    return words.last.join([", ".join(first), last]) if first else last


_NAMES: Mapping[str, Callable[[Words, Any], object]] = MappingProxyType(
    {
        "card": _card,
        "cards": _cards,
        "missing": _cards,
        "kinds": _kinds,
        "readings": _readings,
        "value": _value,
    }
)
"""How a fact is put into words, by its name; every other one is said as it is."""
