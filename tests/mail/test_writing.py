"""Every letter: complete as text, drawn as HTML, small, in one thread, and safe in its headers."""

from __future__ import annotations

import email
import email.policy
import random
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import games, store
from pbem.engine import ANSWER, CLOCK
from pbem.mail import composing, layout
from pbem.mail.headers import Unaddressable, mailbox, safe
from pbem.mail.writing import Untrue
from pbem.services import letters, lobby, receipts, turns
from tests.mail.conftest import Post
from tests.services.tables import asked
from tests.store_fixtures import MakeDatabase

NASTY = "Ann\r\nBcc: evil@example.org =?utf-8?q?=0d=0aBcc:_evil@example.org?= \u2028<b>x</b>"


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> store.Database:
    """What letters say does not depend on where they are kept."""
    return make_sqlite()


def read(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, policy=email.policy.default)


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def claim(post: Post) -> list[store.Letter]:
    with post.db.writing() as c:
        return [*store.claim_letters(c, post.now + timedelta(days=1), 100, timedelta(hours=1))]


def written(post: Post, *new: store.NewLetter) -> EmailMessage:
    """Owe a letter and write it out."""
    post.queue(*new)
    (letter,) = [one for one in claim(post) if one.key == new[0].key]
    return read(post.desk.write(letter, post.now).raw)


def turn_letter(post: Post, table: store.Table) -> EmailMessage:
    (letter,) = [one for one in claim(post) if one.table_id == table.id]
    return read(post.desk.write(letter, post.now).raw)


def person(post: Post, name: str = "Mo") -> store.Person:
    with post.db.writing() as c:
        return store.add_person(
            c,
            f"{name[:2].lower()}@example.org",
            name=name,
            language="en",
            zone="Europe/Paris",
            now=post.now,
        )


def play(post: Post, table_id: int, most: int = 10_000) -> None:
    """Let time run out again and again."""
    for _turn in range(most):
        with post.db.reading() as c:
            if store.table(c, table_id).status != "running":
                return
            prompt = store.waiting_at(c, [table_id])[table_id][0]
        with post.db.writing() as c:
            store.mark_delivered(c, prompt.id, post.now, post.now)
            store.set_due(c, prompt.id, post.now)
        turns.submit(
            post.shelf, table_id, turns.Order(CLOCK, prompt.seat, prompt.key), now=post.now
        )


def test_a_turn_letter_is_a_whole_turn(post: Post) -> None:
    table = post.table("ann", "ben", title="Friday night")
    mail = turn_letter(post, table)
    said = text_of(mail)
    first = said.splitlines()[2]
    assert first == "It is your turn. You have until Wednesday 13:00 (in 60 minutes)."
    assert "Raise" in said or "bid" in said
    assert "  1. " in said
    assert "If you do nothing" in said
    assert "That happens on Wednesday 13:00." in " ".join(said.split())
    assert re.search(r"^https://games\.example\.org/p/[a-z2-7]+$", said, re.MULTILINE)
    assert "THE TABLE" in said
    assert "Reply with a number, or with any bid: 1x5, for example." in said
    assert said.startswith("~~ pbem ~~")
    assert said.count("/p/") == 1, "one link for everything"
    assert re.search(r'class="pick" href="https://\S+/p/[a-z2-7]+\?answer=\S+"', html_of(mail))


def test_the_story_goes_on_where_the_last_letter_ended(post: Post) -> None:
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    first = asked(post.db, table.id)
    for _answer in range(2):
        prompt = asked(post.db, table.id)
        order = turns.Order(ANSWER, prompt.seat, prompt.key, text="2")
        turns.submit(post.shelf, table.id, order, now=post.now)
    assert asked(post.db, table.id).seat == first.seat
    post.wait(minutes=2)
    post.send()
    before, after = post.sink.letters[0], post.sink.letters[-1]
    assert "The round begins" in text_of(before) or "WHAT HAPPENED" in text_of(before)
    told = text_of(after).split("WHAT HAPPENED")[1].split("THE TABLE")[0]
    assert told.count("* ") == 2, told


def test_the_numbers_are_kept_with_the_letter(post: Post) -> None:
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    prompt = asked(post.db, table.id)
    with post.db.reading() as c:
        (letter,) = store.letters_of_seat(c, table.id, prompt.seat)
    values = letter.option_map["asked"][prompt.key]
    with post.shelf.looking(table.id) as sitting:
        assert values == [*sitting.match.question(prompt.key).values()]


