"""The log of a table, its files and checks; a person's own data, taken along and erased."""

from __future__ import annotations

import csv
import io
import json

import pytest

from pbem import export, store
from pbem.services import bots, lobby, messages, substitutes
from pbem.services.budget import Budget
from tests.web.conftest import House
from tests.web.test_moderator import confirm, moderated, moderator, prompt_of
from tests.web.test_rights import sent_by


def test_the_log_says_who_what_when_and_from_where(house: House) -> None:
    ann, bela, mona = house.person("=Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    desk = house.visitor(mona)
    asked = prompt_of(house, slug)
    confirm(desk, slug, f"default?key={asked.key}", reason="on a boat")
    player = house.visitor((ann, bela)[prompt_of(house, slug).seat])
    player.get(f"/t/{slug}")
    player.press("/answer", answer=player.page.form("/answer").choices["answer"][0])
    page = desk.get(f"/moderator/t/{slug}/log")
    for words in ("the game begins", "a moderator", "on a boat", " answers on the page"):
        assert words in page.text
    assert "Go back to here" in page.text
    assert (
        "everything came out as it is stored" in desk.get(f"/moderator/t/{slug}/log?check=yes").text
    )
    rows = list(csv.reader(io.StringIO(desk.client.get(f"/moderator/t/{slug}/log.csv").text)))
    assert rows[0][:2] == ["entry", "kind"]
    assert [row[1] for row in rows[1:]] == ["start", "clock", "answer"]
    assert "'=Ann" in {row[2] for row in rows}


def test_a_log_that_does_not_lead_where_it_led_is_noticed(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, f"default?key={prompt_of(house, slug).key}")
    with house.db.writing() as c:
        c.exec_driver_sql("UPDATE entries SET digest = 'forged' WHERE seq = 2")
    page = desk.get(f"/moderator/t/{slug}/log?check=yes")
    assert "does not lead where it led" in page.text


def test_the_log_is_read_a_hundred_entries_at_a_time(house: House) -> None:
    mona = moderator(house)
    wish = lobby.Wish(game="dudo", seats=["random"] * 6, moderator=mona.id)
    slug = lobby.open_table(house.shelf, wish, now=house.now).slug
    while house.stored(slug).status == "running" and house.stored(slug).seq <= 100:
        house.wait(hours=1)
        bots.play_waiting(house.shelf, lambda: house.now, house.now - house.now, Budget(30))
    desk = house.visitor(mona)
    page = desk.get(f"/moderator/t/{slug}/log")
    assert "the game begins" not in page.text
    (earlier,) = (link for link in page.links if "last=" in link)
    assert "the game begins" in desk.get(earlier).text


def test_only_a_finished_game_is_written_out_and_it_verifies(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    slug = moderated(house, ann, "random", by=mona)
    visitor = house.visitor(ann)
    assert visitor.client.get(f"/t/{slug}/export").status_code == 303
    visitor.get(f"/t/{slug}/resign")
    visitor.press("/resign")
    for _turn in range(200):
        if house.stored(slug).status == "over":
            break
        house.wait(days=2)
        bots.play_waiting(house.shelf, lambda: house.now, house.now - house.now, Budget(30))
    assert house.stored(slug).status == "over"
    written = house.visitor().client.get(f"/t/{slug}/export")
    assert export.verify(written.text.splitlines()).difference is None


def test_nobody_else_reads_a_log(house: House) -> None:
    ann = house.person("Ann")
    slug = moderated(house, ann, house.person("Bela"), by=moderator(house))
    others = [(None, 303), (ann, 404), (moderator(house, "Otto"), 404)]
    for who, status in others:
        client = house.visitor(who).client
        for path in ("log", "log.csv", "log?check=yes"):
            assert client.get(f"/moderator/t/{slug}/{path}").status_code == status


@pytest.fixture
def ann(house: House) -> store.Person:
    """Somebody with a name."""
    return house.person("Ann")


def test_a_person_takes_everything_along(house: House, ann: store.Person) -> None:
    slug = house.table(ann, house.person("Bela"), title="Friday")
    number = house.stored(slug).id
    messages.send(house.shelf, number, messages.Draft(0, ann.id, "hello"), now=house.now)
    visitor = house.visitor(ann)
    assert "1 seat at a table" in visitor.get("/me/data").text
    kept = json.loads(visitor.client.get("/me/data.json").text)
    assert kept["person"][0]["address"] == ann.address
    assert kept["seats"] == [{"slug": slug, "game": "dudo", "title": "Friday", "index": 0}]
    assert kept["messages"][0]["text"] == "hello"
    assert "token_version" not in kept["person"][0]
    other = json.loads(house.visitor(house.person("Cleo")).client.get("/me/data.json").text)
    assert ann.address not in json.dumps(other)
    assert "hello" not in json.dumps(other)


def test_a_person_is_forgotten_and_games_stay_whole(house: House, ann: store.Person) -> None:
    bela = house.person("Bela")
    slug, waiting = house.table(ann, bela), house.table(ann, None)
    visitor = house.visitor(ann)
    visitor.get("/me/data")
    visitor.press("/me/erase")
    assert "Tick the box first" in visitor.page.text
    visitor.press("/me/erase", sure="yes")
    assert visitor.client.get("/me/data").status_code == 303
    with house.db.reading() as c:
        known = store.person(c, ann.id)
        assert known is not None
        assert (known.erased_at, known.name) == (house.now, "")
        assert store.seats(c, house.stored(waiting).id)[0].person_id is None
        number = house.stored(slug).id
        assert substitutes.wanted(c, [number]) == {number: [0]}
    page = house.visitor(bela).get(f"/t/{slug}")
    assert "a former player" in page.text
    assert house.stored(slug).status == "running"


def test_only_an_administrator_reads_or_erases_others(house: House, ann: store.Person) -> None:
    boss, mona = house.person("Boss"), moderator(house)
    moderated(house, ann, house.person("Bela"), by=mona)
    with house.db.writing() as c:
        store.change_person(c, boss.id, {"is_admin": True})
    path = f"/moderator/person/{ann.id}"
    for who, status in ((None, 303), (ann, 404), (mona, 404)):
        visitor = house.visitor(who)
        for page in ("data", "data.json"):
            assert visitor.client.get(f"{path}/{page}").status_code == status
        assert sent_by(house, visitor, f"{path}/erase", sure="yes") == status
    visitor = house.visitor(boss)
    visitor.get(f"{path}/data")
    visitor.press("/erase", sure="yes")
    assert visitor.client.get(f"{path}/data").status_code == 404
    with house.db.reading() as c:
        known = store.person(c, ann.id)
    assert known is not None
    assert known.erased_at is not None
