"""A mail cut into orders: one to a line, or several with commas between.

What is put in quotation marks is one order, whatever stands in it. `end` stops the reading. These
few words are the same for every game, and are understood in every language by everybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.engine import plain

MOST_PARTS = 60
LONGEST_PART = 600
"""Own words of the longest kind, and who they go to."""
NARROWEST = 60
"""No program wraps lines that are shorter."""

END = frozenset({"end", "fin", "ende"})
UNDO = frozenset({"undo", "annuler", "annule", "ruckgangig", "zurucknehmen"})
YES = frozenset({"yes", "oui", "ja"})
NO = frozenset({"no", "non", "nein"})
NONE = frozenset({"none", "nothing", "pass", "rien", "aucun", "passe", "passer", "nichts", "keine",
                  "passen"})  # fmt: skip
ACCEPT = ("accept", "accepte", "accepter", "annehmen", "akzeptieren", "take", "prendre", "nehmen")
DECLINE = ("decline", "refuse", "refuser", "decliner", "ablehnen")
ANYWAY = frozenset({"anyway", "quand meme", "trotzdem"})
"""What is planned here is done whatever comes to light."""
OPEN = frozenset({"-", "–", "—"})
"""Leaves a question open: the next order answers the question after it."""

_MARKS = {'"': '"', "“": "”", "„": "“", "«": "»", "‚": "‘", "‘": "’", "»": "«"}
_CUT = re.compile(r"[,;，；、،]")
_STOP = re.compile(
    r'"[^"]{0,300}"|“[^”]{0,300}”|„[^“”]{0,300}[“”]|«[^»]{0,300}»' rf"|({_CUT.pattern})"
)
"""The end of an order, and what it is not looked for in."""


@dataclass(frozen=True)
class Part:
    """One order as it was typed."""

    text: str
    line: int
    quoted: bool = False

    @property
    def folded(self) -> str:
        """As it is compared."""
        return plain(self.text)


def unwrapped(text: str) -> str:
    """The same with lines put together that a mail program may have cut in two for their length."""
    lines: list[str] = []
    last = ""
    for line in text.splitlines():
        if last and line.strip() and len(f"{last} {line.split()[0]}") > NARROWEST:
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line.rstrip())
        last = line.rstrip()
    return "\n".join(lines)


def parts_of(text: str) -> list[Part]:
    """The orders of a mail, up to `end`."""
    found: list[Part] = []
    for number, line in enumerate(text.splitlines()):
        for part in _cut(line, number):
            if part.folded in END and not part.quoted:
                return found
            found.append(part)
            if len(found) > MOST_PARTS:
                return found
    return found


def _cut(line: str, number: int) -> list[Part]:
    found: list[Part] = []
    rest = " ".join(line.split())
    while rest:
        close = _MARKS.get(rest[0])
        end = rest.find(close, 1) if close else -1
        after = rest[end + 1 :].lstrip() if end > 0 else ""
        if end > 0 and (not after or _CUT.match(after)):
            found.append(Part(rest[1:end].strip(), number, quoted=True))
            rest = after[1:].strip()
            continue
        stop = next((found for found in _STOP.finditer(rest) if found[1]), None)
        piece = rest if stop is None else rest[: stop.start()]
        rest = "" if stop is None else rest[stop.end() :].strip()
        if piece.strip():
            found.append(Part(piece.strip(), number))
    return found
