"""The database itself: addresses, time, transactions, and plain errors."""

from __future__ import annotations

import contextlib
import sys
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.exc import StatementError
from sqlmodel import select

from pbem.store import (
    Busy,
    Database,
    StoreError,
    Unreachable,
    change_person,
    change_table,
    migrate,
    person,
    table,
)
from pbem.store.models import PersonRow
from tests.store.sample import NOON, a_table, someone
from tests.store_fixtures import Cluster, MakeDatabase, debian_binaries, postgres


@pytest.mark.parametrize(
    "text",
    [
        "postgres://me:pw@host:5433/games",
        "postgresql://me:pw@host:5433/games",
        "postgresql+psycopg://me:pw@host:5433/games",
    ],
)
def test_postgres_addresses_are_one(text: str) -> None:
    db = Database(text)
    assert db.url == "postgresql+psycopg://me:pw@host:5433/games"
    assert not db.is_sqlite
    assert "pw" not in db.shown


def test_paths_are_sqlite_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in ("a.db", "sqlite:///a.db", f"sqlite:///{tmp_path}/a.db", " a.db "):
        assert Database(text).url == f"sqlite:///{tmp_path}/a.db"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "://", "mysql://host/x", "postgres://host", "postgres://host:port/games"),
        *(":memory:", "sqlite://", "sqlite:///:memory:"),
    ],
)
def test_other_addresses_are_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(StoreError, match=r"Write a file name such as games\.db"):
        Database(text)


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'pbem\[postgres\]'"):
        Database("postgresql://me:pw@host/games")
    Database("games.db")


def test_a_postgres_that_is_not_there_is_a_sentence_with_a_remedy() -> None:
    with (
        pytest.raises(Unreachable, match="check that PostgreSQL runs there, and the setting"),
        Database("postgresql://me:pw@127.0.0.1:1/games").reading(),
    ):
        pass


def test_moments_come_back_in_utc(db: Database) -> None:
    paris = datetime(2026, 3, 29, 3, 30, 0, 7, tzinfo=ZoneInfo("Europe/Paris"))
    with db.writing() as c:
        made = a_table(c)
        change_table(c, made.id, {"over_at": paris})
    with db.reading() as c:
        found = table(c, made.id).over_at
    assert found == paris
    assert found is not None
    assert found.tzinfo is UTC
    assert found.isoformat() == "2026-03-29T01:30:00.000007+00:00"


@pytest.mark.parametrize("second", range(3))
def test_moments_are_ordered_whatever_their_zone(db: Database, second: int) -> None:
    east = NOON.astimezone(timezone(timedelta(hours=14)))
    with db.writing() as c:
        made = a_table(c)
        change_table(c, made.id, {"over_at": east + timedelta(seconds=second - 1)})
        sooner = "SELECT count(*) FROM tables WHERE over_at < created_at"
        assert c.exec_driver_sql(sooner).scalar() == (1 if second == 0 else 0)


def test_naive_moments_are_refused(db: Database) -> None:
    naive = NOON.replace(tzinfo=None)
    with db.writing() as c:
        made = a_table(c)
    with pytest.raises(StatementError, match="has no time zone"), db.writing() as c:
        change_table(c, made.id, {"over_at": naive})
    with db.reading() as c:
        assert table(c, made.id).over_at is None


def test_numbers_that_json_does_not_know_are_refused(db: Database) -> None:
    with pytest.raises(StatementError, match="not JSON compliant"), db.writing() as c:
        change_table(c, a_table(c).id, {"outcome": float("nan")})


def test_writing_commits_or_leaves_nothing(db: Database) -> None:
    with contextlib.suppress(ZeroDivisionError), db.writing() as c:
        assert someone(c).id / 0
    with db.reading() as c:
        assert person(c, 1) is None
    with db.writing() as c:
        ann = someone(c)
    with db.reading() as c:
        assert person(c, ann.id) == ann


def test_reading_sees_one_moment(db: Database) -> None:
    with db.writing() as c:
        ann = someone(c)
    with db.reading() as before:
        assert person(before, ann.id) == ann
        with db.writing() as c:
            change_person(c, ann.id, {"name": "Bea"})
        assert person(before, ann.id) == ann


def test_session_writes_only_when_asked(db: Database) -> None:
    with db.session(writing=True) as s:
        s.add(_a_row("ann@example.org"))
    with db.session() as s:
        assert s.exec(select(PersonRow)).one().address == "ann@example.org"
    with contextlib.suppress(ZeroDivisionError), db.session(writing=True) as s:
        s.add(_a_row("bea@example.org"))
        s.flush()
        assert 1 / 0
    with db.session() as s:
        assert len(s.exec(select(PersonRow)).all()) == 1


def _a_row(address: str) -> PersonRow:
    return PersonRow(
        address=address,
        name="Ann",
        language="en",
        zone="UTC",
        quiet_hours={},
        weekends=[],
        vacation=[],
        created_at=NOON,
    )


def test_sqlite_recipe(make_sqlite: MakeDatabase) -> None:
    with make_sqlite().reading() as c:
        pragmas = {
            name: c.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 5000,
    }


def test_busy_past_the_timeout_is_a_sentence(make_db: MakeDatabase) -> None:
    db = make_db(busy_seconds=0.2)
    with db.writing() as c:
        ann = someone(c)
    with db.writing() as first:
        change_person(first, ann.id, {"name": "First"})
        with pytest.raises(Busy, match="try again in a moment"), db.writing() as second:
            change_person(second, ann.id, {"name": "Second"})
    with db.reading() as c:
        after = person(c, ann.id)
    assert after is not None
    assert after.name == "First"


