"""MA-8.4 to 8.7: promises made, due, kept, broken and void."""

from __future__ import annotations

import pytest

from pbem.engine import NEGOTIATION, Seat
from pbem.games.metal_adventures.events.captain import Judged
from pbem.games.metal_adventures.events.deals import (
    CardHanded,
    CreditsHanded,
    HiddenHanded,
    TrophiesHanded,
    WrecksHanded,
)
from pbem.games.metal_adventures.events.promises import PromiseMade, PromiseSettled
from pbem.games.metal_adventures.game import GAME

from .scenario import DULL, Scene
from .test_deals import do, refusal


def outcomes(scene: Scene) -> list[str]:
    return [promise.outcome for promise in scene.s.promises]


def judged(scene: Scene) -> list[int]:
    """Who took a Judgment for a broken promise."""
    return [int(event.seat) for event in scene.happened(Judged) if event.why == "promise"]


def ready(seats: int = 3, credits_: int = 6) -> Scene:
    """Captain 0 has set out with dull ships ahead; captains are well off."""
    scene = Scene(seats)
    scene.space(*DULL)
    for seat in range(seats):
        scene.captain(seat, credits_=credits_)
    scene.set_out()
    return scene


def to_the_end(scene: Scene, *, win: bool = True, until: str = "keep_promises") -> None:
    """Play the active captain's turn by default until promises are due or the turn is over."""
    scene.roll(6 if win else 1, 1 if win else 6)
    turn = scene.s.turn
    while scene.match.outcome is None and scene.s.turn == turn:
        if any(kind == until for _seat, kind in scene.asked()):
            return
        scene.let_pass(int(scene.match.waiting()[0].prompt.seat))


# MA-8.4 and the ledger.


def test_MA_8_4_a_promise_is_written_into_a_ledger_that_everybody_reads() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 3 credits by turn 4")
    (made,) = scene.happened(PromiseMade)
    assert made.seen_by(None)
    assert str(made.sentence()) == "p1 promises p2: 3 credits by the end of turn 4."
    (line,) = GAME.view(scene.s, None)["promises"]
    assert (line["promisor"], line["promisee"], line["made"], line["by"]) == (0, 1, 1, 4)
    assert line["outcome"] == "open"
    assert GAME.view(scene.s, Seat(0))["mine"]["owe"] == [line]
    assert GAME.view(scene.s, Seat(1))["mine"]["owed"] == [line]
    assert GAME.view(scene.s, None)["captains"][0]["record"]["made"] == 1


def test_MA_8_2_promises_can_stand_in_a_bargain_on_both_sides() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit + 2 credits later for help by turn 3")
    do(scene, 1, "accept", "p1's offer 1")
    assert scene.s.credits[:2] == [4, 7]
    assert [(p.promisor, p.good.what, p.by) for p in scene.s.promises] == [
        (0, "credits", 3),
        (1, "help", 3),
    ]


@pytest.mark.parametrize(("promisor", "by"), [(0, 4), (1, 2), (2, 3)])
def test_MAR_90_without_a_stated_moment_it_is_due_at_the_end_of_the_promisors_next_turn(
    promisor: int, by: int
) -> None:
    scene = ready()
    other = 1 if promisor == 0 else 0
    do(scene, promisor, "promise", f"p{other + 1} 1 credit")
    assert scene.s.promises[0].by == by


def test_MA_8_7_due_at_the_end_of_the_turn() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 1 credit by the end of the turn")
    assert scene.s.promises[0].by == 1
    to_the_end(scene)
    assert scene.asked() == [(0, "keep_promises")]
    assert scene.s.stage == "end"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("p2", "Say what you promise"),
        ("p2 1 glory", "not understood"),
        ("p2 1 credit by turn 0", "goes from 1 to"),
        ("p2 1 credit by turn 99", "goes from 1 to"),
    ],
)
def test_promises_that_mean_nothing_are_refused(text: str, why: str) -> None:
    assert why in refusal(ready(), 0, "promise", text)


def test_MA_8_1_promises_are_between_the_active_captain_and_another() -> None:
    scene = ready()
    assert "p3" in refusal(scene, 1, "promise", "p3 1 credit")
    assert "promise" in scene.acts(2)
    scene.answer(0, "choose_battle", "space")
    assert "promise" not in scene.acts(2)


def test_a_ledger_stays_readable() -> None:
    scene = ready()
    for _again in range(6):
        do(scene, 0, "promise", "p2 1 credit")
    assert "enough" in refusal(scene, 0, "promise", "p2 1 credit")
    do(scene, 0, "promise", "p3 1 credit")


# MA-8.7: due.


