"""My own page: games, settings with every error beside its field, address, data, leaving."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pbem import store
from pbem.config import secret_key
from pbem.mail import links
from pbem.services import accounts, bots
from tests.web.conftest import NOON, House, Visitor


def settings(visitor: Visitor, **typed: str | None) -> None:
    visitor.get("/me")
    visitor.press("/me", **typed)


def fresh(house: House, who: store.Person) -> store.Person:
    with house.db.reading() as c:
        found = store.person(c, who.id)
    assert found is not None
    return found


def test_what_waits_for_me_comes_first(house: House) -> None:
    ann, bela = house.person("Ann"), house.person("Bela")
    slugs = [house.table(ann, bela, title=f"Table {n}") for n in range(4)]
    ended = house.table(ann, bela, title="Old one")
    with house.db.writing() as c:
        store.change_table(c, house.stored(ended).id, {"status": "over", "over_at": NOON})
        waiting = {
            t.title: any(p.seat == 0 for p in store.open_prompts(c, t.id))
            for t in map(house.stored, slugs)
        }
    visitor = house.visitor(ann)
    page = visitor.get("/me")
    shown = sorted(waiting, key=page.text.index)
    assert [waiting[title] for title in shown] == sorted(waiting.values(), reverse=True)
    assert page.text.index("Old one") > max(page.text.index(title) for title in shown)
    count = sum(waiting.values())
    assert ("Nothing waits for you" in page.text) == (count == 0)


def test_the_page_is_for_whoever_is_signed_in(house: House) -> None:
    for path in ("/me", "/me/data"):
        visitor = house.visitor()
        visitor.get(path)
        assert visitor.answer.request.path == "/sign-in"


def test_settings_are_kept(house: House) -> None:
    ann = house.person("Ann")
    visitor = house.visitor(ann)
    settings(
        visitor, name="Anna Livia", zone="Europe/Dublin", weekends="on", reads_on_web="on",
        quiet_hours_from="22:00", quiet_hours_to="07:30",
        vacation_from="2026-12-20", vacation_to="2027-01-06",
    )  # fmt: skip
    assert "Your settings are kept." in visitor.page.text
    now = fresh(house, ann)
    assert (now.name, now.zone, now.weekends, now.reads_on_web) == (
        "Anna Livia", "Europe/Dublin", True, True,
    )  # fmt: skip
    assert now.quiet_hours == {"from": "22:00", "to": "07:30"}
    assert now.vacation == {"from": "2026-12-20", "to": "2027-01-06"}
    form = dict(visitor.page.form("/me").fields)
    assert (form["zone"], form["quiet_hours_to"]) == ("Europe/Dublin", "07:30")
    assert form["vacation_from"] == "2026-12-20"
    settings(visitor, weekends=None, quiet_hours_from="", quiet_hours_to="",
             vacation_from="", vacation_to="", reads_on_web=None)  # fmt: skip
    now = fresh(house, ann)
    assert (now.weekends, now.quiet_hours, now.vacation, now.reads_on_web) == (False, {}, {}, False)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "  "}, "Write the name that the others shall see."),
        ({"zone": "Mars/Olympus"}, "Choose a time zone from the list"),
        ({"zone": "../../etc/passwd"}, "Choose a time zone from the list"),
        ({"language": "xx"}, "Choose one of these languages."),
        ({"quiet_hours_from": "22:00"}, "Write both times"),
        ({"quiet_hours_from": "9", "quiet_hours_to": "x"}, "Write both times"),
        ({"quiet_hours_from": "08:00", "quiet_hours_to": "08:00"}, "must end at another time"),
        ({"vacation_from": "2026-12-20"}, "Write both days"),
        ({"vacation_from": "2026-12-20", "vacation_to": "2026-12-10"}, "before its first"),
        ({"vacation_from": "2026-10-01", "vacation_to": "2026-10-09"}, "is over already"),
        ({"vacation_from": "2026-12-01", "vacation_to": "2027-12-01"}, "60 days at most"),
    ],
)
def test_what_cannot_stand_is_said_beside_its_field_and_nothing_is_lost(
    inn: House, typed: dict[str, str], said: str
) -> None:
    ann = inn.person("Ann")
    visitor = inn.visitor(ann)
    visitor.get("/me")
    visitor.press("/me", **{"name": "Annabel", **typed})
    assert visitor.status == 422
    assert said in visitor.page.text
    assert 'aria-invalid="true"' in visitor.page.html
    shown = dict(visitor.page.form("/me").fields)
    for name, value in {"name": "Annabel", **typed}.items():
        if name != "language":
            assert shown[name] == value
    assert fresh(inn, ann) == ann


def test_who_goes_on_vacation_gets_more_time_for_what_is_asked(house: House) -> None:
    ann = house.person("Ann")
    slug = house.table(ann, "random")
    table = house.stored(slug)
    while not _asked(house, table.id, 0):
        bots.play_table(house.shelf, table.id, house.now, timedelta())
    visitor = house.visitor(ann)
    settings(visitor, vacation_from="2026-11-19", vacation_to="2026-11-25")
    assert "has got more time, too." in visitor.page.text
    (prompt,) = _asked(house, table.id, 0)
    assert prompt.due_at is not None
    assert prompt.due_at.date() == date(2026, 11, 26)
    settings(visitor, vacation_from="", vacation_to="")
    assert _asked(house, table.id, 0) == [prompt], "nobody gets less time than was said"


def _asked(house: House, table_id: int, seat: int) -> list[store.Prompt]:
    with house.db.reading() as c:
        return [p for p in store.open_prompts(c, table_id) if p.seat == seat]


def confirming(house: House, who: store.Person, address: str) -> str:
    link = links.confirm(house.config, who, address, house.now)
    return link.removeprefix(house.config.site)


def test_a_new_address_counts_when_it_is_confirmed_there(house: House) -> None:
    ann = house.person("Ann")
    visitor = house.visitor(ann)
    visitor.get("/me")
    visitor.press("/me/address", address="Ann@New.example")
    assert "A letter is on its way to Ann@New.example." in visitor.page.text
    assert fresh(house, ann).address == ann.address
    with house.db.writing() as c:
        (letter,) = store.claim_letters(c, house.now, 9, timedelta(minutes=1))
    assert (letter.kind, letter.facts["address"]) == ("address", "ann@new.example")
    link = confirming(house, ann, "ann@new.example")
    stranger = house.visitor()
    for _look in range(2):
        assert "Is this your address?" in stranger.get(link).text
    assert fresh(house, ann).address == ann.address
    stranger.press("to=ann@new.example")
    assert "Your address is ann@new.example now." in stranger.page.text
    assert fresh(house, ann).address == "ann@new.example"
    # Whoever was signed in by the old address is not any more, and the link is spent.
    visitor.get("/me")
    assert visitor.answer.request.path == "/sign-in"
    stranger.get(link)
    assert stranger.status == 404


def test_an_address_that_is_not_the_confirmed_one_or_not_free_is_refused(house: House) -> None:
    ann, bela = house.person("Ann"), house.person("Bela")
    link = confirming(house, ann, "ann@new.example")
    visitor = house.visitor()
    visitor.get(link.replace("new.example", "evil.example"))
    assert visitor.status == 404
    taken = confirming(house, ann, bela.address)
    visitor.get(taken)
    visitor.press(f"to={bela.address}")
    assert "Somebody is known here by this address already." in visitor.page.text
    assert fresh(house, ann).address == ann.address


@pytest.mark.parametrize("typed", ["", "ann", "a b@c.d", "x" * 300 + "@example.org"])
def test_what_is_no_address_is_refused(inn: House, typed: str) -> None:
    visitor = inn.visitor(inn.person("Ann"))
    visitor.get("/me")
    visitor.press("/me/address", address=typed)
    assert visitor.status == 422
    assert "is not an address" in visitor.page.text


def test_letters_to_new_addresses_are_limited(inn: House) -> None:
    visitor = inn.visitor(inn.person("Ann"))
    for n in range(6):
        visitor.get("/me")
        visitor.press("/me/address", address=f"ann{n}@new.example")
    assert visitor.status == 422
    assert "too many letters" in visitor.page.text


def test_signing_out_everywhere_ends_every_visit_and_every_link(house: House) -> None:
    ann = house.person("Ann")
    slug = house.table(ann, house.person("Bela"))
    here, there = house.visitor(ann), house.visitor(ann)
    here.get("/me")
    here.press("/sign-out-everywhere")
    assert "You are signed out everywhere" in here.page.text
    there.get("/me")
    assert there.answer.request.path == "/sign-in"
    with house.db.reading() as c:
        seats = store.seats(c, house.stored(slug).id)
    assert [seat.token_version for seat in seats] == [1, 0]


def test_time_zones_are_such_as_people_know() -> None:
    zones = accounts.zones()
    assert zones[0] == "UTC"
    assert {"Europe/Paris", "America/Argentina/Buenos_Aires"} <= set(zones)
    assert not any(zone.startswith(("Etc/", "posix")) for zone in zones)


def test_the_key_of_new_addresses_is_its_own(house: House) -> None:
    keys = {secret_key(house.config.instance, name) for name in ("address", "sign-in", "prompt")}
    assert len(keys) == 3
