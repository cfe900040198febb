"""`boards`: drawing static boards again, from the log."""

from __future__ import annotations

import click

from pbem import store
from pbem.engine import _, n_
from pbem.services import boards
from pbem.services.sittings import Shelf

from .instance import look_into_database, the_config
from .speech import Refusal, say


def redraw(slug: str | None) -> None:
    """One board, or all of them with a bar that shows how far it is."""
    config = the_config()
    site = config.site if config.base_url else ""
    with look_into_database(config) as db:
        tables = _tables(db, slug)
        shelf = Shelf(db)
        failed: list[str] = []
        with click.progressbar(
            tables, label=str(_("Drawing boards")), item_show_func=lambda t: t.slug if t else ""
        ) as bar:
            for table in bar:
                try:
                    boards.draw(shelf, config.instance, table.id, table.seq, site=site, anew=True)
                except store.StoreError:
                    raise
                except Exception as why:  # The others are drawn all the same.
                    failed.append(f"{table.slug}: {type(why).__name__}: {why}")
    drawn = len(tables) - len(failed)
    say(n_("%(n)d board drawn.", "%(n)d boards drawn.", drawn))
    if failed:
        raise Refusal(_("These could not be drawn: %(list)s", list=failed))


def _tables(db: store.Database, slug: str | None) -> list[store.Table]:
    with db.reading() as c:
        if slug is None:
            return [table for table in store.begun_tables(c) if not table.private]
        table = store.table_by_slug(c, slug)
    if table is None:
        raise Refusal(_("There is no table '%(slug)s'.", slug=slug))
    if table.private:
        raise Refusal(_("Table %(slug)s is private: it has no board.", slug=slug))
    if table.seq == 0:
        raise Refusal(_("Table %(slug)s has not begun: it has no board yet.", slug=slug))
    return [table]