def test_waiting_writer_gets_its_turn(make_db: MakeDatabase) -> None:
    db = make_db()
    with db.writing() as c:
        ann = someone(c)
    entered = threading.Event()
    failed: list[BaseException] = []

    def write_too() -> None:
        try:
            entered.set()
            with db.writing() as c:
                change_person(c, ann.id, {"name": "Second"})
        except BaseException as error:  # The main thread shows it.
            failed.append(error)

    other = threading.Thread(target=write_too)
    with db.writing() as c:
        change_person(c, ann.id, {"name": "First"})
        other.start()
        assert entered.wait(5)
        other.join(0.1)
        assert other.is_alive()
    other.join(10)
    assert failed == []
    with db.reading() as c:
        after = person(c, ann.id)
    assert after is not None
    assert after.name == "Second"


def test_no_free_connection_is_busy(tmp_path: Path) -> None:
    db = Database(str(tmp_path / "x.db"), busy_seconds=0.1, connections=1)
    with db.reading(), pytest.raises(Busy), db.reading():
        pass
    db.close()


def test_missing_folder_is_unreachable(tmp_path: Path) -> None:
    db = Database(str(tmp_path / "nowhere" / "x.db"))
    with pytest.raises(Unreachable, match="the file cannot be opened"), db.reading():
        pass


def test_other_file_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"certainly no database" * 100)
    db = Database(str(tmp_path / "x.db"))
    with pytest.raises(Unreachable, match="not a SQLite database"), db.reading():
        pass


def test_full_disk_loses_nothing_acknowledged(make_sqlite: MakeDatabase) -> None:
    db = make_sqlite()
    with db.writing() as c:
        ann = someone(c)
        pages = c.exec_driver_sql("PRAGMA page_count").scalar()

    def grow() -> None:
        # SQLite's own limit raises the very error that a full disk does.
        with db.writing() as c:
            c.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            change_person(c, ann.id, {"name": "x" * 1_000_000})

    with pytest.raises(Unreachable, match="the disk is full"):
        grow()
    db.close()
    with db.reading() as c:
        assert person(c, ann.id) == ann


def test_bugs_are_not_dressed_up(db: Database) -> None:
    with pytest.raises(Exception, match="nosuch") as caught, db.reading() as c:
        c.exec_driver_sql("SELECT * FROM nosuch")
    assert not isinstance(caught.value, StoreError)


@pytest.mark.postgres
def test_postgres_gone_and_back(cluster: Cluster) -> None:
    with postgres() as own:
        db = Database(own.create("games"), busy_seconds=2)
        migrate(db)
        with db.writing() as c:
            ann = someone(c)
        own.stop()
        for _ in range(2):
            with pytest.raises(Unreachable, match="cannot be used"), db.reading() as c:
                person(c, ann.id)
        own.start()
        with db.reading() as c:
            assert person(c, ann.id) == ann
        db.close()


@pytest.mark.postgres
def test_connection_that_died_at_rest_is_replaced(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with postgres() as own:
        db = Database(own.create("games"))
        migrate(db)
        own.stop()
        own.start()
        monkeypatch.setattr("pbem.store.database._REST_SECONDS", 0.0)
        with db.writing() as c:
            someone(c)
        db.close()


@pytest.mark.postgres
def test_unknown_database_and_host_are_unreachable(cluster: Cluster) -> None:
    for url in (cluster.url("nosuch"), "postgresql://pbem@127.0.0.1:1/games"):
        db = Database(url, busy_seconds=2)
        with pytest.raises(Unreachable), db.reading():
            pass


def test_damaged_file_is_unreachable(make_sqlite: MakeDatabase) -> None:
    db = make_sqlite()
    with db.writing() as c:
        for number in range(200):
            someone(c, f"{number}@example.org")
    db.close()
    path = Path(db.url.removeprefix("sqlite:///"))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xaa" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(Unreachable, match="restore a backup"), db.reading() as c:
        person(c, 1)


def test_fixture_copies_are_apart(make_db: MakeDatabase) -> None:
    one, two = make_db(), make_db()
    with one.writing() as c:
        ann = someone(c)
    with two.reading() as c:
        assert person(c, ann.id) is None


@pytest.mark.postgres
def test_packaged_postgres_serves_too() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.store_fixtures.debian_binaries", lambda: None)
        with postgres() as own:
            home = own.home
            db = Database(own.create("games"))
            migrate(db)
            with db.writing() as c:
                assert someone(c).id == 1
            db.close()
    assert not home.exists()


def test_newest_debian_binaries_are_found(tmp_path: Path) -> None:
    assert debian_binaries(tmp_path) is None
    for version in ("9.6", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    assert debian_binaries(tmp_path) == tmp_path / "17" / "bin"


def test_blank_sqlite_opened_by_many_at_once(tmp_path: Path) -> None:
    """The first connection turns the file to WAL, which needs it alone for a moment."""
    for attempt in range(10):
        path = tmp_path / f"{attempt}.db"
        failed: list[BaseException] = []
        gate = threading.Barrier(6)

        def start(
            path: Path = path,
            failed: list[BaseException] = failed,
            gate: threading.Barrier = gate,
        ) -> None:
            db = Database(str(path))
            try:
                gate.wait()
                migrate(db)
            except BaseException as error:  # The main thread shows it.
                failed.append(error)
            finally:
                db.close()

        threads = [threading.Thread(target=start) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
