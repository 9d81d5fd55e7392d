# The rows of a table: where its header ends, and where it may be cut.

from shiplap._core.csrc cimport shiplap_signs
from shiplap._core.regions.html_blocks cimport TABLE_TAGS
from shiplap._core.regions.line cimport (
    Line,
    Reader,
    count_of,
    delimiter_cells,
    has,
    indent,
    is_digit,
    is_tag,
    next_line,
    read_from,
    tag_begin,
    tag_end,
)
from shiplap._core.regions.line_score cimport read_signs
from shiplap._core.regions.plain_tables cimport delimiters, is_border, is_grid, is_rule
from shiplap._core.regions.table_rows_html cimport Rows, add_row, html_rows

cdef enum:
    MAX_QUOTED_LINES = 50   # lines that a quoted cell may have
    MAX_HEADER_LINES = 8    # lines in which a second rule ends a header


cdef inline void rows(Rows *rows, Py_ssize_t start) noexcept nogil:
    """Where the header of the table that begins at `start` ends (`start` where there is none), and all its rows."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    read_from(&reader, rows.view, start)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        if line.c[i] == c'<' and is_tag(&line, tag_begin(&line, i), tag_end(&line, i), TABLE_TAGS):
            html_rows(rows, start)
            return
        rows.header = line.start
        if has(&line, i, ".. "):
            directive_rows(rows, &line, i)
        else:
            line_rows(rows, line.start)
        if rows.header == line.start:
            rows.header = start
        return


cdef inline void line_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """The header ends at `at` where there is none."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    rows.header = at
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.buffer):
        return
    i = indent(&line, 0, 0, &width)
    if is_grid(&line, i):
        grid_rows(rows, at)
    elif is_border(&line, i):
        simple_rows(rows, at, width)
    else:
        flat_rows(rows, at)


cdef inline void grid_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """A row lies between two edges. Tables of databases have three edges, and a row a line below the second."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, edges = 0, header = 0, above = 0, below = 0, continued = 0, seen = 0
    cdef bint flat, is_edge = False
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if is_grid(&line, i):
            edges += 1
            if edges > 1 and header == 0 and count_of(&line, c'=') > 0:
                header = edges
        elif edges == 1:
            above += 1
        elif edges == 2:
            below += 1
            continued += begins_empty(&line, i)
    flat = header == 0 and edges == 3 and above == 1 and below > 1 and continued == 0
    if flat:
        header = 2
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if seen > 0 and seen == header and is_edge:
            rows.header = line.start
        if is_grid(&line, i):
            seen += 1
            is_edge = True
            continue
        if is_edge or (flat and seen == 2):
            add_row(rows, line.start, True)
        is_edge = False


cdef inline void simple_rows(Rows *rows, Py_ssize_t at, Py_ssize_t margin) noexcept nogil:
    """A row begins with a line whose first column is not empty; a header lies between two borders of three."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, borders = 0, seen = 0
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        borders += is_border(&line, i)
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if seen == 2 and borders > 2 and rows.header == at:
            rows.header = line.start
        if i == line.n:
            continue
        if is_border(&line, i):
            seen += 1
        elif width <= margin and not is_rule(&line, i):
            add_row(rows, line.start, True)


cdef inline void flat_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """A row a line. The first is the header, and a rule below it; with a rule above, all down to the next."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, columns, number = 0, quoted = 0, before = rows.found.count, unused
    cdef shiplap_signs signs
    cdef int divider = 0
    cdef bint quoting, ruled, aligned, ending = False, inside
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.buffer):
        return
    i = indent(&line, 0, 0, &width)
    if i < line.n and count_of(&line, c'|') == 0:
        read_signs(&line, i, &signs)
        divider = delimiters(&line, i, 0, signs.marks, &unused)
    quoting = divider in b",;\t"
    ruled = is_rule(&line, i)
    aligned = count_of(&line, c'|') == 0 and divider == 0 and not ruled
    rows.header = at
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &columns)
        number += 1
        if ending:
            rows.header, ending = line.start, False
        inside = quoted > 0
        if quoting:
            if count_of(&line, c'"') % 2 == 1:
                quoted = 0 if inside else 1
            elif inside:
                quoted += 1
            if quoted > MAX_QUOTED_LINES:
                quoted, quoting = 0, False
        if inside or i == line.n:
            continue
        if is_rule(&line, i) or (number == 2 and delimiter_cells(&line, i) > 0):
            ending = rows.header == at and (number == 2 or (ruled and 1 < number <= MAX_HEADER_LINES))
        elif not (aligned and columns > width + 1):
            add_row(rows, line.start, not begins_empty(&line, i))
    if rows.header == at and not ruled and rows.found.count > before + 1:
        rows.header = rows.found.data[2 * before + 2]


cdef inline bint begins_empty(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether the first cell of a line is empty: only white space between two pipes, or before a delimiter."""
    cdef Py_ssize_t width
    if i == line.n or line.c[i] in b",;":
        return True
    if line.c[i] != c'|':
        return False
    i = indent(line, i + 1, 0, &width)
    return i < line.n and line.c[i] in b"|+"


cdef inline void directive_rows(Rows *rows, const Line *first, Py_ssize_t i) noexcept nogil:
    """A directive and its options are the header, and what they say of its rows, or what the table in it has."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t body = -1, width = 0, header_rows = 0, before = rows.found.count
    cdef bint csv = has(first, i + 3, "csv-table"), headed = True, gap = False
    read_from(&reader, rows.view, first.start)
    while next_line(&reader, &line, rows.buffer):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            gap = True
        elif gap:
            body = line.start
            break
        elif has(&line, i, ":header:"):
            headed = False
        elif has(&line, i, ":header-rows:"):
            header_rows = number_in(&line, i + 13)  # after the option
    if body < 0:
        return
    if has(&line, i, "* "):
        rows.header = body
        read_from(&reader, rows.view, body)
        while next_line(&reader, &line, rows.buffer):
            if is_item(&line, width):
                add_row(rows, line.start, True)
    elif csv:
        flat_rows(rows, body)
        rows.header = body
        if not headed:
            return
    else:
        line_rows(rows, body)
        return
    if 0 < header_rows < rows.found.count - before:
        rows.header = rows.found.data[2 * (before + header_rows)]


cdef inline bint is_item(const Line *line, Py_ssize_t width) noexcept nogil:
    """Whether a row of a list table begins with the line."""
    cdef Py_ssize_t columns, i = indent(line, 0, 0, &columns)
    return columns == width and has(line, i, "* ")


cdef inline Py_ssize_t number_in(const Line *line, Py_ssize_t i) noexcept nogil:
    """The number of one or two digits from i on, after white space; else 0."""
    cdef Py_ssize_t number = 0, end, width
    i = indent(line, i, 0, &width) if i < line.n else i
    end = min(i + 2, line.n)
    while i < end and is_digit(line.c[i]):
        number = 10 * number + line.c[i] - c'0'
        i += 1
    return number
