"""The turn path: load what replay needs, record a submit whole or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from sqlalchemy.exc import IntegrityError

from pbem.store import (
    Conflict,
    Connection,
    Database,
    Entry,
    Event,
    NotFound,
    Snapshot,
    TableChanges,
    entries,
    events,
    letters_of_seat,
    load,
    open_prompts,
    prompt,
    record,
    table,
)
from tests.store.sample import (
    HOUR,
    NOON,
    a_letter,
    a_prompt,
    a_rewind,
    a_snapshot,
    a_table,
    an_entry,
    an_event,
    fill,
    someone,
)


def log(c: Connection, *steps: Entry | Snapshot) -> int:
    """A table with a start and these entries, each recorded with the snapshots after it."""
    made = a_table(c).id
    record(c, made, 0, entries=[an_entry(1, "start")])
    last = 1
    for step in steps:
        if isinstance(step, Entry):
            last = step.seq
            kept = [s for s in steps if isinstance(s, Snapshot) and s.seq == last]
            record(c, made, last - 1, entries=[step], snapshots=kept)
    return made


def chosen(c: Connection, made: int, reach: int | None = None) -> tuple[int | None, list[int]]:
    """The seq of the snapshot that load picks, and those of the entries after it."""
    loaded = load(c, made, reach=reach)
    snapshot = None if loaded.snapshot is None else loaded.snapshot.seq
    return snapshot, [entry.seq for entry in loaded.entries]


def test_what_is_recorded_is_loaded(db: Database) -> None:
    made = fill(db)
    with db.reading() as c:
        loaded = load(c, made, whole=True)
        told = events(c, made, after=0, last=3)
        waiting = open_prompts(c, made)
    assert loaded.table.seq == 3
    assert loaded.table.secret == b"\x00\xff secret"
    assert "secret" not in repr(loaded.table).replace("secret=", "")
    assert loaded.table.pack == {"cards": ["é", None, 1.5]}
    assert loaded.start == an_entry(1, "start", value={"seats": 2})
    assert [entry.seq for entry in loaded.entries] == [2, 3]
    assert loaded.entries[0] == an_entry(2, seat=0, key="0.1.bid.0", value=[2, 5], by_person=1)
    assert loaded.snapshot is None
    assert told == (
        an_event(1),
        Event(2, 0, "peek", {"dice": [1, 2]}, (0,), reveals=True),
        Event(2, 1, "nothing", {}, (), reveals=False),
    )
    assert [p.key for p in waiting] == ["0.1.bid.1"]


def test_snapshot_shortens_the_load(db: Database) -> None:
    made = fill(db)
    with db.reading() as c:
        loaded = load(c, made)
    assert loaded.snapshot == Snapshot(2, 1, {"state": 2})
    assert [entry.seq for entry in loaded.entries] == [3]
    assert loaded.start is not None


def test_table_before_its_start(db: Database) -> None:
    with db.writing() as c:
        loaded = load(c, a_table(c, running=False).id)
    assert (loaded.start, loaded.snapshot, loaded.entries) == (None, None, ())


def test_unknown_table(db: Database) -> None:
    with db.reading() as c, pytest.raises(NotFound, match="no table with the number 7"):
        load(c, 7)


def test_newest_milestone_of_an_entry_counts(db: Database) -> None:
    with db.writing() as c:
        made = log(c, an_entry(2), a_snapshot(2, 4), a_snapshot(2, 5), a_snapshot(2, 3))
        found = load(c, made).snapshot
    assert found is not None
    assert found.milestone == 5


def test_rewind_behind_a_snapshot_makes_it_unusable(db: Database) -> None:
    steps = (an_entry(2), a_snapshot(2), an_entry(3), an_entry(4), a_snapshot(4))
    with db.writing() as c:
        assert chosen(c, log(c, *steps)) == (4, [])
        assert chosen(c, log(c, *steps, a_rewind(5, 4))) == (4, [5])
        assert chosen(c, log(c, *steps, a_rewind(5, 3))) == (2, [3, 4, 5])
        assert chosen(c, log(c, *steps, a_rewind(5, 2))) == (2, [3, 4, 5])
        assert chosen(c, log(c, *steps, a_rewind(5, 1))) == (None, [2, 3, 4, 5])


def test_snapshots_after_a_rewind_are_usable(db: Database) -> None:
    steps = (an_entry(2), a_snapshot(2), a_rewind(3, 1), a_snapshot(3), an_entry(4))
    with db.writing() as c:
        assert chosen(c, log(c, *steps)) == (3, [4])
        assert chosen(c, log(c, *steps, a_rewind(5, 3))) == (3, [4, 5])
        assert chosen(c, log(c, *steps, a_rewind(5, 2))) == (None, [2, 3, 4, 5])


def test_rewind_within_one_submit(db: Database) -> None:
    with db.writing() as c:
        made = log(c)
        record(
            c,
            made,
            1,
            entries=[an_entry(2), an_entry(3), a_rewind(4, 2), an_entry(5)],
            snapshots=[a_snapshot(2), a_snapshot(3), a_snapshot(4)],
        )
        assert chosen(c, made) == (4, [5])
        assert chosen(c, made, reach=3) == (2, [3, 4, 5])


def test_reach_leaves_room_for_a_rewind(db: Database) -> None:
    steps = (an_entry(2), a_snapshot(2), an_entry(3), an_entry(4), a_snapshot(4))
    with db.writing() as c:
        made = log(c, *steps)
        assert chosen(c, made, reach=3) == (2, [3, 4])
        assert chosen(c, made, reach=1) == (None, [2, 3, 4])
        assert chosen(c, made, reach=99) == (4, [])


def test_who_comes_second_writes_nothing(db: Database) -> None:
    made = fill(db)
    with db.writing() as c:
        bea = someone(c, "bea@example.org")
        record(c, made, 3, entries=[an_entry(4)])
    with pytest.raises(Conflict), db.writing() as c:
        record(
            c,
            made,
            3,
            entries=[an_entry(4, source="mail"), an_entry(5)],
            events=[an_event(4)],
            opened=[a_prompt("late")],
            closed=["0.1.bid.1"],
            snapshots=[a_snapshot(5)],
            changes={"status": "over"},
            letters=[replace(a_letter(bea.id, "late"), table_id=made, seat=0)],
        )
    with db.reading() as c:
        assert [entry.source for entry in entries(c, made, after=3, last=9)] == ["web"]
        assert table(c, made).status == "running"
        assert events(c, made, after=3, last=9) == ()
        assert [p.key for p in open_prompts(c, made)] == ["0.1.bid.1"]
        assert letters_of_seat(c, made, 0) == ()


def test_an_entry_beyond_the_table_is_a_conflict(db: Database) -> None:
    """The unique pair of table and seq guards the log even if the table's own count is off."""
    made = fill(db)
    with db.writing() as c:
        c.exec_driver_sql("UPDATE tables SET seq = 2")
    with pytest.raises(Conflict), db.writing() as c:
        record(c, made, 2, entries=[an_entry(3)])


