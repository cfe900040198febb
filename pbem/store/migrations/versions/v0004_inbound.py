"""Mail in: who reads it until when, and which letter it answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pbem.store.migrations.versions.v0001_first import BIG, may
from pbem.store.types import Utc

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

UNREAD = "state IN ('new', 'reading')"
KEPT = "state IN ('held', 'failed')"


def upgrade() -> None:
    """The new columns, and an index over all that is not read to its end."""
    op.add_column("inbound", may("lease_until", Utc()))
    zero = sa.Column("attempt", sa.Integer(), nullable=False, server_default="0")
    op.add_column("inbound", zero)
    op.add_column("inbound", may("letter_id", BIG))
    op.add_column("inbound", may("table_id", sa.Integer()))
    no: sa.Column[bool] = sa.Column(
        "released", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("inbound", no)
    waiting("inbound_waiting", UNREAD)
    where = sa.text(KEPT)
    op.create_index("inbound_kept", "inbound", ["id"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """As it was; mail that was being read is new again."""
    op.execute("UPDATE inbound SET state = 'new' WHERE state = 'reading'")
    op.drop_index("inbound_kept", table_name="inbound")
    waiting("inbound_waiting", "state = 'new'")
    for name in ("released", "table_id", "letter_id", "attempt", "lease_until"):
        op.drop_column("inbound", name)


def waiting(name: str, which: str) -> None:
    """The index that finds what waits, over these rows only."""
    op.drop_index(name, table_name="inbound")
    where = sa.text(which)
    op.create_index(name, "inbound", ["received_at"], sqlite_where=where, postgresql_where=where)
