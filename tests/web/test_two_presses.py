"""A double click is no error: whatever it is about is done once, and leads where one click does."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from pbem import store
from pbem.engine import NotAllowed
from pbem.services import inviting, lobby, moderating, moderating_seats, substitutes, turns
from pbem.services.pressing import DoneAlready, fresh
from pbem.services.sittings import Shelf, freeze
from pbem.web.moderating_deeds import VERBS
from tests.web.conftest import House, Visitor
from tests.web.test_deciding import quarrels
from tests.web.test_held import hold, state
from tests.web.test_moderator import moderated, moderator, prompt_of

__all__ = ["quarrels"]
NOTE = "two presses count as one"
ASKED = {
    "call-off": "",
    "deadline": "hours=24",
    "default": "key={key}",
    "give-back": "seat=0",
    "hand-over": "seat=0",
    "look-for": "seat=0",
    "look-no-longer": "seat=0",
    "nudge": "seat={asked}",
    "resend": "seat=0",
    "revoke": "seat=0",
    "rewind": "to=1",
    "invite": "seat=1",
    "free": "seat=0",
    "let-go": "person={helper}",
}


def prepared(house: House, verb: str, mona: store.Person, helper: store.Person) -> str:
    """A table at which such a deed makes sense."""
    open_still = verb in ("invite", "free")
    seats = (house.person("Ann"), None if open_still else house.person("Bela"))
    slug = moderated(house, *seats, by=mona)
    number = house.stored(slug).id
    deed = moderating.Deed(number, mona.id, "before", house.now)
    if verb == "resume":
        moderating.pause(house.shelf, deed)
    elif verb == "unfreeze":
        freeze(house.db, number, "KeyError: 'x' [play: D-1]", house.now)
    elif verb == "give-back":
        moderating_seats.hand_over(house.shelf, deed, 0, bot="random")
    elif verb == "look-no-longer":
        substitutes.look_for(house.shelf, deed, 0)
    elif verb == "rewind":
        moderating.take_default(house.shelf, deed, prompt_of(house, slug).key)
    elif verb == "let-go":
        with house.db.writing() as c:
            store.add_moderator(c, number, helper.id)
    return slug


def done(house: House, slug: str) -> tuple[object, ...]:
    """What a second press must not add to."""
    table = house.stored(slug)
    with house.db.reading() as c:
        said = store.messages_for_seat(c, table.id, 0)
        return table, store.notes(c, table_id=table.id), store.seats(c, table.id), said


@pytest.mark.parametrize("verb", VERBS)
def test_every_deed_may_be_pressed_twice(house: House, verb: str) -> None:
    mona, helper = moderator(house), house.person("Hilda")
    slug = prepared(house, verb, mona, helper)
    # Who lets go of a table that they help with cannot even see its desk any more.
    desk = house.visitor(helper if verb == "let-go" else mona)
    facts = {"helper": str(helper.id), "key": "", "asked": ""}
    if "{key}" in ASKED.get(verb, "") or "{asked}" in ASKED.get(verb, ""):
        prompt = prompt_of(house, slug)
        facts |= {"key": prompt.key, "asked": str(prompt.seat)}
    desk.get(f"/moderator/t/{slug}/do/{verb}?{ASKED.get(verb, '').format(**facts)}")
    form = desk.page.form(f"/do/{verb}")
    typed = {"reason": "because", "taker": "bot", "address": "kim@example.org"}
    names = {name for name, _value in form.fields} | {"reason"}
    answers = {name: value for name, value in typed.items() if name in names}
    desk.send(form, **answers)
    assert desk.status == 200, desk.page.text
    assert NOTE not in desk.page.text
    before, landed = done(house, slug), desk.answer.request.path
    assert before[1] or before[3], "nothing was done"
    desk.send(form, **answers)
    assert (desk.status, desk.answer.request.path) == (200, landed), desk.page.text
    assert NOTE in desk.page.text
    assert "error" not in desk.page.html
    assert done(house, slug) == before


def at_once(house: House, *acts: Callable[[Shelf], object]) -> list[str]:
    gate, went = threading.Barrier(len(acts)), [""] * len(acts)

    def run(index: int) -> None:
        shelf = Shelf(house.db)
        gate.wait()
        try:
            acts[index](shelf)
            went[index] = "done"
        except (NotAllowed, turns.NotDue):
            went[index] = "told"

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(went)


def test_two_presses_in_one_moment_change_play_once(house: House) -> None:
    mona = moderator(house)
    slug = prepared(house, "rewind", mona, mona)
    seq = house.stored(slug).seq
    one = moderating.Deed(house.stored(slug).id, mona.id, "slip", house.now, fresh(house.now))

    def rewind(shelf: Shelf) -> object:
        return moderating.rewind(shelf, one, 1, seen=seq)

    assert at_once(house, rewind, rewind) == ["done", "told"]
    assert house.stored(slug).seq == seq + 1
    other = moderating.Deed(one.table_id, mona.id, "late", house.now, fresh(house.now))
    key = prompt_of(house, slug).key

    def default(shelf: Shelf) -> object:
        return moderating.take_default(shelf, other, key)

    assert at_once(house, default, default) == ["done", "told"]
    with house.db.reading() as c:
        assert len(store.notes_of(c, one.table_id, ["rewound", "took default"])) == 3


def test_what_is_not_done_is_not_counted(house: House) -> None:
    """A press whose deed was refused may be pressed again when it can be done."""
    mona = moderator(house)
    slug = prepared(house, "rewind", mona, mona)
    seq = house.stored(slug).seq
    one = moderating.Deed(house.stored(slug).id, mona.id, "slip", house.now, fresh(house.now))
    with pytest.raises(NotAllowed, match="Play went on"):
        moderating.rewind(house.shelf, one, 1, seen=seq - 1)
    moderating.rewind(house.shelf, one, 1, seen=seq)
    with pytest.raises(DoneAlready):
        moderating.pause(house.shelf, one)


def test_a_table_is_opened_once(house: House) -> None:
    mona = moderator(house)
    desk = house.visitor(mona)
    desk.get("/lobby/new?game=dudo&seats=2")
    desk.press("/lobby/new", **{"seat-1": "address", "address-1": "kim@example.org"}, step="look")
    form = desk.page.form("/lobby/new")
    desk.send(form, step="open")
    first = desk.answer.request.path
    desk.send(form, step="open")
    assert (desk.status, desk.answer.request.path) == (200, first)
    assert NOTE in desk.page.text
    with house.db.reading() as c:
        assert len(store.tables_in(c, ["open"], limit=9)) == 1
        assert len(store.notes_of(c, house.stored(first[3:]).id, [inviting.INVITED])) == 1


def test_a_look_shown_again_tells_nothing_new(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    desk = house.visitor(mona)
    desk.get(f"/moderator/t/{slug}/look")
    form = desk.page.form("/look")
    for _press in range(2):
        desk.send(form, reason="a dispute")
        assert desk.status == 200
        assert "Behind the screen of Friday" in desk.page.text
    with house.db.reading() as c:
        assert len(store.notes_of(c, house.stored(slug).id, ["looked"])) == 1
    deed = moderating.Deed(house.stored(slug).id, mona.id, "late", house.now)
    moderating.take_default(house.shelf, deed, prompt_of(house, slug).key)
    desk.send(form, reason="a dispute")
    assert desk.status == 422, "nobody looks again without the table being told"
    assert "Something has happened since you looked" in desk.page.text


@pytest.mark.usefixtures("quarrels")
def test_a_dispute_is_decided_once(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    desk = house.visitor(mona)
    desk.get(f"/moderator/t/{slug}/decide")
    form = desk.page.form("/decide")
    desk.send(form, answer="true", reason="crumbs")
    moderating.pause(house.shelf, moderating.Deed(house.stored(slug).id, mona.id, "", house.now))
    desk.send(form, answer="true", reason="crumbs")
    assert (desk.status, desk.answer.request.path) == (200, f"/moderator/t/{slug}")
    assert NOTE in desk.page.text


def test_a_held_mail_is_settled_once(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    number = hold(house, house.stored(slug).id)
    desk = house.visitor(mona)
    desk.get("/moderator/mail")
    form = desk.page.form("/release")
    for _press in range(2):
        desk.send(form, reason="it is her other address")
        assert desk.status == 200
    assert NOTE in desk.page.text
    assert state(house, number) == "new"
    assert "it is her other address" in house.visitor(mona).get(f"/t/{slug}").text


def test_what_players_press_twice(house: House) -> None:
    """Accepting, offering, taking over, voting and sitting down: none of it scolds."""
    ann, bela, cleo = (house.person(name) for name in ("Ann", "Bela", "Cleo"))
    table = lobby.open_table(house.shelf, lobby.Wish("dudo", [ann.id, None]), now=house.now)
    with house.db.writing() as c:
        inviting.invite_person(c, bela, table.id, 1, by=ann.id, now=house.now)
    visitors = {who.id: house.visitor(who) for who in (ann, bela, cleo)}

    def twice(who: store.Person, page: str, ending: str, **answers: str) -> Visitor:
        visitor = visitors[who.id]
        visitor.get(page)
        form = visitor.page.form(ending)
        for _press in range(2):
            visitor.send(form, **answers)
            assert visitor.status == 200, visitor.page.text
            assert 'class="notice bad"' not in visitor.page.html, visitor.page.text
        return visitor

    there = f"/t/{table.slug}"
    twice(bela, "/lobby", "/accept")
    assert house.stored(table.slug).status == "running"
    twice(bela, f"{there}/vote", "/vote", what="extend")
    twice(ann, f"{there}/offer", "/offer", reason="moving house")
    twice(cleo, there, "/play-on")
    with house.db.reading() as c:
        assert [s.person_id for s in store.seats(c, table.id)] == [cleo.id, bela.id]
        assert len(store.votes_of(c, table.id)) == 1
        assert len(store.notes_of(c, table.id, ["substitute wanted", "handed over"])) == 2


def test_a_person_is_asked_once_at_a_new_address_and_forgotten_once(house: House) -> None:
    boss, ann = moderator(house), house.person("Ann")
    moderated(house, ann, house.person("Bela"), by=boss)
    with house.db.writing() as c:
        store.change_person(c, boss.id, {"is_admin": True})
    desk = house.visitor(boss)
    form = desk.get(f"/moderator/person/{ann.id}").form("/address")
    for _press in range(2):
        desk.send(form, address="ann@new.example")
    assert NOTE in desk.page.text
    with house.db.reading() as c:
        assert [one.kind for one in store.letters_of_person(c, ann.id)].count("address") == 1
    form = desk.get(f"/moderator/person/{ann.id}/data").form("/erase")
    for _press in range(2):
        desk.send(form, sure="yes")
        assert desk.status == 200
        assert "They are forgotten." in desk.page.text
