"""A captain who plays to win: every question goes to whoever knows about it."""

# ruff: noqa: ARG001 All answers are asked for with the same arguments.

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.engine import Question

from . import allies, battle, talk, tour, trophies
from .character import Character
from .look import Look, View

Answering = Callable[[Look, Question], Any]


def pay_brotherhood(look: Look, question: Question) -> Any:
    """MA-4.3: pay; a Judgment costs more than a credit."""
    return True


def sell_wreck(look: Look, question: Question) -> Any:
    """An event: sell the wreck least worth keeping, if the price is better."""
    wrecks = look.mine["wrecks"]
    place = min(range(len(wrecks)), key=lambda n: look.keep_wreck(wrecks[n]))
    return place if look.keep_wreck(wrecks[place]) < 2 else -1


def give_up_improvement(look: Look, question: Question) -> Any:
    """An event: the worst improvement, if it is worth less than the damage costs."""
    worst = min(look.me["improvements"], key=look.improvement)
    return worst["name"] if look.improvement(worst) < look.damage(1) else question.values()[0]


ANSWERS: Mapping[str, Answering] = {
    "keep_two": trophies.keep_two,
    "keep_one": trophies.keep_one,
    "swap_trophy": trophies.swap,
    "make_room": trophies.swap,
    "rest_or_travel": battle.rest_or_travel,
    "pay_brotherhood": pay_brotherhood,
    "choose_battle": battle.choose,
    "pick_ship": battle.pick_ship,
    "pick_karokum_ship": battle.pick_ship,
    "seek_help": allies.seek_help,
    "help": allies.lend_help,
    "pick_ally": allies.pick_ally,
    "betray": allies.betray,
    "call_allies": allies.call_allies,
    "take_side": allies.take_side,
    "declare": battle.declare,
    "play_after": battle.play_after,
    "hit_whom": battle.hit_whom,
    "plunder": battle.plunder,
    "take_improvement": battle.take_improvement,
    "take_wrecks": battle.take_wrecks,
    "take_support": battle.take_support,
    "tour": tour.tour,
    "pay_trophies": tour.pay_trophies,
    "pay_minor_repairs": tour.with_wrecks,
    "pay_complete_repairs": tour.with_wrecks,
    "pay_expenditure": tour.with_wrecks,
    "title_wrecks": tour.title_wrecks,
    "purchase": tour.purchase,
    "buy_at_rest": tour.buy_at_rest,
    "smuggle": tour.smuggle,
    "pay_amnesty": tour.amnesty,
    "scrap_wreck": tour.scrap,
    "take_from_karokum": tour.take_wreck,
    "discard_one": tour.discard_one,
    "keep_promises": talk.keep_promises,
    "take_terms": talk.take_terms,
    "hand_over": talk.hand_over,
    "room_for_trophy": talk.room_for_trophy,
    "sell_wreck": sell_wreck,
    "give_up_improvement": give_up_improvement,
}
"""Who answers what; anything else is answered as if by nobody."""


class Captain:
    """One of the captains there are, by character."""

    def __init__(self, who: Character) -> None:
        self.who = who

    def answer(self, view: View, question: Question, rng: random.Random) -> Any:
        answer = ANSWERS.get(question.kind)
        if answer is None:
            return question.default
        return answer(Look(view, question.seat, self.who), question)

    def act(
        self, view: View, acts: Sequence[Question], rng: random.Random
    ) -> tuple[Question, Any] | None:
        if view["mine"] is None:
            return None
        return talk.act(Look(view, view["seat"], self.who), acts)
