"""`export`, `import`, `replay`, `backup`, `restore`: what is kept, written out and taken in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from pbem import export, store
from pbem.config import KEY_FILE
from pbem.engine import PLAIN, NotAllowed, _
from pbem.services import replays

from .instance import look_into_database, open_database, the_config, utc_now
from .speech import Refusal, open_to_read, open_to_write, say


def export_table(slug: str, out: Path | None, states: bool, unfinished: bool) -> None:
    """Write a stored game to a file, or to the screen."""
    with look_into_database(the_config()) as db:
        table = _table(db, slug)

        def write(file: IO[str]) -> None:
            try:
                replays.write(db, table.id, file, states=states, unfinished=unfinished)
            except replays.Unplayable as why:
                raise Refusal(str(why)) from why

        if out is None:
            write(sys.stdout)
            return
        # Beside its place first: a refused export leaves no half of a file behind.
        draft = out.with_name(f".{out.name}.partial")
        try:
            with open_to_write(draft) as file:
                write(file)
            draft.replace(out)
        finally:
            draft.unlink(missing_ok=True)


def import_table(path: Path) -> None:
    """Take a game in; a damaged file is refused whole."""
    with open_database(the_config()) as db, open_to_read(path) as file:
        try:
            table = replays.take_in(db, file, now=utc_now())
        except export.BadExport as bad:
            raise Refusal(f"{path}: {export.Difference(bad.line, None, bad.text)}") from bad
        except NotAllowed as why:
            raise Refusal(f"{path}: {why}") from why
        text = _("%(path)s is table %(slug)s now: %(n)d entries.", path=path, slug=table.slug,
                 n=table.seq)  # fmt: skip
        say(text)


def replay_table(slug: str, to: int | None) -> None:
    """Play one stored game again and show how the table stands then."""
    with look_into_database(the_config()) as db:
        table = _table(db, slug)
        try:
            match = replays.play_again(db, table.id, to=to)
        except replays.Unplayable as why:
            raise Refusal(f"{slug}: {why}") from why
        say(_("%(slug)s: %(n)d entries lead where they led.", slug=slug, n=match.seq))
        say()
        say(match.game.board(match.view(None), PLAIN))
        if match.outcome is not None:
            say(match.game.ending(match.outcome))
        for asking in match.waiting():
            say(_("Waits for %(seat)s: %(kind)s", seat=asking.prompt.seat, kind=asking.key))
        if match.where():
            say(_("Rules: %(where)s", where=" > ".join(match.where())))


def replay_running() -> None:
    """Play all running games again; a refusal if one does not lead where it led."""
    good, bad = 0, 0
    with look_into_database(the_config()) as db:
        for checked in replays.check_running(db):
            if checked.trouble:
                bad += 1
                say(f"{checked.slug}: {checked.trouble}")
            else:
                good += 1
    say(_("%(good)d running games lead where they led, %(bad)d do not.", good=good, bad=bad))
    if bad:
        raise Refusal(_("Do not put this version into service: these tables would stand still."))


def back_up(path: Path) -> None:
    """Write everything into one file, while people play, and read it back."""
    config = the_config()
    with look_into_database(config) as db:
        counts = store.backup(db, path)
        found = store.inspect(path)
        if found.rows != counts:
            raise Refusal(_("%(path)s does not hold what was written. Try again.", path=path))
    say(
        _(
            "%(path)s holds everything: %(tables)d tables, %(entries)d entries, %(people)d people."
            " Whoever has it knows all secrets; keep it where only you can read it.",
            path=path,
            **{name: counts[name] for name in ("tables", "entries", "people")},
        )
    )
    say(
        _(
            "Keep a copy of %(key)s with it: without that file, links and replies of letters that"
            " were sent stop working.",
            key=config.instance / KEY_FILE,
        )
    )


def bring_back(path: Path) -> None:
    """Fill an empty database from a backup, then play every running game again."""
    config = the_config()
    with open_database(config) as db:
        counts = store.restore(db, path)
        troubles = [checked for checked in replays.check_running(db) if checked.trouble]
    say(
        _(
            "%(tables)d tables, %(entries)d entries and %(people)d people are back.",
            **{name: counts[name] for name in ("tables", "entries", "people")},
        )
    )
    key = config.instance / KEY_FILE
    if not key.exists():
        say(
            _(
                "Put the copy of the secret key to %(key)s before you start the server: without"
                " it, links and replies of letters that were sent do not work.",
                key=key,
            )
        )
    for checked in troubles:
        say(f"{checked.slug}: {checked.trouble}")
    if troubles:
        raise Refusal(
            _("Some games do not lead where they led: restore with the version they were made by.")
        )


def _table(db: store.Database, slug: str) -> store.Table:
    with db.reading() as c:
        table = store.table_by_slug(c, slug)
    if table is None:
        raise Refusal(
            _("There is no table '%(slug)s'. The name is the end of its address.", slug=slug)
        )
    return table
