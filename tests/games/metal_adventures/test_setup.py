"""MA-3: the table is laid."""

from pbem.engine import ANSWER, Entry, LoadedDice, Match, Seat, begin
from pbem.games.metal_adventures.events.trophies import TrophiesSeen
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.state import MetalAdventures


def table(seats: int = 3, **told: list[tuple[object, ...]]) -> Match:
    named = {name.replace("_", " "): rolls for name, rolls in told.items()}
    return begin(GAME, seats, secret=b"set up", dice=LoadedDice(named, seed=b"set up"))


def keep(match: Match, seat: int, places: tuple[int, ...]) -> None:
    key = next(key for key, a in match.open.items() if a.prompt.seat == seat)
    match.enter(Entry(match.seq + 1, ANSWER, Seat(seat), key, places))


def test_MA_3_1_everybody_has_a_base_starship_by_lot_and_3_credits() -> None:
    s: MetalAdventures = table(4).state
    assert len(set(s.bases)) == 4
    assert s.credits == [3, 3, 3, 3]
    assert s.faktor == [0, 0, 0, 0]
    assert s.damage == s.glory == s.judgment == [0, 0, 0, 0]
    assert table(4, base_starships=[("Vulture",)]).state.bases[0] == "Vulture"


def test_MA_3_1_of_3_trophies_2_are_kept_all_at_once() -> None:
    match = table(3)
    assert sorted(a.prompt.seat for a in match.waiting()) == [0, 1, 2]
    dealt = {
        event.seat: event.cards
        for event in match.steps[1].events
        if isinstance(event, TrophiesSeen)
    }
    for seat in (2, 0):
        keep(match, seat, (0, 2))
    assert match.state.hands == [[], [], []]  # Under seal until the last has chosen.
    keep(match, 1, (1, 2))
    hands = [[held.card for held in hand] for hand in match.state.hands]
    assert hands[0] == [dealt[Seat(0)][0], dealt[Seat(0)][2]]
    assert hands[1] == [dealt[Seat(1)][1], dealt[Seat(1)][2]]


def test_MAR_02_returned_trophies_go_under_in_seat_order_from_the_first_captain() -> None:
    match = table(3, first_captain=[(Seat(1),)])
    dealt = {e.seat: e.cards for e in match.steps[1].events if isinstance(e, TrophiesSeen)}
    for seat in (0, 1, 2):
        keep(match, seat, (0, 1))
    assert match.state.trophy_deck[-3:] == [dealt[Seat(i)][2] for i in (1, 2, 0)]


def test_MAR_02_six_captains_take_the_whole_trophy_deck() -> None:
    match = table(6)
    assert match.state.trophy_deck == []
    for seat in range(6):
        keep(match, seat, (0, 1))
    assert len(match.state.trophy_deck) == 6


def test_MA_3_2_blue_cards_lie_on_red_ones() -> None:
    s: MetalAdventures = table().state
    backs = [s.pack.space(card).space for card in s.space_deck]
    assert backs == ["near"] * 34 + ["deep"] * 34


def test_MAR_03_the_decks_are_shuffled() -> None:
    s: MetalAdventures = table().state
    assert s.shop + s.shop_deck != [*s.pack.equipment, *s.pack.supports]
    assert s.space_deck[:30] != list(s.pack.ships)[:30]
    assert s.trophy_deck != sorted(s.trophy_deck, key=list(s.pack.trophies).index)


def test_MA_3_2_four_improvements_are_on_sale_and_all_piles_are_empty() -> None:
    s: MetalAdventures = table().state
    assert len(s.shop) == 4
    assert len(s.shop_deck) == 20
    assert s.purse == {"bank": 72 - 9, "pot": 0, "exxalia": 0, "bazaar": 0, "karokum": 0}
    assert s.karokum == s.bazaar == s.space == s.gone == []


def test_MA_3_3_the_first_captain_is_chosen_by_lot_and_play_goes_clockwise() -> None:
    match = table(3, first_captain=[(Seat(2),)])
    for seat in range(3):
        keep(match, seat, (0, 1))
    assert match.state.active == 2
    while match.state.turn < 4:
        asking = match.waiting()[0]
        value = asking.prompt.default(match.state)
        match.enter(Entry(match.seq + 1, "clock", asking.prompt.seat, asking.key, value))
        assert match.state.active == (match.state.turn + 1) % 3
