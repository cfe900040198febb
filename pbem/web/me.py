"""My own page: my games, how I am called and written to, my orders, and my data."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from flask import (
    Blueprint,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from pbem import store
from pbem.config import secret_key
from pbem.engine import NotAllowed, Text, _
from pbem.mail import links as mail_links
from pbem.services import accounts, letters, limits, people, tokens
from pbem.services.catalogs import languages
from pbem.services.sittings import Frozen, NotRunning
from pbem.web import home, looking, reader
from pbem.web.links import HOUR, LETTERS
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("me", __name__)


@dataclass(frozen=True)
class Laid:
    """A table at which I have laid down answers."""

    table: store.Table
    title: str
    standing: int
    planned: int


@pages.get("/me")
@signed_in
def page() -> ResponseReturnValue:
    """Everything about me."""
    return _page()


def _page(
    typed: MultiDict[str, str] | None = None,
    wrong: dict[str, Text] | None = None,
    address: str = "",
) -> ResponseReturnValue:
    who = _me()
    with site().db.reading() as c:
        mine = store.tables_of(c, who.id)
        going = home.cards(c, [t for t in mine if t.status not in ("over", "cancelled")])
        over = home.cards(c, [t for t in mine if t.status in ("over", "cancelled")])
    shown = render_template(
        "me.html",
        person=who,
        typed=_as_typed(who) if typed is None else typed,
        wrong={name: reader.say(text) for name, text in (wrong or {}).items()},
        address=address,
        going=sorted(going, key=lambda card: card.rank),
        over=over,
        laid=_laid(mine, who),
        languages=languages(),
        zones=accounts.zones(),
        can_write=letters.may_write(who),
    )
    return make_response(shown, 422 if wrong else 200)


def _me() -> store.Person:
    who = reader.person()
    assert who is not None, "every page here is for signed-in people"
    return who


def _as_typed(who: store.Person) -> MultiDict[str, str]:
    """The settings as the form shows them."""
    typed = {"name": who.name, "language": who.language, "zone": who.zone}
    typed |= {name: "on" for name in ("reads_on_web", "weekends") if getattr(who, name)}
    for name in ("quiet_hours", "vacation"):
        typed |= {f"{name}_{end}": value for end, value in (getattr(who, name) or {}).items()}
    return MultiDict(typed)


def _laid(tables: tuple[store.Table, ...], who: store.Person) -> list[Laid]:
    """Where I have orders and plans; a table that stands still is passed over."""
    found = []
    for table in tables:
        if table.status != "running":
            continue
        try:
            with site().shelf.looking(table.id, names=False) as sitting:
                seats = [s.index for s in sitting.seats if s.person_id == who.id]
                items = [
                    i for s, some in sitting.match.plans.items.items() if s in seats for i in some
                ]
        except (Frozen, NotRunning):
            continue
        standing = sum(item.standing for item in items)
        found.append(Laid(table, looking.title_of(table), standing, len(items) - standing))
    return found


@pages.post("/me")
@signed_in
def change() -> ResponseReturnValue:
    """Keep what I typed, if all of it can stand."""
    who, now = _me(), site().now()
    today = now.astimezone(ZoneInfo(who.zone)).date()
    changes, wrong = accounts.read_settings(request.form, languages(), today)
    if wrong:
        return _page(request.form, wrong)
    moved = accounts.change(site().db, who.id, changes, now=now)
    reader.tell(_("Your settings are kept."))
    if moved:
        reader.tell(_("What you are asked now has got more time, too."), "note")
    return redirect(url_for("me.page"), 303)


@pages.post("/me/address")
@signed_in
def ask_address() -> ResponseReturnValue:
    """Write to a new address; it counts when its reader confirms it."""
    who, here = _me(), site()
    typed = request.form.get("address", "")
    try:
        address = people.address_of(typed)
        if store.folded(address) == who.address:
            raise NotAllowed(_("That is your address already."))
    except NotAllowed as why:
        return _page(wrong={"address": why.text}, address=typed)
    if not limits.within(
        here.db, "new address", str(who.id), here.now(), most=LETTERS, window=HOUR
    ):
        return _page(
            wrong={"address": _("You have asked for too many letters. Wait for an hour.")},
            address=typed,
        )
    with here.db.writing() as c:
        store.queue(c, [letters.confirm_address(who, store.folded(address), here.now())])
    reader.tell(
        _(
            "A letter is on its way to %(address)s. Your address changes when its link is used.",
            address=address,
        )
    )
    return redirect(url_for("me.page"), 303)


@pages.route("/address/<token>", methods=["GET", "POST"])
def confirm_address(token: str) -> ResponseReturnValue:
    """The link in the letter to a new address. Looking changes nothing; the button does."""
    here, address = site(), request.args.get("to", "")
    purpose = mail_links.address_purpose(address)
    key = secret_key(here.config.instance, "address")
    try:
        with here.db.reading() as c:
            who = tokens.holder(c, key, purpose, token, here.now())
        if request.method == "POST":
            accounts.change_address(here.db, who, address, now=here.now())
            session.clear()
            reader.tell(_("Your address is %(address)s now. Sign in with it.", address=address))
            return redirect(url_for("signing.how"), 303)
    except (tokens.BadToken, NotAllowed) as why:
        page = render_template("confirm_address.html", refused=reader.say(why.text))
        return make_response(page, 404)
    return render_template("confirm_address.html", address=address, person=who, token=token)


@pages.post("/me/sign-out-everywhere")
@signed_in
def sign_out_everywhere() -> ResponseReturnValue:
    """End all my visits, on every browser, and all links."""
    accounts.sign_out_everywhere(site().db, _me(), now=site().now())
    session.clear()
    reader.tell(_("You are signed out everywhere, and no link from an old letter works any more."))
    return redirect(url_for("home.front"), 303)
