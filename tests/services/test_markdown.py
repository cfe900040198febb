"""Rulebooks as pages: what is read, what is linked, and what never gets through."""

from __future__ import annotations

import pytest

from pbem.services import markdown
from tests.web.pages import Page

BOOK = """# Kraken

Two players, and *one* kraken. See KR-2.1 and KR-9.

## KR-1 The sea

- **KR-1.1** It is wet.
  It goes on here.
- **KR-1.2** As in KR-1.1:
  1. first
  2. second `KR-1.1`

## KR-2 The kraken

**KR-2.1** It has | arms.

| arms | what |
|---|---|
| 8 | **many** |

> Beware
> of it.

```
<raw> **as is**
```
"""


def html(text: str) -> str:
    return str(markdown.read(text).html)


def test_a_rulebook_has_a_title_chapters_and_an_anchor_for_every_rule() -> None:
    page = markdown.read(BOOK)
    assert page.title == "Kraken"
    assert page.chapters == (("KR-1", "KR-1 The sea"), ("KR-2", "KR-2 The kraken"))
    assert page.anchors == {"KR-1", "KR-1.1", "KR-1.2", "KR-2", "KR-2.1"}
    for anchor in page.anchors:
        assert str(page.html).count(f'id="{anchor}"') == 1


def test_a_number_links_to_its_rule_if_there_is_such_a_rule() -> None:
    found = html(BOOK)
    assert 'See <a href="#KR-2.1">KR-2.1</a> and KR-9.' in found
    assert "<code>KR-1.1</code>" in found


def test_lists_tables_quotes_and_code() -> None:
    found = html(BOOK)
    assert '<strong id="KR-1.1">KR-1.1</strong> It is wet. It goes on here.</li>' in found
    assert "<ol><li>first</li><li>second <code>KR-1.1</code></li></ol></li></ul>" in found
    assert '<th scope="col">arms</th>' in found
    assert "<td><strong>many</strong></td>" in found
    assert "<blockquote><p>Beware of it.</p></blockquote>" in found
    assert "&lt;raw&gt; **as is**" in found
    assert "<em>one</em>" in found


def test_a_list_may_begin_anywhere_and_go_on_after_a_blank_line() -> None:
    assert html("3. c\n\n4. d\n\nEnd.") == '<ol start="3"><li>c</li><li>d</li></ol>\n<p>End.</p>'
    assert html("words\n- one") == "<p>words</p>\n<ul><li>one</li></ul>"


def test_two_headings_with_the_same_words_have_two_anchors() -> None:
    assert [a for a, _words in markdown.read("# T\n## Hints\n## Hints").chapters] == [
        "hints",
        "hints-2",
    ]


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "[click](javascript:alert(1))",
        "[click](//evil.example)",
        "[click](data:text/html,x)",
        '[click](https://a/"onmouseover="x)',
        "**<img src=x onerror=y>**",
        "`<b>`",
        "## <i>x</i>",
        "| <b> | x |\n|---|---|\n| <u> | y |",
        "![x](https://evil.example/x.png)",
    ],
)
def test_nothing_in_a_text_can_do_harm(evil: str) -> None:
    shown = html(evil)
    page = Page(
        f"<!doctype html><html><head><title>t</title></head><body><h1>t</h1>{shown}</body></html>"
    )
    assert not page.flaws
    assert not page.sources
    assert all(link.startswith(("https://a/", "https://evil.example/x.png")) for link in page.links)
    for tag in ("<script", "<img", "<b>", "<i>", "<u>", 'onmouseover="', "<iframe"):
        assert tag not in shown


@pytest.mark.parametrize(
    "text", ["", "\n\n", "#", "**", "- ", "|", "|-|", "```", "> ", "*", "[x]()"]
)
def test_scraps_are_read_without_complaint(text: str) -> None:
    Page(f"<!doctype html><html><head><title>t</title></head><body>{html(text)}</body></html>")


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    assert "costs 3\u00a0$ or 5\u00a0$." in html("It costs 3 $ or 5 $.")
    assert "<code>3 $</code>" in html("Type `3 $`.")
