"""What a seat sees: everything but the planets that lie face down and the decks' order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine import Seat

from .names import (
    AT_A_GLANCE,
    INSTALLATIONS,
    LETTERS,
    PLANETS,
    module_name,
    place_name,
    token_name,
)
from .rules.market import price
from .rules.scoring import strength, yields
from .state import ROUNDS, SLOTS, Metallum
from .texts import module_phase, module_text
from .wording import describe_move


def view_of(s: Metallum, seat: Seat | None) -> Mapping[str, Any]:
    """The table as this seat may know it."""
    return {
        "seat": seat,
        "round": s.round,
        "rounds": ROUNDS,
        "sequence": s.sequence,
        "phase": s.phase,
        "active": s.active,
        "order": list(s.order),
        "planets": [_planet(s, at) for at in range(len(s.row))],
        "unseen": list(s.unseen),
        "players": [_player(s, who) for who in s.seats] if s.row else [],
        "market": [_offer(s, slot, seat) for slot in range(len(s.market))],
        "ledger": [
            {"round": i.round, "seat": i.seat, "amount": i.amount, "why": i.why} for i in s.ledger
        ],
        "scores": [_scores(s, who) for who in s.seats] if s.row else [],
        "deck": len(s.deck),
        "discard": sorted(s.discard),
        "aside": sorted(s.aside),
        "done": list(s.done),
        "activated": list(s.activated),
        "ordinary": s.ordinary,
        "played": s.played,
        "load": list(s.load),
        "draft": [{"move": move, "words": describe_move(s, move)} for move in _draft(s, seat)],
        "tokens": {t.id: _token(s, t.id) for t in s.pack.tokens.values()},
        "modules": {m: _module(s, m) for m in s.pack.modules},
        "names": _names(s),
        "aid": [_aid(s, planet) for planet in PLANETS],
    }


def _planet(s: Metallum, at: int) -> Mapping[str, Any]:
    return {
        "place": s.place(at),
        "planet": s.planet(at),
        "name": place_name(s.place(at)),
        "up": s.up[at],
        "deposit": s.deposits[at],
        "robots": [s.robots[who][at] for who in s.seats],
        "strength": [strength(s, who, at) for who in s.seats],
        "yields": [yields(s, who, at) for who in s.seats],
        "ships": [who for who in s.seats if s.ships[who] == at],
        "modules": [{"id": m, "owner": s.owners[m]} for m in s.modules_at(at)],
    }


def _player(s: Metallum, who: Seat) -> Mapping[str, Any]:
    return {
        "money": s.money[who],
        "stock": s.stock[who],
        "ship": s.ships[who],
        "used": list(s.used[who]),
        "active": list(s.active_tokens(who)),
        "program": list(s.programs[who]),
        "complexity": s.pack.complexity(s.programs[who]),
        "hand": list(s.hands[who]),
        "bought": list(s.bought[who]),
    }


def _offer(s: Metallum, slot: int, seat: Seat | None) -> Mapping[str, Any]:
    """A slot of the market: what lies there, and what it costs this seat."""
    module = s.market[slot]
    prices = [price(s, who, module) for who in s.seats] if module else []
    mine = prices[seat] if module and seat is not None else None
    return {"slot": SLOTS[slot], "module": module, "prices": prices, "price": mine}


def _scores(s: Metallum, who: Seat) -> list[int]:
    """$ after each round that is over, the present one last."""
    total, course = 0, []
    for number in range(1, s.round + 1):
        total += sum(i.amount for i in s.ledger if i.seat == who and i.round == number)
        course.append(total)
    return course


def _draft(s: Metallum, seat: Seat | None) -> list[str]:
    """ML-7.2: what is left of a list is its writer's own business."""
    return s.draft if seat is not None and seat == s.active else []


def _names(s: Metallum) -> Mapping[str, Any]:
    """What tokens and modules are called."""
    return {
        "tokens": {token: token_name(token) for token in s.pack.tokens},
        "modules": {module: module_name(module) for module in s.pack.modules},
    }


def _aid(s: Metallum, planet: str) -> Mapping[str, Any]:
    """ML-4: a planet's installation, and whether the planet is on the table, face up."""
    return {
        "planet": planet,
        "name": place_name(planet),
        "letter": LETTERS[planet],
        "text": INSTALLATIONS[planet],
        "glance": AT_A_GLANCE[planet],
        "up": planet in (s.planet(at) for at in range(len(s.row))),
    }


def _token(s: Metallum, token: str) -> Mapping[str, Any]:
    t = s.token(token)
    return {
        "kind": t.kind,
        "amount": t.amount,
        "complexity": t.complexity,
        "edges": dict(t.edges),
    }


def _module(s: Metallum, module: str) -> Mapping[str, Any]:
    m = s.module(module)
    return {
        "kind": m.kind,
        "cost": m.cost,
        "effect": m.effect,
        "amount": m.amount,
        "phase": m.phase,
        "text": module_text(m),
        "when": module_phase(m),
    }
