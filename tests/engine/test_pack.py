"""Where in a card file something stands."""

from __future__ import annotations

import tomllib

import pytest

from pbem.engine import Flaw, _, line_of

SOURCE = """\
# A pack for tests.
title = "Stars"
version = 2

[planets.karokum]
name = "Karokum"
yield = 3

[planets.rona]
name = "Rona"
"yield" = 4
moons = [
  "a",
  "b",
]

[[ships]]
name = "Ida"
power = 1

[[ships]]
name = "Ulf"
power = 2

[limits]
ships = 9
power = 7
inline = { deep = 1 }
grid = [
  [1, 2],
  [3, 4],
]
after = 1 # [not a header]

[odd."names"] # [limits]
power = 8
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1),
        (("title",), 2),
        (("version",), 3),
        (("planets", "karokum"), 5),
        (("planets", "karokum", "yield"), 7),
        (("planets", "rona", "yield"), 11),
        (("planets", "rona", "moons", 1), 12),
        (("planets", "rona", "nowhere"), 9),
        (("ships", 0), 17),
        (("ships", 0, "power"), 19),
        (("ships", 1), 21),
        (("ships", 1, "name"), 22),
        (("ships", 1, "power"), 23),
        (("ships", 1, "nowhere"), 21),
        (("limits", "power"), 27),
        (("limits", "inline", "deep"), 28),
        (("limits", "grid"), 29),
        (("limits", "after"), 33),
        (("odd", "names", "power"), 36),
        (("nowhere", "power"), 1),
    ],
)
def test_a_path_points_at_its_line(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(SOURCE, path) == line


def test_the_source_of_these_tests_is_a_pack() -> None:
    assert tomllib.loads(SOURCE)["ships"][1]["power"] == 2


NESTED = """\
[[ships]]
name = "Ida"
[ships.cargo]
salt = 1
[[ships.crew]]
name = "Ann"
[[ships]]
name = "Ulf"
[ships.cargo]
salt = 2
[[ships.crew]]
name = "Bob"
[[ships.crew]]
name = "Cy"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("ships", 0, "cargo", "salt"), 4),
        (("ships", 1, "cargo", "salt"), 10),
        (("ships", 0, "crew", 0, "name"), 6),
        (("ships", 1, "crew", 0, "name"), 12),
        (("ships", 1, "crew", 1, "name"), 14),
        (("ships", 1, "name"), 8),
    ],
)
def test_a_table_inside_an_entry_of_a_list_belongs_to_that_entry(
    path: tuple[str | int, ...], line: int
) -> None:
    assert line_of(NESTED, path) == line


def test_a_flaw_is_a_place_and_a_sentence() -> None:
    flaw = Flaw(("ships", 1, "power"), _("A ship has at most %(n)d power.", n=1))
    assert f"{line_of(SOURCE, flaw.path)}: {flaw.text}" == "23: A ship has at most 1 power."
