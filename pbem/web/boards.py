"""The static boards, for whoever has no other web server for them; and what they are drawn of."""

from __future__ import annotations

import re
from datetime import timedelta

from flask import Blueprint, Flask, abort, redirect, send_from_directory, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.services.boards import FOLDER
from pbem.services.leaves import INDEX
from pbem.web import pieces
from pbem.web.site import site

pages = Blueprint("boards", __name__)
PAGE = re.compile(r"(?:index|story|turn-(?P<turn>\d{1,6}))\.html|[a-z]+\.(?:css|svg|png|xml|jsonl)")
LONG = timedelta(days=7)
"""A turn that is over hardly ever changes: only by a rewind, or when somebody is renamed."""
TYPES = {"xml": "application/atom+xml", "jsonl": "application/x-ndjson"}


def set_up(app: Flask) -> None:
    """Serve the boards and, where they are worked on, the pieces."""
    app.register_blueprint(pages)
    app.register_blueprint(pieces.pages)


@pages.get("/boards/<slug>")
def bare(slug: str) -> ResponseReturnValue:
    """Relative links need the slash."""
    return redirect(url_for("boards.page", slug=slug), 308)


@pages.get("/boards/<slug>/")
@pages.get("/boards/<slug>/<name>")
def page(slug: str, name: str = INDEX) -> ResponseReturnValue:
    """A page of a public table's board; a private table has none."""
    found = PAGE.fullmatch(name)
    with site().db.reading() as c:
        table = store.table_by_slug(c, slug)
    if found is None or table is None or table.private:
        abort(404)
    folder = site().config.instance / FOLDER / table.slug
    answer = send_from_directory(
        folder.absolute(), name, mimetype=TYPES.get(name.rsplit(".", 1)[1]), conditional=True
    )
    answer.headers["X-Robots-Tag"] = "noindex"
    turn = found["turn"]
    over = turn is not None and (folder / f"turn-{int(turn) + 1}.html").is_file()
    answer.cache_control.public = True
    answer.cache_control.no_cache = None if over else True
    answer.cache_control.max_age = int(LONG.total_seconds()) if over else None
    return answer
