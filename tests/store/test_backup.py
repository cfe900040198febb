"""Backup and restore: whole, portable, and nothing written from a damaged file."""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pbem.store import (
    Database,
    StoreError,
    backup,
    inspect,
    is_current,
    load,
    record,
    restore,
)
from pbem.store.migrate import EMPTY, downgrade, newest_shape
from pbem.store.models import METADATA
from tests.store.sample import NOON, an_entry, fill, someone
from tests.store_fixtures import BOTH, MakeDatabase


def everything(db: Database) -> dict[str, list[Any]]:
    """All rows of all tables."""
    with db.reading() as c:
        return {
            t.name: [tuple(row) for row in c.execute(sa.select(t).order_by(*t.primary_key))]
            for t in METADATA.sorted_tables
        }


@pytest.fixture(params=BOTH)
def make_other(request: pytest.FixtureRequest) -> MakeDatabase:
    """Databases to restore into; each kind meets each kind."""
    make: MakeDatabase = request.getfixturevalue(f"make_{request.param}")
    return make


@pytest.mark.parametrize("blank", [True, False])
def test_a_backup_restores_everything_anywhere(
    db: Database, make_other: MakeDatabase, tmp_path: Path, blank: bool
) -> None:
    made = fill(db)
    path = tmp_path / "games.backup"
    counts = backup(db, path)
    assert min(counts.values()) >= 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert inspect(path).rows == counts
    other = make_other(blank=blank)
    assert restore(other, path) == counts
    assert everything(other) == everything(db)
    assert is_current(other)
    with other.writing() as c:
        # The game goes on: keys are counted on, not handed out again.
        assert someone(c, "new@example.org").id == 2
        record(c, made, 3, entries=[an_entry(4)])
        assert load(c, made).table.seq == 4