def test_a_missing_person_is_not_a_conflict(db: Database) -> None:
    made = fill(db)
    with pytest.raises(IntegrityError), db.writing() as c:
        record(c, made, 3, entries=[an_entry(4, by_person=99)])


@pytest.mark.parametrize("seqs", [[], [4], [2, 4], [3, 2], [2, 2]])
def test_gaps_are_refused(db: Database, seqs: list[int]) -> None:
    with db.writing() as c:
        made = log(c)
        with pytest.raises(ValueError, match="without a gap"):
            record(c, made, 1, entries=[an_entry(seq) for seq in seqs])
        assert table(c, made).seq == 1


def test_prompts_open_seal_reopen_and_close(db: Database) -> None:
    with db.writing() as c:
        made = log(c)
        record(c, made, 1, entries=[an_entry(2)], opened=[a_prompt("a"), a_prompt("b", seat=1)])
        later = an_entry(3, at=NOON + HOUR)
        record(c, made, 2, entries=[later], answered=["a", "b"])
        assert [p.answered_at for p in open_prompts(c, made)] == [NOON + HOUR] * 2
        record(c, made, 3, entries=[an_entry(4)], reopened=["a"], closed=["b"])
        assert [(p.key, p.answered_at) for p in open_prompts(c, made)] == [("a", None)]
        closed = prompt(c, made, "b")
        assert closed is not None
        assert closed.closed_at == NOON
        # What is closed stays as it was.
        record(c, made, 4, entries=[an_entry(5, at=NOON + HOUR)], closed=["b"], answered=["b"])
        assert prompt(c, made, "b") == closed
        assert prompt(c, made, "nosuch") is None


def test_changes_ride_with_the_entries(db: Database) -> None:
    with db.writing() as c:
        made = log(c)
        won = {"winners": [1]}
        over: TableChanges = {"status": "over", "outcome": won, "over_at": NOON, "epoch": 2}
        record(c, made, 1, entries=[an_entry(2)], changes=over)
        after = table(c, made)
    assert (after.status, after.outcome, after.over_at) == ("over", won, NOON)
    assert (after.epoch, after.seq) == (2, 2)


@pytest.mark.parametrize("name", ["seq", "secret", "nosuch"])
def test_changes_know_their_names(db: Database, name: str) -> None:
    changes = cast("TableChanges", {name: 1})
    with pytest.raises(TypeError, match=name), db.writing() as c:
        record(c, a_table(c).id, 0, entries=[an_entry(1)], changes=changes)
