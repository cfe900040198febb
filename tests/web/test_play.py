"""Playing in a browser: whole games, corrections, and forms that come back too late."""

from __future__ import annotations

import random
from datetime import timedelta

from pbem import store
from pbem.services import bots, turns
from pbem.web.looking import MOST
from tests.web.conftest import House, Visitor

FURTHEST = 400


def play_on(visitors: list[Visitor], slug: str, rng: random.Random) -> None:
    """One round of looking: whoever is asked picks one of the first choices."""
    for visitor in visitors:
        page = visitor.get(f"/t/{slug}")
        if page.has_form("/answer"):
            offered = page.form("/answer").choices["answer"]
            visitor.press("/answer", answer=rng.choice(offered[:4]))
            assert visitor.status == 200


def test_two_people_play_a_whole_game(house: House) -> None:
    ann, bela = house.person("Ann"), house.person("Bela")
    slug = house.table(ann, None)
    browsers = [house.visitor(ann), house.visitor(bela)]
    browsers[1].get(f"/t/{slug}")
    browsers[1].press("/join")
    assert house.stored(slug).status == "running"
    rng = random.Random(3)
    for _round in range(FURTHEST):
        play_on(browsers, slug, rng)
        if house.stored(slug).status == "over":
            break
    assert house.stored(slug).status == "over"
    for visitor in browsers:
        page = visitor.get(f"/t/{slug}")
        assert "alone has dice left and wins." in page.text
        assert not page.has_form("/answer")
        assert "The game is over" in page.text


def test_one_person_plays_a_whole_game_against_bots_from_the_front_page(house: House) -> None:
    browser = house.visitor(house.person("Ann"))
    browser.get("/")
    browser.press("/new", game="dudo", seats="3")
    slug = browser.answer.request.path.removeprefix("/t/")
    rng = random.Random(5)
    for _round in range(FURTHEST):
        play_on([browser], slug, rng)
        table = house.stored(slug)
        if table.status == "over":
            break
        house.wait(seconds=5)
        bots.play_table(house.shelf, table.id, house.now, house.now - house.now)
    assert house.stored(slug).status == "over"
    assert "wins." in browser.get(f"/t/{slug}").text


def test_a_table_against_bots_has_a_bot_at_it_unless_somebody_wants_to_be_alone(
    house: House,
) -> None:
    page = house.visitor(house.person("Ann")).get("/")
    sent = [dict(form.fields) for form in page.forms if form.action == "/new"]
    assert {form["game"]: form["seats"] for form in sent} == {
        "archpiratus": "2",
        "dudo": "3",
        "metal_adventures": "3",
        "metallum": "2",
    }


def seated_and_asked(house: House) -> tuple[str, Visitor, Visitor]:
    """A new game: its name, the browser of whoever is asked, and that of the other."""
    people = house.person("Ann"), house.person("Bela")
    slug = house.table(*people)
    asked, other = (house.visitor(who) for who in people)
    if not asked.get(f"/t/{slug}").has_form("/answer"):
        asked, other = other, asked
    asked.get(f"/t/{slug}")
    other.get(f"/t/{slug}")
    return slug, asked, other


def test_a_question_says_what_is_asked_until_when_and_what_happens_otherwise(house: House) -> None:
    slug, asked, other = seated_and_asked(house)
    assert "You open the round. What do you bid?" in asked.page.text
    assert "DU-2.1" in asked.page.text
    assert "Under your cup:" in asked.page.text.partition("The table")[0]
    assert "You have until Thursday 12:00 (in 24 hours)." in asked.page.text
    assert "If you do nothing" in asked.page.text
    assert "Nothing is asked of you" in other.page.text
    assert "has until Thursday 12:00 (in 24 hours); then the default is taken" in other.page.text
    assert slug in asked.answer.request.path


def test_an_answer_is_told_to_everybody(house: House) -> None:
    slug, asked, other = seated_and_asked(house)
    asked.press("/answer", answer='"2x4"')
    assert "Your answer is in." in asked.page.text
    assert "bids 2 fours" in other.get(f"/t/{slug}").text


def test_an_answer_that_cannot_stand_is_shown_again_with_the_reason(house: House) -> None:
    slug, asked, _other = seated_and_asked(house)
    before = house.stored(slug).seq
    asked.press("/answer", answer='"9x9"')
    assert asked.status == 422
    assert "There are only 10 dice." in asked.page.text
    assert house.stored(slug).seq == before


def test_what_no_form_of_ours_sends_is_refused_with_a_sentence(house: House) -> None:
    slug, asked, _other = seated_and_asked(house)
    before = house.stored(slug).seq
    for nonsense in ("", "{}", "[" * 5000, "1e999", "nul", "\u0001", '"' + "x" * 300 + '"'):
        asked.press("/answer", answer=nonsense)
        assert asked.status == 422, nonsense
        assert asked.page.has_form("/answer")
    assert house.stored(slug).seq == before


