"""Letting people in: `sign-in`, `moderator`."""

from __future__ import annotations

import click


@click.command("sign-in")
@click.argument("address")
def sign_in(address: str) -> None:
    """Print a link that signs ADDRESS in, for a week."""
    from pbem.cli.letting_in import print_link

    print_link(address)


@click.command()
@click.argument("address")
def moderator(address: str) -> None:
    """Make ADDRESS a moderator, who settles what stands still."""
    from pbem.cli.letting_in import appoint

    appoint(address)


COMMANDS = [sign_in, moderator]
