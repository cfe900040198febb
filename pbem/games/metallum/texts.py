"""ML-6: what modules do, in words that follow from their effects, and when they do it."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine import Text, _, n_

from .pack import ACTION, Module


def module_text(module: Module) -> Text:
    """What a module does."""
    return TEXTS[module.effect](module.amount)


def module_phase(module: Module) -> Text:
    """When a planet module works, and when an action module is played."""
    return PLAYED if module.kind == ACTION else PHASES[module.phase]


PLAYED = _("played in your action phase")
PHASES: dict[int, Text] = {
    1: _("works when programming begins"),
    2: _("works in action phases"),
    3: _("works when planets are scored"),
}


def _builds(n: int) -> Text:
    return n_(
        "When programming begins, %(n)d robot goes from your stock onto this planet.",
        "When programming begins, %(n)d robots go from your stock onto this planet.",
        n,
    )


def _counts(n: int) -> Text:
    return n_(
        "Counts as %(n)d robot of yours when this planet is scored.",
        "Counts as %(n)d robots of yours when this planet is scored.",
        n,
    )


def _assembles(n: int) -> Text:
    return n_(
        "When you run a deployment on this planet, %(n)d more robot comes from your stock.",
        "When you run a deployment on this planet, %(n)d more robots come from your stock.",
        n,
    )


def _lifts(n: int) -> Text:
    return n_(
        "Move %(n)d of your robots from another planet to your ship's planet.",
        "Move up to %(n)d of your robots from one other planet to your ship's planet.",
        n,
    )


def _reinforces(n: int) -> Text:
    return n_(
        "Put %(n)d robot from your stock onto your ship's planet.",
        "Put %(n)d robots from your stock onto your ship's planet.",
        n,
    )


TEXTS: dict[str, Callable[[int], Text]] = {
    "builds": _builds,
    "counts": _counts,
    "shields": lambda _n: _(
        "No action module takes robots or modules of yours away from this planet, not even your"
        " own."
    ),
    "rebates": lambda n: _("Every module you buy, anywhere, costs you %(n)d $ less.", n=n),
    "shares": lambda n: _(
        "On every planet where both have the same number of robots, at least one, you get %(n)d $.",
        n=n,
    ),
    "jams": lambda _n: _(
        "Nobody can move your opponent's robots away from this planet. They can still be removed"
        " or replaced."
    ),
    "refines": lambda n: _(
        "Whenever this planet brings you something, it brings you %(n)d $ more.", n=n
    ),
    "tolls": lambda n: _("When your opponent's ship comes to this planet, you get %(n)d $.", n=n),
    "trades": lambda n: _(
        "Whenever this planet is scored for you, it brings %(n)d $ more if you have a robot on it.",
        n=n,
    ),
    "assembles": _assembles,
    "holds": lambda _n: _(
        "With as many robots as your opponent on this planet, at least one, you count as having"
        " more."
    ),
    "salvages": lambda n: _(
        "For each of your robots that your opponent removes from this planet you get %(n)d $.", n=n
    ),
    "activates": lambda _n: _(
        "Use the installation of any planet that is face up, on top of your other uses."
    ),
    "seizes": lambda _n: _(
        "Take any planet module that neither of you owns, free, to your ship's planet."
    ),
    "explodes": lambda _n: _(
        "All robots on your ship's planet go back to their stocks, yours too."
    ),
    "sabotages": lambda _n: _(
        "One planet module of your opponent leaves its planet and belongs to nobody."
    ),
    "jumps": lambda _n: _("Put your ship on any other planet that is face up."),
    "pays": lambda n: _("Get %(n)d $ for each planet on which you are ahead.", n=n),
    "lifts": _lifts,
    "reinforces": _reinforces,
    "surveys": lambda _n: _("Make your ship's planet rich, poor or ordinary, whatever lies there."),
}
"""By effect; the number is the module's amount."""