def test_MA_8_7_when_due_the_promisor_is_asked_and_keeps() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    to_the_end(scene)
    before = scene.s.credits[:2]
    scene.answer(0, "keep_promises", (1,))
    assert scene.s.credits[:2] == [before[0] - 2, before[1] + 2]
    assert scene.happened(CreditsHanded) == [CreditsHanded(Seat(0), Seat(1), 2)]
    assert outcomes(scene) == ["kept"]
    assert not judged(scene)
    assert GAME.view(scene.s, None)["captains"][0]["record"]["kept"] == 1


def test_MA_8_7_the_question_says_what_breaking_costs_and_leaves_time_to_negotiate() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    to_the_end(scene)
    question = scene.question(0, "keep_promises")
    assert "costs 1 Judgment for each captain wronged" in str(question.sentence())
    assert question.prompt.pace == NEGOTIATION


def test_MA_8_4_breaking_a_promise_costs_1_judgment() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    to_the_end(scene)
    scene.answer(0, "keep_promises", ())
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [0]
    assert scene.s.judgment[0] == 1
    assert scene.s.ledger[-1].why == "promise"
    (settled,) = scene.happened(PromiseSettled)
    assert str(settled.sentence()) == "p1 has broken a promise to p2: 2 credits."


def test_MA_8_7_no_answer_in_time_keeps_it() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    to_the_end(scene)
    scene.let_pass(0)
    assert outcomes(scene) == ["kept"]


def test_MAR_91_unable_when_due_is_broken_without_a_question() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 30 credits by end")
    to_the_end(scene)
    assert scene.s.turn == 2
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [0]


def test_MA_8_7_no_answer_keeps_what_can_be_kept_together() -> None:
    scene = ready(credits_=3)
    do(scene, 0, "promise", "p2 4 credits by end")
    do(scene, 0, "promise", "p3 1 credit by end")
    to_the_end(scene)
    scene.s.purse["bank"] += scene.s.credits[0] - 4
    scene.s.credits[0] = 4
    assert scene.question(0, "keep_promises").default == (1,)
    assert "not have enough" in scene.refused(0, "keep_promises", (1, 2))
    scene.answer(0, "keep_promises", (2,))
    assert outcomes(scene) == ["broken", "kept"]


def test_MAR_92_breaches_to_one_captain_at_one_moment_cost_1_together() -> None:
    scene = ready()
    for text in ("p2 1 credit by end", "p2 2 credits by end", "p3 1 credit by end"):
        do(scene, 0, "promise", text)
    to_the_end(scene)
    scene.answer(0, "keep_promises", ())
    assert outcomes(scene) == ["broken"] * 3
    assert judged(scene) == [0, 0]  # One for each captain wronged.


def test_MA_8_7_several_promisors_are_asked_at_once_under_seal() -> None:
    scene = ready()
    do(scene, 1, "promise", "p1 1 credit by end")
    do(scene, 2, "promise", "p1 1 credit by end")
    to_the_end(scene)
    assert sorted(scene.asked()) == [(1, "keep_promises"), (2, "keep_promises")]
    scene.answer(1, "keep_promises", ())
    assert outcomes(scene) == ["open", "open"]
    scene.answer(2, "keep_promises", (2,))
    assert outcomes(scene) == ["broken", "kept"]


def test_MA_10_5_a_standing_order_can_keep_promises() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 1 credit by end")
    to_the_end(scene)
    assert dict(scene.question(0, "keep_promises").facts) == {
        "due": 1,
        "wronged": 1,
        "judgment": 0,
    }


def test_MA_8_7_a_named_card_changes_hands() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.captain(0, has=["Rhum"])
    scene.set_out()
    do(scene, 0, "promise", "p2 rhum by end")
    to_the_end(scene)
    scene.answer(0, "keep_promises", (1,))
    assert scene.happened(CardHanded) == [CardHanded(Seat(0), Seat(1), "Rhum")]
    assert scene.s.improvements[1] == ["Rhum"]


def test_MA_8_7_a_card_given_away_or_discarded_cannot_be_given_when_due() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.captain(0, has=["Rhum"])
    scene.set_out()
    do(scene, 0, "promise", "p2 rhum by end")
    scene.act(0, "discard", "Rhum")
    to_the_end(scene)
    assert outcomes(scene) == ["broken"]


def test_MA_8_7_a_promisee_without_room_for_a_card_makes_room() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.captain(0, has=["Rhum"])
    scene.captain(1, has=["Broadside", "Riveted Hull", "Siege Ram", "Twin Mortars"])
    scene.set_out()
    do(scene, 0, "promise", "p2 rhum by end")
    to_the_end(scene)
    scene.answer(0, "keep_promises", (1,))
    assert scene.asked() == [(1, "discard_one")]
    assert scene.question(1, "discard_one").default == "Rhum"
    scene.answer(1, "discard_one", "Broadside")
    assert outcomes(scene) == ["kept"]
    assert "Rhum" in scene.s.improvements[1]


