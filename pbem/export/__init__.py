"""A finished game as a file that anybody can check.

An export is text, one JSON object per line, each saying in `line` what it is:

1. `start`: `format` (1), then what the game began with: `game`, `seats`, `rules` (the version of
   the rules), `package` (the version of pbem), `options`, `pack` (the card pack, whole),
   `commitment` (the hash of the server's secret, published when the game opened) and `phrases`
   (the hashes of what the players added to the seed).
2. `entry`, once for every entry of the log in order: `seq` (1, 2, 3, …), `kind`, and where there
   are such `seat`, `key` (the prompt or the act), `value` (the answer), `at`, `source`; then
   `events`, what came of it. Entries that a rewind undid stay where they were.
3. `state`, if wanted, behind the entry that reached a milestone: `entry`, `milestone`, `epoch`
   (how often the game had been rewound), `digest` and `body` (the whole state as plain data).
4. `end`: `digests` (by entry), `nonces` (by entry, then by the key of the sealed prompt),
   `outcome`, `secret` (in hex) and `checksum` (SHA-256 of all the lines before this one, each
   with its line feed). A log cut short by a defect has `broken`, the entry it broke at.

`verify` needs nothing but the file and this package. It plays the whole log again, undone
branches too, and compares the commitment, every event, state, digest and nonce, and the outcome.
So a die, a shuffle or a sealed answer that was not what the secret and the answers lead to is
found. What it cannot know: whether the commitment is the one you were told when the game opened
(compare it), and the times of day, which the rules never see. The checksum is against accidents,
not against forgers.
"""

from .lines import MOST_BYTES, BadExport, End, Export, Line, StateLine, read, read_lines
from .verifying import Difference, Report, verify
from .writing import NotOver, write, write_log

__all__ = [
    "MOST_BYTES",
    "BadExport",
    "Difference",
    "End",
    "Export",
    "Line",
    "NotOver",
    "Report",
    "StateLine",
    "read",
    "read_lines",
    "verify",
    "write",
    "write_log",
]
