"""How mail programs quote: each shape makes a whole reply from what is new and what is quoted.

Written from what these programs are known to send; `new` is what a person typed.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage

from pbem.mail.hypertext import text_of


@dataclass(frozen=True)
class Quotable:
    """A letter as its reader has it."""

    text: str
    html: str
    address: str = "games+aaaabbbbccccddddeeeeffff@play.example.org"
    name: str = "pbem"
    subject: str = "Dudo: your turn"

    @property
    def who(self) -> str:
        return f"{self.name} <{self.address}>"

    @property
    def body(self) -> str:
        """What stands between the body tags."""
        found = re.search(r"<body[^>]*>(.*)</body>", self.html, re.S | re.I)
        return found[1] if found else self.html


Shape = Callable[[str, Quotable], EmailMessage]
SHAPES: dict[str, Shape] = {}


def shape(make: Shape) -> Shape:
    SHAPES[make.__name__] = make
    return make


def mail(text: str | None = None, page: str | None = None, **more: str) -> EmailMessage:
    """A reply with these parts."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = "Ann <ann@example.org>"
    message["Subject"] = "Re: Dudo: your turn"
    message["Message-ID"] = "<1@example.org>"
    if text is not None:
        message.set_content(text, cte=more.get("cte"), charset=more.get("charset", "utf-8"))
    if page is not None and text is not None:
        message.add_alternative(page, subtype="html")
    elif page is not None:
        message.set_content(page, subtype="html")
    return message


def quoted(text: str, mark: str = "> ") -> str:
    return "\n".join((mark + line).rstrip() for line in text.splitlines())


def typed(new: str) -> str:
    """As a rich editor stores typed lines."""
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in new.splitlines())


GMAIL = {
    "en": "On Wed, Nov 18, 2026 at 2:00 PM {who} wrote:",
    "fr": "Le mer. 18 nov. 2026 à 14:00, {who} a écrit :",
    "de": "Am Mi., 18. Nov. 2026 um 14:00 Uhr schrieb {who}:",
}


def _gmail(new: str, letter: Quotable, language: str) -> EmailMessage:
    said = GMAIL[language].format(who=letter.who)
    page = (
        f'<div dir="ltr">{typed(new)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(said)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0">{letter.body}</blockquote></div>'
    )
    wrapped = "\n".join(textwrap.wrap(said, 72, break_long_words=False))
    return mail(f"{new}\n\n{wrapped}\n\n{quoted(letter.text)}\n", page)


@shape
def gmail_english(new: str, letter: Quotable) -> EmailMessage:
    return _gmail(new, letter, "en")


@shape
def gmail_french(new: str, letter: Quotable) -> EmailMessage:
    return _gmail(new, letter, "fr")


@shape
def gmail_german(new: str, letter: Quotable) -> EmailMessage:
    return _gmail(new, letter, "de")


@shape
def gmail_page_only(new: str, letter: Quotable) -> EmailMessage:
    whole = _gmail(new, letter, "en")
    page = whole.get_body(("html",))
    assert page is not None
    return mail(page=str(page.get_content()))


@shape
def gmail_page_only_with_a_blank_text(new: str, letter: Quotable) -> EmailMessage:
    whole = gmail_page_only(new, letter).get_content()
    return mail(" \n", str(whole))


@shape
def gmail_of_a_phone_with_a_narrow_quote(new: str, letter: Quotable) -> EmailMessage:
    said = GMAIL["en"].format(who=letter.who)
    return mail(f"{new}\n\n{said}\n{quoted(letter.text, '>')}\n")


@shape
def apple_mail(new: str, letter: Quotable) -> EmailMessage:
    said = f"On 18. Nov 2026, at 14:00, {letter.who} wrote:"
    page = (
        f"<html><body>{typed(new)}<div><br><blockquote type='cite'><div>{html.escape(said)}</div>"
        f"<br><div>{letter.body}</div></blockquote></div><br></body></html>"
    )
    return mail(f"{new}\n\n\n> {said}\n> \n{quoted(letter.text)}\n", page)


def _iphone(new: str, letter: Quotable, device: str, said: str) -> EmailMessage:
    said = said.format(who=letter.who)
    return mail(f"{new}\n\n{device}\n\n> {said}\n> \n> ﻿{quoted(letter.text).removeprefix('> ')}\n")


