"""ML-2 and ML-3.1: programs, and who acts first."""

from __future__ import annotations

import pytest

from pbem.engine import PLAIN, NotAllowed, Sealed, Unsealed
from pbem.engine.dice import seal
from pbem.games.metallum.names import edge_name
from pbem.games.metallum.pack import COLOURS, clash, joined, programs
from pbem.games.metallum.rules.programming import chooser
from pbem.services.tongues import tongue

from .scene import BLUE, RED, Game, Scene


def refused(game: Game, text: str) -> str:
    with pytest.raises(NotAllowed) as why:
        game.asked(RED).parse(text)
    return PLAIN.say(why.value.text)


def test_ML_2_1_both_are_asked_at_once_and_the_first_stays_sealed() -> None:
    game = Game()
    step = game.say(RED, "move 1")
    assert [type(event) for event in step.events] == [Sealed]
    assert game.kinds() == [(BLUE, "write_program")]
    assert game.state.programs == [(), ()]


def test_ML_2_1_exactly_one_movement() -> None:
    game = Game()
    assert "needs one movement" in refused(game, "deploy 1, buy")
    assert "of one kind" in refused(game, "move 1, move 2")
    assert "of one kind" in refused(game, "move 1, deploy 1, deploy 2")


def test_ML_2_1_at_least_one_at_most_four() -> None:
    question = Game().asked(RED)
    assert (question.at_least(), question.at_most()) == (1, 4)
    with pytest.raises(NotAllowed):
        question.check(())


def test_ML_2_2_all_four_join() -> None:
    assert Game().asked(RED).parse("buy, deep, deploy 2, move 2") == (
        "move-2",
        "deploy-2",
        "deep",
        "buy",
    )


def test_ML_2_2_three_steps_take_nothing_below() -> None:
    game = Game()
    for special in ("mark", "power", "deep"):
        said = refused(game, f"move 3, {special}")
        assert "'move 3'" in said
        assert "lower edge of the first is blank" in said
        assert "upper edge of the second is blue 2" in said
    assert "do not join" in refused(game, "move 3, deploy 1, mark, buy")
    assert game.asked(RED).parse("move 3, deploy 3") == ("move-3", "deploy-3")
    assert game.asked(RED).parse("move 3, deploy 1, buy")


def test_ML_2_2_edges_are_told_in_the_readers_language() -> None:
    with pytest.raises(NotAllowed) as why:
        Game().asked(RED).parse("move 3, deep")
    assert "blau 2" in tongue("de", ("Ann", "Bob")).say(why.value.text)
    assert [PLAIN.say(edge_name(f"{colour} 3")) for colour in COLOURS] == [
        f"{colour} 3" for colour in COLOURS
    ]
    assert PLAIN.say(edge_name("")) == "blank"


def test_ML_2_2_three_robots_take_nothing_below() -> None:
    game = Game()
    for extension in ("buy", "transport", "extra"):
        assert "'deploy 3'" in refused(game, f"move 1, deploy 3, {extension}")
    assert "do not join" in refused(game, "move 1, deploy 3, mark, buy")
    assert game.asked(RED).parse("move 1, deploy 3, mark")


def test_ML_2_2_a_diagonal_is_not_joined() -> None:
    assert "do not hang together" in refused(Game(), "move 1, buy")
    assert Game().asked(RED).parse("move 1, mark, buy") == ("move-1", "mark", "buy")


def test_ML_2_2_how_many_programs_there_are() -> None:
    """49 with each of the short movements, 10 with the long one."""
    pack = Game().state.pack
    found = programs(pack, pack.tokens)
    assert len(found) == len(set(found)) == 108
    assert all(clash(pack, program) is None and joined(pack, program) for program in found)


def test_ML_2_2_both_examples_of_the_book_have_complexity_7() -> None:
    game = Game()
    for program in ("move 2, deploy 2, deep, buy", "move 1, deploy 2, power, extra"):
        assert game.state.pack.complexity(game.asked(RED).parse(program)) == 7


