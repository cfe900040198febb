"""A battle as it is shown: every line of both sums, and the whole as a sentence. MA-6.7."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.engine import Text, _

from .state import ATTACK, DEFENCE, Line
from .words import part_text


def part(line: Line) -> dict[str, Any]:
    """A line of the receipt."""
    return {
        "side": line.side,
        "what": line.what,
        "seat": line.seat,
        "amount": line.amount,
        "text": part_text(line.what, line.seat, line.name),
    }


def sum_of(lines: Iterable[Line], side: str) -> int:
    """What one side's lines come to."""
    return sum(line.amount for line in lines if line.side == side)


def battle_text(lines: Sequence[Line], result: str) -> Text:
    """Both sums in words, for who hears the board instead of seeing it."""
    facts = {
        "attack": _parts(lines, ATTACK),
        "defence": _parts(lines, DEFENCE),
        "total": sum_of(lines, ATTACK),
        "against": sum_of(lines, DEFENCE),
    }
    if result == "won":
        return _(
            "The attack: %(attack)s; %(total)d in all. The defence: %(defence)s; %(against)d in"
            " all. The attack succeeds.",
            **facts,
        )
    if result == "lost":
        return _(
            "The attack: %(attack)s; %(total)d in all. The defence: %(defence)s; %(against)d in"
            " all. The attack fails.",
            **facts,
        )
    return _(
        "The attack: %(attack)s; %(total)d so far. The defence: %(defence)s; %(against)d so far.",
        **facts,
    )


def _parts(lines: Iterable[Line], side: str) -> list[Text]:
    return [
        _("%(what)s %(n)d", what=part_text(line.what, line.seat, line.name), n=line.amount)
        for line in lines
        if line.side == side
    ]
