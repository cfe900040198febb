"""The bots: exact odds, sound choices, a character each, and games that end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from pbem.engine import (
    ACT,
    ANSWER,
    CLOCK,
    AnswerError,
    Bot,
    Entry,
    Match,
    RandomBot,
    Seat,
    begin,
    follow,
)
from pbem.games.metal_adventures.bot.battle import possible
from pbem.games.metal_adventures.bot.captain import ANSWERS
from pbem.games.metal_adventures.bot.character import GREEDY
from pbem.games.metal_adventures.bot.look import Look
from pbem.games.metal_adventures.bot.odds import chance
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.prompts.turn import VIA_KAROKUM

from .scenario import DULL, Scene

FACES = (0, 0, 2, 2, 4, 6)
D6 = range(1, 7)


def play(bots: Sequence[Bot], seed: str) -> Match:
    """Let these play to the end."""
    match, rng = begin(GAME, len(bots), secret=seed.encode()), random.Random(seed)
    while match.outcome is None:
        asking = match.waiting()[0]
        seat = asking.prompt.seat
        value = bots[seat].answer(match.view(seat), match.question(asking.key), rng)
        match.enter(Entry(match.seq + 1, ANSWER, seat, asking.key, value))
        follow(match)
    return match


def seen(scene: Scene, seat: int) -> Look:
    """The table as a bot in this seat sees it."""
    return Look(scene.match.view(Seat(seat)), Seat(seat), GREEDY)


def wants(scene: Scene, seat: int, kind: str, bot: str = "greedy") -> Any:
    """What a bot in this seat would answer; it has to be legal."""
    question = scene.question(seat, kind)
    view = scene.match.view(Seat(seat))
    value = GAME.bots[bot].answer(view, question, random.Random(1))
    return question.check(value)


@pytest.mark.parametrize("bot", sorted(GAME.bots))
def test_a_bot_whose_hand_was_emptied_while_it_was_asked_swaps_nothing(bot: str) -> None:
    scene = Scene()
    scene.captain(0, damage=1, trophies=["Trophy of the Duel"])
    scene.answer(0, "rest_or_travel", "rest")
    scene.s.trophy_deck.append(scene.s.hands[0].pop().card)
    assert wants(scene, 0, "swap_trophy", bot) == "none"


@pytest.mark.parametrize(("own", "theirs"), [(0, 0), (1, 0), (0, 1), (2, 1)])
@pytest.mark.parametrize("lead", [-7, -3, 0, 2, 6])
def test_MA_6_7_the_odds_are_those_of_counting_every_throw(
    lead: int, own: int, theirs: int
) -> None:
    throws = list(product(D6, D6, *[FACES] * (own + theirs)))
    won = [
        lead + orange - gray + sum(dice[:own]) - sum(dice[own:]) >= 0
        for orange, gray, *dice in throws
    ]
    assert chance(lead, FACES, own, theirs) == pytest.approx(sum(won) / len(throws))


def test_every_question_of_the_game_has_somebody_to_answer_it() -> None:
    kinds = set()
    for seed in range(6):
        match, rng = begin(GAME, 5, secret=b"kinds%d" % seed), random.Random(seed)
        while match.outcome is None:
            asking = match.waiting()[0]
            kinds.add(asking.prompt.kind)
            value = match.question(asking.key).sample(rng)
            match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
    assert kinds - set(ANSWERS) <= {"poorest_planet"}


@pytest.mark.parametrize("name", GAME.bots)
def test_one_bot_beats_three_random_players_from_every_seat(name: str) -> None:
    won = 0
    for seed in range(8):
        bots: list[Bot] = [RandomBot()] * 4
        bots[seed % 4] = GAME.bots[name]
        outcome = play(bots, f"strength {seed}").outcome
        won += outcome is not None and outcome.winners == (seed % 4,)
    assert won >= 6


@pytest.mark.parametrize("seed", range(4))
def test_bots_know_an_answer_whatever_others_do_while_they_are_asked(seed: int) -> None:
    rng, bots = random.Random(seed), [*GAME.bots.values()]
    match = begin(GAME, 3 + seed % 2, secret=b"meddling%d" % seed)
    while match.outcome is None and match.seq < 500:
        seat = rng.choice(match.setting.seats)
        if acts := match.acts(seat):
            act = rng.choice(acts)
            with suppress(AnswerError):
                match.enter(Entry(match.seq + 1, ACT, seat, act.key, act.sample(rng)))
        asking = rng.choice(match.waiting())
        seat, question = asking.prompt.seat, match.question(asking.key)
        value = bots[(seat + seed) % len(bots)].answer(match.view(seat), question, rng)
        match.enter(Entry(match.seq + 1, ANSWER, seat, asking.key, value))
        assert not [*GAME.invariants(match.state)]


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_games_of_bots_always_end_with_any_number_of_captains(seats: int) -> None:
    names = list(GAME.bots)
    bots = [GAME.bots[names[seat % len(names)]] for seat in range(seats)]
    assert play(bots, f"all bots {seats}").outcome is not None


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_MA_10_4_games_in_which_nobody_answers_always_end(seats: int) -> None:
    match = begin(GAME, seats, secret=b"nobody")
    while match.outcome is None:
        asking = match.waiting()[0]
        default = match.due_default(asking.key)
        match.enter(Entry(match.seq + 1, CLOCK, asking.prompt.seat, asking.key, default))
        assert match.seq < 3000
    assert match.outcome.reason in ("glory", "deck")


# What a sensible captain does.


def test_MA_4_1_a_bot_rests_sooner_if_its_ship_is_paid_for_it() -> None:
    chosen = {}
    for base in ("Iron Handshake", "Gentle Gale"):
        scene = Scene()
        scene.base(0, base)
        scene.captain(0, damage=1, credits_=3)
        chosen[base] = wants(scene, 0, "rest_or_travel")
    assert chosen == {"Iron Handshake": "travel", "Gentle Gale": "rest"}


def test_MA_6_2_a_bot_counts_the_credits_that_its_ship_saves_on_the_way_by_karokum() -> None:
    chosen = {}
    for base in ("Second Thought", "Vulture"):
        scene = Scene()
        scene.base(0, base)
        scene.captain(0, credits_=3)  # One of them is for the Brotherhood.
        scene.karokum("Sunwright")
        scene.answer(0, "pay_brotherhood", True)
        chosen[base] = VIA_KAROKUM in possible(seen(scene, 0))
    assert chosen == {"Second Thought": False, "Vulture": True}


def test_MA_6_1_a_bot_attacks_the_ship_that_is_worth_it_and_not_the_hopeless_one() -> None:
    scene = Scene()
    scene.space("Imperator", "Lantern of Io", "Prime Broker")
    scene.answer(0, "pay_brotherhood", True)
    scene.answer(0, "choose_battle", "space")
    assert wants(scene, 0, "pick_ship") != "Imperator"
    strong = Scene()
    strong.captain(0, has=("Plasma Cutlass", "Dreadnought Plate", "Twin Mortars", "Riveted Hull"))
    strong.space("Imperator", *DULL[:2])
    strong.answer(0, "pay_brotherhood", True)
    strong.answer(0, "choose_battle", "space")
    assert wants(strong, 0, "pick_ship") == "Imperator"


def test_MA_6_3_a_bot_goes_for_a_full_treasure() -> None:
    scene = Scene()
    scene.purse("exxalia", 12)
    scene.captain(0, credits_=1)
    scene.answer(0, "pay_brotherhood", True)
    assert wants(scene, 0, "choose_battle") == "attack exxalia"


def test_MA_9_a_bot_takes_its_title_and_an_amnesty_on_the_tour() -> None:
    scene = Scene()
    wrecks = ("Lantern of Io", "Morning Ferry", "Sunwright")
    scene.captain(0, credits_=5, judgment=1, wrecks=wrecks)
    scene.answer(0, "pay_brotherhood", True)
    scene.answer(0, "choose_battle", "tour")
    chosen = wants(scene, 0, "tour")
    assert 4 in chosen
    assert 8 in chosen


@pytest.mark.parametrize(
    ("gray", "wanted"), [(1, "pass"), (4, "Late Reserve"), (6, "pass")], ids=str
)
def test_MA_6_9_a_card_is_played_only_where_it_turns_a_lost_battle(gray: int, wanted: str) -> None:
    scene = Scene()
    scene.captain(0, has=("Late Reserve",))
    scene.space("Destria Nova", *DULL[:2])
    scene.roll(3, gray)
    scene.answer(0, "pay_brotherhood", True)
    scene.answer(0, "choose_battle", "space")
    scene.answer(0, "pick_ship", "Destria Nova")
    scene.answer(0, "seek_help", ())
    scene.answer(0, "declare", ())
    assert wants(scene, 0, "play_after") == wanted
