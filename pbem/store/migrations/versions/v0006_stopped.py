"""Somebody may stop the letters of one sort or about one table, without sitting there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pbem.store.types import Json

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Which letters a person wants no more."""
    op.add_column("people", sa.Column("stopped", Json(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("people", "stopped")
