"""MA-6.10 to 6.12: what a battle against a ship or a planet brings and costs."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..effects import adjusted
from ..events.cards import ShipLost, WreckTaken
from ..prompts.battle import MakeRoom, TakeSupport
from ..prompts.tour import TakeFromKarokum
from ..state import ATTACK, MOST_TROPHIES, MetalAdventures
from .astrolabe import damage, glory, receive
from .improvements import find_support, gain
from .trophies import deed, draw_and_keep_one, give_up

PLANET_DAMAGE = 1
BETRAYAL_DAMAGE = 1
EXXALIA_TROPHIES = 3


async def settle(t: Table[MetalAdventures]) -> None:
    """MA-6.10 to 6.12: by what was attacked, and by who won."""
    s = t.state
    fight = s.fight
    ship = None if fight.kind == "planet" else fight.target
    if fight.result == "won":
        await (win_planet(t) if ship is None else win_ship(t, ship))
        reckon_with_helpers(t)
    elif fight.traitor is not None:
        lose_to_traitor(t, ship, fight.traitor)
    else:
        hurt = PLANET_DAMAGE if ship is None else s.pack.ships[ship].damage
        if ship is not None:
            t.do(ShipLost(ship))
        hurt_attackers(t, hurt)


async def win_ship(t: Table[MetalAdventures], card: str) -> None:
    """MA-6.10: all rewards printed on the ship, and the ship as a wreck."""
    s = t.state
    seat, ship = s.fight.attacker, s.pack.ships[card]
    t.do(WreckTaken(seat, card))
    receive(t, seat, adjusted(s, seat, "ship_credits", ship.credits))
    glory(t, seat, ship.glory, "ship")
    deed(t, seat, "beat_ship", ship.power)
    if ship.hunter:
        deed(t, seat, "beat_hunter")
    if s.fight.kind == "karokum":
        deed(t, seat, "beat_from_karokum")
    if ship.support:
        await find_support(t, seat)


async def win_planet(t: Table[MetalAdventures]) -> None:
    """MA-6.11: the whole treasure, and what the planet is known for."""
    s = t.state
    seat, planet = s.fight.attacker, s.fight.target
    receive(t, seat, s.purse[planet], planet)
    deed(t, seat, f"took_{planet}")
    if planet == "exxalia":
        await trophies_of_exxalia(t, seat)
    elif planet == "bazaar" and s.bazaar:
        await gain(t, seat, await t.ask(TakeSupport(seat)))
    elif planet == "karokum" and s.karokum:
        t.do(WreckTaken(seat, await t.ask(TakeFromKarokum(seat))))


async def trophies_of_exxalia(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-6.11, MAR-71: three to choose from; with two in hand one must go first."""
    if len(t.state.hands[seat]) >= MOST_TROPHIES:
        given = await t.ask(MakeRoom(seat))
        if given == MakeRoom.declined:
            return
        give_up(t, seat, given)
    await draw_and_keep_one(t, seat, EXXALIA_TROPHIES)


def reckon_with_helpers(t: Table[MetalAdventures]) -> None:
    """MA-6.12: the attacker has won: a traitor is damaged, an ally has helped to win."""
    fight = t.state.fight
    for ally in fight.allies:
        if ally == fight.traitor:
            damage(t, ally, BETRAYAL_DAMAGE, "battle")
            deed(t, fight.attacker, "beat_traitor")
        else:
            deed(t, ally, "helped_win")


def lose_to_traitor(t: Table[MetalAdventures], ship: str | None, traitor: Seat) -> None:
    """MA-6.12, MAR-59, MAR-61: the traitor gets the credits only, the attacker 1 damage."""
    s = t.state
    if ship is None:
        receive(t, traitor, s.purse[s.fight.target], s.fight.target)
    else:
        receive(t, traitor, s.pack.ships[ship].credits)
        t.do(ShipLost(ship))
    deed(t, traitor, "won_as_traitor")
    hurt_attackers(t, BETRAYAL_DAMAGE)


def hurt_attackers(t: Table[MetalAdventures], amount: int) -> None:
    """MA-6.10, MA-6.11: attacker and ally take damage, unless a card keeps it from them."""
    fight = t.state.fight
    if ATTACK not in fight.shielded:
        for seat in fight.fighters(ATTACK):
            damage(t, seat, amount, "battle")
