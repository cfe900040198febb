"""What a moderator can say, and to whom."""

from __future__ import annotations

from pbem.engine import Seat, Text, _
from pbem.services import messages, moderating_seats
from pbem.services.moderating import Deed, Refused
from pbem.web.moderating_case import Case, Told, Verb
from pbem.web.site import site


def _explain_announce(_case: Case) -> Told:
    yield _("Everybody who looks at this table reads it on its page.")
    yield _("Whoever plays there and wants letters gets it by letter, too.")


def _announce(_case: Case, deed: Deed) -> Text:
    moderating_seats.announce(site().shelf, deed)
    return _("The table reads it.")


def _explain_note(_case: Case) -> Told:
    yield _("Only moderators of this table read it.")


def _note(_case: Case, deed: Deed) -> Text:
    moderating_seats.note_to_self(site().shelf, deed)
    return _("It is written down.")


def _explain_tell(case: Case) -> Told:
    if all(seat.person_id is None for seat in case.seats):
        raise Refused(_("Nobody sits here who could read it: bots do not talk."))
    yield _("Only they read it, on their page of the table and in their next letter.")


def _tell(case: Case, deed: Deed) -> Text:
    seat = case.number("whom")
    draft = messages.Draft(None, deed.by, deed.reason, "seat", seat)
    messages.send(site().shelf, case.table.id, draft, now=deed.now, once=deed.once)
    return _("%(seat)s reads it.", seat=Seat(seat))


def _explain_settle(_case: Case) -> Told:
    yield _("Your desk stops pointing at what was written to you here. Nobody is told.")


def _settle(_case: Case, deed: Deed) -> Text:
    moderating_seats.settle_calls(site().shelf, deed)
    return _("Done.")


VERBS = {
    "announce": Verb(
        _("Tell the table something"),
        _("Tell them"),
        _explain_announce,
        _announce,
        words=_("What do you want to say?"),
        must_say=True,
    ),
    "tell": Verb(
        _("Tell one of them something"),
        _("Tell them"),
        _explain_tell,
        _tell,
        words=_("What do you want to say?"),
        must_say=True,
        fields="moderator/whom.html",
    ),
    "settle": Verb(
        _("I have read what was written to me"),
        _("It is settled"),
        _explain_settle,
        _settle,
        words=_("What came of it, if you want to keep that"),
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
