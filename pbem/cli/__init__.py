"""The command line: `pbem …`.

Commands live in `pbem/cli/commands`, one module for each family of them, listed there in
`COMMANDS`. A new module is found by itself. Its top imports nothing but click: whatever a command
needs is imported when it runs, so that `pbem --help` answers at once.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

import click

from pbem import __version__

from . import commands


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pbem")
def main() -> None:
    """Slow tabletop games by e-mail and on the web."""


for _family in pkgutil.iter_modules(commands.__path__):
    for _command in import_module(f"{commands.__name__}.{_family.name}").COMMANDS:
        main.add_command(_command)
