"""Letters on paper: templates filled in, text wrapped, styles put where mail programs want them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from pbem.engine import Text, Tongue
from pbem.mail.asking import Choice
from pbem.mail.reader import Reader
from pbem.services.drawing import templates_folder

WIDTH = 72
SIGNATURE = "-- "
"""What follows such a line is not quoted in replies."""
_GAPS = re.compile(r"\n{3,}")
_MARKED = re.compile(r"\s*(?:\d+\.|[-*•]|\w+:)?\s+")


@cache
def _environment(html: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(templates_folder() / "mail"),
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _template(name: str) -> Template:
    return _environment(name.endswith(".html")).get_template(name)


@cache
def _inliner() -> css_inline.CSSInliner:
    # What depends on the screen cannot be put into the elements and stays above.
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False, minify_css=True)


def subject(kind: str, reader: Reader, facts: Mapping[str, Any]) -> str:
    """The subject of a letter, on one line."""
    words = _filled(f"{kind}/subject.txt", reader, reader.tongue, facts)
    return " ".join(words.split())


def as_text(kind: str, reader: Reader, facts: Mapping[str, Any]) -> str:
    """The text of a letter, at most 72 columns wide where words allow it."""
    words = _filled(f"{kind}/body.txt", reader, reader.tongue, facts)
    lines = [wrapped for line in words.splitlines() for wrapped in wrap(line)]
    return _GAPS.sub("\n\n", "\n".join(lines)).strip() + "\n"


def wrap(line: str) -> list[str]:
    """A line broken between words; what follows is set in like the words of the first."""
    if line == SIGNATURE:
        return [line]
    line = line.rstrip()
    if len(line) <= WIDTH:
        return [line]
    start = _MARKED.match(line) if line[:1].isspace() else None
    indent = " " * (start.end() if start else 0)
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    ) or [""]


def beside(items: Sequence[str]) -> str:
    """Short lines in columns, to be read down one after the other."""
    wide = max(map(len, items)) + 2
    across = max(1, min(len(items), (WIDTH - 2) // wide))
    down = -(-len(items) // across)
    rows = ["".join(f"{item:<{wide}}" for item in items[row::down]) for row in range(down)]
    return "\n".join(f"  {row}".rstrip() for row in rows)


def as_html(kind: str, reader: Reader, facts: Mapping[str, Any]) -> str:
    """The letter as HTML with its styles inside its elements."""
    page = _filled(f"{kind}/body.html", reader, reader.rich, facts)
    return _inliner().inline(page)


def _filled(name: str, reader: Reader, tongue: Tongue, facts: Mapping[str, Any]) -> str:
    say = tongue.say

    def ngettext(one: str, many: str, n: int, /, **more: object) -> str:
        return say(Text(one, {"n": n, **more}, many, n))

    def moment(at: datetime) -> str:
        return reader.moment(at)

    def row(said: Iterable[Text | str]) -> str:
        words = [say(one) for one in said]
        return Markup(", ").join(words) if name.endswith(".html") else ", ".join(words)

    def columns(choices: Iterable[Choice]) -> str:
        return beside([f"{say(one.mark)}. {say(one.label)}" for one in choices])

    return _template(name).render(
        **facts,
        language=reader.person.language,
        say=say,
        who=tongue.name,
        moment=moment,
        span=reader.span,
        columns=columns,
        row=row,
        day_and_time=reader.day_and_time,
        markup=Markup,
        _=lambda msgid, /, **more: say(Text(msgid, more)),
        ngettext=ngettext,
    )
