"""Every card and mission in words, for people to look it up. AP-1.1."""

from __future__ import annotations

from pbem.engine import CardText, Deck, Text, _

from .pack import CONTACT, CREW, STATIONS, TECH, Card, Mission, Pack, called
from .texts import SORTS, text_of

STATION: dict[str, Text] = {
    "easy": _("Easy missions"),
    "medium": _("Medium missions"),
    "hard": _("Hard missions"),
    "final": _("Final missions"),
}


def catalog(pack: Pack) -> tuple[Deck, ...]:
    """What is bought first, then what it is bought for."""
    kinds = (
        (TECH, _("Tech")),
        (CREW, _("Crew")),
        (CONTACT, _("Local Contacts")),
        ("admiral", _("Admirals")),
        ("event", _("Events")),
    )
    return (
        *(
            Deck(title, tuple(_card(pack.cards[card]) for card in pack.of(kind)))
            for kind, title in kinds
        ),
        *(
            Deck(STATION[station], tuple(_job(pack.missions[m]) for m in pack.jobs(station)))
            for station in STATIONS
        ),
    )


def _card(card: Card) -> CardText:
    facts: list[Text] = []
    if card.slot or card.kind:
        sort = SORTS[card.slot or card.kind]
        facts.append(_("%(sort)s %(n)d", sort=sort, n=card.value) if card.value else sort)
    if card.cost:
        facts.append(_("costs %(n)d", n=card.cost))
    if card.credit:
        facts.append(_("worth %(n)d in the hand", n=card.credit))
    return CardText(called(card.id), text_of(card) or "", tuple(facts))


def _job(mission: Mission) -> CardText:
    wanted = [_("crew value %(n)d", n=mission.crew)]
    wanted += [_("%(sort)s %(n)d", sort=SORTS[sort], n=n) for sort, n in mission.tech.items()]
    wanted += [_("a %(kind)s aboard", kind=SORTS[kind]) for kind in mission.kinds]
    points = (_("%(n)d points", n=mission.points),) if mission.points else ()
    return CardText(called(mission.id), _("asks for %(list)s", list=wanted), points)
