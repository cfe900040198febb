"""AP-4: what a slow table needs: a whole turn in one form, typed turns, time-outs, secrets."""

from __future__ import annotations

from typing import Any

from pbem.engine import (
    ANSWER,
    CLOCK,
    PLAN,
    AnswerError,
    Entry,
    Item,
    NotUnderstood,
    Prompt,
    follow,
)
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from pbem.games.archpiratus.prompts.move import TurnIn
from tests.games.archpiratus.scene import ONE, TWO, Scene


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


def lay(scene: Scene, *, blind: bool) -> None:
    """Send the form: the answers to all prompts of the turn as a plan."""
    parts = read_line(scene, LINE)
    items = []
    for prompt in sheet(scene):
        answer = prompt.parse(scene.s, ", ".join(parts[prompt.kind]))
        items.append(GAME.codec.encode(Item(prompt.kind, (answer,), blind=blind)))
    scene.match.enter(Entry(scene.match.seq + 1, PLAN, ONE, value=items))
    follow(scene.match)


def test_AP_4_1_a_whole_turn_costs_one_wait() -> None:
    scene = form()
    scene.fit(ONE, "sunsplitter")
    scene.next_jobs("buy-out-the-union")
    waits = scene.match.seq
    lay(scene, blind=True)
    assert scene.match.seq == waits + 4  # The plan, and three answers that follow from it.
    ship = scene.s.ships[ONE]
    assert "rail-slinger" in ship.discard
    assert ship.tech["engine"] == "comet-tap"
    assert ship.missions == ["collect-a-debt", "buy-out-the-union"]
    assert ship.station == "hard"
    assert scene.asked == "buy 2"


def test_AP_4_2_let_me_look_stops_after_something_new() -> None:
    scene = form()
    lay(scene, blind=False)
    assert scene.asked == "outfit 1"
    assert "rail-slinger" in scene.s.ships[ONE].discard
    assert scene.s.ships[ONE].tech == {}


def test_AP_4_1_before_the_mission_step_every_mission_may_be_named() -> None:
    scene = form()
    assert TurnIn(ONE).values(scene.s) == ["best", "none", "collect-a-debt"]


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
