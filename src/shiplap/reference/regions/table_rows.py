"""The rows of a table: where its header ends, and where it may be cut.

The form is told by the first line: HTML, a directive of reStructuredText, a grid (`+---+`), a simple table
(`=== ===`), or a row a line (pipes, delimiters, aligned columns). What belongs to the row above is no row of its
own: lines that only part rows, lines of a cell of several lines, rows that a cell of HTML spans.
"""

from __future__ import annotations

from shiplap.reference.regions.html_blocks import TABLE_TAGS
from shiplap.reference.regions.line import DIGITS, delimiter_cells, indent, lines, tag_name
from shiplap.reference.regions.plain_tables import delimiters, is_border, is_grid, is_rule
from shiplap.reference.regions.table_rows_html import Row, Rows, html_rows

#: Lines that a quoted cell may have, and lines in which a second rule ends a header.
MAX_QUOTED_LINES, MAX_HEADER_LINES = 50, 8


def rows(text: str, start: int, end: int) -> Rows:
    """Return where the header of the table text[start:end] ends (`start` where there is none), and the rows that
    may begin a chunk: all but the first one below the header."""
    text = text[:end]
    for at, c in lines(text, start):
        i, width = indent(c, 0, 0)
        if i == len(c):
            continue
        if c[i] == "<" and tag_name(c, i) in TABLE_TAGS:
            return html_rows(text, start)
        if c.startswith(".. ", i):
            header, found = directive_rows(text, at, c, i, width)
        else:
            header, found = line_rows(text, at)
        return (start if header == at else header), [row for row in found if row[0] >= header][1:]
    return start, []


def line_rows(text: str, at: int) -> Rows:
    """Return where the header ends (`at` where there is none), and all rows."""
    c = next(lines(text, at))[1]
    i, width = indent(c, 0, 0)
    if is_grid(c, i):
        return grid_rows(text, at)
    if is_border(c, i):
        return simple_rows(text, at, width)
    return flat_rows(text, at)


def grid_rows(text: str, at: int) -> Rows:
    """A row lies between two edges. Tables of databases have three edges, and a row a line below the second."""
    edges = header = above = below = continued = 0
    for _, c in lines(text, at):
        i, _ = indent(c, 0, 0)
        if i < len(c) and is_grid(c, i):
            edges += 1
            if edges > 1 and header == 0 and "=" in c:
                header = edges
        elif edges == 1:
            above += 1
        elif edges == 2:
            below += 1
            continued += begins_empty(c, i)
    flat = header == 0 and edges == 3 and above == 1 and below > 1 and continued == 0
    if flat:
        header = 2
    seen = 0
    ends, is_edge = at, False
    found: list[Row] = []
    for start, c in lines(text, at):
        i, _ = indent(c, 0, 0)
        if seen == header > 0 and is_edge:
            ends = start
        if i < len(c) and is_grid(c, i):
            seen += 1
            is_edge = True
            continue
        if is_edge or (flat and seen == 2):
            found.append((start, True))
        is_edge = False
    return ends, found


def simple_rows(text: str, at: int, margin: int) -> Rows:
    """A row begins with a line whose first column is not empty; a header lies between two borders of three."""
    borders = sum(is_border(c, indent(c, 0, 0)[0]) for _, c in lines(text, at))
    seen, ends = 0, at
    found: list[Row] = []
    for start, c in lines(text, at):
        i, width = indent(c, 0, 0)
        if seen == 2 and borders > 2 and ends == at:
            ends = start
        if i == len(c):
            continue
        if is_border(c, i):
            seen += 1
        elif width <= margin and not is_rule(c, i):
            found.append((start, True))
    return ends, found


def flat_rows(text: str, at: int) -> Rows:
    """A row a line. The first is the header, and a rule below it; with a rule above, all down to the next."""
    c = next(lines(text, at))[1]
    i, width = indent(c, 0, 0)
    divider = "" if "|" in c else delimiters(c, i, 0)[0]
    quoting = divider in (",", ";", "\t")
    ruled = is_rule(c, i)
    aligned = "|" not in c and not divider and not ruled
    quoted = number = 0
    ends, ending = at, False
    found: list[Row] = []
    for start, c in lines(text, at):
        i, columns = indent(c, 0, 0)
        number += 1
        if ending:
            ends, ending = start, False
        inside = quoted > 0
        if quoting:
            if c.count('"') % 2 == 1:
                quoted = 0 if inside else 1
            elif inside:
                quoted += 1
            if quoted > MAX_QUOTED_LINES:
                quoted, quoting = 0, False
        if inside or i == len(c):
            continue
        if is_rule(c, i) or (number == 2 and delimiter_cells(c, i)):
            ending = ends == at and (number == 2 or (ruled and 1 < number <= MAX_HEADER_LINES))
        elif not (aligned and columns > width + 1):
            found.append((start, not begins_empty(c, i)))
    if ends == at and not ruled and len(found) > 1:
        ends = found[1][0]
    return ends, found


def begins_empty(c: str, i: int) -> bool:
    """Return whether the first cell of a line is empty: only white space between two pipes, or before a
    delimiter."""
    if i == len(c) or c[i] in ",;":
        return True
    if c[i] != "|":
        return False
    j, _ = indent(c, i + 1, 0)
    return j < len(c) and c[j] in "|+"


def directive_rows(text: str, at: int, c: str, i: int, width: int) -> Rows:
    """A directive and its options are the header, and what they say of its rows, or what the table in it has."""
    csv = c.startswith("csv-table", i + 3)
    headed, header_rows, body = True, 0, -1
    gap = False
    for start, line in lines(text, at):
        j, _ = indent(line, 0, 0)
        if j == len(line):
            gap = True
        elif gap:
            body = start
            break
        elif line.startswith(":header:", j):
            headed = False
        elif line.startswith(":header-rows:", j):
            header_rows = number_in(line, j + 13)
    if body < 0:
        return at, []
    c = next(lines(text, body))[1]
    i, width = indent(c, 0, 0)
    if c.startswith("* ", i):
        found = [(start, True) for start, line in lines(text, body) if is_item(line, width)]
        return (found[header_rows][0] if header_rows < len(found) else body), found
    if csv:
        found = flat_rows(text, body)[1]
        if not headed or not header_rows:
            return body, found
        return (found[header_rows][0] if header_rows < len(found) else body), found
    return line_rows(text, body)


def is_item(c: str, width: int) -> bool:
    """Return whether a row of a list table begins with the line."""
    i, columns = indent(c, 0, 0)
    return columns == width and c.startswith("* ", i)


def number_in(c: str, i: int) -> int:
    """The number of one or two digits from i on, after white space; else 0."""
    i, _ = indent(c, i, 0)
    number = 0
    for char in c[i : i + 2]:
        if char not in DIGITS:
            break
        number = 10 * number + int(char)
    return number
