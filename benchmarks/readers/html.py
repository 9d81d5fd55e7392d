"""Pages of HTML: how much of each is in the text of each library, and the speed of each.

    python -m benchmarks.readers.html FOLDER...               1,000 pages of these folders
    python -m benchmarks.readers.html FOLDER... --record      and write the raw figures

The pages are drawn in equal numbers from the folders below the given ones, such as /usr/share/doc with packages of
Debian: python3.11-doc, postgresql-doc-15, apache2-doc, debian-handbook, installation-guide-amd64, git-doc,
erlang-doc, lilypond-doc-html, rust-doc, sqlite3-doc, openjdk-17-doc, debian-policy, debian-faq, aptitude-doc-ja.

What a page has is read from the tree of lexbor (`selectolax`), which builds it by the HTML standard: the words
that are shown, the headings, the cells of tables, the anchors. A word is kept if the text has it as often.
Headings and cells are searched in order: each one behind the one before. A heading must be one, of its level. An
anchor is right if the text at its offset begins with that of its element. `tags` are those in chunks of 1,000
that the page does not show. Addresses of links and backslashes of other libraries are taken away before.
Processor time: the best of three rounds of shiplap, which decodes bytes; one round of the others, which get the
decoded page.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import shiplap
from benchmarks import records
from benchmarks.machine import processor
from shiplap.readers import html

PAGES = 1_000
ROUNDS = 3
#: The least shares, and megabytes a second.
WANTED = {"words": 0.995, "headings": 0.98, "cells": 0.98, "anchors": 0.99, "speed": 50.0}

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "button",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "img",
        "input",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "section",
        "select",
        "summary",
        "table",
        "tbody",
        "td",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
_OUT = frozenset(
    [
        "annotation",
        "annotation-xml",
        "applet",
        "audio",
        "canvas",
        "datalist",
        "defs",
        "desc",
        "dialog",
        "head",
        "iframe",
        "metadata",
        "noembed",
        "noframes",
        "rp",
        "script",
        "style",
        "template",
        "title",
        "video",
    ]
)
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][\w-]*(?:[ \t][^<>\n]*)?/?>")
_WORD = re.compile(r"\w+")
#: Marks that the reader writes within what a page shows.
_MARKS = str.maketrans("", "", "`\\")
#: What other libraries write beside the words: addresses of links and pictures, backslashes.
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_ESCAPE = re.compile(r"\\(?=[^\w\s])")
_HEADING = re.compile(r"^(?:> |[ \d.-])*(#{1,6}) (.*)", re.MULTILINE)


class Page(NamedTuple):
    """A page: its shown text, headings with levels, cells, and where the text of each anchor begins."""

    text: str
    headings: list[tuple[int, str]]
    cells: list[str]
    anchors: dict[str, str]


def squash(text: str) -> str:
    """Return the letters and digits of a text."""
    return "".join(_WORD.findall(text)).replace("_", "")


def page(source: str) -> Page:
    """Return what a page has, by the tree of lexbor."""
    from selectolax.lexbor import LexborHTMLParser

    parts: list[str] = []
    found = Page("", [], [], {})
    opened: list[tuple[Any, str, int]] = []  # elements whose text is kept: what of, and the part where it begins

    def finish(until: int) -> None:
        while len(opened) > until:
            kind, value, begin = opened.pop()
            text = "".join(parts[begin:])
            if kind == "heading":
                found.headings.append((int(value), text))
            elif kind == "cell":
                found.cells.append(text)
            else:
                found.anchors.setdefault(value, squash(text[:400])[:30])

    node = LexborHTMLParser(source).body
    depths: list[int] = []
    while node is not None:
        depths.append(len(opened))
        goes_down = False
        if node.tag == "-text":
            parts.append(node.text_content or "")
        elif not is_out(node):
            goes_down = True
            if node.tag in _BLOCKS:
                parts.append("\n")
            note(node, opened, len(parts))
            if node.tag == "img":
                parts.append(f"{node.attributes.get('alt') or ''}\n")
            elif node.tag == "input" and node.attributes.get("type") in ("submit", "button", "reset"):
                parts.append(f"{node.attributes.get('value') or ''}\n")
        following = node.child if goes_down else None
        while following is None and node is not None:
            finish(depths.pop())
            if node.tag in _BLOCKS:
                parts.append("\n")
            following, node = node.next, node.parent
            if not depths:
                following = node = None
        node = following
    return found._replace(
        text="".join(parts), headings=[each for each in found.headings[:] if squash(each[1])],
        cells=[each for each in found.cells if squash(each)],
    )  # fmt: skip


def note(node: Any, opened: list[tuple[Any, str, int]], at: int) -> None:
    """Note an element whose text is compared."""
    attributes = node.attributes
    for name in ("id", "name"):
        if attributes.get(name) and (name == "id" or node.tag == "a"):
            opened.append(("anchor", attributes[name], at))
    if node.tag in _HEADINGS:
        opened.append(("heading", node.tag[1], at))
    elif node.tag in ("td", "th"):
        opened.append(("cell", "", at))


def is_out(node: Any) -> bool:
    """Return whether an element is not shown."""
    if node.tag in _OUT or node.tag.startswith(("-", "_", "!")):
        return True
    attributes = node.attributes
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    return bool(_HIDDEN.search(attributes.get("style") or "")) or "lineno" in (attributes.get("class") or "")


def kept_words(shown: str, text: str) -> tuple[int, int]:
    """Return how many words of a page a text has, and how many the page has. Backticks divide no word."""
    wanted = Counter(_WORD.findall(shown.replace("`", "")))
    return (wanted & Counter(_WORD.findall(text.replace("`", "")))).total(), wanted.total()


def in_order(wanted: list[str], text: str) -> int:
    """Return how many texts are in another one, each behind the one before."""
    at = found = 0
    for each in wanted:
        place = text.find(each, at)
        if place >= 0:
            at, found = place + len(each), found + 1
    return found


def same_headings(wanted: list[tuple[int, str]], text: str) -> int:
    """Return how many headings a text of Markdown has, in order."""
    has = [(len(match[1]), squash(match[2])) for match in _HEADING.finditer(text)]
    at = found = 0
    for level, heading in wanted:
        key = (level, squash(heading))
        if key in has[at : at + 50]:
            at, found = has.index(key, at) + 1, found + 1
    return found


def right_anchors(wanted: dict[str, str], document: shiplap.Document) -> int:
    """Return how many anchors are where the text of their element begins."""
    table = document.provenance["anchors"] if document.provenance and "anchors" in document.provenance else None
    if table is None:
        return 0
    at = dict(zip(table["fragment"], table.start.tolist(), strict=True))
    return sum(
        fragment in at and squash(document.text[at[fragment] : at[fragment] + 600]).startswith(text)
        for fragment, text in wanted.items()
    )


def wrong_origin(document: shiplap.Document, source: str) -> int:
    """Return how many verbatim rows of the origin do not have the text of the source; white space is alike."""
    if not document.provenance or "origin" not in document.provenance:
        return 0
    table = document.provenance["origin"]
    columns = (table.start, table.end, table["source_start"], table["source_end"])
    wrong = 0
    for start, end, first, last in zip(*(each.tolist() for each in columns), strict=True):
        text, part = document.text[start:end], source[first:last]
        if last - first == end - start and text != part and text.split() != part.split():
            wrong += 1
    return wrong


def libraries() -> dict[str, Callable[[str], str]]:
    """Return the libraries that are compared, by their names: what makes text, or a bare parse, of a page."""
    import html_to_markdown
    import lxml.html
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text
    from selectolax.lexbor import LexborHTMLParser

    def of_lxml(source: str) -> str:
        tree = lxml.html.document_fromstring(source.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
        for each in tree.xpath("//script|//style|//head"):
            each.drop_tree()
        return str(tree.text_content())

    return {
        "selectolax, parse alone": lambda source: LexborHTMLParser(source) and "",
        "selectolax, text": lambda source: LexborHTMLParser(source).body.text(separator="\n"),
        "resiliparse": lambda source: extract_plain_text(source, alt_texts=True),
        "html-to-markdown": lambda source: html_to_markdown.convert(source).content or "",
        "lxml": of_lxml,
        "trafilatura": lambda source: trafilatura.extract(source, output_format="markdown") or "",
    }


#: The packages of libraries that have another name in the table.
_PACKAGES = {"selectolax, parse alone": "selectolax", "selectolax, text": "selectolax"}


def drawn(folders: list[Path], count: int) -> Iterator[Path]:
    """Yield pages of all folders below, in equal numbers as far as they have so many."""
    chance = random.Random(40)
    groups = []
    for folder in sorted(each for given in folders for each in given.iterdir() if each.is_dir()):
        pages = sorted(
            path for path in folder.rglob("*") if path.suffix in (".html", ".htm", ".xhtml") and path.is_file()
        )
        chance.shuffle(pages)
        groups.append(pages)
    turn = 0
    while count and any(turn < len(group) for group in groups):
        for group in groups:
            if count and turn < len(group):
                yield group[turn]
                count -= 1
        turn += 1


def share(parts: tuple[int, int]) -> float:
    """Return a share, 1 of nothing."""
    return round(parts[0] / parts[1], 5) if parts[1] else 1.0


def fidelity(pages: list[Page], texts: list[str]) -> dict[str, Any]:
    """Compare the texts of a library with what the pages have."""
    words = [kept_words(each.text, text) for each, text in zip(pages, texts, strict=True)]
    headings = [same_headings(each.headings, text) for each, text in zip(pages, texts, strict=True)]
    cells = [
        in_order([squash(cell) for cell in each.cells], squash(text))
        for each, text in zip(pages, texts, strict=True)
    ]
    return {
        "words": share((sum(a for a, _ in words), sum(b for _, b in words))),
        "headings": share((sum(headings), sum(len(each.headings) for each in pages))),
        "cells": share((sum(cells), sum(len(each.cells) for each in pages))),
    }


def speed(size: int, work: Callable[[], object]) -> float:
    """Return megabytes a second of the processor, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = process_time()
        work()
        best = min(best, process_time() - begun)
    return round(size / best / 1e6, 1)


