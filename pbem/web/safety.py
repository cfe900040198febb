"""What every answer carries so that a browser trusts nobody but us, and the path prefix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, abort, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# No page has a script or a style of its own in it, so none needs a nonce: what an attacker
# might smuggle into a page is not run, whatever it is.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
LASTING = frozenset({"static", "tables.sheet", "boards.page"})
"""What is the same for everybody and may be kept."""


def under_prefix(app: WSGIApplication, prefix: str) -> WSGIApplication:
    """Let the site live under a path, whether the proxy before it takes the prefix off or not."""
    if not prefix:
        return app

    def prefixed(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path == prefix or path.startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path[len(prefix) :] or "/"
        environ["SCRIPT_NAME"] = prefix
        return app(environ, start)

    return prefixed


NO_FORM = frozenset({"mail_in.came"})
"""What is sent there is no form, and is read by its own page."""


def set_up(app: Flask) -> None:
    """Look at what comes in, and put the headers on every answer."""
    app.before_request(_refuse_nul)
    app.after_request(_guard)


def _refuse_nul() -> None:
    """Nobody types a NUL, and PostgreSQL keeps none: it could only break a page."""
    if "\0" in request.path:
        abort(404)
    sent = [request.args] if request.endpoint in NO_FORM else [request.args, request.form]
    for fields in sent:
        if any("\0" in word for pair in fields.items(multi=True) for word in pair):
            abort(400)


def _guard(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint not in LASTING:
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Robots-Tag"] = "noindex"
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    return response
