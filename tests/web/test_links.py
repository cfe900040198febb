"""Links from letters: they act for one seat while its question stands, and say why they do not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from pbem import store
from pbem.services import delivery, turns
from pbem.services import tokens as signing
from tests.web.conftest import House, MakeHouse, Visitor


def asked_at(house: House, slug: str) -> store.Prompt:
    """The question that stands at a table."""
    with house.db.reading() as c:
        return store.open_prompts(c, house.stored(slug).id)[0]


def link_to(house: House, prompt: store.Prompt) -> str:
    """The path of the link that the letter about this question carries."""
    with house.db.reading() as c:
        seat = store.seats(c, prompt.table_id)[prompt.seat]
    key = signing.prompt_key(house.config)
    return "/p/" + signing.for_prompt(
        key, prompt.table_id, prompt.seat, prompt.id, seat.token_version
    )


class Mailed:
    """A table of two, and the link in the letter to whoever is asked."""

    def __init__(self, house: House, *, private: bool = True) -> None:
        self.house = house
        self.people = (
            house.person("Ann", zone="Asia/Tokyo"),
            house.person("Bela", zone="Asia/Tokyo"),
        )
        self.slug = house.table(*self.people, private=private, title="Supper")
        self.prompt = asked_at(house, self.slug)
        self.link = link_to(house, self.prompt)
        self.asked, self.other = (
            self.people if self.prompt.seat == 0 else tuple(reversed(self.people))
        )

        # The letter was handed over, so time has begun.
        delivery.seen(house.db, house.stored(self.slug), self.asked, [self.prompt], house.now)

    @property
    def seq(self) -> int:
        return self.house.stored(self.slug).seq

    def time_is_up(self) -> None:
        self.house.wait(hours=25)
        order = turns.Order("clock", self.prompt.seat, self.prompt.key)
        turns.submit(self.house.shelf, self.prompt.table_id, order, now=self.house.now)


@pytest.fixture
def mailed(house: House) -> Mailed:
    return Mailed(house)


def test_a_link_leads_to_the_question_and_leaves_the_address_bar(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    assert visitor.answer.request.path == f"/t/{mailed.slug}"
    page = visitor.page
    assert "You open the round. What do you bid?" in page.text
    assert f"whoever has it acts for {mailed.asked.name} until this question is closed" in page.text
    # In the zone of whom the letter went to.
    assert "You have until Thursday 21:00" in page.text
    token = mailed.link.removeprefix("/p/")
    assert token not in page.html
    assert visitor.answer.headers["Referrer-Policy"] == "no-referrer"
    assert visitor.answer.headers["Cache-Control"] == "no-store"
    assert visitor.answer.headers["X-Robots-Tag"] == "noindex"


def test_looking_by_a_link_changes_nothing_however_often(mailed: Mailed) -> None:
    with mailed.house.db.reading() as c:
        before = store.seats(c, mailed.prompt.table_id), store.table(c, mailed.prompt.table_id)
    for _look in range(3):
        scanner = mailed.house.visitor()
        scanner.get(mailed.link)
        assert scanner.status == 200
        scanner.get(mailed.link + "?answer=doubt")
    with mailed.house.db.reading() as c:
        after = store.seats(c, mailed.prompt.table_id), store.table(c, mailed.prompt.table_id)
    assert before == after
    reader = mailed.house.visitor()
    reader.get(mailed.link)
    reader.press("/answer", answer='"1x2"')
    assert "Your answer is in." in reader.page.text


def test_an_answer_by_a_link_counts_in_the_name_of_who_sits_there(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    visitor.press("/answer", answer='"1x2"')
    with mailed.house.db.reading() as c:
        (entry,) = store.entries(c, mailed.prompt.table_id, after=1, last=9)
    assert (entry.by_person, entry.source) == (mailed.asked.id, "link")
    assert "The link has done its work" in visitor.page.text


def test_after_the_answer_a_link_shows_nothing_that_comes_later(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    visitor.press("/answer", answer='"1x2"')
    assert "You have" not in visitor.page.title
    other = mailed.house.visitor(mailed.other)
    other.get(f"/t/{mailed.slug}")
    other.press("/answer", answer='"2x2"')
    visitor.get(f"/t/{mailed.slug}")
    assert visitor.status == 410
    assert "This question is answered" in visitor.page.text
    assert "A newer question waits for you. It has a link of its own." in visitor.page.text


def test_what_was_done_by_a_link_can_be_taken_back_by_it(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    visitor.press("/answer", answer='"1x2"')
    visitor.press("/undo")
    assert "Your last move is taken back." in visitor.page.text
    visitor.press("/answer", answer='"1x3"')
    assert "Your answer is in." in visitor.page.text


def test_one_link_serves_for_all_that_follows_from_its_own_answers(house: House, raid: str) -> None:
    people = [house.person(name) for name in ("Ann", "Bela", "Cleo")]
    slug = house.table(*people, game="raid", private=True)
    visitor = house.visitor()
    visitor.get(link_to(house, asked_at(house, slug)))
    visitor.press("/answer", answer='"keep"')
    assert "Your answer is in." in visitor.page.text
    visitor.press("/answer", answer=['"gold"', "", ""])
    assert "Your answer is in." in visitor.page.text


@pytest.mark.parametrize(
    ("named", "picked"),
    [("answer=3x4", ['"3x4"']), ("answer=%223x4%22", ['"3x4"']), ("answer=three+fours", [])],
)
def test_a_link_that_names_an_option_fills_it_in(
    mailed: Mailed, named: str, picked: list[str]
) -> None:
    visitor = mailed.house.visitor()
    visitor.get(f"{mailed.link}?{named}")
    form = visitor.page.form("/answer")
    assert [value for name, value in form.fields if name == "answer" and value] == picked
    assert mailed.seq == 1
    visitor.send(form, **({} if picked else {"answer": '"1x2"'}))
    assert mailed.seq == 2


def test_an_option_that_cannot_be_is_not_filled_in_but_explained(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(f"{mailed.link}?answer=%2299x4%22")
    assert "There are only 10 dice." in visitor.page.text


def test_a_link_gives_no_other_seat_and_no_other_table(mailed: Mailed) -> None:
    house = mailed.house
    elsewhere = Mailed(house)
    visitor = house.visitor()
    visitor.get(mailed.link)
    form = visitor.page.form("/answer")
    visitor.get(f"/t/{elsewhere.slug}")
    assert visitor.status == 404
    form.action = f"/t/{elsewhere.slug}/answer"
    visitor.send(form, answer='"1x2"', key=elsewhere.prompt.key)
    assert elsewhere.seq == 1


def test_resigning_needs_somebody_who_is_signed_in(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    assert not any(link.endswith("/resign") for link in visitor.page.links)
    visitor.get(f"/t/{mailed.slug}/resign")
    assert visitor.answer.request.path == "/sign-in"
    with mailed.house.db.reading() as c:
        assert not any(s.resigned_at for s in store.seats(c, mailed.prompt.table_id))


def test_whoever_is_signed_in_needs_no_note_and_another_person_is_told(mailed: Mailed) -> None:
    own = mailed.house.visitor(mailed.asked)
    own.get(mailed.link)
    assert "You came by a link" not in own.page.text
    assert own.page.has_form("/answer")
    foreign = mailed.house.visitor(mailed.other)
    foreign.get(mailed.link)
    assert foreign.status == 403
    assert "This link is for somebody else" in foreign.page.text
    assert f"You are signed in as {mailed.other.name}." in foreign.page.text
    foreign.press("/sign-out")
    foreign.get(mailed.link)
    assert foreign.page.has_form("/answer")


def test_a_mistyped_link_says_so(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    for broken in (mailed.link[:-1], mailed.link[:-1] + "!", "/p/x", mailed.link.replace("a", "b")):
        visitor.get(broken)
        assert visitor.status == 404
        assert "This link does not work" in visitor.page.text
        assert "/sign-in" in visitor.page.links


def test_a_link_to_what_is_answered_says_so(mailed: Mailed) -> None:
    own = mailed.house.visitor(mailed.asked)
    own.get(f"/t/{mailed.slug}")
    own.press("/answer", answer='"1x2"')
    late = mailed.house.visitor()
    late.get(mailed.link)
    assert late.status == 410
    assert "This question is answered" in late.page.text
    assert "The answer came in on" in late.page.text
    assert "You are written to when you are asked again." in late.page.text
    # Signed in, the same link still leads to the table.
    own.get(mailed.link)
    assert "This question is answered" in own.page.text
    assert own.answer.request.path == f"/t/{mailed.slug}"


def test_a_link_that_came_too_late_says_what_happened_instead(mailed: Mailed) -> None:
    mailed.time_is_up()
    late = mailed.house.visitor()
    late.get(mailed.link)
    assert late.status == 410
    assert "This link came too late" in late.page.text
    assert "the default was taken" in late.page.text
    assert re.search(rf"{mailed.asked.name} bids 1 \w+", late.page.text)


def test_a_form_that_lay_open_over_the_deadline_says_what_happened_instead(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    form = visitor.page.form("/answer")
    mailed.time_is_up()
    visitor.send(form, answer='"5x5"')
    assert visitor.status == 410
    assert "This link came too late" in visitor.page.text


def test_a_link_of_a_seat_whose_links_were_taken_back_says_so(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    with mailed.house.db.writing() as c:
        store.change_seat(c, mailed.prompt.table_id, mailed.prompt.seat, {"token_version": 5})
    form = visitor.page.form("/answer")
    visitor.send(form, answer='"1x2"')
    assert "This link was taken back" in visitor.page.text
    visitor.get(mailed.link)
    assert (visitor.status, mailed.seq) == (410, 1)
    assert "This link was taken back" in visitor.page.text


def test_a_question_that_a_rewind_took_away_says_so(mailed: Mailed) -> None:
    house = mailed.house
    own, other = house.visitor(mailed.asked), house.visitor(mailed.other)
    own.get(f"/t/{mailed.slug}")
    own.press("/answer", answer='"1x2"')
    link = link_to(house, asked_at(house, mailed.slug))
    other.get(f"/t/{mailed.slug}")
    own.press("/undo")
    visitor = house.visitor()
    visitor.get(link)
    assert visitor.status == 410
    assert "That question does not stand any more" in visitor.page.text


def test_a_note_in_a_browser_lasts_for_half_a_day(make_house: MakeHouse) -> None:
    mailed = Mailed(make_house())
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    mailed.house.wait(hours=13)
    visitor.get(f"/t/{mailed.slug}")
    assert visitor.status == 410
    assert "The link in your letter still works: open it again." in visitor.page.text
    visitor.get(mailed.link)
    assert visitor.page.has_form("/answer")


def test_a_link_to_a_game_that_is_over_leads_to_its_end(mailed: Mailed) -> None:
    with mailed.house.db.writing() as c:
        store.change_table(c, mailed.prompt.table_id, {"status": "cancelled"})
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    assert not visitor.page.has_form("/answer")


def test_guessing_is_limited_by_where_it_comes_from(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    statuses = [visitor.client.get(f"/p/{n}").status_code for n in range(62)]
    assert statuses == [404] * 60 + [429] * 2
    assert visitor.client.get(mailed.link).status_code == 429


def ask_for_a_new_one(visitor: Visitor) -> None:
    form = next(f for f in visitor.page.forms if f.action.endswith(("/again", "/link")))
    visitor.send(form)
    assert "A new link is on its way" in visitor.page.text


def test_a_new_link_goes_to_the_registered_address_only(mailed: Mailed) -> None:
    mailed.time_is_up()
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    assert mailed.asked.address not in visitor.page.html
    ask_for_a_new_one(visitor)
    with mailed.house.db.writing() as c:
        letters = store.claim_letters(c, mailed.house.now, 9, timedelta(minutes=5))
    assert {letter.person_id for letter in letters} == {mailed.asked.id}
    assert visitor.answer.request.path == "/"


def test_whoever_was_asked_anew_gets_the_question_again(mailed: Mailed) -> None:
    mailed.time_is_up()
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    other = mailed.house.visitor(mailed.other)
    other.get(f"/t/{mailed.slug}")
    other.press("/answer", answer='"doubt"')
    visitor.get(mailed.link)
    ask_for_a_new_one(visitor)


def test_a_scanner_that_follows_a_genuine_link_often_locks_nobody_out(mailed: Mailed) -> None:
    visitor = mailed.house.visitor()
    assert {visitor.client.get(mailed.link).status_code for _n in range(70)} == {303}
    visitor.get(mailed.link)
    assert visitor.page.has_form("/answer")


def test_new_links_are_limited(mailed: Mailed) -> None:
    mailed.time_is_up()
    visitor = mailed.house.visitor()
    visitor.get(mailed.link)
    form = next(f for f in visitor.page.forms if f.action.endswith("/again"))
    statuses = []
    for _n in range(7):
        visitor.send(form)
        statuses.append(visitor.status)
    assert statuses == [200] * 5 + [429] * 2
