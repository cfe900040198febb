"""MA-6.3 to 6.9: planets, alliances, betrayal, the Metal Faktor, support cards, the sums."""

import pytest

from pbem.engine import Seat
from pbem.games.metal_adventures.events.battle import (
    Allied,
    Compared,
    DebtDue,
    FaktorDeclared,
    HelpAnswered,
    HelpSought,
    Rolled,
)
from pbem.games.metal_adventures.events.captain import DieBlanked, Judged
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.prompts.battle import Declare
from pbem.games.metal_adventures.score import totals
from pbem.games.metal_adventures.state import UNUSED

from .scenario import DULL, Scene

BROKER = GAME.read_pack(GAME.pack()).ships["Prime Broker"].power


def against(ship: str = "Rustjaw", seats: int = 3) -> Scene:
    """Captain 0 attacks a ship and is about to call for help."""
    scene = Scene(seats)
    scene.space(ship, *(card for card in DULL if card != ship))
    return scene


def sums(scene: Scene) -> tuple[int, int]:
    compared = scene.happened(Compared)[-1]
    return compared.attack, compared.defence


# MA-6.3: planets.


def test_MA_6_3_a_planet_toured_this_turn_cannot_be_attacked() -> None:
    scene = Scene()
    scene.captain(0, damage=1, credits_=5)
    scene.captain(1, damage=1)
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (2,))
    assert "Exxalia" in scene.refused(0, "choose_battle", "attack exxalia")
    scene.answer(0, "choose_battle", "attack bazaar")


def test_MA_6_3_a_planet_attacked_is_closed_to_the_tour_MAR_69() -> None:
    scene = Scene()
    scene.captain(0, credits_=9)
    scene.attack("attack karokum")
    scene.alone()
    assert "Karokum" in scene.refused(0, "tour", (10,))
    assert 1 in scene.question(0, "tour").values()


@pytest.mark.parametrize(("planet", "power"), [("exxalia", 10), ("bazaar", 11), ("karokum", 12)])
def test_MA_6_3_a_planets_power_is_on_the_board(planet: str, power: int) -> None:
    scene = Scene()
    scene.attack(f"attack {planet}")
    scene.roll(3, 5)
    scene.alone()
    assert sums(scene) == (8 + 3, power + 5)


def test_MAR_73_an_empty_treasure_may_be_attacked_too() -> None:
    scene = Scene()
    scene.attack("attack bazaar")
    scene.roll(6, 1)
    scene.alone()
    assert scene.s.fight.result == "won"


# MA-6.4: alliance.


def test_MA_6_4_all_are_asked_at_once_and_the_attacker_picks_one_MA_10_2() -> None:
    scene = against(seats=4)
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", (Seat(3), Seat(1), Seat(2)))
    assert scene.happened(HelpSought) == [HelpSought(Seat(0), (Seat(3), Seat(1), Seat(2)))]
    assert sorted(scene.asked()) == [(1, "help"), (2, "help"), (3, "help")]
    scene.answer(1, "help", True)
    scene.answer(2, "help", True)
    scene.answer(3, "help", False)
    question = scene.question(0, "pick_ally")
    assert question.values() == ("take 1", "take 2", "nobody")
    assert question.default == "take 1"  # MA-10.4: the own ranking.
    scene.answer(0, "pick_ally", "take 2")
    assert scene.happened(Allied) == [Allied(Seat(2), Seat(0))]
    assert scene.s.fight.allies == [2]


def test_MA_6_4_the_ranking_decides_in_whose_order_help_is_offered() -> None:
    scene = against(seats=4)
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", (Seat(2), Seat(1)))
    scene.answer(1, "help", True)
    scene.answer(2, "help", True)
    assert scene.question(0, "pick_ally").default == "take 2"


def test_MA_6_4_the_attacker_may_take_nobody() -> None:
    scene = against()
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", (Seat(1),))
    scene.answer(1, "help", True)
    scene.answer(0, "pick_ally", "nobody")
    assert scene.s.fight.allies == []


def test_MA_6_4_nobody_willing_nobody_to_pick() -> None:
    scene = against()
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", (Seat(1), Seat(2)))
    scene.answer(1, "help", False)
    scene.answer(2, "help", False)
    assert scene.asked() == [(0, "declare")]


def test_MA_8_2_refusals_are_known_to_the_two_only() -> None:
    event = HelpAnswered(Seat(1), Seat(0), willing=False)
    assert [event.seen_by(seat) for seat in (None, Seat(0), Seat(1), Seat(2))] == [
        False,
        True,
        True,
        False,
    ]


