"""ML-6.2: action modules, played in the owner's action phase, one a phase (MT-23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.engine import Seat

from ..events.acting import CARD, InstallationUsed, ModuleLost, ModulePlayed, ModuleSeized
from ..events.pieces import DepositMarked, MoneyCame
from ..names import PLAIN_GROUND, POOR, RICH
from ..state import Metallum
from . import installations
from .installations import Words
from .pieces import destroy, fly, movable, move, place_stock, remove, shielded, within_reach
from .scoring import lead
from .trying import Doer


def offers(s: Metallum, seat: Seat) -> Iterator[Words]:
    """Every way to play one of this player's action modules now."""
    for module in s.hands[seat] if not s.played else ():
        for words in OFFERS[s.module(module).effect](s, seat, s.module(module).amount):
            yield "play", module, *words


def play(t: Doer, seat: Seat, words: Words) -> None:
    """MT-10: the module goes to the discard, and does what it does."""
    card = t.state.module(words[1])
    t.do(ModulePlayed(seat, card.id))
    USES[card.effect](t, seat, card.id, words[2:])


def _activates(s: Metallum, seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-32, MT-45: the installation of any face-up planet, on what no shield covers."""
    found = within_reach(s)
    for at in s.face_up():
        for words in installations.OFFERS[s.row[at]](found, seat):
            yield s.row[at], *words


def _activate(t: Doer, seat: Seat, _card: str, words: Words) -> None:
    t.do(InstallationUsed(seat, words[0], CARD))
    installations.USES[words[0]](t, seat, words[1:])


def _seizes(s: Metallum, _seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-47: a planet module that neither player owns."""
    for module in s.aside:
        yield (module,)


def _seize(t: Doer, seat: Seat, _card: str, words: Words) -> None:
    s = t.state
    t.do(ModuleSeized(seat, words[0], s.place(s.ships[seat])))


def _explodes(s: Metallum, seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-45, MT-48: all robots here go, but for those under their owner's shield."""
    if any(robots[s.ships[seat]] for robots in within_reach(s).robots):
        yield ()


def _explode(t: Doer, seat: Seat, _card: str, _words: Words) -> None:
    found, at = within_reach(t.state), t.state.ships[seat]
    enemy = found.enemy(seat)
    mine, theirs = found.robots[seat][at], found.robots[enemy][at]
    remove(t, seat, at, mine)
    destroy(t, enemy, at, theirs)


def _sabotages(s: Metallum, seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-45, MT-48: a planet module of the opponent that no shield of theirs protects."""
    for module, owner in s.owners.items():
        if owner != seat and not shielded(s, owner, s.sites[module]):
            yield (module,)


def _sabotage(t: Doer, seat: Seat, _card: str, words: Words) -> None:
    t.do(ModuleLost(t.state.enemy(seat), words[0]))


def _jumps(s: Metallum, seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-48: the ship to any other face-up planet."""
    for at in s.face_up():
        if at != s.ships[seat]:
            yield (s.place(at),)


def _jump(t: Doer, seat: Seat, _card: str, words: Words) -> None:
    fly(t, seat, t.state.at(words[0]))


def _pays(s: Metallum, seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-48: $ for each planet on which the player is ahead."""
    if _leads(s, seat):
        yield ()


def _leads(s: Metallum, seat: Seat) -> int:
    return sum(lead(s, seat, at) > 0 for at in s.face_up())


def _pay(t: Doer, seat: Seat, card: str, _words: Words) -> None:
    t.do(MoneyCame(seat, _leads(t.state, seat) * t.state.module(card).amount, card))


def _lifts(s: Metallum, seat: Seat, amount: int) -> Iterator[Words]:
    """MT-45, MT-48: some own robots from one other planet to the ship's."""
    for origin in movable(within_reach(s), seat):
        if origin != s.ships[seat]:
            for count in range(1, min(amount, s.robots[seat][origin]) + 1):
                yield str(count), s.place(origin)


def _lift(t: Doer, seat: Seat, _card: str, words: Words) -> None:
    s = t.state
    move(t, seat, s.at(words[1]), s.ships[seat], int(words[0]))


def _reinforces(s: Metallum, seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-48: robots from stock onto the ship's planet, as many as there are."""
    if s.stock[seat]:
        yield ()


def _reinforce(t: Doer, seat: Seat, card: str, _words: Words) -> None:
    place_stock(t, seat, t.state.ships[seat], t.state.module(card).amount)


def _surveys(s: Metallum, seat: Seat, _amount: int) -> Iterator[Words]:
    """MT-48: the deposit of the ship's planet changes to what the player likes."""
    for deposit in (RICH, POOR, PLAIN_GROUND):
        if s.deposits[s.ships[seat]] != _stored(deposit):
            yield (deposit,)


def _survey(t: Doer, seat: Seat, _card: str, words: Words) -> None:
    s = t.state
    t.do(DepositMarked(seat, s.place(s.ships[seat]), _stored(words[0])))


def _stored(deposit: str) -> str:
    return "" if deposit == PLAIN_GROUND else deposit


OFFERS: dict[str, Callable[[Metallum, Seat, int], Iterator[Words]]] = {
    "activates": _activates,
    "seizes": _seizes,
    "explodes": _explodes,
    "sabotages": _sabotages,
    "jumps": _jumps,
    "pays": _pays,
    "lifts": _lifts,
    "reinforces": _reinforces,
    "surveys": _surveys,
}
USES: dict[str, Callable[[Doer, Seat, str, Words], None]] = {
    "activates": _activate,
    "seizes": _seize,
    "explodes": _explode,
    "sabotages": _sabotage,
    "jumps": _jump,
    "pays": _pay,
    "lifts": _lift,
    "reinforces": _reinforce,
    "surveys": _survey,
}
