"""MA-10: what a slow table needs: sheets, plans, defaults, and refusals with a reason."""

import pytest

from pbem.engine import PLAN, Condition, Entry, Item, NotAllowed, Seat, begin, follow, preview
from pbem.games.metal_adventures.events.battle import BattleChosen
from pbem.games.metal_adventures.events.captain import Paid
from pbem.games.metal_adventures.events.trophies import AutomaticSet
from pbem.games.metal_adventures.game import GAME

from .scenario import DULL, Scene

ME = Seat(0)


def plan(scene: Scene, seat: int, *items: Item) -> None:
    body = [GAME.codec.encode(item) for item in items]
    scene.match.enter(Entry(scene.match.seq + 1, PLAN, Seat(seat), value=body))
    for step in follow(scene.match):
        scene.events += step.events


def test_MA_10_1_a_whole_turn_runs_from_one_sheet() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.roll(6, 1)
    plan(
        scene,
        0,
        Item("pay_brotherhood", (True,)),
        Item("choose_battle", ("attack exxalia", "space")),
        Item("seek_help", ((),)),
        Item("declare", (("metal faktor",), ())),
        Item("keep_one", ("Trophy of the Hide",), blind=True),
        Item("tour", ((),), blind=True),
    )
    assert scene.s.attacked == "exxalia"
    assert scene.s.fight.result == "won"


def test_MA_10_1_what_is_new_stops_the_plan_unless_it_runs_blind() -> None:
    scene = Scene()
    scene.space(*DULL)
    plan(
        scene,
        0,
        Item("pay_brotherhood", (True,)),
        Item("choose_battle", ("space",)),
        Item("pick_ship", ("weakest",)),
        Item("seek_help", ((),)),
    )
    assert scene.asked() == [(0, "pick_ship")]
    blind = Scene()
    blind.space("Prime Broker", *DULL[:2])
    plan(
        blind,
        0,
        Item("pay_brotherhood", (True,)),
        Item("choose_battle", ("space",)),
        Item("pick_ship", ("richest",), blind=True),
    )
    assert blind.s.fight.target == "Prime Broker"


def test_MA_10_1_ships_can_be_chosen_before_they_are_seen() -> None:
    for policy, ship in (("weakest", "Rustjaw"), ("most glory", "Zenith Herald")):
        scene = Scene()
        scene.space("Prime Broker", "Rustjaw", "Zenith Herald")
        scene.attack("space", ship=policy)
        assert scene.s.fight.target == ship


def test_MA_10_2_the_ranking_can_be_set_beforehand() -> None:
    scene = Scene(4)
    scene.space(*DULL)
    plan(scene, 0, Item("pick_ally", ("ranking",), blind=True))
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", (Seat(2), Seat(3)))
    scene.answer(2, "help", False)
    scene.answer(3, "help", True)
    for _step in follow(scene.match):
        pass
    assert scene.s.fight.allies == [3]


def habitually(seats: int = 3) -> Scene:
    """Captain 0 lives by the game's habits, holds a card and attacks a weak ship."""
    scene = Scene(seats)
    scene.space(*DULL)
    scene.captain(0, credits_=6, has=("Late Reserve",))
    plan(scene, 0, *GAME.habits)
    scene.attack("space", ship="Rustjaw")
    return scene


def test_MA_10_2_by_habit_the_first_is_taken_who_helps_at_the_terms_that_were_offered() -> None:
    scene = habitually(4)
    scene.answer(0, "seek_help", (("2", "ask", 1), ("3", "ask", 1)))
    scene.answer(2, "help", False)
    scene.answer(3, "help", True)
    follow(scene.match)
    assert scene.s.fight.allies == [3]


def test_MA_10_2_who_asks_for_more_is_never_taken_by_habit() -> None:
    scene = habitually(4)
    scene.answer(0, "seek_help", (("2", "ask", 1), ("3", "ask", 1)))
    scene.answer(2, "help", (("answer", "help", 1), ("for", "credits", 2)))
    scene.answer(3, "help", True)
    follow(scene.match)
    assert scene.question(0, "pick_ally").facts["asking"] == 1
    assert scene.s.fight.allies == []


@pytest.mark.parametrize(("orange", "gray", "asked"), [(5, 3, False), (1, 6, True)])
def test_MA_10_5_by_habit_only_who_is_losing_is_asked_for_a_card(
    orange: int, gray: int, asked: bool
) -> None:
    scene = habitually()
    scene.roll(orange, gray)
    scene.answer(0, "seek_help", ())
    scene.answer(0, "declare", ())
    follow(scene.match)
    assert ((0, "play_after") in scene.asked()) == asked
    if asked:
        assert scene.question(0, "play_after").facts["ahead"] is False


