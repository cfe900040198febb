"""Every table of the database, defined once with SQLModel."""

from pbem.store.models.base import METADATA
from pbem.store.models.people import AttemptRow, AuditRow, PersonRow, WordingRow
from pbem.store.models.play import EntryRow, EventRow, PromptRow, SeatRow, SnapshotRow, TableRow
from pbem.store.models.post import BeatRow, InboundRow, LetterRow
from pbem.store.models.talk import BallotRow, MessageRow, ModeratorRow, VoteRow

__all__ = [
    "METADATA",
    "AttemptRow",
    "AuditRow",
    "BallotRow",
    "BeatRow",
    "EntryRow",
    "EventRow",
    "InboundRow",
    "LetterRow",
    "MessageRow",
    "ModeratorRow",
    "PersonRow",
    "PromptRow",
    "SeatRow",
    "SnapshotRow",
    "TableRow",
    "VoteRow",
    "WordingRow",
]
