"""People and what was done in their name, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from pbem.store.types import Plain


@dataclass(frozen=True, slots=True)
class Person:
    """A person as they stand; `address` is casefolded, `zone` an IANA name."""

    id: int
    address: str
    name: str
    language: str
    zone: str
    is_moderator: bool
    is_admin: bool
    token_version: int
    reads_on_web: bool
    never_write: bool
    stopped: Plain
    """A list of what they want no letters about, in words of `services.muting`."""
    bounced_at: datetime | None
    """Since when letters to this address come back; empty again once one is known to arrive."""
    quiet_hours: Plain
    weekends: Plain
    vacation: Plain
    created_at: datetime
    erased_at: datetime | None


class PersonChanges(TypedDict, total=False):
    """What may change about a person; what is left out stays."""

    address: str
    name: str
    language: str
    zone: str
    is_moderator: bool
    is_admin: bool
    token_version: int
    reads_on_web: bool
    never_write: bool
    stopped: Plain
    bounced_at: datetime | None
    quiet_hours: Plain
    weekends: Plain
    vacation: Plain


@dataclass(frozen=True, slots=True)
class Audit:
    """Something done outside the rules."""

    id: int
    at: datetime
    person_id: int | None
    table_id: int | None
    what: str
    detail: Plain
