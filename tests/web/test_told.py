"""Whom a deed touches is told: by letter, once each, in a sentence that exists."""

from __future__ import annotations

import contextlib
from collections import Counter
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

from pbem import store
from pbem.mail.writing import Desk, Untrue
from pbem.services import letters, lobby, outside, readiness, votes
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
    assert ann == bela == Counter(["vote opened", "vote carried"])
    assert cleo == Counter(["vote opened", "handed over"])
    page = house.visitor(people[0]).get(f"/t/{slug}").text
    assert "The vote is carried: a bot plays on for who is absent." in page
    assert "The moderator" not in page, "nobody moderates here"
    (last,) = [words for words in written(house, people[2]) if "plays on" in words]
    assert "The table has voted: a bot plays on for Cleo." in last


def written(house: House, person: store.Person) -> list[str]:
    """The letters of a person as they are sent, newest last."""
    with house.db.reading() as c:
        known = store.letters_of_person(c, person.id)
    desk, texts = Desk(house.config, house.shelf), []
    for one in sorted(known, key=lambda one: one.id):
        with contextlib.suppress(Untrue):
            raw = desk.write(one, house.now).raw
            body = message_from_bytes(raw, policy=default).get_body(("plain",))
            assert body is not None
            texts.append(" ".join(body.get_content().split()))
    return texts


def test_a_letter_says_what_was_done_to_whom_and_why(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    desk, prompt = house.visitor(mona), prompt_of(house, slug)
    asked = ("Ann", "Bela")[prompt.seat]
    confirm(desk, slug, f"nudge?seat={prompt.seat}", reason="we miss you")
    who = (ann, bela)[prompt.seat]
    assert any("The moderator writes: we miss you" in words for words in written(house, who))
    confirm(desk, slug, f"deadline?seat={prompt.seat}&hours=24", reason="a cold")
    confirm(desk, slug, f"default?key={prompt.key}")
    confirm(desk, slug, "revoke?seat=0")
    confirm(desk, slug, "look-for?seat=1")
    confirm(desk, slug, "help", address="hilda@example.org")
    told_bela = written(house, bela)
    confirm(desk, slug, "hand-over?seat=1", taker="bot", reason="away")
    told_bela += written(house, bela)
    for words in (
        f"The moderator gives {asked} 24 hours more. a cold",
        f"The moderator lets the default be taken for {asked}.",
        "Somebody is looked for who plays on for Bela.",
        "hilda helps to look after the table.",
        "The moderator lets a bot play on for Bela. away",
    ):
        assert any(words in letter for letter in told_bela), words
    assert any("Links of Ann are taken back" in letter for letter in written(house, ann))
    assert not any("Links of Ann" in letter for letter in told_bela)
    with house.db.reading() as c:
        hilda = store.person_by_address(c, "hilda@example.org")
    assert hilda is not None
    assert any("hilda helps to look after" in letter for letter in written(house, hilda))


def test_the_page_names_who_sat_there_then(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("<b>Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, "look-for?seat=1")
    confirm(desk, slug, "hand-over?seat=1", taker="bot")
    confirm(desk, slug, "hand-over?seat=1", taker="person", address="kim@example.org")
    confirm(desk, slug, "look-for?seat=1")
    page = desk.get(f"/moderator/t/{slug}")
    for words in (
        "Somebody is looked for who plays on for <b>Bela.",
        "The moderator lets a bot play on for <b>Bela.",
        "The moderator lets kim play on for a bot.",
        "Somebody is looked for who plays on for kim",
    ):
        assert words in page.text, words


def test_who_is_taken_off_a_seat_is_told(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    slug = moderated(house, ann, None, by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, "free?seat=0", reason="he asked for it")
    (letter,) = written(house, ann)
    assert "The moderator takes Ann off seat 1. he asked for it" in letter
    assert "The moderator takes Ann off seat 1." in desk.get(f"/moderator/t/{slug}").text


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
    asked, dropped = written(house, ann)
    assert "Say on the table's page that you are here, or a bot plays for you." in asked
    assert "Ann does not say that they are here, so a bot plays." in dropped


def test_every_deed_has_a_sentence() -> None:
    detail = {
        "seat": 0, "seconds": 86400, "to": 1, "kind": "extend", "person": 7, "before": {},
    }  # fmt: skip
    for what in (*outside.TOLD_TO_ALL, *outside.PRIVATE, outside.CALLED):
        assert str(outside.sentence(what, 7, detail, {7: "Ann"})), what


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
