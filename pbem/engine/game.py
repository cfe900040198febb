"""What a game is: a folder that fills in this class.

`meta` says what it is without loading it. `play` is the rulebook. Everything else answers one
question each: what does a seat see, what may it do unasked, what could it not know.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from .catalog import Deck
from .codec import Codec
from .event import ENGINE_EVENTS, Event, check_events
from .pack import Flaw
from .plan import Item
from .prompt import Act, Prompt
from .state import Setting, State
from .table import Outcome, Table
from .words import Seat, Text, Tongue, _

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Choice:
    """A setting that a table may agree on before the game: a name, its values, what it does."""

    name: str
    values: tuple[str | int | bool, ...]
    label: Text
    """The first value is the usual one."""


@dataclass(frozen=True)
class Meta:
    """What can be said of a game without loading it."""

    slug: str
    title: str
    blurb: Text
    seats: tuple[int, ...]
    """The numbers of players it can be played by."""
    rules_version: int = 1
    options: tuple[Choice, ...] = ()
    forfeit_after: int = 0
    """Who lets the clock answer so often in a row has left; 0 if nobody ever has."""


class BadSetting(Exception):
    """A table that cannot be set up as wanted; the sentence says what can."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Question:
    """A prompt as the seat it is for may see it: what a bot, a page or a letter is given."""

    def __init__(self, key: str, prompt: Prompt[Any, Any], s: Any) -> None:
        self.key = key
        self.prompt = prompt
        self._s = s

    @property
    def kind(self) -> str:
        return self.prompt.kind

    @property
    def seat(self) -> Seat:
        return self.prompt.seat

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.prompt.facts(self._s)

    @property
    def default(self) -> Any:
        return self.prompt.default(self._s)

    def __getattr__(self, name: str) -> Any:
        """The prompt's own methods, with the state filled in: `question.values()`."""
        found = getattr(self.prompt, name)
        if not callable(found):  # A plain fact of the prompt: `question.rule`.
            return found
        return lambda *given, **named: found(self._s, *given, **named)


class Bot(Protocol):
    """Somebody to play against. It is shown exactly what a person in its seat is shown."""

    def answer(self, view: Any, question: Question, rng: random.Random) -> Any:
        """The answer to a prompt."""

    def act(
        self, view: Any, acts: Sequence[Question], rng: random.Random
    ) -> tuple[Question, Any] | None:
        """Something to do unasked, or nothing."""


class RandomBot:
    """Answers anything that is legal."""

    def answer(self, view: Any, question: Question, rng: random.Random) -> Any:
        return question.sample(rng)

    def act(
        self, view: Any, acts: Sequence[Question], rng: random.Random
    ) -> tuple[Question, Any] | None:
        return None


@dataclass(frozen=True)
class Account:
    """What a finished game was like, for those who weigh many: `pbem balance`."""

    turns: int = 0
    """How many turns the players had, all together."""
    starts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What each seat began with, under a name for it: `{"ship": ("Vulture", "Gale")}`."""
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often things happened, in groups whose parts are compared with each other."""
    offers: Mapping[str, Mapping[str, tuple[int, int]]] = field(default_factory=dict)
    """How often each card of a group lay for the taking, and how often it was taken."""