@shape
def iphone_english(new: str, letter: Quotable) -> EmailMessage:
    return _iphone(new, letter, "Sent from my iPhone", "On 18 Nov 2026, at 14:00, {who} wrote:")


@shape
def iphone_french(new: str, letter: Quotable) -> EmailMessage:
    said = "Le 18 nov. 2026 à 14:00, {who} a écrit :"
    return _iphone(new, letter, "Envoyé de mon iPhone", said)


@shape
def iphone_german(new: str, letter: Quotable) -> EmailMessage:
    said = "Am 18.11.2026 um 14:00 schrieb {who}:"
    return _iphone(new, letter, "Von meinem iPhone gesendet", said)


@shape
def apple_mail_page_only(new: str, letter: Quotable) -> EmailMessage:
    page = apple_mail(new, letter).get_body(("html",))
    assert page is not None
    return mail(page=str(page.get_content()))


FIELDS = {
    "en": ("From", "Sent", "To", "Subject"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "de": ("Von", "Gesendet", "An", "Betreff"),
}


def fields(letter: Quotable, language: str, colon: str = ":") -> list[str]:
    values = (letter.who, "Wednesday, November 18, 2026 2:00 PM", "ann@example.org", letter.subject)
    names = FIELDS[language]
    return [f"{name}{colon} {value}" for name, value in zip(names, values, strict=True)]


def _outlook(new: str, letter: Quotable, language: str) -> EmailMessage:
    colon = " :" if language == "fr" else ":"
    block = "\n".join(fields(letter, language, colon))
    return mail(f"{new}\n\n{block}\n\n{letter.text}\n")


@shape
def outlook_english(new: str, letter: Quotable) -> EmailMessage:
    return _outlook(new, letter, "en")


@shape
def outlook_french(new: str, letter: Quotable) -> EmailMessage:
    return _outlook(new, letter, "fr")


@shape
def outlook_german(new: str, letter: Quotable) -> EmailMessage:
    return _outlook(new, letter, "de")


@shape
def outlook_with_bold_fields(new: str, letter: Quotable) -> EmailMessage:
    block = "\n".join(re.sub(r"^(\w+:)", r"*\1*", line) for line in fields(letter, "en"))
    return mail(f"{new}\n\n{block}\n\n{letter.text}\n")


def _original(new: str, letter: Quotable, language: str, words: str) -> EmailMessage:
    block = "\n".join([f"-----{words}-----", *fields(letter, language)])
    return mail(f"{new}\n\n{block}\n\n{letter.text}\n")


@shape
def outlook_old_english(new: str, letter: Quotable) -> EmailMessage:
    return _original(new, letter, "en", "Original Message")


@shape
def outlook_old_french(new: str, letter: Quotable) -> EmailMessage:
    return _original(new, letter, "fr", "Message d'origine")


@shape
def outlook_old_german(new: str, letter: Quotable) -> EmailMessage:
    return _original(new, letter, "de", "Ursprüngliche Nachricht")


@shape
def outlook_web_text(new: str, letter: Quotable) -> EmailMessage:
    block = "\n".join(["_" * 32, *fields(letter, "en")])
    return mail(f"{new}\n\n{block}\n\n{letter.text}\n")


@shape
def outlook_of_a_phone(new: str, letter: Quotable) -> EmailMessage:
    block = "\n".join(["_" * 32, *fields(letter, "de")])
    return mail(f"{new}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n{block}\n\n{letter.text}\n")


@shape
def outlook_web_page(new: str, letter: Quotable) -> EmailMessage:
    block = "<br>".join(map(html.escape, fields(letter, "en")))
    return mail(
        page=f"<html><head><style>P {{margin:0}}</style></head><body>{typed(new)}"
        f'<div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg">{block}</div>'
        f"<div>{letter.body}</div></body></html>"
    )


@shape
def outlook_desktop_page(new: str, letter: Quotable) -> EmailMessage:
    block = "<br>".join(f"<b>{html.escape(line)}</b>" for line in fields(letter, "fr", " :"))
    lines = "".join(f'<p class="MsoNormal">{html.escape(line)}<o:p></o:p></p>'
                    for line in new.splitlines())  # fmt: skip
    return mail(
        page='<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if mso]><xml>'
        "</xml><![endif]--><style>p.MsoNormal {margin:0}</style></head><body lang=FR>"
        f'<div class="WordSection1">{lines}<p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f"<p class=MsoNormal>{block}</p></div>{letter.body}</div></body></html>"
    )


def _thunderbird(new: str, letter: Quotable, said: str) -> EmailMessage:
    page = (
        f"<!DOCTYPE html><html><body>{typed(new)}<div class='moz-cite-prefix'>{said}<br></div>"
        f"<blockquote type='cite' cite='mid:1@x'>{letter.body}</blockquote></body></html>"
    )
    return mail(f"{new}\n\n{said}\n{quoted(letter.text)}\n", page)


@shape
def thunderbird_english(new: str, letter: Quotable) -> EmailMessage:
    return _thunderbird(new, letter, f"On 18/11/2026 14:00, {letter.name} wrote:")


@shape
def thunderbird_french(new: str, letter: Quotable) -> EmailMessage:
    return _thunderbird(new, letter, f"Le 18/11/2026 à 14:00, {letter.name} a écrit :")


@shape
def thunderbird_german(new: str, letter: Quotable) -> EmailMessage:
    return _thunderbird(new, letter, f"Am 18.11.26 um 14:00 schrieb {letter.name}:")


@shape
def thunderbird_page_only(new: str, letter: Quotable) -> EmailMessage:
    page = thunderbird_german(new, letter).get_body(("html",))
    assert page is not None
    return mail(page=str(page.get_content()))


@shape
def thunderbird_below_the_quote(new: str, letter: Quotable) -> EmailMessage:
    said = f"On 18/11/2026 14:00, {letter.name} wrote:"
    return mail(f"{said}\n{quoted(letter.text)}\n\n{new}\n\n-- \nAnn\nCaptain, 2 ships\n")


@shape
def thunderbird_flowed(new: str, letter: Quotable) -> EmailMessage:
    said = f"On 18/11/2026 14:00, {letter.name} wrote:"
    message = mail(f"{new}\n\n{said}\n{quoted(letter.text)}\n")
    message.set_param("format", "flowed")
    return message


@shape
def mutt(new: str, letter: Quotable) -> EmailMessage:
    said = f"On Wed, Nov 18, 2026 at 02:00:00PM +0000, {letter.name} wrote:"
    return mail(f"{said}\n{quoted(letter.text)}\n\n{new}\n\n-- \n2, 3, yes\n")


@shape
def yahoo(new: str, letter: Quotable) -> EmailMessage:
    said = f"On Wednesday, November 18, 2026 at 02:00:00 PM GMT+1, {letter.who} wrote:"
    unmarked = "\n".join(f" {line}" for line in letter.text.splitlines())
    return mail(f" {new}\n    {said}  \n \n{unmarked}\n")


@shape
def yahoo_page(new: str, letter: Quotable) -> EmailMessage:
    return mail(
        page=f"<html><body><div class='ydp1'>{typed(new)}</div>"
        f"<div id='ydp2yahoo_quoted_1' class='ydp2yahoo_quoted'><div>On Wednesday, pbem wrote:"
        f"</div><div>{letter.body}</div></div></body></html>"
    )


@shape
def proton(new: str, letter: Quotable) -> EmailMessage:
    said = f"On Wednesday, November 18th, 2026 at 2:00 PM, {letter.who} wrote:"
    footer = "Sent with [Proton Mail](https://proton.me/mail/home) secure email."
    return mail(f"{new}\n\n{footer}\n\n{said}\n\n{quoted(letter.text)}\n")


@shape
def proton_old(new: str, letter: Quotable) -> EmailMessage:
    return mail(
        f"{new}\n\n------- Original Message -------\nOn Wednesday, November 18th, 2026 at 2:00 PM, "
        f"{letter.who} wrote:\n\n\n{quoted(letter.text)}\n"
    )


@shape
def k9(new: str, letter: Quotable) -> EmailMessage:
    said = f"Am 18. November 2026 14:00:00 MEZ schrieb {letter.name} <{letter.address}>:"
    return mail(f"{new}\n\n{said}\n{quoted(letter.text, '>')}\n")


@shape
def samsung(new: str, letter: Quotable) -> EmailMessage:
    block = f"-------- Original message --------\nFrom: {letter.who}\nDate: 18/11/2026 14:00"
    tail = f"To: ann@example.org\nSubject: {letter.subject}"
    return mail(f"{new}\n\nSent from my Galaxy\n\n{block}\n{tail}\n\n{letter.text}\n")


@shape
def gmx(new: str, letter: Quotable) -> EmailMessage:
    sender, sent, to, subject = fields(letter, "de")
    block = "\n".join([sent, sender, to, subject])
    return mail(f"{new}\n\n{block}\n\n{letter.text}\n")


@shape
def aol_page(new: str, letter: Quotable) -> EmailMessage:
    return mail(
        page=f"<div style='color:black'>{typed(new)}<br><div>-----Original Message-----<br>"
        f"From: {html.escape(letter.who)}<br>To: ann@example.org<br>Sent: Wed<br>Subject: x<br>"
        f"{letter.body}</div></div>"
    )


@shape
def forwarded_by_apple(new: str, letter: Quotable) -> EmailMessage:
    block = "\n".join(fields(letter, "en"))
    return mail(f"{new}\n\nBegin forwarded message:\n\n{block}\n\n{letter.text}\n")


@shape
def dutch(new: str, letter: Quotable) -> EmailMessage:
    said = f"Op wo 18 nov. 2026 om 14:00 schreef {letter.who}:"
    return mail(f"{new}\n\n{said}\n\n{letter.text}\n")


@shape
def polish_wrapped(new: str, letter: Quotable) -> EmailMessage:
    said = f"śr., 18 lis 2026 o 14:00 {letter.name}\n<{letter.address}> napisał(a):"
    return mail(f"{new}\n\n{said}\n\n{quoted(letter.text)}\n")


@shape
def no_introduction_at_all(new: str, letter: Quotable) -> EmailMessage:
    return mail(f"{new}\n\n{letter.text}\n")


@shape
def no_introduction_and_the_page_as_text(new: str, letter: Quotable) -> EmailMessage:
    return mail(f"{new}\n\n{text_of(letter.html)}\n")


@shape
def the_first_lines_torn_off(new: str, letter: Quotable) -> EmailMessage:
    """Somebody deleted our mark, and the client quotes without any sign."""
    rest = letter.text.splitlines()[1:]
    while rest and len(rest[0].strip()) < 25:
        rest.pop(0)
    return mail(f"{new}\n\n" + "\n".join(rest) + "\n")


@shape
def bars(new: str, letter: Quotable) -> EmailMessage:
    said = f"On 18/11/2026, {letter.who} wrote:"
    return mail(f"{new}\n\n{said}\n{quoted(letter.text, '| ')}\n")


@shape
def wrapped_quotes(new: str, letter: Quotable) -> EmailMessage:
    """A server on the way wraps the quote at 60 columns and forgets its sign."""
    lines = []
    for line in quoted(letter.text).splitlines():
        lines += textwrap.wrap(line, 60, break_long_words=False) or [line]
    said = f"On 18/11/2026 14:00, {letter.name} wrote:"
    return mail(f"{new}\n\n{said}\n" + "\n".join(lines) + "\n")


@shape
def twice_around(new: str, letter: Quotable) -> EmailMessage:
    """A reply to a receipt of a reply: quotes of quotes."""
    said = f"On 18/11/2026 14:00, {letter.name} wrote:"
    inner = f"{quoted(letter.text)}\n>\n> {said}\n>> {said}\n{quoted(letter.text, '>>> ')}"
    return mail(f"{new}\n\n{said}\n{inner}\n")


@shape
def base64_text(new: str, letter: Quotable) -> EmailMessage:
    said = GMAIL["fr"].format(who=letter.who)
    return mail(f"{new}\n\n{said}\n{quoted(letter.text)}\n", cte="base64")


@shape
def latin_text(new: str, letter: Quotable) -> EmailMessage:
    said = GMAIL["de"].format(who=letter.who)
    text = f"{new}\n\n{said}\n{quoted(letter.text)}\n"
    plain = text.encode("iso-8859-1", "replace").decode("iso-8859-1")
    return mail(plain, cte="quoted-printable", charset="iso-8859-1")
