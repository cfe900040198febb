"""AP-2.6, the golden rule: what the texts of cards do. One effect, one small function.

Lasting effects are numbers that the state adds up (`State.bonus`). The others are carried out
by a function when their moment comes. What they say on the card stands in `texts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pbem.engine import Seat, Table

from .events.effects import (
    ContactCame,
    PiracyPlayed,
    Repaired,
    Scavenged,
    Stolen,
    SwarmStruck,
)
from .events.ship import CrewLost, TechExiled
from .events.turn import CardsDrawn, CardsSeen, DeckShuffled, Deflected, DiscardShuffled, Fired
from .pack import CONTRACT, CREDIT, PIRACY, SYSTEMS
from .state import Pirates

T = Table[Pirates]


@dataclass(frozen=True)
class Moment:
    """Whose card speaks, with what amount; and the table as that captain sees it."""

    s: Pirates
    seat: Seat
    amount: int = 1

    @property
    def rival(self) -> Seat:
        return self.s.rival(self.seat)

    @property
    def together(self) -> bool:
        """Are both ships at the same station?"""
        return self.s.ship(self.seat).station == self.s.ship(self.rival).station

    @property
    def loot(self) -> list[str]:
        """What can be stolen: crew and tech. The automatic ship has no discard."""
        discard = self.s.ship(self.rival).discard
        return [card for card in discard if card not in (CREDIT, CONTRACT)]

    @property
    def systems(self) -> list[str]:
        """The systems that the rival carries, slot by slot."""
        tech = self.s.ship(self.rival).tech
        return [tech[slot] for slot in SYSTEMS if slot in tech]

    @property
    def scrap(self) -> list[str]:
        """What a wrecker's lamp finds: tech that is not piracy itself."""
        printed = (self.s.card(card) for card in self.s.salvage)
        return [card.id for card in printed if card.slot and card.slot != PIRACY]


Effect = Callable[[T, Moment], None]


# What the functions share.


def draw(t: T, seat: Seat, count: int) -> None:
    """AP-13, AP-14: draw; when the deck runs short, shuffle the discard and go on."""
    ship = t.state.ships[seat]
    if len(ship.deck) < count and ship.discard:
        t.do(DiscardShuffled(seat))
        t.do(DeckShuffled(seat, t.dice.shuffle("deck", ship.discard, seat=seat)))
    cards = tuple(ship.deck[:count])
    if cards:
        t.do(CardsDrawn(seat, len(cards)))
        t.do(CardsSeen(seat, cards))


def hit(t: T, by: Seat, at: Seat) -> None:
    """AP-2.1: one hit, unless a card takes it; a hit may bring loot."""
    s = t.state
    if shielded(t, at):
        return
    t.do(Fired(by, at, s.ship(at).hits + 1))
    for _loot in range(s.bonus(by, "loot_on_hit")):
        steal(t, Moment(s, by))


def shielded(t: T, who: Seat) -> bool:
    """A card that can be exiled instead of taking a hit is, the first on the mat."""
    cards = [c.id for c in t.state.active_cards(who) if c.effect == "deflect"]
    if cards:
        t.do(Deflected(who, cards[0]))
    return bool(cards)


def steal(t: T, m: Moment) -> None:
    """AP-46: chance chooses a crew or tech card in the rival's discard, if there is one."""
    if m.loot:
        t.do(Stolen(m.seat, m.rival, t.dice.pick("loot", m.loot, seat=m.seat)))


def leave_berths(t: T, seat: Seat) -> None:
    """AP-2.3: whoever has no berth any more leaves the ship, the last berth first."""
    while len(t.state.ships[seat].crew) > t.state.berths(seat):
        t.do(CrewLost(seat, t.state.ships[seat].crew[-1]))


# Moments: what a card says about being placed, or about a mission done.


def draw_cards(t: T, m: Moment) -> None:
    """Draw as many as the card says."""
    draw(t, m.seat, m.amount)


