# The rows of a table: where its header ends, and where it may be cut.

def rows(Text text not None, Py_ssize_t start, Py_ssize_t end):
    """The rows of the table between two offsets of a text: (header, at, ranks), where its header ends, where a row
    begins (int64), and whether it begins a group (int8, GROUP or ROW of shiplap._data.packing_costs).

    Raises TextError where a buffer is not UTF-8.
    """
    cdef Rows rows
    cdef Spans found = Spans()
    cdef View view
    cdef Py_ssize_t k, first = 0, count
    cdef array at, ranks
    text.prepare(False, True)
    if not 0 <= start <= end <= text.view.size:
        raise IndexError((start, end))
    view = text.view
    view.size = end
    rows.view, rows.header, rows.failed, rows.found = &view, start, False, found.array
    rows.room = <unsigned char *> PyMem_RawMalloc(CAP)
    if rows.room == NULL:
        raise MemoryError
    try:
        with nogil:
            find_rows(&rows, start)
    finally:
        PyMem_RawFree(rows.room)
        found.array = rows.found
    if rows.failed:
        raise MemoryError
    while first < found.array.count and found.array.data[2 * first] < rows.header:
        first += 1
    count = max(0, found.array.count - first - 1)
    at, ranks = clone(INT64, count, False), clone(INT8, count, False)
    for k in range(count):
        at.data.as_longlongs[k] = found.array.data[2 * (first + k) + 2]
        ranks.data.as_schars[k] = GROUP_RANK if found.array.data[2 * (first + k) + 3] else ROW_RANK
    return rows.header, at, ranks


cdef inline void add_row(Rows *rows, Py_ssize_t start, bint group) noexcept nogil:
    if not push(&rows.found, start, group):
        rows.failed = True


cdef void find_rows(Rows *rows, Py_ssize_t start) noexcept nogil:
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    read_from(&reader, rows.view, start)
    while next_line(&reader, &line, rows.room):
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


cdef void line_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """The header ends at `at` where there is none."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width
    rows.header = at
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.room):
        return
    i = indent(&line, 0, 0, &width)
    if is_grid(&line, i):
        grid_rows(rows, at)
    elif is_border(&line, i):
        simple_rows(rows, at, width)
    else:
        flat_rows(rows, at)


cdef void grid_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """A row lies between two edges. Tables of databases have three edges, and a row a line below the second."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, edges = 0, header = 0, above = 0, below = 0, continued = 0, seen = 0
    cdef bint flat, is_edge = False
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.room):
        i = indent(&line, 0, 0, &width)
        if is_grid(&line, i):
            edges += 1
            if edges > 1 and header == 0 and count_of(&line, 61) > 0:
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
    while next_line(&reader, &line, rows.room):
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


cdef void simple_rows(Rows *rows, Py_ssize_t at, Py_ssize_t margin) noexcept nogil:
    """A row begins with a line whose first column is not empty; a header lies between two borders of three."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, borders = 0, seen = 0
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.room):
        i = indent(&line, 0, 0, &width)
        borders += is_border(&line, i)
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.room):
        i = indent(&line, 0, 0, &width)
        if seen == 2 and borders > 2 and rows.header == at:
            rows.header = line.start
        if i == line.n:
            continue
        if is_border(&line, i):
            seen += 1
        elif width <= margin and not is_rule(&line, i):
            add_row(rows, line.start, True)


cdef void flat_rows(Rows *rows, Py_ssize_t at) noexcept nogil:
    """A row a line. The first is the header, and a rule below it; with a rule above, all down to the next."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t i, width, columns, number = 0, quoted = 0, before = rows.found.count, unused
    cdef int divider = 0
    cdef bint quoting, ruled, aligned, ending = False, inside
    read_from(&reader, rows.view, at)
    if not next_line(&reader, &line, rows.room):
        return
    i = indent(&line, 0, 0, &width)
    if i < line.n and count_of(&line, 124) == 0:
        divider = delimiters(&line, i, 0, marks_of(&line, i), &unused)
    quoting = divider in b",;\t"
    ruled = is_rule(&line, i)
    aligned = count_of(&line, 124) == 0 and divider == 0 and not ruled
    rows.header = at
    read_from(&reader, rows.view, at)
    while next_line(&reader, &line, rows.room):
        i = indent(&line, 0, 0, &columns)
        number += 1
        if ending:
            rows.header, ending = line.start, False
        inside = quoted > 0
        if quoting:
            if count_of(&line, 34) % 2 == 1:
                quoted = 0 if inside else 1
            elif inside:
                quoted += 1
            if quoted > QUOTED_LINES:
                quoted, quoting = 0, False
        if inside or i == line.n:
            continue
        if is_rule(&line, i) or (number == 2 and delimiter_cells(&line, i) > 0):
            ending = rows.header == at and (number == 2 or (ruled and 1 < number <= RULED_LINES))
        elif not (aligned and columns > width + 1):
            add_row(rows, line.start, not begins_empty(&line, i))
    if rows.header == at and not ruled and rows.found.count > before + 1:
        rows.header = rows.found.data[2 * before + 2]


cdef bint begins_empty(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether the first cell of a line is empty: only white space between two pipes, or before a delimiter."""
    cdef Py_ssize_t width
    if i == line.n or line.c[i] in b",;":
        return True
    if line.c[i] != c'|':
        return False
    i = indent(line, i + 1, 0, &width)
    return i < line.n and line.c[i] in b"|+"


cdef void directive_rows(Rows *rows, const Line *first, Py_ssize_t i) noexcept nogil:
    """A directive and its options are the header, and what they say of its rows, or what the table in it has."""
    cdef Reader reader
    cdef Line line
    cdef Py_ssize_t body = -1, width = 0, columns, header_rows = 0, before = rows.found.count
    cdef bint csv = has(first, i + 3, "csv-table"), headed = True, gap = False
    read_from(&reader, rows.view, first.start)
    while next_line(&reader, &line, rows.room):
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            gap = True
        elif gap:
            body = line.start
            break
        elif has(&line, i, ":header:"):
            headed = False
        elif has(&line, i, ":header-rows:"):
            header_rows = number_in(&line, i + 13)
    if body < 0:
        return
    if has(&line, i, "* "):
        rows.header = body
        read_from(&reader, rows.view, body)
        while next_line(&reader, &line, rows.room):
            i = indent(&line, 0, 0, &columns)
            if columns == width and has(&line, i, "* "):
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


cdef Py_ssize_t number_in(const Line *line, Py_ssize_t i) noexcept nogil:
    """The number of one or two digits from i on, after white space; else 0."""
    cdef Py_ssize_t number = 0, end, width
    i = indent(line, i, 0, &width) if i < line.n else i
    end = min(i + 2, line.n)
    while i < end and is_digit(line.c[i]):
        number = 10 * number + line.c[i] - 48
        i += 1
    return number
