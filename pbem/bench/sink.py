"""A mail server that takes everything and remembers the names of what it took.

`python -m pbem.bench.sink PORT FILE` runs it until it is stopped; every name is on the disk
before the letter is confirmed.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import IO

from aiosmtpd.smtp import SMTP, Envelope, Session

_NAME = re.compile(rb"^Message-ID: (\S+)", re.MULTILINE | re.IGNORECASE)


class Keeper:
    """Writes the name of every letter down."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a letter."""
        assert isinstance(envelope.content, bytes)
        found = _NAME.search(envelope.content)
        self._file.write((found[1] if found else b"?") + b"\n")
        self._file.flush()
        return "250 OK"


async def serve(port: int, path: Path) -> None:
    """Listen until the process ends."""
    with path.open("ab") as file:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: SMTP(Keeper(file), enable_SMTPUTF8=True), "127.0.0.1", port
        )
        async with server:
            await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