def test_MA_8_7_a_wreck_of_the_promisors_choice() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.captain(0, wrecks=["Prime Broker", "Imperator"])
    scene.set_out()
    do(scene, 0, "promise", "p2 1 wreck by end")
    to_the_end(scene, win=False)
    scene.answer(0, "keep_promises", (1,))
    assert scene.question(0, "hand_over").values() == range(2)
    scene.say(0, "hand_over", "Imperator")
    assert scene.s.wrecks[:2] == [["Prime Broker"], ["Imperator"]]
    (handed,) = scene.happened(WrecksHanded)
    assert not handed.seen_by(Seat(2))
    (shown,) = scene.happened(HiddenHanded)
    assert str(shown.sentence()) == "p1 hands p2 1 wreck."


def test_MAR_94_a_promised_trophy_of_the_givers_unseen_choice() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.captain(0, trophies=["Trophy of the Hide", "Trophy of the Hangman"], automatic=False)
    scene.set_out()
    do(scene, 0, "promise", "p2 1 trophy by end")
    assert "Hide" not in repr(scene.s.promises)
    to_the_end(scene)
    scene.answer(0, "keep_promises", (1,))
    scene.answer(0, "hand_over", (1,))
    assert [held.card for held in scene.s.hands[1]] == ["Trophy of the Hangman"]
    (handed,) = scene.happened(TrophiesHanded)
    assert [handed.seen_by(seat) for seat in (None, Seat(0), Seat(1), Seat(2))] == [
        False, True, True, False,
    ]  # fmt: skip


def test_MAR_94_no_trophy_when_one_was_promised_is_a_broken_promise() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 1 trophy by end")
    to_the_end(scene)
    assert outcomes(scene) == ["broken"]


@pytest.mark.parametrize(("answer", "has"), [("decline", 2), ("Trophy of the Fortune", 2)])
def test_MA_8_7_a_promisee_with_two_trophies_makes_room_or_it_counts_as_kept(
    answer: str, has: int
) -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.captain(0, trophies=["Trophy of the Hide"], automatic=False)
    scene.captain(1, trophies=["Trophy of the Fortune", "Trophy of the Hangman"], automatic=False)
    scene.set_out()
    do(scene, 0, "promise", "p2 1 trophy by end")
    to_the_end(scene)
    scene.answer(0, "keep_promises", (1,))
    assert scene.question(1, "room_for_trophy").default == "decline"
    scene.answer(1, "room_for_trophy", answer)
    assert outcomes(scene) == ["kept"]
    assert len(scene.s.hands[1]) == has
    held = [card.card for card in scene.s.hands[1]]
    assert ("Trophy of the Hide" in held) == (answer != "decline")


# MA-8.7: conduct.


def test_MA_8_7_the_challenge_itself_is_the_breach() -> None:
    scene = ready()
    do(scene, 0, "promise", "p3 peace with p2 by turn 5")
    assert "1 Judgment" in str(scene.question(0, "choose_battle").hint("challenge 1"))
    assert "Judgment" not in str(scene.question(0, "choose_battle").hint("challenge 2"))
    scene.answer(0, "choose_battle", "challenge 1")
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [0]


def test_MA_8_7_challenging_another_breaks_nothing() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 peace with p2 by turn 5")
    scene.answer(0, "choose_battle", "challenge 2")
    assert outcomes(scene) == ["open"]


def test_MA_8_7_turn_n_reached_is_kept() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 peace with p2 by turn 2")
    to_the_end(scene)
    assert scene.s.turn == 2
    assert outcomes(scene) == ["kept"]
    later = ready()
    do(later, 0, "promise", "p2 peace with p2 by turn 3")
    to_the_end(later)
    assert outcomes(later) == ["open"]


def test_MA_10_4_who_does_nothing_challenges_nobody_against_a_promise() -> None:
    scene = ready()
    scene.captain(1, damage=2)
    do(scene, 0, "promise", "p2 peace with p2 by turn 5")
    scene.s.gone += scene.s.space_deck
    scene.s.space_deck = []
    scene.s.toured = [2, 7, 10]
    assert scene.question(0, "choose_battle").default == "challenge 2"


def test_MA_8_7_release_is_the_promisees_act() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 3 credits by end")
    assert "release" not in scene.acts(0)
    do(scene, 1, "release", "promise 1")
    assert outcomes(scene) == ["released"]
    to_the_end(scene)
    assert scene.s.turn == 2


