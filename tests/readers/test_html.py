"""Pages of HTML: each kind of element, white space, broken structure, charsets, anchors and the origin."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import Document
from shiplap.errors import OptionError, ReaderError, TextTypeError

pytest.importorskip("selectolax")

from selectolax.lexbor import LexborHTMLParser

from shiplap.readers import html


def text_of(source: str, **options: Any) -> str:
    return html(source, **options).text


ELEMENTS = {
    "heading": ("<h1>One</h1><h3>Three <em>x</em></h3>p", "# One\n\n### Three x\n\np"),
    "heading with blocks": ("<h2><div>a</div><div>b<br>c</div></h2>", "## a b c"),
    "empty heading": ("<h2> </h2><p>x", "x"),
    "paragraphs": ("<p>a<p>b</p>c<div>d</div>e", "a\n\nb\n\nc\n\nd\n\ne"),
    "white space": ("<p>\n a \t b\r\n<b> c</b> <i> d </i>\f e &nbsp;f </p>", "a b c d e \xa0f"),
    "words within elements": ("<p>un<b>believ</b>able H<sub>2</sub>O", "unbelievable H2O"),
    "line breaks": ("a<br>b<br><br>c<br>", "a\nb\n\nc"),
    "list": ("<ul><li>a<li>b</ul><p>c", "- a\n- b\n\nc"),
    "nested lists": (
        "<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>",
        "- a\n  - b\n    1. c\n- d",
    ),
    "numbers": ("<ol start=9><li>a<li>b<li value=20>c<li>d</ol>", "9. a\n10. b\n20. c\n21. d"),
    "numbers of wide items": ("<ol start=10><li>a<p>b</ol>", "10. a\n\n    b"),
    "paragraphs in items": ("<ul><li><p>a</p><p>b</p><li><p>c</p></ul>", "- a\n\n  b\n\n- c"),
    "empty item": ("<ul><li><li>a</ul>b", "- a\n\nb"),
    "item without a list": ("<li>a<li>b", "- a\n- b"),
    "code in an item": ("<ul><li><pre>x\ny</pre><li>z</ul>", "-\n  ```\n  x\n  y\n  ```\n- z"),
    "definitions": ("<dl><dt>a<dd>b<dt>c<dd><p>d<p>e</dl>", "a\n: b\n\nc\n: d\n\ne"),
    "definition that begins with code": ("<dl><dt>a<dd><pre>b</pre></dl>", "a\n\n```\nb\n```"),
    "definition that is a list": (
        "<dl><dt>a<dd><ul><li>b</ul><dd><blockquote>c</blockquote></dl>", "a\n\n- b\n\n> c",
    ),
    "list of headings": ("<ul><li><h3>a</h3>b<ul><li>c</ul><li>d</ul>", "### a\n\nb\n\n- c\n\n- d"),
    "quote": ("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd"),
    "list in a quote": ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"),
    "code in a quote": ("<blockquote><pre>a\n\nb</pre></blockquote>", "> ```\n> a\n>\n> b\n> ```"),
    "pre": ("a<pre>\n  x  y\n\n\tz\n</pre>b", "a\n\n```\n  x  y\n\n\tz\n```\n\nb"),
    "pre with a language": ('<pre class="language-c"><code>x</code></pre>', "```c\nx\n```"),
    "code with a language": ('<pre><code class="hljs lang-rust">x</code></pre>', "```rust\nx\n```"),
    "language around": (
        '<div class="highlight-python3 x"><div class=highlight><pre>x</pre></div></div>', "```python3\nx\n```",
    ),
    "language of pandoc": ('<pre class="sourceCode haskell">x</pre>', "```haskell\nx\n```"),
    "default language": ('<div class="highlight-default"><pre>x</pre></div>', "```\nx\n```"),
    "fence": ("<pre>```\n````\n</pre>", "`````\n```\n````\n`````"),
    "elements in pre": ("<pre><b>a</b>&lt;b&gt;\n<div>c</div>d<br>e</pre>", "```\na<b>\nc\nd\ne\n```"),
    "empty pre": ("a<pre>\n </pre>b", "a\n\nb"),
    "line numbers": (
        '<table><tr><td class="linenos"><pre>1\n2</pre><td><pre>a\nb</pre></table>', "```\na\nb\n```",
    ),
    "code": ("<p>a <code> b c </code> d<code>`e`</code><tt>f``g</tt>", "a `b c` d`` `e` `````f``g```"),
    "empty code": ("a<code> </code>b", "a b"),
    "code around blocks": ("<code>a<p>b</p></code>", "a\n\nb"),
    "code around the end of a paragraph": ("<code>a</p>b</code>", "a\n\nb"),
    "links and pictures": ('<a href="u">a</a> <img src=x alt="b  c"><img alt="">d', "a b c d"),
    "marks of headings": ('<h2>A<a class="headerlink" href="#a">¶</a></h2><p>b <a href="#n">3</a>', "## A\n\nb 3"),
    "power": ("10<sup>6</sup> m<sup>2</sup> 1<sup>st</sup> a <sup>2</sup>", "10^6 m^2 1st a 2"),
    "quotation": ("a <q>b <i>c</i></q> d", 'a "b c" d'),
    "ruby": ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字", "漢(かん)字"),
    "out": (
        "a<script>b</script><style>c</style><!-- d --><template>e</template><p hidden>f</p>"
        '<p style="display : none">g</p><iframe>h</iframe><svg><title>i</title></svg>'
        "<datalist><option>j</datalist>k",
        "ak",
    ),
    "dialogs": ("<dialog>a</dialog><dialog open>b</dialog>", "b"),
    "fence of several elements": ("<pre><b>``</b>`<i>`</i></pre>", "`````\n````\n`````"),
    "until found": ("<p hidden=until-found>a", "a"),
    "noscript": ("<noscript><p>a</noscript>", "a"),
    "details": ("<details><summary>a</summary>b</details>", "a\n\nb"),
    "figure": ('<figure><img alt="a"><figcaption>b</figcaption></figure>', "a\n\nb"),
    "form": (
        "<form><label>a</label> <input value=x><select><option>b<option>c</select>"
        "<textarea>d</textarea><button>e</button><input type=submit value=f></form>",
        "a\n\nb\nc\n\nd\n\ne f",
    ),
    "text like marks": ("<p># a<p>``` b<p>a<br>---<p>#b", "\\# a\n\n\\``` b\n\na\n\\---\n\n#b"),
    "picture": ("<svg><text>a</text></svg>", "a"),
    "text like a mark before a reference": ("<p>#b &amp; c", "#b & c"),
    "picture with an empty title": ("<svg><title/>a</svg>b", "ab"),
    "words of a picture with references": ('<img alt="a &amp; b">c', "a & b c"),
}  # fmt: skip


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements(name: str) -> None:
    source, wanted = ELEMENTS[name]
    assert text_of(source) == wanted


TABLES = {
    "head": (
        "<table><caption>T</caption><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>x",
        "T\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nx",
    ),
    "columns": (
        "<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>",
        "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
    ),
    "rows": (
        "<table><tr><th rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>",
        "| a | b |\n| --- | --- |\n|  | c |\n| d | e |",
    ),
    "rows at the end": (
        "<table><tr><td>a<td rowspan=0>b<tr><td>c<tbody><tr><td>d<td>e</table>",
        "| a | b |\n| --- | --- |\n| c |  |\n| d | e |",
    ),
    "short rows": ("<table><tr><td>a<tr><td>b<td>c</table>", "| a |  |\n| --- | --- |\n| b | c |"),
    "pipes": ("<table><tr><td>a|b<td><code>|c</code><tr><td>d&#124;<td>e</table>",
              "| a\\|b | `\\|c` |\n| --- | --- |\n| d\\| | e |"),
    "blocks in cells": (
        "<table><tr><td><p>a</p><p>b</p><td><ul><li>c<li>d</ul>e<br>f</table>",
        "| a b | c d e f |\n| --- | --- |",
    ),
    "empty cells": ("<table><tr><td>a<td><tr><td>&nbsp;<td>b</table>", "| a |  |\n| --- | --- |\n|  | b |"),
    "words of a picture in a cell": (
        '<table><tr><td><img alt="a|&amp; b"><td>c</table>', "| a\\|& b | c |\n| --- | --- |",
    ),
    "hidden cells": ("<table><tr><td>a<td hidden>b<td>c</table>", "| a | c |\n| --- | --- |"),
    "layout": ("<table><tr><td><h1>a</h1><td><p>b<table><tr><td>c<td>d</table></table>",
               "# a\n\nb\n\n| c | d |\n| --- | --- |"),
    "one cell": ("<table><tr><td>a</table>", "a"),
    "text outside of cells": ("<table>a<tr><td>b<td>c</table>", "a\n\nb\n\nc"),
    "rows without cells": ("<table><tr><tr><td>a<td>b<tr></table>", "| a | b |\n| --- | --- |"),
    "no rows": ("<table><td>a<td>b</table>c", "| a | b |\n| --- | --- |\n\nc"),
    "cells alone": ("<td>a</td><tr>b", "ab"),
    "in a list": ("<ul><li>x<table><tr><td>a<td>b</table></ul>", "- x\n\n  | a | b |\n  | --- | --- |"),
    "in a row": ("<table><tr><td>a<td>b</table><table><tr><td>c<td>d</table>",
                 "| a | b |\n| --- | --- |\n\n| c | d |\n| --- | --- |"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_tables(name: str) -> None:
    source, wanted = TABLES[name]
    assert text_of(source) == wanted


def test_spans_do_not_make_a_table_many_times_as_large() -> None:
    source = "<table>" + "<tr><td colspan=1000 rowspan=60000>a<td>b" * 50 + "</table>"
    assert len(text_of(source)) < 10 * len(source)

    # a hundred fields for each cell are the most
    for span, columns in ((199, 200), (200, 2)):
        source = f"<table><tr><td colspan={span}>a<td>b</table>"
        assert text_of(source).splitlines()[0].count("|") == columns + 1


#: The first and the last code points of the ranges of symbols, and those beside the ranges.
SYMBOLS = ["¶", "¿", "\u2000", "\u2bff", "\ue000", "\uf8ff", "\ufe00", "\ufe0f", "\U0001f000", "\U0001faff"]
LETTERS = [*"09aZÀ", "\u1fff", "\u2c00", "\ud7ff", "\uf900", "\ufdff", "\ufe10", "\U0001efff", "\U0001fb00"]


@pytest.mark.parametrize("mark", SYMBOLS)
def test_links_to_the_page_without_a_letter_are_marks(mark: str) -> None:
    assert text_of(f'<h2>A<a href="#a">{mark}</a></h2>') == "## A"


@pytest.mark.parametrize("letter", LETTERS)
def test_links_to_the_page_with_a_letter_are_words(letter: str) -> None:
    assert text_of(f'<h2>A<a href="#a">{letter}</a></h2>') == f"## A{letter}"


BROKEN = {
    "end tags without elements": ("</div></p>a</b></table>b", "ab"),
    "end of a paragraph": ("a</p>b", "a\n\nb"),
    "crossed": ("<b>a<p>b</b>c</p>d", "a\n\nbc\n\nd"),
    "unclosed": ("<div><ul><li>a<b>b", "- ab"),
    "head without tags": ("<title>t</title>a<p>b", "a\n\nb"),
    "text after the body": ("<body>a</body></html>b", "ab"),
    "tag without an end": ("a <b", "a"),
    "angle brackets": ("1 < 2 > 3 <> </> a", "1 < 2 > 3 <> a"),
    "numbers of characters": ("a&#39;b &#169;c&#x2019;&#x9f; &#x1f600;&#90d", "a'b ©c’Ÿ 😀Zd"),
    "references": ("&amp &notit; &#x41;&#0;&#128; &unknown; &fjlig;", "& ¬it; A�€ &unknown; fj"),
    "table end in a cell": ("<table><tr><td><div>a</table>b", "a\n\nb"),
    "paragraph in a picture": ("<svg><g><p>a</p>b", "a\n\nb"),
    "end tag without a name": ("a &amp; b</>c</> d&lt;</></>e", "a & bc d<e"),
    "zero bytes": ("<p>a\0b\0</p>", "ab"),
    "quote as attribute": ('<p title="<b>x</b>">a</p>', "a"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_structure(name: str) -> None:
    source, wanted = BROKEN[name]
    document = html(source)
    assert document.text == wanted
    check_origin(document, source.replace("\0", "\ufffd"))


XML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script src="x"/><title/></head>'


def test_xhtml() -> None:
    assert text_of(f'{XML}<body><div/>a<a id="b"/><p/>c<![CDATA[<d>]]></body></html>') == "a\n\nc<d>"
    assert text_of("<script/>a", path="a.xhtml") == "a"
    assert text_of("<script/>a", path="a.html") == ""


PAGE = """<html lang="en"><head><title> A
 page </title><meta name="author" content="X"><meta name=author content=Y><meta name="Description" content="d">
