"""The page of drawn pieces: all of them, on a server that is being worked on, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.services import drawing
from tests.browser_fixtures import PALE, SPILLS, OpenPage, Scheme

from .conftest import House


@pytest.fixture
def workshop(inn: House) -> House:
    inn.app.debug = True
    return inn


def macros(root: Path) -> set[str]:
    source = (root / "templates/pieces.html").read_text(encoding="utf-8")
    return set(re.findall(r"{% macro (\w+)\(", source))


def shown(html: str) -> set[str]:
    return {piece for found in re.findall(r'data-piece="([^"]+)"', html) for piece in found.split()}


def test_every_piece_is_shown(workshop: House, root: Path) -> None:
    page = workshop.visitor().get("/pieces")
    assert shown(page.html) == macros(root)
    for sign in re.findall(r'sign == "(\w+)"', (root / "templates/pieces.html").read_text()):
        assert f'class="emblem e-{sign}"' in page.html
    for seat in range(drawing.SHAPES):
        assert f'class="mark seat-{seat}"' in page.html
    assert page.html.count('class="die') >= 4 * 9


def test_a_piece_that_is_not_shown_is_noticed(root: Path) -> None:
    assert shown('<section data-piece="mark name">') != macros(root)


def test_seats_differ_in_shape_as_well_as_in_colour(workshop: House) -> None:
    html = workshop.visitor().get("/pieces").html
    drawn = re.findall(r'<svg class="mark seat-(\d)" [^>]*width="32"[^>]*>(.*?)</svg>', html, re.S)
    assert len({shape.strip() for _seat, shape in drawn}) == drawing.SHAPES


def test_a_server_that_is_not_being_worked_on_has_no_such_page(inn: House) -> None:
    visitor = inn.visitor()
    visitor.get("/pieces")
    assert visitor.status == 404


@pytest.fixture
def on_disk(workshop: House, tmp_path: Path, root: Path) -> str:
    """The page as a file, with its stylesheet and without its scripts."""
    html = workshop.visitor().get("/pieces").html
    style = (root / "pbem/web/static/pbem.css").read_text()
    path = tmp_path / "pieces.html"
    html = re.sub(r"<link [^>]*>|<script [^>]*></script>", "", html).replace(
        "</head>", f"<style>{style}</style></head>"
    )
    path.write_text(html)
    return path.as_uri()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pieces_fit_a_phone_and_stand_out(
    on_disk: str, scheme: Scheme, open_page: OpenPage
) -> None:
    page = open_page(on_disk, 320, scheme)
    assert page.evaluate(SPILLS) == []
    assert page.evaluate(PALE) == []
