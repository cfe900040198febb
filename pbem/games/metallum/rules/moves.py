"""ML-3.2: an action phase as a list of moves, each a few words.

`right` and `left` run the movement, `deploy`, `power robot`, `deep`, `mark beta rich`,
`buy factory` and `transport factory eta` the other subroutines. A planet's name uses its
installation (`gamma delta eta`), `extra` before it makes it the extra activation, `more` goes on
with Alpha's load, `play` plays an action module, `look` asks again before the rest, and `anyway`
does the rest without asking even if a planet is discovered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine import Seat
from pbem.engine.words import plain

from ..events.acting import EXTRA, ORDINARY, InstallationUsed, SubroutineRun
from ..names import LEFT, PLANETS, RIGHT, ROBOT
from ..pack import DEPLOYMENT, MOVEMENT
from ..state import Metallum
from . import installations, modules, subroutines
from .installations import Words
from .subroutines import waiting_token
from .trying import Doer, NewInformation, Trial

LOOK, MORE, PLAY, ANYWAY, STEP = "look", "more", "play", "anyway", "move"
VERBS = (*subroutines.USES, *PLANETS, EXTRA, MORE, PLAY, LOOK, ANYWAY, STEP)
USUAL = (("deploy", DEPLOYMENT), ("power robot", "power"), ("deep", "deep"))
"""ML-7.3: what is done after the movement if no answer comes, with the token that it runs."""
FILLERS = {"to", "on", "and", "use", "the", "at", "step", "steps", "robots"}


def offers(s: Metallum, seat: Seat) -> list[str]:
    """Every move that the acting player can make now."""
    found: list[Words] = []
    for offer in subroutines.OFFERS.values():
        found += offer(s, seat)
    found += _installation_offers(s, seat)
    found += [(MORE, *words) for words in installations.more(s, seat)]
    found += modules.offers(s, seat)
    return [" ".join(words) for words in found]


def _installation_offers(s: Metallum, seat: Seat) -> Iterator[Words]:
    """ML-3.2, ML-3.7: the ordinary and the extra use, never twice of one installation."""
    planet = s.row[s.ships[seat]]
    if planet in s.activated:
        return
    for words in installations.OFFERS[planet](s, seat):
        if not s.ordinary:
            yield planet, *words
        if waiting_token(s, seat, EXTRA):
            yield EXTRA, planet, *words


def carry_out(t: Doer, seat: Seat, move: str) -> None:
    """Make one move that is among the offers."""
    verb, *rest = words = tuple(move.split())
    if verb in subroutines.USES:
        subroutines.USES[verb](t, seat, words)
    elif verb == MORE:
        installations.carry_more(t, seat, tuple(rest))
    elif verb == PLAY:
        modules.play(t, seat, words)
    elif verb == EXTRA:
        t.do(SubroutineRun(seat, EXTRA))
        t.do(InstallationUsed(seat, rest[0], EXTRA))
        installations.USES[rest[0]](t, seat, tuple(rest[1:]))
    else:
        t.do(InstallationUsed(seat, verb, ORDINARY))
        installations.USES[verb](t, seat, tuple(rest))


def run(t: Doer, seat: Seat, moves: Sequence[str]) -> tuple[str, ...] | None:
    """ML-7.2: make the moves in order. What is left if the player is to look first; else None.

    A discovered planet stops the list, unless `anyway` is in it: then what is possible of the
    rest is done without asking, and the movement in any case.
    """
    s = t.state
    for i, move in enumerate(moves):
        known = sum(s.up)
        if move == LOOK:
            return tuple(moves[i + 1 :])
        if meant := understood(s, seat, move):
            carry_out(t, seat, meant)
        if sum(s.up) > known and ANYWAY not in moves:
            return tuple(moves[i + 1 :])
    if must_move(s, seat):
        carry_out(t, seat, usual_move(s, seat))
    return None


def understood(s: Metallum, seat: Seat, move: str) -> str:
    """The offer that a move means: itself, or the only one that begins so; '' if there is none.

    'buy mining' is enough, and 'buy' alone if only one module can be bought.
    """
    possible = offers(s, seat)
    if move in possible:
        return move
    ways = [way for way in possible if way.startswith(move)]
    if move == STEP:
        ways = [way for way in possible if way in (RIGHT, LEFT)]
    return ways[0] if len(ways) == 1 else ""


def must_move(s: Metallum, seat: Seat) -> bool:
    """ML-3.2: the movement is the one subroutine that must be run."""
    return bool(waiting_token(s, seat, MOVEMENT))


def usual_move(s: Metallum, seat: Seat) -> str:
    """ML-7.3: toward Omega if possible, else toward Alpha."""
    possible = offers(s, seat)
    return RIGHT if RIGHT in possible else LEFT


def usual(s: Metallum, seat: Seat) -> tuple[str, ...]:
    """ML-7.3: what is done if no answer comes: the legal steps of the draft, else the defaults."""
    begun = s.done or s.ordinary or s.played
    wanted = s.draft if begun else [move for move, of in USUAL if waiting_token(s, seat, of)]
    trial, chosen = Trial(s), []
    if must_move(s, seat) and not {LEFT, RIGHT} & set(wanted):
        wanted = [usual_move(s, seat), *wanted]
    for i, move in enumerate(wanted):
        if meant := understood(trial.state, seat, move):
            chosen.append(meant)
            try:
                carry_out(trial, seat, meant)
            except NewInformation:
                rest = (later for later in wanted[i + 1 :] if later not in (LOOK, ANYWAY))
                return (*chosen, *rest, ANYWAY)
    if must_move(trial.state, seat):
        chosen.append(usual_move(trial.state, seat))
    return tuple(chosen)


# Reading what people type.


def tidy(s: Metallum, text: str) -> str:
    """A move as the log keeps it: one verb first, places and modules by their ids."""
    said = f" {plain(text)} ".replace(">", " ")
    for module in s.pack.modules:
        said = said.replace(f" {module.replace('-', ' ')} ", f" {module} ")
    for n in range(1, len(s.row) + 1):
        said = said.replace(f" planet {n} ", f" {s.place(n - 1)} ")
        said = said.replace(f" p{n} ", f" {s.place(n - 1)} ")
    words = _without_count(s, [word for word in said.split() if word not in FILLERS])
    if words == ["power"] or words[:2] == ["power", "from"]:
        words.insert(1, ROBOT)
    if words[:1] != ["power"]:
        words = [word for word in words if word != ROBOT]
    if words and words[0] == "deep":
        words = words[:1]
    return " ".join(_in_row_order(s, words))


def _without_count(s: Metallum, words: list[str]) -> list[str]:
    """'move 2 right' and 'deploy 2', as people write them: the program says how many already."""
    if words[:1] == [STEP] and set(words) & {LEFT, RIGHT}:
        words = words[1:]
    if words[:1] == [STEP] and set(words) & set(s.pack.modules):
        words = ["transport", *words[1:]]
    kind = {STEP: MOVEMENT, LEFT: MOVEMENT, RIGHT: MOVEMENT, "deploy": DEPLOYMENT}
    numbers = {word for word in words if word.isdecimal()}
    wanted = next((kind[word] for word in words if word in kind), "")
    program = s.programs[s.active] if s.active is not None else ()
    amounts = {str(s.token(token).amount) for token in program if s.token(token).kind == wanted}
    return [word for word in words if word not in numbers & amounts]


def _in_row_order(s: Metallum, words: list[str]) -> list[str]:
    """Put words whose order means nothing into the order of the row."""
    places = {s.place(at): at for at in range(len(s.row))}
    for i, verb in enumerate(words):
        free = slice(1, None) if verb == "from" else installations.UNORDERED.get(verb)
        if free is None or (verb in PLANETS and i and words[i - 1] not in (EXTRA, "activation")):
            continue
        rest = words[i + 1 :] if verb in PLANETS else words[i:]
        part = rest[free]
        if all(word in places for word in part):
            rest[free] = sorted(part, key=lambda word: places[word])
        return [*words[: i + 1], *rest] if verb in PLANETS else [*words[:i], *rest]
    return words


def foresee(s: Metallum, seat: Seat, moves: Sequence[str]) -> tuple[tuple[str, ...], int | None]:
    """ML-7.2: the moves as they are meant, and the place of the first that cannot be made.

    Both as far as it is foreseeable. The place after the last one means that the movement is
    missing; None, that nothing is wrong.
    """
    trial, meant = Trial(s), list(moves)
    for i, move in enumerate(moves):
        if move == LOOK:
            return tuple(meant), 0 if i == 0 else None
        if move == ANYWAY:
            continue
        meant[i] = understood(trial.state, seat, move)
        if not meant[i]:
            return tuple(moves), i
        try:
            carry_out(trial, seat, meant[i])
        except NewInformation:
            return tuple(meant), None
    return tuple(meant), len(moves) if must_move(trial.state, seat) else None
