"""`pbem serve` and `pbem worker`: processes that go on until they are stopped."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication

from pbem import store
from pbem.config import Config
from pbem.engine import Text, _
from pbem.services import people, seating, tokens
from pbem.services.sittings import Shelf
from pbem.worker import Worker

from .instance import open_database, set_up_log, the_config, utc_now
from .speech import Refusal, say

WEB = "pbem.web"
"""The web is started by its name: nobody imports it."""
THREADS = 8
GRACE = 10
"""So many seconds the processes have to end; then they are killed."""
UNPRIVILEGED = 1024
"""From this port on anybody may listen."""


def serve(threads: int, processes: int, *, with_worker: bool) -> None:
    """Serve the games and, if wanted, do the worker's duties in the same processes."""
    config = the_config()
    set_up_log(config)
    check_port(config)
    greeting = _make_ready(config)
    _Server(config, greeting, threads, processes, with_worker).run()


def run_server(config: Config, greeting: list[str]) -> None:
    """Serve with these words at the start, in one process, with its worker."""
    _Server(config, greeting, THREADS, 1, True).run()


def work() -> None:
    """Do the worker's duties until somebody says stop."""
    config = the_config()
    set_up_log(config)
    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda _number, _frame: stop.set())
    with open_database(config) as db:
        worker = Worker(config, db)
        worker.start()
        while not stop.wait(60):
            pass
        worker.stop()


def _make_ready(config: Config) -> list[str]:
    """Bring the database into shape and lay a table; what there is to say when all is ready."""
    now = utc_now()
    with open_database(config) as db:
        tokens.sign_in_key(config)  # The secret is made before any process needs it.
        lines = [str(_("The games are at %(site)s/", site=config.site))]
        if config.base_url:
            return lines
        shelf = Shelf(db)
        seating.demo_table(shelf, language=config.language, now=now)
        seating.show_table(shelf, language=config.language, now=now)
        with db.writing() as c:
            host = people.host(c, config, now=now)
        link = tokens.sign_in_link(config, host, now)
        lines.append(str(_("To sign in as the moderator, open %(link)s", link=link)))
        if not config.sends_mail:
            box = tokens.mailbox_link(config)
            lines.append(str(_("Letters are not sent but kept at %(link)s", link=box)))
    return lines


def check_port(config: Config) -> None:
    """Say it in a sentence if somebody else listens there."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((config.host, config.port))
        except OSError as why:
            raise Refusal(_cannot_listen(config, why)) from why


def _cannot_listen(config: Config, why: OSError) -> Text:
    """It is either the host that is wrong or the port that is taken or not ours."""
    if why.errno not in (errno.EADDRINUSE, errno.EACCES):
        return _(
            "The server cannot listen on %(host)s: %(why)s. Choose an address of this machine:"
            " PBEM_HOST=127.0.0.1, or PBEM_HOST=0.0.0.0 for all of them.",
            host=config.host,
            why=why.strerror,
        )
    return _(
        "The server cannot listen on %(host)s port %(port)d: %(why)s. Stop what"
        " listens there, or choose another port: PBEM_PORT=%(other)d",
        host=config.host,
        port=config.port,
        why=why.strerror,
        other=config.port % 65535 + 1 if config.port >= UNPRIVILEGED else 8000 + config.port,
    )


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn ships no types.
    """gunicorn with our settings instead of its own command line."""

    def __init__(
        self, config: Config, greeting: list[str], threads: int, processes: int, with_worker: bool
    ) -> None:
        self._config = config
        self._greeting = greeting
        self._wanted = {"threads": threads, "workers": processes}
        self._with_worker = with_worker
        self._worker: Worker | None = None
        super().__init__()

    def load_config(self) -> None:
        host = f"[{self._config.host}]" if ":" in self._config.host else self._config.host
        memory = Path("/dev/shm")
        for name, value in {
            **self._wanted,
            "bind": f"{host}:{self._config.port}",
            "worker_class": "gthread",
            "proc_name": "pbem",
            "loglevel": "warning",
            "accesslog": None,  # Addresses hold tokens.
            "control_socket_disable": True,
            "forwarded_allow_ips": "",  # The setting trusted_proxies says whom to believe.
            "graceful_timeout": GRACE,
            "worker_tmp_dir": str(memory) if memory.is_dir() else None,
            "when_ready": self._greet,
            "post_worker_init": _listen_to_the_first,
            "worker_exit": self._stop_worker,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application of one process, and its worker; they share the database's pool."""
        db = store.Database(self._config.database_url, connections=30)
        app = import_module(WEB).create_app(self._config, db=db)
        if self._with_worker:
            self._worker = Worker(self._config, db, shows=not self._config.base_url)
            self._worker.start()
        return app

    def _greet(self, _server: object) -> None:
        for line in self._greeting:
            say(line)
        say(_("Ctrl-C stops the server. Every move is saved at once."))

    def _stop_worker(self, _server: object, process: Any) -> None:
        """Finish what is being done, and end: also if a browser holds a line open that a thread
        listens to, for which Python would wait."""
        for name in (signal.SIGTERM, signal.SIGQUIT):
            signal.signal(name, signal.SIG_IGN)  # To be told twice must not cut it short.
        if self._worker is not None:
            self._worker.stop()
        logging.shutdown()
        if process.booted:  # Else the first process has to learn why not.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)


def _listen_to_the_first(process: Any) -> None:
    """Ctrl-C reaches every process at the terminal; what to do then, the first one says. Open
    lines are waited for until a while before it loses its patience."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    process.cfg.set("graceful_timeout", GRACE // 2)
