"""Proving that a game was fair: `verify`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--commitment", help="What you were told when the game opened; it is compared.")
def verify(files: tuple[Path, ...], commitment: str | None) -> None:
    """Play an exported game again and compare everything that it claims."""
    from pbem.cli.verifying import verify_file

    for path in files:
        verify_file(path, commitment)


COMMANDS = [verify]
