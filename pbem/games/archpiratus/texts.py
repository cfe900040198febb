"""AP-2.6: the names of the effects that a card may have, and what each says on the card.

`n` is the card's amount, `more` the same with the other sign.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine import Text, _, n_

from .pack import Card

LASTING: Mapping[str, Text] = {
    "more_weapon": _("Weapon value %(n)+d."),
    "more_armor": _("Armor value %(n)+d."),
    "more_crew": _("Crew value %(n)+d."),
    "more_credits": n_("%(n)+d credit in every Buy step.", "%(n)+d credits in every Buy step.", 1),
    "more_cards": n_("%(n)+d card drawn each turn.", "%(n)+d cards drawn each turn.", 1),
    "more_contracts": n_("%(n)+d Contract each turn.", "%(n)+d Contracts each turn.", 1),
    "more_berths": n_("%(n)+d place for crew.", "%(n)+d places for crew.", 1),
    "cheaper_tech": _("Store tech costs %(n)d less."),
    "cheaper_crew": _("Store crew costs %(n)d less."),
    "cheaper_salvage": _("Salvage costs %(n)d less."),
    "cheaper_contacts": _("Local Contacts cost %(n)d less."),
    "early_final": n_(
        "The final station opens %(n)d point earlier.",
        "The final station opens %(n)d points earlier.",
        1,
    ),
    "second_look": _("A Contract turns up two missions; keep one."),
}
"""In force as long as the card lies there: numbers that the state adds up (`State.bonus`)."""
DEARER: Mapping[str, Text] = {
    "cheaper_tech": _("Store tech costs %(more)d more."),
    "cheaper_crew": _("Store crew costs %(more)d more."),
    "cheaper_salvage": _("Salvage costs %(more)d more."),
    "cheaper_contacts": _("Local Contacts cost %(more)d more."),
}
"""The same with an amount below 0."""
MOMENTS: Mapping[str, Text] = {
    "draw_on_placing": n_("When placed: draw a card.", "When placed: draw %(n)d cards.", 1),
    "repair_on_placing": n_("When placed: repair a hit.", "When placed: repair %(n)d hits.", 1),
    "repair_on_mission": n_(
        "After a mission: repair a hit.", "After a mission: repair %(n)d hits.", 1
    ),
    "contact_on_mission": _("After a mission: a Local Contact for nothing."),
    "deflect": _("Exile this instead of taking a hit."),
    "loot_on_hit": _("When you hit: steal a random crew or tech from their discard."),
}
ON_CARDS: Mapping[str, Text] = {**LASTING, **MOMENTS}
PLAYED: Mapping[str, Text] = {
    "broadside": _("Same station, weapon at least their armor: one hit."),
    "hijack": _("Same station: steal a random crew or tech from their discard."),
    "abduct": _("Same station: their weakest crew leaves the ship."),
    "sabotage": _("Same station: exile a random system of theirs."),
    "scavenge": _("Take the newest tech in Salvage into your hand."),
    "smuggle": n_("Draw a card.", "Draw %(n)d cards.", 1),
}
"""Piracy: played from the hand in the Contract step."""
FOR_EVENTS: Mapping[str, Text] = {
    "no_fire": _("Nobody may fire."),
    "swarm": _("At once: a hit for every ship with armor below 2, never the last."),
}
ALL: Mapping[str, Text] = {**ON_CARDS, **PLAYED, **FOR_EVENTS}

SORTS: Mapping[str, Text] = {
    "weapon": _("weapon"),
    "armor": _("armor"),
    "engine": _("engine"),
    "computer": _("computer"),
    "scanner": _("scanner"),
    "room": _("room"),
    "title": _("title"),
    "piracy": _("piracy"),
    "commander": _("commander"),
    "pilot": _("pilot"),
    "mechanic": _("mechanic"),
    "gunner": _("gunner"),
    "medic": _("medic"),
    "navigator": _("navigator"),
    "broker": _("broker"),
    "hacker": _("hacker"),
    "contact": _("Local Contact"),
    "credit": _("Credit"),
    "contract": _("Contract"),
    "admiral": _("admiral"),
    "event": _("event"),
    "crew": _("crew value"),
}
"""What a card is: its slot, its kind of crew, or its type; and what a mission asks for."""


SHORT: Mapping[str, Text] = {
    "easy": _("easy"),
    "medium": _("medium"),
    "hard": _("hard"),
    "final": _("final"),
    "tech": _("tech"),
    "crew": _("crew"),
}
"""Stations and decks as they are typed."""


def asked(sort: str, least: int) -> Text:
    """'engine 2'; a kind of crew has no number, nor has a card without a value."""
    return _("%(sort)s %(n)d", sort=SORTS[sort], n=least) if least else SORTS[sort]


def worth(card: Card) -> Text:
    """What a card is, and its level or value: 'engine 2', 'room'."""
    return asked(card.kind or card.slot or card.type, card.value)


def text_of(card: Card) -> Text | None:
    """What a card says, in words: what else it counts as, and its effect."""
    counts = [SORTS[word] for word in card.keywords if word != card.slot]
    also = _("Counts as %(list)s.", list=counts) if counts else None
    if not card.effect:
        return also
    said = DEARER.get(card.effect, ALL[card.effect]) if card.amount < 0 else ALL[card.effect]
    text = Text(said.msgid, {"n": card.amount, "more": -card.amount}, said.plural, card.amount)
    return _("%(one)s %(other)s", one=also, other=text) if also else text
