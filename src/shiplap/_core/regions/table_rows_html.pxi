# The rows of a table in HTML. Twin: `html_rows` in reference/regions/table_rows.py.

cdef enum:
    QUOTED_LINES = 50
    RULED_LINES = 8
    TAG = 256
    SPAN = 50
    GROUP_RANK = 7      # of shiplap._data.packing_costs
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
        closing = get(&tag, 1) == c'/'
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
    if begin > start and unit_at(view, begin - 1) in b"\n\r":
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
        elif digits or c not in b"=\"' ":
            break
    return number if number <= SPAN else 0


cdef inline Py_ssize_t run_to(const Line *line, Py_ssize_t end, int c) noexcept nogil:
    """The first such character before `end`, or it."""
    cdef Py_ssize_t k = 0
    while k < end and line.c[k] != c:
        k += 1
    return k
