"""What is kept: `export`, `import`, `replay`, `backup`, `restore`, `doctor`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("export")
@click.argument("table")
@click.option("--out", type=click.Path(path_type=Path), help="The file; the screen if not said.")
@click.option("--states", is_flag=True, help="Write the state at every milestone too.")
@click.option("--unfinished", is_flag=True, help="Also a game that still goes on.")
def export_table(table: str, out: Path | None, states: bool, unfinished: bool) -> None:
    """Write the game at TABLE as a file that anybody can verify."""
    from pbem.cli import keeping

    keeping.export_table(table, out, states, unfinished)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
def import_table(file: Path) -> None:
    """Take an exported game in as a table to look at; a damaged file is refused whole."""
    from pbem.cli import keeping

    keeping.import_table(file)


@click.command()
@click.argument("table", required=False)
@click.option("--running", is_flag=True, help="All running games, before a new version goes live.")
@click.option("--to", type=click.IntRange(1), help="Up to this entry.")
def replay(table: str | None, running: bool, to: int | None) -> None:
    """Play the game at TABLE again from its log, and compare every step."""
    from pbem.cli import keeping

    if running == (table is not None) or (running and to is not None):
        raise click.UsageError("Name a table, or write --running.")
    if table is None:
        keeping.replay_running()
    else:
        keeping.replay_table(table, to)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Write everything into FILE, while people go on playing."""
    from pbem.cli import keeping

    keeping.back_up(file)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Fill an empty database from the backup FILE, of either kind of database."""
    from pbem.cli import keeping

    keeping.bring_back(file)


@click.command()
@click.option("--mail", "address", help="Send a test letter there, and wait for its reply.")
@click.option(
    "--wait",
    type=click.IntRange(0, 3600),
    default=120,
    show_default=True,
    help="So many seconds to wait for that reply.",
)
def doctor(address: str | None, wait: int) -> None:
    """Look at everything a server needs, and say what is wrong and what to write where."""
    from pbem.cli import doctor as consulting

    if address is None:
        consulting.consult()
    else:
        consulting.try_mail(address, wait)


COMMANDS = [export_table, import_table, replay, backup, restore, doctor]
