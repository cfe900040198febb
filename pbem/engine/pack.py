"""Card packs: what is wrong with one, and in which line of its file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .words import Text


@dataclass(frozen=True)
class Flaw:
    """Something wrong in a pack: where, as a path into it, and what, as a sentence."""

    path: tuple[str | int, ...]
    text: Text


HEADER = re.compile(r"\s*\[(\[)?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")


def line_of(source: str, path: tuple[str | int, ...]) -> int:
    """The line of a TOML file that a path points at; of the nearest enclosing thing if unclear.

    Packs are written as tables: `[planets.karokum]`, or `[[ships]]` for the ships in order.
    """
    lists: dict[tuple[str | int, ...], int] = {}
    here: tuple[str | int, ...] = ()
    depth, found = 0, 1
    for number, line in enumerate(source.splitlines(), 1):
        if head := HEADER.match(line):
            here = _place(head.group(2), lists, adds=bool(head.group(1)))
            if path[: len(here)] == here and len(here) > depth:
                depth, found = len(here), number
        elif path[: len(here)] == here != path:
            key = re.escape(str(path[len(here)]))
            if re.match(rf"\s*[\"']?{key}[\"']?\s*=", line):
                return number
    return found


def _place(
    name: str, lists: dict[tuple[str | int, ...], int], *, adds: bool
) -> tuple[str | int, ...]:
    """The path of a table by its header; in a list of tables, of its newest entry."""
    place: tuple[str | int, ...] = ()
    parts = [part.strip().strip("\"'") for part in name.split(".")]
    for i, part in enumerate(parts, 1):
        place += (part,)
        if adds and i == len(parts):
            lists[place] = lists.get(place, -1) + 1
        if place in lists:
            place += (lists[place],)
    return place
