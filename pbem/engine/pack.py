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


def line_of(source: str, path: tuple[str | int, ...]) -> int:
    """The line of a TOML file that a path points at; of the nearest enclosing thing if unclear.

    Packs are written as tables: `[planets.karokum]`, or `[[ships]]` for the ships in order.
    """
    header, found = 0, 1
    seen: dict[str, int] = {}
    wanted = _headers(path)
    for number, line in enumerate(source.splitlines(), 1):
        if head := re.match(r"\s*\[(\[)?\s*([^\]]+?)\s*\]", line):
            name = head.group(2)
            index = seen.get(name, 0)
            seen[name] = index + 1
            depth = wanted.get((name, index if head.group(1) else -1), 0)
            if depth:
                header, found = depth, number
            elif header:
                header = -1
        elif header >= 0 and header < len(path):
            key = path[header]
            if re.match(rf"\s*[\"']?{re.escape(str(key))}[\"']?\s*=", line):
                return number
    return found


def _headers(path: tuple[str | int, ...]) -> dict[tuple[str, int], int]:
    """The table headers that lead to a path, with how much of it each covers."""
    headers: dict[tuple[str, int], int] = {}
    names: list[str] = []
    for depth, part in enumerate(path, 1):
        if isinstance(part, int):
            headers[".".join(names), part] = depth
        else:
            names.append(part)
            headers[".".join(names), -1] = depth
    return headers
