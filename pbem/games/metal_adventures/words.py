"""The game's own words: nations, planets, actions, reasons, and what effects do."""

from __future__ import annotations

from functools import cache

from pbem.engine import Seat, Text, _, n_

from .pack import Effect, Pack, Starship

THESE = _("these")
NATION: dict[str, Text] = {
    "solar": _("Solar"),
    "imperial": _("Imperial"),
    "barrens": _("Barrens"),
    "ocg": _("OCG"),
}
PLANET: dict[str, Text] = {
    "exxalia": _("Exxalia"),
    "bazaar": _("Bazaar"),
    "karokum": _("Karokum"),
}
PURSE: dict[str, Text] = {
    **PLANET,
    "bank": _("the bank"),
    "pot": _("the Pirates' Pot"),
}
TYPE: dict[str, Text] = {
    "tool": _("tool"),
    "weapon": _("weapon"),
    "armor": _("armor"),
    "support": _("support card"),
}
STAGE: dict[str, Text] = {
    "set-up": _("The captains meet."),
    "choice": _("Rest or travel?"),
    "rest": _("Resting on Havana."),
    "travel": _("Setting out for a battle."),
    "tour": _("On the Tour of Pirates."),
    "battle": _("In battle."),
    "end": _("The turn ends."),
    "passed": _("Flies next."),
}
"""MA-4: where a turn stands."""

ACTION: dict[int, Text] = {
    1: _("Trophies"),
    2: _("Minor repairs"),
    3: _("Complete repairs"),
    4: _("Glory title"),
    5: _("New choices"),
    6: _("Purchase"),
    7: _("Smuggling"),
    8: _("Amnesty"),
    9: _("Scrapping bonus"),
    10: _("Extravagant expenditure"),
}
PLACE: dict[int, str] = {
    1: "exxalia",
    2: "exxalia",
    3: "exxalia",
    4: "ocg",
    5: "ocg",
    6: "ocg",
    7: "bazaar",
    8: "bazaar",
    9: "karokum",
    10: "karokum",
}
"""MA-9: where each of the tour's actions is taken."""

WHY: dict[str, Text] = {
    "ship": _("for a ship"),
    "challenge": _("for a challenge won"),
    "trophy": _("for a trophy"),
    "title": _("for a Glory Title"),
    "expenditure": _("for extravagance"),
    "brotherhood": _("for owing the Brotherhood"),
    "betrayal": _("for betrayal"),
    "promise": _("for a broken promise"),
    "amnesty": _("by amnesty"),
    "battle": _("in battle"),
    "event": _("by an event"),
    "card": _("by a support card"),
}


def credits_text(n: int) -> Text:
    """So many credits."""
    return n_("%(n)d credit", "%(n)d credits", n)


@cache
def effect_text(effect: Effect) -> Text:
    """What a named effect does, as its card says it."""
    n = effect.amount
    texts: dict[str, Text] = {
        "event_credit": n_("%(n)d credit for every event", "%(n)d credits for every event", n),
        "trophy_choice": _("%(n)d more to choose from in the Trophies action", n=n),
        "cheaper_purchase": _("OCG purchases cost %(n)d less", n=n),
        "cheaper_karokum": _("attacks by way of Karokum cost %(n)d less", n=n),
        "cheaper_repair": _("Minor repairs cost no credit and no wreck"),
        "spoils": _("%(n)d more for every ship you beat", n=n),
        "support_bonus": _("support power +%(n)d", n=n),
        "rest_credit": n_("%(n)d credit more at rest", "%(n)d credits more at rest", n),
        "rest_choice": _("%(n)d more trophies to choose from at rest", n=n),
        "debt_relief": _("the Metal Faktor debt is %(n)d less", n=n),
        "plating": _("of 2 or more damage at once you take %(n)d less", n=n),
        "against_nation": _(
            "+%(n)d against %(nation)s ships", n=n, nation=NATION.get(effect.of, THESE)
        ),
        "against_planets": _("+%(n)d against planets", n=n),
        "against_hunters": _("+%(n)d against Pirate Hunters", n=n),
        "when_challenged": _("+%(n)d when you are challenged", n=n),
        "add_power": _("+%(n)d for your side", n=n),
        "weaken": _("−%(n)d for the other side", n=n),
        "reroll_all": _("all dice of the battle are rolled again"),
        "turn_die": _("turn the other side's die over: 1 becomes 6, 2 becomes 5 and so on"),
        "forgive_debt": _("your Metal Faktor debt is not subtracted"),
        "repair": _("remove %(n)d damage from your ship at once", n=n),
        "hit": _("%(n)d damage to a captain on the other side", n=n),
        "shield": _("your side takes no damage if it loses"),
        "golden_vein": _("The planet with the fewest credits receives %(n)d.", n=n),
        "repair_all": _("Every captain repairs %(n)d damage.", n=n),
        "scrap_fair": _("Every captain may sell one wreck for %(n)d credits.", n=n),
        "fill_pot": _("The Pirates' Pot receives %(n)d credits.", n=n),
        "storm": _("Every captain takes %(n)d damage.", n=n),
        "tribute": _("Every captain pays up to %(n)d credits to the Pirates' Pot.", n=n),
        "press_gang": _("Every captain gives up an improvement or takes %(n)d damage.", n=n),
        "new_stock": _("The improvements on sale are replaced."),
        "windfall": _("Every captain with the fewest credits receives %(n)d.", n=n),
        "calm_dice": _("Every Metal Faktor die goes back to blank."),
    }
    return texts[effect.name]


