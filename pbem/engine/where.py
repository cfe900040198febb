"""Which rule is at work: for the moderator of a table that is stuck, and for whoever debugs it."""

from __future__ import annotations

import types
from collections.abc import Iterator

from .strand import Rule, Strand


def waiting_in(strand: Strand) -> list[str]:
    """The rules that wait, outermost first, a line each; those side by side in turn."""
    lines = [_name(code) for code in _codes(strand.rule)]
    for child in strand.children:
        if not child.done:
            lines += waiting_in(child)
    return lines


def broken_in(error: BaseException) -> list[str]:
    """The chain of rules in which an error arose, outermost first."""
    codes = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not trace.tb_frame.f_globals.get("__name__", "").startswith("pbem.engine"):
            codes.append(code)
        trace = trace.tb_next
    return [_name(code) for code in codes]


def _codes(rule: Rule) -> Iterator[types.CodeType]:
    """Follow the awaits inward, leaving out the table's own verbs."""
    awaited: object = rule
    while isinstance(awaited, types.CoroutineType):
        if awaited.cr_frame is not None and not awaited.cr_frame.f_globals["__name__"].startswith(
            "pbem.engine"
        ):
            yield awaited.cr_code
        awaited = awaited.cr_await


def _name(code: types.CodeType) -> str:
    """A rule as it is called, with the first line of its docstring, which cites the rulebook."""
    doc = code.co_consts[0] if code.co_consts else None
    first = doc.strip().splitlines()[0] if isinstance(doc, str) and doc.strip() else ""
    return f"{code.co_name}: {first}" if first else code.co_name
