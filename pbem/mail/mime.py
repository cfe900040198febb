"""Reading a mail without trusting it: every size is limited before the parser sees it.

The parser is the old, lenient one (compat32): the newer policies parse addresses and subjects
eagerly, and one long header costs them minutes.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from typing import TypeAlias

from pbem.mail import hypertext
from pbem.mail.reply import LONGEST, new_text

MOST_BYTES = 1_000_000
"""A mail with orders has a few thousand. Whatever is longer is not read."""
MOST_HEADER_BYTES = 64_000
MOST_HEADER_LINES = 500
MOST_LINE_BYTES = 200_000
MOST_BOUNDARIES = 20
MOST_PARTS = 60
LONGEST_HEADER = 2_000

Parsed: TypeAlias = "Message[str, str]"
_BLANK = re.compile(rb"\n\r?\n")
_CHARSETS = re.compile(
    r"us-ascii|ascii|utf-?8(-sig)?|utf-?16([bl]e)?|iso-?8859-?\d{1,2}|iso-2022-(jp|kr).{0,4}|latin-?\d"
    r"|(windows-|cp)\d{3,4}|koi8-[rtu]|mac-?roman|gb2312|gbk|gb18030|big5|euc-?(jp|kr)|shift.?jis|hz",
    re.I,
)
"""Python knows codecs that are no charsets, and some that take very long."""
_ADDRESS = re.compile(r"(?:[^<>]*<\s*)?([^\s<>@,;:\"()\[\]]+@[^\s<>@,;:\"()\[\]]+)\s*(>?)\s*")


class Unreadable(Exception):
    """A mail that is not read; the sentence is for the moderator."""


@dataclass(frozen=True)
class Words:
    """What a mail says: its new text, and whether anything stood there at all."""

    new: str
    empty: bool


def parse(raw: bytes) -> Parsed:
    """The mail, if it is small enough in every way. Raises Unreadable."""
    if len(raw) > MOST_BYTES:
        raise Unreadable(f"It has {len(raw)} bytes; at most {MOST_BYTES} are read.")
    head = raw[: end_of_headers(raw)]
    if len(head) > MOST_HEADER_BYTES or head.count(b"\n") > MOST_HEADER_LINES:
        raise Unreadable("Its headers are too long.")
    if raw.lower().count(b"boundary") > MOST_BOUNDARIES:
        raise Unreadable("It has too many parts inside parts.")
    if max(map(len, raw.splitlines()), default=0) > MOST_LINE_BYTES:
        raise Unreadable("One of its lines is too long.")
    try:
        return BytesParser(policy=policy.compat32).parsebytes(raw)
    except Exception as why:
        raise Unreadable(f"It cannot be taken apart ({type(why).__name__}).") from why


def end_of_headers(raw: bytes) -> int:
    """Where the first blank line stands."""
    found = _BLANK.search(raw[: MOST_HEADER_BYTES + 2])
    return len(raw) if found is None else found.start()


def header(message: Parsed, name: str) -> str:
    """A header as one line of printable text, not too long; empty if there is none."""
    return _readable(str(message.get(name, "")))


def written_at(message: Parsed) -> datetime | None:
    """When its writer's clock says that it was written."""
    try:
        found = parsedate_to_datetime(header(message, "Date"))
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def headers(message: Parsed, name: str) -> list[str]:
    """All headers of that name."""
    return [_readable(str(value)) for value in message.get_all(name, [])][:20]


def _readable(value: str) -> str:
    value = value[:LONGEST_HEADER]
    if "=?" in value:
        try:
            pieces = decode_header(value)
            value = "".join(
                piece if isinstance(piece, str) else decoded(piece, charset or "ascii")
                for piece, charset in pieces
            )
        except Exception:  # Damaged encoded words stay as they came.
            value = value[:LONGEST_HEADER]
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())