def test_all_letters_about_a_table_lie_in_one_thread(post: Post) -> None:
    table = post.table("ann", "ben", title="Friday night")
    (letter,) = claim(post)
    mails = [read(post.desk.write(letter, post.now).raw)]
    with post.db.reading() as c:
        seat = store.seats(c, table.id)[asked(post.db, table.id).seat]
    for kind in (letters.REMINDER, letters.LAST):
        new = letters.about_seat(kind, table.id, seat, 1, post.now, which="end")
        mails.append(written(post, new))
    assert len({str(mail["Subject"]) for mail in mails}) == 1
    assert len({str(mail["References"]) for mail in mails}) == 1
    assert len({str(mail["In-Reply-To"]) for mail in mails}) == 1
    assert len({str(mail["Message-ID"]) for mail in mails}) == 3
    assert "Friday night" in mails[0]["Subject"]


def test_headers_are_as_they_have_to_be(post: Post) -> None:
    mail = turn_letter(post, post.table("ann", "ben"))
    assert mail["From"] == "pbem <games@example.org>"
    assert re.fullmatch(r"pbem <games\+[a-z2-7]{24}@example\.org>", mail["Reply-To"])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(
        r"<https://games\.example\.org/letters/[a-z2-7]{24}>", mail["List-Unsubscribe"]
    )
    assert re.fullmatch(r"<[a-z2-7]{16}\.example\.org>", mail["List-Id"])
    assert re.fullmatch(r"<\d+\.[0-9a-f]{20}@example\.org>", mail["Message-ID"])
    assert (mail["Precedence"], mail["X-Auto-Response-Suppress"]) == ("bulk", "All")
    assert mail["x-ms-reactions"] == "disallow"
    assert mail["List-Post"] is None


def test_a_letter_that_is_written_again_has_the_same_name(post: Post) -> None:
    post.table("ann", "ben")
    (letter,) = claim(post)
    first, again = (read(post.desk.write(letter, post.now).raw) for _time in range(2))
    assert first["Message-ID"] == again["Message-ID"]
    assert first["Reply-To"] == again["Reply-To"]


def test_without_a_reply_address_nobody_is_asked_to_reply(make_post: Callable[..., Post]) -> None:
    post = make_post(reply_address="")
    mail = turn_letter(post, post.table("ann", "ben"))
    assert mail["Reply-To"] is None
    assert "Reply with" not in text_of(mail)
    assert "~~ pbem ~~" not in text_of(mail)


def test_game_over_shows_the_secret_and_how_to_verify(post: Post) -> None:
    table = post.table("ann", "ben")
    play(post, table.id)
    found = [read(post.desk.write(one, post.now).raw) for one in claim(post)]
    assert len(found) == 2
    for mail in found:
        said = text_of(mail)
        assert "alone has dice left and wins." in said
        assert table.secret.hex() in said
        assert table.commitment in said
        assert "pbem verify" in said
        assert table.secret.hex() in html_of(mail)


def test_whoever_made_a_mistake_is_told_again_how_to_answer(post: Post) -> None:
    said = [
        " ".join(text_of(mail).split())
        for kind, mail in every_kind(post)
        if kind == receipts.RECEIPT
    ]
    assert "Nothing of your mail was done." in said[0]
    for one in said:
        assert re.search(r"Reply with a number, or .* Answer on the web: https://\S+/p/", one)


def test_who_won_and_how_it_ended_comes_before_the_dice_and_nobody_is_asked_to_reply(
    post: Post,
) -> None:
    table = post.table("ann", "ben")
    play(post, table.id)
    said = text_of(read(post.desk.write(claim(post)[0], post.now).raw))
    assert said.startswith(("Ben alone has dice", "Ann alone has dice"))
    assert said.index("WHAT HAPPENED") < said.index("THE TABLE") < said.index("CHECK THE DICE")
    assert "Write your answer above" not in said
    assert f"/t/{table.slug}" in said


def test_those_who_are_awaited_alike_are_named_together(post: Post) -> None:
    names = [f"n{n}" for n in range(3)]
    table = post.table(*names, game="metal_adventures", bots=2)
    found = [read(post.desk.write(one, post.now).raw) for one in claim(post)]
    said = " ".join(text_of(found[0]).split())
    assert len(found) == 3
    assert re.search(r"N\d and N\d are awaited, until Wednesday 13:00 \(in 60 minutes\)\.", said)
    assert re.search(r"Bot \w+ and Bot \w+ are awaited, and answer in a moment\.", said)
    assert said.count("awaited") == 2
    assert table.slug in said or "/p/" in said


