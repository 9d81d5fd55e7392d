"""The grammar of HTML pages: tables, code (`pre`, `script`, `style`) and headings, wherever their tags are; the
rest is of the kind `html`.

A region begins with the `<` of its tag and ends after its closing tag, tables inside of tables counted; attributes
and comments are not looked into.
"""

from __future__ import annotations

from shiplap._data.region_kinds import Kind
from shiplap.reference.regions.line import tag_name
from shiplap.reference.regions.output import Out

CODE_TAGS = ("pre", "script", "style")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Code points of a tag that are looked at for its name.
MAX_TAG_NAME = 12


def scan_html(text: str) -> Out:
    """The regions of a page."""
    out = Out()
    inside, depth = "", 0  # the element that is open, and how many of its name
    at, end = 0, 0  # where what is open begins; where what was open ends
    while (at := next_of(text, at, "<")) < len(text):
        tag = text[at : at + MAX_TAG_NAME]
        name, closing = tag_name(tag, 0), tag[1:2] == "/"
        if not inside and not closing and (name == "table" or name in CODE_TAGS or name in HEADINGS):
            if at > end:
                out.begin(end, "html")
            inside, depth = name, 1
            title = after_tag(text, at)
            kind: Kind = "table" if name == "table" else "code" if name in CODE_TAGS else "heading"
            level = int(name[1]) if kind == "heading" else 0
            out.begin(at, kind, level, (title, title) if level else (0, 0))
        elif inside and name == inside:
            depth += -1 if closing else 1 if name == "table" else 0
            if depth == 0:
                inside, end = "", after_tag(text, at)
                last = out.blocks[-1]
                if last.level:
                    out.blocks[-1] = last._replace(info=(last.info[0], max(at, last.info[0])))
        at += 1
    if not inside and end < len(text):
        out.begin(end, "html")
    return out


def next_of(text: str, at: int, char: str) -> int:
    """The next such character, or the end of the text."""
    found = text.find(char, at)
    return len(text) if found < 0 else found


def after_tag(text: str, at: int) -> int:
    """After the `>` that ends the tag at `at`, or the end of the text."""
    return min(next_of(text, at, ">") + 1, len(text))