def sender(message: Parsed) -> str:
    """The address in From, if there is exactly one and no doubt which; empty otherwise."""
    found = message.get_all("From", [])
    if len(found) != 1:
        return ""
    value = str(found[0])[:LONGEST_HEADER].replace("\r", "").replace("\n", "")
    whole = _ADDRESS.fullmatch(value)
    if whole is None or ("<" in value) != bool(whole[2]):
        return ""
    return whole[1]


def decoded(octets: bytes, charset: str) -> str:
    """Bytes as text, whatever they claim to be."""
    charset = charset.strip().strip("\"'")
    if not _CHARSETS.fullmatch(charset):
        charset = "utf-8"
    try:
        if codecs.lookup(charset).name in ("utf-8", "ascii"):
            return _guessed(octets)
        return octets.decode(charset, "replace")
    except (LookupError, UnicodeError, ValueError):
        return octets.decode("utf-8", "replace")


def _guessed(octets: bytes) -> str:
    """What claims to be plain, or says nothing: old programs write Latin letters all the same."""
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError as why:
        cut = why.start >= len(octets) - 3  # Only the end of what is looked at.
        return octets.decode("utf-8" if cut else "windows-1252", "replace")


def words(message: Parsed, letter: str = "") -> Words:
    """The new text of a mail: of its plain part, or else of its HTML part."""
    plain, html = "", ""
    for part in parts(message):
        kind = part.get_content_type()
        if kind == "text/plain" and not plain.strip():
            plain = _flowed(part, _text(part))
        elif kind == "text/html" and not html.strip():
            html = hypertext.text_of(_text(part, most=1_000_000))
    text = plain if plain.strip() else html
    return Words(new_text(text, letter), empty=not text.strip())


def letter_text(raw: bytes | None) -> str:
    """All that a letter of ours says, as text and as HTML, to know it again in a quote."""
    if not raw:
        return ""
    said = []
    message = BytesParser(policy=policy.compat32).parsebytes(raw)
    for part in parts(message):
        if part.get_content_type() == "text/plain":
            said.append(_text(part, most=200_000))
        elif part.get_content_type() == "text/html":
            said.append(hypertext.text_of(_text(part, most=1_000_000)))
    return "\n\n".join(said)


def parts(message: Parsed) -> list[Parsed]:
    """The parts that are not attached; a mail inside the mail is not opened."""
    found: list[Parsed] = []
    waiting = [message]
    while waiting and len(found) < MOST_PARTS:
        part = waiting.pop(0)
        # Asking for what is inside would decode it, with whatever codec it names.
        inside = part.get_payload() if part.is_multipart() else None
        if part.get_content_maintype() == "multipart" and isinstance(inside, list):
            waiting[:0] = [one for one in inside if isinstance(one, Message)]
        elif not _is_attached(part):
            found.append(part)
    return found


def _is_attached(part: Parsed) -> bool:
    """A part that is kept in a file was not typed, even if it is shown."""
    try:
        named = part.get_param("filename", header="content-disposition")
    except Exception:  # Damaged parameters.
        named = "?"
    return named is not None or part.get_content_disposition() == "attachment"


def _text(part: Parsed, most: int = LONGEST * 4) -> str:
    try:
        octets = part.get_payload(decode=True)
    except Exception:  # Damaged base64 and the like.
        octets = None
    if not isinstance(octets, bytes):
        return ""
    try:
        charset = part.get_param("charset", "utf-8")
    except Exception:
        charset = "utf-8"
    name = charset[2] if isinstance(charset, tuple) else str(charset)
    return decoded(octets[:most], name)


def _flowed(part: Parsed, text: str) -> str:
    """Lines that a client wrapped and says so (RFC 3676) put together again."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    soft = str(part.get_param("delsp", "")).lower() == "yes"
    lines: list[str] = []
    open_ = False
    for line in text.splitlines():
        quoted = line.startswith(">")
        if open_ and not quoted and line != "-- ":
            lines[-1] = lines[-1].removesuffix(" " if soft else "") + line.removeprefix(" ")
        else:
            lines.append(line if quoted else line.removeprefix(" "))
        open_ = line.endswith(" ") and not quoted and line != "-- "
    return "\n".join(lines)
