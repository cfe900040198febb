"""AP-2.3: tech and crew to place, piracy to play, one Contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Text, _

from ..effects import playable
from ..events.words import station_name
from ..pack import CONTRACT, STATIONS, called
from ..state import FINAL, Pirates
from ..texts import SHORT, SORTS, text_of, worth
from .buy import _Steps, whole_turn
from .needs import needs_text, progress

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
        if not printed.placeable:
            return []
        if not printed.is_crew or s.same_kind(self.seat, card):
            return [f"place {card}"]
        ship = s.ships[self.seat]
        free = s.berths(self.seat) - len(ship.crew)
        newcomers = [c for c in ship.hand if s.card(c).is_crew and not s.same_kind(self.seat, c)]
        room = free + s.could_add(self.seat, "more_berths") > 0
        crowded = len(newcomers) > free
        plain = [f"place {card}"] if room else []
        return plain + [f"place {card} for {old}" for old in ship.crew if crowded]

    def _contracts(self, s: Pirates) -> list[str]:
        ship = s.ships[self.seat]
        if s.contracts_left(self.seat) + s.could_add(self.seat, "more_contracts") <= 0:
            return []
        found = [f"give up {mission}" for mission in ship.missions]
        if CONTRACT not in ship.hand:
            return found
        decks = [at for at in STATIONS if s.jobs[at] and at != FINAL]
        if self._final(s, s.could_add(self.seat, "early_final")):
            decks.append(FINAL)
        return [f"contract {at}" for at in decks] + found

    def _final(self, s: Pirates, soon: int = 0) -> bool:
        """AP-36, AP-4.4: may a final mission be drawn, now or with so many points more?"""
        missions = s.ships[self.seat].missions
        has_final = any(s.job(mission).station == FINAL for mission in missions)
        return s.final_open(soon) and bool(s.jobs[FINAL]) and not has_final

    def fits(self, s: Pirates, chosen: tuple[str, ...]) -> Text | None:
        """AP-28: one step after the other, on a ship that is only tried out."""
        trial = s.trial(self.seat)
        for value in chosen:
            why = self._tried(trial, *read(value))
            if why is not None:
                return why
        return None

    def _tried(self, s: Pirates, verb: str, what: str, old: str) -> Text | None:
        ship = s.ships[self.seat]
        if verb == BLIND:
            return None
        if verb in (CONTRACT, GIVE_UP):
            return self._contract_tried(s, verb, what)
        if what not in ship.hand:
            return _("The same card stands there twice. Place it once.")
        ship.hand.remove(what)
        printed = s.card(what)
        if printed.is_crew:
            return self._crew_tried(s, what, old)
        if printed.placeable:
            ship.tech[printed.slot] = what
            del ship.crew[s.berths(self.seat) :]
        return None

    def _contract_tried(self, s: Pirates, verb: str, what: str) -> Text | None:
        ship = s.ships[self.seat]
        if s.contracts_left(self.seat) <= 0:
            return _("You may play one Contract a turn, or give up one mission instead.")
        s.contracts += 1
        if verb == GIVE_UP:
            ship.missions.remove(what)
            return None
        if CONTRACT not in ship.hand:
            return _("You do not hold that many Contracts. Play fewer.")
        if what == FINAL and not self._final(s):
            return self.why_not(s, f"{CONTRACT} {FINAL}")
        ship.hand.remove(CONTRACT)
        return None

    def _crew_tried(self, s: Pirates, card: str, old: str) -> Text | None:
        """AP-29: one of each kind; in a full ship somebody makes room."""
        crew = s.ships[self.seat].crew
        same = s.same_kind(self.seat, card)
        full = len(crew) >= s.berths(self.seat)
        if old and (same or not full or old not in crew):
            return _("%(old)s need not, or cannot, make room now.", old=called(old))
        if old or same:
            crew[crew.index(old or same)] = card
        elif full:
            name = called(card)
            return _("All berths are taken: say for whom %(card)s comes aboard.", card=name)
        else:
            crew.append(card)
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
        facts = {"card": called(what), "worth": worth(printed)}
        if replaced:
            return _("place %(card)s (%(worth)s), replacing %(old)s", old=called(replaced), **facts)
        return _("place %(card)s (%(worth)s)", **facts)

    def hint(self, s: Pirates, value: str) -> Text | None:
        verb, what, _old = read(value)
        if verb == GIVE_UP:
            return progress(s, self.seat, what)
        return text_of(s.card(what)) if verb in (PLACE, PLAY) else None

    def also(self, s: Pirates, value: str) -> Iterable[Text | str]:
        verb, what, old = read(value)
        if verb == PLACE and not old:
            sort = s.card(what).kind or s.card(what).slot
            names = (what.replace("-", " "), sort, SORTS[sort])
            return (what, *names, *(_("place %(what)s", what=name) for name in names))
        if verb == CONTRACT:
            return (f"take {what}", _("contract %(at)s", at=SHORT[what]))
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

    def how(self, s: Pirates) -> Text:
        """AP-4.1: a reply may hold the rest of the turn."""
        return whole_turn(_("place engine, contract medium, go hard, mission"))

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
