"""What a mail says to others at the table, each thing on a line of its own: 'say bob: shall we?'

It is no order: what is left of the mail is read without it. And it is said in the transaction that
carries the rest of the mail out, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbem import store
from pbem.engine import NotUnderstood, Seat, Text, Tongue, _, nearest, plain, spellings
from pbem.services import messages
from pbem.services.meanings import SAY, Meaning, Mistake
from pbem.services.parts import END, NARROWEST
from pbem.services.sittings import Sitting

_LINE = re.compile(
    r"\s*(?:say|tell|dis|dire|sag|sage)(?:\s+(?:to|à|a|zu|an))?(?=[\s:：])"
    r"\s*(?P<whom>[^:：\n]{0,80}?)\s*[:：]\s*(?P<words>\S.*?)\s*",
    re.I,
)
EVERYBODY = frozenset({
    "", "all", "everybody", "everyone", "the table", "table", "tous", "toutes", "tout le monde",
    "la table", "alle", "allen", "jedem", "tisch", "dem tisch",
})  # fmt: skip
MODERATOR = frozenset({
    "moderator", "the moderator", "moderateur", "le moderateur", "moderatrice", "la moderatrice",
    "dem moderator", "moderatorin", "der moderatorin", "moderation",
})  # fmt: skip
"""Understood in every language by everybody."""


@dataclass(frozen=True)
class Remark(Meaning):
    """Something to say; its value is what, and to whom."""

    value: messages.Draft = field(kw_only=True)

    def said(self) -> Text:
        words = self.value.text
        if self.value.to_seat is not None:
            seat = Seat(self.value.to_seat)
            return _("you say to %(seat)s: “%(words)s”", seat=seat, words=words)
        if self.value.whom == messages.MODERATOR:
            return _("you say to the moderator: “%(words)s”", words=words)
        return _("you say to everybody: “%(words)s”", words=words)


@dataclass(frozen=True)
class Split:
    """A mail in two: what it says to others, and the rest, which holds its orders."""

    remarks: tuple[Remark | Mistake, ...]
    rest: str


def split(text: str, seat: int, by: int, tongue: Tongue) -> Split:
    """Take out of a mail what it says to others, up to `end`."""
    remarks: list[Remark | Mistake] = []
    rest: list[str] = []
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if any(plain(piece) in END for piece in line.split(",")):
            rest += lines[at:]
            break
        found = _LINE.fullmatch(line)
        if found is None:
            rest.append(line)
            continue
        typed = " ".join(line.split())
        below = lines[at + 1].split() if at + 1 < len(lines) else []
        try:
            if below and not _LINE.fullmatch(lines[at + 1]) and _is_cut(line, below[0]):
                raise NotUnderstood(
                    _("It may go on below. Leave an empty line below what you say.")
                )
            draft = _draft(found["whom"], found["words"], seat, by, tongue)
            remarks.append(Remark(typed, SAY, value=draft))
        except (NotUnderstood, messages.Refused) as why:
            remarks.append(Mistake(typed, why.text))
    return Split(tuple(remarks), "\n".join(rest))


def _is_cut(line: str, next_word: str) -> bool:
    """May a mail program have ended this line for its length?"""
    return len(f"{line} {next_word}") > NARROWEST


def _draft(whom: str, words: str, seat: int, by: int, tongue: Tongue) -> messages.Draft:
    said = messages.words_of(words)
    to = _meant(plain(whom), whom, seat, tongue)
    if isinstance(to, int):
        return messages.Draft(seat, by, said, messages.SEAT, to)
    return messages.Draft(seat, by, said, to)


def _meant(typed: str, whom: str, seat: int, tongue: Tongue) -> store.Whom | int:
    """To whom it is said: a seat, everybody or the moderator. What is meant for one person goes
    to nobody else, so names that are alike have to be told apart."""
    names = {n: name for n, name in enumerate(tongue.names) if n != seat}
    found: dict[store.Whom | int, Text | str] = {
        n: name for n, name in names.items() if typed in spellings(name)
    }
    if typed in EVERYBODY:
        found[messages.TABLE] = _("everybody")
    if typed in MODERATOR:
        found[messages.MODERATOR] = _("the moderator")
    exact = [n for n, name in names.items() if whom.strip().casefold() == name.casefold()]
    if len(exact) == 1 and found.keys() <= names.keys():
        return exact[0]
    if len(found) > 1:
        raise NotUnderstood(
            _(
                "'%(typed)s' could mean %(list)s. Write one of them in full.",
                typed=whom,
                list=[*found.values()],
            )
        )
    if found:
        return next(iter(found))
    near = nearest(typed, {way: name for name in names.values() for way in spellings(name)})
    raise NotUnderstood(_stranger(whom, near, names.values()))


def _stranger(whom: str, near: str, names: Iterable[str]) -> Text:
    if not near:
        return _("Nobody here is called '%(typed)s'. Write a name, or 'all'.", typed=whom)
    return _(
        "Nobody here is called '%(typed)s'. Did you mean '%(near)s'?",
        typed=whom,
        near=next(name for name in names if near in spellings(name)),
    )


def unless_quiet(
    remarks: Sequence[Remark | Mistake], sitting: Sitting
) -> tuple[Remark | Mistake, ...]:
    """The same, but nothing can be said to others while the rules let nobody talk."""
    quiet = messages.quiet_at(sitting)
    if quiet is None:
        return tuple(remarks)
    return tuple(
        Mistake(one.typed, quiet)
        if isinstance(one, Remark) and one.value.whom != messages.MODERATOR
        else one
        for one in remarks
    )


def say(
    c: store.Connection, table_id: int, remarks: Sequence[Remark | Mistake], *, now: datetime
) -> None:
    """Say it all, in the caller's transaction. Raises Refused."""
    for one in remarks:
        if isinstance(one, Remark):
            messages.say(c, table_id, one.value, now=now)
