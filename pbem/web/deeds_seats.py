"""What a moderator can do about the people at a table."""

from __future__ import annotations

from pbem import games, store
from pbem.engine import Seat, Text, _
from pbem.services import bots, helping, lobby_care, moderating_seats, people, reaching, substitutes
from pbem.services.moderating import Deed, Refused
from pbem.web.moderating_case import Case, Told, Verb
from pbem.web.site import site


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


def _explain_nudge(case: Case) -> Told:
    yield _("%(seat)s gets a letter about what is asked, now.", seat=Seat(case.seat()))
    yield _("Who reads on the web, or cannot be reached, sees it on the table's page.")


def _nudge(case: Case, deed: Deed) -> Text:
    reaching.nudge(site().shelf, deed, case.seat())
    return _("%(seat)s is nudged.", seat=Seat(case.seat()))


def _explain_resend(case: Case) -> Told:
    yield _("%(seat)s gets a letter with links that work.", seat=Seat(case.seat()))


def _resend(case: Case, deed: Deed) -> Text:
    reaching.send_links_again(site().shelf, deed, case.seat())
    return _("The links are on their way.")


def _explain_give_back(case: Case) -> Told:
    before = _before(case)
    yield _("%(name)s sits there again, from where the game stands.", name=before.name)
    yield _("They have the full time for what is asked now.")


def _give_back(case: Case, deed: Deed) -> Text:
    before = _before(case)
    moderating_seats.hand_over(site().shelf, deed, case.seat(), person_id=before.id)
    return _("%(name)s plays on.", name=before.name)


def _before(case: Case) -> store.Person:
    with site().db.reading() as c:
        found = moderating_seats.who_sat_before(c, case.table.id, case.seat())
    if found is None:
        raise Refused(_("Nobody sat there before who could come back."))
    return found


# Looking for somebody.


def _explain_look_for(case: Case) -> Told:
    yield _("The table's page and the lobby say that somebody is looked for who plays on for"
            " %(seat)s.", seat=Seat(case.seat()))  # fmt: skip
    yield _("The first who wants to takes the seat, and the table is told.")


def _look_for(case: Case, deed: Deed) -> Text:
    substitutes.look_for(site().shelf, deed, case.seat())
    return _("Somebody is looked for.")


def _explain_look_no_longer(case: Case) -> Told:
    yield _("Whoever sits there stays: %(seat)s.", seat=Seat(case.seat()))


def _look_no_longer(case: Case, deed: Deed) -> Text:
    substitutes.look_no_longer(site().shelf, deed, case.seat())
    return _("Nobody is looked for any more.")


# Before the first turn.


def _explain_invite(case: Case) -> Told:
    yield _("Seat %(n)d is kept for them until they accept or decline.", n=case.seat() + 1)
    yield _("A bot sits down at once.")


def _invite(case: Case, deed: Deed) -> Text:
    seat = case.seat()
    if case.asked("taker") == "bot":
        bot = case.asked("bot") or next(iter(bots.known(games.load(case.table.game))))
        lobby_care.seat_bot(site().shelf, deed, seat, bot)
        return _("A bot sits down.")
    lobby_care.invite(site().shelf, site().config, deed, seat, case.asked("address"))
    return _("The invitation is out.")


def _explain_free(case: Case) -> Told:
    yield _("%(seat)s gets up, and the seat is free again.", seat=Seat(case.seat()))


def _free(case: Case, deed: Deed) -> Text:
    lobby_care.free(site().shelf, deed, case.seat())
    return _("The seat is free again.")


# Helpers.


def _explain_help(_case: Case) -> Told:
    yield _("They can do at this table whatever you can, and read what you can read.")
    yield _("The table is told that somebody helps.")


def _help(case: Case, deed: Deed) -> Text:
    with site().db.writing() as c:
        helper = people.meet(c, site().config, case.asked("address"), now=deed.now)
    helping.let_help(site().shelf, deed, helper)
    return _("%(name)s looks after the table too.", name=helper.name)


def _explain_let_go(_case: Case) -> Told:
    yield _("They look after this table no longer.")


def _let_go(case: Case, deed: Deed) -> Text:
    helping.let_go(site().shelf, deed, case.number("person"))
    return _("They look after this table no longer.")


VERBS = {
    "hand-over": Verb(
        _("Put somebody else on this seat"),
        _("Hand it over"),
        _explain_hand_over,
        _hand_over,
        fields="moderator/taker.html",
    ),
    "revoke": Verb(_("Take links back"), _("Take them back"), _explain_revoke, _revoke),
    "nudge": Verb(_("Nudge them"), _("Nudge"), _explain_nudge, _nudge),
    "resend": Verb(_("Send the links again"), _("Send them"), _explain_resend, _resend),
    "give-back": Verb(_("Give the seat back"), _("Give it back"), _explain_give_back, _give_back),
    "look-for": Verb(
        _("Look for somebody who plays on"), _("Look for somebody"), _explain_look_for, _look_for
    ),
    "look-no-longer": Verb(
        _("Stop looking for somebody"), _("Stop it"), _explain_look_no_longer, _look_no_longer
    ),
    "invite": Verb(
        _("Fill this seat"),
        _("Do it"),
        _explain_invite,
        _invite,
        words=_("A word about it, if you like"),
        fields="moderator/taker.html",
    ),
    "free": Verb(_("Free this seat"), _("Free it"), _explain_free, _free, danger=True),
    "help": Verb(
        _("Let somebody help you"),
        _("Let them help"),
        _explain_help,
        _help,
        fields="moderator/address.html",
    ),
    "let-go": Verb(_("Let a helper go"), _("Let them go"), _explain_let_go, _let_go),
}
