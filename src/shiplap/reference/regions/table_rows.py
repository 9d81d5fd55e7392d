"""The rows of a table: the end of its header, and the offsets where it may be cut.

The first line decides the form: HTML, a directive of reStructuredText, a grid (`+---+`), a simple table
(`=== ===`), or one row in each line (pipes, delimiters, aligned columns). Some lines belong to the row above them:
lines that only separate rows, lines of a cell of several lines, and rows that a cell of HTML spans.
"""

from __future__ import annotations

from shiplap._data.box_drawing import UPRIGHTS
from shiplap.reference.regions.drawn_tables import is_drawn, is_edge, is_upper_edge
from shiplap.reference.regions.html_blocks import TABLE_TAGS
from shiplap.reference.regions.line import DIGITS, delimiter_cells, indent, lines, tag_name
from shiplap.reference.regions.plain_tables import delimiters, is_border, is_grid, is_rule
from shiplap.reference.regions.records import find_header, record_rows
from shiplap.reference.regions.table_rows_html import Row, Rows, html_rows
from shiplap.reference.regions.table_rows_markup import is_markup_table, markup_rows

#: The number of lines in which a second rule ends a header.
MAX_HEADER_LINES = 8
#: The average number of lines between two edges of a table with a frame, above which each line is a row.
LONG_ROW = 8


def rows(text: str, start: int, end: int) -> Rows:
    """Return the end of the header of the table text[start:end] (`start` without a header), and the rows that may
    begin a chunk: all rows except the first one below the header."""
    text = text[:end]
    for at, c in lines(text, start):
        i, width = indent(c, 0)
        if i == len(c):
            continue
        if c[i] == "<" and tag_name(c, i) in TABLE_TAGS:
            return html_rows(text, start)
        if c.startswith(".. ", i):
            header, found = directive_rows(text, at, c, i, width)
        elif is_markup_table(text, at, c, i):
            header, found = markup_rows(text, at, c, i)
        else:
            header, found = line_rows(text, at)
        return (start if header == at else header), [row for row in found if row[0] >= header][1:]
    return start, []


def names_start(text: str, start: int, end: int) -> int:
    """Return the start of the names of the columns in the header of the table text[start:end]: in a table of
    records below the lines before the header, else the start of the table."""
    text = text[:end]
    for at, c in lines(text, start):
        i, _ = indent(c, 0)
        if i == len(c):
            continue
        is_html = c[i] == "<" and tag_name(c, i) in TABLE_TAGS
        if is_html or c.startswith(".. ", i) or is_markup_table(text, at, c, i):
            return start
        if is_grid(c, i) or is_border(c, i):
            return start
        found = find_header(text, at)
        return start if found is None or found[1] == at else found[1]
    return start


def line_rows(text: str, at: int) -> Rows:
    """Return the end of the header (`at` without a header), and all rows."""
    c = next(lines(text, at))[1]
    i, width = indent(c, 0)
    if is_grid(c, i) or is_upper_edge(c, i):
        return grid_rows(text, at)
    if is_border(c, i):
        return simple_rows(text, at, width)
    return flat_rows(text, at)


def grid_rows(text: str, at: int) -> Rows:
    """Return the header and the rows of a grid table. A row is the text between two edges.

    In some tables only the header lies between two edges, and each line below the header is a row:

    - tables of databases, with three edges, one line above the second edge, and no line with an empty first cell
      below it;
    - tables with three edges and a line of dashes in each cell of the header;
    - tables with a frame of box-drawing characters that have at most three edges, or on average more than LONG_ROW
      lines between two edges. In these, a line with an empty first cell continues the row above.

    The header ends with the first edge that has a `=`; in a table of box-drawing characters with the second of at
    least three edges.
    """
    c = next(lines(text, at))[1]
    framed = is_upper_edge(c, indent(c, 0)[0])
    edges = header = above = below = continued = body = 0
    dashed = False
    for _, c in lines(text, at):
        i, _ = indent(c, 0)
        if i < len(c) and is_grid_edge(c, i):
            edges += 1
            if edges > 1 and header == 0 and "=" in c:
                header = edges
        elif edges == 1:
            above += 1
            dashed = dashed or (i < len(c) and is_rule(c, i))
        elif edges > 1:
            body += 1
            if edges == 2:
                below += 1
                continued += begins_empty(c, i)
    if framed:
        header = 2 if edges > 2 else 0
        flat = edges <= 3 or body > LONG_ROW * (edges - 2)
    else:
        flat = edges == 3 and below > 1 and continued == 0 and (dashed or (header == 0 and above == 1))
        header = 2 if flat else header
    seen = 0
    ends, after_edge = at, False
    found: list[Row] = []
    for start, c in lines(text, at):
        i, _ = indent(c, 0)
        if seen == header > 0 and after_edge:
            ends = start
        if i < len(c) and is_grid_edge(c, i):
            seen += 1
            after_edge = True
            continue
        if i < len(c) and (after_edge or (flat and seen >= header and not begins_empty(c, i))):
            found.append((start, True))
        after_edge = False
    return ends, found


