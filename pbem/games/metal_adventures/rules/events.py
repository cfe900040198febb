"""MA-1.3, MA-10.7: what events do: small named functions that a pack refers to.

Choices are asked of all at once, under seal; effects run active captain first, then clockwise.
"""

# ruff: noqa: ARG001 All events take the same arguments.

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pbem.engine import Table

from ..events.captain import DieBlanked, Stocked
from ..events.cards import ImprovementDiscarded, WrecksSpent
from ..pack import PLANETS, Effect
from ..prompts.events import NONE, GiveUpImprovement, PoorestPlanet, SellWreck
from ..state import POT, MetalAdventures
from .astrolabe import damage, pay, receive, repair
from .improvements import new_choices
from .promises import void_what_is_lost

What = Callable[[Table[MetalAdventures], Effect], Awaitable[None]]

EFFECTS: dict[str, What] = {}
"""Each event's effect by name."""


def event(what: What) -> What:
    """Register a function as the event effect of its name."""
    EFFECTS[what.__name__] = what
    return what


@event
async def golden_vein(t: Table[MetalAdventures], effect: Effect) -> None:
    """MA-1.4: the planet with the fewest credits; in a tie the active captain chooses."""
    s = t.state
    least = min(s.purse[planet] for planet in PLANETS)
    poorest = tuple(planet for planet in PLANETS if s.purse[planet] == least)
    planet = poorest[0]
    if len(poorest) > 1:
        laid_out = t.dice.shuffle("poorest planets", poorest)
        planet = await t.ask(PoorestPlanet(s.active, laid_out))
    t.do(Stocked(planet, effect.amount))


@event
async def repair_all(t: Table[MetalAdventures], effect: Effect) -> None:
    """Every captain repairs some damage."""
    for seat in t.state.clockwise(t.state.active):
        repair(t, seat, effect.amount)


@event
async def storm(t: Table[MetalAdventures], effect: Effect) -> None:
    """Every captain takes damage."""
    for seat in t.state.clockwise(t.state.active):
        damage(t, seat, effect.amount, "event")


@event
async def fill_pot(t: Table[MetalAdventures], effect: Effect) -> None:
    """The Pirates' Pot receives credits from the bank."""
    t.do(Stocked(POT, effect.amount))


@event
async def tribute(t: Table[MetalAdventures], effect: Effect) -> None:
    """Every captain pays into the Pirates' Pot, as far as the credits reach."""
    for seat in t.state.clockwise(t.state.active):
        pay(t, seat, min(effect.amount, t.state.credits[seat]), POT)


@event
async def windfall(t: Table[MetalAdventures], effect: Effect) -> None:
    """Every captain with the fewest credits receives some."""
    s = t.state
    least = min(s.credits)
    poorest = [seat for seat in s.clockwise(s.active) if s.credits[seat] == least]
    for seat in poorest:
        receive(t, seat, effect.amount)


@event
async def new_stock(t: Table[MetalAdventures], effect: Effect) -> None:
    """The improvements on sale are replaced, if there are others."""
    if t.state.shop_deck:
        new_choices(t)


@event
async def calm_dice(t: Table[MetalAdventures], effect: Effect) -> None:
    """Every Metal Faktor die goes back to blank."""
    for seat in t.state.clockwise(t.state.active):
        if t.state.faktor[seat]:
            t.do(DieBlanked(seat))


@event
async def scrap_fair(t: Table[MetalAdventures], effect: Effect) -> None:
    """Every captain may sell one wreck."""
    s = t.state
    order = [seat for seat in s.clockwise(s.active) if s.wrecks[seat]]
    sold = await t.ask_all(SellWreck(seat) for seat in order)
    for seat in order:
        if sold[seat] >= 0:
            t.do(WrecksSpent(seat, (s.wrecks[seat][sold[seat]],)))
            receive(t, seat, effect.amount)


@event
async def press_gang(t: Table[MetalAdventures], effect: Effect) -> None:
    """Every captain gives up an improvement or takes damage."""
    s = t.state
    order = s.clockwise(s.active)
    given = await t.ask_all(GiveUpImprovement(seat) for seat in order if s.improvements[seat])
    for seat in order:
        if given.get(seat, NONE) != NONE:
            with void_what_is_lost(t, seat):
                t.do(ImprovementDiscarded(seat, given[seat]))
        else:
            damage(t, seat, effect.amount, "event")
