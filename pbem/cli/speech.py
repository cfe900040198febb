"""How the command line speaks: sentences, and refusals without a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from pbem import games
from pbem.engine import PLAIN, BadSetting, Broken, Game, Text, _


class Refusal(click.ClickException):
    """Something that cannot be done: one sentence, and an exit code that is not 0."""

    def __init__(self, text: Text | str) -> None:
        super().__init__(PLAIN.say(text))

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, err=True)


def say(text: Text | str = "") -> None:
    """Print a sentence."""
    click.echo(PLAIN.say(text))


def find_game(slug: str) -> Game[Any]:
    """A game by its slug; a plug-in may be broken in any way."""
    try:
        return games.load(slug)
    except games.UnknownGame as why:
        known = _(
            "There is no game '%(slug)s'. There are: %(list)s.", slug=slug, list=games.slugs()
        )
        raise Refusal(known) from why
    except Exception as why:
        raise Refusal(
            _(
                "The game '%(slug)s' cannot be loaded: %(kind)s: %(why)s.",
                slug=slug,
                kind=type(why).__name__,
                why=why,
            )
        ) from why


def check_seats(game: Game[Any], seats: int | None) -> int:
    """How many play: as many as wanted, if the game can; otherwise as few as it can."""
    wanted = min(game.meta.seats) if seats is None else seats
    try:
        return len(game.setting(wanted).seats)
    except BadSetting as why:
        raise Refusal(why.text) from why


def rules_broken(why: Broken) -> Text:
    """What a rule stumbled over, and in which."""
    where = " > ".join(why.where)
    return _("The rules break: %(why)s (in %(where)s).", why=why, where=where)


@contextmanager
def open_to_write(path: Path) -> Iterator[IO[str]]:
    """A file to write, or a sentence why not."""
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as why:
        raise Refusal(
            _("%(path)s cannot be written: %(why)s.", path=path, why=why.strerror)
        ) from why


@contextmanager
def open_to_read(path: Path) -> Iterator[IO[bytes]]:
    """A file to read, or a sentence why not."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as why:
        raise Refusal(_("%(path)s cannot be read: %(why)s.", path=path, why=why.strerror)) from why
