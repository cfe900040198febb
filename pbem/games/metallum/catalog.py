"""Every token, module and installation in words, for people to look it up. ML-2, ML-4, ML-6."""

from __future__ import annotations

from pbem.engine import CardText, Deck, Text, _

from .names import INSTALLATIONS, edge_name, module_name, place_name, token_name
from .pack import ACTION, PLANET, Pack, Token
from .texts import module_phase, module_text


def catalog(pack: Pack) -> tuple[Deck, ...]:
    """The parts of programs first, then what lies in the row and in the market."""
    return (
        Deck(_("Subroutines"), tuple(_token(token) for token in pack.tokens.values())),
        Deck(
            _("Planets and their installations"),
            tuple(CardText(place_name(name), text) for name, text in INSTALLATIONS.items()),
        ),
        Deck(_("Planet modules"), _modules(pack, PLANET)),
        Deck(_("Action modules"), _modules(pack, ACTION)),
    )


def _token(token: Token) -> CardText:
    edges = [
        _("%(side)s %(edge)s", side=SIDE[side], edge=edge_name(edge))
        for side, edge in token.edges.items()
        if edge
    ]
    joins = _("joins: %(edges)s", edges=edges) if edges else _("joins nothing")
    return CardText(token_name(token.id), joins, (_("complexity %(n)d", n=token.complexity),))


def _modules(pack: Pack, kind: str) -> tuple[CardText, ...]:
    return tuple(
        CardText(module_name(m.id), module_text(m), (_("costs %(n)d $", n=m.cost), module_phase(m)))
        for m in pack.modules.values()
        if m.kind == kind
    )


SIDE: dict[str, Text] = {
    "left": _("left"),
    "right": _("right"),
    "top": _("top"),
    "bottom": _("bottom"),
}
