"""Every address of the server, found by itself: what all must carry, and what is whose.

A new page or form is tried as soon as there is one: it wants the token of its reader's own form,
it reads nothing that is too large, it leads nobody away, nothing personal is kept on the way,
and what one person told another in private is on no page of anybody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from werkzeug.test import TestResponse

from pbem import store
from pbem.services import boards, lobby, messages, people
from pbem.web.moderating_deeds import VERBS
from pbem.web.safety import LASTING
from tests.web.conftest import House, Visitor
from tests.web.test_every_route import EVERY_FIELD, filled
from tests.web.test_moderator import csrf, moderator, prompt_of

NO_FORM_BEFORE = {"unsubscribing.choose", "mail_in.came"}
"""Mail programs and mail services post there, who have seen no form; each knows a secret."""
EVIL = ("https://evil.example/", "//evil.example/", "/\\evil.example")
ELSEWHERE = ("next", "url", "to", "table", "return", "r", "back", "slug", "game", "answer")


@dataclass(frozen=True)
class Knock:
    """A method and an address, and the page behind it."""

    method: str
    path: str
    endpoint: str


@dataclass(frozen=True)
class Party:
    """A public table of three, and what Ann has told Bela there in private."""

    slug: str
    number: int
    ann: store.Person
    bela: store.Person
    cleo: store.Person
    opener: store.Person

    def knocks(self, house: House, **places: str) -> Iterator[Knock]:
        """Every method and address there is, about this table where it is about one."""
        fill = {
            "slug": self.slug,
            "number": str(self.number),
            "answer": "accept",
            "name": "index.html",
            "filename": "pbem.css",
            "what": "release",
            "token": "a" * 48,
            **places,
        }
        for rule in house.app.url_map.iter_rules():
            of_game = rule.endpoint.startswith("rules.") or rule.endpoint == "tables.sheet"
            place = {**fill, "slug": "dudo"} if of_game else fill
            for verb in VERBS if "verb" in rule.arguments else [""]:
                for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                    path = filled(rule.rule, {**place, "verb": verb})
                    yield Knock(method, path, rule.endpoint)


WHISPER = "the password is swordfish"


@pytest.fixture
def party(house: House) -> Party:
    ann, bela, cleo, opener = map(house.person, ("Ann", "Bela", "Cleo", "Host"))
    wish = lobby.Wish(game="dudo", seats=[ann.id, bela.id, cleo.id], moderator=opener.id)
    table = lobby.open_table(house.shelf, wish, now=house.now)
    draft = messages.Draft(0, ann.id, WHISPER, "seat", 1)
    number = messages.send(house.shelf, table.id, draft, now=house.now)
    boards.draw(house.shelf, house.config.instance, table.id, table.seq)
    return Party(table.slug, number, ann, bela, cleo, opener)


def administrator(house: House) -> store.Person:
    who = moderator(house, "Adam")
    with house.db.writing() as c:
        people.make_administrator(c, who, now=house.now)
    return who


def go(visitor: Visitor, knock: Knock, **form: str) -> TestResponse:
    if knock.method == "GET":
        return visitor.client.get(knock.path, query_string=form, buffered=True)
    return visitor.client.post(knock.path, data=form)


def test_every_form_wants_the_token_of_its_readers_own(house: House, party: Party) -> None:
    for who in (party.ann, administrator(house), None):
        visitor = house.visitor(who)
        forms = [k for k in party.knocks(house) if k.method == "POST"]
        assert len(forms) > 40
        for knock in forms:
            status = go(visitor, knock, **EVERY_FIELD).status_code
            wanted = {400} if knock.endpoint not in NO_FORM_BEFORE else {400, 404}
            assert status in wanted, f"{knock.path}: {status}"


def test_no_form_reads_what_is_too_large(house: House, party: Party) -> None:
    visitor = house.visitor(party.ann)
    token = csrf(house, visitor)
    for knock in party.knocks(house):
        if knock.method == "POST" and knock.endpoint not in NO_FORM_BEFORE:
            answer = go(visitor, knock, csrf_token=token, words="x" * 70_000)
            assert answer.status_code == 413, f"{knock.path}: {answer.status_code}"


@pytest.mark.parametrize("evil", EVIL)
def test_nobody_is_led_away(house: House, party: Party, evil: str) -> None:
    fields = {**EVERY_FIELD, **dict.fromkeys(ELSEWHERE, evil)}
    visitor = house.visitor(administrator(house))
    fields["csrf_token"] = csrf(house, visitor)
    led = 0
    for knock in party.knocks(house):
        where = go(visitor, knock, **fields).headers.get("Location")
        if where is not None:
            led += 1
            assert where.startswith("/"), knock.path
            assert not where.startswith(("//", "/\\")), knock.path
            assert "evil.example" not in where.partition("?")[0], knock.path
        if knock.endpoint == "signing.leave":
            visitor = house.visitor(administrator(house))
            fields["csrf_token"] = csrf(house, visitor)
    assert led > 12, "somebody is led somewhere"


def test_nothing_personal_is_kept_on_the_way(house: House, party: Party) -> None:
    for who in (party.ann, administrator(house), None):
        visitor = house.visitor(who)
        for knock in party.knocks(house):
            if knock.method == "GET":
                answer = go(visitor, knock)
                if knock.endpoint in LASTING:
                    assert "Set-Cookie" not in answer.headers, knock.path
                else:
                    assert answer.headers["Cache-Control"] == "no-store", knock.path


@pytest.mark.parametrize("who", ["nobody", "stranger", "cleo", "opener's rival", "moderator"])
def test_a_whisper_is_on_no_page_of_anybody_else(house: House, party: Party, who: str) -> None:
    person = {
        "nobody": None,
        "stranger": house.person("Dora"),
        "cleo": party.cleo,
        "opener's rival": moderator(house, "Otto"),
        "moderator": party.opener,
    }[who]
    heard = [k.path for k in _pages_with(house, house.visitor(person), party, WHISPER)]
    assert heard == []
    for reader in (party.ann, party.bela):
        assert [*_pages_with(house, house.visitor(reader), party, WHISPER)], reader.name


def _pages_with(house: House, visitor: Visitor, party: Party, words: str) -> Iterator[Knock]:
    for knock in party.knocks(house):
        if knock.method == "GET" and words in go(visitor, knock, **EVERY_FIELD).text:
            yield knock


@pytest.mark.parametrize("who", ["nobody", "stranger", "bela", "opener", "moderator"])
def test_a_persons_own_things_are_nobody_elses(house: House, party: Party, who: str) -> None:
    person = {
        "nobody": None,
        "stranger": house.person("Dora"),
        "bela": party.bela,
        "opener": party.opener,
        "moderator": moderator(house, "Otto"),
    }[who]
    visitor = house.visitor(person)
    form = {**EVERY_FIELD, "csrf_token": csrf(house, visitor)}
    before = _things_of(house, party.ann)
    for number in (party.ann.id, party.number):
        for knock in party.knocks(house, number=str(number), person_id=str(party.ann.id)):
            if not knock.path.startswith(("/moderator/person", "/moderator/mail", "/mailbox")):
                continue
            answer = go(visitor, knock, **form)
            assert party.ann.address not in answer.text, knock.path
            sees = who == "opener" or (who, knock.path) == ("moderator", "/moderator/mail")
            assert sees or answer.status_code in (303, 404), f"{knock.path}: {answer.status_code}"
    assert _things_of(house, party.ann) == before


def _things_of(house: House, person: store.Person) -> Mapping[str, object]:
    with house.db.reading() as c:
        return store.all_about(c, person.id)


def test_whoever_sits_beside_does_nothing_in_anothers_name(house: House, party: Party) -> None:
    prompt = prompt_of(house, party.slug)
    asked = [party.ann, party.bela, party.cleo][prompt.seat]
    beside = [party.ann, party.bela, party.cleo][(prompt.seat + 1) % 3]
    visitor = house.visitor(beside)
    form = {
        **EVERY_FIELD,
        "seat": str(prompt.seat),
        "key": prompt.key,
        "csrf_token": csrf(house, visitor),
    }
    before = _things_of(house, asked)
    table = house.stored(party.slug)
    for knock in party.knocks(house):
        own = knock.endpoint in ("signing.leave", "personal.erase", "me.sign_out_everywhere")
        if knock.method == "POST" and not own:
            go(visitor, knock, **form)
    after = _things_of(house, asked)
    for what in ("person", "entries", "seats", "words", "messages", "deeds"):
        assert after[what] == before[what], what
    with house.db.reading() as c:
        entries = store.entries(c, table.id, after=table.seq, last=99)
        assert all(entry.seat != prompt.seat for entry in entries)
        assert store.prompt(c, table.id, prompt.key) is not None


@pytest.mark.parametrize("status", ["open", "running", "paused", "frozen", "over", "cancelled"])
def test_every_page_and_form_has_an_answer_however_the_table_stands(
    house: House, party: Party, status: store.Status
) -> None:
    """Two may look after a table: what one is about to do, the other may have done already."""
    for who in (administrator(house), party.ann):
        with house.db.writing() as c:
            ended = house.now if status in ("over", "cancelled") else None
            changes: store.TableChanges = {"status": status, "over_at": ended}
            store.change_table(c, house.stored(party.slug).id, changes)
        visitor = house.visitor(who)
        form = {**EVERY_FIELD, "csrf_token": csrf(house, visitor), "seen": "1"}
        for knock in party.knocks(house):
            if not knock.endpoint.startswith(("signing.leave", "personal.erase", "me.sign_out")):
                answer = go(visitor, knock, **{**form, "once": knock.path})
                assert answer.status_code < 500, knock.path


NONSENSE = ("a\0b", "9" * 30, "-1", "²", "\ud7ff\uffff", "x" * 5000)
PLACES = ("slug", "token", "answer", "name", "what", "number")


@pytest.mark.slow
@pytest.mark.parametrize("nonsense", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused_in_every_address_and_every_field(
    house: House, party: Party, nonsense: str
) -> None:
    visitor = house.visitor(administrator(house))
    token = csrf(house, visitor)
    fields = {**dict.fromkeys(EVERY_FIELD, nonsense), "sure": "no", "address": nonsense}
    typed = quote(nonsense, safe="")
    for places in ({}, dict.fromkeys(PLACES, typed)):
        for knock in party.knocks(house, **places):
            if not knock.endpoint.startswith(("signing.leave", "me.sign_out")):
                form = {**fields, "key": nonsense, "csrf_token": token, "once": knock.path[:60]}
                status = go(visitor, knock, **form).status_code
                assert status < 500, f"{knock.path[:90]}: {status}"