def test_MAR_01_two_captains_ask_nobody_for_help() -> None:
    scene = against(seats=2)
    scene.attack("space", ship="Rustjaw")
    assert scene.asked() == [(0, "declare")]


def test_MAR_10_an_ally_helps_against_planets_too() -> None:
    scene = Scene()
    scene.attack("attack karokum")
    scene.ally(1, betrays=False)
    scene.roll(1, 1)
    scene.nothing_more()
    assert sums(scene) == (8 + 1 + 4, 12 + 1)
    assert scene.s.fight.result == "won"  # MA-6.7: a tie.


# MA-6.5: betrayal.


def test_MA_6_5_MAR_64_the_traitor_takes_1_judgment_and_helps_the_defender() -> None:
    scene = against("Prime Broker")
    scene.attack("space", ship="Prime Broker")
    scene.ally(1, betrays=True)
    assert scene.happened(Judged) == [Judged(Seat(1), "betrayal")]  # At once.
    scene.roll(4, 2)
    scene.nothing_more()
    assert sums(scene) == (8 + 4, BROKER + 2 + 4)


def test_MA_6_5_no_betrayal_against_a_hunter() -> None:
    scene = against("Apocalypse")
    scene.attack("space", ship="Apocalypse")
    scene.ally(1)
    assert sorted(scene.asked()) == [(0, "declare"), (1, "declare")]


def test_MA_6_5_the_traitor_may_use_no_support_card() -> None:
    scene = against()
    scene.captain(1, has=["Broadside", "Late Reserve"])
    scene.attack("space", ship="Rustjaw")
    scene.ally(1, betrays=True)
    assert scene.question(1, "declare").values() == ["metal faktor"]
    scene.answer(1, "declare", ())
    scene.answer(0, "declare", ())
    assert (1, "play_after") not in scene.asked()


def test_MAR_63_betrayal_comes_before_any_card() -> None:
    scene = against()
    scene.captain(0, has=["Broadside"])
    scene.attack("space", ship="Rustjaw")
    scene.ally(1)
    assert scene.asked() == [(0, "declare"), (1, "betray")]
    scene.answer(0, "declare", ("Broadside",))
    assert scene.s.improvements[0] == ["Broadside"]  # Nothing is played before the ally has spoken.
    scene.answer(1, "betray", True)
    scene.answer(1, "declare", ())
    assert (0, "declare") in scene.asked()  # What was declared beside an ally does not count.
    scene.answer(0, "declare", ())
    assert scene.s.improvements[0] == ["Broadside"]


# MA-6.6: declarations.


def test_MA_6_6_attacker_and_ally_declare_together_under_seal() -> None:
    scene = against()
    scene.captain(1, has=["Broadside"])
    scene.attack("space", ship="Rustjaw")
    scene.ally(1, betrays=False)
    assert scene.asked() == [(0, "declare")]
    scene.answer(0, "declare", ("metal faktor",))
    assert scene.asked() == [(1, "declare")]
    assert scene.s.fight.faktor == [UNUSED, UNUSED, UNUSED]
    scene.answer(1, "declare", ("metal faktor", "Broadside"))
    assert scene.happened(FaktorDeclared) == [FaktorDeclared(Seat(0)), FaktorDeclared(Seat(1))]


def test_MA_10_3_attacker_and_ally_are_asked_in_one_breath() -> None:
    scene = against()
    scene.attack("space", ship="Rustjaw")
    scene.ally(1)
    assert scene.asked() == [(0, "declare"), (1, "betray")]
    scene.answer(1, "betray", False)
    assert scene.asked() == [(0, "declare")]
    scene.answer(0, "declare", ())
    assert scene.asked() == [(1, "declare")]


def test_MA_6_6_after_a_betrayal_first_the_traitor_then_the_attacker() -> None:
    scene = against()
    scene.attack("space", ship="Rustjaw")
    scene.ally(1, betrays=True)
    assert scene.asked() == [(1, "declare")]
    scene.answer(1, "declare", ("metal faktor",))
    assert scene.asked() == [(0, "declare")]
    assert scene.s.fight.faktor[1] == 0


# MA-6.7: the sums.


def test_MA_6_7_all_parts_of_the_attackers_score() -> None:
    scene = against("Prime Broker")
    scene.captain(0, has=["Twin Mortars", "Broadside"])
    scene.attack("space", ship="Prime Broker")
    scene.ally(1, betrays=False)
    scene.roll(2, 6, p0=4, p1=2)
    scene.answer(0, "declare", ("metal faktor", "Broadside"))
    scene.answer(1, "declare", ("metal faktor",))
    assert sums(scene) == (8 + 2 + 2 + 4 + 4 + 2 + 4, BROKER + 6)
    parts = [(line.what, line.amount) for line in scene.s.fight.lines if line.side == "attack"]
    assert parts == [
        ("power", 10),
        ("orange", 2),
        ("support", 4),
        ("faktor", 4),
        ("faktor", 2),
        ("extra", 4),
    ]


