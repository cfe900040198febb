"""Another address for somebody who cannot be reached, to be confirmed by who reads mail there."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import AnswerError, _
from pbem.services import limits, pressing, reaching
from pbem.web import reader
from pbem.web.moderating_case import press
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("addressing", __name__)
TRIES, WINDOW = 10, timedelta(minutes=15)


@pages.post("/moderator/person/<int:number>/address")
@signed_in
def ask_for(number: int) -> ResponseReturnValue:
    """Ask at a new address whether it is this person's; nothing changes until they say so there.

    Only for those who may: who asks chooses where the letter goes, and must not be able to take
    a person over.
    """
    who = reader.person()
    assert who is not None
    with site().db.reading() as c:
        found = store.person(c, number) if number < 2**31 else None
        if found is None or found.erased_at is not None or not reaching.may_ask(c, who, found):
            abort(404)
    _ask(found, who.id)
    return redirect(url_for("moderating_people.person", number=number), 303)


def _ask(person: store.Person, by: int) -> None:
    here = site()
    now = here.now()
    if not limits.within(here.db, "address", str(by), now, most=TRIES, window=WINDOW):
        abort(429)
    try:
        with here.db.writing() as c:
            pressing.count(c, press(), now)
            typed = request.form.get("address", "")
            address = reaching.ask_at(c, person, typed, by=by, now=now)
        reader.tell(
            _(
                "A letter goes to %(address)s. Nothing changes until it is confirmed there.",
                address=address,
            )
        )
    except pressing.DoneAlready as why:
        reader.tell(why.text, "note")
    except AnswerError as why:
        reader.tell(why.text, "bad")
