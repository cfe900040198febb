"""Verifying an export: play it again and compare everything it claims."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem import games
from pbem.engine import (
    REWIND,
    AnswerError,
    Broken,
    Entry,
    Game,
    Match,
    Outcome,
    Sealed,
    Step,
    Text,
    _,
    commitment_of,
    replay,
)
from pbem.engine.dice import nonce_for
from pbem.engine.log import rewind_target

from .lines import BadExport, Export, Line, as_text, read_lines
from .writing import state_body

MOST_REPLAYED = 5_000_000
"""A rewind is verified by playing up to it again; a file that asks for more is refused."""


@dataclass(frozen=True)
class Difference:
    """The first thing that is not as it should be: where, and what, as a sentence."""

    line: int
    entry: int | None
    text: Text

    def __str__(self) -> str:
        if not self.line:
            return str(self.text)
        if self.entry is None:
            return str(_("Line %(line)d: %(text)s", line=self.line, text=self.text))
        return str(
            _(
                "Line %(line)d, entry %(entry)d: %(text)s",
                line=self.line,
                entry=self.entry,
                text=self.text,
            )
        )


class _Differs(Exception):
    def __init__(self, line: int, entry: int | None, text: Text) -> None:
        super().__init__(str(text))
        self.difference = Difference(line, entry, text)


@dataclass
class Report:
    """What verifying an export found, and how much of it was compared."""

    difference: Difference | None = None
    game: str = ""
    package: str = ""
    """The version of pbem that the game began with."""
    commitment: str = ""
    outcome: Outcome | None = None
    entries: int = 0
    undone: int = 0
    events: int = 0
    nonces: int = 0
    states: int = 0
    notes: list[Text] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.difference is None


def verify(lines: Iterable[str] | Export) -> Report:
    """Verify an export, given as its lines or read already. Never raises for what is in it."""
    report = Report()
    try:
        export = lines if isinstance(lines, Export) else read_lines(lines)
        report.game, report.package = export.start.game, export.start.package
        report.commitment = export.start.commitment
        _Verifying(export, report).run()
    except BadExport as bad:
        report.difference = Difference(bad.line, None, bad.text)
    except _Differs as found:
        report.difference = found.difference
    except RecursionError:
        report.difference = Difference(0, None, _("Something in the file is nested too deeply."))
    return report


class _Verifying:
    """One export being played again beside what it says."""

    def __init__(self, export: Export, report: Report) -> None:
        self.export = export
        self.report = report
        self.end = export.end
        self.replayed = 0

    def run(self) -> None:
        secret, start = self.end.secret, self.export.start
        if commitment_of(secret) != start.commitment:
            raise _Differs(
                self.end.number,
                None,
                _("The secret is not the one that was committed to when the game opened."),
            )
        self.game = self._find_game()
        try:
            self.match = Match(self.game, start, secret, keep=self.export.has_states)
        except Exception as why:
            # A pack or an option that nobody vouches for can fail anywhere in a game's set-up.
            raise _Differs(1, None, _("No table can be set up like this: %(why)s", why=why)) from (
                why
            )
        for line in self.export.lines:
            if line.entry.seq != self.end.broken:
                self._compare(line, self._enter(line))
            else:
                self._break(line)
        self._finish()

    def _find_game(self) -> Game[Any]:
        start = self.export.start
        try:
            game = games.load(start.game)
        except games.UnknownGame as why:
            known = _(
                "There is no game '%(slug)s'. There are: %(list)s.",
                slug=start.game,
                list=games.slugs(),
            )
            raise _Differs(1, None, known) from why
        except Exception as why:  # A plug-in may be broken in any way.
            text = _("The game '%(game)s' cannot be loaded: %(why)s", game=start.game, why=why)
            raise _Differs(1, None, text) from why
        if not 1 <= start.rules <= game.meta.rules_version:
            raise _Differs(
                1,
                None,
                _(
                    "It was played by version %(rules)d of the rules; this package has versions"
                    " up to %(known)d. Verify it with pbem %(package)s.",
                    rules=start.rules,
                    known=game.meta.rules_version,
                    package=start.package or "?",
                ),
            )
        try:
            flaws = [] if start.pack is None else game.check_pack(start.pack)
        except Exception as why:  # A hostile pack may have any shape.
            raise _Differs(1, None, _("The card pack cannot be read.")) from why
        if flaws:
            raise _Differs(1, None, _("The card pack is wrong: %(flaw)s", flaw=flaws[0].text))
        return game

    def _enter(self, line: Line) -> Step:
        entry = line.entry
        try:
            if entry.kind == REWIND:
                return self._rewind(entry)
            return self.match.enter(entry)
        except AnswerError as why:
            raise self._differs(line, _("The rules refuse this: %(why)s", why=why.text)) from why
        except Broken as why:
            raise self._differs(line, _broken(why)) from why

    def _rewind(self, entry: Entry) -> Step:
        """Go back as the game went back: play again what still counts."""
        line = self.export.lines[entry.seq - 1]
        to = entry.value.get("to") if isinstance(entry.value, dict) else None
        if to not in self.match.steps or isinstance(to, bool):
            text = _("It goes back to an entry that did not count any more.")
            raise self._differs(line, text)
        before = self.export.entries[: entry.seq]
        self.replayed += len(before)
        if self.replayed > MOST_REPLAYED:
            raise self._differs(line, _("The game goes back too often to be verified."))
        match = self.match
        self.match = replay(match.game, match.start, before, match.secret, keep=match.keep)
        self.report.undone += sum(rewind_target(entry) < seq for seq in match.steps)
        return self.match.steps[entry.seq]

    def _break(self, line: Line) -> None:
        """The entry at which the rules broke when this was written: do they still?"""
        self._enter(line)
        self.report.notes.append(
            _(
                "Entry %(seq)d broke the rules when this was written. Now it does not.",
                seq=line.entry.seq,
            )
        )

    def _compare(self, line: Line, step: Step) -> None:
        encode = self.game.codec.encode
        self._compare_events(line, [encode(event) for event in step.events])
        self._compare_states(line, [state_body(snapshot) for snapshot in step.snapshots])
        seq = str(line.entry.seq)
        if self.end.digests.get(seq) != step.entry.digest:
            raise self._at_the_end(line, _("The digest is another one than the events lead to."))
        keys = [event.key for event in step.events if isinstance(event, Sealed)]
        nonces = {key: nonce_for(self.end.secret, key, line.entry.seq) for key in keys}
        if self.end.nonces.get(seq, {}) != nonces:
            raise self._at_the_end(
                line, _("The nonce does not open the sealed answer: it is another one.")
            )
        self.report.entries += 1
        self.report.events += len(step.events)
        self.report.nonces += len(nonces)
        self.report.states += len(line.states)

    def _compare_events(self, line: Line, played: Sequence[dict[str, Any]]) -> None:
        for i, (said, is_) in enumerate(zip(line.events, played, strict=False), 1):
            if as_text(said) != as_text(is_):
                raise self._differs(
                    line,
                    _(
                        "Event %(i)d says %(said)s, but the rules lead to %(played)s.",
                        i=i,
                        said=_short(said),
                        played=_short(is_),
                    ),
                )
        if len(line.events) != len(played):
            raise self._differs(
                line,
                _(
                    "It tells %(said)d events, but the rules lead to %(played)d.",
                    said=len(line.events),
                    played=len(played),
                ),
            )

    def _compare_states(self, line: Line, played: Sequence[dict[str, Any]]) -> None:
        if not self.export.has_states:
            return
        if len(line.states) != len(played):
            text = _(
                "It has %(said)d states behind it, but the rules reach %(played)d milestones.",
                said=len(line.states),
                played=len(played),
            )
            raise self._differs(line, text)
        for said, is_ in zip(line.states, played, strict=True):
            if as_text(said.body) != as_text(is_):
                text = _("The state is another one than the rules lead to.")
                raise _Differs(said.number, line.entry.seq, text)

    def _finish(self) -> None:
        """What the last line claims beside the digests and nonces of each entry."""
        outcome = self.match.outcome
        played = None if outcome is None else self.game.codec.encode(outcome)
        number = self.end.number
        if as_text(self.end.outcome) != as_text(played):
            text = _(
                "The outcome is said to be %(said)s, but the rules lead to %(played)s.",
                said=_short(self.end.outcome),
                played=_short(played),
            )
            raise _Differs(number, None, text)
        known = {str(line.entry.seq) for line in self.export.lines}
        if not {*self.end.digests, *self.end.nonces} <= known:
            raise _Differs(number, None, _("It names entries that are not in the log."))
        if self.end.checksum != self.export.checksum:
            text = _(
                "The checksum does not fit the lines above: something was changed there that the"
                " rules do not see, such as a time or a plan that was never used."
            )
            raise _Differs(number, None, text)
        self.report.outcome = outcome
        if outcome is None:
            self.report.notes.append(_("The game is not over."))

    def _differs(self, line: Line, text: Text) -> _Differs:
        return _Differs(line.number, line.entry.seq, text)

    def _at_the_end(self, line: Line, text: Text) -> _Differs:
        return _Differs(self.end.number, line.entry.seq, text)


def _broken(why: Broken) -> Text:
    return _("The rules break: %(why)s (in %(where)s).", why=why, where=" > ".join(why.where))


def _short(body: object, most: int = 160) -> str:
    text = json.dumps(body)
    return text if len(text) <= most else f"{text[:most]}…"
