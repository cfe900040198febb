"""The configuration: every setting declared once, read once, refused with a sentence.

The instance folder holds everything a server keeps: the configuration, the database, the secret
key, the boards.
"""

from pbem.config.key import KEY_FILE, secret_key
from pbem.config.reading import FILE, ConfigError, instance_folder, read
from pbem.config.settings import Config, describe

__all__ = [
    "FILE",
    "KEY_FILE",
    "Config",
    "ConfigError",
    "describe",
    "instance_folder",
    "read",
    "secret_key",
]
