"""Raw mail handed over by HTTP: from a mail service that calls an address for each mail.

The body is the mail itself. Who calls must know the secret; without one this does not exist.
"""

from __future__ import annotations

import hmac

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from pbem.mail import mime
from pbem.mail.ingest import Room, TooBig, is_ours, take_in
from pbem.web.site import site

pages = Blueprint("mail_in", __name__)
HEADER = "X-Pbem-Secret"


@pages.post("/mail/in")
def came() -> ResponseReturnValue:
    """Keep a mail; the worker reads it with its next tick."""
    here = site()
    secret = here.config.webhook_secret
    if not secret:
        abort(404)
    given = request.headers.get(HEADER, "").encode("utf-8", "replace")
    if not hmac.compare_digest(given, secret.encode()):
        abort(403)
    request.max_content_length = mime.MOST_BYTES
    if request.content_length is None:
        abort(411)
    if request.content_length > mime.MOST_BYTES:
        abort(413)
    recipient = request.args.get("to", "")
    if recipient and not is_ours(here.config, recipient):
        abort(404)
    room = Room(here.config, here.shelf, here.now)
    try:
        take_in(room, request.get_data(), recipient, request.args.get("from"))
    except TooBig:
        abort(413)
    return "", 204
