"""What people and moderators say and do reaches everybody in letters."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem import store
from pbem.engine import ANSWER
from pbem.services import lobby, messages, moderating, moderating_seats, saying, turns
from pbem.services.meanings import Mistake
from pbem.services.moderating import Deed
from pbem.services.tongues import tongue
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom
from tests.services.tables import PACE, asked, log, people


def said_in(post: Post, place: int = -1) -> str:
    body = post.sink.letters[place].get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def moderator(post: Post) -> store.Person:
    with post.db.writing() as c:
        return store.add_person(
            c, "mo@example.org", name="Mo", language="en", zone="UTC", now=post.now
        )


def test_what_was_said_to_a_seat_is_in_its_next_letter_and_in_no_other(post: Post) -> None:
    table = post.table("ann", "ben")
    seat = asked(post.db, table.id).seat
    other = 1 - seat
    with post.db.reading() as c:
        by = store.seats(c, table.id)[other].person_id
    assert by is not None
    draft = messages.Draft(other, by, "Shall we?\nI <b>mean</b> it.", "seat", seat)
    messages.send(post.shelf, table.id, draft, now=post.now)
    post.wait(minutes=2)
    assert post.send() == 1
    said = said_in(post)
    assert "to you alone:" in said
    assert "Shall we?" in said
    page = post.sink.letters[0].get_body(("html",))
    assert page is not None
    assert "<b>mean</b>" not in page.get_content()
    with post.db.reading() as c:
        assert messages.unread(c, table.id, seat) == []


def test_an_announcement_reaches_everybody_at_the_table(post: Post) -> None:
    mo = moderator(post)
    table = post.table("ann", "ben", moderator=mo.id)
    moderating_seats.announce(post.shelf, Deed(table.id, mo.id, "Back on Monday.", post.now))
    assert post.send() == 2
    assert "Back on Monday." in said_in(post)


def test_a_pause_and_its_end_are_told(post: Post) -> None:
    mo = moderator(post)
    table = post.table("ann", "ben", moderator=mo.id)
    moderating.pause(post.shelf, Deed(table.id, mo.id, "", post.now))
    assert post.send() == 2
    assert "The moderator pauses the game." in said_in(post)
    post.wait(minutes=5)
    assert post.send() == 0, "the turn letter waits for nobody while the table stands still"
    moderating.resume(post.shelf, Deed(table.id, mo.id, "", post.now))
    assert post.send() == 3
    assert any("The moderator lets the game go on" in said_in(post, n) for n in (-1, -2, -3))
    assert any("It is your turn." in said_in(post, n) for n in (-1, -2, -3))
    assert asked(post.db, table.id).delivered_at == post.now


# By reply.


def whole(post: Post, place: int = -1) -> str:
    return " ".join(said_in(post, place).split())


def at_dudo(post: Post, **more: Any) -> tuple[Mailroom, store.Table, str, str]:
    """A table, who is asked there, and who is not; their first letter is out."""
    table = post.table("ann", "ben", **more)
    office = Mailroom(post)
    office.post_comes()
    seat = asked(post.db, table.id).seat
    return office, table, ("ann", "ben")[seat], ("ann", "ben")[1 - seat]


def all_said(post: Post, table: store.Table) -> list[tuple[str, str, int | None]]:
    with post.db.reading() as c:
        return [
            (said.text, said.message.whom, said.message.to_seat)
            for seat in range(2)
            for said in messages.for_seat(c, table.id, seat)
            if said.message.seat == seat
        ]


@pytest.mark.parametrize(("language", "words"), [("de", "wollen wir?"), ("fr", "on y va ?")])
def test_the_example_says_it_in_other_languages_too(post: Post, language: str, words: str) -> None:
    number = people(post.db, "ann", "ben", by_letter=True)
    with post.db.writing() as c:
        for person in number:
            store.change_person(c, person, {"language": language})
    wish = lobby.Wish("dudo", number, pace=PACE)
    table = lobby.open_table(post.shelf, wish, now=post.now)
    office = Mailroom(post)
    office.post_comes()
    mover = ("ann", "ben")[asked(post.db, table.id).seat]
    example = re.search(r"^.*: ((?:dis|sage) .*)$", said_in(post).replace("\xa0", " "), re.M)
    assert example is not None
    assert office.reply(mover, example[1]) == "done"
    assert [said for said, _whom, _to in all_said(post, table)] == [words]


def test_the_example_of_a_letter_says_it_and_only_that(post: Post) -> None:
    office, table, mover, other = at_dudo(post)
    example = re.search(r"^ *For example: (say .*)$", said_in(post), re.M)
    assert example is not None
    assert office.reply(mover, example[1]) == "done"
    assert all_said(post, table) == [("shall we?", "seat", ("ann", "ben").index(other))]
    assert len(log(post.db, table.id)) == 1
    office.post_comes(minutes=4)
    told = {str(mail["To"]): mail for mail in post.sink.letters[1:]}
    assert len(told) == 2, "the receipt, and a letter to the other"
    receipt, letter = whole(post, -2), whole(post, -1)
    if "understood" not in receipt:
        receipt, letter = letter, receipt
    assert f"understood: you say to {other.title()}: “shall we?”" in receipt
    assert "WHAT WAS SAID" in letter
    assert "shall we?" in letter


def test_orders_and_words_go_together_or_not_at_all(post: Post) -> None:
    office, table, mover, other = at_dudo(post)
    assert office.reply(mover, f"9x9\nsay {other}: your turn, friend") == "ignored"
    assert all_said(post, table) == []
    assert office.reply(mover, "2x4\nsay nobody: your turn") == "ignored"
    assert len(log(post.db, table.id)) == 1
    assert (
        office.reply(mover, f"say all: look at this\n2x4\nSay {other.title()} : your turn")
        == "done"
    )
    seat = ("ann", "ben").index(other)
    assert sorted(all_said(post, table)) == [
        ("look at this", "table", None),
        ("your turn", "seat", seat),
    ]
    assert log(post.db, table.id)[-1].value == "2x4"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("say benn: hi", "Did you mean 'Ben'?"),
        ("say zoe: hi", "Write a name, or 'all'."),
        ("say ann: hi", "Write a name, or 'all'."),
        (f"say ben: {'long words ' * 6}\n2", "Leave an empty line below what you say."),
        (f"say ben: {'x' * 1100}", "Write at most 1000."),
    ],
)
def test_what_cannot_be_said_is_told_with_the_remedy(post: Post, typed: str, why: str) -> None:
    office, table, mover, _other = at_dudo(post)
    if mover == "ben":
        swap = {"ann": "ben", "ben": "ann", "Ben": "Ann"}
        typed = re.sub("bob|ann|ben", lambda m: swap[m[0]], typed)
        why = why.replace("Ben", "Ann").replace("'Annn'", "'Ann'")
    assert office.reply(mover, typed) == "ignored"
    assert all_said(post, table) == []
    assert len(log(post.db, table.id)) == 1
    office.post_comes()
    assert why in whole(post)


@pytest.mark.parametrize(("talk", "works"), [("all", True), ("aloud", False), ("silent", False)])
def test_a_table_says_who_may_talk(post: Post, talk: str, works: bool) -> None:
    office, _table, mover, other = at_dudo(post, settings={"talk": talk})
    assert ("For example: say" in whole(post, 0)) == (talk != "silent")
    assert office.reply(mover, f"say {other}: hi") == ("done" if works else "ignored")
    assert office.reply(mover, "say: hi") == ("ignored" if talk == "silent" else "done")
    assert office.reply(mover, "say moderator: help") == "done"


@pytest.mark.parametrize(
    ("language", "typed"),
    [("fr", "Dis à Ben : d'accord, 2 pour toi"), ("de", "Sag zu Ben: gut, 2 für dich"),
     ("fr", "dire tous: d'accord, 2 pour toi"), ("de", "sage allen: gut, 2 für dich")],
)  # fmt: skip
def test_it_is_understood_in_three_languages(post: Post, language: str, typed: str) -> None:
    office, table, mover, other = at_dudo(post)
    with post.db.writing() as c:
        for person in (1, 2):
            store.change_person(c, person, {"language": language})
    assert office.reply(mover, typed.replace("Ben", other.title())) == "done"
    ((words, _whom, _to),) = all_said(post, table)
    assert words == typed.partition(":")[2].strip()


def test_what_is_said_to_all_comes_with_the_next_letter_or_at_once_to_who_wants_news(
    post: Post,
) -> None:
    office, table, mover, other = at_dudo(post)
    before = len(post.sink.letters)
    assert office.reply(mover, "say all: hello") == "done"
    office.post_comes(minutes=4)
    assert len(post.sink.letters) == before + 1, "the receipt"
    with post.db.writing() as c:
        store.change_seat(c, table.id, ("ann", "ben").index(other), {"news": True})
    assert office.reply(mover, "say all: again") == "done"
    office.post_comes(minutes=4)
    assert len(post.sink.letters) == before + 3


def test_a_receipt_does_not_swallow_what_was_said_after_it(post: Post) -> None:
    office, table, mover, other = at_dudo(post)
    assert office.reply(mover, "9x9") == "ignored"
    office.post_comes(minutes=4)
    before = len(post.sink.letters)
    with post.db.reading() as c:
        by = store.person_by_address(c, f"{other}@example.org")
    assert by is not None
    seats = ("ann", "ben")
    draft = messages.Draft(seats.index(other), by.id, "psst", "seat", seats.index(mover))
    messages.send(post.shelf, table.id, draft, now=post.now)
    office.post_comes(minutes=4)
    assert len(post.sink.letters) == before + 1
    assert "psst" in whole(post)


def test_a_letter_that_waits_anyway_tells_it_and_is_not_put_off(post: Post) -> None:
    office, _table, mover, other = at_dudo(post)
    assert office.reply(mover, f"2x4\nsay {other}: your turn") == "done"
    office.post_comes(seconds=70)
    told = [n for n, mail in enumerate(post.sink.letters) if f"{other}@" in str(mail["To"])]
    assert len(told) == 1
    assert "your turn" in whole(post, told[0])
    office.post_comes(minutes=5)
    assert len(post.sink.letters) == 3, "two letters and a receipt"


def test_a_letter_that_tells_only_what_was_said_says_so(post: Post) -> None:
    office, _table, mover, other = at_dudo(post)
    for words in ("one", "two"):
        assert office.reply(mover, f"say {other}: {words}") == "done"
        office.post_comes(minutes=4)
    told = [n for n, mail in enumerate(post.sink.letters) if f"{other}@" in str(mail["To"])]
    assert "What happened at your table." in whole(post, told[0])
    assert "What was said at your table." in whole(post, told[1])
    assert "one" not in whole(post, told[1]).split()


def test_what_was_said_is_told_though_the_question_of_the_letter_is_settled(post: Post) -> None:
    office, table, mover, other = at_dudo(post)
    assert office.reply(mover, "2x4") == "done"
    assert office.reply(mover, f"say {other}: sorry") == "done"
    turns.submit(
        post.shelf,
        table.id,
        turns.Order(ANSWER, ("ann", "ben").index(other), asked(post.db, table.id).key, "2x5"),
        now=post.now,
    )
    office.post_comes()
    told = [n for n, mail in enumerate(post.sink.letters) if f"{other}@" in str(mail["To"])]
    assert "sorry" in whole(post, told[-1])


@pytest.mark.parametrize(
    "below", ["end\nsay all: hello", "end\nMessage-ID: <x@y>", "  END \nsag alle: hallo"]
)
def test_nothing_is_said_below_the_end(post: Post, below: str) -> None:
    office, table, mover, _other = at_dudo(post)
    assert office.reply(mover, f"2x4\n{below}") == "done"
    assert all_said(post, table) == []


@pytest.mark.parametrize("typed", ["Message-ID: <x@y>", "tells: hi", "say it", "saying: hi"])
def test_what_only_looks_like_it_is_no_word_to_anybody(post: Post, typed: str) -> None:
    office, table, mover, _other = at_dudo(post)
    assert office.reply(mover, typed) == "ignored"
    assert all_said(post, table) == []
    office.post_comes()
    assert "is not a choice here" in whole(post) or "is not understood" in whole(post)


def test_words_stand_under_the_name_of_whoever_said_them(post: Post) -> None:
    office, table, mover, other = at_dudo(post)
    assert office.reply(mover, f"say {other}: farewell") == "done"
    (cleo,) = people(post.db, "cleo", by_letter=True)
    mo = moderator(post)
    with post.db.writing() as c:
        store.change_table(c, table.id, {"moderator_id": mo.id})
    seat = ("ann", "ben").index(mover)
    post.wait(seconds=1)
    moderating_seats.hand_over(
        post.shelf, Deed(table.id, mo.id, "", post.now), seat, person_id=cleo
    )
    office.post_comes(minutes=4)
    told = [n for n, mail in enumerate(post.sink.letters) if f"{other}@" in str(mail["To"])]
    assert f"{mover.title()}, to you alone: farewell" in whole(post, told[-1])


@pytest.mark.parametrize(
    ("names", "whom", "to"),
    [
        (("Jürgen", "Juergen"), "Jürgen", 1),
        (("Jürgen", "Juergen"), "juergen", 2),
        (("Jürgen", "Juergen"), "jurgen", 1),
        (("Zoë", "Zoè"), "zoe", None),
        (("Alle", "Ben"), "alle", None),
        (("Moderator", "Ben"), "moderator", None),
        (("Ann Marie", "Ben"), "ann marie", 1),
    ],
)
def test_what_is_meant_for_one_goes_to_nobody_else(
    names: tuple[str, ...], whom: str, to: int | None
) -> None:
    found = saying.split(f"say {whom}: hush", 0, 7, tongue("en", ("Ann", *names)))
    (one,) = found.remarks
    if to is None:
        assert isinstance(one, Mistake)
        assert "could mean" in tongue("en").say(one.why)
    else:
        assert isinstance(one, saying.Remark)
        assert (one.value.whom, one.value.to_seat) == ("seat", to)
