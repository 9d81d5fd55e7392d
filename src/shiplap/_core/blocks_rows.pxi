# The rows of a table: where its header ends, and where it may be cut. Twin: reference/rows.py.

cdef enum:
    QUOTED_LINES = 50
    RULED_LINES = 8
    TAG = 256
    SPAN = 50
    GROUP_RANK = 7      # of shiplap._data.packing
    ROW_RANK = 8

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")

# What is found: where the header ends, and the rows, each with whether it begins a group. `failed`: there was no memory.
cdef struct Rows:
    const View *view
    unsigned char *room
    Py_ssize_t header
    SpanArray found
    bint failed


def rows(Text text not None, Py_ssize_t start, Py_ssize_t end):
    """The rows of the table between two offsets of a text: (header, at, ranks), where its header ends, where a row
    begins (int64), and whether it begins a group (int8, GROUP or ROW of shiplap._data.packing).

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
        if line.c[i] == 60 and is_tag(&line, tag_begin(&line, i), tag_end(&line, i), TABLE_TAGS):
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
    quoting = divider == 44 or divider == 59 or divider == 9
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
    if i == line.n or line.c[i] == 44 or line.c[i] == 59:
        return True
    if line.c[i] != 124:
        return False
    i = indent(line, i + 1, 0, &width)
    return i < line.n and (line.c[i] == 124 or line.c[i] == 43)


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


# ---- HTML

cdef void html_rows(Rows *rows, Py_ssize_t start) noexcept nogil:
    """A row is a `<tr>` of the outermost table, its `<tbody>` with it. Rows that a cell spans are not parted."""
    cdef Line tag
    cdef const View *view = rows.view
    cdef Py_ssize_t at = start, name, after, depth = 0, spanned = 0, span = 0, heads = 0
    cdef Py_ssize_t row = -1, group = -1, ends = -1
    cdef bint closing, last, head = False, captioned = False, th = False, td = False, in_head = False, free = False
    cdef bint is_row
    while True:
        at = next_of(view, at, 60)
        last = at == view.size
        tag.start, tag.end = at, min(view.size, at + (LONGEST_TAG if view.width else 4 * LONGEST_TAG))
        take(view, &tag, rows.room)
        tag.n = min(tag.n, LONGEST_TAG)
        name, after = tag_begin(&tag, 0), tag_end(&tag, 0)
        closing = get(&tag, 1) == 47
        if not last and has_word(&tag, name, after, "table"):
            depth += -1 if closing else 1
        if depth > 1 and not last:
            at += 1
            continue
        is_row = not last and has_word(&tag, name, after, "tr")
        if row >= 0 and (is_row or last):  # the open row ends
            if ends < 0 and (in_head or (th and not td)):
                heads += 1
            elif ends < 0:
                ends = row
            if ends >= 0 and (free or ends == row):
                add_row(rows, row, True)
            spanned = max(0, max(spanned, span) - 1)
            row = -1
        if last:
            break
        if is_row:
            if not closing:
                row = group if group >= 0 else line_start(view, start, at)
                group = -1
                th = td = False
                in_head, free, span = head, spanned == 0, 0
        elif has_word(&tag, name, after, "thead"):
            head = not closing
        elif has_word(&tag, name, after, "caption"):
            captioned = True
        elif has_word(&tag, name, after, "tbody"):
            group = -1 if closing else line_start(view, start, at)
        elif not closing and (has_word(&tag, name, after, "td") or has_word(&tag, name, after, "th")):
            if has_word(&tag, name, after, "th"):
                th = True
            else:
                td = True
            span = max(span, row_span(rows, at))
        at += 1
    rows.header = start if ends < 0 or (heads == 0 and not captioned) else ends


cdef Py_ssize_t line_start(const View *view, Py_ssize_t start, Py_ssize_t at) noexcept nogil:
    """The start of the line, if only white space stands before `at`."""
    cdef Py_ssize_t begin = at
    while begin > start and is_gap(unit_at(view, begin - 1)):
        begin -= 1
    if begin > start and (unit_at(view, begin - 1) == 10 or unit_at(view, begin - 1) == 13):
        return begin
    return at


cdef Py_ssize_t row_span(Rows *rows, Py_ssize_t at) noexcept nogil:
    """The rows that the cell spans whose tag begins at `at`; 0 for one that says nothing, or too much."""
    cdef Line tag
    cdef Py_ssize_t k, end, number = 0, digits = 0
    cdef int c
    tag.start, tag.end = at, min(rows.view.size, at + (TAG if rows.view.width else 4 * TAG))
    take(rows.view, &tag, rows.room)
    end = run_to(&tag, min(tag.n, TAG), 62)
    k = 0
    while k + 7 <= end and not has_word(&tag, k, k + 7, "rowspan"):
        k += 1
    if k + 7 > end:
        return 0
    for k in range(k + 7, end):
        c = tag.c[k]
        if is_digit(c) and digits < 3:
            number, digits = 10 * number + c - 48, digits + 1
        elif digits or (c != 61 and c != 34 and c != 39 and c != 32):
            break
    return number if number <= SPAN else 0


cdef inline Py_ssize_t run_to(const Line *line, Py_ssize_t end, int c) noexcept nogil:
    """The first such character before `end`, or it."""
    cdef Py_ssize_t k = 0
    while k < end and line.c[k] != c:
        k += 1
    return k
