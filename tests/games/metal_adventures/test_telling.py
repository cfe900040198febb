"""The story, told shortly: what belongs together is one sentence, and nothing is lost."""

from __future__ import annotations

import random

from pbem.engine import ANSWER, PLAIN, Entry, Event, Seat, begin
from pbem.games.metal_adventures.events.captain import GloryWon, Paid, Received
from pbem.games.metal_adventures.events.cards import ImprovementGained, TurnedUp
from pbem.games.metal_adventures.events.trophies import TrophiesReturned, TrophyClaimed
from pbem.games.metal_adventures.events.turn import ActionTaken, SetOut, TurnEnded
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.telling import tell

ANN, BEN, CID = Seat(0), Seat(1), Seat(2)


def told(*events: Event) -> list[str]:
    return [PLAIN.say(text) for text, _event in tell(events)]


def test_MA_4_3_paying_the_Brotherhood_and_setting_out_is_one_sentence() -> None:
    assert told(Paid(ANN, "pot", 1), SetOut(ANN)) == [
        "p1 pays the Brotherhood 1 credit and sets out."
    ]
    assert told(Paid(ANN, "pot", 1)) == ["p1 pays 1 credit to the Pirates' Pot."]


def test_MA_5_1_what_a_claim_brings_is_told_once() -> None:
    claim = TrophyClaimed(ANN, "Trophy of the Duel", 1, 2)
    glory, pay = GloryWon(ANN, 1, "trophy"), Received(ANN, "bank", 2)
    assert told(claim, glory, pay) == ["p1 claims the Trophy of the Duel: 1 glory and 2 credits."]
    other = Received(BEN, "bank", 2)
    assert told(claim, glory, other)[1:] == ["p2 receives 2 credits from the bank."]
    assert told(claim, glory, pay, pay)[1:] == ["p1 receives 2 credits from the bank."]
    won = GloryWon(ANN, 1, "challenge")
    assert told(claim, won)[1:] == ["p1 wins 1 glory for a challenge won."]


def test_MA_9_an_action_is_told_with_its_price() -> None:
    buying = ActionTaken(ANN, 6), Paid(ANN, "bank", 4), ImprovementGained(ANN, "Rhum")
    assert told(*buying) == ["p1 buys Rhum at the OCG for 4 credits."]
    assert told(ActionTaken(ANN, 5), Paid(ANN, "bank", 1)) == [
        "p1 on tour: 5 New choices, for 1 credit to the bank."
    ]
    assert len(told(ActionTaken(ANN, 5), Paid(BEN, "bank", 1))) == 2


def test_what_several_captains_do_alike_is_told_once() -> None:
    under = [TrophiesReturned(seat, 1) for seat in (ANN, BEN, CID)]
    assert told(*under) == ["p1, p2 and p3 put 1 trophy each under the deck."]
    assert len(told(*under, TrophiesReturned(ANN, 2))) == 2
    assert told(TurnedUp("Rustjaw"), TurnEnded(ANN), TurnedUp("Old Grudge")) == [
        "In Space appear: Rustjaw and Old Grudge."
    ]


def test_a_whole_game_is_told_in_fewer_words_and_every_line_has_its_event() -> None:
    match, rng = begin(GAME, 4, secret=b"tell" * 8), random.Random(4)
    events: list[Event] = []
    bot = next(iter(GAME.bots.values()))
    while match.outcome is None and len(events) < 1500:
        asking = match.waiting()[0]
        question = match.question(asking.key)
        value = bot.answer(match.view(asking.prompt.seat), question, rng)
        step = match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
        events += step.events
    lines = [*GAME.tell(events)]
    places = {id(event): place for place, event in enumerate(events)}
    order = [places[id(event)] for _text, event in lines]
    assert order == sorted(order)
    alone = sum(event.sentence() is not None for event in events)
    assert alone * 0.6 < len(lines) < alone * 0.95
