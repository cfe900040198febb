"""The deeds a moderator can do to a table: what each will change, in sentences, and the doing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from flask import request

from pbem import games, store
from pbem.engine import Seat, Text, _, n_
from pbem.services import bots, desk, moderating, moderating_seats, people
from pbem.services.moderating import Deed, Refused
from pbem.web import reader
from pbem.web.site import site

MOST_UNDONE = 40
"""So many sentences of what is undone a confirmation shows."""


@dataclass(frozen=True)
class Case:
    """The table a deed is about, as the moderator sees it."""

    table: store.Table
    seats: tuple[store.Seat, ...]
    line: desk.Line

    def asked(self, name: str, default: str = "") -> str:
        """What the form or the address says."""
        return request.values.get(name, default)

    def number(self, name: str) -> int:
        """A number that the form or the address says. Raises Refused."""
        typed = self.asked(name)
        if not typed.removeprefix("-").isdecimal() or len(typed) > 9:
            raise Refused(_("Something is missing in the address of this page. Begin again."))
        return int(typed)

    def seat(self) -> int:
        """The seat the deed is about. Raises Refused."""
        seat = self.number("seat")
        if not 0 <= seat < len(self.seats):
            raise Refused(_("There is no such seat at this table."))
        return seat


Told = Iterable[Text | str]
WHY = _("Why? The table reads it.")


@dataclass(frozen=True)
class Verb:
    """One thing a moderator can do."""

    title: Text
    button: Text
    explain: Callable[[Case], Told]
    """What will change, a sentence each. Raises Refused if nothing can."""
    do: Callable[[Case, Deed], Text]
    """Do it, and say what was done."""
    words: Text = WHY
    must_say: bool = False
    danger: bool = False
    fields: str = ""
    """The template of what else is asked."""


def deed_of(case: Case) -> Deed:
    """The deed that the form asks for."""
    who = reader.person()
    assert who is not None, "every route here is for signed-in people"
    words = request.form.get("reason", "")
    once = request.form.get("once", "") or "damaged"
    return Deed(case.table.id, who.id, words, site().now(), once)


def fresh_press() -> str:
    """What makes one form act once."""
    return moderating.press(site().now(), secrets.token_hex(12))


# Standing still and going on.


def _explain_pause(_case: Case) -> Told:
    yield _("Nobody can answer, bots wait, and all clocks stand still until you let it go on.")


def _pause(_case: Case, deed: Deed) -> Text:
    moderating.pause(site().shelf, deed)
    return _("The game is paused.")


def _explain_resume(case: Case) -> Told:
    with site().db.reading() as c:
        since = moderating.since(c, case.table, site().now())
    yield _("It stands still since %(when)s.", when=reader.moment(since))
    yield _("All deadlines move by as long as it stood still: nobody loses time.")


def _resume(_case: Case, deed: Deed) -> Text:
    moderating.resume(site().shelf, deed)
    return _("The game goes on.")


def _explain_unfreeze(case: Case) -> Told:
    yield _("The fault was: %(why)s", why=case.table.frozen_reason or "?")
    yield _(
        "The game is played again from its log first. If the fault is still there, it stays frozen"
        " and nothing changes."
    )
    yield from _explain_resume(case)


def _unfreeze(_case: Case, deed: Deed) -> Text:
    moderating.unfreeze(site().shelf, deed)
    return _("The table is in order again, and the game goes on.")


def _explain_call_off(_case: Case) -> Told:
    yield _("The game ends now, without a winner. This cannot be taken back.")


def _call_off(_case: Case, deed: Deed) -> Text:
    moderating.call_off(site().shelf, deed)
    return _("The game is called off.")


# Deadlines.


def _explain_deadline(case: Case) -> Told:
    by = timedelta(hours=case.number("hours"))
    only = case.seat() if case.asked("seat") else None
    moved = [a for a in case.line.awaited if a.due is not None and only in (None, a.seat)]
    if not moved:
        raise Refused(_("Nobody has a deadline there that could be moved."))
    for a in moved:
        assert a.due is not None
        later = max(a.due + by, site().now())
        yield _(
            "%(seat)s has until %(new)s, instead of %(old)s.",
            seat=Seat(a.seat),
            new=reader.moment(later),
            old=reader.day_and_time(a.due),
        )


def _move(case: Case, deed: Deed) -> Text:
    by = timedelta(hours=case.number("hours"))
    seat = case.seat() if case.asked("seat") else None
    n = moderating.move_deadlines(site().shelf, deed, by, seat=seat)
    return n_("%(n)d deadline is moved.", "%(n)d deadlines are moved.", n)


def _explain_default(case: Case) -> Told:
    found = [a for a in case.line.awaited if a.key == case.asked("key")]
    if not found:
        raise Refused(_("That question is answered already. Nothing was changed."))
    yield _("Time is up at once for %(seat)s.", seat=Seat(found[0].seat))
    yield _("Their standing order for this question is taken, or else its default.")


def _default(case: Case, deed: Deed) -> Text:
    moderating.take_default(site().shelf, deed, case.asked("key"))
    return _("The default is taken, and play goes on.")


# Going back.


def _explain_rewind(case: Case) -> Told:
    undone = moderating_seats.preview_rewind(site().shelf, case.table.id, case.number("to"))
    n = len(undone.entries)
    yield n_("%(n)d entry is undone.", "%(n)d entries are undone.", n)
    for text in undone.told[:MOST_UNDONE]:
        yield _("Undone: %(told)s", told=text)
    if undone.asked:
        yield _("Asked again: %(seats)s.", seats=undone.asked)
    yield _("Nothing is deleted from the log. Dice that are thrown again fall differently.")


def _rewind(case: Case, deed: Deed) -> Text:
    to = case.number("to")
    moderating.rewind(site().shelf, deed, to, seen=case.number("seen"))
    return _("Play is back at entry %(to)d.", to=to)


# People.


def _explain_hand_over(case: Case) -> Told:
    seat = case.seat()
    yield _("Somebody else plays on for %(seat)s, from where the game stands.", seat=Seat(seat))
    yield _("They see what this seat may see, and have the full time for what is asked now.")
    if case.seats[seat].person_id is not None:
        yield _("Links of this seat that were sent before stop working.")


def _hand_over(case: Case, deed: Deed) -> Text:
    seat = case.seat()
    if case.asked("taker") == "bot":
        bot = case.asked("bot") or next(iter(bots.known(games.load(case.table.game))))
        moderating_seats.hand_over(site().shelf, deed, seat, bot=bot)
        return _("A bot plays on.")
    with site().db.writing() as c:
        taker = people.meet(c, site().config, case.asked("address"), now=deed.now)
    moderating_seats.hand_over(site().shelf, deed, seat, person_id=taker.id)
    return _("%(name)s plays on.", name=taker.name)


def _explain_revoke(case: Case) -> Told:
    yield _("Every link that was sent to %(seat)s for this table stops working.",
            seat=Seat(case.seat()))  # fmt: skip
    yield _("The next letter carries new ones.")


def _revoke(case: Case, deed: Deed) -> Text:
    moderating_seats.revoke_links(site().shelf, deed, case.seat())
    return _("The links are taken back.")


# Words.


def _explain_announce(_case: Case) -> Told:
    yield _("Everybody who looks at this table reads it on its page.")


def _announce(_case: Case, deed: Deed) -> Text:
    moderating_seats.announce(site().shelf, deed)
    return _("The table reads it.")


def _explain_note(_case: Case) -> Told:
    yield _("Only moderators of this table read it.")


def _note(_case: Case, deed: Deed) -> Text:
    moderating_seats.note_to_self(site().shelf, deed)
    return _("It is written down.")


VERBS = {
    "pause": Verb(_("Pause the game"), _("Pause"), _explain_pause, _pause),
    "resume": Verb(_("Let the game go on"), _("Go on"), _explain_resume, _resume),
    "unfreeze": Verb(_("Let the table go on"), _("Try it"), _explain_unfreeze, _unfreeze),
    "call-off": Verb(
        _("Call the game off"),
        _("Call it off"),
        _explain_call_off,
        _call_off,
        must_say=True,
        danger=True,
    ),
    "deadline": Verb(_("Move deadlines"), _("Move them"), _explain_deadline, _move),
    "default": Verb(_("Take the default now"), _("Take it"), _explain_default, _default),
    "rewind": Verb(
        _("Go back"), _("Go back"), _explain_rewind, _rewind, must_say=True, danger=True
    ),
    "hand-over": Verb(
        _("Put somebody else on this seat"),
        _("Hand it over"),
        _explain_hand_over,
        _hand_over,
        fields="moderator/taker.html",
    ),
    "revoke": Verb(_("Take links back"), _("Take them back"), _explain_revoke, _revoke),
    "announce": Verb(
        _("Tell the table something"),
        _("Tell them"),
        _explain_announce,
        _announce,
        words=_("What do you want to say?"),
        must_say=True,
    ),
    "note": Verb(
        _("Note to self"),
        _("Write it down"),
        _explain_note,
        _note,
        words=_("What do you want to remember?"),
        must_say=True,
    ),
}
KEPT = ("seat", "key", "to", "hours", "seen")
"""What a confirmation carries on from its address."""