def tags_in_chunks(document: shiplap.Document, shown: str) -> int:
    """Return how many tags are in the chunks of a document that the page does not show."""
    chunks = shiplap.chunk(document, chunk_size=1000, chunk_overlap=0)
    plain = "".join(shown.translate(_MARKS).split())
    tags = (tag for chunk in chunks for tag in _TAG.findall(chunk.text))
    return sum("".join(tag.translate(_MARKS).split()) not in plain for tag in tags)


def ours(paths: list[Path]) -> tuple[dict[str, Any], list[str], list[Page]]:
    """Read the pages; return the figures, the sources, and what the pages have."""
    failures, sources, pages, documents = [], [], [], []
    for path in paths:
        data = path.read_bytes()
        try:
            document = html(data)
        except Exception as error:  # every failure is named
            failures.append(f"{path.name}: {type(error).__name__}: {error}")
            continue
        source = data.decode(document.metadata["encoding"], "replace")
        sources.append(source)
        documents.append(document)
        pages.append(page(source))
    figures = fidelity(pages, [document.text for document in documents])
    anchors = [right_anchors(each.anchors, document) for each, document in zip(pages, documents, strict=True)]
    data = [source.encode() for source in sources]
    figures |= {
        "anchors": share((sum(anchors), sum(len(each.anchors) for each in pages))),
        "wrong_origin": sum(map(wrong_origin, documents, sources)),
        "tags": sum(map(tags_in_chunks, documents, [each.text for each in pages])),
        "failures": failures,
        "speed": speed(sum(map(len, data)), lambda: [html(each) for each in data]),
    }
    return figures, sources, pages


