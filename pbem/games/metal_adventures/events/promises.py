"""What becomes of promises: a ledger that everybody can read. MA-8.4 to 8.8."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pbem.engine import PUBLIC, Event, Seat, Text, _, only

from ..deal_words import promise_text, settled_text
from ..deals import DISPUTED, Good, Promise
from ..state import MetalAdventures


def rewrite(s: MetalAdventures, number: int, **changes: object) -> None:
    """Change a line of the ledger."""
    line = s.promises[number - 1]
    s.promises[number - 1] = replace(line, **changes)  # type: ignore[arg-type]


@dataclass(frozen=True)
class PromiseMade(Event):
    """MA-8.4: a captain gave another their word. It is kept, broken or released, not unsaid."""

    audience = PUBLIC
    binds = True
    promise: Promise

    def apply(self, s: MetalAdventures) -> None:
        s.promises.append(self.promise)

    def sentence(self) -> Text:
        return _(
            "%(seat)s promises %(other)s: %(what)s.",
            seat=self.promise.promisor,
            other=self.promise.promisee,
            what=promise_text(self.promise),
        )


@dataclass(frozen=True)
class PromiseSettled(Event):
    """MA-8.7: a promise was kept, broken, void or released.

    That tells what its parties answered: who broke promised help by asking for more, say.
    """

    audience = PUBLIC
    reveals = True
    number: int
    promisor: Seat
    promisee: Seat
    good: Good
    outcome: str

    def apply(self, s: MetalAdventures) -> None:
        rewrite(s, self.number, outcome=self.outcome, settled=s.turn)

    def sentence(self) -> Text:
        return settled_text(self.outcome, self.promisor, self.promisee, self.good)


@dataclass(frozen=True)
class PromiseReduced(Event):
    """MA-8.7: the promisee asks for less."""

    audience = PUBLIC
    binds = True
    number: int
    promisor: Seat
    promisee: Seat
    n: int

    def apply(self, s: MetalAdventures) -> None:
        rewrite(s, self.number, good=replace(s.promises[self.number - 1].good, n=self.n))

    def sentence(self) -> Text:
        return _(
            "%(other)s asks %(seat)s for less than was promised: %(n)d.",
            seat=self.promisor,
            other=self.promisee,
            n=self.n,
        )


@dataclass(frozen=True)
class PromiseCalled(Event):
    """MA-8.8: the promisee called a promise in free words broken."""

    audience = PUBLIC
    number: int
    promisor: Seat
    promisee: Seat
    answer_by: int

    def apply(self, s: MetalAdventures) -> None:
        rewrite(s, self.number, called=s.turn, answer_by=self.answer_by)

    def calls(self, s: MetalAdventures) -> Iterable[Seat]:
        """The promisor, whose silence disputes it."""
        return [self.promisor]

    def sentence(self) -> Text:
        return _(
            "%(other)s says that %(seat)s has broken promise %(n)d.",
            seat=self.promisor,
            other=self.promisee,
            n=self.number,
        )


@dataclass(frozen=True)
class BreachAdmitted(Event):
    """MA-8.8: the promisor admits it; it counts at the end of the turn."""

    audience = PUBLIC
    number: int
    promisor: Seat

    def apply(self, s: MetalAdventures) -> None:
        rewrite(s, self.number, verdict="broken")

    def sentence(self) -> Text:
        return _("%(seat)s admits it: promise %(n)d.", seat=self.promisor, n=self.number)


@dataclass(frozen=True)
class BreachDisputed(Event):
    """MA-8.8: the promisor denies it, or says nothing: others decide."""

    audience = PUBLIC
    number: int
    promisor: Seat
    decided_by: int
    """The turn at whose end the votes are counted."""

    def apply(self, s: MetalAdventures) -> None:
        rewrite(s, self.number, outcome=DISPUTED, answer_by=self.decided_by)

    def calls(self, s: MetalAdventures) -> Iterable[Seat]:
        """The uninvolved, who may vote."""
        parties = (self.promisor, s.promises[self.number - 1].promisee)
        return [seat for seat in s.seats if seat not in parties]

    def sentence(self) -> Text:
        return _(
            "%(seat)s disputes it: promise %(n)d. The moderator decides, or else the others,"
            " by the end of turn %(turn)d.",
            seat=self.promisor,
            n=self.number,
            turn=self.decided_by,
        )


@dataclass(frozen=True)
class Voted(Event):
    """MA-8.8: an uninvolved captain voted on a dispute; nobody else sees how."""

    audience = only("seat")
    seat: Seat
    number: int
    broken: bool

    def apply(self, s: MetalAdventures) -> None:
        votes = [vote for vote in s.promises[self.number - 1].votes if vote[0] != self.seat]
        rewrite(s, self.number, votes=(*votes, (self.seat, self.broken)))

    def sentence(self) -> Text:
        if self.broken:
            return _("You vote that promise %(n)d was broken.", n=self.number)
        return _("You vote that promise %(n)d was not broken.", n=self.number)


@dataclass(frozen=True)
class DisputeDecided(Event):
    """MA-8.8: the moderator decided, or the votes were counted."""

    audience = PUBLIC
    reveals = True
    number: int
    broken: bool
    by_moderator: bool

    def apply(self, s: MetalAdventures) -> None:
        rewrite(s, self.number, verdict="broken" if self.broken else "kept")

    def sentence(self) -> Text:
        if self.by_moderator:
            if self.broken:
                return _("The moderator decides: promise %(n)d was broken.", n=self.number)
            return _("The moderator decides: promise %(n)d was not broken.", n=self.number)
        if self.broken:
            return _("The others decide: promise %(n)d was broken.", n=self.number)
        return _("No majority finds that promise %(n)d was broken.", n=self.number)


EVENTS: tuple[type[Event], ...] = (
    PromiseMade,
    PromiseSettled,
    PromiseReduced,
    PromiseCalled,
    BreachAdmitted,
    BreachDisputed,
    Voted,
    DisputeDecided,
)
