"""What tests of the verbs can use."""

from __future__ import annotations

import pytest

from pbem.services.sittings import Shelf
from pbem.store import Database


@pytest.fixture
def shelf(db: Database) -> Shelf:
    """The live tables of a fresh database, on SQLite and on PostgreSQL."""
    return Shelf(db)
