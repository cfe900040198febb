"""A game being played: the rules, the log they have answered so far, and what they wait for.

`enter` is the only way in. It carries out one entry: checks it, lets the rules run until they
wait again, and says what came of it. A refused answer changes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .codec import Unreadable
from .dice import Dice, nonce_for, seal, seed_of
from .event import Reopened, Sealed, Unsealed, fingerprint
from .game import Game, Question
from .log import (
    ACT,
    ANSWER,
    CLOCK,
    DECIDE,
    MIGRATE,
    PLAN,
    RESIGN,
    REWIND,
    Entry,
    Snapshot,
    Start,
    Step,
)
from .plan import AT_ONCE, AT_THE_DEADLINE, Item, Plans
from .prompt import TURN, Act, AnswerError, NotAllowed
from .strand import Asking, Strands, Wait
from .table import Outcome, Table, nothing
from .where import broken_in, waiting_in
from .words import Seat, _

MOST_MILESTONES = 1_000
"""Rules that pass so many without asking anybody would go round for ever."""


class Broken(Exception):
    """A rule raised. The entry did not happen; the table must be rebuilt from its log."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.where = broken_in(error)


class Match:
    """One game in progress, in memory."""

    def __init__(
        self,
        game: Game[Any],
        start: Start,
        secret: bytes,
        *,
        snapshot: Snapshot | None = None,
        dice: Dice | None = None,
        keep: bool = False,
    ) -> None:
        self.game = game
        self.start = start
        self.secret = secret
        self.keep = keep
        """Keep a snapshot at every milestone."""
        self.base = snapshot
        self.entries: list[Entry] = []
        self.seq = 0
        """The number of the last entry."""
        self._lying: Mapping[str, Asking] = {}
        self.steps: dict[int, Step] = {}
        self.outcome: Outcome | None = None
        body: Mapping[str, Any] = snapshot.body if snapshot else {}
        self.epoch = snapshot.epoch if snapshot else 0
        self.milestone = snapshot.milestone if snapshot else 0
        self.digest = snapshot.digest if snapshot else ""
        self.plans = Plans(
            {
                Seat(int(seat)): tuple(game.codec.decode(item) for item in items)
                for seat, items in body.get("plans", {}).items()
            }
        )
        self.resigned: set[Seat] = {Seat(seat) for seat in body.get("resigned", ())}
        rules = body.get("rules", start.rules)
        self.setting = game.setting(start.seats, start.options, start.pack, rules)
        self._dice = dice or Dice(seed_of(secret, start.phrases))
        self._sit_down(body.get("state"))

    def _sit_down(self, stored: Mapping[str, Any] | None) -> None:
        """Lay out the table: a new state, or a stored one to be taken up at its milestone."""
        if stored is None:
            state = self.game.set_up(self.setting)
        else:
            state = self.game.codec.decode(stored)
            state.setting = self.setting
        self.table: Table[Any] = Table(state, self.setting, self._dice)
        self.table.fresh = stored is not None
        self.table.on_milestone = self._on_milestone
        self.strands = Strands(self.game.play(self.table))
        self._reentering = stored is not None

    # What there is to see.

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def open(self) -> dict[str, Asking]:
        """The prompts on the table by key, answered under seal or not."""
        return self.strands.open

    def question(self, key: str) -> Question:
        """A prompt on the table with the state filled in."""
        return Question(key, self.open[key].prompt, self.state)

    def waiting(self) -> list[Asking]:
        """The prompts that still want an answer."""
        return [asking for asking in self.open.values() if not asking.answered]

    def acts(self, seat: Seat) -> list[Question]:
        """What this seat may do unasked now."""
        if self.outcome is not None or seat in self.resigned:
            return []
        acts = self.game.acts(self.state, seat)
        return [Question(a.name, a, self.state) for a in acts if not self.table.shut[a.kind]]

    def decisions(self) -> list[Question]:
        """What only a moderator can decide now."""
        if self.outcome is not None:
            return []
        return [Question(a.name, a, self.state) for a in self.game.decisions(self.state)]

    def view(self, seat: Seat | None) -> Mapping[str, Any]:
        return self.game.view(self.state, seat)

    def where(self) -> list[str]:
        """The rules that wait, outermost first."""
        return [] if self.outcome is not None else waiting_in(self.strands.root)

    # The one way in.

    def enter(self, entry: Entry) -> Step:
        """Carry out one entry and say what came of it. Refused: nothing has changed."""
        if entry.seq <= self.seq:
            raise ValueError(f"Entry {entry.seq} cannot follow entry {self.seq}.")
        step = self._step = Step(entry, self._lying)
        self._passed = 0
        try:
            self._verbs[entry.kind](self, entry)
        except (AnswerError, Broken):
            raise
        except Exception as error:
            raise Broken(error) from error
        self._finish(step)
        return step

    def _run(self, rule: Callable[..., Any], *given: Any) -> Any:
        """Let rules run. From here on an error is theirs, whatever its class."""
        try:
            return rule(*given)
        except Exception as error:
            raise Broken(error) from error

    def _finish(self, step: Step) -> None:
        if self.strands.root.done and self.outcome is None:
            self.outcome = _outcome(self.strands.root.result)
            self.table.on_milestone = nothing  # Nobody waits for the collector of cycles.
        self._hear(step)
        step.outcome = self.outcome
        step.after = self._lying = {**self.strands.open}
        for asking in self._lying.values():
            if asking.prompt.pace == TURN:
                self.plans.begin(asking.prompt.seat)
        entry = step.entry
        if entry.digest != self.digest:
            step.entry = entry = Entry(*entry[:-1], self.digest)
        self.entries.append(entry)
        self.steps[entry.seq] = step
        self.seq = entry.seq

    def _hear(self, step: Step) -> None:
        """Take what was done since last asked into the step and into the digest."""
        told = self.table.told
        if told:
            step.events += told
            facts = [self.digest]
            for event in told:
                facts.append(fingerprint(event))
                if event.reveals and not self.game.runs_on:
                    self.plans.on_reveal(event)
            self.digest = hashlib.sha256("\n".join(facts).encode()).hexdigest()
            told.clear()

    def _on_milestone(self) -> None:
        self._hear(self._step)
        self._passed += 1
        if self._passed > MOST_MILESTONES:
            raise RuntimeError("The rules go round without asking anybody. Is an await missing?")
        if self._reentering:
            self._reentering = False
        else:
            self.milestone += 1
        self.plans.on_milestone()
        self._dice.stage(self.epoch, self.milestone)
        self.strands.new_stage(self.epoch, self.milestone)
        if self.keep:
            self._step.snapshots.append(self.snapshot(self._step.entry.seq))

    def snapshot(self, seq: int) -> Snapshot:
        """The match at this milestone as plain data."""
        encode = self.game.codec.encode
        body = {
            "state": encode(self.state),
            "plans": {
                str(int(seat)): [encode(item) for item in items]
                for seat, items in self.plans.items.items()
                if items
            },
            "resigned": sorted(self.resigned),
            "rules": self.setting.rules,
        }
        return Snapshot(seq, self.milestone, self.epoch, self.digest, body)

    # The entries, one by one.

    def _begin(self, entry: Entry) -> None:
        if self.entries:
            raise NotAllowed(_("The game has begun already."))
        self._run(self.strands.begin)

    def _answer(self, entry: Entry) -> None:
        asking = self.strands.open.get(entry.key)
        late = entry.kind == CLOCK and asking is not None and asking.answered
        if asking is None or asking.prompt.seat != entry.seat or late:
            raise NotAllowed(_("That question is closed: it has been answered, or play went on."))
        value = asking.prompt.check(self.state, entry.value)
        if entry.kind == CLOCK or entry.source == PLAN:
            at = AT_THE_DEADLINE if entry.kind == CLOCK else AT_ONCE
            used = self.plans.find(asking.prompt, self.state, at)
            if used:
                self.plans.use(asking.prompt.seat, used[0])
        asking.value, asking.answered = value, True
        if asking.sealed:
            self._seal(asking, entry)
        wait = self.strands.waits[asking.key]
        over, result = wait.result(asking)
        if over and asking.sealed:
            over = not self._reopen_stale(wait)
        if over:
            self._unseal(wait)
            self._run(self.strands.resume, asking, result)

    def _seal(self, asking: Asking, entry: Entry) -> None:
        asking.nonce = nonce_for(self.secret, asking.key, entry.seq)
        bound = seal(asking.nonce, asking.key, _as_text(asking.value))
        self.table.told.append(Sealed(asking.prompt.seat, asking.key, bound))

    def _reopen_stale(self, wait: Wait) -> bool:
        """Check all sealed answers once more; those that cannot stand are asked again."""
        stale = wait.stale(self.state)
        for other in stale:
            other.answered, other.value = False, None
            self.table.told.append(Reopened(other.prompt.seat, other.key))
        return bool(stale)

    def _unseal(self, wait: Wait) -> None:
        for asking in wait.askings:
            if asking.sealed and asking.prompt.opens:
                answer = _as_text(asking.value)
                seat = asking.prompt.seat
                self.table.told.append(Unsealed(seat, asking.key, answer, asking.nonce))

    def _act(self, entry: Entry) -> None:
        seat = _seat_of(entry)
        found = [question for question in self.acts(seat) if question.key == entry.key]
        if not found or not isinstance(found[0].prompt, Act):
            raise NotAllowed(_("You cannot do that now."))
        value = found[0].check(entry.value)
        self._run(found[0].prompt.carry_out, self.table, value)

    def _decide(self, entry: Entry) -> None:
        """A moderator's decision. Whether they may decide, whoever lets them in has checked."""
        found = [question for question in self.decisions() if question.key == entry.key]
        if entry.seat is not None or not found or not isinstance(found[0].prompt, Act):
            raise NotAllowed(_("There is nothing of that sort to decide now."))
        value = found[0].check(entry.value)
        self._run(found[0].prompt.carry_out, self.table, value)

    def _plan(self, entry: Entry) -> None:
        bodies: Any = entry.value
        if not isinstance(bodies, Sequence) or not all(map(_is_item, bodies)):
            raise NotAllowed(_("A plan is a list of answers."))
        try:
            items = tuple(self.game.codec.decode(body) for body in bodies)
        except Unreadable as why:
            raise NotAllowed(_("A plan is a list of answers.")) from why
        self.plans.lay(_seat_of(entry), items)

    def _resign(self, entry: Entry) -> None:
        seat = _seat_of(entry)
        if seat in self.resigned or self.outcome is not None:
            raise NotAllowed(_("That seat has resigned already, or the game is over."))
        self.resigned.add(seat)
        self.outcome = self._run(self.game.resign, self.table, seat)
        if self.outcome is not None:
            self.strands.stop()

    def _rewind(self, entry: Entry) -> None:
        """In a log that counts only what stands, a rewind is where a new epoch begins."""
        if self.strands.stage.startswith(f"{self.epoch}."):  # Only `replay` counts the epochs.
            raise NotAllowed(_("To go back, a game is built anew from its log."))
        self._dice.epoch(self.epoch)
        self.strands.new_epoch(self.epoch)
        self.digest = hashlib.sha256(f"{self.digest}\nrewind {self.epoch}".encode()).hexdigest()

    def _migrate(self, entry: Entry) -> None:
        """The last resort: at a milestone, go on with a new state and newer rules."""
        if not isinstance(entry.value, Mapping):
            raise NotAllowed(_("A migration needs the new rules' version and the new state."))
        self.strands.stop()
        rules: Any = entry.value["rules"]
        state: Any = entry.value["state"]
        self.setting = self.game.setting(
            self.start.seats, self.start.options, self.start.pack, rules
        )
        self._sit_down(state)
        self._dice.stage(self.epoch, self.milestone)
        self.digest = hashlib.sha256(f"{self.digest}\n{_as_text(state)}".encode()).hexdigest()
        self._run(self.strands.begin)

    _verbs: Mapping[str, Callable[[Match, Entry], None]] = {
        "start": _begin,
        ANSWER: _answer,
        CLOCK: _answer,
        ACT: _act,
        PLAN: _plan,
        RESIGN: _resign,
        DECIDE: _decide,
        REWIND: _rewind,
        MIGRATE: _migrate,
    }

    # What follows by itself.

    def due_default(self, key: str) -> Any:
        """The answer if this prompt's time runs out: a standing order for it, or its default."""
        prompt = self.open[key].prompt
        planned = self.plans.find(prompt, self.state, AT_THE_DEADLINE)
        return planned[1] if planned else prompt.default(self.state)

    def next_entry(self) -> Entry | None:
        """The entry that plans or a resigned seat's defaults add now, if any."""
        for asking in self.waiting():
            prompt = asking.prompt
            if prompt.seat in self.resigned:
                default = self.due_default(asking.key)
                return self._entry(CLOCK, prompt.seat, asking.key, default, source=RESIGN)
            planned = self.plans.find(prompt, self.state, AT_ONCE)
            if planned:
                return self._entry(ANSWER, prompt.seat, asking.key, planned[1], source=PLAN)
        return None

    def _entry(
        self, kind: str, seat: Seat | None, key: str = "", value: Any = None, source: str = ""
    ) -> Entry:
        return Entry(self.seq + 1, kind, seat, key, value, source=source)


def _outcome(ended: object) -> Outcome:
    if not isinstance(ended, Outcome):
        error = TypeError(f"The rules end with {ended!r} instead of an Outcome.")
        raise Broken(error) from error
    return ended


def _seat_of(entry: Entry) -> Seat:
    if entry.seat is None:
        raise NotAllowed(_("Only a seat can do that."))
    return entry.seat


def _is_item(body: object) -> bool:
    return isinstance(body, Mapping) and body.get("is") == Item.__name__


def _as_text(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
