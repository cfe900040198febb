"""AP-2.3: tech and crew to place, piracy to play, one Contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Text, _, n_

from ..effects import playable
from ..events.words import station_name
from ..pack import CONTRACT, PIRACY, STATIONS, called
from ..state import FINAL, Pirates
from ..texts import text_of
from .buy import _Steps

PLACE, PLAY, GIVE_UP = "place", "play", "give"
BLIND = "blind"
"""AP-4.1: do not ask again when something comes up; 'let me look' is usual here (AP-4.2)."""

CONTRACTS = tuple(f"contract {station}" for station in STATIONS)


def read(value: str) -> tuple[str, str, str]:
    """'place rivet', 'place rivet for squint', 'play press-gang', 'contract easy', 'give up x'."""
    if value == BLIND:
        return BLIND, "", ""
    words = value.split()
    if words[0] == GIVE_UP:
        return GIVE_UP, words[2], ""
    return words[0], words[1], words[3] if len(words) > 3 else ""


@dataclass
class Outfit(_Steps):
    """AP-2.3, AP-28: any of it, in any order."""

    rule = "AP-2.3"

    def values(self, s: Pirates) -> Sequence[str]:
        hand = list(dict.fromkeys(s.ships[self.seat].hand))
        found = [value for card in hand for value in self._placings(s, card)]
        found += [f"play {card}" for card in hand if playable(s, self.seat, card)]
        found += self._contracts(s)
        return [*found, BLIND] if found else []

    def every(self, s: Pirates) -> Sequence[str]:
        """Contracts too that cannot be played now: they are refused with a reason."""
        found = self.values(s)
        return [*found, *(value for value in CONTRACTS if value not in found)]

    def _placings(self, s: Pirates, card: str) -> list[str]:
        printed = s.card(card)
        ship = s.ships[self.seat]
        if printed.slot and printed.slot != PIRACY:
            return [f"place {card}"]
        if not printed.is_crew:
            return []
        free = s.berths(self.seat) - len(ship.crew)
        if s.same_kind(self.seat, card):
            return [f"place {card}"]
        plain = [f"place {card}"] if free > 0 else []
        newcomers = [c for c in ship.hand if s.card(c).is_crew and not s.same_kind(self.seat, c)]
        crowded = len(newcomers) > free
        return plain + [f"place {card} for {old}" for old in ship.crew if crowded]

    def _contracts(self, s: Pirates) -> list[str]:
        ship = s.ships[self.seat]
        if s.contracts > max(0, s.bonus(self.seat, "more_contracts")):
            return []
        found = [f"give up {mission}" for mission in ship.missions]
        if CONTRACT not in ship.hand:
            return found
        has_final = any(s.job(mission).station == FINAL for mission in ship.missions)
        decks = [at for at in STATIONS if s.jobs[at] and at != FINAL]
        if s.final_open and s.jobs[FINAL] and not has_final:
            decks.append(FINAL)
        return [f"contract {at}" for at in decks] + found

    def fits(self, s: Pirates, chosen: tuple[str, ...]) -> Text | None:
        steps = [read(value) for value in chosen]
        # Who let two be played may have left the ship since.
        left = max(0, 1 + max(0, s.bonus(self.seat, "more_contracts")) - s.contracts)
        if sum(verb in (CONTRACT, GIVE_UP) for verb, _x, _y in steps) > left:
            return _("You may play one Contract a turn, or give up one mission instead.")
        held = s.ships[self.seat].hand.count(CONTRACT)
        if sum(verb == CONTRACT for verb, _x, _y in steps) > held:
            return _("You do not hold that many Contracts. Play fewer.")
        cards = [card for verb, card, _y in steps if verb in (PLACE, PLAY)]
        if len(set(cards)) < len(cards):
            return _("The same card stands there twice. Place it once.")
        return self._crew_fits(s, steps)

    def _crew_fits(self, s: Pirates, steps: list[tuple[str, str, str]]) -> Text | None:
        """AP-29: follow the berths step by step."""
        aboard = {s.card(card).kind: card for card in s.ships[self.seat].crew}
        berths = s.berths(self.seat)
        for verb, card, old in steps:
            printed = s.card(card) if verb == PLACE else None
            if printed is None or not printed.is_crew:
                continue
            if printed.kind in aboard and not old:
                aboard[printed.kind] = card
                continue
            full = len(aboard) >= berths
            if old and (old not in aboard.values() or not full or printed.kind in aboard):
                return _("%(old)s need not, or cannot, make room now.", old=called(old))
            if full and not old:
                name = called(card)
                return _("All berths are taken: say for whom %(card)s comes aboard.", card=name)
            aboard = {kind: c for kind, c in aboard.items() if c != old}
            aboard[printed.kind] = card
        return None

    def default(self, s: Pirates) -> tuple[str, ...]:
        """AP-4.2: place what fills an empty place or is of higher value; play no Contract."""
        chosen: tuple[str, ...] = ()
        placings = [value for value in self.values(s) if value.startswith(PLACE)]
        best = sorted(placings, key=lambda value: -s.card(read(value)[1]).value)
        for value in best:
            card, old = read(value)[1:]
            if not old and self._better(s, chosen, card) and not self.fits(s, (*chosen, value)):
                chosen = (*chosen, value)
        return chosen

    def _better(self, s: Pirates, chosen: tuple[str, ...], card: str) -> bool:
        printed = s.card(card)
        ship = s.ships[self.seat]
        places = [*ship.tech.values(), *ship.crew, *(read(value)[1] for value in chosen)]
        rivals = [s.card(c) for c in places]
        key = printed.kind or printed.slot
        values = [c.value for c in rivals if (c.kind or c.slot) == key]
        return not values or printed.value > max(values)

    def label(self, s: Pirates, value: str) -> Text | str:
        verb, what, old = read(value)
        match verb:
            case "contract":
                return _("play a Contract: a mission of %(at)s", at=station_name(what))
            case "give":
                return _("give up %(job)s instead of playing a Contract", job=called(what))
            case "play":
                return _("play %(card)s", card=called(what))
            case "blind":
                return _("go on without looking at what comes up")
        printed = s.card(what)
        replaced = old or s.same_kind(self.seat, what)
        if not printed.is_crew:
            replaced = s.ships[self.seat].tech.get(printed.slot, "")
        kind = printed.kind or printed.slot
        if replaced:
            return _(
                "place %(card)s (%(kind)s %(n)d), replacing %(old)s",
                card=called(what),
                kind=kind,
                n=printed.value,
                old=called(replaced),
            )
        return _("place %(card)s (%(kind)s %(n)d)", card=called(what), kind=kind, n=printed.value)

    def hint(self, s: Pirates, value: str) -> Text | None:
        verb, what, _old = read(value)
        return text_of(s.card(what)) if verb in (PLACE, PLAY) else None

    def also(self, s: Pirates, value: str) -> Iterable[Text | str]:
        verb, what, old = read(value)
        if verb == PLACE and not old:
            printed = s.card(what)
            kind = printed.kind or printed.slot
            return (what, what.replace("-", " "), f"place {kind}", kind)
        if verb == CONTRACT:
            return (f"take {what}",)
        if verb == BLIND:
            return (_("do not ask again"),)
        return (f"drop {what}",) if verb == GIVE_UP else ()

    def sentence(self, s: Pirates) -> Text:
        return _("Contract: what do you place, and which mission do you take?")

    def otherwise(self, s: Pirates) -> Text:
        return _(
            "If you do nothing, you take no mission and place this: %(answer)s.",
            answer=self.describe(s, self.default(s)),
        )

    def why_not(self, s: Pirates, value: object) -> Text:
        if value == "contract final":
            return _(
                "A final mission needs %(n)d points at the start of your turn, a Contract in hand,"
                " and no other final mission in front of you.",
                n=s.rule("final_points"),
            )
        if value in CONTRACTS:
            return _(
                "You need a Contract in hand for that, one each turn, and a mission left in that"
                " deck. You can choose: %(list)s.",
                list=self._shown(s) or [_("none")],
            )
        return super().why_not(s, value)

    def facts(self, s: Pirates) -> Mapping[str, int]:
        """For standing orders: points, missions in front of me, and the turn."""
        ship = s.ships[self.seat]
        return {
            "points": s.points(self.seat),
            "missions": len(ship.missions),
            "turn": ship.turns,
        }


@dataclass
class OutfitMore(Outfit):
    """AP-4.1: a mission or a card came up, and there is still something to place."""

    def sentence(self, s: Pirates) -> Text:
        return _("Something new has come up. What else do you place or take?")


@dataclass
class KeepMission(ChooseOne[Pirates, str]):
    """A card lets the captain see two missions and keep one."""

    rule = "AP-2.6"

    def values(self, s: Pirates) -> Sequence[str]:
        return list(s.drawn)

    def label(self, s: Pirates, value: str) -> Text | str:
        return called(value)

    def hint(self, s: Pirates, value: str) -> Text | None:
        return needs_text(s, value)

    def sentence(self, s: Pirates) -> Text:
        return _("Two missions are turned up. Which one do you keep?")


def needs_text(s: Pirates, mission: str) -> Text:
    """What a mission gives and asks for, in words."""
    job = s.job(mission)
    parts = [f"{system} {least}" for system, least in job.tech.items()]
    return n_(
        "%(n)d point; needs: %(list)s.",
        "%(n)d points; needs: %(list)s.",
        job.points,
        list=[*parts, *job.kinds, _("crew value %(n)d", n=job.crew)],
    )
