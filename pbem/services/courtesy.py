"""What people write around their orders, as a friend at the table would hear it.

A number may come as '#2', '2)' or 'option 2', a yes with a please; a mail begins with 'Hi' and
ends with a name. Nothing here is an order: what is left is read as strictly as ever.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pbem.engine import plain, spellings, without_pictures
from pbem.services.parts import ACCEPT, DECLINE, NO, YES, Part

MOST_PIECES = 12

_NUMBER = re.compile(
    r"(?:(?:hi|hello|hey|hallo|bonjour|salut)\s+)?[(\[#]*\s*"
    r"(?:(?:(?:no|nr|num)\.|n\s*[°º]|№|(?:option|choice|choose|number|nummer|num[eé]ro|nr|choix"
    r"|wahl|auswahl)\b[.:]?)\s*)?[(\[#]*\s*(\d{1,4})\s*[)\].:]*",
    re.I,
)
_KEYCAP = str.maketrans(dict.fromkeys("\ufe0e\ufe0f\u20e3", ""))
_WRAPPED = re.compile(r"([*_'`’‘]+)(.+?)([*_'`’‘]+)")
_BULLET = re.compile(r"[•·*▪‣●]\s*(?=\S)")
_WISHED = r"please|pls|plz|bitte|s'il (?:vous|te) pla[iî]t|svp|stp"
_PLEASE = (
    rf"{_WISHED}|thanks|thank you|thx|bitte (?:schon|sehr)|danke(?: schon| sehr)?"
    r"|merci(?: beaucoup)?|sorry|désolée?|desolee?|leider"
)
_AROUND = re.compile(
    rf"(?:(?:{_WISHED}|and|then|und|dann|et|puis)\s+)?(?P<order>.+?)(?:\s+(?:{_PLEASE}))?[\s.!]*",
    re.I,
)
"""Not thanks before it, nor a greeting: what follows these may be somebody's name."""
_POLITE = re.compile(rf"({_PLEASE})( ({_PLEASE}))?")
_GREETING = re.compile(
    r"(hi|hello|hey|hiya|ahoy|dear|greetings|good (morning|afternoon|evening|day)|hallo|moin|servus"
    r"|guten (tag|morgen|abend)|gr(u|ue)ss (gott|dich|euch)|liebe[rs]?|sehr geehrte[rs]?|bonjour"
    r"|bonsoir|salut|coucou|chere?s?|thanks|thank you|danke|merci)( [^\d]{1,40})?"
)
_CLOSING = re.compile(
    r"(many thanks|thanks( a lot| again)?|thank you|thx|cheers|best|regards|all the best|sincerely"
    r"|(best|kind|warm|kindest|warmest) (regards|wishes)|yours( truly| sincerely)?|bye|take care"
    r"|see you( soon)?|have fun|good luck|merci( beaucoup| d'avance)?|(bien )?cordialement"
    r"|bien a (vous|toi)|amicalement|amities|bises|bisous|a bientot|a plus|salutations"
    r"|(meilleures|sinceres) salutations|bonne (journee|soiree|partie|chance)|au revoir"
    r"|danke( schon| sehr)?|(vielen|besten|herzlichen) dank|lg|vg|mfg|gr(u|ue)sse?|gr(u|ue)ssle"
    r"|(viele|liebe|beste|herzliche|freundliche|schone|schoene) gr(u|ue)sse"
    r"|mit (freundlichen|besten|lieben|herzlichen) gr(u|ue)ssen|bis (bald|dann|morgen)"
    r"|tsch(u|ue)ss|ciao|viel (spass|gl(u|ue)ck|erfolg))( [^\d]{1,40})?"
)
_JOINED = re.compile(r"\s+(?:and|then|und|dann|et|puis|&|\+)\s+|[.!]\s+", re.I)
_NUMBERS = re.compile(r"\d{1,3}(?:(?:\s*[/+&]\s*|\s+)\d{1,3})+")

