"""MA-2: the astrolabe."""

from pbem.engine import Seat
from pbem.games.metal_adventures.events.captain import Damaged, Judged, Paid
from pbem.games.metal_adventures.rules.astrolabe import damage, judge

from .scenario import Scene


def test_MA_2_1_power_is_8_and_equipment_less_damage() -> None:
    scene = Scene()
    assert scene.s.power(Seat(0)) == 8
    scene.captain(0, has=["Plasma Cutlass", "Rhum", "Broadside"], damage=2)
    assert scene.s.power(Seat(0)) == 8 + 3 + 1 - 2


def test_MA_2_1_power_is_never_below_0() -> None:
    scene = Scene()
    scene.s.damage[0] = 9
    assert scene.s.power(Seat(0)) == 0


def test_MA_2_2_support_power_is_half_of_main_power_rounded_down() -> None:
    scene = Scene()
    assert scene.s.support_power(Seat(0)) == 4
    scene.captain(0, damage=1)
    assert scene.s.support_power(Seat(0)) == 3
    scene.captain(0, damage=2)
    assert scene.s.support_power(Seat(0)) == 3


def test_MA_2_2_beyond_its_table_the_last_support_power_counts() -> None:
    pack = Scene().s.pack
    assert pack.support_of(24) == 12
    assert pack.support_of(40) == 12


def test_MA_2_3_damage_stops_at_4_and_a_captain_with_4_is_immune() -> None:
    scene = Scene()
    scene.captain(0, damage=3)
    damage(scene.match.table, Seat(0), 3, "battle")
    assert scene.s.damage[0] == 4
    told = scene.match.table.told
    assert told[-1] == Damaged(Seat(0), 1, "battle")
    damage(scene.match.table, Seat(0), 1, "battle")
    assert len(told) == 1


def test_MAR_12_a_captain_with_4_damage_still_travels_and_fights() -> None:
    scene = Scene()
    scene.captain(0, damage=4)
    scene.captain(1, damage=4)  # So that captain 0 is not alone the weakest.
    scene.space("Rustjaw", "Dust Jackal", "Ledger Seven")
    scene.attack("space", ship="Rustjaw")
    scene.roll(6, 1)
    scene.alone()
    assert scene.s.wrecks[0] == ["Rustjaw"]


def test_MA_2_5_a_judgment_costs_a_glory_even_below_0() -> None:
    scene = Scene()
    judge(scene.match.table, Seat(0), "betrayal")
    assert (scene.s.judgment[0], scene.s.glory[0]) == (1, -1)
    assert not list(scene.match.game.invariants(scene.s))


def test_MAR_15_a_fifth_judgment_has_no_effect() -> None:
    scene = Scene()
    scene.captain(0, judgment=3)
    judge(scene.match.table, Seat(0), "betrayal")
    judge(scene.match.table, Seat(0), "betrayal")
    assert (scene.s.judgment[0], scene.s.glory[0]) == (4, -4)
    assert scene.match.table.told == [Judged(Seat(0), "betrayal")]


def test_MA_2_5_the_infamous_attacker_fights_alone() -> None:
    scene = Scene()
    scene.captain(0, judgment=4)
    scene.space("Rustjaw", "Dust Jackal", "Ledger Seven")
    scene.attack("space", ship="Rustjaw")
    assert scene.asked() == [(0, "declare")]


def test_MA_2_5_the_infamous_are_not_asked_for_help() -> None:
    scene = Scene()
    scene.captain(1, judgment=4)
    scene.space("Rustjaw", "Dust Jackal", "Ledger Seven")
    scene.attack("space", ship="Rustjaw")
    assert scene.question(0, "seek_help").values() == [Seat(2)]
    assert "p3" in scene.refused(0, "seek_help", (Seat(1),))


def test_MA_2_5_where_all_others_are_infamous_nobody_is_sought() -> None:
    scene = Scene()
    scene.captain(1, judgment=4)
    scene.captain(2, judgment=4)
    scene.space("Rustjaw", "Dust Jackal", "Ledger Seven")
    scene.attack("space", ship="Rustjaw")
    assert scene.asked() == [(0, "declare")]


def test_MAR_16_the_infamous_must_pay_the_brotherhood() -> None:
    scene = Scene()
    scene.captain(0, judgment=4)
    assert scene.asked() == [(0, "choose_battle")]
    assert scene.happened(Paid) == [Paid(Seat(0), "pot", 1)]


def test_MAR_16_the_infamous_without_a_credit_loses_nothing() -> None:
    scene = Scene()
    scene.captain(0, judgment=4, credits_=0)
    assert scene.asked() == [(0, "choose_battle")]
    assert scene.s.judgment[0] == 4
    assert scene.s.purse["pot"] == 0


def test_MAR_19_who_becomes_infamous_by_betraying_finishes_the_battle_as_traitor() -> None:
    scene = Scene()
    scene.captain(1, judgment=3)
    scene.attack("attack exxalia")
    scene.ally(1, betrays=True)
    scene.answer(1, "declare", ())
    scene.roll(1, 6)
    scene.nothing_more()
    assert scene.s.infamous(Seat(1))
    fight = scene.s.fight
    assert fight.traitor == 1
    assert [line.amount for line in fight.lines if line.what == "support"] == [4]


def test_MA_1_5_the_bank_never_fails_to_pay() -> None:
    scene = Scene()
    scene.captain(1, credits_=70)
    assert scene.s.purse["bank"] < 0
    scene.answer(0, "pay_brotherhood", True)
    assert scene.happened(Paid)
