"""Mail that came in: kept raw first, then claimed and settled by the worker."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, insert, select, text

from pbem.store.core import columns_of, table_of, update_where
from pbem.store.models import InboundRow
from pbem.store.people import folded
from pbem.store.rows import Inbound
from pbem.store.types import clean

_inbound = table_of(InboundRow)
_COLUMNS = columns_of(_inbound, Inbound)
_ADD = insert(_inbound).returning(_inbound.c.id)
_NEW = (
    select(*_COLUMNS)
    .where(text("inbound.state = 'new'"))
    .order_by(_inbound.c.received_at, _inbound.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_SETTLE = update_where(_inbound, id="mail").values(state=bindparam("end"), note=bindparam("why"))


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
        "state": "new",
    }
    number: int = c.execute(_ADD, row).scalar_one()
    return number


def new_mail(c: Connection, limit: int) -> tuple[Inbound, ...]:
    """Claim mail nobody has read yet, oldest first, for the length of this transaction."""
    return tuple(Inbound(*row) for row in c.execute(_NEW, {"most": limit}))


def settle_mail(c: Connection, inbound_id: int, state: str, note: str | None = None) -> None:
    """Say what became of a mail (done, ignored, held, failed, …)."""
    if state == "new":
        raise ValueError("a mail that was read is not new")
    c.execute(_SETTLE, {"mail": inbound_id, "end": state, "why": note})
