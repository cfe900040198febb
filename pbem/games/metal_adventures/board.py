"""The table as text, at most 72 columns wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import Any

from pbem.engine import Seat, Text, Tongue, _, n_

from .words import NATION, PLANET, credits_text

WIDTH = 72
BEFORE = _("Before the first turn")


def board(view: Mapping[str, Any], tongue: Tongue) -> str:
    """Captains, places, Space, the battle, and what is yours alone."""
    parts = [
        [tongue.say(_("Turn %(turn)d", turn=view["turn"]) if view["turn"] else BEFORE)],
        _captains(view, tongue),
        _places(view, tongue),
        _battle(view, tongue),
        _talk(view, tongue),
        _mine(view, tongue),
    ]
    lines = [line for part in parts if part for line in (*part, "")]
    return "\n".join(_cut(line) for line in lines).rstrip()


def _cut(line: str) -> str:
    return _fit(line.rstrip(), WIDTH)


def _fit(text: str, width: int) -> str:
    """As much of it as there is room for."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _row(name: Text | str, values: Sequence[object], widths: Sequence[int], tongue: Tongue) -> str:
    room = WIDTH - sum(widths)
    said = [f"{value!s:>{wide}}" for value, wide in zip(values, widths, strict=True)]
    return f"{_fit(tongue.say(name), room - 1):<{room}}" + "".join(said)


def _captains(view: Mapping[str, Any], tongue: Tongue) -> list[str]:
    heads = (
        _("power"),
        _("damage"),
        _("glory"),
        _("judgm."),
        _("credit"),
        _("MF"),
        _("wrecks"),
    )
    said = [tongue.say(head) for head in heads]
    widths = [max(4, len(head) + 1) for head in said]
    lines = [_row("", said, widths, tongue)]
    for one in view["captains"]:
        mark = ">" if one["seat"] == view["active"] else " "
        name = f"{mark} {tongue.name(Seat(one['seat']))}"
        values = [one["power"], one["damage"], one["glory"], one["judgment"], one["credits"]]
        values += [one["faktor"] or "–", one["wrecks"]]
        lines.append(_row(name, values, widths, tongue))
        lines += _paragraph(", ".join(_hold(one, tongue)), indent=4)
    return lines


