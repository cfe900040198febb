"""Header values: whatever people typed, none of it can become a header of its own."""

from __future__ import annotations

import unicodedata
from email.errors import MessageError
from email.headerregistry import Address

LONGEST = 200


def safe(value: str, most: int = LONGEST) -> str:
    """One line of text for a header: without control characters, line ends of any script and
    the beginning of an encoded word, which some versions of Python would decode into more."""
    printable = "".join(c if _is_harmless(c) else " " for c in value)
    line = " ".join(printable.split())
    while "=?" in line or "?=" in line:
        line = line.replace("=?", "= ?").replace("?=", "? =")
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _is_harmless(c: str) -> bool:
    """No control characters, no separators of lines, no surrogates, nothing that turns text."""
    return unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


class Unaddressable(Exception):
    """Something that cannot be written on an envelope."""


def mailbox(name: str, address: str) -> Address:
    """Somebody with a name and an address. Raises Unaddressable if the address cannot be one."""
    if safe(address, 320) != address:
        raise Unaddressable("this address cannot stand in a letter")
    try:
        return Address(display_name=safe(name, 80), addr_spec=address)
    except (ValueError, IndexError, MessageError) as why:  # The parser raises all of these.
        raise Unaddressable("this address cannot stand in a letter") from why
