"""What is asked about promises, and what the parties may do with them unasked. MA-8.7, MA-8.8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.engine import HOLE, NEGOTIATION, Act, Amount, ChooseOne, ChooseSome, Seat, Text, YesNo, _

from ..deal_words import promise_text
from ..deals import CREDITS, DISPUTED, OPEN, TROPHY, WRECK, Promise, last_call, promises
from ..keeping import able, together
from ..state import MetalAdventures
from ..words import ship_text, trophy_text

if TYPE_CHECKING:
    from pbem.engine import Table


def line(s: MetalAdventures, number: int) -> Promise:
    """A line of the ledger."""
    return s.promises[number - 1]


class _Numbered:
    """Promises are chosen by their number in the ledger."""

    def label(self, s: MetalAdventures, value: int) -> Text:
        promise = line(s, value)
        return _(
            "%(seat)s to %(other)s: %(what)s",
            seat=promise.promisor,
            other=promise.promisee,
            what=promise_text(promise),
        )

    def word(self, s: MetalAdventures, value: int) -> Text:
        return _("promise %(n)d", n=value)


@dataclass
class KeepPromises(_Numbered, ChooseSome[MetalAdventures, int]):
    """MA-8.7: which of the promises that are due are kept; the others are broken."""

    rule = "MA-8.7"
    pace = NEGOTIATION
    due: tuple[int, ...] = ()

    def values(self, s: MetalAdventures) -> Sequence[int]:
        return [number for number in self.due if able(s, line(s, number))]

    def default(self, s: MetalAdventures) -> tuple[int, ...]:
        """No answer keeps them, as far as they can be kept together."""
        return together(s, [line(s, number) for number in self.values(s)])

    def fits(self, s: MetalAdventures, chosen: tuple[int, ...]) -> Text | None:
        if set(together(s, [line(s, number) for number in chosen])) != set(chosen):
            return _("You cannot keep all of these: you do not have enough. Choose fewer.")
        return None

    def sentence(self, s: MetalAdventures) -> Text:
        return _(
            "Promises of yours are due. Which do you keep? Breaking your word costs 1 Judgment"
            " for each captain wronged."
        )

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        wronged = {line(s, number).promisee for number in self.due}
        return {"due": len(self.due), "wronged": len(wronged), "judgment": s.judgment[self.seat]}


@dataclass
class HandOver(ChooseSome[MetalAdventures, int]):
    """MA-8.2, MA-8.3: which face-down cards are handed over: the giver's unseen choice.

    They are named by their places: what is answered under seal does not tell what is held.
    """

    rule = "MA-8.3"
    pace = NEGOTIATION
    what: str = WRECK
    n: int = 1

    def cards(self, s: MetalAdventures) -> list[str]:
        if self.what == TROPHY:
            return [held.card for held in s.hands[self.seat]]
        return s.wrecks[self.seat]

    def values(self, s: MetalAdventures) -> Sequence[int]:
        return range(len(self.cards(s)))

    def at_least(self, s: MetalAdventures) -> int:
        return self.n

    def at_most(self, s: MetalAdventures) -> int:
        return self.n

    def sentence(self, s: MetalAdventures) -> Text:
        if self.what == TROPHY:
            return _("Which trophy do you hand over?")
        return _("Which wreck do you hand over?")

    def label(self, s: MetalAdventures, value: int) -> str:
        return self.cards(s)[value]

    def word(self, s: MetalAdventures, value: int) -> str:
        return self.cards(s)[value]

    def hint(self, s: MetalAdventures, value: int) -> Text:
        card = self.cards(s)[value]
        if self.what == TROPHY:
            return trophy_text(s.pack, card)
        return ship_text(s.pack.ships[card])


@dataclass
class RoomForTrophy(ChooseOne[MetalAdventures, str]):
    """MA-8.7: a promisee with two trophies makes room, or the promise counts as kept."""

    rule = "MA-8.7"
    pace = NEGOTIATION
    giver: Seat = field(default=Seat(0))

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return ("decline", *(held.card for held in s.hands[self.seat]))

    def sentence(self, s: MetalAdventures) -> Text:
        return _(
            "%(seat)s would hand you a trophy as promised. Which one of yours do you put under"
            " the deck for it?",
            seat=self.giver,
        )

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("decline: the promise counts as kept") if value == "decline" else value

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        return None if value == "decline" else trophy_text(s.pack, value)


# What the parties may do unasked.


@dataclass
class Release(_Numbered, Act[MetalAdventures, int], ChooseOne[MetalAdventures, int]):
    """MA-8.7: the promisee releases the promisor; for free words this says 'kept'."""

    rule = "MA-8.7"

    def typed(self, s: MetalAdventures) -> Text:
        return _("release %(answer)s", answer=HOLE)

    def values(self, s: MetalAdventures) -> Sequence[int]:
        return [promise.number for promise in promises(s, promisee=self.seat)]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("From which promise do you release its maker?")

    def carry_out(self, t: Table[Any], value: int) -> None:
        from ..rules.promises import settle_one

        settle_one(t, line(t.state, value), "released")


@dataclass
class Reduce(Act[MetalAdventures, int], Amount[MetalAdventures]):
    """MA-8.7: the promisee asks for fewer credits than were promised."""

    rule = "MA-8.7"
    number: int = 0

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.number}"

    def typed(self, s: MetalAdventures) -> Text:
        return _("reduce promise %(n)d to %(answer)s", n=self.number, answer=HOLE)

    def low(self, s: MetalAdventures) -> int:
        return 1

    def high(self, s: MetalAdventures) -> int:
        return line(s, self.number).good.n - 1

    def sentence(self, s: MetalAdventures) -> Text:
        promise = line(s, self.number)
        return _(
            "%(seat)s owes you %(what)s. How many credits are enough?",
            seat=promise.promisor,
            what=promise_text(promise),
        )

    def carry_out(self, t: Table[Any], value: int) -> None:
        from ..rules.promises import reduce

        reduce(t, line(t.state, self.number), value)


@dataclass
class CallKept(_Numbered, Act[MetalAdventures, int], ChooseOne[MetalAdventures, int]):
    """MA-8.8: the promisee says that a promise in free words was kept."""

    rule = "MA-8.8"

    def typed(self, s: MetalAdventures) -> Text:
        return _("call kept %(answer)s", answer=HOLE)

    def values(self, s: MetalAdventures) -> Sequence[int]:
        return [p.number for p in promises(s, promisee=self.seat) if p.free and not p.called]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which promise in free words was kept?")

    def carry_out(self, t: Table[Any], value: int) -> None:
        from ..rules.promises import settle_one

        settle_one(t, line(t.state, value), "kept")


@dataclass
class CallBroken(_Numbered, Act[MetalAdventures, int], ChooseOne[MetalAdventures, int]):
    """MA-8.8: the promisee says that a promise in free words was broken."""

    rule = "MA-8.8"

    def typed(self, s: MetalAdventures) -> Text:
        return _("call broken %(answer)s", answer=HOLE)

    def values(self, s: MetalAdventures) -> Sequence[int]:
        return [
            p.number
            for p in promises(s, promisee=self.seat)
            if p.free and not p.called and s.turn <= last_call(s, p)
        ]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which promise in free words was broken? Its maker may admit or dispute it.")

    def carry_out(self, t: Table[Any], value: int) -> None:
        from ..rules.words import call

        call(t, line(t.state, value))


@dataclass
class AdmitBreach(Act[MetalAdventures, bool], YesNo[MetalAdventures]):
    """MA-8.8: the promisor admits a breach, or disputes it. Silence disputes it."""

    rule = "MA-8.8"
    pressing = True
    number: int = 0

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.number}"

    def typed(self, s: MetalAdventures) -> Text:
        return _("answer promise %(n)d %(answer)s", n=self.number, answer=HOLE)

    def yes(self, s: MetalAdventures) -> Text:
        return _("admit")

    def no(self, s: MetalAdventures) -> Text:
        return _("dispute")

    def sentence(self, s: MetalAdventures) -> Text:
        promise = line(s, self.number)
        return _(
            "%(seat)s says that you broke your word: %(what)s. Do you admit it, for 1 Judgment?",
            seat=promise.promisee,
            what=promise_text(promise),
        )

    def carry_out(self, t: Table[Any], value: bool) -> None:
        from ..rules.words import answer

        answer(t, line(t.state, self.number), admitted=value)


class _Judging(YesNo[MetalAdventures]):
    """Was a promise broken?"""

    number: int

    def yes(self, s: MetalAdventures) -> Text:
        return _("broken")

    def no(self, s: MetalAdventures) -> Text:
        return _("not broken")

    def sentence(self, s: MetalAdventures) -> Text:
        promise = line(s, self.number)
        return _(
            "%(other)s says that %(seat)s broke this promise, and %(seat)s disputes it:"
            " %(what)s. Was it broken?",
            seat=promise.promisor,
            other=promise.promisee,
            what=promise_text(promise),
        )


@dataclass
class Vote(_Judging, Act[MetalAdventures, bool]):
    """MA-8.8: an uninvolved captain votes on a dispute."""

    rule = "MA-8.8"
    pressing = True
    number: int = 0

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.number}"

    def typed(self, s: MetalAdventures) -> Text:
        return _("vote promise %(n)d %(answer)s", n=self.number, answer=HOLE)

    def carry_out(self, t: Table[Any], value: bool) -> None:
        from ..rules.words import vote

        vote(t, self.seat, line(t.state, self.number), broken=value)


@dataclass
class DecideDispute(_Judging, Act[MetalAdventures, bool]):
    """MA-8.8: the moderator, who does not play, decides a dispute. `seat` is the promisor's."""

    rule = "MA-8.8"
    number: int = 0

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.number}"

    def carry_out(self, t: Table[Any], value: bool) -> None:
        from ..rules.words import decide

        decide(t, line(t.state, self.number), broken=value)


def disputes(s: MetalAdventures) -> list[Promise]:
    """MA-8.8: what still has to be decided."""
    return [p for p in s.promises if p.outcome == DISPUTED and not p.verdict]


def decisions(s: MetalAdventures) -> list[Act[MetalAdventures, Any]]:
    """What a moderator can decide now."""
    return [DecideDispute(promise.promisor, promise.number) for promise in disputes(s)]


def minding(s: MetalAdventures, seat: Seat) -> list[Act[MetalAdventures, Any]]:
    """MA-8.7, MA-8.8: what this captain may do about promises now."""
    found: list[Act[MetalAdventures, Any]] = []
    for kind in (Release, CallKept, CallBroken):
        if kind(seat).values(s):
            found.append(kind(seat))
    for promise in promises(s, promisee=seat):
        if promise.good.what == CREDITS and promise.good.n > 1:
            found.append(Reduce(seat, promise.number))
    for promise in s.promises:
        open_call = promise.outcome == OPEN and promise.called and not promise.verdict
        if promise.promisor == seat and open_call:
            found.append(AdmitBreach(seat, promise.number))
    for promise in disputes(s):
        if seat not in (promise.promisor, promise.promisee):
            found.append(Vote(seat, promise.number))
    return found
