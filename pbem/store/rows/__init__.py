"""What goes into the store and comes out of it: plain frozen values, no ORM objects."""

from pbem.store.rows.people import Audit, Person, PersonChanges
from pbem.store.rows.play import (
    Audience,
    Entry,
    Event,
    Loaded,
    NewPrompt,
    NewTable,
    Prompt,
    PromptClass,
    Seat,
    SeatChanges,
    Snapshot,
    Status,
    Table,
    TableChanges,
)
from pbem.store.rows.post import Beat, Inbound, Letter, LetterState, NewLetter
from pbem.store.rows.talk import Message, NewMessage, NewVote, Vote, VoteState, Whom

__all__ = [
    "Audience",
    "Audit",
    "Beat",
    "Entry",
    "Event",
    "Inbound",
    "Letter",
    "LetterState",
    "Loaded",
    "Message",
    "NewLetter",
    "NewMessage",
    "NewPrompt",
    "NewTable",
    "NewVote",
    "Person",
    "PersonChanges",
    "Prompt",
    "PromptClass",
    "Seat",
    "SeatChanges",
    "Snapshot",
    "Status",
    "Table",
    "TableChanges",
    "Vote",
    "VoteState",
    "Whom",
]
