"""The outbox: letters are queued as facts, claimed with a lease, and marked by attempt.

A worker claims in one short transaction, commits, sends outside any transaction and then
marks the letter, but only while the attempt is still its own. Killed in between, the lease
runs out and the letter is sent again: at least once, with the same key.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, and_, bindparam, case, func, or_, select, text, update

from pbem.store.core import by_dialect, columns_of, dialect_of, table_of, values_of
from pbem.store.models import LetterRow
from pbem.store.rows import Letter, LetterState, NewLetter
from pbem.store.types import Plain

_letters = table_of(LetterRow)
_COLUMNS = columns_of(_letters, Letter)

_QUEUE = {
    name: statement.on_conflict_do_nothing(index_elements=["key"])
    for name, statement in by_dialect(_letters).items()
}
_REWRITTEN = ("table_id", "seat", "person_id", "kind", "facts")
# The unclaimed letter keeps its key: it was never sent, so its Message-ID is still fresh.
_REWRITE = {
    name: statement.on_conflict_do_update(
        index_elements=["slot"],
        set_={
            **{column: statement.excluded[column] for column in _REWRITTEN},
            "not_before": case(
                (statement.excluded.not_before > _letters.c.not_after, _letters.c.not_after),
                else_=statement.excluded.not_before,
            ),
        },
    )
    for name, statement in by_dialect(_letters).items()
}
_CLAIMABLE = (
    select(_letters.c.id)
    .where(
        # The partial index is found by these very words.
        text("letters.state IN ('queued', 'leased')"),
        _letters.c.not_before <= bindparam("now"),
        or_(
            _letters.c.state == "queued",
            and_(_letters.c.state == "leased", _letters.c.lease_until <= bindparam("now")),
        ),
    )
    .order_by(_letters.c.not_before, _letters.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_LEASE = (
    update(_letters)
    .where(_letters.c.id.in_(bindparam("ids", expanding=True)))
    .values(
        state="leased",
        slot=None,
        lease_until=bindparam("until"),
        attempt=_letters.c.attempt + 1,
    )
)
_CLAIMED = (
    select(*_COLUMNS)
    .where(_letters.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(_letters.c.not_before, _letters.c.id)
)
_MINE = update(_letters).where(
    _letters.c.id == bindparam("letter"),
    _letters.c.attempt == bindparam("mine"),
    _letters.c.state == "leased",
)
_WRITE_OUT = _MINE.values(raw=bindparam("content"), option_map=bindparam("options"))
_SENT = _MINE.values(state="sent", sent_at=bindparam("moment"), lease_until=None, error=None)
_PUT_OFF = _MINE.values(
    state="queued", not_before=bindparam("moment"), lease_until=None, error=bindparam("why")
)
_END = _MINE.values(state=bindparam("end"), lease_until=None, error=bindparam("why"))
_BY_ID = select(*_COLUMNS).where(_letters.c.id == bindparam("letter"))
_OF_SEAT = (
    select(*_COLUMNS)
    .where(_letters.c.table_id == bindparam("t"), _letters.c.seat == bindparam("s"))
    .order_by(_letters.c.id.desc())
    .limit(bindparam("most"))
)
_SENT_TO = (
    select(_letters.c.kind, _letters.c.option_map)
    .where(
        _letters.c.table_id == bindparam("t"),
        _letters.c.seat == bindparam("s"),
        _letters.c.person_id == bindparam("p"),
        _letters.c.state == "sent",
    )
    .order_by(_letters.c.id.desc())
    .limit(bindparam("most"))
)
_IN_SLOT = select(_letters.c.id).where(_letters.c.slot == bindparam("place"))
_COUNT = select(func.count()).select_from(_letters).where(_letters.c.state == bindparam("wanted"))


def queue(c: Connection, letters: Iterable[NewLetter]) -> None:
    """Owe these letters. A known key is left alone; an unclaimed letter in the slot is rewritten.

    Letters are committed with what they tell of, so call this in that same transaction.
    """
    plain: list[dict[str, Plain]] = []
    slotted: list[dict[str, Plain]] = []
    for letter in letters:
        row = {**values_of(letter), "state": "queued", "attempt": 0}
        (plain if letter.slot is None else slotted).append(row)
    if plain:
        c.execute(_QUEUE[dialect_of(c)], plain)
    if slotted:
        c.execute(_REWRITE[dialect_of(c)], slotted)


def waits_in(c: Connection, slot: str) -> bool:
    """Does a letter lie in this slot, which nobody has begun to write out?"""
    return c.execute(_IN_SLOT, {"place": slot}).first() is not None


def claim_letters(c: Connection, now: datetime, limit: int, lease: timedelta) -> tuple[Letter, ...]:
    """Take up to `limit` letters that are due, for the length of the lease, oldest first.

    Two workers never get the same one while the lease lasts. A claimed letter leaves its
    slot: news that come now go into a new letter.
    """
    ids: Sequence[int] = c.execute(_CLAIMABLE, {"now": now, "most": limit}).scalars().all()
    if not ids:
        return ()
    c.execute(_LEASE, {"ids": ids, "until": now + lease})
    return tuple(Letter(*row) for row in c.execute(_CLAIMED, {"ids": ids}))


def keep_written(
    c: Connection, letter_id: int, attempt: int, raw: bytes, option_map: Plain
) -> bool:
    """Keep the bytes of a letter and its map from number to option, written out once."""
    row = {"letter": letter_id, "mine": attempt, "content": raw, "options": option_map}
    return c.execute(_WRITE_OUT, row).rowcount == 1


def mark_sent(c: Connection, letter_id: int, attempt: int, now: datetime) -> bool:
    """The mail server took it. False if the lease had passed to somebody else."""
    row = {"letter": letter_id, "mine": attempt, "moment": now}
    return c.execute(_SENT, row).rowcount == 1


def put_off(c: Connection, letter_id: int, attempt: int, until: datetime, error: str) -> bool:
    """It did not work this time: try again from `until` on."""
    row = {"letter": letter_id, "mine": attempt, "moment": until, "why": error}
    return c.execute(_PUT_OFF, row).rowcount == 1


def give_up(c: Connection, letter_id: int, attempt: int, error: str) -> bool:
    """It will never work: the letter stays as failed, for the moderator to see."""
    row = {"letter": letter_id, "mine": attempt, "end": "failed", "why": error}
    return c.execute(_END, row).rowcount == 1


def drop(c: Connection, letter_id: int, attempt: int, why: str) -> bool:
    """It is no longer true or no longer wanted: the letter is not sent."""
    row = {"letter": letter_id, "mine": attempt, "end": "dropped", "why": why}
    return c.execute(_END, row).rowcount == 1


def letter(c: Connection, letter_id: int) -> Letter | None:
    """One letter."""
    row = c.execute(_BY_ID, {"letter": letter_id}).first()
    return None if row is None else Letter(*row)


def letters_of_seat(
    c: Connection, table_id: int, seat: int, *, limit: int = 20
) -> tuple[Letter, ...]:
    """The newest letters to a seat, newest first."""
    found = c.execute(_OF_SEAT, {"t": table_id, "s": seat, "most": limit})
    return tuple(Letter(*row) for row in found)


def sent_to(
    c: Connection, table_id: int, seat: int, person_id: int, *, limit: int = 20
) -> tuple[tuple[str, Plain], ...]:
    """The newest letters that this person got about a seat: the kind of each, and what is kept
    with it. Their bytes are many, so they are not fetched."""
    asked = {"t": table_id, "s": seat, "p": person_id, "most": limit}
    return tuple((row.kind, row.option_map) for row in c.execute(_SENT_TO, asked))


def count_letters(c: Connection, state: LetterState) -> int:
    """How many letters are in this state."""
    return c.execute(_COUNT, {"wanted": state}).scalar_one()
