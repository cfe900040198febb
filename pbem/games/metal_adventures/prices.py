"""MA-9: what the tour's actions cost and when they can be taken. Questions only, no rules."""

# ruff: noqa: ARG001 All actions are asked with the same arguments.

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pbem.engine import Seat, Text, _

from .effects import adjusted
from .pack import TITLE_NATIONS
from .state import MOST_TROPHIES, MetalAdventures
from .words import ACTION, PLACE, PLANET

TROPHIES, MINOR, COMPLETE, TITLE, NEW_CHOICES = 1, 2, 3, 4, 5
PURCHASE, SMUGGLING, AMNESTY, SCRAPPING, EXPENDITURE = 6, 7, 8, 9, 10
ACTIONS = tuple(ACTION)

TITLE_WRECKS = 3
TITLE_CREDITS = 4
EXPENDITURE_PRICE = 6
COMPLETE_PRICE = 2
AMNESTY_PRICE = 2
KAROKUM_PRICE = 2


def purchase_price(s: MetalAdventures, seat: Seat, card: str) -> int:
    """MA-9.3: what a face-up improvement costs this captain."""
    return adjusted(s, seat, "purchase_price", s.pack.improvement(card).cost)


def rest_price(s: MetalAdventures, seat: Seat, card: str) -> int:
    """MA-4.4: at rest a purchase costs 1 more."""
    return purchase_price(s, seat, card) + 1


def smuggling_price(s: MetalAdventures, card: str) -> int:
    """MA-9.4: a support card of the Bazaar discard costs 1 more than it says."""
    return s.pack.supports[card].cost + 1


def minor_price(s: MetalAdventures, seat: Seat) -> int:
    """MA-9.2: minor repairs cost 1 credit or 1 wreck."""
    return adjusted(s, seat, "repair_price", 1)


def karokum_price(s: MetalAdventures, seat: Seat) -> int:
    """MA-6.2: what an attack by way of Karokum costs."""
    return adjusted(s, seat, "karokum_price", KAROKUM_PRICE)


def trophies_price(*, trophy: bool) -> int:
    """MA-9.2: 2 credits, or 1 and a trophy from the hand."""
    return 1 if trophy else 2


def title_nations(s: MetalAdventures, wrecks: Iterable[str]) -> list[str]:
    """MA-9.3: the nations of which there are wrecks enough for a Glory Title."""
    count = Counter(s.pack.ships[card].nation for card in wrecks)
    return [nation for nation in TITLE_NATIONS if count[nation] >= TITLE_WRECKS]


def hunters(s: MetalAdventures, seat: Seat) -> list[str]:
    """The Pirate Hunters among a captain's wrecks."""
    return [card for card in s.wrecks[seat] if s.pack.ships[card].hunter]


def open_to(s: MetalAdventures, seat: Seat, number: int) -> Text | None:
    """MA-9.1: why the board forbids this action now, if it does."""
    taken = s.visited(seat)
    if taken and number <= taken[-1]:
        return _(
            "After action %(last)d you cannot go back to %(action)s.",
            last=taken[-1],
            action=ACTION[number],
        )
    place = PLACE[number]
    if seat == s.active and place == s.attacked:
        return _(
            "You attacked %(planet)s this turn, so its actions are closed.", planet=PLANET[place]
        )
    return None


def hindrance(s: MetalAdventures, seat: Seat, number: int, coins: int | None = None) -> Text | None:
    """Why an action cannot be taken, if it cannot; with these credits, or those there are."""
    why = open_to(s, seat, number)
    if why is not None:
        return why
    purse = s.credits[seat] if coins is None else coins
    return _HINDRANCES[number](s, seat, purse)


def _short(purse: int, price: int) -> Text | None:
    if purse >= price:
        return None
    return _("That costs %(price)d, and you have %(purse)d.", price=price, purse=purse)


def _trophies(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    held = len(s.hands[seat])
    price = trophies_price(trophy=held > 0)
    if held >= MOST_TROPHIES and purse < price:
        return _("With two trophies in hand that costs one of them and 1 credit.")
    return _short(purse, price)


def _minor(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if not s.damage[seat]:
        return _("Your ship is not damaged.")
    return _short(purse + len(s.wrecks[seat]), minor_price(s, seat))


def _complete(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if not s.damage[seat]:
        return _("Your ship is not damaged.")
    return _short(purse + len(s.wrecks[seat]), COMPLETE_PRICE)


def _title(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if title_nations(s, s.wrecks[seat]):
        return None
    return _("A Glory Title takes three Solar, three Imperial or three Barrens wrecks.")


def _new_choices(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if not s.shop_deck:
        return _("The improvement deck is empty.")
    return _short(purse, 1)


def _purchase(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if not s.shop:
        return _("Nothing is for sale at the OCG.")
    return _short(purse, min(purchase_price(s, seat, card) for card in s.shop))


def _smuggling(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if not s.bazaar:
        return _("There is no support card in the Bazaar discard.")
    return _short(purse, min(smuggling_price(s, card) for card in s.bazaar))


def _amnesty(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if not s.judgment[seat]:
        return _("You have no Judgment to be pardoned.")
    if seat in s.judged:
        return _("You took a Judgment this turn, so there is no amnesty before your next.")
    return None if hunters(s, seat) else _short(purse, AMNESTY_PRICE)


def _scrapping(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    if not s.wrecks[seat]:
        return _("You have no wreck to bring.")
    if not s.karokum:
        return _("There is no ship in the Karokum discard to take instead.")
    return _short(purse, 1)


def _expenditure(s: MetalAdventures, seat: Seat, purse: int) -> Text | None:
    return _short(purse + len(s.wrecks[seat]), EXPENDITURE_PRICE)


def tour_ahead(s: MetalAdventures, seat: Seat) -> bool:
    """MA-9.1, MA-10.6: is there, as far as everybody can see, an action left to take?

    Which wrecks somebody holds does not decide whether they are asked: that would tell.
    """
    wrecks = len(s.wrecks[seat])
    seen = [number for number in ACTIONS if number not in (TITLE, AMNESTY)]
    if wrecks >= TITLE_WRECKS and open_to(s, seat, TITLE) is None:
        return True
    pardonable = s.judgment[seat] > 0 and seat not in s.judged and open_to(s, seat, AMNESTY) is None
    if pardonable and (wrecks or s.credits[seat] >= AMNESTY_PRICE):
        return True
    return any(hindrance(s, seat, number) is None for number in seen)


_HINDRANCES = {
    TROPHIES: _trophies,
    MINOR: _minor,
    COMPLETE: _complete,
    TITLE: _title,
    NEW_CHOICES: _new_choices,
    PURCHASE: _purchase,
    SMUGGLING: _smuggling,
    AMNESTY: _amnesty,
    SCRAPPING: _scrapping,
    EXPENDITURE: _expenditure,
}
