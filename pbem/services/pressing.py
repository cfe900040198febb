"""One press of a button: a form acts once, however often it is sent.

A form carries the name of a press: when it was made, and something random. Whatever the form asks
for counts its press in the very transaction that does it. So a double click, or a page that is
sent again, changes nothing more, and a server that dies in between has neither done nor counted it.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

from pbem import store
from pbem.engine import NotAllowed, _

STALE_AFTER = timedelta(days=1)
"""A form that lay open for longer has to be looked at again."""
WHAT = "deed"


class DoneAlready(NotAllowed):
    """The same press once more: what it asks for has been done, by the first. That is no error."""

    def __init__(self) -> None:
        super().__init__(_("That is done: two presses count as one."))


def fresh(now: datetime) -> str:
    """The name of a press that has not happened yet, for one form."""
    return f"{int(now.timestamp())}-{secrets.token_hex(12)}"


def count(c: store.Connection, once: str, now: datetime) -> None:
    """Count a press in the transaction of what it does. Raises DoneAlready, or NotAllowed if the
    form is too old. What has no name is no press of a form, and may be done again."""
    if not once:
        return
    made = _made(once)
    if made is None:
        raise NotAllowed(_("This page is damaged. Load it again."))
    if not timedelta() <= now - made <= STALE_AFTER:
        raise NotAllowed(_("This page is more than a day old. Look at the table again first."))
    if store.count_attempt(c, WHAT, once, made) > 1:
        raise DoneAlready


def is_done(c: store.Connection, once: str) -> bool:
    """Whether this press has done what it asks for: what refuses it now came of that."""
    made = _made(once)
    return made is not None and store.attempts_since(c, WHAT, once, made) > 0


def _made(once: str) -> datetime | None:
    """When the form was made; None if that is no name of a press."""
    made, _dash, salt = once.partition("-")
    if not made.isdecimal() or not made.isascii() or len(made) > 11 or not 8 <= len(salt) <= 64:
        return None
    return datetime.fromtimestamp(int(made), UTC)
