"""What a seat sees of the talk: offers, terms, the ledger of promises, captains' records. MA-8."""

from __future__ import annotations

from typing import Any

from pbem.engine import Seat

from .bundles import hindrance
from .deal_words import (
    OUTCOME,
    bargain_text,
    due_text,
    good_text,
    promise_text,
    standing_text,
)
from .deals import OPEN, WRECK, AllyTerms, Bargain, Good, Goods, Promise, window
from .state import MetalAdventures


def offers(s: MetalAdventures, seat: Seat | None) -> list[dict[str, Any]]:
    """MA-8.2: the offers this seat is party to: its own, and those that lie open before it."""
    if seat is None:
        return []
    seen = [o for o in s.offers if o.writer == seat or (o.partner == seat and o.number)]
    return [offer(s, one, seat) for one in seen]


def offer(s: MetalAdventures, one: Bargain, seat: Seat) -> dict[str, Any]:
    """One offer as a party to it sees it. `hindrance` says why it cannot be accepted now."""
    open_now = bool(one.number) and window(s, one.writer, one.partner)
    return {
        "key": one.key if one.number else "",
        "number": one.number,
        "writer": one.writer,
        "partner": one.partner,
        "mine": one.writer == seat,
        "open": open_now,
        "written": one.written,
        "give": goods(one.give),
        "get": goods(one.get),
        "due": one.due,
        "by": one.by,
        "due_text": due_text(one.due, one.by),
        "text": bargain_text(one.give, one.get, one.due, one.by),
        "hindrance": hindrance(s, one) if open_now else None,
        "chosen": list(one.chosen) if one.writer == seat else [],
    }


def wrecks_offered(s: MetalAdventures, seat: Seat) -> list[str]:
    """MA-8.2: the wrecks that offers to this captain name."""
    lying = [one for one in s.offers if one.partner == seat and one.number]
    return [good.name for one in lying for good in one.give if good.what == WRECK and good.name]


def goods(some: Goods) -> list[dict[str, Any]]:
    return [good(one) for one in some]


def good(one: Good) -> dict[str, Any]:
    """One thing in a bargain: credits, card, wreck, trophy, help, peace or words."""
    return {
        "what": one.what,
        "n": one.n,
        "name": one.name,
        "who": one.who,
        "later": one.later,
        "text": good_text(one),
    }


def promise(s: MetalAdventures, one: Promise) -> dict[str, Any]:
    """A line of the ledger, which everybody may read."""
    return {
        "number": one.number,
        "promisor": one.promisor,
        "promisee": one.promisee,
        "good": good(one.good),
        "made": one.made,
        "due": one.due,
        "by": one.by,
        "text": promise_text(one),
        "outcome": one.outcome,
        "outcome_text": OUTCOME[one.outcome],
        "settled": one.settled,
        "called": one.called > 0 and not one.verdict,
        "answer_by": one.answer_by,
        "left": max(0, one.by - s.turn) if one.outcome == OPEN else 0,
    }


def ledger(s: MetalAdventures) -> list[dict[str, Any]]:
    """Every promise of the game, the oldest first."""
    return [promise(s, one) for one in s.promises]


PARTS = ("owe", "owed", "")
"""What a promise can be to whoever looks: their own, one made to them, or somebody else's."""


def standing(s: MetalAdventures, seat: Seat | None) -> list[dict[str, Any]]:
    """The promises whose end is still to come, with what they mean for whoever looks: what one
    owes and is owed comes first."""
    found = [
        {**promise(s, one), "part": part_in(one, seat), "line": standing_text(one, seat)}
        for one in s.promises
        if one.standing
    ]
    return sorted(found, key=lambda one: PARTS.index(one["part"]))


def part_in(one: Promise, seat: Seat | None) -> str:
    """What a promise is to this seat."""
    return {one.promisor: "owe", one.promisee: "owed"}.get(seat, "") if seat is not None else ""


def record(s: MetalAdventures, seat: Seat) -> dict[str, int]:
    """A captain's record: promises made, and what became of them."""
    own = [one.outcome for one in s.promises if one.promisor == seat]
    return {"made": len(own), **{outcome: own.count(outcome) for outcome in OUTCOME}}


def owing(s: MetalAdventures, seat: Seat) -> dict[str, list[dict[str, Any]]]:
    """What this captain owes and is owed."""
    standing = [one for one in s.promises if one.standing]
    return {
        "owe": [promise(s, one) for one in standing if one.promisor == seat],
        "owed": [promise(s, one) for one in standing if one.promisee == seat],
    }


def terms(s: MetalAdventures, seat: Seat | None) -> list[dict[str, Any]]:
    """MA-6.4: the ally terms of the present battle that this seat is party to."""
    if s.battle is None:
        return []
    return [ally_terms(one) for one in s.battle.terms if seat in (one.principal, one.ally)]


def ally_terms(one: AllyTerms) -> dict[str, Any]:
    return {
        "principal": one.principal,
        "ally": one.ally,
        "goods": goods(one.goods),
        "due": one.due,
        "by": one.by,
        "named": one.named,
        "text": bargain_text(one.goods, (), one.due, one.by),
    }
