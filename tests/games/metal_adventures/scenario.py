"""A table for tests: cards laid as wanted, dice loaded, every step checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine import (
    ACT,
    ANSWER,
    CLOCK,
    AnswerError,
    Entry,
    Event,
    LoadedDice,
    Match,
    Question,
    Seat,
    Step,
    begin,
)
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.state import GloryLine, Held, MetalAdventures

QUIET = (
    "Tinker's Joy",
    "Second Thought",
    "Gentle Gale",
    "Cold Furnace",
    "Vulture",
    "Iron Handshake",
)
"""Base starships in the order in which the seats get them: none of them plays a part in battles
of the first three captains."""
DULL = ("Rustjaw", "Dust Jackal", "Ledger Seven")
"""Three weak ships, power 6 each."""


class Loaded(LoadedDice):
    """Loaded dice that can be loaded again during the game."""

    def load(self, name: str, *throws: Iterable[object]) -> None:
        self._told.setdefault(name, []).extend([list(throw) for throw in throws])


class Scene:
    """A game in which captain 0 is about to play a turn.

    What is laid on the table before anything is asked is there when the turn begins.
    """

    def __init__(self, seats: int = 3, *, options: dict[str, Any] | None = None) -> None:
        self.dice = Loaded(
            {"base starships": [QUIET], "first captain": [(Seat(0),)]}, seed=b"scene"
        )
        dealt = begin(GAME, seats, secret=b"scene", dice=self.dice, options=options, keep=True)
        for asking in dealt.waiting():
            value = dealt.due_default(asking.key)
            dealt.enter(Entry(dealt.seq + 1, CLOCK, asking.prompt.seat, asking.key, value))
        self._dealt = dealt
        self._snapshot = dealt.steps[dealt.seq].snapshots[-1]
        self._laid: MetalAdventures = GAME.codec.decode(self._snapshot.body["state"])
        self._laid.setting = dealt.setting
        self._match: Match | None = None
        self.events: list[Event] = []
        for hand in self._laid.hands:
            self._laid.trophy_deck.extend(held.card for held in hand)
            hand.clear()

    def begin(self) -> None:
        """Begin the turn, if it has not begun."""
        assert self.match.game is GAME

    @property
    def match(self) -> Match:
        """The match; the first look begins the turn."""
        if self._match is None:
            body = {**self._snapshot.body, "state": GAME.codec.encode(self._laid)}
            self._match = Match(
                GAME,
                self._dealt.start,
                b"scene",
                snapshot=replace(self._snapshot, body=body),
                dice=self.dice,
                keep=True,
            )
            step = self._match.enter(Entry(self._snapshot.seq, "start"))
            self.events += step.events
        return self._match

    @property
    def s(self) -> MetalAdventures:
        return self._laid if self._match is None else self._match.state

    # Laying the table.

    def captain(
        self,
        seat: int,
        *,
        credits_: int | None = None,
        damage: int | None = None,
        judgment: int = 0,
        glory: int = 0,
        faktor: int | None = None,
        has: Iterable[str] = (),
        wrecks: Iterable[str] = (),
        trophies: Iterable[str] = (),
        automatic: bool | None = None,
    ) -> None:
        """Give a captain things, out of wherever they are."""
        s, who = self.s, Seat(seat)
        if credits_ is not None:
            s.purse["bank"] += s.credits[seat] - credits_
            s.credits[seat] = credits_
        if damage is not None:
            s.damage[seat] = damage
        for _point in range(judgment):
            s.judgment[seat] += 1
            s.glory[seat] -= 1
            s.ledger.append(GloryLine(0, who, -1, "betrayal"))
        if glory:
            s.glory[seat] += glory
            s.ledger.append(GloryLine(0, who, glory, "ship"))
        if faktor is not None:
            s.faktor[seat] = faktor
        for card in has:
            self._take(card)
            s.improvements[seat].append(card)
        for card in wrecks:
            self._take(card)
            s.wrecks[seat].append(card)
        for card in trophies:
            s.trophy_deck.remove(card)
            s.hands[seat].append(Held(card, s.deed_count))
        if automatic is not None:
            s.automatic[seat] = automatic

    def _take(self, card: str) -> None:
        s = self.s
        piles = [s.space_deck, s.shop_deck, s.shop, s.bazaar, s.karokum, *s.wrecks, *s.improvements]
        for pile in piles:
            if card in pile:
                pile.remove(card)
        s.shop += [s.shop_deck.pop(0) for _gap in range(4 - len(s.shop)) if s.shop_deck]

    def space(self, *cards: str) -> None:
        """Put cards on top of the Space deck."""
        for card in cards:
            self._take(card)
        self.s.space_deck[:0] = cards

    def only_in_space(self, *cards: str) -> None:
        """The Space deck holds these cards; all others have left the game."""
        s = self.s
        for card in cards:
            self._take(card)
        s.gone += s.space_deck
        s.space_deck = list(cards)

    def shop(self, *cards: str) -> None:
        """These cards are on sale; what was is under the deck."""
        s = self.s
        for card in cards:
            self._take(card)
        s.shop_deck += s.shop
        s.shop = list(cards)

    def deal_all_improvements(self) -> None:
        """Six captains have four improvements each: there is none left anywhere."""
        s = self.s
        cards = sorted([*s.shop, *s.shop_deck])
        s.shop, s.shop_deck = [], []
        for seat in range(6):
            s.improvements[seat] = cards[seat::6]

    def bazaar(self, *cards: str) -> None:
        for card in cards:
            self._take(card)
        self.s.bazaar += cards

    def karokum(self, *cards: str) -> None:
        for card in cards:
            self._take(card)
        self.s.karokum += cards

    def trophies_on_top(self, *cards: str) -> None:
        for card in cards:
            self.s.trophy_deck.remove(card)
        self.s.trophy_deck[:0] = cards

    def purse(self, place: str, amount: int) -> None:
        s = self.s
        s.purse["bank"] += s.purse[place] - amount
        s.purse[place] = amount

    def base(self, seat: int, name: str) -> None:
        self.s.bases[seat] = name

    def roll(self, orange: int, gray: int, **faktor: int) -> None:
        """Load the next roll of a battle; the Metal Faktor by face: `p0=4`."""
        self.dice.load("orange", (orange,))
        self.dice.load("gray", (gray,))
        for who, face in faktor.items():
            side = self.s.pack.faktor.index(face) + 1
            self.dice.load(f"metal faktor@{who[1:]}", (side,))

    # Playing.

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(int(a.prompt.seat), a.prompt.kind) for a in self.match.waiting()]

    def question(self, seat: int, kind: str) -> Question:
        for asking in self.match.open.values():
            if asking.prompt.seat == seat and asking.prompt.kind == kind:
                return self.match.question(asking.key)
        raise AssertionError(f"p{seat} is not asked {kind}; asked are {self.asked()}")

    def answer(self, seat: int, kind: str, value: Any = None) -> list[Event]:
        """Answer a prompt; tuples are written as tuples."""
        question = self.question(seat, kind)
        return self._enter(ANSWER, seat, question.key, value)

    def say(self, seat: int, kind: str, text: str) -> list[Event]:
        """Answer a prompt with typed words."""
        question = self.question(seat, kind)
        return self._enter(ANSWER, seat, question.key, question.parse(text))

    def let_pass(self, seat: int) -> list[Event]:
        """The time of whatever this seat is asked runs out."""
        for asking in self.match.waiting():
            if asking.prompt.seat == seat:
                default = self.match.due_default(asking.key)
                return self._enter(CLOCK, seat, asking.key, default)
        raise AssertionError(f"p{seat} is asked nothing; asked are {self.asked()}")

    def act(self, seat: int, name: str, value: Any) -> list[Event]:
        return self._enter(ACT, seat, name, value)

    def acts(self, seat: int) -> list[str]:
        return [question.kind for question in self.match.acts(Seat(seat))]

    def refused(self, seat: int, kind: str, value: Any) -> str:
        """The sentence with which an answer is refused; nothing changes."""
        key = self.question(seat, kind).key
        before = GAME.codec.encode(self.s)
        with pytest.raises(AnswerError) as error:
            self._enter(ANSWER, seat, key, value)
        assert GAME.codec.encode(self.s) == before
        return str(error.value)

    def _enter(self, entry: str, seat: int, key: str, value: Any) -> list[Event]:
        step: Step = self.match.enter(Entry(self.match.seq + 1, entry, Seat(seat), key, value))
        complaints = list(GAME.invariants(self.s))
        assert not complaints, complaints
        self.events += step.events
        return step.events

    # What captains usually do.

    def set_out(self, seat: int = 0) -> None:
        """Travel and pay the Brotherhood."""
        if (seat, "rest_or_travel") in self.asked():
            self.answer(seat, "rest_or_travel", "travel")
        if (seat, "pay_brotherhood") in self.asked():
            self.answer(seat, "pay_brotherhood", True)

    def attack(self, choice: str, *, ship: str = "", seat: int = 0) -> None:
        """Set out and choose a battle, as far as the call for help."""
        self.set_out(seat)
        self.answer(seat, "choose_battle", choice)
        if ship:
            self.answer(seat, "pick_ship", ship)

    def alone(self, seat: int = 0) -> None:
        """Ask nobody for help, and declare nothing."""
        if (seat, "seek_help") in self.asked():
            self.answer(seat, "seek_help", ())
        self.nothing_more()

    def nothing_more(self) -> None:
        """Nobody declares or plays anything."""
        while any(kind in ("declare", "play_after") for _seat, kind in self.asked()):
            seat, kind = next(a for a in self.asked() if a[1] in ("declare", "play_after"))
            self.answer(seat, kind, () if kind == "declare" else "pass")

    def ally(self, seat: int, *, of: int = 0, betrays: bool | None = None) -> None:
        """Ask one captain for help, who agrees; and betrays or not."""
        self.answer(of, "seek_help", (Seat(seat),))
        self.answer(seat, "help", True)
        self.answer(of, "pick_ally", f"take {seat}")
        if betrays is not None:
            self.answer(seat, "betray", betrays)

    def finish_turn(self) -> None:
        """Answer everything by default until the turn is over."""
        turn = self.match.state.turn
        while self.match.outcome is None and self.s.turn == turn:
            self.let_pass(int(self.match.waiting()[0].prompt.seat))

    def happened(self, kind: type[Event]) -> list[Any]:
        """All events of this kind so far, from the beginning of the turn."""
        self.begin()
        return [event for event in self.events if isinstance(event, kind)]
