"""The rest of the turn in the same reply: what a letter offers to say ahead means what it says."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import pytest

from pbem import engine, games, store
from pbem.engine import ANSWER, TURN, Entry, Match, NotAllowed, Question, Seat, Tongue
from pbem.mail.asking import Ahead, ahead_of
from pbem.services import choices, lobby
from pbem.services.meanings import BLIND, LATER, Meaning, Mistake
from pbem.services.reading import read
from pbem.services.tongues import tongue
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom, quotable
from tests.services.tables import log

NAMES = ("Ann", "Béla", "Chloé", "Dörte")
ANSWERS = 150


def played(slug: str, seats: int, seed: bytes) -> list[Match]:
    """One match as it goes on, each time somebody's turn asks something."""
    game, rng = games.load(slug), random.Random(seed)
    match = engine.begin(game, seats, secret=seed * 32)
    bot = next(iter(game.bots.values()))
    found = []
    for _n in range(ANSWERS):
        if match.outcome is not None:
            break
        asking = match.waiting()[0]
        if asking.prompt.pace == TURN:
            found.append(engine.fork(match))
        value = bot.answer(match.view(asking.prompt.seat), match.question(asking.key), rng)
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
    return found


@pytest.mark.parametrize("slug", games.slugs())
def test_every_word_that_a_letter_offers_ahead_means_one_thing(slug: str) -> None:
    seats = min(4, max(games.meta(slug).seats))
    tried = 0
    for match in played(slug, seats, b"a"):
        seat = match.waiting()[0].prompt.seat
        kept = choices.option_map(match, seat)
        for language in ("en", "fr", "de"):
            heard = tongue(language, NAMES[:seats], game=slug)
            for one in ahead_of(match, seat, heard):
                for word in one.words:
                    (order,) = read(match, seat, f"-, {word}", kept, heard).orders
                    if isinstance(order, Meaning):
                        assert order.question is not None, word
                        assert (order.what, order.question.sentence()) == (LATER, one.sentence)
                    else:  # One of several that only go together: understood all the same.
                        assert _is_one_of_several(match, seat, one.sentence, word, heard), order
                    tried += 1
    assert tried > 50 or not any(game_plans(slug)), "Nothing is offered ahead."


def game_plans(slug: str) -> list[bool]:
    """Has a turn of this game more than one question?"""
    return [slug in ("archpiratus", "metal_adventures")]


def _is_one_of_several(
    match: Match, seat: Seat, sentence: engine.Text, word: str, heard: Tongue
) -> bool:
    for prompt in match.game.still_to_come(match.state, seat):
        question = Question(prompt.kind, prompt, match.state)
        if question.sentence() == sentence:
            try:
                question.check((question.meant(word, heard),))
            except NotAllowed:
                return True
    return False


def test_nothing_is_offered_to_whoever_only_reacts() -> None:
    for match in played("metal_adventures", 3, b"b"):
        for asking in match.waiting():
            if asking.prompt.pace != TURN:
                assert not ahead_of(match, asking.prompt.seat, engine.PLAIN)


def test_a_letter_offers_only_what_is_still_to_come() -> None:
    asked = {"pay_brotherhood": set[str](), "pick_ship": set[str](), "tour": set[str]()}
    for match in played("metal_adventures", 4, b"c"):
        (first, *_more) = match.waiting()
        if first.prompt.kind in asked:
            seat, kind = first.prompt.seat, first.prompt.kind
            asked[kind] |= {str(one.sentence)[:30] for one in ahead_of(match, seat, engine.PLAIN)}
    assert {"Which battle do you fight, or ", "Your tour: which actions do yo"} <= (
        asked["pay_brotherhood"]
    )
    assert not any(said.startswith("Do you pay") for said in set.union(*asked.values()))
    assert not any(said.startswith("Which battle do you fight") for said in asked["pick_ship"])
    assert any(said.startswith("Whom do you ask for help") for said in asked["pick_ship"])


