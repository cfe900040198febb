"""The moderator's desk and every deed, from the page; and everybody else who tries."""

from __future__ import annotations

from datetime import timedelta

from pbem import store
from pbem.services import lobby, people
from pbem.services.sittings import freeze
from pbem.web.moderating_deeds import VERBS
from tests.web.conftest import House, Visitor

ALL_ASKED = "?seat=0&key=x&to=1&hours=24&person=1"
"""What any of the deeds wants to know in its address."""


def moderator(house: House, name: str = "Mona") -> store.Person:
    who = house.person(name)
    with house.db.writing() as c:
        people.make_moderator(c, who, now=house.now)
        found = store.person(c, who.id)
    assert found is not None
    return found


def moderated(house: House, *seats: store.Person | str | None, by: store.Person) -> str:
    takers = [seat.id if isinstance(seat, store.Person) else seat for seat in seats]
    wish = lobby.Wish(game="dudo", seats=takers, moderator=by.id, title="Friday")
    return lobby.open_table(house.shelf, wish, now=house.now).slug


def csrf(house: House, visitor: Visitor) -> str:
    page = visitor.get(house.link(house.person("Dora")))
    return next(value for name, value in page.forms[-1].fields if name == "csrf_token")


def confirm(visitor: Visitor, slug: str, deed: str, **answers: str | list[str] | None) -> None:
    """Open a deed's confirmation and press its button."""
    visitor.get(f"/moderator/t/{slug}/do/{deed}")
    assert visitor.status == 200, visitor.page.text
    visitor.press(f"/do/{deed.partition('?')[0]}", **answers)


def prompt_of(house: House, slug: str) -> store.Prompt:
    with house.db.reading() as c:
        (prompt,) = store.open_prompts(c, house.stored(slug).id)
    return prompt


def test_nobody_else_sees_or_does_a_deed(house: House) -> None:
    ann = house.person("Ann")
    slug = moderated(house, ann, house.person("Bela"), by=moderator(house))
    tries = [(house.visitor(), 303), (house.visitor(ann), 404)]
    tries.append((house.visitor(moderator(house, "Otto")), 404))
    before = house.stored(slug)
    for visitor, status in tries:
        form = {"csrf_token": csrf(house, visitor), "reason": "because"}
        for path in (*[f"do/{deed}{ALL_ASKED}" for deed in VERBS], "look"):
            whole = f"/moderator/t/{slug}/{path}"
            assert visitor.client.get(whole).status_code == status, path
            assert visitor.client.post(whole, data=form).status_code == status, path
        assert visitor.client.get(f"/moderator/t/{slug}").status_code == status
    assert house.stored(slug) == before
    with house.db.reading() as c:
        assert store.notes(c, table_id=before.id) == ()


def test_the_desk_is_for_moderators(house: House) -> None:
    ann = house.person("Ann")
    moderated(house, ann, house.person("Bela"), by=moderator(house))
    assert house.visitor().client.get("/moderator").status_code == 303
    assert house.visitor(ann).client.get("/moderator").status_code == 403
    other = house.visitor(moderator(house, "Otto"))
    assert "Friday" not in other.get("/moderator").text
    assert other.client.get("/moderator/at").status_code == 200


