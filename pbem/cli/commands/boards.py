"""Drawing the static boards: `boards`."""

from __future__ import annotations

import click


@click.command()
@click.argument("table", required=False)
@click.option("--all", "every", is_flag=True, help="The boards of all public tables.")
def boards(table: str | None, every: bool) -> None:
    """Draw the board of TABLE again, every turn of it, from its log."""
    from pbem.cli import redrawing

    if every == (table is not None):
        raise click.UsageError("Name a table, or write --all.")
    redrawing.redraw(table)


COMMANDS = [boards]
