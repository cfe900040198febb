"""What a seat sees, built up from nothing. MA-10.6 says what is public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine import Seat

from . import talk
from .conditions import claimable
from .pack import PLANETS, Pack
from .prices import purchase_price
from .receipt import battle_text, part
from .score import lines, totals
from .state import (
    BANK,
    DECK_TO_END,
    GLORY_TO_END,
    MOST_DAMAGE,
    MOST_IMPROVEMENTS,
    MOST_JUDGMENT,
    MOST_TROPHIES,
    POT,
    ROW,
    START_POWER,
    UNUSED,
    MetalAdventures,
)
from .words import (
    ACTION,
    NATION,
    PLACE,
    PLANET,
    STAGE,
    TYPE,
    WHY,
    condition_text,
    effect_text,
    improvement_text,
    ship_text,
    trophy_text,
)


def view(s: MetalAdventures, seat: Seat | None) -> Mapping[str, Any]:
    """The table as this seat, or a spectator, sees it."""
    seen: dict[str, Any] = {
        "turn": s.turn,
        "active": s.active,
        "stage": s.stage,
        "stage_text": STAGE[s.stage],
        "scale": scale(s.pack),
        "ready": s.ready,
        "seat": seat,
        "captains": [captain(s, other) for other in s.seats] if s.bases else [],
        "space": [ship(s.pack, card) for card in s.space],
        "space_deck": len(s.space_deck),
        "back": s.top_back(),
        "planets": [planet(s, name) for name in PLANETS] if s.purse else [],
        "bank": s.purse.get(BANK, 0),
        "pot": s.purse.get(POT, 0),
        "shop": [improvement(s.pack, card) for card in s.shop],
        "shop_deck": len(s.shop_deck),
        "row": ROW,
        "faces": list(s.pack.faktor),
        "karokum": [ship(s.pack, card) for card in s.karokum],
        "bazaar": [improvement(s.pack, card) for card in s.bazaar],
        "trophy_deck": len(s.trophy_deck),
        "event": event(s.pack, s.event) if s.event else None,
        "ocg": actions(s, "ocg"),
        "toured": list(s.toured),
        "attacked": s.attacked,
        "battle": battle(s, seat),
        "ledger": [
            {"turn": line.turn, "seat": line.seat, "change": line.change, "text": WHY[line.why]}
            for line in s.ledger
        ],
        "race": [race(s, other) for other in s.seats] if s.bases else [],
        "offers": talk.offers(s, seat),
        "promises": talk.ledger(s),
        "standing": talk.standing(s, seat),
        "mine": mine(s, seat) if seat is not None and s.bases else None,
    }
    return seen


def scale(pack: Pack) -> dict[str, int]:
    """How far the dials go, and where the game ends."""
    best = sorted((card.power for card in pack.equipment.values()), reverse=True)
    return {
        "power": START_POWER + sum(best[:MOST_IMPROVEMENTS]),
        "damage": MOST_DAMAGE,
        "glory": GLORY_TO_END,
        "judgment": MOST_JUDGMENT,
        "improvements": MOST_IMPROVEMENTS,
        "trophies": MOST_TROPHIES,
        "deck": DECK_TO_END,
    }


def race(s: MetalAdventures, seat: Seat) -> list[int]:
    """A captain's glory at the end of every turn so far, from the ledger."""
    course = [0] * (s.turn + 1)
    for line in s.ledger:
        if line.seat == seat:
            course[line.turn] += line.change
    for turn in range(1, len(course)):
        course[turn] += course[turn - 1]
    return course


def captain(s: MetalAdventures, seat: Seat) -> dict[str, Any]:
    """What everybody knows of a captain."""
    before = s.before[seat]
    return {
        "seat": seat,
        "base": base(s.pack, s.bases[seat]),
        "credits": s.credits[seat],
        "power": s.power(seat),
        "support": s.support_power(seat),
        "damage": s.damage[seat],
        "glory": s.glory[seat],
        "judgment": s.judgment[seat],
        "before": {
            "power": before[0],
            "damage": before[1],
            "glory": before[2],
            "judgment": before[3],
        },
        "faktor": s.faktor[seat],
        "infamous": s.infamous(seat),
        "resigned": seat in s.resigned,
        "claimed": seat in s.claimed,
        "improvements": [improvement(s.pack, card) for card in s.improvements[seat]],
        "wrecks": len(s.wrecks[seat]),
        "trophies": len(s.hands[seat]),
        "looking_at": len(s.offered[seat]),
        "record": talk.record(s, seat),
    }


