"""Metallum in a browser: programs as a grid of tiles, an action phase as a list of moves."""

from __future__ import annotations

import random

import pytest

from pbem import store
from pbem.engine import ANSWER
from pbem.services import turns
from tests.web.conftest import House, Visitor


def table(house: House) -> tuple[str, Visitor, Visitor]:
    """Two people at a table; both browsers look at it."""
    ann, bela = house.person("Ann"), house.person("Bela")
    slug = house.table(ann, bela, game="metallum")
    browsers = house.visitor(ann), house.visitor(bela)
    for browser in browsers:
        browser.get(f"/t/{slug}")
    return slug, *browsers


def pick(browser: Visitor, **tokens: str) -> None:
    """Pick one tile for each place named."""
    form = browser.page.form("/answer")
    fields = {f"answer[{kind}]": f'"{token}"' for kind, token in tokens.items()}
    browser.send(form, **fields)


def test_ML_2_1_the_grid_offers_a_radio_for_every_tile_and_none_but_for_movement(
    house: House,
) -> None:
    _slug, ann, _bela = table(house)
    choices = ann.page.form("/answer").choices
    assert choices["answer[movement]"] == ['"move-1"', '"move-2"', '"move-3"']
    for kind in ("deployment", "special", "extension"):
        assert len(choices[f"answer[{kind}]"]) == 4
        assert "" in choices[f"answer[{kind}]"]


def test_ML_7_1_a_picked_program_is_sealed_and_can_be_changed(house: House) -> None:
    slug, ann, bela = table(house)
    pick(ann, movement="move-2", deployment="deploy-2", special="deep", extension="buy")
    assert ann.status == 200
    assert "2 steps, 2 robots, deep mining and buy module" in ann.page.text
    assert "deep mining and buy module" not in bela.get(f"/t/{slug}").text.split("Around")[1]
    checked = [
        value for name, value in ann.page.form("/answer").fields if name.startswith("answer[")
    ]
    assert checked == ['"move-2"', '"deploy-2"', '"deep"', '"buy"']
    pick(ann, movement="move-1", deployment="", special="", extension="")


def test_ML_2_2_what_does_not_join_is_refused_with_the_edge_and_stays_picked(
    house: House,
) -> None:
    _slug, ann, _bela = table(house)
    pick(ann, movement="move-3", special="deep")
    assert ann.status == 422
    assert (
        "'move 3' and 'deep' do not join: the lower edge of the first is blank, the upper edge"
        " of the second is blue 2." in ann.page.text
    )
    checked = dict(ann.page.form("/answer").fields)
    assert checked["answer[movement]"] == '"move-3"'
    assert checked["answer[special]"] == '"deep"'


def test_ML_2_2_a_movement_and_an_extension_alone_do_not_hang_together(house: House) -> None:
    _slug, ann, _bela = table(house)
    pick(ann, movement="move-1", extension="buy")
    assert ann.status == 422
    assert "These do not hang together" in ann.page.text


def acting(house: House) -> tuple[str, Visitor, Visitor]:
    """Both have programmed; Ann has the simpler program and begins."""
    slug, ann, bela = table(house)
    pick(ann, movement="move-1", deployment="deploy-1")
    pick(bela, movement="move-2", deployment="deploy-2")
    ann.get(f"/t/{slug}")
    ann.press("/answer", answer='"first"')
    return slug, ann, bela


def test_ML_7_2_the_action_phase_is_one_form_that_goes_on_after_a_discovery(
    house: House,
) -> None:
    slug, ann, _bela = acting(house)
    ann.press("/answer", answer=['"right"', '"deploy"', ""])
    assert ann.status == 200
    assert "Your action phase goes on" in ann.page.text
    assert "Filled in is what you still wanted to do." in ann.page.text
    picked = [value for name, value in ann.page.form("/answer").fields if name == "answer"]
    assert picked[0] == '"deploy"'
    ann.press("/answer")
    assert "Your action phase goes on" not in ann.get(f"/t/{slug}").text


def test_ML_7_2_the_form_shows_the_program_and_where_it_leads(house: House) -> None:
    _slug, ann, _bela = acting(house)
    assert "here Alpha: move 4 of yours from one planet" in ann.page.text
    assert "right planet 2, face down: 1 $ for you" in ann.page.text
    assert "left planet" not in ann.page.text
    assert 'aria-label="Program: 1 step and 1 robot"' in ann.page.html


def test_ML_7_2_an_action_phase_written_out(house: House) -> None:
    _slug, ann, _bela = acting(house)
    ann.press("/answer", **{"answer.said": "deploy, deep"})
    assert ann.status == 422
    assert "'deep' is not possible there. That subroutine is not in your program." in ann.page.text
    assert dict(ann.page.form("/answer").fields)["answer.said"] == "deploy, deep"
    ann.press("/answer", **{"answer.said": "x" * 1001})
    assert "That is too long" in ann.page.text
    ann.press("/answer", **{"answer.said": "deploy, right"})
    assert ann.status == 200
    assert "1 robot of Ann lands on Alpha." in ann.page.text