def test_a_person_is_shown_to_those_who_moderate_their_table_only(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    moderated(house, ann, house.person("Bela"), by=mona)
    path = f"/moderator/person/{ann.id}"
    assert ann.address in house.visitor(mona).get(path).text
    assert house.visitor().client.get(path).status_code == 303
    for who in (ann, moderator(house, "Otto")):
        assert house.visitor(who).client.get(path).status_code == 404


def test_the_desk_shows_trouble_first_and_why(house: House) -> None:
    mona = moderator(house)
    people_ = house.person("Ann"), house.person("Bela")
    fine = moderated(house, *people_, by=mona)
    stuck = moderated(house, *people_, by=mona)
    freeze(house.db, house.stored(stuck).id, "KeyError: 'x' [play: D-1]", house.now)
    page = house.visitor(mona).get("/moderator")
    assert page.html.index(stuck) < page.html.index(fine)
    assert "KeyError: 'x' [play: D-1]" in page.text


def test_the_desk_says_since_when_and_why_a_default_does_not_come(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    house.wait(days=2)
    page = house.visitor(mona).get("/moderator").text
    assert "asked 2 days ago, until" in page
    assert "but their letter has not gone out. Does the worker run?" in page
    prompt = prompt_of(house, slug)
    with house.db.writing() as c:
        store.mark_delivered(c, prompt.id, house.now, prompt.due_at)
    assert "but play has not gone on." in house.visitor(mona).get("/moderator").text


def test_strangers_in_the_lobby_learn_nothing_of_anybodys_letters(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    confirm(house.visitor(mona), slug, "look-for?seat=0")
    with house.db.writing() as c:
        for who in (ann, bela):
            store.change_person(c, who.id, {"bounced_at": house.now})
    assert "come back" in house.visitor(mona).get("/moderator").text
    hall = house.visitor().get("/lobby").text
    assert "1 seat is offered." in hall
    assert "come back" not in hall


def test_a_pause_stops_play_and_nobody_loses_time(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    due = prompt_of(house, slug).due_at
    desk = house.visitor(mona)
    confirm(desk, slug, "pause", reason="Bela is ill")
    assert house.stored(slug).status == "paused"
    house.wait(days=3)
    confirm(desk, slug, "resume")
    assert house.stored(slug).status == "running"
    assert due is not None
    assert prompt_of(house, slug).due_at == due + timedelta(days=3)
    assert "Bela is ill" in desk.page.text


def test_two_presses_of_one_button_count_once(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    due = prompt_of(house, slug).due_at
    assert due is not None
    desk = house.visitor(mona)
    desk.get(f"/moderator/t/{slug}/do/deadline?hours=24")
    form = desk.page.form("/do/deadline")
    desk.send(form)
    desk.send(form)
    assert "two presses count as one" in desk.page.text
    assert prompt_of(house, slug).due_at == due + timedelta(days=1)


def test_a_stuck_seat_is_answered_by_default_and_handed_to_a_bot(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    prompt, desk = prompt_of(house, slug), house.visitor(mona)
    confirm(desk, slug, f"default?key={prompt.key}", reason="on a boat")
    table = house.stored(slug)
    with house.db.reading() as c:
        last = store.entries(c, table.id, after=1, last=2)[0]
        words = store.wordings(c, [last.reason_id or 0])
    assert (last.kind, last.source, last.by_person) == ("clock", "moderator", mona.id)
    assert [*words.values()] == ["on a boat"]
    confirm(desk, slug, f"hand-over?seat={prompt.seat}", taker="bot")
    with house.db.reading() as c:
        seat = store.seats(c, table.id)[prompt.seat]
    assert (seat.person_id, seat.bot is not None, seat.token_version) == (None, True, 1)


def test_a_rewind_shows_what_is_undone_and_loses_to_an_answer(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, f"default?key={prompt_of(house, slug).key}")
    desk.get(f"/moderator/t/{slug}/do/rewind?to=1")
    assert "1 entry is undone." in desk.page.text
    form = desk.page.form("/do/rewind")
    seq = house.stored(slug).seq
    confirm(house.visitor(mona), slug, f"default?key={prompt_of(house, slug).key}")
    desk.send(form, reason="a slip")
    assert "Play went on while you were looking" in desk.page.text
    assert house.stored(slug).seq > seq
    desk.press("/do/rewind", reason="a slip")
    assert "Play is back at entry 1." in desk.page.text
    with house.db.reading() as c:
        *_rest, last = store.entries(c, house.stored(slug).id, after=0, last=99)
    assert (last.kind, last.value, last.by_person) == ("rewind", {"to": 1}, mona.id)


def test_a_fault_that_is_gone_lets_the_table_go_on(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    due = prompt_of(house, slug).due_at
    freeze(house.db, house.stored(slug).id, "a fault", house.now)
    house.wait(hours=5)
    confirm(house.visitor(mona), slug, "unfreeze")
    table = house.stored(slug)
    assert (table.status, table.frozen_reason) == ("running", None)
    assert due is not None
    assert prompt_of(house, slug).due_at == due + timedelta(hours=5)


def test_a_look_behind_the_screen_is_seen_and_never_a_players(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    slug = moderated(house, ann, house.person("Bela"), by=mona)
    desk = house.visitor(mona)
    desk.get(f"/moderator/t/{slug}/look")
    desk.press("/look", reason="a dispute")
    assert "Behind the screen" in desk.page.text
    assert "looks behind the screen" in desk.get(f"/moderator/t/{slug}").text
    own = moderated(house, ann, mona, by=mona)
    player = house.visitor(mona)
    assert player.client.get(f"/moderator/t/{own}/look").status_code == 403
    form = {"csrf_token": csrf(house, player), "reason": "curious"}
    assert player.client.post(f"/moderator/t/{own}/look", data=form).status_code == 403


def test_who_has_looked_behind_the_screen_cannot_sit_down_there(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), mona, by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, "hand-over?seat=1", taker="bot")
    desk.get(f"/moderator/t/{slug}/look")
    desk.press("/look", reason="curious")
    assert "Behind the screen" in desk.page.text
    confirm(desk, slug, "give-back?seat=1")
    assert desk.status == 422
    confirm(desk, slug, "look-for?seat=1")
    guest = house.visitor(mona)
    guest.get(f"/t/{slug}")
    guest.press("/play-on")
    assert "looked behind the screen here" in guest.page.text
    with house.db.reading() as c:
        assert store.seats(c, house.stored(slug).id)[1].person_id is None


def test_several_tables_get_a_day_more_at_once(house: House) -> None:
    mona = moderator(house)
    pair = house.person("Ann"), house.person("Bela")
    slugs = [moderated(house, *pair, by=mona) for _n in range(3)]
    dues = [prompt_of(house, slug).due_at for slug in slugs]
    desk = house.visitor(mona)
    desk.get(f"/moderator/several?what=deadline&table={slugs[0]}&table={slugs[1]}")
    form = desk.page.form("/several")
    desk.send(form)
    assert "Done for 2 tables." in desk.page.text
    desk.send(form)
    moved = [prompt_of(house, slug).due_at for slug in slugs]
    days = [new - old for new, old in zip(moved, dues, strict=True) if new and old]
    assert days == [timedelta(days=1), timedelta(days=1), timedelta()]


def test_a_day_more_is_a_day_also_for_whose_time_was_up(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    house.wait(days=3)
    desk, path = house.visitor(mona), f"/moderator/several?what=deadline&table={slug}"
    assert "has until Sunday 12:00 (in 24 hours)" in desk.get(path).text
    desk.press("/several")
    assert prompt_of(house, slug).due_at == house.now + timedelta(days=1)
    confirm(desk, slug, "deadline?hours=-72")
    assert prompt_of(house, slug).due_at == house.now
    house.wait(hours=1)
    confirm(desk, slug, "pause")
    house.wait(hours=5)
    confirm(desk, slug, "deadline?hours=6")
    confirm(desk, slug, "resume")
    assert prompt_of(house, slug).due_at == house.now + timedelta(hours=6)


def test_nobody_batches_a_table_of_another_moderator(house: House) -> None:
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=moderator(house))
    otto = house.visitor(moderator(house, "Otto"))
    assert otto.client.get(f"/moderator/several?what=pause&table={slug}").status_code == 404
    form = {"csrf_token": csrf(house, otto), "what": "pause", "table": slug, "once": "x"}
    assert otto.client.post("/moderator/several", data=form).status_code == 404
    assert house.stored(slug).status == "running"


def test_the_table_reads_what_was_done_and_why_but_no_notes_to_self(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    slug = moderated(house, ann, house.person("Bela"), by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, "announce", reason="See you on Sunday <b>")
    confirm(desk, slug, "note", reason="Ann is slow")
    confirm(desk, slug, "deadline?hours=24", reason="A holiday")
    page = house.visitor(ann).get(f"/t/{slug}")
    assert "See you on Sunday <b>" in page.text
    assert "gives everybody 24 hours more" in page.text
    assert "A holiday" in page.text
    assert "Ann is slow" not in page.html
    assert f"/moderator/t/{slug}" not in page.html
    assert "Ann is slow" in desk.get(f"/moderator/t/{slug}").text
