"""The configuration: defaults, where settings come from, and what is refused with a sentence."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from pbem.config import Config, ConfigError, describe, instance_folder, read, secret_key


def settings(tmp_path: Path, toml: str = "", **environ: str) -> Config:
    """Read a configuration from this text and these variables."""
    if toml:
        (tmp_path / "config.toml").write_text(toml, encoding="utf-8")
    return read({"PBEM_INSTANCE": str(tmp_path), **environ}, tmp_path)


def refusal(tmp_path: Path, toml: str = "", **environ: str) -> str:
    """The sentence with which such a configuration is refused."""
    with pytest.raises(ConfigError) as caught:
        settings(tmp_path, toml, **environ)
    return str(caught.value)


def test_defaults_need_nothing(tmp_path: Path) -> None:
    config = settings(tmp_path)
    assert config == Config(instance=tmp_path)
    assert config.database_url == str(tmp_path / "games.db")
    assert config.site == "http://127.0.0.1:8000"


def test_every_default_passes_its_own_check() -> None:
    for declared in dataclasses.fields(Config):
        if declared.name not in {"instance"}:
            assert declared.metadata["check"](declared.default) is None, declared.name


def test_file_then_environment_which_wins(tmp_path: Path) -> None:
    toml = 'port = 8001\nzone = "Europe/Berlin"\ntick_seconds = 1\n'
    config = settings(tmp_path, toml, PBEM_PORT="8002", PBEM_BOT_PACE_SECONDS="0.5")
    assert (config.port, config.zone) == (8002, "Europe/Berlin")
    assert (config.tick_seconds, config.bot_pace_seconds) == (1.0, 0.5)
    assert isinstance(config.tick_seconds, float)


def test_site_joins_base_and_prefix(tmp_path: Path) -> None:
    config = settings(tmp_path, PBEM_BASE_URL="https://g.example:8443", PBEM_PATH_PREFIX="/a/b")
    assert config.site == "https://g.example:8443/a/b"
    assert settings(tmp_path, PBEM_HOST="::1").site == "http://[::1]:8000"
    assert settings(tmp_path, PBEM_HOST="0.0.0.0").site == "http://localhost:8000"


def test_database_address_or_file(tmp_path: Path) -> None:
    url = "postgresql://me:secret@host/games"
    assert settings(tmp_path, PBEM_DATABASE=url).database_url == url
    absolute = str(tmp_path.parent / "other.db")
    assert settings(tmp_path, PBEM_DATABASE=absolute).database_url == absolute
    assert settings(tmp_path, PBEM_DATABASE=f"sqlite:///{absolute}").database_url == absolute
    inside = settings(tmp_path, PBEM_DATABASE="sqlite:///games.db")
    assert inside.database_url == str(tmp_path / "games.db"), "wherever the command was given"


@pytest.mark.parametrize(
    ("name", "value", "remedy"),
    [
        ("PORT", "eighty", "write a whole number"),
        ("PORT", "0", "write a number from 1 to 65535"),
        ("PORT", "80.5", "write a whole number"),
        ("TICK_SECONDS", "nan", "write a number from 0.1 to 60"),
        ("TICK_SECONDS", "soon", "write a number"),
        ("SETTLE_SECONDS", "-1", "write a number from 0 to 3600"),
        ("TRUSTED_PROXIES", "11", "write a number from 0 to 10"),
        ("ZONE", "Mars/Olympus", "write a time zone such as Europe/Paris"),
        ("ZONE", "../etc/passwd", "write a time zone such as Europe/Paris"),
        ("ZONE", "", "write a time zone such as Europe/Paris"),
        ("LANGUAGE", "tlh", "write one of en, fr, de"),
        ("LOG_LEVEL", "loud", "write one of DEBUG, INFO, WARNING, ERROR"),
        ("DATABASE", " ", "write something"),
        ("HOST", "", "write something"),
        ("BASE_URL", "games.example.org", "write an address such as https://"),
        ("BASE_URL", "https://games.example.org/", "without a path"),
        ("BASE_URL", "https://games.example.org/a", "without a path"),
        ("BASE_URL", "https://me@games.example.org", "write an address"),
        ("BASE_URL", "ftp://games.example.org", "write an address"),
        ("BASE_URL", "https://", "write an address"),
        ("BASE_URL", "https://host:99999", "write an address"),
        ("BASE_URL", "https://[::1", "write an address"),
        ("BASE_URL", "https://bücher.example", "such as https://xn--bcher-kva.example"),
        ("PATH_PREFIX", "/bücher", "write a path such as /games"),
        ("PATH_PREFIX", "games", "write a path such as /games"),
        ("PATH_PREFIX", "/games/", "without a slash at its end"),
        ("PATH_PREFIX", "/a//b", "write a path such as /games"),
        ("PATH_PREFIX", "/a?b", "write a path such as /games"),
        ("MAIL_FROM", "Games <games@example.org>", "write an address such as games@example.org"),
        ("MAIL_FROM", "games", "write an address"),
        ("MAIL_FROM", "games@example.org\nBcc: x@y", "write an address"),
        ("REPLY_ADDRESS", "games@example.org", "with a star for the token"),
        ("REPLY_ADDRESS", "games@*.org", "with a star for the token"),
        ("REPLY_ADDRESS", "*+*@example.org", "with a star for the token"),
        ("SMTP_SECURITY", "maybe", "write one of starttls, tls, none"),
    ],
)
def test_wrong_value_says_what_to_write(tmp_path: Path, name: str, value: str, remedy: str) -> None:
    said = refusal(tmp_path, **{f"PBEM_{name}": value})
    assert f"PBEM_{name}" in said
    assert remedy in said


@pytest.mark.parametrize("line", ['port = "8000"', "port = true", "host = 1", "zone = []"])
def test_wrong_type_in_file_names_setting_and_file(tmp_path: Path, line: str) -> None:
    said = refusal(tmp_path, line)
    assert str(tmp_path / "config.toml") in said
    assert line.split(maxsplit=1)[0] in said
    assert "write" in said


def test_a_section_is_refused_for_what_it_is(tmp_path: Path) -> None:
    said = refusal(tmp_path, "[mail]\nsmtp_port = 587\n")
    assert "is a [section]. Write each setting on a line of its own" in said


def test_unknown_setting_suggests_the_near_one(tmp_path: Path) -> None:
    assert "Did you mean PBEM_DATABASE?" in refusal(tmp_path, PBEM_DATABSE="x.db")
    assert "Did you mean port?" in refusal(tmp_path, "prt = 1")
    assert "There are: database" in refusal(tmp_path, "colour = 1")


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    said = refusal(tmp_path, "port = 0\n", PBEM_LANGUAGE="xx")
    assert len(said.splitlines()) == 2


def test_a_wrong_database_is_not_shown_with_its_password(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'database = ["postgresql://me:hunter2@host/games"]')
    assert "hunter2" not in said


def test_a_wrong_mail_password_is_not_shown(tmp_path: Path) -> None:
    assert "hunter2" not in refusal(tmp_path, 'smtp_password = ["hunter2"]')


def test_letters_are_caught_unless_there_is_a_mail_server(tmp_path: Path) -> None:
    config = settings(tmp_path)
    assert not config.sends_mail
    assert config.replies_to == "games+*@localhost.invalid"
    sending = {"PBEM_SMTP_HOST": "mail.example.org", "PBEM_MAIL_FROM": "games@example.org"}
    config = settings(tmp_path, **sending)
    assert config.sends_mail
    assert (config.sender, config.replies_to) == ("games@example.org", "")
    config = settings(tmp_path, **sending, PBEM_REPLY_ADDRESS="*@play.example.org")
    assert config.replies_to == "*@play.example.org"


def test_a_mail_server_without_a_sender_is_refused(tmp_path: Path) -> None:
    assert "mail_from" in refusal(tmp_path, PBEM_SMTP_HOST="mail.example.org")


def test_broken_file_is_refused_with_its_line(tmp_path: Path) -> None:
    said = refusal(tmp_path, "port = \n")
    assert "line 1" in said
    (tmp_path / "config.toml").write_bytes(b"host = '\xff'")
    assert "not valid TOML" in refusal(tmp_path)


def test_config_is_frozen(tmp_path: Path) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings(tmp_path).port = 1  # type: ignore[misc]


def test_describe_names_every_setting_once() -> None:
    table = describe()
    for declared in dataclasses.fields(Config):
        if declared.name != "instance":
            assert table.count(f"| `{declared.name}` |") == 1
            assert f"`PBEM_{declared.name.upper()}`" in table
            assert declared.metadata["sentence"].endswith(".")


def test_instance_folder_is_chosen_checkout_or_own(tmp_path: Path) -> None:
    chosen = instance_folder({"PBEM_INSTANCE": "here"}, tmp_path)
    assert chosen == tmp_path / "here"
    home = {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path / "kept")}
    elsewhere = instance_folder(home, tmp_path)
    assert elsewhere == tmp_path / "kept" / "pbem"
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "pbem").mkdir()
    assert instance_folder(home, tmp_path) == elsewhere
    (tmp_path / "pbem" / "__init__.py").touch()
    assert instance_folder(home, tmp_path) == tmp_path / "instance"


def test_secret_key_is_made_once_for_the_owner_only(tmp_path: Path) -> None:
    instance = tmp_path / "deep" / "instance"
    key = secret_key(instance, "links")
    assert len(key) == 32
    assert secret_key(instance, "links") == key
    assert secret_key(instance, "sessions") != key
    assert stat.S_IMODE((instance / "secret.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(instance.stat().st_mode) == 0o700
    assert os.listdir(instance) == ["secret.key"]
    assert secret_key(tmp_path / "other", "links") != key


def _links_key(instance: Path) -> bytes:
    return secret_key(instance, "links")


def test_many_processes_start_at_once_with_one_key(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        for attempt in range(20):
            keys = pool.map(_links_key, [tmp_path / str(attempt)] * 8, chunksize=1)
            assert len(set(keys)) == 1


def test_damaged_or_open_secret_is_refused(tmp_path: Path) -> None:
    secret_key(tmp_path, "links")
    path = tmp_path / "secret.key"
    path.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod 600"):
        secret_key(tmp_path, "links")
    path.chmod(0o600)
    for broken in ("", "00" * 31, "not hex", "é"):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(ConfigError, match="is damaged"):
            secret_key(tmp_path, "links")