def is_grid_edge(c: str, i: int) -> bool:
    """Return whether a line is an edge: `+---+---+`, `|---+---|`, or box-drawing characters."""
    if is_drawn(c[i]):
        return is_edge(c, i)
    row = c[i:].rstrip(" \t")
    is_inner = row[0] == row[-1] == "|" and not row.strip("|+-=") and row.count("-") + row.count("=") >= 3
    return is_inner or is_grid(c, i)


def simple_rows(text: str, at: int, margin: int) -> Rows:
    """Return the header and the rows of a simple table. A row begins with a line whose first column is not empty.
    The header lies between the first two of three borders."""
    borders = sum(is_border(c, indent(c, 0)[0]) for _, c in lines(text, at))
    seen, ends = 0, at
    found: list[Row] = []
    for start, c in lines(text, at):
        i, width = indent(c, 0)
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
    """Return the header and the rows of a table with one row in each line.

    The header is the first line, with a rule below it; if a rule is above it, the lines down to the next rule. In
    a table of delimited records each record is a row. In a table of psql (a rule `---+---` below the names), a `+`
    at the end of a cell means that the row goes on in the next line.
    """
    found = find_header(text, at)
    if found is not None:
        divider, _, header = found
        return record_rows(text, at, divider, header)
    c = next(lines(text, at))[1]
    quotes = quote_marks(c)
    i, width = row_begin(c, quotes)
    ruled = is_rule(c, i)
    aligned = i < len(c) and "|" not in c and not delimiters(c, i, 0)[0] and not ruled
    number = 0
    ends, ending = at, False
    crossed = wrapped = False
    rows: list[Row] = []
    for start, c in lines(text, at):
        i, columns = row_begin(c, quotes)
        number += 1
        if ending:
            ends, ending = start, False
        if i == len(c):
            continue
        if is_rule(c, i) or (number == 2 and delimiter_cells(c, i)):
            ending = ends == at and (number == 2 or (ruled and 1 < number <= MAX_HEADER_LINES))
            crossed = crossed or (number == 2 and c[i] == "-" and "+" in c)
            wrapped = False
            continue
        if not wrapped and not (aligned and (columns > width + 1 or c[i] in UPRIGHTS)):
            rows.append((start, not begins_empty(c, i)))
        wrapped = crossed and ("+|" in c or c.rstrip(" \t").endswith("+"))
    if ends == at and not ruled and len(rows) > 1:
        ends = rows[1][0]
    return ends, rows


def quote_marks(c: str) -> int:
    """Return the number of quotation marks of Markdown at the start of a line."""
    count, i = 0, indent(c, 0)[0]
    while c[i : i + 1] == ">":
        count, i = count + 1, indent(c, i + 1)[0]
    return count


def row_begin(c: str, quotes: int) -> tuple[int, int]:
    """Return the start of the text of a row, after at most `quotes` quotation marks, and its columns of white
    space."""
    i, width = indent(c, 0)
    while quotes > 0 and c[i : i + 1] == ">":
        quotes -= 1
        i, width = indent(c, i + 1)
    return i, width


def begins_empty(c: str, i: int) -> bool:
    """Return whether the first cell of a line is empty: it has only white space, between two uprights or before a
    delimiter."""
    if i == len(c) or c[i] in ",;":
        return True
    if c[i] != "|" and c[i] not in UPRIGHTS:
        return False
    j, _ = indent(c, i + 1)
    return j < len(c) and (c[j] in "|+" or is_drawn(c[j]))


def directive_rows(text: str, at: int, c: str, i: int, width: int) -> Rows:
    """Return the header and the rows of a directive. The header is the directive with its options, and the header
    rows that the options name or that the table in the directive has."""
    csv = c.startswith("csv-table", i + 3)
    headed, header_rows, body = True, 0, -1
    gap = False
    for start, line in lines(text, at):
        j, _ = indent(line, 0)
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
    i, width = indent(c, 0)
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
    i, columns = indent(c, 0)
    return columns == width and c.startswith("* ", i)


def number_in(c: str, i: int) -> int:
    """Return the number of one or two digits from i on, after white space; else 0."""
    i, _ = indent(c, i)
    number = 0
    for char in c[i : i + 2]:
        if char not in DIGITS:
            break
        number = 10 * number + int(char)
    return number
