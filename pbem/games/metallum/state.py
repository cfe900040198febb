"""The table of Metallum as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from pbem.engine import Seat, State

from .names import ALPHA, OMEGA
from .pack import Module, Pack, Token

ROBOTS = 25
ROUNDS = 9
SEQUENCE = 3
SLOTS = (1, 0, 0, -1)
"""ML-1.3: what each place in the market adds to the price."""
SETUP, PROGRAMMING, ACTIONS, SCORING, OVER = "setup", "programming", "actions", "scoring", "over"


@dataclass(frozen=True)
class Income:
    """A line of the ledger: $ that came in or went out."""

    round: int
    seat: Seat
    amount: int
    why: str


@dataclass
class Metallum(State):
    """Planets, robots, modules, programs and money."""

    row: list[str] = field(default_factory=list)
    """The planets from Alpha to Omega; those not `up` are known to nobody."""
    up: list[bool] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    """Two planets that are not in this game; nobody knows which."""
    deposits: list[str] = field(default_factory=list)
    robots: list[list[int]] = field(default_factory=list)
    """By seat, then by position in the row."""
    stock: list[int] = field(default_factory=list)
    ships: list[int] = field(default_factory=list)
    money: list[int] = field(default_factory=list)
    ledger: list[Income] = field(default_factory=list)

    market: list[str] = field(default_factory=list)
    """Four slots; '' where there is a gap."""
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    """The action modules, shuffled, until sequence III."""
    aside: list[str] = field(default_factory=list)
    """Planet modules that neither player owns and that are not for sale any more."""
    sites: dict[str, int] = field(default_factory=dict)
    """Where each planet module in play lies."""
    owners: dict[str, Seat] = field(default_factory=dict)
    bought: list[list[str]] = field(default_factory=list)
    """Planet modules each seat has paid for, for the last tie-break."""
    hands: list[list[str]] = field(default_factory=list)
    """Action modules, open beside each player."""

    round: int = 0
    phase: str = SETUP
    used: list[list[str]] = field(default_factory=list)
    programs: list[tuple[str, ...]] = field(default_factory=list)
    order: tuple[Seat, ...] = ()
    """Who acts first this round, once that is settled."""
    active: Seat | None = None
    done: list[str] = field(default_factory=list)
    """Tokens that the active player has run in this action phase."""
    activated: list[str] = field(default_factory=list)
    """Installations used in this action phase (ML-3.7)."""
    ordinary: bool = False
    """Has the active player made the ordinary use of an installation?"""
    played: bool = False
    """Has the active player played an action module?"""

    load: tuple[int, ...] = ()
    """Alpha's installation (MT-35): the planet robots come from, and how many more may."""
    draft: list[str] = field(default_factory=list)
    """ML-7.2: what the active player still wanted to do when something new came up."""

    def copy(self) -> Metallum:
        """The same table again, to try something out on."""
        twin = object.__new__(Metallum)
        facts = vars(self).copy()
        for name in _NESTED:
            facts[name] = [part[:] for part in facts[name]]
        for name in _FLAT:
            facts[name] = facts[name].copy()
        vars(twin).update(facts)
        return twin

    @property
    def pack(self) -> Pack:
        pack: Pack = self.setting.pack
        return pack

    def token(self, token: str) -> Token:
        return self.pack.tokens[token]

    def module(self, module: str) -> Module:
        return self.pack.modules[module]

    def enemy(self, seat: Seat) -> Seat:
        """The other player."""
        return Seat(1 - seat)

    # Places.

    def place(self, at: int) -> str:
        """A position by the name everybody may know: the planet's if it is known, else 'p4'."""
        known = self.up[at] or self.row[at] in (ALPHA, OMEGA)
        return self.row[at] if known else f"p{at + 1}"

    def at(self, place: str) -> int:
        """The position of a place."""
        return int(place[1:]) - 1 if place[1:].isdecimal() else self.row.index(place)

    def planet(self, at: int) -> str:
        """The planet at a position, '' while it is face down."""
        return self.row[at] if self.up[at] else ""

    def face_up(self) -> list[int]:
        return [at for at, up in enumerate(self.up) if up]

    def modules_at(self, at: int) -> list[str]:
        """The planet modules at a position."""
        return [module for module, site in self.sites.items() if site == at]

    # Tokens.

    def active_tokens(self, seat: Seat) -> tuple[str, ...]:
        """ML-3.8: the tokens that are not used in this sequence."""
        return tuple(token for token in self.pack.tokens if token not in self.used[seat])

    def to_run(self, seat: Seat) -> list[str]:
        """The tokens of the program that the acting player has not run yet."""
        return [token for token in self.programs[seat] if token not in self.done]

    @property
    def sequence(self) -> int:
        """ML-1.4: the sequence of the present round, 1 to 3."""
        return (max(self.round, 1) - 1) // SEQUENCE + 1

    @property
    def unseen(self) -> tuple[str, ...]:
        """ML-7.4: the planets nobody has seen yet, in no order that tells anything."""
        hidden = [planet for at, planet in enumerate(self.row) if not self.up[at]]
        return tuple(sorted({*hidden, *self.out} - {OMEGA}))


_NESTED = tuple(f.name for f in fields(Metallum) if str(f.type).startswith("list[list["))
_FLAT = tuple(
    f.name
    for f in fields(Metallum)
    if str(f.type).startswith(("list[", "dict[")) and f.name not in _NESTED
)
"""Which parts a copy must not share: bots copy tables thousands of times a game."""
