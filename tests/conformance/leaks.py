"""Planted leaks: each shows the first charm of the next seat, in one of the places a seat looks at.

They are Raid with one thing wrong, and the suite must find it in that very place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import (
    PUBLIC,
    Act,
    Amount,
    ChooseOne,
    Event,
    Lines,
    Outcome,
    Part,
    Prompt,
    Seat,
    Table,
    Terms,
    Text,
    Thing,
    YesNo,
    _,
    only,
)
from tests.conformance import raid
from tests.conformance.broken import Asks
from tests.conformance.raid import EVENTS, TURNS, Raid, RaidGame


def hidden(s: Raid, seat: Seat) -> str:
    """What this seat may not know."""
    hand = s.hands[s.after(seat)] if s.hands else ()
    return hand[0] if hand else ""


class LeakInView(RaidGame):
    def view(self, s: Raid, seat: Seat | None) -> Mapping[str, Any]:
        return {**super().view(s, seat), "next": hidden(s, seat or Seat(0))}


@dataclass
class LeakInSentence(YesNo[Raid]):
    rule = "RA-1"

    def sentence(self, s: Raid) -> Text:
        return _("Do you fear the %(charm)s?", charm=hidden(s, self.seat))


@dataclass
class Fear(YesNo[Raid]):
    rule = "RA-1"

    def sentence(self, s: Raid) -> Text:
        return _("Are you afraid?")


@dataclass
class LeakInOtherwise(Fear):
    def otherwise(self, s: Raid) -> Text:
        return _("If you do nothing, the %(charm)s wins.", charm=hidden(s, self.seat))


@dataclass
class LeakInDefault(Fear):
    def default(self, s: Raid) -> bool:
        return hidden(s, self.seat) > "m"


@dataclass
class LeakInFacts(Fear):
    def facts(self, s: Raid) -> Mapping[str, int]:
        return {"danger": len(hidden(s, self.seat))}


@dataclass
class LeakInOptions(ChooseOne[Raid, str]):
    rule = "RA-1"

    def values(self, s: Raid) -> Sequence[str]:
        return [charm for charm in raid.CHARMS if charm != hidden(s, self.seat)]

    def sentence(self, s: Raid) -> Text:
        return _("Guess a charm.")


@dataclass
class LeakInHint(raid.Target):
    def hint(self, s: Raid, value: str) -> Text:
        return _("Beware of the %(charm)s.", charm=hidden(s, self.seat))


@dataclass
class LeakInBounds(Amount[Raid]):
    rule = "RA-1"

    def high(self, s: Raid) -> int:
        return 1 + len(hidden(s, self.seat))

    def sentence(self, s: Raid) -> Text:
        return _("How many?")


@dataclass(frozen=True)
class Whispered(Event):
    """Tells everybody what only one may know."""

    audience = PUBLIC
    charm: str


class LeakInEvent(RaidGame):
    events = (*EVENTS, Whispered)

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await t.ask(Fear(t.state.active))
            t.do(Whispered(hidden(t.state, t.state.active)))
            await raid.turn(t)
        return Outcome("coins", ())


@dataclass(frozen=True)
class Overheard(Event):
    """Is told to the wrong seat."""

    audience = only("listener")
    listener: Seat
    charm: str


class LeakToTheWrongSeat(LeakInEvent):
    events = (*EVENTS, Overheard)

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await t.ask(Fear(t.state.active))
            for seat in t.seats:
                t.do(Overheard(seat, hidden(t.state, seat)))
            await raid.turn(t)
        return Outcome("coins", ())


class LeakInWhoIsAsked(RaidGame):
    """Asks only those who hold a late charm: everybody sees who is awaited."""

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await t.ask(raid.Target(t.state.active))
            await t.ask_all(Fear(s) for s in t.seats if (*t.state.hands[s], "a")[0] > "m")
            await raid.turn(t)
        return Outcome("coins", ())


@dataclass
class Boast(Act[Raid, bool], Fear):
    def carry_out(self, t: Table[Any], value: bool) -> None:
        t.do(raid.Buried(self.seat, 0))


class LeakInActs(RaidGame):
    """An act is open only if the neighbour holds a late charm."""

    def acts(self, s: Raid, seat: Seat) -> Sequence[Act[Raid, Any]]:
        return [*super().acts(s, seat), *([Boast(seat)] if hidden(s, seat) > "m" else [])]


@dataclass
class LeakInRefusal(raid.Target):
    def every(self, s: Raid) -> Sequence[str]:
        return (*self.values(s), "moon")

    def why_not(self, s: Raid, value: object) -> Text:
        return _("The %(charm)s forbids it.", charm=hidden(s, self.seat))


@dataclass
class LeakInOtherWords(raid.Target):
    def also(self, s: Raid, value: str) -> Iterable[str]:
        return (f"{value} of the {hidden(s, self.seat)}",)


@dataclass
class LeakInTerms(Terms[Raid]):
    rule = "RA-1"

    def parts(self, s: Raid) -> Sequence[Part]:
        coins = Thing("coin", _("coins"), most=1 + len(hidden(s, self.seat)))
        return (Part("toll", _("Toll"), (coins,)),)

    def default(self, s: Raid) -> Lines:
        return ()

    def sentence(self, s: Raid) -> Text:
        return _("Which toll?")


@dataclass
class Sigh(Act[Raid, bool], Fear):
    def carry_out(self, t: Table[Any], value: bool) -> None:
        t.do(Whispered(hidden(t.state, self.seat)))


class LeakByAnAct(RaidGame):
    events = (*EVENTS, Whispered)

    def acts(self, s: Raid, seat: Seat) -> Sequence[Act[Raid, Any]]:
        return [Sigh(seat)]


@dataclass(frozen=True)
class Peeked(Event):
    """Shows something new, but to one seat only."""

    audience = only("seat")
    reveals = True
    seat: Seat


class LeakBehindWhatAnotherSees(LeakInEvent):
    events = (*EVENTS, Peeked, Whispered)

    async def play(self, t: Table[Raid]) -> Outcome:
        if not t.state.coins:
            self.deal(t)
        while t.state.turn < TURNS:
            t.milestone()
            await t.ask(Fear(t.state.active))
            t.do(Peeked(t.state.active))
            t.do(Whispered(hidden(t.state, t.state.active)))
            await raid.turn(t)
        return Outcome("coins", ())


class LeakInTurnSheet(RaidGame):
    def turn_sheet(self, s: Raid, seat: Seat) -> Sequence[Prompt[Raid, Any]]:
        return [*super().turn_sheet(s, seat), LeakInSentence(seat)]


class LeakInSilence(RaidGame):
    def quiet(self, s: Raid) -> Text:
        return _("Hush, the %(charm)s sleeps.", charm=hidden(s, Seat(0)))


LEAKS: dict[str, tuple[RaidGame, str]] = {
    "view": (LeakInView(), "in its view: next: "),
    "sentence": (Asks(LeakInSentence), "in its questions: sentence: Do you fear"),
    "otherwise": (Asks(LeakInOtherwise), "in its questions: otherwise: If you do nothing, the"),
    "default": (Asks(LeakInDefault), "in its questions: (otherwise|default): "),
    "facts": (Asks(LeakInFacts), "in its questions: facts: danger: "),
    "options": (Asks(LeakInOptions), "in its questions: (otherwise|default|options): "),
    "hint": (Asks(LeakInHint), "in its questions: options: .*Beware of the"),
    "bounds": (Asks(LeakInBounds), "in its questions: high: "),
    "refusal": (Asks(LeakInRefusal), "in its questions: refusals: .*forbids it"),
    "other words": (Asks(LeakInOtherWords), "in its questions: refusals: .*of the"),
    "terms": (Asks(LeakInTerms), "in its questions: parts: things: most: "),
    "turn sheet": (LeakInTurnSheet(), "in its turn sheet: sentence: Do you fear"),
    "silence": (LeakInSilence(), "in its silence: Hush"),
    "event": (LeakInEvent(), "in its events: Whispered"),
    "event behind what another sees": (LeakBehindWhatAnotherSees(), "in its events: Whispered"),
    "wrong seat": (LeakToTheWrongSeat(), "in its events: Overheard"),
    "act": (LeakByAnAct(), "in its events: Whispered"),
    "who is asked": (LeakInWhoIsAsked(), "in its (awaited|questions)"),
    "acts": (LeakInActs(), "in its acts"),
}
