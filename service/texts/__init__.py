"""The words of the service in English, Dutch and Swedish, as data."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

Content = TypeVar("Content")


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language; `code` is the one that a sentence belongs to, where that is not its own name."""

    en: str
    nl: str
    sv: str
    code: str = ""

    def text(self, language: str) -> str:
        """The text in one of the languages."""
        return {"en": self.en, "nl": self.nl, "sv": self.sv}[language]


def read(name: str, content: type[Content]) -> Content:
    """The content of one file beside this one, checked against its type.

    Raises:
        msgspec.ValidationError: the file holds something else.
    """
    return msgspec.convert(tomllib.loads(files(__name__).joinpath(name).read_text("utf-8")), content)
