"""Everything that is kept about one person, for themselves to read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, bindparam, select

from pbem.store.core import table_of
from pbem.store.models import (
    AuditRow,
    EntryRow,
    InboundRow,
    LetterRow,
    MessageRow,
    PersonRow,
    SeatRow,
    TableRow,
    WordingRow,
)

_people = table_of(PersonRow)
_tables = table_of(TableRow)
_seats = table_of(SeatRow)
_entries = table_of(EntryRow)
_wordings = table_of(WordingRow)
_messages = table_of(MessageRow)
_letters = table_of(LetterRow)
_inbound = table_of(InboundRow)
_audit = table_of(AuditRow)
_P = bindparam("p", type_=_people.c.id.type)
_LEFT_OUT = {"secret", "token_version"}
"""What is no fact about the person, and a key to something."""

_QUESTIONS: dict[str, Select[Any]] = {
    "person": select(*[c for c in _people.c if c.name not in _LEFT_OUT]).where(_people.c.id == _P),
    "seats": select(_tables.c.slug, _tables.c.game, _tables.c.title, _seats.c.index)
    .join(_tables, _tables.c.id == _seats.c.table_id)
    .where(_seats.c.person_id == _P)
    .order_by(_seats.c.id),
    "entries": select(
        _tables.c.slug, _entries.c.seq, _entries.c.kind, _entries.c.at, _entries.c.source
    )
    .join(_tables, _tables.c.id == _entries.c.table_id)
    .where(_entries.c.by_person == _P)
    .order_by(_entries.c.id),
    "words": select(_wordings.c.text, _wordings.c.created_at)
    .where(_wordings.c.person_id == _P)
    .order_by(_wordings.c.id),
    "messages": select(_tables.c.slug, _messages.c.whom, _messages.c.at, _wordings.c.text)
    .join(_tables, _tables.c.id == _messages.c.table_id)
    .join(_wordings, _wordings.c.id == _messages.c.wording_id)
    .where(_messages.c.person_id == _P)
    .order_by(_messages.c.id),
    "letters": select(_letters.c.kind, _letters.c.state, _letters.c.not_before, _letters.c.sent_at)
    .where(_letters.c.person_id == _P)
    .order_by(_letters.c.id),
    "mail": select(_inbound.c.received_at, _inbound.c.recipient, _inbound.c.state)
    .where(
        _inbound.c.from_address
        == select(_people.c.address).where(_people.c.id == _P).scalar_subquery()
    )
    .order_by(_inbound.c.id),
    "deeds": select(_audit.c.at, _audit.c.what, _tables.c.slug)
    .join(_tables, _tables.c.id == _audit.c.table_id, isouter=True)
    .where(_audit.c.person_id == _P)
    .order_by(_audit.c.id),
}


def all_about(c: Connection, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """What is kept about a person, by kind, as plain data; moments are ISO text."""
    return {
        name: [
            {column: _plain(value) for column, value in row._mapping.items()}
            for row in c.execute(question, {"p": person_id})
        ]
        for name, question in _QUESTIONS.items()
    }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