def test_MA_6_7_the_debt_is_subtracted_and_the_die_is_blank_afterwards() -> None:
    scene = against()
    scene.captain(0, faktor=4)
    scene.attack("space", ship="Rustjaw")
    assert scene.happened(DebtDue) == [DebtDue(Seat(0), 4)]
    scene.roll(1, 1)
    scene.answer(0, "seek_help", ())
    assert sums(scene) == (8 + 1 - 4, 6 + 1)
    assert scene.s.faktor[0] == 0
    assert scene.happened(DieBlanked) == [DieBlanked(Seat(0))]


@pytest.mark.parametrize(("orange", "won"), [(2, False), (3, True), (4, True)])
def test_MA_6_7_tie_goes_to_attacker(orange: int, won: bool) -> None:
    scene = against("Prime Broker")
    scene.captain(0, has=["Twin Mortars"])
    scene.attack("space", ship="Prime Broker")
    scene.roll(orange, 13 - BROKER)
    scene.alone()
    assert sums(scene) == (10 + orange, 13)
    assert (scene.s.fight.result == "won") is won


def test_MA_6_7_the_defenders_score_has_the_traitors_support_and_die() -> None:
    scene = against("Prime Broker")
    scene.attack("space", ship="Prime Broker")
    scene.ally(1, betrays=True)
    scene.roll(4, 2, p1=6)
    scene.answer(1, "declare", ("metal faktor",))
    scene.nothing_more()
    assert sums(scene) == (12, BROKER + 2 + 4 + 6)


# MA-6.8: the Metal Faktor.


def test_MA_6_8_a_blank_costs_nothing_and_the_die_may_be_used_again_MAR_53() -> None:
    scene = against()
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", ())
    scene.roll(6, 1, p0=0)
    scene.answer(0, "declare", ("metal faktor",))
    assert sums(scene) == (14, 7)
    assert scene.s.faktor[0] == 0
    assert not scene.happened(DieBlanked)


def test_MA_6_8_a_used_die_stays_on_its_face() -> None:
    scene = against()
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", ())
    scene.roll(1, 1, p0=6)
    scene.answer(0, "declare", ("metal faktor",))
    assert sums(scene) == (8 + 1 + 6, 7)
    assert scene.s.faktor[0] == 6


def test_MA_6_8_MAR_52_the_debt_across_turns() -> None:
    """Used in one turn, owed in the next own battle, usable again in the one after."""
    scene = against(seats=2)
    scene.attack("space", ship="Rustjaw")
    scene.roll(1, 1, p0=4)
    scene.answer(0, "declare", ("metal faktor",))
    scene.answer(0, "tour", ())
    scene.finish_turn()
    scene.space("Cinder Sow", "Sunwright", "Net Thirty")
    scene.attack("space", ship="Cinder Sow")
    assert (0, "declare") not in scene.asked()  # Not in the battle where it is due.
    assert scene.s.fight.debt == 4
    assert scene.s.faktor[0] == 0
    scene.answer(0, "tour", ())
    scene.finish_turn()
    scene.space("Old Grudge", "Pale Meridian", "Sealed Tender")
    scene.attack("space", ship="Pale Meridian")
    assert scene.question(0, "declare").values() == ["metal faktor"]


def test_MAR_54_a_pending_die_costs_an_ally_nothing_and_cannot_be_used() -> None:
    scene = against()
    scene.captain(1, faktor=6)
    scene.attack("space", ship="Rustjaw")
    scene.ally(1, betrays=False)
    assert scene.asked() == [(0, "declare")]
    scene.roll(1, 1)
    scene.answer(0, "declare", ())
    assert sums(scene) == (8 + 1 + 4, 7)
    assert scene.s.faktor[1] == 6


def test_MAR_54_nor_a_challenged_captain() -> None:
    scene = Scene(2)
    scene.captain(1, faktor=6)
    scene.attack("challenge 1")
    assert scene.asked() == [(0, "declare")]
    scene.roll(1, 3)
    scene.answer(0, "declare", ())
    assert sums(scene) == (9, 11)
    assert scene.s.faktor[1] == 6


def test_MAR_51_the_debt_is_due_in_a_challenge_one_issues() -> None:
    scene = Scene(2)
    scene.captain(0, faktor=2)
    scene.attack("challenge 1")
    scene.roll(3, 1)
    scene.nothing_more()
    assert sums(scene) == (8 + 3 - 2, 9)
    scene.let_pass(0)  # The plunder.
    assert scene.s.faktor[0] == 0