def _hold(one: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """A captain's ship and cards, and what else there is to know."""
    said = [tongue.say(_("support %(n)d", n=one["support"])), one["base"]["name"]]
    said += [card["name"] for card in one["improvements"]]
    if one["trophies"]:
        said.append(tongue.say(n_("%(n)d trophy", "%(n)d trophies", one["trophies"])))
    if one["infamous"]:
        said.append(tongue.say(_("infamous")))
    if one["record"]["made"]:
        said.append(_record(one["record"], tongue))
    return said


def _record(record: Mapping[str, int], tongue: Tongue) -> str:
    """MA-8.7: a captain's name for keeping faith."""
    made = n_("%(n)d promise", "%(n)d promises", record["made"])
    fate = _("%(kept)d kept, %(broken)d broken", kept=record["kept"], broken=record["broken"])
    return f"{tongue.say(_('%(what)s:', what=made))} {tongue.say(fate)}"


def _places(view: Mapping[str, Any], tongue: Tongue) -> list[str]:
    say = tongue.say
    lines = []
    for planet in view["planets"]:
        name = say(PLANET[planet["name"]])
        power = say(_("power %(n)d", n=planet["power"]))
        lines.append(f"{name:<10} {power:<14}{say(credits_text(planet['treasure']))}")
    pot = say(_("Pot"))
    lines.append(f"{pot:<10} {say(credits_text(view['pot']))}")
    shop = [f"{card['name']} ({card['cost']})" for card in view["shop"]]
    lines += _wrapped(say(_("%(what)s:", what=_("On sale at the OCG"))), shop)
    lines += _wrapped(
        say(_("%(what)s:", what=_("Bazaar discard"))), [card["name"] for card in view["bazaar"]]
    )
    ships = [f"{ship['name']} {ship['power']}" for ship in view["karokum"]]
    lines += _wrapped(say(_("%(what)s:", what=_("Karokum discard"))), ships)
    lines.append(say(_deck(view)))
    for ship in view["space"]:
        lines.append(f"  {_ship(ship, tongue)}")
    return lines


def _deck(view: Mapping[str, Any]) -> Text:
    if not view["back"]:
        return _("The Space deck is empty.")
    back = _("blue") if view["back"] == "near" else _("red")
    return _("Space deck: %(n)d, %(back)s on top", n=view["space_deck"], back=back)


def _ship(ship: Mapping[str, Any], tongue: Tongue) -> str:
    hunter = tongue.say(_(" (Hunter)")) if ship["hunter"] else ""
    nation = tongue.say(NATION[ship["nation"]])
    facts = tongue.say(
        _(
            "power %(power)d, damage %(damage)d, credits %(credits)d, glory %(glory)d",
            power=ship["power"],
            damage=ship["damage"],
            credits=ship["credits"],
            glory=ship["glory"],
        )
    )
    return f"{ship['name']}, {nation}{hunter}: {facts}"


def _wrapped(head: str, items: list[str]) -> list[str]:
    """A list with its head, broken between items."""
    lines, line = [], head
    for i, item in enumerate(items or ["–"]):
        piece = f" {item}{',' if i + 1 < len(items) else ''}"
        if len(line) + len(piece) > WIDTH:
            lines.append(line)
            line = "   "
        line += piece
    return [*lines, line]


def _battle(view: Mapping[str, Any], tongue: Tongue) -> list[str]:
    fight = view["battle"]
    if fight is None or not fight["lines"]:
        return []
    say = tongue.say
    left = [line for line in fight["lines"] if line["side"] == "attack"]
    right = [line for line in fight["lines"] if line["side"] == "defence"]
    lines = [say(_("The battle"))]
    # Long names are cut, so that there is room for what they add.
    brief = replace(tongue, names=tuple(_fit(name, 12) for name in tongue.names))
    for i in range(max(len(left), len(right))):
        one = _part(left[i], brief) if i < len(left) else ""
        other = _part(right[i], brief) if i < len(right) else ""
        lines.append(f"  {one:<34}{other}")
    total = _("total") if fight["orange"] else _("so far")
    lines.append(f"  {_sum(say(total), fight['attack']):<34}{_sum(say(total), fight['defence'])}")
    return lines


def _part(line: Mapping[str, Any], tongue: Tongue) -> str:
    rolls = line["what"] in ("orange", "gray") and not line["amount"]
    return _sum(tongue.say(line["text"]), "?" if rolls else line["amount"])


def _sum(name: str, amount: int | str) -> str:
    return f"{_fit(name, 26):<26}{amount:>4}"


def _talk(view: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """Promises that stand, and the offers of whoever looks."""
    lines: list[str] = []
    if view["standing"]:
        lines.append(tongue.say(_("Promises")))
        for one in view["standing"]:
            lines += _paragraph(tongue.say(one["line"]))
    if view["offers"]:
        lines.append(tongue.say(_("Offers")))
        for offer in view["offers"]:
            lines += _paragraph(tongue.say(_offer(offer)))
    return lines


def _offer(offer: Mapping[str, Any]) -> Text:
    if offer["mine"]:
        return _("You offer %(other)s: %(what)s.", other=offer["partner"], what=offer["text"])
    return _("%(seat)s offers you: %(what)s.", seat=offer["writer"], what=offer["text"])


def _paragraph(text: str, indent: int = 2) -> list[str]:
    first = " " * indent
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=f"{first}  ")


def _mine(view: Mapping[str, Any], tongue: Tongue) -> list[str]:
    mine = view["mine"]
    if mine is None:
        return []
    say = tongue.say
    lines = [say(_("Yours alone"))]
    for card in (*mine["trophies"], *mine["looking_at"]):
        name = say(_("%(what)s:", what=card["name"]))
        said = f"{name} {say(card['line'])}"
        if card["name"] in mine["claimable"]:
            claim = say(_("This can be claimed now."))
            said = f"{said}. {claim}"
        lines += _paragraph(said)
    if mine["wrecks"]:
        lines += _wrapped(
            say(_("%(what)s:", what=_("Wrecks"))), [ship["name"] for ship in mine["wrecks"]]
        )
    return lines if len(lines) > 1 else []
