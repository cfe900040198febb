"""MA-8.8: promises in free words: called, admitted, disputed, decided."""

from __future__ import annotations

import pytest

from pbem.engine import DECIDE, AnswerError, Entry, Seat, Wording
from pbem.games.metal_adventures.events.promises import (
    BreachDisputed,
    DisputeDecided,
    PromiseMade,
    PromiseSettled,
    Voted,
)
from pbem.games.metal_adventures.game import GAME

from .scenario import Scene
from .test_deals import do, refusal
from .test_promises import judged, outcomes, ready


def given(seats: int = 4, text: str = "") -> Scene:
    """Captain 0 has given captain 1 their word, in words number 3."""
    scene = ready(seats)
    do(scene, 0, "promise", f"p2 saying w:3{text}")
    return scene


def turns(scene: Scene, number: int) -> None:
    """Let so many turns go by."""
    for _turn in range(number):
        scene.dice.load("orange", (3,))
        scene.finish_turn()


def moderate(scene: Scene, key: str, value: object, seat: int | None = None) -> None:
    who = None if seat is None else Seat(seat)
    step = scene.match.enter(Entry(scene.match.seq + 1, DECIDE, who, key, value))  # type: ignore[arg-type]
    scene.events += step.events


def test_MA_8_8_free_words_are_recorded_word_for_word() -> None:
    scene = given()
    (promise,) = scene.s.promises
    assert promise.good.words == "w:3"
    assert isinstance(promise.good.words, Wording)
    (made,) = scene.happened(PromiseMade)
    from pbem.engine import Tongue

    said = Tongue(wordings={"w:3": "I leave Exxalia alone"}).say(made.sentence())
    assert said == 'p1 promises p2: "I leave Exxalia alone" by the end of turn 5.'


def test_MA_8_8_words_stand_in_a_bargain_too() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits saying w:4")
    do(scene, 1, "accept", "p1's offer 1")
    assert [p.good.words for p in scene.s.promises] == ["w:4"]
    assert scene.s.credits[:2] == [6, 5]


def test_MA_8_8_the_promisee_may_call_it_kept() -> None:
    scene = given()
    assert "call_kept" not in scene.acts(0)
    do(scene, 1, "call_kept", "promise 1")
    assert outcomes(scene) == ["kept"]
    assert not {"call_kept", "call_broken", "release"} & {*scene.acts(1)}


def test_MA_8_8_what_nobody_calls_broken_is_kept_at_the_end_of_the_promisees_next_turn() -> None:
    scene = given(text=" by turn 1")
    turns(scene, 1)
    assert outcomes(scene) == ["open"]
    assert "call_broken" in scene.acts(1)
    turns(scene, 1)  # The promisee's next turn after it was due.
    assert outcomes(scene) == ["kept"]


def test_MA_8_8_an_admitted_breach_costs_1_judgment_at_the_end_of_the_turn() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    assert "call_broken" not in scene.acts(1)
    do(scene, 0, "admit_breach/1", "admit")
    assert outcomes(scene) == ["open"]
    assert "admit_breach" not in scene.acts(0)
    turns(scene, 1)
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [0]


def test_MA_8_8_a_dispute_is_marked_and_each_vote_told_to_its_voter() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    (line,) = GAME.view(scene.s, Seat(1))["standing"]
    assert str(line["line"]).endswith("(disputed)")
    do(scene, 2, "vote/1", "broken")
    do(scene, 2, "vote/1", "not broken")
    assert [str(event.sentence()) for event in scene.happened(Voted)] == [
        "You vote that promise 1 was broken.",
        "You vote that promise 1 was not broken.",
    ]
    assert not str(GAME.view(given().s, Seat(1))["standing"][0]["line"]).endswith("(disputed)")


def test_MA_8_8_a_call_waits_for_the_promisor_and_a_dispute_for_the_uninvolved() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    called = {
        type(event).__name__: [*event.calls(scene.s)]
        for event in scene.events
        if [*event.calls(scene.s)]
    }
    assert called == {"PromiseCalled": [0], "BreachDisputed": [2, 3]}


@pytest.mark.parametrize("broken", [True, False])
def test_MA_8_8_a_verdict_counts_once(broken: bool) -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    moderate(scene, "decide_dispute/1", value=broken)
    turns(scene, 3)
    assert len(scene.happened(PromiseSettled)) == 1
    assert judged(scene) == ([0] if broken else [])


def test_MA_8_8_only_free_words_are_called() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 1 credit")
    assert not {"call_kept", "call_broken"} & {*scene.acts(1)}