@pytest.mark.parametrize(
    ("token", "complexity"),
    [
        *(("move-1", 0), ("move-2", 1), ("move-3", 2)),
        *(("deploy-1", 0), ("deploy-2", 2), ("deploy-3", 3)),
        *(("mark", 1), ("power", 2), ("deep", 3)),
        *(("buy", 1), ("transport", 2), ("extra", 3)),
    ],
)
def test_ML_2_3_complexity_of_every_token(token: str, complexity: int) -> None:
    assert Game().state.token(token).complexity == complexity


def test_ML_2_3_programs_are_revealed_together() -> None:
    game = Game()
    game.programs("move 1, deploy 1", "move 2")
    assert game.state.programs == [("move-1", "deploy-1"), ("move-2",)]


def test_ML_7_1_the_hash_binds_the_program_and_opens_with_the_salt() -> None:
    game = Game()
    first = game.say(RED, "move 1, deploy 1").events[0]
    key = next(asking.key for asking in game.match.open.values() if asking.prompt.seat == RED)
    assert isinstance(first, Sealed)
    question = game.match.question(key)
    again = game.match.enter(
        type(game.match.entries[-1])(
            game.match.seq + 1, "answer", RED, key, question.parse("move 1, deploy 1")
        )
    ).events[0]
    assert isinstance(again, Sealed)
    assert again.commitment != first.commitment  # An amended program gets a new salt.
    opened = [e for e in game.say(BLUE, "move 1").events if isinstance(e, Unsealed)]
    mine = next(e for e in opened if e.seat == RED)
    assert len(bytes.fromhex(mine.nonce)) == 16
    assert seal(mine.nonce, mine.key, mine.answer) == again.commitment


def test_ML_3_8_used_tokens_cannot_be_chosen_again_in_the_sequence() -> None:
    game = Game()
    game.programs("move 1, deploy 1", "move 2")
    game.pass_rounds(2)
    assert "move-1" not in game.asked(RED).values()
    assert "deploy-1" not in game.asked(RED).values()
    assert "used up" in refused(game, "move 1")
    assert "move 2" in refused(game, "move 1")
    assert "move-1" in game.asked(BLUE).values()


def test_ML_5_3_tokens_wake_after_rounds_3_and_6() -> None:
    game = Game()
    for number, left in ((2, 11), (3, 10), (4, 12), (5, 11), (7, 12), (8, 11)):
        game.pass_rounds(number)
        assert len(game.asked(RED).values()) == left


def test_ML_3_1_lower_complexity_decides() -> None:
    game = Game()
    game.programs("move 2", "move 1")
    assert game.kinds() == [(BLUE, "act_first")]
    game.say(BLUE, "second")
    assert game.state.order == (RED, BLUE)
    game = Game()
    game.programs("move 1", "move 2")
    game.say(RED, "first")
    assert game.state.order == (RED, BLUE)


def test_ML_3_1_equal_complexity_then_fewer_dollars_decide() -> None:
    scene = Scene(money=(4, 5))
    scene.state.programs = [("move-1",), ("move-1",)]
    assert chooser(scene.state) == RED
    scene.state.money = [5, 4]
    assert chooser(scene.state) == BLUE
    scene.state.programs = [("move-1",), ("move-2",)]
    assert chooser(scene.state) == RED


def test_MT_17_equal_in_both_the_lot_decides_and_nobody_is_asked() -> None:
    for first, order in ((RED, (RED, BLUE)), (BLUE, (BLUE, RED))):
        game = Game(first=[(first,)])
        game.programs("move 1", "move 1")
        assert game.state.order == order
        assert game.kinds() == [(first, "actions")]


def test_ML_7_3_the_chooser_who_says_nothing_acts_second() -> None:
    game = Game()
    game.programs("move 1", "move 2")
    game.time_out(RED)
    assert game.state.order == (BLUE, RED)


def test_ML_7_3_no_program_is_the_cheapest_active_movement_alone() -> None:
    game = Game()
    game.say(RED, "move 1")
    game.time_out(BLUE)
    assert game.state.programs[BLUE] == ("move-1",)
    game.pass_rounds(2)
    assert game.asked(BLUE).default == ("move-2",)
