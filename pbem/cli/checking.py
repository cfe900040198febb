"""`pbem check`: the conformance suite, promise by promise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from pbem import conformance, games
from pbem.engine import Game, _, n_

from . import proofs
from .speech import Refusal, find_game, say

PLAYABLE = ("plays_to_the_end", "awaits_every_question")
"""Without these promises there is nothing to draw."""


def check_games(slugs: Sequence[str], every: bool, count: int, write_golden: bool) -> None:
    """Check some games; a broken promise is told, and all of them are tried."""
    if bool(slugs) == every:
        raise Refusal(_("Name the games to check, or write --all for every one."))
    broken = 0
    for slug in games.slugs() if every else slugs:
        game = find_game(slug)
        say(_("%(title)s:", title=game.meta.title))
        if write_golden:
            for path in conformance.write_golden(game):
                say(_("  written  %(path)s", path=path))
        for verdict in promises(game, count):
            mark = _("kept") if verdict.kept else _("BROKEN")
            click.echo(f"  {mark!s:<8} {verdict.promise.splitlines()[0]}")
            if not verdict.kept:
                click.echo(f"           {verdict.why}", err=True)
                broken += 1
    if broken:
        raise Refusal(n_("%(n)d promise is broken.", "%(n)d promises are broken.", broken))


def promises(game: Game[Any], count: int) -> Iterator[conformance.Verdict]:
    """Everything that is tried on a game: its rules and, if they can be played, what it draws."""
    playable = True
    for verdict in conformance.check(game, count):
        playable &= verdict.kept or verdict.name not in PLAYABLE
        yield verdict
    if playable:
        yield proofs.look_at(game, count)