def test_backup_is_of_one_moment(db: Database, tmp_path: Path) -> None:
    made = fill(db)
    before = everything(db)
    real = Path.replace
    path = tmp_path / "b"

    def write_meanwhile(c: sa.Connection, *_rest: object) -> None:
        sa.event.remove(db.engine, "before_cursor_execute", write_meanwhile)
        with db.writing() as other:
            record(other, made, 3, entries=[an_entry(4)])

    with db.reading() as c:
        assert c.exec_driver_sql("SELECT 1").scalar() == 1
    backup(db, path)
    assert real is Path.replace
    with db.writing() as c:
        record(c, made, 3, entries=[an_entry(4)])
    assert inspect(path).rows["entries"] == len(before["entries"])


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def sealed(lines: list[bytes]) -> bytes:
    """The lines with a new, fitting end."""
    rows: dict[str, int] = dict.fromkeys(json.loads(lines[0])["columns"], 0)
    for line in lines[1:]:
        rows[json.loads(line)[0]] += 1
    end = {"rows": rows, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    return b"".join(lines) + json.dumps(end).encode() + b"\n"


def without_a_row(lines: list[bytes]) -> bytes:
    return b"".join(lines[:2] + lines[3:])


def with_a_changed_letter(lines: list[bytes]) -> bytes:
    return b"".join(lines).replace(b"Friday", b"Monday")


def cut_short(lines: list[bytes]) -> bytes:
    return b"".join(lines)[:-1]


def cut_in_half(lines: list[bytes]) -> bytes:
    return b"".join(lines[: len(lines) // 2])


def with_more_after_the_end(lines: list[bytes]) -> bytes:
    return b"".join([*lines, lines[1]])


def of_another_format(lines: list[bytes]) -> bytes:
    return b"".join(lines).replace(b'"pbem_backup":1', b'"pbem_backup":2')


def resealed_with_a_stray_column(lines: list[bytes]) -> bytes:
    return sealed([lines[0], lines[1].replace(b'"id":', b'"nr":'), *lines[2:-1]])


def resealed_with_an_unknown_table(lines: list[bytes]) -> bytes:
    head = lines[0].replace(b'"people":', b'"persons":')
    return sealed([head, *(line.replace(b'["people"', b'["persons"') for line in lines[1:-1])])


def resealed_without_its_people(lines: list[bytes]) -> bytes:
    return sealed([line for line in lines[:-1] if not line.startswith(b'["people"')])


def resealed_with_a_naive_moment(lines: list[bytes]) -> bytes:
    return sealed(
        [line.replace(b"+00:00", b"") if n else line for n, line in enumerate(lines[:-1])]
    )


def empty(_lines: list[bytes]) -> bytes:
    return b""


def something_else(_lines: list[bytes]) -> bytes:
    return b"\x00\x01 no backup\n" * 10


DAMAGES: list[Callable[[list[bytes]], bytes]] = [
    without_a_row,
    with_a_changed_letter,
    cut_short,
    cut_in_half,
    with_more_after_the_end,
    of_another_format,
    resealed_with_a_stray_column,
    resealed_with_an_unknown_table,
    resealed_without_its_people,
    resealed_with_a_naive_moment,
    empty,
    something_else,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_backup_writes_nothing(
    blank_db: Database,
    make_sqlite: MakeDatabase,
    tmp_path: Path,
    damage: Callable[[list[bytes]], bytes],
) -> None:
    source = make_sqlite()
    fill(source)
    path = tmp_path / "b"
    backup(source, path)
    path.write_bytes(damage(lines_of(path)))
    with pytest.raises(StoreError) as caught:
        restore(blank_db, path)
    assert str(caught.value).endswith(".")
    with blank_db.reading() as c:
        assert sa.inspect(c).get_table_names() == []


def test_resealing_itself_does_no_harm(make_sqlite: MakeDatabase, tmp_path: Path) -> None:
    """Or the tests above would see the seal refused, and not what they are about."""
    source, path = make_sqlite(), tmp_path / "b"
    fill(source)
    backup(source, path)
    path.write_bytes(sealed(lines_of(path)[:-1]))
    other = make_sqlite(blank=True)
    restore(other, path)
    assert everything(other) == everything(source)


def test_backup_of_a_newer_shape_is_refused(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "b"
    backup(db, path)
    newest = f'"shape":"{newest_shape()}"'.encode()
    lines = [line.replace(newest, b'"shape":"9999"') for line in lines_of(path)[:-1]]
    path.write_bytes(sealed(lines))
    with pytest.raises(StoreError, match="made by a newer pbem"):
        inspect(path)


def test_restore_wants_an_empty_database(db: Database, tmp_path: Path) -> None:
    fill(db)
    backup(db, tmp_path / "b")
    before = everything(db)
    with pytest.raises(StoreError, match="is not empty"):
        restore(db, tmp_path / "b")
    assert everything(db) == before


def test_restore_leaves_other_programs_alone(blank_db: Database, tmp_path: Path) -> None:
    with blank_db.writing() as c:
        c.exec_driver_sql("CREATE TABLE people (id INTEGER PRIMARY KEY)")
    source = tmp_path / "b"
    with pytest.raises(StoreError, match="older shape"):
        backup(blank_db, source)
    assert list(tmp_path.glob(".b*")) == []


def test_missing_places_are_sentences(db: Database, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written to"):
        backup(db, tmp_path / "nowhere" / "b")
    with pytest.raises(StoreError, match="cannot be read"):
        restore(db, tmp_path / "nosuch")


def test_backup_of_an_old_or_blank_database_is_refused(db: Database, tmp_path: Path) -> None:
    with db.rebuilding() as c:
        downgrade(c, EMPTY)
    with pytest.raises(StoreError, match="older shape"):
        backup(db, tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_secrets_and_times_survive(db: Database, make_sqlite: MakeDatabase, tmp_path: Path) -> None:
    fill(db)
    backup(db, tmp_path / "b")
    other = make_sqlite(blank=True)
    restore(other, tmp_path / "b")
    with other.reading() as c:
        kept = load(c, 1).table
    assert kept.secret == b"\x00\xff secret"
    assert kept.created_at == NOON
