"""What captains bargain with: goods, offers, ally terms and promises, as plain data. MA-8."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pbem.engine import Seat, Wording

if TYPE_CHECKING:
    from .state import MetalAdventures

CREDITS, CARD, WRECK, TROPHY = "credits", "card", "wreck", "trophy"
HELP, PEACE, WORDS = "help", "peace", "words"
CONDUCT = (HELP, PEACE, WORDS)
"""What is done and cannot be handed over, so that it waits for a turn and not for a battle."""
BATTLES = ("space", "karokum", "planet", "challenge")
"""MA-8.7: the kinds of battle in which help can be promised."""
WIN, AFTER, TURN, UNSAID = "win", "after", "turn", ""
"""When a promise is due: after a battle won, after a battle whatever comes of it, at the end of
a turn, or nothing was said."""
OPEN, KEPT, BROKEN, VOID, RELEASED, DISPUTED = (
    "open",
    "kept",
    "broken",
    "void",
    "released",
    "disputed",
)
MOST_PROMISES = 6
"""So many promises of one captain to another may be open at once: a ledger must be readable."""


@dataclass(frozen=True)
class Good:
    """One thing in a bargain: credits, a card, a wreck, a trophy, help, peace, or a word given."""

    what: str
    n: int = 1
    name: str = ""
    """The improvement, the wreck if it is named, or the kind of battle; empty: any."""
    who: Seat | None = None
    """With whom peace is kept."""
    words: Wording = field(default=Wording(""))
    later: bool = False
    """Is it promised, or does it change hands at once?"""


Goods = tuple[Good, ...]


@dataclass(frozen=True)
class Bargain:
    """MA-8.2: what one captain would give another, and for what."""

    writer: Seat
    partner: Seat
    give: Goods
    get: Goods
    due: str
    by: int
    chosen: tuple[str, ...]
    """Which hidden cards the writer would hand over: known to the writer only."""
    written: int
    number: int = 0
    """Counted for each writer and partner when it opens; 0 while only its writer knows it."""

    @property
    def key(self) -> str:
        """What an acceptance names, so that nobody accepts what has been replaced meanwhile."""
        return f"{int(self.writer)}.{self.number}"


@dataclass(frozen=True)
class AllyTerms:
    """MA-6.4, MA-7.1: what a principal gives an ally for help in this battle."""

    principal: Seat
    ally: Seat
    goods: Goods
    due: str
    by: int
    named: bool
    """Did the ally name them, instead of accepting what was offered?"""


@dataclass(frozen=True)
class Promise:
    """MA-8.7, MA-8.8: a line of the ledger."""

    number: int
    promisor: Seat
    promisee: Seat
    good: Good
    made: int
    due: str
    by: int
    """The turn at whose end it is due, or in which its battle is fought."""
    battle: int = 0
    """The turn of the battle it was made for; 0 if for none."""
    outcome: str = OPEN
    settled: int = 0
    called: int = 0
    """MA-8.8: the turn in which the promisee called it broken."""
    answer_by: int = 0
    """The turn by whose end the promisor answers, or the jury votes."""
    verdict: str = ""
    """MA-8.8: kept or broken as admitted or decided; it counts at the end of the turn."""
    votes: tuple[tuple[Seat, bool], ...] = ()

    @property
    def free(self) -> bool:
        """MA-8.8: is it in free words, which nobody but people can judge?"""
        return self.good.what == WORDS

    @property
    def standing(self) -> bool:
        """Is its end still to come?"""
        return self.outcome in (OPEN, DISPUTED)


def now(goods: Iterable[Good]) -> Goods:
    """What changes hands at once."""
    return tuple(good for good in goods if not good.later)


def later(goods: Iterable[Good]) -> Goods:
    """What is promised."""
    return tuple(good for good in goods if good.later)


def total(goods: Iterable[Good], what: str) -> int:
    """How much of one thing changes hands at once."""
    return sum(good.n for good in now(goods) if good.what == what)


def names(goods: Iterable[Good], what: str) -> list[str]:
    """The named cards of one sort that change hands at once."""
    return [good.name for good in now(goods) if good.what == what and good.name]


def shown(goods: Iterable[Good]) -> Goods:
    """MA-8.2: goods as everybody may see them: a named wreck is only 'a wreck'."""
    return tuple(replace(good, name="") if good.what == WRECK else good for good in goods)


# Questions about the ledger.


def next_turn(s: MetalAdventures, seat: Seat) -> int:
    """The number of this captain's next turn after the present one. MA-8.7, MAR-90."""
    ahead = (seat - s.active) % len(s.seats) or len(s.seats)
    return s.turn + ahead


def following(s: MetalAdventures, seat: Seat, turn: int) -> int:
    """The number of this captain's first turn after a given one."""
    return turn + ((seat - s.active - (turn - s.turn)) % len(s.seats) or len(s.seats))


def last_call(s: MetalAdventures, promise: Promise) -> int:
    """MA-8.8: the end of the promisee's next turn after it fell due."""
    return following(s, promise.promisee, promise.by)


def promises(
    s: MetalAdventures,
    *,
    promisor: Seat | None = None,
    promisee: Seat | None = None,
    what: str = "",
) -> list[Promise]:
    """The open promises between these captains, of this sort."""
    return [
        promise
        for promise in s.promises
        if promise.outcome == OPEN
        and promisor in (None, promise.promisor)
        and promisee in (None, promise.promisee)
        and what in ("", promise.good.what)
    ]


def helps(s: MetalAdventures, helper: Seat, principal: Seat) -> list[Promise]:
    """MA-8.7: promises of this helper that this principal may call on in the present battle."""
    kind = s.fight.kind
    found = promises(s, promisor=helper, promisee=principal, what=HELP)
    return [promise for promise in found if promise.good.name in ("", kind)]


def peace(s: MetalAdventures, seat: Seat, rival: Seat) -> list[Promise]:
    """MA-8.7: promises of this captain not to challenge that rival now."""
    return [p for p in promises(s, promisor=seat, what=PEACE) if p.good.who == rival]


def window(s: MetalAdventures, one: Seat, other: Seat) -> bool:
    """MA-8.1: may these two trade now? One of them is active, past the Brotherhood or at rest,
    and no battle is being fought."""
    return s.brotherhood and s.stage in ("rest", "travel", "tour") and s.active in (one, other)


def deal_of(s: MetalAdventures, principal: Seat, ally: Seat) -> AllyTerms | None:
    """The terms between these two in the present battle, if there are any."""
    terms = s.battle.terms if s.battle is not None else []
    return next((d for d in terms if (d.principal, d.ally) == (principal, ally)), None)
