"""What is answered to a mail: what was understood line by line, or a question back.

A receipt is a letter like any other, so it goes to the registered address only, and its own map
says what a reply to it means. What stands when it is written out is looked up then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from pbem import store

RECEIPT, CONFIRM = "receipt", "confirm"
"""The kinds of letters: an answer to a mail; and 'did you write this?' from another address."""


@dataclass(frozen=True)
class Line:
    """One order of a mail, in the writer's language; `wrong` says why it cannot stand."""

    typed: str
    read: str = ""
    wrong: str = ""


def receipt(
    mail: int, to: store.Letter, lines: Sequence[Line], *, done: bool, why: str = "", now: datetime
) -> store.NewLetter:
    """The answer to a mail that was read: done, or nothing of it done and why.

    Facts: `done`; `lines`, each with `typed`, `read` and `wrong` (one may be empty); `why`, a
    sentence about the mail as a whole; `mail`, its number.
    """
    facts: dict[str, Any] = {
        "mail": mail,
        "done": done,
        "lines": [asdict(line) for line in lines],
        "why": why,
    }
    return _letter(RECEIPT, mail, to, facts, now)


def confirmation(
    mail: int, to: store.Letter, *, sender: str, text: str, now: datetime
) -> store.NewLetter:
    """Ask at the registered address about a mail from another one: 'yes' lets it count.

    Facts: `sender`, the address it came from; `text`, what it says; `mail`, its number.
    """
    facts: dict[str, Any] = {"mail": mail, "sender": sender, "text": text}
    return _letter(CONFIRM, mail, to, facts, now)


def _letter(
    kind: str, mail: int, to: store.Letter, facts: dict[str, Any], now: datetime
) -> store.NewLetter:
    return store.NewLetter(
        person_id=to.person_id,
        kind=kind,
        key=f"{kind}:{mail}",
        facts=facts,
        not_before=now,
        table_id=to.table_id,
        seat=to.seat,
    )
