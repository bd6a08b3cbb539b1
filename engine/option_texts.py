"""Options in words: what each is, and what two rulesets that differ in it do, in English, Dutch and Swedish.

The English sentence that explains an option stands with the option; everything else is data, `options_<family>.toml`
for a family and `values.toml` for what all have in common. A test holds the options and their texts equal.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from engine import texts
from engine.cards import RANKS
from engine.sentences import WORDS, Number, kind_names, series

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.options import OptionField

NONE = "none"
"""What null, an empty list and an empty object are called among the values of an option that has words for them."""


class Phrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words in three languages."""

    en: str
    nl: str
    sv: str

    def text(self, language: str) -> str:
        """The words in one of the languages.

        Raises:
            KeyError: there is no such language.
        """
        return {"en": self.en, "nl": self.nl, "sv": self.sv}[language]


class OptionText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said of an option: its sentence in Dutch and Swedish, its subject, and values that take words."""

    nl: str
    sv: str
    subject: Phrase
    values: dict[str, Phrase] = {}


class ValueWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How values are said in one language; the file explains each."""

    difference: str
    yes: str
    no: str
    in_round: str
    from_round: str
    with_players: str
    packs: str
    jokers: str
    hand_size: str
    rank: str


VALUES: Mapping[str, ValueWords] = MappingProxyType(texts.read("values.toml", dict[str, ValueWords]))
"""The words for values in every language."""


@cache
def option_texts(family: str) -> Mapping[str, OptionText]:
    """What is said of every option of a family, by its name."""
    return MappingProxyType(texts.read(f"options_{family}.toml", dict[str, OptionText]))


def description(family: str, field: OptionField, language: str) -> str:
    """The sentence that explains an option.

    Raises:
        KeyError: there is no such option or language.
    """
    said = option_texts(family)[field.name]
    return {"en": field.description, "nl": said.nl, "sv": said.sv}[language]


def difference(family: str, option: str, left: Any, right: Any, language: str) -> str:
    """What two rulesets do that differ in an option: `left` and `right` are its values in them.

    Raises:
        KeyError: there is no such option or language.
    """
    said = option_texts(family)[option]
    if isinstance(left, dict) and isinstance(right, dict):
        left, right = _apart(left, right), _apart(right, left)
    return VALUES[language].difference.format(
        subject=said.subject.text(language),
        left=_value(said, left, language),
        right=_value(said, right, language),
    )


def _apart(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What one object has otherwise than another."""
    return {name: value for name, value in one.items() if name not in other or other[name] != value}


def _value(said: OptionText, value: Any, language: str) -> str:
    words = VALUES[language]
    if value is None or value in ((), {}):
        return said.values[NONE].text(language)
    match value:
        case bool():
            return words.yes if value else words.no
        case str():
            return said.values[value].text(language)
        case tuple():
            return _by_round(said, value, language)
        case dict():
            return _by_name(said, value, language)
    return str(value)


def _by_round(said: OptionText, values: Sequence[Any], language: str) -> str:
    """A list by round: one entry holds for the whole game, the last of several from its round on."""
    words = VALUES[language]
    entries = [
        kind_names(one, language) if isinstance(one, tuple) and one else _value(said, one, language)
        for one in values
    ]
    if len(entries) == 1:
        return entries[0]
    told = [words.in_round.format(value=one, round=at) for at, one in enumerate(entries[:-1], 1)]
    return series([*told, words.from_round.format(value=entries[-1], round=len(entries))], language)


def _by_name(said: OptionText, values: Mapping[str, Any], language: str) -> str:
    """An object, its names in the order of the ranks: the points of ranks, or what holds with a number of players."""
    words, ranks = VALUES[language], WORDS[language].ranks
    told = []
    for name, value in sorted(values.items(), key=lambda entry: RANKS.index(entry[0])):
        if isinstance(value, msgspec.Struct):
            there = {
                part: Number(count)
                for part, count in msgspec.structs.asdict(value).items()
                if count is not None
            }
            parts = [getattr(words, part).format(count=count) for part, count in there.items()]
            parts = parts or [said.values[NONE].text(language)]
            told.append(words.with_players.format(players=Number(int(name)), value=series(parts, language)))
        else:
            told.append(words.rank.format(rank=ranks[name], points=value))
    return series(told, language)
