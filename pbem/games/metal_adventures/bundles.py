"""Whether goods can change hands: on acceptance all is checked, and then all moves. MA-8.2."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine import Seat, Text, _

from .deals import (
    CARD,
    CREDITS,
    MOST_PROMISES,
    PEACE,
    TROPHY,
    TURN,
    WIN,
    WRECK,
    Bargain,
    Goods,
    later,
    names,
    promises,
    total,
)
from .state import MOST_IMPROVEMENTS, MOST_TROPHIES, MetalAdventures
from .words import credits_text


def lacking(s: MetalAdventures, giver: Seat, goods: Goods) -> Text | None:
    """Why this captain cannot hand these goods over now, if so."""
    if total(goods, CREDITS) > s.credits[giver]:
        has = credits_text(s.credits[giver])
        return _("%(seat)s has only %(credits)s.", seat=giver, credits=has)
    for card in names(goods, CARD):
        if card not in s.improvements[giver]:
            return _("%(seat)s does not have %(card)s.", seat=giver, card=card)
    gone = [card for card in names(goods, WRECK) if card not in s.wrecks[giver]]
    if gone or total(goods, WRECK) > len(s.wrecks[giver]):
        return _("%(seat)s does not have the wrecks for it any more.", seat=giver)
    if total(goods, TROPHY) > len(s.hands[giver]):
        return _("%(seat)s does not hold so many trophies.", seat=giver)
    return None


def crowded(s: MetalAdventures, taker: Seat, gets: Goods, gives: Goods = ()) -> Text | None:
    """MAR-95: why this captain has no room for these goods, if so."""
    cards = len(s.improvements[taker]) + total(gets, CARD)
    if max(cards - total(gives, CARD), len(s.improvements[taker])) > MOST_IMPROVEMENTS:
        return _("%(seat)s would have more than four improvements.", seat=taker)
    if len(s.hands[taker]) + total(gets, TROPHY) - total(gives, TROPHY) > MOST_TROPHIES:
        return _("%(seat)s would have more than two trophies.", seat=taker)
    return None


def unpromising(s: MetalAdventures, promisor: Seat, promisee: Seat, goods: Goods) -> Text | None:
    """Why these promises cannot be made, if so. MA-2.5, MA-8.7."""
    if not later(goods):
        return None
    for seat in (promisor, promisee):
        if s.infamous(seat):
            return _("%(seat)s is infamous: no promises to or from the infamous.", seat=seat)
    if len(promises(s, promisor=promisor, promisee=promisee)) + len(later(goods)) > MOST_PROMISES:
        return _(
            "%(seat)s has promised %(other)s enough. Wait until some of it is settled.",
            seat=promisor,
            other=promisee,
        )
    return None


def unmeant(giver: Seat, goods: Goods) -> Text | None:
    """Promises that mean nothing: peace with oneself."""
    if any(good.what == PEACE and good.who == giver for good in goods):
        return _("%(seat)s cannot promise peace with %(seat)s.", seat=giver)
    return None


def too_late(s: MetalAdventures, due: str) -> Text | None:
    """MA-8.7: why nothing can be due after a win this turn, if so."""
    fought = s.battle is not None and bool(s.battle.result)
    if due == WIN and (fought or s.stage == "rest"):
        return _("No battle is fought any more this turn, so nothing can be due after a win.")
    return None


def hindrance(s: MetalAdventures, offer: Bargain) -> Text | None:
    """MA-8.2: why this offer cannot go through as a whole now, if so."""
    one, other = offer.writer, offer.partner
    if offer.due == TURN and offer.by < s.turn:
        return _("Turn %(n)d, when it would be due, is over.", n=offer.by)
    return (
        too_late(s, offer.due)
        or lacking(s, one, offer.give)
        or lacking(s, other, offer.get)
        or crowded(s, one, offer.get, offer.give)
        or crowded(s, other, offer.give, offer.get)
        or unpromising(s, one, other, offer.give)
        or unpromising(s, other, one, offer.get)
    )


def hidden(
    s: MetalAdventures, giver: Seat, goods: Goods, chosen: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which wrecks and which trophies the giver hands over: those named, those chosen, and if
    that is not enough, those held longest."""
    named = names(goods, WRECK)
    wrecks = _picked(s.wrecks[giver], named, chosen, total(goods, WRECK))
    hand = [held.card for held in s.hands[giver]]
    return wrecks, _picked(hand, [], chosen, total(goods, TROPHY))


def _picked(
    held: Sequence[str], named: Sequence[str], chosen: Sequence[str], n: int
) -> tuple[str, ...]:
    first = [card for card in (*named, *chosen) if card in held]
    order = dict.fromkeys([*first, *held])
    return tuple([*order][:n])
