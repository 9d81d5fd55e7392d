"""Plain paragraphs out of the formats in which packages ship text: HTML, man pages, gettext, CLDR.

Every reader takes a file and gives its paragraphs, a list of `str` without blank ones, in the order
of the file. Nothing is invented; what cannot be read as UTF-8 or Latin-1 text is left out.
"""

from __future__ import annotations

import ast
import gettext
import gzip
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from pathlib import Path

_SKIPPED = frozenset({"script", "style", "head", "nav", "header", "footer", "pre", "title"})
_INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img"}
    | {
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
    }
    | {"sub", "sup", "time", "tt", "u", "var", "wbr"}
)

#: Typographic characters with a real ASCII equivalent; a paragraph with any other is dropped from `prose`.
_ASCII = str.maketrans(
    {
        **dict.fromkeys("\u00ad\u200b\ufeff", ""),
        **dict.fromkeys("\u00a0\u2002\u2003\u2009", " "),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u00b7\u2022", "*"),
        "\u2014": "--",
        "\u2026": "...",
        "\u00d7": "x",
        "\u2260": "!=",
        "\u2264": "<=",
        "\u2265": ">=",
        "\u2190": "<-",
        "\u2192": "->",
        "\u21d2": "=>",
        "\u00a9": "(C)",
        "\u00ae": "(R)",
        "\u2122": "(TM)",
    }
)


def to_ascii(paragraph: str) -> str | None:
    """Return the paragraph with ASCII quotes and dashes, or None if it still holds another character."""
    paragraph = paragraph.translate(_ASCII)
    return paragraph if paragraph.isascii() else None


class _Paragraphs(HTMLParser):
    """Collects the running text of a page, one paragraph a block element; code listings are left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.paragraphs: list[str] = []
        self._parts: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SKIPPED:
            self._skipped += 1
        if tag not in _INLINE:
            self.flush()

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED and self._skipped:
            self._skipped -= 1
        if tag not in _INLINE:
            self.flush()

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._parts.append(data)

    def flush(self) -> None:
        paragraph = " ".join("".join(self._parts).split())
        self._parts.clear()
        if paragraph:
            self.paragraphs.append(paragraph)


def _text(path: Path) -> str:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def html(path: Path) -> list[str]:
    """Return the paragraphs of an HTML page."""
    parser = _Paragraphs()
    parser.feed(_text(path))
    parser.close()
    parser.flush()
    return parser.paragraphs


_ROFF_ESCAPE = re.compile(r"\\(?:f(?:\[[^]]*\]|\(..|.)|s[+-]?\d+|\*(?:\[[^]]*\]|\(..|.)|\((..)|\[([^]]*)\]|(.))")
_ROFF_NAMED = {
    "aq": "'",
    "dq": '"',
    "lq": '"',
    "rq": '"',
    "em": "-",
    "en": "-",
    "bu": "*",
    "co": "(C)",
    "cq": "'",
}
_ROFF_PLAIN = {"-": "-", "e": "\\", "\\": "\\", " ": " ", "~": " ", "'": "'", "`": "`", ".": "."}
_ROFF_TEXT = frozenset(
    {"SH", "SS", "B", "I", "BR", "BI", "IB", "IR", "RB", "RI", "SM", "SB"}  # man
    | {"Sh", "Ss", "Nm", "Nd", "Ar", "Fl", "Cm", "Pa", "Em", "Sy", "Li", "Xr"}  # mdoc
)
_ROFF_HEADING = frozenset({"SH", "SS", "Sh", "Ss"})


def _unescape(line: str) -> str:
    def plain(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        return _ROFF_NAMED.get(name, "") if name else _ROFF_PLAIN.get(match[3] or "", "")

    return _ROFF_ESCAPE.sub(plain, line)


def man(path: Path) -> list[str]:
    """Return the paragraphs of a manual page (man or mdoc macros), its line breaks kept."""
    paragraphs: list[list[str]] = [[]]
    for line in _text(path).splitlines():
        if line[:3] in ('.\\"', "'\\\""):
            continue
        if line[:1] not in (".", "'"):
            text, breaks, heading = _unescape(line), not line.strip(), False
        else:
            name, _, rest = line[1:].strip().partition(" ")
            heading = name in _ROFF_HEADING
            text = _unescape(rest).replace('"', "") if name in _ROFF_TEXT else ""
            breaks = heading or name in ("PP", "P", "LP", "TP", "IP", "HP", "sp", "Pp", "It")
        if breaks:
            paragraphs.append([])
        if text.strip():
            paragraphs[-1].append(text.rstrip())
        if heading:
            paragraphs.append([])
    return ["\n".join(lines) for lines in paragraphs if lines]


def messages(path: Path) -> list[str]:
    """Return the translated messages of a gettext catalogue (.mo), one paragraph each, in the order of the
    file."""
    with path.open("rb") as file:
        catalogue: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return [message.strip() for key, message in catalogue.items() if key != "" and message.strip()]


def named_characters(path: Path) -> list[str]:
    """Return the characters that CLDR names in one language, emoji nearly all: "character name: words"."""
    names: dict[str, str] = {}
    words: dict[str, str] = {}
    for node in ElementTree.parse(path).iter("annotation"):
        (names if node.get("type") == "tts" else words)[node.get("cp") or ""] = (node.text or "").strip()
    lines = [f"{cp} {name}: {words[cp].replace(' | ', ', ')}." for cp, name in names.items() if cp in words]
    return ["\n".join(lines[i : i + 8]) for i in range(0, len(lines), 8)]


def docstrings(path: Path) -> list[str]:
    """Return the paragraphs of a Python module's docstrings (what `--local` has for prose)."""
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except (UnicodeDecodeError, SyntaxError, ValueError):
        return []
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found: Iterable[str] = (ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, kinds))
    return [block.strip() for text in found for block in re.split(r"\n\s*\n", text) if block.strip()]


def plain(path: Path) -> list[str]:
    """Return the paragraphs of a plain text file."""
    return [block.strip("\n") for block in re.split(r"\n\s*\n", _text(path)) if block.strip()]


READERS: dict[str, Callable[[Path], list[str]]] = {
    "html": html,
    "man": man,
    "messages": messages,
    "annotations": named_characters,
    "docstrings": docstrings,
    "plain": plain,
}
