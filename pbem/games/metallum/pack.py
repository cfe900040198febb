"""The pack: tokens with their edges, and modules. Read from plain data, and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from pbem.engine import Flaw, _

from .names import MODULES

MOVEMENT, DEPLOYMENT, SPECIAL, EXTENSION = KINDS = (
    "movement",
    "deployment",
    "special",
    "extension",
)
SIDES: dict[str, tuple[str, str]] = {
    MOVEMENT: ("right", "bottom"),
    DEPLOYMENT: ("left", "bottom"),
    SPECIAL: ("top", "right"),
    EXTENSION: ("top", "left"),
}
"""The inner sides of each place in the 2 x 2 grid."""
TOUCHING = (
    (MOVEMENT, "right", DEPLOYMENT, "left"),
    (MOVEMENT, "bottom", SPECIAL, "top"),
    (DEPLOYMENT, "bottom", EXTENSION, "top"),
    (SPECIAL, "right", EXTENSION, "left"),
)
TOKENS: dict[str, str] = {
    **{f"move-{n}": MOVEMENT for n in (1, 2, 3)},
    **{f"deploy-{n}": DEPLOYMENT for n in (1, 2, 3)},
    **dict.fromkeys(("mark", "power", "deep"), SPECIAL),
    **dict.fromkeys(("buy", "transport", "extra"), EXTENSION),
}
PLANET, ACTION = "planet", "action"
PLANET_EFFECTS = (
    "builds",
    "counts",
    "shields",
    "rebates",
    "shares",
    "jams",
    "refines",
    "tolls",
    "trades",
    "assembles",
    "holds",
    "salvages",
)
ACTION_EFFECTS = (
    "activates",
    "seizes",
    "explodes",
    "sabotages",
    "jumps",
    "pays",
    "lifts",
    "reinforces",
    "surveys",
)
COUNTS = {PLANET: 12, ACTION: 9}
COLOURS = ("red", "blue", "green", "gold")


@dataclass(frozen=True)
class Token:
    """A subroutine: what it is, how much it does, how complex it is, how it joins."""

    id: str
    kind: str
    amount: int
    complexity: int
    edges: Mapping[str, str]


@dataclass(frozen=True)
class Module:
    """A module card."""

    id: str
    kind: str
    cost: int
    effect: str
    amount: int
    phase: int = 2
    """When a planet module works: 1 programming, 2 actions, 3 scoring."""


@dataclass(frozen=True)
class Pack:
    """All tokens and modules, in the order of the file."""

    tokens: Mapping[str, Token]
    modules: Mapping[str, Module]

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The modules of one kind."""
        return tuple(module.id for module in self.modules.values() if module.kind == kind)

    def complexity(self, program: tuple[str, ...]) -> int:
        """ML-2.3: the sum over a program's tokens."""
        return sum(self.tokens[token].complexity for token in program)


@cache
def usual() -> Any:
    """The usual pack as plain data."""
    return tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))


def read_pack(plain: Any) -> Pack:
    """A checked pack as the rules use it, in an order of its own.

    The order in which a file or an export holds tokens and modules says nothing: decks are
    shuffled from this one, and must come out the same wherever the pack has been.
    """
    tokens, modules = plain["tokens"], plain["modules"]
    return Pack(
        tokens={
            name: Token(
                name,
                kind,
                tokens[name]["amount"],
                tokens[name]["complexity"],
                {side: tokens[name][side] for side in SIDES[kind]},
            )
            for name, kind in TOKENS.items()
        },
        modules={
            name: Module(name, **{k: modules[name][k] for k in MODULE_KEYS if k in modules[name]})
            for name in [*filter(modules.__contains__, MODULES), *sorted({*modules} - {*MODULES})]
        },
    )


MODULE_KEYS = ("kind", "cost", "effect", "amount", "phase")


def check_pack(plain: Any) -> list[Flaw]:
    """ML-2.2, ML-6: all that is wrong with a pack."""
    if not isinstance(plain, Mapping) or not all(
        isinstance(plain.get(part), Mapping) for part in ("tokens", "modules")
    ):
        return [Flaw((), _("A pack has two parts: [tokens.NAME] and [modules.NAME]."))]
    flaws = [*_token_flaws(plain["tokens"]), *_module_flaws(plain["modules"])]
    return flaws or list(_dead_tokens(read_pack(plain)))


def _token_flaws(tokens: Mapping[str, Any]) -> Iterator[Flaw]:
    for name in TOKENS.keys() - tokens.keys():
        yield Flaw(("tokens",), _("The token '%(name)s' is missing.", name=name))
    for name, token in tokens.items():
        path = ("tokens", name)
        if name not in TOKENS:
            yield Flaw(path, _("There is no token '%(name)s' in this game.", name=name))
        elif not isinstance(token, Mapping):
            yield Flaw(path, _("A token is a table of its own."))
        else:
            yield from _fields_of_token(path, TOKENS[name], token)


