"""`pbem cards check`: what is wrong with a card pack, and in which line."""

from __future__ import annotations

from pathlib import Path

import click

from pbem import games
from pbem.engine import _, n_
from pbem.services import packs

from .speech import Refusal, find_game, open_to_read, say

MOST_BYTES = 2 * 1024 * 1024


def check_pack(path: Path, slug: str | None) -> None:
    """Read a pack and let its game judge it."""
    game = find_game(slug or _game_of(path))
    if game.pack() is None:
        raise Refusal(_("%(title)s is played without cards.", title=game.meta.title))
    try:
        packs.read(game, _read(path))
    except packs.NotAPack as why:
        raise Refusal(
            _(
                "%(path)s:%(line)d: %(flaw)s",
                path=path,
                line=why.flaws[0].line,
                flaw=why.flaws[0].text,
            )
        ) from why
    except packs.BadPack as why:
        for flaw in why.flaws:
            click.echo(f"{path}:{flaw.line}: {flaw.text}", err=True)
        n = len(why.flaws)
        raise Refusal(n_("There is %(n)d flaw.", "There are %(n)d flaws.", n)) from why
    say(_("%(path)s is a sound pack for %(title)s.", path=path, title=game.meta.title))


def _game_of(path: Path) -> str:
    """A pack that lies in a game's own folder is that game's."""
    folder = path.absolute().parent.name
    if folder in games.packages():
        return folder
    raise Refusal(
        _(
            "Say whose cards these are, with --game. There are: %(list)s.",
            list=games.slugs(),
        )
    )


def _read(path: Path) -> str:
    with open_to_read(path) as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise Refusal(
            _(
                "%(path)s has more than %(most)d megabytes. That is too much for a pack.",
                path=path,
                most=MOST_BYTES // 1024 // 1024,
            )
        )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as why:
        line = raw[: why.start].count(b"\n") + 1
        raise Refusal(_("%(path)s:%(line)d: This is not text.", path=path, line=line)) from why