def test_MA_8_7_reduction_is_the_promisees_act() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 3 credits by end")
    assert "1 to 2" in refusal(scene, 1, "reduce/1", "3")
    do(scene, 1, "reduce/1", "1")
    to_the_end(scene)
    scene.answer(0, "keep_promises", (1,))
    assert scene.happened(CreditsHanded)[0].amount == 1
    assert "reduce" not in scene.acts(1)


@pytest.mark.parametrize("taken", ["improvement", "wrecks"])
def test_MA_8_7_a_thing_lost_by_plunder_voids_the_promise(taken: str) -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum"], wrecks=["Imperator"])
    scene.set_out()
    text = "p1 rhum by turn 6" if taken == "improvement" else "p1 1 wreck by turn 6"
    do(scene, 1, "promise", text)
    do(scene, 1, "promise", "p1 5 credits by turn 6")
    scene.roll(6, 1)
    scene.answer(0, "choose_battle", "challenge 1")
    while "plunder" not in [kind for _seat, kind in scene.asked()]:
        scene.let_pass(int(scene.match.waiting()[0].prompt.seat))
    scene.answer(0, "plunder", taken)
    scene.let_pass(0)
    assert outcomes(scene) == ["void", "open"]
    assert not judged(scene)


# MA-8.5, MA-8.6: promises for a battle made before it.


def test_MA_8_5_spoils_are_void_when_the_battle_is_lost() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by a win")
    to_the_end(scene, win=False)
    assert outcomes(scene) == ["void"]
    assert not judged(scene)


def test_MA_8_5_unless_the_promise_says_otherwise() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    to_the_end(scene, win=False)
    assert scene.asked() == [(0, "keep_promises")]


def test_MA_8_7_due_at_once_after_a_win() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by a win")
    assert (scene.s.promises[0].due, scene.s.promises[0].by, scene.s.promises[0].battle) == (
        "win", 1, 1,
    )  # fmt: skip
    to_the_end(scene)
    assert scene.asked() == [(0, "keep_promises")]
    assert scene.s.stage == "battle"
    scene.answer(0, "keep_promises", (1,))
    assert outcomes(scene) == ["kept"]


def test_MA_8_6_MAR_65_after_a_hunter_the_server_carries_out_all_promises_of_the_battle() -> None:
    scene = Scene()
    scene.space("Apocalypse", *DULL[:2])
    scene.captain(0, credits_=6, has=["Riveted Hull", "Siege Ram", "Twin Mortars"])
    scene.captain(1, credits_=6)
    scene.set_out()
    do(scene, 0, "promise", "p2 2 credits by a win")
    do(scene, 1, "promise", "p1 1 credit by a win")
    do(scene, 1, "promise", "p1 40 credits by a win")
    scene.roll(6, 1)
    scene.answer(0, "choose_battle", "space")
    scene.answer(0, "pick_ship", "Apocalypse")
    while not scene.s.fight.result:
        scene.let_pass(scene.asked()[0][0])
    assert scene.s.fight.result == "won"
    assert outcomes(scene) == ["kept", "kept", "broken"]
    assert judged(scene) == [1]
    assert "keep_promises" not in [kind for _seat, kind in scene.asked()]


# The end of the game.


def test_MAR_96_what_is_due_is_settled_before_the_end_check_and_the_rest_lapses() -> None:
    scene = ready()
    scene.captain(1, glory=9)
    do(scene, 1, "promise", "p1 2 credits by end")
    do(scene, 0, "promise", "p2 2 credits by turn 9")
    to_the_end(scene)
    scene.answer(1, "keep_promises", ())
    assert scene.match.outcome is None  # A broken promise took the ninth glory away.
    assert outcomes(scene) == ["broken", "open"]
    over = ready()
    over.captain(1, glory=9)
    do(over, 0, "promise", "p2 2 credits by turn 9")
    to_the_end(over)
    assert over.match.outcome is not None
    assert outcomes(over) == ["void"]


def test_MA_4_8_promises_come_before_trophies() -> None:
    scene = ready()
    asks = scene.s.pack.trophies["Trophy of the Fortune"].condition.amount
    scene.captain(0, credits_=asks + 1)
    scene.captain(1, credits_=asks - 1, trophies=["Trophy of the Fortune"])
    do(scene, 0, "promise", "p2 1 credit by end")
    to_the_end(scene)
    before = scene.s.glory[1]
    scene.answer(0, "keep_promises", (1,))
    assert scene.s.glory[1] > before


def test_MAR_18_what_an_infamous_captain_promised_before_stays_but_costs_nothing_more() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 30 credits by end")
    scene.captain(0, judgment=4)
    to_the_end(scene)
    assert outcomes(scene) == ["broken"]
    assert scene.s.judgment[0] == 4
