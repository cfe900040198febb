"""AP-4: what a slow table needs: a whole turn in one form, typed turns, time-outs, secrets."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from pbem.engine import (
    ANSWER,
    CLOCK,
    PLAN,
    AnswerError,
    Entry,
    Item,
    Match,
    NotUnderstood,
    Prompt,
    Seat,
    begin,
    follow,
)
from pbem.games.archpiratus.events.turn import StepBegan
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from pbem.games.archpiratus.prompts.buy import Buy
from pbem.games.archpiratus.prompts.move import TurnIn
from pbem.games.archpiratus.prompts.outfit import Outfit
from tests.games.archpiratus.scene import ONE, TWO, Scene

TWO_TO_SEE = ("vesper-lull", "rumour-mill", "grey-sibyl")
"""Cards that let a captain choose between two missions when a Contract is played."""


def sheet(scene: Scene) -> list[Prompt[Any, Any]]:
    return list(GAME.turn_sheet(scene.s, ONE))


def test_AP_4_1_the_form_holds_the_whole_turn() -> None:
    scene = Scene()
    assert [prompt.kind for prompt in sheet(scene)] == ["buy", "outfit", "go", "turn_in"]
    scene.say("none")
    assert [prompt.kind for prompt in sheet(scene)] == ["outfit", "go", "turn_in"]
    scene.say("none")
    assert [prompt.kind for prompt in sheet(scene)] == ["go", "turn_in"]


def test_AP_4_1_no_form_for_the_other_captain_nor_before_the_hands_are_drawn() -> None:
    assert GAME.turn_sheet(Scene().s, TWO) == ()
    assert GAME.turn_sheet(Scene(admirals="choose").s, ONE) == ()
    assert GAME.turn_sheet(GAME.set_up(GAME.setting(2)), ONE) == ()


def read_line(scene: Scene, line: str) -> dict[str, list[str]]:
    """Every part of a typed turn, by the one prompt of the form that understands it."""
    found: dict[str, list[str]] = {}
    for part in line.split(","):
        kinds = []
        for prompt in sheet(scene):
            try:
                prompt.parse(scene.s, part)
            except NotUnderstood:
                continue
            except AnswerError:
                pass
            kinds.append(prompt.kind)
        assert len(kinds) == 1, f"{part} is understood by {kinds}"
        found.setdefault(kinds[0], []).append(part.strip())
    return found


def form() -> Scene:
    """A hand for the line that the letter shows as an example."""
    scene = Scene()
    scene.hand(ONE, CREDIT, CREDIT, "comet-tap", CONTRACT)
    scene.store("tin-ear", "galley", "rail-slinger")
    scene.fit(ONE, "two-moons-tam", "hammer-bao")
    scene.taken(ONE, "collect-a-debt")
    return scene


LINE = "buy 3 from crew, place engine, contract medium, go hard, mission"


def test_AP_4_1_a_typed_turn_every_part_belongs_to_one_prompt() -> None:
    assert read_line(form(), LINE) == {
        "buy": ["buy 3 from crew"],
        "outfit": ["place engine", "contract medium"],
        "go": ["go hard"],
        "turn_in": ["mission"],
    }


def lay(scene: Scene, line: str) -> None:
    """Send the form: the answers to all prompts of the turn as a plan."""
    parts = read_line(scene, line)
    items = []
    for prompt in sheet(scene):
        answer = prompt.parse(scene.s, ", ".join(parts[prompt.kind]))
        items.append(GAME.codec.encode(Item(prompt.kind, (answer,))))
    scene.match.enter(Entry(scene.match.seq + 1, PLAN, ONE, value=items))
    follow(scene.match)


def test_AP_4_1_a_whole_turn_costs_one_wait() -> None:
    scene = form()
    scene.fit(ONE, "sunsplitter")
    scene.next_jobs("buy-out-the-union")
    waits = scene.match.seq
    lay(scene, LINE)
    assert scene.match.seq == waits + 4  # The plan, and three answers that follow from it.
    ship = scene.s.ships[ONE]
    assert "rail-slinger" in ship.discard
    assert ship.tech["engine"] == "comet-tap"
    assert ship.missions == ["collect-a-debt", "buy-out-the-union"]
    assert ship.station == "hard"
    assert scene.asked == "buy 2"


def test_AP_4_2_after_a_mission_the_captain_looks_if_something_is_left_to_place() -> None:
    scene = form()
    scene.hand(ONE, CREDIT, CREDIT, "comet-tap", CONTRACT, "tin-ear")
    lay(scene, LINE)
    assert scene.asked == "outfit_more 1"
    scene.say("place tin-ear")
    follow(scene.match)
    assert scene.s.ships[ONE].station == "hard"  # What was said about the rest still stands.
    assert scene.asked == "buy 2"


def test_AP_4_1_let_me_look_in_the_buy_step_stops_the_form_once() -> None:
    scene = form()
    scene.hand(ONE, CREDIT, CREDIT, "comet-tap", CONTRACT)
    scene.next_crew("squint")
    lay(scene, LINE.replace("buy 3 from crew", "buy 1 from crew, look"))
    assert scene.asked == "buy_more 1"
    assert scene.s.store[0] == "squint"
    assert [prompt.kind for prompt in sheet(scene)] == ["outfit", "go", "turn_in"]
    scene.say("none")
    follow(scene.match)
    assert scene.asked == "buy 2"


def test_AP_4_1_what_the_form_cannot_do_any_more_is_asked() -> None:
    """An event closes nothing, but the mission drawn may be another one than was hoped for."""
    scene = form()
    lay(scene, LINE.replace("mission", "mission collect-a-debt"))
    assert scene.asked == "buy 2"  # Nothing can be turned in at the hard station.
    assert scene.s.ships[ONE].done == []


@pytest.mark.parametrize("seed", range(3))
def test_AP_4_1_a_turn_of_two_players_is_one_wait(seed: int) -> None:
    """Every turn is laid down as one form, and then the other captain is waited for."""
    match = begin(GAME, 2, secret=f"waits {seed}".encode())
    rng = Random(seed)
    waits: list[Seat] = []
    while match.outcome is None and len(waits) < 30:
        (asking,) = match.waiting()
        waits.append(asking.prompt.seat)
        items = whole_turn(match, asking.prompt.seat, rng)
        match.enter(Entry(match.seq + 1, PLAN, asking.prompt.seat, value=items))
        follow(match)
    happened = [event for step in match.steps.values() for event in step.events]
    turns = happened.count(StepBegan("buy"))
    assert turns - (match.outcome is None) == len(waits)
    assert all(one != next_ for one, next_ in pairwise(waits))


SHY = ("spend", "look", "blind", *(f"place {card}" for card in TWO_TO_SEE))
"""Not for somebody who wants to be asked once: what was spent cannot be placed, for example."""


def whole_turn(match: Match, seat: Seat, rng: Random) -> list[Any]:
    """Everything that a captain does in a turn, written down before it begins."""
    items = []
    for prompt in GAME.turn_sheet(match.state, seat):
        answer: Any = "best" if prompt.kind == "turn_in" else prompt.sample(match.state, rng)
        if isinstance(prompt, Buy | Outfit):
            wanted = [step for step in answer if not step.startswith(SHY)]
            answer = ()
            for step in wanted:
                if prompt.fits(match.state, (*answer, step)) is None:
                    answer = (*answer, step)
            answer += ("blind",) if answer and prompt.kind == "outfit" else ()
        items.append(GAME.codec.encode(Item(prompt.kind, (answer,))))
    return items


def test_AP_4_1_before_the_mission_step_every_mission_may_be_named() -> None:
    scene = form()
    assert TurnIn(ONE).values(scene.s) == ["best", "keep", "collect-a-debt"]


def time_out(scene: Scene) -> None:
    question = scene.question
    value = scene.match.due_default(question.key)
    scene.match.enter(Entry(scene.match.seq + 1, CLOCK, question.seat, question.key, value))


def test_AP_4_2_a_turn_of_time_outs() -> None:
    scene = form()
    scene.hand(ONE, CREDIT, CONTRACT, "comet-tap")
    scene.fit(ONE, "sunsplitter")
    scene.at(ONE, "medium")
    for _step in range(4):
        time_out(scene)
    ship = scene.s.ships[ONE]
    assert ship.discard[0] == CONTRACT
    assert ship.tech["engine"] == "comet-tap"
    assert (ship.missions, ship.done) == ([], ["collect-a-debt"])
    assert ship.station == "medium"
    assert scene.asked == "buy 2"


def test_AP_4_2_every_prompt_says_what_happens_otherwise() -> None:
    scene = Scene()
    assert str(scene.question.otherwise()) == "If you do nothing, you buy nothing."
    scene.hand(ONE, "comet-tap")
    scene.say("none")
    assert "place Comet Tap" in str(scene.question.otherwise())
    scene.say("none")
    assert "stay at the easy station" in str(scene.question.otherwise())


def test_AP_4_1_facts_for_standing_orders() -> None:
    scene = form()
    assert scene.question.facts == {"credits": 2, "turn": 1}
    scene.say("none")
    assert scene.question.facts == {"points": 0, "missions": 1, "turn": 1}
    scene.say("none")
    scene.fit(TWO, "rail-slinger")
    assert scene.question.facts == {"together": True, "outgun": False, "outgunned": True}


def test_AP_4_1_the_same_answer_entered_by_hand() -> None:
    scene = form()
    question = scene.question
    answer = question.parse("buy 3 from crew")
    assert answer == ("buy rail-slinger from crew",)
    scene.match.enter(Entry(scene.match.seq + 1, ANSWER, ONE, question.key, answer))
    assert scene.asked == "outfit 1"
