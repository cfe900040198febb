"""The things that can stand in terms, and the goods they mean. MA-8.1, MA-8.7, MAR-87."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine import Lines, Part, Seat, Text, Thing, Wording, _

from ..deal_words import HELP_IN
from ..deals import (
    BATTLES,
    CARD,
    CREDITS,
    HELP,
    PEACE,
    TROPHY,
    TURN,
    UNSAID,
    WIN,
    WORDS,
    WRECK,
    Good,
    Goods,
)
from ..state import CREDITS as ALL_CREDITS
from ..state import MOST_TROPHIES, MetalAdventures

LATER = "later "
END = "end"
FURTHEST = 60
"""A promise is due at most so many turns from now."""
SPOILS = 3
"""So many wrecks can be promised of a battle and of what is won until then."""


def at_once(
    s: MetalAdventures, givers: Sequence[Seat], *, credits_: int = ALL_CREDITS
) -> list[Thing]:
    """What these captains could hand over now; which wreck or trophy, they choose unseen."""
    wrecks = max((len(s.wrecks[seat]) for seat in givers), default=0)
    trophies = max((len(s.hands[seat]) for seat in givers), default=0)
    cards = [card for seat in givers for card in s.improvements[seat]]
    wreck = _("a wreck of the giver's choice") if wrecks == 1 else _("wrecks of the giver's choice")
    trophy = _("a trophy, unseen") if trophies == 1 else _("trophies, unseen")
    return [
        Thing(CREDITS, _("credits"), _("credit"), most=credits_),
        Thing(WRECK, _("wrecks"), _("wreck"), wreck, most=wrecks),
        Thing(TROPHY, _("trophies"), _("trophy"), trophy, most=trophies),
        *(Thing(f"{CARD} {card}", card) for card in cards),
    ]  # fmt: skip


def promised(s: MetalAdventures, givers: Sequence[Seat], *, said: bool = True) -> list[Thing]:
    """What these captains could promise to hand over. `said`: it is typed with 'later'."""
    cards = [card for seat in givers for card in s.improvements[seat]]
    found = [
        Thing(LATER + CREDITS, _("credits"), _("credit"), most=ALL_CREDITS),
        Thing(LATER + WRECK, _("wrecks"), _("wreck"), most=SPOILS),
        Thing(LATER + TROPHY, _("trophies"), _("trophy"), most=MOST_TROPHIES),
        *(Thing(f"{LATER}{CARD} {card}", card) for card in cards),
    ]
    return [_as_later(thing) for thing in found] if said else found


def _as_later(thing: Thing) -> Thing:
    return Thing(
        thing.value,
        _("%(thing)s later", thing=thing.word),
        _("%(thing)s later", thing=thing.one) if thing.one else "",
        most=thing.most,
        folded=True,
    )


def conduct(s: MetalAdventures, rivals: Sequence[Seat], *, said: bool = False) -> list[Thing]:
    """MA-8.7: help, and peace with these rivals, which can only be promised. `said`: help is
    typed with 'later' at its end, since the help at hand is another."""
    found: list[Thing] = []
    if len(s.seats) > 2:
        kinds = ("", *BATTLES)
        for kind in kinds:
            value = f"{HELP} {kind}".rstrip()
            if said:
                found.append(_as_later(Thing(value, HELP_IN[kind] if kind else _("help"))))
            else:
                also = () if kind else (_("help"),)
                found.append(Thing(value, HELP_IN[kind], folded=bool(kind), also=also))
    for other in rivals:
        word = _("peace with %(seat)s", seat=other)
        also = (_("no challenge to %(seat)s", seat=other),)
        found.append(Thing(f"{PEACE} {int(other)}", word, folded=True, also=also))
    return found


def due_part(s: MetalAdventures, usual: Text, *, win: bool = True) -> Part:
    """When promises are due; nothing said is as usual."""
    things = [
        Thing(WIN, _("a win"), hint=_("in this turn's battle; void if it is lost")),
        Thing(END, _("the end of the turn"), also=(_("end of turn"), _("end"))),
        Thing(TURN, _("turn"), least=max(1, s.turn), most=s.turn + FURTHEST, numbered=True),
    ]
    return Part("due", usual, tuple(things if win else things[1:]), word=_("by"), most=1)


def words_part() -> Part:
    return Part("say", _("Your word, as a promise"), word=_("saying"), most=1, words=True)


def own_hidden(s: MetalAdventures, seat: Seat) -> tuple[Thing, ...]:
    """A captain's own face-down cards, by name: nobody else sees these options."""
    trophies = [held.card for held in s.hands[seat]]
    return tuple(
        Thing(f"{kind} {card}", card, folded=True)
        for kind, cards in ((WRECK, s.wrecks[seat]), (TROPHY, trophies))
        for card in cards
    )


def goods_in(lines: Lines, part: str) -> Goods:
    """The goods that stand in one part of an answer."""
    return tuple(_good(what, n) for name, what, n in lines if name == part)


def _good(value: str | int, n: int) -> Good:
    if isinstance(value, Wording):
        return Good(WORDS, words=value, later=True)
    text = str(value)
    later = text.startswith(LATER)
    what, _space, name = text.removeprefix(LATER).partition(" ")
    if what == PEACE:
        return Good(PEACE, who=Seat(int(name)), later=True)
    return Good(what, n, name, later=later or what == HELP)


def due_in(s: MetalAdventures, lines: Lines, usual: str = UNSAID) -> tuple[str, int]:
    """When the promises in an answer are due."""
    for name, what, n in lines:
        if name == "due":
            return (WIN, 0) if what == WIN else (TURN, s.turn if what == END else n)
    return usual, 0


def names_in(lines: Lines, part: str) -> tuple[str, ...]:
    """The face-down cards named in one part of an answer."""
    return tuple(str(what).partition(" ")[2] for name, what, _n in lines if name == part)
