"""What goods are worth to a captain, in credits: to get, to give away, to have promised. MA-8."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine import Seat

from ..deals import CARD, CREDITS, HELP, PEACE, TROPHY, WRECK
from . import stakes, trophies
from .look import Look, View
from .record import word_of

AMNESTY = 2.5
"""What a point of Judgment costs while there is time to be pardoned."""
INFAMY = 4.0
UNSEEN = {WRECK: 1.5, TROPHY: 2.0, HELP: 1.0}
"""What something is worth that nobody has seen yet."""
SAFE = 3
"""A lead in power at which a challenge has to be feared."""


def worth(look: Look, goods: Iterable[View], giver: Seat) -> float:
    """What these goods are worth to this captain, to get or to give away."""
    return sum(worth_of(look, good, giver) * trust(look, good, giver) for good in goods)


def trust(look: Look, good: View, giver: Seat) -> float:
    """How likely somebody else's promise is kept, by the record."""
    if not good["later"] or giver == look.seat:
        return 1.0
    return word_of(look.captains[giver])


def worth_of(look: Look, good: View, giver: Seat) -> float:
    """One thing in a bargain."""
    what, mine = good["what"], giver == look.seat
    if what == CREDITS:
        return look.credit * float(good["n"])
    if what == CARD:
        return card_worth(look, good["name"], giver)
    if what == WRECK:
        return wreck_worth(look, good, mine=mine)
    if what == TROPHY and mine:
        return trophies.worth(look, trophies.worst_held(look)) if look.mine["trophies"] else 9.0
    if what == PEACE:
        if mine:
            return peace_price(look, good["who"])
        return peace_worth(look, giver) if good["who"] == look.seat else 0.0
    return UNSEEN.get(what, 0.0) * float(good["n"])


def card_worth(look: Look, name: str, giver: Seat) -> float:
    """An improvement: what it adds here, or what is missed without it."""
    owned = {card["name"]: card for card in look.captains[giver]["improvements"]}
    if name not in owned:
        return 0.0
    return look.improvement(owned[name]) if giver == look.seat else look.gain_of(owned[name])


def wreck_worth(look: Look, good: View, *, mine: bool) -> float:
    """Wrecks: those that are named as what they are, others as something nobody has seen."""
    if mine:
        held = sorted(look.keep_wreck(wreck) for wreck in look.mine["wrecks"])
        named = [w for w in look.mine["wrecks"] if w["name"] == good["name"]]
        return look.keep_wreck(named[0]) if named else sum(held[: good["n"]])
    ship = look.ship(good["name"])
    if ship is None:
        return UNSEEN[WRECK] * float(good["n"])
    return look.wreck(ship) + trophies.for_wreck(look, ship)


def peace_worth(look: Look, giver: Seat) -> float:
    """What it is worth not to be challenged by somebody for a while."""
    foe = look.captains[giver]
    odds = stakes.odds_against(look, foe)
    stake = stakes.defence_stake(look, foe)
    fear = 0.5 if foe["power"] - look.me["power"] >= SAFE else 0.2
    return max(0.0, fear * (odds * stake.loss - 0.5 * (1 - odds) * stake.win))


def peace_price(look: Look, rival: Seat) -> float:
    """What it costs to leave somebody alone, or to break the word, whichever is less."""
    gain = max(0.0, stakes.challenge_worth(look, look.captains[rival]) - 3.0)
    return min(gain, max(0.0, breach_cost(look)))


def breach_cost(look: Look) -> float:
    """MA-8.4: what breaking a word costs: a Judgment, and what the conscience says."""
    return judgment_cost(look) + look.who.conscience


def judgment_cost(look: Look) -> float:
    """MA-2.5: what another point of Judgment costs."""
    if look.me["infamous"]:
        return 0.0
    cost = AMNESTY + (look.glory - AMNESTY) * look.spent
    return cost + (INFAMY * look.left if look.me["judgment"] >= 3 else 0.0)