def test_MA_8_8_silence_of_the_promisor_disputes_it() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    turns(scene, 4)
    assert outcomes(scene) == ["open"]
    turns(scene, 1)  # The end of the promisor's next turn.
    assert outcomes(scene) == ["disputed"]


def test_MA_8_8_MAR_93_a_dispute_goes_to_the_moderator() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    assert not scene.match.decisions()
    do(scene, 0, "admit_breach/1", "dispute")
    assert outcomes(scene) == ["disputed"]
    (question,) = scene.match.decisions()
    assert question.key == "decide_dispute/1"
    assert "p1 disputes it" in str(question.sentence())
    moderate(scene, "decide_dispute/1", value=True)
    assert scene.happened(DisputeDecided) == [DisputeDecided(1, broken=True, by_moderator=True)]
    assert not scene.match.decisions()
    turns(scene, 1)
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [0]


def test_MA_8_8_the_moderator_may_find_it_not_broken() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    moderate(scene, "decide_dispute/1", value=False)
    turns(scene, 1)
    assert outcomes(scene) == ["kept"]
    assert not judged(scene)


@pytest.mark.parametrize(("key", "seat"), [("decide_dispute/1", 2), ("decide_dispute/2", None)])
def test_MA_8_8_no_seat_decides_and_nothing_that_is_not_in_dispute(
    key: str, seat: int | None
) -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    with pytest.raises(AnswerError, match="nothing of that sort"):
        moderate(scene, key, value=True, seat=seat)


@pytest.mark.parametrize(
    ("seats", "votes", "broken"),
    [
        (4, {2: True, 3: True}, True),
        (4, {2: True, 3: False}, False),
        (4, {2: True}, False),  # Half is no majority of all, and silence is no vote.
        (5, {2: True, 3: True}, True),
        (3, {2: True}, True),
        (3, {}, False),
        (2, {}, False),  # Nobody is uninvolved.
    ],
)
def test_MA_8_8_else_a_majority_of_all_uninvolved(
    seats: int, votes: dict[int, bool], broken: bool
) -> None:
    scene = given(seats)
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    assert "vote" not in {*scene.acts(0), *scene.acts(1)}
    for seat, vote in votes.items():
        do(scene, seat, "vote/1", "broken" if vote else "not broken")
    (disputed,) = scene.happened(BreachDisputed)
    assert disputed.decided_by == 1 + seats
    turns(scene, seats)
    assert outcomes(scene) == ["disputed"]
    turns(scene, 1)
    (decided,) = scene.happened(DisputeDecided)
    said = "The others decide: promise 1 was" if broken else "No majority finds that promise 1 was"
    assert str(decided.sentence()) == f"{said} broken."
    assert outcomes(scene) == ["broken" if broken else "kept"]
    assert judged(scene) == ([0] if broken else [])


def test_MA_8_8_a_vote_is_secret_and_the_last_one_counts() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    do(scene, 2, "vote/1", "broken")
    do(scene, 2, "vote/1", "not broken")
    assert scene.s.promises[0].votes == ((Seat(2), False),)
    assert [event.seen_by(Seat(3)) for event in scene.happened(Voted)] == [False, False]
    for seat in (None, Seat(0), Seat(1), Seat(3)):
        assert "votes" not in repr(GAME.view(scene.s, seat)["promises"])


def test_MAR_92_a_breach_admitted_and_one_decided_in_one_turn_wrong_one_captain_once() -> None:
    scene = ready(4)
    do(scene, 0, "promise", "p2 saying w:3")
    do(scene, 0, "promise", "p2 saying w:4")
    for number in (1, 2):
        do(scene, 1, "call_broken", f"promise {number}")
        do(scene, 0, f"admit_breach/{number}", "admit")
    turns(scene, 1)
    assert outcomes(scene) == ["broken", "broken"]
    assert judged(scene) == [0]


def test_MAR_96_disputes_lapse_when_the_game_ends() -> None:
    scene = given()
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "dispute")
    scene.captain(3, glory=9)
    turns(scene, 1)
    assert scene.match.outcome is not None
    assert outcomes(scene) == ["void"]
    assert not scene.match.decisions()


def test_words_of_others_cannot_be_borrowed() -> None:
    scene = ready()
    (promise,) = [q for q in scene.match.acts(Seat(0)) if q.key == "promise"]
    with pytest.raises(AnswerError, match="quotation marks"):
        promise.prompt.keep("p2 saying w:3", lambda _words: "w:9")
    assert refusal(scene, 0, "promise", "p2 saying hello")
