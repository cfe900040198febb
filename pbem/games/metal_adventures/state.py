"""The table of Metal Adventures as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.engine import Seat, State

from .deals import AllyTerms, Bargain, Promise
from .effects import adjusted
from .pack import Effect, Pack

START_POWER = 8
MOST_DAMAGE = 4
MOST_JUDGMENT = 4
MOST_IMPROVEMENTS = 4
MOST_TROPHIES = 2
ROW = 4
CREDITS = 72
GLORY_TO_END = 9
DECK_TO_END = 2

BANK, POT = "bank", "pot"
ATTACK, DEFENCE = "attack", "defence"
UNUSED = -1
"""A Metal Faktor die that is not used in this battle."""


@dataclass(frozen=True)
class Held:
    """A trophy in hand, and how many deeds had been done when it came there. MA-5.3."""

    card: str
    since: int


@dataclass(frozen=True)
class Deed:
    """MA-5.3: something a captain did this turn, with its number in the whole game."""

    number: int
    seat: Seat
    name: str
    amount: int


@dataclass(frozen=True)
class GloryLine:
    """One line of the glory ledger: who, how much, why, in which turn."""

    turn: int
    seat: Seat
    change: int
    why: str


@dataclass(frozen=True)
class Extra:
    """What a support card adds to one side's score (or takes away)."""

    side: str
    card: str
    amount: int


@dataclass(frozen=True)
class Line:
    """One line of a battle's receipt: which side, what for, whose, how much."""

    side: str
    what: str
    seat: Seat | None
    name: str
    amount: int


@dataclass
class Battle:
    """The battle being fought, or the last one that was. MA-6, MA-7."""

    kind: str
    """space, karokum, planet or challenge."""
    attacker: Seat
    target: str = ""
    """The ship's name or the planet; empty in a challenge and before a ship is chosen."""
    defender: Seat | None = None
    ranking: list[Seat] = field(default_factory=list)
    willing: list[Seat] = field(default_factory=list)
    terms: list[AllyTerms] = field(default_factory=list)
    """MA-6.4, MA-7.1: what helpers were offered, or have named instead."""
    allies: list[Seat] = field(default_factory=list)
    """On the attacker's side, the attacker not counted."""
    backers: list[Seat] = field(default_factory=list)
    """On the challenged side, the challenged captain not counted."""
    traitor: Seat | None = None
    faktor: list[int] = field(default_factory=list)
    """Each seat's Metal Faktor face in this battle; UNUSED if it is not rolled."""
    debt: int = 0
    orange: int = 0
    gray: int = 0
    extras: list[Extra] = field(default_factory=list)
    shielded: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    """The loser's wrecks or improvements in the order in which chance laid them out."""
    result: str = ""
    """won or lost, from the attacker's side, once it is settled."""

    def fighters(self, side: str) -> list[Seat]:
        """The captains of one side, the principal first."""
        if side == ATTACK:
            return [self.attacker, *(seat for seat in self.allies if seat != self.traitor)]
        if self.defender is not None:
            return [self.defender, *self.backers]
        return [] if self.traitor is None else [self.traitor]

    def side_of(self, seat: Seat) -> str:
        """Which side a fighter is on."""
        return ATTACK if seat in self.fighters(ATTACK) else DEFENCE

    def other(self, seat: Seat) -> str:
        """The side a fighter is not on."""
        return DEFENCE if self.side_of(seat) == ATTACK else ATTACK


