"""What talk gives away: nothing. MA-8.2, MA-8.3, MA-5.4, and MA-10 about waiting."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from pbem.conformance.secrecy import shown
from pbem.engine import ACT, ANSWER, PLAN, Entry, Item, Question, Seat
from pbem.games.metal_adventures.events.trophies import TrophyClaimed
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.state import MetalAdventures
from pbem.services.trying import foresee

from .scenario import DULL, Scene
from .test_deals import do
from .test_promises import ready

VIEWERS = [None, *map(Seat, range(4))]


def sights(s: MetalAdventures, seat: Seat | None) -> Any:
    """The view and the acts of a seat: all that talk could show in."""
    acts = [] if seat is None else GAME.acts(s, seat)
    return GAME.view(s, seat), [shown(Question(act.name, act, s)) for act in acts]


def tell_apart(s: MetalAdventures, seat: Seat | None, look: Callable[..., Any] = sights) -> bool:
    """Could this seat tell the real world from another that it must not know from it?"""
    mine = look(s, seat)
    worlds = [*GAME.worlds(s, seat, random.Random(4)), *GAME.worlds(s, seat, random.Random(5))]
    assert any(world != s for world in worlds)
    return any(look(world, seat) != mine for world in worlds)


def with_talk() -> Scene:
    """Offers open, refused and written ahead, promises of all sorts, a dispute with a vote."""
    scene = Scene(4)
    for seat in range(4):
        scene.captain(seat, credits_=5, automatic=False)
    scene.captain(0, trophies=["Trophy of the Hide", "Trophy of the Hangman"])
    scene.captain(1, wrecks=["Rustjaw", "Imperator"])
    scene.captain(2, trophies=["Trophy of the Fortune"], wrecks=["Dust Jackal", "Sunspear"])
    scene.captain(3, wrecks=["Ledger Seven"])
    scene.set_out()
    do(scene, 0, "offer", "p2 1 trophy for 2 credits choosing trophy of the hide")
    do(scene, 1, "offer", "p1 1 wreck for 2 credits choosing imperator")
    do(scene, 2, "offer", "p4 1 trophy for 2 credits")  # For a later turn.
    do(scene, 2, "offer", "p1 the wreck sunspear for 2 credits")
    do(scene, 3, "offer", "p1 1 credit for 2 credits")
    do(scene, 0, "refuse", "p4's offer 1")
    do(scene, 0, "promise", "p2 1 trophy by turn 3")
    do(scene, 1, "promise", "p1 1 wreck by turn 3")
    do(scene, 0, "promise", "p3 saying w:3")
    do(scene, 2, "call_broken", "promise 3")
    do(scene, 0, "admit_breach/3", "dispute")
    do(scene, 1, "vote/3", "broken")
    return scene


@pytest.mark.parametrize("seat", VIEWERS)
def test_MA_8_2_nobody_can_tell_what_others_offer_choose_or_vote(seat: Seat | None) -> None:
    assert not tell_apart(with_talk().s, seat)


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        ("offers", lambda s, _seat: len(s.offers)),
        ("choices", lambda s, _seat: [offer.chosen for offer in s.offers]),
        ("numbers", lambda s, _seat: sum(offer.number for offer in s.offers)),
        ("votes", lambda s, _seat: [promise.votes for promise in s.promises]),
        ("trophies", lambda s, _seat: s.hands[0]),
        ("wrecks", lambda s, _seat: sorted(s.wrecks[1])),
    ],
)
def test_a_view_that_showed_it_would_be_caught(name: str, leak: Callable[..., Any]) -> None:
    scene = with_talk()
    scene.captain(3, wrecks=["Prime Broker"])
    assert tell_apart(scene.s, Seat(2), leak), name


def rich(trophy: str, *, automatic: bool = True) -> Scene:
    """Captain 0 holds a trophy that a few credits more would fulfil, or not."""
    scene = Scene(3)
    scene.captain(0, credits_=9, trophies=[trophy], automatic=automatic)
    scene.captain(1, credits_=6)
    scene.set_out()
    do(scene, 0, "offer", "p2 for 3 credits")
    return scene


@pytest.mark.parametrize("automatic", [True, False])
def test_MA_5_4_a_look_ahead_at_a_trade_does_not_tell_what_the_other_could_claim(
    automatic: bool,
) -> None:
    entry = Entry(0, ACT, Seat(1), "accept", (("offer", "0.1", 1),))
    seen = [
        foresee(rich(trophy, automatic=automatic).match, entry, Seat(1))
        for trophy in ("Trophy of the Fortune", "Trophy of the Hide")
    ]
    assert seen[0] == seen[1]
    assert [type(event).__name__ for event in seen[0].events] == ["OfferClosed", "Traded"]
    scene = rich("Trophy of the Fortune", automatic=automatic)
    do(scene, 1, "accept", "p1's offer 1")
    assert bool(scene.happened(TrophyClaimed)) == automatic, "the look ahead claimed nothing"


@pytest.mark.parametrize("what", ["wreck", "trophy"])
def test_MA_8_3_a_look_ahead_at_a_trade_shows_no_card_that_lies_face_down(what: str) -> None:
    scene = Scene(3)
    scene.captain(0, wrecks=["Rustjaw"], trophies=["Trophy of the Hide"], automatic=False)
    scene.captain(1, credits_=6, automatic=False)
    scene.set_out()
    do(scene, 0, "offer", f"p2 1 {what} for 1 credit")
    entry = Entry(0, ACT, Seat(1), "accept", (("offer", "0.1", 1),))
    seen = foresee(scene.match, entry, Seat(1))
    assert [type(event).__name__ for event in seen.events] == ["OfferClosed", "Traded"]
    assert seen.goes_on


def test_MA_8_2_a_look_ahead_does_not_tell_that_an_offer_was_written_ahead() -> None:
    seen = []
    for written in (False, True):
        scene = Scene(3)
        scene.begin()
        if written:
            do(scene, 1, "offer", "p1 1 credit for 2 credits")
        paid = scene.question(0, "pay_brotherhood")
        seen.append(foresee(scene.match, Entry(0, ANSWER, Seat(0), paid.key, value=True), Seat(0)))
    assert seen[0] == seen[1]
    assert "SetOut" in [type(event).__name__ for event in seen[0].events]


def test_MA_10_5_a_look_ahead_does_not_tell_what_others_have_laid_down() -> None:
    seen = []
    for planned in (False, True):
        scene = Scene(4)
        scene.space(*DULL)
        if planned:
            item = Item("help", ((("answer", "help", 1),),))
            laid = [GAME.codec.encode(item)]
            scene.match.enter(Entry(scene.match.seq + 1, PLAN, Seat(1), value=laid))
        scene.attack("space", ship="Rustjaw")
        question = scene.question(0, "seek_help")
        asks = Entry(0, ANSWER, Seat(0), question.key, question.parse("p2"))
        seen.append(foresee(scene.match, asks, Seat(0)))
        assert bool(scene.match.plans.items.get(Seat(1))) == planned
    assert seen[0] == seen[1]
    assert [type(event).__name__ for event in seen[0].events] == ["HelpSought"]


def test_MA_5_4_a_look_ahead_tells_what_one_could_claim_oneself() -> None:
    scene = Scene(3)
    scene.captain(1, credits_=13, trophies=["Trophy of the Fortune"], automatic=False)
    scene.set_out()
    yes = Entry(0, ACT, Seat(1), "claim_for_me", value=True)
    assert foresee(scene.match, yes, Seat(1)).goes_on


@pytest.mark.parametrize("seat", range(4))
def test_every_act_of_talk_names_its_rule(seat: int) -> None:
    scene = with_talk()
    rules = {act.kind: act.prompt.rule for act in scene.match.acts(Seat(seat))}
    assert {"offer", "promise"} <= set(rules)
    assert not [kind for kind, rule in rules.items() if not rule.startswith("MA-")]


def test_MA_8_2_an_offer_written_ahead_is_unknown_to_the_one_it_is_for() -> None:
    scene = with_talk()
    assert [o["writer"] for o in GAME.view(scene.s, Seat(3))["offers"]] == []
    assert [o["partner"] for o in GAME.view(scene.s, Seat(2))["offers"]] == [3, 0]


def test_MA_8_3_no_promise_of_a_trophy_proves_that_there_is_one() -> None:
    scene = ready(4)
    do(scene, 3, "promise", "p1 2 trophies by turn 9")  # Without any.
    assert scene.s.promises[0].good.n == 2


def test_MA_10_no_talk_holds_up_a_turn() -> None:
    """Whatever is offered and promised, exactly the question of the turn waits."""
    scene = ready(4)
    asked = scene.asked()
    for seat, act, text in (
        (0, "offer", "p2 1 credit for 2 credits"),
        (1, "offer", "p1 1 credit for help"),
        (2, "offer", "p4 1 credit"),
        (3, "promise", "p1 3 credits by turn 9"),
        (0, "promise", "p2 saying w:1"),
        (1, "call_broken", "promise 2"),
        (0, "admit_breach/2", "dispute"),
        (2, "vote/2", "broken"),
        (0, "release", "promise 1"),
    ):
        do(scene, seat, act, text)
        assert scene.asked() == asked


def test_MA_10_4_a_table_that_only_talks_and_never_answers_comes_to_its_end() -> None:
    rng = random.Random(8)
    scene = Scene(4)
    scene.begin()
    while scene.match.outcome is None:
        seat = Seat(rng.randrange(4))
        acts = [q for q in scene.match.acts(seat) if q.kind != "claim_for_me"]
        if acts and rng.random() < 0.5:
            act = rng.choice(acts)
            scene.act(seat, act.key, act.sample(rng))
        else:
            scene.let_pass(int(scene.match.waiting()[0].prompt.seat))
    assert {promise.outcome for promise in scene.s.promises} >= {"kept", "broken", "void"}
    assert all(not promise.standing for promise in scene.s.promises)
