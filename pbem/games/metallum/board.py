"""The board as text, at most 72 columns wide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine import Seat, Tongue, _

from .names import AT_A_GLANCE, deposit_name, module_name, place_name, token_name

WIDTH = 72
SHIPS = ("●", "■")
"""A mark for each seat, the same as on drawn boards."""
View = Mapping[str, Any]


def board_of(view: View, tongue: Tongue) -> str:
    """The row, the market, and both players."""
    if not view["players"]:
        return tongue.say(_("The table is being laid."))
    lines = [_head(view, tongue), "", *_row(view, tongue), ""]
    lines += [*_market(view, tongue), "", *_players(view, tongue)]
    return "\n".join(line[:WIDTH].rstrip() for line in lines)


def _head(view: View, tongue: Tongue) -> str:
    round_ = _("Round %(round)d of 9, sequence %(n)d", round=view["round"], n=view["sequence"])
    if view["active"] is None:
        return tongue.say(round_)
    return tongue.say(_("%(round)s. %(seat)s acts.", round=round_, seat=view["active"]))


def _row(view: View, tongue: Tongue) -> Iterator[str]:
    """A line for each planet, and what its modules and installation are below it."""
    names = [tongue.name(Seat(i))[:9] for i in range(2)]
    head = tongue.say(_("planet"))
    yield f"    {head:<10} {SHIPS[0]} {names[0]:<9} {SHIPS[1]} {names[1]:<9} "
    for number, planet in enumerate(view["planets"], 1):
        name = tongue.say(place_name(planet["place"])) if planet["up"] else _hidden(planet, tongue)
        counts = [f"{n:>3}" if planet["up"] else "  ·" for n in planet["robots"]]
        ships = "".join(SHIPS[seat] for seat in planet["ships"])
        deposit = tongue.say(deposit_name(planet["deposit"])) if planet["deposit"] else ""
        line = f" {number}  {name:<10} {counts[0]:<11} {counts[1]:<11} {ships:<3} {deposit}"
        yield line.rstrip()
        if planet["up"]:
            yield f"       {tongue.say(AT_A_GLANCE[planet['planet']])}"
        for module in planet["modules"]:
            mark = SHIPS[module["owner"]]
            yield f"       {mark} {tongue.say(module_name(module['id']))}"


def _hidden(planet: View, tongue: Tongue) -> str:
    return tongue.say(_("Omega ?")) if planet["place"] == "omega" else "?"


def _market(view: View, tongue: Tongue) -> Iterator[str]:
    yield tongue.say(_("Market"))
    for offer in view["market"]:
        slot = f"{offer['slot']:+d}" if offer["slot"] else " 0"
        if not offer["module"]:
            yield f" {slot}  -"
            continue
        name = tongue.say(module_name(offer["module"]))
        both = sorted(set(offer["prices"]))
        cost = offer["price"] if offer["price"] is not None else "/".join(map(str, both))
        yield f" {slot}  {name:<20} {cost} $"
        yield from _wrapped(tongue.say(view["modules"][offer["module"]]["text"]), 6)


def _players(view: View, tongue: Tongue) -> Iterator[str]:
    for number, player in enumerate(view["players"]):
        seat = Seat(number)
        said = _(
            "%(seat)s: %(money)d $, %(stock)d robots in stock",
            seat=seat,
            money=player["money"],
            stock=player["stock"],
        )
        yield f"{SHIPS[number]} {tongue.say(said)}"
        if player["program"]:
            program = _(
                "program: %(list)s (complexity %(n)d)",
                list=[token_name(token) for token in player["program"]],
                n=player["complexity"],
            )
            yield from _wrapped(tongue.say(program), 2)
        left = [token_name(t) for t in player["active"] if t not in player["program"]]
        active = _("active: %(list)s", list=left or ["-"])
        yield from _wrapped(tongue.say(active), 2)
        if player["hand"]:
            hand = _("in hand: %(list)s", list=[module_name(m) for m in player["hand"]])
            yield from _wrapped(tongue.say(hand), 2)


def _wrapped(text: str, indent: int) -> Iterator[str]:
    """A sentence in lines of the board's width."""
    line = " " * indent
    for word in text.split():
        if len(line) + len(word) + 1 > WIDTH:
            yield line
            line = " " * (indent + 2)
        line += word if not line.strip() else f" {word}"
    yield line
