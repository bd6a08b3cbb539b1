"""The words of the engine in English, Dutch and Swedish: clauses, refusals and names of cards, as data."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

LANGUAGES = ("en", "nl", "sv")

Content = TypeVar("Content")


def read(name: str, content: type[Content]) -> Content:
    """The content of one file beside this one, checked against its type.

    Raises:
        msgspec.ValidationError: the file holds something else.
    """
    return msgspec.convert(tomllib.loads(files(__name__).joinpath(name).read_text("utf-8")), content)
