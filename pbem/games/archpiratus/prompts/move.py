"""AP-2.4: where to fly, and which mission to turn in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Text, _

from ..events.words import station_name
from ..pack import STATIONS, called
from ..state import FINAL, MISSION, MOVE, Pirates
from ..texts import SHORT
from .needs import lacking, progress

STAY, BEST, NONE = "stay", "best", "keep"


@dataclass
class Go(ChooseOne[Pirates, str]):
    """AP-2.4, AP-39: once a turn, to any other station."""

    rule = "AP-2.4"

    def values(self, s: Pirates) -> Sequence[str]:
        here = s.ships[self.seat].station
        # On a form for the whole turn, a card in hand may open the final station before that.
        opens = s.final_open(0 if s.step == MOVE else s.could_add(self.seat, "early_final"))
        return [STAY, *(at for at in STATIONS if at != here and (at != FINAL or opens))]

    def every(self, s: Pirates) -> Sequence[str]:
        return (STAY, *STATIONS)

    def label(self, s: Pirates, value: str) -> Text | str:
        if value == STAY:
            return _("stay at %(at)s", at=station_name(s.ships[self.seat].station))
        return _("go to %(at)s", at=station_name(value))

    def also(self, s: Pirates, value: str) -> Iterable[Text | str]:
        if value == STAY:
            return (_("stay"),)
        return (f"fly {value}", f"move {value}", SHORT[value], _("go %(at)s", at=SHORT[value]))

    def sentence(self, s: Pirates) -> Text:
        return _("Move: where do you fly?")

    def why_not(self, s: Pirates, value: object) -> Text:
        if value == s.ships[self.seat].station:
            return _("You are there already. Write 'stay' to stay.")
        if value == FINAL:
            return _(
                "The final station opens with %(n)d points at the start of your turn. Fly"
                " elsewhere.",
                n=s.rule("final_points"),
            )
        return super().why_not(s, value)

    def facts(self, s: Pirates) -> Mapping[str, int | bool]:
        """For standing orders: is the rival here, and who outguns whom?"""
        rival = s.rival(self.seat)
        return {
            "together": s.ships[self.seat].station == s.ship(rival).station,
            "outgun": s.outguns(self.seat, rival),
            "outgunned": s.outguns(rival, self.seat),
        }


@dataclass
class TurnIn(ChooseOne[Pirates, str]):
    """AP-2.4, AP-42: at most one mission, at its station, with all it asks for."""

    rule = "AP-2.4"

    def values(self, s: Pirates) -> Sequence[str]:
        return [BEST, NONE, *self._offered(s)]

    def _offered(self, s: Pirates) -> list[str]:
        """Before the mission step (on a whole-turn form) every mission may become possible."""
        if s.step != MISSION:
            return list(s.ships[self.seat].missions)
        return ready(s, self.seat)

    def every(self, s: Pirates) -> Sequence[str]:
        return (BEST, NONE, *s.ships[self.seat].missions)

    def label(self, s: Pirates, value: str) -> Text | str:
        if value == BEST:
            return _("the one with most points")
        return _("turn in none") if value == NONE else called(value)

    def hint(self, s: Pirates, value: str) -> Text | None:
        return None if value in (BEST, NONE) else progress(s, self.seat, value)

    def also(self, s: Pirates, value: str) -> Iterable[Text | str]:
        if value == BEST:
            return (_("mission"), _("turn in"))
        if value == NONE:  # Before this step a bare 'none' is meant for another one.
            return (_("none"),) if s.step == MISSION else ()
        return (value.replace("-", " "), f"mission {value}")

    def sentence(self, s: Pirates) -> Text:
        return _("Mission: which one do you turn in?")

    def why_not(self, s: Pirates, value: object) -> Text:
        if value in s.ships[self.seat].missions:
            return self._what_keeps(s, str(value))
        return super().why_not(s, value)

    def _what_keeps(self, s: Pirates, mission: str) -> Text:
        """Why a mission in front of this captain cannot be turned in here and now."""
        name, station = called(mission), s.job(mission).station
        if station != s.ships[self.seat].station:
            return _(
                "%(job)s is turned in at %(at)s, and you are at %(here)s. Turn in another one, or"
                " none.",
                job=name,
                at=station_name(station),
                here=station_name(s.ships[self.seat].station),
            )
        return _(
            "%(job)s cannot be turned in yet, your ship lacks something: %(list)s. Turn in another"
            " one, or none.",
            job=name,
            list=lacking(s, self.seat, mission),
        )


def ready(s: Pirates, seat: int) -> list[str]:
    """AP-2.4: the missions that can be turned in here and now, most points first, then oldest."""
    who = s.seats[seat]
    ship = s.ships[seat]
    met = [m for m in ship.missions if s.job(m).station == ship.station and not s.missing(who, m)]
    return sorted(met, key=lambda m: -s.job(m).points)
