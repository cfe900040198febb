"""ML-4: the nine installations. Each says which uses are possible now, and carries one out.

A use is a few words: places by their names, a number where one is asked for. What is not among
the offers is not possible: the offers are the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement

from pbem.engine import Seat

from ..events.acting import LoadTaken
from ..names import OMEGA
from ..state import Metallum
from .pieces import destroy, fly, movable, move, place, place_stock, remove
from .trying import Doer

Words = tuple[str, ...]
ALPHA_LOAD = 4


def sources_for(s: Metallum, seat: Seat, at: int, missing: int) -> Iterator[Words]:
    """ML-3.5: with too few in stock, the planets that robots can be taken from instead.

    To name none leaves it to the server: it takes from where most are.
    """
    yield ()
    free = [x for x in movable(s, seat) if x != at]
    for count in range(1, missing + 1):
        for chosen in combinations_with_replacement(free, count):
            if all(chosen.count(x) <= s.robots[seat][x] for x in chosen):
                yield ("from", *(s.place(x) for x in chosen))


def _alpha(s: Metallum, seat: Seat) -> Iterator[Words]:
    """Up to 4 own robots from one planet to one or more other face-up planets (MT-35)."""
    for origin in movable(s, seat):
        for at in s.face_up():
            for count in range(1, min(ALPHA_LOAD, s.robots[seat][origin]) + 1):
                if at != origin:
                    yield str(count), s.place(origin), s.place(at)


def _use_alpha(t: Doer, seat: Seat, words: Words) -> None:
    s, count, origin = t.state, int(words[0]), t.state.at(words[1])
    move(t, seat, origin, s.at(words[2]), count)
    t.do(LoadTaken(origin, ALPHA_LOAD - count))


def more(s: Metallum, seat: Seat) -> Iterator[Words]:
    """MT-35: after Alpha's installation, more robots from the same planet to another one."""
    if s.load:
        origin, left = s.load
        for at in s.face_up():
            for count in range(1, min(left, s.robots[seat][origin]) + 1):
                if at != origin:
                    yield str(count), s.place(at)


def carry_more(t: Doer, seat: Seat, words: Words) -> None:
    """MT-35: the next part of Alpha's load."""
    s, count = t.state, int(words[0])
    origin, left = s.load
    move(t, seat, origin, s.at(words[1]), count)
    t.do(LoadTaken(origin, left - count))


def _beta(s: Metallum, seat: Seat) -> Iterator[Words]:
    """One enemy robot is replaced by an own one, from stock or else from elsewhere (MT-36)."""
    for at in _where(s, s.enemy(seat)):
        missing = 0 if s.stock[seat] else 1
        if missing and not [x for x in movable(s, seat) if x != at]:
            continue
        for sources in sources_for(s, seat, at, missing):
            yield s.place(at), *sources


def _use_beta(t: Doer, seat: Seat, words: Words) -> None:
    s, at = t.state, t.state.at(words[0])
    destroy(t, s.enemy(seat), at, 1)
    place(t, seat, at, 1, [s.at(name) for name in words[2:]])


def _gamma(s: Metallum, seat: Seat) -> Iterator[Words]:
    """One own robot on Gamma is given up for one or two enemy robots anywhere (MT-37)."""
    if "gamma" in s.row and s.robots[seat][s.row.index("gamma")]:
        there, enemy = _where(s, s.enemy(seat)), s.robots[s.enemy(seat)]
        for at in there:
            yield (s.place(at),)
        for one, other in combinations_with_replacement(there, 2):
            if one != other or enemy[one] > 1:
                yield s.place(one), s.place(other)


def _use_gamma(t: Doer, seat: Seat, words: Words) -> None:
    s = t.state
    remove(t, seat, s.row.index("gamma"), 1)
    for name, count in Counter(words).items():
        destroy(t, s.enemy(seat), s.at(name), count)


