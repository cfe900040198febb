"""Every table of the database, defined once with SQLModel."""

from pbem.store.models.base import METADATA
from pbem.store.models.people import AttemptRow, AuditRow, PersonRow, WordingRow
from pbem.store.models.play import EntryRow, EventRow, PromptRow, SeatRow, SnapshotRow, TableRow
from pbem.store.models.post import BeatRow, InboundRow, LetterRow

__all__ = [
    "METADATA",
    "AttemptRow",
    "AuditRow",
    "BeatRow",
    "EntryRow",
    "EventRow",
    "InboundRow",
    "LetterRow",
    "PersonRow",
    "PromptRow",
    "SeatRow",
    "SnapshotRow",
    "TableRow",
    "WordingRow",
]
