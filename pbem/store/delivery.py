"""Whether questions have reached their seats: what is held for that, and who is reminded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, update

from pbem.store.core import columns_of, table_of
from pbem.store.models import InboundRow, LetterRow, PersonRow, PromptRow, SeatRow, TableRow
from pbem.store.rows import Letter, Prompt

_prompts = table_of(PromptRow)
_tables = table_of(TableRow)
_seats = table_of(SeatRow)
_letters = table_of(LetterRow)
_people = table_of(PersonRow)
_inbound = table_of(InboundRow)
_ASKED = (_prompts.c.closed_at.is_(None), _prompts.c.answered_at.is_(None))
_AT_SEAT = (_seats.c.table_id == _prompts.c.table_id) & (_seats.c.index == _prompts.c.seat)

_UNDELIVERED = (
    select(*columns_of(_prompts, Prompt))
    .join(_tables, _tables.c.id == _prompts.c.table_id)
    .where(
        *_ASKED,
        _prompts.c.due_at <= bindparam("now"),
        _prompts.c.delivered_at.is_(None),
        _prompts.c.held_until.is_(None),
        _tables.c.status == "running",
    )
    .order_by(_prompts.c.table_id, _prompts.c.id)
    .limit(bindparam("most"))
    .with_for_update(of=[_tables, _prompts], skip_locked=True, key_share=True)
)
_OPEN_ID = update(_prompts).where(
    _prompts.c.id == bindparam("prompt"), _prompts.c.closed_at.is_(None)
)
_ANEW = _OPEN_ID.values(
    due_at=bindparam("deadline"), delivered_at=bindparam("moment"), held_until=None, reminded=0
)
_NOT_SEEN = (
    select(*columns_of(_prompts, Prompt))
    .join(_tables, _tables.c.id == _prompts.c.table_id)
    .join(_seats, _AT_SEAT)
    .join(_people, _people.c.id == _seats.c.person_id)
    .where(
        *_ASKED,
        _seats.c.person_id == bindparam("p"),
        _seats.c.seen_seq < _prompts.c.opened_seq,
        # Whoever reads on the web awaits no letter, so none can be missed.
        _seats.c.muted.is_(False),
        _people.c.reads_on_web.is_(False),
        _people.c.never_write.is_(False),
    )
    .order_by(_prompts.c.table_id, _prompts.c.id)
    .with_for_update(of=_tables, key_share=True)
)
_TAKE_BACK = _OPEN_ID.values(delivered_at=None)
_REMINDABLE = (
    select(*columns_of(_prompts, Prompt), _seats.c.person_id)
    .join(_tables, _tables.c.id == _prompts.c.table_id)
    .join(_seats, _AT_SEAT)
    .join(_people, _people.c.id == _seats.c.person_id)
    .where(
        *_ASKED,
        _prompts.c.id > bindparam("after"),
        _prompts.c.delivered_at.is_not(None),
        _prompts.c.due_at > bindparam("now"),
        _prompts.c.reminded < bindparam("all"),
        _tables.c.status == "running",
        _seats.c.muted.is_(False),
        _people.c.reads_on_web.is_(False),
        _people.c.never_write.is_(False),
        _people.c.bounced_at.is_(None),
    )
    .order_by(_prompts.c.id)
    .limit(bindparam("most"))
)
_REMINDED = _OPEN_ID.where(_prompts.c.reminded == bindparam("before")).values(
    reminded=bindparam("now_reminded")
)
_OF_PERSON = (
    select(*columns_of(_letters, Letter))
    .where(_letters.c.person_id == bindparam("p"))
    .order_by(_letters.c.id.desc())
    .limit(bindparam("most"))
)
_RECIPIENTS = select(_letters.c.person_id).distinct().where(_letters.c.raw.is_not(None)).limit(1000)
_FORGET = (
    update(_letters)
    .where(
        _letters.c.state.in_(["sent", "dropped", "failed"]),
        _letters.c.not_before < bindparam("moment"),
        _letters.c.raw.is_not(None),
    )
    .values(raw=None)
)


_OPEN_AT = (
    select(*columns_of(_prompts, Prompt))
    .where(
        _prompts.c.table_id.in_(bindparam("tables", expanding=True)),
        _prompts.c.closed_at.is_(None),
    )
    .order_by(_prompts.c.table_id, _prompts.c.id)
)


@dataclass(frozen=True, slots=True)
class Remindable:
    """A prompt whose seat has it and still has time, and who sits there."""

    prompt: Prompt
    person_id: int


def undelivered_prompts(c: Connection, now: datetime, limit: int) -> tuple[Prompt, ...]:
    """Claim prompts that would be due, but never reached their seat and are not held yet.

    Call it in `writing()`, like `due_prompts`.
    """
    found = c.execute(_UNDELIVERED, {"now": now, "most": limit})
    return tuple(Prompt(*row) for row in found)


def ask_anew(
    c: Connection, prompt_id: int, due_at: datetime | None, delivered_at: datetime | None
) -> None:
    """Somebody else sits there now: their time, their letters and their reminders begin anew."""
    c.execute(_ANEW, {"prompt": prompt_id, "deadline": due_at, "moment": delivered_at})


def take_delivery_back(c: Connection, person_id: int) -> tuple[Prompt, ...]:
    """A letter came back: what this person is asked and has not seen otherwise did not arrive."""
    found = tuple(Prompt(*row) for row in c.execute(_NOT_SEEN, {"p": person_id}))
    if found:
        c.execute(_TAKE_BACK, [{"prompt": prompt.id} for prompt in found])
    return found


def remindable(
    c: Connection, now: datetime, *, after: int, limit: int, every: int
) -> tuple[Remindable, ...]:
    """Prompts with a number above `after` of people who get letters, and were not reminded in
    every way (`every`: all marks together) yet."""
    asked = {"now": now, "after": after, "most": limit, "all": every}
    return tuple(Remindable(Prompt(*row[:-1]), row[-1]) for row in c.execute(_REMINDABLE, asked))


def open_at(c: Connection, table_ids: Sequence[int]) -> dict[int, list[Prompt]]:
    """The open prompts of many tables, sealed ones too."""
    by: dict[int, list[Prompt]] = {number: [] for number in table_ids}
    for row in c.execute(_OPEN_AT, {"tables": list(table_ids)}):
        by[row.table_id].append(Prompt(*row))
    return by


def mark_reminded(c: Connection, prompt_id: int, before: int, now: int) -> bool:
    """Move the marks of a prompt from `before` to `now`; False if somebody else was first."""
    row = {"prompt": prompt_id, "before": before, "now_reminded": now}
    return c.execute(_REMINDED, row).rowcount == 1


def letters_of_person(c: Connection, person_id: int, *, limit: int = 100) -> tuple[Letter, ...]:
    """The newest letters to a person, newest first."""
    found = c.execute(_OF_PERSON, {"p": person_id, "most": limit})
    return tuple(Letter(*row) for row in found)


def recipients(c: Connection) -> Iterable[int]:
    """Everybody of whose letters the text is kept."""
    return c.execute(_RECIPIENTS).scalars().all()


def forget_letters(c: Connection, before: datetime) -> int:
    """Throw the text of old letters away that are done with; how many."""
    return c.execute(_FORGET, {"moment": before}).rowcount
