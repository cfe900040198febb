"""Reaching people: nudges, links once more, and another address, confirmed where it leads."""

from __future__ import annotations

from pbem import store
from pbem.services import people
from tests.web.conftest import House
from tests.web.test_moderator import confirm, moderated, moderator, prompt_of
from tests.web.test_rights import sent_by


def letters_to(house: House, person: store.Person) -> list[str]:
    with house.db.reading() as c:
        kept = store.all_about(c, person.id)
    return [letter["kind"] for letter in kept["letters"]]


def test_who_is_waited_for_is_nudged_once_an_hour(house: House) -> None:
    pair, mona = (house.person("Ann"), house.person("Bela")), moderator(house)
    slug = moderated(house, *pair, by=mona)
    desk, asked = house.visitor(mona), prompt_of(house, slug).seat
    house.wait(minutes=5)
    confirm(desk, slug, f"nudge?seat={asked}", reason="We miss you")
    with house.db.reading() as c:
        last = store.all_about(c, pair[asked].id)["letters"][-1]
    assert (last["kind"], last["not_before"]) == ("turn", house.now.isoformat())
    page = house.visitor(pair[1 - asked]).get(f"/t/{slug}").text
    assert f"The moderator nudges {pair[asked].name}" in page
    assert "We miss you" in page
    confirm(desk, slug, f"nudge?seat={asked}")
    assert "nudged within the last hour" in desk.page.text
    confirm(desk, slug, f"nudge?seat={1 - asked}")
    assert "Nothing is asked of them just now." in desk.page.text
    house.wait(hours=1)
    confirm(desk, slug, f"nudge?seat={asked}")
    assert "is nudged." in desk.page.text


def test_links_are_sent_again_to_who_is_asked_and_to_who_is_not(house: House) -> None:
    pair, mona = (house.person("Ann"), house.person("Bela")), moderator(house)
    slug = moderated(house, *pair, by=mona)
    desk, asked = house.visitor(mona), prompt_of(house, slug).seat
    for seat in (asked, 1 - asked):
        confirm(desk, slug, f"resend?seat={seat}")
        assert "on their way" in desk.page.text
    assert "turn" in letters_to(house, pair[asked])
    assert letters_to(house, pair[1 - asked])[-1] == "sign-in"


def test_whoever_opens_a_table_cannot_take_a_person_over(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    slug = moderated(house, ann, house.person("Bela"), by=(host := house.person("Host")))
    assert slug
    path = f"/moderator/person/{ann.id}/address"
    for who in (host, house.person("Cleo"), mona):  # Mona is a moderator, but not of this table.
        assert sent_by(house, house.visitor(who), path, address="evil@example.org") == 404
    assert sent_by(house, house.visitor(), path, address="evil@example.org") == 303
    assert "address" not in letters_to(house, ann)
    moderated(house, ann, house.person("Dora"), by=mona)
    desk = house.visitor(mona)
    desk.get(f"/moderator/person/{ann.id}")
    desk.press("/address", address="ann@work.example")
    assert "Nothing changes until it is confirmed there." in desk.page.text
    for typed in (ann.address, mona.address, "nonsense"):
        desk.press("/address", address=typed)
        assert f"A letter goes to {typed}" not in desk.page.text
    assert letters_to(house, ann).count("address") == 1
    with house.db.reading() as c:
        assert store.person(c, ann.id) == ann


def test_nobody_becomes_more_or_sees_more_by_another_address(house: House) -> None:
    mona, otto = moderator(house), moderator(house, "Otto")
    ann, root = house.person("Ann"), house.person("Root")
    with house.db.writing() as c:
        people.make_administrator(c, root, now=house.now)
    slug = house.table(ann, root, otto)  # A table of nobody's own: all moderators look after it.
    desk = house.visitor(mona)
    for whom in (root, otto):
        path = f"/moderator/person/{whom.id}"
        assert not desk.get(path).has_form("/address"), "an administrator's rights are not Mona's"
        assert sent_by(house, desk, f"{path}/address", address="evil@example.org") == 404
        assert "address" not in letters_to(house, whom)
    path = f"/moderator/person/{ann.id}"
    plays = house.visitor(otto)
    assert not plays.get(path).has_form("/address"), "Otto plays against Ann"
    assert sent_by(house, plays, f"{path}/address", address="evil@example.org") == 404
    assert desk.get(path).has_form("/address")
    with house.db.writing() as c:
        store.change_table(c, house.stored(slug).id, {"status": "over"})
    assert plays.get(path).has_form("/address"), "they have nothing to hide from each other now"


def test_whoever_opens_a_table_learns_nobodys_address(house: House) -> None:
    ann, host = house.person("Ann"), house.person("Host")
    moderated(house, ann, house.person("Bela"), by=host)
    page = house.visitor(host).get(f"/moderator/person/{ann.id}")
    assert "Ann" in page.text
    assert ann.address not in page.html
