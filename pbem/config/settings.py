"""Every setting, declared once: its default, what it is for, and what is good."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TypeVar

from pbem.config.checks import (
    Check,
    any_text,
    between,
    mail_address,
    one_of,
    origin,
    path_start,
    reply_pattern,
    some_text,
    time_zone,
)

PREFIX = "PBEM_"
SECRET = ("database", "smtp_password", "imap_password", "webhook_secret")
"""Settings whose value is never shown."""
LANGUAGES = ("en", "fr", "de")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

V = TypeVar("V", str, int, float)


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
        name = self.database.strip().removeprefix("sqlite:///")
        if "://" in name or name in {"", ":memory:"}:
            return self.database
        return str(self.instance / Path(name).expanduser())

    @property
    def sends_mail(self) -> bool:
        """Whether letters leave this machine; otherwise they are caught and read at /mailbox."""
        return bool(self.smtp_host)

    @property
    def has_mailbox(self) -> bool:
        """Whether caught letters can be read: on this machine itself, which no proxy is before."""
        return not (self.sends_mail or self.base_url or self.trusted_proxies)

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


SETTINGS = {f.name: f for f in fields(Config) if f.default is not MISSING}


def describe() -> str:
    """Every setting with its default and meaning, as a Markdown table for the documentation."""
    lines = [
        "| in config.toml | in the environment | default | meaning |",
        "|---|---|---|---|",
    ]
    for name, declared in SETTINGS.items():
        default = f'"{declared.default}"' if isinstance(declared.default, str) else declared.default
        meaning = declared.metadata["sentence"]
        lines.append(f"| `{name}` | `{PREFIX}{name.upper()}` | `{default}` | {meaning} |")
    return "\n".join(lines) + "\n"
