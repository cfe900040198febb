"""Dudo: the rules, what a seat sees, and a simple bot."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from types import MappingProxyType
from typing import Any

from pbem.engine import Game, Outcome, Prompt, Question, Seat, Setting, Table, Text, Tongue, _

from .events import EVENTS, Bade, Doubted, LostDie, RoundBegan, SatDown, Shook, bid_text
from .meta import META
from .prompts import BIDS, DOUBT, RaiseOrDoubt
from .state import Bid, Dudo


async def play(t: Table[Dudo]) -> Outcome:
    """DU-1: rounds are played until one captain alone has dice."""
    s = t.state
    if not s.dice:
        t.do(SatDown(t.dice.pick("first", t.seats)))
    while len(s.left) > 1:
        t.milestone()
        await play_round(t)
    return Outcome("last", tuple(s.left), tuple(s.dice))


async def play_round(t: Table[Dudo]) -> None:
    """DU-1.2: shake, then bid around the table until somebody doubts."""
    s = t.state
    t.do(RoundBegan(s.round + 1))
    for seat in s.left:
        t.do(Shook(seat, t.dice.roll("cup", s.dice[seat], seat=seat)))
    seat = s.first
    while (answer := await t.ask(RaiseOrDoubt(seat))) != DOUBT:
        t.do(Bade(seat, BIDS[answer]))
        seat = s.next_with_dice(seat)
    settle(t, seat)


def settle(t: Table[Dudo], doubter: Seat) -> None:
    """DU-3: lift the cups; the doubter or the bidder loses a die."""
    s = t.state
    assert s.bid is not None
    assert s.bidder is not None
    count = s.count(s.bid.face)
    t.do(Doubted(doubter, s.bid, tuple(s.cups), count))
    loser = doubter if count >= s.bid.count else s.bidder
    t.do(LostDie(loser, s.dice[loser] - 1))


class CarefulBot:
    """Believes in what it holds and a third of what it does not see."""

    def answer(self, view: Mapping[str, Any], question: Question, rng: random.Random) -> Any:
        mine, others = view["mine"], sum(view["dice"]) - len(view["mine"])
        values = question.values()
        if DOUBT in values and self.hopes(view["bid"], mine, others) < view["bid"]["count"]:
            return DOUBT
        raises = [v for v in values if v != DOUBT]
        if not raises:
            return DOUBT
        lowest = raises[: 6 + rng.randrange(6)]
        return max(
            lowest,
            key=lambda v: self.hopes({"face": BIDS[v].face}, mine, others) - BIDS[v].count,
        )

    @staticmethod
    def hopes(bid: Mapping[str, int], mine: Sequence[int], others: int) -> float:
        """How many dice of this face there should be."""
        chance = 1 / 6 if bid["face"] == 1 else 1 / 3
        return sum(die in (bid["face"], 1) for die in mine) + others * chance

    def act(self, view: object, acts: Sequence[Question], rng: random.Random) -> None:
        return None


class DudoGame(Game[Dudo]):
    """Liar's dice for two to six."""

    meta = META
    state = Dudo
    events = EVENTS
    bots = MappingProxyType({"careful": CarefulBot()})

    def set_up(self, setting: Setting) -> Dudo:
        return Dudo(setting)

    async def play(self, t: Table[Dudo]) -> Outcome:
        return await play(t)

    def view(self, s: Dudo, seat: Seat | None) -> Mapping[str, Any]:
        return {
            "round": s.round,
            "dice": list(s.dice),
            "bid": {"count": s.bid.count, "face": s.bid.face} if s.bid else None,
            "bidder": s.bidder,
            "first": s.first,
            "seat": seat,
            "mine": list(s.cups[seat]) if seat is not None and s.cups else [],
        }

    def turn_sheet(self, s: Dudo, seat: Seat) -> Sequence[Prompt[Dudo, Any]]:
        """DU-2.1: one question comes again and again, so an order for it may stand."""
        return [RaiseOrDoubt(seat)] if s.cups and s.dice[seat] else []

    def board(self, view: Mapping[str, Any], tongue: Tongue) -> str:
        lines = [tongue.say(_("Round %(round)d", round=view["round"]))]
        for i, n in enumerate(view["dice"]):
            seat = Seat(i)
            marks = " ".join("□" * n) if n else tongue.say(_("out"))
            if seat == view["seat"] and view["mine"]:
                marks = " ".join(map(str, view["mine"]))
            bid = ""
            if seat == view["bidder"] and view["bid"]:
                said = bid_text(Bid(view["bid"]["count"], view["bid"]["face"]))
                bid = tongue.say(_("bids %(bid)s", bid=said))
            lines.append(f"  {tongue.name(seat)[:24]:<24} {marks:<12} {bid}".rstrip())
        return "\n".join(lines)

    def worlds(self, s: Dudo, seat: Seat | None, rng: random.Random) -> Iterable[Dudo]:
        """Other dice under the others' cups."""
        for _world in range(3):
            other = deepcopy(s)
            for i, cup in enumerate(other.cups):
                if i != seat:
                    other.cups[i] = tuple(rng.randint(1, 6) for _die in cup)
            yield other

    def ending(self, outcome: Outcome) -> Text:
        return _("%(winner)s alone has dice left and wins.", winner=outcome.winners[0])


GAME = DudoGame()
