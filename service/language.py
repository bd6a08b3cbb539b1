"""The language of an answer: what `Accept-Language` asks for, of what is spoken here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from flask import request

if TYPE_CHECKING:
    from werkzeug.datastructures import LanguageAccept

Language = Literal["en", "nl", "sv"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


def spoken() -> Language:
    """The language of the request that is being answered."""
    return preferred(request.accept_languages)


def preferred(accepted: LanguageAccept) -> Language:
    """The best language of a header, English where none of its languages is spoken here.

    A range matches by its first subtag (`nl-BE` is Dutch) in the order of the q-values, as in the lookup of RFC 4647:
    werkzeug's own `best_match` would give English to whoever sends `nl-BE, en;q=0.5`.
    """
    refused = {_subtag(wanted) for wanted, quality in accepted if not quality}
    for wanted, quality in accepted:
        for language in LANGUAGES:
            if quality and _subtag(wanted) in {language, "*"} and language not in refused:
                return language
    return "en"


def _subtag(wanted: str) -> str:
    return wanted.replace("_", "-").split("-")[0].lower()
