"""What is known about whether letters arrive, and whether they are wanted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pbem.store.types import Utc

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A mark for addresses that send letters back, and two for seats."""
    op.add_column("people", sa.Column("bounced_at", Utc(), nullable=True))
    for name in ("news", "hold_used"):
        op.add_column(
            "seats", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    """Forget them."""
    for name in ("hold_used", "news"):
        op.drop_column("seats", name)
    op.drop_column("people", "bounced_at")
