"""`outbox`: letters of real games into a local mail server, against bare SMTP into the same one.

Writing a letter out (a whole turn: board, story, choices, as text and HTML) and handing it over
are two works; both are measured, and the whole way. Then a sender is killed in the middle.
"""

from __future__ import annotations

import os
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from pbem import games, store
from pbem.config import Config
from pbem.mail import outbox as sending
from pbem.mail.carriers import MailServer
from pbem.mail.writing import Desk
from pbem.services import lobby
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf

from .rounds import Ratio, Result, Row, ratio_of
from .sweep import place
from .wire import free_port, serving

ROUNDS, LETTERS = 3, 120
DAY = timedelta(days=1)


@dataclass
class Office:
    """A database with letters to send, and a mail server that takes them."""

    db: store.Database
    config: Config
    taken: Path
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def desk(self) -> Desk:
        """A desk that knows no table yet."""
        return Desk(self.config, Shelf(self.db))

    def owe(self, count: int) -> None:
        """Open tables of every game in turn until so many letters are owed."""
        shelf, slugs = Shelf(self.db, settle=timedelta()), games.slugs()
        made, number = 0, 0
        while made < count:
            slug = slugs[number % len(slugs)]
            seats = min(games.meta(slug).seats, key=lambda n: abs(n - 3))
            with self.db.writing() as c:
                people = [
                    store.add_person(
                        c,
                        f"p{number}.{seat}.{time.monotonic_ns()}@bench.example",
                        name=f"Person {seat}",
                        language="en",
                        zone="Europe/Paris",
                        now=self.now,
                    ).id
                    for seat in range(seats)
                ]
            lobby.open_table(shelf, lobby.Wish(slug, people), now=self.now)
            number += 1
            with self.db.reading() as c:
                made = store.count_letters(c, "queued")

    def names(self) -> list[str]:
        """The names of all letters that the mail server has confirmed."""
        return self.taken.read_text().split()


def outbox(seconds: float, url: str | None = None) -> Result:
    """Write, hand over, both at once, and bare SMTP, in turns."""
    count = max(12, int(LETTERS * seconds / 10))
    writes, hands, wholes, bares = [], [], [], []
    raws: list[bytes] = []
    with place(url) as (db, folder), office_in(db, folder) as office:
        for _round in range(ROUNDS):
            office.owe(count)
            raws, rate = _write(office)
            writes.append(rate)
            hands.append(_hand_over(office, len(raws)))
            office.owe(count)
            wholes.append(_both(office))
            bares.append(_bare(office, raws))
        lost, again = killed(office, count)
    result = Result("outbox", rounds=ROUNDS)
    size = sum(map(len, raws)) / len(raws) / 1000
    result.rows += [
        Row("letters written out", "letters", median(writes), f"{size:.1f} kB each"),
        Row("written letters handed over", "letters", median(hands)),
        Row("written and handed over", "letters", median(wholes)),
        Row("bare SMTP, one connection", "letters", median(bares)),
    ]
    result.ratios += [
        Ratio("handed over ÷ bare", ratio_of(hands, bares), aim=0.9, least=0.6),
        Ratio("written and handed over ÷ bare", ratio_of(wholes, bares), aim=0.9, least=0.6),
        Ratio(f"lost after kill -9 ({again} came twice)", lost, 0, 0, at_most=True),
    ]
    return result


@contextmanager
def office_in(db: store.Database, folder: Path) -> Iterator[Office]:
    """A mail server in a process of its own, and an office that sends there."""
    port, taken = free_port(), folder / "taken.txt"
    taken.touch()
    config = Config(
        instance=folder,
        database=db.url,
        base_url="https://games.example.org",
        smtp_host="127.0.0.1",
        smtp_port=port,
        smtp_security="none",
        mail_from="games@example.org",
        reply_address="games+*@example.org",
    )
    with serving([f"{__package__}.sink", str(port), str(taken)], port):
        yield Office(db, config, taken)


def _write(office: Office) -> tuple[list[bytes], float]:
    """Claim everything that is owed and write it out; the bytes, and letters per second."""
    desk, raws, begun = office.desk, list[bytes](), time.perf_counter()
    while True:
        with office.db.writing() as c:
            claimed = store.claim_letters(c, office.now, sending.BATCH, sending.LEASE)
        if not claimed:
            break
        raws += [one.raw for one in sending.write_all(desk, claimed, lambda: office.now)]
    return raws, len(raws) / (time.perf_counter() - begun)


def _hand_over(office: Office, expected: int) -> float:
    """Send what was written before, by somebody who finds the claims run out."""
    office.now += DAY
    return _sent(office, expected)


def _both(office: Office) -> float:
    """Send what is owed, from the facts to the mail server."""
    with office.db.reading() as c:
        owed = store.count_letters(c, "queued")
    return _sent(office, owed)


def _sent(office: Office, expected: int) -> float:
    begun = time.perf_counter()
    carrier = MailServer(office.config)
    sent = sending.send_due(office.desk, lambda: office.now, Budget(600), carrier)
    if sent != expected:
        raise RuntimeError(f"{expected} letters were owed, {sent} were sent.")
    return sent / (time.perf_counter() - begun)


def _bare(office: Office, raws: list[bytes]) -> float:
    """The same bytes over one connection, without any of us."""
    begun = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", office.config.smtp_port) as line:
        for raw in raws:
            line.sendmail("games@example.org", ["ann@example.org"], raw)
    return len(raws) / (time.perf_counter() - begun)


def killed(office: Office, count: int) -> tuple[int, int]:
    """Kill a sender in the middle of its work, let another one finish; how many letters never
    came, and how many came twice."""
    office.owe(count)
    before = len(office.names())
    with office.db.reading() as c:
        owed = store.count_letters(c, "queued")
    sender = _sender(office)
    while len(office.names()) - before < owed // 3 and sender.poll() is None:
        time.sleep(0.005)
    sender.send_signal(signal.SIGKILL)
    sender.wait()
    office.now += DAY
    sending.send_due(office.desk, lambda: office.now, Budget(600), MailServer(office.config))
    came = office.names()[before:]
    return owed - len({*came}), len(came) - len({*came})


def _sender(office: Office) -> subprocess.Popen[bytes]:
    """A process that sends what is due."""
    settings = {
        "PBEM_INSTANCE": str(office.config.instance),
        "PBEM_DATABASE": office.config.database,
        "PBEM_BASE_URL": office.config.base_url,
        "PBEM_SMTP_HOST": office.config.smtp_host,
        "PBEM_SMTP_PORT": str(office.config.smtp_port),
        "PBEM_SMTP_SECURITY": office.config.smtp_security,
        "PBEM_MAIL_FROM": office.config.mail_from,
        "PBEM_REPLY_ADDRESS": office.config.reply_address,
    }
    now = office.now.isoformat()
    return subprocess.Popen(
        [sys.executable, "-m", f"{__package__}.sender", now], env={**os.environ, **settings}
    )
