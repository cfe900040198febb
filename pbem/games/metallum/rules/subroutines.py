"""ML-3.3 to ML-3.7: what each subroutine of a program can do, and does."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.engine import Seat

from ..events.acting import ModuleBought, ModuleMoved, SubroutineRun
from ..events.pieces import DEEP_MINING, DepositMarked, MoneyCame
from ..names import LEFT, PLAIN_GROUND, POOR, RICH, RIGHT, ROBOT
from ..pack import DEPLOYMENT, EXTENSION, MOVEMENT
from ..state import Metallum
from .installations import Words, sources_for
from .market import price
from .pieces import amount_of, fly, place, place_stock
from .scoring import yields
from .trying import Doer


def waiting_token(s: Metallum, seat: Seat, *wanted: str) -> str:
    """The token of the program, not run yet, that is one of these or of this kind; or ''."""
    for token in s.to_run(seat):
        if token in wanted or s.token(token).kind in wanted:
            return token
    return ""


def _run(t: Doer, seat: Seat, *wanted: str) -> str:
    token = waiting_token(t.state, seat, *wanted)
    t.do(SubroutineRun(seat, token))
    return token


def steps(s: Metallum, seat: Seat, count: int) -> Iterator[str]:
    """ML-3.3: the directions in which the ship can go that far without leaving the row."""
    at = s.ships[seat]
    if at + count < len(s.row):
        yield RIGHT
    if at - count >= 0:
        yield LEFT


def _move(s: Metallum, seat: Seat) -> Iterator[Words]:
    if token := waiting_token(s, seat, MOVEMENT):
        for direction in steps(s, seat, s.token(token).amount):
            yield (direction,)


def _run_move(t: Doer, seat: Seat, words: Words) -> None:
    token = _run(t, seat, MOVEMENT)
    _step(t, seat, words[0], t.state.token(token).amount)


def _step(t: Doer, seat: Seat, direction: str, count: int) -> None:
    s = t.state
    fly(t, seat, s.ships[seat] + (-count if direction == LEFT else count))


def _deploy(s: Metallum, seat: Seat) -> Iterator[Words]:
    token = waiting_token(s, seat, DEPLOYMENT)
    if token:
        missing = max(0, s.token(token).amount - s.stock[seat])
        for sources in sources_for(s, seat, s.ships[seat], missing):
            yield "deploy", *sources


def _run_deploy(t: Doer, seat: Seat, words: Words) -> None:
    s = t.state
    token, at = _run(t, seat, DEPLOYMENT), s.ships[seat]
    place(t, seat, at, s.token(token).amount, [s.at(name) for name in words[2:]])
    place_stock(t, seat, at, amount_of(s, "assembles", at, seat))


def _power(s: Metallum, seat: Seat) -> Iterator[Words]:
    token = waiting_token(s, seat, "power")
    if token:
        amount = s.token(token).amount
        missing = max(0, amount - s.stock[seat])
        for sources in sources_for(s, seat, s.ships[seat], missing):
            yield "power", ROBOT, *sources
        for direction in steps(s, seat, amount):
            yield "power", direction


def _run_power(t: Doer, seat: Seat, words: Words) -> None:
    s = t.state
    amount = s.token(_run(t, seat, "power")).amount
    if words[1] == ROBOT:
        place(t, seat, s.ships[seat], amount, [s.at(name) for name in words[3:]])
    else:
        _step(t, seat, words[1], amount)


def _deep(s: Metallum, seat: Seat) -> Iterator[Words]:
    if waiting_token(s, seat, "deep"):
        yield ("deep",)


def _run_deep(t: Doer, seat: Seat, _words: Words) -> None:
    token = _run(t, seat, "deep")
    s = t.state
    amount = yields(s, seat, s.ships[seat]) * s.token(token).amount
    if amount:
        t.do(MoneyCame(seat, amount, DEEP_MINING))


def _mark(s: Metallum, seat: Seat) -> Iterator[Words]:
    """ML-3.6, MT-41: mark a planet without a marker, or take a marker away."""
    if waiting_token(s, seat, "mark"):
        for at, deposit in enumerate(s.deposits):
            for kind in (PLAIN_GROUND,) if deposit else (RICH, POOR):
                yield "mark", s.place(at), kind


def _run_mark(t: Doer, seat: Seat, words: Words) -> None:
    _run(t, seat, "mark")
    t.do(DepositMarked(seat, words[1], "" if words[2] == PLAIN_GROUND else words[2]))


def _buy(s: Metallum, seat: Seat) -> Iterator[Words]:
    """ML-3.7, MT-13: a module of the market that the player can pay."""
    if waiting_token(s, seat, "buy", "transport"):
        for module in filter(None, s.market):
            if price(s, seat, module) <= s.money[seat]:
                yield "buy", module


def _run_buy(t: Doer, seat: Seat, words: Words) -> None:
    s = t.state
    _run(t, seat, EXTENSION)
    t.do(ModuleBought(seat, words[1], price(s, seat, words[1]), s.place(s.ships[seat])))


def _transport(s: Metallum, seat: Seat) -> Iterator[Words]:
    """MT-43: one own planet module to any other face-up planet."""
    if waiting_token(s, seat, "transport"):
        for module, site in s.sites.items():
            for at in s.face_up() if s.owners[module] == seat else ():
                if at != site:
                    yield "transport", module, s.place(at)


def _run_transport(t: Doer, seat: Seat, words: Words) -> None:
    _run(t, seat, "transport")
    t.do(ModuleMoved(seat, words[1], words[2]))


OFFERS: dict[str, Callable[[Metallum, Seat], Iterator[Words]]] = {
    "move": _move,
    "deploy": _deploy,
    "power": _power,
    "deep": _deep,
    "mark": _mark,
    "buy": _buy,
    "transport": _transport,
}
USES: dict[str, Callable[[Doer, Seat, Words], None]] = {
    RIGHT: _run_move,
    LEFT: _run_move,
    "deploy": _run_deploy,
    "power": _run_power,
    "deep": _run_deep,
    "mark": _run_mark,
    "buy": _run_buy,
    "transport": _run_transport,
}
