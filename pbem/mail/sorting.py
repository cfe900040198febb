"""What kind of mail this is: a reply of a person, or something a machine wrote.

Machines are never answered. A report that a letter could not be delivered says something about
its address; everything else that a machine writes says nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message

from pbem.mail.mime import Parsed, header, headers, parts
from pbem.services import tokens

REPLY, AUTOMATIC, REACTION, BOUNCE, DELAY = "reply", "automatic", "reaction", "bounce", "delay"
_SUBJECTS = re.compile(
    r"(automatic reply|auto(matic)?[- ]?(reply|response|antwort)|out of (the )?office|"
    r"automatische antwort|abwesenheits(notiz|nachricht|meldung)|abwesend|"
    r"réponse automatique|absence du bureau|message d'absence)\b",
    re.I,
)
_REACTED = re.compile(
    r"(reacted (to your message|via gmail)|a réagi (à votre message|via gmail)"
    r"|hat (auf ihre nachricht|über gmail) reagiert)",
    re.I,
)
_AUTOMATIC = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Mail-Autoreply", "List-Id",
              "List-Unsubscribe", "X-Failed-Recipients")  # fmt: skip
"""Not Feedback-ID: Fastmail puts it on what people write."""
_TOKEN = re.compile(r"(?<![a-z2-7])[a-z2-7]{24}(?![a-z2-7])")
_FIELD = re.compile(r"^(action|status|final-recipient|original-recipient|diagnostic-code):(.*)",
                    re.I)  # fmt: skip
_RECIPIENTS = ("X-Original-To", "Delivered-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
MOST_TOKENS = 20
REACTION_LINES = 3
"""A picture, who reacted, and how: more is not written under a thumb."""


@dataclass(frozen=True)
class Report:
    """What a mail server says about a letter: whether it gives up, on whom, and why."""

    failed: bool
    recipients: frozenset[str]
    """Whom it is about: as it was written to, and where a server on the way passed it on to."""
    why: str


def kind_of(message: Parsed) -> str:
    """What kind of mail it is."""
    report = report_in(message)
    if report is not None:
        return BOUNCE if report.failed else DELAY
    if _is_automatic(message):
        return AUTOMATIC
    return REACTION if _is_reaction(message) else REPLY


def _is_automatic(message: Parsed) -> bool:
    if header(message, "Auto-Submitted").lower() not in ("", "no"):
        return True
    if header(message, "Precedence").lower() in ("bulk", "junk", "list", "auto_reply"):
        return True
    if any(name in message for name in _AUTOMATIC):
        return True
    if any(path in ("<>", "") for path in headers(message, "Return-Path")):
        return True
    if message.get_content_type() == "multipart/report":
        return True
    return bool(_SUBJECTS.match(header(message, "Subject")))


def _is_reaction(message: Parsed) -> bool:
    """A thumb under a letter is not an order."""
    found = parts(message)
    if any("reaction" in part.get_content_type() for part in found):
        return True
    return any(name.lower().startswith("x-ms-reaction") for name in message)


def says_reaction(new: str, letter: str) -> bool:
    """Does the new text of a reply begin as programs put a reaction into words?

    Words that the letter says itself are no sign of it: somebody may be called like that.
    """
    first = [line for line in new.splitlines() if line.strip()][:REACTION_LINES]
    return any(_REACTED.search(line) for line in first) and not _REACTED.search(letter)


def report_in(message: Parsed) -> Report | None:
    """The delivery report (RFC 3464) in a mail, if it is one."""
    if message.get_content_type() != "multipart/report":
        return None
    if str(message.get_param("report-type", "")).lower() != "delivery-status":
        return None
    found: dict[str, str] = {}
    for part in parts(message):
        if part.get_content_type() == "message/delivery-status":
            for block in _blocks(part):
                for line in block.splitlines()[:100]:
                    field = _FIELD.match(line[:500])
                    if field and field[1].lower() not in found:
                        found[field[1].lower()] = field[2].strip()
    if "action" not in found:
        return None
    named = (found.get(name, "") for name in ("original-recipient", "final-recipient"))
    who = frozenset(one.rpartition(";")[2].strip(" <>").casefold() for one in named if one)
    # The action decides: a server that gives up after days says so with a status of 4.
    failed = found["action"].lower().startswith("failed")
    why = found.get("diagnostic-code") or found.get("status", "")
    return Report(failed, who, tokens.blotted(why)[:300])


def _blocks(part: Parsed) -> list[str]:
    """The blocks of a report: the parser makes each of them a message of its own."""
    inside = part.get_payload() if part.is_multipart() else None
    if not isinstance(inside, list):
        return []
    return ["\n".join(f"{name}: {value}" for name, value in one.items())
            for one in inside[:20] if isinstance(one, Message)]  # fmt: skip


def tokens_in(recipient: str, message: Parsed) -> list[str]:
    """What may be a reply token: where the mail was sent to, or else what its headers say."""
    found = tokens_of(recipient)
    for name in () if found else _RECIPIENTS:
        for value in headers(message, name):
            found += tokens_of(value)
    return list(dict.fromkeys(found))[:MOST_TOKENS]


def tokens_returned(raw: bytes) -> list[str]:
    """The tokens in a mail that came back inside a report."""
    text = raw[:200_000].decode("ascii", "replace")
    return list(dict.fromkeys(tokens_of(text)))[:MOST_TOKENS]


def tokens_of(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())
