"""A table's past, turn by turn: where each turn ends in the log, and how the table stood then.

A turn here is what lies between two milestones. Its last moment is the next milestone, whose
snapshot is stored; the same snapshots come out when the log is played again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem import engine, games, store
from pbem.engine import Game, Snapshot, Start
from pbem.engine.event import Event, fingerprint
from pbem.services import story
from pbem.services.replays import whole_log
from pbem.services.sittings import snapshot_of


@dataclass(frozen=True)
class Past:
    """The milestones that count, and the snapshot of each."""

    marks: Mapping[int, int]
    """During which entry each milestone was reached."""
    fetch: Callable[[int], Snapshot]

    def of_entry(self, seq: int) -> list[Snapshot]:
        """The snapshots that were taken during one entry, oldest first."""
        return [self.fetch(number) for number in sorted(self.marks) if self.marks[number] == seq]


def stored(c: store.Connection, table: store.Table) -> Past:
    """The past as the store keeps it."""
    marks = store.milestones(c, table.id, last=table.seq)

    def fetch(number: int) -> Snapshot:
        return snapshot_of(store.snapshot(c, table.id, marks[number], number))

    return Past(marks, fetch)


def replayed(c: store.Connection, table_id: int) -> Past:
    """The past as the log leads to it when it is played again."""
    table, start, entries = whole_log(c, table_id)
    match = engine.replay(games.load(start.game), start, entries, table.secret, keep=True)
    taken = {s.milestone: s for seq in sorted(match.steps) for s in match.steps[seq].snapshots}
    return Past({number: s.seq for number, s in taken.items()}, taken.__getitem__)


@dataclass(frozen=True)
class Chapter:
    """A turn that is over: what was told in it, and what everybody could see at its end."""

    number: int
    seq: int
    view: Mapping[str, Any]
    lines: tuple[story.Line, ...]


def finished(past: Past) -> list[int]:
    """The numbers of the turns that are over."""
    return sorted(past.marks)[:-1]


def chapter(c: store.Connection, table: store.Table, start: Start, past: Past, n: int) -> Chapter:
    """A turn that is over."""
    game = games.load(table.game)
    end = past.fetch(n + 1)
    lines = story.span(c, table, since(c, table, past, n), place(c, table, past, n + 1))
    return Chapter(n, end.seq, view_at(game, start, end), tuple(lines))


def since(c: store.Connection, table: store.Table, past: Past, n: int) -> story.Place:
    """Where a turn begins; the first one begins with the game."""
    return place(c, table, past, n) if n - 1 in past.marks else (1, 0)


def view_at(game: Game[Any], start: Start, snapshot: Snapshot) -> Mapping[str, Any]:
    """What a spectator sees of a snapshot."""
    body = snapshot.body
    state = game.codec.decode(body["state"])
    rules = body.get("rules", start.rules)
    state.setting = game.setting(start.seats, start.options, start.pack, rules)
    return game.view(state, None)


def place(c: store.Connection, table: store.Table, past: Past, n: int) -> story.Place:
    """Where in the log a milestone lies: its entry, and how many of its events came before."""
    seq = past.marks[n]
    before = store.entries(c, table.id, after=seq - 2, last=seq - 1)
    rows = store.events(c, table.id, after=seq - 1, last=seq)
    game = games.load(table.game)
    events = [game.codec.decode(row.body) for row in rows]
    digest = before[-1].digest if before else ""
    cuts = cut(digest, events, [snapshot.digest for snapshot in past.of_entry(seq)])
    return seq, cuts[[s.milestone for s in past.of_entry(seq)].index(n)]


def cut(digest: str, events: Sequence[Event], reached: Iterable[str]) -> list[int]:
    """How many events had been told when each of these digests was reached, one after another.

    A milestone's digest is the hash of all that was told before it, so it says where it lies.
    """
    cuts: list[int] = []
    told = 0
    for wanted in reached:
        found, here = told, hashlib.sha256(digest.encode())
        for n, event in enumerate(events[told:], told + 1):
            here.update(f"\n{fingerprint(event)}".encode())
            if here.hexdigest() == wanted:
                found = n
                break
        told, digest = found, wanted
        cuts.append(told)
    return cuts