AGREED = frozenset({
    "ok", "okay", "okey", "sure", "yep", "yeah", "yup", "aye", "of course", "gladly", "yes sure",
    "with pleasure", "i'm in", "im in", "i am in", "count me in", "ouais", "d'accord", "bien sur",
    "volontiers", "avec plaisir", "je suis partant", "je suis partante", "j'accepte", "j'en suis",
    "oui volontiers", "oui bien sur", "gern", "gerne", "klar", "na klar", "naturlich", "jawohl",
    "natuerlich", "einverstanden", "jep", "ich bin dabei", "bin dabei", "ja gern", "ja gerne",
    "ja klar", "i accept", "i'd love to", "i would love to", "ich nehme an", "ich mache mit",
})  # fmt: skip
DENIED = frozenset({
    "nope", "nah", "no way", "not this time", "i'm out", "count me out", "pas question", "sans moi",
    "je refuse", "je decline", "i decline", "ich lehne ab", "ich sage ab", "lieber nicht", "nee",
    "leider nicht", "ohne mich", "diesmal nicht",
})  # fmt: skip
"""Ways to say yes or no that answer only what is asked."""


def lean(part: Part) -> Part:
    """The same order without what stands around it."""
    text = part.text
    for _layer in range(3):
        number = _number(text)
        if number:
            return Part(number, part.line)
        text = without_pictures(text).strip()
        wrapped = _WRAPPED.fullmatch(text)
        text = wrapped[2].strip() if wrapped else _BULLET.sub("", text, count=1)
        around = _AROUND.fullmatch(text)
        text = around["order"].strip() if around else text
    return Part(text, part.line)


def _number(text: str) -> str:
    """The number that somebody wrote in their own way; empty if it is none."""
    digits = "".join(unicodedata.normalize("NFKC", c) if c.isdigit() else c for c in text)
    found = _NUMBER.fullmatch(digits.translate(_KEYCAP).strip())
    return str(int(found[1])) if found else ""


def pieces(part: Part) -> list[Part]:
    """The orders that stand in one without commas between; none if there is only one."""
    if _NUMBERS.fullmatch(part.text.strip(" .!")):
        found = re.findall(r"\d+", part.text)
    else:
        found = [piece for piece in _JOINED.split(part.text) if piece.strip()]
    if not 1 < len(found) <= MOST_PIECES:
        return []
    return [lean(Part(piece.strip(), part.line)) for piece in found]


def agrees(parts: Sequence[Part], *names: str) -> bool | None:
    """Whether a whole mail says yes or no; None if it says both, or more than that."""
    said: set[bool] = set()
    for part in (one for whole in parts for one in _sentences(whole)):
        if said and (closes(part) or any(signs(part, name) for name in names)):
            break
        if is_polite(part) or (not said and greets(part)):
            continue
        typed = lean(part).folded
        if typed in {*YES, *ACCEPT, *AGREED}:
            said.add(True)
        elif typed in {*NO, *DECLINE, *DENIED}:
            said.add(False)
        else:
            return None
    return said.pop() if len(said) == 1 else None


def _sentences(part: Part) -> list[Part]:
    return [Part(one, part.line) for one in re.split(r"[.!]+\s+", part.text) if one.strip()]


def is_polite(part: Part) -> bool:
    """Is this a please or a picture, and nothing else?"""
    said = _words(part)
    return not said or _POLITE.fullmatch(said) is not None


def greets(part: Part) -> bool:
    """Does a mail begin so?"""
    return _GREETING.fullmatch(_words(part)) is not None


def closes(part: Part) -> bool:
    """Does a mail end so? Below stands who wrote it."""
    return _CLOSING.fullmatch(_words(part)) is not None


def _words(part: Part) -> str:
    return plain(without_pictures(part.text))


def signs(part: Part, name: str) -> bool:
    """Is this the writer's own name, or the first of their names?"""
    typed = plain(without_pictures(part.text).lstrip("-–—~/* "))
    return len(typed) > 1 and any(f"{whole} ".startswith(f"{typed} ") for whole in spellings(name))
