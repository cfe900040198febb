"""Mail that waits for a moderator: from another address than its letter's, or not readable."""

from __future__ import annotations

from datetime import datetime

from pbem import store
from pbem.services import letters
from pbem.services.mailroom import DISCARDED, FAILED, HELD
from pbem.services.outside import DISCARDED as THROWN_AWAY
from pbem.services.outside import RELEASED


class NotHeld(Exception):
    """There is no such mail that waits for a decision."""


def held(c: store.Connection, table_id: int | None = None) -> tuple[store.Inbound, ...]:
    """Mail that waits for a decision, or could not be read, newest first."""
    return store.kept_mail(c, table_id=table_id)


def release(c: store.Connection, mail: int, *, by: int, now: datetime, why: str = "") -> None:
    """Let a held mail count as if it had come from its reader's own address. Raises NotHeld.

    The worker reads it with its next tick; a mail that could not be read is tried once more.
    """
    found = _waiting(c, mail)
    store.reopen_mail(c, mail, "A moderator vouches for it.")
    _tell(c, found, RELEASED, by, why, now)


def discard(c: store.Connection, mail: int, *, by: int, now: datetime, why: str = "") -> None:
    """Throw a held mail away: it does nothing. Raises NotHeld."""
    found = _waiting(c, mail)
    store.settle_mail(c, mail, DISCARDED, "A moderator threw it away.", was=found.state)
    _tell(c, found, THROWN_AWAY, by, why, now)


def _waiting(c: store.Connection, mail: int) -> store.Inbound:
    found = store.mail(c, mail)
    if found is None or found.state not in (HELD, FAILED):
        raise NotHeld
    return found


def _tell(
    c: store.Connection, mail: store.Inbound, what: str, by: int, why: str, now: datetime
) -> None:
    """Write it into the audit, and tell whom the letter went to that the mail answers."""
    letter = None if mail.letter_id is None else store.letter(c, mail.letter_id)
    detail: dict[str, int] = {"mail": mail.id}
    if letter is not None and letter.seat is not None:
        detail["seat"] = letter.seat
    reason = store.add_wording(c, why, person_id=by, now=now) if why else None
    kept = detail if reason is None else {**detail, "reason": reason}
    store.note(c, what, at=now, person_id=by, table_id=mail.table_id, detail=kept)
    if letter is not None and mail.table_id is not None:
        facts = letters.deed(what, detail, by=by, reason=reason)
        letters.told_to(c, store.table(c, mail.table_id), letter.person_id, facts, now)
