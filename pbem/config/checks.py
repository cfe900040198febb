"""What a good value of a setting is. Each check says what to write instead, or nothing."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

Check = Callable[[Any], str | None]
"""Says what to write instead, or None if the value is good."""


def between(least: float, most: float) -> Check:
    """A number in a range."""
    return lambda v: None if least <= v <= most else f"write a number from {least:g} to {most:g}"


def one_of(*words: str) -> Check:
    """One of a few words."""
    return lambda v: None if v in words else f"write one of {', '.join(words)}"


def some_text(value: str) -> str | None:
    """Anything but nothing."""
    return None if value.strip() else "write something, or leave the setting out"


def any_text(_value: str) -> str | None:
    """Anything, and nothing too."""
    return None


def mail_address(value: str) -> str | None:
    """One plain address, or nothing."""
    local, _at, domain = value.rpartition("@")
    good = local and domain and not set(value) & set('<>()[]\\,;:" \t\r\n*') and value.isascii()
    return None if not value or good else "write an address such as games@example.org"


def reply_pattern(value: str) -> str | None:
    """An address with one star in the part before the @, or nothing."""
    local, _at, domain = value.rpartition("@")
    good = local.count("*") == 1 and "*" not in domain
    if not value or (good and mail_address(value.replace("*", "x")) is None):
        return None
    return "write an address with a star for the token, such as games+*@example.org"


def time_zone(value: str) -> str | None:
    """A name of the IANA time zone list."""
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return "write a time zone such as Europe/Paris"
    return None


def origin(value: str) -> str | None:
    """What stands before the path in every link, or nothing."""
    remedy = "write an address such as https://games.example.org, without a path"
    if not value.isascii():  # It stands in headers of letters, which know no other signs.
        return "write the address with its plain name, such as https://xn--bcher-kva.example"
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 (reading it checks it)
    except ValueError:
        return remedy
    wanted = f"{parts.scheme}://{parts.netloc}"
    good = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    return None if not value or (good and value == wanted) else remedy


def path_start(value: str) -> str | None:
    """A path that begins with a slash and does not end with one, or nothing."""
    parts = value.split("/")[1:]
    good = value.startswith("/") and all(parts) and not set(value) & set("?#% \\")
    good = good and value.isascii() and value.isprintable()
    return None if not value or good else "write a path such as /games, without a slash at its end"
