"""The web: pages and forms around the services. Nobody imports this; a server starts it."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from pbem import config as settings
from pbem import store
from pbem.services import drawing
from pbem.services.sittings import Shelf
from pbem.web import (
    addressing,
    auditing,
    boards,
    cookies,
    deciding,
    errors,
    held,
    home,
    joining,
    links,
    lobbying,
    mail_in,
    mailbox,
    me,
    moderating_batch,
    moderating_people,
    moderating_story,
    personal,
    play,
    reader,
    rules,
    safety,
    sheets,
    signing,
    tables,
    talking,
    unsubscribing,
    voting,
)
from pbem.web.site import KEY, Clock, Site, utc_now


class PbemFlask(Flask):
    """Flask, but an address with somebody's token in it never gets into the log."""

    def log_exception(self, exc_info: object) -> None:
        """Say which page failed by its name; the path may hold a token."""
        reference = errors.reference()
        self.logger.error("A page failed [%s].", reference, exc_info=exc_info)  # type: ignore[arg-type]


def create_app(
    config: settings.Config | None = None,
    *,
    db: store.Database | None = None,
    now: Clock = utc_now,
) -> Flask:
    """The application for this configuration; `db` if the process has opened it already."""
    config = settings.read() if config is None else config
    db = store.Database(config.database_url) if db is None else db
    app = PbemFlask(
        "pbem.web",
        template_folder=str(drawing.templates_folder()),
        instance_path=str(config.instance),
    )
    app.config.update(
        SECRET_KEY=settings.secret_key(config.instance, "cookies"),
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_MEMORY_SIZE=64 * 1024,
        MAX_FORM_PARTS=1000,
        APPLICATION_ROOT=config.path_prefix or "/",
        SESSION_COOKIE_NAME="pbem",
        SESSION_COOKIE_PATH=config.path_prefix or "/",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.site.startswith("https:"),
        # A turn may lie open in a tab for days, so forms live as long as the session; and since
        # our pages send no referrer, its absence must not count against a form.
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(hours=1),
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions[KEY] = Site(
        config, db, Shelf(db, settle=timedelta(seconds=config.settle_seconds)), now
    )
    if config.trusted_proxies:
        n = config.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n, x_port=n)  # type: ignore[method-assign]
    app.wsgi_app = safety.under_prefix(app.wsgi_app, config.path_prefix)  # type: ignore[assignment, method-assign]
    cookies.set_up(app)
    guard = CSRFProtect(app)
    guard.exempt(unsubscribing.choose)  # Its address is the secret; mail programs press it.
    boards.set_up(app)
    guard.exempt(mail_in.pages)  # Whoever calls it knows a secret.
    reader.set_up(app)
    safety.set_up(app)
    errors.set_up(app)
    moderating_story.set_up(app)
    rules.set_up(app)
    links.set_up(app)
    talking.set_up(app)
    joining.set_up(app)
    voting.set_up(app)
    for blueprint in (
        home.pages,
        tables.pages,
        play.pages,
        links.pages,
        me.pages,
        sheets.pages,
        signing.pages,
    ):
        app.register_blueprint(blueprint)
    for blueprint in (moderating_batch.pages, moderating_people.pages, lobbying.pages, rules.pages):
        app.register_blueprint(blueprint)
    for blueprint in (
        talking.pages,
        joining.pages,
        voting.pages,
        personal.pages,
        auditing.pages,
        addressing.pages,
        deciding.pages,
        held.pages,
    ):
        app.register_blueprint(blueprint)
    app.register_blueprint(unsubscribing.pages)
    app.register_blueprint(mail_in.pages)
    mailbox.set_up(app, config)
    return app
