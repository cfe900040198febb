"""MA-6.1: Space is searched for a ship to attack."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..effects import adjusted
from ..events.battle import NoShipFound, ShipChosen
from ..events.cards import EventDrawn, HuntersReturned, SentToKarokum, SpaceShuffled, TurnedUp
from ..prompts.battle import PickShip
from ..state import MetalAdventures
from .astrolabe import receive
from .events import EFFECTS

SHIPS = 3


async def find_ship(t: Table[MetalAdventures], seat: Seat) -> bool:
    """MA-6.1: turn up cards until three ships lie there, and pick one. False if none is left."""
    s = t.state
    while s.space_deck and len(s.space) < SHIPS:
        card = s.space_deck[0]
        if card in s.pack.ships:
            t.do(TurnedUp(card))
        else:
            await draw_event(t, card)
    if not s.space:
        t.do(NoShipFound(seat))
        return False
    t.do(ShipChosen(seat, await t.ask(PickShip(seat))))
    send_away_the_others(t)
    return True


async def draw_event(t: Table[MetalAdventures], card: str) -> None:
    """MA-6.1: the first event of a turn applies to all; Rhum counts each (MAR-37)."""
    s = t.state
    t.do(EventDrawn(card, applies=not s.event))
    for seat in s.clockwise(s.active):
        receive(t, seat, adjusted(s, seat, "event_credits", 0))
    if s.event == card:
        effect = s.pack.events[card].effect
        await EFFECTS[effect.name](t, effect)


def send_away_the_others(t: Table[MetalAdventures]) -> None:
    """MA-6.1, MAR-39: Hunters go back and the deck is shuffled; the rest go to Karokum."""
    s = t.state
    others = [card for card in s.space if card != s.fight.target]
    hunters = tuple(card for card in others if s.pack.ships[card].hunter)
    rest = tuple(card for card in others if card not in hunters)
    if hunters:
        t.do(HuntersReturned(hunters))
        t.do(SpaceShuffled(t.dice.shuffle("space", s.space_deck)))
    if rest:
        t.do(SentToKarokum(rest))
