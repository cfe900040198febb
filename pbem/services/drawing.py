"""Boards as HTML: a game's own template, or its text board; and names with their seat's mark.

The web's pages and the static boards draw with this, so that both look the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, PackageLoader, StrictUndefined, Template
from jinja2.loaders import ChoiceLoader
from markupsafe import Markup, escape

import pbem
from pbem import games
from pbem.engine import Event, Game, Seat, Text, Tongue, Wording

BOARD, SHEET = "board.html", "board.css"
SHAPES = 8
"""How many seat marks the stylesheet and the pieces know."""


def templates_folder() -> Path:
    """Where the shell's pages are: inside an installed package, or beside it in a checkout."""
    inside = Path(pbem.__file__).parent / "templates"
    return inside if inside.is_dir() else inside.parent.parent / "templates"


@dataclass(frozen=True)
class RichTongue(Tongue):
    """Says sentences as HTML: every name carries its seat's mark, all else is escaped."""

    def say(self, text: Text | str) -> str:
        if isinstance(text, str):
            return escape(text)
        if text.plural:
            form = self.ngettext(text.msgid, text.plural, text.count)
        else:
            form = self.gettext(text.msgid)
        return escape(form) % {name: self._fact(value) for name, value in text.facts.items()}

    def name(self, seat: Seat) -> str:
        shown = super().name(seat)
        return Markup('<span class="who seat-{}">{}</span>').format(seat % SHAPES, shown)

    def _fact(self, value: object) -> object:
        if isinstance(value, tuple | list):
            return self.list_of([self._said(item) for item in value])
        return super()._fact(value)

    def _said(self, item: object) -> str:
        said = self._fact(item)
        return said if isinstance(said, Markup) else escape(str(said))

    def list_of(self, items: list[str]) -> str:
        if len(items) < 2:
            return Markup("").join(items)
        *most, last = items
        form = escape(self.gettext("%(most)s and %(last)s"))
        return form % {"most": Markup(", ").join(most), "last": last}


def rich(tongue: Tongue) -> RichTongue:
    """The same reader, hearing in HTML."""
    return RichTongue(tongue.names, tongue.gettext, tongue.ngettext, tongue.wordings)


def board_html(game: Game[Any], view: Mapping[str, Any], tongue: Tongue) -> Markup:
    """A view as HTML: by the game's template if there is one, else its text board."""
    template = game_template(game.meta.slug, BOARD)
    if template is None:
        return Markup('<pre class="textboard">{}</pre>').format(game.board(view, tongue))
    return draw(template, tongue, view=view)


def event_picture(slug: str, event: Event | None, tongue: Tongue) -> Markup | None:
    """What an event looks like, by the game's `told_<event>.html`; most are told in words only."""
    if event is None:
        return None
    template = game_template(slug, f"told_{snake(type(event).__name__)}.html")
    return None if template is None else draw(template, tongue, event=event)


def snake(name: str) -> str:
    """A class's name as its template is called: BattleWon, battle_won."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def draw(template: Template, tongue: Tongue, **facts: Any) -> Markup:
    """Fill in a game's template with what it may use: say, name, seat, _, ngettext and facts."""
    heard = tongue if isinstance(tongue, RichTongue) else rich(tongue)

    def ngettext(one: str, many: str, n: int, /, **more: object) -> str:
        return heard.say(Text(one, {"n": n, **more}, many, n))

    return Markup(
        template.render(
            say=heard.say,
            name=tongue.name,
            who=lambda seat: heard.name(Seat(seat)),
            seat=Seat,
            _=lambda msgid, /, **more: heard.say(Text(msgid, more)),
            ngettext=ngettext,
            **facts,
        )
    )


def sheet(slug: str) -> str | None:
    """The stylesheet of a game's board, if it has one."""
    package = games.packages().get(slug)
    if package is None:
        return None
    path = files(package) / "templates" / SHEET
    return path.read_text("utf-8") if path.is_file() else None


@cache
def game_template(slug: str, name: str) -> Template | None:
    """A template of a game, which may use the shell's pieces; None if it has none."""
    package = games.packages()[slug]
    if not (files(package) / "templates" / name).is_file():
        return None
    return _environment(package).get_template(name)


def shell_template(name: str) -> Template:
    """A template of the shell, for pages that no request asks for."""
    return _environment(None).get_template(name)


@cache
def edition(slug: str) -> str:
    """A name for how boards of a game are drawn now; another one when a template has changed."""
    folder, package = templates_folder(), games.packages()[slug]
    shell = [folder / "pieces.html", *sorted((folder / "board").iterdir())]
    own = files(package) / "templates"
    texts = [path.read_text("utf-8") for path in shell]
    if own.is_dir():
        found = sorted(own.iterdir(), key=lambda path: path.name)
        texts += [path.read_text("utf-8") for path in found if path.is_file()]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


@cache
def _environment(package: str | None) -> Environment:
    shell = FileSystemLoader(templates_folder())
    loaders = [shell] if package is None else [PackageLoader(package), shell]
    return Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def wordings_in(thing: object) -> Iterable[Wording]:
    """Every reference to people's own words in a sentence, an event or a view."""
    match thing:
        case Wording():
            if thing:
                yield thing
        case str() if thing.startswith("w:") and thing[2:].isdecimal():
            yield Wording(thing)
        case Text():
            yield from wordings_in(thing.facts)
        case Mapping():
            for value in thing.values():
                yield from wordings_in(value)
        case tuple() | list():
            for value in thing:
                yield from wordings_in(value)


def hearing(tongue: Tongue, wordings: Mapping[str, str]) -> Tongue:
    """The same reader, who now also hears what people wrote."""
    return replace(tongue, wordings={**tongue.wordings, **wordings})
