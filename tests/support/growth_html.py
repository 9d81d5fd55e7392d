"""Pages of n and 4n characters for the reader of HTML, ordinary and hostile, for test_growth.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from shiplap import readers

N = 16_000

#: What is repeated to n characters, after what begins the page.
REPEATED: dict[str, tuple[str, str]] = {
    "paragraphs": ("", "<p>It <b>rains</b> &amp; pours.</p>\n"),
    "lists": ("", "<ul><li>rain<li>hills</ul>"),
    "pre": ("<ul><li><pre>", "rain\n"),
    "rows": ("<table>", "<tr><td>a<td>b"),
    "elements in each other": ("", "<div>"),
    "end tags of paragraphs": ("<div>" * 2_000, "</p>"),
    "end tags of nothing": ("<div>" * 2_000, "</span>"),
    "formatting": ("", "<b><p>"),
    "lists in each other": ("", "<ul><li>x"),
    "numbered lists in each other": ("", "<ol><li>"),
    "quotes in each other": ("", "<blockquote>x"),
    "descriptions in each other": ("", "<dl><dd>x"),
    "sections in items": ("", "<ul><li><section>"),
    "tables in each other": ("", "<table><tr><td>x"),
    "tables without rows": ("", "<table>x"),
    "empty sections": (f"<table><tr>{'<td>x' * 1_000}", "<tbody>"),
    "wide and short rows": (f"<table><tr>{'<td>x' * 1_000}", "<tr><td>x"),
    "spans": ("<table>", "<tr><td colspan=1000 rowspan=65534>x<td>y"),
    "rows below a span": ("<table><tr><td colspan=1000 rowspan=65534>x<td>y", "<tr>"),
    "anchors": ("", "<a id=x></a>"),
    "code": ("", "<p><code>x"),
    "code in each other": ("", "<code>"),
    "unclosed pre": ("", "<div><pre>x</div>"),
    "references": ("", "&amp;"),
    "references without an end": ("", "&xxxxxxx"),
    "line ends": ("", "a\r\n"),
    "zero bytes": ("", "a\0"),
    "angle brackets": ("", "<"),
    "comments": ("", "<!--"),
    "titles": ("", "<title>x</title>"),
    "pictures": ("", "<svg><p>"),
    "superscripts": ("", "x<sup>2"),
    "quotations": ("", "<q>x"),
    "headings": ("", "<h1><div>x"),
    "links to fragments": ("", "<a href='#x'>*</a>"),
    "languages": (f"<div class='{'x ' * 2_000}'>", "<pre>x</pre>"),
    "metadata": ("", "<meta name=author content=x>"),
    "hidden": ("", "<div hidden style='display : none'>x</div>"),
    "sections of data": ("<?xml version='1.0'?>", "<![CDATA[x>]]>"),
}

#: Pages of n characters that have no part that repeats.
MADE: dict[str, Callable[[int], str]] = {
    "attributes": lambda n: f"<p {' '.join(f'a{k}=1' for k in range(n // 8))}>x",
    "names of elements": lambda n: "".join(f"<x{k}>" for k in range(n // 7)),
    "names of anchors": lambda n: "".join(f"<a id=x{k}>x</a>" for k in range(n // 16)),
    "style": lambda n: f"<p style='{'d ' * (n // 2)}'>x",
}


def repeated(begin: str, part: str, n: int) -> str:
    return begin + part * ((n - len(begin)) // len(part))


def steps() -> dict[str, Callable[[int], Callable[[], Any]]]:
    """Return the steps that are counted, by name: for n, the work."""

    def prepared(make: Callable[[int], str], content: Any, n: int) -> Callable[[], Any]:
        page = make(n).encode()
        return lambda: readers.html(page, content=content)

    pages = {name: partial(repeated, *parts) for name, parts in REPEATED.items()} | MADE
    return {f"{name}:": partial(prepared, make, "body") for name, make in pages.items()} | {
        "main content:": partial(prepared, partial(repeated, "<main>", "<aside><p>x"), "main"),
        "asides:": partial(prepared, partial(repeated, "", "<article><aside>x"), "main"),
    }
