"""What people decide about themselves: how they are called and written to, when they play, at
which address, and whether they go on with a game."""

from __future__ import annotations

import contextlib
import zoneinfo
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta

from pbem import games, store
from pbem.engine import NotAllowed, Text, _
from pbem.services import bots, delivery, guests, substitutes
from pbem.services.moderating import Deed, Refused
from pbem.services.moderating_seats import hand_over
from pbem.services.sittings import Shelf

LONGEST_VACATION = timedelta(days=60)
CHANGED, ADDRESS, OUT = "changed settings", "changed address", "signed out everywhere"


# Settings.


def read_settings(
    form: Mapping[str, str], languages: Iterable[str], today: date
) -> tuple[store.PersonChanges, dict[str, Text]]:
    """The settings as somebody typed them, and a sentence for every field that cannot stand."""
    wrong: dict[str, Text] = {}
    changes: store.PersonChanges = {
        "reads_on_web": "reads_on_web" in form,
        "weekends": "weekends" in form,
    }
    try:
        changes["name"] = guests.name_of(form.get("name", ""))
    except NotAllowed as why:
        wrong["name"] = why.text
    changes["language"] = form.get("language", "")
    if changes["language"] not in languages:
        wrong["language"] = _("Choose one of these languages.")
    changes["zone"] = form.get("zone", "").strip()
    if changes["zone"] not in zones():
        wrong["zone"] = _("Choose a time zone from the list, such as Europe/Paris.")
    try:
        changes["quiet_hours"] = _hours(*_both(form, "quiet_hours"))
    except NotAllowed as why:
        wrong["quiet_hours"] = why.text
    try:
        changes["vacation"] = _days(*_both(form, "vacation"), today)
    except NotAllowed as why:
        wrong["vacation"] = why.text
    return changes, wrong


def _both(form: Mapping[str, str], name: str) -> tuple[str, str]:
    """The two ends of a span of time, as typed."""
    return form.get(f"{name}_from", "").strip(), form.get(f"{name}_to", "").strip()


def zones() -> list[str]:
    """Every time zone that people may choose."""
    known = zoneinfo.available_timezones()
    return ["UTC", *sorted(zone for zone in known if "/" in zone and zone[:4] not in SKIPPED)]


SKIPPED = ("Etc/", "Syst", "posi", "righ")


def _hours(since: str, until: str) -> dict[str, str]:
    if not since and not until:
        return {}
    try:
        hours = [time.fromisoformat(typed) for typed in (since, until)]
    except ValueError:
        raise NotAllowed(_("Write both times, such as 22:00 and 08:00.")) from None
    if hours[0] == hours[1]:
        raise NotAllowed(_("Quiet hours must end at another time than they begin."))
    return {"from": f"{hours[0]:%H:%M}", "to": f"{hours[1]:%H:%M}"}


def _days(since: str, until: str, today: date) -> dict[str, str]:
    if not since and not until:
        return {}
    try:
        first, last = (date.fromisoformat(typed) for typed in (since, until))
    except ValueError:
        raise NotAllowed(_("Write both days of your vacation, the first and the last.")) from None
    if last < first:
        raise NotAllowed(_("The last day of your vacation is before its first."))
    if last < today:
        raise NotAllowed(_("That vacation is over already. Empty both fields if you are back."))
    if last - first >= LONGEST_VACATION:
        raise NotAllowed(
            _(
                "A vacation has %(n)d days at most. For longer, hand your seats on.",
                n=LONGEST_VACATION.days,
            )
        )
    return {"from": first.isoformat(), "to": last.isoformat()}


def change(
    db: store.Database, person_id: int, changes: store.PersonChanges, *, now: datetime
) -> int:
    """Keep the settings. Whoever plays later from now on gets more time for what is asked already,
    never less; how many deadlines moved."""
    with db.writing() as c:
        store.change_person(c, person_id, changes)
        store.note(c, CHANGED, at=now, person_id=person_id, detail={"what": sorted(changes)})
        person = store.person(c, person_id)
        assert person is not None
        return sum(delivery.out_of_free_time(c, person, one) for one in _asked(c, person_id))


def _asked(c: store.Connection, person_id: int) -> Iterable[store.Prompt]:
    for prompt in store.prompts_of_person(c, person_id):
        if prompt.closed_at is None and prompt.answered_at is None and prompt.due_at is not None:
            yield prompt


# Addresses and links.


def change_address(
    db: store.Database, person: store.Person, address: str, *, now: datetime
) -> None:
    """Somebody proved that they read this address. Raises NotAllowed if it is another's."""
    with db.writing() as c:
        known = store.person_by_address(c, address)
        if known is not None and known.id != person.id:
            raise NotAllowed(
                _("Somebody is known here by this address already. Sign in with it instead.")
            )
        store.change_person(
            c, person.id, {"address": address, "token_version": person.token_version + 1}
        )
        store.note(c, ADDRESS, at=now, person_id=person.id)
        delivery.arrives(c, person, now)


def sign_out_everywhere(db: store.Database, person: store.Person, *, now: datetime) -> None:
    """End every visit of a person, and make all their links worthless: also those in letters."""
    with db.writing() as c:
        version = person.token_version + 1
        store.change_person(c, person.id, {"token_version": version})
        for table in store.tables_of(c, person.id):
            for seat in store.seats(c, table.id):
                if seat.person_id == person.id:
                    changes: store.SeatChanges = {"token_version": seat.token_version + 1}
                    store.change_seat(c, table.id, seat.index, changes)
        store.note(c, OUT, at=now, person_id=person.id)


# Leaving a game.


def hand_to_bot(shelf: Shelf, table_id: int, seat: int, person_id: int, *, now: datetime) -> None:
    """Get up in the middle of a game: a bot plays on until somebody takes the seat, which is
    offered to whoever wants it."""
    with shelf.db.reading() as c:
        table, seats = store.table(c, table_id), store.seats(c, table_id)
    if seats[seat].person_id != person_id:
        raise Refused(_("You do not sit at this table."))
    bot = next(iter(bots.known(games.load(table.game))))
    deed = Deed(table_id, person_id, "", now)
    with contextlib.suppress(Refused):  # Somebody is looked for there already.
        substitutes.look_for(shelf, deed, seat)
    hand_over(shelf, deed, seat, bot=bot)
