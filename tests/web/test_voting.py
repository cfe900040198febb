"""Votes: what people at a table decide among themselves, and who has no say."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem import store
from pbem.services import lobby, substitutes, votes
from tests.web.conftest import House, Visitor

NAMES = ("Ann", "Bela", "Cleo")


class Round:
    """Three people at a table, each with a browser."""

    def __init__(self, house: House, moderator: int | None = None, **settings: object) -> None:
        self.house = house
        self.people = [house.person(name) for name in NAMES]
        wish = lobby.Wish(
            game="dudo",
            seats=[person.id for person in self.people],
            moderator=moderator,
            settings=settings,
        )
        self.slug = lobby.open_table(house.shelf, wish, now=house.now).slug
        self.visitors = [house.visitor(person) for person in self.people]

    @property
    def table(self) -> store.Table:
        return self.house.stored(self.slug)

    def prompt(self) -> store.Prompt:
        with self.house.db.reading() as c:
            (prompt,) = store.open_prompts(c, self.table.id)
        return prompt

    def propose(self, seat: int, what: str, about: str = "") -> Visitor:
        visitor = self.visitors[seat]
        visitor.get(f"/t/{self.slug}/vote")
        visitor.press("/vote", what=what, about=about)
        return visitor

    def say(self, seat: int, word: str) -> Visitor:
        visitor = self.visitors[seat]
        visitor.get(f"/t/{self.slug}")
        visitor.press("/ballot", say=word)
        return visitor

    def states(self) -> list[str]:
        with self.house.db.reading() as c:
            return [vote.state for vote in store.votes_of(c, self.table.id)]

    def answer(self) -> int:
        """Let whoever is asked answer; who it was."""
        seat = self.prompt().seat
        visitor = self.visitors[seat]
        visitor.get(f"/t/{self.slug}")
        offered = visitor.page.form("/answer").choices["answer"]
        visitor.press("/answer", answer=offered[0])
        return seat


@pytest.fixture
def three(house: House) -> Round:
    return Round(house)


def test_more_than_half_give_everybody_a_day_more(three: Round) -> None:
    due = three.prompt().due_at
    assert due is not None
    three.propose(0, "extend")
    assert three.prompt().due_at == due
    page = three.visitors[1].get(f"/t/{three.slug}").text
    assert "Shall everybody who is asked have a day more?" in page
    assert "1 of 3 agree; 2 have to." in page
    three.say(1, "yes")
    assert three.prompt().due_at == due + timedelta(days=1)
    assert three.states() == ["carried"]
    assert "The vote is carried" in three.visitors[2].get(f"/t/{three.slug}").text


def test_a_vote_that_cannot_be_carried_any_more_fails_at_once(three: Round) -> None:
    due = three.prompt().due_at
    three.propose(0, "extend")
    three.say(1, "no")
    three.say(2, "no")
    assert (three.states(), three.prompt().due_at) == (["failed"], due)


def test_silence_is_a_no(three: Round) -> None:
    three.propose(0, "extend")
    three.house.wait(days=1)
    assert votes.close_overdue(three.house.shelf, now=three.house.now) == 0
    three.house.wait(days=1)
    assert votes.close_overdue(three.house.shelf, now=three.house.now) == 1
    assert three.states() == ["failed"]


def test_who_is_absent_is_replaced_and_has_no_say(three: Round) -> None:
    three.propose(0, "replace", about="2")
    assert not three.visitors[2].get(f"/t/{three.slug}").has_form("/ballot")
    with three.house.db.reading() as c:
        (vote,) = store.votes_of(c, three.table.id)
    number, absent = three.table.id, three.people[2].id
    with pytest.raises(votes.Refused):
        votes.say(three.house.shelf, number, vote.id, absent, yes=False, now=three.house.now)
    three.say(1, "yes")
    with three.house.db.reading() as c:
        assert store.seats(c, number)[2].bot is not None
        assert substitutes.wanted(c, [number]) == {number: [2]}


def test_all_have_to_agree_to_end_without_a_winner(three: Round) -> None:
    three.propose(0, "end")
    three.say(1, "yes")
    assert three.table.status == "running"
    three.say(2, "yes")
    assert three.house.stored(three.slug).status == "cancelled"


def test_the_last_answer_is_taken_back_if_all_agree(three: Round) -> None:
    asked = three.answer()
    seq = three.table.seq
    three.propose((asked + 1) % 3, "undo")
    three.answer()  # Play goes on meanwhile; that is undone too.
    three.say(asked, "yes")
    assert three.table.seq > seq
    assert three.prompt().seat != asked
    three.say((asked + 2) % 3, "yes")
    assert three.prompt().seat == asked
    with three.house.db.reading() as c:
        *_rest, last = store.entries(c, three.table.id, after=0, last=99)
    assert (last.kind, last.source, last.value) == ("rewind", "vote", {"to": seq - 1})
    assert three.states() == ["carried"]
    story = three.visitors[0].get(f"/t/{three.slug}").text
    assert "All agree to take play back" in story


def test_a_vote_carried_before_a_crash_is_not_carried_out_twice(
    three: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = three.answer()
    three.propose((asked + 1) % 3, "undo")
    three.say(asked, "yes")
    with monkeypatch.context() as m:
        m.setattr(votes, "_close", lambda *_given: None)  # The process dies before it closes it.
        three.say((asked + 2) % 3, "yes")
    seq = three.table.seq
    three.house.wait(days=2)
    votes.close_overdue(three.house.shelf, now=three.house.now)
    assert (three.states(), three.table.seq) == (["carried"], seq)


def test_where_a_moderator_decides_nobody_votes(house: House) -> None:
    mona = house.person("Mona")
    ruled = Round(house, moderator=mona.id)
    assert ruled.visitors[0].client.get(f"/t/{ruled.slug}/vote").status_code == 403
    with pytest.raises(votes.Refused):
        votes.propose(
            house.shelf, ruled.table.id, ruled.people[0].id, "end", about=None, now=house.now
        )
    free = Round(house, moderator=mona.id, votes=True)
    free.propose(0, "extend")
    assert free.states() == ["open"]


def test_only_those_who_play_vote_and_one_vote_goes_on_at_a_time(three: Round) -> None:
    house = three.house
    stranger = house.visitor(house.person("Dora"))
    token = dict(stranger.get(house.link(three.people[0])).forms[-1].fields)["csrf_token"]
    three.propose(0, "extend")
    with house.db.reading() as c:
        (vote,) = store.votes_of(c, three.table.id)
    for path, fields in (("vote", {"what": "end"}), ("ballot", {"vote": vote.id, "say": "yes"})):
        sent = stranger.client.post(f"/t/{three.slug}/{path}", data={"csrf_token": token, **fields})
        assert sent.status_code == 403
    three.propose(1, "end")
    assert "Another vote goes on." in three.visitors[1].page.text
    assert three.states() == ["open"]
    three.say(1, "yes")
    three.visitors[2].get(f"/t/{three.slug}")
    assert not three.visitors[2].page.has_form("/ballot")
    with pytest.raises(votes.Refused):
        votes.say(house.shelf, three.table.id, vote.id, three.people[2].id, yes=True, now=house.now)


@pytest.mark.parametrize(("what", "about"), [("replace", 0), ("replace", 9), ("rob", None)])
def test_what_cannot_be_voted_on(three: Round, what: str, about: int | None) -> None:
    with pytest.raises(votes.Refused):
        votes.propose(
            three.house.shelf,
            three.table.id,
            three.people[0].id,
            what,
            about=about,
            now=three.house.now,
        )
    assert three.states() == []


def test_nobody_takes_an_answer_back_alone(house: House) -> None:
    ann = house.person("Ann")
    slug = house.table(ann, "random", "random")
    with pytest.raises(votes.Refused):
        votes.propose(house.shelf, house.stored(slug).id, ann.id, "undo", about=None, now=house.now)
