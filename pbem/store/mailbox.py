"""Mail that came in: kept raw first, then claimed with a lease, read and settled.

Whoever settles a mail does so in the transaction that carries it out; a second reader, whose
lease has passed to somebody else, finds it settled and carries out nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, text, update

from pbem.store.core import columns_of, table_of, update_where
from pbem.store.models import InboundRow, LetterRow
from pbem.store.people import folded
from pbem.store.rows import Inbound
from pbem.store.rows.post import NEW, READING, UNSETTLED
from pbem.store.types import clean

_inbound, _letter = table_of(InboundRow), table_of(LetterRow)
_COLUMNS = columns_of(_inbound, Inbound)
_ADD = insert(_inbound).returning(_inbound.c.id)
_older = _inbound.alias("older")
_FROM_THE_SAME_BEFORE = (
    select(_older.c.id)
    .where(
        text("older.state IN ('new', 'reading')"),
        _older.c.from_address != "",
        _older.c.from_address == _inbound.c.from_address,
        or_(
            _older.c.received_at < _inbound.c.received_at,
            and_(_older.c.received_at == _inbound.c.received_at, _older.c.id < _inbound.c.id),
        ),
    )
    .exists()
)
_CLAIMABLE = (
    select(_inbound.c.id)
    .where(
        # The partial index is found by these very words.
        text("inbound.state IN ('new', 'reading')"),
        or_(
            _inbound.c.state == NEW,
            and_(_inbound.c.state == READING, _inbound.c.lease_until <= bindparam("now")),
        ),
        # A reader may die over the first of two, or find the table busy: it comes before the
        # second all the same, or what was corrected would stand in the end.
        ~_FROM_THE_SAME_BEFORE,
    )
    .order_by(_inbound.c.received_at, _inbound.c.id)
    .limit(bindparam("most"))
    .with_for_update(of=_inbound, skip_locked=True)
)
_LEASE = (
    update(_inbound)
    .where(_inbound.c.id.in_(bindparam("ids", expanding=True)))
    .values(state=READING, lease_until=bindparam("until"), attempt=_inbound.c.attempt + 1)
)
_CLAIMED = (
    select(*_COLUMNS)
    .where(_inbound.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(_inbound.c.received_at, _inbound.c.id)
)
_SETTLE = (
    update_where(_inbound, id="mail", state="was")
    .values(state=bindparam("end"), note=bindparam("why"), lease_until=None)
)  # fmt: skip
_PLACE = update_where(_inbound, id="mail").values(
    letter_id=bindparam("letter"), table_id=bindparam("t")
)
_REOPEN = update_where(_inbound, id="mail").values(
    state=NEW, released=True, attempt=0, note=bindparam("why")
)
_BY_ID = select(*_COLUMNS).where(_inbound.c.id == bindparam("mail"))
_TO_LETTER = (
    select(*_COLUMNS).where(_inbound.c.letter_id == bindparam("letter")).order_by(_inbound.c.id)
)
_SAME = (
    select(_inbound.c.id)
    .where(
        _inbound.c.message_id == bindparam("known"),
        or_(_inbound.c.recipient == bindparam("rcpt"), _inbound.c.letter_id == bindparam("letter")),
        _inbound.c.id < bindparam("mail"),
    )
    .limit(1)
)
_CARRIED_OUT = (
    select(*_COLUMNS)
    .join(_letter, _letter.c.id == _inbound.c.letter_id)
    .where(
        _inbound.c.table_id == bindparam("t"),
        _inbound.c.state == "done",
        _letter.c.person_id == bindparam("person"),
    )
    .order_by(_inbound.c.id.desc())
    .limit(3)
)
_UNREAD = select(func.min(_inbound.c.received_at)).where(
    text("inbound.state IN ('new', 'reading')"), _inbound.c.received_at > bindparam("since")
)
_KEPT = (
    select(*_COLUMNS)
    # The partial index is found by these very words.
    .where(text("inbound.state IN ('held', 'failed')"))
    .order_by(_inbound.c.id.desc())
    .limit(bindparam("most"))
)


def take_in(
    c: Connection,
    *,
    received_at: datetime,
    message_id: str | None,
    from_address: str,
    recipient: str,
    raw: bytes,
) -> int:
    """Keep a mail as it came; returns its number. Limit its size before."""
    row = {
        "received_at": received_at,
        "message_id": None if message_id is None else clean(message_id),
        "from_address": folded(from_address),
        "recipient": clean(recipient),
        "raw": raw,
        "state": NEW,
        "attempt": 0,
        "released": False,
    }
    number: int = c.execute(_ADD, row).scalar_one()
    return number


def claim_mail(c: Connection, now: datetime, limit: int, lease: timedelta) -> tuple[Inbound, ...]:
    """Take mail nobody reads, for the length of the lease, oldest first; from each sender only
    the oldest that is not settled."""
    ids: Sequence[int] = c.execute(_CLAIMABLE, {"now": now, "most": limit}).scalars().all()
    if not ids:
        return ()
    c.execute(_LEASE, {"ids": ids, "until": now + lease})
    return tuple(Inbound(*row) for row in c.execute(_CLAIMED, {"ids": ids}))


def unread_since(c: Connection, since: datetime) -> datetime | None:
    """When the oldest mail came, of what has come since then and is not read to its end."""
    found: datetime | None = c.execute(_UNREAD, {"since": since}).scalar_one()
    return found


def settle_mail(
    c: Connection, inbound_id: int, state: str, note: str | None = None, *, was: str = READING
) -> bool:
    """Say what became of a mail (done, ignored, held, failed, …); False if it is settled."""
    if state in UNSETTLED:
        raise ValueError("a mail that was read is not new")
    row = {"mail": inbound_id, "end": state, "why": None if note is None else clean(note)}
    return c.execute(_SETTLE, {**row, "was": was}).rowcount == 1


def place_mail(c: Connection, inbound_id: int, letter_id: int, table_id: int | None) -> None:
    """Say which letter a mail answers, and at which table."""
    c.execute(_PLACE, {"mail": inbound_id, "letter": letter_id, "t": table_id})


def mail_to(c: Connection, letter_id: int) -> tuple[Inbound, ...]:
    """All mail that answers a letter, as far as it was read, oldest first."""
    return tuple(Inbound(*row) for row in c.execute(_TO_LETTER, {"letter": letter_id}))


def reopen_mail(c: Connection, inbound_id: int, why: str) -> None:
    """Have a mail read once more, and believe its sender this time."""
    c.execute(_REOPEN, {"mail": inbound_id, "why": why})


def mail(c: Connection, inbound_id: int) -> Inbound | None:
    """One mail."""
    row = c.execute(_BY_ID, {"mail": inbound_id}).first()
    return None if row is None else Inbound(*row)


def came_before(c: Connection, mail: Inbound, letter_id: int) -> bool:
    """Whether this very mail to this letter has come once already, on whatever way: not all of
    them say to which address it came."""
    if mail.message_id is None:
        return False
    known = {"known": mail.message_id, "letter": letter_id}
    row = {**known, "rcpt": mail.recipient or None, "mail": mail.id}
    return c.execute(_SAME, row).first() is not None


def carried_out(c: Connection, table_id: int, person_id: int) -> tuple[Inbound, ...]:
    """The last few mails of somebody that were carried out at a table, newest first."""
    row = {"t": table_id, "person": person_id}
    return tuple(Inbound(*one) for one in c.execute(_CARRIED_OUT, row))


def kept_mail(
    c: Connection, *, table_id: int | None = None, limit: int = 200
) -> tuple[Inbound, ...]:
    """The newest mail that is held or could not be read, newest first; of a table, or of all."""
    query = _KEPT if table_id is None else _KEPT.where(_inbound.c.table_id == table_id)
    return tuple(Inbound(*row) for row in c.execute(query, {"most": limit}))


def forget_mail(c: Connection, before: datetime) -> int:
    """Throw away mail that came earlier and is settled; how many."""
    old = _inbound.c.received_at < before
    settled = _inbound.c.state.not_in([*UNSETTLED, "held"])
    return c.execute(delete(_inbound).where(old, settled)).rowcount
