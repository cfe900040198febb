"""How rules wait.

A rule is a coroutine. When it needs an answer it yields a `Wait`, and whoever drives it sends
the answer in when it has come, minutes or weeks later. There is no event loop: `Strands` holds
every coroutine of one table and resumes the one whose wait is over. Usually that is one; rules
run `side_by_side` are several.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Iterable
from typing import Any

from .prompt import NotAllowed, Prompt

ONE, ALL, FIRST, EACH = "one", "all", "first", "each"

Rule = Coroutine[Any, Any, Any]


class Asking:
    """A prompt on the table, with its key, and the sealed answer if one is in."""

    __slots__ = ("answered", "key", "nonce", "prompt", "sealed", "value")

    def __init__(self, prompt: Prompt[Any, Any], *, sealed: bool) -> None:
        self.prompt = prompt
        self.sealed = sealed
        """Is its answer kept closed until the others are in?"""
        self.key = ""
        self.answered = False
        self.value: Any = None
        self.nonce = ""


class Wait:
    """What one strand waits for: some prompts, and when they are enough."""

    __slots__ = ("askings", "mode", "strand")

    strand: Strand

    def __init__(self, prompts: Iterable[Prompt[Any, Any]], mode: str) -> None:
        self.mode = mode
        self.askings = [Asking(prompt, sealed=mode == ALL) for prompt in prompts]
        if mode != ONE and len({a.prompt.seat for a in self.askings}) < len(self.askings):
            raise ValueError("A seat can be asked only one thing at a time in one wait.")

    def __await__(self) -> Generator[Wait, Any, Any]:
        return (yield self)

    def result(self, last: Asking) -> tuple[bool, Any]:
        """Is it over with this answer, and what do the rules get?"""
        if self.mode == ONE:
            return True, last.value
        answer = (last.prompt.seat, last.value)
        if self.mode == EACH:
            self.askings.remove(last)
            return True, answer
        if self.mode == FIRST and last.prompt.takes(last.value):
            return True, answer
        over = all(asking.answered for asking in self.askings)
        if self.mode == FIRST:
            return over, None
        return over, {asking.prompt.seat: asking.value for asking in self.askings}

    def stale(self, state: object) -> list[Asking]:
        """Sealed answers that something since has made impossible."""
        return [asking for asking in self.askings if asking.answered and not _stands(asking, state)]


def _stands(asking: Asking, state: object) -> bool:
    try:
        asking.prompt.check(state, asking.value)
    except NotAllowed:
        return False
    return True


class SideBySide:
    """Several rules at once; over when the last of them is."""

    __slots__ = ("rules",)

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = list(rules)

    def __await__(self) -> Generator[SideBySide, Any, Any]:
        return (yield self)


class Strand:
    """One coroutine and where it belongs."""

    __slots__ = ("children", "done", "name", "parent", "result", "rule", "spawned", "spawning")

    def __init__(self, rule: Rule, name: str, parent: Strand | None = None) -> None:
        self.rule = rule
        self.name = name
        self.parent = parent
        self.children: list[Strand] = []
        self.spawned = 0
        self.spawning = False
        self.done = False
        self.result: Any = None


class Strands:
    """Every coroutine of one table, and the prompts they wait for."""

    def __init__(self, rule: Rule) -> None:
        self.root = Strand(rule, "0")
        self.open: dict[str, Asking] = {}
        self.waits: dict[str, Wait] = {}
        """By the same keys, what each prompt is part of."""
        self.stage = "0.0"
        self._ordinals: dict[str, int] = {}

    def new_stage(self, epoch: int, milestone: int) -> None:
        """Enter a milestone: nothing waits, and the keys count from nothing again."""
        if self.open or self.root.children:
            raise RuntimeError("A milestone stands where nothing else is going on.")
        self.stage = f"{epoch}.{milestone}"
        self.root.spawned = 0
        self._ordinals.clear()

    def new_epoch(self, epoch: int) -> None:
        """A rewind: prompts opened from here on are different ones."""
        self.stage = f"{epoch}.{self.stage.partition('.')[2]}"

    def begin(self) -> None:
        """Run the rules up to their first wait."""
        self._run(self.root, None)

    def resume(self, asking: Asking, result: Any) -> None:
        """The wait is over: take its prompts off the table and let its rule go on."""
        wait = self.waits[asking.key]
        for other in (asking, *wait.askings):
            if self.open.pop(other.key, None):
                del self.waits[other.key]
        self._run(wait.strand, result)

    def stop(self) -> None:
        """Put the rules away; they will not be resumed."""
        self._stop(self.root)
        self.open.clear()
        self.waits.clear()

    def _stop(self, strand: Strand) -> None:
        for child in strand.children:
            self._stop(child)
        strand.rule.close()

    def _run(self, strand: Strand, value: Any) -> None:
        """Resume a strand until it waits; a finished one hands its result to its parent."""
        while True:
            asked = self._step(strand, value)
            if isinstance(asked, Wait):
                self._put_on_the_table(strand, asked)
                return
            if isinstance(asked, SideBySide):
                self._spawn(strand, asked)
            elif strand.parent is None or strand.parent.spawning:
                return
            else:
                strand = strand.parent
            if not all(child.done for child in strand.children):
                return
            value = [child.result for child in strand.children]
            strand.children = []

    def _step(self, strand: Strand, value: Any) -> Any:
        try:
            return strand.rule.send(value)
        except StopIteration as stop:
            strand.done, strand.result = True, stop.value
            return None

    def _spawn(self, parent: Strand, asked: SideBySide) -> None:
        for rule in asked.rules:
            parent.children.append(Strand(rule, f"{parent.name}-{parent.spawned}", parent))
            parent.spawned += 1
        parent.spawning = True
        for child in parent.children:
            self._run(child, None)
        parent.spawning = False

    def _put_on_the_table(self, strand: Strand, wait: Wait) -> None:
        wait.strand = strand
        for asking in wait.askings:
            if not asking.key:  # An `any_of` that goes on keeps the keys it has.
                prompt = asking.prompt
                name = f"{strand.name}.{prompt.kind}.{int(prompt.seat)}"
                ordinal = self._ordinals.get(name, 0)
                self._ordinals[name] = ordinal + 1
                asking.key = f"{self.stage}.{name}.{ordinal}"
            self.open[asking.key] = asking
            self.waits[asking.key] = wait
