"""What a server needs to do its work, looked at one by one, with what to write where."""

from __future__ import annotations

import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from pbem import store
from pbem.config import FILE, KEY_FILE, Config, ConfigError, secret_key
from pbem.engine import Text, _
from pbem.services import deadlines
from pbem.services.instance import is_there

SILENT_TICKS = 10
MB = 1024 * 1024
LEAST_ROOM = 100 * MB
PATIENCE = 3.0
"""So many seconds our own address may take to answer."""


@dataclass(frozen=True)
class Finding:
    """Something that was looked at; `remedy` if it is not well."""

    what: Text
    remedy: Text | None = None

    @property
    def well(self) -> bool:
        return self.remedy is None


def examine(config: Config, now: datetime) -> Iterator[Finding]:
    """Look at everything, the most basic first."""
    yield from _folder(config)
    try:
        db = store.Database(config.database_url, busy_seconds=PATIENCE)
    except store.StoreError as why:
        yield Finding(_("The setting `database` names no database."), _("%(why)s", why=str(why)))
        return
    try:
        yield from _database(config, db)
        if not is_there(config) or not store.is_current(db):
            return
        with db.reading() as c:
            beats = store.beats(c)
            frozen = store.tables_in(c, ["frozen"], limit=20)
    except store.StoreError as why:
        where = config.instance / FILE
        yield Finding(
            _("The database %(shown)s: %(why)s", shown=db.shown, why=str(why)),
            _("Check the setting `database` in %(file)s or PBEM_DATABASE.", file=where),
        )
        return
    finally:
        db.close()
    yield _clock(now, beats)
    yield _worker(config, now, beats)
    yield from _address(config)
    for table in frozen:
        yield Finding(
            _("Table %(slug)s stands still: %(why)s", slug=table.slug, why=table.frozen_reason),
            _("Play it again to see where: pbem replay %(slug)s", slug=table.slug),
        )


def _folder(config: Config) -> Iterator[Finding]:
    folder = config.instance
    if not folder.is_dir():
        yield Finding(
            _("The folder %(folder)s is not there.", folder=folder),
            _("Start `pbem serve` once, which makes it, or say where it is: PBEM_INSTANCE=…"),
        )
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Finding(
            _("The folder %(folder)s cannot be written.", folder=folder),
            _("Write: chown -R %(who)d %(folder)s", who=os.geteuid(), folder=folder),
        )
        return
    if not (folder / KEY_FILE).exists():
        yield Finding(
            _("There is no %(key)s.", key=folder / KEY_FILE),
            _(
                "If this server had one, put its copy back: without it, links and replies of"
                " letters that were sent do not work. If not, start `pbem serve` once, which"
                " makes it."
            ),
        )
        return
    try:
        secret_key(folder, "doctor")
    except ConfigError as why:
        yield Finding(_("The secret key cannot be used."), _("%(why)s", why=str(why)))
        return
    yield Finding(_("The folder %(folder)s and its secret key are in order.", folder=folder))
    yield from _room(config)


def _room(config: Config) -> Iterator[Finding]:
    """Whether there is room on the disks that we write to; one may hold both."""
    places = [config.instance]
    if "://" not in config.database_url:
        places.append(Path(config.database_url).parent)
    for place in {os.stat(place).st_dev: place for place in places if place.is_dir()}.values():
        free = shutil.disk_usage(place).free
        if free < LEAST_ROOM:
            yield Finding(
                _("Only %(n)d MB are free at %(place)s.", n=free // MB, place=place),
                _("Make room there: when the disk is full, nothing can be played."),
            )


def _database(config: Config, db: store.Database) -> Iterator[Finding]:
    folder = Path(config.database_url).parent
    if db.is_sqlite and folder != config.instance and not folder.is_dir():
        yield Finding(
            _("The database %(shown)s has no folder.", shown=db.shown),
            _("Make the folder, or change the setting `database`."),
        )
        return
    if not is_there(config) or not store.is_current(db):
        yield Finding(
            _("The database %(shown)s has no tables, or an older shape.", shown=db.shown),
            _("Start `pbem serve` or `pbem worker` once, which brings it into shape."),
        )
        return
    if db.is_sqlite and os.name == "posix":
        path = config.database_url
        if os.stat(path).st_mode & 0o077:
            yield Finding(
                _("Others may read %(path)s, with the secrets of all games.", path=path),
                _("Write: chmod 600 %(path)s", path=path),
            )
            return
    yield Finding(_("The database %(shown)s answers.", shown=db.shown))


def _clock(now: datetime, beats: tuple[store.Beat, ...]) -> Finding:
    """A clock that went back would let deadlines come late, and one ahead too early."""
    last = max((beat.at for beat in beats), default=now)
    ahead = last - now
    if ahead > timedelta(seconds=5):
        return Finding(
            _(
                "This machine's clock says %(now)s, but a worker was here at %(last)s.",
                now=now.isoformat(timespec="seconds"),
                last=last.isoformat(timespec="seconds"),
            ),
            _("Set the clock, and let the machine keep it: timedatectl set-ntp true"),
        )
    return Finding(_("The clock says %(now)s.", now=now.isoformat(timespec="seconds")))


def _worker(config: Config, now: datetime, beats: tuple[store.Beat, ...]) -> Finding:
    remedy = _("Start `pbem serve`, or `pbem worker` if the web runs elsewhere.")
    last = next((beat.at for beat in beats if beat.name == deadlines.WORKER), None)
    if last is None:
        return Finding(_("No worker has ever run: nobody looks after deadlines and bots."), remedy)
    silence = max(deadlines.LEAST_SILENCE, timedelta(seconds=config.tick_seconds * SILENT_TICKS))
    if now - last > silence:
        return Finding(
            _(
                "No worker has given a sign of life for %(n)d seconds: nobody looks after"
                " deadlines and bots.",
                n=(now - last).total_seconds(),
            ),
            remedy,
        )
    return Finding(_("A worker is alive."))


def _address(config: Config) -> Iterator[Finding]:
    where = config.instance / FILE
    parts = urlsplit(config.site)
    if not config.base_url and not _is_here(config.host):
        yield Finding(
            _("Links begin with %(site)s, which others cannot follow.", site=config.site),
            _('Write base_url = "https://games.example.org" into %(file)s.', file=where),
        )
    if parts.scheme == "https" and not config.trusted_proxies:
        yield Finding(
            _("The address is https, but no proxy is trusted: pbem itself speaks http only."),
            _("Write trusted_proxies = 1 into %(file)s if a proxy of yours is before it.",
              file=where),
        )  # fmt: skip
    answer = _answer_at(f"{config.site}/")
    if answer is None:
        yield Finding(_("The server answers at %(site)s/", site=config.site))
    else:
        yield Finding(
            _("Nothing good comes from %(site)s/: %(why)s.", site=config.site, why=answer),
            _(
                "Start `pbem serve`. If it runs: write the address that people use as base_url"
                " (and path_prefix) into %(file)s.",
                file=where,
            ),
        )


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _answer_at(address: str) -> str | None:
    """What is wrong with what comes from there."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return None if answer.status == 200 else f"status {answer.status}"
    except urllib.error.HTTPError as why:
        return f"status {why.code}"
    except OSError as why:
        return str(getattr(why, "reason", why))
