"""What must hold of a card pack before a table can be played with it (AP-4.6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine import Flaw, Text, _

from .pack import CONTACT, CONTRACT, CREDIT, KINDS, PIRACY, SLOTS, STATIONS, SYSTEMS
from .texts import FOR_EVENTS, LASTING, ON_CARDS, PLAYED

NAME = re.compile(r"[a-z]{1,24}(-[a-z]{1,24}){0,5}")
RESERVED = {CREDIT, CONTRACT, CONTACT, "none", "keep", "best", "stay", PIRACY}
RESERVED |= {*STATIONS, *SLOTS, *KINDS}
NUMBERS = {
    "store": (5, 5),
    "hand": (3, 3),
    "credits": (1, 20),
    "contracts": (1, 10),
    "final_points": (1, 30),
    "turns": (1, 200),
    "hits": (1, 6),
    "solo_hits": (1, 6),
    "berths": (1, 8),
    "contact_price": (1, 9),
    "salvage_price": (1, 9),
}
FEWEST = {"tech": 40, "crew": 24, "contact": 8, "admiral": 6, "event": 8}
FEWEST_JOBS = {"easy": 10, "medium": 10, "hard": 10, "final": 4}
MOST = 200
ADDED = [name for name in LASTING if name != "second_look"]
"""The effects that are numbers to be added up; any other cannot be done less than once."""
FIELDS: dict[str, dict[str, tuple[int, int]]] = {
    "tech": {"level": (0, 5), "cost": (0, 5), "credit": (0, 5)},
    "crew": {"value": (1, 5), "cost": (0, 5), "credit": (0, 5)},
    "contact": {"value": (1, 5), "credit": (2, 2)},
    "mission": {"points": (0, 6), "crew": (0, 20)},
    "admiral": {},
    "event": {},
}
WORDS = {
    "tech": {"slot", "keywords", "effect", "amount"},
    "crew": {"kind", "effect", "amount"},
    "contact": set[str](),
    "mission": {"station", "tech", "kinds"},
    "admiral": {"effect", "amount"},
    "event": {"effect", "amount"},
}


def check_pack(pack: Any) -> list[Flaw]:
    """All that is wrong with it: the shape first, and only if that holds, the whole."""
    flaws = list(_shape(pack))
    if flaws:
        return flaws
    return [*_names(pack), *_enough(pack), *_costs(pack), *_reachable(pack), *_crewed(pack)]


def _flaw(text: Text, *path: str | int) -> Flaw:
    return Flaw(path, text)


def _shape(pack: Any) -> Iterator[Flaw]:
    if not isinstance(pack, Mapping):
        yield _flaw(_("A pack is a set of tables: table, tech, crew and so on."))
        return
    for part in sorted({"table", *FIELDS} - {str(key) for key in pack}):
        yield _flaw(_("The table [%(part)s] is missing.", part=part), part)
    for part, body in pack.items():
        if part not in {"table", *FIELDS}:
            yield _flaw(_("There is no table [%(part)s] in a pack.", part=part), str(part))
        elif not isinstance(body, Mapping) or len(body) > MOST:
            yield _flaw(_("[%(part)s] must hold at most %(n)d lines.", part=part, n=MOST), part)
        elif part == "table":
            yield from _numbers(body, NUMBERS, part)
            for extra in sorted({str(name) for name in body} - set(NUMBERS)):
                yield _flaw(_("There is no '%(name)s' in [table].", name=extra), part, extra)
        else:
            for name, card in body.items():
                yield from _card(part, str(name), card)


def _numbers(body: Mapping[str, Any], wanted: dict[str, tuple[int, int]], *path: str) -> Any:
    for name, (low, high) in wanted.items():
        value = body.get(name)
        if type(value) is not int or not low <= value <= high:
            said = _("'%(name)s' must be from %(low)d to %(high)d.", name=name, low=low, high=high)
            yield _flaw(said, *path, name)


def _card(part: str, name: str, body: Any) -> Iterator[Flaw]:
    if not isinstance(body, Mapping):
        yield _flaw(_("A card is a line like name = { cost = 2, … }."), part, name)
        return
    yield from _numbers(body, FIELDS[part], part, name)
    for extra in sorted(set(body) - set(FIELDS[part]) - WORDS[part]):
        yield _flaw(_("A card in [%(part)s] has no '%(name)s'.", part=part, name=extra), part, name)
    amount = body.get("amount", 1)
    if type(amount) is not int or not -5 <= amount <= 5 or amount == 0:
        yield _flaw(_("'amount' must be from -5 to 5, and not 0."), part, name, "amount")
    choices: dict[str, tuple[str, tuple[str, ...]]] = {
        "tech": ("slot", (*SLOTS, PIRACY)),
        "crew": ("kind", KINDS),
        "mission": ("station", STATIONS),
    }
    if part in choices:
        word, among = choices[part]
        if body.get(word) not in among:
            said = _("'%(word)s' must be one of: %(list)s.", word=word, list=list(among))
            yield _flaw(said, part, name, word)
    if part == "mission":
        yield from _needs(name, body)
    else:
        yield from _effect(part, name, body)


def _needs(name: str, body: Mapping[str, Any]) -> Iterator[Flaw]:
    """AP-3.5: missions ask for systems, never for rooms, titles or piracy cards."""
    tech, kinds = body.get("tech", {}), body.get("kinds", [])
    if not isinstance(tech, Mapping) or not all(
        slot in SYSTEMS and type(level) is int and 1 <= level <= 5 for slot, level in tech.items()
    ):
        said = _("'tech' asks for levels 1 to 5 of: %(list)s.", list=list(SYSTEMS))
        yield _flaw(said, "mission", name, "tech")
    if not isinstance(kinds, list) or not all(kind in (*KINDS, CONTACT) for kind in kinds):
        said = _("'kinds' lists kinds of crew: %(list)s.", list=[*KINDS, CONTACT])
        yield _flaw(said, "mission", name, "kinds")
    if body.get("station") == "final" and CONTACT in kinds:
        said = _("The automatic ship has no Local Contacts: a final mission cannot ask for one.")
        yield _flaw(said, "mission", name, "kinds")


def _effect(part: str, name: str, body: Mapping[str, Any]) -> Iterator[Flaw]:
    effect = body.get("effect", "")
    piracy = body.get("slot") == PIRACY
    known: Mapping[str, Any] = {"admiral": LASTING, "event": {**LASTING, **FOR_EVENTS}}.get(
        part, PLAYED if piracy else ON_CARDS
    )
    must_have = piracy or part in ("admiral", "event")
    if effect not in list(known) and (effect != "" or must_have):
        said = _("'effect' must be one of: %(list)s.", list=sorted(known))
        yield _flaw(said, part, name, "effect")
    elif effect and effect not in ADDED and body.get("amount", 1) in range(-5, 0):
        said = _("With this effect 'amount' must be 1 or more.")
        yield _flaw(said, part, name, "amount")
    if effect == "deflect" and part == "crew":
        yield _flaw(_("Only tech can take a hit."), part, name, "effect")
    keywords = body.get("keywords", [])
    if not isinstance(keywords, list) or not all(word in SYSTEMS for word in keywords):
        said = _("'keywords' lists systems: %(list)s.", list=list(SYSTEMS))
        yield _flaw(said, part, name, "keywords")


def _names(pack: Mapping[str, Any]) -> Iterator[Flaw]:
    seen: set[str] = set()
    for part in FIELDS:
        for name in pack[part]:
            if not NAME.fullmatch(name) or name in RESERVED:
                said = _("'%(name)s' is no name: write it like 'rust-spitter'.", name=name)
                yield _flaw(said, part, name)
            if name in seen:
                yield _flaw(_("There is already a card '%(name)s'.", name=name), part, name)
            seen.add(name)


def _enough(pack: Mapping[str, Any]) -> Iterator[Flaw]:
    for part, fewest in FEWEST.items():
        if len(pack[part]) < fewest:
            said = _("[%(part)s] needs %(n)d cards or more.", part=part, n=fewest)
            yield _flaw(said, part)
    stations = Counter(job["station"] for job in pack["mission"].values())
    for station, fewest in FEWEST_JOBS.items():
        if stations[station] < fewest:
            said = _("There must be %(n)d missions '%(at)s' or more.", n=fewest, at=station)
            yield _flaw(said, "mission")
    kinds = {body["kind"] for body in pack["crew"].values()}
    if len(kinds) < 6:
        yield _flaw(_("The crew must be of 6 kinds or more."), "crew")


def _costs(pack: Mapping[str, Any]) -> Iterator[Flaw]:
    """AP-4.6: half of what the Store sells costs 3 or less."""
    costs = [body["cost"] for part in ("tech", "crew") for body in pack[part].values()]
    if sum(cost <= 3 for cost in costs) * 2 < len(costs):
        yield _flaw(_("Half of the tech and crew must cost 3 or less."), "tech")


def _reachable(pack: Mapping[str, Any]) -> Iterator[Flaw]:
    """AP-4.6: three cards of every kind that a mission names, and one that is good enough."""
    crew = Counter(body["kind"] for body in pack["crew"].values())
    crew[CONTACT] = len(pack["contact"])
    levels = {
        slot: [body["level"] for body in pack["tech"].values() if body["slot"] == slot]
        for slot in SYSTEMS
    }
    for name, job in pack["mission"].items():
        for kind in job.get("kinds", ()):
            if crew[kind] < 3:
                said = _("There are fewer than 3 cards of the kind '%(kind)s'.", kind=kind)
                yield _flaw(said, "mission", name, "kinds")
        for slot, level in job.get("tech", {}).items():
            if len(levels[slot]) < 3 or max(levels[slot]) < level:
                said = _(
                    "There are fewer than 3 cards of the kind '%(slot)s', or none reaches"
                    " %(level)d.",
                    slot=slot,
                    level=level,
                )
                yield _flaw(said, "mission", name, "tech")


def _crewed(pack: Mapping[str, Any]) -> Iterator[Flaw]:
    """AP-4.6: the best crew that fits aboard is good enough for every mission."""
    best = Counter({CONTACT: max((body["value"] for body in pack["contact"].values()), default=0)})
    for body in pack["crew"].values():
        best[body["kind"]] = max(best[body["kind"]], body["value"])
    berths = pack["table"]["berths"]
    for name, job in pack["mission"].items():
        named = set(job.get("kinds", ()))
        others = sorted((best[kind] for kind in best if kind not in named), reverse=True)
        most = sum(best[kind] for kind in named) + sum(others[: max(0, berths - len(named))])
        if len(named) > berths:
            said = _("It names more kinds of crew than there are berths: %(n)d.", n=berths)
            yield _flaw(said, "mission", name, "kinds")
        elif job["crew"] > most:
            said = _("The best crew that has a berth reaches only %(n)d.", n=most)
            yield _flaw(said, "mission", name, "crew")
