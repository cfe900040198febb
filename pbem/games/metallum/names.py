"""Names of planets, places, tokens and modules, as people read and type them."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine import Seat, Text, _

ALPHA, OMEGA = "alpha", "omega"
MIDDLE = ("beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
PLANETS = (ALPHA, *MIDDLE, OMEGA)
RICH, POOR, PLAIN_GROUND = "rich", "poor", "none"
LEFT, RIGHT = "left", "right"
ROBOT = "robot"

INSTALLATIONS: dict[str, Text] = {
    "alpha": _(
        "Take up to 4 of your robots from one planet and put them on other face-up planets."
    ),
    "beta": _("Replace one enemy robot on any planet by one of yours."),
    "gamma": _("Give up one of your robots on Gamma, then remove up to 2 enemy robots anywhere."),
    "delta": _("Take 2 enemy robots from one planet and put them on other face-up planets."),
    "epsilon": _("Put your ship on any other planet; a face-down one is discovered."),
    "zeta": _("Let one of your robots and one enemy robot change places."),
    "eta": _("Put one robot from your stock onto any face-up planet."),
    "theta": _("Move up to 2 of your robots from one or two planets to one face-up planet."),
    "omega": _("Put 3 robots from your stock onto Omega."),
}
"""ML-4: what each planet's installation does, for the player aid."""

AT_A_GLANCE: dict[str, Text] = {
    "alpha": _("move 4 of yours from one planet"),
    "beta": _("replace 1 of theirs"),
    "gamma": _("give 1 here, remove 2 of theirs"),
    "delta": _("move 2 of theirs"),
    "epsilon": _("ship to any planet"),
    "zeta": _("swap 1 of yours with 1 of theirs"),
    "eta": _("1 from stock to any planet"),
    "theta": _("2 of yours to one planet"),
    "omega": _("3 from stock to here"),
}
"""The same in a few words, to be printed under the planet."""
MODULES: dict[str, Text] = {
    "factory": _("Factory"),
    "mining-station": _("Mining Station"),
    "force-shield": _("Force Shield"),
    "research-station": _("Research Station"),
    "conglomerate": _("Conglomerate"),
    "signal-jammer": _("Signal Jammer"),
    "refinery": _("Refinery"),
    "toll-gate": _("Toll Gate"),
    "trade-post": _("Trade Post"),
    "assembly-line": _("Assembly Line"),
    "bulwark": _("Bulwark"),
    "salvage-yard": _("Salvage Yard"),
    "activation": _("Activation"),
    "seize-module": _("Seize Module"),
    "nuclear-explosion": _("Nuclear Explosion"),
    "sabotage": _("Sabotage"),
    "jump-drive": _("Jump Drive"),
    "dividend": _("Dividend"),
    "airlift": _("Airlift"),
    "reinforcements": _("Reinforcements"),
    "survey": _("Survey"),
}
"""ML-6: what the modules of the usual pack are called."""
LETTERS: dict[str, str] = dict(zip(PLANETS, "αβγδεζηθω", strict=True))


def place_name(place: str) -> Text:
    """A place as people call it: a planet that is face up by its name, another by its number."""
    if place in PLANETS:
        return Text(place.capitalize())
    return _("planet %(n)d", n=int(place[1:]))


def module_name(module: str) -> Text:
    """A module by its name; one that only another pack has, by its id, written out."""
    return MODULES.get(module) or Text(module.replace("-", " ").title())


def seat_name(seat: Seat) -> Text:
    return _("%(seat)s", seat=seat)


def deposit_name(deposit: str) -> Text:
    """What lies on a planet."""
    return {RICH: _("rich"), POOR: _("poor")}.get(deposit, _("ordinary"))


def edge_name(edge: str) -> Text:
    """A connector by its colour and position; '' is none."""
    if not edge:
        return _("blank")
    colour, position = edge.split()
    return EDGES[colour](int(position))


EDGES: dict[str, Callable[[int], Text]] = {
    "red": lambda n: _("red %(n)d", n=n),
    "blue": lambda n: _("blue %(n)d", n=n),
    "green": lambda n: _("green %(n)d", n=n),
    "gold": lambda n: _("gold %(n)d", n=n),
}


def token_name(token: str) -> Text:
    """A subroutine in words."""
    match token:
        case "move-1":
            return _("1 step")
        case "move-2":
            return _("2 steps")
        case "move-3":
            return _("3 steps")
        case "deploy-1":
            return _("1 robot")
        case "deploy-2":
            return _("2 robots")
        case "deploy-3":
            return _("3 robots")
        case "mark":
            return _("mark deposit")
        case "power":
            return _("power mining")
        case "deep":
            return _("deep mining")
        case "buy":
            return _("buy module")
        case "transport":
            return _("buy or move module")
    return _("extra activation")
