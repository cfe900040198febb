"""A table seen in passing: its board and the last of its story, as anybody may see it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from pbem import engine, store
from pbem.web import looking

GLANCED = 4
"""So many lines of the story are shown."""


@dataclass(frozen=True)
class Glance:
    """A table as somebody sees it in passing: its board and the last of its story."""

    table: store.Table
    title: str
    game: engine.Meta
    has_sheet: bool
    board: Markup | None
    told: tuple[str, ...]
    ending: str


def glance(table: store.Table) -> Glance:
    """What anybody may see of a table, in short."""
    shown = looking.in_passing(table)
    return Glance(
        table=shown.table,
        title=shown.title,
        game=shown.game,
        has_sheet=shown.has_sheet,
        board=shown.board,
        told=tuple(line.html for line in shown.told[-GLANCED:]),
        ending=shown.ending,
    )
