"""What the numbers in a letter mean.

Each letter keeps this map, so that '2' always means what its reader saw, and so that an answer
to an old letter is never taken for an answer to a newer question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine import ChooseOne, ChooseSome, Match, Ordered, Prompt, Seat, Terms

ASKED, KNOWN = "asked", "seq"
Numbers = dict[str, dict[str, list[Any] | None]]


def option_map(match: Match, seat: Seat) -> Numbers:
    """By key, the options of every question that lies before this seat, in their order. None
    where there is nothing to number."""
    asked = [a for a in match.open.values() if a.prompt.seat == seat]
    return {ASKED: {a.key: _values(a.prompt, match.state) for a in asked}}


def _values(prompt: Prompt[Any, Any], s: Any) -> list[Any] | None:
    if isinstance(prompt, Terms):
        return [lines for lines, _what in prompt.usual(s)] or None
    if isinstance(prompt, ChooseOne | ChooseSome | Ordered):
        return list(prompt.values(s))
    return None


def has_nothing(prompt: Prompt[Any, Any], s: Any) -> bool:
    """Is this a list that has nothing on it now, and need not have?"""
    if not isinstance(prompt, ChooseSome | Ordered):
        return False
    return not prompt.values(s) and not prompt.at_least(s)


def asked_in(kept: Any) -> Mapping[str, list[Any] | None]:
    """The questions of a letter by key, from its stored map; none if it asked nothing."""
    part = kept.get(ASKED) if isinstance(kept, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def numbers_in(kept: Any) -> dict[str, Any]:
    """What the numbers of a letter mean, without what else is kept with it."""
    return {ASKED: dict(asked_in(kept))}


def known_in(kept: Any) -> int:
    """The last entry whose story a letter told; 0 if it told none."""
    known = kept.get(KNOWN) if isinstance(kept, Mapping) else None
    return known if isinstance(known, int) else 0
