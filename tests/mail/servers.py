"""Real mail servers for tests: Debian's Postfix and Dovecot, with configurations written here.

Both run on free ports of this machine, keep everything in one temporary folder, and are gone
afterwards. Postfix takes every mail; Dovecot keeps the players' mailboxes and their vacation
scripts; replies to the games' own domain go to the games by LMTP.
"""

from __future__ import annotations

import imaplib
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pbem.bench.wire import free_port

PLAYERS, GAMES = "players.test", "play.test"
PASSWORD = "sesame"
MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 1 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
MAIN = """
compatibility_level = 3.6
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
queue_directory = {home}/queue
data_directory = {home}/state
maillog_file = {home}/postfix.log
maillog_file_prefixes = {home}
myhostname = mx.{players}
mydestination =
local_recipient_maps =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
relay_domains = {players}, {games}
transport_maps = inline:{{
  {{ {players} = lmtp:inet:127.0.0.1:{dovecot} }},
  {{ {games} = lmtp:inet:127.0.0.1:{lmtp} }} }}
smtp_host_lookup = native
disable_dns_lookups = yes
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
"""
DOVECOT = """
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {home}/run
state_dir = {home}/run
instance_name = pbem-{imap}
log_path = {home}/dovecot.log
ssl = no
disable_plaintext_auth = no
default_internal_user = dovecot
default_login_user = dovenull
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{home}/mail/%u
submission_host = 127.0.0.1:{smtp}
postmaster_address = postmaster@{players}
passdb {{
  driver = passwd-file
  args = {home}/users
}}
userdb {{
  driver = passwd-file
  args = {home}/users
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {dovecot}
  }}
}}
protocol lmtp {{
  mail_plugins = sieve
}}
plugin {{
  sieve = file:{home}/sieve/%u.sieve
}}
"""


@dataclass
class Servers:
    """Where everything is."""

    home: Path
    smtp: int
    imap: int
    dovecot: int
    lmtp: int
    """The port on which the games take replies."""
    lines: dict[str, imaplib.IMAP4] = field(default_factory=dict)

    def vacation(self, name: str, words: str) -> None:
        """Somebody goes on vacation."""
        script = f'require ["vacation"];\nvacation :days 1 "{words}";\n'
        path = self.home / "sieve" / f"{name}@{PLAYERS}.sieve"
        path.write_text(script, encoding="utf-8")
        _give(self.home / "sieve")

    def fetch(self, name: str) -> list[bytes]:
        """All mail that somebody has not read yet; their program stays logged in."""
        line = self.lines.get(name)
        if line is None:
            line = self.lines[name] = imaplib.IMAP4("127.0.0.1", self.imap, timeout=30)
            line.login(f"{name}@{PLAYERS}", PASSWORD)
            line.select("INBOX")
        line.noop()
        _status, found = line.uid("search", "UNSEEN")
        mails = []
        for uid in found[0].split():
            _status, parts = line.uid("fetch", uid.decode(), "(BODY[])")
            mails += [part[1] for part in parts if isinstance(part, tuple)]
        return mails

    def hang_up(self) -> None:
        """Everybody closes their mail program."""
        for line in self.lines.values():
            line.shutdown()

    def send(self, raw: bytes, sender: str, to: str) -> None:
        """Somebody's mail program hands a mail over."""
        with smtplib.SMTP("127.0.0.1", self.smtp, timeout=30) as line:
            line.sendmail(sender, [to], raw)

    def queued(self) -> int:
        """How many mails Postfix holds."""
        folders = ("active", "deferred", "incoming", "maildrop", "bounce", "defer")
        return sum(1 for folder in folders for path in (self.home / "queue" / folder).rglob("*")
                   if path.is_file())  # fmt: skip

    def logs(self) -> str:
        """What the servers say, for a test that fails."""
        paths = [path for path in self.home.glob("*.log") if path.exists()]
        return "\n".join(path.read_text(errors="replace")[-4000:] for path in paths)


def _give(folder: Path) -> None:
    """Let the owner of the mailboxes have a folder."""
    owner = pwd.getpwnam("mail")
    for path in (folder, *folder.rglob("*")):
        os.chown(path, owner.pw_uid, owner.pw_gid)


def wait_for(port: int, seconds: float = 30.0) -> None:
    give_up = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < give_up, f"nothing listens on port {port}"
            time.sleep(0.05)


@contextmanager
def running(*names: str) -> Iterator[Servers]:
    """Postfix and Dovecot, with a mailbox for each of these people."""
    home = Path(tempfile.mkdtemp(prefix="pbem-mta-", dir="/tmp"))
    home.chmod(0o755)
    servers = Servers(home, free_port(), free_port(), free_port(), free_port())
    facts = {"home": home, "smtp": servers.smtp, "imap": servers.imap, "players": PLAYERS,
             "dovecot": servers.dovecot, "lmtp": servers.lmtp, "games": GAMES}  # fmt: skip
    owner = pwd.getpwnam("mail")
    for name in ("etc", "queue", "state", "run", "mail", "sieve"):
        (home / name).mkdir()
    os.chown(home / "state", pwd.getpwnam("postfix").pw_uid, -1)
    _give(home / "mail")
    _give(home / "sieve")
    (home / "etc" / "main.cf").write_text(MAIN.format(**facts))
    (home / "etc" / "master.cf").write_text(MASTER.format(**facts))
    (home / "dovecot.conf").write_text(DOVECOT.format(**facts))
    people = [f"{name}@{PLAYERS}:{{PLAIN}}{PASSWORD}:{owner.pw_uid}:{owner.pw_gid}::{home}/mail::"
              for name in names]  # fmt: skip
    (home / "users").write_text("\n".join(people) + "\n")
    with (home / "dovecot.err.log").open("wb") as said:
        dovecot = subprocess.Popen(
            ["/usr/sbin/dovecot", "-F", "-c", str(home / "dovecot.conf")],
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
    try:
        _postfix(home, "start")
        for port in (servers.smtp, servers.imap, servers.dovecot):
            wait_for(port)
        yield servers
    finally:
        servers.hang_up()
        _postfix(home, "stop", check=False)
        dovecot.terminate()
        dovecot.wait(timeout=30)
        shutil.rmtree(home, ignore_errors=True)


def _postfix(home: Path, verb: str, *, check: bool = True) -> None:
    done = subprocess.run(
        ["/usr/sbin/postfix", "-c", str(home / "etc"), verb],
        check=False, capture_output=True, stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip
    assert not check or done.returncode == 0, done.stderr.decode(errors="replace")
