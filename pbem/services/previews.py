"""The picture that stands for a table where its link is shared: a drawing, and that as a PNG.

The drawing is the game's own (`preview.svg` among its templates) or the usual one. Making a PNG
of it needs the extra `png`; without it a shared link has words and no picture.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import Any

from pbem.engine import Tongue
from pbem.services import drawing

PICTURE = "preview.svg"
WIDTH, HEIGHT = 1200, 630
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
# A person may be called anything; a drawing is XML, which knows no control characters.
_UNDRAWABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return _UNDRAWABLE.sub("", text)


def picture(slug: str, view: Mapping[str, Any], tongue: Tongue, **facts: Any) -> str:
    """The drawing, as SVG."""
    template = drawing.game_template(slug, PICTURE) or drawing.shell_template("board/preview.svg")
    return clean(str(drawing.draw(template, tongue, view=view, **facts)))


def png_is_possible() -> bool:
    """Is there anything here that turns drawings into pictures?"""
    return find_spec("resvg_py") is not None


def png(svg: str) -> bytes:
    """A drawing as a PNG, with the fonts that came with us and no others."""
    import resvg_py

    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=WIDTH,
        height=HEIGHT,
        skip_system_fonts=True,
        font_files=list(_fonts()),
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
        serif_family="DejaVu Sans",
    )
    return bytes(made)


@cache
def _fonts() -> tuple[str, ...]:
    folder = files("pbem.services") / "fonts"
    with as_file(folder) as path:
        return tuple(str(path / name) for name in FONTS)
