"""A sender that may be killed: sends everything that is due, by the settings it is given.

`python -m pbem.bench.sender MOMENT` sends what is due at this moment.
"""

from __future__ import annotations

import sys
from datetime import datetime

from pbem import config as settings
from pbem import store
from pbem.mail import outbox
from pbem.mail.carriers import MailServer
from pbem.mail.writing import Desk
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf


def send_all(now: datetime) -> None:
    """Send everything that is due."""
    config = settings.read()
    desk = Desk(config, Shelf(store.Database(config.database_url)))
    outbox.send_due(desk, lambda: now, Budget(600), MailServer(config))


if __name__ == "__main__":
    send_all(datetime.fromisoformat(sys.argv[1]))