def test_MAR_30_after_a_rest_there_is_no_debt() -> None:
    scene = against(seats=2)
    scene.captain(0, damage=1, faktor=6)
    scene.answer(0, "rest_or_travel", "rest")
    scene.answer(0, "buy_at_rest", "none")
    scene.finish_turn()
    scene.space(*(card for card in ("Cinder Sow", "Sunwright", "Net Thirty")))
    scene.attack("space", ship="Cinder Sow")
    assert not scene.happened(DebtDue)


def test_MAR_56_a_reroll_counts_for_the_debt_too() -> None:
    scene = against()
    scene.captain(0, has=["Captain Jones"])
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", ())
    scene.roll(1, 6, p0=6)
    scene.roll(5, 2, p0=0)
    scene.answer(0, "declare", ("metal faktor",))
    scene.answer(0, "play_after", "Captain Jones")
    assert [(r.orange, r.gray) for r in scene.happened(Rolled)] == [(1, 6), (5, 2)]
    assert sums(scene) == (8 + 5, 6 + 2)
    assert scene.s.faktor[0] == 0


# MA-6.9: support cards.


def test_MA_6_9_before_roll_cards_cannot_be_played_after_it_and_the_other_way_round() -> None:
    scene = against()
    scene.captain(0, has=["Broadside", "Late Reserve"])
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", ())
    assert scene.question(0, "declare").values() == ["metal faktor", "Broadside"]
    scene.answer(0, "declare", ())
    assert scene.question(0, "play_after").values() == ("pass", "Late Reserve")


def test_MA_6_9_after_the_roll_holders_are_asked_in_turn_until_all_pass_in_a_row() -> None:
    scene = Scene()
    scene.captain(0, has=["Late Reserve"])
    scene.captain(1, has=["Loaded Cannon"])
    scene.captain(2, has=["Captain Jones"])
    scene.attack("challenge 1")
    scene.answer(0, "call_allies", (Seat(2),))
    scene.answer(1, "call_allies", ())
    scene.answer(2, "take_side", "challenger")
    scene.answer(0, "declare", ())
    scene.answer(2, "declare", ())
    scene.answer(1, "declare", ())
    order = []
    for pick in ("pass", "pass", "Loaded Cannon", "pass", "Captain Jones", "Late Reserve"):
        seat = scene.asked()[0][0]
        order.append(seat)
        scene.answer(seat, "play_after", pick)
    assert order == [0, 2, 1, 0, 2, 0]
    assert scene.s.fight.played == ["Loaded Cannon", "Captain Jones", "Late Reserve"]
    assert scene.s.bazaar == ["Loaded Cannon", "Captain Jones", "Late Reserve"]


def test_MA_6_9_all_passing_once_is_enough() -> None:
    scene = against()
    scene.captain(0, has=["Late Reserve"])
    scene.captain(1, has=["Captain Jones"])
    scene.attack("space", ship="Rustjaw")
    scene.ally(1, betrays=False)
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ())
    scene.answer(0, "play_after", "pass")
    scene.answer(1, "play_after", "pass")
    assert scene.s.fight.result


def test_MAR_57_bystanders_can_do_nothing_in_a_battle() -> None:
    scene = against()
    scene.captain(2, has=["Late Reserve", "Broadside"], credits_=10, automatic=False)
    scene.captain(2, trophies=["Trophy of the Fortune"])
    scene.attack("space", ship="Rustjaw")
    scene.ally(1, betrays=False)
    assert scene.acts(2) == ["claim_for_me", "offer"]
    assert 2 not in [seat for seat, _kind in scene.asked()]
    scene.nothing_more()
    assert 2 not in [seat for seat, _kind in scene.asked()]


def test_MA_6_9_power_is_read_at_the_comparison() -> None:
    scene = Scene(2)
    scene.captain(0, has=["Hidden Mine"])
    scene.attack("challenge 1")
    scene.roll(2, 3)
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ())
    assert totals(scene.s) == (10, 11)
    scene.answer(0, "play_after", "Hidden Mine")
    assert sums(scene) == (10, 10)
    assert scene.s.fight.result == "won"


def test_MA_6_6_the_die_can_be_declared_or_declined_in_a_word() -> None:
    scene = against()
    scene.captain(0, has=["Broadside"])
    scene.attack("space", ship="Rustjaw")
    declare, s = Declare(Seat(0)), scene.s
    assert declare.parse(s, "use die") == declare.parse(s, "metal faktor") == ("metal faktor",)
    assert declare.parse(s, "broadside, use die") == ("metal faktor", "Broadside")
    assert declare.parse(s, "no die") == ()
