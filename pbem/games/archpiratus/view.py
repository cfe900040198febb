"""AP-4.5: what a seat sees, built up from nothing.

Open are discards, Salvage, mats, missions and the sizes of decks; hidden are hands, the order
of decks, and missions that nobody has drawn. Since every purchase and every discard is open,
everybody can tell which cards a deck and a hand hold together: `unseen`. A card is shown with
all that is printed on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pbem.engine import Seat, Text, _

from .events.words import deck_name, station_name, station_title
from .pack import CONTRACT, CREDIT, SLOTS, STATIONS, SYSTEMS, called
from .rules.solo import Intent, intent
from .state import AUTO, Pirates
from .texts import SORTS, text_of

BASIC = (CREDIT, CONTRACT)


def view(s: Pirates, seat: Seat | None) -> Mapping[str, Any]:
    """The whole table as this seat, or a spectator, may see it."""
    if not s.ships:
        return {"seat": seat, "begun": False}
    buyer = seat if seat is not None else s.active
    return {
        "seat": seat,
        "begun": True,
        "solo": s.solo,
        "active": s.active,
        "step": s.step,
        "turn": s.ships[s.active].turns,
        "turns": s.rule("turns"),
        "final_points": s.rule("final_points"),
        "most_hits": s.most_hits,
        "store": [card(s, c) | {"price": s.price(buyer, c)} if c else None for c in s.store],
        "decks": {"tech": len(s.tech_deck), "crew": len(s.crew_deck)},
        "contacts": [card(s, c) for c in s.contacts],
        "contact_price": s.contact_price(buyer),
        "salvage": [card(s, c) for c in s.salvage],
        "salvage_price": s.salvage_price(buyer),
        "jobs": {at: len(s.jobs[at]) for at in STATIONS},
        "stations": {at: station_title(at) for at in STATIONS},
        "sorts": {slot: SORTS[slot] for slot in (*SLOTS, "crew")},
        "events": [card(s, c) for c in s.events],
        "ships": [ship(s, who) for who in s.captains],
        "hand": [card(s, c) for c in sorted(s.ships[seat].hand)] if seat is not None else [],
        "purse": s.purse(seat) if seat is not None else 0,
        "drawn": [mission(s, s.active, m) for m in s.drawn],
        "automatic": foretold(intent(s)) if s.auto and s.auto.missions else None,
    }


def card(s: Pirates, name: str) -> dict[str, Any]:
    """A card with all that is printed on it."""
    printed = s.card(name)
    sort = printed.kind or printed.slot or printed.type
    return {
        "id": name,
        "name": called(name),
        "type": printed.type,
        "sort": sort,
        "label": SORTS[sort],
        "value": printed.value,
        "cost": printed.cost,
        "credit": printed.credit,
        "effect": printed.effect,
        "amount": printed.amount,
        "text": text_of(printed),
        "keywords": list(printed.keywords),
    }


def mission(s: Pirates, who: Seat, name: str) -> dict[str, Any]:
    """A mission with its needs, and what this ship still lacks for it."""
    job = s.job(name)
    missing = s.missing(who, name)
    asked = [*job.tech.items(), *((kind, 0) for kind in job.kinds)]
    asked += [("crew", job.crew)] if job.crew else []
    return {
        "id": name,
        "name": called(name),
        "station": job.station,
        "points": job.points,
        "needs": [
            {"what": what, "label": SORTS[what], "least": least, "lacks": missing.get(what, 0)}
            for what, least in asked
        ],
        "met": not missing,
    }


def foretold(plan: Intent) -> dict[str, Any]:
    """AP-3: what the automatic ship does next if nothing changes before its turn, in order."""
    said: list[Text] = []
    if plan.fires:
        said.append(_("it fires on you"))
    if plan.turns_in:
        said.append(_("it flies to the final station, turns in its mission and wins"))
    if plan.flees:
        said.append(_("it flees to another station, chance says which"))
    if plan.follows:
        said.append(_("it follows you to %(at)s", at=station_name(plan.follows)))
    if plan.takes:
        said.append(_("it takes %(card)s from the Store", card=called(plan.takes)))
    if plan.sends:
        card, deck = called(plan.sends), deck_name(plan.refill)
        said.append(
            _("it sends %(card)s under its deck; %(deck)s fills the place", card=card, deck=deck)
        )
    return asdict(plan) | {"said": said or [_("it does nothing")]}


def ship(s: Pirates, who: Seat) -> dict[str, Any]:
    """A captain's side of the table."""
    there = s.ship(who)
    return {
        "who": who,
        "automatic": who == AUTO,
        "station": there.station,
        "hits": there.hits,
        "turns": there.turns,
        "deck": len(there.deck),
        "hand": len(there.hand),
        "unseen": [card(s, c) for c in sorted(there.deck + there.hand) if c not in BASIC],
        "spent": [card(s, c) for c in there.spent],
        "discard": [card(s, c) for c in there.discard if c not in BASIC],
        "discarded": dict(Counter(c for c in there.discard if c in BASIC)),
        "mat": {slot: card(s, there.tech[slot]) if slot in there.tech else None for slot in SLOTS},
        "levels": {system: s.level(who, system) for system in SYSTEMS},
        "crew": [card(s, c) for c in there.crew],
        "crew_value": s.crew_value(who),
        "berths": None if who == AUTO else s.berths(who),
        "missions": [mission(s, who, m) for m in there.missions],
        "done": [mission(s, who, m) for m in there.done],
        "points": s.points(who),
        "admiral": card(s, there.admiral) if there.admiral else None,
    }
