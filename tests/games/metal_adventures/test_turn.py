"""MA-4: a turn, the Brotherhood, rest, the limit of improvements, the end."""

from typing import Any

import pytest

from pbem.engine import RESIGN, Entry, NotAllowed, Outcome, Seat
from pbem.games.metal_adventures.events.captain import DieBlanked, Judged, Paid, Received, Repaired
from pbem.games.metal_adventures.events.cards import ImprovementDiscarded, ShopFilled
from pbem.games.metal_adventures.events.turn import ActionTaken, TurnEnded
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.rules.turn import outcome, over

from .scenario import DULL, Scene


def test_MA_4_1_without_damage_there_is_no_rest() -> None:
    assert Scene().asked() == [(0, "pay_brotherhood")]


def test_MA_4_1_with_damage_the_captain_rests_or_travels() -> None:
    scene = Scene()
    scene.captain(0, damage=1)
    scene.captain(1, damage=1)
    assert scene.question(0, "rest_or_travel").values() == ("rest", "travel")
    scene.answer(0, "rest_or_travel", "travel")
    assert scene.asked() == [(0, "pay_brotherhood")]


def test_MA_4_2_one_battle_is_a_must_and_the_tour_comes_before_or_after_it() -> None:
    scene = Scene()
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", ())
    assert "before or after" in scene.refused(0, "choose_battle", "tour")
    scene.space(*DULL)
    scene.answer(0, "choose_battle", "space")
    scene.answer(0, "pick_ship", "Rustjaw")
    scene.alone()
    assert scene.s.turn == 2  # No second tour, no second battle.


def test_MA_4_2_after_the_battle_comes_the_tour() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    scene.alone()
    assert scene.asked() == [(0, "tour")]
    scene.answer(0, "tour", ())
    assert scene.s.turn == 2


def test_MA_4_3_the_brotherhood_is_paid_into_the_pot_before_anything_else() -> None:
    scene = Scene()
    scene.answer(0, "pay_brotherhood", True)
    assert scene.s.purse["pot"] == 1
    assert scene.s.credits[0] == 2
    assert scene.asked() == [(0, "choose_battle")]


def test_MA_4_3_who_will_not_pay_takes_a_judgment() -> None:
    scene = Scene()
    scene.answer(0, "pay_brotherhood", False)
    assert scene.s.judgment[0] == 1
    assert scene.s.credits[0] == 3
    assert scene.happened(Judged) == [Judged(Seat(0), "brotherhood")]


def test_MA_4_3_who_cannot_pay_takes_a_judgment_unasked() -> None:
    scene = Scene()
    scene.captain(0, credits_=0)
    assert scene.asked() == [(0, "choose_battle")]
    assert scene.s.judgment[0] == 1


def test_MA_4_3_strictly_the_weakest_is_exempt() -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum"])
    scene.captain(2, has=["Lumiculaire"])
    assert scene.asked() == [(0, "choose_battle")]
    assert scene.s.purse["pot"] == 0


def test_MAR_21_a_tie_for_the_lowest_pays() -> None:
    scene = Scene()
    scene.captain(2, has=["Lumiculaire"])
    assert scene.asked() == [(0, "pay_brotherhood")]


def test_MAR_08_damage_counts_for_the_brotherhood() -> None:
    scene = Scene()
    scene.captain(0, damage=1)
    scene.answer(0, "rest_or_travel", "travel")
    assert scene.asked() == [(0, "choose_battle")]


def resting(**mine: Any) -> Scene:
    scene = Scene()
    scene.captain(0, damage=3, faktor=4, **mine)
    return scene


def test_MA_4_4_rest_gives_credits_repairs_and_a_blank_die_without_brotherhood() -> None:
    scene = resting()
    scene.answer(0, "rest_or_travel", "rest")
    order = [type(e) for e in scene.events if isinstance(e, Received | Repaired | DieBlanked)]
    assert order == [Received, Repaired, DieBlanked]
    assert (scene.s.credits[0], scene.s.damage[0], scene.s.faktor[0]) == (5, 0, 0)
    assert not scene.happened(Paid)
    assert scene.asked() == [(0, "buy_at_rest")]
    scene.answer(0, "buy_at_rest", "none")
    assert scene.s.turn == 2
    assert not scene.happened(ActionTaken)


def test_MA_4_4_at_rest_a_trophy_may_be_swapped_for_one_of_the_next_two() -> None:
    scene = resting(trophies=["Trophy of the Hide", "Trophy of the Duel"])
    scene.trophies_on_top("Trophy of the Gates", "Trophy of the Knife")
    scene.answer(0, "rest_or_travel", "rest")
    scene.answer(0, "swap_trophy", "Trophy of the Hide")
    assert scene.question(0, "keep_one").values() == ["Trophy of the Gates", "Trophy of the Knife"]
    scene.answer(0, "keep_one", "Trophy of the Knife")
    assert [h.card for h in scene.s.hands[0]] == ["Trophy of the Duel", "Trophy of the Knife"]
    assert scene.s.trophy_deck[-2:] == ["Trophy of the Hide", "Trophy of the Gates"]