def _delta(s: Metallum, seat: Seat) -> Iterator[Words]:
    """2 enemy robots from one planet, or the only one, to other face-up planets (MT-38)."""
    enemy = s.enemy(seat)
    for origin in movable(s, enemy):
        others = [s.place(at) for at in s.face_up() if at != origin]
        for name in others:
            yield s.place(origin), name
        if s.robots[enemy][origin] > 1:
            for pair in combinations(others, 2):
                yield s.place(origin), *pair


def _use_delta(t: Doer, seat: Seat, words: Words) -> None:
    s, enemy = t.state, t.state.enemy(seat)
    origin, *targets = map(s.at, words)
    count = min(2, s.robots[enemy][origin])
    for at in targets:
        move(t, enemy, origin, at, count // len(targets))


def _epsilon(s: Metallum, seat: Seat) -> Iterator[Words]:
    """The ship goes to any other planet (MT-27)."""
    for at in range(len(s.row)):
        if at != s.ships[seat]:
            yield (s.place(at),)


def _use_epsilon(t: Doer, seat: Seat, words: Words) -> None:
    fly(t, seat, t.state.at(words[0]))


def _zeta(s: Metallum, seat: Seat) -> Iterator[Words]:
    """An own and an enemy robot on different planets change places (MT-39)."""
    for mine in movable(s, seat):
        for theirs in movable(s, s.enemy(seat)):
            if mine != theirs:
                yield s.place(mine), s.place(theirs)


def _use_zeta(t: Doer, seat: Seat, words: Words) -> None:
    mine, theirs = map(t.state.at, words)
    move(t, seat, mine, theirs, 1)
    move(t, t.state.enemy(seat), theirs, mine, 1)


def _eta(s: Metallum, seat: Seat) -> Iterator[Words]:
    """One robot from stock onto any face-up planet."""
    for at in s.face_up() if s.stock[seat] else ():
        yield (s.place(at),)


def _use_eta(t: Doer, seat: Seat, words: Words) -> None:
    place_stock(t, seat, t.state.at(words[0]), 1)


def _theta(s: Metallum, seat: Seat) -> Iterator[Words]:
    """Up to 2 own robots from one or two planets onto one face-up planet (MT-40)."""
    for at in s.face_up():
        free = [x for x in movable(s, seat) if x != at]
        for origin in free:
            yield s.place(origin), s.place(at)
        for one, other in combinations_with_replacement(free, 2):
            if one != other or s.robots[seat][one] > 1:
                yield s.place(one), s.place(other), s.place(at)


def _use_theta(t: Doer, seat: Seat, words: Words) -> None:
    *origins, at = map(t.state.at, words)
    for origin, count in Counter(origins).items():
        move(t, seat, origin, at, count)


def _omega(s: Metallum, seat: Seat) -> Iterator[Words]:
    """3 robots from stock onto Omega, or as many as there are."""
    if s.stock[seat]:
        yield ()


def _use_omega(t: Doer, seat: Seat, _words: Words) -> None:
    place_stock(t, seat, t.state.row.index(OMEGA), 3)


def _where(s: Metallum, owner: Seat) -> list[int]:
    return [at for at, n in enumerate(s.robots[owner]) if n]


OFFERS: dict[str, Callable[[Metallum, Seat], Iterator[Words]]] = {
    "alpha": _alpha,
    "beta": _beta,
    "gamma": _gamma,
    "delta": _delta,
    "epsilon": _epsilon,
    "zeta": _zeta,
    "eta": _eta,
    "theta": _theta,
    "omega": _omega,
}
USES: dict[str, Callable[[Doer, Seat, Words], None]] = {
    "alpha": _use_alpha,
    "beta": _use_beta,
    "gamma": _use_gamma,
    "delta": _use_delta,
    "epsilon": _use_epsilon,
    "zeta": _use_zeta,
    "eta": _use_eta,
    "theta": _use_theta,
    "omega": _use_omega,
}
UNORDERED: dict[str, slice] = {
    "beta": slice(2, None),
    "gamma": slice(0, None),
    "delta": slice(1, None),
    "theta": slice(0, -1),
}
"""Which words of a use may stand in any order."""
