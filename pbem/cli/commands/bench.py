"""Measuring: `bench`."""

from __future__ import annotations

import json

import click

NAMES = ("outbox", "playout", "replay", "sweep", "turn")


@click.command()
@click.argument("name", type=click.Choice(NAMES))
@click.option("--seconds", type=click.FloatRange(0.1, 3_600), default=10.0, show_default=True)
@click.option("--database", help="An empty PostgreSQL to fill; SQLite if not said.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def bench(name: str, seconds: float, database: str | None, as_json: bool) -> None:
    """Measure something against a yardstick in the same run, and print both and the ratio."""
    from pbem.bench import BENCHES, STORED

    if database is not None and name not in STORED:
        raise click.UsageError(f"{name} needs no database.")
    result = STORED[name](seconds, database) if name in STORED else BENCHES[name](seconds)
    click.echo(json.dumps(result.as_json(), indent=2) if as_json else result.as_table())


COMMANDS = [bench]