def test_MAR_31_without_a_trophy_in_hand_there_is_no_swap() -> None:
    scene = resting()
    scene.answer(0, "rest_or_travel", "rest")
    assert scene.asked() == [(0, "buy_at_rest")]


def test_MA_4_4_at_rest_an_improvement_costs_1_more_paid_to_the_bank() -> None:
    scene = resting()
    scene.shop("Riveted Hull", "Plasma Cutlass", "Twin Mortars", "Rhum")
    scene.answer(0, "rest_or_travel", "rest")  # With the 2 credits of the rest there are 5.
    why = scene.refused(0, "buy_at_rest", "Plasma Cutlass")
    assert "Riveted Hull" in why
    scene.answer(0, "buy_at_rest", "Riveted Hull")
    assert scene.s.credits[0] == 0
    assert scene.happened(Paid) == [Paid(Seat(0), "bank", 5)]
    assert scene.s.improvements[0] == ["Riveted Hull"]


def test_MAR_32_with_nothing_on_sale_nothing_is_asked() -> None:
    scene = Scene(6)
    scene.captain(0, damage=2)
    scene.deal_all_improvements()
    scene.answer(0, "rest_or_travel", "rest")
    assert scene.s.turn == 2


def test_MA_4_5_the_game_ends_with_9_glory_at_the_end_of_a_turn() -> None:
    scene = Scene()
    scene.captain(1, glory=9)
    scene.finish_turn()
    assert scene.match.outcome == Outcome("glory", (Seat(1),), tuple(scene.s.glory))
    assert scene.happened(TurnEnded)


def test_MA_4_5_8_glory_do_not_end_it() -> None:
    scene = Scene()
    scene.captain(1, glory=8)
    scene.finish_turn()
    assert scene.match.outcome is None


def test_MAR_119_glory_lost_again_in_the_turn_does_not_end_it() -> None:
    scene = Scene()
    scene.captain(0, glory=9)
    scene.answer(0, "pay_brotherhood", False)
    scene.space(*DULL)
    scene.answer(0, "choose_battle", "space")
    scene.finish_turn()
    assert scene.match.outcome is None


def test_MA_4_5_the_game_ends_with_2_cards_in_the_space_deck() -> None:
    scene = Scene()
    scene.only_in_space(*DULL, "Apocalypse", "Imperator")
    scene.attack("space", ship="Rustjaw")
    scene.alone()
    scene.answer(0, "tour", ())
    assert scene.match.outcome is not None
    assert scene.match.outcome.reason == "deck"


def test_MA_4_5_3_cards_in_the_space_deck_do_not_end_it() -> None:
    scene = Scene()
    scene.only_in_space(*DULL, "Apocalypse", "Imperator", "Sunspear")
    scene.attack("space", ship="Rustjaw")
    scene.alone()
    scene.answer(0, "tour", ())
    assert scene.match.outcome is None


def test_MAR_120_the_space_deck_is_counted_after_hunters_are_back() -> None:
    scene = Scene()
    scene.only_in_space("Apocalypse", "Rustjaw", "Dust Jackal", "Imperator", "Sunspear")
    scene.attack("space", ship="Rustjaw")
    scene.alone()
    scene.answer(0, "tour", ())
    assert len(scene.s.space_deck) == 3
    assert scene.match.outcome is None


def test_MA_4_5_most_glory_wins_then_most_credits_then_they_share_it() -> None:
    s = Scene().s
    s.glory = [5, 9, 9]
    s.credits = [20, 3, 4]
    assert over(s) == "glory"
    assert outcome(s, "glory") == Outcome("glory", (Seat(2),), (5, 9, 9))
    s.credits = [20, 4, 4]
    assert outcome(s, "glory").winners == (Seat(1), Seat(2))
    s.glory = [5, 8, 9]
    assert outcome(s, "glory").winners == (Seat(2),)


def test_MAR_122_who_ends_the_game_need_not_win_it() -> None:
    scene = Scene()
    scene.captain(0, glory=9)
    scene.captain(2, glory=10)
    scene.finish_turn()
    assert scene.match.outcome is not None
    assert scene.match.outcome.winners == (Seat(2),)


def test_MA_4_6_equipment_goes_under_the_ocg_deck_and_support_to_the_bazaar() -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum", "Broadside"])
    scene.act(1, "discard", "Rhum")
    scene.act(1, "discard", "Broadside")
    assert scene.s.shop_deck[-1] == "Rhum"
    assert scene.s.bazaar == ["Broadside"]
    assert scene.acts(1) == ["claim_for_me", "offer"]


def test_MA_4_6_no_discard_in_ones_own_turn_before_the_brotherhood() -> None:
    scene = Scene()
    scene.captain(0, has=["Rhum"])
    scene.captain(1, has=["Lumiculaire"])
    assert "discard" not in scene.acts(0)
    assert "discard" in scene.acts(1)
    with pytest.raises(NotAllowed):
        scene.act(0, "discard", "Rhum")
    scene.answer(0, "pay_brotherhood", True)
    scene.act(0, "discard", "Rhum")
    assert scene.s.improvements[0] == []


