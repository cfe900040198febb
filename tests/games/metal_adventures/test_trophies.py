"""MA-5: trophies."""

from collections.abc import Callable

from pbem.engine import Seat
from pbem.games.metal_adventures.conditions import claimable, met
from pbem.games.metal_adventures.events.captain import GloryWon, Received
from pbem.games.metal_adventures.events.trophies import TrophiesUnder, TrophyClaimed
from pbem.games.metal_adventures.rules.trophies import deed
from pbem.games.metal_adventures.state import Deed, Held

from .scenario import DULL, Scene

FORTUNE, FLOTILLA, DUEL = "Trophy of the Fortune", "Trophy of the Flotilla", "Trophy of the Duel"
FLAGS, HANGMAN, GIANT = "Trophy of the Four Flags", "Trophy of the Hangman", "Trophy of the Giant"


def test_MA_5_1_a_claimed_trophy_gives_glory_and_credits_and_goes_under_the_deck() -> None:
    scene = Scene()
    scene.captain(1, wrecks=["Sunspear", *DULL], trophies=[FLOTILLA], automatic=False)
    scene.act(1, "claim", FLOTILLA)
    assert (scene.s.glory[1], scene.s.credits[1]) == (1, 4)
    assert scene.s.hands[1] == []
    assert scene.s.trophy_deck[-1] == FLOTILLA
    assert scene.happened(TrophyClaimed) == [TrophyClaimed(Seat(1), FLOTILLA, 1, 1)]
    assert scene.happened(Received) == [Received(Seat(1), "bank", 1)]


def test_MAR_100_a_claimed_trophy_is_not_replaced() -> None:
    scene = Scene()
    scene.captain(1, credits_=10, trophies=[FORTUNE, DUEL])
    scene.begin()
    assert [held.card for held in scene.s.hands[1]] == [DUEL]


def test_MA_5_1_at_most_one_per_captain_and_turn_MAR_97() -> None:
    scene = Scene()
    wrecks = ["Sunspear", "Rustjaw", "Ledger Seven", "Iron Decree"]
    scene.captain(1, wrecks=wrecks, credits_=12, trophies=[FORTUNE, FLOTILLA])
    scene.captain(2, credits_=10, trophies=[DUEL])
    scene.captain(0, has=["Plasma Cutlass", "Twin Mortars"], trophies=["Trophy of the Dread"])
    assert [event.seat for event in scene.happened(TrophyClaimed)] == [0, 1]
    assert claimable(scene.s, Seat(1)) == []
    scene.finish_turn()
    assert scene.s.glory[1] == 2  # The second one in the next captain's turn.


def test_MA_5_1_on_anybodys_turn() -> None:
    scene = Scene()
    scene.s.active = Seat(2)
    scene.captain(1, credits_=10, trophies=[FORTUNE], automatic=False)
    scene.act(1, "claim", FORTUNE)
    assert scene.s.glory[1] == 1


def test_MA_5_2_MAR_99_what_an_action_takes_away_cannot_be_claimed_before_the_loss() -> None:
    scene = Scene()
    scene.captain(0, credits_=11, trophies=[FORTUNE], automatic=False)
    scene.set_out()
    assert "claim" in scene.acts(0)
    scene.karokum("Sunspear")
    scene.answer(0, "choose_battle", "via karokum")
    assert "claim" not in scene.acts(0)  # Closed while the battle goes on.
    scene.answer(0, "pick_karokum_ship", "Sunspear")
    scene.roll(1, 6)
    scene.alone()
    assert "claim" not in scene.acts(0)


def test_MA_5_4_a_trophy_swapped_in_at_rest_is_claimed_before_the_purchase() -> None:
    scene = Scene()
    scene.captain(0, credits_=8, damage=1, trophies=[DUEL])
    scene.trophies_on_top(FORTUNE, "Trophy of the Knife")
    scene.shop("Rhum", "Prize Crew", "Twin Mortars", "Siege Ram")
    scene.answer(0, "rest_or_travel", "rest")
    scene.answer(0, "swap_trophy", DUEL)
    scene.answer(0, "keep_one", FORTUNE)  # 10 credits now, and fewer after a purchase.
    assert scene.s.claimed == [0]
    assert scene.asked() == [(0, "buy_at_rest")]