@pytest.mark.parametrize(("orange", "gray", "ahead"), [(2, 3, True), (3, 3, False)])
def test_MA_6_7_a_tie_is_not_ahead_for_the_challenged(orange: int, gray: int, ahead: bool) -> None:
    scene = Scene()
    scene.captain(1, has=("Late Reserve",))
    scene.roll(orange, gray)
    scene.attack("challenge 1")
    scene.answer(0, "call_allies", ())
    scene.answer(1, "call_allies", ())
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ())
    assert scene.s.power(Seat(0)) == scene.s.power(Seat(1))
    assert scene.question(1, "play_after").facts["ahead"] is ahead


def test_MA_10_1_the_sheet_names_what_can_be_asked_in_the_order_of_the_rules() -> None:
    scene = Scene()
    scene.captain(1, damage=1, judgment=1, wrecks=["Rustjaw"], has=["Broadside"], credits_=9)
    scene.karokum("Imperator")
    kinds = [prompt.kind for prompt in GAME.turn_sheet(scene.match.state, Seat(1))]
    assert kinds[:4] == ["rest_or_travel", "pay_brotherhood", "choose_battle", "tour"]
    for kind in ("pick_ship", "pick_karokum_ship", "seek_help", "pick_ally", "declare"):
        assert kind in kinds
    for kind in ("purchase", "pay_amnesty", "pay_complete_repairs", "buy_at_rest", "swap_trophy"):
        assert kind in kinds
    assert len(set(kinds)) == len(kinds)


def test_MA_10_1_a_card_for_after_the_roll_can_be_planned_by_who_holds_one() -> None:
    scene = Scene()
    scene.captain(0, has=("Late Reserve",))
    scene.space(*DULL)
    scene.roll(1, 6)
    (line,) = [p for p in GAME.turn_sheet(scene.s, ME) if p.kind == "play_after"]
    assert "After the dice are rolled" in str(line.sentence(scene.s))
    assert line.facts(scene.s) == {"ahead": True}
    assert "play_after" not in [p.kind for p in GAME.turn_sheet(scene.s, Seat(1))]
    late = Item("play_after", ("Late Reserve",), (Condition("ahead", "=", False),), blind=True)
    plan(scene, 0, late)
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", ())
    scene.answer(0, "declare", ())
    follow(scene.match)
    assert "Late Reserve" not in scene.s.improvements[0]


def test_MA_10_1_every_line_of_a_sheet_can_be_shown_typed_and_answered_ahead() -> None:
    scene = Scene(4)
    has = ["Broadside", "Late Reserve"]
    scene.captain(1, damage=1, judgment=1, wrecks=["Rustjaw"], has=has, credits_=9)
    scene.karokum("Imperator")
    scene.bazaar("Lifeboats")
    scene.space(*DULL)
    scene.attack("space")  # Somebody else's battle is going on.
    for prompt in GAME.turn_sheet(scene.s, Seat(1)):
        s = scene.s
        default = prompt.default(s)
        assert prompt.check(s, default) == default
        assert prompt.parse(s, prompt.text(s, default)) == default
        assert str(prompt.sentence(s))
        if hasattr(prompt, "options"):
            assert all(str(option.label) for option in prompt.options(s))


def test_MA_10_1_what_an_own_battle_may_still_ask_can_be_said_before_its_enemy_is_chosen() -> None:
    scene = Scene()
    scene.captain(0, has=("Broadside", "Late Reserve"))
    scene.space(*DULL)
    scene.attack("space")
    assert scene.asked() == [(0, "pick_ship")]
    for prompt in GAME.still_to_come(scene.s, ME):
        assert str(prompt.sentence(scene.s))
        assert "The dice lie" not in str(prompt.sentence(scene.s))
        assert prompt.facts(scene.s).get("ahead", True)
    scene.answer(0, "pick_ship", "Rustjaw")
    (line,) = [p for p in GAME.still_to_come(scene.s, ME) if p.kind == "play_after"]
    assert "The dice lie" not in str(line.sentence(scene.s)), "they are in the hand"


def test_MA_10_1_no_sheet_before_the_game_is_laid_out() -> None:
    scene = Scene()
    scene.s.ready = False
    assert GAME.turn_sheet(scene.s, ME) == []


def test_MA_10_1_two_captains_and_the_infamous_plan_no_help() -> None:
    two = Scene(2)
    assert "seek_help" not in [p.kind for p in GAME.turn_sheet(two.s, ME)]
    infamous = Scene()
    infamous.captain(0, judgment=4)
    kinds = [p.kind for p in GAME.turn_sheet(infamous.s, ME)]
    assert "seek_help" not in kinds
    assert "pay_brotherhood" not in kinds


