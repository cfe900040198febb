"""Moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pbem.engine import Text, _, n_

from .names import deposit_name, module_name, place_name
from .state import Metallum


def describe_move(s: Metallum, move: str) -> Text:
    """A move as a person reads it. It need not be possible."""
    verb, *words = move.split()
    try:
        if verb == "play":
            return _play(s, words)
        return VERBS[verb](words) if verb in VERBS else _use([verb, *words])
    except (IndexError, KeyError, ValueError):
        return _("%(words)s", words=move)


def _direction(words: Sequence[str]) -> Text:
    return _("to the right") if words[0] == "right" else _("to the left")


def _deploy(words: Sequence[str]) -> Text:
    if not words:
        return _("deploy your robots here")
    return _("deploy your robots here (from %(places)s)", places=_places(words[1:]))


def _power(words: Sequence[str]) -> Text:
    if words[0] == "robot":
        if words[2:]:
            return _("power mining: a robot here from %(places)s", places=_places(words[2:]))
        return _("power mining: a robot here")
    return _("power mining: a step %(where)s", where=_direction(words))


def _mark(words: Sequence[str]) -> Text:
    if words[1] == "none":
        return _("take the marker from %(place)s", place=place_name(words[0]))
    return _(
        "mark %(place)s as %(deposit)s", place=place_name(words[0]), deposit=deposit_name(words[1])
    )


def _transport(words: Sequence[str]) -> Text:
    return _(
        "move %(module)s to %(place)s", module=module_name(words[0]), place=place_name(words[1])
    )


def _more(words: Sequence[str]) -> Text:
    return n_(
        "then %(n)d more robot from there to %(place)s",
        "then %(n)d more robots from there to %(place)s",
        int(words[0]),
        place=place_name(words[1]),
    )


def _play(s: Metallum, words: Sequence[str]) -> Text:
    module, effect = words[0], s.module(words[0]).effect
    if effect == "activates":
        return _("play %(module)s: %(use)s", module=module_name(module), use=_use(words[1:]))
    if effect == "lifts":
        what: Text = n_(
            "%(n)d robot from %(place)s",
            "%(n)d robots from %(place)s",
            int(words[1]),
            place=place_name(words[2]),
        )
    elif effect in ("seizes", "sabotages"):
        what = module_name(words[1])
    elif effect == "surveys":
        what = deposit_name(words[1])
    elif effect == "jumps":
        what = _("to %(place)s", place=place_name(words[1]))
    else:
        return _("play %(module)s", module=module_name(module))
    return _("play %(module)s: %(what)s", module=module_name(module), what=what)


def _use(words: Sequence[str]) -> Text:
    """An installation's use."""
    planet, *rest = words
    return _("%(planet)s: %(use)s", planet=place_name(planet), use=USES[planet](rest))


def _places(words: Sequence[str]) -> list[Text]:
    counts = Counter(words)
    return [
        _("%(place)s (%(n)d)", place=place_name(word), n=n) if n > 1 else place_name(word)
        for word, n in counts.items()
    ]


def _alpha(words: Sequence[str]) -> Text:
    return n_(
        "%(n)d robot from %(origin)s to %(place)s",
        "%(n)d robots from %(origin)s to %(place)s",
        int(words[0]),
        origin=place_name(words[1]),
        place=place_name(words[2]),
    )


def _beta(words: Sequence[str]) -> Text:
    if words[1:]:
        return _(
            "replace an enemy robot on %(place)s by one from %(origin)s",
            place=place_name(words[0]),
            origin=place_name(words[2]),
        )
    return _("replace an enemy robot on %(place)s", place=place_name(words[0]))


def _gamma(words: Sequence[str]) -> Text:
    return _("give up a robot, remove enemy robots from %(places)s", places=_places(words))


def _delta(words: Sequence[str]) -> Text:
    return _(
        "enemy robots from %(origin)s to %(places)s",
        origin=place_name(words[0]),
        places=_places(words[1:]),
    )


def _epsilon(words: Sequence[str]) -> Text:
    return _("your ship to %(place)s", place=place_name(words[0]))


def _zeta(words: Sequence[str]) -> Text:
    return _(
        "your robot on %(mine)s and an enemy one on %(theirs)s change places",
        mine=place_name(words[0]),
        theirs=place_name(words[1]),
    )


def _eta(words: Sequence[str]) -> Text:
    return _("a robot onto %(place)s", place=place_name(words[0]))


def _theta(words: Sequence[str]) -> Text:
    return _(
        "robots from %(origins)s to %(place)s",
        origins=_places(words[:-1]),
        place=place_name(words[-1]),
    )


def _omega(_words: Sequence[str]) -> Text:
    return _("3 robots onto Omega")


USES: dict[str, Callable[[Sequence[str]], Text]] = {
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
VERBS: dict[str, Callable[[Sequence[str]], Text]] = {
    "right": lambda _words: _("movement to the right (toward Omega)"),
    "left": lambda _words: _("movement to the left (toward Alpha)"),
    "deploy": _deploy,
    "power": _power,
    "deep": lambda _words: _("deep mining here"),
    "mark": _mark,
    "buy": lambda words: _("buy %(module)s", module=module_name(words[0])),
    "transport": _transport,
    "extra": lambda words: _("extra activation: %(use)s", use=_use(words)),
    "more": _more,
    "look": lambda _words: _("look at the board, then go on"),
    "anyway": lambda _words: _("after a discovery do the rest without asking, as far as possible"),
}
