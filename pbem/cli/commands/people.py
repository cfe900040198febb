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
@click.option("--site", is_flag=True, help="For the whole server, and people's data too.")
def moderator(address: str, site: bool) -> None:
    """Make ADDRESS a moderator, who settles what stands still."""
    from pbem.cli.letting_in import appoint

    appoint(address, site=site)


COMMANDS = [sign_in, moderator]
