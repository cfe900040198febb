"""Boards on the disk: what a spectator sees of each public table, as a page that needs no server.

A board is drawn after the commit, and only the newest state of a table is: while one is being
drawn, what happens meanwhile makes it stale and it is drawn again. The page appears under its
name all at once and carries the number of the entry it shows.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from pbem import games, store
from pbem.engine import Tongue
from pbem.services import drawing, naming, story
from pbem.services.budget import Budget
from pbem.services.sittings import Frozen, NotRunning, Shelf, Sitting
from pbem.services.tongues import tongue

logger = logging.getLogger("pbem.boards")
FOLDER, PAGE = "boards", "index.html"
BATCH = 100

_PAGE = Environment(
    autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
).from_string("""\
<!doctype html>
<html lang="{{ language }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="pbem-seq" content="{{ seq }}">
<title>{{ title }}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
pre { overflow-x: auto }
{{ sheet }}
</style>
</head>
<body>
<main>
<h1>{{ title }}</h1>
{% if ending %}<p>{{ ending }}</p>
{% endif %}
{{ board }}
</main>
</body>
</html>
""")


@dataclass(frozen=True)
class Board:
    """A page, and the entry it shows."""

    slug: str
    seq: int
    html: str


def draw_stale(shelf: Shelf, instance: Path, budget: Budget) -> int:
    """Draw every board that is older than its table; how many."""
    drawn, failed = 0, set[int]()
    while not budget.spent:
        with shelf.db.reading() as c:
            found = store.stale_boards(c, BATCH + len(failed))
        stale = [board for board in found if board.table_id not in failed]
        for board in budget.over(stale):
            try:
                draw(shelf, instance, board.table_id, board.seq)
                drawn += 1
            except store.StoreError:
                raise
            except Exception:  # A template may break in any way; the other boards are drawn.
                logger.exception("The board of table %d cannot be drawn.", board.table_id)
                failed.add(board.table_id)
        if not stale:
            break
    return drawn


def draw(shelf: Shelf, instance: Path, table_id: int, seq: int) -> None:
    """Draw one table's board as it is now, `seq` or newer. A private table has none."""
    with shelf.db.reading() as c:
        private = store.table(c, table_id).private
    # A table that stands still keeps the board it had.
    with contextlib.suppress(Frozen, NotRunning):
        if not private:
            board = public_board(shelf, table_id)
            put(instance / FOLDER / board.slug / PAGE, board.html)
            seq = board.seq
    with shelf.db.writing() as c:
        store.mark_drawn(c, table_id, seq)


def public_board(shelf: Shelf, table_id: int) -> Board:
    """What anybody may see of a table."""
    with shelf.looking(table_id) as sitting:
        table, seq = sitting.table, sitting.match.seq
        html = _PAGE.render(
            language=table.language,
            seq=seq,
            title=table.title or games.meta(table.game).title,
            sheet=Markup(drawing.sheet(table.game) or ""),
            ending=_ending(sitting),
            board=drawing.board_html(sitting.game, sitting.match.view(None), _hearing(sitting)),
        )
    return Board(table.slug, seq, html)


def put(path: Path, text: str) -> None:
    """Write a file so that a reader finds the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _hearing(sitting: Sitting) -> Tongue:
    return tongue(sitting.table.language, naming.seat_names(sitting.seats, sitting.people))


def _ending(sitting: Sitting) -> str:
    text = story.ending(sitting.table)
    return "" if text is None else _hearing(sitting).say(text)
