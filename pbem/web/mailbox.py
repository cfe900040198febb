"""The mailbox: everybody's letters, on a server that sends no mail.

It shows what would have been sent, so it is for whoever started the server and for nobody else:
it exists only while no mail server is configured, wants the key that was printed at the start,
answers on this machine only, and refuses whatever came through a proxy, behind which everybody
would look like this machine.
"""

from __future__ import annotations

import email
import email.policy
import hmac
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from ipaddress import ip_address

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.config import Config
from pbem.engine import Text, _
from pbem.mail import links
from pbem.mail.headers import mailbox, safe
from pbem.mail.ingest import Room, ingest
from pbem.services import letters, mailroom, marker, tokens
from pbem.web import reader
from pbem.web.safety import POLICY
from pbem.web.site import site

pages = Blueprint("mailbox", __name__, url_prefix="/mailbox")
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
             "X-Real-Ip", "Cf-Connecting-Ip", "True-Client-Ip")  # fmt: skip
LETTER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; "
    "sandbox allow-top-navigation-by-user-activation"
)
SHOWN = 100
LONGEST_REPLY = 2000
BECAME: dict[str, Text] = {
    mailroom.DONE: _("Your reply was read. What came of it stands in the next letter."),
    mailroom.IGNORED: _("Nothing of your reply was done. The next letter says why."),
    mailroom.HELD: _("Your reply is held until it is confirmed."),
    mailroom.FAILED: _("Your reply could not be read. It is kept for the moderator."),
}
WAITS = _("Your reply has come. It is read in a moment; what came of it stands in the next letter.")


@dataclass(frozen=True)
class Mail:
    """A letter as a mail program would show it."""

    letter: store.Letter
    subject: str
    text: str
    html: str
    at: datetime

    @property
    def first_lines(self) -> list[str]:
        """What stands below the subject in a list: how it begins, and what is asked."""
        parts = [" ".join(part.split()) for part in self.text.replace("\r", "").split("\n\n")]
        said = [part for part in parts if part and not part.startswith(marker.MARK)]
        return said[: 2 if self.letter.kind in letters.ASKING else 1]


def set_up(app: Flask, config: Config) -> None:
    """Only where letters are caught is there a mailbox."""
    if not config.sends_mail:
        app.register_blueprint(pages)
        app.context_processor(lambda: {"mailbox_open": _has_key})


def _has_key() -> bool:
    """May this browser look into the mailbox? Then every page leads back there."""
    return bool(session.get("mailbox")) and is_here(site().config)


@pages.before_request
def _guard() -> ResponseReturnValue | None:
    """Nobody but whoever sits at this machine and has the key."""
    if not is_here(site().config):
        abort(404)
    if "key" in request.args:
        if not hmac.compare_digest(request.args["key"], tokens.mailbox_key(site().config)):
            abort(404)
        session["mailbox"] = True
        return redirect(request.path, 303)
    if not session.get("mailbox"):
        abort(404)
    return None


def is_here(config: Config) -> bool:
    """Does the request come from this machine itself, addressed to it by its own name?"""
    if config.trusted_proxies or any(name in request.headers for name in FORWARDED):
        return False
    try:
        if not ip_address(request.remote_addr or "").is_loopback:
            return False
    except ValueError:
        return False
    names = {"localhost", "127.0.0.1", "[::1]", config.host}
    return request.host in {f"{name}:{config.port}" for name in names}


@pages.get("")
def everybody() -> ResponseReturnValue:
    """Who has letters."""
    with site().db.reading() as c:
        people = store.people(c, list(store.recipients(c)))
        newest = {number: store.letters_of_person(c, number, limit=1)[0] for number in people}
    order = sorted(people.values(), key=lambda person: -newest[person.id].id)
    if len(order) == 1:
        return redirect(url_for("mailbox.inbox", person_id=order[0].id), 303)
    return render_template("mailbox/people.html", people=order, newest=newest)


@pages.get("/<int:person_id>")
def inbox(person_id: int) -> ResponseReturnValue:
    """One person's letters, the newest first."""
    with site().db.reading() as c:
        person = store.person(c, person_id)
        found = store.letters_of_person(c, person_id, limit=SHOWN)
    if person is None:
        abort(404)
    mails = [mail for letter in found if (mail := _read(letter)) is not None]
    return render_template("mailbox/inbox.html", person=person, mails=mails)


@pages.get("/letter/<int:letter_id>")
def letter(letter_id: int) -> ResponseReturnValue:
    """One letter, as HTML and as text, with a box to reply."""
    mail, person = _one(letter_id)
    page = make_response(render_template("mailbox/letter.html", mail=mail, person=person))
    page.headers["Content-Security-Policy"] = f"{POLICY}; frame-src 'self'"
    return page


@pages.get("/letter/<int:letter_id>/html")
def html(letter_id: int) -> ResponseReturnValue:
    """The HTML of a letter alone, in a box that can do nothing but follow links."""
    mail, _person = _one(letter_id)
    shown = mail.html.replace("<head>", '<head><base target="_top">', 1)
    answer = Response(shown, mimetype="text/html")
    answer.headers["Content-Security-Policy"] = LETTER_POLICY
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    return answer


@pages.post("/letter/<int:letter_id>/reply")
def reply(letter_id: int) -> ResponseReturnValue:
    """Reply to a letter as its reader would, by the very way that mail comes in."""
    mail, person = _one(letter_id)
    here = site()
    address = links.reply_to(here.config, letter_id)
    words = request.form.get("words", "")[:LONGEST_REPLY]
    raw = as_a_program_writes(mail, person, address, words, here.now())
    became = ingest(Room(here.config, here.shelf, here.now), raw, address, person.address)
    good = became == mailroom.DONE
    reader.tell(BECAME.get(became, WAITS), "good" if good else "note")
    return redirect(url_for("mailbox.inbox", person_id=person.id), 303)


def as_a_program_writes(
    mail: Mail, person: store.Person, address: str, words: str, now: datetime
) -> bytes:
    """A reply as a mail program sends it: the new words, then the whole letter quoted."""
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = mailbox(person.name, person.address)
    message["To"] = address
    message["Subject"] = safe(f"Re: {mail.subject}")
    message["Date"] = format_datetime(now)
    message["Message-ID"] = make_msgid(domain="mailbox.invalid")
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    heading = f"On {now:%A, %d %B %Y at %H:%M}, pbem wrote:"
    message.set_content(f"{words.strip()}\n\n{heading}\n{quoted}\n")
    return message.as_bytes()


def _one(letter_id: int) -> tuple[Mail, store.Person]:
    with site().db.reading() as c:
        found = store.letter(c, letter_id)
        person = None if found is None else store.person(c, found.person_id)
    mail = None if found is None else _read(found)
    if mail is None or person is None:
        abort(404)
    return mail, person


def _read(letter: store.Letter) -> Mail | None:
    """A letter taken apart; None if it was never written out."""
    if letter.raw is None:
        return None
    message = email.message_from_bytes(letter.raw, policy=email.policy.default)
    text, page = (message.get_body((kind,)) for kind in ("plain", "html"))
    return Mail(
        letter=letter,
        subject=str(message["Subject"] or ""),
        text="" if text is None else text.get_content(),
        html="" if page is None else page.get_content(),
        at=letter.sent_at or letter.not_before,
    )
