"""Why a program does not join, and why a move cannot be made; each with a remedy."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine import Seat, Text, _

from .names import (
    INSTALLATIONS,
    LEFT,
    PLANETS,
    RIGHT,
    edge_name,
    module_name,
    place_name,
)
from .pack import TOUCHING
from .rules.market import price
from .rules.moves import ANYWAY, MORE, PLAY, STEP, carry_out, foresee, offers
from .rules.trying import Trial
from .state import Metallum
from .typed import token_word, typed

TOKENS_FOR: dict[str, tuple[str, ...]] = {
    STEP: ("move-1", "move-2", "move-3"),
    "right": ("move-1", "move-2", "move-3"),
    "left": ("move-1", "move-2", "move-3"),
    "deploy": ("deploy-1", "deploy-2", "deploy-3"),
    "power": ("power",),
    "deep": ("deep",),
    "mark": ("mark",),
    "buy": ("buy", "transport"),
    "transport": ("transport",),
    "extra": ("extra",),
}
"""Which tokens a verb runs."""


def does_not_join(s: Metallum, pair: tuple[str, str]) -> Text:
    """ML-2.2: which edges of two tokens do not fit."""
    one, other = (s.token(token) for token in pair)
    side, facing = next(
        (side, facing)
        for kind, side, other_kind, facing in TOUCHING
        if (kind, other_kind) == (one.kind, other.kind)
    )
    return _(
        "'%(one)s' and '%(other)s' do not join: the %(side)s edge of the first is %(edge)s, the"
        " %(facing)s edge of the second is %(other_edge)s. Leave out one of them.",
        one=token_word(one.id),
        other=token_word(other.id),
        side=_side(side),
        facing=_side(facing),
        edge=edge_name(one.edges[side]),
        other_edge=edge_name(other.edges[facing]),
    )


def _side(side: str) -> Text:
    return {"top": _("upper"), "bottom": _("lower"), "left": _("left"), "right": _("right")}[side]


def why_not_move(s: Metallum, seat: Seat, moves: Sequence[str], at: int) -> Text:
    """The first move of a list that cannot be made, and why, at the moment it would be."""
    trial = Trial(s)
    meant, _wrong = foresee(s, seat, moves[:at])
    for move in meant:
        if move != ANYWAY:
            carry_out(trial, seat, move)
    if at == len(moves):
        return _("Your movement must be run. Add 'right' or 'left' to your list.")
    why = _reason(trial.state, seat, moves[at])
    return _("'%(move)s' is not possible there. %(why)s", move=typed(moves[at]), why=why)


def _reason(s: Metallum, seat: Seat, move: str) -> Text:
    verb, *words = move.split()
    if verb == "look":
        return _("Write 'look' after at least one move.")
    if verb in TOKENS_FOR and not set(TOKENS_FOR[verb]) & set(s.to_run(seat)):
        return _no_token(s, seat, verb)
    if verb == STEP:
        return _("Say which way: write 'right' or 'left'.")
    if verb in (LEFT, RIGHT, "deploy") and words and words[0].isdecimal():
        (token,) = set(TOKENS_FOR[verb]) & set(s.to_run(seat))
        return _("Your program says '%(token)s'.", token=token_word(token))
    if verb in (LEFT, RIGHT, "deep") and words:
        alone = typed(verb)
        return _("Write '%(verb)s' alone, and a comma between one move and the next.", verb=alone)
    if verb in (LEFT, RIGHT):
        other = RIGHT if verb == LEFT else LEFT
        return _("Your ship cannot leave the row. Write '%(other)s' instead.", other=typed(other))
    if verb in PLANETS or (verb == "extra" and words):
        return _no_installation(s, seat, verb, *words)
    if verb == "buy":
        return _no_purchase(s, seat, " ".join(words))
    if verb == PLAY and s.played:
        return _("You have played an action module in this phase already.")
    if verb == PLAY and words[:1] and words[0] not in s.hands[seat]:
        return _("You do not have that action module.")
    if verb == MORE and not s.load:
        return _("'more' goes on with a load that Alpha's installation has just begun.")
    return _possible(s, seat, verb)


def _no_token(s: Metallum, seat: Seat, verb: str) -> Text:
    if set(TOKENS_FOR[verb]) & set(s.done):
        return _("That subroutine has run already.")
    left = [token_word(token) for token in s.to_run(seat)]
    if not left:
        return _("Your program has run already.")
    return _("That subroutine is not in your program. Still to run: %(list)s.", list=left)


def _no_installation(s: Metallum, seat: Seat, verb: str, *words: str) -> Text:
    planet = words[0] if verb == "extra" and words else verb
    here = s.row[s.ships[seat]]
    if planet != here:
        return _("Your ship is at %(here)s then, not there.", here=place_name(here))
    if planet in s.activated:
        return _("You have used that installation in this phase already.")
    if verb != "extra" and s.ordinary:
        return _("You have used an installation in this phase already.")
    prefix = f"extra {planet}" if verb == "extra" else planet
    return _(
        "%(effect)s %(possible)s", effect=INSTALLATIONS[planet], possible=_possible(s, seat, prefix)
    )


def _no_purchase(s: Metallum, seat: Seat, module: str) -> Text:
    if module not in s.market or not module:
        shown = [module_name(m) for m in s.market if m]
        return _("The market offers: %(list)s.", list=shown)
    return _(
        "%(module)s costs %(price)d $, and you have %(money)d $ then.",
        module=module_name(module),
        price=price(s, seat, module),
        money=s.money[seat],
    )


def _possible(s: Metallum, seat: Seat, prefix: str) -> Text:
    """Some moves of the same kind that would do."""
    ways = [move for move in offers(s, seat) if f"{move} ".startswith(f"{prefix} ")]
    if not ways:
        return _("Nothing of that kind is possible then.")
    shown: list[Text | str] = [_("'%(move)s'", move=typed(way)) for way in ways[:4]]
    if len(ways) > 4:
        shown.append("…")
    return _("Possible then: %(list)s.", list=shown)
