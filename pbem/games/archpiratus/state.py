"""The table of ArchPiratus as plain data, and what can be read off it."""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, field, replace

from pbem.engine import Seat, State

from .pack import CREDIT, CREW, SYSTEMS, Card, Mission, Pack

AUTO = Seat(99)
"""AP-3: the automatic ship. It has no seat at the table, but flies like one."""
EASY, FINAL = "easy", "final"
BUY, OUTFIT, MOVE, MISSION = "buy", "contract", "move", "mission"


@dataclass
class Ship:
    """A captain's side of the table."""

    station: str = EASY
    hits: int = 0
    deck: list[str] = field(default_factory=list)
    """Face down; the top is the first."""
    hand: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    """Cards used as credits, until the Buy step ends."""
    discard: list[str] = field(default_factory=list)
    tech: dict[str, str] = field(default_factory=dict)
    crew: list[str] = field(default_factory=list)
    missions: list[str] = field(default_factory=list)
    """Taken, each on a Contract card (the automatic ship's lies on none)."""
    done: list[str] = field(default_factory=list)
    admiral: str = ""
    turns: int = 0


@dataclass
class Pirates(State):
    """Two ships, the Store with its decks, and where the turn stands."""

    ships: list[Ship] = field(default_factory=list)
    auto: Ship | None = None
    store: list[str] = field(default_factory=list)
    """Places 1 to 5; an empty string is an empty place."""
    tech_deck: list[str] = field(default_factory=list)
    crew_deck: list[str] = field(default_factory=list)
    contacts: list[str] = field(default_factory=list)
    jobs: dict[str, list[str]] = field(default_factory=dict)
    salvage: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Exiled, or an event that has ended."""
    active: Seat = field(default=Seat(0))
    step: str = ""
    start_points: int = 0
    used: int = 0
    """Credits that the purchases of this turn have cost so far."""
    contracts: int = 0
    """How many Contracts were played, or missions given up, this turn."""
    rotated: bool = False
    drawn: list[str] = field(default_factory=list)
    """Missions turned up together, of which one is being chosen."""

    # Who and what.

    @property
    def pack(self) -> Pack:
        pack: Pack = self.setting.pack
        return pack

    def rule(self, name: str) -> int:
        """A number of the table."""
        return self.pack.table[name]

    def card(self, card: str) -> Card:
        return self.pack.cards[card]

    def job(self, mission: str) -> Mission:
        return self.pack.missions[mission]

    @property
    def solo(self) -> bool:
        return self.auto is not None

    def ship(self, who: Seat) -> Ship:
        """A seat's ship, or the automatic one."""
        if who == AUTO:
            assert self.auto is not None
            return self.auto
        return self.ships[who]

    def rival(self, who: Seat) -> Seat:
        """Who flies against this ship."""
        if self.solo:
            return Seat(0) if who == AUTO else AUTO
        return self.after(who)

    @property
    def captains(self) -> tuple[Seat, ...]:
        """Every ship that flies, the automatic one last."""
        return (*self.seats, AUTO) if self.solo else self.seats

    def deck_of(self, card: str) -> list[str]:
        """AP-1.3: the deck that a Store card comes from."""
        return self.crew_deck if self.card(card).type == CREW else self.tech_deck

    # Values.

    def active_cards(self, who: Seat) -> list[Card]:
        """AP-2.6: the cards whose text speaks for this ship. The automatic ship's do not."""
        ids = list(self.events)
        if who != AUTO:
            ship = self.ship(who)
            ids += [*ship.tech.values(), *ship.crew]
            ids += [ship.admiral] if ship.admiral else []
        return [self.card(card) for card in ids]

    def bonus(self, who: Seat, effect: str) -> int:
        """What the texts in force add to something, all together."""
        return sum(card.amount for card in self.active_cards(who) if card.effect == effect)

    def level(self, who: Seat, system: str) -> int:
        """AP-09: the sum of the equipped cards with this keyword, and of the texts; never < 0."""
        equipped = (self.card(card) for card in self.ship(who).tech.values())
        printed = sum(card.value for card in equipped if system in card.keywords)
        return max(0, printed + self.bonus(who, f"more_{system}"))

    def crew_value(self, who: Seat) -> int:
        """AP-43: the total crew value aboard, Local Contacts included."""
        printed = sum(self.card(card).value for card in self.ship(who).crew)
        return max(0, printed + self.bonus(who, "more_crew"))

    def kinds(self, who: Seat) -> set[str]:
        """The kinds of crew aboard."""
        return {self.card(card).kind for card in self.ship(who).crew}

    def points(self, who: Seat) -> int:
        """AP-44: the points of the missions done."""
        return sum(self.job(mission).points for mission in self.ship(who).done)

    def missing(self, who: Seat, mission: str) -> dict[str, int]:
        """AP-43: what a ship still lacks for a mission: systems, kinds, and crew value."""
        job = self.job(mission)
        lacks = {system: least - self.level(who, system) for system, least in job.tech.items()}
        aboard = self.kinds(who)
        lacks |= {kind: int(kind not in aboard) for kind in job.kinds}
        lacks["crew"] = job.crew - self.crew_value(who)
        return {what: n for what, n in lacks.items() if n > 0}

    def outguns(self, who: Seat, other: Seat) -> bool:
        """AP-2.1: a weapon value higher than the other's armor value; equal is not enough."""
        return self.level(who, "weapon") > self.level(other, "armor")

    def may_fire(self, who: Seat) -> bool:
        """AP-2.1: at the rival's station, outgunning it, and nothing forbids it."""
        rival = self.rival(who)
        here = self.ship(who).station == self.ship(rival).station
        return here and self.outguns(who, rival) and not self.bonus(who, "no_fire")

    @property
    def most_hits(self) -> int:
        """AP-01: the hit that knocks a ship out: the fourth; in the solo game the fifth."""
        return self.rule("solo_hits" if self.solo else "hits")

    def berths(self, who: Seat) -> int:
        """AP-2.3: places for crew."""
        return max(0, self.rule("berths") + self.bonus(who, "more_berths"))

    def contracts_left(self, who: Seat) -> int:
        """AP-2.3: how many Contracts may still be played, or missions given up, this turn."""
        return 1 + max(0, self.bonus(who, "more_contracts")) - self.contracts

    # Prices and purses.

    def price(self, who: Seat, card: str) -> int:
        """AP-2.2: what a Store card costs this captain; a text never makes it free."""
        printed = self.card(card)
        cheaper = self.bonus(who, f"cheaper_{printed.type}")
        return max(min(1, printed.cost), printed.cost - cheaper)

    def contact_price(self, who: Seat) -> int:
        return max(1, self.rule("contact_price") - self.bonus(who, "cheaper_contacts"))

    def salvage_price(self, who: Seat) -> int:
        return max(1, self.rule("salvage_price") - self.bonus(who, "cheaper_salvage"))

    def purse(self, who: Seat) -> int:
        """AP-16: one sum: the Credits in hand, the cards spent, the texts, minus what is used."""
        ship = self.ship(who)
        cards = sum(self.card(card).credit for card in ship.spent)
        bonus = max(0, self.bonus(who, "more_credits"))
        return ship.hand.count(CREDIT) + cards + bonus - self.used

    def spendable(self, who: Seat) -> list[str]:
        """Cards in hand other than Credits that are worth something in the Store."""
        hand = self.ship(who).hand
        return [card for card in hand if card != CREDIT and self.card(card).credit > 0]

    # Places to go.

    def final_open(self, soon: int = 0) -> bool:
        """AP-40: enough points at the start of the active captain's turn, or with `soon` more."""
        early = self.bonus(self.active, "early_final") + soon
        return self.start_points >= self.rule("final_points") - early

    def could_add(self, who: Seat, effect: str) -> int:
        """AP-28: what the cards in hand would add if they were placed first."""
        cards = [self.card(card) for card in self.ship(who).hand]
        return sum(max(0, c.amount) for c in cards if c.effect == effect and c.placeable)

    def same_kind(self, who: Seat, card: str) -> str:
        """The crew aboard of this card's kind, if there is one."""
        kind = self.card(card).kind
        return next((c for c in self.ship(who).crew if self.card(c).kind == kind), "")

    def carried(self, system: str) -> int:
        """AP-52: the level that the automatic ship carries in a slot; an empty one is 0."""
        tech = self.ship(AUTO).tech
        return self.card(tech[system]).value if system in tech else 0

    def beats_auto(self, card: str) -> bool:
        """AP-3.2: a system of a higher level than the automatic ship carries in that slot."""
        printed = self.card(card)
        return self.solo and printed.slot in SYSTEMS and printed.value > self.carried(printed.slot)

    def trial(self, seat: Seat) -> Pirates:
        """The same table with one ship that may be changed, to see what a step would lead to."""
        other, ship = copy(self), self.ships[seat]
        mine = replace(ship, hand=[*ship.hand], tech={**ship.tech}, crew=[*ship.crew])
        mine.missions = [*ship.missions]
        other.ships = [mine if who == seat else self.ships[who] for who in self.seats]
        return other

    def copy(self) -> Pirates:
        """The same table again; the setting, which never changes, is shared."""
        return deepcopy(self, {id(self.setting): self.setting})
