"""Who may see and do what: every address, tried by everybody else."""

from __future__ import annotations

import pytest

from pbem import store
from tests.web.conftest import House, Visitor

POSTS = ("answer", "act", "undo", "resign", "leave")


def sent_by(house: House, visitor: Visitor, path: str, **fields: str) -> int:
    """Post with a good CSRF token of one's own; the status, redirects not followed."""
    # Anybody can get such a token by looking at a link, without signing in by it.
    page = visitor.get(house.link(house.person("Dora")))
    token = next(value for name, value in page.forms[-1].fields if name == "csrf_token")
    answer = visitor.client.post(path, data={"csrf_token": token, **fields})
    return answer.status_code


def key_and_seat(house: House, slug: str) -> tuple[str, int]:
    with house.db.reading() as c:
        (prompt,) = store.open_prompts(c, house.stored(slug).id)
    return prompt.key, prompt.seat


@pytest.mark.parametrize("verb", POSTS)
def test_a_stranger_changes_nothing(house: House, verb: str) -> None:
    slug = house.table(house.person("Ann"), house.person("Bela"))
    key, seat = key_and_seat(house, slug)
    form = {"key": key, "seat": str(seat), "answer": '"1x2"'}
    # Signed in, but sitting elsewhere: refused. Signed out: sent to sign in.
    other = house.visitor(house.person("Cleo"))
    expected = 303 if verb == "leave" else 403
    assert sent_by(house, other, f"/t/{slug}/{verb}", **form) == expected
    assert sent_by(house, house.visitor(), f"/t/{slug}/{verb}", **form) == 303
    table = house.stored(slug)
    assert (table.seq, table.status) == (1, "running")
    with house.db.reading() as c:
        assert all(s.person_id and not s.resigned_at for s in store.seats(c, table.id))


@pytest.mark.parametrize("verb", ["answer", "undo", "resign"])
def test_nobody_plays_for_the_seat_beside_them(house: House, verb: str) -> None:
    people = house.person("Ann"), house.person("Bela")
    slug = house.table(*people)
    key, seat = key_and_seat(house, slug)
    beside = house.visitor(people[1 - seat])
    form = {"key": key, "seat": str(seat), "answer": '"1x2"'}
    assert sent_by(house, beside, f"/t/{slug}/{verb}", **form) == 403
    assert house.stored(slug).seq == 1


def test_each_sees_their_own_dice_and_a_spectator_sees_none(house: House) -> None:
    people = house.person("Ann"), house.person("Bela")
    slug = house.table(*people)
    with house.shelf.looking(house.stored(slug).id) as sitting:
        cups = [list(sitting.match.view(s)["mine"]) for s in (0, 1)]  # type: ignore[arg-type]
    for seat, who in enumerate(people):
        shown = dice_in(house.visitor(who), slug)
        assert shown == sorted(cups[seat])
    for outsider in (house.visitor(), house.visitor(house.person("Cleo"))):
        assert dice_in(outsider, slug) == []
        assert not outsider.page.has_form("/answer")


def dice_in(visitor: Visitor, slug: str) -> list[int]:
    """The faces of all open dice on the board: those with a name for screen readers."""
    html = visitor.get(f"/t/{slug}").html
    board = html[html.index('class="dudo-cups"') :]
    return [n for n in range(1, 7) for _i in range(board.count(f'aria-label="{n}"'))]


def test_a_private_table_is_there_only_for_those_who_sit_at_it(house: House) -> None:
    ann, bela = house.person("Ann"), house.person("Bela")
    slug = house.table(ann, bela, private=True, title="Secret supper")
    for outsider in (house.visitor(), house.visitor(house.person("Cleo"))):
        for path in (f"/t/{slug}", f"/t/{slug}/seq"):
            assert outsider.client.get(path).status_code == 404
        assert "Secret supper" not in outsider.get("/").text
    insider = house.visitor(ann)
    assert "Secret supper" in insider.get(f"/t/{slug}").text
    assert "Secret supper" in insider.get("/").text


def test_whoever_has_the_link_of_a_private_table_may_sit_down_while_a_chair_is_free(
    house: House,
) -> None:
    slug = house.table(house.person("Ann"), None, private=True)
    bela = house.visitor(house.person("Bela"))
    bela.get(f"/t/{slug}")
    bela.press("/join")
    assert house.stored(slug).status == "running"
    late = house.visitor(house.person("Cleo"))
    late.get(f"/t/{slug}")
    assert late.status == 404


def test_somebody_who_sat_down_may_get_up_until_the_game_begins(house: House) -> None:
    slug = house.table(None, None, None)
    visitor = house.visitor(house.person("Ann"))
    visitor.get(f"/t/{slug}")
    visitor.press("/join", phrase="the sea is calm")
    assert "You have a chair." in visitor.page.text
    visitor.press("/leave")
    assert "You have got up." in visitor.page.text
    assert visitor.page.has_form("/join")
    with house.db.reading() as c:
        assert all(s.person_id is None for s in store.seats(c, house.stored(slug).id))


def test_an_unknown_table_is_not_found(house: House) -> None:
    visitor = house.visitor(house.person("Ann"))
    visitor.get("/t/nowhere")
    assert visitor.status == 404
    assert "Nothing is here" in visitor.page.text


def test_somebody_erased_is_signed_out(house: House) -> None:
    ann = house.person("Ann")
    visitor = house.visitor(ann)
    assert "Ann" in visitor.get("/").text
    with house.db.writing() as c:
        store.erase_person(c, ann.id, now=house.now)
    assert "Ann" not in visitor.get("/").text


def test_counting_up_the_version_signs_out_everywhere(house: House) -> None:
    ann = house.person("Ann")
    visitor = house.visitor(ann)
    with house.db.writing() as c:
        store.change_person(c, ann.id, {"token_version": ann.token_version + 1})
    assert "Sign out" not in visitor.get("/").text