def test_ML_7_2_what_a_list_would_do_is_shown_before_it_is_sent(house: House) -> None:
    _slug, ann, _bela = acting(house)
    ann.press("/answer", **{"answer.said": "deploy, right", "before": "1"})
    assert ann.status == 200
    assert "What this would do. Nothing is sent yet." in ann.page.text
    assert dict(ann.page.form("/answer").fields)["answer.said"] == "deploy, right"


def test_ML_7_2_a_tick_lets_a_discovery_pass_without_a_question(house: House) -> None:
    slug, ann, bela = acting(house)
    form = ann.page.form("/answer")
    assert '"anyway"' in form.choices["answer"]
    ann.send(form, answer=['"right"', '"deploy"', '"anyway"'])
    assert ann.status == 200
    assert "Your action phase goes on" not in ann.page.text
    assert "It is your action phase" in bela.get(f"/t/{slug}").text


def test_ML_7_2_a_refused_list_stays_in_the_form(house: House) -> None:
    _slug, ann, _bela = acting(house)
    ann.press("/answer", answer=['"deploy"', '"anyway"'])
    assert ann.status == 422
    assert "movement must be run" in ann.page.text
    sent = [value for name, value in ann.page.form("/answer").fields if name == "answer" and value]
    assert sent == ['"deploy"', '"anyway"']


def test_ML_7_2_trying_a_list_out_tells_nothing_that_is_not_known(house: House) -> None:
    _slug, ann, _bela = acting(house)
    ann.press("/answer", **{"answer.said": "deploy, right, anyway", "before": "1"})
    foreseen = ann.page.text.split("What this would do.")[1].split("The table")[0]
    assert "1 robot of Ann lands on Alpha." in foreseen
    assert "discovers" not in foreseen


@pytest.mark.parametrize(
    ("language", "program", "moves"),
    [
        ("de", "bewege 2, stationiere 2, tief", "stationiere, tief, rechts"),
        ("fr", "déplacer 2, déployer 2, profond", "déployer, profond, droite"),
        ("fr", "2 pas, 2 robots, deep", "deploy, deep, right"),
    ],
)
def test_ML_7_2_what_is_written_out_may_be_in_the_reader_s_language(
    house: House, language: str, program: str, moves: str
) -> None:
    ann, bela = (house.person(name, language=language) for name in ("Ann", "Bela"))
    slug = house.table(ann, bela, game="metallum")
    first, second = house.visitor(ann), house.visitor(bela)
    for browser, said in ((first, program), (second, "move 1, deploy 1, power")):
        browser.get(f"/t/{slug}")
        browser.press("/answer", **{"answer.said": said, "before": "1"})
        assert browser.status == 200, "tried out"
        browser.get(f"/t/{slug}")
        browser.press("/answer", **{"answer.said": said})
        assert browser.status == 200
    second.get(f"/t/{slug}")
    second.press("/answer", answer='"second"')
    first.get(f"/t/{slug}")
    first.press("/answer", **{"answer.said": moves})
    assert first.status == 200
    with house.shelf.looking(house.stored(slug).id) as sitting:
        assert sitting.match.entries[-1].value == ("deploy", "deep", "right")


def test_ML_7_2_every_form_of_a_whole_game_can_be_shown(inn: House) -> None:
    """From the first program to the last action phase, when nothing lies face down any more."""
    people = inn.person("Ann"), inn.person("Bela")
    browsers = [inn.visitor(person) for person in people]
    rng, seen = random.Random(3), set[tuple[str, bool]]()
    wanted, games = {("actions", True), ("actions", False), ("go_on", False)}, 0
    while not wanted <= seen:
        games += 1
        assert games <= 20, seen
        show_a_game(inn, browsers, people, rng, seen)


def show_a_game(
    inn: House,
    browsers: list[Visitor],
    people: tuple[store.Person, ...],
    rng: random.Random,
    seen: set[tuple[str, bool]],
) -> None:
    """Play by chance, and look at every kind of form that has not been seen yet."""
    slug = inn.table(*people, game="metallum")
    table_id = inn.stored(slug).id
    while inn.stored(slug).status == "running":
        with inn.shelf.looking(table_id) as sitting:
            question = sitting.match.question(sitting.match.waiting()[0].key)
            value, shown = question.sample(rng), (question.kind, all(sitting.match.state.up))
        if shown not in seen:
            seen.add(shown)
            browsers[question.seat].get(f"/t/{slug}")
            assert browsers[question.seat].status == 200
            assert browsers[question.seat].page.form("/answer").fields
        order = turns.Order(ANSWER, question.seat, question.key, value)
        turns.submit(inn.shelf, table_id, order, now=inn.now)