class Game(ABC, Generic[S]):
    """One game. Subclasses live in `pbem/games/<slug>/game.py` as `GAME`."""

    meta: Meta
    state: type[State]
    events: tuple[type[Event], ...]
    bots: Mapping[str, Bot] = MappingProxyType({})
    habits: tuple[Item, ...] = ()
    """The standing orders of somebody who plays this game often: its bots play by them wherever
    it is counted how often a table waits for somebody."""
    offering: Mapping[str, str] = MappingProxyType({})
    """The kinds of prompts that offer cards, each with a name for these cards."""
    runs_on: bool = False
    """A sheet is followed to the end of the turn even if something new comes to light: the
    game's own questions let people say where they want to look first."""

    @abstractmethod
    def set_up(self, setting: Setting) -> S:
        """The state before anything has happened: no chance in it, that comes with events."""

    @abstractmethod
    async def play(self, t: Table[S]) -> Outcome:
        """The rulebook: from any milestone to the end."""

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> Mapping[str, Any]:
        """What this seat (None: a spectator) sees, built up from nothing, as plain data."""

    @abstractmethod
    def board(self, view: Mapping[str, Any], tongue: Tongue) -> str:
        """A view as text, at most 72 columns wide."""

    @abstractmethod
    def worlds(self, s: S, seat: Seat | None, rng: random.Random) -> Iterable[S]:
        """States that differ from this one only in what the seat may not know."""

    def acts(self, s: S, seat: Seat) -> Sequence[Act[S, Any]]:
        """What this seat may do unasked now."""
        return ()

    def decisions(self, s: S) -> Sequence[Act[S, Any]]:
        """What a moderator who does not play may decide now: a dispute that rules cannot judge.

        Each is an act whose `seat` is the seat it is about. It enters the log as an entry of kind
        `decide`, without a seat, with the act's name as its key: to put a button on it, show
        `match.decisions()` as forms and send `Order(engine.DECIDE, None, question.key, value)`
        through `services.turns.submit`. Rules that nobody decides must not wait for it.
        """
        return ()

    def turn_sheet(self, s: S, seat: Seat) -> Sequence[Prompt[S, Any]]:
        """The prompts a seat can expect in its coming turn, for answering them all at once."""
        return ()

    def still_to_come(self, s: S, seat: Seat) -> Sequence[Prompt[S, Any]]:
        """Those of the sheet that a turn which has begun may still bring, in the order in which
        they come: what a letter offers to answer beforehand."""
        return self.turn_sheet(s, seat)

    def blind(self, s: S, seat: Seat | None) -> None:
        """Change a copy of the state so that nothing the others hold in secret acts by itself: a
        look ahead through this seat's eyes must not find out what they could do."""

    def usual_turn(self, s: S, seat: Seat) -> Mapping[str, Any]:
        """By kind of prompt, what a plain turn from here would answer to what is asked and still
        to come: a letter shows it, as one line that could be sent. No advice: an example."""
        return MappingProxyType({})

    def tell(self, events: Sequence[Event]) -> Iterable[tuple[Text, Event]]:
        """What the story tells of events that follow on each other, of those that a reader may
        see: each with its own sentence. Override it where a few are better told in one; each
        sentence names the event, of those it tells, that stands for it."""
        for event in events:
            sentence = event.sentence()
            if sentence is not None:
                yield sentence, event

    def quiet(self, s: S) -> Text | None:
        """Why people may not talk to each other now; None if they may, as in most games always."""
        return None

    def resign(self, t: Table[S], seat: Seat) -> Outcome | None:
        """What resigning does. By default the seat is played on by its defaults, or by a bot."""
        return None

    def read_pack(self, pack: Any) -> Any:
        """The card pack as the rules use it, from the plain data that the log embeds."""
        return pack

    def pack(self) -> Any:
        """The usual card pack as plain data; None for a game without cards."""
        return None

    def cards(self, pack: Any) -> Sequence[Deck]:
        """Every card of a pack (as the rules use it) in words, for people to look it up."""
        return ()

    def invariants(self, s: S) -> Iterable[str]:
        """What must hold at every moment: a sentence for each thing that does not."""
        return ()

    def account(self, s: S, events: Sequence[Event]) -> Account:
        """What a finished game was like, from its end and everything that happened in it."""
        return Account()

    def check_pack(self, pack: Any) -> list[Flaw]:
        """All that is wrong with a card pack; an empty list if a table can be played with it."""
        return []

    def ending(self, outcome: Outcome) -> Text:
        """How it ended, as a sentence."""
        if not outcome.winners:
            return _("The game ends without a winner.")
        return _("The game is over. Victory: %(winners)s.", winners=outcome.winners)

    def sound(self) -> Game[S]:
        """This game, once it is known that its state and its events can be kept.

        Asked when a game is loaded; a TypeError says what is wrong with which class.
        """
        assert self.codec is not None
        return self

    @cached_property
    def codec(self) -> Codec:
        """How this game's state and events are stored."""
        check_events(self.events)
        return Codec([self.state, *self.events, *ENGINE_EVENTS, Outcome, Item])

    def setting(
        self, seats: int, options: Mapping[str, Any] | None = None, pack: Any = None, rules: int = 0
    ) -> Setting:
        """The setting for a table, checked; options not given are as usual."""
        if seats not in self.meta.seats:
            raise BadSetting(
                _(
                    "%(title)s is for %(seats)s players, not for %(n)d.",
                    title=self.meta.title,
                    seats=_numbers(self.meta.seats),
                    n=seats,
                )
            )
        chosen = {choice.name: choice.values[0] for choice in self.meta.options}
        for name, value in (options or {}).items():
            self._check_option(name, value)
            chosen[name] = value
        cards = self.read_pack(self.pack() if pack is None else pack)
        return Setting.of(seats, options=chosen, pack=cards, rules=rules or self.meta.rules_version)

    def _check_option(self, name: str, value: Any) -> None:
        known = {choice.name: choice.values for choice in self.meta.options}
        if name not in known:
            raise BadSetting(
                _("There is no option '%(name)s'. There are: %(list)s.", name=name, list=[*known])
            )
        if not any(value == v and type(value) is type(v) for v in known[name]):
            raise BadSetting(
                _(
                    "The option '%(name)s' cannot be '%(value)s'. It can be: %(list)s.",
                    name=name,
                    value=value,
                    list=[str(v) for v in known[name]],
                )
            )


def _numbers(seats: tuple[int, ...]) -> str:
    low, high = min(seats), max(seats)
    if low == high:
        return str(low)
    return f"{low}-{high}" if len(seats) == high - low + 1 else ", ".join(map(str, seats))