@pytest.fixture
def quiet_space(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next table's chance is known: no event is drawn in the first turn."""
    chance = SimpleNamespace(token_bytes=lambda size: b"4" * size)
    monkeypatch.setattr(lobby, "secrets", chance)


def captains(post: Post, language: str = "en") -> tuple[Mailroom, store.Table, str]:
    """A table of three at which somebody's first turn has begun; who that is."""
    table = post.table("ann", "ben", "cid", game="metal_adventures")
    with post.db.writing() as c:
        for seat in store.seats(c, table.id):
            assert seat.person_id is not None
            store.change_person(c, seat.person_id, {"language": language})
    mailroom = Mailroom(post)
    mailroom.post_comes()
    for name in ("ann", "ben", "cid"):
        assert mailroom.reply(name, "1, 2") == "done"
    post.wait(minutes=10)
    mailroom.post_comes()
    with post.shelf.looking(table.id) as sitting:
        (asking,) = sitting.match.waiting()
    return mailroom, table, ("ann", "ben", "cid")[asking.prompt.seat]


def kinds_of(post: Post, table: store.Table, kind: str) -> list[tuple[str, str]]:
    """Which questions were answered, and by what, from here on."""
    entries = [entry for entry in log(post.db, table.id) if entry.kind == kind]
    return [(str(entry.key).split(".")[3], entry.source) for entry in entries]


def test_MA_10_1_a_whole_turn_by_letter(post: Post, quiet_space: None) -> None:
    mailroom, table, name = captains(post)
    letter = mailroom.newest(name).raw
    assert letter is not None
    said = " ".join(quotable(letter).text.split())
    assert "In the same reply you can say more of your turn, with commas between" in said
    assert re.search(r"Which ship do you attack\? weakest · richest · most glory", said)
    assert mailroom.reply(name, "pay, space, weakest, alone, no die, no tour, anyway") == "done"
    answered = kinds_of(post, table, ANSWER)
    assert ("pay_brotherhood", "mail") in answered
    planned = [kind for kind, source in answered if source == "plan"]
    assert planned == ["choose_battle", "pick_ship", "seek_help", "declare", "tour"]
    with post.shelf.looking(table.id) as sitting:
        assert sitting.match.state.turn == 2


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_plain_turn_of_a_letter_can_be_sent_back_as_it_stands(
    post: Post, quiet_space: None, language: str
) -> None:
    mailroom, table, name = captains(post, language)
    raw = mailroom.newest(name).raw
    assert raw is not None
    said = quotable(raw).text.replace("\r\n", "\n")
    shown = re.search(r":\n\n([^*\d\s].*)\n\n  \* ", said)
    assert shown is not None
    assert mailroom.reply(name, shown[1]) == "done", shown[1]
    planned = [kind for kind, source in kinds_of(post, table, ANSWER) if source == "plan"]
    whole = ["choose_battle", "pick_ship", "seek_help", "declare", "tour"]
    assert planned == whole[: shown[1].count(",") - 1]
    assert len(planned) >= 4
    with post.shelf.looking(table.id) as sitting:
        assert (sitting.match.state.turn == 2) == (planned == whole)


def test_what_comes_to_light_stops_a_plan_but_not_the_choice_of_the_unseen(
    post: Post, quiet_space: None
) -> None:
    mailroom, table, name = captains(post)
    assert mailroom.reply(name, "pay, space, richest, alone") == "done"
    planned = [kind for kind, source in kinds_of(post, table, ANSWER) if source == "plan"]
    assert planned == ["choose_battle", "pick_ship"]
    with post.shelf.looking(table.id) as sitting:
        (asking,) = sitting.match.waiting()
        assert asking.prompt.kind == "seek_help"


def test_anyway_needs_a_plan(post: Post, quiet_space: None) -> None:
    mailroom, _table, name = captains(post)
    assert mailroom.reply(name, "pay, anyway") == "ignored"
    mailroom.post_comes()
    raw = mailroom.newest(name, "receipt").raw
    assert raw is not None
    assert "'anyway' goes with what you plan ahead." in " ".join(quotable(raw).text.split())


@pytest.mark.parametrize(
    ("language", "word"), [("en", "anyway"), ("fr", "quand même"), ("de", "trotzdem")]
)
def test_the_word_that_letters_name_is_understood(language: str, word: str) -> None:
    heard = tongue(language, NAMES[:3], game="metal_adventures")
    told = heard.say(
        engine.Text(
            "What you leave out is asked when it comes up. When something new comes to light, you"
            " are asked again, unless you also write 'anyway'."
        )
    )
    assert f"'{word}'" in told
    for match in played("metal_adventures", 3, b"d"):
        first = match.waiting()[0]
        if first.prompt.kind == "choose_battle":
            seat = first.prompt.seat
            kept = choices.option_map(match, seat)
            found = read(match, seat, f"1, weakest, {word}", kept, heard)
            assert found.good, found
            assert [m.what for m in found.meanings][-1] == BLIND
            return
    raise AssertionError("Nobody chose a battle.")


def test_MA_6_4_the_usual_answers_to_a_call_for_help_have_numbers(
    post: Post, quiet_space: None
) -> None:
    mailroom, table, name = captains(post)
    assert mailroom.reply(name, "pay, space, weakest, anyway") == "done"
    mailroom.post_comes()
    raw = mailroom.newest(name, "receipt").raw
    assert raw is not None
    said = quotable(raw).text
    assert re.search(r"^  1\. alone", said, re.M)
    assert re.search(r"^  2\. \w+ and \w+", said, re.M)
    assert re.search(r"^  3\. \w+ for 2 credits later", said, re.M)
    assert mailroom.reply(name, "2") == "done"
    mailroom.post_comes()
    with post.shelf.looking(table.id) as sitting:
        asked = [asking.prompt for asking in sitting.match.waiting()]
        assert {prompt.kind for prompt in asked} == {"help"}
        helper = ("ann", "ben", "cid")[asked[0].seat]
        number = str(sitting.match.state.support_power(asked[0].seat))
    raw = mailroom.newest(helper, "asked").raw
    assert raw is not None
    said = " ".join(quotable(raw).text.split())
    assert f"1. help — On these terms. Your support power is {number}: it would stand" in said
    assert mailroom.reply(helper, "3") == "ignored"
    assert mailroom.reply(helper, "1") == "done"
    answered = [entry for entry in log(post.db, table.id) if "help" in str(entry.key)]
    assert answered[-1].value == [["answer", "help", 1]]


def test_a_mistake_beside_a_plan_plans_nothing() -> None:
    for match in played("metal_adventures", 3, b"d"):
        first = match.waiting()[0]
        if first.prompt.kind == "choose_battle":
            seat = first.prompt.seat
            kept = choices.option_map(match, seat)
            found = read(match, seat, "1, weakest, weaker", kept, Tongue(NAMES))
            assert not found.good
            assert [type(one) for one in found.orders] == [Meaning, Meaning, Mistake]
            return
    raise AssertionError("Nobody chose a battle.")


@pytest.mark.parametrize("slug", ["metal_adventures", "archpiratus"])
def test_all_that_a_letter_offers_fits_into_one_line(slug: str) -> None:
    """The number of a choice, and one word for each question that may come."""
    seats = min(4, max(games.meta(slug).seats))
    lines = 0
    for match in played(slug, seats, b"b")[::6]:
        seat = match.waiting()[0].prompt.seat
        kept = choices.option_map(match, seat)
        for language in ("en", "fr", "de"):
            heard = tongue(language, NAMES[:seats], game=slug)
            ahead = [one for one in ahead_of(match, seat, heard) if not _several(match, seat, one)]
            for typed in () if not ahead else ("{}.", "Hi,\n\n{}\n\nThanks, " + NAMES[seat]):
                words = ", ".join(["-", *(one.words[0] for one in ahead)])
                found = read(match, seat, typed.format(words), kept, heard)
                assert found.good, (
                    words,
                    [one for one in found.orders if isinstance(one, Mistake)],
                )
                asked = [one.question.sentence() for one in found.meanings if one.question]
                assert asked == [one.sentence for one in ahead], words
                lines += len(ahead) > 1
    assert lines > 20


def _several(match: Match, seat: Seat, one: Ahead) -> bool:
    """Is this a question that one word may not be enough for?"""
    coming = match.game.still_to_come(match.state, seat)
    asked = [Question(p.kind, p, match.state) for p in coming]
    (found,) = [q for q in asked if q.sentence() == one.sentence][:1]
    return hasattr(found.prompt, "at_least")


@pytest.mark.parametrize("language", ["fr", "de"])
def test_no_word_of_another_language_is_offered_where_there_is_one(language: str) -> None:
    heard = tongue(language, NAMES, game="metal_adventures")
    said = {
        word
        for match in played("metal_adventures", 4, b"a")
        for one in ahead_of(match, match.waiting()[0].prompt.seat, heard)
        for word in one.words
    }
    assert not said & {"weakest", "richest", "most glory", "credits", "rest", "travel", "nothing"}
    assert {"fr": "le plus faible", "de": "am schwächsten"}[language] in said