def test_previews_stop_at_what_reveals() -> None:
    match = begin(GAME, 3, secret=b"preview")
    while any(asking.prompt.kind == "keep_two" for asking in match.waiting()):
        asking = match.waiting()[0]
        entry = Entry(match.seq + 1, "answer", asking.prompt.seat, asking.key, (0, 1))
        match.enter(entry)
    pay = match.waiting()[0]
    me = pay.prompt.seat
    shown = preview(match, [Entry(0, "answer", me, pay.key, True)], me)
    assert not shown.goes_on
    assert shown.events[0] == Paid(me, "pot", 1)
    battle = pay.key.replace("pay_brotherhood", "choose_battle")
    hunt = [Entry(0, "answer", me, pay.key, True), Entry(0, "answer", me, battle, "space")]
    shown = preview(match, hunt, me)
    assert shown.goes_on
    assert isinstance(shown.events[-1], BattleChosen)  # And no word of the card on top.


def test_MA_10_4_who_does_nothing_rests_if_damaged() -> None:
    scene = Scene()
    scene.captain(0, damage=1)
    assert scene.question(0, "rest_or_travel").default == "rest"


def test_MA_10_4_else_travels_pays_and_attacks_the_weakest_ship_alone() -> None:
    scene = Scene()
    scene.space("Prime Broker", "Rustjaw", "Zenith Herald")
    scene.let_pass(0)
    assert scene.happened(Paid) == [Paid(ME, "pot", 1)]
    scene.let_pass(0)
    scene.let_pass(0)
    assert scene.s.fight.target == "Rustjaw"
    scene.let_pass(0)
    assert scene.asked() == [(0, "declare")]
    scene.let_pass(0)
    assert scene.s.fight.faktor[0] == -1
    scene.let_pass(0)
    assert scene.s.turn == 2
    assert scene.s.toured == []


def test_MA_10_4_without_space_the_weakest_planet_still_open_else_the_weakest_captain() -> None:
    scene = Scene()
    scene.captain(0, damage=1, credits_=40)
    scene.captain(2, damage=2)
    scene.captain(1, damage=1)
    scene.bazaar("Lifeboats")
    scene.set_out()
    scene.s.space_deck, gone = [], scene.s.space_deck
    scene.s.gone += gone
    assert scene.question(0, "choose_battle").default == "attack exxalia"
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (2, 7, 10))
    scene.answer(0, "smuggle", "Lifeboats")
    assert scene.question(0, "choose_battle").default == "challenge 2"


def test_MA_10_4_help_is_declined_and_nobody_betrays() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    assert scene.question(0, "seek_help").default == ()
    scene.answer(0, "seek_help", (Seat(1),))
    assert scene.question(1, "help").default == (("answer", "decline", 1),)
    scene.answer(1, "help", True)
    scene.answer(0, "pick_ally", "take 1")
    assert scene.question(1, "betray").default is False


def test_MA_10_5_standing_orders_look_at_who_asks_and_what_for() -> None:
    scene = Scene()
    scene.space("Apocalypse", *DULL[:2])
    scene.attack("space", ship="Apocalypse")
    scene.answer(0, "seek_help", (Seat(1),))
    assert dict(scene.question(1, "help").facts) == {
        "attacker": 0,
        "kind": "space",
        "attack": 8,
        "defence": 18,
        "hunter": True,
        "credits": 0,
        "credits_later": 0,
        "promised": False,
    }


def test_MA_10_7_an_answer_that_an_act_made_impossible_is_refused_and_asked_again() -> None:
    scene = Scene()
    scene.captain(0, credits_=2, damage=1, has=["Smiling Ledger"])
    scene.shop("Riveted Hull", "Plasma Cutlass", "Twin Mortars", "Siege Ram")
    scene.answer(0, "rest_or_travel", "rest")
    assert "Riveted Hull" in scene.question(0, "buy_at_rest").values()  # 4 − 1 + 1 of 4.
    scene.act(0, "discard", "Smiling Ledger")
    assert scene.refused(0, "buy_at_rest", "Riveted Hull")
    assert scene.question(0, "buy_at_rest").default == "none"


def test_a_form_sent_twice_changes_nothing() -> None:
    scene = Scene()
    key = scene.question(0, "pay_brotherhood").key
    scene.answer(0, "pay_brotherhood", True)
    before = GAME.codec.encode(scene.s)
    with pytest.raises(NotAllowed, match="closed"):
        scene.match.enter(Entry(scene.match.seq + 1, "answer", ME, key, True))
    assert GAME.codec.encode(scene.s) == before


def test_what_does_not_exist_is_refused_with_what_does() -> None:
    scene = Scene()
    scene.set_out()
    assert "challenge p2" in scene.refused(0, "choose_battle", "challenge 7")
    assert "space" in scene.refused(0, "choose_battle", 3)


def test_MA_5_4_whether_trophies_are_claimed_automatically_is_nobodys_business() -> None:
    event = AutomaticSet(Seat(1), on=False)
    assert [event.seen_by(seat) for seat in (None, Seat(0), Seat(1))] == [False, False, True]