@dataclass
class MetalAdventures(State):
    """Everything on the table. What is secret is said in `view.py` and `worlds.py`."""

    ready: bool = False
    turn: int = 0
    active: Seat = field(default=Seat(0))
    stage: str = "set-up"
    """set-up, choice, rest, travel, tour, battle, end, passed: where the turn stands."""
    # The captains.
    bases: list[str] = field(default_factory=list)
    credits: list[int] = field(default_factory=list)
    damage: list[int] = field(default_factory=list)
    glory: list[int] = field(default_factory=list)
    judgment: list[int] = field(default_factory=list)
    faktor: list[int] = field(default_factory=list)
    improvements: list[list[str]] = field(default_factory=list)
    hands: list[list[Held]] = field(default_factory=list)
    offered: list[list[str]] = field(default_factory=list)
    wrecks: list[list[str]] = field(default_factory=list)
    automatic: list[bool] = field(default_factory=list)
    resigned: list[Seat] = field(default_factory=list)
    # The board.
    purse: dict[str, int] = field(default_factory=dict)
    space_deck: list[str] = field(default_factory=list)
    space: list[str] = field(default_factory=list)
    karokum: list[str] = field(default_factory=list)
    bazaar: list[str] = field(default_factory=list)
    shop_deck: list[str] = field(default_factory=list)
    shop: list[str] = field(default_factory=list)
    trophy_deck: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    # The talk, MA-8.
    offers: list[Bargain] = field(default_factory=list)
    """At most one from each captain to each other."""
    opened: list[list[int]] = field(default_factory=list)
    """How many offers each captain has laid before each other so far."""
    promises: list[Promise] = field(default_factory=list)
    """The ledger: a promise's number is its place in it."""
    # This turn.
    battle: Battle | None = None
    brotherhood: bool = False
    """Has the active captain settled with the Brotherhood, or chosen to rest?"""
    toured: list[int] = field(default_factory=list)
    """The numbers of the tour's actions taken this turn."""
    attacked: str = ""
    """The planet attacked this turn."""
    event: str = ""
    """The event that applied this turn."""
    judged: list[Seat] = field(default_factory=list)
    claimed: list[Seat] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    deed_count: int = 0
    ledger: list[GloryLine] = field(default_factory=list)
    before: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Power, damage, glory and judgment of each captain when the turn began."""

    @property
    def pack(self) -> Pack:
        """The cards this game is played with."""
        pack: Pack = self.setting.pack
        return pack

    # MA-2, the astrolabe.

    def equipment(self, seat: Seat) -> list[str]:
        return [card for card in self.improvements[seat] if card in self.pack.equipment]

    def supports(self, seat: Seat) -> list[str]:
        return [card for card in self.improvements[seat] if card in self.pack.supports]

    def effects(self, seat: Seat) -> list[tuple[str, Effect]]:
        """The lasting effects a captain has, each with the card it comes from."""
        own = [(self.bases[seat], self.pack.bases[self.bases[seat]].effect)]
        for card in self.equipment(seat):
            effect = self.pack.equipment[card].effect
            if effect is not None:
                own.append((card, effect))
        return own

    def power(self, seat: Seat) -> int:
        """MA-2.1: 8 and equipment, less damage, never below 0."""
        gear = sum(self.pack.equipment[card].power for card in self.equipment(seat))
        return max(0, START_POWER + gear - self.damage[seat])

    def support_power(self, seat: Seat) -> int:
        """MA-2.2: what a captain adds to somebody else's battle."""
        return adjusted(self, seat, "support_power", self.pack.support_of(self.power(seat)))

    def infamous(self, seat: Seat) -> bool:
        """MA-2.5: with 4 points of Judgment nobody fights beside you."""
        return self.judgment[seat] >= MOST_JUDGMENT

    # Who is who.

    def others(self, seat: Seat) -> list[Seat]:
        """The other captains, clockwise from this one."""
        return list(self.clockwise(seat)[1:])

    def weakest(self, seats: Sequence[Seat]) -> Seat:
        """Of these captains the one with the lowest main power; the first of several."""
        return min(seats, key=self.power)

    def exempt(self, seat: Seat) -> bool:
        """MA-4.3: strictly the lowest main power pays no Brotherhood."""
        return all(self.power(seat) < self.power(other) for other in self.others(seat))

    def top_back(self) -> str:
        """MA-10.6: the back of the Space deck's top card; empty if there is none."""
        return self.pack.space(self.space_deck[0]).space if self.space_deck else ""

    def visited(self, seat: Seat) -> tuple[int, ...]:
        """The tour's actions this captain has taken this turn."""
        return tuple(self.toured) if seat == self.active else ()

    @property
    def fight(self) -> Battle:
        """The battle being fought; asked only while there is one."""
        assert self.battle is not None
        return self.battle
