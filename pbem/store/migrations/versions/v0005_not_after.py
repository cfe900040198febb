"""Letters that are rewritten again and again go out in the end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pbem.store.types import Utc

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """How far a letter may be put off by what comes after its cause."""
    op.add_column("letters", sa.Column("not_after", Utc(), nullable=True))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("letters", "not_after")
