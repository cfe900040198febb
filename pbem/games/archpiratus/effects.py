"""AP-2.6, the golden rule: what the texts of cards do. One effect, one small function.

Lasting effects are numbers that the state adds up (`State.bonus`); here they only have words.
The others are carried out by a function when their moment comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine import Seat, Table, Text, _, n_

from .events.effects import (
    ContactCame,
    PiracyPlayed,
    Repaired,
    Scavenged,
    Stolen,
    SwarmStruck,
)
from .events.ship import CrewLost, TechExiled
from .events.turn import CardsDrawn, CardsSeen, Deflected, DeckShuffled, DiscardShuffled, Fired
from .pack import CONTRACT, CREDIT, PIRACY, SYSTEMS, Card
from .state import Pirates

T = Table[Pirates]
Effect = Callable[[T, Seat, int], None]
Words = Callable[[int], Text]

LASTING: Mapping[str, Words] = {
    "more_weapon": lambda n: _("Weapon value %(n)+d.", n=n),
    "more_armor": lambda n: _("Armor value %(n)+d.", n=n),
    "more_crew": lambda n: _("Crew value %(n)+d.", n=n),
    "more_credits": lambda n: _("%(n)+d credits in every Buy step.", n=n),
    "more_cards": lambda n: _("%(n)+d cards drawn each turn.", n=n),
    "more_contracts": lambda n: _("%(n)+d Contracts each turn.", n=n),
    "more_berths": lambda n: _("%(n)+d places for crew.", n=n),
    "cheaper_tech": lambda n: _("The price of Store tech changes by %(n)+d.", n=-n),
    "cheaper_crew": lambda n: _("The price of Store crew changes by %(n)+d.", n=-n),
    "cheaper_salvage": lambda n: _("The price of Salvage changes by %(n)+d.", n=-n),
    "cheaper_contacts": lambda n: _("The price of Local Contacts changes by %(n)+d.", n=-n),
    "early_final": lambda n: _("The final station opens %(n)d points earlier.", n=n),
    "second_look": lambda n: _("A Contract turns up two missions; keep one."),
}
MOMENTS: Mapping[str, Words] = {
    "draw_on_placing": lambda n: n_(
        "When placed: draw a card.", "When placed: draw %(n)d cards.", n
    ),
    "repair_on_placing": lambda n: n_(
        "When placed: repair a hit.", "When placed: repair %(n)d hits.", n
    ),
    "repair_on_mission": lambda n: n_(
        "After a mission: repair a hit.", "After a mission: repair %(n)d hits.", n
    ),
    "contact_on_mission": lambda n: _("After a mission: a Local Contact for nothing."),
    "deflect": lambda n: _("Exile this instead of taking a hit."),
    "loot_on_hit": lambda n: _("When you hit: steal a random crew or tech from their discard."),
}
ON_CARDS: Mapping[str, Words] = {**LASTING, **MOMENTS}
PLAYED: Mapping[str, Words] = {
    "broadside": lambda n: _("Same station, weapon at least their armor: one hit."),
    "hijack": lambda n: _("Same station: steal a random crew or tech from their discard."),
    "abduct": lambda n: _("Same station: their weakest crew leaves the ship."),
    "sabotage": lambda n: _("Same station: exile a random system of theirs."),
    "scavenge": lambda n: _("Take the newest tech in Salvage into your hand."),
    "smuggle": lambda n: n_("Draw a card.", "Draw %(n)d cards.", n),
}
FOR_EVENTS: Mapping[str, Words] = {
    "no_fire": lambda n: _("Nobody may fire."),
    "swarm": lambda n: _("At once: a hit for every ship with armor below 2, never the last."),
}
ALL: Mapping[str, Words] = {**ON_CARDS, **PLAYED, **FOR_EVENTS}


def text_of(card: Card) -> Text | None:
    """What a card says, in words."""
    return ALL[card.effect](card.amount) if card.effect else None


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
        steal(t, by, 1)


def shielded(t: T, who: Seat) -> bool:
    """A card that can be exiled instead of taking a hit is, the first on the mat."""
    cards = [c.id for c in t.state.active_cards(who) if c.effect == "deflect"]
    if cards:
        t.do(Deflected(who, cards[0]))
    return bool(cards)


def steal(t: T, seat: Seat, amount: int) -> None:
    """AP-46: chance chooses a crew or tech card in the rival's discard."""
    s = t.state
    there = loot(s, seat)
    if there:
        card = t.dice.pick("loot", there, seat=seat)
        t.do(Stolen(seat, s.rival(seat), card))


