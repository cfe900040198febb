"""A table in the terminal: people hand the keyboard on, bots take the other seats.

Everything shown comes from the view of the seat that looks, the events it may know and the
question it is asked, exactly as a letter or a page would be written.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import click

from pbem import export
from pbem.engine import (
    ACT,
    ANSWER,
    PLAIN,
    REWIND,
    AnswerError,
    Bot,
    Broken,
    Entry,
    Match,
    Question,
    Seat,
    Text,
    Tongue,
    Words,
    _,
    follow,
    plain,
    undo,
)

from .asking import how_to_answer, options_in_full
from .seats import bot_turn, find_bots, sit_down
from .speech import Refusal, check_seats, find_game, open_to_write, rules_broken, say

NAMES = ("Ada", "Bela", "Cleo", "Dario", "Enid", "Fumi", "Goran", "Hild", "Ines", "Jun")
LONGEST_LINE = 2_000
HELP = _(
    "Write an option's number or its words, or enough of its beginning.\n"
    "  ?      this page, and every option in full\n"
    "  acts   what you may do unasked\n"
    "  undo   take back your last answer, if nothing new has come out since\n"
    "  quit   leave the table\n"
    "Enter alone shows the table again."
)


class Left(Exception):
    """Somebody wrote 'quit', or there is nobody to read from any more."""


def hot_seat(
    slug: str,
    seats: int | None,
    bots: str | None,
    humans: int | None,
    seed: str | None,
    out: Path | None,
) -> None:
    """Seat people and bots, and play."""
    game = find_game(slug)
    n = check_seats(game, seats)
    people = humans if humans is not None else (n if bots == "none" else 1)
    if not 1 <= people <= n or (bots == "none" and people != n):
        raise Refusal(
            _("Of %(n)d seats, from 1 to %(n)d are for people; without bots all are.", n=n)
        )
    name = bots if bots not in (None, "none") else next(iter(game.bots), "random")
    seated = find_bots(game, name, n)
    match = sit_down(game, n, seed)
    others = {Seat(i): seated[i] for i in range(people, n)}
    table = HotSeat(match, others, random.Random(seed))
    try:
        table.play()
    except Left:
        say(_("You leave the table. Nothing is kept."))
        return
    except Broken as why:
        raise Refusal(rules_broken(why)) from why
    table.tell_the_end()
    if out is not None:
        with open_to_write(out) as file:
            export.write(table.match, file)


class HotSeat:
    """One table, and who holds the keyboard."""

    def __init__(self, match: Match, bots: Mapping[Seat, Bot], rng: random.Random) -> None:
        self.match = match
        self.bots = bots
        self.rng = rng
        self.wordings: dict[str, str] = {}
        seats = match.setting.seats
        names = tuple(NAMES[i] if i < len(NAMES) else f"p{i + 1}" for i in range(len(seats)))
        self.tongue = Tongue(names=names, wordings=self.wordings)
        self.people = [seat for seat in seats if seat not in bots]
        self.looked = dict.fromkeys(seats, -1)
        self.holder: Seat | None = None

    def play(self) -> None:
        """Until the game is over: bots answer at once, people one after the other."""
        while self.match.outcome is None:
            follow(self.match)
            waiting = self.match.waiting()
            mine = [asking for asking in waiting if asking.prompt.seat == self.holder]
            theirs = [asking for asking in waiting if asking.prompt.seat in self.bots]
            if theirs:
                asking = theirs[0]
                bot_turn(self.match, asking, self.bots[asking.prompt.seat], self.rng)
            elif waiting:
                asking = (mine or waiting)[0]
                if self._hand_over(asking.prompt.seat):
                    self._answer(asking.key, asking.prompt.seat)

    # Who looks.

    def _hand_over(self, seat: Seat) -> bool:
        """Give the keyboard to a seat; False if the last one would rather take something back."""
        last = self.holder
        if last != seat and len(self.people) > 1:
            click.clear()
            self._say(_("Hand over to %(seat)s, and press Enter.", seat=seat))
            if last is not None:
                self._say(_("(%(seat)s may still write 'undo'.)", seat=last))
            while self._read(">") == "undo" and last is not None:
                if self._undo(last):
                    return False
            click.clear()
        self.holder = seat
        return True

    def _show(self, key: str, seat: Seat) -> None:
        """The table as this seat sees it, what has happened since it looked, the question."""
        click.echo()
        view = self.match.view(seat)
        click.echo(self.match.game.board(view, self.tongue))
        click.echo()
        self._tell_story(seat)
        self._show_question(self.match.question(key))
        self._say(self.match.question(key).otherwise())
        if self.match.acts(seat):
            self._say(_("You may also do something unasked: write 'acts'."))

    def _tell_story(self, seat: Seat) -> None:
        for seq in sorted(self.match.steps):
            step = self.match.steps[seq]
            if seq <= self.looked[seat]:
                continue
            if step.entry.kind == REWIND and step.entry.seat not in (None, seat):
                self._say(_("%(seat)s takes the last answer back.", seat=step.entry.seat))
            for event in step.events:
                sentence = event.sentence() if event.seen_by(seat) else None
                if sentence is not None:
                    self._say(sentence)
        self.looked[seat] = self.match.seq

    def _show_question(self, question: Question) -> None:
        rule = f" [{question.prompt.rule}]" if question.prompt.rule else ""
        click.echo(f"\n{self.tongue.say(question.sentence())}{rule}")
        for line in how_to_answer(question, self.tongue):
            click.echo(line)

    # What is typed.

    def _answer(self, key: str, seat: Seat) -> None:
        """Ask until there is an answer that stands, or something else has changed the table."""
        self._show(key, seat)
        before = self.match
        while self.match is before and self.match.outcome is None:
            asking = self.match.open.get(key)
            if asking is None or asking.answered:
                return
            typed = self._read(f"{self.tongue.name(seat)}>")
            try:
                self._obey(typed, key, seat)
            except AnswerError as why:
                self._say(why.text)

    def _obey(self, typed: str, key: str, seat: Seat) -> None:
        match typed:
            case "":
                self._show(key, seat)
            case "?":
                self._say(HELP)
                for line in options_in_full(self.match.question(key), self.tongue):
                    click.echo(line)
            case "undo":
                self._undo(seat)
            case "acts":
                self._act(seat)
            case "quit":
                raise Left
            case _words:
                self._enter(ANSWER, seat, self.match.question(key), typed)

    def _enter(self, kind: str, seat: Seat, question: Question, typed: str) -> None:
        prompt = question.prompt
        if isinstance(prompt, Words):
            nothing = plain(typed) == "none"
            value = prompt.keep("" if nothing else typed, self._keep_words)
        else:
            value = question.parse(prompt.keep(typed, self._keep_words), self.tongue)
        self.match.enter(Entry(self.match.seq + 1, kind, seat, question.key, value))

    def _keep_words(self, words: str) -> str:
        reference = f"w:{len(self.wordings) + 1}"
        self.wordings[reference] = words
        return reference

    def _undo(self, seat: Seat) -> bool:
        try:
            self.match = undo(self.match, seat)
        except AnswerError as why:
            self._say(why.text)
            return False
        self._say(_("Your last answer is taken back."))
        return True

    def _act(self, seat: Seat) -> None:
        """Do something unasked: first which, then its own question."""
        acts = self.match.acts(seat)
        if not acts:
            self._say(_("There is nothing that you may do unasked now."))
            return
        for i, act in enumerate(acts, 1):
            click.echo(f"  {i:>3}  {self.tongue.say(act.sentence())}")
        typed = self._read(PLAIN.say(_("Which number? Enter for none >")))
        if not typed.isdecimal() or not 1 <= int(typed) <= len(acts):
            return
        act = acts[int(typed) - 1]
        self._show_question(act)
        self._enter(ACT, seat, act, self._read(f"{self.tongue.name(seat)}>"))

    def _read(self, prompt: str) -> str:
        try:
            typed = click.prompt(prompt, default="", show_default=False, prompt_suffix=" ")
        except click.Abort as why:
            raise Left from why
        return str(typed)[:LONGEST_LINE].strip()

    def _say(self, text: Text) -> None:
        say(self.tongue.say(text))

    def tell_the_end(self) -> None:
        """How it ended, for everybody at the table."""
        outcome = self.match.outcome
        assert outcome is not None
        click.echo()
        click.echo(self.match.game.board(self.match.view(None), self.tongue))
        if len(self.people) == 1:
            click.echo()
            self._tell_story(self.people[0])
        click.echo()
        self._say(self.match.game.ending(outcome))
        for seat, score in zip(self.match.setting.seats, outcome.scores, strict=False):
            click.echo(f"  {self.tongue.name(seat):<12} {score:>4}")