def test_MA_5_4_what_a_purchase_at_rest_makes_true_is_claimed_before_promises_are_due() -> None:
    scene = Scene()
    scene.captain(
        0,
        credits_=9,
        damage=1,
        has=["Rhum", "Prize Crew", "Broadside"],
        trophies=["Trophy of the Full Hold"],
    )
    scene.shop("Siege Ram", "Twin Mortars", "Plasma Cutlass", "Riveted Hull")
    scene.answer(0, "rest_or_travel", "rest")
    (promise,) = [q for q in scene.match.acts(Seat(0)) if q.key == "promise"]
    scene.act(0, "promise", promise.parse("p2 rhum by end"))
    scene.answer(0, "swap_trophy", "none")
    scene.answer(0, "buy_at_rest", "Siege Ram")
    assert scene.s.claimed == [0]
    assert scene.asked() == [(0, "keep_promises")]


def test_MA_5_3_a_deed_counts_only_with_the_trophy_already_in_hand() -> None:
    scene = Scene()
    s = scene.match.state
    deed(scene.match.table, Seat(0), "won_challenge")
    early, late = Held(DUEL, 0), Held(DUEL, s.deed_count)
    assert met(s, Seat(0), early)
    assert not met(s, Seat(0), late)


def test_MA_5_3_a_deed_is_the_holders_own() -> None:
    scene = Scene()
    deed(scene.match.table, Seat(1), "won_challenge")
    assert not met(scene.s, Seat(0), Held(DUEL, 0))
    assert met(scene.s, Seat(1), Held(DUEL, 0))


def test_MA_5_3_a_deed_of_another_kind_or_size_does_not_count() -> None:
    scene = Scene()
    scene.s.deeds = [Deed(1, Seat(0), "beat_ship", 13)]
    assert not met(scene.s, Seat(0), Held(DUEL, 0))
    assert not met(scene.s, Seat(0), Held(GIANT, 0))
    scene.s.deeds = [Deed(1, Seat(0), "beat_ship", 14)]
    assert met(scene.s, Seat(0), Held(GIANT, 0))


def test_MA_5_3_a_deed_stays_claimable_until_the_turn_ends() -> None:
    scene = Scene()
    scene.captain(0, has=["Plasma Cutlass"], trophies=[DUEL], automatic=False)
    scene.attack("challenge 1")
    scene.roll(6, 1)
    scene.answer(0, "call_allies", ())
    scene.answer(1, "call_allies", ())
    scene.nothing_more()
    scene.let_pass(0)  # The plunder.
    assert "claim" in scene.acts(0)
    scene.finish_turn()
    assert "claim" not in scene.acts(0)
    assert [held.card for held in scene.s.hands[0]] == [DUEL]


def test_MA_5_3_a_state_must_hold_when_it_is_claimed() -> None:
    scene = Scene()
    scene.captain(
        1, has=["Rhum", "Lumiculaire"], trophies=["Trophy of the Arsenal"], automatic=False
    )
    assert "claim" in scene.acts(1)
    scene.act(1, "discard", "Rhum")
    assert "claim" not in scene.acts(1)


def test_MA_5_4_claims_are_made_for_you_at_the_first_open_moment() -> None:
    scene = Scene()
    scene.captain(0, credits_=6, trophies=[FORTUNE])
    scene.space("Prime Broker", "Rustjaw", "Dust Jackal")
    scene.attack("space", ship="Prime Broker")
    scene.roll(6, 1)
    scene.alone()  # 5 and 5 are 10: claimed when the battle is settled, before the tour.
    assert scene.asked() == [(0, "tour")]
    assert scene.s.glory[0] == 1


def test_MA_5_4_before_the_brotherhood_too() -> None:
    scene = Scene()
    scene.captain(0, credits_=10, trophies=[FORTUNE])
    assert scene.asked() == [(0, "pay_brotherhood")]
    assert scene.s.glory[0] == 1


def test_MA_5_4_the_setting_can_be_switched_off_and_on_again() -> None:
    scene = Scene()
    scene.captain(1, credits_=10, trophies=[FORTUNE], automatic=False)
    scene.begin()
    assert scene.s.glory[1] == 0
    scene.act(1, "claim_for_me", False)
    assert scene.s.glory[1] == 0
    scene.act(1, "claim_for_me", True)
    assert scene.s.glory[1] == 1


def test_MA_5_4_switching_it_on_in_a_battle_waits_for_its_end() -> None:
    scene = Scene()
    scene.captain(1, credits_=10, trophies=[FORTUNE], automatic=False)
    scene.space(*DULL)
    scene.attack("space")
    scene.act(1, "claim_for_me", True)
    assert scene.s.glory[1] == 0
    scene.answer(0, "pick_ship", "Rustjaw")
    scene.alone()
    assert scene.s.glory[1] == 1


