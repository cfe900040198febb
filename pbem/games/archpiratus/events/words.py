"""The words that several events share."""

from __future__ import annotations

from pbem.engine import Seat, Text, _

from ..pack import called
from ..state import AUTO


def captain(who: Seat) -> Seat | Text:
    """A captain's name, or the automatic ship."""
    return _("The automatic ship") if who == AUTO else who


def captain_at(who: Seat) -> Seat | Text:
    """The same inside a sentence."""
    return _("the automatic ship") if who == AUTO else who


def station_name(station: str) -> Text:
    """A station in words."""
    match station:
        case "easy":
            return _("the easy station")
        case "medium":
            return _("the medium station")
        case "hard":
            return _("the hard station")
    return _("the final station")


def station_title(station: str) -> Text:
    """The same at the head of a line."""
    match station:
        case "easy":
            return _("Easy station")
        case "medium":
            return _("Medium station")
        case "hard":
            return _("Hard station")
    return _("Final station")


def deck_name(deck: str) -> Text:
    """One of the two Store decks in words."""
    return _("the Crew deck") if deck == "crew" else _("the Tech deck")


def names(cards: tuple[str, ...]) -> list[str]:
    """Cards by name."""
    return [called(card) for card in cards]
