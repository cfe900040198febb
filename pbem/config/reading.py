"""The configuration as it is found: in `config.toml` of the instance folder and in the environment
(`PBEM_PORT=8080`), which wins. What is wrong is refused with a sentence."""

from __future__ import annotations

import difflib
import os
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pbem.config.settings import PREFIX, SECRET, SETTINGS, Config

FILE = "config.toml"

Value = str | int | float
_KINDS: dict[type[Any], str] = {
    str: "write text between quotes",
    int: "write a whole number",
    float: "write a number",
}


class ConfigError(Exception):
    """A setting is wrong; `str()` says what to write and where, one line for each mistake."""


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
    declared = SETTINGS.get(name)
    if isinstance(raw, dict):
        mistakes.append(
            f"{where} is a [section]. Write each setting on a line of its own, and none above them."
        )
        return
    if declared is None:
        near = difflib.get_close_matches(name, SETTINGS, n=1)
        known = f"{PREFIX}{near[0].upper()}" if near and convert is _parsed else "".join(near)
        remedy = f"Did you mean {known}?" if near else f"There are: {', '.join(SETTINGS)}."
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
