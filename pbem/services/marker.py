"""The line that every letter carries above what a client may quote.

Whatever stands below it is ours, never an order: this holds in every language, in text and in
HTML, however a client quotes it. So the mark itself is never translated; the sentence after it is.
"""

from __future__ import annotations

from pbem.engine import Text, _

MARK = "~~ pbem ~~"
"""Reading a reply stops at the first line with these characters."""


def line() -> Text:
    """The line as a letter prints it, as the first of its text part and of its HTML part."""
    return _("%(mark)s Write your answer above this line.", mark=MARK)
