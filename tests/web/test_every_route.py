"""Every address about a table, found by itself, tried by everybody whom the table is none of.

A new route is tried as soon as there is one. For those who do not belong to a private table it
does not exist, nothing about it is told, and whatever they send changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pbem import store
from pbem.services import lobby, messages, substitutes
from pbem.web.moderating_deeds import VERBS
from tests.web.conftest import House, Visitor
from tests.web.test_moderator import csrf, moderator, prompt_of

SECRET = "The Shrouded Cellar"
NO_TABLE = ("rules.", "tables.sheet", "boards.bare")
"""Addresses of games, and one that leads to another whatever it names."""
PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
EVERY_FIELD = {
    "seat": "0",
    "answer": '"1x2"',
    "reason": "because",
    "words": "hello",
    "whom": "table",
    "what": "end",
    "say": "yes",
    "vote": "1",
    "sure": "yes",
    "once": "x",
    "to": "1",
    "hours": "24",
    "person": "1",
    "taker": "bot",
    "address": "a@example.org",
}


def filled(rule: str, facts: dict[str, str]) -> str:
    """An address with its places filled in; what nobody has heard of is a 1."""
    return PLACE.sub(lambda found: facts.get(found[1], "1"), rule)


def addresses(house: House, slug: str, number: int) -> Iterator[tuple[str, str]]:
    """Every method and address about a table."""
    fill = {"slug": slug, "number": str(number), "answer": "accept", "name": "index.html"}
    for rule in house.app.url_map.iter_rules():
        if "slug" not in rule.arguments or rule.endpoint.startswith(NO_TABLE):
            continue
        for verb in VERBS if "verb" in rule.arguments else [""]:
            path = filled(rule.rule, {**fill, "verb": verb})
            for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                yield method, path


@pytest.fixture
def laid(house: House) -> tuple[str, int, store.Person]:
    """A private table with a message, and somebody who sits there."""
    ann, bela = house.person("Annegret"), house.person("Beladonna")
    wish = lobby.Wish(
        game="dudo",
        seats=[ann.id, bela.id],
        private=True,
        title=SECRET,
        moderator=moderator(house).id,
    )
    table = lobby.open_table(house.shelf, wish, now=house.now)
    draft = messages.Draft(1, bela.id, "psst", "seat", 0)
    number = messages.send(house.shelf, table.id, draft, now=house.now)
    return table.slug, number, ann


def all_of(house: House, slug: str) -> tuple[object, ...]:
    """What must not change."""
    table = house.stored(slug)
    with house.db.reading() as c:
        return (
            table,
            store.seats(c, table.id),
            store.entries(c, table.id, after=0, last=99),
            store.notes(c, table_id=table.id),
            store.messages_for_moderator(c, table.id),
            store.votes_of(c, table.id),
        )


def knock(visitor: Visitor, method: str, path: str, form: dict[str, str]) -> tuple[int, str]:
    if method == "GET":
        answer = visitor.client.get(path, query_string=EVERY_FIELD)
    else:
        answer = visitor.client.post(path, data=form)
    return answer.status_code, answer.text


@pytest.mark.parametrize("who", ["nobody", "a stranger", "another moderator"])
def test_for_others_a_private_table_does_not_exist(
    house: House, laid: tuple[str, int, store.Person], who: str
) -> None:
    slug, number, _ann = laid
    before = all_of(house, slug)
    person = {
        "nobody": None,
        "a stranger": house.person("Cleo"),
        "another moderator": moderator(house, "Otto"),
    }[who]
    visitor = house.visitor(person)
    form = {**EVERY_FIELD, "csrf_token": csrf(house, visitor), "key": prompt_of(house, slug).key}
    tried = list(addresses(house, slug, number))
    assert len(tried) > 2 * len(VERBS)
    for method, path in tried:
        status, text = knock(visitor, method, path, form)
        assert status in ((303, 404) if who == "nobody" else (404,)), f"{method} {path}: {status}"
        for told in (SECRET, "Annegret", "Beladonna", "psst"):
            assert told not in text, path
    assert all_of(house, slug) == before


def test_who_plays_is_no_moderator(house: House, laid: tuple[str, int, store.Person]) -> None:
    slug, number, ann = laid
    before = all_of(house, slug)
    visitor = house.visitor(ann)
    form = {**EVERY_FIELD, "csrf_token": csrf(house, visitor)}
    for method, path in addresses(house, slug, number):
        if path.startswith("/moderator"):
            assert knock(visitor, method, path, form)[0] == 404, path
    assert all_of(house, slug) == before


def test_a_link_lets_somebody_in_only_while_a_seat_is_offered(
    house: House, laid: tuple[str, int, store.Person]
) -> None:
    slug, _number, ann = laid
    stranger = house.visitor(house.person("Cleo"))
    assert stranger.client.get(f"/t/{slug}").status_code == 404
    substitutes.offer_own(house.shelf, house.stored(slug).id, ann.id, "", now=house.now)
    page = stranger.get(f"/t/{slug}")
    assert page.has_form("/play-on")
    assert "psst" not in page.text
    stranger.press("/play-on")
    assert "psst" in stranger.get(f"/t/{slug}").text
    assert house.visitor(ann).client.get(f"/t/{slug}").status_code == 404
