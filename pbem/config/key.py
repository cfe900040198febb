"""The secret of a server: made once, kept beside its database, never shown."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from pathlib import Path

from pbem.config.reading import ConfigError

KEY_FILE = "secret.key"


def secret_key(instance: Path, purpose: str) -> bytes:
    """A key for one purpose, from the secret in the instance folder, which is made if missing.

    The file appears at once with all its contents (a hard link to a finished one), so of two
    processes that start together one makes it and both read the same.
    """
    path = instance / KEY_FILE
    try:
        if not path.exists():
            _make_secret(path)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise ConfigError(f"Others may read {path}. Write: chmod 600 {path}")
        secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        secret = b""
    except OSError as error:
        raise ConfigError(f"{path} cannot be used: {error.strerror}. Check its owner.") from error
    if len(secret) < 32:
        raise ConfigError(
            f"{path} is damaged. Put it back from a backup, or delete it: a new one is made at "
            "the next start, and all links sent so far stop working."
        )
    return hmac.digest(secret, purpose.encode(), "sha256")


def _make_secret(path: Path) -> None:
    """Write 32 random bytes that only we may read; if somebody was first, theirs counts."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{KEY_FILE}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
