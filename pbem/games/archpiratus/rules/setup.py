"""AP-1: cards and set-up."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..effects import draw
from ..events.setup import (
    AdmiralChosen,
    AdmiralDrawn,
    AutoMissionShown,
    DecksLaid,
    StartDrawn,
    StoreOpened,
)
from ..pack import CONTACT, CONTRACT, CREDIT, CREW, STATIONS, TECH
from ..prompts.setup import ChooseAdmiral
from ..state import Pirates

T = Table[Pirates]


async def set_up(t: T) -> None:
    """AP-1.2 to AP-1.4: decks, Store, who begins, admirals, first hands."""
    s = t.state
    lay_decks(t)
    shop = [card for card in s.tech_deck if s.card(card).type != "event"]
    t.do(StoreOpened(tuple(shop[: s.rule("store")])))
    t.do(StartDrawn(t.dice.pick("first", t.seats)))
    if s.solo:
        t.do(AutoMissionShown(s.jobs["final"][0]))
    await admirals(t)
    for seat in s.clockwise(s.active):
        draw(t, seat, s.rule("hand"))


def lay_decks(t: T) -> None:
    """AP-1.2, AP-1.3: shuffle everything that lies face down."""
    s = t.state
    own = [CREDIT] * s.rule("credits") + [CONTRACT] * s.rule("contracts")
    tech = s.pack.of(TECH, "event") if t.options["events"] else s.pack.of(TECH)
    t.do(
        DecksLaid(
            own=tuple(t.dice.shuffle("deck", own, seat=seat) for seat in t.seats),
            tech=t.dice.shuffle("tech", tech),
            crew=t.dice.shuffle("crew", s.pack.of(CREW)),
            contacts=s.pack.of(CONTACT),
            jobs={at: t.dice.shuffle(f"jobs {at}", s.pack.jobs(at)) for at in STATIONS},
            solo=len(t.seats) == 1,
        )
    )


async def admirals(t: T) -> None:
    """AP-1.2, AP-47: one each, by chance or by choice; who plays second chooses first."""
    s = t.state
    order: tuple[Seat, ...] = s.clockwise(s.active)[::-1]
    if t.options["admirals"] == "random":
        dealt = t.dice.shuffle("admirals", s.pack.of("admiral"))
        for seat, card in zip(order, dealt, strict=False):
            t.do(AdmiralDrawn(seat, card))
    elif t.options["admirals"] == "choose":
        for seat in order:
            t.do(AdmiralChosen(seat, await t.ask(ChooseAdmiral(seat))))
