"""The configuration: every setting declared once, read once, refused with a sentence.

Settings come from `config.toml` in the instance folder and from the environment
(`PBEM_PORT=8080`), which wins. The instance folder holds everything a server keeps: the
configuration, the database, the secret key, the boards.
"""

from __future__ import annotations

import contextlib
import difflib
import hmac
import os
import secrets
import sys
import tomllib
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

PREFIX = "PBEM_"
FILE = "config.toml"
KEY_FILE = "secret.key"
SECRET = ("database", "smtp_password", "imap_password", "webhook_secret")
"""Settings whose value is never shown."""
LANGUAGES = ("en", "fr", "de")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

Value = str | int | float
V = TypeVar("V", str, int, float)
Check = Callable[[Any], str | None]
"""Says what to write instead, or None if the value is good."""


class ConfigError(Exception):
    """A setting is wrong; `str()` says what to write and where, one line for each mistake."""


def between(least: float, most: float) -> Check:
    """A number in a range."""
    return lambda v: None if least <= v <= most else f"write a number from {least:g} to {most:g}"


def one_of(*words: str) -> Check:
    """One of a few words."""
    return lambda v: None if v in words else f"write one of {', '.join(words)}"


def some_text(value: str) -> str | None:
    """Anything but nothing."""
    return None if value.strip() else "write something, or leave the setting out"


def any_text(_value: str) -> str | None:
    """Anything, and nothing too."""
    return None


def mail_address(value: str) -> str | None:
    """One plain address, or nothing."""
    local, _at, domain = value.rpartition("@")
    good = local and domain and not set(value) & set('<>()[]\\,;:" \t\r\n*') and value.isascii()
    return None if not value or good else "write an address such as games@example.org"


def reply_pattern(value: str) -> str | None:
    """An address with one star in the part before the @, or nothing."""
    local, _at, domain = value.rpartition("@")
    good = local.count("*") == 1 and "*" not in domain
    if not value or (good and mail_address(value.replace("*", "x")) is None):
        return None
    return "write an address with a star for the token, such as games+*@example.org"


def time_zone(value: str) -> str | None:
    """A name of the IANA time zone list."""
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return "write a time zone such as Europe/Paris"
    return None


def origin(value: str) -> str | None:
    """What stands before the path in every link, or nothing."""
    remedy = "write an address such as https://games.example.org, without a path"
    if not value.isascii():  # It stands in headers of letters, which know no other signs.
        return "write the address with its plain name, such as https://xn--bcher-kva.example"
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 (reading it checks it)
    except ValueError:
        return remedy
    wanted = f"{parts.scheme}://{parts.netloc}"
    good = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    return None if not value or (good and value == wanted) else remedy


def path_start(value: str) -> str | None:
    """A path that begins with a slash and does not end with one, or nothing."""
    parts = value.split("/")[1:]
    good = value.startswith("/") and all(parts) and not set(value) & set("?#% \\")
    good = good and value.isascii() and value.isprintable()
    return None if not value or good else "write a path such as /games, without a slash at its end"


def setting(default: V, sentence: str, check: Check) -> V:
    """Declare a setting: its default, what it is for, and what is good."""
    declared: V = field(default=default, metadata={"sentence": sentence, "check": check})
    return declared


