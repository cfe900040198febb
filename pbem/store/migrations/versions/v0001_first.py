"""The first shape: everything there is."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from pbem.store.types import Json, Utc

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def must(name: str, kind: Any) -> sa.Column[Any]:
    """A column that every row fills."""
    return sa.Column(name, kind, nullable=False)


def may(name: str, kind: Any) -> sa.Column[Any]:
    """A column that may stay empty."""
    return sa.Column(name, kind, nullable=True)


def index(name: str, table: str, *columns: str, where: str | None = None) -> None:
    """An index, of some rows only if `where` is given."""
    some: dict[str, Any] = {}
    if where is not None:
        some = {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)}
    op.create_index(name, table, list(columns), **some)


def upgrade() -> None:
    """Make all tables."""
    make_people()
    make_play()
    make_post()


def downgrade() -> None:
    """Drop all tables, those that refer to others first."""
    for name in (
        "snapshots",
        "seats",
        "prompts",
        "letters",
        "events",
        "entries",
        "audit",
        "wordings",
        "tables",
        "people",
        "inbound",
        "beats",
        "attempts",
    ):
        op.drop_table(name)


def make_people() -> None:
    """People, their words, and rate limits."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        must("address", sa.Text()),
        must("name", sa.Text()),
        must("language", sa.Text()),
        must("zone", sa.Text()),
        must("is_moderator", sa.Boolean()),
        must("is_admin", sa.Boolean()),
        must("token_version", sa.Integer()),
        must("reads_on_web", sa.Boolean()),
        must("never_write", sa.Boolean()),
        must("quiet_hours", Json()),
        must("weekends", Json()),
        must("vacation", Json()),
        must("created_at", Utc()),
        may("erased_at", Utc()),
        sa.PrimaryKeyConstraint("id", name="people_pk"),
        sa.UniqueConstraint("address", name="people_address_once"),
    )
    op.create_table(
        "wordings",
        sa.Column("id", BIG, nullable=False),
        may("person_id", sa.Integer()),
        must("text", sa.Text()),
        must("created_at", Utc()),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="wordings_person_id_refers"),
        sa.PrimaryKeyConstraint("id", name="wordings_pk"),
    )
    index("wordings_by_person_id", "wordings", "person_id")
    op.create_table(
        "attempts",
        sa.Column("id", BIG, nullable=False),
        must("what", sa.Text()),
        must("subject", sa.Text()),
        must("window_start", Utc()),
        must("count", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="attempts_pk"),
        sa.UniqueConstraint("what", "subject", "window_start", name="attempts_once"),
    )
    index("attempts_by_window", "attempts", "window_start")


