"""AP-43: missions in words: what they give, what they ask for, and what a ship still lacks."""

from __future__ import annotations

from pbem.engine import Seat, Text, _, n_

from ..events.words import station_name
from ..state import FINAL, Pirates
from ..texts import asked


def needs_text(s: Pirates, mission: str) -> Text:
    """What a mission gives and asks for, in words."""
    job = s.job(mission)
    wanted = [*job.tech.items(), *((kind, 0) for kind in job.kinds)]
    wanted += [("crew", job.crew)] if job.crew else []
    needs = [asked(sort, least) for sort, least in wanted]
    if job.station == FINAL:
        return _("Wins the game; needs: %(list)s.", list=needs)
    return n_(
        "%(n)d point; needs: %(list)s.", "%(n)d points; needs: %(list)s.", job.points, list=needs
    )


def progress(s: Pirates, seat: Seat, mission: str) -> Text:
    """A mission taken: what it gives, where, and what the ship still lacks for it."""
    job = s.job(mission)
    at, lacks = station_name(job.station), lacking(s, seat, mission)
    if job.station == FINAL:
        if lacks:
            return _("Wins the game; still missing: %(list)s.", list=lacks)
        return _("Wins the game; your ship has what it asks for.")
    if not lacks:
        return n_(
            "%(n)d point at %(at)s; your ship has what it asks for.",
            "%(n)d points at %(at)s; your ship has what it asks for.",
            job.points,
            at=at,
        )
    return n_(
        "%(n)d point at %(at)s; still missing: %(list)s.",
        "%(n)d points at %(at)s; still missing: %(list)s.",
        job.points,
        at=at,
        list=lacks,
    )


def lacking(s: Pirates, seat: Seat, mission: str) -> list[Text]:
    """AP-43: what a ship lacks for a mission, in words; a kind of crew has no number."""
    kinds = s.job(mission).kinds
    return [asked(what, 0 if what in kinds else n) for what, n in s.missing(seat, mission).items()]
