"""Translating: `messages`."""

from __future__ import annotations

import click


@click.command()
@click.argument("names", metavar="[shell|GAME]…", nargs=-1)
@click.option("--language", "languages", multiple=True, help="One that is new, or not all of them.")
def messages(names: tuple[str, ...], languages: tuple[str, ...]) -> None:
    """Bring the catalogs of translators up to date with what the code says."""
    from pbem.cli.translating import update

    update(names, languages)


COMMANDS = [messages]
