"""Migrations: up and down with rows in every table, and in step with the models."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations

from pbem.store import Connection, Database, StoreError, heard, is_current, migrate, table
from pbem.store.migrate import EMPTY, _config, downgrade, draft, newest_shape, shape, upgrade
from pbem.store.models import METADATA
from tests.store.sample import fill

NAMES = set(METADATA.tables)


def drift(c: Connection) -> list[object]:
    """How the database differs from the models."""
    context = MigrationContext.configure(c, opts={"compare_type": True})
    return list(compare_metadata(context, METADATA))


def names(c: Connection) -> set[str]:
    """The tables that are there, but for Alembic's own."""
    return set(sa.inspect(c).get_table_names()) - {"alembic_version"}


def test_a_blank_database_is_brought_up(blank_db: Database) -> None:
    with blank_db.reading() as c:
        assert shape(c) is None
    assert not is_current(blank_db)
    migrate(blank_db)
    migrate(blank_db)
    assert is_current(blank_db)
    with blank_db.reading() as c:
        assert shape(c) == newest_shape()
        assert names(c) == NAMES


def test_models_and_migrations_agree(db: Database) -> None:
    with db.reading() as c:
        assert drift(c) == []


def test_disagreement_is_noticed(db: Database) -> None:
    with db.writing() as c:
        c.exec_driver_sql("DROP INDEX prompts_open_by_due")
        c.exec_driver_sql("ALTER TABLE beats ADD COLUMN extra INTEGER")
        assert len(drift(c)) == 2


def test_down_and_up_with_rows_in_every_table(db: Database) -> None:
    fill(db)
    with db.reading() as c:
        for table in METADATA.sorted_tables:
            assert c.execute(sa.select(table)).first() is not None, table.name
    with db.rebuilding() as c:
        downgrade(c, EMPTY)
    with db.reading() as c:
        assert names(c) == set()
        assert shape(c) is None
    migrate(db)
    fill(db)
    with db.reading() as c:
        assert drift(c) == []


def test_tables_of_the_first_shape_get_settings_and_nothing_heard(db: Database) -> None:
    made = fill(db)
    with db.rebuilding() as c:
        downgrade(c, "0001")
        assert not {"messages", "moderators", "votes", "ballots"} & names(c)
        upgrade(c, newest_shape())
        assert drift(c) == []
    with db.reading() as c:
        known = table(c, made)
        assert (known.settings, known.ready_by, heard(c, made, 0)) == ({}, None, 0)


def _take_a_wrong_step(db: Database) -> None:
    with db.rebuilding() as c:
        downgrade(c, EMPTY)
        c.exec_driver_sql("SELECT nosuch")


def test_failed_step_leaves_everything(db: Database) -> None:
    made = fill(db)
    with pytest.raises(sa.exc.DBAPIError):
        _take_a_wrong_step(db)
    assert is_current(db)
    with db.reading() as c:
        assert c.exec_driver_sql("SELECT id FROM tables").scalar() == made


def test_newer_database_is_refused(db: Database) -> None:
    with db.writing() as c:
        c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer pbem"):
        is_current(db)
    with pytest.raises(StoreError, match="made by a newer pbem"):
        migrate(db)


def test_rebuilding_a_parent_keeps_its_children(db: Database) -> None:
    """Alembic's batch mode copies and drops the parent; with foreign keys on, children go."""
    fill(db)
    with db.rebuilding() as c:
        steps = Operations(MigrationContext.configure(c))
        with steps.batch_alter_table(
            "tables", recreate="always" if db.is_sqlite else "never"
        ) as table:
            table.alter_column("title", existing_type=sa.Text(), nullable=True)
    with db.reading() as c:
        assert c.exec_driver_sql("SELECT count(*) FROM entries").scalar() == 3
        if db.is_sqlite:
            assert c.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_rebuilding_checks_references(db: Database) -> None:
    fill(db)
    refused = StoreError if db.is_sqlite else sa.exc.IntegrityError
    with pytest.raises(refused), db.rebuilding() as c:
        c.exec_driver_sql("DELETE FROM people")
    with db.reading() as c:
        assert c.exec_driver_sql("SELECT count(*) FROM people").scalar() == 1


def test_draft_writes_a_step_that_runs(db: Database, tmp_path: Path) -> None:
    """Whoever changes a model gets a step that says so in our own types."""
    with db.rebuilding() as c:
        c.exec_driver_sql("ALTER TABLE beats DROP COLUMN started_at")
        path = draft(c, "Say since when", tmp_path)
    written = path.read_text(encoding="utf-8")
    known = newest_shape()
    following = f"{int(known) + 1:04}"
    assert path.name.startswith(following)
    assert "from pbem.store.types import Json, Utc" in written
    assert "sa.Column('started_at', Utc(), nullable=False)" in written
    with db.rebuilding() as c:
        config = _config(c)
        config.set_main_option("version_locations", f"{_VERSIONS}:{tmp_path}")
        command.upgrade(config, "head")
        assert shape(c) == following
        assert drift(c) == []
        command.downgrade(config, known)
        upgrade(c, newest_shape())


_VERSIONS = Path(__file__).parents[2] / "pbem" / "store" / "migrations" / "versions"