def main() -> int:
    parser = records.script(__doc__, "html")
    parser.add_argument(
        "folders", type=Path, nargs="+", metavar="FOLDER", help="folders with a folder for each package"
    )
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--alone", action="store_true", help="without the other libraries")
    given = parser.parse_args()
    figures, sources, pages = ours(list(drawn(given.folders, given.pages)))
    size = sum(len(source.encode()) for source in sources)
    print(f"{len(sources)} pages, {size / 1e6:.1f} MB: {figures}")
    rows = [{"case": "shiplap", "version": shiplap.__version__, **figures}]
    for name, work in {} if given.alone else libraries().items():
        row: dict[str, Any] = {"case": name, "version": version(_PACKAGES.get(name, name))}
        texts, failures = [], 0
        begun = process_time()
        for source in sources:
            try:
                texts.append(work(source))
            except Exception:  # a library that fails has no text of the page
                texts.append("")
                failures += 1
        row["speed"] = round(size / (process_time() - begun) / 1e6, 1)
        if any(texts):
            row |= fidelity(pages, [_LINK.sub(r"\1", _ESCAPE.sub("", text)) for text in texts])
        row["failures"] = failures
        print(row)
        rows.append(row)
    records.write(given.record, {
        "shiplap": shiplap.__version__, "python": sys.version.split()[0], "processor": processor(),
        "pages": len(sources), "bytes": size, "wanted": WANTED, "cases": rows,
    })  # fmt: skip
    return 0 if all(figures[name] >= least for name, least in WANTED.items()) and not figures["failures"] else 1


if __name__ == "__main__":
    sys.exit(main())