def test_nobody_is_told_the_secret_before(post: Post) -> None:
    mail = turn_letter(post, post.table("ann", "ben"))
    assert post.table("cleo", "dan").secret.hex() not in text_of(mail)
    assert "pbem verify" not in text_of(mail)


def every_kind(post: Post) -> Iterator[tuple[str, EmailMessage]]:
    """Letters of each kind that a game of dudo brings: all but those about a reaction."""
    ann = person(post)
    table = post.table("ann", "ben", moderator=ann.id)
    with post.db.writing() as c:
        for index in range(2):
            store.change_seat(c, table.id, index, {"news": True})
        both = store.seats(c, table.id)
        seat = both[asked(post.db, table.id).seat]
        assert seat.person_id is not None
        ben = store.person(c, seat.person_id)
    assert ben is not None
    claim(post)
    new = letters.about_seat(letters.NEWS, table.id, both[1 - seat.index], 1, post.now)
    yield letters.NEWS, written(post, new)
    for kind in (letters.TURN, letters.REMINDER, letters.LAST):
        new = letters.about_seat(kind, table.id, seat, 1, post.now, which=kind)
        yield kind, written(post, new)
    yield letters.SIGN_IN, written(post, letters.sign_in(ben, post.now))
    yield letters.TEST, written(post, letters.test(ben, post.now))
    yield letters.ADDRESS, written(post, letters.confirm_address(ben, "new@example.org", post.now))
    with post.db.writing() as c:
        store.change_table(c, table.id, {"frozen_reason": "ZeroDivisionError"})
        letters.froze(c, store.table(c, table.id), post.now)
        words = store.add_wording(c, "Back on Monday.", person_id=ann.id, now=post.now)
        letters.told(c, table, letters.deed("announced", reason=words), post.now)
        bounced = letters.bounced(c, ben, [table.id], "550 no such user", post.now)
        store.queue(c, bounced)
    for letter in claim(post):
        yield letter.kind, read(post.desk.write(letter, post.now).raw)
    with post.db.reading() as c:
        (original, *_older) = store.letters_of_seat(c, table.id, seat.index)
    lines = [receipts.Line("2", read="raise"), receipts.Line("promse 3", wrong="Not understood.")]
    receipt = receipts.receipt(1, original, lines, done=False, why="One is wrong.", now=post.now)
    yield receipts.RECEIPT, written(post, receipt)
    receipt = receipts.receipt(3, original, lines[:1], done=True, now=post.now)
    yield receipts.RECEIPT, written(post, receipt)
    asks = receipts.confirmation(2, original, sender="x@y.org", text="2", now=post.now)
    yield receipts.CONFIRM, written(post, asks)
    wish = lobby.Wish("dudo", [ann.id, None])
    waiting = lobby.open_table(post.shelf, wish, now=post.now)
    invitation = letters.invitation(ben, waiting.id, 1, ann.id, post.now)
    yield letters.INVITATION, written(post, invitation)
    play(post, table.id)
    for letter in claim(post):
        if letter.kind == letters.OVER:
            yield letter.kind, read(post.desk.write(letter, post.now).raw)


