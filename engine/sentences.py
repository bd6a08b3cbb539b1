"""What a player is told where the rules say no or are odd: a sentence per code in three languages, with its figures."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from engine import texts
from engine.cards import JOKER, JOKER_FOR
from engine.refusals import Facts, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.findings import OptionValue, RoundRange, WarningFacts
    from engine.hints import HintFacts


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
    setting: str
    percent: str
    range: str
    rounds: dict[str, str]
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

WARNINGS: Mapping[str, Sentence] = MappingProxyType(texts.read("warnings.toml", dict[str, Sentence]))
"""What is said for every code of `engine.findings.WarningCode`."""

REPAIRS: Mapping[str, Sentence] = MappingProxyType(texts.read("repairs.toml", dict[str, Sentence]))
"""What is said for every code of `engine.repairs.RepairCode`."""

HINTS: Mapping[str, Sentence] = MappingProxyType(texts.read("hints.toml", dict[str, Sentence]))
"""What is said for every code of `engine.hints.HintCode`."""

WORDS: Mapping[str, Words] = MappingProxyType(texts.read("cards.toml", dict[str, Words]))
"""The words of every language."""


def sentence(code: str, facts: Facts | Mapping[str, object], language: str) -> str:
    """The sentence for a code, with its facts in words.

    Raises:
        KeyError: there is no such code or language, or a fact that the sentence needs is missing.
    """
    return _said(SENTENCES[code], msgspec.convert(facts, Facts), language)


def warning(code: str, facts: WarningFacts, language: str) -> str:
    """The sentence for what is odd about options, with its figures in words.

    Raises:
        KeyError: there is no such code or language, or a fact that the sentence needs is missing.
    """
    return _said(WARNINGS[code], facts, language)


def repair_sentence(code: str, facts: Facts, language: str) -> str:
    """The sentence for a way to mend a refused list of actions, with its facts in words.

    Raises:
        KeyError: there is no such code or language, or a fact that the sentence needs is missing.
    """
    return _said(REPAIRS[code], facts, language)


def hint_sentence(code: str, facts: HintFacts, language: str) -> str:
    """The sentence for an action that is advised, with its figures in words.

    Raises:
        KeyError: there is no such code or language, or a fact that the sentence needs is missing.
    """
    return _said(HINTS[code], facts, language)


def _said(said: Sentence, facts: Facts | WarningFacts | HintFacts, language: str) -> str:
    words = WORDS[language]
    named = {
        fact: _NAMES.get(fact, _plain)(words, value)
        for fact in said.facts
        if (value := getattr(facts, fact)) is not None
    }
    text = said.template(language).format_map(named)
    return text[0].upper() + text[1:]


def card_name(card: str, language: str) -> str:
    """The name of a card of a hand or of the table, as it stands in the middle of a sentence."""
    return _card(WORDS[language], card)


def kind_names(kinds: Sequence[str], language: str) -> str:
    """Kinds of melds one after another, as they stand in the middle of a sentence."""
    return _kinds(WORDS[language], kinds)


def series(names: Sequence[str], language: str) -> str:
    """Names one after another: "A", "A and B", "A, B and C"; nothing for none."""
    return _series(WORDS[language], names)


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


def _settings(words: Words, settings: Sequence[OptionValue]) -> str:
    told = [words.setting.format(option=one.option, value=one.value) for one in settings]
    return _series(words, told)


def _rounds(words: Words, rounds: Sequence[RoundRange]) -> str:
    return _series(words, [_round_range(words, one) for one in rounds])


def _round_range(words: Words, rounds: RoundRange) -> str:
    """`"round 2"`, `"rounds 2 to 4"`, `"every round from 2 on"`, `"every round"`."""
    if rounds.last is None:
        shape = "all" if rounds.first == 1 else "onward"
    else:
        shape = "one" if rounds.first == rounds.last else "span"
    return words.rounds[shape].format(first=rounds.first, last=rounds.last)


def _player_counts(words: Words, counts: Sequence[int]) -> str:
    """Numbers of players in rising order: `"2"`, `"2 to 4"`, `"2 and 5"`."""
    runs: list[list[int]] = []
    for count in counts:
        if runs and count == runs[-1][-1] + 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    told = [words.range.format(first=run[0], last=run[-1]) if len(run) > 1 else str(run[0]) for run in runs]
    return _series(words, told)


def _share(words: Words, share: float) -> str:
    return words.percent.format(whole=int(share), tenth=round(share * 10) % 10)


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
        "because": _settings,
        "rounds": _rounds,
        "player_counts": _player_counts,
        "nearest": _player_counts,
        "share": _share,
        "value": _value,
    }
)
"""How a fact is put into words, by its name; every other one is said as it is."""
