"""The table as text, at most 72 columns wide: for letters and terminals."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine import Text, Tongue, _, n_

from .events.words import captain, station_name, station_title
from .pack import STATIONS
from .texts import SORTS

WIDTH = 72
View = Mapping[str, Any]
MARKS = ("●", "■", "✚")
"""A shape for each seat, and one for the automatic ship."""


def board(view: View, tongue: Tongue) -> str:
    """All that lies on the table, from the stations down to the own hand."""
    if not view["begun"]:
        return tongue.say(_("The decks are being shuffled."))
    page = Page(tongue)
    page.line(heading(view))
    stations(view, page)
    store(view, page)
    for ship in view["ships"]:
        page.gap()
        ship_lines(view, ship, page)
    if view["automatic"]:
        page.gap()
        page.list(_("The automatic ship, as it stands:"), view["automatic"]["said"])
    if view["seat"] is not None:
        page.gap()
        page.list(_("Your hand:"), [in_hand(card) for card in view["hand"]])
    return "\n".join(page.lines)


class Page:
    """Lines of text that are never wider than the page."""

    def __init__(self, tongue: Tongue) -> None:
        self.tongue = tongue
        self.lines: list[str] = []

    def line(self, text: Text | str, indent: int = 0) -> None:
        """A sentence, wrapped where it must be."""
        said = self.tongue.say(text)
        first, later = " " * indent, " " * (indent + 2)
        self.lines += textwrap.wrap(said, WIDTH, initial_indent=first, subsequent_indent=later)

    def list(self, head: Text, items: Sequence[Text | str], indent: int = 0) -> None:
        """A few things after a word that says what they are; nothing at all if there are none."""
        if items:
            said = "; ".join(self.tongue.say(item) for item in items)
            self.line(f"{self.tongue.say(head)} {said}", indent)

    def gap(self) -> None:
        self.lines.append("")


def heading(view: View) -> Text:
    """Whose turn it is, and how far the game has come."""
    return _(
        "Turn %(turn)d of %(turns)d, %(seat)s: %(step)s.",
        turn=view["turn"],
        turns=view["turns"],
        seat=view["active"],
        step=step_name(view["step"]),
    )


def step_name(step: str) -> Text:
    """A step of the turn in words."""
    match step:
        case "buy":
            return _("buying")
        case "contract":
            return _("fitting out and taking contracts")
        case "move":
            return _("flying")
        case "mission":
            return _("turning in a mission")
    return _("about to begin")


def stations(view: View, page: Page) -> None:
    """The four stations, the ships at them, and how many missions lie there."""
    for at in STATIONS:
        here = [captain(ship["who"]) for ship in view["ships"] if ship["station"] == at]
        count = n_("%(n)d mission", "%(n)d missions", view["jobs"][at])
        text = _("%(at)s, %(count)s: %(here)s", at=station_title(at), count=count, here=here)
        bare = _("%(at)s, %(count)s", at=station_title(at), count=count)
        page.line(text if here else bare, 2)


def store(view: View, page: Page) -> None:
    """The Store with its decks, Local Contacts, Salvage, and the events in force."""
    decks = view["decks"]
    page.gap()
    page.line(
        _("Store (Tech deck %(tech)d, Crew deck %(crew)d):", tech=decks["tech"], crew=decks["crew"])
    )
    for place, card in enumerate(view["store"], 1):
        page.line(on_sale(place, card) if card else f"{place}. —", 2)
    left = len(view["contacts"])
    price = view["contact_price"]
    page.line(_("Local Contacts for %(price)d: %(n)d left", price=price, n=left))
    head = _("Salvage, each for %(price)d:", price=view["salvage_price"])
    page.list(head, [short(card) for card in view["salvage"]])
    page.list(_("Events:"), [with_text(card) for card in view["events"]])


def on_sale(place: int, card: View) -> Text:
    return _("%(place)d. %(price)d for %(card)s", place=place, price=card["price"], card=full(card))


def short(card: View) -> Text:
    """A card's name, what it is, and its value."""
    return _("%(name)s (%(sort)s)", name=card["name"], sort=worth(card))


def worth(card: View) -> Text:
    sort = card["label"]
    return _("%(sort)s %(n)d", sort=sort, n=card["value"]) if card["value"] else sort


def full(card: View) -> Text:
    """The same, with its credit value and its text."""
    facts = {"name": card["name"], "sort": worth(card), "credit": card["credit"]}
    if card["text"] is None:
        return _("%(name)s (%(sort)s, credit %(credit)d)", **facts)
    return _("%(name)s (%(sort)s, credit %(credit)d): %(text)s", **facts, text=card["text"])


def in_hand(card: View) -> Text | str:
    return str(card["name"]) if card["type"] in ("credit", "contract") else full(card)


def with_text(card: View) -> Text:
    return _("%(name)s: %(text)s", name=card["name"], text=card["text"])


def ship_lines(view: View, ship: View, page: Page) -> None:
    """A captain's side of the table."""
    who = ship["who"]
    mark = MARKS[2 if ship["automatic"] else who]
    page.line(
        _(
            "%(mark)s %(who)s: %(points)s, %(hits)d of %(most)d hits, at %(at)s",
            mark=mark,
            who=captain(who),
            points=n_("%(n)d point", "%(n)d points", ship["points"]),
            hits=ship["hits"],
            most=view["most_hits"],
            at=station_name(ship["station"]),
        )
    )
    fitted = [short(card) for card in ship["mat"].values() if card]
    page.list(_("Tech:"), fitted or [_("none")], 2)
    page.list(_("Values:"), values(ship), 2)
    page.list(_("Crew:"), [short(card) for card in ship["crew"]] or [_("none")], 2)
    if ship["admiral"]:
        page.list(_("Admiral:"), [with_text(ship["admiral"])], 2)
    page.list(_("Missions:"), [mission(job) for job in ship["missions"]], 2)
    page.list(_("Done:"), [_("%(job)s", job=job["name"]) for job in ship["done"]], 2)
    if not ship["automatic"]:
        page.line(_("Deck %(deck)d, hand %(hand)d", deck=ship["deck"], hand=ship["hand"]), 2)
        page.list(_("Discard:"), discard(ship), 2)


def values(ship: View) -> list[Text | str]:
    levels = [_("%(sort)s %(n)d", sort=SORTS[system], n=n) for system, n in ship["levels"].items()]
    return [*levels, _("%(sort)s %(n)d", sort=SORTS["crew"], n=ship["crew_value"])]


def discard(ship: View) -> list[Text | str]:
    counts = [_("%(n)d × %(sort)s", n=n, sort=SORTS[sort]) for sort, n in ship["discarded"].items()]
    return [*counts, *(short(card) for card in ship["discard"])]


def mission(job: View) -> Text:
    """A mission taken, with what is still missing marked."""
    needs = [need(one) for one in job["needs"]]
    facts = {"job": job["name"], "at": station_name(job["station"]), "needs": needs}
    if job["met"]:
        return _("%(job)s (%(at)s): %(needs)s, all met", **facts)
    return _("%(job)s (%(at)s): %(needs)s", **facts)


def need(one: View) -> Text:
    """'engine 2', or 'engine 2 (1 missing)'; a kind of crew has no number."""
    sort = one["label"]
    asked = _("%(sort)s %(n)d", sort=sort, n=one["least"]) if one["least"] else sort
    if not one["lacks"]:
        return asked
    if not one["least"]:
        return _("%(asked)s (missing)", asked=asked)
    return _("%(asked)s (%(n)d missing)", asked=asked, n=one["lacks"])