def test_MA_5_4_of_two_more_glory_then_more_credits_then_longer_held() -> None:
    scene = Scene()
    s = scene.s
    wrecks = ["Sunspear", "Rustjaw", "Ledger Seven", "Iron Decree"]
    scene.captain(1, wrecks=wrecks, credits_=10, trophies=[FLOTILLA, FLAGS])
    assert claimable(s, Seat(1)) == [FLAGS, FLOTILLA]
    s.hands[1] = [Held(FORTUNE, 0), Held(FLOTILLA, 0)]
    assert claimable(s, Seat(1)) == [FLOTILLA, FORTUNE]  # As much glory, and a credit.
    arsenal = "Trophy of the Arsenal"
    scene.captain(1, has=["Rhum", "Lumiculaire"])
    s.hands[1] = [Held(arsenal, 0), Held(FLOTILLA, 0)]
    assert claimable(s, Seat(1)) == [arsenal, FLOTILLA]
    s.hands[1].reverse()
    assert claimable(s, Seat(1)) == [FLOTILLA, arsenal]


def test_MA_5_4_closed_while_a_tour_action_resolves() -> None:
    scene = Scene()
    scene.captain(1, credits_=10, trophies=[FORTUNE], automatic=False)
    scene.captain(0, credits_=9)
    scene.shop("Plasma Cutlass", "Siege Ram", "Boarding Nets", "Prize Crew")
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    assert "claim" in scene.acts(1)
    scene.answer(0, "tour", (6,))
    assert scene.asked() == [(0, "purchase")]
    assert "claim" not in scene.acts(1)
    scene.answer(0, "purchase", "Siege Ram")
    assert "claim" in scene.acts(1)


def test_MA_4_8_claims_are_tested_against_one_state_and_paid_clockwise_from_the_active() -> None:
    scene = Scene()
    scene.s.active = Seat(1)
    for seat, card in ((0, FORTUNE), (2, DUEL)):
        scene.captain(seat, credits_=10, trophies=[card])
    scene.captain(1, wrecks=["Sunspear", *DULL], trophies=[FLOTILLA])
    assert [event.seat for event in scene.happened(GloryWon)] == [1, 0]


def test_MA_1_4_hangman_asks_for_the_glory_title_action() -> None:
    scene = Scene()
    scene.captain(0, wrecks=["Rustjaw", "Dust Jackal", "Cinder Sow"], trophies=[HANGMAN])
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (4,))
    scene.answer(0, "title_wrecks", ("Rustjaw", "Dust Jackal", "Cinder Sow"))
    assert scene.s.glory[0] == 2
    assert scene.happened(TrophyClaimed)[0].card == HANGMAN


def test_MA_10_6_several_trophies_returned_together_lie_in_random_order() -> None:
    for under in (
        ("Trophy of the Knife", "Trophy of the Hide"),
        ("Trophy of the Hide", "Trophy of the Knife"),
    ):
        scene = Scene()
        scene.trophies_on_top("Trophy of the Gates", "Trophy of the Knife", "Trophy of the Hide")
        scene.dice.load("returned trophies@0", under)
        scene.attack("attack exxalia")
        scene.roll(6, 1)
        scene.alone()
        scene.answer(0, "keep_one", "Trophy of the Gates")
        assert scene.happened(TrophiesUnder)[-1].cards == under


def conditions_scene() -> Scene:
    scene = Scene()
    scene.captain(0, credits_=9, wrecks=["Rustjaw", "Dust Jackal", "Ledger Seven"], has=["Rhum"])
    return scene


def test_MA_5_3_every_condition_on_both_sides_of_its_edge() -> None:
    scene = conditions_scene()
    s, who = scene.s, Seat(0)
    cards: dict[str, Callable[[], None]] = {
        FORTUNE: lambda: scene.captain(0, credits_=10),
        FLOTILLA: lambda: scene.captain(0, wrecks=["Sunspear"]),
        FLAGS: lambda: scene.captain(0, wrecks=["Iron Decree"]),
        "Trophy of the Arsenal": lambda: scene.captain(0, has=["Lumiculaire"]),
        "Trophy of the Dread": lambda: scene.captain(0, has=["Plasma Cutlass"]),
        "Trophy of the Full Hold": lambda: scene.captain(0, has=["Broadside"]),
    }
    for card, enough in cards.items():
        assert not met(s, who, Held(card, 0)), card
        enough()
        assert met(s, who, Held(card, 0)), card