def mine(s: MetalAdventures, seat: Seat) -> dict[str, Any]:
    """What only the captain knows."""
    can = claimable(s, seat)
    return {
        "trophies": [trophy(s.pack, held.card) for held in s.hands[seat]],
        "claimable": can,
        "looking_at": [trophy(s.pack, card) for card in s.offered[seat]],
        "wrecks": [ship(s.pack, card) for card in s.wrecks[seat]],
        "shown": [ship(s.pack, card) for card in shown(s, seat)],
        "wrecks_offered": [ship(s.pack, card) for card in talk.wrecks_offered(s, seat)],
        "automatic": s.automatic[seat],
        **talk.owing(s, seat),
        "prices": {card: purchase_price(s, seat, card) for card in s.shop},
    }


def shown(s: MetalAdventures, seat: Seat) -> list[str]:
    """MA-7.3: the loser's wrecks that the winner of a challenge looks at."""
    fight = s.battle
    if fight is None or fight.attacker != seat:
        return []
    return [card for card in fight.seen if card in s.pack.ships]


def battle(s: MetalAdventures, seat: Seat | None) -> dict[str, Any] | None:
    """The battle being fought or the last one of the turn: both sums, part by part."""
    fight = s.battle
    if fight is None:
        return None
    rolled = fight.orange > 0
    aimed = bool(fight.target) or fight.defender is not None
    receipt = fight.lines or (lines(s) if aimed else ())
    attack, defence = totals(s) if aimed else (0, 0)
    if fight.lines:
        attack = sum(line.amount for line in fight.lines if line.side == "attack")
        defence = sum(line.amount for line in fight.lines if line.side == "defence")
    return {
        "kind": fight.kind,
        "attacker": fight.attacker,
        "target": fight.target,
        "ship": ship(s.pack, fight.target) if fight.target in s.pack.ships else None,
        "planet": planet(s, fight.target) if fight.kind == "planet" else None,
        "defender": fight.defender,
        "asked": list(fight.ranking),
        "willing": list(fight.willing) if seat == fight.attacker and fight.defender is None else [],
        "terms": talk.terms(s, seat),
        "allies": list(fight.allies),
        "backers": list(fight.backers),
        "traitor": fight.traitor,
        "orange": fight.orange,
        "gray": fight.gray,
        "rolled": rolled,
        "faktor": [None if face == UNUSED else face for face in fight.faktor],
        "debt": fight.debt,
        "played": list(fight.played),
        "lines": [part(line) for line in receipt],
        "attack": attack,
        "defence": defence,
        "result": fight.result,
        "sentence": battle_text(receipt, fight.result) if rolled and receipt else None,
    }


def planet(s: MetalAdventures, name: str) -> dict[str, Any]:
    """A planet, its treasure, and which of its actions have been taken this turn."""
    return {
        "name": name,
        "label": PLANET[name],
        "power": s.pack.planets[name],
        "treasure": s.purse[name],
        "attacked": s.attacked == name,
        "actions": actions(s, name),
    }


def actions(s: MetalAdventures, place: str) -> list[dict[str, Any]]:
    """The tour's actions at a place."""
    return [
        {"number": number, "label": label, "taken": number in s.toured}
        for number, label in ACTION.items()
        if PLACE[number] == place
    ]


def ship(pack: Pack, name: str) -> dict[str, Any]:
    card = pack.ships[name]
    return {
        "name": name,
        "nation": card.nation,
        "flag": NATION[card.nation],
        "text": ship_text(card),
        "power": card.power,
        "damage": card.damage,
        "credits": card.credits,
        "glory": card.glory,
        "support": card.support,
        "hunter": card.hunter,
        "space": card.space,
    }


def improvement(pack: Pack, name: str) -> dict[str, Any]:
    card = pack.equipment.get(name)
    if card is None:
        support = pack.supports[name]
        effect = support.effect
        return {
            "name": name,
            "kind": "support",
            "label": TYPE["support"],
            "cost": support.cost,
            "when": support.when,
            "power": 0,
            "effect": [effect.name, effect.amount, effect.of],
            "text": improvement_text(pack, name),
        }
    return {
        "name": name,
        "kind": card.type,
        "label": TYPE[card.type],
        "cost": card.cost,
        "when": "",
        "power": card.power,
        "effect": [card.effect.name, card.effect.amount, card.effect.of] if card.effect else None,
        "text": improvement_text(pack, name),
    }


def event(pack: Pack, name: str) -> dict[str, Any]:
    """An event that applied this turn."""
    return {"name": name, "text": effect_text(pack.events[name].effect)}


def base(pack: Pack, name: str) -> dict[str, Any]:
    effect = pack.bases[name].effect
    return {
        "name": name,
        "effect": [effect.name, effect.amount, effect.of],
        "text": effect_text(effect),
    }


def trophy(pack: Pack, name: str) -> dict[str, Any]:
    card = pack.trophies[name]
    asks = card.condition
    return {
        "name": name,
        "glory": card.glory,
        "credits": card.credits,
        "asks": [asks.name, asks.amount, asks.of],
        "text": condition_text(asks),
        "line": trophy_text(pack, name),
    }
