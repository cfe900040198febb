"""Games small enough to read: a purse per seat, and rules that a test brings along.

`game(rules)` makes a game of any coroutine. `FAIR` is a whole one that uses every verb.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pbem.engine import (
    ACT,
    ANSWER,
    CLOCK,
    NOBODY,
    PLAN,
    PUBLIC,
    REACTION,
    RESIGN,
    Act,
    Amount,
    ChooseOne,
    ChooseSome,
    Dice,
    Entry,
    Event,
    Game,
    Item,
    Match,
    Meta,
    Ordered,
    Outcome,
    Seat,
    Setting,
    State,
    Step,
    Table,
    Text,
    Tongue,
    Wording,
    Words,
    YesNo,
    _,
    begin,
    only,
)

A, B, C = Seat(0), Seat(1), Seat(2)
SECRET = b"a secret of thirty-two bytes, yes"
GOODS = ("bread", "brine", "cloth", "salt")


@dataclass
class Purse(State):
    """Coins, what was told aloud, and what lies face down."""

    coins: list[int] = field(default_factory=list)
    story: list[str] = field(default_factory=list)
    goods: tuple[str, ...] = GOODS
    deck: tuple[str, ...] = ()
    round: int = 0


# What can happen.


@dataclass(frozen=True)
class Told(Event):
    """Something was said aloud."""

    audience = PUBLIC
    what: str

    def apply(self, s: Purse) -> None:
        s.story.append(self.what)

    def sentence(self) -> Text:
        return _("It is said: %(what)s.", what=self.what)


@dataclass(frozen=True)
class Whispered(Event):
    """Something was said to one seat."""

    audience = only("seat")
    seat: Seat
    what: str


@dataclass(frozen=True)
class Spent(Event):
    """A seat laid out coins."""

    audience = PUBLIC
    seat: Seat
    coins: int

    def apply(self, s: Purse) -> None:
        s.coins[self.seat] -= self.coins


@dataclass(frozen=True)
class Threw(Event):
    """Dice fell for all to see."""

    audience = PUBLIC
    reveals = True
    dice: tuple[int, ...]

    def apply(self, s: Purse) -> None:
        s.story.append(f"dice {self.dice}")


@dataclass(frozen=True)
class Peeked(Event):
    """One seat saw something new."""

    audience = only("seat")
    reveals = True
    seat: Seat


@dataclass(frozen=True)
class Stacked(Event):
    """The deck was put into an order that nobody knows."""

    audience = NOBODY
    order: tuple[str, ...]

    def apply(self, s: Purse) -> None:
        s.deck = self.order


@dataclass(frozen=True)
class RoundBegan(Event):
    """The next round."""

    audience = PUBLIC
    round: int

    def apply(self, s: Purse) -> None:
        s.round = self.round


EVENTS: tuple[type[Event], ...] = (Told, Whispered, Spent, Threw, Peeked, Stacked, RoundBegan)


# What is asked.


@dataclass
class Bid(Amount[Purse]):
    """Coins from the own purse; shown when all are in."""

    rule = "SM-1"
    opens = True

    def high(self, s: Purse) -> int:
        return s.coins[self.seat]

    def sentence(self, s: Purse) -> Text:
        return _("How many of your %(n)d coins do you bid?", n=s.coins[self.seat])

    def facts(self, s: Purse) -> Mapping[str, int | str]:
        return {"coins": s.coins[self.seat], "round": s.round, "story": " ".join(s.story)}


@dataclass
class Stake(Bid):
    """As a bid, but never shown."""

    opens = False


@dataclass
class Accept(YesNo[Purse]):
    """Do you take it?"""

    pace = REACTION

    def sentence(self, s: Purse) -> Text:
        return _("Do you take it?")


@dataclass
class Buy(ChooseOne[Purse, str]):
    """One of the goods that are left."""

    def values(self, s: Purse) -> Sequence[str]:
        return s.goods

    def every(self, s: Purse) -> Sequence[str]:
        return GOODS


@dataclass
class Load(ChooseSome[Purse, str]):
    """One to three of the goods."""

    def values(self, s: Purse) -> Sequence[str]:
        return s.goods

    def at_least(self, s: Purse) -> int:
        return 1

    def at_most(self, s: Purse) -> int:
        return 3

    def fits(self, s: Purse, chosen: tuple[str, ...]) -> Text | None:
        if {"brine", "cloth"} <= set(chosen):
            return _("Brine spoils cloth. Leave one of them out.")
        return None


@dataclass
class Route(Ordered[Purse, str]):
    """Any of the goods, in an order that matters."""

    def values(self, s: Purse) -> Sequence[str]:
        return s.goods


@dataclass
class Whom(ChooseOne[Purse, Seat]):
    """Somebody else."""

    def values(self, s: Purse) -> Sequence[Seat]:
        return [seat for seat in s.seats if seat != self.seat]


@dataclass
class Speak(Words[Purse]):
    """A few words."""

    def sentence(self, s: Purse) -> Text:
        return _("What do you say?")


# What may be done unasked.


@dataclass
class Give(Act[Purse, int], Amount[Purse]):
    """Give coins away."""

    def high(self, s: Purse) -> int:
        return s.coins[self.seat]

    def carry_out(self, t: Table[Purse], value: int) -> None:
        t.do(Spent(self.seat, value))


@dataclass
class Shout(Act[Purse, bool], YesNo[Purse]):
    """Shout through the door named by the tag."""

    tag: str = "front"  # type: ignore[misc]  # what tells two acts of one kind apart

    def carry_out(self, t: Table[Purse], value: bool) -> None:
        t.do(Told(f"shout {self.tag} {value}"))


Rules = Callable[[Table[Purse]], Coroutine[Any, Any, Outcome]]


class SmallGame(Game[Purse]):
    """A game whose rulebook is whatever it was given."""

    state = Purse
    events = EVENTS

    def __init__(self, rules: Rules, version: int = 1) -> None:
        self.rulebook = rules
        self.meta = Meta("small", "Small", _("A test."), (1, 2, 3, 5), version)

    def set_up(self, setting: Setting) -> Purse:
        return Purse(setting, coins=[5 for _seat in setting.seats])

    async def play(self, t: Table[Purse]) -> Outcome:
        return await self.rulebook(t)

    def view(self, s: Purse, seat: Seat | None) -> Mapping[str, Any]:
        return {"coins": list(s.coins), "seat": seat}

    def board(self, view: Mapping[str, Any], tongue: Tongue) -> str:
        return " ".join(map(str, view["coins"]))

    def worlds(self, s: Purse, seat: Seat | None, rng: random.Random) -> Iterable[Purse]:
        yield deepcopy(s)

    def acts(self, s: Purse, seat: Seat) -> Sequence[Act[Purse, Any]]:
        return (Give(seat), Shout(seat), Shout(seat, tag="back"))


def game(rules: Rules) -> SmallGame:
    """A game of these rules."""
    return SmallGame(rules)


def table(rules: Rules, seats: int = 2, *, dice: Dice | None = None, keep: bool = False) -> Match:
    """A match of these rules, begun."""
    return begin(game(rules), seats, secret=SECRET, dice=dice, keep=keep)


END = Outcome("done", (A,))


# Knocking at the door.


def key_of(match: Match, seat: Seat, kind: str = "") -> str:
    """The key of the prompt that this seat has open (of this kind, if it has several)."""
    (found,) = (
        key
        for key, asking in match.open.items()
        if asking.prompt.seat == seat and kind in ("", asking.prompt.kind)
    )
    return found


def answer(match: Match, seat: Seat, value: Any, kind: str = "", **more: str) -> Step:
    """Answer the open prompt of this seat."""
    return match.enter(Entry(match.seq + 1, ANSWER, seat, key_of(match, seat, kind), value, **more))


def clock(match: Match, seat: Seat, kind: str = "") -> Step:
    """Let the time of this seat run out."""
    key = key_of(match, seat, kind)
    return match.enter(Entry(match.seq + 1, CLOCK, seat, key, match.due_default(key)))


def act(match: Match, seat: Seat, name: str, value: Any) -> Step:
    """Do something unasked."""
    return match.enter(Entry(match.seq + 1, ACT, seat, name, value))


def plan(match: Match, seat: Seat, *items: Item) -> Step:
    """Lay down answers beforehand."""
    body = [match.game.codec.encode(item) for item in items]
    return match.enter(Entry(match.seq + 1, PLAN, seat, value=body))


def resign(match: Match, seat: Seat) -> Step:
    """Give up a seat."""
    return match.enter(Entry(match.seq + 1, RESIGN, seat))


def waited_for(match: Match) -> list[tuple[int, str]]:
    """Whom the match waits for, and with what."""
    return sorted((int(a.prompt.seat), a.prompt.kind) for a in match.waiting())


def told(match: Match) -> list[Event]:
    """Everything that has happened in what still counts of the log."""
    return [event for seq in sorted(match.steps) for event in match.steps[seq].events]


def play_on(match: Match, rng: random.Random, most: int = 400) -> Match:
    """Answer at random until the game is over, or so many times."""
    for _turn in range(most):
        waiting = match.waiting()
        if not waiting:
            break
        asking = rng.choice(waiting)
        value = asking.prompt.sample(match.state, rng)
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
    return match


# A whole game with every verb.


async def fair(t: Table[Purse]) -> Outcome:
    """FA-1: four rounds of a fair."""
    s = t.state
    if not s.deck:
        t.do(Stacked(t.dice.shuffle("deck", GOODS)))
    while s.round < 4:
        t.milestone()
        t.do(RoundBegan(s.round + 1))
        await fair_round(t)
    best = max(s.coins)
    return Outcome("rich", tuple(x for x in s.seats if s.coins[x] == best), tuple(s.coins))


async def fair_round(t: Table[Purse]) -> None:
    """FA-2: bids, errands, an offer and talk."""
    bids = await t.ask_all(Stake(seat) for seat in t.seats)
    for seat, coins in bids.items():
        t.do(Spent(seat, coins))
    with t.closed(Give):
        fetched = await t.side_by_side(*(errand(t, seat) for seat in t.seats))
    t.do(Told(f"fetched {fetched}"))
    taken = await t.first(Accept(seat) for seat in t.seats)
    t.do(Told(f"taken {taken}"))
    async for seat, words in t.any_of(Speak(seat) for seat in t.seats):
        t.do(Told(f"p{seat} speaks {words}"))


async def errand(t: Table[Purse], seat: Seat) -> int:
    """FA-3: throw, and choose whether to throw again."""
    t.do(Threw(t.dice.roll("errand", seat=seat)))
    good = await t.ask(Buy(seat))
    again = t.dice.roll("errand", seat=seat)
    t.do(Threw(again))
    t.do(Spent(seat, -again[0]))
    t.do(Whispered(seat, good))
    return again[0]


FAIR = game(fair)
W = Wording("w:1")
