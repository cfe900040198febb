"""All drawn pieces on one page, so that they stay one family. For development only."""

from __future__ import annotations

import re

from flask import Blueprint, abort, current_app, render_template
from flask.typing import ResponseReturnValue

from pbem.services import drawing

pages = Blueprint("pieces", __name__)


def signs() -> list[str]:
    """Every sign that the emblem can draw, as its macro lists them."""
    source = (drawing.templates_folder() / "pieces.html").read_text(encoding="utf-8")
    return re.findall(r'sign == "(\w+)"', source)


@pages.get("/pieces")
def shown() -> ResponseReturnValue:
    """The pieces; a server that is not being worked on has no such page."""
    if not current_app.debug:
        abort(404)
    return render_template("pieces_shown.html", signs=signs(), seats=drawing.SHAPES)