def make_play() -> None:
    """Tables, seats, the log, and prompts."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        must("slug", sa.Text()),
        must("game", sa.Text()),
        must("title", sa.Text()),
        must("status", sa.Text()),
        must("private", sa.Boolean()),
        must("language", sa.Text()),
        must("pace", Json()),
        must("options", Json()),
        may("pack", Json()),
        must("rules_version", sa.Integer()),
        must("package_version", sa.Text()),
        must("secret", sa.LargeBinary()),
        must("commitment", sa.Text()),
        may("moderator_id", sa.Integer()),
        must("seq", sa.Integer()),
        must("epoch", sa.Integer()),
        may("frozen_reason", sa.Text()),
        may("outcome", Json()),
        must("created_at", Utc()),
        may("started_at", Utc()),
        may("over_at", Utc()),
        must("board_seq", sa.Integer()),
        sa.ForeignKeyConstraint(["moderator_id"], ["people.id"], name="tables_moderator_id_refers"),
        sa.PrimaryKeyConstraint("id", name="tables_pk"),
        sa.UniqueConstraint("slug", name="tables_slug_once"),
    )
    index("tables_by_moderator_id", "tables", "moderator_id")
    index("tables_by_status", "tables", "status")
    index("tables_stale_board", "tables", "id", where="board_seq < seq")
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        must("table_id", sa.Integer()),
        must("index", sa.Integer()),
        may("person_id", sa.Integer()),
        may("bot", sa.Text()),
        may("phrase_hash", sa.Text()),
        must("colour", sa.Integer()),
        must("token_version", sa.Integer()),
        must("muted", sa.Boolean()),
        may("resigned_at", Utc()),
        must("seen_seq", sa.Integer()),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="seats_person_id_refers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seats_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="seats_pk"),
        sa.UniqueConstraint("table_id", "index", name="seats_once"),
    )
    index("seats_by_person_id", "seats", "person_id")
    index("seats_of_bots", "seats", "table_id", where="bot IS NOT NULL")
    op.create_table(
        "entries",
        sa.Column("id", BIG, nullable=False),
        must("table_id", sa.Integer()),
        must("seq", sa.Integer()),
        must("kind", sa.Text()),
        may("seat", sa.Integer()),
        may("key", sa.Text()),
        may("value", Json()),
        must("at", Utc()),
        must("source", sa.Text()),
        may("by_person", sa.Integer()),
        must("digest", sa.Text()),
        may("reason_id", BIG),
        sa.ForeignKeyConstraint(["by_person"], ["people.id"], name="entries_by_person_refers"),
        sa.ForeignKeyConstraint(["reason_id"], ["wordings.id"], name="entries_reason_id_refers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="entries_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="entries_pk"),
        sa.UniqueConstraint("table_id", "seq", name="entries_once"),
    )
    op.create_table(
        "events",
        sa.Column("id", BIG, nullable=False),
        must("table_id", sa.Integer()),
        must("seq", sa.Integer()),
        must("ordinal", sa.Integer()),
        must("kind", sa.Text()),
        must("body", Json()),
        must("audience", Json()),
        must("reveals", sa.Boolean()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="events_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="events_pk"),
        sa.UniqueConstraint("table_id", "seq", "ordinal", name="events_once"),
    )
    op.create_table(
        "snapshots",
        sa.Column("id", BIG, nullable=False),
        must("table_id", sa.Integer()),
        must("seq", sa.Integer()),
        must("milestone", sa.Integer()),
        must("body", Json()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="snapshots_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="snapshots_pk"),
        sa.UniqueConstraint("table_id", "seq", "milestone", name="snapshots_once"),
    )
    op.create_table(
        "prompts",
        sa.Column("id", BIG, nullable=False),
        must("table_id", sa.Integer()),
        must("key", sa.Text()),
        must("seat", sa.Integer()),
        must("kind", sa.Text()),
        must("prompt_class", sa.Text()),
        must("opened_seq", sa.Integer()),
        must("opened_at", Utc()),
        may("due_at", Utc()),
        may("delivered_at", Utc()),
        may("held_until", Utc()),
        may("answered_at", Utc()),
        may("closed_at", Utc()),
        must("reminded", sa.Integer()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="prompts_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="prompts_pk"),
        sa.UniqueConstraint("table_id", "key", name="prompts_once"),
    )
    index("prompts_open_by_due", "prompts", "due_at", where="closed_at IS NULL")
    index("prompts_open_by_seat", "prompts", "table_id", "seat", where="closed_at IS NULL")


def make_post() -> None:
    """Letters, mail, heartbeats, and the audit."""
    op.create_table(
        "letters",
        sa.Column("id", BIG, nullable=False),
        may("table_id", sa.Integer()),
        may("seat", sa.Integer()),
        must("person_id", sa.Integer()),
        must("kind", sa.Text()),
        must("key", sa.Text()),
        may("slot", sa.Text()),
        must("facts", Json()),
        must("state", sa.Text()),
        must("not_before", Utc()),
        may("lease_until", Utc()),
        must("attempt", sa.Integer()),
        may("sent_at", Utc()),
        may("raw", sa.LargeBinary()),
        may("option_map", Json()),
        may("error", sa.Text()),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="letters_person_id_refers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="letters_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="letters_pk"),
        sa.UniqueConstraint("key", name="letters_key_once"),
        sa.UniqueConstraint("slot", name="letters_slot_once"),
    )
    index("letters_by_person_id", "letters", "person_id")
    index("letters_by_table", "letters", "table_id", "seat")
    index("letters_waiting", "letters", "not_before", where="state IN ('queued', 'leased')")
    op.create_table(
        "inbound",
        sa.Column("id", BIG, nullable=False),
        must("received_at", Utc()),
        may("message_id", sa.Text()),
        must("from_address", sa.Text()),
        must("recipient", sa.Text()),
        must("raw", sa.LargeBinary()),
        must("state", sa.Text()),
        may("note", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="inbound_pk"),
    )
    index("inbound_by_from_address", "inbound", "from_address")
    index("inbound_by_message_id", "inbound", "message_id")
    index("inbound_waiting", "inbound", "received_at", where="state = 'new'")
    op.create_table(
        "beats",
        sa.Column("name", sa.Text(), nullable=False),
        must("at", Utc()),
        must("started_at", Utc()),
        sa.PrimaryKeyConstraint("name", name="beats_pk"),
    )
    op.create_table(
        "audit",
        sa.Column("id", BIG, nullable=False),
        must("at", Utc()),
        may("person_id", sa.Integer()),
        may("table_id", sa.Integer()),
        must("what", sa.Text()),
        must("detail", Json()),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="audit_person_id_refers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="audit_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="audit_pk"),
    )
    index("audit_by_at", "audit", "at")
    index("audit_by_person_id", "audit", "person_id")
    index("audit_by_table_id", "audit", "table_id")
