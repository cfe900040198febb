"""Who sits down: the signed-in person, or on an embedded server a guest with a name."""

from __future__ import annotations

from datetime import timedelta

from flask import abort, request

from pbem import store
from pbem.services import guests, limits
from pbem.web import reader
from pbem.web.site import site

GUESTS, WINDOW = 20, timedelta(hours=1)


def somebody() -> store.Person | None:
    """The reader, made a guest by the name in the form if need be; None: they must sign in.

    Raises NotAllowed if the name cannot be.
    """
    who, here = reader.person(), site()
    if who is not None or not here.welcomes_guests:
        return who
    typed = request.form.get("name", "")
    guests.name_of(typed)
    now = here.now()
    if not limits.within(here.db, "guest", reader.origin(), now, most=GUESTS, window=WINDOW):
        abort(429)
    with here.db.writing() as c:
        who = guests.welcome(c, typed, language=reader.language(), zone=here.config.zone, now=now)
    reader.sign_in(who)
    return who