def repair(t: T, m: Moment) -> None:
    """Take hits off a ship, as far as there are any."""
    hits = m.s.ships[m.seat].hits
    if hits:
        t.do(Repaired(m.seat, max(0, hits - m.amount)))


def gain_contact(t: T, m: Moment) -> None:
    """AP-21: the top Local Contact, while there are any."""
    if m.s.contacts:
        t.do(ContactCame(m.seat, m.s.contacts[0]))


ON_PLACING: Mapping[str, Effect] = {"draw_on_placing": draw_cards, "repair_on_placing": repair}
ON_MISSION: Mapping[str, Effect] = {
    "repair_on_mission": repair,
    "contact_on_mission": gain_contact,
}


def after_placing(t: T, seat: Seat, card: str) -> None:
    """What a card says about the moment it is placed."""
    printed = t.state.card(card)
    if printed.effect in ON_PLACING:
        ON_PLACING[printed.effect](t, Moment(t.state, seat, printed.amount))


def after_mission(t: T, seat: Seat) -> None:
    """All texts that speak when a mission is done, in the order of the mat and the berths."""
    for card in t.state.active_cards(seat):
        if card.effect in ON_MISSION:
            ON_MISSION[card.effect](t, Moment(t.state, seat, card.amount))


def swarm(t: T) -> None:
    """The one event that strikes at once: every captain, the active one first (GEN-1)."""
    s = t.state
    order = sorted(s.captains, key=lambda who: who != s.active)
    for who in order:
        hits = s.ship(who).hits + 1
        if s.level(who, "armor") < 2 and hits < s.most_hits and not shielded(t, who):
            t.do(SwarmStruck(who, hits))


# Piracy: played from the hand in the Contract step.


def broadside(t: T, m: Moment) -> None:
    """A hit out of turn, and at equal values too."""
    hit(t, m.seat, m.rival)


def abduct(t: T, m: Moment) -> None:
    """The rival's weakest crew leaves; of equals the one longest aboard."""
    weakest = min(m.s.ship(m.rival).crew, key=lambda card: m.s.card(card).value)
    t.do(CrewLost(m.rival, weakest))


def sabotage(t: T, m: Moment) -> None:
    """AP-46: chance chooses the system that is exiled."""
    t.do(TechExiled(m.rival, t.dice.pick("sabotage", m.systems, seat=m.seat)))


def scavenge(t: T, m: Moment) -> None:
    """The newest tech in Salvage comes into the hand."""
    t.do(Scavenged(m.seat, m.scrap[-1]))


def can_broadside(m: Moment) -> bool:
    """Like firing, but equal values are enough."""
    weapon, armor = m.s.level(m.seat, "weapon"), m.s.level(m.rival, "armor")
    return m.together and weapon >= armor and not m.s.bonus(m.seat, "no_fire")


PIRACY_CARDS: Mapping[str, tuple[Callable[[Moment], bool], Effect]] = {
    "broadside": (can_broadside, broadside),
    "hijack": (lambda m: m.together and bool(m.loot), steal),
    "abduct": (lambda m: m.together and bool(m.s.ship(m.rival).crew), abduct),
    "sabotage": (lambda m: m.together and bool(m.systems), sabotage),
    "scavenge": (lambda m: bool(m.scrap), scavenge),
    "smuggle": (lambda m: bool(m.s.ships[m.seat].deck or m.s.ships[m.seat].discard), draw_cards),
}
"""Each with when it can be played: GEN-3, never for nothing."""


def playable(s: Pirates, seat: Seat, card: str) -> bool:
    """Can this piracy card be played now?"""
    printed = s.card(card)
    return printed.slot == PIRACY and PIRACY_CARDS[printed.effect][0](Moment(s, seat))


def play_piracy(t: T, seat: Seat, card: str) -> None:
    """The card goes to Salvage, and does what it says."""
    printed = t.state.card(card)
    t.do(PiracyPlayed(seat, card))
    PIRACY_CARDS[printed.effect][1](t, Moment(t.state, seat, printed.amount))
