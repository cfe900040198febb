"""Broken games: each breaks one promise, and the suite must say so.

They are Raid with one thing wrong, made small by changing one method or one prompt.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine import (
    PUBLIC,
    Amount,
    ChooseOne,
    Event,
    Outcome,
    Seat,
    Table,
    Text,
    YesNo,
    _,
)
from tests.conformance import raid
from tests.conformance.raid import EVENTS, TURNS, Raid, RaidGame


class ForgottenAwait(RaidGame):
    """Asks whether to betray and does not wait: every ally betrays."""

    async def play(self, t: Table[Raid]) -> Outcome:
        self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await t.ask(raid.Target(t.state.active))
            if t.ask(raid.Betray(t.state.active)):  # type: ignore[truthy-bool]
                t.do(raid.TurnEnded())
        return Outcome("coins", ())


class CarriedLocal(RaidGame):
    """Remembers in a local how many turns it has seen, past the milestone."""

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        seen = 0
        while t.state.turn < TURNS:
            t.milestone()
            seen += 1
            await raid.turn(t)
            if seen == 3:
                t.do(raid.Paid(None, t.seats[0], 1))
        return Outcome("coins", ())


class DoesBeforeMilestone(RaidGame):
    """Deals again whenever it is taken up."""

    async def play(self, t: Table[Raid]) -> Outcome:
        self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await raid.turn(t)
        return Outcome("coins", ())

    def deal(self, t: Table[Raid]) -> None:
        if not t.state.coins:
            super().deal(t)
        elif t.state.bank > 0:
            t.do(raid.Paid(None, t.seats[0], 0))


@dataclass
class IllegalDefault(Amount[Raid]):
    rule = "RA-2"

    def high(self, s: Raid) -> int:
        return 3

    def default(self, s: Raid) -> int:
        return 4

    def sentence(self, s: Raid) -> Text:
        return _("How many?")


@dataclass
class Wordless(YesNo[Raid]):
    rule = "RA-1"

    def sentence(self, s: Raid) -> Text:
        return _(" ")


@dataclass
class Untypable(ChooseOne[Raid, str]):
    """Its options are numbers that mean something else."""

    rule = "RA-1"

    def values(self, s: Raid) -> Sequence[str]:
        return ("2", "1")

    def sentence(self, s: Raid) -> Text:
        return _("Which?")


class Asks(RaidGame):
    """Raid with one more question in every turn."""

    def __init__(self, prompt: type[Any]) -> None:
        self.prompt = prompt

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await t.ask(self.prompt(t.state.active))
            await raid.turn(t)
        return Outcome("coins", ())


class SetOrder(RaidGame):
    """Deals charms in the order of a set."""

    def deal(self, t: Table[Raid]) -> None:
        t.do(raid.Began())
        charms = list(set(raid.CHARMS))
        for seat in t.seats:
            t.do(raid.Paid(None, seat, 5))
            t.do(raid.Dealt(seat, tuple(charms[3 * seat : 3 * seat + 3])))


class ChangedConsequence(RaidGame):
    """Today's rules pay one coin more than those the golden games were played by."""

    def deal(self, t: Table[Raid]) -> None:
        super().deal(t)
        t.do(raid.Paid(None, t.seats[0], 1))


@dataclass
class StaleStake(Amount[Raid]):
    """Counts the coins when it is made, not when it is answered: gifts make it stale."""

    rule = "RA-2"
    most: int = 0

    def high(self, s: Raid) -> int:
        return self.most

    def sentence(self, s: Raid) -> Text:
        return _("How many?")


class Stale(RaidGame):
    """Takes sealed stakes that gifts have made impossible."""

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            coins = t.state.coins
            stakes = await t.ask_all(StaleStake(seat, coins[seat]) for seat in t.seats)
            for seat, staked in stakes.items():
                t.do(raid.Paid(seat, None, staked))
            t.do(raid.TurnEnded())
        return Outcome("coins", ())


class WritesDirectly(RaidGame):
    """A rule writes to the state."""

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await raid.turn(t)
            t.state.coins.reverse()
        return Outcome("coins", ())


class NeverEnds(RaidGame):
    """Nobody's turn is ever the last."""

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while True:
            t.milestone()
            await t.ask(raid.Target(t.state.active))


class NoMilestone(RaidGame):
    """Asks for ever without saying where it could be taken up."""

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        t.milestone()
        for _again in range(500):
            await t.ask(raid.Target(t.state.active))
        return Outcome("coins", ())


class DeadEnd(RaidGame):
    """Waits for nobody."""

    async def play(self, t: Table[Raid]) -> Outcome:
        self.deal(t)
        t.milestone()
        async for _seat, _price in t.any_of([raid.Price(t.seats[0])]):
            await NEVER
        return Outcome("coins", ())


class _Never:
    def __await__(self) -> Any:
        yield from t_wait()


def t_wait() -> Any:
    from pbem.engine.strand import ALL, Wait

    return Wait((), ALL).__await__()


NEVER = _Never()


class StrangeWinner(RaidGame):
    """Somebody wins who does not sit at the table."""

    async def play(self, t: Table[Raid]) -> Outcome:
        await super().play(t)
        return Outcome("coins", (Seat(9),))


@dataclass(frozen=True)
class Forgetful(Event):
    """Is not the same when it comes back from storage."""

    audience = PUBLIC
    coins: int = field(compare=True, metadata={"stored": False})


class Unstorable(RaidGame):
    """An event that loses a fact."""

    events = (*EVENTS, Forgetful)

    def deal(self, t: Table[Raid]) -> None:
        super().deal(t)
        t.do(Forgetful(3))


class NoWorlds(RaidGame):
    """Says that nothing is secret, although hands are."""

    def worlds(self, s: Raid, seat: Seat | None, rng: random.Random) -> Iterable[Raid]:
        return ()


forgotten_await = ForgottenAwait()
set_order = SetOrder()
