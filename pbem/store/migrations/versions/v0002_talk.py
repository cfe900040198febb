"""What people say and decide at a table: messages, votes, helpers, and who is ready."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pbem.store.migrations.versions.v0001_first import BIG, index, may, must
from pbem.store.types import Json, Utc

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the new tables, and the new columns with what old rows mean."""
    op.add_column("tables", sa.Column("settings", Json(), nullable=False, server_default="{}"))
    op.add_column("tables", may("ready_by", Utc()))
    op.add_column("seats", may("ready_at", Utc()))
    op.add_column("seats", sa.Column("heard", BIG, nullable=False, server_default="0"))
    make_messages()
    make_moderators()
    make_votes()


def downgrade() -> None:
    """Drop them again, those that refer to others first."""
    for name in ("ballots", "votes", "moderators", "messages"):
        op.drop_table(name)
    for table, column in (
        ("seats", "heard"),
        ("seats", "ready_at"),
        ("tables", "ready_by"),
        ("tables", "settings"),
    ):
        op.drop_column(table, column)


def make_messages() -> None:
    """What is said at a table."""
    op.create_table(
        "messages",
        sa.Column("id", BIG, nullable=False),
        must("table_id", sa.Integer()),
        may("seat", sa.Integer()),
        may("person_id", sa.Integer()),
        must("whom", sa.Text()),
        may("to_seat", sa.Integer()),
        must("wording_id", BIG),
        must("seq", sa.Integer()),
        must("at", Utc()),
        may("reported_at", Utc()),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="messages_person_id_refers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="messages_table_id_refers"),
        sa.ForeignKeyConstraint(["wording_id"], ["wordings.id"], name="messages_wording_id_refers"),
        sa.PrimaryKeyConstraint("id", name="messages_pk"),
    )
    index("messages_by_person_id", "messages", "person_id")
    index("messages_by_table", "messages", "table_id", "id")


def make_moderators() -> None:
    """Who helps a table's moderator."""
    op.create_table(
        "moderators",
        sa.Column("id", sa.Integer(), nullable=False),
        must("table_id", sa.Integer()),
        must("person_id", sa.Integer()),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="moderators_person_id_refers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="moderators_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="moderators_pk"),
        sa.UniqueConstraint("table_id", "person_id", name="moderators_once"),
    )
    index("moderators_by_person_id", "moderators", "person_id")


def make_votes() -> None:
    """What people decide among themselves."""
    op.create_table(
        "votes",
        sa.Column("id", BIG, nullable=False),
        must("table_id", sa.Integer()),
        must("what", sa.Text()),
        must("detail", Json()),
        must("seat", sa.Integer()),
        must("seq", sa.Integer()),
        must("opened_at", Utc()),
        must("closes_at", Utc()),
        must("state", sa.Text()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="votes_table_id_refers"),
        sa.PrimaryKeyConstraint("id", name="votes_pk"),
    )
    index("votes_by_table", "votes", "table_id", "id")
    op.create_table(
        "ballots",
        sa.Column("id", BIG, nullable=False),
        must("vote_id", BIG),
        must("seat", sa.Integer()),
        must("yes", sa.Boolean()),
        must("at", Utc()),
        sa.ForeignKeyConstraint(["vote_id"], ["votes.id"], name="ballots_vote_id_refers"),
        sa.PrimaryKeyConstraint("id", name="ballots_pk"),
        sa.UniqueConstraint("vote_id", "seat", name="ballots_once"),
    )
