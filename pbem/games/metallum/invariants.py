"""What holds at every moment of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.engine import Seat

from .names import ALPHA, MIDDLE, OMEGA
from .state import ROBOTS, Metallum


def complaints(s: Metallum) -> Iterator[str]:
    """A sentence for each thing that is not as it must be."""
    if not s.row:
        return
    yield from _robots(s)
    yield from _modules(s)
    yield from _planets(s)
    for seat in s.seats:
        total = sum(line.amount for line in s.ledger if line.seat == seat)
        if s.money[seat] != total:
            yield f"Seat {seat} has {s.money[seat]} $, but the ledger says {total}."
        if s.money[seat] < 0:
            yield f"Seat {seat} has {s.money[seat]} $."
        yield from _tokens(s, seat)


def _tokens(s: Metallum, seat: Seat) -> Iterator[str]:
    """Every token is active, in the program or used; a program is used as a whole."""
    used, program = s.used[seat], s.programs[seat]
    if len(set(used)) != len(used):
        yield f"Seat {seat} has used a token twice: {used}."
    if not {*used, *program} <= s.pack.tokens.keys():
        yield f"Seat {seat} has tokens from elsewhere: {used}, {program}."
    both = set(used) & set(program)
    if both and both != set(program):
        yield f"Seat {seat} has programmed a used token: {sorted(both)}."


def _robots(s: Metallum) -> Iterator[str]:
    for seat in s.seats:
        if sum(s.robots[seat]) + s.stock[seat] != ROBOTS:
            yield f"Seat {seat} has {sum(s.robots[seat])} + {s.stock[seat]} robots."
        if min(*s.robots[seat], s.stock[seat]) < 0:
            yield f"Seat {seat} has a negative number of robots somewhere."
        hidden = [at for at, n in enumerate(s.robots[seat]) if n and not s.up[at]]
        if hidden:
            yield f"Seat {seat} has robots on a planet that lies face down: {hidden}."
        if not s.up[s.ships[seat]]:
            yield f"The ship of seat {seat} is on a planet that lies face down."


def _modules(s: Metallum) -> Iterator[str]:
    places = [s.deck, s.later, s.discard, s.aside, [*s.sites], *s.hands]
    found = Counter(module for place in places for module in place)
    found.update(module for module in s.market if module)
    if found != Counter(s.pack.modules.keys()):
        yield f"Modules are not in one place each: {found}."
    if s.sites.keys() != s.owners.keys():
        yield "A module on a planet has no owner, or an owned one no place."


def _planets(s: Metallum) -> Iterator[str]:
    if sorted([*s.row[1:-1], *s.out]) != sorted(MIDDLE) or (s.row[0], s.row[-1]) != (ALPHA, OMEGA):
        yield f"Planets are missing: {s.row}, {s.out}."