class Balanced(HTMLParser):
    """Complains about tags that do not match, and counts links."""

    VOID = frozenset(("meta", "br", "img", "hr", "link"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_kind_of_letter_can_be_written(post: Post) -> None:
    seen = set()
    for kind, mail in every_kind(post):
        seen.add(kind)
        said, page = text_of(mail), html_of(mail)
        assert max(len(line) for line in said.splitlines() if "://" not in line) <= layout.WIDTH
        assert "/letters/" in said
        assert "/letters/" in page
        assert "!" not in said.replace("!=", "")
        assert len(mail.as_bytes()) < composing.MOST
        assert "prefers-color-scheme: dark" in page
        assert "<img" not in page
        reader = Balanced()
        reader.feed(page)
        assert reader.open == []
    assert seen == {*letters.KINDS} - {letters.ASKED}


def test_every_kind_has_its_templates(root: Path) -> None:
    for kind in letters.KINDS:
        for part in ("subject.txt", "body.txt", "body.html"):
            assert (root / "templates" / "mail" / kind / part).is_file()
    assert {folder.name for folder in (root / "templates/mail").iterdir() if folder.is_dir()} == {
        *letters.KINDS
    }


@pytest.mark.parametrize("slug", games.slugs())
def test_letters_of_every_game_are_small_and_narrow(post: Post, slug: str) -> None:
    names = [f"{n}{'x' * 30}" for n in range(max(games.meta(slug).seats))]
    table = post.table(*names, game=slug, title="A long title that goes on and on" * 2)
    play(post, table.id, 60)
    found = 0
    for letter in claim(post):
        try:
            raw = post.desk.write(letter, post.now).raw
        except Untrue:
            continue
        found += 1
        assert len(raw) < composing.MOST
        said = text_of(read(raw))
        wide = [line for line in said.splitlines() if len(line) > layout.WIDTH]
        assert not [line for line in wide if "://" not in line and " " in line.strip()]
    assert found


def test_no_name_and_no_title_becomes_a_header(post: Post) -> None:
    ann = person(post, NASTY)
    table = post.table("ben", "cleo", title=" ".join(NASTY.split()))
    with post.db.writing() as c:
        for number in store.people(c, list(range(1, 9))):
            store.change_person(c, number, {"name": NASTY})
    mail = turn_letter(post, table)
    assert mail["Bcc"] is None
    assert len(mail.get_all("To", [])) == 1
    assert "evil" in mail["Subject"], "the words are there, harmless"
    assert "<b>x</b>" not in html_of(mail)
    asked_for = written(post, letters.sign_in(ann, post.now))
    assert asked_for["Bcc"] is None


@given(st.text(max_size=300))
def test_whatever_is_typed_stays_one_header(typed: str) -> None:
    line = safe(typed)
    assert "\n" not in line
    assert "\r" not in line
    assert "=?" not in line
    assert len(line) <= 200
    message = EmailMessage(policy=email.policy.SMTP)
    message["Subject"] = line
    message["To"] = mailbox(typed, "ann@example.org")
    message["X-After"] = "here"
    message.set_content("x")
    again = read(message.as_bytes())
    assert again.keys()[:3] == ["Subject", "To", "X-After"]
    assert len(again.keys()) == 6
    assert again["To"].addresses[0].addr_spec == "ann@example.org"


@pytest.mark.parametrize(
    "address", ["x", "a@b\r\nBcc: c@d", "a@b, c@d", "a@[b c", "a b@c", "<a@b>", "a@b\u2028c", ""]
)
def test_what_is_no_address_is_not_written_on_an_envelope(address: str) -> None:
    with pytest.raises(Unaddressable):
        mailbox("Ann", address)


def test_long_lines_are_wrapped_under_their_words() -> None:
    words = "word " * 20
    assert layout.wrap(f"  12. {words}")[1].startswith("      word")
    assert layout.wrap(f"  * {words}")[1].startswith("    word")
    assert layout.wrap(words)[1].startswith("word")
    link = "https://games.example.org/p/" + "a" * 80
    assert layout.wrap(link) == [link]
    assert layout.wrap("-- ") == ["-- "]


def test_of_hundreds_of_options_a_letter_lists_the_short_ones_and_tells_the_rest(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Metallum's action phases: what a letter cannot list, it shows by example."""
    monkeypatch.setattr("secrets.token_bytes", bytes)  # The same game every time.
    table, rng = post.table("Ann", "Bela", game="metallum"), random.Random(1)
    while True:
        with post.shelf.looking(table.id) as sitting:
            question = sitting.match.question(sitting.match.waiting()[0].key)
            if question.kind == "actions" and len(question.values()) > 100:
                break
            value = question.sample(rng)
        order = turns.Order(ANSWER, question.seat, question.key, value)
        turns.submit(post.shelf, table.id, order, now=post.now)
    (letter,) = [one for one in claim(post) if one.seat == question.seat]
    text = text_of(read(post.desk.write(letter, post.now).raw))
    numbered = re.findall(r"^ {1,2}\d+\. ", text.split("If you do nothing")[0], re.MULTILINE)
    assert len(numbered) == question.brief() <= 24
    assert f"… and {len(question.values()) - len(numbered)} more, on the page" in text
    assert "Reply with your moves in order" in text
    assert "You can also write, for example:" in " ".join(text.split())


@pytest.mark.parametrize("value", ["a\r\nBcc: x@y", "a\nb", "é", "a\x00", "\u2028", "x" * 901])
def test_a_header_of_our_own_is_plain_or_not_written(value: str) -> None:
    assert composing._line("List-Id", "<a.b>") == b"List-Id: <a.b>\r\n"
    with pytest.raises(Unaddressable):
        composing._line("List-Id", value)