DEED: dict[str, Text] = {
    "glory_title": _("take the Glory Title action"),
    "beat_hunter": _("beat a Pirate Hunter as the attacker"),
    "took_exxalia": _("defeat Exxalia as the attacker"),
    "took_bazaar": _("defeat Bazaar as the attacker"),
    "took_karokum": _("defeat Karokum as the attacker"),
    "won_challenge": _("win a challenge that you issued"),
    "held_challenge": _("win a challenge that was issued to you"),
    "won_as_traitor": _("betray an attacker who then loses"),
    "helped_win": _("win a battle as somebody's ally"),
    "beat_traitor": _("win a battle in which your ally betrayed you"),
    "beat_from_karokum": _("beat a ship by way of Karokum"),
}


@cache
def condition_text(condition: Effect) -> Text:
    """What a trophy asks for."""
    n = condition.amount
    if condition.name == "did":
        if condition.of == "beat_ship":
            return _("beat a ship of power %(n)d or more as the attacker", n=n)
        return DEED[condition.of]
    return {
        "same_type": _("own %(n)d pieces of equipment of one type", n=n),
        "fortune": _("own %(n)d credits", n=n),
        "wrecks": _("own %(n)d wrecks", n=n),
        "nations": _("own wrecks of %(n)d nations", n=n),
        "power": _("have main power %(n)d or more", n=n),
        "improvements": _("own %(n)d improvements", n=n),
    }[condition.name]


def reward_text(ship: Starship) -> Text:
    """What beating a ship brings."""
    parts: list[Text] = []
    if ship.credits:
        parts.append(credits_text(ship.credits))
    if ship.glory:
        parts.append(_("%(n)d glory", n=ship.glory))
    if ship.support:
        parts.append(_("a support card"))
    return _("%(list)s", list=parts) if parts else _("nothing")


@cache
def ship_text(ship: Starship) -> Text:
    """A ship in one line."""
    text = _(
        "%(nation)s, power %(power)d, damage %(damage)d, brings %(reward)s",
        nation=NATION[ship.nation],
        power=ship.power,
        damage=ship.damage,
        reward=reward_text(ship),
    )
    return _("Pirate Hunter, %(ship)s", ship=text) if ship.hunter else text


def improvement_text(pack: Pack, name: str) -> Text:
    """What an improvement does, in one line."""
    card = pack.equipment.get(name)
    if card is None:
        support = pack.supports[name]
        when = _("before the roll") if support.when == "before" else _("after the roll")
        return _("support, %(when)s: %(effect)s", when=when, effect=effect_text(support.effect))
    kind = _("%(type)s, power +%(n)d", type=TYPE[card.type], n=card.power)
    if card.effect is None:
        return kind
    return _("%(kind)s; %(effect)s", kind=kind, effect=effect_text(card.effect))


def trophy_text(pack: Pack, name: str) -> Text:
    """What a trophy asks and brings, in one line."""
    trophy = pack.trophies[name]
    worth = [_("%(n)d glory", n=trophy.glory)]
    if trophy.credits:
        worth.append(credits_text(trophy.credits))
    return _("%(condition)s: %(worth)s", condition=condition_text(trophy.condition), worth=worth)


def part_text(what: str, seat: Seat | None, name: str) -> Text:
    """What a line of the receipt is for."""
    match what:
        case "power":
            return _("%(seat)s, main power", seat=seat)
        case "support":
            return _("%(seat)s, support", seat=seat)
        case "faktor":
            return _("%(seat)s, Metal Faktor", seat=seat)
        case "debt":
            return _("%(seat)s, debt", seat=seat)
        case "orange":
            return _("orange die")
        case "gray":
            return _("gray die")
        case "planet":
            return PLANET[name]
    return _("%(card)s", card=name)
