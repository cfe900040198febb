"""Bargains and promises in words."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine import Seat, Text, _, n_

from .deals import (
    AFTER,
    CARD,
    CONDUCT,
    CREDITS,
    DISPUTED,
    HELP,
    PEACE,
    TROPHY,
    TURN,
    UNSAID,
    WIN,
    WRECK,
    AllyTerms,
    Good,
    Goods,
    Promise,
    later,
)
from .words import credits_text

HELP_IN: dict[str, Text] = {
    "": _("help in battle"),
    "space": _("help in space"),
    "karokum": _("help via karokum"),
    "planet": _("help against a planet"),
    "challenge": _("help in a challenge"),
}
OUTCOME: dict[str, Text] = {
    "open": _("open"),
    "kept": _("kept"),
    "broken": _("broken"),
    "void": _("void"),
    "released": _("released"),
    "disputed": _("disputed"),
}


def good_text(good: Good) -> Text | str:
    """One thing in a bargain."""
    said: Text | str = good.name
    if good.what == CREDITS:
        said = credits_text(good.n)
    elif good.what == WRECK:
        said = (
            _("the wreck %(card)s", card=good.name)
            if good.name
            else n_("%(n)d wreck", "%(n)d wrecks", good.n)
        )
    elif good.what == TROPHY:
        said = n_("%(n)d trophy, unseen", "%(n)d trophies, unseen", good.n)
    elif good.what == HELP:
        return HELP_IN[good.name]
    elif good.what == PEACE:
        return _("no challenge to %(seat)s", seat=good.who)
    elif good.what != CARD:
        return _('"%(words)s"', words=good.words)
    return _("%(good)s later", good=said) if good.later else said


def goods_text(goods: Goods) -> Text:
    """Several things together; nothing, if there are none."""
    if not goods:
        return _("nothing")
    return _("%(list)s", list=[good_text(good) for good in goods])


def due_text(due: str, by: int) -> Text:
    """When a promise is due."""
    if due == WIN:
        return _("after a win in this turn's battle")
    if due == AFTER:
        return _("after this turn's battle")
    if due == TURN:
        return _("by the end of turn %(n)d", n=by)
    return _("by the end of the promisor's next turn")


def bargain_text(give: Goods, get: Goods, due: str, by: int) -> Text:
    """An offer in one line."""
    said = goods_text(give)
    if get:
        said = _("%(give)s for %(get)s", give=said, get=goods_text(get))
    promised = later((*give, *get))
    if promised:
        said = _("%(bargain)s, due %(when)s", bargain=said, when=dues_text(promised, due, by))
    return said


def dues_text(promised: Goods, due: str, by: int) -> Text:
    """When these promises are due: what is to be done does not wait for a battle."""
    if due not in (WIN, AFTER) or all(good.what not in CONDUCT for good in promised):
        return due_text(due, by)
    usual = due_text(UNSAID, 0)
    if all(good.what in CONDUCT for good in promised):
        return usual
    return _("%(when)s; what is to be done, %(usual)s", when=due_text(due, by), usual=usual)


def promise_text(promise: Promise) -> Text:
    """What was promised and by when."""
    good = promise.good
    if good.what == PEACE:
        return _("%(good)s before turn %(n)d", good=good_text(good), n=promise.by)
    said = good_text(Good(good.what, good.n, good.name, good.who, good.words))
    return _("%(good)s %(when)s", good=said, when=due_text(promise.due, promise.by))


def standing_text(promise: Promise, seat: Seat | None) -> Text:
    """A promise whose end is to come, as this captain reads it."""
    one, other, what = promise.promisor, promise.promisee, promise_text(promise)
    if seat == one:
        said = _("You owe %(other)s: %(what)s.", other=other, what=what)
    elif seat == other:
        said = _("%(seat)s owes you: %(what)s.", seat=one, what=what)
    else:
        said = _("%(seat)s promises %(other)s: %(what)s.", seat=one, other=other, what=what)
    return _("%(promise)s (disputed)", promise=said) if promise.outcome == DISPUTED else said


def closed_text(how: str, seat: Seat, other: Seat) -> Text:
    """What became of an offer."""
    return {
        "withdrawn": _("%(seat)s withdraws an offer to %(other)s.", seat=seat, other=other),
        "replaced": _("%(seat)s makes %(other)s another offer instead.", seat=seat, other=other),
        "refused": _("%(other)s refuses %(seat)s's offer.", seat=seat, other=other),
        "countered": _("%(other)s answers %(seat)s's offer by another.", seat=seat, other=other),
        "lapsed": _("%(seat)s's offer to %(other)s has lapsed.", seat=seat, other=other),
        "accepted": _("%(other)s accepts %(seat)s's offer.", seat=seat, other=other),
    }[how]


def settled_text(outcome: str, promisor: Seat, promisee: Seat, good: Good) -> Text:
    """What became of a promise."""
    what = good_text(replace(good, later=False))
    if outcome == "kept":
        said = _("%(seat)s has kept a promise to %(other)s", seat=promisor, other=promisee)
    elif outcome == "broken":
        said = _("%(seat)s has broken a promise to %(other)s", seat=promisor, other=promisee)
    elif outcome == "released":
        said = _("%(other)s releases %(seat)s from a promise", seat=promisor, other=promisee)
    else:
        said = _("A promise of %(seat)s to %(other)s is void", seat=promisor, other=promisee)
    return _("%(said)s: %(what)s.", said=said, what=what)


def terms_text(deal: AllyTerms | None) -> Text:
    """What a helper gets."""
    if deal is None:
        return _("nothing")
    return bargain_text(deal.goods, (), deal.due, deal.by)
