"""Stored games played again from their first entry: checked, looked at, written out, taken in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import IO, Any

from pbem import engine, export, games, store
from pbem.engine import Broken, Diverged, Entry, Match, NotAllowed, Start, _
from pbem.engine.log import rewind_target
from pbem.services import recording, turns
from pbem.services.sittings import Frozen, Sitting, entry_of, load_game

IMPORTED = "import"


class Unplayable(Exception):
    """A log that does not lead where it led; `str()` says at which entry and in which rule."""


def whole_log(c: store.Connection, table_id: int) -> tuple[store.Table, Start, list[Entry]]:
    """A table with its whole log. Raises NotAllowed if its game has not begun."""
    loaded = store.load(c, table_id, whole=True)
    if loaded.start is None:
        raise NotAllowed(_("This game has not begun: there is nothing to play again."))
    entries = [entry_of(loaded.start), *map(entry_of, loaded.entries)]
    return loaded.table, Start.from_json(loaded.start.value), entries


def play_again(db: store.Database, table_id: int, *, to: int | None = None) -> Match:
    """Play a stored game from its start, up to an entry if wanted. Raises Unplayable."""
    with db.reading() as c:
        table, start, entries = whole_log(c, table_id)
    if to is not None and not 1 <= to <= len(entries):
        raise NotAllowed(_("Choose an entry from 1 to %(last)d.", last=len(entries)))
    try:
        return engine.replay(load_game(start.game), start, entries[:to], table.secret)
    except (Diverged, Broken) as why:
        raise Unplayable(f"{why} [{' > '.join(why.where)}]") from why
    except (engine.AnswerError, engine.Unreadable, Frozen) as why:
        raise Unplayable(str(why)) from why


@dataclass(frozen=True)
class Checked:
    """A table that was played again: how far, and what went wrong, if something did."""

    slug: str
    entries: int
    trouble: str = ""


def check_running(db: store.Database) -> Iterable[Checked]:
    """Play every running game again, one after the other; those that differ say where."""
    with db.reading() as c:
        tables = store.tables_in(c, ["running", "paused"], limit=1_000_000)
    for table in reversed(tables):
        try:
            match = play_again(db, table.id)
            yield Checked(table.slug, match.seq)
        except Unplayable as why:
            yield Checked(table.slug, table.seq, str(why))


def write(
    db: store.Database, table_id: int, file: IO[str], *, states: bool, unfinished: bool
) -> None:
    """Write a stored game as an export. Raises NotAllowed while its secret must stay one."""
    with db.reading() as c:
        table, start, entries = whole_log(c, table_id)
    if table.status != "over" and not unfinished:
        raise NotAllowed(
            _(
                "This game is not over. An export gives its secret away, and with it all dice to"
                " come. If you want that, add --unfinished."
            )
        )
    try:
        export.write_log(file, load_game(start.game), start, entries, table.secret, states=states)
    except (Diverged, Broken) as why:
        raise Unplayable(f"{why} [{' > '.join(why.where)}]") from why
    except Frozen as why:
        raise Unplayable(str(why)) from why


def take_in(db: store.Database, file: IO[bytes], *, now: datetime) -> store.Table:
    """Take in an export as a table of its own: verified whole first, or refused whole.

    Nobody sits at it. A finished game can be looked at; an unfinished one is paused.
    """
    read = export.read(file)
    report = export.verify(read)
    if report.difference is not None:
        raise NotAllowed(_("The export is damaged: %(what)s", what=str(report.difference)))
    if read.end.broken is not None:
        raise NotAllowed(
            _("The rules broke at entry %(n)d of this game: it is not whole.", n=read.end.broken)
        )
    with db.writing() as c:
        table = store.add_table(c, _as_new(read, now), read.start.seats)
        entries = _with_words_apart(c, read.entries, now)
        match = _play_in(c, table, read, entries, now)
        status: store.Status = "paused" if match.outcome is None else "over"
        store.change_table(c, table.id, {"status": status})
        store.note(c, "imported", at=now, table_id=table.id, detail={"entries": match.seq})
        return store.table(c, table.id)


def _as_new(read: export.Export, now: datetime) -> store.NewTable:
    start = read.start
    return store.NewTable(
        game=start.game,
        title="",
        language="en",
        pace={},
        package_version=start.package,
        rules_version=start.rules,
        secret=read.end.secret,
        commitment=start.commitment,
        created_at=now,
        options=dict(start.options),
        pack=start.pack,
    )


def _with_words_apart(c: store.Connection, entries: Sequence[Entry], now: datetime) -> list[Entry]:
    """Give what people wrote a new number here: the old one is somebody else's words here.

    An export holds no words, so they stay empty.
    """
    fresh: dict[str, str] = {}
    changed = []
    for entry in entries:
        value = entry.value
        if isinstance(value, str) and value.startswith("w:") and value[2:].isdecimal():
            if value not in fresh:
                fresh[value] = f"w:{store.add_wording(c, '', person_id=None, now=now)}"
            entry = entry._replace(value=fresh[value])
        changed.append(entry)
    return changed


def _play_in(
    c: store.Connection,
    table: store.Table,
    read: export.Export,
    entries: Sequence[Entry],
    now: datetime,
) -> Match:
    """Play the entries again and record each as the door would have done."""
    match = Match(games.load(table.game), read.start, table.secret, keep=True)
    sitting = Sitting(table, store.seats(c, table.id), {}, match)
    for entry in entries:
        at = _moment(entry.at, now)
        if entry.seq == 1:
            step = match.enter(entry._replace(value=read.start.as_json(), at=at.isoformat()))
        elif entry.kind == engine.REWIND:
            to = rewind_target(entry)
            sitting.match = engine.rewind(
                sitting.match, to, seat=entry.seat, source=entry.source, at=entry.at
            )
            step = sitting.match.steps[entry.seq]
        else:
            step = sitting.match.enter(entry)
        order = turns.Order(entry.kind, entry.seat, source=entry.source or IMPORTED)
        facts: store.TableChanges = {"started_at": at} if entry.seq == 1 else {}
        recording.record(c, sitting, entry.seq - 1, [step], order, at, facts, timedelta())
    return sitting.match


def _moment(text: str, now: datetime) -> datetime:
    """When an entry was made; an export may leave it out, or hold nonsense."""
    try:
        at: Any = datetime.fromisoformat(text)
    except ValueError:
        return now
    return at.astimezone(UTC) if at.tzinfo is not None else now
