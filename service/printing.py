"""What is printed or goes into a spreadsheet: CSV from rows, and a page from a template in the reader's language.

A page stands by itself: one style, inline, and no script, image or font. Its words are those of `texts/pages.toml`.
"""

from __future__ import annotations

import csv
import io
import re
from base64 import b64encode
from functools import partial
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from engine.sentences import Number
from service import texts
from service.exchange import Answer
from service.texts import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.language import Language

FORMULA: Final = re.compile('(^|;"*)(?=[=+@\t\r\n\uff1d\uff0b\uff0d\uff20-])')
"""Where a spreadsheet takes what follows for a formula, some of the signs wide ones: at the beginning of a text, and
after a semicolon, at which one set for Dutch or Swedish parts a row."""

WORDS: Final = texts.read("pages.toml", dict[str, Said])
"""The words of all pages; a placeholder may bring its noun, `{points:point|points}`."""

STYLE: Final = files("service.templates").joinpath("page.css").read_text("utf-8")

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        f"style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""What a page may load: its own style and nothing else, whatever a name in it says."""

_TEMPLATES: Final = Environment(
    loader=PackageLoader("service", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def in_a_sentence(name: str) -> str:
    """A name between marks that keep its direction of writing to itself (U+2068, U+2069)."""
    return f"\u2068{name}\u2069"


def csv_answer(
    columns: Sequence[str],
    rows: Iterable[Sequence[str | int | None]],
    filename: str,
    *,
    version: int | None = None,
) -> Answer:
    """Rows under the names of their columns, to be saved under a name of plain ASCII; None is an empty cell."""
    return Answer(
        csv_text(columns, rows).encode(),
        version=version,
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> str:
    """Rows as RFC 4180 has them; before what a spreadsheet would take for a formula stands an apostrophe."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: str | int | None) -> str | int | None:
    return FORMULA.sub(r"\1'", value) if isinstance(value, str) else value


def page_answer(template: str, language: Language, *, version: int | None = None, **values: Any) -> Answer:
    """The page that a template makes of these values, each escaped; see `page_text`.

    Its tag has a digest of it: another release may say the same in other words or another style, and a page kept from
    before would not pass its policy.
    """
    page = page_text(template, language, **values).encode()
    return Answer(
        page,
        version=version,
        variant=f"{language}-{sha256(page).hexdigest()[:8]}",
        content_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": POLICY},
    )


def page_text(template: str, language: Language, **values: Any) -> str:
    """A page as HTML. In its template, an extension of `page.html`, `say("key", …)` gives the words of `WORDS`."""
    return _TEMPLATES.get_template(template).render(
        values, language=language, style=STYLE, say=partial(said, language)
    )


def said(language: Language, key: str, /, **figures: object) -> str:
    """The words under a key of `WORDS`, in a language, with their figures.

    Raises:
        KeyError: there are no such words, or a figure that they need is missing.
    """
    told = {name: Number(value) if isinstance(value, int) else value for name, value in figures.items()}
    return WORDS[key].text(language).format_map(told)
