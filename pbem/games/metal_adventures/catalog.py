"""Every card in words, for people to look it up. MA-1."""

from __future__ import annotations

from pbem.engine import CardText, Deck, Text, _

from .pack import DEEP, NEAR, Improvement, Pack
from .words import PLANET, condition_text, credits_text, effect_text, improvement_text, ship_text


def catalog(pack: Pack) -> tuple[Deck, ...]:
    """The decks in the order in which a game brings them out."""
    return (
        Deck(_("Starships of Near Space"), _ships(pack, NEAR)),
        Deck(_("Starships of Deep Space"), _ships(pack, DEEP)),
        Deck(
            _("Events"),
            tuple(CardText(c.name, effect_text(c.effect)) for c in pack.events.values()),
        ),
        Deck(_("Equipment and support"), _improvements(pack)),
        Deck(_("Trophies"), _trophies(pack)),
        Deck(
            _("Base starships"),
            tuple(CardText(c.name, effect_text(c.effect)) for c in pack.bases.values()),
        ),
        Deck(
            _("Planets"),
            tuple(
                CardText(PLANET[name], _("power %(n)d", n=n)) for name, n in pack.planets.items()
            ),
        ),
    )


def _ships(pack: Pack, space: str) -> tuple[CardText, ...]:
    found = [ship for ship in pack.ships.values() if ship.space == space]
    found.sort(key=lambda ship: (ship.power, ship.name))
    return tuple(CardText(ship.name, ship_text(ship)) for ship in found)


def _improvements(pack: Pack) -> tuple[CardText, ...]:
    cards: list[Improvement] = [*pack.equipment.values(), *pack.supports.values()]
    cards.sort(key=lambda card: card.cost)
    return tuple(
        CardText(card.name, improvement_text(pack, card.name), (_cost(card.cost),))
        for card in cards
    )


def _trophies(pack: Pack) -> tuple[CardText, ...]:
    return tuple(
        CardText(
            trophy.name,
            condition_text(trophy.condition),
            (
                _("%(n)d glory", n=trophy.glory),
                *([credits_text(trophy.credits)] if trophy.credits else []),
            ),
        )
        for trophy in pack.trophies.values()
    )


def _cost(n: int) -> Text:
    return _("costs %(n)d", n=n)
