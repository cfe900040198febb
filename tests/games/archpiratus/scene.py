"""A table of ArchPiratus laid out as a test wants it, and played by what people type."""

from __future__ import annotations

from typing import Any, TypeVar

from pbem.engine import (
    ANSWER,
    AnswerError,
    Entry,
    Event,
    LoadedDice,
    Outcome,
    Question,
    Seat,
    begin,
)
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTACT, CONTRACT, CREDIT, CREW
from pbem.games.archpiratus.state import AUTO, Pirates
from pbem.games.archpiratus.worlds import complaints

E = TypeVar("E", bound=Event)
ONE, TWO = Seat(0), Seat(1)
BASIC = (CREDIT, CONTRACT)


class Scene:
    """Seat ONE begins and is asked what it buys; whatever is laid out is taken from elsewhere."""

    def __init__(
        self,
        seats: int = 2,
        told: dict[str, Any] | None = None,
        first: Seat = ONE,
        pack: Any = None,
        **options: Any,
    ) -> None:
        dice = LoadedDice({"first": [(first,)], **(told or {})})
        self.match = begin(GAME, seats, secret=b"scene", options=options, pack=pack, dice=dice)
        self.happened: list[Event] = list(self.match.steps[1].events)

    @property
    def s(self) -> Pirates:
        state: Pirates = self.match.state
        return state

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    # Laying out.

    def take(self, card: str, seat: Seat = ONE) -> str:
        """Pick a card up from wherever it lies; Credits and Contracts only from the seat's own."""
        ships = [self.s.ship(seat)] if card in BASIC else list(map(self.s.ship, self.s.captains))
        piles = [pile for ship in ships for pile in (ship.deck, ship.discard, ship.hand, ship.crew)]
        piles += [ship.missions for ship in ships] + [ship.done for ship in ships]
        s = self.s
        piles += [s.tech_deck, s.crew_deck, s.contacts, s.salvage, s.events, *s.jobs.values()]
        for pile in piles:
            if card in pile:
                pile.remove(card)
                return card
        for ship in ships:
            for slot in [slot for slot, tech in ship.tech.items() if tech == card]:
                del ship.tech[slot]
                return card
        if card not in s.store:
            raise LookupError(f"{card} is nowhere.")
        place = s.store.index(card)
        spare = next(c for c in reversed(s.tech_deck) if s.card(c).type != "event")
        s.tech_deck.remove(spare)
        s.store[place] = spare
        return card

    def hand(self, seat: Seat, *cards: str) -> None:
        """Exactly these in hand; what was there goes under the own deck."""
        ship = self.s.ships[seat]
        ship.deck, ship.hand = ship.deck + ship.hand, []
        ship.hand += [self.take(card, seat) for card in cards]

    def deck(self, seat: Seat, *cards: str) -> None:
        """Exactly these in the deck, the first on top; what was there is discarded."""
        ship = self.s.ships[seat]
        ship.deck, ship.discard = [], ship.discard + ship.deck
        ship.deck = [self.take(card, seat) for card in cards]

    def discard(self, seat: Seat, *cards: str) -> None:
        """These lie in the discard, besides what is there."""
        self.s.ships[seat].discard += [self.take(card, seat) for card in cards]

    def fit(self, who: Seat, *cards: str) -> None:
        """Tech on the mat and crew aboard."""
        for card in cards:
            self.take(card)
            printed = self.s.card(card)
            ship = self.s.ship(who)
            if printed.is_crew:
                ship.crew.append(card)
            else:
                if printed.slot in ship.tech:
                    self.away(ship.tech[printed.slot])
                ship.tech[printed.slot] = card

    def away(self, card: str) -> None:
        """Under its deck."""
        self.s.deck_of(self.take(card)).append(card)

    def store(self, *cards: str) -> None:
        """These in the Store, from place 1; the others stay as they are."""
        for place, card in enumerate(cards):
            self.take(card)
            old = self.s.store[place]
            self.s.store[place] = card
            if old:
                self.s.deck_of(old).append(old)

    def gap(self, place: int) -> None:
        """An empty place in the Store; its card goes under its deck."""
        card = self.s.store[place - 1]
        self.s.store[place - 1] = ""
        self.s.deck_of(card).append(card)

    def next_tech(self, *cards: str) -> None:
        """On top of the Tech deck."""
        self.s.tech_deck[:0] = [self.take(card) for card in cards]

    def next_crew(self, *cards: str) -> None:
        self.s.crew_deck[:0] = [self.take(card) for card in cards]

    def next_jobs(self, *missions: str) -> None:
        """On top of their decks."""
        for mission in reversed(missions):
            self.take(mission)
            self.s.jobs[self.s.job(mission).station].insert(0, mission)

    def salvage(self, *cards: str) -> None:
        self.s.salvage += [self.take(card) for card in cards]

    def in_force(self, *events: str) -> None:
        self.s.events += [self.take(event) for event in events]

    def taken(self, seat: Seat, *missions: str) -> None:
        """Missions in front of a seat, each on a Contract of its own."""
        for mission in missions:
            self.take(mission)
            self.take(CONTRACT, seat)
            self.s.ships[seat].missions.append(mission)

    def done(self, seat: Seat, *missions: str) -> None:
        """Missions done before; the points count as those at the start of the turn."""
        self.s.ships[seat].done += [self.take(mission) for mission in missions]
        if self.s.active == seat:
            self.s.start_points = self.s.points(seat)

    def at(self, who: Seat, station: str) -> None:
        self.s.ship(who).station = station

    def auto_wants(self, mission: str) -> None:
        """In the solo game: the automatic ship's final mission."""
        old = self.s.ship(AUTO).missions.pop()
        self.s.jobs["final"].append(old)
        self.s.ship(AUTO).missions.append(self.take(mission))

    def empty(self, *decks: str) -> None:
        """Put whole decks out of the game."""
        piles = {"tech": self.s.tech_deck, CREW: self.s.crew_deck, CONTACT: self.s.contacts}
        for deck in decks:
            pile = piles.get(deck, self.s.jobs.get(deck))
            assert pile is not None
            self.s.gone += pile
            pile.clear()

    # Playing.

    @property
    def question(self) -> Question:
        """The one thing that is asked now."""
        (key,) = self.match.open
        return self.match.question(key)

    @property
    def asked(self) -> str:
        """What is asked now, and of whom: 'buy 1'."""
        return f"{self.question.kind} {self.question.seat + 1}"

    def words(self) -> list[str]:
        """What can be chosen now, as it would be typed."""
        return [str(option.word) for option in self.question.options()]

    def say(self, *answers: str) -> Scene:
        """Answer what is asked now, and then what is asked next, as it would be typed."""
        self.happened = []
        for text in answers:
            question = self.question
            value = question.parse(text)
            entry = Entry(self.match.seq + 1, ANSWER, question.seat, question.key, value)
            self.happened += self.match.enter(entry).events
            assert list(complaints(self.s)) == []
        return self

    def refuse(self, text: str) -> str:
        """Why this answer is refused."""
        try:
            self.question.parse(text)
        except AnswerError as why:
            return str(why)
        raise AssertionError(f"'{text}' was taken.")

    def told(self, kind: type[E]) -> list[E]:
        """What happened of this kind during the last answers."""
        return [event for event in self.happened if isinstance(event, kind)]

    def pass_turn(self) -> Scene:
        """Buy nothing, place nothing, stay; a mission that is ready is left alone."""
        seat = self.question.seat
        happened: list[Event] = []
        turns = self.s.ships[seat].turns
        while self.outcome is None and self.s.active == seat and self.s.ships[seat].turns == turns:
            self.say({"go": "stay", "restock": "tech"}.get(self.question.kind, "none"))
            happened += self.happened
        self.happened = happened
        return self
