"""AP-3: the automatic ship."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine import Seat, Table

from ..effects import hit
from ..events.ship import AutoEquipped, AutoHired
from ..events.store import SentUnder
from ..events.turn import AutoFled, MissionDone, Moved
from ..pack import CREW, STATIONS, SYSTEMS, TECH
from ..state import AUTO, FINAL, Pirates

T = Table[Pirates]
Fill = Callable[[T, int, str], bool]
PLAYER = Seat(0)


def claim_salvage(t: T, card: str) -> None:
    """AP-3.2, AP-56: tech that the player sends to Salvage, if it beats what is carried."""
    s = t.state
    if s.beats_auto(card):
        assert s.auto is not None
        t.do(AutoEquipped(card, s.auto.tech.get(s.card(card).slot, "")))


def automatic_turn(t: T, fill: Fill) -> None:
    """AP-3.3 to AP-3.5: fire, move, and either turn the mission in or take from the Store."""
    s = t.state
    assert s.auto is not None
    done = not s.missing(AUTO, s.auto.missions[0])
    here = s.auto.station == s.ships[PLAYER].station
    outguns, outgunned = s.outguns(AUTO, PLAYER), s.outguns(PLAYER, AUTO)
    if s.may_fire(AUTO):
        hit(t, AUTO, PLAYER)
        if s.ships[PLAYER].hits >= s.most_hits:
            return
    if done:
        turn_in(t)
        return
    if here and outgunned:
        others = [at for at in STATIONS if at not in (FINAL, s.auto.station)]
        t.do(AutoFled(AUTO, t.dice.pick("flee", others)))
    elif not here and outguns:
        t.do(Moved(AUTO, s.ships[PLAYER].station))
    take_from_store(t, fill)


def turn_in(t: T) -> None:
    """AP-3.5: to the final station, and the mission is done."""
    s = t.state
    assert s.auto is not None
    if s.auto.station != FINAL:
        t.do(Moved(AUTO, FINAL))
    mission = s.auto.missions[0]
    t.do(MissionDone(AUTO, mission, s.job(mission).points))


def take_from_store(t: T, fill: Fill) -> None:
    """AP-3.4: the first card that fits; if none does, the farthest makes room."""
    s = t.state
    assert s.auto is not None
    card = next_card(s)
    if card:
        place = s.store.index(card)
        printed = s.card(card)
        if printed.type == CREW:
            t.do(AutoHired(card, s.same_kind(AUTO, card)))
        else:
            t.do(AutoEquipped(card, s.auto.tech.get(printed.slot, "")))
        fill(t, place, printed.type)
    elif any(s.store):
        far = next(c for c in reversed(s.store) if c)
        place = s.store.index(far)
        t.do(SentUnder(AUTO, far))
        fill(t, place, CREW if lacks_crew(s) else TECH)


def next_card(s: Pirates) -> str:
    """AP-3.4, AP-53: what the automatic ship would take now; an empty string is nothing."""
    assert s.auto is not None
    carried = {
        slot: s.card(s.auto.tech[slot]).value if slot in s.auto.tech else 0 for slot in SYSTEMS
    }
    kinds = s.kinds(AUTO)
    tests: list[Callable[[str], bool]] = [
        lambda c: s.card(c).value == 3 and carried.get(s.card(c).slot, 3) < 3,
        lambda c: s.card(c).value == 4 and carried.get(s.card(c).slot, 0) == 3,
        lambda c: s.card(c).value == 5 and carried.get(s.card(c).slot, 0) == 4,
        lambda c: s.card(c).type == CREW and s.card(c).kind not in kinds,
        lambda c: s.card(c).type == CREW and improves_crew(s, c),
    ]
    for fits in tests:
        for card in s.store:
            if card and fits(card):
                return card
    return ""


def improves_crew(s: Pirates, card: str) -> bool:
    """AP-3.4: every kind is aboard, the crew value is too low, and this one is worth more."""
    assert s.auto is not None
    short = s.missing(AUTO, s.auto.missions[0]).get("crew", 0)
    if not short or set(s.pack.kinds) - s.kinds(AUTO):
        return False
    return s.card(card).value > s.card(s.same_kind(AUTO, card)).value


def lacks_crew(s: Pirates) -> bool:
    """AP-3.4: does its mission still ask for a kind of crew, or for crew value?"""
    assert s.auto is not None
    return any(what not in SYSTEMS for what in s.missing(AUTO, s.auto.missions[0]))
