"""What every page needs: the configuration, the database, the live tables and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from flask import current_app

from pbem import store
from pbem.config import Config
from pbem.services.sittings import Shelf

KEY = "pbem"
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Site:
    """One server's web face."""

    config: Config
    db: store.Database
    shelf: Shelf
    now: Clock

    @property
    def welcomes_guests(self) -> bool:
        """On the embedded default, with nothing configured, a name is enough to sit down."""
        return self.db.is_sqlite and not self.config.base_url


def site() -> Site:
    """The site whose page is being made."""
    return cast("Site", current_app.extensions[KEY])
