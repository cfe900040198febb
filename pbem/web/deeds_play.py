"""What a moderator can do to play: let it stand still or go on, move deadlines, go back."""

from __future__ import annotations

from datetime import timedelta

from pbem.engine import Seat, Text, _, n_
from pbem.services import moderating, moderating_seats
from pbem.services.moderating import Deed, Refused
from pbem.web import reader
from pbem.web.moderating_case import Case, Told, Verb
from pbem.web.site import site

MOST_UNDONE = 40
"""So many sentences of what is undone a confirmation shows."""


# Standing still and going on.


def _explain_pause(_case: Case) -> Told:
    yield _("Nobody can answer, bots wait, and all clocks stand still until you let it go on.")


def _pause(_case: Case, deed: Deed) -> Text:
    moderating.pause(site().shelf, deed)
    return _("The game is paused.")


def _explain_resume(case: Case) -> Told:
    if case.table.status not in moderating.STANDS_STILL:
        raise Refused(moderating.standing(case.table))
    with site().db.reading() as c:
        since = moderating.since(c, case.table, site().now())
    yield _("It stands still since %(when)s.", when=reader.moment(since))
    yield _("All deadlines move by as long as it stood still: nobody loses time.")


def _resume(_case: Case, deed: Deed) -> Text:
    moderating.resume(site().shelf, deed)
    return _("The game goes on.")


def _explain_unfreeze(case: Case) -> Told:
    if case.table.status != "frozen":
        raise Refused(moderating.standing(case.table))
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
    if case.table.status not in moderating.LIVE:
        raise Refused(moderating.standing(case.table))
    moved = case.moved(by, only)
    if not moved:
        raise Refused(_("Nobody has a deadline there that could be moved."))
    for a, later in moved:
        assert a.due is not None
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
}
