"""The rows of a table in HTML."""

from __future__ import annotations

from shiplap.reference.regions.html import Tag, tags
from shiplap.reference.regions.line import DIGITS, lower

#: The number of code points of a tag that are read, and the most rows that a cell may span.
MAX_TAG, MAX_SPAN = 256, 50

#: The start of a row, and whether the row begins a group: not if its first cell is empty.
Row = tuple[int, bool]
#: The end of the header, and the rows.
Rows = tuple[int, list[Row]]


def html_rows(text: str, start: int) -> Rows:
    """Return the header and the rows. A row is a `<tr>` of the outermost table, with the `<tbody>` before it. The
    header is the caption and `<thead>`; without `<thead>`, the caption and the first rows that have only `<th>`.
    Rows that one cell spans are not separated."""
    depth = spanned = span = 0
    head = captioned = False
    heads = 0  # header rows
    row = group = -1  # the start of the open row, and of a `<tbody>` before the next
    th = td = in_head = free = False
    ends = -1
    found: list[Row] = []
    for tag in [*tags(text, start), Tag(len(text), len(text), "", False)]:
        at, _, name, closing = tag
        if name == "table":
            depth += -1 if closing else 1
        if depth > 1 and at < len(text):
            continue
        if row >= 0 and (name == "tr" or at == len(text)):  # the open row ends
            if ends < 0 and (in_head or (th and not td)):
                heads += 1
            elif ends < 0:
                ends = row
            elif free:
                found.append((row, True))
            spanned = max(spanned, span) - 1 if max(spanned, span) > 0 else 0
            row = -1
        if name == "thead":
            head = not closing
        elif name == "caption":
            captioned = True
        elif name == "tbody":
            group = -1 if closing else line_start(text, start, at)
        elif name == "tr" and not closing:
            row = group if group >= 0 else line_start(text, start, at)
            group = -1
            th = td = False
            in_head, free, span = head, spanned == 0, 0
        elif name in ("td", "th") and not closing:
            th, td = th or name == "th", td or name == "td"
            span = max(span, row_span(text, tag))
    if ends < 0 or (heads == 0 and not captioned):
        return start, found
    return ends, found


def line_start(text: str, start: int, at: int) -> int:
    """Return the start of the line if only white space is between it and `at`, else `at`."""
    begin = at
    while begin > start and text[begin - 1] in " \t":
        begin -= 1
    return begin if begin > start and text[begin - 1] in "\r\n" else at


def row_span(text: str, tag: Tag) -> int:
    """Return the number of rows that the cell of a tag spans; 0 if the tag has no number, or one that is too
    large."""
    words = lower(text[tag.start : min(tag.end, tag.start + MAX_TAG)])
    place = words.find("rowspan")
    if place < 0:
        return 0
    number = 0
    digits = 0
    for char in words[place + 7 :]:
        if char in DIGITS and digits < 3:
            number, digits = 10 * number + int(char), digits + 1
        elif digits or char not in "=\"' ":
            break
    return number if number <= MAX_SPAN else 0
