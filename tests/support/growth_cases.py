"""Hostile texts of n and 4n characters that are cut, for test_growth.py.

A step is one text in one form, with all that may be done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shiplap
from shiplap._core.windows import SeparatorSplitter
from shiplap._data.code_languages import LANGUAGES

N = 2_000
N_CODE = 7_000  # of code: below it shows that a stack doubles

#: What hangs or grows in today's libraries, by name: a text of about n characters.
TEXTS = {
    "one long run": lambda n: "x" * n,
    "white space": lambda n: "a" + " " * n + "b",
    "short sentences": lambda n: "a. " * (n // 3),
    "marks only": lambda n: "." * n,
    "empty lines": lambda n: "\n" * n + "x",
    "CR LF": lambda n: "\r\n" * (n // 2) + "x",
    "blank lines of 200": lambda n: ("x" + " " * 199 + "\n") * (n // 200) + "x",
    "a far paragraph": lambda n: "word " * (n // 5) + "\n\nx",
    "CJK without spaces": lambda n: "漢" * n,
    "emoji": lambda n: "😀" * n,
    "flags": lambda n: "🇩🇪" * (n // 2),
    "combining marks": lambda n: "a" + "\u0301" * n,
    "an emoji of combining marks": lambda n: "😀" + "\u0301" * n + "\u200d😀",
    "emoji joined in a chain": lambda n: "😀\u200d" * (n // 2),
    "marks between ideographs": lambda n: ("漢" + "\u0301" * 300) * (n // 301),
    "Hangul without spaces": lambda n: "한" * n,
    "Thai": lambda n: "ภาษาไทย" * (n // 7),
    "closing marks": lambda n: "」" * n,
    "what closes and never opened": lambda n: "。）" * (n // 2),
    "stops with spaces": lambda n: ". " * (n // 2),
    "marks and wide spaces": lambda n: ".\u3000" * (n // 2),
}


#: The same for regions: what a line, or the lines together, could make quadratic.
DOCUMENTS = {
    "one long line": lambda n: "word " * (n // 5),
    "one line of pipes": lambda n: "|" * n,
    "one line of commas": lambda n: "a," * (n // 2),
    "one line of quotation marks": lambda n: ">" * n,
    "one line of list marks": lambda n: "- " * (n // 2),
    "one tag without end": lambda n: "<a " + "b " * (n // 2),
    "fences without end": lambda n: "```\n" * (n // 4),
    "nested quotes": lambda n: "> > > > > x\n" * (n // 12),
    "nested lists": lambda n: "".join(" " * (2 * k % 80) + "- x\n" for k in range(n // 44)),
    "tables of two lines": lambda n: "a | b\n--|--\n" * (n // 12),
    "paragraph and delimiter rows": lambda n: "a | b | c\n--|--\n" * (n // 16),
    "aligned lines": lambda n: "ab   cd   ef\n" * (n // 13),
    "comments": lambda n: "# x\n\n" * (n // 5),
    "strings without end": lambda n: 'x = """\n' * (n // 8),
    "HTML comments without end": lambda n: "<!-- x\n" * (n // 7),
    "tags of pages": lambda n: "<table>" * (n // 7),
    "tags without names": lambda n: "</" * (n // 2),
    "comments of pages": lambda n: "<!-->" * (n // 5),
    "comments of pages that nothing ends": lambda n: "<!--" + ">" * n,
    "quotes in a tag": lambda n: "<a " + "b='c' " * (n // 6),
    "closing tags in text": lambda n: "<title>" + "</titl" * (n // 6),
    "text of pages": lambda n: "<title></title>" * (n // 15),
    "admonitions": lambda n: "".join(" " * (4 * k % 80) + "!!! x\n" for k in range(n // 44)),
    "definitions": lambda n: "x\n: y\n\n" * (n // 8),
    "directives": lambda n: "```{note}\n" * (n // 10),
    "closing fences in directives": lambda n: "```{note}\n" * 40 + "``x\n" * (n // 4),
    "frames": lambda n: "┌──┬──┐\n" * (n // 8),
    "edges": lambda n: "┌──┬──┐\n" + "├──┼──┤\n│ a│ b│\n" * (n // 16),
    "rules below a line": lambda n: "a | b\n---+---\n\n" * (n // 15),
    "one line of uprights": lambda n: "a" + "│" * n,
    "records": lambda n: "a,b,c\n" * (n // 6),
    "records in quotes": lambda n: 'a,b\n"c\nd",e\n' * (n // 12),
    "quotes that nothing ends": lambda n: 'a,b\nc,"d\n' * (n // 9),
    "one record": lambda n: "a,b\n1," + '"x" ' * (n // 4),
    "comments before a header": lambda n: "# a\n" * (n // 4) + "b,c\n1,2\n3,4\n",
    "headings": lambda n: "# x\n\n## y\n" * (n // 10),
    "titles": lambda n: "Rain\n\nIt rains.\n\n" * (n // 17),
    "titles in a row": lambda n: "Article 5\n\nRain\n\n1.2 Rain\n\n" * (n // 27),
    "lettered paragraphs": lambda n: "(a) x\n\n" * (n // 7),
    "speakers": lambda n: "Ann: x\n\n" * (n // 8),
    "front matter without end": lambda n: "---\n" + "a: b\n" * (n // 5),
    "white space": lambda n: " " * n + "\n" + "\t" * n,
}


def encoded(text: str, kind: str) -> str | bytes:
    return text if kind == "str" else text.encode()


def regions_of(text: str | bytes, path: str) -> None:
    found = shiplap.regions(text, path=path)
    if len(found):
        found[-1].headings  # noqa: B018
    CONTEXTUAL.chunk(text, path=path)
    shiplap.detect_content_type(text)


def outlines_of(text: str | bytes) -> None:
    """A text read as every language."""
    for language in LANGUAGES:
        found = shiplap.outline(text, language)
        found.pack(1000)
        found.spans.sum()
    CONTEXTUAL.chunk(text, path="x.c")


#: The separators that texts are split by and merged: those that overlap themselves among them.
SEPARATORS = ["x" * 100 + "b", "\n\n", "\n", "\u0301x\u0301", ".", " ", ""]

#: The grammars by the extension that asks for them.
GRAMMARS = (
    "x.md", "x.rst", "x.html", "x.txt", "x.adoc", "x.wiki", "x.org", "x.tex", "x.pod", "x.texi",
    "x.man",
)  # fmt: skip


def fixed(snap: str | None) -> Callable[[int], shiplap.Chunker]:
    return lambda size: shiplap.FixedChunker(size, size - 1, snap=snap, skip_blank=True)


def sentences(size: int) -> shiplap.Chunker:
    return shiplap.SentenceChunker(size, size - 1, on_empty="empty")


def tight_sentences(size: int) -> shiplap.Chunker:
    """With as large a minimum and as small a maximum as can be."""
    return shiplap.SentenceChunker(size, size - 1, min_size=size // 2, max_size=size)


def given(size: int) -> shiplap.Chunker:
    return shiplap.SentenceChunker(size, size - 1, boundaries=lambda text: range(0, len(text), 20))


def levels(size: int) -> shiplap.Chunker:
    return shiplap.RecursiveChunker(size, size - 1, levels=["section", "paragraph", "sentence", "word"])


def rests(size: int) -> shiplap.Chunker:
    """With an overlap in white space too, so that each place begins a chunk."""
    anywhere = ["sentence", "grapheme"]
    return shiplap.RecursiveChunker(size, size - 1, overlap_levels=anywhere, join_rest=False, skip_blank=True)


def separators(size: int) -> shiplap.Chunker:
    """Those that match everywhere, nearly everywhere, and inside of clusters."""
    literals = ["x" * 100 + "b", "xxxx", "漢" * 50 + "x", "\u0301\u0301", ". "]
    return shiplap.RecursiveChunker(size, size - 1, levels=literals, overlap_levels=literals[:-1])


def adaptive(size: int) -> shiplap.Chunker:
    return shiplap.AdaptiveChunker(size, size - 1 if size == 100 else 0, unit="characters")


#: For documents: little room for a text, table headers, rows of tables and lines of code.
CONTEXTUAL = shiplap.AdaptiveChunker(500, 90, unit="characters", size_includes_context=True, strip_whitespace=True)


#: Chunkers by name, with an overlap of size - 1.
CHUNKERS: dict[str, Callable[[int], shiplap.Chunker]] = {
    **{f"snap={snap}": fixed(snap) for snap in (None, "sentence", "paragraph", "word")},
    "sentences": sentences,
    "tight sentences": tight_sentences,
    "given": given,
    "levels": levels,
    "rests": rests,
    "separators": separators,
    "adaptive": adaptive,
    "stable": lambda size: shiplap.StableChunker(size, size // 2),
    "each sentence": lambda size: shiplap.SentenceSplitter(),
}


#: The same for outlines of code.
CODE = {
    "open brackets": lambda n: "(" * n,
    "open braces": lambda n: "{" * n,
    "brackets that do not match": lambda n: "({[" * (n // 6) + "}" * (n // 2),
    "nested classes": lambda n: "class A { " * (n // 10),
    "nested structs, a line each": lambda n: "struct A {\n" * (n // 11),
    "nested structs that end": lambda n: "struct A {\n" * (n // 22) + "};\n" * (n // 6),
    "nested functions": lambda n: "".join(" " * (k % 40) + "def f():\n" for k in range(n // 29)),
    "quotes": lambda n: "'\"" * (n // 2),
    "escaped quotes": lambda n: "'\\" * (n // 2),
    "triple quotes": lambda n: '"""' * (n // 3),
    "templates": lambda n: "`${" * (n // 3),
    "comments": lambda n: "/*" * (n // 2),
    "raw strings": lambda n: 'R"x(' * (n // 8) + 'r#"' * (n // 6),
    "hashes": lambda n: "r" + "#" * n + '"',
    "regular expressions": lambda n: "=/[" * (n // 3),
    "statements in one line": lambda n: "x = f(y); " * (n // 10),
    "branches": lambda n: "#if x\n{\n#else\n}\n" * (n // 18),
    "carriage returns": lambda n: "x\r" * (n // 2),
    "decorators": lambda n: "@x\n" * (n // 3),
    "lines of comment": lambda n: "// x\n# x\n" * (n // 9),
    "one definition after the other": lambda n: "def f(): 0\nvoid g() {}\n" * (n // 23),
    "far definitions in one line": lambda n: "void é() {} " * (n // 12),
}


Prepare = Callable[[int], Callable[[], Any]]


def chunked(make: Callable[[int], str], kind: str, size: int | None) -> Prepare:
    """Return a text that every chunker cuts."""

    def prepared(n: int) -> Callable[[], Any]:
        text = encoded(make(n), kind)
        chunkers = [chunker_of(n // 4 if size is None else size) for chunker_of in CHUNKERS.values()]
        return lambda: [chunker.chunk(text) for chunker in chunkers]

    return prepared


def read(make: Callable[[int], str], kind: str) -> Prepare:
    """Return a document that every grammar reads."""

    def prepared(n: int) -> Callable[[], Any]:
        text = encoded(make(n), kind)
        return lambda: [regions_of(text, path) for path in GRAMMARS]

    return prepared


def outlined(make: Callable[[int], str], kind: str) -> Prepare:
    """Return a text that is read as code."""

    def prepared(n: int) -> Callable[[], Any]:
        text = encoded(make(n * N_CODE // N), kind)
        return lambda: outlines_of(text)

    return prepared


def merged(make: Callable[[int], str]) -> Prepare:
    """Return a text that is split by separators and merged."""

    def prepared(n: int) -> Callable[[], Any]:
        # a text of chunks of `size` is `size` times as long, so the size does not grow
        text = make(n)
        splitters = [
            SeparatorSplitter(
                SEPARATORS, is_regex=False, recursive=True, chunk_size=100, chunk_overlap=99, keep=keep,
                rejoin=True, strip=True,
            )
            for keep in (None, "start", "end")
        ]  # fmt: skip
        return lambda: [splitter.split_with_starts(text) for splitter in splitters]

    return prepared


def updated(make: Callable[[int], str]) -> Prepare:
    """Return a text that is edited in two places, and in as many as it is long."""

    def prepared(n: int) -> Callable[[], Any]:
        text, chunker = make(3 * n), shiplap.RecursiveChunker(60, 20)
        pairs = []
        for kind in KINDS:
            for edits in (2, n // 500):
                step = len(text) // edits + 1
                new = "Now. ".join(text[k : k + step] for k in range(0, len(text), step))
                pairs.append((chunker.chunk(encoded(text, kind)), encoded(new, kind)))
        return lambda: [chunker.update(old, new) for old, new in pairs]

    return prepared


#: The forms of a text.
KINDS = ("str", "bytes")


def steps() -> dict[str, Prepare]:
    """Return the steps that are counted, by name: for n, the work, on texts of about n characters."""
    found: dict[str, Prepare] = {
        f"{name}, {kind}, size {size or 'n // 4'}": chunked(make, kind, size)
        for name, make in TEXTS.items()
        for kind in KINDS
        for size in (100, None)
    }
    numbered: dict[str, Callable[[int], str]] = {
        "numbered lines": lambda n: "".join(f"Line {k}.\n" for k in range(n // 10))
    }
    found |= {f"{name}, updated": updated(make) for name, make in (TEXTS | numbered).items()}
    found |= {f"{name}, merged": merged(make) for name, make in TEXTS.items()}
    for kind in KINDS:
        found |= {f"{name}, regions, {kind}": read(make, kind) for name, make in DOCUMENTS.items()}
        found |= {f"{name}, outline, {kind}": outlined(make, kind) for name, make in CODE.items()}
    return found
