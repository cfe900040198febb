"""Whom a deed touches is told: by letter, once each, in a sentence that exists."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from pbem import store
from pbem.mail.writing import DID
from pbem.services import letters, lobby, readiness, votes
from tests.web.conftest import House
from tests.web.test_moderator import confirm, moderated, moderator, prompt_of


def owed(house: House, kind: str) -> list[store.Letter]:
    """Every letter of a kind that waits to be sent."""
    with house.db.writing() as c:
        found = store.claim_letters(c, house.now + timedelta(days=9), 999, timedelta())
    return [one for one in found if one.kind == kind]


def told(house: House, *people: store.Person) -> list[Counter[str]]:
    """What each of these people is told of by letter."""
    found = []
    queued = owed(house, letters.TOLD)
    for person in people:
        facts = [one.facts["what"] for one in queued if one.person_id == person.id]
        found.append(Counter(facts))
    assert {what for one in found for what in one} <= {*DID}
    return found


def test_everybody_at_the_table_is_told_of_every_deed(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, "deadline?hours=24")
    confirm(desk, slug, f"default?key={prompt_of(house, slug).key}")
    confirm(desk, slug, "rewind?to=1", reason="a slip")
    confirm(desk, slug, "announce", reason="Hello")
    confirm(desk, slug, "note", reason="to self")
    confirm(desk, slug, "pause")
    confirm(desk, slug, "resume")
    desk.get(f"/moderator/t/{slug}/look")
    desk.press("/look", reason="a dispute")
    confirm(desk, slug, "hand-over?seat=1", taker="bot")
    same = Counter(
        ["moved deadlines", "took default", "rewound", "announced", "paused", "resumed", "looked"]
    )
    assert told(house, ann, bela, mona) == [
        same + Counter(["handed over"]),
        same + Counter(["handed over"]),
        Counter(),
    ]


def test_voters_are_told_when_a_vote_begins_and_how_it_ends(house: House) -> None:
    people = [house.person(name) for name in ("Ann", "Bela", "Cleo")]
    slug = house.table(*people)
    number = house.stored(slug).id
    votes.propose(house.shelf, number, people[0].id, "replace", about=2, now=house.now)
    with house.db.reading() as c:
        vote = votes.open_vote(c, number)
    assert vote is not None
    votes.say(house.shelf, number, vote.id, people[1].id, yes=True, now=house.now)
    ann, bela, cleo = told(house, *people)
    assert ann == bela == Counter(["vote opened", "handed over", "vote carried"])
    assert cleo == Counter(["vote opened", "handed over"])


def test_who_is_called_and_who_is_dropped_is_told(house: House) -> None:
    ann, bela = house.person("Ann"), house.person("Bela")
    wish = lobby.Wish(game="dudo", seats=[ann.id, None], settings={"ready": 24, "absent": "bot"})
    table = lobby.open_table(house.shelf, wish, now=house.now)
    house.wait(days=2)
    lobby.join(house.shelf, table.id, bela.id, now=house.now)
    assert told(house, ann, bela) == [Counter(["is everybody here"]), Counter()]
    house.wait(days=1)
    readiness.go_on_without_absent(house.shelf, now=house.now)
    assert told(house, ann, bela)[0] == Counter(["is everybody here", "dropped"])


def test_an_orphan_tables_fault_is_told_to_all_moderators(house: House) -> None:
    mona, otto, helper = moderator(house), moderator(house, "Otto"), house.person("Hugo")
    orphan = house.table(house.person("Ann"), house.person("Bela"))
    own = moderated(house, house.person("Cleo"), house.person("Dora"), by=mona)
    with house.db.writing() as c:
        store.add_moderator(c, house.stored(own).id, helper.id)
        for slug in (orphan, own):
            letters.froze(c, house.stored(slug), house.now)
    found = owed(house, letters.FROZE)
    assert sorted((one.table_id, one.person_id) for one in found) == sorted(
        [
            (house.stored(orphan).id, mona.id),
            (house.stored(orphan).id, otto.id),
            (house.stored(own).id, mona.id),
            (house.stored(own).id, helper.id),
        ]
    )
