"""The grammar of HTML pages: tables, code (`pre`, `script`, `style`) and headings, wherever their tags are; the
rest is of the kind `html`.

A region begins with the `<` of its tag and ends after the matching closing tag; tables inside tables are counted.
Tags are those of the HTML standard (section 13.2.5, tokenization):

W1. A tag begins with `<` or `</` and a letter, and ends with the next `>` outside quoted attribute values. A quote
    after `=`, with or without white space between them, begins a value; the next quote of the same kind ends it.
    The name of the tag ends before white space, `/` or `>`. It may have SIGNS after its first letter, as the names
    of custom elements have (`h2-x`).
W2. A comment begins with `<!--` and ends after `-->` or `--!>`; `<!-->` and `<!--->` are comments too. `<![CDATA[`
    ends after `]]>`. Any other `<!`, `<?` or `</` that is not a tag ends after the next `>`. None of these
    contains tags.
W3. The content of an element of RAW is text up to its closing tag. (Browsers never show the content of `template`,
    and most do not show that of `noscript`.) If its opening tag ends with `/>`, it is empty.
W4. A tag, a comment or a text that is not closed ends at the end of the text.
W5. An element is hidden if its opening tag has the attribute `hidden`, in small letters, with a value other than
    `until-found` or without a value. A hidden element is of the kind `html`, with its content, up to the matching
    closing tag; elements of its name inside it are counted. Elements of UNCLOSED, which need no closing tag, are
    never hidden.
W6. A heading ends after the closing tag of any heading (`<h2>Oak</h3>`), and before the opening tag of the next
    one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shiplap._data.region_kinds import Kind
from shiplap.reference.regions.line import DIGITS, LETTERS, lower
from shiplap.reference.regions.output import Out

CODE_TAGS = ("pre", "script", "style")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Elements whose content is text without tags.
RAW = (
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript", "template",
)  # fmt: skip
#: Elements whose closing tag may be missing.
UNCLOSED = (
    "area", "base", "body", "br", "caption", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img",
    "input", "li", "link", "meta", "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td",
    "tfoot", "th", "thead", "tr", "track", "wbr",
)  # fmt: skip
#: The attribute of hidden elements, and its value for elements that are shown when a search finds their text.
HIDDEN, SHOWN_IF_FOUND = "hidden", "until-found"
#: Code points of a tag that are looked at for its name, and of a name; a longer name counts as its beginning.
MAX_TAG_NAME, MAX_NAME = 24, 22
#: What names of elements have after their first letter: custom elements also have signs.
OF_NAMES = LETTERS | DIGITS | frozenset("-_.")
#: White space in a tag.
GAPS = " \t\n\r\f"


class Tag(NamedTuple):
    """A tag: its span, its name in small letters ("" if that is not the name of an element), and whether it is a
    closing tag."""

    start: int
    end: int
    name: str
    closing: bool


def scan_html(text: str) -> Out:
    """Return the regions of a page."""
    out = Out()
    inside, depth = "", 0  # the open element, and the number of open elements of its name
    hides = False  # the open element is hidden
    end = 0  # the end of the last element
    for tag in tags(text, 0):
        name = tag.name
        begins = not tag.closing and not is_empty(text, tag)
        if inside in HEADINGS and not hides and name in HEADINGS:  # W6
            last, end = out.blocks[-1], tag.end if tag.closing else tag.start
            out.blocks[-1] = last._replace(info=(last.info[0], max(tag.start, last.info[0])))
            inside = ""
            if tag.closing:
                continue
        if not inside and begins and is_hidden(text, tag):
            inside, depth, hides = name, 1, True
        elif not inside and begins and (name == "table" or name in CODE_TAGS or name in HEADINGS):
            if tag.start > end:
                out.begin(end, "html")
            inside, depth = name, 1
            kind: Kind = "table" if name == "table" else "code" if name in CODE_TAGS else "heading"
            level = int(name[1]) if kind == "heading" else 0
            out.begin(tag.start, kind, level, (tag.end, tag.end) if level else (0, 0))
        elif inside and name == inside:
            depth += -1 if tag.closing else 1 if name == "table" or hides else 0
            if depth == 0 and hides:
                inside, hides = "", False
            elif depth == 0:
                inside, end = "", tag.end
    if (not inside or hides) and end < len(text):
        out.begin(end, "html")
    return out


def is_hidden(text: str, tag: Tag) -> bool:
    """Return whether an opening tag begins a hidden element (W5)."""
    at = tag.start + 1 + len(tag.name)
    while tag.name and tag.name not in UNCLOSED and at < tag.end:
        begin = at
        while at < tag.end and text[at] not in GAPS and text[at] not in "/>=":
            at += 1
        name = text[begin:at]
        at = after_gaps(text, at, tag.end)
        if at == tag.end or text[at] != "=":
            if name == HIDDEN:
                return True
            at = max(at, begin + 1)
            continue
        value = after_gaps(text, at + 1, tag.end)
        is_quoted = text[value : value + 1] in ("'", '"')
        if name == HIDDEN:
            return not text.startswith(SHOWN_IF_FOUND, value + is_quoted)
        at = next_of(text, value + 1, text[value]) + 1 if is_quoted else value
        while not is_quoted and at < tag.end and text[at] not in GAPS and text[at] != ">":
            at += 1
    return False


def after_gaps(text: str, at: int, end: int) -> int:
    """Return the end of the white space at an offset in a tag."""
    while at < end and text[at] in GAPS:
        at += 1
    return at


def tags(text: str, at: int) -> Iterator[Tag]:
    """Yield the tags from an offset outside of tags on."""
    while (at := next_of(text, at, "<")) < len(text):
        begin = at + 2 if text[at + 1 : at + 2] == "/" else at + 1
        if text[begin : begin + 1] in LETTERS:
            end = after_tag(text, begin)
            tag = Tag(at, end, element_name(text[at : at + MAX_TAG_NAME]), begin == at + 2)
            yield tag
            raw = tag.name in RAW and not tag.closing and not is_empty(text, tag)
            at = closing_tag(text, end, tag.name) if raw else end
        elif text.startswith(("<!", "<?", "</"), at):
            at = after_markup(text, at)
        else:
            at += 1


def is_empty(text: str, tag: Tag) -> bool:
    """Return whether a tag is an empty element of RAW (W3)."""
    return tag.name in RAW and text[tag.end - 2 : tag.end] == "/>"


def element_name(tag: str) -> str:
    """Return the name in a tag, by its first code points, at most MAX_NAME; "" if that is not the name of an
    element."""
    begin = end = 2 if tag[1:2] == "/" else 1
    while tag[end : end + 1] in tuple(OF_NAMES) and end - begin < MAX_NAME:
        end += 1
    after = tag[end : end + 1]
    is_name = end - begin == MAX_NAME or after == "" or after in GAPS or after in "/>"
    return lower(tag[begin:end]) if is_name else ""


def after_tag(text: str, at: int) -> int:
    """Return the offset after the `>` of the tag in whose name `at` is, or the end of the text."""
    valued = False  # after `=`
    while at < len(text):
        char = text[at]
        if char == ">":
            return at + 1
        if valued and char in "\"'":
            at, valued = next_of(text, at + 1, char), False
        elif char not in GAPS:
            valued = char == "="
        at += 1
    return len(text)


def after_markup(text: str, at: int) -> int:
    """Return the end of the comment, or of other markup that is not a tag, that begins at `at`."""
    end = at + 2
    while (end := next_of(text, end, ">") + 1) <= len(text):
        if text.startswith("<!--", at):
            if text[max(at + 2, end - 3) : end] == "-->" or text[max(at + 4, end - 4) : end] == "--!>":
                return end
        elif not text.startswith("<![CDATA[", at) or text[end - 3 : end] == "]]>":
            return end
    return len(text)


def closing_tag(text: str, at: int, name: str) -> int:
    """Return the next closing tag of an element, or the end of the text."""
    while (at := next_of(text, at, "<")) < len(text):
        if text[at + 1 : at + 2] == "/" and element_name(text[at : at + MAX_TAG_NAME]) == name:
            return at
        at += 1
    return at


def next_of(text: str, at: int, char: str) -> int:
    """Return the offset of the next `char`, or the end of the text."""
    found = text.find(char, at)
    return len(text) if found < 0 else found