def _fields_of_token(path: tuple[str, ...], kind: str, token: Mapping[str, Any]) -> Iterator[Flaw]:
    if token.get("kind") != kind:
        yield Flaw((*path, "kind"), _("This token's kind is '%(kind)s'.", kind=kind))
    yield from _number(path, token, "amount", 1, 3 if kind == MOVEMENT else 6)
    yield from _number(path, token, "complexity", 0, 9)
    for side in SIDES[kind]:
        if not _is_edge(token.get(side)):
            yield Flaw(
                (*path, side),
                _(
                    "The %(side)s edge is a colour (%(colours)s) and a position from 1 to 3,"
                    ' like "red 1", or "" for none.',
                    side=side,
                    colours=COLOURS,
                ),
            )
    for key in token.keys() - {"kind", "amount", "complexity", *SIDES[kind]}:
        yield Flaw(
            (*path, key),
            _(
                "A token of kind '%(kind)s' has no '%(key)s': its inner edges are %(sides)s.",
                kind=kind,
                key=key,
                sides=SIDES[kind],
            ),
        )


def _is_edge(edge: object) -> bool:
    if not isinstance(edge, str):
        return False
    colour, _space, position = edge.partition(" ")
    return edge == "" or (colour in COLOURS and position in ("1", "2", "3"))


def _number(
    path: tuple[str, ...], table: Mapping[str, Any], key: str, low: int, high: int
) -> Iterator[Flaw]:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        yield Flaw(
            (*path, key),
            _("'%(key)s' is a number from %(low)d to %(high)d.", key=key, low=low, high=high),
        )


def _module_flaws(modules: Mapping[str, Any]) -> Iterator[Flaw]:
    tables = {name: m for name, m in modules.items() if isinstance(m, Mapping)}
    for kind, count in COUNTS.items():
        there = sum(m.get("kind") == kind for m in tables.values())
        if there != count:
            yield Flaw(
                ("modules",),
                _(
                    "There are %(there)d modules of kind '%(kind)s' instead of %(count)d.",
                    there=there,
                    kind=kind,
                    count=count,
                ),
            )
    for name, module in modules.items():
        path = ("modules", name)
        if name not in tables:
            yield Flaw(path, _("A module is a table of its own."))
        elif not _is_slug(name):
            yield Flaw(path, _("A module's name is words in lower case with hyphens between."))
        else:
            yield from _fields_of_module(path, module)


def _is_slug(name: str) -> bool:
    return all(word.isascii() and word.isalpha() and word.islower() for word in name.split("-"))


def _fields_of_module(path: tuple[str, ...], module: Mapping[str, Any]) -> Iterator[Flaw]:
    kind = module.get("kind")
    if not isinstance(kind, str) or kind not in COUNTS:
        yield Flaw((*path, "kind"), _("A module's kind is 'planet' or 'action'."))
        return
    effects = PLANET_EFFECTS if kind == PLANET else ACTION_EFFECTS
    if module.get("effect") not in effects:
        yield Flaw((*path, "effect"), _("The effect is one of: %(list)s.", list=effects))
    yield from _number(path, module, "cost", 0, 9)
    yield from _number(path, module, "amount", 1, 6)
    if kind == PLANET:
        yield from _number(path, module, "phase", 1, 3)
    known = {*MODULE_KEYS} if kind == PLANET else {*MODULE_KEYS} - {"phase"}
    for key in module.keys() - known:
        yield Flaw((*path, key), _("A module of this kind has no '%(key)s'.", key=key))


def _dead_tokens(pack: Pack) -> Iterator[Flaw]:
    """A token that is in no legal program can never be used."""
    alive = {token for program in programs(pack, pack.tokens) for token in program}
    for token in pack.tokens:
        if token not in alive:
            yield Flaw(
                ("tokens", token),
                _("No program can hold this token: its edges fit nothing that leads to a move."),
            )


def programs(pack: Pack, active: Mapping[str, Any] | tuple[str, ...]) -> list[tuple[str, ...]]:
    """ML-2: every legal program of these tokens."""
    by_kind = [[t for t in active if pack.tokens[t].kind == kind] for kind in KINDS]
    choices = product(by_kind[0], *([None, *tokens] for tokens in by_kind[1:]))
    found = (tuple(t for t in choice if t is not None) for choice in choices)
    return [program for program in found if clash(pack, program) is None and joined(pack, program)]


def clash(pack: Pack, program: tuple[str, ...]) -> tuple[str, str] | None:
    """ML-2.2: two tokens whose touching edges differ, if there are such."""
    at = {pack.tokens[token].kind: pack.tokens[token] for token in program}
    for one, side, other, facing in TOUCHING:
        if one in at and other in at and at[one].edges[side] != at[other].edges[facing]:
            return at[one].id, at[other].id
    return None


def joined(pack: Pack, program: tuple[str, ...]) -> bool:
    """ML-2.2: do connectors lead from the movement to every other token?"""
    at = {pack.tokens[token].kind: pack.tokens[token] for token in program}
    reached = {MOVEMENT} & at.keys()
    for _round in TOUCHING:
        for one, side, other, _facing in TOUCHING:
            pair = {one, other}
            if pair <= at.keys() and at[one].edges[side] and reached & pair:
                reached |= pair
    return reached == at.keys()
