"""ML-7.2: moves and programs as people type them, each in their own language.

The log keeps English words (`buy factory`). Letters and pages show, and everybody may type, the
reader's own (`kaufe Fabrik`); English is understood from all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pbem.engine import Text, Tongue, _
from pbem.engine.words import plain

from .names import MODULES, PLANETS, module_name
from .state import Metallum

WORDS: dict[str, Text] = {
    "right": _("right"),
    "left": _("left"),
    "move": _("move"),
    "deploy": _("deploy"),
    "power": _("power"),
    "robot": _("robot"),
    "deep": _("deep"),
    "mark": _("mark"),
    "rich": _("rich"),
    "poor": _("poor"),
    "none": _("none"),
    "buy": _("buy"),
    "transport": _("transport"),
    "extra": _("extra"),
    "more": _("more"),
    "play": _("play"),
    "look": _("look"),
    "anyway": _("anyway"),
    "from": _("from"),
    "planet": _("planet"),
}
"""One word each, in every language; a test holds translators to it."""
THEN = _("then")
"""What people write between moves beside commas."""
FILLERS = _("to on and use the at step steps robots")
"""Words that people write and that mean nothing here: as many as the language has."""
SHORTEST = 4
"""So many letters the beginning of a module's name must have to stand for it."""
ALIKE = 5
"""Words that begin alike so far are one: 'kaufen' is 'kaufe', 'déploie' is 'déployer'."""


def typed(move: str) -> Text:
    """A move as its reader would type it."""
    facts = {f"word{n}": _word(word) for n, word in enumerate(move.split())}
    return Text(" ".join(f"%({name})s" for name in facts), facts)


def token_word(token: str) -> Text:
    """A subroutine as it is typed: 'move 2'."""
    return typed(token.replace("-", " "))


def _word(word: str) -> Text | str:
    if word in MODULES or "-" in word:
        return module_name(word)
    return WORDS.get(word, word)


def english(s: Metallum, text: str, tongue: Tongue) -> str:
    """What somebody has typed, with the words that the log keeps."""
    words, known, names = _telling(text, tongue), vocabulary(tongue), _names(s, tongue)
    for at in range(len(words)):
        for end in range(len(words), at, -1):
            said = " ".join(words[at:end])
            module = names.get(said) or ("" if said in known else _begun(said, names))
            if module:
                words[at:end] = [module]
                break
    return " ".join(word if word in s.pack.modules else _meant(word, known) for word in words)


def _names(s: Metallum, tongue: Tongue) -> dict[str, str]:
    """The modules by what they are called, in the reader's language and in English."""
    said = [(t.say(module_name(m)), m) for t in tongue.and_plain() for m in s.pack.modules]
    return {" ".join(_telling(name, tongue)): module for name, module in [*said, *_ids(s)]}


def _ids(s: Metallum) -> Iterator[tuple[str, str]]:
    for module in s.pack.modules:
        yield module, module
        yield module.replace("-", " "), module


def _telling(text: str, tongue: Tongue) -> list[str]:
    """The words of a text that mean something."""
    idle = set(plain(tongue.say(FILLERS)).split())
    return [word for word in plain(text).split() if word not in idle]


def _begun(said: str, names: Mapping[str, str]) -> str:
    """The only module with a name that begins so."""
    if len(said) < SHORTEST or said in WORDS or said in PLANETS:
        return ""
    found = {module for name, module in names.items() if name.startswith(said)}
    return found.pop() if len(found) == 1 else ""


def vocabulary(tongue: Tongue) -> dict[str, str]:
    """By each word of a language, the one that the log keeps."""
    return {plain(tongue.say(theirs)): word for word, theirs in WORDS.items()}


def _meant(word: str, known: Mapping[str, str]) -> str:
    if word in known or word in WORDS:
        return known.get(word, word)
    near = {ours for theirs, ours in known.items() if _alike(word, theirs)}
    return near.pop() if len(near) == 1 else word


def _alike(one: str, other: str) -> bool:
    shorter, longer = sorted((len(one), len(other)))
    common = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), shorter)
    begun = common == shorter >= SHORTEST
    return (begun or common >= ALIKE) and longer - common <= 3


def parted(text: str, tongue: Tongue) -> str:
    """A list of moves with nothing but commas between them."""
    words = "|".join(re.escape(t.say(THEN)) for t in tongue.and_plain())
    return re.sub(rf"[;\n]|\b(?:{words})\b", ",", text, flags=re.IGNORECASE)
