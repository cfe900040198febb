"""More ways in which mail programs quote, sign and forward: phones, web mail, three languages."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence
from email.message import EmailMessage

from tests.mail.clients import SHAPES, Quotable, Shape, fields, mail, quoted, shape, typed

DEVICES = (
    "Sent from my iPhone",
    "Sent from my iPad",
    "Sent from Yahoo Mail on Android",
    "Sent from Outlook for iOS<https://aka.ms/o0ukef>",
    "Sent from Mail for Windows",
    "Sent from Proton Mail for Android.",
    "Sent with Spark",
    "Sent via Superhuman",
    "Sent from my mobile. Please excuse my brevity.",
    "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    "Securely sent with Tuta. Get your own encrypted mailbox: https://tuta.com/free-email",
    "Virus-free.www.avast.com",
    "Envoyé de mon iPhone",
    "Envoyé à partir de Outlook pour Android",
    "Envoyé depuis l'application Mail Orange",
    "Envoyé avec la messagerie sécurisée Proton Mail.",
    "Provenance : Courrier pour Windows",
    "Télécharger Outlook pour iOS",
    "Obtenir BlueMail pour Android",
    "Garanti sans virus.www.avast.com",
    "Von meinem iPad gesendet",
    "Von meinem/meiner Galaxy gesendet",
    "Gesendet von Outlook für Android",
    "Gesendet mit der WEB.DE Mail App",
    "Gesendet von Mail für Windows",
    "Mit Proton Mail gesendet",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Holen Sie sich Outlook für iOS",
    "Virenfrei.www.avast.com",
)
"""What programs put below what somebody typed."""


def _on(letter: Quotable, language: str) -> str:
    return {
        "en": f"On Wed, 18 Nov 2026, 14:00 {letter.name}, <{letter.address}> wrote:",
        "fr": f"Le mer. 18 nov. 2026, 14:00, {letter.name} <{letter.address}> a écrit :",
        "de": f"{letter.name} <{letter.address}> schrieb am Mi., 18. Nov. 2026, 14:00:",
    }[language]


def _gmail_app(new: str, letter: Quotable, language: str) -> EmailMessage:
    said = _on(letter, language)
    lines = "".join(f'<div dir="auto">{html.escape(x) or "<br>"}</div>' for x in new.splitlines())
    page = (
        f'{lines}<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        f'class="gmail_attr">{html.escape(said)}<br></div><blockquote class="gmail_quote">'
        f"{letter.body}</blockquote></div>"
    )
    wrapped = "\n".join(textwrap.wrap(said, 72, break_long_words=False))
    return mail(f"{new}\n\n{wrapped}\n\n{quoted(letter.text)}\n", page)


@shape
def gmail_app_english(new: str, letter: Quotable) -> EmailMessage:
    return _gmail_app(new, letter, "en")


@shape
def gmail_app_french(new: str, letter: Quotable) -> EmailMessage:
    return _gmail_app(new, letter, "fr")


@shape
def gmail_app_german(new: str, letter: Quotable) -> EmailMessage:
    return _gmail_app(new, letter, "de")


@shape
def gmail_app_page_only(new: str, letter: Quotable) -> EmailMessage:
    page = _gmail_app(new, letter, "fr").get_body(("html",))
    assert page is not None
    return mail(page=str(page.get_content()))


@shape
def outlook_app_page(new: str, letter: Quotable) -> EmailMessage:
    block = "<br>".join(f"<b>{html.escape(line)}</b>" for line in fields(letter, "de"))
    return mail(
        page=f'<html><body><div dir="ltr">{typed(new)}</div><div id="ms-outlook-mobile-signature">'
        '<div><br></div>Holen Sie sich <a href="https://aka.ms/o0ukef">Outlook für iOS</a></div>'
        f'<div id="mail-editor-reference-message-container"><hr><div id="divRplyFwdMsg">{block}'
        f"</div><div>{letter.body}</div></div></body></html>"
    )


@shape
def outlook_app_with_a_signature_of_no_name(new: str, letter: Quotable) -> EmailMessage:
    block = "<br>".join(html.escape(line) for line in fields(letter, "fr", " :"))
    return mail(
        page=f'<html><body>{typed(new)}<div class="elementToProof"><br>Envoyé à partir de <a '
        f'href="https://aka.ms/AAb9ysg">Outlook pour Android</a></div><hr>'
        f'<div id="x_divRplyFwdMsg">{block}</div>{letter.body}</body></html>'
    )


@shape
def proton_page(new: str, letter: Quotable) -> EmailMessage:
    said = f"On Wednesday, November 18th, 2026 at 2:00 PM, {letter.who} wrote:"
    return mail(
        page=f'<div style="font-family: Arial">{typed(new)}</div><div '
        'class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent '
        'with <a href="https://proton.me">Proton Mail</a> secure email.</div></div><div '
        f'class="protonmail_quote">{html.escape(said)}<br><br><blockquote class="protonmail_quote" '
        f'type="cite">{letter.body}</blockquote></div>'
    )


@shape
def spark(new: str, letter: Quotable) -> EmailMessage:
    said = f"On 18 Nov 2026 at 14:00 +0100, {letter.who}, wrote:"
    page = (
        f'<html><body><div name="messageBodySection">{typed(new)}</div><div '
        'name="messageSignatureSection"><br><div>Ann Example, 2nd Captain<br>yes: +33 1 2 3</div>'
        f'</div><div name="messageReplySection">{html.escape(said)}<br><blockquote type="cite">'
        f"{letter.body}</blockquote></div></body></html>"
    )
    return mail(page=page)


@shape
def spark_text(new: str, letter: Quotable) -> EmailMessage:
    said = f"On 18 Nov 2026 at 14:00 +0100, {letter.who}, wrote:"
    return mail(f"{new}\n\nSent with Spark\n{said}\n{quoted(letter.text)}\n")


@shape
def k9_page(new: str, letter: Quotable) -> EmailMessage:
    said = f"Am 18. November 2026 14:00:00 MEZ schrieb {letter.who}:"
    return mail(
        page=f"<!DOCTYPE html><html><body>{typed(new)}<div class='k9mail-signature'>-- <br>Diese "
        f"Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.</div><br><br><div "
        f'class="gmail_quote"><div dir="auto">{html.escape(said)}</div>'
        f"<blockquote class='gmail_quote'>{letter.body}</blockquote></div></body></html>"
    )


@shape
def samsung_page(new: str, letter: Quotable) -> EmailMessage:
    block = "".join(f"<div>{html.escape(line)}</div>" for line in fields(letter, "de"))
    return mail(
        page=f'<html><body dir="auto">{typed(new)}<div><br></div><div id="composer_signature" '
        'dir="auto"><div style="font-size:12px;color:#575757" dir="auto">Von meinem/meiner Galaxy '
        'gesendet</div></div><div><br></div><div style="font-size:100%" dir="auto"><!-- '
        f"originalMessage --><div>-------- Ursprüngliche Nachricht --------</div>{block}<div><br>"
        f"</div></div>{letter.body}</body></html>"
    )


def _samsung(new: str, letter: Quotable, language: str, rule: str, device: str) -> EmailMessage:
    block = "\n".join(fields(letter, language))
    return mail(f"{new}\n\n{device}\n\n-------- {rule} --------\n{block}\n\n{letter.text}\n")


@shape
def samsung_german(new: str, letter: Quotable) -> EmailMessage:
    device = "Von meinem Samsung Galaxy Smartphone gesendet."
    return _samsung(new, letter, "de", "Ursprüngliche Nachricht", device)


@shape
def samsung_french(new: str, letter: Quotable) -> EmailMessage:
    device = "Envoyé depuis mon appareil Galaxy"
    return _samsung(new, letter, "fr", "Message d'origine", device)


@shape
def yahoo_german(new: str, letter: Quotable) -> EmailMessage:
    said = f"Am Mittwoch, 18. November 2026 um 14:00:00 MEZ hat {letter.who} Folgendes geschrieben:"
    unmarked = "\n".join(f" {line}" for line in letter.text.splitlines())
    return mail(f" {new}\n    {said}  \n \n{unmarked}\n")


@shape
def yahoo_french(new: str, letter: Quotable) -> EmailMessage:
    said = f"Le mercredi 18 novembre 2026 à 14:00:00 UTC+1, {letter.who} a écrit :"
    unmarked = "\n".join(f" {line}" for line in letter.text.splitlines())
    return mail(f" {new}\n    {said}  \n \n{unmarked}\n")


@shape
def yahoo_app_page(new: str, letter: Quotable) -> EmailMessage:
    return mail(
        page=f'{typed(new)}<br><br><div id="ymail_android_signature"><a href="https://x">Yahoo Mail'
        ": Search, Organize, Conquer</a></div> <br> <blockquote style='margin: 0 0 20px 0;'> <div "
        "style='font-family:Roboto'> <div>On Wed, 18 Nov 2026 at 14:00, pbem</div><div>&lt;"
        f"{letter.address}&gt; wrote:</div> </div> {letter.body} </blockquote>"
    )


@shape
def apple_mail_french_page(new: str, letter: Quotable) -> EmailMessage:
    said = html.escape(f"Le 18 nov. 2026 à 14:00, {letter.who} a écrit :")
    return mail(
        page='<html><head><meta http-equiv="content-type" content="text/html"></head><body style='
        f'"overflow-wrap: break-word;">{typed(new)}<br id="lineBreakAtBeginningOfMessage"><div><br>'
        f"<blockquote type='cite'><div>{said}</div><br><div>{letter.body}</div></blockquote></div>"
        "<br></body></html>"
    )


@shape
def iphone_german_page(new: str, letter: Quotable) -> EmailMessage:
    said = html.escape(f"Am 18.11.2026 um 14:00 schrieb {letter.who}:")
    return mail(
        page=f'<html><body dir="auto">{typed(new)}<div dir="ltr"><br>Von meinem iPhone gesendet'
        f"</div><div dir='ltr'><br><blockquote type='cite'>{said}<br><br></blockquote></div>"
        f"<blockquote type='cite'><div dir='ltr'>{letter.body}</div></blockquote></body></html>"
    )


@shape
def thunderbird_between_the_lines(new: str, letter: Quotable) -> EmailMessage:
    said = f"Am 18.11.26 um 14:00 schrieb {letter.name}:"
    lines = quoted(letter.text).splitlines()
    half = len(lines) // 2
    above, below = "\n".join(lines[:half]), "\n".join(lines[half:])
    return mail(f"{said}\n{above}\n\n{new}\n\n{below}\n\n-- \nAnn\n")


@shape
def thunderbird_between_the_lines_page(new: str, letter: Quotable) -> EmailMessage:
    quote = f"<blockquote type='cite'>{letter.body}</blockquote>"
    said = f"<div class='moz-cite-prefix'>Le 18/11/2026 à 14:00, {letter.name} a écrit :<br></div>"
    signed = '<div class="moz-signature">-- <br>Ann<br>2, yes</div>'
    return mail(page=f"<html><body>{said}{quote}{typed(new)}{quote}{signed}</body></html>")


@shape
def roundcube_german(new: str, letter: Quotable) -> EmailMessage:
    return mail(f"Am 18.11.2026 14:00, schrieb {letter.name}:\n{quoted(letter.text)}\n\n{new}\n")


@shape
def roundcube_french(new: str, letter: Quotable) -> EmailMessage:
    return mail(f"{new}\n\nLe 2026-11-18 14:00, {letter.name} a écrit :\n{quoted(letter.text)}\n")


def _zimbra(new: str, letter: Quotable, language: str, rule: str) -> EmailMessage:
    block = "\n".join(fields(letter, language))
    return mail(f"{new}\n\n----- {rule} -----\n{block}\n\n{letter.text}\n")


@shape
def zimbra_french(new: str, letter: Quotable) -> EmailMessage:
    return _zimbra(new, letter, "fr", "Mail original")


@shape
def zimbra_german(new: str, letter: Quotable) -> EmailMessage:
    return _zimbra(new, letter, "de", "Ursprüngliche Mail")


@shape
def zimbra_in_a_line(new: str, letter: Quotable) -> EmailMessage:
    said = f"----- Le 18 Nov 26, à 14:00, {letter.name} {letter.address} a écrit :"
    return mail(f"{new}\n\n{said}\n{quoted(letter.text)}\n")


@shape
def zoho(new: str, letter: Quotable) -> EmailMessage:
    said = f"---- On Wed, 18 Nov 2026 14:00:00 +0100 {letter.who} wrote ---"
    return mail(f"{new}\n\n\n{said}\n\n{letter.text}\n")


@shape
def laposte(new: str, letter: Quotable) -> EmailMessage:
    block = "\n".join([f"Message du 18/11/26 14:00\nDe : {letter.name}", letter.text])
    return mail(f"{new}\n\n{quoted(block)}\n")


@shape
def gnus(new: str, letter: Quotable) -> EmailMessage:
    return mail(f"{letter.who} writes:\n\n{quoted(letter.text)}\n\n{new}\n\n-- \nAnn\nyes\n")


def _forwarded(new: str, letter: Quotable, rule: str, language: str, title: str) -> EmailMessage:
    sender, sent, to, subject = fields(letter, language)
    message = mail(f"{new}\n\n{rule}\n{sender}\n{sent}\n{subject}\n{to}\n\n\n{letter.text}\n")
    message.replace_header("Subject", f"{title}: {letter.subject}")
    return message


@shape
def forwarded_by_gmail(new: str, letter: Quotable) -> EmailMessage:
    return _forwarded(new, letter, "---------- Forwarded message ---------", "fr", "Fwd")


@shape
def forwarded_by_thunderbird_german(new: str, letter: Quotable) -> EmailMessage:
    return _forwarded(new, letter, "-------- Weitergeleitete Nachricht --------", "de", "Fwd")


@shape
def forwarded_by_thunderbird_french(new: str, letter: Quotable) -> EmailMessage:
    return _forwarded(new, letter, "-------- Message transféré --------", "fr", "Tr")


@shape
def forwarded_by_apple_german(new: str, letter: Quotable) -> EmailMessage:
    return _forwarded(new, letter, "Anfang der weitergeleiteten Nachricht:\n", "de", "Fwd")


@shape
def forwarded_by_apple_french(new: str, letter: Quotable) -> EmailMessage:
    return _forwarded(new, letter, "Début du message réexpédié :\n", "fr", "Fwd")


@shape
def forwarded_by_outlook_german(new: str, letter: Quotable) -> EmailMessage:
    return _forwarded(new, letter, "", "de", "WG")


@shape
def forwarded_by_outlook_french(new: str, letter: Quotable) -> EmailMessage:
    return _forwarded(new, letter, "________________________________", "fr", "TR")


@shape
def forwarded_by_gmail_page(new: str, letter: Quotable) -> EmailMessage:
    block = "<br>".join(map(html.escape, fields(letter, "de")))
    return mail(
        page=f'<div dir="ltr">{typed(new)}<br><br><div class="gmail_quote"><div dir="ltr" '
        f'class="gmail_attr">---------- Forwarded message ---------<br>{block}<br></div><br><br>'
        f"{letter.body}</div></div>"
    )


ALL: Sequence[tuple[str, Shape]] = tuple(SHAPES.items())
"""Every shape there is, of both files."""
