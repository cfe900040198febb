"""Words for people: times in the reader's zone, names with marks, sentences to translate."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from markupsafe import Markup

from pbem import store
from pbem.engine import NotAllowed, Seat, Tongue, _
from pbem.services import drawing, guests, moments, naming
from tests.web.conftest import NOON, House
from tests.web.pages import Page


@pytest.mark.parametrize(
    ("ahead", "zone", "said"),
    [
        (timedelta(hours=9), "UTC", "Wednesday 21:00 (in 9 hours)"),
        (timedelta(hours=9), "Europe/Paris", "Wednesday 22:00 (in 9 hours)"),
        (timedelta(hours=9), "Asia/Tokyo", "Thursday 06:00 (in 9 hours)"),
        (timedelta(minutes=-3), "UTC", "Wednesday 11:57 (3 minutes ago)"),
        (timedelta(days=7), "UTC", "Wednesday 25 November 2026, 12:00 (in 7 days)"),
    ],
)
def test_a_moment_is_said_in_the_readers_zone(ahead: timedelta, zone: str, said: str) -> None:
    assert moments.moment(NOON + ahead, NOON, zone) == said


def test_a_moment_after_the_clocks_change_is_said_in_the_new_time() -> None:
    at = datetime(2026, 10, 25, 12, 0, tzinfo=UTC)
    assert moments.day_and_time(at, at, "Europe/Paris") == "Sunday 13:00"
    assert moments.day_and_time(at - timedelta(days=1), at, "Europe/Paris") == "Saturday 14:00"


def test_a_page_says_times_in_the_zone_of_its_reader(house: House) -> None:
    people = house.person("Ann", zone="Asia/Tokyo"), house.person("Bela", zone="Europe/Paris")
    slug = house.table(*people)
    tokyo, paris = (house.visitor(who).get(f"/t/{slug}").text for who in people)
    assert "Thursday 21:00 (in 24 hours)" in tokyo
    assert "Thursday 13:00 (in 24 hours)" in paris


def test_rich_sentences_mark_names_and_escape_everything_else() -> None:
    tongue = drawing.rich(Tongue(("<b>Ann</b>", "Bela & Co")))
    text = _(
        "%(seat)s writes %(words)s to %(all)s", seat=Seat(0), words="<i>", all=[Seat(1), "<u>"]
    )
    said = tongue.say(text)
    assert isinstance(said, Markup)
    assert "<b>" not in said
    assert "<i>" not in said
    assert "<u>" not in said
    assert said.count('<span class="who seat-') == 2
    page = Page(f"<!doctype html><title>x</title>{said}")
    assert page.text == "<b>Ann</b> writes <i> to Bela & Co and <u>"


def test_a_sentence_in_a_catalog_cannot_bring_markup_in() -> None:
    sly = drawing.RichTongue((), lambda _msgid: "<script>%(x)s</script>")
    said = sly.say(_("%(x)s", x="1"))
    assert "<script>" not in said


@pytest.mark.parametrize("typed", ["", "   ", "\n\t", "\u200b", "x" * 41])
def test_a_name_has_to_be_one(typed: str) -> None:
    with pytest.raises(NotAllowed):
        guests.name_of(typed)


def test_a_name_is_kept_as_one_line() -> None:
    assert guests.name_of("  Ann \n of\tGreen\u0000 Gables ") == "Ann of Green Gables"


def test_two_people_with_one_name_are_told_apart(house: House) -> None:
    slug = house.table(house.person("Ann"), house.person("Ann"), "careful")
    with house.db.reading() as c:
        seats = store.seats(c, house.stored(slug).id)
        people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
    assert naming.seat_names(seats, people) == ("Ann", "Ann 2", "Bot Carla")


def test_every_sentence_of_pages_and_games_is_found_for_translation(root: Path) -> None:
    with (root / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file, "babel.cfg")
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2), "n_": (1, 2)}
    found = {
        message if isinstance(message, str) else message[0]
        for _file, _line, message, _comments, _context in extract_from_dir(
            str(root), methods, options, keywords=keywords, directory_filter=_ours
        )
    }
    assert {
        "Good games, at the pace of letters",  # a page
        "Choose exactly %(num)d.",  # a form
        "Too many tries",  # an error
        "Write a number.",  # the web's own code
        "This link has expired. Ask for a new one.",  # a service
        "You open the round. What do you bid?",  # a game
        "%(n)d die on the table",  # a game's template, with a plural
    } <= found


def _ours(path: str) -> bool:
    return Path(path).name in {"pbem", "templates"} or "/pbem/" in path or "/templates" in path
