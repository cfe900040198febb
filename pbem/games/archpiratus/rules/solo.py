"""AP-3: the automatic ship."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.engine import Seat, Table

from ..effects import hit
from ..events.ship import AutoEquipped, AutoHired
from ..events.store import SentUnder
from ..events.turn import AutoFled, MissionDone, Moved
from ..pack import CREW, STATIONS, SYSTEMS, TECH, Card
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


@dataclass(frozen=True)
class Intent:
    """What the automatic ship will do, as far as the rules foretell it."""

    fires: bool = False
    turns_in: str = ""
    flees: bool = False
    follows: str = ""
    """The station it goes to, after the player."""
    takes: str = ""
    sends: str = ""
    """The Store card that makes room, if it takes none."""
    refill: str = ""
    """The deck that fills the place."""


def intent(s: Pirates) -> Intent:
    """AP-3.3 to AP-3.5: judged once, from the places at the start of its turn."""
    assert s.auto is not None
    fires = s.may_fire(AUTO)
    if not s.missing(AUTO, s.auto.missions[0]):
        return Intent(fires, turns_in=s.auto.missions[0])
    there = s.ships[PLAYER].station
    here = s.auto.station == there
    flees = here and s.outguns(PLAYER, AUTO)
    follows = there if not here and s.outguns(AUTO, PLAYER) else ""
    takes = next_card(s)
    if takes:
        return Intent(fires, "", flees, follows, takes, refill=s.card(takes).type)
    sends = next((card for card in reversed(s.store) if card), "")
    deck = CREW if lacks_crew(s) else TECH
    return Intent(fires, "", flees, follows, sends=sends, refill=deck)


def automatic_turn(t: T, fill: Fill) -> None:
    """AP-3.3 to AP-3.5: fire, move, and either turn the mission in or take from the Store."""
    s = t.state
    plan = intent(s)
    if plan.fires:
        hit(t, AUTO, PLAYER)
        if s.ships[PLAYER].hits >= s.most_hits:
            return
    if plan.turns_in:
        turn_in(t, plan.turns_in)
    elif plan.flees:
        flee(t)
    elif plan.follows:
        t.do(Moved(AUTO, plan.follows))
    take_from_store(t, plan, fill)


def turn_in(t: T, mission: str) -> None:
    """AP-3.5: to the final station, and the mission is done."""
    s = t.state
    if s.ship(AUTO).station != FINAL:
        t.do(Moved(AUTO, FINAL))
    t.do(MissionDone(AUTO, mission, s.job(mission).points))


def flee(t: T) -> None:
    """AP-3.3, AP-50: to another station but the final one; chance says which."""
    here = t.state.ship(AUTO).station
    others = [at for at in STATIONS if at not in (FINAL, here)]
    t.do(AutoFled(AUTO, t.dice.pick("flee", others)))


def take_from_store(t: T, plan: Intent, fill: Fill) -> None:
    """AP-3.4: the first card that fits; if none does, the farthest makes room."""
    s = t.state
    card = plan.takes or plan.sends
    if not card:
        return
    place = s.store.index(card)
    if not plan.takes:
        t.do(SentUnder(AUTO, card))
    elif s.card(card).type == CREW:
        t.do(AutoHired(card, s.same_kind(AUTO, card)))
    else:
        t.do(AutoEquipped(card, s.ship(AUTO).tech.get(s.card(card).slot, "")))
    fill(t, place, plan.refill)


def next_card(s: Pirates) -> str:
    """AP-3.4, AP-53: what the automatic ship would take now; an empty string is nothing."""
    store = [s.card(card) for card in s.store if card]
    crew = [card for card in store if card.type == CREW]
    wanted = [card for level in (3, 4, 5) for card in store if wants_system(s, card, level)]
    wanted += [card for card in crew if card.kind not in s.kinds(AUTO)]
    wanted += [card for card in crew if improves_crew(s, card)]
    return wanted[0].id if wanted else ""


def wants_system(s: Pirates, card: Card, level: int) -> bool:
    """AP-3.4: a system of this level comes next for it: 3 first, then always one more."""
    return card.slot in SYSTEMS and card.value == level == max(3, s.carried(card.slot) + 1)


def improves_crew(s: Pirates, card: Card) -> bool:
    """AP-3.4: every kind is aboard, the crew value is too low, and this one is worth more."""
    assert s.auto is not None
    short = s.missing(AUTO, s.auto.missions[0]).get("crew", 0)
    if not short or set(s.pack.kinds) - s.kinds(AUTO):
        return False
    return card.value > s.card(s.same_kind(AUTO, card.id)).value


def lacks_crew(s: Pirates) -> bool:
    """AP-3.4: does its mission still ask for a kind of crew, or for crew value?"""
    assert s.auto is not None
    return any(what not in SYSTEMS for what in s.missing(AUTO, s.auto.missions[0]))
