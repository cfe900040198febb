"""The table as the rules see it: the state, the dice, and the verbs.

`do` an event · `ask` one seat · `ask_all` several, under seal · `first` to take it · `any_of`
as they come · `side_by_side` rules · `closed` acts · `milestone`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from .prompt import Act, Prompt
from .strand import ALL, EACH, FIRST, ONE, SideBySide, Wait
from .words import Seat

if TYPE_CHECKING:
    from .dice import Dice
    from .event import Event
    from .state import Setting

S = TypeVar("S")
V = TypeVar("V")


class Table(Generic[S]):
    """What a rule holds in its hands."""

    def __init__(self, state: S, setting: Setting, dice: Dice) -> None:
        self.state = state
        self.setting = setting
        self.dice = dice
        self.told: list[Event] = []
        self.shut: Counter[str] = Counter()
        self.on_milestone: Callable[[], None] = nothing
        self.fresh = False
        """True between a re-entry and the first milestone: rules may only look, not do."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return self.setting.seats

    @property
    def options(self) -> Mapping[str, Any]:
        """What the table agreed on before the game."""
        return self.setting.options

    @property
    def rules(self) -> int:
        """The version of the rules this game began with: branch on it where they changed."""
        return self.setting.rules

    def do(self, event: Event) -> None:
        """Make something happen. This is the only way the state changes."""
        if self.fresh:
            raise RuntimeError(f"{type(event).__name__} happens again on re-entry at a milestone.")
        event.apply(self.state)
        self.told.append(event)

    async def ask(self, prompt: Prompt[S, V]) -> V:
        """Ask one seat and wait for its answer."""
        return cast("V", await Wait((prompt,), ONE))

    async def ask_all(self, prompts: Iterable[Prompt[S, V]]) -> dict[Seat, V]:
        """Ask several seats at once, under seal: nobody sees an answer before all are in.

        Until then each may be amended. Before the rules go on, all are checked once more.
        """
        wait = Wait(prompts, ALL)
        return cast("dict[Seat, V]", await wait) if wait.askings else {}

    async def first(self, prompts: Iterable[Prompt[S, V]]) -> tuple[Seat, V] | None:
        """Ask several; the first who takes it ends the asking. None if nobody does."""
        wait = Wait(prompts, FIRST)
        return cast("tuple[Seat, V] | None", await wait) if wait.askings else None

    def any_of(self, prompts: Iterable[Prompt[S, V]]) -> AnyOf[V]:
        """Ask several and go on with each answer as it comes; the others stay asked meanwhile.

        `async for seat, answer in t.any_of(…)`: leaving the loop takes the rest off the table.
        """
        return AnyOf(Wait(prompts, EACH))

    async def side_by_side(self, *rules: Coroutine[Any, Any, V]) -> list[V]:
        """Run several rules at once, each at its own pace; go on when the last is done."""
        return cast("list[V]", await SideBySide(rules))

    @contextmanager
    def closed(self, *acts: type[Act[Any, Any]]) -> Iterator[None]:
        """Close these acts to everybody for as long as the block lasts."""
        kinds = [act.kind for act in acts]
        self.shut.update(kinds)
        try:
            yield
        finally:
            self.shut.subtract(kinds)

    def milestone(self) -> None:
        """Say that the state alone tells how to go on: rules may be restarted from here.

        No local may be carried past this line, and on re-entry nothing may happen before it.
        """
        self.fresh = False
        self.on_milestone()


class AnyOf(Generic[V]):
    """The answers of several seats, in the order in which they come."""

    def __init__(self, wait: Wait) -> None:
        self._wait = wait

    def __aiter__(self) -> AnyOf[V]:
        return self

    async def __anext__(self) -> tuple[Seat, V]:
        if not self._wait.askings:
            raise StopAsyncIteration
        return cast("tuple[Seat, V]", await self._wait)


def nothing() -> None:
    """No one listens."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a reason the game can put into words, who won, and the scores."""

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...] = field(default=())
