"""MA-10.1, MA-10.5: the whole turn on one sheet: what can be answered before it is asked."""

from __future__ import annotations

from typing import Any

from pbem.engine import Condition, Item, Prompt, Seat

from .prompts.allies import SeekHelp
from .prompts.battle import (
    PASS,
    RANKING,
    Declare,
    PickAlly,
    PickKarokumShip,
    PickShip,
    PlayAfter,
    declarable,
)
from .prompts.tour import (
    PayAmnesty,
    PayCompleteRepairs,
    PayExpenditure,
    PayMinorRepairs,
    PayTrophies,
    PayWithWrecks,
    Purchase,
    Smuggle,
    TitleWrecks,
    Tour,
)
from .prompts.turn import (
    CHALLENGE,
    SPACE,
    TRAVEL,
    BuyAtRest,
    ChooseBattle,
    PayBrotherhood,
    RestOrTravel,
    SwapTrophy,
)
from .state import MetalAdventures

Sheet = list[Prompt[MetalAdventures, Any]]

HABITS = (
    Item(PickAlly.kind, (RANKING,), (Condition("asking", "=", 0),), standing=True),
    Item(PlayAfter.kind, (PASS,), (Condition("ahead", "=", True),), standing=True),
)
"""MA-10.2, MA-10.5: take the first who helps at the terms that were offered; who is winning plays
no card. Nobody needs to be asked for that."""


def turn_sheet(s: MetalAdventures, seat: Seat) -> Sheet:
    """What this seat can expect to be asked in its coming turn, in the order of the rules."""
    if not s.ready:
        return []
    return [*_beginning(s, seat), *_tour(s, seat), *_battle(s, seat), *_rest(s, seat)]


def still_to_come(s: MetalAdventures, seat: Seat) -> Sheet:
    """What is left of it once the turn has begun."""
    if s.active != seat:
        return turn_sheet(s, seat)
    if not s.brotherhood:
        begin = [p for p in _beginning(s, seat) if p.kind != RestOrTravel.kind]
        return [*begin, *_battle(s, seat), *_tour(s, seat), *_rest(s, seat)]
    if s.stage == "rest":
        return _rest(s, seat)
    tour = [] if s.toured and s.stage != "tour" else _tour(s, seat)
    if s.battle is not None:
        return tour if s.battle.result else [*_this_battle(s, seat), *tour]
    battle = [ChooseBattle(seat), *_battle(s, seat)]
    return [*tour, *battle] if s.stage == "tour" else [*battle, *tour]


def usual_turn(s: MetalAdventures, seat: Seat) -> dict[str, Any]:
    """A plain turn, as letters show it: to the weakest ship in Space, alone, and no tour."""
    if s.active != seat:
        return {}
    said: dict[str, Any] = {
        RestOrTravel.kind: TRAVEL,
        PayBrotherhood.kind: True,
        PickShip.kind: PickShip(seat).values(s)[0],
        SeekHelp.kind: (),
        Declare.kind: (),
        Tour.kind: (),
    }
    if s.battle is None:
        said[ChooseBattle.kind] = battle = ChooseBattle(seat).default(s)
        if battle != SPACE:
            del said[PickShip.kind]
        if battle.startswith(CHALLENGE):
            del said[SeekHelp.kind]
    return said


def _this_battle(s: MetalAdventures, seat: Seat) -> Sheet:
    """Of what a battle may ask, what this one still can: its ship may be chosen."""
    picks = {"space": PickShip, "karokum": PickKarokumShip}.get(s.fight.kind)
    chosen = bool(s.fight.target)
    return [
        p for p in _battle(s, seat)
        if not isinstance(p, PickShip) or (type(p) is picks and not chosen)
    ]  # fmt: skip


def _beginning(s: MetalAdventures, seat: Seat) -> Sheet:
    sheet: Sheet = [RestOrTravel(seat)] if s.damage[seat] else []
    if s.credits[seat] and not s.infamous(seat):
        sheet.append(PayBrotherhood(seat))
    return [*sheet, ChooseBattle(seat)]


def _tour(s: MetalAdventures, seat: Seat) -> Sheet:
    chosen: list[Any] = [PayTrophies(seat), TitleWrecks(seat), Purchase(seat), Smuggle(seat)]
    if s.judgment[seat]:
        chosen.append(PayAmnesty(seat))
    by_wreck: list[PayWithWrecks] = []
    if s.damage[seat]:
        by_wreck += [PayMinorRepairs(seat), PayCompleteRepairs(seat)]
    by_wreck.append(PayExpenditure(seat))
    payable = [p for p in by_wreck if p.values(s) and p.at_least(s) <= p.at_most(s)]
    return [Tour(seat), *(p for p in chosen if p.values(s)), *payable]


def _battle(s: MetalAdventures, seat: Seat) -> Sheet:
    sheet: Sheet = [PickShip(seat)]
    if s.karokum:
        sheet.append(PickKarokumShip(seat))
    helpers = SeekHelp(seat)
    if len(s.seats) > 2 and not s.infamous(seat) and helpers.values(s):
        sheet += [helpers, PickAlly(seat)]
    if declarable(s, seat):
        sheet.append(Declare(seat))
    after = PlayAfter(seat)
    return [*sheet, after] if len(after.values(s)) > 1 else sheet


def _rest(s: MetalAdventures, seat: Seat) -> Sheet:
    if not s.damage[seat]:
        return []
    return [SwapTrophy(seat), BuyAtRest(seat)]
