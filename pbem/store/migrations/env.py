"""Run by Alembic: migrate over the connection that `pbem.store.migrate` hands in."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from sqlalchemy import Connection

from pbem.store.models import METADATA
from pbem.store.types import Json, Utc


def render_item(kind: str, item: Any, autogen_context: Any) -> str | Literal[False]:
    """Write our own column types into a drafted step under their own names."""
    if kind == "type" and isinstance(item, Utc | Json):
        name = type(item).__name__
        autogen_context.imports.add("from pbem.store.types import Json, Utc")
        return f"{name}()"
    return False


def run(connection: Connection) -> None:
    """Migrate inside the transaction of the connection; whoever opened it commits."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_item=render_item,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    context.run_migrations()


run(context.config.attributes["connection"])
