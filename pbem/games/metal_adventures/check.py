"""Is a card pack fit to play with? Every flaw is named with its place in the file. MA-1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine import Flaw, Text, _

from .conditions import CONDITIONS, DEEDS
from .effects import LASTING
from .pack import AFTER, BEFORE, DEEP, NATIONS, NEAR, PLANETS, TYPES
from .rules.events import EFFECTS
from .rules.support import PLAYS

Path = tuple[str | int, ...]

COUNTS = {
    "starships": 58,
    "events": 10,
    "trophies": 18,
    "equipment": 15,
    "supports": 9,
    "bases": 6,
}
"""MA-1.1: how many cards of each kind there are."""
SPACES = {"starships": {NEAR: 30, DEEP: 28}, "events": {NEAR: 4, DEEP: 6}}
EFFECT = ("effect", "amount", "of")
FIELDS: dict[str, dict[str, tuple[int, int] | tuple[str, ...] | type]] = {
    "starships": {
        "space": (NEAR, DEEP),
        "nation": NATIONS,
        "power": (6, 20),
        "damage": (1, 3),
        "credits": (0, 20),
        "glory": (0, 5),
        "support": bool,
        "hunter": bool,
    },
    "events": {"space": (NEAR, DEEP)},
    "trophies": {"glory": (0, 5), "credits": (0, 20)},
    "equipment": {"cost": (0, 20), "type": TYPES, "power": (0, 10)},
    "supports": {"cost": (0, 20), "when": (BEFORE, AFTER)},
    "bases": {},
}
OPTIONAL = {
    "starships": ("credits", "glory", "support", "hunter"),
    "trophies": ("credits",),
}
KNOWN: dict[str, Sequence[str]] = {
    "events": tuple(EFFECTS),
    "equipment": tuple(LASTING),
    "supports": tuple(PLAYS),
    "bases": tuple(LASTING),
    "trophies": tuple(CONDITIONS),
}
FAKTOR_FACES = (0, 2, 4, 6)
TOP_POWER = 40


def flaws(body: Any) -> list[Flaw]:
    """All that is wrong with a pack."""
    if not isinstance(body, Mapping):
        return [Flaw((), _("A pack is a table of cards."))]
    found = [*_strange(body, (*COUNTS, "board"), ()), *_board(body.get("board"))]
    names: Counter[str] = Counter()
    for kind, count in COUNTS.items():
        cards = body.get(kind)
        if not isinstance(cards, list) or not all(isinstance(card, Mapping) for card in cards):
            found.append(Flaw((kind,), _("There must be a list of [[%(kind)s]].", kind=kind)))
            continue
        found += _cards(kind, cards, count, names)
    return found


def _cards(
    kind: str, cards: list[Mapping[str, Any]], count: int, names: Counter[str]
) -> Iterator[Flaw]:
    if len(cards) != count:
        yield Flaw(
            (kind,),
            _("There must be %(n)d %(kind)s, not %(m)d.", n=count, kind=kind, m=len(cards)),
        )
    for i, card in enumerate(cards):
        yield from _card(kind, card, (kind, i), names)
    for space, wanted in SPACES.get(kind, {}).items():
        there = sum(card.get("space") == space for card in cards)
        if there != wanted:
            yield Flaw(
                (kind,),
                _(
                    'There must be %(n)d %(kind)s with space = "%(space)s", not %(m)d.',
                    n=wanted,
                    kind=kind,
                    space=space,
                    m=there,
                ),
            )


def _card(kind: str, card: Mapping[str, Any], path: Path, names: Counter[str]) -> Iterator[Flaw]:
    fields, optional = FIELDS[kind], OPTIONAL.get(kind, ())
    named = "condition" if kind == "trophies" else "effect"
    more = (named, "amount", "of") if kind in KNOWN else ()
    yield from _strange(card, ("name", *fields, *more), path)
    yield from _name(card, path, names)
    for field, allowed in fields.items():
        if field in card:
            yield from _value(card[field], allowed, (*path, field))
        elif field not in optional:
            yield Flaw(path, _("'%(field)s' is missing.", field=field))
    if kind in KNOWN and (named in card or kind != "equipment"):
        yield from _effect(kind, named, card, path)


def _name(card: Mapping[str, Any], path: Path, names: Counter[str]) -> Iterator[Flaw]:
    name = card.get("name")
    if not isinstance(name, str) or not name.strip() or "," in name or len(name) > 40:
        yield Flaw((*path, "name"), _("A name is 1 to 40 characters without a comma."))
        return
    if name.isdecimal() or name in ("none", "pass", "credits", "decline", "metal faktor"):
        yield Flaw((*path, "name"), _("'%(name)s' means something else here.", name=name))
    folded = name.casefold()
    names[folded] += 1
    if names[folded] > 1:
        yield Flaw((*path, "name"), _("There are two cards called '%(name)s'.", name=name))


def _value(value: Any, allowed: Any, path: Path) -> Iterator[Flaw]:
    if allowed is bool:
        if not isinstance(value, bool):
            yield Flaw(path, _("This must be true or false."))
    elif isinstance(allowed[0], int):
        low, high = allowed
        if not _whole(value) or not low <= value <= high:
            text = _("This must be a number from %(low)d to %(high)d.", low=low, high=high)
            yield Flaw(path, text)
    elif value not in allowed:
        yield Flaw(path, _("This must be one of: %(list)s.", list=allowed))


def _effect(kind: str, named: str, card: Mapping[str, Any], path: Path) -> Iterator[Flaw]:
    name = card.get(named)
    if name not in KNOWN[kind]:
        text = _("There is no '%(name)s'. There are: %(list)s.", name=name, list=KNOWN[kind])
        yield Flaw((*path, named) if named in card else path, text)
    if "amount" in card and (not _whole(card["amount"]) or not 0 <= card["amount"] <= 40):
        yield Flaw((*path, "amount"), _("This must be a number from 0 to 40."))
    wanted: Sequence[str] = {"did": DEEDS, "against_nation": NATIONS}.get(str(name), ())
    if wanted and card.get("of") not in wanted:
        where = (*path, "of") if "of" in card else path
        yield Flaw(where, _("'of' must be one of: %(list)s.", list=wanted))
    elif not wanted and "of" in card:
        yield Flaw((*path, "of"), _("'%(name)s' takes no 'of'.", name=name))


def _board(board: Any) -> Iterator[Flaw]:
    if not isinstance(board, Mapping):
        yield Flaw(("board",), _("There must be a [board] with planets and dice."))
        return
    yield from _strange(board, ("planets", "support_power", "faktor"), ("board",))
    planets = board.get("planets")
    if not isinstance(planets, Mapping) or set(planets) != set(PLANETS):
        yield Flaw(("board", "planets"), _("The planets are: %(list)s.", list=PLANETS))
    else:
        for name, power in planets.items():
            yield from _value(power, (1, TOP_POWER), ("board", "planets", name))
    yield from _numbers(
        board.get("support_power"),
        ("board", "support_power"),
        _("A list of at least 9 numbers from 0 to 40: support power by main power."),
        lambda power: _whole(power) and 0 <= power <= TOP_POWER,
        range(9, TOP_POWER + 1),
    )
    yield from _numbers(
        board.get("faktor"),
        ("board", "faktor"),
        _("Six faces, each 0 (blank), 2, 4 or 6."),
        lambda face: _whole(face) and face in FAKTOR_FACES,
        range(6, 7),
    )


def _numbers(value: Any, path: Path, text: Text, fits: Any, lengths: range) -> Iterator[Flaw]:
    if not isinstance(value, list) or len(value) not in lengths or not all(map(fits, value)):
        yield Flaw(path, text)


def _strange(table: Mapping[str, Any], known: Sequence[str], path: Path) -> Iterator[Flaw]:
    for key in table:
        if key not in known:
            text = _("'%(key)s' is not known here. Known are: %(list)s.", key=key, list=known)
            yield Flaw((*path, key), text)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