def test_MA_4_6_no_discard_while_a_battle_is_open() -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum"])
    scene.space(*DULL)
    scene.attack("space")
    assert "discard" not in scene.acts(1)
    scene.answer(0, "pick_ship", "Rustjaw")
    scene.alone()
    assert "discard" in scene.acts(1)


def test_MA_4_6_of_five_improvements_one_is_discarded_the_new_one_included() -> None:
    scene = Scene()
    held = ["Rhum", "Lumiculaire", "Twin Mortars", "Riveted Hull"]
    scene.captain(0, has=held, credits_=9)
    scene.shop("Plasma Cutlass", "Siege Ram", "Boarding Nets", "Prize Crew")
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (6,))
    scene.answer(0, "purchase", "Plasma Cutlass")
    question = scene.question(0, "discard_one")
    assert question.values() == [*held, "Plasma Cutlass"]
    assert question.default == "Plasma Cutlass"
    assert "discard" not in scene.acts(0)  # That would be a second way to do the same.
    scene.answer(0, "discard_one", "Rhum")
    assert scene.happened(ImprovementDiscarded) == [ImprovementDiscarded(Seat(0), "Rhum")]
    assert len(scene.s.improvements[0]) == 4


def test_MA_4_6_a_fourth_improvement_is_kept_without_a_question() -> None:
    scene = Scene()
    scene.captain(0, has=["Rhum", "Lumiculaire", "Twin Mortars"], credits_=9)
    scene.shop("Plasma Cutlass", "Siege Ram", "Boarding Nets", "Prize Crew")
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (6,))
    scene.answer(0, "purchase", "Plasma Cutlass")
    assert scene.asked() == [(0, "choose_battle")]


def test_MA_4_7_the_row_is_refilled_at_once() -> None:
    scene = Scene()
    scene.captain(0, credits_=9)
    scene.shop("Plasma Cutlass", "Siege Ram", "Boarding Nets", "Prize Crew")
    top = scene.s.shop_deck[0]
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (6,))
    scene.answer(0, "purchase", "Plasma Cutlass")
    assert scene.s.shop == ["Siege Ram", "Boarding Nets", "Prize Crew", top]
    assert scene.happened(ShopFilled) == [ShopFilled((top,))]


def test_MA_4_8_if_the_game_ends_seats_that_claim_themselves_claim_too() -> None:
    scene = Scene()
    scene.captain(0, glory=9)
    scene.captain(1, credits_=12, trophies=["Trophy of the Fortune"], automatic=False)
    scene.finish_turn()
    assert scene.match.outcome is not None
    assert scene.s.glory[1] == 1
    assert scene.match.outcome.scores[1] == 1


def test_MA_4_8_otherwise_they_do_not() -> None:
    scene = Scene()
    scene.captain(1, credits_=12, trophies=["Trophy of the Fortune"], automatic=False)
    scene.finish_turn()
    assert scene.s.glory[1] == 0


def test_MA_4_8_an_automatic_claim_at_the_end_of_the_turn_can_end_the_game() -> None:
    scene = Scene()
    scene.captain(0, glory=8, credits_=9, trophies=["Trophy of the Fortune"], automatic=False)
    scene.space("Prime Broker", "Rustjaw", "Dust Jackal")
    scene.attack("space", ship="Prime Broker")
    scene.roll(6, 1)
    scene.alone()
    scene.act(0, "claim_for_me", True)
    scene.answer(0, "tour", ())
    assert scene.match.outcome is not None
    assert scene.match.outcome.reason == "glory"


def test_MA_10_8_a_resigned_seat_is_played_on_by_its_defaults() -> None:
    scene = Scene()
    scene.match.enter(Entry(scene.match.seq + 1, RESIGN, Seat(0)))
    assert scene.s.resigned == [0]
    entry = scene.match.next_entry()
    assert entry is not None
    assert (entry.seat, entry.value) == (0, True)


def test_MA_10_8_the_last_captain_wins_only_if_the_table_says_so() -> None:
    for says, reason in ((False, None), (True, "last")):
        scene = Scene(2, options={"last_captain_wins": says})
        scene.match.enter(Entry(scene.match.seq + 1, RESIGN, Seat(0)))
        found = scene.match.outcome
        assert (found.reason if found else None) == reason
        if found:
            assert found.winners == (Seat(1),)
            assert "p2 alone" in str(GAME.ending(found))


def test_MA_10_8_with_two_left_nobody_has_won() -> None:
    scene = Scene(3, options={"last_captain_wins": True})
    scene.match.enter(Entry(scene.match.seq + 1, RESIGN, Seat(0)))
    assert scene.match.outcome is None


def test_MA_4_5_the_ending_is_said_in_a_sentence() -> None:
    won = GAME.ending(Outcome("glory", (Seat(1),), (3, 9, 2)))
    assert str(won) == "Nine glory are reached. p2 wins with 9 glory."
    shared = GAME.ending(Outcome("deck", (Seat(0), Seat(2)), (3, 1, 3)))
    assert str(shared) == "The Space deck has run out. p1 and p3 share the victory with 3 glory."