def test_a_form_sent_twice_counts_once_and_says_so(house: House) -> None:
    slug, asked, _other = seated_and_asked(house)
    form = asked.page.form("/answer")
    asked.send(form, answer='"1x2"')
    after = house.stored(slug).seq
    asked.send(form, answer='"1x3"')
    assert "You had answered that question already. Your first answer counts." in asked.page.text
    assert house.stored(slug).seq == after


def test_an_answer_after_the_deadline_says_that_the_default_was_taken(house: House) -> None:
    slug, asked, _other = seated_and_asked(house)
    form = asked.page.form("/answer")
    house.wait(hours=25)
    with house.db.reading() as c:
        (due,) = store.open_prompts(c, house.stored(slug).id)
    order = turns.Order("clock", due.seat, due.key)
    turns.submit(house.shelf, due.table_id, order, now=house.now)
    asked.send(form, answer='"1x3"')
    assert "Your answer came too late: time was up" in asked.page.text
    assert "Time is up for" in asked.page.text


def test_the_last_move_can_be_taken_back_until_somebody_goes_on(house: House) -> None:
    slug, asked, other = seated_and_asked(house)
    assert not asked.page.has_form("/undo")
    asked.press("/answer", answer='"1x2"')
    form = asked.page.form("/undo")
    asked.send(form)
    assert "Your last move is taken back." in asked.page.text
    assert asked.page.has_form("/answer")
    asked.press("/answer", answer='"1x3"')
    other.get(f"/t/{slug}")
    other.press("/answer", answer='"2x3"')
    asked.send(form)
    assert "Your last move is taken back." not in asked.page.text
    assert house.stored(slug).seq >= 4


def test_whoever_resigns_is_asked_first_and_play_goes_on(house: House) -> None:
    slug, asked, other = seated_and_asked(house)
    asked.get(f"/t/{slug}/resign")
    assert "cannot be taken back by you" in asked.page.text
    assert house.stored(slug).seq == 1
    asked.press("/resign", how="rules")
    assert "You have given up." in asked.page.text
    assert "resigns." in other.get(f"/t/{slug}").text
    assert not asked.page.has_form("/answer")


def test_a_bot_plays_on_for_whoever_leaves_and_everybody_is_told(house: House) -> None:
    slug, asked, other = seated_and_asked(house)
    asked.get(f"/t/{slug}/resign")
    assert "A bot plays on for me at once, until somebody takes the seat" in asked.page.text
    assert "substitute" in asked.page.text
    asked.press("/resign")
    assert "A bot plays on for you." in asked.page.text
    assert not asked.page.has_form("/answer")
    assert "Bot" in other.get(f"/t/{slug}").text
    assert house.stored(slug).status == "running"
    bots.play_table(house.shelf, house.stored(slug).id, house.now, timedelta())
    assert house.stored(slug).seq == 2
    assert "leaves, and a bot plays on there." in other.get(f"/t/{slug}").text


def test_the_story_marks_what_is_new_since_the_last_visit(house: House) -> None:
    slug, asked, other = seated_and_asked(house)
    asked.press("/answer", answer='"1x2"')
    assert "Since your last visit 1 thing has happened" in other.get(f"/t/{slug}").text
    assert "#news" in other.page.links
    assert "Since your last visit" not in other.get(f"/t/{slug}").text


def test_weeks_of_which_only_letters_have_told_are_folded_away(house: House) -> None:
    slug, asked, other = seated_and_asked(house)
    other.get(f"/t/{slug}")
    table = house.stored(slug)
    while house.stored(slug).seq < 90:
        with house.shelf.looking(table.id) as sitting:
            (asking,) = sitting.match.waiting()
            value = sitting.match.question(asking.key).values()[:2][-1]
        order = turns.Order("answer", asking.prompt.seat, asking.key, value=value, source="mail")
        turns.submit(house.shelf, table.id, order, now=house.now)
    page = other.get(f"/t/{slug}")
    story = other.answer.text.partition('id="story"')[2].partition("</section>")[0]
    folded, _sep, shown = story.partition("</details>")
    assert shown.count('<li class="new"') == MOST
    assert folded.count("<li") > 9
    assert "#story" in page.links
    assert asked.get(f"/t/{slug}").has_form("/say")


def test_a_table_that_stands_still_says_so_and_takes_nothing(house: House) -> None:
    slug, asked, _other = seated_and_asked(house)
    form = asked.page.form("/answer")
    with house.db.writing() as c:
        table = house.stored(slug)
        store.change_table(c, table.id, {"status": "frozen", "frozen_reason": "a secret fault"})
    asked.send(form, answer='"1x2"')
    assert "stands still" in asked.page.text
    assert "a secret fault" not in asked.answer.text
    assert not asked.page.has_form("/answer")
