"""Boards on the disk: what a spectator sees of each public table, as pages that need no server.

A board is drawn after the commit, and only the newest state of a table is: while one is being
drawn, what happens meanwhile makes it stale and it is drawn again. Every page appears under its
name all at once and carries the number of the entry it shows. A turn that is over is drawn once,
and again only if it changed: by a rewind, a new name, a new version of the drawing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import secrets
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import pbem
from pbem import store
from pbem.services import chapters, drawing, leaves, previews, replays, story
from pbem.services.budget import Budget
from pbem.services.chapters import Past
from pbem.services.leaves import Cover, Leaf
from pbem.services.sittings import Frozen, NotRunning, Shelf, Sitting

logger = logging.getLogger("pbem.boards")
FOLDER, DRAWN = "boards", ".drawn.json"
BATCH = 100


def draw_stale(shelf: Shelf, instance: Path, budget: Budget, *, site: str = "") -> int:
    """Draw every board that is older than its table; how many."""
    drawn, failed = 0, set[int]()
    while not budget.spent:
        with shelf.db.reading() as c:
            found = store.stale_boards(c, BATCH + len(failed))
        stale = [board for board in found if board.table_id not in failed]
        for board in budget.over(stale):
            try:
                draw(shelf, instance, board.table_id, board.seq, site=site)
                drawn += 1
            except store.StoreError:
                raise
            except OSError as why:  # A full disk is as full for the next one.
                logger.error("Boards cannot be written: %s. The next tick tries again.", why)
                return drawn
            except Exception:  # A template may break in any way; the other boards are drawn.
                logger.exception("The board of table %d cannot be drawn.", board.table_id)
                failed.add(board.table_id)
        if not stale:
            break
    return drawn


def draw(
    shelf: Shelf,
    instance: Path,
    table_id: int,
    seq: int,
    *,
    site: str = "",
    anew: bool = False,
) -> None:
    """Draw one table's board as it is now, `seq` or newer. A private table has none.

    With `anew` nothing that lies there is trusted: all turns are drawn from the log.
    """
    with shelf.db.reading() as c:
        table = store.table(c, table_id)
    folder = Folder(instance / FOLDER / table.slug)
    # A table that stands still keeps the board it had.
    with contextlib.suppress(Frozen, NotRunning):
        if table.private:
            folder.remove()
        else:
            with shelf.looking(table_id) as sitting:
                seq = Drawing(shelf, folder, sitting, site, anew=anew).draw()
    with shelf.db.writing() as c:
        store.mark_drawn(c, table_id, seq)


class Drawing:
    """One board being drawn."""

    def __init__(
        self, shelf: Shelf, folder: Folder, sitting: Sitting, site: str, *, anew: bool
    ) -> None:
        self.shelf = shelf
        self.folder = folder
        self.sitting = sitting
        self.front = leaves.cover(sitting, site)
        self.start = sitting.match.start
        self.anew = anew

    def draw(self) -> int:
        """All pages that are missing or old; which entry they show now."""
        table, folder = self.sitting.table, self.folder
        before = Record() if self.anew else folder.record()
        style = leaves.style(table.game)
        edition = _edition(self.front, style)
        if before.edition != edition:
            before = Record()
        elif before.seq > table.seq:
            return before.seq  # Somebody was quicker, with something newer.
        with self.shelf.db.reading() as c:
            past = chapters.replayed(c, table.id) if self.anew else chapters.stored(c, table)
            now = max(past.marks, default=1)
            record = Record(edition, table.seq, now)
            if not before.edition:
                folder.put(leaves.STYLE, style)
                folder.put(leaves.ICON, leaves.icon())
            self._past_turns(c, past, before, record)
            self._now(c, past, before, record)
        folder.keep(record)
        folder.forget_turns_after(now)
        return table.seq

    def _past_turns(self, c: store.Connection, past: Past, before: Record, record: Record) -> None:
        """The turns that are over: drawn if they are new, or came out differently."""
        for turn in chapters.finished(past):
            known = before.turns.get(turn)
            if known is not None and known["seq"] == past.marks[turn + 1]:
                record.turns[turn] = known
                continue
            found = chapters.chapter(c, self.sitting.table, self.start, past, turn)
            front = leaves.hearing(c, self.front, found.lines, found.view)
            shown = leaves.leaf(
                front,
                turn,
                found.seq,
                found.view,
                found.lines,
                previous=turn - 1 if turn - 1 in past.marks else None,
                following=turn + 1,
            )
            self.folder.put(leaves.page_of(turn), leaves.turn_page(front, shown))
            record.add(shown)

    def _now(self, c: store.Connection, past: Past, before: Record, record: Record) -> None:
        """The turn that is being played, and everything that shows the table as it is."""
        table, match, turn = self.sitting.table, self.sitting.match, record.now
        view = match.view(None)
        since = chapters.since(c, table, past, turn) if past.marks else (1, 0)
        lines = story.span(c, table, since, None)
        front = leaves.hearing(c, self.front, lines, view)
        previous = turn - 1 if turn - 1 in past.marks else None
        shown = leaves.leaf(front, turn, table.seq, view, lines, previous=previous, following=None)
        end = leaves.ending(front, self.start, match.outcome)
        awaited = sorted({int(asking.prompt.seat) for asking in match.waiting()})
        turns = chapters.finished(past)
        if match.outcome is not None:
            awaited = []
            record.add(shown)
        self.folder.put(leaves.page_of(turn), leaves.turn_page(front, shown))
        if before.now != turn or end is not None or not self.folder.has(leaves.FEED):
            self.folder.put(leaves.FEED, leaves.feed(front, record.turns, end))
        record.picture = self._preview(front, view, turn, end, before.picture)
        if end is not None:
            self._whole(c, past)
        self.folder.put(leaves.INDEX, leaves.index_page(front, shown, turns, awaited, end))

    def _preview(
        self, front: Cover, view: Any, turn: int, end: leaves.Ending | None, before: str
    ) -> str:
        """The picture for shared links; by its mark it is known whether it changed at all."""
        if not previews.png_is_possible():
            return ""
        svg = previews.picture(
            front.table.game,
            view,
            front.tongue,
            front=front,
            turn=turn,
            seats=len(self.sitting.seats),
            ending=end.plain if end else "",
        )
        mark = _short_hash(svg)
        if mark != before or not self.folder.has(leaves.PREVIEW):
            self.folder.put(leaves.PREVIEW, previews.png(svg))
        return mark

    def _whole(self, c: store.Connection, past: Past) -> None:
        """After the end: the story in one go, and the log for whoever wants to verify it."""
        table = self.sitting.table
        parts = []
        for turn in sorted(past.marks):
            until = chapters.place(c, table, past, turn + 1) if turn + 1 in past.marks else None
            lines = story.span(c, table, chapters.since(c, table, past, turn), until)
            front = leaves.hearing(c, self.front, lines, {})
            parts.append((turn, leaves.said(front, lines)))
        self.folder.put(leaves.STORY, leaves.story_page(self.front, table.seq, parts))
        log = StringIO()
        replays.write(self.shelf.db, table.id, log, states=False, unfinished=False)
        self.folder.put(leaves.LOG, log.getvalue())


@dataclass
class Record:
    """What lies in a folder: by which edition it was drawn, and which turns."""

    edition: str = ""
    seq: int = 0
    now: int = 0
    turns: dict[int, dict[str, Any]] = field(default_factory=dict)
    picture: str = ""

    def add(self, shown: Leaf) -> None:
        """A turn that was drawn, and what the feed says of it."""
        self.turns[shown.turn] = {
            "seq": shown.seq,
            "at": shown.at.isoformat(),
            "summary": shown.summary,
        }


def _edition(front: Cover, style: str) -> str:
    """What the look of every page depends on, besides its turn."""
    facts = [pbem.__version__, front.title, front.site, front.table.language, *front.tongue.names]
    facts += [style, drawing.edition(front.table.game)]
    return _short_hash("\0".join(facts))


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Folder:
    """Where the pages of one board lie."""

    path: Path

    def put(self, name: str, page: str | bytes) -> None:
        put(self.path / name, page)

    def has(self, name: str) -> bool:
        return (self.path / name).is_file()

    def remove(self) -> None:
        """Take the board away: its table is nobody else's business any more."""
        if self.path.is_dir():
            shutil.rmtree(self.path)

    def record(self) -> Record:
        """What was drawn; nothing, if that cannot be read."""
        try:
            body = json.loads((self.path / DRAWN).read_text("utf-8"))
            turns = {int(turn): known for turn, known in body["turns"].items()}
            return Record(body["edition"], body["seq"], body["now"], turns, body["picture"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return Record()

    def keep(self, record: Record) -> None:
        self.put(DRAWN, json.dumps(vars(record)))

    def forget_turns_after(self, turn: int) -> None:
        """A rewind takes turns back: their pages go."""
        for path in self._turns():
            if int(path.stem.removeprefix("turn-")) > turn:
                path.unlink(missing_ok=True)

    def _turns(self) -> Iterable[Path]:
        return [p for p in self.path.glob("turn-*.html") if p.stem[5:].isdecimal()]


def put(path: Path, page: str | bytes) -> None:
    """Write a file so that a reader finds the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        draft.write_bytes(page.encode() if isinstance(page, str) else page)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