<meta property="article:published_time" content="2026-01-02T03:04:05Z"><meta name="date" content="soon">
<meta property="article:modified_time" content="2026-99-02"></head>
<body><header>logo</header><nav>menu</nav><main><h1>T</h1><p>text<nav>inner</nav><aside>note</aside></main>
<footer>foot</footer></body>"""


def test_metadata() -> None:
    assert html(PAGE).metadata == {
        "title": "A page", "authors": ["X", "Y"], "description": "d", "language": "en",
        "created": "2026-01-02T03:04:05Z",
    }  # fmt: skip
    assert html("<p>a", metadata={"title": "mine"}).metadata == {"title": "mine"}


def test_main_content() -> None:
    assert text_of(PAGE, content="main") == "# T\n\ntext\n\nnote"
    assert text_of("<header>a</header><article><header>b</header>c</article>", content="main") == "b\n\nc"
    assert text_of("<nav>a</nav><div role=navigation>b</div>c<footer>d</footer>", content="main") == "c"
    assert text_of("<main></main><p>a", content="main") == "a"
    assert text_of("<nav>a</nav>", content="main") == "a"
    assert text_of("<div role=main>a</div>b", content="main") == "a"


def test_options() -> None:
    with pytest.raises(OptionError, match="content='all'"):
        html("a", content="all")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="encoding='nothing'"):
        html(b"a", encoding="nothing")
    with pytest.raises(TextTypeError):
        html(1)  # type: ignore[arg-type]
    document = html("<h1>a</h1>", path="b.html", document_id="c")
    assert (document.path, document.document_id) == ("b.html.md", "c")
    assert html(bytearray(b"a")).text == html(memoryview(b"a")).text == "a"


CHARSETS = [
    ("utf-8", "é".encode(), None, {"encoding": "utf-8"}),
    ("mark", "\ufeffé".encode(), "latin-1", {"encoding": "utf-8"}),
    ("utf-16", "\ufeffé".encode("utf-16-le"), None, {"encoding": "utf-16-le"}),
    ("given", "é".encode("cp1252"), "ISO-8859-1", {"encoding": "windows-1252"}),
    ("meta", '<meta charset="koi8-r">дождь'.encode("koi8-r"), None, {"encoding": "koi8-r"}),
    ("http-equiv", '<META http-equiv="Content-Type" content="text/html; charset=Shift_JIS">雨'.encode("cp932"),
     None, {"encoding": "cp932"}),
    ("xml", '<?xml version="1.0" encoding="windows-1251"?><p>дождь'.encode("cp1251"), None,
     {"encoding": "cp1251"}),
    ("comment", '<!-- <meta charset="koi8-r"> -->é'.encode(), None, {"encoding": "utf-8"}),
    ("nothing", "é“ ".encode("cp1252") + b"\x81", None, {"encoding": "windows-1252", "encoding_confidence": 0.0}),
    ("wrong", '<meta charset="iso-8859-1">é'.encode(), None,
     {"encoding": "utf-8", "declared_encoding": "windows-1252"}),
    ("damaged", '<meta charset="utf-8">é'.encode() + b"\xff\xfe", None,
     {"encoding": "utf-8", "encoding_errors": 2}),
    ("utf-16 in meta", '<meta charset="utf-16">é'.encode(), None, {"encoding": "utf-8"}),
    ("unknown", '<meta charset="x-none">é'.encode(), None, {"encoding": "utf-8"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "given", "metadata"), CHARSETS, ids=[case[0] for case in CHARSETS])
def test_charsets(name: str, data: bytes, given: str | None, metadata: dict[str, Any]) -> None:
    document = html(data, encoding=given)
    assert document.metadata == metadata
    assert document.text[:2] in ("é", "é“", "до", "雨", "é\ufffd")
    check_origin(document, data.replace(b"\x81", b" ").decode(metadata["encoding"], "replace"))


def test_likely_charsets() -> None:
    """A page that names no charset is read in the most likely one if that is sure."""
    pytest.importorskip("chardet")
    text = "Дождь идёт над холмами, и старик спит в своём доме у реки."
    document = html(f"<h1>{text}</h1>".encode("koi8-r"))
    assert document.text == f"# {text}" and document.metadata["encoding"] == "koi8-r"
    assert document.metadata["encoding_confidence"] >= 0.15


def test_declarations_of_a_document_type() -> None:
    declared = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd"> <!-- [a] -->]>'
    assert text_of(f'<?xml version="1.0"?>\n{declared}<html><body><p>&amp;x; ok</p></body></html>') == "&x; ok"


def test_cdata_sections_are_those_of_xml_and_pictures() -> None:
    assert text_of("<svg><text><![CDATA[a>b]]></text></svg>") == "a>b"
    assert text_of("<p>a<![CDATA[b>c]]>d") == "ac]]>d"  # a comment, as the standard says
    assert text_of("<svg/><textarea><![CDATA[a>b]]></textarea>") == "<![CDATA[a>b]]>"
    assert text_of("<svg/><textarea>&lt;<![CDATA[a>b]]></textarea>") == "<<![CDATA[a>b]]>"


def test_bytes_that_are_not_in_the_given_encoding() -> None:
    with pytest.raises(ReaderError, match="byte offset 1: must be utf-8"):
        html(b"a\xff", encoding="utf-8")


def test_anchors() -> None:
    source = (
        '<section id="s"><h2 id="h">Install</h2><p id="p">a <b id="b">b</b></p></section>'
        '<a name="n"></a><table id="t"><tr><td id="c">c<td id="d">d</table><p id="p">again</p><i id="end"></i>'
    )
    document = html(source)
    table = document.provenance["anchors"]  # type: ignore[index]
    at = {
        name: document.text[start : start + 4] for name, start in zip(table["fragment"], table.start, strict=True)
    }
    assert at == {
        "s": "## I", "h": "## I", "p": "a b\n", "b": "b\n\n|", "n": "| c ", "t": "| c ", "c": "| c ", "d": "d |\n",
        "end": "",
    }  # fmt: skip
    assert shiplap.chunk(document, chunk_size=1000)[0].anchor == "h"


def test_chunks_know_their_anchor_and_origin() -> None:
    source = "<body><h1 id=rain>Rain</h1><p>It rains &amp; pours.</p><h1 id=hills>Hills</h1><p>In the hills.</p>"
    document = html(source.encode(), path="page.html", source="page.html")
    first, second = shiplap.FixedChunker(27, 0).chunk(document)
    assert (first.anchor, second.anchor) == ("rain", "hills")
    begin, end = second.origin
    assert source[begin:end] == "Hills</h1><p>In the hills."


def check_origin(document: Document, source: str) -> None:
    """Check the rows of the origin: in order, and the text of the source if they have its length."""
    table = document.provenance["origin"]  # type: ignore[index]
    columns = (table.start, table.end, table["source_start"], table["source_end"])
    last = 0
    for start, end, first, after in zip(*(each.tolist() for each in columns), strict=True):
        assert last <= start < end <= len(document.text) and first < after <= len(source)
        last = end
        if end - start == after - first:
            assert document.text[start:end].replace("\x81", " ").split() == source[first:after].split()


WORDS = st.text("ab\xe9\u4e2d #`|-=~>&1.", min_size=1, max_size=6)
NAMES = st.sampled_from(
    [
        "p",
        "div",
        "h1",
        "h3",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "tr",
        "td",
        "th",
        "tbody",
        "caption",
        "pre",
        "code",
        "b",
        "i",
        "a",
        "span",
        "blockquote",
        "br",
        "section",
        "sup",
        "q",
    ]
)


def element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inner = st.lists(children, max_size=4).map("".join)
    return st.builds("<{0}>{1}</{0}>".format, NAMES, inner) | st.builds("<{0}>{1}".format, NAMES, inner)


TREES = st.recursive(
    WORDS.map(lambda text: text.replace("&", "&amp;").replace(">", "&gt;")), element, max_leaves=30
)


def letters(text: str) -> str:
    return "".join(re.findall(r"[ab\xe9\u4e2d]", text))


@given(TREES)
def test_all_words_in_order(source: str) -> None:
    document = html(source)
    assert letters(document.text) == letters(re.sub(r"<[^>]*>|&amp;|&gt;", "", source))
    assert not re.search(r"</?[a-z]", document.text)
    if document.provenance:
        check_origin(document, source)


TAGS = ("<p>", "</p>", "<table>", "<td>", "</table>", "<b>", "</b>", "<li>", "</ul>", "<div>", "</div>", "a", "b")


@given(TREES | st.lists(st.sampled_from(TAGS)).map("".join))
def test_the_text_is_that_of_the_tree_of_the_standard(source: str) -> None:
    # the tree has text that stands in a table outside of its cells before the table
    tree = LexborHTMLParser(source)
    assert sorted(letters(text_of(source))) == sorted(letters(tree.body.text() if tree.body else ""))


TABLE_PARTS = (
    "<table>", "</table>", "<tr>", "<td>", "<td colspan=3>", "<td rowspan=2>", "<tbody>", "</td>", "a", "b|",
    "<p>", "</p>", "<div>", "<caption>", "<li>", "</b>", "<b>",
)  # fmt: skip


@given(st.lists(st.sampled_from(TABLE_PARTS), max_size=25))
def test_rows_have_as_many_cells(parts: list[str]) -> None:
    text = text_of("".join(parts))
    rows = re.findall(r"^\| ---.*$", text, re.MULTILINE)
    heads = re.findall(r"^(\|.*)\n\| ---", text, re.MULTILINE)
    assert [cells(row) for row in rows] == [cells(head) for head in heads]


def cells(row: str) -> int:
    return len(re.findall(r"(?<!\\)\|", row))


BYTES = (
    b"<", b">", b"</", b"<!--", b"&#", b"x", b'"', b"<![CDATA[", b"<svg>", b"<title>", b"\r\n", b"\xff", b"=",
    b"<pre>", b"<?xml ",
)  # fmt: skip


@given(st.binary(max_size=60) | st.lists(st.sampled_from(BYTES)).map(b"".join))
def test_any_bytes(data: bytes) -> None:
    document = html(data)
    source = data.decode(document.metadata["encoding"], "replace")
    if document.provenance and document.metadata["encoding"] != "windows-1252":
        check_origin(document, source)