@dataclass(frozen=True, kw_only=True)
class Config:
    """All settings of one server."""

    instance: Path
    database: str = setting(
        "games.db",
        "Where the games are: a SQLite file (a relative name is inside the instance folder) or "
        "postgresql://name:password@host/database.",
        some_text,
    )
    base_url: str = setting(
        "",
        "What links in letters begin with, such as https://games.example.org; made from host "
        "and port if it is left out.",
        origin,
    )
    host: str = setting("127.0.0.1", "The address the server listens on.", some_text)
    port: int = setting(8000, "The port the server listens on.", between(1, 65535))
    path_prefix: str = setting(
        "", "The path the site lives under behind a proxy, such as /games.", path_start
    )
    trusted_proxies: int = setting(
        0,
        "How many proxies before the server are yours; their X-Forwarded headers are believed.",
        between(0, 10),
    )
    zone: str = setting("UTC", "The time zone of people who have not chosen one.", time_zone)
    language: str = setting(
        "en", "The language of people who have not chosen one (en, fr, de).", one_of(*LANGUAGES)
    )
    tick_seconds: float = setting(
        2.0, "How often the worker looks for what is due, in seconds.", between(0.1, 60)
    )
    bot_pace_seconds: float = setting(
        2.0, "How long a bot thinks before it answers, in seconds.", between(0, 86400)
    )
    settle_seconds: float = setting(
        60.0,
        "How long a letter waits for more news before it is sent, in seconds.",
        between(0, 3600),
    )
    smtp_host: str = setting(
        "",
        "The mail server that takes our letters, such as mail.example.org; if it is left out, "
        "letters stay here and are read at /mailbox.",
        any_text,
    )
    smtp_port: int = setting(587, "The port of that mail server.", between(1, 65535))
    smtp_security: str = setting(
        "starttls",
        "How the way to it is kept private (starttls, tls, none).",
        one_of("starttls", "tls", "none"),
    )
    smtp_user: str = setting("", "The name to log in with there, if it wants one.", any_text)
    smtp_password: str = setting("", "The password for that name.", any_text)
    mail_from: str = setting(
        "", "The address our letters come from, such as games@example.org.", mail_address
    )
    mail_name: str = setting("pbem", "The name our letters come from.", some_text)
    reply_address: str = setting(
        "",
        "Where replies go, with * for a letter's token: games+*@example.org or *@play.example.org; "
        "if it is left out, letters ask to answer on the web.",
        reply_pattern,
    )
    imap_host: str = setting(
        "",
        "The mail server on which replies arrive, such as mail.example.org; if it is left out, no "
        "mailbox is looked into.",
        any_text,
    )
    imap_port: int = setting(993, "The port of that mail server.", between(1, 65535))
    imap_security: str = setting(
        "tls",
        "How the way to it is kept private (starttls, tls, none).",
        one_of("starttls", "tls", "none"),
    )
    imap_user: str = setting("", "The name to log in with there.", any_text)
    imap_password: str = setting("", "The password for that name.", any_text)
    imap_folder: str = setting("INBOX", "The folder in which replies arrive.", some_text)
    lmtp_host: str = setting(
        "127.0.0.1", "The address on which a mail server hands replies over by LMTP.", some_text
    )
    lmtp_port: int = setting(0, "The port for that; 0 if nobody does.", between(0, 65535))
    webhook_secret: str = setting(
        "",
        "The secret with which a mail service hands replies over to /mail/in; if it is left out, "
        "that address does not exist.",
        any_text,
    )
    letters_kept_days: int = setting(
        90,
        "After so many days the text of a letter that was sent is thrown away.",
        between(1, 3650),
    )
    log_level: str = setting(
        "INFO", "How much is logged (DEBUG, INFO, WARNING, ERROR).", one_of(*LOG_LEVELS)
    )

    @property
    def database_url(self) -> str:
        """The database, with a relative file name put into the instance folder."""
        if "://" in self.database:
            return self.database
        return str(self.instance / Path(self.database).expanduser())

    @property
    def sends_mail(self) -> bool:
        """Whether letters leave this machine; otherwise they are caught and read at /mailbox."""
        return bool(self.smtp_host)

    @property
    def sender(self) -> str:
        """The address our letters come from."""
        return self.mail_from or "games@localhost.invalid"

    @property
    def replies_to(self) -> str:
        """Where replies go, with a star for the token; nothing if nobody reads them."""
        local, _at, domain = self.sender.rpartition("@")
        return self.reply_address or ("" if self.sends_mail else f"{local}+*@{domain}")

    @property
    def site(self) -> str:
        """What every link begins with: scheme, host, port and path prefix, no slash at the end."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        host = {"0.0.0.0": "localhost", "[::]": "localhost"}.get(host, host)
        return (self.base_url or f"http://{host}:{self.port}") + self.path_prefix


_SETTINGS = {f.name: f for f in fields(Config) if f.default is not MISSING}
_KINDS: dict[type[Any], str] = {
    str: "write text between quotes",
    int: "write a whole number",
    float: "write a number",
}


def read(environ: Mapping[str, str] | None = None, cwd: Path | None = None) -> Config:
    """The configuration of this process; ConfigError lists everything that is wrong."""
    environ = os.environ if environ is None else environ
    instance = instance_folder(environ, Path.cwd() if cwd is None else cwd)
    mistakes: list[str] = []
    values: dict[str, Any] = {}
    path = instance / FILE
    for name, raw in _from_file(path).items():
        _take(values, mistakes, name, raw, f"{name} in {path}", _typed)
    for variable, text in sorted(environ.items()):
        if variable.startswith(PREFIX) and variable != f"{PREFIX}INSTANCE":
            name = variable.removeprefix(PREFIX).lower()
            _take(values, mistakes, name, text, f"the environment variable {variable}", _parsed)
    if mistakes:
        raise ConfigError("\n".join(mistakes))
    if values.get("smtp_host") and not values.get("mail_from"):
        raise ConfigError(
            "smtp_host is set, but not mail_from. Write the address that our letters come from, "
            'such as mail_from = "games@example.org".'
        )
    return Config(instance=instance, **values)


def instance_folder(environ: Mapping[str, str], cwd: Path) -> Path:
    """PBEM_INSTANCE, or ./instance in a checkout of pbem, or a folder of this user."""
    chosen = environ.get(f"{PREFIX}INSTANCE", "")
    if chosen:
        return (cwd / Path(chosen).expanduser()).absolute()
    if (cwd / "pyproject.toml").is_file() and (cwd / "pbem" / "__init__.py").is_file():
        return (cwd / "instance").absolute()
    home = Path(environ.get("HOME") or Path.home())
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "pbem"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "pbem"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "pbem"


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


def describe() -> str:
    """Every setting with its default and meaning, as a Markdown table for the documentation."""
    lines = [
        "| in config.toml | in the environment | default | meaning |",
        "|---|---|---|---|",
    ]
    for name, declared in _SETTINGS.items():
        default = f'"{declared.default}"' if isinstance(declared.default, str) else declared.default
        meaning = declared.metadata["sentence"]
        lines.append(f"| `{name}` | `{PREFIX}{name.upper()}` | `{default}` | {meaning} |")
    return "\n".join(lines) + "\n"


def _from_file(path: Path) -> dict[str, Any]:
    """The settings in the file; no file, no settings."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path} is not valid TOML: {error}. Write each setting on a line of its own, "
            'such as port = 8080 or host = "127.0.0.1".'
        ) from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}. Check its mode.") from error


