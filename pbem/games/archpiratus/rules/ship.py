"""AP-2.3: the Contract step: tech, crew, piracy, one Contract."""

from __future__ import annotations

from collections import Counter

from pbem.engine import Seat, Table

from ..effects import after_placing, leave_berths, play_piracy
from ..events.ship import CrewPlaced, MissionGivenUp, MissionsTurnedUp, MissionTaken, TechPlaced
from ..prompts.outfit import BLIND, KeepMission, Outfit, OutfitMore, read
from ..state import Pirates
from .solo import claim_salvage

T = Table[Pirates]


async def outfit(t: T, seat: Seat) -> None:
    """AP-2.3, AP-28: any number of placements, one Contract, in any order.

    The step is asked even of an empty hand: whether it is asked must not tell what is held.
    """
    s = t.state
    asks = await carry_out(t, seat, await t.ask(Outfit(seat)))
    while asks and OutfitMore(seat).values(s):
        asks = await carry_out(t, seat, await t.ask(OutfitMore(seat)))


async def carry_out(t: T, seat: Seat, answer: tuple[str, ...]) -> bool:
    """AP-4.1: one step after the other. True if the captain is to be asked again.

    That is so if something came up, unless the captain did not want to look, or if a step has
    made a later one impossible.
    """
    s = t.state
    news = False
    for value in answer:
        again = OutfitMore(seat)
        if value != BLIND and (value not in again.values(s) or again.fits(s, (value,))):
            return True
        news = await take(t, seat, value) or news
        if knocked_out(s) is not None:
            return False
    return news and BLIND not in answer


async def take(t: T, seat: Seat, value: str) -> bool:
    """One step. True if it turned up something new."""
    s = t.state
    verb, what, old = read(value)
    hand = Counter(s.ships[seat].hand)
    match verb:
        case "place" if s.card(what).is_crew:
            t.do(CrewPlaced(seat, what, old or s.same_kind(seat, what)))
            after_placing(t, seat, what)
        case "place":
            replaced = s.ships[seat].tech.get(s.card(what).slot, "")
            t.do(TechPlaced(seat, what, replaced))
            if replaced:
                claim_salvage(t, replaced)
            leave_berths(t, seat)
            after_placing(t, seat, what)
        case "play":
            play_piracy(t, seat, what)
        case "give":
            t.do(MissionGivenUp(seat, what))
        case "contract":
            await contract(t, seat, what)
            return True
    return bool(Counter(s.ships[seat].hand) - hand)


async def contract(t: T, seat: Seat, station: str) -> None:
    """AP-2.3: the top mission of a deck, face up onto a Contract."""
    s = t.state
    count = 2 if s.bonus(seat, "second_look") else 1
    t.do(MissionsTurnedUp(seat, station, tuple(s.jobs[station][:count])))
    kept = await t.ask(KeepMission(seat)) if len(s.drawn) > 1 else s.drawn[0]
    t.do(MissionTaken(seat, kept))


def knocked_out(s: Pirates) -> Seat | None:
    """AP-2.1, AP-2.5: the captain whose ship took the last hit, if one did."""
    return next((who for who in s.captains if s.ship(who).hits >= s.most_hits), None)