def loot(s: Pirates, seat: Seat) -> list[str]:
    """What can be stolen; the automatic ship has no discard."""
    discard = s.ship(s.rival(seat)).discard
    return [card for card in discard if card not in (CREDIT, CONTRACT)]


def together(s: Pirates, seat: Seat) -> bool:
    return s.ship(seat).station == s.ship(s.rival(seat)).station


# Moments.


def repair(t: T, seat: Seat, amount: int) -> None:
    """Take hits off a ship, as far as there are any."""
    hits = t.state.ships[seat].hits
    if hits:
        t.do(Repaired(seat, max(0, hits - amount)))


def gain_contact(t: T, seat: Seat, amount: int) -> None:
    """AP-21: the top Local Contact, while there are any."""
    if t.state.contacts:
        t.do(ContactCame(seat, t.state.contacts[0]))


ON_PLACING: Mapping[str, Effect] = {"draw_on_placing": draw, "repair_on_placing": repair}
ON_MISSION: Mapping[str, Effect] = {
    "repair_on_mission": repair,
    "contact_on_mission": gain_contact,
}


def after_mission(t: T, seat: Seat) -> None:
    """All texts that speak when a mission is done, in the order of the mat and the berths."""
    for card in t.state.active_cards(seat):
        if card.effect in ON_MISSION:
            ON_MISSION[card.effect](t, seat, card.amount)


def swarm(t: T) -> None:
    """The one event that strikes at once: every captain, the active one first (GEN-1)."""
    s = t.state
    order = sorted(s.captains, key=lambda who: who != s.active)
    for who in order:
        hits = s.ship(who).hits + 1
        if s.level(who, "armor") < 2 and hits < s.most_hits and not shielded(t, who):
            t.do(SwarmStruck(who, hits))


# Piracy: played from the hand in the Contract step.


def broadside(t: T, seat: Seat, amount: int) -> None:
    hit(t, seat, t.state.rival(seat))


def abduct(t: T, seat: Seat, amount: int) -> None:
    s = t.state
    rival = s.rival(seat)
    weakest = min(s.ship(rival).crew, key=lambda card: s.card(card).value)
    t.do(CrewLost(rival, weakest))


def sabotage(t: T, seat: Seat, amount: int) -> None:
    s = t.state
    rival = s.rival(seat)
    t.do(TechExiled(rival, t.dice.pick("sabotage", systems(s, rival), seat=seat)))


def scavenge(t: T, seat: Seat, amount: int) -> None:
    t.do(Scavenged(seat, scrap(t.state)[-1]))


def systems(s: Pirates, who: Seat) -> list[str]:
    """The systems a ship carries, slot by slot."""
    tech = s.ship(who).tech
    return [tech[slot] for slot in SYSTEMS if slot in tech]


def scrap(s: Pirates) -> list[str]:
    """What a wrecker's lamp finds: tech that is not piracy itself."""
    return [c for c in s.salvage if s.card(c).slot and s.card(c).slot != PIRACY]


PIRACY_CARDS: Mapping[str, tuple[Callable[[Pirates, Seat], bool], Effect]] = {
    "broadside": (
        lambda s, seat: (
            together(s, seat)
            and s.level(seat, "weapon") >= s.level(s.rival(seat), "armor")
            and not s.bonus(seat, "no_fire")
        ),
        broadside,
    ),
    "hijack": (lambda s, seat: together(s, seat) and bool(loot(s, seat)), steal),
    "abduct": (
        lambda s, seat: together(s, seat) and bool(s.ship(s.rival(seat)).crew),
        abduct,
    ),
    "sabotage": (
        lambda s, seat: together(s, seat) and bool(systems(s, s.rival(seat))),
        sabotage,
    ),
    "scavenge": (lambda s, seat: bool(scrap(s)), scavenge),
    "smuggle": (lambda s, seat: bool(s.ships[seat].deck or s.ships[seat].discard), draw),
}
"""Each with when it can be played: GEN-3, never for nothing."""


def playable(s: Pirates, seat: Seat, card: str) -> bool:
    """Can this piracy card be played now?"""
    printed = s.card(card)
    return printed.slot == PIRACY and PIRACY_CARDS[printed.effect][0](s, seat)


def play_piracy(t: T, seat: Seat, card: str) -> None:
    """The card goes to Salvage, and does what it says."""
    printed = t.state.card(card)
    t.do(PiracyPlayed(seat, card))
    PIRACY_CARDS[printed.effect][1](t, seat, printed.amount)