def _take(
    values: dict[str, Any],
    mistakes: list[str],
    name: str,
    raw: Any,
    where: str,
    convert: Callable[[type[Any], Any], Value | None],
) -> None:
    """Put one setting into `values`, or a sentence into `mistakes`."""
    declared = _SETTINGS.get(name)
    if declared is None:
        near = difflib.get_close_matches(name, _SETTINGS, n=1)
        known = f"{PREFIX}{near[0].upper()}" if near and convert is _parsed else "".join(near)
        remedy = f"Did you mean {known}?" if near else f"There are: {', '.join(_SETTINGS)}."
        mistakes.append(f"There is no setting for {where}. {remedy}")
        return
    kind = type(declared.default)
    value = convert(kind, raw)
    remedy = _KINDS[kind] if value is None else declared.metadata["check"](value)
    if remedy is None:
        values[name] = value
    else:
        shown = "" if name in SECRET else f" ({raw!r})"
        mistakes.append(f"The value of {where}{shown} is wrong: {remedy}.")


def _typed(kind: type[Any], raw: Any) -> Value | None:
    """A value of the file, which has types; a whole number will do for any number."""
    if kind is float and type(raw) is int:
        return float(raw)
    return raw if type(raw) is kind else None


def _parsed(kind: type[Any], raw: str) -> Value | None:
    """A value of the environment, which is always text."""
    try:
        value: Value = kind(raw.strip())
    except ValueError:
        return None
    return value
