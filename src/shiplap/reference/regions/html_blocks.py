"""HTML blocks of Markdown: the conditions of their beginnings and ends."""

from __future__ import annotations

from shiplap.reference.regions.line import DIGITS, LETTERS, end_of_line, is_blank, lower, tag_name

#: Elements that make a table; and, with others, elements that begin an HTML block that ends at a blank line.
TABLE_TAGS = frozenset(["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup"])
BLOCK_TAGS = TABLE_TAGS | frozenset([
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
    "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param",
    "search", "section", "summary", "title", "track", "ul",
])  # fmt: skip
RAW_TAGS = frozenset(("pre", "script", "style", "textarea"))
#: For each of the first five conditions, the text that ends the HTML block.
HTML_ENDS = {
    1: ("</pre>", "</script>", "</style>", "</textarea>"),
    2: ("-->",),
    3: ("?>",),
    4: (">",),
    5: ("]]>",),
}


def html_condition(c: str, i: int) -> int:
    """Return the condition of CommonMark, 1 to 7, that begins an HTML block at i, or 0."""
    name = tag_name(c, i)
    closing = c[i : i + 2] == "</"
    end = i + 1 + closing + len(name)
    after = c[end : end + 1]
    if name in RAW_TAGS and not closing:
        return 1 if after in ("", " ", "\t", ">") else 0
    if c.startswith("<!--", i):
        return 2
    if c.startswith("<?", i):
        return 3
    if c.startswith("<![CDATA[", i):
        return 5
    if c.startswith("<!", i) and c[i + 2 : i + 3] in LETTERS:
        return 4
    if name in BLOCK_TAGS and (after in ("", " ", "\t", ">") or c[end : end + 2] == "/>"):
        return 6
    return 7 if is_whole_tag(c, i) else 0


def is_whole_tag(c: str, i: int) -> bool:
    """Return whether the line is one complete tag, opening or closing, and white space."""
    at = i + 1
    closing = c[at : at + 1] == "/"
    at += closing
    if c[at : at + 1] not in LETTERS:
        return False
    while at < len(c) and (c[at] in LETTERS or c[at] in DIGITS or c[at] == "-"):
        at += 1
    while True:
        begin = at
        while at < len(c) and c[at] in " \t":
            at += 1
        if c[at : at + 1] == ">":
            return is_blank(c, at + 1)
        if closing:
            return False
        if c[at : at + 2] == "/>":
            return is_blank(c, at + 2)
        if at == begin:
            return False
        at = after_attribute(c, at)
        if at < 0:
            return False


def after_attribute(c: str, at: int) -> int:
    """Return the end of the attribute at `at`, with its value, or -1."""
    begin = at
    while at < len(c) and (
        c[at] in LETTERS or c[at] in "_:" or (at > begin and (c[at] in DIGITS or c[at] in ".-"))
    ):
        at += 1
    if at == begin:
        return -1
    end = at
    while at < len(c) and c[at] in " \t":
        at += 1
    if c[at : at + 1] != "=":
        return end
    at += 1
    while at < len(c) and c[at] in " \t":
        at += 1
    begin = at
    if c[at : at + 1] in ("'", '"'):
        at += 1
        while at < len(c) and c[at] != c[begin]:
            at += 1
        return at + 1 if at < len(c) else -1
    while at < len(c) and c[at] not in " \t\"'=<>`":
        at += 1
    return at if at > begin else -1


def ends_html(text: str, start: int, condition: int) -> bool:
    """Return whether the line that begins at `start` has the text that ends an HTML block of one of the first five
    conditions."""
    line = lower(text[start : end_of_line(text, start)[0]])
    return any(end in line for end in HTML_ENDS[condition])
