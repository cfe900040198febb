"""`pbem doctor`: what is wrong, and what to write where."""

from __future__ import annotations

import click

from pbem.engine import PLAIN, _, n_
from pbem.services import health

from .instance import the_config, utc_now
from .speech import Refusal, say


def consult() -> None:
    """Say how everything is; a refusal if something is not well."""
    ill = 0
    for finding in health.examine(the_config(), utc_now()):
        say(f"{'✓' if finding.well else '✗'} {PLAIN.say(finding.what)}")
        if finding.remedy is not None:
            ill += 1
            click.echo(f"  → {PLAIN.say(finding.remedy)}")
    if ill:
        raise Refusal(n_("%(n)d thing is not well.", "%(n)d things are not well.", ill))
    say(_("Everything is well."))
