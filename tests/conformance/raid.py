"""Raid: a small game that needs every verb of the table.

RA-1 Each turn one raider attacks a fort, with at most one ally, who may betray.
RA-2 Attacker and ally stake coins, secretly and at once.
RA-3 A bystander may ambush; the first to do so is the one.
RA-4 A die decides. Both sides then bury charms and may speak, side by side.
RA-5 Coins may be given away at any time, but not while the die is thrown.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pbem.engine import (
    NEGOTIATION,
    PUBLIC,
    REACTION,
    Act,
    Amount,
    ChooseOne,
    ChooseSome,
    Event,
    Game,
    Meta,
    Ordered,
    Outcome,
    Prompt,
    Seat,
    Setting,
    State,
    Table,
    Text,
    Tongue,
    Wording,
    Words,
    YesNo,
    _,
    only,
)

FORTS = {"mill": 4, "keep": 7}
CHARMS = (
    "crow",
    "fox",
    "owl",
    "stag",
    "hare",
    "pike",
    "wolf",
    "bear",
    "lynx",
    "mole",
    "kite",
    "newt",
)
TURNS = 6


@dataclass
class Raid(State):
    """Coins, charms in secret hands, and whose turn it is."""

    coins: list[int] = field(default_factory=list)
    bank: int = 40
    hands: list[tuple[str, ...]] = field(default_factory=list)
    turn: int = 0

    @property
    def active(self) -> Seat:
        return self.seats[self.turn % len(self.seats)]


# Events.


@dataclass(frozen=True)
class Paid(Event):
    """Coins went from one place to another; None is the bank."""

    audience = PUBLIC
    giver: Seat | None
    taker: Seat | None
    coins: int

    def apply(self, s: Raid) -> None:
        for seat, change in ((self.giver, -self.coins), (self.taker, self.coins)):
            if seat is None:
                s.bank += change
            else:
                s.coins[seat] += change


@dataclass(frozen=True)
class Dealt(Event):
    """A seat got its charms."""

    audience = only("seat")
    reveals = True
    seat: Seat
    charms: tuple[str, ...]

    def apply(self, s: Raid) -> None:
        s.hands[self.seat] = self.charms


@dataclass(frozen=True)
class Began(Event):
    """Everybody sat down with empty hands."""

    audience = PUBLIC

    def apply(self, s: Raid) -> None:
        s.coins = [0 for _seat in s.seats]
        s.hands = [() for _seat in s.seats]


@dataclass(frozen=True)
class TurnEnded(Event):
    """The turn passed on."""

    audience = PUBLIC

    def apply(self, s: Raid) -> None:
        s.turn += 1


@dataclass(frozen=True)
class Marched(Event):
    """RA-1: a raider chose a fort, and what to look for first."""

    audience = PUBLIC
    seat: Seat
    fort: str
    wishes: tuple[str, ...]

    def sentence(self) -> Text:
        return _("%(seat)s marches on the %(fort)s.", seat=self.seat, fort=self.fort)


@dataclass(frozen=True)
class Joined(Event):
    """RA-1: somebody joined, for a price."""

    audience = PUBLIC
    seat: Seat
    price: int


@dataclass(frozen=True)
class Betrayed(Event):
    """RA-1: the ally changed sides."""

    audience = PUBLIC
    seat: Seat


@dataclass(frozen=True)
class Ambushed(Event):
    """RA-3: somebody lay in wait."""

    audience = PUBLIC
    seat: Seat


@dataclass(frozen=True)
class Rolled(Event):
    """RA-4: the die fell."""

    audience = PUBLIC
    reveals = True
    die: int


@dataclass(frozen=True)
class Buried(Event):
    """RA-4: how many charms were put away."""

    audience = PUBLIC
    seat: Seat
    count: int


@dataclass(frozen=True)
class BuriedThese(Event):
    """RA-4: which charms were put away."""

    audience = only("seat")
    seat: Seat
    charms: tuple[str, ...]

    def apply(self, s: Raid) -> None:
        s.hands[self.seat] = tuple(c for c in s.hands[self.seat] if c not in self.charms)


@dataclass(frozen=True)
class Spoke(Event):
    """RA-4: last words."""

    audience = PUBLIC
    seat: Seat
    words: Wording

    def sentence(self) -> Text:
        return _("%(seat)s says: %(words)s", seat=self.seat, words=self.words)


EVENTS: tuple[type[Event], ...] = (
    Paid,
    Dealt,
    Began,
    TurnEnded,
    Marched,
    Joined,
    Betrayed,
    Ambushed,
    Rolled,
    Buried,
    BuriedThese,
    Spoke,
)

# Prompts.


@dataclass
class Target(ChooseOne[Raid, str]):
    rule = "RA-1"

    def values(self, s: Raid) -> Sequence[str]:
        return tuple(FORTS)

    def sentence(self, s: Raid) -> Text:
        return _("Which fort do you attack?")


@dataclass
class Wishes(Ordered[Raid, str]):
    rule = "RA-1"

    def values(self, s: Raid) -> Sequence[str]:
        return ("gold", "grain", "glory")

    def at_least(self, s: Raid) -> int:
        return 1

    def sentence(self, s: Raid) -> Text:
        return _("What do you look for, in which order?")


@dataclass
class Price(Amount[Raid]):
    """Zero means no."""

    rule = "RA-1"
    pace = NEGOTIATION

    def high(self, s: Raid) -> int:
        return 3

    def sentence(self, s: Raid) -> Text:
        return _("%(seat)s asks for help. Your price? 0 is no.", seat=s.active)

    def facts(self, s: Raid) -> Mapping[str, int]:
        return {"rich": s.coins[s.active], "who": int(s.active)}


@dataclass
class Betray(YesNo[Raid]):
    rule = "RA-1"
    pace = REACTION

    def sentence(self, s: Raid) -> Text:
        return _("Do you betray %(seat)s?", seat=s.active)


@dataclass
class Stake(Amount[Raid]):
    rule = "RA-2"
    opens = True

    def high(self, s: Raid) -> int:
        return min(5, s.coins[self.seat])

    def sentence(self, s: Raid) -> Text:
        return _("How many coins do you stake?")


@dataclass
class Ambush(YesNo[Raid]):
    rule = "RA-3"
    pace = REACTION

    def sentence(self, s: Raid) -> Text:
        return _("Do you lie in wait?")


@dataclass
class Bury(ChooseSome[Raid, str]):
    rule = "RA-4"

    def values(self, s: Raid) -> Sequence[str]:
        return s.hands[self.seat]

    def at_most(self, s: Raid) -> int:
        return min(1, len(s.hands[self.seat]))

    def sentence(self, s: Raid) -> Text:
        return _("Which charm do you bury?")


@dataclass
class LastWords(Words[Raid]):
    rule = "RA-4"
    pace = REACTION

    def sentence(self, s: Raid) -> Text:
        return _("Any last words?")


@dataclass
class Gift(Act[Raid, int], Amount[Raid]):
    """RA-5."""

    rule = "RA-5"
    to: Seat = field(default=Seat(0))

    @property
    def tag(self) -> str:  # type: ignore[override]  # a gift is told apart by who gets it
        return str(int(self.to))

    def low(self, s: Raid) -> int:
        return 1

    def high(self, s: Raid) -> int:
        return s.coins[self.seat]

    def sentence(self, s: Raid) -> Text:
        return _("Give coins to %(seat)s.", seat=self.to)

    def carry_out(self, t: Table[Any], value: int) -> None:
        t.do(Paid(self.seat, self.to, value))


# Rules.


async def turn(t: Table[Raid]) -> None:
    """RA-1: march, find an ally, stake, be ambushed, roll, mourn."""
    s, me = t.state, t.state.active
    fort = await t.ask(Target(me))
    t.do(Marched(me, fort, await t.ask(Wishes(me))))
    ally = await find_ally(t, me)
    traitor = ally is not None and await t.ask(Betray(ally))
    if ally is not None and traitor:
        t.do(Betrayed(ally))
    fighters = [me] if ally is None else [me, ally]
    stakes = await t.ask_all(Stake(seat) for seat in fighters)
    for seat, coins in stakes.items():
        t.do(Paid(seat, None, coins))
    with t.closed(Gift):
        await clash(t, fort, fighters, stakes, traitor)
    await t.side_by_side(*(mourn(t, seat) for seat in fighters))
    if s.turn < TURNS - 1:
        await t.side_by_side(breathe(t), breathe(t))
    t.do(TurnEnded())


async def breathe(t: Table[Raid]) -> None:
    """A rule that asks nothing, side by side with another."""


async def find_ally(t: Table[Raid], me: Seat) -> Seat | None:
    """RA-1: the first affordable price is taken; the others need not answer any more."""
    others = [seat for seat in t.seats if seat != me]
    async for seat, price in t.any_of(Price(seat) for seat in others):
        if 0 < price <= t.state.coins[me]:
            t.do(Paid(me, seat, price))
            t.do(Joined(seat, price))
            return seat
    return None


async def clash(
    t: Table[Raid], fort: str, fighters: list[Seat], stakes: dict[Seat, int], traitor: bool
) -> None:
    """RA-3, RA-4: the first ambush counts, then the die."""
    bystanders = [seat for seat in t.seats if seat not in fighters]
    ambush = await t.first(Ambush(seat) for seat in bystanders)
    if ambush:
        t.do(Ambushed(ambush[0]))
    (die,) = t.dice.roll("raid", seat=fighters[0])
    t.do(Rolled(die))
    me, *allies = fighters
    help_ = sum(stakes[ally] for ally in allies) * (-1 if traitor else 1)
    if die + stakes[me] + help_ - (2 if ambush else 0) >= FORTS[fort]:
        t.do(Paid(None, me, FORTS[fort]))


async def mourn(t: Table[Raid], seat: Seat) -> None:
    """RA-4: bury a charm, say something."""
    charms = await t.ask(Bury(seat))
    t.do(BuriedThese(seat, charms))
    t.do(Buried(seat, len(charms)))
    words = await t.ask(LastWords(seat))
    if words:
        t.do(Spoke(seat, words))


class RaidGame(Game[Raid]):
    """The fixture."""

    meta = Meta("raid", "Raid", _("Forts, allies and coins."), (3, 4))
    state = Raid
    events = EVENTS

    def set_up(self, setting: Setting) -> Raid:
        return Raid(setting)

    async def play(self, t: Table[Raid]) -> Outcome:
        s = t.state
        if not s.coins:
            self.deal(t)
        while s.turn < TURNS:
            t.milestone()
            await turn(t)
        best = max(s.coins)
        winners = tuple(seat for seat in s.seats if s.coins[seat] == best)
        return Outcome("coins", winners, tuple(s.coins))

    def deal(self, t: Table[Raid]) -> None:
        t.do(Began())
        charms = t.dice.shuffle("charms", CHARMS)
        for seat in t.seats:
            t.do(Paid(None, seat, 5))
            t.do(Dealt(seat, charms[3 * seat : 3 * seat + 3]))

    def acts(self, s: Raid, seat: Seat) -> Sequence[Act[Raid, Any]]:
        if not s.coins or not s.coins[seat]:
            return ()
        return [Gift(seat, other) for other in s.seats if other != seat]

    def turn_sheet(self, s: Raid, seat: Seat) -> Sequence[Prompt[Raid, Any]]:
        return [Target(seat), Wishes(seat), Stake(seat)]

    def view(self, s: Raid, seat: Seat | None) -> Mapping[str, Any]:
        return {
            "coins": list(s.coins),
            "bank": s.bank,
            "charms": [len(hand) for hand in s.hands],
            "mine": list(s.hands[seat]) if seat is not None and s.hands else [],
            "turn": s.turn,
        }

    def board(self, view: Mapping[str, Any], tongue: Tongue) -> str:
        rows = [f"{tongue.name(Seat(i))[:20]:<20} {n:>3}" for i, n in enumerate(view["coins"])]
        return "\n".join(rows)

    def worlds(self, s: Raid, seat: Seat | None, rng: random.Random) -> Iterable[Raid]:
        """Other charms in the others' hands, as many as before."""
        for _world in range(3):
            other = deepcopy(s)
            mine = set(s.hands[seat]) if seat is not None else set()
            free = [c for c in CHARMS if c not in mine]
            rng.shuffle(free)
            for i, hand in enumerate(s.hands):
                if i != seat:
                    other.hands[i] = tuple(free.pop() for _charm in hand)
            yield other

    def invariants(self, s: Raid) -> Iterable[str]:
        if s.bank + sum(s.coins) != 40:
            yield f"There are {s.bank + sum(s.coins)} coins instead of 40."
        if any(coins < 0 for coins in s.coins):
            yield "Somebody has fewer than no coins."


GAME = RaidGame()
